"""What a shell offers at TAB: commands, options and files as argcomplete finds them, topics, ids and filters.

A shell sets ``_ARGCOMPLETE`` and calls ``lemmata`` at each TAB. Ids come from the index: no claim is imported.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import Any

import argcomplete
from argcomplete.completers import ChoicesCompleter, FilesCompleter

from lemmata.errors import LemmataError
from lemmata.run import index
from lemmata.run.selection import FILTERS


def first_word() -> str:
    """The word after ``lemmata`` on the line that is completed; empty if there is none."""
    line = os.environ["COMP_LINE"][: int(os.environ["COMP_POINT"])]
    return next(iter(line.split()[1:]), "")


def complete(parser: argparse.ArgumentParser) -> None:
    """Writes what may stand at the cursor to where the shell reads it, and exits."""
    commands = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    for action in (a for command in commands.choices.values() for a in command._actions):
        if action.dest in ("select", "what"):
            action.completer = _selections
        elif "auto" in str(action.metavar).split("|"):
            action.completer = ChoicesCompleter({"auto": ""})
    argcomplete.autocomplete(parser, always_complete_options=False, exit_method=sys.exit)


def _selections(prefix: str, action: argparse.Action, **_: Any) -> list[str]:
    names = _names(prefix, filters=action.dest == "select")
    ours = [name for name in names if name.startswith(prefix) and name != prefix]
    return ours or FilesCompleter()(prefix)


def _names(prefix: str, *, filters: bool) -> Iterator[str]:
    """Topics, and the ids of one only after its slash, since five hundred at once are unreadable; filters."""
    if filters:
        yield from (f"{name}:{value}" for name, values in FILTERS.items() for value in values if ":" in prefix)
        yield from (f"{name}:" for name in FILTERS)
    try:
        known = index.kept() or index.load()
    except LemmataError:
        return  # a paper cannot be imported, as `lemmata list` would say
    if "/" in prefix:
        yield from known.claims
    else:
        yield from (f"{topic}/" for topic in known.papers)
        yield from (topic for topic in known.papers if prefix)
