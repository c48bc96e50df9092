r"""Theorems of first-order optimisation whose constants are known exactly, as ladders of false ones.

Each theorem bounds what a method has reached by a constant that its worst instance attains; the worst
instance is known, too, so that a test can say that the ladder is tight. With 0.99, 0.9, 0.75 and 0.5 of the
constant the statement is false, the nearer to 1 the harder to see. ``free`` hunts over sizes, moduli and steps,
``fixed`` over the data of one setting alone. The minimum lies at 0 and has the value 0 throughout, and the
largest modulus is 1: nothing else than the scale is lost by that. Ten of the constants were computed by PEPit
0.5.1 as well (gradient descent, line search, the optimised gradient method, proximal point, resolvents,
Krasnoselskii's iteration; two or three steps), and agree to four digits.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any

import torch

from benchmarks.runner import Bench, Result
from lemmata import Claim, Paper, at_most, box, dims, dyadics, in_ball, reals
from lemmata.claims.domains.base import Domain
from lemmata.claims.margin import Margin
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space, space
from lemmata.errors import LemmataError
from lemmata.numbers import Array, abs, concat, constant, maximum, minimum, over_batches, relu, sign, sqrt, sum
from lemmata.run.hunting import PROFILES, hunt

PERCENT = (99, 90, 75, 50)
_SEEDS = 10
Sides = tuple[Array, Array]


@dataclass(frozen=True)
class Setting:
    """Dimension, steps of the method, the smallest modulus (the largest is 1), step size, a share."""

    d: int
    N: int
    mu: float
    step: float


@dataclass(frozen=True)
class Theorem:
    """A bound with its tight constant.

    Attributes:
        source: where it stands.
        sides: what is bounded, and the bound, of a batch.
        settings: what ``free`` hunts over.
        prompts: the data at a setting.
        fixed: the one setting of ``fixed``.
        worst: the data at which the bound is attained, at ``fixed``.
    """

    name: str
    source: str
    sides: Callable[[Setting, Prompt], Sides]
    settings: Space
    prompts: Callable[[Setting], Space]
    fixed: Setting
    worst: Callable[[Setting], dict[str, Any]]

    def claim(self, percent: int, free: bool) -> Claim:
        """The statement with so many per cent of the constant, for all settings or for one."""
        paper = Paper("worst_cases", "Worst cases", "Many", 2017, "worst cases", "benchmarks")
        settings = self.settings if free else self.settings.holding(vars(self.fixed))
        claim = paper.claim(self.name, settings=settings, prompts=self.prompts)
        true = percent == 100

        def bounded(**quantities: Any) -> Margin:
            s = Setting(**{name: quantities.pop(name) for name in vars(self.fixed)})
            left, right = over_batches(lambda **data: self.sides(s, Prompt(**data)))(**quantities)
            return at_most(left, right * percent / 100)

        names = (*vars(self.fixed), *self.prompts(self.fixed).fields)
        bounded.__signature__ = Signature([Parameter(name, Parameter.KEYWORD_ONLY) for name in names])  # type: ignore[attr-defined]
        claim.printed(
            self.source,
            defect=None if true else "constant",
            because="" if true else "The tight constant is larger.",
        )(bounded)
        return claim.complete()

    def instance(self) -> Prompt:
        """The worst instance, as a batch of one."""
        data = self.worst(self.fixed)
        return Prompt(**{n: torch.as_tensor(v, dtype=torch.float64)[None] for n, v in data.items()})


theorems: dict[str, Theorem] = {}
_SMALL, _TWO = dims(1, 4), dims(2, 2)
_MODULUS, _NONE = dyadics(0, 1, open_low=True, open_high=True), dyadics(0, 0)
_ONE = dyadics(1, 1)


def settings(d: Domain = _SMALL, N: Domain = _SMALL, mu: Domain = _MODULUS, step: Domain = _ONE) -> Space:
    """What ``free`` hunts over."""
    return space(Setting, d=d, N=N, mu=mu, step=step)


def _theorem(
    name: str, source: str, settings: Space, prompts: Callable[[Setting], Space], fixed: Setting
) -> Callable[[Callable[[Setting, Prompt], Sides]], Callable[..., Any]]:
    """Decorator: the sides; the function that it leaves is a decorator of the worst instance."""

    def attach(sides: Callable[[Setting, Prompt], Sides]) -> Callable[..., Any]:
        def attained(worst: Callable[[Setting], dict[str, Any]]) -> Callable[[Setting], dict[str, Any]]:
            theorems[name] = Theorem(name, source, sides, settings, prompts, fixed, worst)
            return worst

        return attained

    return attach


def _square(x: Array) -> Array:
    return sum(x * x, -1)


def _power(x: Array, n: int) -> Array:
    result = x
    for _ in range(n - 1):
        result = result * x
    return result


def _over(x: Array, y: Array) -> Array:
    """The quotient x / y for y >= 0, and x where y is 0: a method that has arrived stays."""
    return x / (y + (1 - sign(y)))


# -- quadratics ------------------------------------------------------------------------------------

STRONGLY_CONVEX = settings(step=dyadics(0, 2, open_low=True, open_high=True))


def quadratics(s: Setting) -> Space:
    """f(x) = sum h_i x_i^2 / 2 with curvatures from mu to 1, and a start."""
    return space(h=box(s.d, low=s.mu, high=1.0), x=reals(s.d))


def _contraction(s: Setting) -> Array:
    """The largest factor of a gradient step, over all curvatures."""
    return maximum(abs(1 - s.step * s.mu), abs(1 - s.step))


def _descended(s: Setting, prompt: Prompt) -> Array:
    return _power(1 - s.step * prompt.h, s.N) * prompt.x


@_theorem(
    "gradient descent, distance",
    "Polyak 1963: |x_N| <= max(|1 - t mu|, |1 - t L|)^N |x_0| for smooth strongly convex functions",
    STRONGLY_CONVEX,
    quadratics,
    Setting(20, 8, 0.25, 1.75),
)
def _distance_of_gradient_descent(s: Setting, prompt: Prompt) -> Sides:
    bound = _power(_contraction(s), 2 * s.N) * _square(prompt.x)
    return _square(_descended(s, prompt)), bound


@_distance_of_gradient_descent
def _(s: Setting) -> dict[str, Any]:
    return {"h": [1.0] * s.d, "x": [1.0] * s.d}


@_theorem(
    "gradient descent, values",
    "Taylor, Hendrickx and Glineur 2018: f(x_N) <= max(|1 - t mu|, |1 - t L|)^2N f(x_0)",
    STRONGLY_CONVEX,
    quadratics,
    Setting(12, 6, 0.125, 0.5),
)
def _values_of_gradient_descent(s: Setting, prompt: Prompt) -> Sides:
    x = _descended(s, prompt)
    return sum(prompt.h * x * x, -1), _power(_contraction(s), 2 * s.N) * sum(prompt.h * prompt.x * prompt.x, -1)


@_values_of_gradient_descent
def _(s: Setting) -> dict[str, Any]:
    return {"h": [s.mu] * s.d, "x": [1.0] * s.d}


_LINE = settings()


def _two(s: Setting, h: Sequence[float], x: Sequence[float]) -> dict[str, Any]:
    """These curvatures and entries first; in the other coordinates the start is 0."""
    spare = s.d - len(h)
    return {"h": [*h, *[1.0] * spare], "x": [*x, *[0.0] * spare]}


@_theorem(
    "exact line search",
    "de Klerk, Glineur and Taylor 2017: f(x_N) <= ((L - mu) / (L + mu))^2N f(x_0)",
    _LINE,
    quadratics,
    Setting(8, 4, 0.25, 1.0),
)
def _line_search(s: Setting, prompt: Prompt) -> Sides:
    h, x = prompt.h, prompt.x
    for _ in range(s.N):
        g = h * x
        x = x - g * _over(_square(g), sum(h * g * g, -1))[:, None]
    factor = (1 - s.mu) / (1 + s.mu)
    return sum(h * x * x, -1), _power(factor, 2 * s.N) * sum(h * prompt.x * prompt.x, -1)


@_line_search
def _(s: Setting) -> dict[str, Any]:
    return _two(s, (s.mu, 1.0), (1.0, s.mu))


@_theorem(
    "minimal residuals, one direction",
    "Kantorovich 1948: |g_N| <= ((L - mu) / (L + mu))^N |g_0| with the step that makes the gradient least",
    _LINE,
    quadratics,
    Setting(8, 4, 0.25, 1.0),
)
def _minimal_residual(s: Setting, prompt: Prompt) -> Sides:
    h = prompt.h
    g = first = h * prompt.x
    for _ in range(s.N):
        g = g - h * g * _over(sum(h * g * g, -1), _square(h * g))[:, None]
    return _square(g), _power((1 - s.mu) / (1 + s.mu), 2 * s.N) * _square(first)


@_minimal_residual
def _(s: Setting) -> dict[str, Any]:
    # Kantorovich's inequality is attained where h |g|^2 is split evenly between the two ends.
    return _two(s, (s.mu, 1.0), (1 / s.mu, math.sqrt(s.mu)))


def _growth(s: Setting) -> Array:
    """T_N((L + mu) / (L - mu))."""
    at = (1 + s.mu) / (1 - s.mu)
    before, now = 1.0, at
    for _ in range(s.N - 1):
        before, now = now, 2 * at * now - before
    return now


@_theorem(
    "Chebyshev's iteration",
    "Flanders and Shortley 1950: |x_N| <= |x_0| / T_N((L + mu) / (L - mu))",
    _LINE,
    quadratics,
    Setting(10, 7, 0.25, 1.0),
)
def _chebyshev(s: Setting, prompt: Prompt) -> Sides:
    at = (1 + s.mu - 2 * prompt.h) / (1 - s.mu)
    before, now = 1, at
    for _ in range(s.N - 1):
        before, now = now, 2 * at * now - before
    most = _growth(s)
    return _square(now * prompt.x) / (most * most), _square(prompt.x) / (most * most)


@_chebyshev
def _(s: Setting) -> dict[str, Any]:
    return {"h": [1.0] * s.d, "x": [1.0] * s.d}


@_theorem(
    "conjugate gradients",
    "Kaniel 1966, attained by Greenbaum 1979: f(x_N) <= f(x_0) / T_N((L + mu) / (L - mu))^2",
    settings(d=dims(2, 5)),
    quadratics,
    Setting(8, 4, 0.25, 1.0),
)
def _conjugate_gradients(s: Setting, prompt: Prompt) -> Sides:
    h, x = prompt.h, prompt.x
    r = p = h * x
    for _ in range(s.N):
        t = _over(_square(r), sum(h * p * p, -1))[:, None]
        x, after = x - t * p, r - t * h * p
        p = after + p * _over(_square(after), _square(r))[:, None]
        r = after
    most = _growth(s)
    return sum(h * x * x, -1), sum(h * prompt.x * prompt.x, -1) / (most * most)


@_conjugate_gradients
def _(s: Setting) -> dict[str, Any]:
    # Curvatures at the N + 1 extremal points of T_N, and the weights that make T_N the best polynomial p with
    # p(0) = 1 there: sum w_i p(h_i) h_i q(h_i) vanishes for all q of lower degree iff the w_i h_i are those of
    # the divided difference over all points, up to the signs, which alternate as p does.
    high, half = (1 + s.mu) / 2, (1 - s.mu) / 2
    h = [high - half * math.cos(j * math.pi / s.N) for j in range(s.N + 1)]
    x = [1 / (one * math.sqrt(abs(math.prod(one - other for other in h if other != one)))) for one in h]
    return _two(s, h, x)


@_theorem(
    "gradient descent with relative errors",
    "de Klerk, Glineur and Taylor 2020: with |e| <= delta |g| a step contracts by "
    "max(|1 - t mu| + t delta mu, |1 - t L| + t delta L) for t <= 1 / L, delta = 1/4 and mu >= L / 2 "
    "(for smaller mu a mixture of both curvatures is worse)",
    settings(mu=dyadics(0.5, 1, open_high=True), step=dyadics(0, 1, open_low=True)),
    lambda s: space(h=box(s.d, low=s.mu, high=1.0), x=reals(s.d), e=in_ball(s.N, s.d, radius=1)),
    Setting(6, 4, 0.5, 1.0),
)
def _inexact_descent(s: Setting, prompt: Prompt) -> Sides:
    """The error is a quarter of the gradient at most; its direction is free."""
    h, x = prompt.h, prompt.x
    for step in range(s.N):
        g = h * x
        size = sqrt(_square(g))[:, None]
        x = x - s.step * (g + prompt.e[:, step] * size / 4)
    low = abs(1 - s.step * s.mu) + s.step * s.mu / 4
    high = abs(1 - s.step) + s.step / 4
    return _square(x), _power(maximum(low, high), 2 * s.N) * _square(prompt.x)


@_inexact_descent
def _(s: Setting) -> dict[str, Any]:
    spare = [0.0] * (s.d - 1)
    return {"h": [s.mu] * s.d, "x": [1.0, *spare], "e": [[-1.0, *spare]] * s.N}


@_theorem(
    "Peaceman and Rachford's iteration",
    "Giselsson and Boyd 2017: it contracts by max((1 - t mu) / (1 + t mu), (t L - 1) / (1 + t L)) a step",
    STRONGLY_CONVEX,
    quadratics,
    Setting(12, 6, 0.25, 1.5),
)
def _peaceman_rachford(s: Setting, prompt: Prompt) -> Sides:
    """For a quadratic and the whole space: a reflected proximal step."""
    x = _power((1 - s.step * prompt.h) / (1 + s.step * prompt.h), s.N) * prompt.x
    factor = maximum((1 - s.step * s.mu) / (1 + s.step * s.mu), (s.step - 1) / (1 + s.step))
    return _square(x), _power(factor, 2 * s.N) * _square(prompt.x)


@_peaceman_rachford
def _(s: Setting) -> dict[str, Any]:
    return {"h": [s.mu] * s.d, "x": [1.0] * s.d}


# -- convex functions ------------------------------------------------------------------------------

CONVEX = settings(mu=_NONE, step=dyadics(0, 1, open_low=True))


def hubers(s: Setting) -> Space:
    """f(x) = sum of Huber functions: slopes h_i x_i within the knees k_i, constant beyond; a start."""
    return space(h=box(s.d, low=0.0, high=1.0), k=box(s.d, low=0.0, high=4.0), x=box(s.d, low=-8.0, high=8.0))


def _slopes(prompt: Prompt, x: Array) -> Array:
    return prompt.h * maximum(minimum(x, prompt.k), -prompt.k)


def _values(prompt: Prompt, x: Array) -> Array:
    size = minimum(abs(x), prompt.k)
    return sum(prompt.h * (size * size / 2 + prompt.k * relu(abs(x) - prompt.k)), -1)


def _descend(s: Setting, prompt: Prompt) -> Array:
    x = prompt.x
    for _ in range(s.N):
        x = x - s.step * _slopes(prompt, x)
    return x


def _one(s: Setting, knee: float) -> dict[str, Any]:
    """One coordinate of curvature 1 at distance 1 with this knee, nothing in the others."""
    nothing = [0.0] * (s.d - 1)
    return {"h": [1.0, *nothing], "k": [knee, *nothing], "x": [1.0, *nothing]}


@_theorem(
    "gradient descent on convex functions, values",
    "Drori and Teboulle 2014: f(x_N) <= L |x_0|^2 / (4 N h + 2) for steps h / L, h <= 1",
    CONVEX,
    hubers,
    Setting(8, 6, 0.0, 1.0),
)
def _convex_values(s: Setting, prompt: Prompt) -> Sides:
    return _values(prompt, _descend(s, prompt)), _square(prompt.x) / (4 * s.N * s.step + 2)


@_convex_values
def _(s: Setting) -> dict[str, Any]:
    return _one(s, 1 / (2 * s.N * s.step + 1))


@_theorem(
    "gradient descent on convex functions, gradients",
    "Teboulle and Vaisbourd 2023: |g_N| <= L |x_0| / (N h + 1) for steps h / L, h <= 1",
    CONVEX,
    hubers,
    Setting(8, 6, 0.0, 0.5),
)
def _convex_gradients(s: Setting, prompt: Prompt) -> Sides:
    bound = _square(prompt.x) / _power(s.N * s.step + 1, 2)
    return _square(_slopes(prompt, _descend(s, prompt))), bound


@_convex_gradients
def _(s: Setting) -> dict[str, Any]:
    return _one(s, 1 / (s.N * s.step + 1))


@_theorem(
    "gradient descent on convex functions, gradients by values",
    "Kim and Fessler 2021: |g_N|^2 <= 2 L f(x_0) / (2 N + 1) for steps 1 / L",
    settings(mu=_NONE),
    hubers,
    Setting(8, 6, 0.0, 1.0),
)
def _convex_gradients_by_values(s: Setting, prompt: Prompt) -> Sides:
    return _square(_slopes(prompt, _descend(s, prompt))), 2 * _values(prompt, prompt.x) / (2 * s.N + 1)


@_convex_gradients_by_values
def _(s: Setting) -> dict[str, Any]:
    return _one(s, 1 / (s.N + 1))


@_theorem(
    "the optimised gradient method",
    "Kim and Fessler 2016: f(x_N) <= L |x_0|^2 / (2 theta_N^2)",
    settings(mu=_NONE),
    hubers,
    Setting(6, 5, 0.0, 1.0),
)
def _optimised_method(s: Setting, prompt: Prompt) -> Sides:
    theta, x, y = 1, prompt.x, prompt.x
    for step in range(s.N):
        last = step == s.N - 1
        after = (1 + sqrt(1 + (8 if last else 4) * theta * theta)) / 2
        below = x - _slopes(prompt, x)
        x = below + (below - y) * (theta - 1) / after + (below - x) * theta / after
        theta, y = after, below
    return _values(prompt, x), _square(prompt.x) / (2 * theta * theta)


@_optimised_method
def _(s: Setting) -> dict[str, Any]:
    return _one(s, 1.0)  # the quadratic: x_N = +-x_0 / theta_N


@_theorem(
    "the proximal point method",
    "Taylor, Hendrickx and Glineur 2017: f(x_N) <= |x_0|^2 / (4 N t)",
    settings(mu=_NONE, step=dyadics(0, 2, open_low=True)),
    lambda s: space(c=box(s.d, low=0.0, high=4.0), x=reals(s.d)),
    Setting(8, 6, 0.0, 0.5),
)
def _proximal_point(s: Setting, prompt: Prompt) -> Sides:
    """f(x) = sum c_i |x_i|."""
    size = relu(abs(prompt.x) - s.N * s.step * prompt.c)
    return sum(prompt.c * size, -1), _square(prompt.x) / (4 * s.N * s.step)


@_proximal_point
def _(s: Setting) -> dict[str, Any]:
    nothing = [0.0] * (s.d - 1)
    return {"c": [1 / (2 * s.N * s.step), *nothing], "x": [1.0, *nothing]}


# -- operators in the plane ------------------------------------------------------------------------

PLANE = settings(d=_TWO, step=dyadics(0, 2, open_low=True))


def _turned(a: Array, b: Array, x: Array) -> Array:
    """(a I + b J) x for a turn J by a right angle."""
    first, second = x[:, :1], x[:, 1:]
    return concat([a * first - b * second, a * second + b * first], -1)


def _pairs(low: float) -> Callable[[Setting], Space]:
    return lambda s: space(a=box(1, low=low, high=4.0), b=box(1, low=-4.0, high=4.0), x=reals(2))


@_theorem(
    "residuals of the proximal point method",
    "Gu and Yang 2020: |x_N - x_(N-1)|^2 <= (1 - 1/N)^(N-1) |x_0|^2 / N for monotone operators",
    settings(d=_TWO, N=dims(2, 5), mu=_NONE),
    _pairs(0.0),
    Setting(6, 5, 0.0, 1.0),
)
def _resolvent_residual(s: Setting, prompt: Prompt) -> Sides:
    a, b, x = prompt.a, prompt.b, prompt.x
    size = (1 + a) * (1 + a) + b * b
    before = x
    for _ in range(s.N):
        before, x = x, _turned((1 + a) / size, -b / size, x)
    bound = _square(prompt.x) * (s.N - 1) ** (s.N - 1) / s.N**s.N
    return _square(x - before), bound


@_resolvent_residual
def _(s: Setting) -> dict[str, Any]:
    return {"a": [0.0], "b": [1 / math.sqrt(s.N - 1)], "x": [1.0, 0.0]}


@_theorem(
    "residuals of Krasnoselskii's iteration",
    "Baillon and Bruck 1996, tight by Lieder 2018: |x_N - T x_N|^2 <= 4 N^N / (N + 1)^(N + 1) |x_0|^2",
    settings(d=_TWO, mu=_NONE),
    lambda s: space(v=in_ball(2, radius=1), x=reals(2)),
    Setting(2, 2, 0.0, 1.0),
)
def _krasnoselskii(s: Setting, prompt: Prompt) -> Sides:
    """T is a turn with a factor of at most 1, and x goes halfway to T x."""
    a, b, x = prompt.v[:, :1], prompt.v[:, 1:], prompt.x
    for _ in range(s.N):
        x = (x + _turned(a, b, x)) / 2
    bound = _square(prompt.x) * 4 * s.N**s.N / (s.N + 1) ** (s.N + 1)
    return _square(x - _turned(a, b, x)), bound


@_krasnoselskii
def _(s: Setting) -> dict[str, Any]:
    half = math.acos(math.sqrt(s.N / (s.N + 1)))  # (I + T) / 2 has the factor cos of half the angle
    return {"v": [math.cos(2 * half), math.sin(2 * half)], "x": [1.0, 0.0]}


@_theorem(
    "forward steps of monotone operators",
    "Rockafellar 1976: |x_N|^2 <= (1 - 2 t mu + t^2 L^2)^N |x_0|^2, strongly monotone and Lipschitz",
    PLANE,
    lambda s: space(v=in_ball(2, radius=1), x=reals(2)),
    Setting(2, 2, 0.5, 0.5),
)
def _forward_steps(s: Setting, prompt: Prompt) -> Sides:
    """The operator a I + b J, of modulus a >= mu; L^2 is a^2 + b^2, or 1 if that is less."""
    a, b, x = maximum(prompt.v[:, :1], s.mu), prompt.v[:, 1:], prompt.x
    for _ in range(s.N):
        x = x - s.step * _turned(a, b, x)
    longest = maximum(a * a + b * b, 1)[:, 0]
    return _square(x), _power(1 - 2 * s.step * s.mu + s.step * s.step * longest, s.N) * _square(prompt.x)


@_forward_steps
def _(s: Setting) -> dict[str, Any]:
    return {"v": [s.mu, math.sqrt(1 - s.mu * s.mu) * (1 - 2.0**-40)], "x": [1.0, 0.0]}


def _line(s: Setting) -> tuple[Array, Array]:
    """Cosine and sine of the angle between the lines, by its half's tangent mu."""
    size = 1 + s.mu * s.mu
    return (1 - s.mu * s.mu) / size, 2 * s.mu / size


