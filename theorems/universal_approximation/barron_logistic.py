r"""The Barron parameter of two-layer logistic networks: the integral 1/4, and the bound.

The integral $\int_0^\infty\frac\omega{\sinh\pi\omega}\,\mathrm d\omega=\frac14$ lies within $\frac1{2\pi
K}$ of the trapezoidal sum with step $1/K$, since the integrand falls from $1/\pi$ to 0. The bare id is the
bound $C_{\mathcal F^{\mathsf{neural}}}\le\frac14\int\rho_{\max}(a)(\|a\|_2+2)\,\mathrm da$, on finitely
many units in one dimension: the moments of (132) are integrated by the lower end of that sum. All hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch

from lemmata import Margin, Prompt, at_most, box, dims, space
from lemmata.numbers import Array, absolute, as_array, constant, exp, pi, sum
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Grid:
    K: int


@dataclass(frozen=True)
class Units:
    m: int


def transform(x: Array) -> Array:
    """``x / sinh(pi x)`` for x above 0."""
    e = exp(x * pi(x))
    return x * 2 / (e - 1 / e)


def trapezoid(K: int, like: Array) -> Array:
    """The trapezoidal sum of ``x / sinh(pi x)`` over [0, 8] with step 1/K."""
    x = constant(torch.arange(1, 8 * K + 1), like) / K
    inner = sum(transform(x), 0) - transform(x)[-1] / 2
    return (inner + 1 / (pi(inner) * 2 + inner * 0)) / K


integral = PAPER.claim(
    "Appendix B, (i)",
    slug="barron-logistic-integral",
    kind="forall",
    settings=space(Grid, K=dims(4, 16)),
)
bound = PAPER.claim(
    "Appendix B, logistic networks",
    slug="barron-logistic",
    kind="forall",
    settings=space(Units, m=dims(1, 3)),
    prompts=lambda s: space(a=box(s.m, low=-4.0, high=4.0), rho=box(s.m, low=-2.0, high=2.0)),
)


@integral.printed(
    r"$\int_0^\infty\frac\omega{\sinh(\pi\omega)}\,\mathrm d\omega=\frac14$, that is within $\frac1{6K}$ "
    r"of the trapezoidal sum with step $\frac1K$.",
    value=lambda: 4,
)
def integral_is_a_quarter(s: Grid, value: Callable[[], int]) -> Margin:
    """The integral of x over sinh(pi x) is one quarter."""
    found = trapezoid(s.K, like=s.K)
    return at_most(absolute(found - as_array(1, found) / value())[None], 1 / (6 * s.K))


integral.mutant("one third", value=lambda: 3)
integral.mutant("one fifth", value=lambda: 5)


@bound.printed(
    r"$C_{\mathcal F^{\mathsf{neural}}}\le\frac14\int\rho_{\max}(a)(\|a\|_2+2)\,\mathrm da$.",
    constants=(1, 2),
)
def parameter_of_logistic_networks(s: Units, prompt: Prompt, constants: tuple[int, int]) -> Margin:
    """The Barron parameter of two-layer logistic networks."""
    size, weight = absolute(prompt.a), absolute(prompt.rho)
    # (132) in one dimension: each unit has the moment |rho| |a| int x / sinh(pi x) dx.
    moment = trapezoid(16, prompt.a) - (as_array(1, prompt.a) + prompt.a[0, 0] * 0) / 96
    own = sum(weight, -1) / 2 + sum(weight * size, -1) * moment
    return at_most(own, sum(weight * (size * constants[0] + constants[1]), -1) / 4)


bound.mutant("half the slope", constants=(0, 2))
bound.mutant("half the constant", constants=(1, 1))
