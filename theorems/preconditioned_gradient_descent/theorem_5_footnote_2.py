r"""The infimum of Theorem 5 is attained: its footnote hedges without need.

Footnote 2: the infimum may not be attained, so that S may contain no point with gradient exactly zero.
It always does, and an explicit one: $A_i=0$ and $B_i=-\frac12I$ but for the last layer, which has
$A_{L-1}=-\frac n{n+d+1}\Sigma^{-1}$. For then no $B_i$ matters to first order, the slope in the last $A$ is
that of one layer at its minimum, and with $q=1+a^*s$, which is orthogonal to $s$, the slope in another
$a_i$ is twice $\int(sq^2+2a^*b_is^2q)\,d\mu=a^*(1+2b_i)\int s^2q\,d\mu=0$. As printed the sentence speaks of
some setting; such a point in every setting refutes it. The gradient is checked entry by entry, in
rational arithmetic, for two layers.
"""

from __future__ import annotations

from fractions import Fraction

from lemmata.arrays import sign
from lemmata.margins import Margin, at_least, equal
from lemmata.spaces import Prompt
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_critical_points import (
    gradient_with_B,
    settings,
    squared,
)
from theorems.preconditioned_gradient_descent.instances_critical_points_b import (
    Point,
    Setting,
    direction_with_B,
    explicit,
    matrices,
    scaled,
    slope_along,
)
from theorems.preconditioned_gradient_descent.theorem_5 import theorem

footnote = PAPER.claim(
    "Footnote 2",
    kind="expectation",
    settings=settings(d=2, n=3, L=2, first=2),
    prompts=direction_with_B,
    uses=[theorem],
)


@footnote.printed(
    r"$\mathcal S$ does not contain a point with exactly zero gradient: $\nabla f(A,B)\ne0$, also at the "
    "explicit point.",
    expect="refuted",
    defect="statement",
    because="The infimum is attained at an explicit rational point, for every Sigma, n and number of layers.",
    prompts=None,
)
def gradient_at_the_point(s: Setting) -> Margin:
    """The squared norm of the gradient at the explicit point of S is positive."""
    A, B = matrices(s, explicit)
    in_A, in_B = gradient_with_B(s, A[None], B[None])
    return at_least(sign(squared(in_A) + squared(in_B)), 1)


@footnote.amended(
    r"$\mathcal S$ contains a point with exactly zero gradient: $A_{L-1}=-\frac{n}{n+d+1}\Sigma^{-1}$, "
    r"otherwise $A_i=0$, $B_i=-\frac12I$.",
    point=explicit,
)
def slope_at_the_point(s: Setting, prompt: Prompt, point: Point) -> Margin:
    """The gradient is exactly zero at the explicit point of S."""
    seen = slope_along(s, prompt, point)
    return equal(seen + 1, seen * 0 + 1)


footnote.mutant("a one percent off", point=scaled(explicit, a=Fraction(101, 100)))
footnote.mutant("B negated", point=scaled(explicit, b=Fraction(-1)))
footnote.mutant("B zero", point=scaled(explicit, b=Fraction(0)))
