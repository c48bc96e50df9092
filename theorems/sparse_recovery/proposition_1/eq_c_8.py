r"""(C.8): a score is at most $b_x$ times the distance to $\beta^*$ plus $b_\beta b_x$.

It holds for every row with $\|x\|_\infty\le b_x$, which is how the proof quotes Assumption 1 (where it is
$\|x\|_2$).
"""

from collections.abc import Callable

from lemmata import at_most, box, dims, dyadics, lines, mutants, printed, reals, sparse, theorem
from lemmata.numbers import Array, abs, norm
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.eq_c_7 import SIZE, l1, nine_tenths


@theorem(
    PAPER,
    "(C.8)",
    rank="step",
    at=lines(449, 451),
    d=dims(1, 3),
    b_x=SIZE,
    b_beta=SIZE,
    B=dyadics(0, 16, of="[0, inf)"),
    x=box("d", low="-b_x", high="b_x"),
    beta=reals("d"),
    beta_star=sparse("d", "d", "b_beta"),
)
@printed(
    r"If $\|x\|_\infty\le b_x$ and $\|\beta^*\|_1\le b_\beta$, with $M^Q_u=\mp I$: $\beta_i^\top(M^Q_u)^\top "
    r"x-B\le b_x\|\beta_i-\beta^*\|_1+b_\beta b_x-B$."
)
@mutants(l2_for_l1=dict(length=norm), nine_tenths_of_the_l1_norm=dict(length=nine_tenths))
def score_is_bounded(b_x, b_beta, B, x, beta, beta_star, length: Callable[[Array], Array] = l1):
    r"""A score is at most $b_x$ times the $\ell_1$ distance of estimate and $\beta^*$, plus $b_xb_\beta$."""
    return at_most(abs(beta @ x) - B, b_x * length(beta - beta_star) + b_beta * b_x - B)
