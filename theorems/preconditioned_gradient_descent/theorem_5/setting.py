"""Theorem 5: points of its set S, where the covariates move, and slopes of the loss there."""

from fractions import Fraction
from typing import Any

from baselines.gaussian_moments import Task
from baselines.in_context_loss_minimisers import critical_point_with_b, minimiser_with_b
from lemmata.numbers import Array, constant, eye, over_batches, stored
from theorems.preconditioned_gradient_descent.critical_points import times
from theorems.preconditioned_gradient_descent.exact_loss import slope

Point = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


def explicit(d: int, n: int, L: int) -> Point:
    """The $a_i$ and $b_i$ of the explicit critical point."""
    a, b = critical_point_with_b(d, n, L)
    return a, (*b, Fraction(1))  # the last B has no influence


def minimiser(d: int, n: int, L: int) -> Point:
    """The $a_i$ and $b_i$ of a local minimum over S, found by descent."""
    found = over_batches(minimiser_with_b)(d, n, L, starts=1)
    a, b = (tuple(Fraction(v) for v in x.tolist()) for x in found)
    return a, (*b, Fraction(1))


def scaled(point: Point, a: Fraction = Fraction(1), b: Fraction = Fraction(1)) -> Point:
    """The point with all a_i times ``a`` and all b_i times ``b``."""
    return tuple(x * a for x in point[0]), tuple(x * b for x in point[1])


def matrices(point: Point, precision: Array) -> tuple[Array, Array]:
    """A and B at a point of S."""
    a, b = map(stored, point)
    return times(a, precision), times(b, eye(len(precision)))


def slope_along(
    R: Array, S: Array, point: Point, Sigma: Array, precision: Array, n: int, task: Task = "inverse"
) -> Array:
    """The slope of the loss at the point along (R, S); of $L > 2$ layers a sum over the pairs $(i, L - 1)$.

    Of more than two layers the point has ``A_i = 0`` but for the last: to first order layers before it do not
    meet, and each acts as if it were alone before the last one. Only the first pair moves the last layer.
    """
    A, B = matrices(point, precision)
    law: dict[str, Any] = {"task": task, "precision": precision, "symmetric": False}
    last = len(R) - 1
    if last <= 1:
        return slope(A, R, Sigma, n, B=B, S=S, **law)
    total: Array = 0
    for i in range(last):
        pair, once = [i, last], constant([1, int(i == 0)])[:, None, None]
        total = total + slope(A[pair], R[pair] * once, Sigma, n, B=B[pair], S=S[pair] * once, **law)
    return total
