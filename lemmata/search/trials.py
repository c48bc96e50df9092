"""A pattern search over the numbers of a setting, for as long as it lowers the smallest margin.

What fails only where two eigenvalues nearly coincide has to be approached. The search needs values
only: a claim may read sizes off its setting, or solve something with it, and then has no gradient.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import torch
from torch import Tensor

from lemmata.errors import CheckFailed
from lemmata.search.examiner import Examiner
from lemmata.statement.spaces import Prompt, inside

_GIVE_UP = 2.0**-50
"""The search ends when its longest step is this short."""
_PLACES = 24
"""The most numbers of a setting that move."""
_NOTHING = (float("inf"),) * 3
"""The value of a setting without an answer: worse than any other."""
Location = tuple[str, int | None]
"""A field of the setting, and the place of an entry if it is an array."""


def move_setting(
    examiner: Examiner, s: Any, prompt: Prompt | None, steps: int
) -> tuple[Any, Prompt | None] | None:
    """A setting with smaller margins, with its prompts; None if no trial finds one.

    A trial moves one number, or two together. Steps double where they help and shrink to a quarter where
    they do not; no trial leaves the hypotheses. The prompts are projected onto the space of the new setting.
    """
    variant = examiner.variant
    places = list(_locations(s))
    random.Random(repr(places)).shuffle(places)
    places = places[:_PLACES]
    if not places:
        return None

    def data(at: Any) -> Prompt | None:
        if prompt is None or variant.prompts is None:
            return None
        space = variant.prompts(at)
        return inside(space.project(prompt), space)

    def lowest(at: Any) -> tuple[float, ...]:
        """What the search lowers, in lexicographic order: the smallest margin first.

        Where that is flat, the largest ratio of the two sides still moves; where data on which both
        sides vanish hold the smallest margin at 0, the mean of the margins does.
        """
        batch = data(at)
        if batch is not None and not len(batch):
            return _NOTHING
        try:
            readout = examiner.readout(at, batch)
        except CheckFailed:
            if outgrown(at) and examiner.float_range_ends(at, batch):
                return _NOTHING
            raise
        defined = readout.active & ~torch.isnan(readout.relative)
        if not bool(defined.any()):
            return _NOTHING
        relative = readout.relative[defined]
        return float(relative.min()), -float(readout.ratio[defined].max()), float(relative.mean())

    def outgrown(at: Any) -> bool:
        """Whether a number is larger than all numbers that moved at the beginning."""
        return max(abs(_read(at, place)) for place in places) > largest

    def allowed(at: Any) -> bool:
        """Whether a setting meets the hypotheses, and is as far from excluded ends as explicit draws."""
        if variant.settings.explain(at) is not None:
            return False
        return all(
            torch.equal(domain.project(number[None])[0], number)
            for name, domain in variant.settings.resolve(vars(at))
            if name in moving
            for number in (torch.as_tensor(getattr(at, name), dtype=torch.float64),)
        )

    largest = max(abs(_read(s, place)) for place in places)
    moving = {name for name, _ in places}
    # Two numbers that bound each other (a root and the next) move together or not at all.
    scalars = [place for place in places if place[1] is None]
    groups: list[tuple[Location, ...]] = [(place,) for place in places]
    groups += itertools.combinations(scalars, 2)
    reach = {group: max(abs(_read(s, group[0])), 0.25) / 4 for group in groups}
    start, best, trials = s, lowest(s), 0
    while trials < steps and max(reach.values()) > _GIVE_UP and best[0] >= 0:
        for group in groups:
            for way in (1, -1):
                candidate = s
                for place in group:
                    candidate = _written(candidate, place, _read(candidate, place) + way * reach[group])
                if not allowed(candidate):
                    continue
                trials += 1
                value = lowest(candidate)
                if value < best:
                    s, best = candidate, value
                    reach[group] *= 2
                    break
            else:
                reach[group] /= 4
            if trials >= steps or best[0] < 0:
                break
    return None if s is start else (s, data(s))


def _locations(s: Any) -> Iterator[Location]:
    """The numbers of a setting that can move: its real fields, and the entries of its arrays."""
    for field in fields(s) if is_dataclass(s) else ():
        value = getattr(s, field.name)
        if isinstance(value, float):
            yield field.name, None
        elif isinstance(value, Tensor) and value.is_floating_point():
            yield from ((field.name, index) for index in range(value.numel()))


def _read(s: Any, location: Location) -> float:
    name, index = location
    value = getattr(s, name)
    return float(value) if index is None else float(value.reshape(-1)[index])


def _written(s: Any, location: Location, number: float) -> Any:
    name, index = location
    if index is None:
        return replace(s, **{name: number})
    array = getattr(s, name).clone()
    array.view(-1)[index] = number
    return replace(s, **{name: array})
