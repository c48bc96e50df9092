"""What an id looks like, where in a source a claim stands, and what address a source may have."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lemmata.errors import ClaimError

ID = re.compile(r"[a-z0-9_]+(/[a-z0-9][a-z0-9.-]*)+")
"""``topic/statement`` or ``topic/statement/part``: the path of the claim's module in its paper."""


def of_label(label: str) -> str:
    """The id below the topic that a label makes: itself, in small letters."""
    return re.sub(r"[^a-z0-9.]+", "-", label.lower()).strip("-")


def of_module(path: str) -> str:
    """The id below the topic that a module's path makes: ``theorem_5_1.eq_c_2`` is ``theorem-5.1/eq-c.2``."""
    dotted = re.sub(r"((?<=\d)|(?<=\b[a-z])|(?<=_[a-z]))_(?=\d)", "·", path)
    return dotted.replace(".", "/").replace("·", ".").replace("_", "-")


@dataclass(frozen=True)
class Lines:
    """Lines ``first`` to ``last`` of a file of the source, counted from 1."""

    first: int
    last: int
    file: str = ""
    """Its name; empty for the paper's main file."""


_ADDRESS = re.compile(r"https?://[^\s/\"'<>\\]+[^\s\"'<>\\]*")


def address_problem(address: str) -> str:
    """Why pages may not link to an address; empty if they may, or if there is none."""
    if not address or _ADDRESS.fullmatch(address):
        return ""
    return f"{address!r:.80} is no address of the web (https://...)"


def lines(first: int, last: int | None = None, *, file: str = "") -> Lines:
    """Where a source says something: ``lines(412, 431)``, or ``lines(412)`` for one line.

    Args:
        first: its first line, counted from 1.
        last: its last line.
        file: the file's name, where it is not ``source`` of the paper.

    Raises:
        ClaimError: they are no lines.
    """
    last = first if last is None else last
    if not (type(first) is type(last) is int and 1 <= first <= last):
        raise ClaimError(f"lines({first!r}, {last!r}): lines are counted from 1, the first one first")
    return Lines(first, last, file)
