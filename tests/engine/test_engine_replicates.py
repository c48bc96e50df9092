"""Intervals over replicates cover as they say, and as many replicates as are planned for decide as often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lemmata import replicates_for_mean, replicates_for_median
from lemmata.records.replicates import interval

Draw = Callable[..., Any]
DRAWS = 4_000


def decided(margins: Any, middle: Any) -> tuple[float, float]:
    """The shares of experiments (rows) that hold and that are refuted."""
    ends = np.array([interval(row, middle) for row in margins])
    return float((ends[:, 0] >= 0).mean()), float((ends[:, 1] < 0).mean())


@pytest.mark.parametrize("effect", [0.5, 1.0, -2.0])
@pytest.mark.parametrize("power", [0.5, 0.9])
def test_normal_margins_are_decided_as_often_as_planned(effect: float, power: float) -> None:
    count = replicates_for_mean(effect, power=power)
    random = np.random.default_rng(1)
    right = decided(random.normal(effect, 1, (DRAWS, count)), "mean")[effect < 0]
    fewer = decided(random.normal(effect, 1, (DRAWS, max(count - 1, 2))), "mean")[effect < 0]
    error = 4 * 0.5 / DRAWS**0.5
    assert right > power - error
    assert fewer < power + error or count == 2


@pytest.mark.parametrize("share", [0.8, 0.05])
@pytest.mark.parametrize("law", ["standard_normal", "standard_cauchy"])
def test_medians_are_decided_as_often_as_planned_whatever_the_law(share: float, law: str) -> None:
    count = replicates_for_median(share, power=0.8)
    random = np.random.default_rng(2)
    sizes = np.abs(getattr(random, law)((DRAWS, count)))
    margins = sizes * np.where(random.random((DRAWS, count)) < share, 1, -1)
    right = decided(margins, "median")[share < 0.5]
    assert right > 0.8 - 4 * 0.4 / DRAWS**0.5


@pytest.mark.parametrize(("middle", "law"), [("mean", "standard_normal"), ("median", "standard_cauchy")])
@pytest.mark.parametrize("count", [8, 15])
def test_of_what_is_true_with_equality_one_in_a_hundred_is_decided(middle: str, law: str, count: int) -> None:
    margins = getattr(np.random.default_rng(3), law)((DRAWS, count))
    holds, refuted = decided(margins, middle)
    assert holds + refuted < 0.01 + 4 * 0.1 / DRAWS**0.5


def test_heavy_tails_undo_the_mean_and_not_the_median() -> None:
    """The median of these is 3; of their means none is anything."""
    margins = 3 + np.random.default_rng(4).standard_cauchy((DRAWS, 25))
    assert decided(margins, "mean")[0] < 0.6 < 0.95 < decided(margins, "median")[0]


def test_an_interval_of_few() -> None:
    assert interval([3.0], "mean") == interval([3.0], "median") == (3.0, 3.0)
    assert interval(range(8), "median") == (0.0, 7.0)
    assert interval(range(12), "median") == (1.0, 10.0)
    low, high = interval([1.0, 3.0], "mean")
    assert (low + high) / 2 == 2.0 and high - 2 == pytest.approx(63.657, abs=1e-3)
    with pytest.raises(ValueError, match="no replicate"):
        interval([], "mean")
    with pytest.raises(ValueError, match="the median of 7 replicates has no 99% interval; 8 do"):
        interval(range(7), "median")


@pytest.mark.slow
def test_certain_differences_need_the_fewest() -> None:
    assert replicates_for_median(1.0) == replicates_for_median(0.0) == 8
    assert replicates_for_mean(1e6) == 2
    assert replicates_for_mean(0.01) == pytest.approx((2.5758 + 1.2816) ** 2 / 0.01**2, rel=1e-3)
    assert replicates_for_median(0.51) == pytest.approx((2.5758 + 1.2816) ** 2 / 0.02**2, rel=1e-2)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (lambda: replicates_for_mean(0.0), "do not tell this from no difference"),
        (lambda: replicates_for_median(0.5), "do not tell this from no difference"),
        (lambda: replicates_for_mean(1.0, power=1.0), "power=1.0 must be between"),
        (lambda: replicates_for_mean(1.0, confidence=0.0), "confidence=0.0 must be between"),
        (lambda: replicates_for_median(1.5), "share=1.5 must be between"),
    ],
)
def test_misuse_is_said(plan: Callable[[], int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        plan()
