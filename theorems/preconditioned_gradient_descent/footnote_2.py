r"""Footnote 2: "the infimum may not be attained", in (14) of Theorem 5. It always is: the hedge is not needed.

Said is that S may contain no point with gradient exactly zero. It always does, and an explicit one: $A_i=0$
and $B_i=-\frac12I$ but for the last layer, which has $A_{L-1}=-\frac n{n+d+1}\Sigma^{-1}$. For then no $B_i$
matters to first order, the slope in the last $A$ is that of one layer at its minimum, and with $q=1+a^*s$,
which is orthogonal to $s$, the slope in another $a_i$ is twice
$\int(sq^2+2a^*b_is^2q)\,d\mu=a^*(1+2b_i)\int s^2q\,d\mu=0$. The sentence is modal ("may", "it is
possible"), so that nothing in it is false. The bare id checks the whole gradient for two layers; ``attained``
the slopes within S, where the gradient lies by (34), for up to nine layers ($k=8$): there $f=\int p^2d\mu$ with
the $\mu$ of footnote 1, whatever $\Sigma$ is. All are rational.
"""

from collections.abc import Callable
from fractions import Fraction

from baselines.in_context_loss_spectrum import spectral_slope
from lemmata import Expectation, Margin, Prompt, dims, equal, lines, reals, space
from lemmata.numbers import constant
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, direction_with_B, settings
from theorems.preconditioned_gradient_descent.footnote_1 import Sizes
from theorems.preconditioned_gradient_descent.theorem_5.eq_34 import inequality
from theorems.preconditioned_gradient_descent.theorem_5.setting import Point, explicit, scaled, slope_along

Stepsizes = Callable[[Sizes], tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]
footnote = PAPER.claim(
    "Footnote 2",
    summary="Two layers of S have a gradient of exactly zero, so that the infimum in (14) is attained.",
    origin="ours",
    at=lines(291),
    kind=Expectation(),
    settings=settings(d=3, n=10, L=2, first=2),
    pinned={"L": "the statement is about two layers; footnote-2/attained has more"},
    prompts=direction_with_B,
)
attained = PAPER.claim(
    "Footnote 2, more layers",
    id="footnote-2/attained",
    summary="Up to nine layers, the loss has slopes of exactly zero within S at an explicit point of it.",
    origin="ours",
    at=lines(291),
    kind=Expectation(),
    settings=space(Sizes, d=dims(1, 5), n=dims(1, 20), L=dims(2, 9, most=9)),
    prompts=lambda s: space(r=reals(s.L), t=reals(s.L - 1)),  # any direction within S
    uses=[inequality],
)


LAW = (
    r"Let $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the "
    r"loss (5) with the weights (13). "
)


@footnote.printed(
    LAW + r"For two layers the infimum in (14) is attained: the gradient in all symmetric $A_i$ and all $B_i$ "
    r"is exactly zero at $A_0=0$, $B_0=-\frac12I$, $A_1=-\frac{n}{n+d+1}\Sigma^{-1}$, a point of $\mathcal S$ "
    r"(with any $B_1$, which "
    r"has no influence).",
    point=explicit,
)
def slope_at_the_point(s: Setting, prompt: Prompt, point: Point) -> Margin:
    """The gradient is exactly zero at the explicit point of S."""
    return equal(slope_along(s, prompt, point) + 1, 1)  # one on both sides gives them a size


@attained.printed(
    LAW + r"For L layers, $2\le L\le9$, at the point $A_{L-1}=-\frac{n}{n+d+1}\Sigma^{-1}$, otherwise $A_i=0$, "
    r"$B_i=-\frac12I$, of $\mathcal S$ the slope of f along any $(r_i\Sigma^{-1},t_iI)$ is exactly zero, "
    r"evaluated by $f=\int p^2d\mu$ on $\mathcal S$. (By (34) it is then zero along any direction, and the "
    r"infimum in (14) is attained.)",
    point=explicit,
)
def slope_within_S(s: Sizes, prompt: Prompt, point: Stepsizes) -> Margin:
    """The slope within S is exactly zero at the explicit point, for several layers."""
    a, b = (constant(x, prompt.r) for x in point(s))
    return equal(spectral_slope(a, prompt.r, s.d, s.n, b[:-1], prompt.t) + 1, 1)


for claim in (footnote, attained):
    claim.mutant("every a_i one percent off", point=scaled(explicit, a=Fraction(101, 100)))
    claim.mutant("every b_i negated", point=scaled(explicit, b=Fraction(-1)))
    claim.mutant("every b_i zero", point=scaled(explicit, b=Fraction(0)))
