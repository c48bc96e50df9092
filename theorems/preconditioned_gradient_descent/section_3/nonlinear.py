"""Section 3, (ii): for deep networks the loss "is highly nonlinear" in the parameters.

Read as: a polynomial of a degree that grows with the number of layers.
"""

from fractions import Fraction
from math import comb, factorial

from baselines.in_context_loss_rule import spectral_moment
from lemmata import Expectation, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, constant
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import covariance, times
from theorems.preconditioned_gradient_descent.exact_loss import in_context_loss


def leading(d: int, n: int, L: int) -> Fraction:
    """What the 2L-th difference of a polynomial of degree 2L is, from its leading coefficient."""
    return factorial(2 * L) * spectral_moment(d, n, 2 * L)


@theorem(
    PAPER,
    "Section 3, (ii)",
    origin="read",
    at=lines(94),
    kind=Expectation(),
    d=dims(1, 3),
    n=dims(1, 20),
    L=dims(1, 3),
    **covariance(),
    t=reals(1),
)
@printed(
    r"f is highly nonlinear, read as: for L layers (9), independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma\succ0$, "
    r"and $w_\star\sim N(0,\Sigma^{-1})$, along $A_i=t\Sigma^{-1}$ it is a polynomial of degree exactly $2L$ "
    r"in t: from every t its $2L$-th difference with step 1 is $(2L)!\,\mathbf E\operatorname{tr}H^{2L}>0$, "
    r"with $H=\frac1n\sum_ig_ig_i^\top$ for n independent standard normal $g_i\in\mathbb R^d$."
)
@mutants(
    {
        "of degree L": dict(order=lambda L: L),
        "of degree 2L - 1": dict(order=lambda L: 2 * L - 1),
        "2L + 1 times the difference": dict(difference=lambda d, n, L: leading(d, n, L) * (2 * L + 1)),
        "a difference of zero": dict(difference=Fraction(0)),
    }
)
def nonlinear(n, L, Sigma, precision, t, order=lambda L: 2 * L, difference=leading):
    """With sparse weights the loss has, along one line, twice the number of layers as its degree."""
    total: Array = 0
    for step in range(order + 1):
        a = constant([1] * L) * (t[0] + step)
        sign = (-1) ** (order - step)
        total = total + sign * comb(order, step) * in_context_loss(
            times(a, precision), Sigma, n, task="inverse"
        )
    return equal(total, difference)
