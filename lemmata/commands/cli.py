"""The command line: ``lemmata list | show | verify | report | replay | diff | new | train | bench``.

Exit status: 0 everything as expected; 1 a surprise; 2 misuse; 3 something undecided, or a claim
without mutants (only with ``--strict``); 130 on interrupt, with all finished evidence kept. Heavy
imports (torch, papers) happen inside the commands that need them.
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from importlib import metadata
from typing import Any

import lemmata
from lemmata.commands import diff, list, new, replay, report, show, verify
from lemmata.commands.terminal import shown
from lemmata.errors import LemmataError
from lemmata.records.evidence import EvidenceError


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit status."""
    parser = _parser()
    if not (argv if argv is not None else sys.argv[1:]):
        parser.print_help(sys.stderr)
        return 2
    try:
        arguments = parser.parse_args(argv)
    except SystemExit as stop:  # argparse exits with 2 on misuse and 0 on --help
        return int(stop.code or 0)
    warnings.simplefilter("always", UserWarning)
    warnings.showwarning = _warn
    try:
        status = int(arguments.run(arguments))
        sys.stdout.flush()  # here, where a reader that went away is no error
        return status
    except (LemmataError, EvidenceError) as error:
        return _misuse(str(error))
    except BrokenPipeError:
        # The reader went away (``lemmata list | head``); say nothing more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _misuse(f"{error.filename or 'output'}: {error.strerror or error}")
    except SystemExit as stop:
        return _misuse(f"the code of a claim or of a package has called sys.exit({stop.code!r})")
    except KeyboardInterrupt:
        print("lemmata: interrupted; finished evidence is kept, go on with --resume", file=sys.stderr)
        return 130


def _misuse(message: str) -> int:
    print(f"lemmata: {shown(message)}", file=sys.stderr)
    return 2


def _warn(message: Any, *_: Any, **__: Any) -> None:
    print(f"lemmata: warning: {shown(str(message))}", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lemmata",
        description="Tries to break theorems: hunts for counterexamples and reports what survived.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"lemmata {lemmata.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    for command in (list, show, verify, report, replay, diff, new):
        command.add(commands)
    for entry in metadata.entry_points(group="lemmata.commands"):
        entry.load()(commands)
    return parser
