r"""Theorem 4.1: the decoder transformer follows LISTA-VM at every layer and every prefix.

The existence claim holds: with the last bias of (C.2) corrected the weights of appendix C.1 do it, at even
tokens nothing is needed, and the constant $B$ may depend on the bounds of Assumption 1 (we take half of
$\|M\|b_x^2$ times the radius reached so far as the growth of a layer). The printed weights fail with (C.2): at
$d=N=K=1$ and $\theta=\frac18$ the estimate from data that are all zero is $-\frac18$. The mutants of every
block of these weights are tested on (C.12) and (C.2), the exact identities of a layer and of an MLP.

Theorem 12 of the slides, with its (6), is the same word for word. The reference is the recursion, computed for
each prefix from its own data.
"""

from collections.abc import Callable
from typing import Any

from constructions.lista_vm import embed
from lemmata import amended, dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, Matrix, Vector, broadcast_to, concat, max, over_batches, stack, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import displays as soft_threshold_mlp
from theorems.sparse_recovery.layer import TOKENS, state
from theorems.sparse_recovery.theorem_4_1.figure import plots
from theorems.sparse_recovery.theorem_4_1.setting import (
    NETWORK,
    PAPER_SIZE,
    estimates,
    network,
    recursion,
    without_B,
)

Recursion = Callable[[Matrix, Vector, Array, Vector], Array]
"""From X, y, M and theta to the estimates ``(K + 1, N, d)``."""


def sees_everything(X: Matrix, y: Vector, M: Array, theta: Vector) -> Array:
    """The estimate from all N measurements at every prefix, as if there were no mask."""
    every = recursion(X, y, M, theta)
    return broadcast_to(every[:, -1:], every.shape)


def twice_n(X: Matrix, y: Vector, M: Array, theta: Vector) -> Array:
    """The recursion with 1 / (2n) in place of 1 / (2n + 1)."""
    lengths = range(1, len(X) + 1)
    return stack([recursion(X[:n], y[:n], M * (2 * n + 1) / (2 * n), theta)[:, -1] for n in lengths], 1)


WRONG: dict[str, Any] = {
    "attend to the future": dict(recursion=sees_everything),
    "M is transposed": dict(recursion=lambda X, y, M, theta: recursion(X, y, M.mT, theta)),
    "the labels change sign": dict(recursion=lambda X, y, M, theta: recursion(X, -y, M, theta)),
    "1 / (2n)": dict(recursion=twice_n),
    "the next layer's theta": dict(
        recursion=lambda X, y, M, theta: recursion(X, y, M, concat([theta[1:], theta[:1]]))
    ),
    "B is zero": dict(construction=without_B),
}
"""Wrong variants of (4.4), which every claim on the whole network has to notice."""


@theorem(
    PAPER,
    "Theorem 4.1",
    rank="headline",
    origin="read",
    at=lines(171, 175),
    uses=[soft_threshold_mlp, "sparse_recovery/proposition-1"],
    **NETWORK,
    examples=[PAPER_SIZE],
)
@printed(
    r"With the structure of section 4.3, for all $M^{(k)}$, $\theta^{(k)}\ge0$ there are parameters such that "
    r"under Assumption 1 ($\|x_i\|\le b_x$, $\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$) for any $k\in[1:K]$, "
    r"$n\in[N]$: $\listavm$."
)
@mutants(WRONG)
def existence(M, theta, tf, X, beta_star, query, answer, recursion: Recursion = recursion):
    """With the right weights a decoder transformer runs LISTA-VM at every layer and prefix of its data."""
    y = X @ beta_star
    # The states of all layers, of which no other block is needed: half of the time of ``estimates``.
    found = tf.read(over_batches(embed)(X, y, query), "beta", every=2, tokens=slice(2, None, 2))
    return equal(answer(found), recursion(X, y, M, theta))


existence.figure(plots)


@theorem(
    PAPER,
    "Theorem 4.1, weights of C.1",
    id="theorem-4.1/construction",
    origin="read",
    at=lines(377, 383),
    uses=[soft_threshold_mlp],
    **NETWORK,
    examples=[PAPER_SIZE],
)
@printed(
    r"With the weights of (C.1), (C.2) and those listed after (C.6), the fourth block of $\mathbf b$ being "
    r"$+\theta^{(k)}\cdot\mathbf 1_d$, $\theta^{(k)}\ge0$ and B large enough for the bounds of Assumption 1 "
    r"($\|x_i\|\le b_x$, $\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$), for any $k\in[1:K]$, $n\in[N]$: "
    r"$\listavm$.",
    defect="construction",
    because=r"The fourth bias block of (C.2) has the wrong sign, so that every layer subtracts $\theta$ "
    "instead of thresholding.",
    fails_where=lambda theta: max(theta) > 0,
    construction=network("printed"),
    falls_with="sparse_recovery/eq-c.2",
)
@amended(
    r"With the weights of (C.1), (C.2) and those listed after (C.6), the fourth block of $\mathbf b$ being "
    r"$-\theta^{(k)}\cdot\mathbf 1_d$, $\theta^{(k)}\ge0$ and B large enough for the bounds of Assumption 1 "
    r"($\|x_i\|\le b_x$, $\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$), for any $k\in[1:K]$, $n\in[N]$: "
    r"$\listavm$.",
    adds=r"$-\theta$ in the fourth block of b",
)
@mutants(WRONG)
def these_weights_follow_the_recursion(
    M, theta, tf, X, beta_star, query, answer, recursion: Recursion = recursion
):
    """The weights of appendix C.1, as they are printed, run LISTA-VM at every layer and every prefix."""
    y = X @ beta_star
    return equal(answer(estimates(tf, X, y, query)), recursion(X, y, M, theta))


@theorem(
    PAPER,
    "Theorem 4.1, rows of the estimates",
    id="theorem-4.1/rows",
    rank="slip",
    at=lines(169),
    d=dims(1, 2),
    N=dims(1, 2),
    **TOKENS,
)
@printed(
    r"In a state with the rows of $x$, $y$, $\beta$ and the flag, of $d$, 1, $d$ and 1 rows, "
    r"$\beta_{2n+1}^{(k+1)}=[H^{(k+1)}]_{d+1:2d+1,2n+1}$: the $j$-th of these rows is the $j$-th entry.",
    defect="typo",
    because="These are $d + 1$ rows, the first of which is that of y.",
)
@amended(
    r"In a state with the rows of $x$, $y$, $\beta$ and the flag, of $d$, 1, $d$ and 1 rows, "
    r"$\beta_{2n+1}^{(k+1)}=[H^{(k+1)}]_{d+2:2d+1,2n+1}$: the $j$-th of these rows is the $j$-th entry.",
    adds="the first row is $d + 2$, as Theorem C.1 has it",
    first=lambda d: d + 2,
)
@mutants({"d + 3 to 2d + 1": dict(first=lambda d: d + 3), "1 to 2d + 1": dict(first=1)})
def rows_hold_the_estimate(d, N, X, y, query, beta, first=lambda d: d + 1):
    """The estimate stands in the rows $d + 1$ to $2d + 1$ of the state."""
    block = state(X, y, query, beta)[first - 1 : 2 * d + 1, ::2]  # rows are counted from 1
    size = max(len(block), d)
    padded = [concat([x, zeros((size - len(x), N + 1))]) for x in (block, beta[::2].T)]
    return equal(*padded)
