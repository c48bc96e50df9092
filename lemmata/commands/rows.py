"""Claims as rows: a table where the terminal is wide, two lines a claim where it is not, tabs in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lemmata.claims.heads import Head
from lemmata.commands import terminal
from lemmata.records.notation import spoken
from lemmata.records.words import without_roles

if TYPE_CHECKING:
    from rich.text import Text

MARKS = {
    "holds": "✓",
    "refuted": "✗",
    "vacuous": "∅",
    "undecided": "?",
    "untestable": "?",
    "not-run": "–",
    "not-encoded": "·",
}
STYLES = {
    "holds": "green",
    "refuted": "red",
    "vacuous": "magenta",
    "undecided": "yellow",
    "untestable": "yellow",
    "not-run": "dim",
    "not-encoded": "dim",
}
COUNTED = {"holds": "hold", "not-run": "not run", "not-encoded": "not encoded"}
"""How several of an outcome are called, where it is not by its own word."""
_ROOM = 40
"""What a table leaves for the sentence at least."""
_GAP = "  "


@dataclass(frozen=True)
class Row:
    """A claim in a list; ``outcome`` is empty where no run has one."""

    head: Head
    outcome: str

    def words(self, columns: Iterable[str]) -> tuple[str, ...]:
        return tuple(getattr(self.head, name) or "" for name in columns)


def show(rows: Sequence[Row], columns: Sequence[str], *, titled: bool = False) -> None:
    """Prints the rows, as wide as the terminal is; without a terminal a line each, cells parted by tabs.

    Args:
        rows: the claims.
        columns: what of their heads stands before the outcome: ``("id", "kind", "label")``.
        titled: whether a table has the names of its columns above it.
    """
    if not sys.stdout.isatty():
        for row in rows:
            print("\t".join((*map(_clean, (*row.words(columns), row.outcome)), _summary(row))))
        return
    from rich.console import Console

    console = Console(highlight=False)
    for line in table(rows, console.width, columns, titled=titled):
        console.print(line, no_wrap=True, overflow="ignore", crop=False)


def table(rows: Sequence[Row], width: int, columns: Sequence[str], *, titled: bool) -> Iterator[Text]:
    """The lines for a terminal of this width, none of them longer (but for an id that is)."""
    from rich.cells import cell_len
    from rich.text import Text

    known = any(row.outcome for row in rows)
    cells = [(*row.words(columns), *([_marked(row.outcome)] if known else [])) for row in rows]
    names = [(*columns, *(["outcome"] if known else []))] if titled else []
    sizes = [max(map(cell_len, map(_clean, column))) for column in zip(*names, *cells, strict=True)]
    fixed = sum(sizes) + len(_GAP) * len(sizes)
    if fixed + _ROOM > width:
        for row in rows:
            yield from _two_lines(row, width, columns)
        return
    if names:
        head = _GAP.join(name.ljust(size) for name, size in zip(names[0], sizes, strict=True))
        yield Text(f"{head}{_GAP}summary", "bold")
    for row, several in zip(rows, cells, strict=True):
        line = Text()
        for k, (cell, size) in enumerate(zip(several, sizes, strict=True)):
            text = _clean(cell)
            style = STYLES.get(row.outcome, "") if known and k == len(several) - 1 else ""
            line.append(text + " " * (size - cell_len(text)) + _GAP, style)
        line.append(cut(_summary(row), width - fixed))
        yield line


def _two_lines(row: Row, width: int, columns: Sequence[str]) -> Iterator[Text]:
    from rich.text import Text

    name, *words = row.words(columns)
    yield Text(_clean(name), "bold")
    line = Text(_GAP)
    if row.outcome:
        line.append(_marked(row.outcome), STYLES.get(row.outcome, ""))
        line.append(" · ")
    rest = " · ".join((*map(_clean, words), _summary(row)))
    line.append(cut(rest, width - line.cell_len))
    yield line


def _summary(row: Row) -> str:
    return _clean(spoken(row.head.summary))


def cut(text: str, width: int) -> str:
    """A text as wide as that at most, with an ellipsis where something was cut off."""
    from rich.cells import cell_len, set_cell_size

    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(width - 1, 0)).rstrip() + "…"


def _marked(outcome: str) -> str:
    return f"{MARKS.get(outcome, ' ')} {outcome}" if outcome else ""


def _clean(text: str) -> str:
    """Text of others in one cell: nothing in it parts cells or lines, or moves the cursor."""
    return terminal.line(without_roles(text)).replace("\t", " ")
