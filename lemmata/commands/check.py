"""The command ``lemmata check``: what is wrong with claim files, within seconds, while they are written."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from lemmata.commands.output import say, without_advice
from lemmata.errors import NO_VALUE, LemmataError, line_in
from lemmata.records.words import plural
from lemmata.run import folders, machine
from lemmata.run.selection import EMPTY

_SECONDS = 2.0
"""What draws of a file may take in all; importing torch and the file comes before."""


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    command.add_argument(
        "files",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="a claim file, or a folder of claim files; no other paper is loaded",
    )
    command.add_argument(
        "--skip-others", action="store_true", help="pass over files in which nothing is declared as a claim"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the remarks, a line each; returns 0 if there are none, else 1."""
    paths: list[Path] = [file for path in arguments.files for file in _files(path)]
    for path in paths:
        if path.suffix != ".py":
            raise LemmataError(f"{path}: a claim file is a Python file, and its name ends in .py")
    if arguments.skip_others:
        paths = [path for path in paths if folders.may_declare(path)]
    if paths:
        machine.one_thread()  # before anything imports torch
    # Every file, so that one run says everything that is wrong.
    return max([_check(path) for path in paths], default=0)


def _files(path: Path) -> tuple[Path, ...]:
    """A file itself; the claim files of a folder.

    Raises:
        LemmataError: it is neither, or the folder has none.
    """
    if path.is_file():
        return (path,)
    if not path.is_dir():
        raise LemmataError(f"{path}: there is no such file")
    if not (found := folders.claim_files(path)):
        raise LemmataError(f"{path}: {EMPTY}")
    return found


def _check(path: Path) -> int:
    """Prints the remarks on one file; returns 0 if there are none, else 1."""
    start = time.monotonic()
    from lemmata.run import registry, remarks

    try:
        claims = registry.claims_of(path)
    except LemmataError as error:
        message = str(error).removeprefix(f"{path} ").removeprefix(f"{path}: ")
        say(f"{_place(path, error)}: {message}")
        return 1
    found: list[remarks.Remark] = []
    is_advised = False

    def tell(remark: remarks.Remark) -> None:
        nonlocal is_advised
        text = without_advice(remark.text) if is_advised else remark.text
        is_advised = is_advised or NO_VALUE in text
        if not remark.line:  # no fault of the file
            say(f"{remark.claim}: {text}")
            return
        found.append(remark)
        say(f"{path}:{remark.line}: {remark.claim}: {text}")

    remarks.every(claims, _SECONDS, tell)
    counts = plural(len(found), "remark") if found else "no remarks"
    say(f"{counts} on {plural(len(claims), 'claim')}, in {time.monotonic() - start:.1f} s")
    return 1 if found else 0


def _place(path: Path, error: LemmataError) -> str:
    """The file, with the line at which it could not be read or run."""
    cause: BaseException = error.__cause__ or error
    if isinstance(cause, SyntaxError) and cause.lineno:
        return f"{path}:{cause.lineno}"
    line = line_in(path.resolve(), error)
    return f"{path}:{line}" if line else str(path)
