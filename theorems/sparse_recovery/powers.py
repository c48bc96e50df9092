"""Positive numbers as part of a prompt: one an instance, over many scales."""

import math
from dataclasses import dataclass

import torch
from torch import Generator, Tensor

from lemmata import reals

LARGEST = 48
"""At most so many explicit values."""


@dataclass(frozen=True)
class powers(reals):
    """A number from ``2^low`` to ``2^high`` (below it, if ``open_high``), and below ``limit``, as a 0-d array.

    Drawn are those from ``2^drawn`` on, or all.

    The domain ``scales`` of the engine is for settings: it takes floats, a prompt holds tensors.
    """

    low: int
    high: int
    open_high: bool = False
    limit: float = math.inf
    drawn: int | None = None

    def __init__(
        self, low: int, high: int, *, open_high: bool = False, limit: float = math.inf, drawn: int | None = None
    ) -> None:
        super().__init__()
        given = {"low": low, "high": high, "open_high": open_high, "limit": limit, "drawn": drawn}
        for name, value in given.items():
            object.__setattr__(self, name, value)

    @property
    def top(self) -> float:
        """The least number that is too large, or the largest allowed."""
        return min(2.0**self.high, self.limit)

    @property
    def lowest(self) -> int:
        """The exponent from which on numbers are drawn."""
        return self.low if self.drawn is None else self.drawn

    @staticmethod
    def words(  # type: ignore[override]  # it has another constructor
        name: str, low: str, high: str, open_high: bool = False, limit: str = r"\infty", drawn: str = ""
    ) -> str:
        ends = f"[2^{{{low}}},2^{{{high}}}" + (")" if open_high else "]")
        return rf"${name}\in{ends}$" + ("" if limit == r"\infty" else f", below ${limit}$")

    def grid(self) -> tuple[float, ...]:
        steps = [2.0**k * m / 4 for k in range(self.lowest, self.high) for m in (4, 5, 6, 7)]
        if not self.open_high:
            steps.append(2.0**self.high)
        allowed = sorted(filter(self._fits, steps), key=lambda v: abs(math.log2(v)))
        return tuple(allowed[:: max(1, -(-len(allowed) // LARGEST))])

    def sample(self, generator: Generator, batch: int) -> Tensor:
        unit = torch.rand(batch, generator=generator, dtype=torch.float64)
        return torch.exp2(self.lowest + (math.log2(self.top) - self.lowest) * unit)

    def contains(self, value: object) -> bool:
        if not super().contains(value):
            return False
        return self._fits(float(value))  # type: ignore[arg-type]

    def project(self, values: Tensor) -> Tensor:
        strict = self.open_high or self.limit <= self.top
        return values.clamp(2.0**self.low, self.top * (1 - 2.0**-20) if strict else self.top)

    def _fits(self, number: float) -> bool:
        low, high = 2.0**self.low, 2.0**self.high
        return low <= number < self.limit and (number < high if self.open_high else number <= high)
