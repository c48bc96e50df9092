"""The loss on the set S: its spectral measure, its Gauss rules and its minimisers."""

import math
from fractions import Fraction

import numpy as np
import pytest
import torch
from torch import Tensor

from baselines.in_context_loss import in_context_loss, loss_and_gradient
from baselines.in_context_loss_minimisers import (
    critical_point_with_b,
    larger_first_step,
    minimiser,
    minimiser_apart,
    minimiser_near,
    minimiser_with_b,
)
from baselines.in_context_loss_quadrature import quadrature_loss
from baselines.in_context_loss_rule import orthogonal_polynomial, spectral_moment, spectral_rule
from baselines.in_context_loss_spectrum import spectral_loss, spectral_slope
from baselines.in_context_loss_words import Alphabet, expectation
from lemmata.claims.margin import interval
from lemmata.numbers import Array
from lemmata.numbers.arithmetic import Arithmetic
from lemmata.numbers.exact import Exact, fraction, number
from lemmata.search.lifting import lift

AGREE = 1e-13


def normal(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


@pytest.mark.parametrize(("d", "n"), [(1, 1), (2, 3), (3, 2), (5, 20)])
def test_moments_are_those_of_the_pairings(d: int, n: int) -> None:
    for k in range(1, 6):
        found = expectation({(0,) * k: 1}, Alphabet([]))
        expected = sum(
            Fraction(c * d ** len(traces), n**p)
            for traces, polynomial in found.items()
            for p, c in polynomial.items()
        )
        assert spectral_moment(d, n, k) == expected


def test_one_dimension_is_a_chi_squared() -> None:
    for k in range(8):  # the mean of (chi^2_n / n)^k
        expected = Fraction(math.prod(3 + 2 * i for i in range(k)), 3**k)
        assert spectral_moment(1, 3, k) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("d", "n", "count"), [(1, 1, 9), (2, 1, 14), (5, 20, 14), (3, 2, 41)])
def test_rules_integrate_every_power_they_promise(d: int, n: int, count: int) -> None:
    for power in (0, 1):
        rule = spectral_rule(d, n, count, power)
        for k in range(2 * count):
            seen = float((rule.weights * rule.nodes**k).sum())
            assert abs(seen / float(spectral_moment(d, n, k + power)) - 1) < (k + 10) * 1e-16 * 4
        missed = float((rule.weights * rule.nodes ** (2 * count)).sum())
        assert missed < float(spectral_moment(d, n, 2 * count + power))


@pytest.mark.slow
@pytest.mark.parametrize("L", [1, 2, 3, 4])
@pytest.mark.parametrize(("d", "n"), [(1, 2), (2, 3), (5, 20)])
def test_it_is_the_loss_of_the_network(d: int, n: int, L: int) -> None:
    root = normal(d, d)
    Sigma = root @ root.mT + 0.5 * torch.eye(d, dtype=torch.float64)
    a = normal(L, seed=1)
    A = a[:, None, None] * torch.linalg.inv(Sigma)
    whole = in_context_loss(A, Sigma, n, task="inverse")
    assert abs(float(spectral_loss(a, d, n) / whole) - 1) < 10 * AGREE


@pytest.mark.parametrize(("d", "n", "L"), [(1, 2, 2), (1, 2, 3), (2, 3, 2), (2, 2, 3)])
def test_it_is_the_loss_of_the_network_with_B(d: int, n: int, L: int) -> None:
    a, b = normal(L), normal(L - 1, seed=1)
    eye = torch.eye(d, dtype=torch.float64)
    B = torch.cat([b, torch.zeros(1, dtype=torch.float64)])[:, None, None] * eye
    whole = quadrature_loss(a[:, None, None] * eye, eye, n, task="inverse", B=B)
    assert abs(float(spectral_loss(a, d, n, b) / whole) - 1) < AGREE


@pytest.mark.slow
@pytest.mark.parametrize(("L", "m"), [(3, 0), (8, 0), (12, 0), (3, 2), (4, 3), (8, 2)])
def test_floats_lose_no_digits(L: int, m: int) -> None:
    a, b = normal(L) / 4, normal(m, seed=1) / 4 if m else None
    exact = spectral_loss(lift(a, "rational"), 3, 5, None if b is None else lift(b, "rational"))
    true = fraction(exact.values[()])
    assert abs(Fraction(float(spectral_loss(a, 3, 5, b))) / true - 1) < AGREE
    tracked = spectral_loss(lift(a, "tracked"), 3, 5, None if b is None else lift(b, "tracked"))
    low, high = interval(tracked.reshape(1))
    assert Fraction(float(low[0])) <= true <= Fraction(float(high[0]))


