"""Error bounds and balls hold the exact value: functions and linear algebra, also of degenerate matrices."""

from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import torch

from lemmata import numbers
from lemmata.numbers import exact, linalg, sort
from lemmata.numbers.exact import Exact, NotExact
from lemmata.numbers.running_error import Tracked
from lemmata.search.lifting import lift

BITS = 600


def encloses(tracked, truth):
    """Whether all exact values, of a ball far narrower, lie within the error bounds."""
    for value, error, ball in zip(
        tracked.value.ravel().tolist(), tracked.error.ravel().tolist(), truth.values.ravel(), strict=True
    ):
        distance = abs(ball - flint.arb(value)).upper()
        assert error == np.inf or distance <= flint.arb(error), (value, error, ball)


FUNCTIONS = {
    "sin": (numbers.sin, 1e4),
    "cos": (numbers.cos, 1e4),
    "tanh": (numbers.tanh, 30),
    "erf": (numbers.erf, 6),
    "logistic": (numbers.logistic, 60),
    "exp": (numbers.exp, 200),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_error_bounds_of_functions_hold_the_exact_value(name):
    function, largest = FUNCTIONS[name]
    generator = torch.Generator().manual_seed(7)
    x = torch.randn(400, generator=generator, dtype=torch.float64)
    x = torch.cat([x, x * largest / 4, x * 1e-8, torch.arange(-40, 41, dtype=torch.float64) * torch.pi / 2])
    y = 1 + torch.rand(len(x), generator=generator, dtype=torch.float64)
    with exact.ball_precision(BITS):
        encloses(function(Tracked.of(x)), function(lift(x, "ball")))
        encloses(function(Tracked.of(x) / Tracked.of(y)), function(lift(x, "ball") / lift(y, "ball")))


@pytest.mark.parametrize("power", [0.5, 1.5, -0.5, 0.25, Fraction(1, 3), Fraction(-7, 10), -2])
def test_error_bounds_of_powers_hold_the_exact_value(power):
    generator = torch.Generator().manual_seed(8)
    x = torch.rand(300, generator=generator, dtype=torch.float64) * 10.0 ** torch.arange(-5, 1).repeat(50)
    with exact.ball_precision(BITS):
        encloses(numbers.pow(Tracked.of(x) / 3, power), numbers.pow(lift(x, "ball") / 3, power))


def test_powers_of_rationals_are_exact_where_they_are_rational():
    x = lift(torch.tensor([4.0, 2.25, 0.0], dtype=torch.float64), "rational")
    assert [exact.fraction(v) for v in (x**1.5).values] == [8, Fraction(27, 8), 0]
    with pytest.raises(NotExact):
        (x + 1) ** 0.5


@pytest.mark.parametrize("axis", [0, 1])
def test_softmax_and_order_statistics_are_enclosed(axis):
    generator = torch.Generator().manual_seed(9)
    x = torch.randn(40, 5, generator=generator, dtype=torch.float64) * 30
    x[::3, 1] = x[::3, 0]
    with exact.ball_precision(BITS):
        for function in (numbers.softmax, numbers.sort):
            encloses(function(Tracked.of(x) / 7, axis), function(lift(x, "ball") / 7, axis))


def test_sorted_balls_that_overlap_are_enclosed():
    wide = Exact([flint.arb(1, 0.5), flint.arb(1.25, 0.125), flint.arb(0.75)], "ball")
    low, middle, high = numbers.sort(wide, -1).values
    for a in (0.5, 0.9, 1.5):
        for b in (1.125, 1.375):
            for ball, value in zip((low, middle, high), sorted((a, b, 0.75)), strict=True):
                assert ball.contains(flint.arb(value))


def symmetric(kind, n, generator):
    a = torch.randn(n, n, generator=generator, dtype=torch.float64)
    vector = a[:, :1]
    matrix = {
        "random": a + a.mT,
        "rank one": torch.round(vector * 8) @ torch.round(vector * 8).mT,
        "zero": 0 * a,
        "identity": 3 * torch.eye(n, dtype=torch.float64),
        "ones": torch.ones(n, n, dtype=torch.float64),  # 0 is multiple
        "two blocks": torch.kron(torch.eye(2), torch.ones(n, n)).double()[:n, :n],
        "nearly equal": torch.eye(n, dtype=torch.float64) + (a + a.mT) * 1e-12,
        "graded": (a + a.mT) * 10.0 ** -torch.arange(0, 4 * n, 4)[:, None] * 10.0 ** -torch.arange(0, 4 * n, 4),
    }[kind]
    return matrix.tril() + matrix.tril(-1).mT  # symmetric to the last digit


KINDS = ["random", "rank one", "zero", "identity", "ones", "two blocks", "nearly equal", "graded"]


def by_mpmath(matrix):
    """Eigenvalues with 300 bits, by another method than ours."""
    with mpmath.workprec(300):
        values = mpmath.mp.eigsy(mpmath.matrix(matrix.tolist()), eigvals_only=True)
        return sorted(values)


def near(ball, value):
    """A ball contains a value that is known to about 280 bits."""
    with exact.ball_precision(400):
        return bool((ball + flint.arb(0, 1e-60)).contains(flint.arb(value)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [1, 2, 4])
def test_eigenvalues_are_enclosed(kind, n):
    generator = torch.Generator().manual_seed(n)
    matrices = torch.stack([symmetric(kind, n, generator) for _ in range(6)])
    tracked = linalg.eigvalsh(Tracked.of(matrices))
    with exact.ball_precision():
        balls = linalg.eigvalsh(lift(matrices, "ball"))
    for i, matrix in enumerate(matrices):
        truth = by_mpmath(matrix)
        for k in range(n):
            assert near(balls.values[i, k], truth[k])
            assert abs(truth[k] - float(tracked.value[i, k])) <= float(tracked.error[i, k]) + 1e-60
    assert float(tracked.error.max()) <= 1e-13 * (1 + float(matrices.abs().max()))
    assert max(float(v.rad()) for v in balls.values.ravel()) <= 1e-60 * (1 + float(matrices.abs().max()))


@pytest.mark.parametrize("arithmetic", ["tracked", "ball"])
def test_eigenvalues_of_a_matrix_that_is_known_within_bounds_are_enclosed(arithmetic):
    generator = torch.Generator().manual_seed(3)
    middle = symmetric("ones", 3, generator)
    if arithmetic == "tracked":
        found = linalg.eigvalsh(Tracked(middle, torch.full_like(middle, 1e-3)))
        ends = list(zip(found.value.tolist(), found.error.tolist(), strict=True))
    else:
        with exact.ball_precision():
            balls = [flint.arb(v, 1e-3) for v in middle.ravel().tolist()]
            found = linalg.eigvalsh(Exact(np.array(balls, dtype=object).reshape(3, 3), "ball"))
            ends = [(float(v.mid()), float(v.rad())) for v in found.values]
    for _ in range(50):
        change = torch.rand(3, 3, generator=generator, dtype=torch.float64) * 2e-3 - 1e-3
        change = change.tril() + change.tril(-1).mT
        for value, (at, bound) in zip(torch.linalg.eigvalsh(middle + change).tolist(), ends, strict=True):
            assert abs(value - at) <= bound + 1e-14
    assert max(bound for _, bound in ends) < 0.01


@pytest.mark.parametrize("shape", [(2, 2), (3, 2), (2, 4), (3, 3)])
def test_singular_values_are_enclosed_also_near_zero(shape):
    generator = torch.Generator().manual_seed(5)
    full = torch.randn(4, *shape, generator=generator, dtype=torch.float64)
    matrices = torch.cat([full, torch.round(full[..., :1]) @ torch.round(full[..., :1, :]), 0 * full[:1]])
    tracked = linalg.svdvals(Tracked.of(matrices))
    with exact.ball_precision():
        balls = linalg.svdvals(lift(matrices, "ball"))
    count = min(shape)
    for i, matrix in enumerate(matrices):
        with mpmath.workprec(300):
            truth = sorted(mpmath.mp.svd_r(mpmath.matrix(matrix.tolist()), compute_uv=False), reverse=True)[
                :count
            ]
        for k in range(count):
            # balls are cut off at 0, where the true value is known to 80 digits
            assert near(balls.values[i, k], truth[k])
            assert abs(truth[k] - float(tracked.value[i, k])) <= float(tracked.error[i, k]) + 1e-60
    assert float(tracked.error.max()) < 1e-13


def test_rational_eigenvalues_are_exact_or_refused():
    matrix = lift(
        torch.tensor([[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 3.0]], dtype=torch.float64), "rational"
    )
    assert [exact.fraction(v) for v in linalg.eigvalsh(matrix).values] == [1, 3, 3]
    with pytest.raises(NotExact, match="not rational"):
        linalg.eigvalsh(matrix[:2, :2] * numbers.constant([[1, 1], [1, 2]], matrix))


@pytest.mark.parametrize("n", [1, 2, 4])
def test_solutions_and_determinants_are_enclosed(n):
    generator = torch.Generator().manual_seed(n)
    a = torch.randn(12, n, n, generator=generator, dtype=torch.float64)
    a[3] += 1e6 * torch.ones(n, n)  # badly conditioned
    a[4] = a[4] @ torch.diag(10.0 ** -torch.arange(0, 3 * n, 3)).double()
    b = torch.randn(12, n, generator=generator, dtype=torch.float64)
    with exact.ball_precision(BITS):
        for function in (linalg.solve, lambda a, b: linalg.inv(a), lambda a, b: linalg.det(a)):
            for scale in (1, 3):  # entries that are floats, and entries that are not
                truth = function(lift(a, "ball") / scale, lift(b, "ball"))
                tracked = function(Tracked.of(a) / scale, Tracked.of(b))
                encloses(tracked, truth)
                assert bool(torch.isfinite(tracked.error[5:]).all())
    rational = linalg.solve(lift(a, "rational"), lift(b, "rational"))
    check = numbers.einsum("bij,bj->bi", lift(a, "rational"), rational) - lift(b, "rational")
    assert all(v == 0 for v in check.values.ravel())


SINGULAR = torch.tensor([[[1.0, 2.0], [2.0, 4.0]], [[0.0, 0.0], [0.0, 0.0]], [[1.0, 0.0], [0.0, 2.0]]]).double()


def test_singular_systems_have_no_answer_and_spoil_no_other():
    one = torch.ones(3, 2, dtype=torch.float64)
    floats = linalg.solve(SINGULAR, one)
    assert torch.isnan(floats[1:2]).all() and floats[2].tolist() == [1, 0.5]
    tracked = linalg.solve(Tracked.of(SINGULAR), Tracked.of(one))
    assert torch.isinf(tracked.error[:2]).all() and float(tracked.error[2].max()) < 1e-14
    with pytest.raises(ZeroDivisionError):
        linalg.solve(lift(SINGULAR, "rational"), lift(one, "rational"))
    with exact.ball_precision():
        balls = linalg.solve(lift(SINGULAR, "ball"), lift(one, "ball")).values
        assert [float(v) for v in balls[2]] == [1, 0.5]
        for ball in balls[:2].flat:
            with pytest.raises(NotExact, match="no finite enclosure"):
                exact.bounds(ball)
        with pytest.raises(NotExact, match="no finite enclosure"):
            sort(Exact(balls[0], "ball"))


@pytest.mark.parametrize("arithmetic", ["tracked", "rational", "ball"])
def test_determinants_of_singular_matrices_hold_zero(arithmetic):
    with exact.ball_precision():
        found = linalg.det(lift(SINGULAR, arithmetic))
    if arithmetic == "tracked":
        assert (found.value.abs() <= found.error).tolist() == [True, True, False]
    else:
        ends = [exact.bounds(v) for v in found.values]
        assert all(low <= value <= high for (low, high), value in zip(ends, (0, 0, 2), strict=True))


def test_the_factors_of_qr_are_enclosed():
    generator = torch.Generator().manual_seed(2)
    a = torch.randn(8, 4, 3, generator=generator, dtype=torch.float64)
    with exact.ball_precision(BITS):
        exacts, tracked = linalg.qr(lift(a, "ball")), linalg.qr(Tracked.of(a))
        for found, truth in zip(tracked, exacts, strict=True):
            encloses(found, truth)
        product = exacts[0] @ exacts[1] - lift(a, "ball")
        assert all(v.contains(0) and v.rad() < 1e-100 for v in product.values.ravel())
    for found, truth in zip(linalg.qr(a), tracked, strict=True):
        assert torch.allclose(found, truth.value)


def test_the_factors_of_a_matrix_of_lower_rank_are_not_known():
    a = SINGULAR[:1]
    with pytest.raises(NotExact):
        linalg.qr(Tracked.of(a))[0] > 0  # noqa: B015
    with exact.ball_precision(), pytest.raises(NotExact):
        linalg.qr(lift(a, "ball"))
