"""The settings of a hunt: how many, and the exact range of each of their quantities."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite
from typing import Any

from torch import Tensor

from lemmata.records.finding import Drawn, Value, span


@dataclass
class Settings:
    """The settings met so far: the distinct ones, and the range of each quantity."""

    distinct: set[tuple[Any, ...]] = field(default_factory=set)
    values: dict[str, list[Value]] = field(default_factory=dict)
    last: Any = None

    def add(self, s: Any) -> None:
        """Adds a setting; the same object again costs nothing."""
        if s is self.last:
            return
        self.last = s
        parts = [(name, *_numbers(value)) for name, value in vars(s).items()]
        key = tuple(parts)
        if key in self.distinct:
            return
        self.distinct.add(key)
        for name, *numbers in parts:
            if numbers:
                self.values[name] = span([*self.values.get(name, ()), *numbers])

    @property
    def drawn(self) -> Drawn:
        """The range of each quantity, or its words."""
        return dict(self.values)


def _numbers(value: Any) -> list[Value]:
    """The numbers or the word of a quantity; what is neither (a function, say) has none."""
    if isinstance(value, Tensor):
        return [v for v in value.reshape(-1).tolist() if isfinite(v)]
    if isinstance(value, tuple | list):
        return [number for part in value for number in _numbers(part)]
    if isinstance(value, Fraction):
        return [float(value)]
    if isinstance(value, float) and not isfinite(value):
        return []
    return [value] if isinstance(value, bool | int | float | str) or value is None else []
