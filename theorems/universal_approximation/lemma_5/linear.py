r"""Lemma 5 for linear functions, (21): false as printed, since (71) leaves the frequency 0 out.

All of a linear function's Fourier mass is at $\omega=0$. Without it (71) is 0, and (70) fails for every
$\tau>3(1+C_b/C_a)$. It holds for $h\sum_ia_i\sin(x_i/h)$, which tends to $a^\top x$ as h grows, with
the further error $\|a\|_1/(6h^2)$; a ramp averages over a window of width $1/\tau$, which misses a function of
slope 1 by at most $1/(4\tau)$, as it does at the turn at $z=-1$. The features have to serve all directions of a
at once, so that the supremum (18) counts each of the d coordinates: $\int\|\omega\|F^{\mathsf{sup}}=dC_a$, not
$C_a$. No choice of frequencies does with less than $\sqrt dC_a$ (claim ``eq-21/directions``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmata import Margin, Prompt, at_most, box, choices, dims, dyadics, in_ball, lines, space
from lemmata.numbers import Array, absolute, as_array, full, pi, sum
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
    d: int
    h: int
    """One over the small frequency."""


features = PAPER.claim(
    "(70) for (21)",
    id="lemma-5/linear",
    rank="step",
    origin="read",
    summary="Lemma 5 covers linear functions as well",
    at=lines(527, 533),
    uses=["universal_approximation/eq-21/directions"],
    settings=space(
        Linear,
        C_a=dyadics(0.25, 2, of="(0, inf)"),
        C_b=dyadics(0, 1, of="[0, inf)"),
        tau=dyadics(2, 32, open_low=True, of="(2, inf)"),
    ),
    # a is the norm of the slope up to its sign, x the projection of the input on its direction: any dimension.
    prompts=lambda s: space(a=box(1, low=-s.C_a, high=s.C_a), x=box(1, low=-1.0, high=1.0)),
)
Approximation = Callable[[Any, Prompt], Array]


def sines(size: int = 1) -> Approximation:
    """The mixture (71) for the sines of frequency 1/h in the coordinates instead of a linear function."""

    def approximation(s: Sine, prompt: Prompt) -> Array:
        x = prompt.x
        wave = Prompt(omega=full(Fraction(1, s.h), like=x), theta=full(-pi(x) / 2, like=x))
        return sum(mixture(wave, s.tau, x) * prompt.a, -1) * size

    return approximation


def rounding(s: Sine, prompt: Prompt) -> Array:
    """What ramps of that steepness miss of those sines, and these of the linear function."""
    a = prompt.a
    return sum(absolute(a), -1) * (1 / as_array(4 * s.tau, a) + 1 / as_array(6 * s.h * s.h, a))


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
    r"For $\|a\|_2\le C_a$ and $\|x\|_2\le1$ in $\mathbb R^d$, $\tau>2$ and $h>0$: $|a^\top "
    r"x-f^{\mathsf{approx}}(x)|\le"
    r"\frac{\|a\|_1}{4\tau}+\frac{\|a\|_1}{6h^2}$ with the mixture (71) of $h\sum_{i\le d}a_i\sin(x_i/h)$ "
    r"instead (with the mass of each at $\frac1he_i$, as in lemma-5), "
    r"for which $\int\|\omega\|_2F^{\mathsf{sup}}(\mathrm d\omega)=dC_a$.",
    because="That sum of sines is near the linear function and has its mass at a small frequency.",
    adds="sines of a small frequency for linear functions, their distance in the bound, 1/4 for 3, d C_a for "
    "C_a",
    settings=space(
        Sine,
        C_a=dyadics(0.25, 2, of="(0, inf)"),
        tau=dyadics(2, 32, open_low=True, of="(2, inf)"),
        d=dims(1, 4),
        h=choices(8, 4, 32),
    ),
    prompts=lambda s: space(a=in_ball(s.d, radius=s.C_a), x=in_ball(s.d, radius=1.0)),
    approximation=sines(),
    bound=rounding,
)
def linear_functions_by_ramps(
    s: Slope, prompt: Prompt, approximation: Approximation, bound: Approximation
) -> Margin:
    """The change of a linear function against its mixture of ramps."""
    allowed = bound(s, prompt)
    error = absolute(sum(prompt.a * prompt.x, -1) - approximation(s, prompt))
    return at_most(error, allowed).trivial_where(allowed - sum(absolute(prompt.a), -1))


for quantity in ("a", "x"):
    features.waive(
        f"without the hypothesis on {quantity}",
        because="it is the same ball, which the printed reading draws by norm and projection",
    )
features.mutant("the other sign", approximation=sines(-1))
features.mutant("twice the mixture", approximation=sines(2))
features.mutant("nine tenths", bound=lambda s, prompt: rounding(s, prompt) * 9 / 10)
