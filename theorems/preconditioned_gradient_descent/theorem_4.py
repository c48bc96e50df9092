r"""On the set S the gradient of the in-context loss comes arbitrarily close to zero.

Theorem 4, with $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$ and the sparse parameters (9): the infimum
of $\sum_i\|\nabla_{A_i}f(A)\|_F^2$ over $A_i=a_i\Sigma^{-1}$ is zero. It is attained, at the minimiser over S:
$a_i=-1/x_i$ with the nodes $x_i$ of a Gauss rule (:mod:`baselines.in_context_loss_minimisers`). Rounded
to $m+32$ bits it has a gradient of norm at most $2^{-m}$, which is checked for $20\le m\le40$ along any
directions $R$ of the full space of matrices, in rational arithmetic.

Suffix ``deep``: up to nine layers (the paper's $k=8$ lists nine matrices). There the slope along R is that
along the part of R in S, which is what (25) says (claim ``eq-25``, for two layers): the claim builds on it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import torch

from baselines.gaussian_moments import Task
from baselines.in_context_loss import slope
from baselines.in_context_loss_minimisers import minimiser_near
from baselines.in_context_loss_spectrum import spectral_slope
from lemmata import Margin, Prompt, at_most, box
from lemmata.numbers import Array, absolute, eye, values
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.eq_25 import inequality
from theorems.preconditioned_gradient_descent.instances_critical_points import (
    Setting,
    any_direction,
    half_traces,
    numbers,
    settings,
    times,
)
from theorems.preconditioned_gradient_descent.instances_gradients import squared

Coefficients = Callable[[Setting], tuple[Fraction, ...]]
BITS = 40
LARGE = Setting(
    3, 4, 3, torch.tensor([0.25, 1.0, 4.0]).double(), box(2, 2, low=-1, high=1).seeded(1), BITS
)


def best(s: Setting) -> tuple[Fraction, ...]:
    return minimiser_near(s.d, s.n, s.L, s.bits + 32)


WRONG: dict[str, Coefficients] = {
    "one example more": lambda s: minimiser_near(s.d, s.n + 1, s.L, s.bits + 32),
    "one percent off": lambda s: tuple(a * Fraction(101, 100) for a in best(s)),
    "the best of one layer, throughout": lambda s: minimiser_near(s.d, s.n, 1, s.bits) * s.L,
}

theorem = PAPER.claim(
    "Theorem 4",
    kind="expectation",
    settings=settings(bits=BITS),
    prompts=any_direction,
    examples=[LARGE],
)
deep = PAPER.claim(
    "Theorem 4, deep networks",
    slug="theorem-4-deep",
    kind="expectation",
    settings=settings(L=9, bits=BITS),
    prompts=any_direction,
    uses=[theorem, inequality],
)
STATEMENT = (
    r"$\inf_{A\in\mathcal S}\sum_{i=0}^k\|\nabla_{A_i}f(A)\|_F^2=0$ with $A\in\mathcal S$ if and only if "
    r"$A_i=a_i\Sigma^{-1}$"
)


@theorem.printed(rf"{STATEMENT}.", point=best, direction=lambda s: s.precision, task="inverse")
def gradient_is_as_small_as_wanted(
    s: Setting,
    prompt: Prompt,
    point: Coefficients,
    direction: Callable[[Setting], Array],
    task: Task,
) -> Margin:
    """For every precision a point of S has a gradient that small, in all directions."""
    A = times(numbers(point(s), s.spectrum), direction(s))
    seen = slope(A, prompt.R, s.Sigma, s.n, task=task, symmetric=False)
    size = squared(prompt.R)
    margin = at_most(seen * seen, size / 2**s.bits / 2**s.bits)
    return margin.report(slope_of_unit_directions=absolute(values(seen)) / values(size) ** 0.5)


@deep.printed(rf"{STATEMENT}, for up to nine layers.", point=best)
def deep_gradient_is_as_small_as_wanted(s: Setting, prompt: Prompt, point: Coefficients) -> Margin:
    """The same for many layers, with the loss as an integral against the spectral measure."""
    a = numbers(point(s), s.spectrum)
    # At a point of S everything commutes but R: the slope sees its whitened trace.
    seen = spectral_slope(a, half_traces(prompt.R, s.Sigma) / s.d, s.d, s.n)
    return at_most(seen * seen, squared(prompt.R) / 2**s.bits / 2**s.bits)


for name, coefficients in WRONG.items():
    theorem.mutant(name, point=coefficients)
    deep.mutant(name, point=coefficients)
theorem.mutant("multiples of the identity", direction=lambda s: eye(s.d, s.spectrum))
theorem.mutant("isotropic w", task="identity")
