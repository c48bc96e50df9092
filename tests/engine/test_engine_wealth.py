"""The test of a probability: its e-value is one, by exact summation over the binomial law."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from lemmata.records.sequential_tests import FALSE_ALARM_BUDGET, Wealth

SIZES = (1, 2, 7, 40, 300)
ALLOWED = (0.001, 0.03125, 0.25, 0.5, 0.9)
counts = st.integers(0, 400).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))


def expectation(allowed: float, n: int, true: float) -> float:
    """The mean e-value after ``n`` draws that fail with probability ``true``."""
    logs = binom.logpmf(range(n + 1), n, true).tolist()
    return math.fsum(
        math.exp(log + Wealth(allowed, n, k).log_e) for k, log in enumerate(logs) if log > -math.inf
    )


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("allowed", ALLOWED)
@pytest.mark.parametrize("share", [1.0, 0.9, 0.1, 0.0])
def test_under_the_null_its_mean_is_at_most_one(n: int, allowed: float, share: float) -> None:
    assert expectation(allowed, n, allowed * share) <= 1 + 1e-9


@pytest.mark.parametrize("allowed", ALLOWED)
def test_under_an_alternative_it_grows(allowed: float) -> None:
    worse = (1 + allowed) / 2
    assert 1 < expectation(allowed, 7, worse) < expectation(allowed, 40, worse)


@given(allowed=st.floats(1e-6, 0.999), pair=counts)
def test_more_failures_are_more_evidence(allowed: float, pair: tuple[int, int]) -> None:
    n, k = pair
    if k:
        fewer, more = Wealth(allowed, n, k - 1).log_e, Wealth(allowed, n, k).log_e
        assert fewer <= more + 1e-9 * abs(more) + 1e-9


@given(allowed=st.floats(1e-6, 0.999), pair=counts)
def test_it_is_a_positive_number(allowed: float, pair: tuple[int, int]) -> None:
    wealth = Wealth(allowed, *pair)
    assert math.isfinite(wealth.log_e)
    assert math.isfinite(wealth.e_value)
    assert wealth.e_value >= 0


@given(allowed=st.sampled_from(ALLOWED), first=counts, second=counts)
def test_it_depends_on_the_counts_alone(
    allowed: float, first: tuple[int, int], second: tuple[int, int]
) -> None:
    whole = Wealth(allowed, first[0] + second[0], first[1] + second[1])
    assert Wealth(allowed).after(*first).after(*second) == whole


@pytest.mark.parametrize("allowed", ALLOWED)
def test_it_starts_at_one(allowed: float) -> None:
    assert Wealth(allowed).log_e == pytest.approx(0.0, abs=1e-9)


def test_a_thing_that_cannot_happen_refutes_when_it_does() -> None:
    assert Wealth(0.0, 1_000_000, 0).log_e == 0
    assert Wealth(0.0, 1_000_000, 1).log_e == math.inf
    assert Wealth(0.0, 10, 1).rejects(1e-300)
    assert Wealth(0.0, 10, 1).e_value == math.exp(700)


def test_a_probability_of_one_is_never_refuted() -> None:
    assert Wealth(1.0, 1000, 1000).log_e == 0


@pytest.mark.parametrize("allowed", [-0.1, 1.1, math.nan])
def test_what_is_no_probability_is_misuse(allowed: float) -> None:
    with pytest.raises(ValueError, match="must be a probability"):
        Wealth(allowed)


def test_the_level_is_one_over_the_wealth() -> None:
    wealth = Wealth(0.25, 40, 30)
    assert wealth.rejects(math.exp(-wealth.log_e) * 1.001)
    assert not wealth.rejects(math.exp(-wealth.log_e) * 0.999)
    assert Wealth(0.25, 400, 300).rejects(FALSE_ALARM_BUDGET)
    assert not Wealth(0.25, 400, 100).rejects(FALSE_ALARM_BUDGET)


@pytest.mark.parametrize("n", [3, 20, 200])
@pytest.mark.parametrize("confidence", [0.9, 0.99])
@pytest.mark.parametrize("true", [0.01, 0.1, 0.5, 0.95])
def test_the_upper_bound_covers(n: int, confidence: float, true: float) -> None:
    missed = math.fsum(
        binom.pmf(k, n, true) for k in range(n + 1) if Wealth(0.5, n, k).upper(confidence) < true
    )
    assert missed <= 1 - confidence + 1e-9


def test_the_upper_bound_in_cases_known_by_hand() -> None:
    assert Wealth(0.1).upper() == 1
    assert Wealth(0.1, 5, 5).upper() == 1
    # no failure among n draws: (1 - p)^n = 1 - confidence
    assert Wealth(0.1, 10, 0).upper(0.99) == pytest.approx(1 - 0.01 ** (1 / 10))
    assert float(Fraction(1, 2)) == pytest.approx(Wealth(0.1, 1, 0).upper(0.5))
