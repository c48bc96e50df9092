"""Tables of names, written as text: dozens of names take a few lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

Commands = dict[str, Callable[[], object]]
"""What is carried out for each command."""


def words(text: str) -> frozenset[str]:
    """The names that stand in a text, with white space between them."""
    return frozenset(text.split())


def pairs(text: str) -> dict[str, str]:
    """What ``name=value`` says for each name."""
    return dict(entry.split("=", 1) for entry in text.split())


def bound(reader: Any, table: Mapping[str, Callable[..., object]]) -> Commands:
    """What a reader carries out, by the names of commands that each key lists."""
    return {name: partial(what, reader) for names, what in table.items() for name in names.split()}
