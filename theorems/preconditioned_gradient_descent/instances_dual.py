"""Dual numbers: a curve at t = 0 with its derivative, in any arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lemmata.arrays import Array


@dataclass(frozen=True)
class Dual:
    """A curve at t = 0: its value and its derivative."""

    value: Array
    slope: Array

    @property
    def shape(self) -> Any:
        return self.value.shape

    @property
    def ndim(self) -> int:
        return int(self.value.ndim)

    @property
    def mT(self) -> Dual:
        return Dual(self.value.mT, self.slope.mT)

    def __getitem__(self, key: Any) -> Dual:
        return Dual(self.value[key], self.slope[key])

    def __add__(self, other: Dual) -> Dual:
        return Dual(self.value + other.value, self.slope + other.slope)

    def __truediv__(self, count: int) -> Dual:
        return Dual(self.value / count, self.slope / count)

    def __matmul__(self, other: Dual) -> Dual:
        slope = self.slope @ other.value + self.value @ other.slope
        return Dual(self.value @ other.value, slope)


def still(x: Array) -> Dual:
    """A curve that does not move."""
    return Dual(x, x * 0)
