"""What a search for failures too rare for plain draws came to, and the law whose draws it bet on."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Annotated

from lemmata.records.restrictions import Chance, Quantities, Within

Numbers = tuple[float, ...]
_STAKES = 17


@dataclass(frozen=True, kw_only=True)
class RareLaw:
    """A law that makes failures frequent; fresh draws of it, weighed back, test a failure probability.

    Attributes:
        held: the values of quantities of the prompt that the statement is made for each value of.
        levels: of the relative margin, the last one below 0, where ``points`` points pass from level to level,
            each moved ``moves`` times; none of a tilted law.
        weight, mean, scale, chance: of the components of a tilted law, over the normal numbers and the choices
            behind the quantities (:mod:`lemmata.search.rare.law`).
    """

    held: Quantities
    levels: Numbers = ()
    points: int = 0
    moves: int = 0
    weight: Numbers = ()
    mean: tuple[Numbers, ...] = ()
    scale: tuple[Numbers, ...] = ()
    chance: tuple[tuple[Numbers, ...], ...] = ()

    def validate(self) -> None:
        parts = {len(self.weight), len(self.mean), len(self.scale), len(self.chance)}
        numbers = [*self.levels, *self.weight, *(v for row in (*self.mean, *self.scale) for v in row)]
        possible = (
            len(parts) == 1
            and bool(self.weight) != bool(self.levels)
            and all(map(isfinite, numbers))
            and min(self.weight, default=1) > 0
            and all(v > 0 for row in self.scale for v in row)
            and all(v >= 0 for rows in self.chance for row in rows for v in row)
            and (not self.levels or (self.points > 0 and self.levels[-1] <= 0))
        )
        if not possible:
            raise ValueError("the law of rare failures lacks a part, or has numbers that no law has")

    @property
    def words(self) -> str:
        """What it is."""
        if self.levels:
            return f"points that pass {len(self.levels)} levels of the margin"
        return "a law tilted towards failure" + (f", of {len(self.weight)} parts" if self.weight[1:] else "")


@dataclass(frozen=True, kw_only=True)
class RareSearch:
    """A search for rare failures at one setting.

    Attributes:
        down_to: the probability of the smallest margins that it looked at, as it estimates it.
        seen: the failure probability, as it estimates it; None where it saw no failure. No bound from above.
        evaluations: how many margins it took, the bet included.
        n, total, logs: of the bet (:class:`lemmata.records.sequential_tests.Bet`) on fresh draws of ``law``,
            which is kept only where it speaks against the statement.
    """

    down_to: Chance
    seen: Annotated[float, Within(0)] | None = None
    evaluations: int
    n: int = 0
    total: Annotated[float, Within(0)] = 0.0
    logs: Numbers = (0.0,) * _STAKES
    law: RareLaw | None = None

    @property
    def words(self) -> str:
        """What was seen, behind "a search for rarer ones saw"."""
        if self.seen is None:
            return f"none down to a probability of about {self.down_to:.1g}"
        return f"some with a probability of about {self.seen:.1g}"

    def validate(self) -> None:
        if (
            len(self.logs) != _STAKES
            or not all(map(isfinite, self.logs))
            or (self.law is not None and not self.n)
        ):
            raise ValueError("a search for rare failures lacks its bet")
