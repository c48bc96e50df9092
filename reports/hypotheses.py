"""The hypotheses of a reading on its page, beside what was drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from lemmata.records import domain_coverage
from lemmata.records.evidence import ReadingRecord
from lemmata.records.notation import identifier
from lemmata.records.verdicts import ReadingVerdict

from . import characters


@dataclass(frozen=True)
class Row:
    """What is demanded of a quantity, and what was drawn of it; ``reason``: see ``records.domain_coverage``."""

    quantity: Markup
    text: Markup
    drawn: Markup
    reason: Markup | None

    def beside(self, other: Row | None) -> Row:
        """The row, where another one has what is demanded, too."""
        same = other is not None and (self.text, self.reason) == (other.text, other.reason)
        return replace(self, text=Markup("{}: the same").format(self.quantity), reason=None) if same else self


@dataclass(frozen=True)
class Hypotheses:
    """Of each quantity and of several together; and what statement and space do not have in common.

    ``others`` is the title of the reading that has the rest, if another one has.
    """

    rows: Sequence[Row]
    joint: Sequence[Markup]
    undrawn: Sequence[Markup]
    unstated: Sequence[Markup]
    idle: Sequence[Markup]
    extent: str
    others: str = ""

    def __bool__(self) -> bool:
        return any((self.rows, self.joint, self.undrawn, self.unstated, self.idle, self.others))

    def beyond(self, told: Hypotheses, title: str) -> Hypotheses:
        """What a reading of this title, of which all is told, has not; all of it, if it lacks what that has."""
        known = {row.quantity: row for row in told.rows}
        missing = known.keys() - {row.quantity for row in self.rows} or set(told.joint) - set(self.joint)
        rows = [row.beside(known.get(row.quantity)) for row in self.rows if row != known.get(row.quantity)]
        joint = [text for text in self.joint if text not in told.joint]
        if missing or len(rows) + len(joint) == len(self.rows) + len(self.joint):
            return self
        return replace(self, rows=rows, joint=joint, others=title)


def of_reading(reading: ReadingRecord, verdict: ReadingVerdict, line: Callable[[str], Markup]) -> Hypotheses:
    """What the page shows; ``line`` sets words with formulas."""
    every = domain_coverage.rows(reading.hypotheses, reading.pinned, verdict)
    return Hypotheses(
        rows=[
            Row(
                line(f"${identifier(row.quantity)}$"),
                _small(_named(row), line),
                _small(row.drawn, line),
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


_TALL = re.compile(
    r"\\(?:sum|prod|int|begin|sqrt|sup|inf|max|min|hat|tilde|bar|overline|frac\{[^{}]*[^{}\w])|``|\*\*"
)
"""What is no row of characters."""


def _small(text: str, line: Callable[[str], Markup]) -> Markup:
    """A cell: of characters where these do, as everywhere in long lists, for a third of the bytes."""
    return line(text) if _TALL.search(text) else characters.raised(characters.text(text))


def _named(row: domain_coverage.Row) -> str:
    """What is demanded of a quantity, with its letter, which most of these texts have."""
    letter = identifier(row.quantity)
    within = re.compile(rf"\$[^$]*(?<![A-Za-z\\]){re.escape(letter)}(?![A-Za-z])[^$]*\$")
    return row.text if within.search(row.text) else f"${letter}$: {row.text}"
