"""The record of a paper: what it is, what was found in it, and how much of it is covered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from lemmata.claims.ids import Lines as Lines
from lemmata.claims.ids import address_problem
from lemmata.records.words import by_number


@dataclass(frozen=True)
class CoverageRecord:
    """How much of a source has claims, in rows: its numbered statements, displays and assertions.

    Attributes:
        rows: all of them.
        claimed: those with a claim.
        open: those that wait for one.
        reasons: why the others have none, each with the number of rows.
    """

    rows: int
    claimed: int
    open: int = 0
    reasons: dict[str, int] = field(default_factory=dict)

    @property
    def excused(self) -> int:
        """How many rows say why they have no claim."""
        return self.rows - self.claimed - self.open

    def validate(self) -> None:
        if self.claimed + self.open + sum(self.reasons.values()) != self.rows:
            raise ValueError("rows with a claim, with a reason and open ones do not add up")


@dataclass(frozen=True)
class Heading:
    """Where a section of a source begins: ``Section 2.3`` at a line of one of its files, counted from 1."""

    title: str
    line: int
    file: str


@dataclass(frozen=True)
class PaperRecord:
    """A source of claims.

    Attributes:
        topic: the first part of its claims' ids.
        key: how it is cited.
        title, authors, year: the paper itself.
        source: the file in which it was read.
        address: where it can be read on the web; empty where that is not known.
        story: what was found in it, in two or three sentences; may be empty.
        coverage: how much of it has claims; None where that is not kept.
        passages: of a source of several files, which lines of which follow each other (:func:`position`).
        headings: where its sections begin; empty where that is not kept.
        lead: the claim with whose first figure its page opens; may be empty.
    """

    record: ClassVar[str] = "paper"
    topic: str
    key: str
    title: str
    authors: str
    year: int
    source: str
    address: str = ""
    story: str = ""
    coverage: CoverageRecord | None = None
    passages: tuple[Lines, ...] = ()
    headings: tuple[Heading, ...] = ()
    lead: str = ""

    @property
    def citation(self) -> str:
        return f"{self.authors}, {self.title}, {self.year}"

    def section(self, at: Lines) -> str:
        """The section in which lines of a source stand; empty where that is not known."""
        file = at.file or self.source
        begun = [h for h in self.headings if h.file == file and h.line <= at.first]
        return max(begun, key=lambda heading: heading.line).title if begun else ""

    def validate(self) -> None:
        if problem := address_problem(self.address):
            raise ValueError(f"address: {problem}")


Position = tuple[bool, int, bool, list[tuple[bool, int, str]], int]
"""Sorts places; places of one file compare by their lines alone if no passages are known."""


def position(at: Lines, main: str, passages: Sequence[Lines]) -> Position:
    r"""Where a place stands in its source: passage by passage; files without any come last, the main one first.

    A file may be read in the middle of another: a passage is as much of one file as the source has in a row.
    Before and after an ``\input`` the main file has one each, and that of the other file stands between them.

    Args:
        at: the place.
        main: the paper's main file.
        passages: those of the source, in its order; empty where it has one file, or they are not known.
    """
    file = at.file or main
    own = [(passage.first, k) for k, passage in enumerate(passages) if passage.file == file]
    if not own:
        return True, 0, file != main, by_number(file), at.first
    begun = [one for one in own if one[0] <= at.first]
    return False, max(begun)[1] if begun else min(own)[1], False, [], at.first
