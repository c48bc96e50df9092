r"""Theorem 4: on the set S the gradient of the in-context loss comes arbitrarily close to zero.

With $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$ and the sparse parameters (9): the infimum of
$\sum_i\|\nabla_{A_i}f(A)\|_F^2$ over $A_i=a_i\Sigma^{-1}$ is zero, (24) in its proof. It is attained, at the
minimiser over S: $a_i=-1/x_i$ with the nodes $x_i$ of a Gauss rule.
Rounded to $m+32$ bits it has a gradient of norm at most
$2^{-m}$, which is checked for $20\le m\le40$ along any directions $R$ of the full space of matrices, in
rational arithmetic. (As $2^{-m}$ is as small as wanted, this is the infimum.)

The theorem lists $x^{(i)}$ for $i=1,\dots,n$; that the query $x^{(n+1)}$ is a further one of the same law says
section 3, whose X has $n+1$ i.i.d. rows (line 43). It is needed: ``query``.

``deep``: up to nine layers (the paper's $k=8$ lists nine matrices). There the slope along R is that along
the part of R in S, which is what (25) says (``theorem-4/eq-25``, for up to three layers): the claim builds on
it. That such a point may be a global minimum is ``section-7/global-minimum``.
"""

from collections.abc import Callable
from fractions import Fraction

import torch

from baselines.gaussian_moments import Task
from baselines.in_context_loss import slope
from baselines.in_context_loss_minimisers import minimiser_near
from lemmata import Expectation, Margin, Prompt, at_most, box, lines
from lemmata.numbers import Array, absolute, constant, eye, values
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import (
    Precise,
    Setting,
    any_direction,
    settings,
    squared,
    times,
)
from theorems.preconditioned_gradient_descent.theorem_4.figure import plots

Coefficients = Callable[[Precise], tuple[Fraction, ...]]

BITS = 40

FIGURE_1 = Precise(  # the sizes of the experiment in section 5.3, and four times its Sigma
    d=5,
    n=20,
    L=3,
    spectrum=torch.tensor([4.0, 4.0, 1.0, 0.25, 4.0]).double(),
    tilt=box(2, 4, low=-1, high=1).seeded(1),
    m=BITS,
)


def best(s: Precise) -> tuple[Fraction, ...]:
    """The a_i of the minimiser over S, rounded to m + 32 bits."""
    return minimiser_near(s.d, s.n, s.L, s.m + 32)


WRONG: dict[str, Coefficients] = {
    "one example more": lambda s: minimiser_near(s.d, s.n + 1, s.L, s.m + 32),
    "one percent off": lambda s: tuple(a * Fraction(101, 100) for a in best(s)),
    "the best of one layer, throughout": lambda s: minimiser_near(s.d, s.n, 1, s.m + 32) * s.L,
}
theorem = PAPER.claim(
    "Theorem 4",
    summary="For the sparse weights, the gradient on the set S comes arbitrarily close to zero.",
    rank="headline",
    at=lines(211, 223),
    kind=Expectation(),
    settings=settings(n=20, bits=BITS),
    prompts=any_direction,
    examples=[FIGURE_1],
)
STATEMENT = (
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ (the theorem lists $i\le n$; section 3 has the "
    r"query among its i.i.d. rows), $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the loss (5) with "
    r"the weights (9) (f and its gradient for $A_i$ that need not be symmetric: that among symmetric ones is "
    r"no larger) and the layers $A_0,\dots,A_k$ that it sees ($k=L-1$, %s). Then $\inf_{A\in\mathcal "
    r"S}\sum_{i=0}^k\|\nabla_{A_i}f(A)\|_F^2=0$, where $A\in\mathcal S$ means $A_i=a_i\Sigma^{-1}$ for all i: "
    r"for every $m\ge20$, and so for every m, some $A\in\mathcal S$ has "
    r"$|\sum_i\langle\nabla_{A_i}f(A),R_i\rangle|\le2^{-m}\|R\|_F$ for all R"
)


@theorem.printed(
    STATEMENT % "any L" + ".",
    slack="The minimiser over S has gradient exactly zero (claim footnote-1/attained); what its irrational "
    "coefficients, rounded to m + 32 bits, leave of it is less than 2^-19 of the bound. Nearer than that comes "
    "only the rounding of float64, in which most prompts are searched, at the largest m.",
    point=best,
    direction=lambda s: s.precision,
    task="inverse",
)
def gradient_is_as_small_as_wanted(
    s: Precise, prompt: Prompt, point: Coefficients, direction: Callable[[Setting], Array], task: Task
) -> Margin:
    """For every precision a point of S has a gradient that small, in all directions."""
    A = times(constant(point(s), s.spectrum), direction(s))
    along_R = slope(A, prompt.R, s.Sigma, s.n, task=task, symmetric=False)
    size = squared(prompt.R)
    # |<gradient, R>| <= 2^-m |R| for all R says that the gradient has norm at most 2^-m.
    margin = at_most(along_R * along_R, size / 2**s.m / 2**s.m)
    return margin.report(slope_of_unit_directions=absolute(values(along_R)) / values(size) ** 0.5)


for name, coefficients in WRONG.items():
    theorem.mutant(name, point=coefficients)
theorem.mutant("multiples of the identity", direction=lambda s: eye(s.d, s.spectrum))
theorem.mutant("isotropic w", task="identity")
theorem.figure(plots)
