"""The command ``lemmata list``: the claims, a line each."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Literal, TypedDict

from lemmata.claims.vocabulary import NOT_ENCODED
from lemmata.commands import previous_run, rows
from lemmata.commands.options import index_for, last_run, selecting
from lemmata.commands.output import say
from lemmata.records.restrictions import Id
from lemmata.records.words import plural
from lemmata.run.folders import unfolded
from lemmata.run.selection import NO_PAPERS


class Listed(TypedDict):
    """What ``--json`` prints of a claim."""

    id: Id
    kind: str
    label: str
    paper: str
    summary: str


class Document(TypedDict):
    """What ``--json`` prints."""

    schema: Literal["lemmata/claims/1"]
    claims: list[Listed]


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    selecting(command)
    command.add_argument("--json", action="store_true", help="print JSON")
    last_run(command)


def run(arguments: argparse.Namespace) -> int:
    """Prints the claims with their last verdicts, or JSON; returns the exit status."""
    select = unfolded(previous_run.places(arguments.select, arguments.out))
    claims = [entry.head for entry in index_for(select).select(select, previous_run.asked(arguments.out))]
    if arguments.json:
        document: Document = {
            "schema": "lemmata/claims/1",
            "claims": [
                {"id": c.id, "kind": c.kind, "label": c.label, "paper": c.paper, "summary": c.summary}
                for c in claims
            ],
        }
        print(json.dumps(document, indent=1))
        return 0
    if not claims:
        print(f"lemmata: {NO_PAPERS}", file=sys.stderr)
        return 0
    known = previous_run.read(arguments.out)
    rows.show(
        [rows.Row(c, previous_run.outcome(known, c)) for c in claims], ("id", "kind", "label"), titled=True
    )
    if sys.stdout.isatty():
        verdicts = f"; outcomes of {known.name}" if known.name else ""
        stubs = sum(c.kind == NOT_ENCODED for c in claims)
        waiting = f", {stubs} of them not encoded yet" if stubs else ""
        say(f"{plural(len(claims), 'claim')}{waiting}{verdicts}")
    return 0
