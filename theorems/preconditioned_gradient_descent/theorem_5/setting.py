"""Theorem 5: points of its set S, where the covariates move, and slopes of the loss there."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines.gaussian_moments import Task
from baselines.in_context_loss import slope
from baselines.in_context_loss_minimisers import critical_point_with_b, minimiser_with_b
from lemmata import Prompt
from lemmata.numbers import Array, constant, eye, full
from theorems.preconditioned_gradient_descent.critical_points import Setting, times

Point = Callable[[Setting], tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]


def explicit(s: Setting) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The a_i and b_i of the explicit critical point."""
    a, b = critical_point_with_b(s.d, s.n, s.L)
    return a, (*b, Fraction(1))  # the last B has no influence


def minimiser(s: Setting) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The a_i and b_i of a local minimum over S, found by descent."""
    a, b = (tuple(Fraction(v) for v in x.tolist()) for x in minimiser_with_b(s.d, s.n, s.L, starts=1))
    return a, (*b, Fraction(1))


def scaled(point: Point, a: Fraction = Fraction(1), b: Fraction = Fraction(1)) -> Point:
    """The point with all a_i times ``a`` and all b_i times ``b``."""
    return lambda s: (tuple(x * a for x in point(s)[0]), tuple(x * b for x in point(s)[1]))


def matrices(s: Setting, point: Point) -> tuple[Array, Array]:
    a, b = (constant(x, s.spectrum) for x in point(s))
    return times(a, s.precision), times(b, eye(s.d, s.spectrum))


def slope_along(s: Setting, prompt: Prompt, point: Point, task: Task = "inverse") -> Array:
    """The slope of the loss at the point along (R, S); of L > 2 layers a sum over the pairs (i, L - 1).

    Of more than two layers the point has ``A_i = 0`` but for the last: to first order layers before it do not
    meet, and each acts as if it were alone before the last one. Only the first pair moves the last layer.
    """
    A, B = matrices(s, point)
    law: dict[str, Any] = {"task": task, "precision": s.precision, "symmetric": False}
    if s.L <= 2:
        return slope(A, prompt.R, s.Sigma, s.n, B=B, S=prompt.S, **law)
    total = full(0, like=prompt.R[:, 0, 0, 0])
    for i in range(s.L - 1):
        pair, once = [i, s.L - 1], constant([1, int(i == 0)], prompt.R)[:, None, None]
        R, S = (M[:, pair] * once for M in (prompt.R, prompt.S))
        total = total + slope(A[pair], R, s.Sigma, s.n, B=B[pair], S=S, **law)
    return total
