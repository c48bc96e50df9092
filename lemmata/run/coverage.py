"""Coverage of a source: every numbered statement and display, and what covers it.

Each topic keeps ``coverage.tsv`` in its folder: source file, label, line, the ids of the claims
that cover it (comma-separated), and a note that says why none does (a definition, a citation, not
encoded yet). A row whose note is ``heading`` is none of these: it says where a section begins.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
import sys
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lemmata.claims.ids import Lines
from lemmata.errors import LemmataError
from lemmata.records.papers import CoverageRecord, Heading, PaperRecord

if TYPE_CHECKING:
    from lemmata.claims.paper import Paper

OPEN = ("not encoded", "not-encoded")
"""How the note of a row begins that has no claim yet."""
HEADING = "heading"
"""The note of a row that says where a section of the source begins; its label is what places call it."""
FIELDS = ("source", "label", "line", "claims", "note")


@dataclass(frozen=True)
class Row:
    """One statement or display of a source."""

    source: str
    label: str
    line: int
    claims: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Coverage:
    """The rows of one topic, and where the sections of its sources begin."""

    rows: tuple[Row, ...]
    headings: tuple[Heading, ...] = ()

    def summary(self, stubs: Set[str] = frozenset()) -> str:
        """The coverage in numbers; ``stubs`` are claims that cover nothing: without a check, or not there."""
        if not self.rows:
            return "coverage: no data"
        notes = self._notes(stubs)
        covered = len(self.rows) - notes.total()
        counts = ", ".join(f"{count} {note}" for note, count in notes.most_common())
        return f"coverage: {covered} of {len(self.rows)} rows of the source have a claim" + (
            f"; the others: {counts}" if counts else ""
        )

    def _notes(self, stubs: Set[str]) -> Counter[str]:
        """Why rows have no claim with a check."""
        open_rows = (row for row in self.rows if set(row.claims) <= stubs)
        return Counter(OPEN[0] if row.claims else row.note for row in open_rows)

    def record(self, stubs: Set[str] = frozenset()) -> CoverageRecord | None:
        """What the evidence keeps of it; ``stubs`` as for :meth:`summary`."""
        if not self.rows:
            return None
        notes = self._notes(stubs)
        waiting = sum(count for note, count in notes.items() if note.startswith(OPEN))
        reasons = {note: count for note, count in notes.most_common() if not note.startswith(OPEN)}
        return CoverageRecord(len(self.rows), len(self.rows) - notes.total(), waiting, reasons)

    @property
    def passages(self) -> tuple[Lines, ...]:
        """Of a source of several files, which lines of which follow each other; empty for one file."""
        if len({row.source for row in self.rows}) < 2:
            return ()
        runs = itertools.groupby(self.rows, key=lambda row: row.source)
        lines = ((file, [row.line for row in rows]) for file, rows in runs)
        return tuple(Lines(min(several), max(several), file) for file, several in lines)

    def unknown(self, known: set[str]) -> list[str]:
        """Claims named in a row that do not exist."""
        return sorted(self.named - known)

    @property
    def named(self) -> set[str]:
        return {claim for row in self.rows for claim in row.claims}


def describe(paper: Paper) -> PaperRecord:
    """Everything the pages need to know about a paper.

    Raises:
        LemmataError: its coverage data is not what it should be.
    """
    coverage = of_paper(paper)
    stubs = {id for id, claim in paper.claims.items() if not claim.kind.hunted}
    same = ("topic", "key", "title", "authors", "year", "source", "address")
    return PaperRecord(
        **{name: getattr(paper, name) for name in same},
        story=" ".join(paper.story.split()),
        coverage=coverage.record(frozenset(stubs.union(missing(coverage, paper)))),
        passages=coverage.passages,
        headings=coverage.headings,
        lead=f"{paper.topic}/{paper.lead}" if paper.lead else "",
    )


def missing(coverage: Coverage, paper: Paper) -> list[str]:
    """Claims named in a row that do not exist.

    Of a paper that is not loaded whole, since a file of it was named, only what no other file can hold.
    """
    unknown = coverage.unknown(set(paper.declared))
    return [claim for claim in unknown if not _may_be_elsewhere(claim, paper)]


def _may_be_elsewhere(claim: str, paper: Paper) -> bool:
    """Whether the id of a claim leads to a module that is there and not loaded."""
    name = re.sub("[.-]", "_", claim.partition("/")[2].partition("/")[0])
    folder = paper.folder
    there = folder is not None and any((folder / path).exists() for path in (f"{name}.py", name))
    return there and f"{paper.modules}.{name}" not in sys.modules


def of_paper(paper: Paper) -> Coverage:
    """The coverage data of a paper (empty if it keeps none).

    Raises:
        LemmataError: the file is not what it should be.
    """
    return of_folder(paper.folder)


def of_folder(folder: Path | None) -> Coverage:
    """The coverage data that a paper's folder holds.

    Raises:
        LemmataError: the file is not what it should be.
    """
    path = folder / "coverage.tsv" if folder else None
    if path is None or not path.exists():
        return Coverage(())
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LemmataError(f"{path}: cannot be read ({error})") from None
    reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
    if tuple(next(reader, ())) != FIELDS:
        raise LemmataError(f"{path}: the header should be {' '.join(FIELDS)}, tab-separated")
    every = [_row(f"{path}, line {reader.line_num}", row) for row in reader if row]
    return Coverage(
        tuple(row for row in every if row.note != HEADING),
        tuple(Heading(row.label, row.line, row.source) for row in every if row.note == HEADING),
    )


def _row(where: str, cells: list[str]) -> Row:
    if len(cells) != len(FIELDS):
        raise LemmataError(f"{where}: {len(cells)} cells, expected {len(FIELDS)}, tab-separated")
    source, label, line, ids, note = (cell.strip() for cell in cells)
    claims = tuple(c.strip() for c in ids.split(",") if c.strip())
    if not claims and not note:
        raise LemmataError(f"{where}: a row names a claim or says why none")
    if not line.isdecimal():
        raise LemmataError(f"{where}: the line of the source is a whole number, got {line!r}")
    return Row(source, label, int(line), claims, note)
