"""A pattern search over the numbers of a setting, for as long as it lowers the smallest margin.

What fails only where two eigenvalues nearly coincide has to be approached. The search needs values
only: a claim may read sizes off its setting, or solve something with it, and then has no gradient.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import torch
from torch import Tensor

from lemmata.claims.domains.base import Domain
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import inside
from lemmata.errors import CheckFailed
from lemmata.search.examiner import Examiner

_GIVE_UP = 2.0**-50
"""The search ends when its longest step is this short."""
_PLACES = 24
"""The most numbers of a setting that move."""
_NOTHING = (float("inf"),) * 3
"""The value of a setting without an answer: worse than any other."""
Location = tuple[str, int | None]
"""A field of the setting, and the place of an entry if it is an array."""


def move_setting(
    examiner: Examiner, s: Any, prompt: Prompt | None, steps: int, *, beyond: bool = False
) -> tuple[Any, Prompt | None] | None:
    """A setting with smaller margins, with its prompts; None if no trial finds one.

    A trial moves one number, or two together. Steps double where they help and shrink to a quarter where
    they do not; no trial leaves the hypotheses, nor, unless it may go ``beyond``, what is drawn. The prompts
    are projected onto the space of the new setting.
    """
    places = list(_locations(s))
    random.Random(repr(places)).shuffle(places)
    places = places[:_PLACES]
    if not places:
        return None
    search = _Search(examiner, prompt, tuple(places), max(abs(_read(s, place)) for place in places), beyond)
    # Two numbers that bound each other (a root and the next) move together or not at all.
    scalars = [place for place in places if place[1] is None]
    groups: list[tuple[Location, ...]] = [*((place,) for place in places), *itertools.combinations(scalars, 2)]
    reach = {group: max(abs(_read(s, group[0])), 0.25) / 4 for group in groups}
    start, best, trials = s, search.value(s), 0
    while trials < steps and max(reach.values()) > _GIVE_UP and best[0] >= 0:
        for group in groups:
            for way in (1, -1):
                candidate = s
                for place in group:
                    candidate = _written(candidate, place, _read(candidate, place) + way * reach[group])
                if not search.allows(candidate):
                    continue
                trials += 1
                value = search.value(candidate)
                if value < best:
                    s, best = candidate, value
                    reach[group] *= 2
                    break
            else:
                reach[group] /= 4
            if trials >= steps or best[0] < 0:
                break
    return None if s is start else (s, search.data(s, exactly=True))


@dataclass(frozen=True)
class _Search:
    """What a search over the settings of one reading lowers, and where it may go.

    Attributes:
        prompt: the data that the settings are tried on.
        places: the numbers that move; largest: of them at the beginning.
        beyond: whether they may leave what is drawn, as far as single numbers are tried out there.
    """

    examiner: Examiner
    prompt: Prompt | None
    places: tuple[Location, ...]
    largest: float
    beyond: bool

    def data(self, s: Any, exactly: bool = False) -> Prompt | None:
        """The prompts in the space of a setting."""
        prompts = self.examiner.variant.prompts
        if self.prompt is None or prompts is None:
            return None
        space = prompts(s)
        return inside(space.project(self.prompt), space, exactly=exactly)

    def value(self, s: Any) -> tuple[float, ...]:
        """What the search lowers, in lexicographic order: the smallest margin first.

        Where that is flat, the largest ratio of the two sides still moves; where data on which both
        sides vanish hold the smallest margin at 0, the mean of the margins does.
        """
        batch = self.data(s)
        if batch is not None and not len(batch):
            return _NOTHING
        try:
            readout = self.examiner.readout(s, batch)
        except CheckFailed:
            # Numbers that have grown beyond all that moved at the beginning may leave the range of floats.
            outgrown = max(abs(_read(s, place)) for place in self.places) > self.largest
            if outgrown and self.examiner.float_range_ends(s, batch):
                return _NOTHING
            raise
        defined = readout.active & ~torch.isnan(readout.relative)
        if not bool(defined.any()):
            return _NOTHING
        relative = readout.relative[defined]
        return float(relative.min()), -float(readout.ratio[defined].max()), float(relative.mean())

    def allows(self, s: Any) -> bool:
        """Whether a setting meets the hypotheses, and is as far from excluded ends as explicit draws."""
        settings, moving = self.examiner.variant.settings, {name for name, _ in self.places}
        if settings.explain(s) is not None:
            return False
        numbers = (
            (domain, torch.as_tensor(getattr(s, name), dtype=torch.float64))
            for name, domain in settings.resolve(vars(s))
            if name in moving
        )
        return all(
            torch.equal(domain.project(number[None])[0], number) or (self.beyond and _is_near(domain, number))
            for domain, number in numbers
        )


def _is_near(domain: Domain, number: Tensor) -> bool:
    """Whether a number lies no farther out than those that are tried beyond what is drawn."""
    tried = [value for side in domain.beyond() for value in side]
    return bool(tried) and min(tried) <= float(number.min()) and float(number.max()) <= max(tried)


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
