r"""(C.7): a score is at most the $\ell_1$ norm of the estimate times the length of the row. It holds.

The norm of the row has no index in the display and is read as that of Assumption 1, the Euclidean one (with the
largest entry, which is smaller, it holds by Hoelder's inequality).
"""

from collections.abc import Callable

from lemmata import at_most, dims, dyadics, in_ball, lines, mutants, printed, reals, sparse, theorem
from lemmata.numbers import Array, abs, norm, sum
from theorems.sparse_recovery import PAPER

SIZE = dyadics(0, 4, of="[0, inf)")


def l1(v: Array) -> Array:
    r"""The $\ell_1$ norm of a vector."""
    return sum(abs(v))


def nine_tenths(v: Array) -> Array:
    r"""Nine tenths of the $\ell_1$ norm."""
    return l1(v) * 9 / 10


@theorem(
    PAPER,
    "(C.7)",
    rank="step",
    origin="read",
    at=lines(445, 449),
    d=dims(1, 3),
    b_x=SIZE,
    b_beta=SIZE,
    B=dyadics(0, 16, of="[0, inf)"),
    x=in_ball("d", radius="b_x"),
    beta=reals("d"),
    beta_star=sparse("d", "d", "b_beta"),
)
@printed(
    r"For a row x with $\|x\|\le b_x$, $\|\beta^*\|_1\le b_\beta$ and $M^Q_u=\mp I$, the norm of a row read as "
    r"the Euclidean one: $\beta_i^\top(M^Q_u)^\top x-B\le|\beta_i^\top x|-B\le\|\beta_i\|_1\|x\|-B\le\|\beta_i"
    r"-\beta^*\|_1\|x\|+b_\beta b_x-B$."
)
@mutants(
    nine_tenths_of_the_l2_norm=dict(length=lambda v: norm(v) * 9 / 10),
    nine_tenths_of_the_l1_norm=dict(length=nine_tenths),
)
def hoelder(b_x, b_beta, B, x, beta, beta_star, length: Callable[[Array], Array] = l1):
    r"""A score is at most the $\ell_1$ distance to $\beta^*$ times the length of the row, plus $b_xb_\beta$."""
    score, product = beta @ x, length(beta) * norm(x)
    away = length(beta - beta_star) * norm(x) + b_beta * b_x
    return at_most(
        [score - B, -score - B, abs(score) - B, product - B],
        [abs(score) - B, abs(score) - B, product - B, away - B],
    )
