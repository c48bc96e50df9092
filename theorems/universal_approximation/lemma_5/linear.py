r"""Lemma 5 for linear functions, (21): false as printed, since (71) leaves the frequency 0 out.

All of a linear function's Fourier mass is at $\omega=0$. Without it (71) is 0, and (70) fails for every
$\tau>3(1+C_b/C_a)$. It holds for $h\|a\|\sin(a^\top x/(h\|a\|))$, which tends to $a^\top x$ as h grows, with
the further error $\|a\|/(6h^2)$; a ramp averages over a window of width $1/\tau$, which misses a function of
slope 1 by at most $1/(4\tau)$, as it does at the turn at $z=-1$.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmata import Margin, Prompt, at_most, box, choices, dyadics, lines, space
from lemmata.numbers import Array, absolute, as_array, full, pi
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import mixture


@dataclass(frozen=True)
class Slope:
    C_a: float
    tau: float


@dataclass(frozen=True)
class Linear(Slope):
    C_b: float


@dataclass(frozen=True)
class Sine(Slope):
    h: int
    """One over the small frequency."""


features = PAPER.claim(
    "(70) for (21)",
    id="lemma-5/linear",
    rank="step",
    origin="read",
    summary="Lemma 5 covers linear functions as well",
    at=lines(527, 533),
    settings=space(Linear, C_a=dyadics(0.25, 2), C_b=dyadics(0, 1), tau=dyadics(2, 32, open_low=True)),
    # a is the norm of the slope up to its sign, z the projection of the input on its direction: any dimension.
    prompts=lambda s: space(a=box(1, low=-s.C_a, high=s.C_a), z=box(1, low=-1.0, high=1.0)),
)
Approximation = Callable[[Any, Prompt], Array]


def sines(sign: int = 1, size: int = 1) -> Approximation:
    """The mixture (71) for the sine of frequency 1/h instead of a linear function."""

    def approximation(s: Sine, prompt: Prompt) -> Array:
        z = prompt.z
        wave = Prompt(omega=full(Fraction(1, s.h), like=z), theta=full(-pi(z) / 2, like=z))
        return mixture(wave, s.tau, z) * prompt.a * sign * size

    return approximation


@features.printed(
    r"For $f(x)=a^\top x+b$ with $\|a\|_2\le C_a$, $|b|\le C_b$, $\|x\|_2\le1$ and $\tau>2$: "
    r"$|f(x)-f(0)-f^{\mathsf{approx}}(x)|\le3(C_a+C_b)\delta_\tau$ with $\delta_\tau=\frac1\tau$, where "
    r"$f^{\mathsf{approx}}=0$ by (71): no mass lies at $\omega\ne0$.",
    defect="statement",
    because="The measure (79) and the integral (71) leave out the frequency 0, where all the mass is, so that "
    "steep ramps gain nothing.",
    fails_where=lambda s: s.tau * s.C_a > 3 * (s.C_a + s.C_b),
    approximation=lambda s, prompt: 0,
    bound=lambda s, prompt: (s.C_a + s.C_b) * 3 / s.tau,
)
@features.amended(
    r"For $a^\top x$ with $\|a\|_2\le C_a$, $\|x\|_2\le1$ and $\tau>2$: $|a^\top x-f^{\mathsf{approx}}(x)|\le"
    r"\frac{\|a\|_2}{4\tau}+\frac{\|a\|_2}{6h^2}$ with the mixture (71) of the function "
    r"$h\|a\|_2\sin(a^\top x/(h\|a\|_2))$ instead, $a\ne0$.",
    because="That sine is near the linear function and has its mass at a small frequency.",
    adds="sines of a small frequency for linear functions, their distance in the bound, 1/4 for 3",
    settings=space(Sine, C_a=dyadics(0.25, 2), tau=dyadics(2, 32, open_low=True), h=choices(8, 4, 32)),
    approximation=sines(),
    bound=lambda s, prompt: (
        absolute(prompt.a) * (1 / as_array(4 * s.tau, prompt.a) + 1 / as_array(6 * s.h * s.h, prompt.a))
    ),
)
def linear_functions_by_ramps(
    s: Slope, prompt: Prompt, approximation: Approximation, bound: Approximation
) -> Margin:
    """The change of a linear function against its mixture of ramps."""
    allowed = bound(s, prompt)
    error = absolute(prompt.a * prompt.z - approximation(s, prompt))
    return at_most(error, allowed).trivial_where(allowed - absolute(prompt.a))


features.mutant("the other sign", approximation=sines(sign=-1))
features.mutant("twice the mixture", approximation=sines(size=2))
