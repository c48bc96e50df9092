"""Histograms: something is always seen, and the ticks are round."""

from __future__ import annotations

import re

import pytest

from reports import bars
from tests.reports import shapes

RANGES = [(-0.2, 0.8), (0.9999, 1.0), (0.97, 0.97), (0.0, 0.0), (-1e-12, 3e-13), (-3e7, -2.9e7), (0.0, 1e300)]


def _bars(svg: str) -> list[tuple[float, float]]:
    """Width and height of each bar, in the units of the drawing."""
    (path,) = re.findall(r'<path class="bars" d="([^"]*)"', svg)
    return shapes.bars(path)


@pytest.mark.parametrize("ends", RANGES)
def test_every_bar_is_seen(ends: tuple[float, float]) -> None:
    low, high = ends
    edges = [low + (high - low) * k / 8 for k in range(9)]
    shown = _bars(bars.draw(edges, [1, 0, 0, 5, 90_000, 3, 0, 1], "a"))
    assert len(shown) == 5
    assert all(width >= 1.9 and height >= 1.4 for width, height in shown)


def test_zero_is_drawn_where_it_is_near_and_named_where_not() -> None:
    near = bars.draw([0.4, 0.6, 1.0], [2, 3], "a")
    far = bars.draw([0.99, 0.995, 1.0], [2, 3], "a")
    assert 'class="zero"' in near
    assert 'class="zero"' not in far
    assert "← 0, not shown" in far
    assert min(width for width, _ in _bars(far)) > 100


@pytest.mark.parametrize(
    ("ends", "labels"),
    [
        ((0.0, 1.0), ["0", "0.25", "0.50", "0.75", "1.00"]),
        ((-0.03, 0.97), ["0", "0.25", "0.50", "0.75"]),
        ((0.9913, 0.9998), ["0.9925", "0.9950", "0.9975"]),
        ((0.0, 90_000.0), ["0", "25,000", "50,000", "75,000"]),
        ((-2e-12, 0.0), ["−2 × 10⁻¹²", "−1.5 × 10⁻¹²", "−10⁻¹²", "−5 × 10⁻¹³", "0"]),
    ],
)
def test_ticks_are_round(ends: tuple[float, float], labels: list[str]) -> None:
    assert [label for _, label in bars.round_ticks(*ends, 4)] == labels
