"""What a hypothesis allows beside what was drawn of it: for the pages and the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lemmata.records.finding import Drawn
from lemmata.statement.formulas import Hypothesis

_DIGITS = 10


@dataclass(frozen=True)
class Row:
    """A quantity, what is demanded of it, and what was drawn.

    Attributes:
        reason: of a quantity with one value, why nothing is lost by it, empty if that is not said; None of
            the others.
    """

    quantity: str
    text: str
    drawn: str
    reason: str | None = None


def rows(hypotheses: Sequence[Hypothesis], pinned: dict[str, str], drawn: Drawn) -> list[Row]:
    """The hypotheses of a reading, those first whose quantity has one value, joint ones last."""
    every = [Row(h.quantity, h.text, _met(h, drawn), pinned.get(h.quantity)) for h in hypotheses]
    return sorted(every, key=lambda row: (not row.quantity, row.reason is None))


def _met(hypothesis: Hypothesis, drawn: Drawn) -> str:
    """The range of a quantity exactly as met, or what its domain says."""
    met = drawn.get(hypothesis.quantity)
    if not met:
        return hypothesis.drawn
    if len(met) == 2 and all(isinstance(value, int | float) and not isinstance(value, bool) for value in met):
        low, high = met
        return _number(low) if low == high else f"{_number(low)} to {_number(high)}"
    return ", ".join(map(str, met))


def _number(value: object) -> str:
    """A number as met; of one with many digits the first four."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.4g}" if isinstance(value, float) and len(str(value)) > _DIGITS else str(value)
