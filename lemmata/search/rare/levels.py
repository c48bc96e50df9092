"""Splitting: points from the law, driven below one level of the margin after the other.

With levels that were fixed beforehand, and moves that leave the law below a level as it is, the product of the
shares of points that get below each level has the failure probability as its mean, exactly: for any number of
points, however little they move, and without any density of the law (Del Moral 2004; Cérou, Guyader 2007).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Generator, Tensor

from lemmata.search.rare.law import Law, Points

FAILS = -5e-324
"""The last level: a margin that is not above it is negative."""
KEEP = 0.25
"""The share of points that a level leaves, where levels are chosen."""
_FEW = 4
_MOVED = 0.25
"""The share of points that have to move at a level."""

Margins = Callable[[Points], Tensor]
"""The relative margins of points, infinite where the hypotheses are not met."""
Failing = Callable[[Points], Tensor]
"""Which points fail by more than rounding could explain."""


@dataclass(frozen=True)
class Descent:
    """Levels that points were driven below.

    Attributes:
        levels: from the highest on; the last one is ``FAILS`` if failing points were reached.
        log_p: logarithm of the estimated probability below the last one.
        points: there.
    """

    levels: tuple[float, ...]
    log_p: float
    points: Points

    @property
    def reached(self) -> bool:
        return bool(self.levels) and self.levels[-1] <= FAILS


def descend(law: Law, margins: Margins, size: int, moves: int, least: float, generator: Generator) -> Descent:
    """Chooses the levels, each at the quantile ``KEEP`` of the points above it.

    It ends where points fail, where they do not get on (to a smaller margin, or away from where they were:
    copies of a few points say nothing of a probability), or where the probability is below ``least``.
    """
    points = law.draw(size, generator)
    values = margins(points)
    levels: list[float] = []
    last, log_p = math.inf, 0.0
    while last > FAILS and log_p >= math.log(least):
        level = max(float(values.kthvalue(max(1, int(KEEP * size))).values), FAILS)
        if level >= last:  # ties: the next smaller value
            below = values[values < last]
            if len(below) < _FEW:
                break
            level = max(float(below.max()), FAILS)
        alive = values <= level
        levels.append(level)
        log_p += math.log(float(alive.double().mean()))
        last = level
        points, values = _branched(points, values, alive, generator)
        moved = torch.zeros(size, dtype=torch.bool)
        for _ in range(moves):
            moved |= _move(law, margins, points, values, level, generator)
        if float(moved.double().mean()) < _MOVED:
            break
    return Descent(tuple(levels), log_p, points)


def passage(
    law: Law,
    margins: Margins,
    failing: Failing,
    levels: Sequence[float],
    size: int,
    moves: int,
    generator: Generator,
) -> float:
    """The product of the shares that get below each of these levels; at the last one, that surely fail."""
    points = law.draw(size, generator)
    values = margins(points)
    product = 1.0
    for number, level in enumerate(levels):
        alive = values <= level
        last = number == len(levels) - 1
        if last:
            places = alive.nonzero()[:, 0]
            if len(places):
                alive[places] = failing(points.take(places))
        share = float(alive.double().mean())
        product *= share
        if last or not share:
            return product
        points, values = _branched(points, values, alive, generator)
        for _ in range(moves):
            _move(law, margins, points, values, level, generator)
    return product


def _branched(points: Points, values: Tensor, alive: Tensor, generator: Generator) -> tuple[Points, Tensor]:
    """As many points as before, drawn from those that are left."""
    left = alive.nonzero()[:, 0]
    pick = left[torch.randint(len(left), (len(points),), generator=generator)]
    return points.take(pick), values[pick]


def _move(
    law: Law, margins: Margins, points: Points, values: Tensor, level: float, generator: Generator
) -> Tensor:
    """One step, in place, that leaves the law below the level as it is; which points have moved."""
    new = law.moved(points, generator)
    found = margins(new)
    taken = found <= level
    points.put(taken, new)
    values[taken] = found[taken]
    return taken


def moved_below(law: Law, margins: Margins, points: Points, moves: int, generator: Generator) -> None:
    """Moves failing points, in place, towards the law given failure."""
    values = torch.full((len(points),), FAILS, dtype=torch.float64)
    for _ in range(moves):
        _move(law, margins, points, values, FAILS, generator)
