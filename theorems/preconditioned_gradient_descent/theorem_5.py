r"""On the set S the gradient comes arbitrarily close to zero, also where the covariates move.

Theorem 5, with $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$ and the parameters (13): the infimum of
the squared gradient over $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$ is zero. It is attained at an explicit point, for
every $\Sigma$, $n$ and number of layers: $A_i=0$ and $B_i=-\frac12I$ but for the last layer, $A_{L-1}=-\frac
n{n+d+1}\Sigma^{-1}$ (why: :func:`baselines.in_context_loss_minimisers.critical_point_with_b`). Footnote 2, that
S may contain no point with gradient exactly zero, hedges without need (claims ``footnote-2``, and
``footnote-2-attained`` for more than two layers). Slopes are those of the exact loss along symmetric $R$ (as
(13) demands) and any $S$.

At two layers that point is a saddle (the least eigenvalue of its Hessian is -16 at $d=n=1$, -4.5 at $d=2$,
$n=3$).

Suffix ``minimiser``: the same at a local minimum over S, found by descent to rounding.
The theorem's "any PSD matrix" is read as positive definite, as its next line says ($\Sigma^{-1}$ is used).
"""

from __future__ import annotations

from fractions import Fraction

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import absolute, values
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_critical_points import settings
from theorems.preconditioned_gradient_descent.instances_critical_points_b import (
    Point,
    Setting,
    direction_with_B,
    explicit,
    minimiser,
    scaled,
    slope_along,
)
from theorems.preconditioned_gradient_descent.instances_gradients import squared

theorem = PAPER.claim(
    "Theorem 5",
    kind="expectation",
    settings=settings(d=2, n=3, L=2, bits=40),
    prompts=direction_with_B,
)
at_minimiser = PAPER.claim(
    "Theorem 5, minimiser over S",
    slug="theorem-5-minimiser",
    kind="expectation",
    settings=settings(d=2, n=2, L=2, first=2, bits=38),
    prompts=direction_with_B,
    uses=[theorem],
)
IN_S = r"$A_i=a_i\Sigma^{-1}$, $B_i=b_iI$"


@theorem.printed(
    r"$\inf_{(A,B)\in\mathcal S}\sum_{i=0}^k\|\nabla_{A_i}f(A,B)\|_F^2+\|\nabla_{B_i}f(A,B)\|_F^2=0$ with "
    rf"$\mathcal S$: {IN_S}.",
    point=explicit,
)
@at_minimiser.printed(rf"The gradient vanishes at a minimiser of $f$ over {IN_S}.", point=minimiser)
def gradient_is_as_small_as_wanted(s: Setting, prompt: Prompt, point: Point) -> Margin:
    """For every precision a point of S has a gradient that small, in all directions."""
    seen = slope_along(s, prompt, point)
    size = squared(prompt.R) + squared(prompt.S)
    margin = at_most(seen * seen, size / 2**s.bits / 2**s.bits)
    return margin.report(slope_of_unit_directions=absolute(values(seen)) / values(size) ** 0.5)


for claim in (theorem, at_minimiser):
    own = minimiser if claim is at_minimiser else explicit
    claim.mutant("a one percent off", point=scaled(own, a=Fraction(101, 100)))
    claim.mutant("B negated", point=scaled(own, b=Fraction(-1)))
    claim.mutant("B zero", point=scaled(own, b=Fraction(0)))
