"""The hypotheses of a reading on its page, beside what was drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from lemmata.records import domain_coverage
from lemmata.records.evidence import ReadingRecord
from lemmata.records.notation import identifier
from lemmata.records.verdicts import ReadingVerdict


@dataclass(frozen=True)
class Row:
    """A quantity, what is demanded and what was drawn of it; ``reason``: see ``records.domain_coverage``."""

    quantity: Markup
    text: Markup
    drawn: Markup
    reason: Markup | None


@dataclass(frozen=True)
class Hypotheses:
    """Of each quantity and of several together; and what statement and space do not have in common."""

    rows: Sequence[Row]
    joint: Sequence[Markup]
    undrawn: Sequence[Markup]
    unstated: Sequence[Markup]
    idle: Sequence[Markup]
    extent: str


def of_reading(reading: ReadingRecord, verdict: ReadingVerdict, line: Callable[[str], Markup]) -> Hypotheses:
    """What the page shows; ``line`` sets words with formulas."""
    every = domain_coverage.rows(reading.hypotheses, reading.pinned, verdict)
    return Hypotheses(
        rows=[
            Row(
                line(f"${identifier(row.quantity)}$"),
                line(row.text),
                line(row.drawn),
                None if row.reason is None else line(row.reason),
            )
            for row in every
            if row.quantity
        ],
        joint=[line(row.text) for row in every if not row.quantity],
        undrawn=[line(f"${letter}$") for letter in reading.undrawn],
        unstated=[line(f"${identifier(name)}$") for name in reading.unstated],
        idle=[line(f"${identifier(name)}$") for name in reading.idle],
        extent=domain_coverage.extent(verdict),
    )
