r"""Algorithm 1 never divides by zero, unless there is nothing to find.

It divides by $\|A_\ell v\|$, which is 0 for a start in the kernel of $A_\ell$. A random start is there only if
$A_\ell=0$: for $X=0$, and for later components where there are more of them than the rank is. The first
component is tested. (What the algorithm returns: :mod:`theorems.pca.finishing_up.recursion`.)
"""

from lemmata import dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import norm, sign
from theorems.pca import PAPER


@theorem(
    PAPER,
    "Algorithm 1",
    part="no division by zero",
    id="algorithm-1/defined",
    rank="step",
    origin="read",
    at=lines(182),
    d=dims(1, 4),
    N=dims(1, 6),
    tau=dims(1, 4),
    X=reals("d", "N"),
    v=reals("d"),
)
@printed(
    "The divisions in Algorithm 1 are defined (as we read it, since it prints them): for every X, every "
    r"start v with $X^\top v\ne0$ (almost every one if $X\ne0$) and every number $\tau$ of steps, $\|XX^\top "
    r"v\|_2\ne0$ in each step $v\leftarrow XX^\top v/\|XX^\top v\|_2$ for the first component."
)
@mutants(
    every_start_but_0=dict(hypothesis=lambda v: norm(v)),
    the_first_row_of_X_is_not_zero=dict(hypothesis=lambda X: norm(X[0])),
)
def steps_are_defined(tau, X, v, hypothesis=lambda X, v: norm(v @ X)):
    r"""For the first component Algorithm 1 never divides by zero, from any start with $X^\top v\ne0$."""
    for _ in range(tau):
        v = X @ X.T @ v  # without the divisions, which change the lengths only
    return equal(sign(v @ v), 1).given(hypothesis, strict=True)
