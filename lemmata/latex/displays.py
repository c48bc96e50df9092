r"""Displays: which of their lines have numbers, and which."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from lemmata.latex import prose
from lemmata.latex.counters import plain
from lemmata.latex.document import Line, Row, Target
from lemmata.latex.tables import Commands, bound, words

if TYPE_CHECKING:
    from lemmata.latex.reader import Reading

ROWS = words("""
    align alignat flalign gather eqnarray xalignat xxalignat IEEEeqnarray numcases subnumcases dgroup darray
""")
"""Displays in which each line has a number."""
ONE = frozenset(["equation", "multline", "dmath", "math", "displaymath"])
"""Displays that have one number."""


def begin(reader: Reading, name: str, *, starred: bool) -> None:
    """A display begins."""
    reader.row = Row(name in ROWS, starred, len(reader.open))
    reader.open[-1].data = reader.row
    reader.math = True


def _line_ends(reader: Reading) -> None:
    end = re.compile(r"\*?(?:\[[^\]]*\])?").match
    frame = reader.frames[-1] if len(reader.frames) > reader.base else None
    match = end(frame.text, frame.position, frame.end) if frame and reader.math else None
    if reader.row is not None and reader.row.rows and len(reader.open) == reader.row.depth:
        end_row(reader)
        reader.row = replace(reader.row, labels=[], tag=None, quiet=False, place=None)
        reader.open[-1].data = reader.row
    reader.printed(r"\\")
    if frame and match:
        reader.printed(match[0])
        frame.position = match.end()


def end_row(reader: Reading) -> None:
    """A line of a display ends, and has a number, or none."""
    row = reader.row
    if row is None:
        return
    if row.tag is not None:
        number = row.tag
    elif row.starred or row.quiet:
        number = ""
    else:
        number = reader.counters.step("equation")
        reader.events += 1
    if number and row.place is not None:
        for label in row.labels:
            reader.targets.setdefault(label, Target("Equation", number))
        inside = reader.statements[-1] if reader.statements else None
        reader.found.append(Line(number, row.labels, row.place, inside, reader.proofs > 0))


def _tag(reader: Reading) -> None:
    reader.follows("*")
    tag, row = reader.argument(), reader.row
    if row is not None:
        printed = plain(prose.said(reader.written(tag), reader.refer)).strip("$ ")
        row.tag = printed.removeprefix("(").removesuffix(")") if tag.startswith("(") else printed
    reader.printed(rf"\tag{{{tag}}}")


def _numbered(reader: Reading, *, numbered: bool) -> None:
    if reader.row is not None:
        reader.row.quiet = not numbered
        reader.row.starred = reader.row.starred and not numbered


def begin_subequations(reader: Reading) -> None:
    """Lines 2a, 2b, ... of one number."""
    counters = reader.counters
    number = counters.step("equation")
    value, form = counters.values[counters.of("equation")], counters.shown_as.get("equation")
    counters.set("equation", 0)
    counters.shown_as["equation"] = number.replace("\\", "") + r"\alph{equation}"
    counters.declare("parentequation")
    counters.values["parentequation"] = value
    reader.point_at(Target("Equation", number))

    def end() -> None:
        counters.set("equation", value)
        if form is None:
            counters.shown_as.pop("equation", None)
        else:
            counters.shown_as["equation"] = form

    reader.open[-1].data = end


def commands(reader: Reading) -> Commands:
    """The commands that stand in displays."""
    return bound(
        reader,
        {
            "tag": _tag,
            "nonumber notag IEEEnonumber": partial(_numbered, numbered=False),
            "IEEEyesnumber": partial(_numbered, numbered=True),
            "\\ tabularnewline cr": _line_ends,
        },
    )
