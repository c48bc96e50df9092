"""Axes of plots: what range they show, round numbers along them, and where a number stands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from . import words

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_WITHIN_A_DECADE = (1.0, 2.0, 5.0)
_STRIDES = (1, 2, 3, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MARGIN = 0.035
"""So much of its length an axis goes on beyond its numbers: no mark is cut."""
_LARGE = 1e12
_SAME = 1e-11
"""Numbers that differ by less, relative to their size, are one number."""


@dataclass(frozen=True)
class Axis:
    """An axis from ``low`` to ``high`` (powers of ten where it is logarithmic) with its ticks."""

    low: float
    high: float
    logarithmic: bool
    ticks: tuple[float, ...]

    def share(self, value: float) -> float | None:
        """Where a number stands, 0 to 1 from end to end; None where a logarithm has no place for it."""
        if self.logarithmic:
            if value <= 0:
                return None
            value = math.log10(value)
        return (value - self.low) / (self.high - self.low)

    @property
    def labels(self) -> list[str]:
        """The ticks in words, with as many digits as tell them apart."""
        steps = [b - a for a, b in pairwise(self.ticks)]
        largest = max(map(abs, self.ticks), default=0.0)
        digits = 3
        if steps and min(steps) > 0 and not (self.logarithmic and self.high - self.low > 1):
            digits = max(3, min(12, math.ceil(math.log10(largest / min(steps)) + 1)))
        return [words.number(tick, digits) for tick in self.ticks]


def axis(values: Sequence[float], logarithmic: bool = False, most: int = 6) -> Axis:
    """An axis for these numbers with at most so many ticks (two if there is no other way)."""
    if logarithmic:
        logarithms = [math.log10(v) for v in values if v > 0]
        low, high = _widened(min(logarithms), max(logarithms), 0.5)
        return Axis(low, high, True, _powers(low, high, most))
    low, high = _widened(min(values, default=0.0), max(values, default=1.0))
    whole = max(abs(low), abs(high)) < _LARGE and all(v == int(v) for v in values)
    return Axis(low, high, False, round_numbers(low, high, most, whole=whole))


def round_numbers(low: float, high: float, most: int, *, whole: bool = False) -> tuple[float, ...]:
    """Multiples of 1, 2, 2.5 or 5 times a power of ten between two numbers: at most so many.

    Where ``whole``, whole numbers only: there is no layer 2.5.
    """
    smallest = max((high - low) / max(most, 1), 0.5 * whole)
    power = 10.0 ** math.floor(math.log10(smallest))
    for factor in _STEPS:
        step = factor * power
        if whole and step != int(step):
            continue
        first, last = math.ceil(low / step), math.floor(high / step)
        if last - first < most:
            break
    return tuple(k * step for k in range(first, last + 1))


def _powers(low: float, high: float, most: int) -> tuple[float, ...]:
    """Powers of ten, or what lies between them where there are few."""
    first, last = math.ceil(low), math.floor(high)
    if last - first >= 2 or (last - first == 1 and most < 4):
        stride = next(s for s in _STRIDES if (last - first) // s < most)
        start = stride * math.ceil(first / stride)
        return tuple(10.0**k for k in range(start, last + 1, stride))
    between = [
        factor * 10.0**k
        for k in range(math.floor(low), math.ceil(high) + 1)
        for factor in _WITHIN_A_DECADE
        if low <= math.log10(factor * 10.0**k) <= high
    ]
    if 2 < len(between) <= most:
        return tuple(between)
    if len(between) > most:
        return tuple(between[:: math.ceil(len(between) / most)])
    return tuple(v for v in round_numbers(10.0**low, 10.0**high, most) if v > 0)


def _widened(low: float, high: float, room: float = 0.0) -> tuple[float, float]:
    """A range with room at its ends; a single number gets ``room``, or half of itself."""
    size = max(abs(low), abs(high))
    if high - low <= _SAME * size or high == low:
        room = room or 0.5 * size or 0.5
    else:
        room = _MARGIN * (high - low)
    return low - room, high + room
