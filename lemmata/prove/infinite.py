"""The ends of a half line, beside rational numbers that are the ends of intervals.

An interval ``[4, inf]`` holds the real numbers from 4 up: each of them is finite. So 0 times an infinite end is
0, which is what 0 times any of the numbers is. The sum of the two infinite ends is never needed; it is refused.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from lemmata.numbers.enclosure import refused


class Infinite:
    """An end without a number; ``sign`` is 1 or -1."""

    __slots__ = ("sign",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, sign: int) -> None:
        self.sign = sign

    def __neg__(self) -> Infinite:
        return Infinite(-self.sign)

    def __add__(self, other: Any) -> Infinite:
        if isinstance(other, Infinite) and other.sign != self.sign:
            raise refused("the sum of two infinite ends")
        return self

    def __sub__(self, other: Any) -> Infinite:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Infinite:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Any:
        sign = (other > 0) - (other < 0)
        return Infinite(self.sign * sign) if sign else other

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, Infinite) or other == 0:
            raise refused("a quotient of ends that is none")
        return self if other > 0 else -self

    def __rtruediv__(self, other: Any) -> Any:
        return other * 0

    def __pow__(self, n: int) -> Any:
        return Infinite(self.sign if n % 2 else 1) if n else 1

    def __lt__(self, other: Any) -> bool:
        return self.sign < (other.sign if isinstance(other, Infinite) else 0)

    def __gt__(self, other: Any) -> bool:
        return self.sign > (other.sign if isinstance(other, Infinite) else 0)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Infinite) and other.sign == self.sign

    def height_bits(self) -> int:
        """It has no digits that could be rounded."""
        return 0

    def __float__(self) -> float:
        return self.sign * math.inf


def is_finite(end: Any) -> bool:
    """Whether an end is a number."""
    return not isinstance(end, Infinite) and not (isinstance(end, float) and math.isinf(end))


def parsed(text: str) -> Fraction | float:
    """An end from what a file says: a fraction, ``inf`` or ``-inf``."""
    return float(text) if text in ("inf", "-inf") else Fraction(text)
