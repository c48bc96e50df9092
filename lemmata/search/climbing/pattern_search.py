"""A pattern search over the numbers of the prompts, for all points of a batch at a time.

Where the gradient says nothing (steps, signs, ties) or leads into a corner, trials still find a way. A
trial moves one number or a few, or makes numbers alike, opposite or 0, since worst cases often are.
Values are all that it needs.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Generator, Tensor

from lemmata.search.climbing.rows import Rows

_FEW = 3
"""Half of the trials move one number, half of them three."""
_FIRST, _LONGEST, _SHORTEST = 0.25, 1.0, 2.0**-30
"""Lengths of steps, relative to the number that moves or to the mean of its point, whichever is larger."""
_LONGER, _SHORTER = 2.0, 0.85
"""Factors of the length after a trial that helps, and after one that does not."""
_PATIENCE = 16
"""The search ends after this many rounds that bring no point a hundredth nearer to a violation."""
_WORTH = 0.01
_TIES = 0.25
"""The share of trials that make numbers alike, opposite or 0."""


def wander(
    rows: Rows,
    at: Tensor,
    moved: Callable[[Tensor], Tensor],
    distance: Callable[[Tensor], Tensor],
    rounds: int,
    generator: Generator,
) -> Tensor:
    """The points, each at the nearest place to a violation that its trials have met.

    Args:
        rows: what the columns mean.
        at: ``(points, numbers)`` where the points are.
        moved: moves points into what the hypotheses allow.
        distance: ``(points,)`` how far each is from a violation: negative beyond, inf where undefined.
        rounds: trials of each point; none follows on a violation.
        generator: decides the trials.
    """
    points, numbers = at.shape
    if not at.numel():
        return at

    def uniform() -> Tensor:
        return torch.rand(points, generator=generator, dtype=torch.float64)

    lowest, length, every = (
        distance(at),
        torch.full((points,), _FIRST, dtype=torch.float64),
        torch.arange(points),
    )
    idle = 0
    for _ in range(rounds):
        if bool((lowest < 0).any()) or idle > _PATIENCE:
            break
        ties, count = uniform() < _TIES, torch.where(uniform() < 0.5, 1, _FEW)
        trial, typical = at.clone(), at.abs().mean(1)
        for number in range(_FEW):
            place = (uniform() * numbers).long()
            old = at[every, place]
            new = old + length * (uniform() * 2 - 1) * torch.maximum(old.abs(), typical)
            # Numbers of one quantity: between two of them "alike" says something.
            mate = rows.first[place] + (uniform() * rows.count[place]).long()
            alike = at[every, mate] * torch.tensor([1.0, 1.0, -1.0, 0.0])[(uniform() * 4).long()]
            new = torch.where(ties, alike, new)
            trial[every, place] = torch.where(number < count, new, trial[every, place])
        trial = moved(trial)
        value = distance(trial)
        better = value < lowest
        idle = 0 if bool((value < lowest * (1 - _WORTH)).any()) else idle + 1
        at, lowest = torch.where(better[:, None], trial, at), torch.where(better, value, lowest)
        length = torch.where(ties, length, length * torch.where(better, _LONGER, _SHORTER))
        length = length.clamp(_SHORTEST, _LONGEST)
    return at
