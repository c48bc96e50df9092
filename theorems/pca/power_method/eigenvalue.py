r"""The norm of $XX^\top p$ estimates the largest eigenvalue.

Before the removal the slides show both bounds (in the last norm they print the start, without the index of the
iterate, which is read). For a unit p the second is weaker than $\|A\|_2\ge\|Ap\|_2$: the estimate is never too
large.
"""

from lemmata import at_most, box, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import concat, norm
from theorems.pca import PAPER


@theorem(
    PAPER,
    "estimate of the eigenvalue",
    rank="step",
    origin="read",
    at=lines(402, 408),
    d=dims(1, 4),
    below=box("d - 1", low=0, high=1),  # shares of the largest eigenvalue
    given=["below"],
    p=reals("d"),
)
@printed(
    r"For $A=XX^\top$ with $Av_1=\|A\|_2v_1$, $\|v_1\|_2=1$, and every vector p, so for $\widetilde "
    r"p_{3,1}^{(\tau)}$ (A diagonal and $\|A\|_2=1$: both sides turn with p and scale with A): "
    r"$\|Ap\|_2-\|A\|_2\|v_1-p\|_2\le\|A\|_2\le\|Ap\|_2+\|A\|_2\|v_1-p\|_2$."
)
@mutants(
    seven_eighths_of_the_distance_below=dict(share_below=7 / 8),
    seven_eighths_of_the_distance_above=dict(share_above=7 / 8),
)
def largest_is_near_its_estimate(below, p, share_below=1, share_above=1):
    """The estimate of the largest eigenvalue is off by at most what the error of the vector costs."""
    Ap = norm(concat([p[:1], below * p[1:]]))
    off = norm(concat([p[:1] - 1, p[1:]]))
    return at_most([Ap - share_below * off, 1], [1, Ap + share_above * off])