def _on_second(s: Setting, x: Array) -> Array:
    p, q = _line(s)
    along = x[:, :1] * p + x[:, 1:] * q
    return concat([along * p, along * q], -1)


def _on_first(x: Array) -> Array:
    return x * constant([1.0, 0.0], x)


@_theorem(
    "alternating projections",
    "Aronszajn 1950: |(P_2 P_1)^N x| <= c^(2N-1) |x| for two lines, c the cosine of their angle",
    PLANE,
    lambda s: space(x=reals(2)),
    Setting(2, 2, 0.5, 1.0),
)
def _alternating_projections(s: Setting, prompt: Prompt) -> Sides:
    x = prompt.x
    for _ in range(s.N):
        x = _on_second(s, _on_first(x))
    c = _line(s)[0]
    return _square(x), _power(c, 4 * s.N - 2) * _square(prompt.x)


@_alternating_projections
def _(s: Setting) -> dict[str, Any]:
    return {"x": [1.0, 0.0]}


@_theorem(
    "averaged projections",
    "Reich and Zalas 2017: |((P_1 + P_2) / 2)^N x| <= ((1 + c) / 2)^N |x| for two lines",
    PLANE,
    lambda s: space(x=reals(2)),
    Setting(2, 3, 0.5, 1.0),
)
def _averaged_projections(s: Setting, prompt: Prompt) -> Sides:
    x = prompt.x
    for _ in range(s.N):
        x = (_on_first(x) + _on_second(s, x)) / 2
    c = _line(s)[0]
    return _square(x), _power((1 + c) / 2, 2 * s.N) * _square(prompt.x)


