"""The command ``lemmata list``: the claims, a line each."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from lemmata.commands import last, rows
from lemmata.commands.options import DEFAULT_OUT, index_for, selecting
from lemmata.commands.output import say
from lemmata.records.words import plural
from lemmata.run.folders import unfolded
from lemmata.statement.vocabulary import NOT_ENCODED


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    selecting(command)
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument(
        "--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help="where the last run is (%(default)s)"
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints the claims with their last verdicts, or JSON; returns the exit status."""
    select = unfolded(arguments.select)
    claims = index_for(select).select(select, last.asked(arguments.out))
    if arguments.json:
        documents = [
            {"id": c.id, "kind": c.kind, "label": c.label, "paper": c.paper, "summary": c.summary}
            for c in claims
        ]
        print(json.dumps({"schema": "lemmata/claims/1", "claims": documents}, indent=1))
        return 0
    known = last.read(arguments.out)
    listed = [rows.Row(c.id, (c.kind, c.label), last.outcome(known, c), c.summary) for c in claims]
    rows.show(listed, ("id", "kind", "label"))
    if sys.stdout.isatty():
        verdicts = f"; outcomes of {known.name}" if known.name else ""
        stubs = sum(c.kind == NOT_ENCODED for c in claims)
        waiting = f", {stubs} of them not encoded yet" if stubs else ""
        say(f"{plural(len(claims), 'claim')}{waiting}{verdicts}")
    return 0
