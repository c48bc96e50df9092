"""What commands print and write: tables, lines with text of others, strict JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lemmata.commands import terminal
from lemmata.commands.terminal import shown
from lemmata.errors import NO_VALUE, NO_VALUE_THERE, LemmataError
from lemmata.records import atomic_files
from lemmata.records.words import without_roles

if TYPE_CHECKING:
    from rich.console import Console


def cell(text: str) -> str:
    """Text of others, for a table."""
    from rich.markup import escape

    return escape(terminal.line(without_roles(text)))


def console() -> Console:
    """Where tables are printed."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # main() knows what to do

    # Without a terminal nothing is folded: a line is a row.
    return Piped(width=None if sys.stdout.isatty() else 400, soft_wrap=not sys.stdout.isatty())


def say(text: str) -> None:
    """Prints lines that may hold text of others."""
    print(shown(without_roles(text)))


def without_advice(text: str) -> str:
    """A text without the long advice on a check that has no value somewhere."""
    return text.replace(NO_VALUE, NO_VALUE_THERE)


def advised_once(lines: Iterable[str]) -> Iterator[str]:
    """Lines of which only the first that needs it has the long advice."""
    is_said = False
    for line in lines:
        yield without_advice(line) if is_said else line
        is_said = is_said or NO_VALUE in line


def writable(out: Path) -> None:
    """Makes the folder of ``--out`` and checks that it can be written.

    Raises:
        LemmataError: it cannot.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        probe = out / ".lemmata-probe"
        probe.write_text("")
        probe.unlink(missing_ok=True)  # another run may look at the same time
    except OSError as error:
        raise LemmataError(
            f"--out {out}: cannot be written ({error.strerror}); name a folder that can"
        ) from None


def openable(file: Path, option: str = "--json") -> None:
    """Checks that a file can be written.

    Raises:
        LemmataError: it cannot; the message names the option.
    """
    new = not file.exists()
    try:
        file.open("a").close()
    except OSError as error:
        raise LemmataError(
            f"{option} {file}: cannot be written ({error.strerror}); name a file that can"
        ) from None
    if new:
        file.unlink()


def dump(document: dict[str, Any], path: Path) -> None:
    """Writes strict JSON; a row of a matrix, and whatever fits into a line, stands in one."""
    atomic_files.write(path, _indented(document) + "\n")


_compact = partial(json.dumps, ensure_ascii=False, allow_nan=False)
_LINE = 100
"""Characters of the longest object or list in one line."""


def _indented(value: Any, margin: str = "\n") -> str:
    """A value as text, objects and lists that are too long for a line with a line for each part."""
    text = _compact(value)
    if len(text) <= _LINE or not isinstance(value, dict | list | tuple):
        return text
    inner = margin + " "
    if isinstance(value, dict):
        parts = [f"{_compact(str(name))}: {_indented(part, inner)}" for name, part in value.items()]
    elif not any(isinstance(part, dict | list | tuple) for part in value):
        return text
    else:
        parts = [_indented(part, inner) for part in value]
    ends = "{}" if isinstance(value, dict) else "[]"
    return f"{ends[0]}{inner}{f',{inner}'.join(parts)}{margin}{ends[1]}"


def dump_lines(document: dict[str, Any], path: Path, rows: str) -> None:
    """Writes strict JSON with a line for each of the ``rows``: indentation would be a third of it."""
    compact = partial(_compact, separators=(",", ":"))
    head = compact({name: value for name, value in document.items() if name != rows})
    lines = ",\n".join(map(compact, document[rows]))
    atomic_files.write(path, f'{head[:-1]},"{rows}":[\n{lines}\n]}}\n')