@_averaged_projections
def _(s: Setting) -> dict[str, Any]:
    return {"x": [1.0, s.mu]}  # the bisector


# -- the benchmark ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rung:
    """One hunt: a theorem, a share of its constant, free or fixed, and whether it was refuted."""

    theorem: str
    percent: int
    free: bool
    refuted: bool


def _rungs() -> Iterator[Rung]:
    """The hunts for all rungs of all ladders, and for the constants themselves.

    Raises:
        LemmataError: a hunt ends with an error.
    """
    for theorem, free, percent in itertools.product(theorems.values(), (True, False), (100, *PERCENT)):
        record = hunt(theorem.claim(percent, free).variant("printed"), PROFILES["quick"])
        if record.outcome == "error":
            raise LemmataError(f"{theorem.name}: {record.finding.because}")
        yield Rung(theorem.name, percent, free, record.outcome == "refuted")


def worst_cases(run: Bench) -> Iterator[Result]:
    """The share of false constants that the default hunt refutes."""
    rungs = list(_rungs())
    for free, word, target in ((True, "sizes and steps free", 0.95), (False, "one setting", 0.85)):
        for percent in PERCENT:
            same = [r for r in rungs if r.free == free and r.percent == percent]
            missed = ", ".join(r.theorem for r in same if not r.refuted)
            yield Result(
                name=f"worst-cases: {percent} % of the constant, {word}",
                value=_mean([r.refuted for r in same]),
                unit="refuted",
                against=f"{len(same)} theorems whose tight constants are known",
                instances=len(same),
                at_least=target if percent == max(PERCENT) else None,
                note=f"not refuted: {missed}" if missed else "",
            )
    true = [r for r in rungs if r.percent == 100]
    yield Result(
        name="worst-cases: the true constant",
        value=_mean([r.refuted for r in true]),
        unit="refuted",
        against="both ways to hunt",
        instances=len(true),
        at_most=0,
    )
    yield from _of_other_fields()


