"""Boxes whose numbers are drawn on all their scales."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import torch

from lemmata import box
from lemmata.errors import ClaimError
from lemmata.testing import check_domain

THIRD = box(low=2.0**-12, high=Fraction(1, 3), of="(0, 1/3)", scale="log")


def number(value: float) -> torch.Tensor:
    return torch.tensor(value, dtype=torch.float64)


@pytest.mark.parametrize(
    ("domain", "allowed", "denied"),
    [
        (THIRD, number(2.0**-60), number(1 / 2)),
        (box(low=1, high=64, of="[1, inf)", scale="log"), number(2.0**20), number(0.5)),
        (box(2, low=2.0**-8, high=1, scale="log"), torch.ones(2).double(), torch.zeros(2).double()),
    ],
)
def test_they_keep_what_domains_keep(domain: Any, allowed: torch.Tensor, denied: torch.Tensor) -> None:
    check_domain(domain)
    assert domain.contains(allowed)
    assert not domain.contains(denied)


def test_each_scale_is_drawn_as_often() -> None:
    drawn = THIRD.sample(torch.Generator().manual_seed(3), 4000)
    below = [float((drawn < 2.0**-k).double().mean()) for k in (3, 6, 9)]
    assert below == pytest.approx([(12 - k) / (12 - 1.585) for k in (3, 6, 9)], abs=0.03)
    assert float(drawn.max()) < 1 / 3


def test_explicit_numbers_are_short_and_those_near_1_come_first() -> None:
    grid = box(low=1, high=8, scale="log").grid()
    assert grid[:3] == (1.0, 1.25, 1.5)
    assert max(grid) == 8


def test_numbers_that_have_no_scale_are_refused() -> None:
    with pytest.raises(ClaimError, match="numbers are positive, and low=0 is not"):
        box(3, low=0, high=1, scale="log")
    with pytest.raises(ClaimError, match="neither 'linear' nor 'log'"):
        box(3, low=0, high=1, scale="logarithmic")
