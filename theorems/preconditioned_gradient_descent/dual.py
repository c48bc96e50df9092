"""Dual numbers: a curve at t = 0 with its derivative, in any arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lemmata.numbers import Array, full


@dataclass(frozen=True)
class Dual:
    """A curve at t = 0: its value, and its derivative ``moves`` (None: it stands still)."""

    value: Array
    moves: Array = None

    @property
    def slope(self) -> Array:
        """The derivative, as an array also where the curve stands still."""
        return full(0, like=self.value) if self.moves is None else self.moves

    @property
    def shape(self) -> Any:
        return self.value.shape

    @property
    def ndim(self) -> int:
        return int(self.value.ndim)

    @property
    def mT(self) -> Dual:
        return Dual(self.value.mT, None if self.moves is None else self.moves.mT)

    def __getitem__(self, key: Any) -> Dual:
        return Dual(self.value[key], None if self.moves is None else self.moves[key])

    def __add__(self, other: Dual) -> Dual:
        return Dual(self.value + other.value, _plus(self.moves, other.moves))

    def __truediv__(self, count: int) -> Dual:
        return Dual(self.value / count, None if self.moves is None else self.moves / count)

    def __matmul__(self, other: Dual) -> Dual:
        left = None if self.moves is None else self.moves @ other.value
        right = None if other.moves is None else self.value @ other.moves
        return Dual(self.value @ other.value, _plus(left, right))


def still(x: Array) -> Dual:
    """A curve that does not move."""
    return Dual(x)


def _plus(x: Array, y: Array) -> Array:
    if x is None or y is None:
        return y if x is None else x
    return x + y
