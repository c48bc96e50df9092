r"""Functions with slope at most 1 are mixtures of ramps: with $z-t$ in (81a), not with the printed $z+t$.

(81), appendix A.1.1: for every $g$ on $[-1,1]$ with $|g'|\le1$, $|g(-1)|\le1$ and every $\tau$ there is a
$\gamma$ on $[-2,1]$ with (81b) $\int|\gamma|\le3$ and (81a) $|g(z)-\int\gamma(t)\phi(\tau(z+t))\,\mathrm
dt|\le3\delta_\tau$. As printed it is false for $\tau>18$: at $z=-1$ no ramp $\phi(\tau(z+t))$ with $t\le1$
is above $1/2$. That no $\gamma$ at all serves $g=1$ is shown by a certificate: for points $z_j$ with
weights $\nu_j$, $\sum|\nu_j|=1$, the error is at least
$\sum_j\nu_jg(z_j)-3\max_t|\sum_j\nu_j\phi(\tau(z_j+t))|$, which is $\frac16$ for
$\nu=(\frac59,-\frac39,\frac19)$ at $z_j=-1+\frac j{2\tau}$ (the maximum of a piecewise linear function, at
its kinks).

The proof has $z-t$, and with it the $\gamma$ of (82) serves; here for piecewise linear $g$, in exact
numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from baselines.barron import phi
from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, lines, scales, space
from lemmata.numbers import (
    Array,
    absolute,
    amax,
    as_array,
    concatenate,
    constant,
    full,
    maximum,
    relu,
    sign,
    sum,
)
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Steepness:
    tau: float


@dataclass(frozen=True)
class Pieces:
    pieces: int
    """How many pieces the function is linear on."""


@dataclass(frozen=True)
class Setting(Pieces, Steepness):
    """The steepness of the sigmoids, and the pieces of the function."""


def functions(s: Pieces) -> Space:
    """Slopes on equal pieces of [-1, 1], and the value at -1."""
    return space(slopes=box(s.pieces, low=-1.0, high=1.0), start=box(1, low=-1.0, high=1.0))


def points(s: Setting) -> Space:
    """The same, and a point."""
    return space(
        slopes=box(s.pieces, low=-1.0, high=1.0), start=box(1, low=-1.0, high=1.0), z=box(1, low=-1.0, high=1.0)
    )


def steep(parts: Space, s: Pieces) -> Space:
    """Slopes up to 64, which (81) does not allow."""
    return replace(parts, fields={**parts.fields, "slopes": box(s.pieces, low=-64.0, high=64.0)})


def certificate(s: Steepness, prompt: Prompt) -> Array:
    """A lower bound on the error for g = 1, whatever gamma with (81b): ``(batch, 1)``."""
    nu = constant([[5], [-3], [1]], prompt.z) / 9
    z = constant([[0], [0.5], [1]], prompt.z) / s.tau - 1
    half = 1 / s.tau / 2
    # sum_j nu_j phi(tau (z_j + t)) is piecewise linear in t: largest in size at a kink or an end. The first
    # kink, -z_0 + 1 / (2 tau), lies beyond the end 1.
    kinks = concatenate([(half - z)[1:], -z - half, constant([[1], [-2]], z)], 0)[:, 0]
    mixed = sum(phi((z + kinks[None, :]) * s.tau) * nu, 0)
    return full(sum(nu, 0) - amax(absolute(mixed), -1) * 3, like=prompt.z)


def ramp_integral(u: Array) -> Array:
    """The integral of the ramp up to u."""
    return (relu(u + 0.5) ** 2 - relu(u - 0.5) ** 2) / 2


def with_82(s: Setting, prompt: Prompt) -> Array:
    """The error of the gamma of (82), with z - t: ``(batch, 1)``."""
    tau, z, start = s.tau, prompt.z, prompt.start
    value = start
    before = ramp_integral((z + 1 + absolute(start)) * tau) - ramp_integral((z + 1) * tau)
    mixed = sign(start) * before / tau
    for k in range(s.pieces):
        slope = prompt.slopes[:, k : k + 1]
        # from -1 + 2k/p to -1 + 2(k+1)/p; z + 1 is measured from the left end
        left, right = (z + 1 - 2 * end / s.pieces for end in (k, k + 1))
        value = value + slope * (relu(left) - relu(right))
        mixed = mixed + slope * (ramp_integral(left * tau) - ramp_integral(right * tau)) / tau
    return absolute(value - mixed)


mixture = PAPER.claim(
    "(81a)",
    id="lemma-5/eq-81/a",
    rank="slip",
    summary="Every function with slopes and start of at most 1 is a mixture of the ramps phi(tau (z + t))",
    at=lines(664, 668),
    settings=space(Steepness, tau=dyadics(0.125, 64, of="(0, inf)")),
    prompts=lambda s: space(z=box(1, low=-1.0, high=1.0)),
    examples=[Steepness(32.0)],
)
mass = PAPER.claim(
    "(81b)",
    id="lemma-5/eq-81/b",
    rank="step",
    origin="read",
    summary="The weight function of such a mixture has an integral of at most 3 in absolute value",
    at=lines(664, 668),
    settings=space(Pieces, pieces=dims(1, 3)),
    prompts=functions,
)
Error = Callable[[Any, Prompt], Array]
THERE_IS = (
    r"For every $g:[-1,1]\to\mathbb R$ with $|g'|\le1$, $|g(-1)|\le1$ and every $\tau>0$ there is a "
    r"$\gamma$ with $\int_{-2}^1|\gamma(t)|\,\mathrm dt\le3$ and "
)


@mixture.printed(
    THERE_IS + r"$\left|g(z)-\int_{-2}^1\gamma(t)\phi(\tau(z+t))\,\mathrm dt\right|\le3\delta_\tau$, "
    r"$\delta_\tau=\frac1{\max\{\tau,2\}}$ by (69); for $g=1$ the error of every $\gamma$ is at least "
    r"$\sum_j\nu_jg(z_j)-3\max_t|\sum_j\nu_j\phi(\tau(z_j+t))|$, here with $\nu=(\frac59,-\frac39,\frac19)$ at "
    r"$z_j=-1+\frac j{2\tau}$.",
    defect="typo",
    because="The sign of t: with z + t nothing represents g = 1 near z = -1, once the ramps are steep (tau > "
    "18).",
    fails_where=lambda s: s.tau > 18,
    error=certificate,
)
@mixture.amended(
    THERE_IS + r"$\left|g(z)-\int_{-2}^1\gamma(t)\phi(\tau(z-t))\,\mathrm dt\right|\le3\delta_\tau$, "
    r"$\delta_\tau=\frac1{\max\{\tau,2\}}$ by (69), namely (82), of which "
    r"lemma-5/eq-81/b has the mass; here for piecewise linear $g$.",
    because="As the proof has it.",
    adds="z - t for z + t",
    settings=space(Setting, pieces=dims(1, 3), tau=scales(-8, 8, of="(0, inf)")),
    prompts=points,
    error=with_82,
)
def ramps_represent_functions(s: Steepness, prompt: Prompt, error: Error) -> Margin:
    """The distance of a function from its mixture of ramps, or what no mixture falls short of."""
    return at_most(error(s, prompt), 3 / maximum(as_array(s.tau, prompt.z), 2))


mixture.mutant("fifteen times the error", error=lambda s, prompt: with_82(s, prompt) * 15)
mixture.mutant("slopes up to 64", prompts=lambda s: steep(points(s), s))


@mass.printed(
    r"$\int_{-2}^1|\gamma(t)|\,\mathrm dt\le3$ for the $\gamma$ of (82), if $|g'|\le1$ and $|g(-1)|\le1$; here "
    r"for "
    r"piecewise linear $g$.",
    bound=3,
)
def mixtures_have_bounded_mass(s: Pieces, prompt: Prompt, bound: Fraction | int) -> Margin:
    """The integral of |gamma|: of |g'| over [-1, 1], and |g(-1)|."""
    slopes = sum(absolute(prompt.slopes), -1) * 2 / s.pieces
    return at_most(slopes + absolute(prompt.start[:, 0]), bound)


mass.mutant("27/10 for 3", bound=Fraction(27, 10))
mass.mutant("slopes up to 64", prompts=lambda s: steep(functions(s), s))
