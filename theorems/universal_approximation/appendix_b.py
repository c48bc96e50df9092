r"""The Barron parameter of two-layer logistic networks, appendix B: the bound of Section 2.3, and its proof.

The bound is $C_{\mathcal F^{\mathsf{neural}}}\le\frac14\int\rho_{\max}(a)(\|a\|_2+2)\,\mathrm da$
(``appendix-b/logistic``), here on finitely many units in one dimension: the moments of (132) are integrated
by the lower end of a trapezoidal sum. The integral $\int_0^\infty\frac\omega{\sinh\pi\omega}\,\mathrm
d\omega=\frac14$ (``appendix-b/integral``) lies within $\frac1{2\pi K}$ of that sum with step $1/K$, since
the integrand falls from $1/\pi$ to 0.

(134): $\frac1{2\pi}\int\frac{e^{-x}}{(1+e^{-x})^2}e^{-j\omega x}\,\mathrm
dx=\frac\omega{e^{\pi\omega}-e^{-\pi\omega}}$, checked by the trapezoidal rule with step 1/4 on $[-40,40]$,
whose error is below $2^{-40}$ for $|\omega|\le4$ (the integrand is analytic for $|\mathrm{Im}\,x|<\pi$).
All hold (134 at $\omega=0$ as a limit). The Barron parameters of linear functions and of combinations are
``eq_21`` and ``eq_22``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import torch

from lemmata import Margin, Prompt, at_most, box, dims, lines, space
from lemmata.numbers import Array, absolute, constant, exp, pi, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine


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
    return (inner + 1 / (pi(inner) * 2)) / K


bound = PAPER.claim(
    "Appendix B, logistic networks",
    id="appendix-b/logistic",
    at=lines(193, 201),
    settings=space(Units, m=dims(1, 3)),
    prompts=lambda s: space(a=box(s.m, low=-4.0, high=4.0), rho=box(s.m, low=-2.0, high=2.0)),
)


@bound.printed(
    r"$C_{\mathcal F^{\mathsf{neural}}}\le\frac14\int\rho_{\max}(a)(\|a\|_2+2)\,\mathrm da$.", constants=(1, 2)
)
def parameter_of_logistic_networks(s: Units, prompt: Prompt, constants: tuple[int, int]) -> Margin:
    """The Barron parameter of two-layer logistic networks."""
    size, weight = absolute(prompt.a), absolute(prompt.rho)
    # (132) in one dimension: each unit has the moment |rho| |a| int x / sinh(pi x) dx.
    moment = trapezoid(16, prompt.a) - constant(Fraction(1, 96), prompt.a)
    parameter = sum(weight, -1) / 2 + sum(weight * size, -1) * moment
    return at_most(parameter, sum(weight * (size * constants[0] + constants[1]), -1) / 4)


bound.mutant("half the slope", constants=(0, 2))
bound.mutant("half the constant", constants=(1, 1))

integral = PAPER.claim(
    "Appendix B, (i)",
    id="appendix-b/integral",
    rank="step",
    origin="read",
    at=lines(1261, 1263),
    settings=space(Grid, K=dims(4, 16)),
)


@integral.printed(
    r"$\int_0^\infty\frac\omega{\sinh(\pi\omega)}\,\mathrm d\omega=\frac14$, that is within $\frac1{6K}$ "
    r"of the trapezoidal sum with step $\frac1K$.",
    value=lambda: 4,
)
def integral_is_a_quarter(s: Grid, value: Callable[[], int]) -> Margin:
    """The integral of x over sinh(pi x) is one quarter."""
    total = trapezoid(s.K, like=s.K)
    return at_most(absolute(total - constant(Fraction(1, value()), total))[None], 1 / (6 * s.K))


integral.mutant("one third", value=lambda: 3)
integral.mutant("one fifth", value=lambda: 5)

STEP, END = 4, 40
"""Steps per unit, and the end, of the trapezoidal rule for (134)."""


def density(x: Array) -> Array:
    """The derivative of the logistic function."""
    e = exp(-absolute(x))
    return e / ((e + 1) * (e + 1))


fourier = PAPER.claim(
    "(134)",
    id="appendix-b/eq-134",
    rank="step",
    origin="read",
    at=lines(1277, 1279),
    settings=space(Grid, K=dims(STEP, STEP)),
    prompts=lambda s: space(omega=box(1, low=0.125, high=4.0)),
)


@fourier.printed(
    r"$\frac1{2\pi}\int\frac{e^{-x}}{(1+e^{-x})^2}e^{-j\omega x}\,\mathrm "
    r"dx=\frac\omega{e^{\pi\omega}-e^{-\pi\omega}}$, up to $2^{-40}$.",
    factor=1,
)
def fourier_transform_of_the_density(s: Grid, prompt: Prompt, factor: float) -> Margin:
    """The Fourier transform of the logistic density."""
    omega = prompt.omega
    x = constant(torch.arange(-END * STEP, END * STEP + 1), omega) / STEP
    waves = cosine(omega * x)
    transformed = sum(waves * density(x), -1) / STEP / (pi(omega) * 2)
    exact = transform(omega)[:, 0] / 2 * factor
    return at_most(absolute(transformed - exact), Fraction(1, 2**40))


fourier.mutant("twice", factor=2)
fourier.mutant("half", factor=0.5)
