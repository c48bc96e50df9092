r"""Footnote 2: "the infimum may not be attained", in (14) of Theorem 5. It always is: the hedge is not needed.

Said is that S may contain no point with gradient exactly zero. It always does, and an explicit one: $A_i=0$
and $B_i=-\frac12I$ but for the last layer, which has $A_{L-1}=-\frac n{n+d+1}\Sigma^{-1}$. For then no $B_i$
matters to first order, the slope in the last $A$ is that of one layer at its minimum, and with $q=1+a^*s$,
which is orthogonal to $s$, the slope in another $a_i$ is twice
$\int(sq^2+2a^*b_is^2q)\,d\mu=a^*(1+2b_i)\int s^2q\,d\mu=0$. The sentence is modal ("may", "it is
possible"), so that nothing in it is false. The bare id checks the whole gradient for two layers; ``attained``
the slopes within S, where the gradient lies by (34), for up to nine layers ($k=8$): there $f=\int p^2d\mu$ with
the $\mu$ of footnote 1, whatever $\Sigma$ is. All are rational.

``saddle``: all layers but the last are idle there, and it is no minimum, not even a local one. With any other
$b_i$ before the last layer the loss is the same, and the slope in $a_i$ is $2a^*(1+2b_i)\int s^2q\,d\mu$,
which is not zero: as near as one likes to the point the loss falls within S. So (14) holds, but the point that
shows it runs one step of gradient descent. A local minimum over S is ``theorem-5/minimiser``.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from baselines.in_context_loss_minimisers import critical_point_with_b
from baselines.in_context_loss_rule import spectral_moment
from baselines.in_context_loss_spectrum import spectral_loss, spectral_slope
from lemmata import Expectation, Margin, Prompt, dims, equal, lines, reals, space
from lemmata.numbers import Array, broadcast_to, concatenate, constant, full, sign
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, direction_with_B, settings
from theorems.preconditioned_gradient_descent.footnote_1 import Sizes
from theorems.preconditioned_gradient_descent.theorem_3.scalar import least
from theorems.preconditioned_gradient_descent.theorem_5.eq_34 import inequality
from theorems.preconditioned_gradient_descent.theorem_5.setting import Point, explicit, scaled, slope_along

Stepsizes = Callable[[Sizes], tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]
footnote = PAPER.claim(
    "Footnote 2",
    summary="Two layers of S have a gradient of exactly zero, so that the infimum in (14) is attained.",
    origin="ours",
    at=lines(291),
    kind=Expectation(),
    settings=settings(d=3, n=10, L=2, first=2, deepest=2),
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


saddle = PAPER.claim(
    "Footnote 2, a saddle",
    id="footnote-2/saddle",
    summary="The explicit point that attains (14) leaves all layers but one idle, and is a saddle.",
    rank="headline",
    origin="ours",
    at=lines(291),
    kind=Expectation(),
    settings=space(Sizes, d=dims(1, 5), n=dims(1, 20), L=dims(2, 9, most=9)),
    prompts=lambda s: space(delta=reals(1)),
    uses=[attained],
)


LAW = (
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the "
    r"loss (5) with the weights (13). "
)


MEASURE = (
    r"with $\mu$ the mean spectral measure, of mass d, of $\frac1n\sum_{i=1}^ng_ig_i^\top$ for independent "
    r"standard normal $g_i\in\mathbb R^d$"
)


@footnote.printed(
    LAW + r"For two layers the infimum in (14) is attained: the gradient in all $A_i$, which need not be "
    r"symmetric, and all $B_i$ is exactly zero at $A_0=0$, $B_0=-\frac12I$, "
    r"$A_1=-\frac{n}{n+d+1}\Sigma^{-1}$, a point of $\mathcal S$ (with any $B_1$, which has no influence).",
    point=explicit,
)
def slope_at_the_point(s: Setting, prompt: Prompt, point: Point) -> Margin:
    """The gradient is exactly zero at the explicit point of S."""
    return equal(slope_along(s, prompt, point) + 1, 1)  # one on both sides gives them a size


@attained.printed(
    LAW + r"For L layers, $2\le L\le9$, at the point $A_{L-1}=-\frac{n}{n+d+1}\Sigma^{-1}$, otherwise $A_i=0$, "
    r"$B_i=-\frac12I$, of $\mathcal S$ the slope of f along any $(r_i\Sigma^{-1},t_iI)$ is exactly zero, "
    rf"evaluated by $f=\int p^2d\mu$ on $\mathcal S$, {MEASURE} and $p(s)=\prod_i(1+a_is_i)$ for $s_0=s$, "
    r"$s_{i+1}=s_i(1+a_ib_is_i)^2$. (By (34) it is then zero along any direction, and the "
    r"infimum in (14) is attained.)",
    point=explicit,
)
def slope_within_S(s: Sizes, prompt: Prompt, point: Stepsizes) -> Margin:
    """The slope within S is exactly zero at the explicit point, for several layers."""
    a, b = (constant(x, prompt.r) for x in point(s))
    return equal(spectral_slope(a, prompt.r, s.d, s.n, b[:-1], prompt.t) + 1, 1)


def moments(s: Sizes) -> Fraction:
    """The integral of s^2 q, for q = 1 + a s with the best a of one layer."""
    m_2, m_3 = (spectral_moment(s.d, s.n, k) for k in (2, 3))
    return m_2 + Fraction(-s.n, s.n + s.d + 1) * m_3


@saddle.printed(
    LAW + r"For L layers, $2\le L\le9$, the point $A_{L-1}=-\frac{n}{n+d+1}\Sigma^{-1}$, otherwise $A_i=0$, "
    r"$B_i=-\frac12I$, of $\mathcal S$ is a saddle there: with $b_{L-2}=-\frac12+\delta$ for $-\frac12$ "
    r"there, the loss is the same for every $\delta$, the minimum over $\mathcal S$ of one layer alone, and "
    r"the slope of f in $a_{L-2}$ is $4c\delta$ with $c=-\frac n{n+d+1}\int s^2(1-\frac n{n+d+1}s)\,d\mu>0$, "
    rf"{MEASURE}, so that f falls on either side of the point.",
    factor=4,
)
def falls_beside_the_point(s: Sizes, prompt: Prompt, factor: int) -> Margin:
    """Beside the explicit point the loss has a slope within S."""
    last, delta = s.L - 2, prompt.delta

    def each(numbers: Sequence[Fraction | int]) -> Array:
        """The same numbers for each prompt."""
        return broadcast_to(constant(numbers, delta)[None], (len(prompt), len(numbers)))

    a, b = (each(x) for x in critical_point_with_b(s.d, s.n, s.L))
    b = concatenate([b[:, :last], b[:, last:] + delta], 1)
    along = each([int(i == last) for i in range(s.L)])
    slope = spectral_slope(a, along, s.d, s.n, b, full(0, like=b))
    loss = spectral_loss(a, s.d, s.n, b)
    c = each([Fraction(-s.n, s.n + s.d + 1) * moments(s)])
    found = concatenate([slope[:, None], loss[:, None], sign(c)], 1)
    return equal(found, concatenate([c * delta * factor, each([least(s.d, s.n, 1), 1])], 1))


saddle.mutant("twice the slope", factor=8)
saddle.mutant("no slope", factor=0)
for claim in (footnote, attained):
    claim.mutant("every a_i one percent off", point=scaled(explicit, a=Fraction(101, 100)))
    claim.mutant("every b_i negated", point=scaled(explicit, b=Fraction(-1)))
    claim.mutant("every b_i zero", point=scaled(explicit, b=Fraction(0)))
