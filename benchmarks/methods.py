"""Tight constants of first-order methods, stated for all functions or operators of a class.

``worst_cases`` hunts for the worst function among some of few parameters. Here the same theorems are stated for
all of them, by what such a function says of the points of the method (:mod:`lemmata.claims.interpolation`), and
are to be proved. The minimum lies at the origin, and the largest modulus is 1.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from benchmarks.runner import Bench, Result
from lemmata import (
    Margin,
    Paper,
    at_most,
    choices,
    convex_through,
    dims,
    lipschitz_through,
    monotone_through,
    mutants,
    printed,
    reals,
    theorem,
)
from lemmata.claims.declarations import Declaration
from lemmata.numbers import Array, Matrix, Number, Vector, abs, maximum, stack, sum
from lemmata.prove.proofs import prove
from lemmata.run.hunting import PROFILES

_METHODS = Paper("methods", "First-order methods", "Many", 2017, "methods", "benchmarks")
_FALSE = mutants({"99 % of the constant": {"share": Fraction(99, 100)}})
_STEPS = dims(1, 3)
_SHORT, _LONG = choices(1, Fraction(1, 2)), choices(Fraction(1, 2), Fraction(3, 2))
_MODULI = choices(Fraction(1, 4), Fraction(1, 2))


def _square(x: Array) -> Array:
    return sum(x * x)


def _descent(x: Vector, gradients: Sequence[Array], t: Number) -> list[Array]:
    """The points of gradient descent, one more than there are gradients."""
    points = [x]
    for g in gradients:
        points.append(points[-1] - t * g)
    return points


def _contraction(t: Number, mu: Number) -> Number:
    return maximum(abs(1 - t * mu), abs(1 - t))


def _convex(x: Vector, g: Matrix, f: Vector, t: Number, mu: Number = 0) -> Array:
    """Smooth functions, at the points of gradient descent."""
    return convex_through(_descent(x, g[:-1], t), g, f, smooth=1, strongly=mu, origin=True)


@theorem(_METHODS, "values", K=_STEPS, t=_SHORT, x=reals(1), g=reals("K + 1", 1), f=reals("K + 1"))
@printed(r"Drori and Teboulle 2014: $f(x_K) \le \|x_0\|^2 / (4 K t + 2)$ after gradient steps $t$.")
@_FALSE
def values(K: int, t: Number, x: Vector, g: Matrix, f: Vector, *, share: Any = 1) -> Margin:
    """Values after K steps."""
    return at_most(f[K], share * _square(x) / (4 * K * t + 2)).given(_convex(x, g, f, t))


@theorem(_METHODS, "gradients", K=_STEPS, t=_SHORT, x=reals(1), g=reals("K + 1", 1), f=reals("K + 1"))
@printed(r"Teboulle and Vaisbourd 2023: $\|\nabla f(x_K)\| \le \|x_0\| / (K t + 1)$.")
@_FALSE
def gradients(K: int, t: Number, x: Vector, g: Matrix, f: Vector, *, share: Any = 1) -> Margin:
    """Gradients after K steps."""
    return at_most(_square(g[K]), share * _square(x) / (K * t + 1) ** 2).given(_convex(x, g, f, t))


@theorem(_METHODS, "gradients by values", K=_STEPS, x=reals(1), g=reals("K + 1", 1), f=reals("K + 1"))
@printed(r"Kim and Fessler 2021: $\|\nabla f(x_K)\|^2 \le 2 f(x_0) / (2 K + 1)$ after steps 1.")
@_FALSE
def gradients_by_values(K: int, x: Vector, g: Matrix, f: Vector, *, share: Any = 1) -> Margin:
    """Gradients after K steps, by the first value."""
    return at_most(_square(g[K]), share * 2 * f[0] / (2 * K + 1)).given(_convex(x, g, f, 1))


@theorem(_METHODS, "distance", K=_STEPS, t=_LONG, mu=_MODULI, x=reals(1), g=reals("K + 1", 1), f=reals("K + 1"))
@printed(r"Polyak 1963: $\|x_K\| \le \max(|1 - t \mu|, |1 - t|)^K \|x_0\|$, strongly convex.")
@_FALSE
def distance(K: int, t: Number, mu: Number, x: Vector, g: Matrix, f: Vector, *, share: Any = 1) -> Margin:
    """The distance of the minimum."""
    bound = share * _contraction(t, mu) ** (2 * K) * _square(x)
    return at_most(_square(_descent(x, g[:K], t)[K]), bound).given(_convex(x, g, f, t, mu))


@theorem(
    _METHODS,
    "values, strongly convex",
    K=_STEPS,
    t=_LONG,
    mu=_MODULI,
    x=reals(1),
    g=reals("K + 1", 1),
    f=reals("K + 1"),
)
@printed(r"Taylor, Hendrickx and Glineur 2018: $f(x_K) \le \max(|1 - t \mu|, |1 - t|)^{2 K} f(x_0)$.")
@_FALSE
def strongly_convex_values(
    K: int, t: Number, mu: Number, x: Vector, g: Matrix, f: Vector, *, share: Any = 1
) -> Margin:
    """Values of strongly convex functions."""
    return at_most(f[K], share * _contraction(t, mu) ** (2 * K) * f[0]).given(_convex(x, g, f, t, mu))


@theorem(_METHODS, "exact line search", mu=_MODULI, d=dims(1, 2), x=reals(2, "d"), g=reals(2, "d"), f=reals(2))
@printed(r"de Klerk, Glineur and Taylor 2017: $f(x_1) \le ((1 - \mu) / (1 + \mu))^2 f(x_0)$.")
@_FALSE
def line_search(mu: Number, x: Matrix, g: Matrix, f: Vector, *, share: Any = 1) -> Margin:
    """Where the search ends the gradient is orthogonal to the one before, and to the step."""
    right = stack([sum(g[1] * g[0]), sum(g[1] * (x[1] - x[0]))])
    return (
        at_most(f[1], share * ((1 - mu) / (1 + mu)) ** 2 * f[0])
        .given(convex_through(x, g, f, smooth=1, strongly=mu, origin=True))
        .given(right)
        .given(-right)
    )


@theorem(_METHODS, "relative errors", t=_SHORT, mu=choices(Fraction(1, 2), Fraction(3, 4)), d=dims(1, 2),
         x=reals("d"), g=reals("d"), e=reals("d"), f=reals())  # fmt: skip
@printed(r"De Klerk et al. 2020: with errors of $\|\nabla f(x)\| / 4$ a step contracts as on quadratics.")
@_FALSE
def relative_errors(
    t: Number, mu: Number, x: Vector, g: Vector, e: Vector, f: Number, *, share: Any = 1
) -> Margin:
    """The errors may have any direction."""
    factor = maximum(abs(1 - t * mu) + t * mu / 4, abs(1 - t) + t / 4)
    return (
        at_most(_square(x - t * (g + e)), share * factor**2 * _square(x))
        .given(convex_through([x], [g], [f], smooth=1, strongly=mu, origin=True))
        .given(_square(g) / 16 - _square(e))
    )


@theorem(_METHODS, "Peaceman and Rachford", t=choices(Fraction(1, 2), Fraction(3, 2)), mu=_MODULI, d=dims(1, 2),
         x=reals("d"), g=reals("d"), f=reals())  # fmt: skip
@printed(r"Giselsson and Boyd 2017: $2 \operatorname{prox}_{t f} - I$ contracts as on quadratics.")
@_FALSE
def reflection(t: Number, mu: Number, x: Vector, g: Vector, f: Number, *, share: Any = 1) -> Margin:
    """One reflected proximal step; g is the gradient where it ends."""
    p = x - t * g
    factor = maximum((1 - t * mu) / (1 + t * mu), (t - 1) / (1 + t))
    return at_most(_square(2 * p - x), share * factor**2 * _square(x)).given(
        convex_through([p], [g], [f], smooth=1, strongly=mu, origin=True)
    )


@theorem(_METHODS, "the optimised gradient method", d=dims(1, 2), x=reals("d"), g=reals(2, "d"), f=reals(2))
@printed(r"Kim and Fessler 2016: $f(x_1) \le \|x_0\|^2 / 8$, where $\theta_1 = 2$.")
@_FALSE
def optimised_method(x: Vector, g: Matrix, f: Vector, *, share: Any = 1) -> Margin:
    """One step: it is half as long again as that of gradient descent."""
    points = [x, x - g[0] * Fraction(3, 2)]
    return at_most(f[1], share * _square(x) / 8).given(convex_through(points, g, f, smooth=1, origin=True))


@theorem(_METHODS, "the proximal point method", K=_STEPS, t=_SHORT, x=reals(1), g=reals("K", 1), f=reals("K"))
@printed(r"Taylor, Hendrickx and Glineur 2017: $f(x_K) \le \|x_0\|^2 / (4 K t)$ for all convex functions.")
@_FALSE
def proximal_point(K: int, t: Number, x: Vector, g: Matrix, f: Vector, *, share: Any = 1) -> Margin:
    """Subgradients g, each where its step ends."""
    return at_most(f[K - 1], share * _square(x) / (4 * K * t)).given(
        convex_through(_descent(x, g, t)[1:], g, f, origin=True)
    )


@theorem(_METHODS, "residuals of resolvents", K=dims(2, 4), x=reals(2), g=reals("K", 2))
@printed(r"Gu and Yang 2020: $\|x_K - x_{K-1}\|^2 \le (1 - 1/K)^{K-1} \|x_0\|^2 / K$ for monotone operators.")
@_FALSE
def resolvents(K: int, x: Vector, g: Matrix, *, share: Any = 1) -> Margin:
    """Images g, each of the point where its step ends."""
    bound = share * Fraction((K - 1) ** (K - 1), K**K) * _square(x)
    return at_most(_square(g[K - 1]), bound).given(monotone_through(_descent(x, g, 1)[1:], g, origin=True))


@theorem(_METHODS, "residuals of Krasnoselskii's iteration", K=_STEPS, x=reals(2), y=reals("K + 1", 2))
@printed(r"Lieder 2018: $\|x_K - T x_K\|^2 \le 4 K^K (K + 1)^{-K-1} \|x_0\|^2$ for nonexpansive $T$.")
@_FALSE
def krasnoselskii(K: int, x: Vector, y: Matrix, *, share: Any = 1) -> Margin:
    """A step goes halfway to T x."""
    points = [x]
    for image in y[:K]:
        points.append((points[-1] + image) / 2)
    bound = share * Fraction(4 * K**K, (K + 1) ** (K + 1)) * _square(x)
    return at_most(_square(points[K] - y[K]), bound).given(lipschitz_through(points, y, origin=True))


@theorem(_METHODS, "forward steps", K=_STEPS, t=_SHORT, mu=_MODULI, x=reals(2), y=reals("K", 2))
@printed(
    r"Rockafellar 1976: $\|x_K\|^2 \le (1 - 2 t \mu + t^2)^K \|x_0\|^2$, strongly monotone and 1-Lipschitz."
)
@_FALSE
def forward_steps(K: int, t: Number, mu: Number, x: Vector, y: Matrix, *, share: Any = 1) -> Margin:
    """Images y of the points."""
    points = _descent(x, y, t)
    return (
        at_most(_square(points[K]), share * (1 - 2 * t * mu + t * t) ** K * _square(x))
        .given(lipschitz_through(points[:K], y, origin=True))
        .given(monotone_through(points[:K], y, strongly=mu, origin=True))
    )


THEOREMS: dict[str, Declaration] = {
    one.label: one for one in [*globals().values()] if isinstance(one, Declaration)
}


def proofs_of_methods(bench: Bench) -> Iterator[Result]:
    """How many are proved for all functions, after how many steps, and how long the slowest took."""
    profile = PROFILES["quick"]
    some = dict(list(THEOREMS.items())[: bench.count(len(THEOREMS), 2)])
    seconds, lines = [0.0], []
    for name, declared in some.items():
        bench.progress(name)
        begun = time.process_time()
        proof = prove(declared.complete().variant("printed"), profile.proof, "", profile.proved)
        taken = time.process_time() - begun
        found = proof.certificate
        lines.append(f"  {name}: {found.where if found else f'not proved: {proof.why_none}'}; {taken:.2f} s")
        seconds += [taken] if found else []
    against = f"of {len(some)}; the slowest takes {max(seconds):.2f} s of one core"
    yield Result("proofs-methods", len(seconds) - 1, "proved", against, len(some), note="\n".join(lines))


proofs_of_methods.on_request = True  # type: ignore[attr-defined]
