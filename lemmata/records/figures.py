"""What a claim's page shows beside words: measured series, theoretical lines, matrices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

_MOST_LINES, _MOST_PANELS = 1_000, 100
_MOST_NUMBERS = 1_000_000
"""A figure with more than this shows nothing; pages show less (`reports.limits`) and say so."""


@dataclass(frozen=True)
class Series:
    """One line of a figure; ``low``/``high`` a band.

    ``role``: ``measured``; ``theory``, what theory says it is, ``bound``, what theory says it stays below, or
    ``guide``, another line to compare with;
    ``points``, which no line joins, or ``failing``, such points at which a statement fails.
    """

    label: str
    x: list[float]
    y: list[float]
    role: Literal["measured", "theory", "bound", "guide", "points", "failing"] = "measured"
    low: list[float] | None = None
    high: list[float] | None = None

    def validate(self) -> None:
        """Raises ValueError where its numbers do not belong to one another."""
        lengths = {len(v) for v in (self.x, self.y, self.low, self.high) if v is not None}
        if len(lengths) != 1:
            raise ValueError(f"series {self.label!r}: x, y and the band differ in length")


@dataclass(frozen=True)
class FigureRecord:
    """A plot of a claim: measured series beside theoretical lines, with its text alternative."""

    record: ClassVar[str] = "figure"
    claim: str
    title: str
    x_label: str
    y_label: str
    caption: str
    series: tuple[Series, ...]
    log_x: bool = False
    log_y: bool = False

    def validate(self) -> None:
        """Raises ValueError where there is too much to be shown."""
        _at_most("series", len(self.series), _MOST_LINES)
        _at_most("points", sum(len(line.x) for line in self.series), _MOST_NUMBERS)


@dataclass(frozen=True)
class Block:
    """Some rows or columns of a matrix that belong together: a name of a few letters, and how many."""

    name: str
    size: int


@dataclass(frozen=True)
class Panel:
    """One matrix of a heat map; ``rows`` and ``columns`` name its blocks, from the first one on."""

    label: str
    values: list[list[float]]
    rows: tuple[Block, ...] = ()
    columns: tuple[Block, ...] = ()

    def validate(self) -> None:
        """Raises ValueError where it is no matrix, too large to be shown, or its blocks are of another."""
        if len({len(row) for row in self.values}) != 1 or not self.values[0]:
            raise ValueError(f"panel {self.label!r}: no matrix")
        entries = len(self.values) * len(self.values[0])
        _at_most(f"panel {self.label!r:.60}: entries", entries, _MOST_NUMBERS)
        for blocks, length in ((self.rows, len(self.values)), (self.columns, len(self.values[0]))):
            if sum(block.size for block in blocks) > length or min((b.size for b in blocks), default=1) < 1:
                raise ValueError(f"panel {self.label!r:.60}: its blocks do not fit")


@dataclass(frozen=True)
class HeatMapRecord:
    """Matrices of a claim side by side, with their text alternative."""

    record: ClassVar[str] = "heatmap"
    claim: str
    title: str
    caption: str
    panels: tuple[Panel, ...]

    def validate(self) -> None:
        """Raises ValueError where there is too much to be shown."""
        _at_most("panels", len(self.panels), _MOST_PANELS)


def _at_most(name: str, count: int, most: int) -> None:
    if count > most:
        raise ValueError(f"{name}: {count:,}, more than the {most:,} that can be shown; draw fewer")
