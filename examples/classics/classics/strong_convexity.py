"""Linear rates: the inequality of Polyak and Lojasiewicz, and Nesterov's method."""

from __future__ import annotations

from fractions import Fraction

from classics import PAPER
from classics.functions import BOWL, spectrum
from lemmata import amended, at_most, dims, dyadics, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, sin, sum


def wavy(x: Array) -> Array:
    r"""$x^2 + 3 \sin(x)^2$, whose only minimum is $f(0) = 0$."""
    return x * x + 3 * sin(x) ** 2


def wavy_slope(x: Array) -> Array:
    r"""$2 x + 3 \sin(2 x)$, at most 8 times as steep anywhere."""
    return 2 * x + 3 * sin(2 * x)


@theorem(
    PAPER,
    "Statement 22 (a)",
    id="strong-convexity/polyak-lojasiewicz",
    at=lines(78, 78),
    k=dims(0, 4),
    x=reals(),
)
@printed(
    r"$f(x_k)\le(1-\frac1{32\cdot8})^kf(x_0)$ for $f(x)=x^2+3\sin^2x$ and steps of length $\frac18$.",
    slack=r"The best $\mu$ of this function is some five times 1/32.",
)
@mutants(sixteen_times_the_constant=dict(mu=Fraction(1, 2)))
def polyak_lojasiewicz(k, x, mu: Fraction = Fraction(1, 32)):
    r"""Gradient descent converges at the rate $1 - \mu/L$, without convexity."""
    start = x
    for _ in range(k):
        x = x - wavy_slope(x) / 8
    return at_most(wavy(x), (1 - mu / 8) ** k * wavy(start))


@theorem(
    PAPER,
    "Statement 22 (b)",
    id="strong-convexity/polyak-lojasiewicz-convex",
    at=lines(79, 79),
    t=dyadics(0, 1),
    x=reals(),
    y=reals(),
)
@printed(
    r"$f(tx+(1-t)y)\le tf(x)+(1-t)f(y)$ for $f(x)=x^2+3\sin^2x$.",
    defect="statement",
    because=r"Its second derivative, $2 + 6 \cos(2 x)$, changes its sign.",
)
@amended(
    r"$f(tx+(1-t)y)\le tf(x)+(1-t)f(y)+2t(1-t)(x-y)^2$ for $f(x)=x^2+3\sin^2x$.",
    adds="$2 t(1 - t)(x - y)^2$: its second derivative is nowhere below -4",
    less=2,
)
@mutants(half_of_it=dict(less=1))
def convex(t, x, y, less=0):
    """A function with the inequality of Polyak and Lojasiewicz is convex."""
    chord = t * wavy(x) + (1 - t) * wavy(y)
    return at_most(wavy(t * x + (1 - t) * y), chord + less * t * (1 - t) * (x - y) ** 2)


@theorem(PAPER, "Statement 23", id="strong-convexity/nesterov", at=lines(83, 85), **BOWL)
@printed(
    r"$f(x_k)-f^*\le(1-\sqrt{\mu/L})^k(f(x_0)-f^*)$ for Nesterov's method.",
    defect="statement",
    because="The momentum needs a start: without the squared distance the first step is promised too much.",
)
@amended(
    r"$f(x_k)-f^*\le(1-\sqrt{\mu/L})^k(f(x_0)-f^*+\frac\mu2\|x_0-x^*\|^2)$ for Nesterov's method.",
    adds=r"$\mu |x_0 - x^*|^2/2$",
    extra=lambda m: m**2,
)
@mutants(a_step_more=dict(steps=1))
def nesterov(k, m, more, x, place, extra=0, steps=0):
    r"""Nesterov's method converges at the rate $1 - (\mu/L)^{1/2}$."""
    h, _, L = spectrum(m, more, place)
    M = m + more

    def f(x: Array) -> Array:
        return sum(h * x * x) / 2

    before = y = x
    for _ in range(k):
        after = y - h * y / L
        before, y = after, after + (M - m) / (M + m) * (after - before)
    return at_most(f(before), (1 - m / M) ** (k + steps) * (f(x) + extra * (x @ x) / 2))
