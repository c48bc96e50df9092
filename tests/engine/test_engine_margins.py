"""Margins in all four arithmetics: what holds, fails, stays open, does not apply or says nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from lemmata import Margin, at_least, at_most, equal
from lemmata.claims.margin import interval
from lemmata.numbers import sum, values, where
from lemmata.numbers.exact import ball_precision
from lemmata.numbers.running_error import Tracked
from lemmata.search.lifting import lift

EXACT = ["rational", "ball"]
ALL = ["float", "tracked", *EXACT]
floats = st.floats(-1e6, 1e6)


def array(numbers: Any, arithmetic: str) -> Any:
    tensor = torch.tensor(numbers, dtype=torch.float64)
    return tensor if arithmetic == "float" else lift(tensor, arithmetic)  # type: ignore[arg-type]


def told(margin: Margin) -> str:
    """One letter an instance: violated, holds, undecided, or - where it does not apply."""
    violated, holds, undecided = (s.tolist() for s in margin.statuses())
    letters = zip(violated, holds, undecided, strict=True)
    return "".join("v" if v else "h" if h else "u" if u else "-" for v, h, u in letters)


@pytest.mark.parametrize("arithmetic", ALL)
class TestStatuses:
    def test_of_an_equality(self, arithmetic: str) -> None:
        left = array([[1.0, 2.0], [1.0, 2.0], [0.0, 1.0]], arithmetic)
        right = array([[1.0, 2.0], [1.0, 2.5], [0.0, 1.0]], arithmetic)
        assert told(equal(left, right)) == "hvh"

    def test_of_an_inequality(self, arithmetic: str) -> None:
        left = array([[1.0, 2.0], [1.0, 2.0], [0.0, 0.0], [-1.0, -1.0]], arithmetic)
        right = array([[1.5, 2.5], [1.5, 1.5], [0.5, 1.0], [-2.0, 5.0]], arithmetic)
        assert told(at_most(left, right)) == "hvhv"
        assert told(at_least(right, left)) == "hvhv"

    def test_the_worst_entry_decides(self, arithmetic: str) -> None:
        left = array([[[0.0, 0.0], [0.0, 3.0]]], arithmetic)
        margin = at_most(left, array([[[1.0, 1.0], [1.0, 1.0]]], arithmetic))
        assert told(margin) == "v"
        assert values(margin.slack).tolist() == [-2.0]
        assert margin.relative.tolist() == pytest.approx([-2 / 3])

    def test_only_instances_that_meet_the_hypothesis_count(self, arithmetic: str) -> None:
        x = array([1.0, -1.0, 2.0], arithmetic)
        margin = at_most(x, x - 1).given(x)
        assert told(margin) == "v-v"
        assert told(margin.given(x - 1.5)) == "--v"

    def test_a_hypothesis_on_several_entries_is_met_by_all(self, arithmetic: str) -> None:
        x = array([[1.0, 1.0], [1.0, -1.0]], arithmetic)
        assert told(at_most(x, x + 1).given(x)) == "h-"

    def test_trivial_instances_are_marked_and_not_left_out(self, arithmetic: str) -> None:
        x = array([0.5, 1.5, 2.0], arithmetic)
        margin = at_most(x, x + 1).trivial_where(x - 1)
        assert margin.trivial.tolist() == [False, True, True]
        assert told(margin) == "hhh"
        assert margin.trivial_where(1 - x).trivial.all()

    def test_the_sides_are_broadcast(self, arithmetic: str) -> None:
        left = array([[[1.0], [2.0]], [[3.0], [4.0]]], arithmetic)
        margin = at_most(left, array([2.5, 3.5, 5.0], arithmetic))
        assert tuple(margin.left.shape) == tuple(margin.right.shape) == (2, 6)
        assert told(margin) == "hv"

    def test_numbers_are_batches_of_one(self, arithmetic: str) -> None:
        x = array([0.5], arithmetic)[0]
        assert told(at_most(x, 1)) == "h"
        assert told(at_most(1, x)) == "v"
        assert told(equal(x * 2, 1)) == "h"

    def test_numbers_stand_beside_batches(self, arithmetic: str) -> None:
        x = array([0.5, 1.5, 2.5], arithmetic)
        assert told(at_most(x, 2)) == told(at_least(2, x)) == "hhv"
        assert told(at_most(x[:, None], 2).given(1)) == "hhv"
        assert told(at_most(1, 2).given(x - 1)) == "-hh"
        assert at_most(1, 2).trivial_where(x - 1).trivial.tolist() == [False, True, True]
        margin = at_most(1, 2).report(x=x, two=2)
        assert {k: len(v) for k, v in margin.measured.items()} == {"x": 3, "two": 3}
        assert margin.slack.shape == (3,)

    def test_a_margin_of_two_numbers_is_repeated(self, arithmetic: str) -> None:
        margin = at_most(array(1.0, arithmetic), 2).trivial_where(1).report(two=2).repeated(3)
        assert told(margin) == "hhh"
        assert margin.trivial.tolist() == [True] * 3
        assert tuple(margin.left.shape) == tuple(margin.right.shape) == (3, 1)
        assert margin.scale.tolist() == margin.measured["two"].tolist() == [2.0] * 3
        assert len(at_most(array([1.0], arithmetic), 2).repeated(3).slack) == 1

    def test_quantities_are_reported_as_floats(self, arithmetic: str) -> None:
        x = array([[1.0, 2.0], [5.0, 4.0]], arithmetic)
        margin = equal(x, x).report(smallest=x, one=x[:, 0]).report(two=lambda: x[:, 1])
        assert {k: v.tolist() for k, v in margin.measured.items()} == {
            "smallest": [1.0, 4.0],
            "one": [1.0, 5.0],
            "two": [2.0, 4.0],
        }


class TestRounding:
    """0.1 + 0.2 is not 0.3 in float64; only the arithmetic that knows its error says so."""

    def sides(self, arithmetic: str) -> tuple[Any, Any]:
        x = array([[0.1, 0.2]], arithmetic)
        return sum(x, -1), array([0.3], arithmetic)

    def test_floats_take_rounding_for_a_violation(self) -> None:
        assert told(at_most(*self.sides("float"))) == "v"
        assert told(equal(*self.sides("float"))) == "v"

    def test_a_running_error_bound_does_not(self) -> None:
        assert told(at_most(*self.sides("tracked"))) == "u"
        assert told(equal(*self.sides("tracked"))) == "h"

    @pytest.mark.parametrize("arithmetic", EXACT)
    def test_exact_numbers_see_the_stored_floats(self, arithmetic: str) -> None:
        with ball_precision():
            left, right = self.sides(arithmetic)
            assert told(at_most(left, right)) == "v"
            assert told(at_most(right, left)) == "h"

    @pytest.mark.parametrize("arithmetic", EXACT)
    def test_exact_numbers_decide_that_nothing_equals_nothing(self, arithmetic: str) -> None:
        zero = array([0.0], arithmetic)
        assert told(equal(zero, zero)) == told(at_most(zero, zero)) == "h"

    def test_an_error_as_large_as_the_sides_decides_nothing(self) -> None:
        wide = Tracked(torch.tensor([1.0]).double(), torch.tensor([0.5]).double())
        assert told(equal(wide, 1.25)) == "u"
        assert told(at_most(wide, 1.25)) == "u"
        assert told(at_most(wide, 2)) == "h"
        assert told(at_most(2, wide)) == "v"

    def test_a_hypothesis_within_rounding_is_not_met(self) -> None:
        left, right = self.sides("tracked")
        assert told(at_most(left, 1).given(right - left)) == "-"

    @given(a=st.lists(floats, min_size=3, max_size=3), b=floats)
    def test_what_the_error_bound_decides_is_so(self, a: list[float], b: float) -> None:
        def margin(arithmetic: str) -> Margin:
            x = array([a], arithmetic)
            return at_most(sum(x * x / 3, -1), array([b], arithmetic) * x[:, 0])

        rational = told(margin("rational"))
        assert told(margin("tracked")) in (rational, "u")
        exact = Fraction(b) * Fraction(a[0]) - sum_of_squares(a) / 3
        assert rational == ("v" if exact < 0 else "h")


def sum_of_squares(numbers: list[float]) -> Fraction:
    total = Fraction(0)
    for number in numbers:
        total += Fraction(number) ** 2
    return total


class TestRelative:
    @given(a=st.floats(allow_nan=False), b=st.floats(allow_nan=False))
    def test_is_between_minus_two_and_two_with_the_sign_of_the_slack(self, a: float, b: float) -> None:
        margin = at_most(array([a], "float"), array([b], "float"))
        slack = float(margin.slack)
        (relative,) = margin.relative.tolist()
        if math.isnan(slack):  # two infinite sides of one sign: the hunt calls it an error
            return
        assert -2 <= relative <= 2
        assert (relative < 0) == (slack < 0) or relative == 0

    def test_is_zero_where_both_sides_vanish(self) -> None:
        zero = array([0.0], "float")
        assert equal(zero, zero).relative.tolist() == [0.0]

    def test_an_infinite_bound_is_trivial_and_an_infinite_left_side_is_a_violation(self) -> None:
        endless = array([math.inf, 1.0], "float")
        ones = array([1.0, 1.0], "float")
        margin = at_most(ones, endless)
        assert margin.trivial.tolist() == [True, False]
        assert margin.relative.tolist() == [1.0, 0.0]
        assert told(margin) == "hh"
        other = at_most(endless, ones)
        assert other.relative.tolist() == [-1.0, 0.0]
        assert told(other) == "vh"

    def test_at_least_minus_infinity_is_trivial_too(self) -> None:
        endless = array([-math.inf, -math.inf], "float")
        assert at_least(array([0.0, 1.0], "float"), endless).trivial.tolist() == [True, True]
        rows = torch.tensor([[-math.inf, 0.0], [-math.inf, -math.inf]], dtype=torch.float64)
        assert at_least(torch.ones_like(rows), rows).trivial.tolist() == [False, True]

    def test_infinities_do_not_pass_for_decided_once_errors_are_tracked(self) -> None:
        endless = Tracked.of(torch.tensor([math.inf]).double())
        assert told(at_most(endless, array([1.0], "tracked"))) == "u"


class TestRatio:
    @pytest.mark.parametrize(
        ("left", "right", "ratio"),
        [
            ([1.0, 2.0], [4.0, 4.0], 0.5),
            ([3.0, 2.0], [2.0, 4.0], 1.5),
            ([-2.0, -8.0], [-1.0, -2.0], 0.5),
            ([-1.0, 1.0], [1.0, 2.0], 0.5),
            ([0.0, 0.0], [0.0, 1.0], 0.0),
            ([1.0, -1.0], [0.0, 0.0], -math.inf),
            ([1.0], [-1.0], -math.inf),
            ([1.0], [math.inf], 0.0),
        ],
    )
    def test_is_the_largest_of_all_entries_with_two_sides_of_one_sign(
        self, left: list[float], right: list[float], ratio: float
    ) -> None:
        assert at_most(array([left], "float"), array([right], "float")).ratio.tolist() == [ratio]

    @given(st.lists(st.tuples(st.floats(-100, 100), st.floats(-100, 100)), min_size=1, max_size=4))
    def test_is_at_most_one_where_the_statement_holds(self, pairs: list[tuple[float, float]]) -> None:
        left = array([[min(pair) for pair in pairs]], "float")
        right = array([[max(pair) for pair in pairs]], "float")
        assert float(at_most(left, right).ratio) <= 1


class TestInterval:
    def test_of_floats_is_a_point(self) -> None:
        x = array([1.0, -2.0], "float")
        assert [end.tolist() for end in interval(x)] == [[1.0, -2.0], [1.0, -2.0]]

    def test_of_tracked_numbers_has_their_error(self) -> None:
        wide = Tracked(torch.tensor([1.0]).double(), torch.tensor([0.25]).double())
        assert [end.tolist() for end in interval(wide)] == [[0.75], [1.25]]

    @pytest.mark.parametrize("arithmetic", EXACT)
    def test_of_exact_numbers_encloses_them(self, arithmetic: str) -> None:
        third = array([1.0, -1.0, 0.0], arithmetic) / 3
        low, high = interval(third)
        for sign, a, b in zip((1, -1, 0), low.tolist(), high.tolist(), strict=True):
            # a rational is given by its nearest float, a ball from outside
            assert a <= sign / 3 <= b
            assert b - a <= 1e-15

    def test_of_numbers_beyond_the_floats_keeps_their_sign(self) -> None:
        huge = array([1e300, -1e300], "rational") * array([1e300, 1e300], "rational")
        low, high = interval(huge)
        assert low.tolist() == [pytest.approx(1.797e308, rel=1e-3), -math.inf]
        assert high.tolist() == [math.inf, pytest.approx(-1.797e308, rel=1e-3)]
        tiny = array([5e-324], "rational") * array([-0.125], "rational")
        assert interval(tiny)[1].item() < 0


def test_a_pair_of_torch_is_no_side() -> None:
    with pytest.raises(TypeError, match=r"pairs in torch, write x\.amax\(-1\)"):
        at_most(torch.ones(2, 3).max(-1), 1)


@pytest.mark.parametrize("compare", [equal, at_most, at_least])
def test_truth_values_are_no_side(compare: Callable[..., Margin]) -> None:
    x = torch.tensor([[0.0, 1.0]], dtype=torch.float64)
    for sides in ((x == 0, x > 0), (x == 0, 1), (1, x == 0), (x.numpy() > 0, 0)):
        with pytest.raises(TypeError, match=r"got truth values.*where\(x == 0, 1, 0\)"):
            compare(*sides)
    assert compare(where(x == 0, 1, x), 1).relation
