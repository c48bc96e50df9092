r"""Attn1 with its four heads computes (118), appendix A.4.3: of the four three are listed.

The third one adds $\frac{8\tau}{N}\sigma_{\mathsf{attn}}(0)\sum_i\phi_i$, which nothing listed takes away.
"""

from constructions.universal import residual_stream
from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import ones, over_batches
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.layers import (
    SMALL,
    STATE,
    display_118,
    gradient_layer,
    hidden_state,
)


@theorem(
    PAPER,
    "(118)",
    rank="step",
    origin="read",
    at=lines(1045, 1055),
    possible_extraction=True,
    **STATE,
    construction=gradient_layer("printed"),
)
@printed(
    r"With the three heads that are listed and all remaining entries zero, Attn1 changes $\rho$ into the right "
    r"side of (118) with $\eta=\frac1{2n}$, and nothing else, at every state (50) with $w_i=1$ for $i\le N$, "
    "$w_{N+1}=0$, features in $[0,1]$ beside the constant 1, and the last entry of $x_i$ 1.",
    defect="extraction",
    because="Of the four heads three are listed; the fourth, which takes away what the third adds at score 0, "
    "is missing.",
)
@amended(
    r"With the three heads that are listed and a fourth, $V_4=-V_1$, $Q_4=K_4=0$, Attn1 changes $\rho$ into "
    r"the right side of (118) with $\eta=\frac1{2n}$, and nothing else, at every state (50) with $w_i=1$ for "
    r"$i\le N$, $w_{N+1}=0$, features in $[0,1]$ beside the constant 1, and the last entry of $x_i$ 1.",
    adds="the fourth head, $V_4 = -V_1$ and $Q_4 = K_4 = 0$",
    construction=gradient_layer("repaired"),
)
@mutants({"a step of 1/n": dict(construction=gradient_layer("repaired", inverse_step=1))})
def attn1_runs_118(tf, d, n, N, lam, tau, x, y, phi, rho, yhat):
    """The listed heads of Attn1 compute the linearised gradient step (118)."""
    stream = residual_stream(d, n)
    H = hidden_state(stream, x, y, phi, rho, lam, yhat)
    change = display_118(n, tau, y, phi, rho, yhat) - rho
    return equal(tf(H), H + over_batches(stream.embed)(rho=change[:, None] * ones((1, N + 1))))


attn1_runs_118.derive_mutants(at=SMALL)
