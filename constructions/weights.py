"""Weights with named blocks, and what a block may be changed into."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from constructions.streams import Name, Stream
from lemmata.numbers import Array, concat, values

Change = Literal["zeroed", "negated", "one percent off"]
CHANGES: Mapping[Change, Callable[[Array], Array]] = MappingProxyType(
    {
        "zeroed": lambda block: block * 0,
        "negated": lambda block: -block,
        "one percent off": lambda block: block * 101 / 100,
    }
)


class Place(NamedTuple):
    """Where a block lies: what it writes (rows) and what it reads (columns; None for a bias)."""

    written: Name
    read: Name | None


@dataclass(frozen=True)
class Weight:
    """A dense weight with the streams that name its blocks.

    Attributes:
        array: ``(writes.size, reads.size)``, or ``(writes.size,)`` for a bias.
        writes: the stream of the rows.
        reads: the stream of the columns; None for a bias.
        ignored: gives the read blocks that cannot matter (they are always 0); no mutants are made of them. It
            looks at values, which a proof has none of.
    """

    array: Array
    writes: Stream
    reads: Stream | None
    ignored: Callable[[], frozenset[str]] = frozenset

    @property
    def places(self) -> dict[str, Place]:
        """Where the blocks lie, by name: ``beta<-x`` for a matrix, ``beta`` for a bias."""
        if self.reads is None:
            return {written: Place(written, None) for written in self.writes.names}
        return {
            f"{written}<-{read}": Place(written, read)
            for written in self.writes.names
            for read in self.reads.names
        }

    def blocks(self) -> dict[str, Array]:
        """The blocks by name, ``(written size, read size)`` or ``(written size,)``."""
        return {name: self.array[self._where(place)] for name, place in self.places.items()}

    def _where(self, place: Place) -> Any:
        rows = self.writes.slices[place.written]
        return rows if self.reads is None else (rows, self.reads.slices[place.read or ""])

    def changed(self, block: str, change: Change) -> Weight:
        """The weight with the block of this name changed.

        Raises:
            KeyError: there is no such block, or no such change.
        """
        where = self._where(self.places[block])
        if self.reads is None:
            return replace(self, array=_spliced(self.array, where, CHANGES[change], 0))
        rows, columns = where
        array = _spliced(self.array, rows, lambda middle: _spliced(middle, columns, CHANGES[change], 1), 0)
        return replace(self, array=array)

    def alterable(self) -> list[str]:
        """Names of the blocks that are not zero and can matter."""
        blocks = self.blocks()
        ignored = self.ignored()
        return [
            name
            for name, place in self.places.items()
            if place.read not in ignored and bool((values(blocks[name]) != 0).any())
        ]


def _spliced(x: Array, where: slice, change: Callable[[Array], Array], axis: int) -> Array:
    """``x`` with a part of it changed along an axis; written so, since arrays are not written into."""
    before, part, after = (
        x[(slice(None),) * axis + (s,)] for s in (slice(where.start), where, slice(where.stop, None))
    )
    return concat([before, change(part), after], axis)


Weights = Mapping[str, Weight]
"""The weights of a layer by role."""
