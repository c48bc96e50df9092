r"""The Barron parameter of two-layer logistic networks, appendix B: the bound of Section 2.3, and its proof.

The bound is $C_{\mathcal F^{\mathsf{neural}}}\le\frac14\int\rho_{\max}(a)(\|a\|_2+2)\,\mathrm da$
(``appendix-b/logistic``), here on finitely many units: by (132) a unit has the moment $\rho_{\max}\|a\|_2
\int_0^\infty\frac\omega{\sinh\pi\omega}\,\mathrm d\omega$, along the direction of a.

``appendix-b/integral``: that integral is $\frac14$. The integrand is even, and analytic for
$|\mathrm{Im}\,\omega|<1$; on the lines $|\mathrm{Im}\,\omega|=\frac12$ its absolute value has an integral
below 1, so that the trapezoidal sum with step $1/K$ is within $\frac1{e^{\pi K}-1}$ of it (Trefethen and
Weideman, 2014, Theorem 5.1). That sum is compared with $\frac14$; it ends at $2K+2$, beyond which less than
$(2K+3)e^{-\pi(2K+2)}$ is left (with a fixed end, what is left would exceed the bound for large K).

(134): $\frac1{2\pi}\int\frac{e^{-x}}{(1+e^{-x})^2}e^{-j\omega x}\,\mathrm
dx=\frac\omega{e^{\pi\omega}-e^{-\pi\omega}}$, checked by the trapezoidal rule with step 1/4 on $[-40,40]$,
whose error is below $2^{-40}$ for $|\omega|\le4$ (the integrand is analytic for $|\mathrm{Im}\,x|<\pi$).
All hold (134 at $\omega=0$ as a limit). The Barron parameters of linear functions and of combinations are
the claims ``eq-21`` and ``eq-22``.
"""

from dataclasses import dataclass
from fractions import Fraction

import torch

from lemmata import Margin, Prompt, at_most, box, dims, lines, reals, space
from lemmata.numbers import Array, absolute, constant, exp, norm, pi, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine


@dataclass(frozen=True)
class Grid:
    K: int
    """Steps per unit."""


@dataclass(frozen=True)
class Units:
    m: int
    d: int


def integrand(x: Array) -> Array:
    """``x / sinh(pi x)`` for x above 0."""
    e = exp(x * pi(x))
    return x * 2 / (e - 1 / e)


def trapezoid(K: int, like: Array) -> Array:
    """The trapezoidal sum of ``x / sinh(pi x)`` over [0, 2K + 2] with step 1/K; at 0 it is ``1 / pi``."""
    x = constant(torch.arange(1, (2 * K + 2) * K + 1), like) / K
    return (sum(integrand(x), 0) + 1 / (pi(x[0]) * 2)) / K


def error_of_the_rule(K: int, like: Array) -> Array:
    """``1 / (exp(pi K) - 1)``, how far that sum may be from the integral."""
    return 1 / (exp(pi(like) * K) - 1)


bound = PAPER.claim(
    "Appendix B, logistic networks",
    id="appendix-b/logistic",
    summary="A two-layer logistic network has a Barron parameter of at most a quarter of the weighted sum of "
    "its "
    "inner norms plus 2",
    at=lines(193, 201),
    settings=space(Units, m=dims(1, 3), d=dims(1, 3)),
    prompts=lambda s: space(a=reals(s.m, s.d), rho_max=box(s.m, low=0.0, high=2.0, of="[0, inf)")),
)


@bound.printed(
    r"$C_{\mathcal F^{\mathsf{neural}}}\le\frac14\int\rho_{\max}(a)(\|a\|_2+2)\,\mathrm da$, for "
    r"$f_\rho(x)=\int\rho(a)\sigma(a^\top x)\,\mathrm da$ with $|\rho(a)|\le\rho_{\max}(a)$; here sums over "
    r"$m$ units, with the moments of (132), whose integral is taken as a trapezoidal sum minus the most that "
    r"this may miss it by (it is $\frac14$, appendix-b/integral).",
    slope=1,
    offset=2,
)
def parameter_of_logistic_networks(s: Units, prompt: Prompt, slope: int, offset: int) -> Margin:
    """The Barron parameter of two-layer logistic networks, by (132), from below."""
    a, rho_max = prompt.a, prompt.rho_max
    integral = trapezoid(8, a) - error_of_the_rule(8, a)
    parameter = sum(rho_max, -1) / 2 + sum(rho_max * norm(a), -1) * integral
    return at_most(parameter, sum(rho_max * (norm(a) * slope + offset), -1) / 4)


bound.mutant("no slope", slope=0)
bound.mutant("1 for 2", offset=1)

integral = PAPER.claim(
    "Appendix B, (i)",
    id="appendix-b/integral",
    rank="step",
    origin="read",
    summary="The integral of omega over sinh(pi omega) along the positive half-line is one quarter",
    at=lines(1261, 1263),
    settings=space(Grid, K=dims(1, 8)),
)


@integral.printed(
    r"$\int_0^\infty\frac\omega{\sinh(\pi\omega)}\,\mathrm d\omega=\frac14$: for every $K\ge1$ the trapezoidal "
    r"sum on $[0,2K+2]$ with "
    r"step $\frac1K$ is within $\frac1{e^{\pi K}-1}$ of $\frac14$, as it is of the integral.",
    slack="The theorem allows exp(-pi K), the sum misses by about exp(-2 pi K): its poles are at distance 1.",
    value=Fraction(1, 4),
)
def integral_is_a_quarter(s: Grid, value: Fraction) -> Margin:
    """The distance of the trapezoidal sum from the value of the integral."""
    total = trapezoid(s.K, like=s.K)
    return at_most(absolute(total - value), error_of_the_rule(s.K, total))


integral.mutant("a millionth more", value=Fraction(1_000_001, 4_000_000))
integral.mutant("a millionth less", value=Fraction(999_999, 4_000_000))

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
    summary="The derivative of the logistic function has the Fourier transform omega over twice sinh(pi omega)",
    at=lines(1277, 1279),
    settings=space(),
    prompts=lambda s: space(omega=box(1, low=0.125, high=4.0)),
)


@fourier.printed(
    r"$\frac1{2\pi}\int\frac{e^{-x}}{(1+e^{-x})^2}e^{-j\omega x}\,\mathrm "
    r"dx=\frac\omega{e^{\pi\omega}-e^{-\pi\omega}}$ for $\frac18\le\omega\le4$ (both sides are even): the "
    r"trapezoidal sum "
    r"with step $\frac14$ on $[-40,40]$, with $\cos\omega x$ for the exponential, the density being even, is "
    r"within $2^{-40}$ of the right side.",
    slack="2^-40 is what the rule is shown to miss at most; it misses 2^-59, what lies beyond 40.",
    factor=Fraction(1),
)
def fourier_transform_of_the_density(prompt: Prompt, factor: Fraction) -> Margin:
    """The Fourier transform of the logistic density."""
    omega = prompt.omega
    x = constant(torch.arange(-END * STEP, END * STEP + 1), omega) / STEP
    waves = cosine(omega * x)
    transformed = sum(waves * density(x), -1) / STEP / (pi(omega) * 2)
    exact = integrand(omega)[:, 0] / 2 * factor
    return at_most(absolute(transformed - exact), Fraction(1, 2**40))


fourier.mutant("a millionth more", factor=Fraction(1_000_001, 1_000_000))
fourier.mutant("a millionth less", factor=Fraction(999_999, 1_000_000))
