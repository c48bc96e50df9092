"""What commands print and write: tables, lines with text of others, strict JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from lemmata.commands import terminal
from lemmata.commands.terminal import shown
from lemmata.errors import LemmataError
from lemmata.records.words import without_roles


def cell(text: str) -> str:
    """Text of others, for a table."""
    return escape(terminal.line(without_roles(text)))


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # main() knows what to do


def console() -> Console:
    """Where tables are printed."""
    # Without a terminal nothing is folded: a line is a row.
    return _Console(width=None if sys.stdout.isatty() else 400, soft_wrap=not sys.stdout.isatty())


def say(text: str) -> None:
    """Prints lines that may hold text of others."""
    print(shown(without_roles(text)))


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
    """Writes strict JSON."""
    text = json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)
    write(path, text + "\n")


def write(path: Path, text: str) -> None:
    """Writes text; an error names the file."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        error.filename = error.filename or str(path)  # a full disk names no file
        raise
