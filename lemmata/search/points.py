"""What a hunt saw of each setting: the worst of its prompts."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any

from lemmata.search.settings import Key

if TYPE_CHECKING:
    from lemmata.search.examiner import Readout

_CLEAR = -(2.0**-20)
"""A relative margin below this is a violation, and no rounding."""


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
        if readout.relation == "<=" and len(compared):
            ratio = float(compared.max())
        failing = int((relative < _CLEAR).sum()) if low < _CLEAR else 0
        old = self.met.setdefault(key, Point(s, low, None, 0, 0))
        old.margin = min(old.margin, low)
        if ratio is not None and isfinite(ratio):
            old.ratio = ratio if old.ratio is None else max(old.ratio, ratio)
        old.drawn, old.failing = old.drawn + len(relative), old.failing + failing
