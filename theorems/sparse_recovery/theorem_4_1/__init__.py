r"""Theorem 4.1: the decoder transformer follows LISTA-VM at every layer and every prefix.

The existence claim holds: with the last bias of (C.2) corrected the weights of appendix C.1 do it, at
even tokens nothing is needed, and the constant $B$ may depend on the bounds of Assumption 1 (we
take half of $\|M\|b_x^2$ times the radius reached so far as the growth of a layer). The printed weights
are a claim of their own (`construction`), which fails with (C.2); `rows` has the rows in which
the estimate stands.

Theorem 12 of the slides, with its (6), is the same word for word. The reference is the recursion, computed
for each prefix from its own data.
"""

from collections.abc import Callable
from typing import Any

from constructions.lista_vm import embed
from lemmata import equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, Matrix, Vector, broadcast_to, concat, over_batches, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import displays as soft_threshold_mlp
from theorems.sparse_recovery.theorem_4_1.figure import plots
from theorems.sparse_recovery.theorem_4_1.setting import NETWORK, PAPER_SIZE, recursion, without_B

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
