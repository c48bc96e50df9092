"""What an id looks like, and where in a source a claim stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

ID = re.compile(r"[a-z0-9_]+(/[a-z0-9][a-z0-9.-]*)+")
"""``topic/statement`` or ``topic/statement/part``: the path of the claim's module in its paper."""


@dataclass(frozen=True)
class Lines:
    """Lines ``first`` to ``last`` of a file of the source, counted from 1."""

    first: int
    last: int
    file: str = ""
    """Its name; empty for the paper's main file."""


def lines(first: int, last: int | None = None, *, file: str = "") -> Lines:
    """Where a source says something: ``lines(412, 431)``, or ``lines(412)`` for one line.

    Args:
        first: its first line, counted from 1.
        last: its last line.
        file: the file's name, where it is not ``source`` of the paper.
    """
    return Lines(first, first if last is None else last, file)
