"""The three arithmetics agree, and the running error bound really bounds."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from lemmata.numbers import arrays, exact
from lemmata.numbers.arithmetic import plain, using
from lemmata.numbers.exact import Exact, NotExact
from lemmata.numbers.literals import FloatSlipped
from lemmata.numbers.running_error import Tracked
from lemmata.search.lifting import lift


def formula(x, y):
    """Every operation of the vocabulary that rationals allow."""
    product = x @ y / 3
    thresholded = arrays.sign(product) * arrays.maximum(arrays.abs(product) - 1, 0)
    total = arrays.sum(arrays.relu(thresholded - 2) ** 2, -1)
    return arrays.concat([total, -arrays.max(product, -1)], -1)


def instance(seed, scale=1.0):
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(2, 3, 4, generator=generator, dtype=torch.float64) * scale
    y = torch.randn(2, 4, 5, generator=generator, dtype=torch.float64)
    return x, y


@pytest.mark.parametrize("ring", ["rational", "ball"])
def test_exact_arithmetic_agrees_with_floats(ring):
    x, y = instance(0)
    value = formula(lift(x, ring), lift(y, ring))
    assert isinstance(value, Exact)
    assert torch.allclose(arrays.values(value), formula(x, y), rtol=1e-13, atol=1e-13)


@given(st.integers(0, 10_000), st.sampled_from([1e-3, 1.0, 1e6]))
def test_running_error_encloses_the_rational_value(seed, scale):
    x, y = instance(seed, scale)
    tracked = formula(Tracked.of(x), Tracked.of(y))
    rational = formula(lift(x, "rational"), lift(y, "rational"))
    for value, error, truth in zip(
        tracked.value.ravel().tolist(), tracked.error.ravel().tolist(), rational.values.ravel(), strict=True
    ):
        assert abs(Fraction(value) - exact.fraction(truth)) <= Fraction(error)


@given(st.floats(0.01, 50), st.floats(0.01, 50))
def test_running_error_of_roots_and_logarithms(a, b):
    def chain(u, v):
        return arrays.log(arrays.sqrt(u) / v + arrays.exp(-u))

    tracked = chain(Tracked.of(torch.tensor(a)), Tracked.of(torch.tensor(b)))
    with exact.ball_precision():
        truth = chain(exact.lift(float(torch.tensor(a)), "ball"), exact.lift(float(torch.tensor(b)), "ball"))
        low, high = exact.bounds(truth - exact.lift(float(tracked.value), "ball"))
    assert max(abs(low), abs(high)) <= float(tracked.error) + 1e-300


def test_a_rounded_quotient_is_refused_by_exact_numbers():
    x = lift(torch.ones(2), "rational")
    assert exact.fraction((x * 0.5).values[0]) == Fraction(1, 2)
    with pytest.raises(TypeError, match=r"x / 10 for 0\.1"):
        x * (1 / 3)


def test_what_has_no_rational_answer_says_so():
    x = lift(torch.tensor([2.0]), "rational")
    for operation in (arrays.sqrt, arrays.exp, arrays.log):
        with pytest.raises(NotExact):
            operation(x)
    assert exact.fraction(arrays.sqrt(x * 2).values[0]) == 2


def test_bounds_of_a_ball_keep_the_sign():
    with exact.ball_precision(64):
        third = exact.lift(1.0, "ball") / 3
        low, high = exact.bounds(third - third)
        assert low <= 0 <= high
        low, _ = exact.bounds(third)
        assert low > 0


def test_broadcast_matrix_products_match_numpy():
    a = np.arange(24).reshape(2, 3, 4)
    b = np.arange(20).reshape(4, 5)
    product = lift(torch.tensor(a, dtype=torch.float64), "rational") @ lift(
        torch.tensor(b, dtype=torch.float64), "rational"
    )
    assert (arrays.values(product).numpy() == a @ b).all()


def test_the_norm_of_balls_around_zero_is_enclosed():
    root = arrays.sqrt(lift(torch.tensor([[2.0, 3.0]], dtype=torch.float64), "ball"))
    low, high = exact.bounds(arrays.norm(root * root - root * root).values[0])
    assert low <= 0 <= high < 1e-12


FLOATS = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64)
BROADCAST = [
    (lambda x: arrays.stack([x[:, 0], 1, Fraction(1, 2)], -1), [[1, 1, 0.5], [3, 1, 0.5]]),
    (lambda x: arrays.stack([x[0], x[:, :1]], 0), [[[1, 2], [1, 2]], [[1, 1], [3, 3]]]),
    (lambda x: arrays.concat([x, 0], -1), [[1, 2, 0], [3, 4, 0]]),
    (lambda x: arrays.concat([5, x], 0), [[5, 5], [1, 2], [3, 4]]),
    (lambda x: arrays.concat([x, x[:1, :1]], 1), [[1, 2, 1], [3, 4, 1]]),
    (lambda x: arrays.full(Fraction(1, 2), like=x), [[0.5, 0.5], [0.5, 0.5]]),
    (lambda x: arrays.full(x[0], like=x), [[1, 2], [1, 2]]),
    (lambda x: arrays.where([True, False], x, 0), [[1, 0], [3, 0]]),
    (lambda x: arrays.maximum(2, x), [[2, 2], [3, 4]]),
    (lambda x: arrays.minimum(x, x[:, :1]), [[1, 1], [3, 3]]),
    (lambda x: 1 / x[0] * 0 + arrays.sqrt(4) + 3, [5, 5]),
]


@pytest.mark.parametrize("arithmetic", [None, "tracked", "rational", "ball"])
@pytest.mark.parametrize("row", range(len(BROADCAST)))
def test_numbers_and_arrays_broadcast_in_every_arithmetic(row, arithmetic):
    function, expected = BROADCAST[row]
    x = FLOATS if arithmetic is None else lift(FLOATS, arithmetic)
    with using(arithmetic):
        result = function(x)
    assert type(result) is type(x)
    assert arrays.values(result).tolist() == expected


@pytest.mark.parametrize("arithmetic", ["tracked", "rational", "ball"])
def test_numbers_alone_are_of_the_arithmetic_in_force(arithmetic):
    with using(arithmetic):
        size = plain(3)
        for joined in (arrays.stack([size, 1], 0), arrays.concat([size, 1], 0)):
            assert type(joined) is type(lift(FLOATS, arithmetic))
            assert arrays.values(joined).tolist() == [3, 1]
        with pytest.raises(FloatSlipped):
            arrays.stack([size, 1 / 3], 0)
    assert arrays.stack([1, 2.5], 0).tolist() == [1, 2.5]


@pytest.mark.parametrize("arithmetic", ["tracked", "rational"])
def test_a_rounded_float_is_refused_beside_arrays(arithmetic):
    x = lift(FLOATS, arithmetic)
    for join in (arrays.stack, arrays.concat):
        for third in (1 / 3, FLOATS / 3):
            with pytest.raises(FloatSlipped):
                join([x, third], 0)


def test_rationals_beside_balls_are_balls():
    joined = arrays.stack([lift(FLOATS, "rational"), lift(FLOATS, "ball")], 0)
    assert joined.ring == "ball"
    assert {exact.ring_of(v) for v in joined.values.ravel()} == {"ball"}


@pytest.mark.parametrize("ring", ["rational", "ball"])
def test_products_over_nothing_are_zero(ring: Any) -> None:
    def empty(*shape: int) -> Exact:
        return Exact(np.empty(shape, dtype=object), ring)

    for left, right, shape in (
        (empty(2, 0), empty(0, 2), (2, 2)),
        (empty(3, 2, 0), empty(3, 0, 2), (3, 2, 2)),
        (empty(3, 0, 2), Exact(exact.table(np.ones((2, 2), dtype=int), ring), ring), (3, 0, 2)),
    ):
        product = left @ right
        assert product.shape == shape
        assert all(v == 0 for v in product.values.flat)


class _Refuses:
    """A number that cannot be multiplied."""

    def __mul__(self, other: Any) -> Any:
        raise ArithmeticError("no")


def test_a_product_that_is_refused_is_an_error_and_no_crash() -> None:
    x = np.array([_Refuses() for _ in range(30)], dtype=object)
    for a, b in (
        (x.reshape(1, 15, 2)[:, :, :1], x[None, None, :15]),
        (x.reshape(2, 15).T[None], x.reshape(1, 2, 15)),
    ):
        with pytest.raises(ArithmeticError, match="no"):
            Exact(a, "enclosure") @ Exact(b, "enclosure")
    values = np.array([[Fraction(1), Fraction(2)], [Fraction(3), Fraction(4)]], dtype=object)
    for a, b in ((values, values), (values, values[0]), (values[0], values), (values[0], values[1])):
        assert ((Exact(a, "enclosure") @ Exact(b, "enclosure")).values == np.matmul(a, b)).all()
