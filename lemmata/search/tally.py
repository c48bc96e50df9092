"""What a hunt met: how many settings and prompts, the range of each quantity, the worst at each setting."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from lemmata.claims.prompt import Prompt
from lemmata.records.finding import Value, span

if TYPE_CHECKING:
    from lemmata.search.evaluation import Readout

_TOLD_APART = 2**15
"""The most prompts that are told apart."""
_CLEAR = -(2.0**-20)
"""A relative margin below this is a violation, and no rounding."""

Key = tuple[tuple[Any, ...], ...]


@dataclass
class Settings:
    """The settings met so far: the distinct ones, and the range of each quantity."""

    distinct: set[Key] = field(default_factory=set)
    values: dict[str, list[Value]] = field(default_factory=dict)
    last: tuple[Any, Key] = (None, ())

    def key(self, s: Any) -> Key:
        """What tells settings apart: their numbers and words. The same object again costs nothing."""
        if s is not self.last[0] or not self.last[1]:
            self.last = s, tuple((name, *_numbers(value)) for name, value in vars(s).items())
        return self.last[1]

    def add(self, s: Any) -> None:
        key = self.key(s)
        if key in self.distinct:
            return
        self.distinct.add(key)
        for name, *numbers in key:
            if numbers:
                self.values[name] = span([*self.values.get(name, ()), *numbers])


@dataclass
class Prompts:
    """How many prompts met the hypotheses: the distinct ones; beyond a limit, all that were drawn."""

    drawn: int = 0
    rows: set[int] = field(default_factory=set)
    distinct: bool = True
    """Whether each is counted once."""

    @property
    def count(self) -> int | None:
        """None where no prompt entered a margin."""
        if not self.drawn:
            return None
        return len(self.rows) if self.distinct else self.drawn

    def add(self, prompt: Prompt, active: Tensor, setting: Key, *, exactly: bool) -> None:
        """Adds the prompts of a batch at one setting that meet the hypotheses."""
        met = int(active.sum())
        self.drawn += met
        self.distinct &= exactly and self.drawn <= _TOLD_APART
        if not self.distinct or not met:
            self.rows.clear()
            return
        flat = [value.detach().cpu().reshape(len(value), -1).to(torch.float64) for _, value in prompt.items()]
        table = torch.cat(flat, 1)[active].numpy() + 0.0  # there is one zero
        first = hash(setting)
        self.rows.update(hash((first, row.tobytes())) for row in table)


@dataclass
class Point:
    """The worst of what was seen at a setting."""

    setting: Any
    margin: float
    ratio: float | None
    drawn: int
    failing: int


@dataclass
class Points:
    """What was seen of each setting."""

    met: dict[Key, Point] = field(default_factory=dict)

    def add(self, key: Key, s: Any, readout: Readout) -> None:
        """Enters a batch at a setting on which some instance meets the hypotheses."""
        relative = readout.relative[readout.active]
        low, ratio = float(relative.min()), None
        compared = readout.ratio[readout.active & ~readout.trivial]
        if readout.relation != "=" and len(compared):
            ratio = float(compared.max())
        failing = int((relative < _CLEAR).sum()) if low < _CLEAR else 0
        old = self.met.setdefault(key, Point(s, low, None, 0, 0))
        old.margin = min(old.margin, low)
        if ratio is not None and isfinite(ratio):
            old.ratio = ratio if old.ratio is None else max(old.ratio, ratio)
        old.drawn, old.failing = old.drawn + len(relative), old.failing + failing


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
