"""Rational functions at a random point: what is equal is equal, what differs differs, nothing is compared."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from lemmata.numbers import abs, exp, has_values, max, maximum, norm, relu, sign, sqrt, sum, values
from lemmata.numbers.arithmetic import using
from lemmata.numbers.exact import Exact, NotExact
from lemmata.numbers.formal import NotFormal, at, is_zero
from lemmata.numbers.functions import Function, Point, random_prime


@pytest.fixture
def point() -> Any:
    with at(Point("a test", random_prime("a test"))) as point, using("formal"):
        yield point


def variable(point: Point, *shape: int) -> Exact:
    entries = np.empty(shape, dtype=object)
    for place in np.ndindex(*shape):
        entries[place] = point.variable()
    return Exact(entries, "formal")


def vanishes(x: Exact) -> bool:
    return all(v.vanishes if isinstance(v, Function) else v == 0 for v in x.values.flat)


def test_primes_are_large_and_differ() -> None:
    primes = {random_prime(str(k)) for k in range(20)}
    assert len(primes) == 20
    assert all(pow(3, p - 1, p) == 1 and p.bit_length() == 192 for p in primes)


def test_what_is_equal_as_a_function_is_equal(point: Point) -> None:
    a, b, c = (variable(point, 3, 3) for _ in range(3))
    assert vanishes(a @ (b + c) - (a @ b + a @ c))
    assert vanishes((a @ b).mT - b.mT @ a.mT)
    x, y = variable(point), variable(point)
    assert vanishes((x * x - y * y) / (x - y) - (x + y))
    assert vanishes((1 / x + 1 / y) * x * y - x - y)
    assert vanishes(x**-2 * x**3 - x)


@pytest.mark.parametrize("bits", [1, 80, 1000])
def test_a_small_difference_is_one(point: Point, bits: int) -> None:
    x = variable(point)
    assert not vanishes((x + Fraction(1, 2**bits) * x * x) - x)
    assert not vanishes(x * x - x)


def test_a_matrix_product_does_not_commute(point: Point) -> None:
    a, b = variable(point, 2, 2), variable(point, 2, 2)
    assert not vanishes(a @ b - b @ a)
    assert not vanishes(a @ a.mT - eye_like(a))


def eye_like(a: Exact) -> Exact:
    from lemmata.numbers import eye

    return eye(a.shape[-1], a)


def test_functions_are_unknown_but_functions(point: Point) -> None:
    x, y = variable(point), variable(point)
    assert vanishes(exp(x + y) - exp(y + x))
    assert vanishes(sqrt(x * x - y * y) - sqrt((x - y) * (x + y)))
    assert not vanishes(exp(x) - exp(y))
    assert not vanishes(sqrt(x * x) - x), "of a root nothing is used, so that |x| is not called x"
    assert vanishes(norm(variable(point, 2)) * 0)


def test_relu_and_its_kin(point: Point) -> None:
    x, y = variable(point), variable(point)
    assert vanishes(relu(x) - relu(-x) - x)
    assert vanishes(abs(x) - relu(x) - relu(-x))
    assert vanishes(abs(x - y) - abs(y - x))
    assert vanishes(maximum(x, y) - maximum(y, x))
    assert vanishes(sign(x) + sign(-x))
    assert not vanishes(relu(x) - x)
    assert not vanishes(abs(x) - x)
    assert not vanishes(maximum(x, y) - x)
    assert not vanishes(sign(x) - 1)
    pair = variable(point, 2)
    assert vanishes(max(pair, -1) - maximum(pair[0], pair[1]))


def test_numbers_stay_numbers(point: Point) -> None:
    from lemmata.numbers import constant

    four = constant(4, variable(point))
    assert float(values(sqrt(four))) == 2
    assert relu(-four) == 0
    assert not has_values(four)
    assert is_zero(four.values.item() - 4)
    assert not is_zero(point.variable() * 1)
    assert vanishes(sqrt(four / 2) - sqrt(four / 2))
    assert not vanishes(sqrt(four / 2) - 1)


@pytest.mark.parametrize(
    "use",
    [
        lambda x: x > 0,
        lambda x: x <= 1,
        lambda x: x == 0,
        bool,
        values,
        lambda x: np.maximum(x.values, 0),
        lambda x: 1 if x.values.item() else 0,
        lambda x: sorted([x.values.item(), 0]),
    ],
)
def test_nothing_is_compared(point: Point, use: Any) -> None:
    with pytest.raises((NotExact, NotFormal)):
        use(variable(point))


def test_a_denominator_that_vanishes_is_refused(point: Point) -> None:
    x = variable(point)
    with pytest.raises(NotFormal, match="vanishes"):
        1 / (x - x)


def test_degrees_and_coefficients_are_bounded(point: Point) -> None:
    x = point.variable()
    y = (x + 1) ** 8 / (x - 3)
    assert (y.top, y.bottom) == (8, 1)
    assert 2**y.above >= 2**8
    assert 2**y.below >= 4
    assert 0 < point.error < 1e-30


@given(st.lists(st.integers(-5, 5), min_size=6, max_size=6))
def test_values_are_those_of_the_rational_function(numbers: list[int]) -> None:
    """At rational numbers in the place of variables the same formula gives the same, modulo the prime."""
    a, b, c, d, e, f = numbers
    point = Point("rational", random_prime("rational"))
    p = point.prime

    def formula(x: Any, y: Any) -> Any:
        return (a * x * x + b * y - c) * (d * x + e) / (y * y + 7) - f * x

    x, y = Fraction(3, 7), Fraction(-2, 5)
    as_formal = [Function(point, q.numerator * pow(q.denominator, -1, p) % p, 1, 0, 0, 0) for q in (x, y)]
    wanted = Fraction(formula(x, y))
    found = formula(*as_formal)
    value = found.value if isinstance(found, Function) else found
    assert (value - wanted.numerator * pow(wanted.denominator, -1, p)) % p == 0


def test_of_nothing_else_functions_are_made() -> None:
    """Without a point a root that is not rational stays refused."""
    with pytest.raises(NotExact):
        sqrt(Exact(np.array(2, dtype=object), "rational"))
    assert sum(torch.ones(3), -1) == 3
