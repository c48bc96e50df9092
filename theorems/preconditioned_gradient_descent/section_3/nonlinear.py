r"""Section 3, (ii): for deep networks the loss "is highly nonlinear" in the parameters.

Read as: a polynomial of a degree that grows with the number of layers. Along $A_i=t\Sigma^{-1}$,
$w_\star\sim N(0,\Sigma^{-1})$, it has degree 2L exactly: its 2L-th difference in t is
$(2L)!\,\mathbf E\operatorname{tr}S^{2L}>0$, with S the Gram matrix of standard normal samples over n.
"""

from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_rule import spectral_moment
from lemmata import Expectation, Margin, equal, lines
from lemmata.numbers import constant
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, settings, times

nonlinear = PAPER.claim(
    "Section 3, (ii)",
    id="section-3/nonlinear",
    origin="read",
    at=lines(94),
    kind=Expectation(),
    settings=settings(d=2, n=3, L=3),
)
Count = Callable[[Setting], int]


def leading(s: Setting) -> Fraction:
    """What the 2L-th difference of a polynomial of degree 2L is, from its leading coefficient."""
    return factorial(2 * s.L) * spectral_moment(s.d, s.n, 2 * s.L)


@nonlinear.printed(
    r"f is highly nonlinear: along $A_i=t\Sigma^{-1}$ it is a polynomial of degree $2L$ in t, with leading "
    r"coefficient $\mathbf E\operatorname{tr}S^{2L}>0$.",
    order=lambda s: 2 * s.L,
    difference=leading,
)
def degree_grows_with_depth(s: Setting, order: Count, difference: Callable[[Setting], Fraction]) -> Margin:
    """The loss is a polynomial of twice the number of layers."""
    steps = range(order(s) + 1)
    A = times(constant([[t] * s.L for t in steps], s.spectrum), s.precision)
    f = in_context_loss(A, s.Sigma, s.n, task="inverse")
    last = len(steps) - 1
    total = 0
    for t in steps:
        total = total + f[t : t + 1] * (comb(last, t) * (-1) ** (last - t))
    return equal(total, constant([difference(s)], f))


nonlinear.mutant("of degree L", order=lambda s: s.L)
nonlinear.mutant("the coefficient of the next power", difference=lambda s: leading(s) * (2 * s.L + 1))
nonlinear.mutant("no leading term", difference=lambda s: Fraction(0))
