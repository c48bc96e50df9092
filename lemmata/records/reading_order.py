r"""The order in which a source of several files says things: a file may be read in the middle of another.

A passage is as much of one file as the source has in a row. Before and after an ``\input`` the main file has
one each, and that of the other file stands between them.
"""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.claims.ids import Lines
from lemmata.records.words import by_number

Position = tuple[bool, int, bool, list[tuple[bool, int, str]], int]
"""Sorts places; places of one file compare by their lines alone if no passages are known."""


def position(at: Lines, main: str, passages: Sequence[Lines]) -> Position:
    """Where a place stands in its source: passage by passage; files without any come last, the main one first.

    Args:
        at: the place.
        main: the paper's main file.
        passages: those of the source, in its order; empty where it has one file, or they are not known.
    """
    file = at.file or main
    own = [(passage.first, k) for k, passage in enumerate(passages) if passage.file == file]
    if not own:
        return True, 0, file != main, by_number(file), at.first
    begun = [one for one in own if one[0] <= at.first]
    return False, max(begun)[1] if begun else min(own)[1], False, [], at.first
