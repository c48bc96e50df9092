"""The command line: ``lemmata list | show | verify | report | keep | replay | diff | new | check`` and more.

Exit status: 0 everything as expected; 1 a surprise; 2 misuse; 3 something undecided, or a claim
without mutants (only with ``--strict``); 130 on interrupt and 143 on SIGTERM, with all finished
evidence kept. Heavy imports (torch, papers) happen inside the commands that need them.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import warnings
from collections.abc import Sequence
from importlib import metadata
from typing import Any

from lemmata.commands import exit_status
from lemmata.commands.parser import Parser, whole
from lemmata.commands.terminal import shown
from lemmata.errors import LemmataError
from lemmata.run import signals

COMMANDS = {
    "list": "the claims, a line each",
    "show": "a claim in full, or a topic and its coverage",
    "verify": "run the hunts and write the report",
    "report": "pages from stored evidence",
    "keep": "store the measured numbers of experiments with their claims, for later reports",
    "replay": "re-check a stored witness or certificate",
    "export": "a certificate as a file for the Rocq prover (Coq), which checks it again",
    "diff": "what changed between two runs; 1 if something got worse",
    "new": "write a claim file that runs as it is, or a topic from a paper's LaTeX source",
    "check": "what is wrong with a claim file, within seconds: no hunt, no report",
}
"""What the commands of the engine do; others are entry points ``lemmata.commands``.

Each is a module with a function ``add``, which adds its arguments to a parser, and a function ``run``.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit status."""
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what it may complete
        from lemmata.commands import completion

        completion.complete(build(completion.first_word()))
    argv = sys.argv[1:] if argv is None else argv
    parser = build(argv[0] if argv else "")
    if not argv:
        parser.print_help(sys.stderr)
        return exit_status.MISUSE
    try:
        if argv[0].startswith("-") and argv[0] not in parser.options():
            parser.error(f"unrecognized arguments: {argv[0]}")  # argparse would ask for a command
        arguments = parser.parse_args(argv)
        arguments.argv = tuple(argv)  # as it was typed
    except SystemExit as stop:  # argparse exits with 2 on misuse and 0 on --help
        return int(stop.code or 0)
    warnings.simplefilter("always", UserWarning)
    warnings.showwarning = _warn
    try:
        with signals.once(signal.SIGTERM, signal.SIG_DFL, _Terminated):
            status = int(arguments.run(arguments))
        sys.stdout.flush()  # here, where a reader that went away is no error
        return status
    except LemmataError as error:
        return _misuse(str(error))
    except BrokenPipeError:
        # The reader went away (``lemmata list | head``); say nothing more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _misuse(f"{error.filename or 'output'}: {error.strerror or error}")
    except SystemExit as stop:
        return _misuse(f"the code of a claim or of a package has called sys.exit({stop.code!r})")
    except KeyboardInterrupt as stop:
        print("lemmata: interrupted; finished evidence is kept, go on with --resume", file=sys.stderr)
        return exit_status.TERMINATED if isinstance(stop, _Terminated) else exit_status.INTERRUPTED


class _Terminated(KeyboardInterrupt):
    """A SIGTERM, as of a job that is over its time: it ends what an interrupt ends."""


def _misuse(message: str) -> int:
    print(f"lemmata: {shown(message)}", file=sys.stderr)
    return exit_status.MISUSE


def _warn(message: Any, *_: Any, **__: Any) -> None:
    print(f"lemmata: warning: {shown(str(message))}", file=sys.stderr)


def build(first: str | None = None) -> Parser:
    """The parser of the command line.

    Args:
        first: its first word. Of our own commands only the one that it names is imported and gets its
            arguments, since each brings what it needs; without a word all do.
    """
    parser, commands = whole()
    for name, what in COMMANDS.items():
        command = commands.add_parser(name, help=what)
        if first in (name, None):
            module = importlib.import_module(f"lemmata.commands.{name}")
            module.add(command)
            command.set_defaults(run=module.run)
    if first not in (*COMMANDS, "--version"):
        # a checkout declares those of lemmata-papers, which may be installed as well
        for entry in dict.fromkeys(metadata.entry_points(group="lemmata.commands")):
            entry.load()(commands)
    return parser
