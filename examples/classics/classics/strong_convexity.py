"""Linear rates: the inequality of Polyak and Lojasiewicz, and Nesterov's method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from classics import PAPER
from classics.functions import BOWLS, Bowl, bowl, curvatures, square
from lemmata import Margin, Prompt, at_most, dims, dyadics, lines, reals, space
from lemmata.numbers import Array, sin, sum


def wavy(x: Array) -> Array:
    """x^2 + 3 sin(x)^2, whose only minimum is f(0) = 0."""
    return x * x + 3 * sin(x) ** 2


def wavy_slope(x: Array) -> Array:
    """2 x + 3 sin(2 x), at most 8 times as steep anywhere."""
    return 2 * x + 3 * sin(2 * x)


@dataclass(frozen=True)
class Steps:
    """k steps of gradient descent."""

    k: int


polyak = PAPER.claim(
    "Statement 22 (a)",
    id="strong-convexity/polyak-lojasiewicz",
    at=lines(78, 78),
    settings=space(Steps, k=dims(0, 4)),
    prompts=lambda s: space(x=reals(1)),
)


@polyak.printed(
    r"$f(x_k)\le(1-\frac1{32\cdot8})^kf(x_0)$ for $f(x)=x^2+3\sin^2x$ and steps of length $\frac18$.",
    slack="The best mu of this function is some five times 1/32.",
    mu=Fraction(1, 32),
)
def linear_rate(s: Steps, prompt: Prompt, mu: Fraction) -> Margin:
    """Gradient descent converges at the rate 1 - mu / L, without convexity."""
    x = prompt.x
    for _ in range(s.k):
        x = x - wavy_slope(x) / 8
    return at_most(wavy(x), (1 - mu / 8) ** s.k * wavy(prompt.x))


polyak.mutant("sixteen times the constant", mu=Fraction(1, 2))


@dataclass(frozen=True)
class Chord:
    """A place t between the ends of a chord."""

    t: float


convex = PAPER.claim(
    "Statement 22 (b)",
    id="strong-convexity/polyak-lojasiewicz-convex",
    at=lines(79, 79),
    settings=space(Chord, t=dyadics(0, 1)),
    prompts=lambda s: space(x=reals(1), y=reals(1)),
)


@convex.printed(
    r"$f(tx+(1-t)y)\le tf(x)+(1-t)f(y)$ for $f(x)=x^2+3\sin^2x$.",
    defect="statement",
    because="Its second derivative, 2 + 6 cos(2 x), changes its sign.",
    less=0,
)
@convex.amended(
    r"$f(tx+(1-t)y)\le tf(x)+(1-t)f(y)+2t(1-t)(x-y)^2$ for $f(x)=x^2+3\sin^2x$.",
    adds="2 t (1 - t) (x - y)^2: its second derivative is nowhere below -4",
    less=2,
)
def below_the_chord(s: Chord, prompt: Prompt, less: int) -> Margin:
    """A function with the inequality of Polyak and Lojasiewicz is convex."""
    x, y, t = prompt.x, prompt.y, s.t
    return at_most(
        wavy(t * x + (1 - t) * y), t * wavy(x) + (1 - t) * wavy(y) + less * t * (1 - t) * (x - y) ** 2
    )


convex.mutant("half of it", less=1)


nesterov = PAPER.claim(
    "Statement 23", id="strong-convexity/nesterov", at=lines(83, 85), settings=BOWLS, prompts=bowl
)


@nesterov.printed(
    r"$f(x_k)-f^*\le(1-\sqrt{\mu/L})^k(f(x_0)-f^*)$ for Nesterov's method.",
    defect="statement",
    because="The momentum needs a start: without the squared distance the first step is promised too much.",
    extra=lambda s: 0,
    more=0,
)
@nesterov.amended(
    r"$f(x_k)-f^*\le(1-\sqrt{\mu/L})^k(f(x_0)-f^*+\frac\mu2\|x_0-x^*\|^2)$ for Nesterov's method.",
    adds="mu |x_0 - x*|^2 / 2",
    extra=lambda s: s.m * s.m,
    more=0,
)
def accelerated(s: Bowl, prompt: Prompt, extra: Callable[[Bowl], Array], more: int) -> Margin:
    """Nesterov's method converges at the rate 1 - (mu / L)^(1/2)."""
    h, L, q = curvatures(s, prompt), s.M * s.M, (s.M - s.m) / (s.M + s.m)

    def f(x: Array) -> Array:
        return sum(h * x * x, -1) / 2

    before = y = prompt.x
    for _ in range(s.k):
        x = y - h * y / L
        before, y = x, x + q * (x - before)
    bound = (1 - s.m / s.M) ** (s.k + more)
    return at_most(f(before), bound * (f(prompt.x) + extra(s) * square(prompt.x) / 2))


nesterov.mutant("a step more", more=1)