@pytest.mark.parametrize("L", [1, 2, 3, 5, 8, 12])
@pytest.mark.parametrize(("d", "n"), [(1, 1), (2, 5), (5, 20), (4, 2)])
def test_the_gradient_vanishes_at_the_minimiser(d: int, n: int, L: int) -> None:
    a = minimiser(d, n, L).requires_grad_()
    (gradient,) = torch.autograd.grad(spectral_loss(a, d, n), a)
    assert float(gradient.norm()) <= 1e-13
    off = (a * 1.001).detach().requires_grad_()
    (gradient,) = torch.autograd.grad(spectral_loss(off, d, n), off)
    assert float(gradient.norm()) > 1e-6


@pytest.mark.parametrize("L", [1, 2, 3])
def test_the_full_gradient_vanishes_there(L: int) -> None:
    d, n = 5, 20
    root = normal(d, d)
    Sigma = root @ root.mT / d + 0.3 * torch.eye(d, dtype=torch.float64)
    A = minimiser(d, n, L)[:, None, None] * torch.linalg.inv(Sigma)
    _, gradient = loss_and_gradient((A + A.mT) / 2, Sigma, n, task="inverse", symmetric=False)
    assert float(gradient.norm()) <= 1e-12


def test_the_minimiser_is_below_its_competitors() -> None:
    best = float(spectral_loss(minimiser(3, 4, 3), 3, 4))
    others = spectral_loss(minimiser(3, 4, 3) + normal(1000, 3) / 8, 3, 4)
    assert float(others.min()) > best
    assert minimiser(3, 4, 1).tolist() == [-4 / (4 + 3 + 1)]


def test_minimisers_to_many_bits() -> None:
    near = minimiser_near(2, 3, 4, bits=200)
    assert [float(x) for x in near] == minimiser(2, 3, 4).tolist()
    assert all(x.denominator <= 2**200 for x in near)
    with pytest.raises(ValueError, match="bits must be 0 to 500, got 501"):
        minimiser_near(2, 3, 4, bits=501)


