"""Coverage of a source: every numbered statement and display, and what covers it.

Each topic keeps ``coverage.tsv`` in its folder: source file, label, line, the ids of the claims
that cover it (comma-separated), and a note that says why none does (a definition, a citation, not
encoded yet).
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lemmata.errors import LemmataError

if TYPE_CHECKING:
    from lemmata.statement.papers import Paper

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
    """The rows of one topic."""

    rows: tuple[Row, ...]

    def summary(self) -> str:
        """The coverage in numbers."""
        if not self.rows:
            return "coverage: no data"
        covered = sum(bool(row.claims) for row in self.rows)
        notes = Counter(row.note for row in self.rows if not row.claims)
        counts = ", ".join(f"{count} {note}" for note, count in notes.most_common())
        return f"coverage: {covered} of {len(self.rows)} rows of the source have a claim" + (
            f"; the others: {counts}" if counts else ""
        )

    def unknown(self, known: set[str]) -> list[str]:
        """Claims named in a row that do not exist."""
        return sorted({c for row in self.rows for c in row.claims} - known)


def of_paper(paper: Paper) -> Coverage:
    """The coverage data of a paper (empty if it keeps none).

    Raises:
        LemmataError: the file is not what it should be.
    """
    path = paper.folder / "coverage.tsv" if paper.folder else None
    if path is None or not path.exists():
        return Coverage(())
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LemmataError(f"{path}: cannot be read ({error})") from None
    reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
    if tuple(next(reader, ())) != FIELDS:
        raise LemmataError(f"{path}: the header should be {' '.join(FIELDS)}, tab-separated")
    return Coverage(tuple(_row(f"{path}, line {reader.line_num}", row) for row in reader if row))


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
