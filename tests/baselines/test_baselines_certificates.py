"""A certificate is never below the error that it bounds, from 1e-300 to 1e300, against exact references.

Each float is a fraction, so the optimum of a small problem is found exactly, by trying every support.
Data beyond what float64 can square get an infinite certificate, never an exception.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import inf, isfinite
from typing import Any

import mpmath
import pytest
import torch
from torch import Tensor

from baselines.analytic_weights import coherence_weights
from baselines.basis_pursuit import basis_pursuit
from baselines.bounds import LEAST, norm_above
from baselines.lasso import distance, duality_gap, lasso_batched
from baselines.pca import eigenvalues, pca
from lemmata.numbers.running_error import Tracked

Rows = list[list[float]]
Vector = list[Fraction]
SCALES = (1e-300, 1e-170, 1e-82, 1.0, 1e82, 1e160, 1e300)
ENDS = (SCALES[0], 1.0, SCALES[-1])
SHAPES: dict[str, Rows] = {
    "one": [[1.0]],
    "duplicates": [[1.0, 1.0], [0.5, 0.5]],
    "opposite": [[1.0, -1.0], [2.0, -2.0]],
    "orthogonal": [[1.0, 0.0], [0.0, 1.0]],
    "ties": [[1.0, 1.0, -1.0]],
    "rank 1": [[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]],
    "general": [[0.3, -1.2, 0.7], [1.1, 0.4, -0.6]],
    "columns apart": [[1.0, 1e-170], [1.0, 0.0]],
    "rows apart": [[1.0, 2.0], [1e-160, -1e-160]],
    "zero": [[0.0, 0.0], [0.0, 0.0]],
}


def tensor(*values: Any) -> Tensor:
    return torch.tensor(list(values), dtype=torch.float64)


def exact(values: list[float]) -> Vector:
    return [Fraction(v) for v in values]


def dot(a: Vector, b: Vector) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def solved(matrix: list[Vector], right: Vector) -> Vector | None:
    """The solution of a square system, None where it is singular."""
    rows = [[*row, r] for row, r in zip(matrix, right, strict=True)]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [v - rows[i][k] * w for v, w in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def supports(d: int) -> Iterator[tuple[int, ...]]:
    for size in range(d + 1):
        yield from combinations(range(d), size)


def lasso_optima(X: Rows, y: list[float], alpha: float) -> list[Vector]:
    """Every point with independent columns on its support that meets the optimality conditions."""
    columns, target, a = [exact(list(c)) for c in zip(*X, strict=True)], exact(y), Fraction(alpha)
    found = []
    for S in supports(len(columns)):
        gram = [[dot(columns[i], columns[j]) for j in S] for i in S]
        for signs in product((1, -1), repeat=len(S)):
            wanted = [dot(columns[j], target) - a * s for j, s in zip(S, signs, strict=True)]
            on = solved(gram, wanted)
            if on is None or any(v * s <= 0 for v, s in zip(on, signs, strict=True)):
                continue
            beta = [Fraction(0)] * len(columns)
            for j, v in zip(S, on, strict=True):
                beta[j] = v
            rest = residual(X, y, beta)
            if all(abs(dot(c, rest)) <= a for c in columns):
                found.append(beta)
    assert found
    return found


def residual(X: Rows, y: list[float], beta: Vector) -> Vector:
    return [Fraction(v) - dot(exact(row), beta) for v, row in zip(y, X, strict=True)]


def value(X: Rows, y: list[float], alpha: float, beta: Vector) -> Fraction:
    rest = residual(X, y, beta)
    return dot(rest, rest) / 2 + Fraction(alpha) * sum(map(abs, beta))


def rounded(beta: Vector) -> list[float] | None:
    try:
        return [float(v) for v in beta]
    except OverflowError:
        return None


def check_lasso(X: Rows, y: list[float], alpha: float, points: list[list[float]]) -> int:
    """How many finite bounds there were, each of them at least what it bounds."""
    optima = lasso_optima(X, y, alpha)
    least = value(X, y, alpha, optima[0])
    finite = 0
    problem = tensor(X), tensor(y), alpha
    answer = lasso_batched(*problem, max_iterations=200)
    points = [*points, *filter(None, map(rounded, optima)), answer.value[0].tolist()]
    for point in points:
        gap = float(duality_gap(*problem, tensor(point)))
        excess = value(X, y, alpha, exact(point)) - least
        assert gap == inf or Fraction(gap) >= excess, (X, y, alpha, point, gap)
        far = float(distance(*problem, tensor(point)))
        finite += isfinite(gap) + isfinite(far)
        for best in optima if isfinite(far) else ():
            off = sum((Fraction(p) - b) ** 2 for p, b in zip(point, best, strict=True))
            assert Fraction(far) ** 2 >= off, (X, y, alpha, point, far)
    told = float(answer.error[0])
    assert told == inf or Fraction(told) >= value(X, y, alpha, exact(points[-1])) - least
    return finite


def test_a_point_that_is_off_by_a_half_is_not_told_to_be_the_solution() -> None:
    X, y = 1e-82, 1e-82
    alpha = X * X * 1e-9
    assert float(distance(tensor([[X]]), tensor([y]), alpha, tensor([1.5]))) >= 0.5
    check_lasso([[X]], [y], alpha, [[1.5], [1.0], [1.0 - 1e-9]])
    # The second column is tiny, but the penalty lets it in: the solution is 6e169 away.
    check_lasso([[1.0, 1e-170], [1.0, 0.0]], [3.0, 1.0], 0.7e-170, [[2.5, 0.0], [2.0, 0.0]])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("scale", [s if s in ENDS else pytest.param(s, marks=pytest.mark.slow) for s in SCALES])
def test_bounds_of_the_lasso(shape: str, scale: float) -> None:
    draw = random.Random(f"{shape} {scale}")
    X = [[v * scale for v in row] for row in SHAPES[shape]]
    for label in (scale, 1.0, 1 / scale, 0.0):
        y = [label * draw.choice((1.0, 1.0, -0.7, 3.0)) for _ in X]
        columns = (exact(list(column)) for column in zip(*X, strict=True))
        level = float(min(max(abs(dot(c, exact(y))) for c in columns), Fraction(1e308)))
        for share in (1e-9, 0.3, 1.0):
            alpha = min(max(level * share, 5e-324), 1e308)
            size = draw.choice((1.0, scale, 1 / scale, 1.5e-3))
            points = [[size * draw.choice((0.0, 1.0, -1.5)) for _ in X[0]] for _ in range(2)]
            check_lasso(X, y, alpha, [*points, [0.0] * len(X[0])])


def test_the_bounds_of_the_lasso_are_finite_where_nothing_overflows() -> None:
    for scale in (1e-70, 1e-30, 1.0, 1e30, 1e70):
        X = [[v * scale for v in row] for row in SHAPES["general"]]
        y = [scale, 2 * scale]
        assert check_lasso(X, y, scale * scale / 10, [[0.1, 0.2, 0.3]]) >= 5


@pytest.mark.parametrize("huge", [1e155, 1e200, 1e308, 1.7e308])
def test_huge_data_have_infinite_bounds_and_raise_nothing(huge: float) -> None:
    X = tensor([[huge, -huge], [huge, 1.0]], [[1.0, 0.0], [0.0, 1.0]])
    y = tensor([huge, -huge], [2.0, 3.0])
    point = tensor([1.0, 1.0], [1.0, 2.0])
    assert distance(X, y, 1.0, point).tolist()[0] == inf
    assert distance(X, y, 1.0, point).tolist()[1] < 1e-14, "another instance of the batch is as it was"
    assert duality_gap(X, y, 1.0, point).tolist()[0] == inf
    answer = lasso_batched(X, y, 1.0, max_iterations=50)
    assert answer.error[0] > 1e200, "infinite, or what a small residual leaves of it"
    assert answer.error[1] < 1e-12
    assert basis_pursuit(X, y).error[1] < 1e-5
    matrices = tensor([[huge, huge], [huge, huge]])
    assert (eigenvalues(matrices).error[0] >= 0).all()


# -- eigenvalues -----------------------------------------------------------------------------------

MATRICES = {
    "zero": (0.0, 0.0, 0.0),
    "repeated": (1.0, 0.0, 1.0),
    "diagonal": (3.0, 0.0, -1.0),
    "rank 1": (1.0, 1.0, 1.0),
    "near": (1.0, 1e-9, 1.0),
    "general": (0.3, -1.2, 0.7),
    "apart": (1.0, 1e-170, 1e-160),
    "far apart": (1.0, 1e-150, 1e-300),
}


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("scale", [5e-324, 1e-320, 1e-310, 1e-306, *SCALES, 1e307])
def test_bounds_of_eigenvalues_and_eigenvectors(name: str, scale: float) -> None:
    a, b, c = (v * scale for v in MATRICES[name])
    third = 5.0 * scale
    A = tensor([a, b, 0.0], [b, c, 0.0], [0.0, 0.0, third])
    found = pca(A)
    with mpmath.workprec(5000):
        a, b, c, third = map(mpmath.mpf, (a, b, c, third))
        root = mpmath.sqrt((a - c) ** 2 + 4 * b * b)
        spectrum = {(a + c + root) / 2: True, (a + c - root) / 2: True, third: False}
        exactly = sorted([(a + c + root) / 2, (a + c - root) / 2, third], reverse=True)
        for result in (found.eigenvalues, eigenvalues(A)):
            for computed, error, truth in zip(
                result.value.tolist(), result.error.tolist(), exactly, strict=True
            ):
                assert error >= abs(mpmath.mpf(computed) - truth), (name, scale)
        for k, truth in enumerate(exactly):
            error = float(found.eigenvectors.error[k])
            if error >= 2:
                continue
            assert exactly.count(truth) == 1, "no vector of its own"
            vector = [mpmath.mpf(v) for v in found.eigenvectors.value[:, k].tolist()]
            wanted = [mpmath.mpf(0), mpmath.mpf(0), mpmath.mpf(1)]
            if spectrum[truth]:
                wanted = [truth - c, b, mpmath.mpf(0)] if a >= c else [b, truth - a, mpmath.mpf(0)]
                if not any(wanted):
                    wanted = [b, truth - a, mpmath.mpf(0)] if a >= c else [truth - c, b, mpmath.mpf(0)]
            size = mpmath.sqrt(sum(v * v for v in wanted))
            off = min(
                mpmath.sqrt(sum((v - s * w / size) ** 2 for v, w in zip(vector, wanted, strict=True)))
                for s in (1, -1)
            )
            assert error >= off, (name, scale, k)


# -- basis pursuit ---------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["one", "orthogonal", "ties", "general"])
@pytest.mark.parametrize("scale", [1e-300, 1e-82, 1.0, 1e82, 1e300])
def test_bounds_of_basis_pursuit(shape: str, scale: float) -> None:
    X = [[v * scale for v in row] for row in SHAPES[shape]]
    columns = [exact(list(c)) for c in zip(*X, strict=True)]
    for label in (scale, 1.0, 0.0):
        y = [label * v for v in (1.0, -0.7)[: len(X)]]
        found = basis_pursuit(tensor(X), tensor(y))
        least = None
        for S in combinations(range(len(columns)), len(X)):
            on = solved([[columns[j][i] for j in S] for i in range(len(X))], exact(y))
            if on is not None:
                length = sum(map(abs, on), Fraction(0))
                least = length if least is None else min(least, length)
        assert least is not None
        error = float(found.error[0])
        excess = sum(map(abs, exact(found.value[0].tolist())), Fraction(0)) - least
        assert error == inf or Fraction(error) >= excess, (shape, scale, label)
        if scale == 1.0:
            assert error <= 1e-5 * max(label, 1e-9)


# -- coherence -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1e-306, *SCALES, 1e307])
def test_bounds_of_coherences(scale: float) -> None:
    row = [[scale, -2 * scale, 0.3 * scale]]  # of one row the weights are determined
    found = coherence_weights(tensor(*row))
    coherences = (found.value.mT @ tensor(*row)).abs().fill_diagonal_(0.0).amax(1)
    for i, (told, error) in enumerate(zip(coherences.tolist(), found.error.tolist(), strict=True)):
        truth = max(abs(Fraction(v) / Fraction(row[0][i])) for k, v in enumerate(row[0]) if k != i)
        assert Fraction(error) + Fraction(1e-15) * truth * 4 >= abs(Fraction(told) - truth)
        assert error <= 1e-6
    general = coherence_weights(tensor(*[[v * scale for v in r] for r in SHAPES["general"]]))
    assert float(general.error.max()) <= 1e-6, "the scale of X does not matter"


# -- norms -----------------------------------------------------------------------------------------


def test_norms_from_above_at_every_size() -> None:
    draw = random.Random(0)
    for _ in range(300):
        size = 10.0 ** draw.uniform(-323, 307)
        x = [draw.gauss(0, 1) * size * 10.0 ** draw.choice((0, 0, -3, -170)) for _ in range(4)]
        bound = float(norm_above(tensor(x), -1))
        squared = sum(Fraction(v) ** 2 for v in x)
        assert bound == inf or Fraction(bound) ** 2 >= squared
        if size > 1e-300:
            assert Fraction(bound) ** 2 <= squared * (1 + Fraction(1, 10**11))
    assert norm_above(tensor([0.0, 0.0], [5e-324, 0.0], [inf, 1.0]), -1).tolist()[::2] == [0.0, inf]
    assert float(norm_above(tensor([float("nan"), 1.0]), -1)) == inf
    erring = Tracked(tensor([[0.0, 3e-200]]), tensor([[4e-200, 0.0]]))
    assert 5e-200 <= float(norm_above(erring, (-2, -1))) <= 5e-200 * (1 + 1e-11) + LEAST


def test_a_product_of_huge_and_tiny_numbers_has_its_error() -> None:
    a, b = 1.1e300, 1.23456789e-310
    found = Tracked.of(tensor([a])) @ Tracked.of(tensor([b]))
    off = abs(Fraction(float(found.value)) - Fraction(a) * Fraction(b))
    assert 0 < off <= Fraction(float(found.error))
