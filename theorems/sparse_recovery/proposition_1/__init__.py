r"""Proposition 1: the state that every layer reads (with Theorem C.1, of which it is the proof).

Read with the bias of (C.2) corrected, as everywhere in this folder. The estimate $\beta^{(k)}_{2n+1}$ stands
on both sides, where $\beta^{(k-1)}$ is meant on the right. The proof once writes $X_{1:\lfloor(i+1)/2\rfloor}$
and $y_{1:\lfloor(i+1)/2\rfloor}$ for odd $i=2n+1$, one row more than $D_n$ has (`rows`, read with as many rows
in $D$). Theorem C.1 is the same statement over all layers: Theorem 4.1 with $\gamma^{(k)}M^V$ for $M^{(k)}$. It
is called an equivalent form, which it is if $M^V$, "embedded in the k-th layer", may be another one in each
layer; with one $M^V$ for all layers it says less. (Theorem 4.1's own claim has any $M^{(k)}$.)

In the order of the paper: `growth`, the growth bound of the statement; the proof, which is `tokens` (queries,
keys and values), (C.5) to (C.9), `distance`, `constant-b`, then (C.10) to (C.13).
"""

from collections.abc import Callable
from typing import Any

from baselines.proximal import shrunk
from constructions.lista_vm import embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import amended, box, dims, equal, lines, mutants, printed, scales, theorem
from lemmata.numbers import Array, Matrix, Number, Vector, abs, concat, max, over_batches, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.eq_c_12 import attention_then_mlp
from theorems.sparse_recovery.proposition_1.setting import RECURSION


def network(
    K: int, M: Array, gamma: Number, steps: Array, theta: Array, b_x: Number, b_beta: Number, matrices: Array
) -> Transformer:
    """With a rational number above the B that the proof prescribes (with the amended C_beta)."""
    size = gamma * max(abs(steps), 0) * sum(abs(M), (-2, -1))
    C = size * b_x * b_x * (len(M) + b_beta) + 1
    B = b_x * (b_beta + len(M) * (b_beta + C**K))
    return lista_vm_transformer(matrices, theta, B, bias="corrected")


NETWORK: dict[str, Any] = RECURSION | dict(
    d=dims(1, 3),
    N=dims(1, 3),
    K=dims(1, 2),
    gamma=scales(-2, 1, of="(0, inf)"),
    theta=box("K", low=0.0, high=1.0, of="[0, inf)"),
    b_x=scales(-2, 2, of="(0, inf)"),
    b_beta=scales(-2, 2, of="(0, inf)"),
    construction=network,
)


def step(
    n: int, X: Matrix, y: Vector, M: Matrix, theta: Number, before: Vector, inside: Vector, seen: int
) -> Vector:
    """One step of the display at the token 2n + 1, with ``inside`` in the residual of the first rows."""
    residual = X[:seen] @ inside - y[:seen]
    return shrunk(before - M @ X[:seen].T @ residual / (2 * n + 1), theta)


