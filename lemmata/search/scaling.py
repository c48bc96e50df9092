"""Scales on which numbers are simpler to read: many a statement fails on every one of them.

A violation of ``||x + y|| <= ||x||`` at ``x = 1/4096`` is one at ``x = 1``, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, isfinite, lcm

from torch import Tensor


def divisors(values: Tensor) -> Iterator[float]:
    """Positive numbers by which to divide, the one with the simplest outcome first.

    They make the largest number 1 or -1, then the first that is not 0, then all of them whole numbers
    without a common factor.

    Args:
        values: numbers of any shape; where all are 0, or one is not finite, there is nothing to divide by.
    """
    numbers = [abs(v) for v in values.reshape(-1).tolist() if v]
    if not numbers or not all(map(isfinite, numbers)):
        return
    tried = {1.0}
    for divisor in (max(numbers), numbers[0], _common(numbers)):
        if divisor > 0 and divisor not in tried:
            tried.add(divisor)
            yield divisor


def _common(numbers: list[float]) -> float:
    """The greatest common divisor of positive numbers; 0 where no float is that small."""
    exact = [Fraction(v) for v in numbers]
    return float(Fraction(gcd(*(v.numerator for v in exact)), lcm(*(v.denominator for v in exact))))
