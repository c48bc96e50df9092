"""Settings that a hunt tried, each with the worst of its prompts: what plots of any claim are drawn from."""

from __future__ import annotations

from dataclasses import dataclass, field

_MOST = 1_000
"""More points than this are no use to a plot."""


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
        """Raises ValueError where its lists differ in length, or are too long to be drawn."""
        lists = (*self.quantities.values(), self.margins)
        optional = (self.ratios, self.drawn, self.failing, self.allowed)
        lengths = {len(values) for values in (*lists, *(values for values in optional if values))}
        if len(lengths) != 1 or max(lengths) > _MOST or self.surveyed > len(self.margins):
            raise ValueError(f"a landscape has lists of one length, at most {_MOST:,}")
