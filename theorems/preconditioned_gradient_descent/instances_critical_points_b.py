"""Points of the set S of Theorem 5 (Ahn et al. 2023), where the covariates move."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines.in_context_loss import slope
from baselines.in_context_loss_minimisers import critical_point_with_b, minimiser_with_b
from lemmata import Prompt
from lemmata.numbers import Array, eye
from theorems.preconditioned_gradient_descent.instances_critical_points import (
    Setting,
    direction_with_B,
    numbers,
    times,
)

__all__ = [
    "Point",
    "Setting",
    "direction_with_B",
    "explicit",
    "matrices",
    "minimiser",
    "scaled",
    "slope_along",
]

Point = Callable[[Setting], tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]


def explicit(s: Setting) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    a, b = critical_point_with_b(s.d, s.n, s.L)
    return a, (*b, Fraction(1))  # the last B has no influence


def minimiser(s: Setting) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    a, b = (
        tuple(Fraction(v) for v in x.tolist()) for x in minimiser_with_b(s.d, s.n, s.L, starts=1)
    )
    return a, (*b, Fraction(1))


def scaled(point: Point, a: Fraction = Fraction(1), b: Fraction = Fraction(1)) -> Point:
    return lambda s: (tuple(x * a for x in point(s)[0]), tuple(x * b for x in point(s)[1]))


def matrices(s: Setting, point: Point) -> tuple[Array, Array]:
    a, b = (numbers(x, s.spectrum) for x in point(s))
    return times(a, s.precision), times(b, eye(s.d, s.spectrum))


def slope_along(s: Setting, prompt: Prompt, point: Point) -> Array:
    A, B = matrices(s, point)
    law: dict[str, Any] = {"task": "inverse", "precision": s.precision}
    return slope(A, prompt.R, s.Sigma, s.n, B=B, S=prompt.S, **law)
