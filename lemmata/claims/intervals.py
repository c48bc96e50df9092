"""Intervals of real numbers as a statement writes them: ``"(0, inf)"``, ``"[0, 1)"``, ``"(0, 1/2]"``."""

from __future__ import annotations

import functools
import math
import re
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from torch import Tensor

from lemmata.errors import ClaimError

_FORM = re.compile(r"([\[(])\s*([^,\s]+)\s*,\s*([^,\s]+)\s*([\])])")


@dataclass(frozen=True)
class Interval:
    """The numbers between two ends, which are fractions, or infinite ones and then excluded."""

    low: Fraction | float
    high: Fraction | float
    open_low: bool
    open_high: bool

    @classmethod
    @functools.cache
    def parse(cls, text: str) -> Interval:
        """The interval that a text names.

        Raises:
            ClaimError: it names none.
        """
        if found := _FORM.fullmatch(text.strip()):
            opening, low, high, closing = found.groups()
            with suppress(ValueError, ZeroDivisionError):
                made = cls(_end(low), _end(high), opening == "(", closing == ")")
                if made.low < made.high and made.is_open_at_infinity:
                    return made
        raise ClaimError(
            f"of={text!r} is no interval: write '(0, inf)', '[0, 1)', '(-inf, inf)' or '(0, 1/2]', "
            "an infinite end with a round bracket"
        )

    def contains(self, value: Any) -> bool:
        """Whether a number, or each entry of an array, is one of its numbers: finite, and between the ends."""
        if isinstance(value, Tensor):
            return all(map(self.contains, {*value.flatten().tolist()}))
        if not isinstance(value, int | float) or not math.isfinite(value):
            return False
        above = self.low < value if self.open_low else self.low <= value
        return above and (value < self.high if self.open_high else value <= self.high)

    @property
    def is_open_at_infinity(self) -> bool:
        """Whether no infinite end belongs to it."""
        return (self.open_low or self.low != -math.inf) and (self.open_high or self.high != math.inf)

    @property
    def latex(self) -> str:
        """The set in LaTeX."""
        if self.low == -math.inf and self.high == math.inf:
            return r"\mathbb R"
        ends = f"{_latex(self.low)},{_latex(self.high)}"
        return ("(" if self.open_low else "[") + ends + (")" if self.open_high else "]")

    def of_number(self, name: str) -> str:
        """What it demands of a number, in LaTeX: an inequality where there is one end."""
        if self.high == math.inf and self.low != -math.inf:
            return name + (">" if self.open_low else r"\ge ") + _latex(self.low)
        return rf"{name}\in{self.latex}"


def _end(text: str) -> Fraction | float:
    return float(text) if text in ("inf", "-inf") else Fraction(text)


def _latex(end: Fraction | float) -> str:
    if isinstance(end, float):
        return r"\infty" if end > 0 else r"-\infty"
    over, under = abs(end.numerator), end.denominator
    size = str(over) if under == 1 else rf"\frac{{{over}}}{{{under}}}"
    return f"-{size}" if end < 0 else size
