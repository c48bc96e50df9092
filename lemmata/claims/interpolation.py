"""Functions and operators of a class, by what they say of finitely many points.

A convex function has given values and gradients at given points if, and only if, finitely many inequalities
hold between these numbers. So what is said of a method after K steps, "for every convex function", is said of
K + 1 points, gradients and values under these inequalities, and what is proved of these is proved of all such
functions (Drori and Teboulle 2014; Taylor, Hendrickx and Glineur 2017). In a check they are hypotheses::

    at_most(f[1], x @ x / 6).given(convex_through([x, x - g[0]], g, f, smooth=1, origin=True))

Points are arrays of one instance, of any one shape.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations
from typing import Any

from lemmata.numbers import Array, stack, sum


def convex_through(
    points: Iterable[Array],
    gradients: Iterable[Array],
    values: Iterable[Array],
    *,
    smooth: Any = None,
    strongly: Any = 0,
    origin: bool = False,
) -> Array:
    """Numbers, all >= 0 if, and only if, a convex function has these values and gradients at the points.

    Args:
        points: k arrays of one shape.
        gradients: one for each point, of its shape.
        values: one number for each point.
        smooth: the Lipschitz constant of the gradient; None for functions that need not be differentiable,
            whose gradients are subgradients.
        strongly: the modulus of strong convexity, less than ``smooth``.
        origin: whether the origin is one more point, with gradient and value 0: the minimum. Nothing is lost by
            that, since a function that has a minimiser may be moved so that it lies there.

    Returns:
        k (k - 1) numbers, one for each ordered pair of points.

    Raises:
        ValueError: there are fewer than two points, or not as many gradients and values.

    Source: Taylor, Hendrickx and Glineur, Smooth strongly convex interpolation and exact worst-case performance
    of first-order methods, Mathematical Programming 161 (2017), theorem 4.
    """
    x, g, f = _listed(origin, points=points, gradients=gradients, values=values)
    slacks = []
    for i, j in permutations(range(len(x)), 2):
        apart = x[i] - x[j]
        slack = f[i] - f[j] - sum(g[j] * apart) - strongly * sum(apart * apart) / 2
        if smooth is not None:  # without its strongly convex part the function is (smooth - strongly)-smooth
            turned = g[i] - g[j] - strongly * apart
            slack = slack - sum(turned * turned) / (2 * (smooth - strongly))
        slacks.append(slack)
    return stack(slacks)


def monotone_through(
    points: Iterable[Array], images: Iterable[Array], *, strongly: Any = 0, origin: bool = False
) -> Array:
    """Numbers, all >= 0 if, and only if, a monotone operator has these images of the points.

    Args:
        points: k arrays of one shape.
        images: one for each point, of its shape.
        strongly: the modulus of strong monotonicity.
        origin: whether the origin is one more point, with the image 0.

    Returns:
        k (k - 1) / 2 numbers, one for each pair of points.

    Raises:
        ValueError: there are fewer than two points, or not as many images.

    Source: Bauschke and Combettes, Convex Analysis and Monotone Operator Theory in Hilbert Spaces (2017),
    theorem 20.21: such a graph is part of that of a maximally monotone operator.
    """
    x, y = _listed(origin, points=points, images=images)
    pairs = [(x[i] - x[j], y[i] - y[j]) for i, j in combinations(range(len(x)), 2)]
    return stack([sum(along * apart) - strongly * sum(apart * apart) for apart, along in pairs])


def lipschitz_through(
    points: Iterable[Array], images: Iterable[Array], constant: Any = 1, *, origin: bool = False
) -> Array:
    """Numbers, all >= 0 if, and only if, a Lipschitz operator has these images of the points.

    Beside :func:`monotone_through` they say less than that one operator is both: what is proved under both is
    so for all such operators, but a counterexample need not be one of them.

    Args:
        points: k arrays of one shape.
        images: one for each point, of its shape.
        constant: the Lipschitz constant; operators with 1 are called nonexpansive.
        origin: whether the origin is one more point, with the image 0.

    Returns:
        k (k - 1) / 2 numbers, one for each pair of points.

    Raises:
        ValueError: there are fewer than two points, or not as many images.

    Source: Kirszbraun, Ueber die zusammenziehende und Lipschitzsche Transformationen, Fundamenta Mathematicae
    22 (1934).
    """
    x, y = _listed(origin, points=points, images=images)
    pairs = [(x[i] - x[j], y[i] - y[j]) for i, j in combinations(range(len(x)), 2)]
    return stack([constant * constant * sum(apart * apart) - sum(along * along) for apart, along in pairs])


def _listed(origin: bool, **named: Iterable[Array]) -> list[list[Array]]:
    """As many of each, with those of the origin."""
    found = {name: list(some) for name, some in named.items()}
    if origin:
        found = {name: [*some, *(0 * one for one in some[:1])] for name, some in found.items()}
    counts = {name: len(some) for name, some in found.items()}
    if len({*counts.values()}) > 1 or counts["points"] < 2:
        said = ", ".join(f"{count - origin} {name}" for name, count in counts.items())
        raise ValueError(f"{said}: there have to be as many of each, and two points or one beside the origin")
    return [*found.values()]
