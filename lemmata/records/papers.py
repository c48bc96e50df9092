"""The record of a paper: what it is, what was found in it, and how much of it is covered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from lemmata.claims.ids import Lines as Lines
from lemmata.claims.ids import address_problem


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
        passages: of a source of several files, which lines of which follow each other (:mod:`.passages`).
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
