"""Queries, keys and values of every token, head by head: four displays of appendix C.2. All four hold."""

from constructions.lista_vm import attention_layer
from lemmata import equal, lines, mutants, printed, theorem
from lemmata.numbers import constant
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import ATTENTION, STATE, column, labels, outputs, rows, state


@theorem(PAPER, "C.2, token-wise outputs", rank="step", origin="read", at=lines(417, 431), **ATTENTION)
@printed(
    STATE + r"with $\iota=\lfloor\frac{i+1}2\rfloor$ and $\epsilon=1$ for odd $i$, 0 for even $i$: "
    r"$Q_{\pm1}h_i=(0_{d+1};M^Q_{\pm1}\beta_i;-\epsilon B)$, $K_{\pm1}h_i=(0_{d+1};X^\top_{:,\iota};"
    r"\epsilon)$, $Q_{\pm2}h_i=(0_d;\epsilon m_{\pm2};0_{d+1})$, $K_{\pm2}h_i=(0_d;(1-\epsilon)y_{i/2};"
    r"0_{d+1})$, and $V_uh_i=(0_{d+1};M^V_uX^\top_{:,\iota};0)$ for every head $u$."
)
@mutants(
    {
        "odd for even": dict(first=0),
        "+1 for -1": dict(one=-1),
        "+2 for -2": dict(two=-1),
        "M is transposed": dict(construction=lambda M, B: attention_layer(M.mT, B)),
    }
)
def outputs_are_as_listed(N, M, B, tf, X, y, query, beta, first=1, one=1, two=1):
    """The four heads make of every token the queries, keys and values that the proof lists."""
    H, x, label = state(X, y, query, beta), rows(X, query), labels(y)[:, None]
    eps = constant([first, 1 - first] * N + [first])[:, None]
    computed, listed = [], []
    for u in (1, -1):
        computed += [*outputs(tf, H, u), *outputs(tf, H, 2 * u)]
        listed += [column(-u * one * beta, -eps * B), column(x, eps), column(u * one * x @ M.T)]
        listed += [
            column(0 * x, 0, u * two * eps),
            column(0 * x, 0, label * (1 - eps)),
            column(u * two * x @ M.T),
        ]
    return equal(computed, [tokens.T for tokens in listed])
