"""The command ``lemmata list``: the claims, a line each."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rich.table import Table

from lemmata.commands.options import load, selecting
from lemmata.commands.output import cell, console


def add(commands: Any) -> None:
    """Adds the command to the parser of ``lemmata``."""
    command = commands.add_parser("list", parents=[selecting()], help="the claims, a line each")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints a table, or JSON; returns the exit status."""
    claims = load(arguments.select).select(arguments.select)
    if arguments.json:
        rows = [
            {"id": c.id, "kind": c.kind.name, "label": c.label, "paper": c.paper.key, "summary": c.summary}
            for c in claims
        ]
        print(json.dumps({"schema": "lemmata/claims/1", "claims": rows}, indent=1))
        return 0
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("id", "kind", "label", "summary"):
        table.add_column(column, no_wrap=column != "summary", overflow="fold")
    for c in claims:
        table.add_row(*map(cell, (c.id, c.kind.name, c.label, c.summary)))
    console().print(table)
    return 0
