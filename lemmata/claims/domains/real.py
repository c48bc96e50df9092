"""One real number: on a grid of dyadics, or over many scales."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Generator, Tensor

from lemmata.claims.domains.base import (
    GRID,
    NARROW,
    STRATEGIES,
    Domain,
    drawn_latex,
    interval_latex,
    numbers_beyond,
    power_latex,
    require_drawn_inside,
    set_ends,
)
from lemmata.claims.intervals import Interval


@dataclass(frozen=True)
class dyadics(Domain):
    """Real numbers from ``low`` to ``high`` (multiples of ``1 / grid`` when drawn); ends may be excluded.

    An end such as 0.3 is only near the number that is meant: the domain ends at the next float inside,
    so that it holds nothing below 3/10. So do :class:`box`, :class:`in_ball` and :class:`sparse`.

    Where the statement allows more than can be drawn, ``of`` says what it allows, as an interval:
    ``dyadics(0, 4, of="[0, inf)")``. So do :class:`scales` and :class:`box`.
    """

    is_law = False

    low: float | Fraction
    high: float | Fraction
    open_low: bool = False
    open_high: bool = False
    grid: int = GRID
    of: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        set_ends(self, self.low, self.high)
        if self.of:
            require_drawn_inside(self, self.low, self.high)

    def _ends(self) -> tuple[int, int]:
        """The first and the last multiple of 1 / grid."""
        first = math.ceil(self.low * self.grid) + (self.open_low and self.low * self.grid % 1 == 0)
        last = math.floor(self.high * self.grid) - (self.open_high and self.high * self.grid % 1 == 0)
        return first, last

    def strategy(self) -> st.SearchStrategy[float]:
        return _quotients(*self._ends(), self.grid)

    def multiples(self) -> list[float]:
        """The multiples of 1 / grid that it contains."""
        first, last = self._ends()
        return [k / self.grid for k in range(first, last + 1)]

    def sample(self, generator: Generator, batch: int) -> Tensor:
        unit = torch.rand(batch, generator=generator, dtype=torch.float64)
        low, high = float(self.low), float(self.high)
        return low + (high - low) * unit

    def contains(self, value: Any) -> bool:
        if self.of:  # an array of no axes is no number: a check would get it as one
            return not isinstance(value, Tensor) and Interval.parse(self.of).contains(value)
        return (
            isinstance(value, int | float)
            and (self.low < value if self.open_low else self.low <= value)
            and (value < self.high if self.open_high else value <= self.high)
        )

    def project(self, values: Tensor) -> Tensor:
        # As far as explicit draws go: nearer to an end that is excluded a claim may cost anything.
        return values.clamp(*(k / self.grid for k in self._ends()))

    def ends(self) -> tuple[float, ...]:
        # Between its ends and the multiples next to them nothing is drawn.
        low, high, narrow = float(self.low), float(self.high), (self.high - self.low) * NARROW
        return tuple(v for v in (low, high, low + narrow, high - narrow) if self.contains(v))

    def beyond(self) -> tuple[tuple[float, ...], ...]:
        return numbers_beyond(self.of, float(self.low), float(self.high))

    @property
    def is_point(self) -> bool:
        return self.low == self.high and not self.of

    @staticmethod
    def words(
        name: str,
        low: str,
        high: str,
        open_low: bool = False,
        open_high: bool = False,
        grid: str = "",
        of: str = "",
    ) -> str:
        if of:
            return f"${Interval.parse(of).of_number(name)}$"
        ends = interval_latex(low, high, open_low, open_high)
        return f"${name}={low}$" if low == high else rf"${name}\in{ends}$"

    @staticmethod
    def drawn_words(low: str, high: str, of: str = "", **_: Any) -> str:
        return drawn_latex(low, high, of)


@dataclass(frozen=True)
class scales(Domain):
    """Positive numbers from ``2^low`` to ``2^high``: quantities that span many scales.

    Drawn as 1, 1.25, 1.5 or 1.75 times a power of two, those near 1 first.
    """

    is_law = False

    low: int
    high: int
    open_high: bool = False
    of: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if self.of:
            require_drawn_inside(self, 2.0**self.low, 2.0**self.high)

    def strategy(self) -> st.SearchStrategy[float]:
        return _steps(self)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        unit = torch.rand(batch, generator=generator, dtype=torch.float64)
        return torch.exp2(self.low + (self.high - self.low) * unit)

    def contains(self, value: Any) -> bool:
        if self.of:  # an array of no axes is no number: a check would get it as one
            return not isinstance(value, Tensor) and Interval.parse(self.of).contains(value)
        return (
            isinstance(value, int | float)
            and 2.0**self.low <= value
            and (value < 2.0**self.high if self.open_high else value <= 2.0**self.high)
        )

    def project(self, values: Tensor) -> Tensor:
        return values.clamp(2.0**self.low, 2.0**self.high * (0.875 if self.open_high else 1))

    def ends(self) -> tuple[float, float]:
        return 2.0**self.low, 2.0**self.high * (0.875 if self.open_high else 1)

    def beyond(self) -> tuple[tuple[float, ...], ...]:
        return numbers_beyond(self.of, 2.0**self.low, 2.0**self.high)

    @property
    def is_point(self) -> bool:
        return self.low == self.high and not self.of

    @staticmethod
    def words(name: str, low: str, high: str, open_high: bool = False, of: str = "") -> str:
        if of:
            return f"${Interval.parse(of).of_number(name)}$"
        ends = interval_latex(power_latex(low), power_latex(high), open_high=open_high)
        return f"${name}={power_latex(low)}$" if low == high else rf"${name}\in{ends}$"

    @staticmethod
    def drawn_words(low: str, high: str, open_high: bool = False, of: str = "") -> str:
        return drawn_latex(power_latex(low), power_latex(high), of)


@functools.lru_cache(STRATEGIES)
def _quotients(first: int, last: int, grid: int) -> st.SearchStrategy[float]:
    return st.integers(first, last).map(lambda k: k / grid)


@functools.cache
def _steps(domain: scales) -> st.SearchStrategy[float]:
    steps = [2.0**k * m / 4 for k in range(domain.low, domain.high) for m in (4, 5, 6, 7)]
    if not domain.open_high:
        steps.append(2.0**domain.high)
    return st.sampled_from(sorted(steps, key=lambda v: abs(math.log2(v))))