@pytest.mark.parametrize(("d", "n", "L", "bits"), [(1, 1, 1, 0), (1, 1, 9, 80), (5, 20, 9, 75), (2, 3, 4, 500)])
def test_minimisers_in_whole_numbers_are_those_of_the_rule(d: int, n: int, L: int, bits: int) -> None:
    nodes = spectral_rule(d, n, L, power=1).exact
    expected = tuple(Fraction(round(-(2**bits) / x), 2**bits) for x in nodes)
    assert minimiser_near(d, n, L, bits) == expected


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: spectral_loss(torch.zeros(2), 1, 1), TypeError, "a has dtype torch.float32"),
        (lambda: spectral_loss(normal(0), 1, 1), ValueError, "no layers"),
        (lambda: spectral_loss(normal(2), 1, 0), ValueError, "n must be at least 1"),
        (lambda: spectral_loss(normal(2), 0, 1), ValueError, "d must be at least 1"),
        (lambda: spectral_loss(normal(2), 1, 1, normal(2)), ValueError, "m < L"),
        (lambda: spectral_loss(normal(6), 1, 1, normal(5)), ValueError, "nodes; expected 1 to 64"),
    ],
)
def test_bad_input(call: object, error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        call()  # type: ignore[operator]


@pytest.mark.parametrize("m", [0, 2])
def test_slopes_are_gradients_in_every_arithmetic(m: int) -> None:
    d, n, L = 2, 3, 3
    point = [normal(L) / 2, *([normal(m, seed=1) / 2] if m else [])]
    directions = [normal(4, L, seed=5), *([normal(4, m, seed=6)] if m else [])]
    at = [x.clone().requires_grad_() for x in point]
    gradients = torch.autograd.grad(spectral_loss(at[0], d, n, *at[1:]), at)
    expected = torch.zeros(4, dtype=torch.float64)
    for g, v in zip(gradients, directions, strict=True):
        expected = expected + (g * v).sum(-1)

    def slopes(arithmetic: Arithmetic | None) -> Array:
        (a, *b), (da, *db) = (
            [x if arithmetic is None else lift(x, arithmetic) for x in given] for given in (point, directions)
        )
        return spectral_slope(a, da, d, n, *b, *db)

    assert torch.allclose(slopes(None), expected, rtol=1e-12)
    exact = slopes("rational")
    low, high = interval(slopes("tracked"))
    for k in range(4):
        true = fraction(exact.values[k])
        assert Fraction(float(low[k])) <= true <= Fraction(float(high[k]))
        assert abs(float(true) / float(expected[k]) - 1) < 1e-11


@pytest.mark.parametrize("L", [1, 2, 4, 9])
@pytest.mark.parametrize(("d", "n"), [(1, 1), (2, 3), (5, 10)])
def test_the_explicit_point_with_b_is_critical_to_the_last_digit(d: int, n: int, L: int) -> None:
    a, b = (exactly(x) for x in critical_point_with_b(d, n, L))
    units = exactly([Fraction(i == j) for i in range(2 * L - 1) for j in range(2 * L - 1)])
    units = units.reshape(2 * L - 1, 2 * L - 1)
    given = (a, units[:, :L], d, n, b, units[:, L:]) if L > 1 else (a, units, d, n)
    slopes = spectral_slope(*given)
    assert all(fraction(x) == 0 for x in slopes.values)
    if L > 1:
        off = spectral_slope(a, units[:, :L], d, n, b * 2, units[:, L:])
        assert any(fraction(x) != 0 for x in off.values)


def exactly(numbers: object) -> Exact:
    return Exact(np.array([number(x, "rational") for x in numbers], dtype=object), "rational")  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize(("d", "n", "L"), [(1, 1, 2), (2, 3, 2), (5, 10, 2), (2, 4, 3), (5, 20, 3)])
def test_the_full_gradient_vanishes_at_a_minimiser_with_b(d: int, n: int, L: int) -> None:
    a, b = (x.clone() for x in minimiser_with_b(d, n, L, starts=2))
    eye = torch.eye(d, dtype=torch.float64)
    A = a[:, None, None] * eye
    B = torch.cat([b, torch.ones(1, dtype=torch.float64)])[:, None, None] * eye
    if L == 2:
        _, in_A, in_B = loss_and_gradient(A, eye, n, task="inverse", B=B)
    elif d <= 2:
        points = [A.requires_grad_(), B.requires_grad_()]
        whole = quadrature_loss(points[0], eye, n, task="inverse", B=points[1])
        in_A, in_B = torch.autograd.grad(whole, points)
    else:
        points = [a.requires_grad_(), b.requires_grad_()]
        in_A, in_B = torch.autograd.grad(spectral_loss(points[0], d, n, points[1]), points)
    assert float(in_A.norm()) + float(in_B.norm()) <= 1e-12
    with_b = spectral_loss(a.detach(), d, n, b.detach())
    assert float(with_b) < float(spectral_loss(minimiser(d, n, L), d, n))


@pytest.mark.parametrize("L", [1, 2, 5])
def test_the_orthogonal_polynomial_has_the_minimisers_roots(L: int) -> None:
    p = orthogonal_polynomial(2, 3, L)
    assert p[0] == 1
    for a in minimiser_near(2, 3, L, bits=200):
        value = sum((c * (-1 / a) ** k for k, c in enumerate(p)), Fraction(0))
        assert abs(value) < Fraction(1, 2**150)
    for q in range(L):
        assert sum(c * spectral_moment(2, 3, k + q + 1) for k, c in enumerate(p)) == 0


def test_layers_that_stand_still_cost_no_nodes() -> None:
    L, (a, b) = 9, critical_point_with_b(2, 3, 9)
    point = torch.tensor([float(x) + 0.25 * (i == L - 1) for i, x in enumerate(a)]).double()
    da, db = normal(L, seed=1), normal(L - 1, seed=2)
    own = torch.tensor([float(x) for x in b]).double()
    seen = float(spectral_slope(point, da, 2, 3, own, db))
    exact_a, exact_da, exact_b, exact_db = (lift(x, "rational") for x in (point, da, own, db))
    exactly_so = spectral_slope(exact_a, exact_da, 2, 3, exact_b, exact_db)
    assert math.isclose(seen, float(fraction(exactly_so.values.item())), rel_tol=1e-13)


@pytest.mark.parametrize(("n", "above"), [(1, 1.00894), (10, 1.08872)])
def test_three_layers_have_a_local_minimum_outside_of_S(n: int, above: float) -> None:
    A = torch.diag_embed(minimiser_apart(n))
    loss, gradient = loss_and_gradient(A, torch.eye(2, dtype=torch.float64), n, task="inverse")
    assert gradient.norm() < 1e-13
    assert abs(float(loss / spectral_loss(minimiser(2, n, 3), 2, n)) - above) < 1e-5


def test_there_is_none_to_be_found_with_many_samples() -> None:
    with pytest.raises(RuntimeError, match="n=20"):
        minimiser_apart(20)


def test_a_minimum_may_have_the_larger_step_first() -> None:
    a, b = larger_first_step(5, 10)
    assert a[0] < a[1] < 0 < b[0]
    with pytest.raises(RuntimeError, match="n=40"):
        larger_first_step(1, 40)
