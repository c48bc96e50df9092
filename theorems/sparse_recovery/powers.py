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
    """A number up to ``2^high`` (below it, if ``open_high``), or below ``limit``; from 1 on if ``low`` is 0.

    As a 0-d array. Drawn are those from ``2^low`` (or ``2^drawn``) to ``2^high``.

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
        if low == "0":
            return rf"${name}\ge1$"
        if limit != r"\infty":
            return rf"${name}\in(0,{limit})$"
        top = "1" if high == "0" else f"2^{{{high}}}"
        return rf"${name}\in(0,{top}" + (")$" if open_high else "]$")

    @staticmethod
    def drawn_words(
        low: str, high: str, open_high: bool = False, limit: str = r"\infty", drawn: str = ""
    ) -> str:
        if low == "0":
            return f"up to $2^{{{high}}}$"
        first = low if drawn in ("", "None", None) else drawn
        if high == "0" or limit not in (r"\infty", "1"):
            return f"from $2^{{{first}}}$ on"
        return f"$2^{{{first}}}$ to $2^{{{high}}}$"

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
        if self.low == 0:
            return 1 <= number < math.inf
        if self.limit < math.inf:
            return 0 < number < self.limit
        return number > 0 and (number < 2.0**self.high if self.open_high else number <= 2.0**self.high)
