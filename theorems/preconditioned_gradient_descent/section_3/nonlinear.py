r"""Section 3, (ii): for deep networks the loss "is highly nonlinear" in the parameters.

Read as: a polynomial of a degree that grows with the number of layers. Along $A_i=t\Sigma^{-1}$,
$w_\star\sim N(0,\Sigma^{-1})$, it has degree 2L exactly: its 2L-th difference in t is one number from every
start, $(2L)!\,\mathbf E\operatorname{tr}H^{2L}>0$, with H the Gram matrix of standard normal samples over n.
"""

from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_rule import spectral_moment
from lemmata import Expectation, Margin, Prompt, equal, lines, reals, space
from lemmata.numbers import constant
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, settings, times

nonlinear = PAPER.claim(
    "Section 3, (ii)",
    id="section-3/nonlinear",
    summary="With sparse weights the loss has, along one line, twice the number of layers as its degree.",
    origin="read",
    at=lines(94),
    kind=Expectation(),
    settings=settings(d=3, n=20, L=3),
    prompts=lambda s: space(t=reals(1)),
)
Count = Callable[[Setting], int]


def leading(s: Setting) -> Fraction:
    """What the 2L-th difference of a polynomial of degree 2L is, from its leading coefficient."""
    return factorial(2 * s.L) * spectral_moment(s.d, s.n, 2 * s.L)


@nonlinear.printed(
    r"f is highly nonlinear, read as: for L layers (9), independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma\succ0$, "
    r"and $w_\star\sim N(0,\Sigma^{-1})$, along $A_i=t\Sigma^{-1}$ it is a polynomial of degree exactly $2L$ "
    r"in t: from every t its $2L$-th difference with step "
    r"1 is $(2L)!\,\mathbf E\operatorname{tr}H^{2L}>0$, with $H=\frac1n\sum_ig_ig_i^\top$ for n independent "
    r"standard normal $g_i\in\mathbb R^d$.",
    order=lambda s: 2 * s.L,
    difference=leading,
)
def degree_grows_with_depth(
    s: Setting, prompt: Prompt, order: Count, difference: Callable[[Setting], Fraction]
) -> Margin:
    """The loss is a polynomial whose degree is twice the number of layers."""
    last, total = order(s), 0
    for step in range(last + 1):
        t = prompt.t + constant([0] * s.L, prompt.t) + step
        f = in_context_loss(times(t, s.precision), s.Sigma, s.n, task="inverse")
        total = total + f * (comb(last, step) * (-1) ** (last - step))
    return equal(total, constant([difference(s)], total))


nonlinear.mutant("of degree L", order=lambda s: s.L)
nonlinear.mutant("of degree 2L - 1", order=lambda s: 2 * s.L - 1)
nonlinear.mutant("2L + 1 times the difference", difference=lambda s: leading(s) * (2 * s.L + 1))
nonlinear.mutant("a difference of zero", difference=lambda s: Fraction(0))