def _of_other_fields() -> Iterator[Result]:
    """The same of inequalities of other fields, at one setting and several seeds."""
    from benchmarks.extremal import ASIDE, inequalities

    found: dict[int, dict[str, list[bool]]] = {
        percent: {name: _seeds(one, percent) for name, one in inequalities.items()} for percent in (99, 100)
    }
    groups = {"of other fields": [*inequalities], "of these, those set aside": [*ASIDE]}
    for percent, (word, names) in itertools.product((99, 100), groups.items()):
        fell = {name: found[percent][name] for name in names}
        missed = ", ".join(f"{name} at {hits.count(False)}" for name, hits in fell.items() if not all(hits))
        yield Result(
            name=f"worst-cases: {percent} % of the constant, {word}",
            value=_mean([hit for hits in fell.values() for hit in hits]),
            unit="refuted",
            against=f"{len(names)} inequalities at {_SEEDS} seeds",
            instances=len(names) * _SEEDS,
            at_least=0.9 if percent == 99 else None,
            at_most=0 if percent == 100 else None,
            note=f"not refuted, of {_SEEDS} seeds: {missed}" if percent == 99 and missed else "",
        )


def _seeds(theorem: Theorem, percent: int) -> list[bool]:
    """Whether each seed's hunt refutes.

    Raises:
        LemmataError: a hunt ends with an error.
    """
    variant = theorem.claim(percent, free=False).variant("printed")
    records = [hunt(variant, PROFILES["quick"], seed) for seed in range(_SEEDS)]
    for record in records:
        if record.outcome == "error":
            raise LemmataError(f"{theorem.name}: {record.finding.because}")
    return [record.outcome == "refuted" for record in records]


worst_cases.on_request = True  # type: ignore[attr-defined]


def _mean(values: list[bool]) -> float:
    return math.fsum(values) / len(values)
