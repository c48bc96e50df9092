"""Enclosures hold every value and every slope on a box, in both arithmetics, and guess no answer."""

from __future__ import annotations

import builtins
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.numbers import abs, constant, exp, log, max, maximum, norm, pi, relu, sign, sqrt, sum, values
from lemmata.numbers.arithmetic import using
from lemmata.numbers.enclosure import Box, Enclosure, Undecided, on
from lemmata.numbers.exact import Exact, NotExact, ball_precision
from lemmata.numbers.formal import is_zero
from lemmata.prove.boxes import halves, leaves
from lemmata.prove.check_intervals import Interval
from lemmata.prove.sloped import Sloped

KINDS: list[Any] = [Sloped, Interval]
FORMULAS: list[Any] = [
    lambda x, y: (x + 2 * y - 1) * (x - y) / (y * y + 1),
    lambda x, y: (x - y) ** 3 + (x * x) ** 2 - 1 / (x + 7),
    lambda x, y: sqrt(x * x + y * y + Fraction(1, 3)) - sqrt(y + 4),
    lambda x, y: exp(x * y) - log(x + 6) * y,
    lambda x, y: maximum(x, y) * abs(x) - relu(y - x),
    lambda x, y: (x + pi(x)) ** -2 * y,
    lambda x, y: sign(x + 8) * y + sign(x) * sign(x),
]


def variable(kind: Any, low: Any, high: Any, index: int) -> Exact:
    value = kind.of(Fraction(low), Fraction(high), index)
    return Exact(np.array(value, dtype=object), "enclosure")


def at(kind: Any, formula: Any, *sides: tuple[Fraction, Fraction]) -> Any:
    with on(Box(kind)), using("enclosure"), ball_precision(128):
        return formula(*(variable(kind, *side, i) for i, side in enumerate(sides))).values.item()


def slopes_of(value: Any) -> Any:
    return value.slopes and {i: tuple(Fraction(str(end)) for end in pair) for i, pair in value.slopes.items()}


number = st.fractions(min_value=-3, max_value=3, max_denominator=64)
side = st.tuples(number, number).map(lambda ends: (min(ends), builtins.max(ends)))
share = st.fractions(min_value=0, max_value=1, max_denominator=8)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("formula", FORMULAS)
@settings(max_examples=10, deadline=None)
@given(sides=st.tuples(side, side), shares=st.tuples(share, share), step=share)
def test_an_enclosure_holds_every_value_and_every_slope(
    kind: Any, formula: Any, sides: Any, shares: Any, step: Fraction
) -> None:
    wide = at(kind, formula, *sides)
    point = [low + s * (high - low) for (low, high), s in zip(sides, shares, strict=True)]
    thin = at(kind, formula, *((v, v) for v in point))
    low, high = wide.ends()
    below, above = thin.ends()
    assert low <= above
    assert below <= high
    slopes = slopes_of(wide)
    if slopes is None:
        return
    # By the mean value theorem: from the point along the first side.
    moved = point[0] + step * (sides[0][1] - point[0])
    far = at(kind, formula, (moved, moved), (point[1], point[1]))
    least, most = slopes.get(0, (Fraction(0), Fraction(0)))
    difference = far.ends()[0] - above, far.ends()[1] - below
    assert difference[0] <= most * (moved - point[0])
    assert least * (moved - point[0]) <= difference[1]


@pytest.mark.parametrize("kind", KINDS)
def test_ends_that_are_short_are_exact(kind: Any) -> None:
    x, y = (Fraction(0), Fraction(1)), (Fraction(1, 3), Fraction(2))
    assert at(kind, lambda x, y: x * y, x, y).ends() == (Fraction(0), Fraction(2))
    assert at(kind, lambda x, y: (x - 1) * (x - 1), x, y).ends() == (0, 1), (
        "two numbers, of which none is known"
    )
    square = at(kind, lambda x, y: (z := x - Fraction(1, 2)) * z, x, y)
    assert square.ends() == (0, Fraction(1, 4)), "one number times itself"
    assert at(kind, lambda x, y: sqrt(y * 3) - 1, x, (Fraction(1, 3), Fraction(3))).ends() == (0, 2)
    assert at(
        kind, lambda x, y: exp(x) + log(y), (Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))
    ).ends() == (1, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_slopes_are_not_known_where_there_are_none(kind: Any) -> None:
    x = Fraction(0), Fraction(1)
    assert slopes_of(at(kind, sqrt, x)) is None
    assert slopes_of(at(kind, sign, x)) is None
    assert slopes_of(at(kind, lambda x: sqrt(x) * 0 + x, x)) is None
    assert slopes_of(at(kind, lambda x: sign(x + 1), x)) == {}
    assert slopes_of(at(kind, lambda x: relu(x - Fraction(1, 2)), x)) == {0: (0, 1)}
    assert slopes_of(at(kind, lambda x: norm(constant([0, 0], x) + x), (Fraction(1), Fraction(2)))) is not None
    assert at(kind, lambda x: max(x * constant([1, -1], x), -1), x).ends() == (0, 1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "use",
    [
        lambda x: x > 0,
        lambda x: x <= 1,
        lambda x: x == 0,
        bool,
        float,
        values,
        lambda x: np.maximum(x.values, 0),
        lambda x: 1 / x,
        lambda x: log(x),
        lambda x: sqrt(x),
        lambda x: sorted([x.values.item(), 0]),
        lambda x: float(x.values.item()),
        lambda x: int(sum(x, 0).values.item()),
    ],
)
def test_what_differs_on_the_box_is_refused_and_remembered(kind: Any, use: Any) -> None:
    box = Box(kind)
    with on(box), using("enclosure"), ball_precision(128):
        x = variable(kind, -1, 2, 0)
        assert not box.asked
        with pytest.raises((NotExact, Undecided, TypeError)) as caught:
            use(x)
        if not issubclass(caught.type, TypeError):  # which is noticed where a claim's own code catches it
            assert box.asked
        assert x > -2
        assert x + 3 >= 2
        assert x != 3


@pytest.mark.parametrize("kind", KINDS)
def test_enclosures_of_two_boxes_do_not_mix(kind: Any) -> None:
    with on(Box(kind)), using("enclosure"):
        kept: list[Enclosure] = [variable(kind, 0, 1, 0).values.item()]
    with on(Box(kind)) as box, using("enclosure"):
        with pytest.raises(Undecided):
            kept[0] + variable(kind, 0, 1, 0).values.item()
        assert box.asked


@pytest.mark.parametrize("kind", KINDS)
def test_whether_an_enclosure_is_zero_is_not_known_and_not_asked(kind: Any) -> None:
    with on(Box(kind)) as box, using("enclosure"):
        assert not is_zero(variable(kind, 0, 1, 0).values.item())
        assert not box.asked


def test_a_tree_is_read_back() -> None:
    sides = (Fraction(0), Fraction(1)), (Fraction(1), Fraction(64))
    assert list(leaves(".", sides)) == [(sides, ".")]
    near, far = halves(sides, 1)
    assert near[1][1] == 8, "in the middle of its scales"
    found = list(leaves("ba..-", sides))
    assert [says for _, says in found] == [".", ".", "-"]
    assert found[2][0] == far
    for broken in ("", "b.", "..", "c..", "b.a.", "?"):
        with pytest.raises(ValueError, match="tree"):
            list(leaves(broken, sides))
