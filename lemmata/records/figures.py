"""What a claim's page shows beside words: measured series, theoretical lines, matrices, settings of a hunt."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

_MOST_LINES, _MOST_PANELS, _MOST_SETTINGS = 1_000, 100, 1_000
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
        lengths = {len(v) for v in (self.x, self.y, self.low, self.high) if v is not None}
        if len(lengths) != 1:
            raise ValueError(f"series {self.label!r}: x, y and the band differ in length")


@dataclass(frozen=True)
class FigureRecord:
    """A plot of a claim: measured series beside theoretical lines, with its text alternative."""

    record: ClassVar[str] = "figure"
    title: str
    x_label: str
    y_label: str
    caption: str
    series: tuple[Series, ...]
    log_x: bool = False
    log_y: bool = False
    claim: str = ""
    """Its id; empty until a run has drawn it."""

    def validate(self) -> None:
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
    title: str
    caption: str
    panels: tuple[Panel, ...]
    claim: str = ""
    """Its id; empty until a run has drawn it."""

    def validate(self) -> None:
        _at_most("panels", len(self.panels), _MOST_PANELS)


@dataclass(frozen=True, kw_only=True)
class Landscape:
    """Some of the settings that a hunt tried, one a place in every list.

    Attributes:
        quantities: the values of each quantity that is a number; of several positive numbers the largest over
            the smallest.
        letters: LaTeX of the quantities.
        margins: the smallest relative margin of the prompts tried there, in float64: of an equality minus the
            largest difference of the two sides over their size.
        ratios: the largest ratio of the two sides there, None where they have none; empty for an equality.
        drawn, failing: of a probability, how many prompts were drawn and how many of them fail.
        allowed: the failure probability that the statement allows there.
        surveyed: how many, the last ones, were drawn for the plots alone, after the hunt had its violation.
        prompts: how many prompts were drawn at each of these.
    """

    quantities: dict[str, list[float]]
    letters: dict[str, str] = field(default_factory=dict)
    margins: list[float]
    ratios: list[float | None] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)
    failing: list[int] = field(default_factory=list)
    allowed: list[float] = field(default_factory=list)
    surveyed: int = 0
    prompts: int = 0

    def validate(self) -> None:
        lists = (*self.quantities.values(), self.margins)
        optional = (self.ratios, self.drawn, self.failing, self.allowed)
        lengths = {len(values) for values in (*lists, *(values for values in optional if values))}
        if len(lengths) != 1 or max(lengths) > _MOST_SETTINGS or self.surveyed > len(self.margins):
            raise ValueError(f"a landscape has lists of one length, at most {_MOST_SETTINGS:,}")


def _at_most(name: str, count: int, most: int) -> None:
    if count > most:
        raise ValueError(f"{name}: {count:,}, more than the {most:,} that can be shown; draw fewer")