@theorem(PAPER, "Proposition 1", origin="read", at=lines(411, 415), uses=[attention_then_mlp], **NETWORK)
@printed(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"network of section 4.3 with the bias of (C.2) corrected, $\theta^{(k)}\ge0$ and $B$ large: for $2\le "
    r"k\le K+1$ the input $H^{(k)}$ of layer $k$ ($H^{(K+1)}$: the output of the last) has the rows $x$, "
    r"$y$ and flag of (4.2), and, for $0\le n\le N$, $\beta^{(k)}_{2n+1}=\mathcal "
    r"S_{\theta^{(k-1)}}\left(\beta^{(k-1)}_{2n+1}-\gamma^{(k-1)}D_n^\top(X_{1:n}\beta^{(k)}_{2n+1}-y_{1:n})"
    r"\right)$, $D_n=\frac1{2n+1}X_{1:n}(M^V)^\top$.",
    defect="typo",
    because="The residual is that of the estimate before the step.",
)
@amended(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"network of section 4.3 with the bias of (C.2) corrected, $\theta^{(k)}\ge0$ and $B$ large: for $2\le "
    r"k\le K+1$ the input $H^{(k)}$ of layer $k$ ($H^{(K+1)}$: the output of the last) has the rows $x$, "
    r"$y$ and flag of (4.2), and, for $0\le n\le N$, $\beta^{(k)}_{2n+1}=\mathcal "
    r"S_{\theta^{(k-1)}}\left(\beta^{(k-1)}_{2n+1}-\gamma^{(k-1)}D_n^\top(X_{1:n}\beta^{(k-1)}_{2n+1}"
    r"-y_{1:n})\right)$, $D_n=\frac1{2n+1}X_{1:n}(M^V)^\top$.",
    adds=r"$\beta^{(k-1)}$ on the right side",
    inside=lambda before, after: before,
)
@mutants(
    the_residual_of_0=dict(inside=lambda before, after: 0 * before),
    half_of_each=dict(inside=lambda before, after: (before + after) / 2),
)
def input_of_every_layer(
    d,
    N,
    K,
    matrices,
    theta,
    tf,
    X,
    beta_star,
    query,
    inside: Callable[[Vector, Vector], Vector] = lambda before, after: after,
):
    """The estimate that enters a layer solves an equation that has it on both sides."""
    y = X @ beta_star
    H = over_batches(embed)(X, y, query)
    states = tf.run(H)[::2]
    computed, expected = [], []
    for k in range(K):
        computed += [states[k + 1][: d + 1], states[k + 1][-1:]]
        expected += [H[: d + 1], H[-1:]]
        for n in range(N + 1):
            before, after = (state[d + 1 : -1, 2 * n] for state in states[k : k + 2])
            computed.append(after)
            expected.append(step(n, X, y, matrices[k], theta[k], before, inside(before, after), n))
    return equal(*(concat([x.reshape(x.size) for x in parts]) for parts in (computed, expected)))


@theorem(
    PAPER,
    "Proposition 1, in its proof",
    id="proposition-1/rows",
    rank="slip",
    origin="read",
    at=lines(453, 455),
    uses=[input_of_every_layer],
    **NETWORK,
)
@printed(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"network of section 4.3 with the bias of (C.2) corrected, $\theta^{(k)}\ge0$ and $B$ large: for $2\le "
    r"k\le K+1$ and odd $i=2n+1\le2N-1$, D read with as many rows as the residual: $\beta_i^{(k)}=\mathcal "
    r"S_{\theta^{(k-1)}}\left(\beta_i^{(k-1)}-\frac{\gamma^{(k-1)}}iM^VX_{1:\lfloor(i+1)/2\rfloor}^\top"
    r"(X_{1:\lfloor(i+1)/2\rfloor}\beta_i^{(k-1)}-y_{1:\lfloor(i+1)/2\rfloor})\right)$.",
    defect="typo",
    because="Token i has seen $(i - 1)/2$ labels, one row less.",
)
@amended(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"network of section 4.3 with the bias of (C.2) corrected, $\theta^{(k)}\ge0$ and $B$ large: for $2\le "
    r"k\le K+1$ and odd $i=2n+1\le2N-1$, D read with as many rows as the residual: $\beta_i^{(k)}=\mathcal "
    r"S_{\theta^{(k-1)}}\left(\beta_i^{(k-1)}-\frac{\gamma^{(k-1)}}iM^VX_{1:(i-1)/2}^\top(X_{1:(i-1)/2}"
    r"\beta_i^{(k-1)}-y_{1:(i-1)/2})\right)$.",
    adds="$(i - 1)/2$ rows",
    seen=lambda n: n,
)
@mutants(one_row_less=dict(seen=lambda n: n - 1 if n else 0), all_rows=dict(seen=lambda n: n + 9))
def rows_of_the_proof(
    d, N, K, matrices, theta, tf, X, beta_star, query, seen: Callable[[int], int] = lambda n: n + 1
):
    """The estimate at token i is made from $(i + 1)/2$ rows and labels."""
    y = X @ beta_star
    states = tf.run(over_batches(embed)(X, y, query))[::2]
    computed, expected = [], []
    for k in range(K):
        for n in range(N):
            before, after = (state[d + 1 : -1, 2 * n] for state in states[k : k + 2])
            computed.append(after)
            expected.append(step(n, X, y, matrices[k], theta[k], before, before, seen(n)))
    return equal(stack(computed), stack(expected))
