"""Looks for a law that makes failures frequent at one setting, and bets on fresh draws of it.

The looking decides the power alone: the bet is valid for whatever law was found, since its draws are new. What
is not seen may be there all the same: a region that no level of the margin points to stays unseen, and nothing
here bounds a failure probability from above.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from torch import Generator, Tensor

from lemmata.claims.space import Space
from lemmata.records.rare import RareLaw, RareSearch
from lemmata.records.sequential_tests import Bet
from lemmata.search.encoding import decode, encode
from lemmata.search.evaluation import take
from lemmata.search.examiner import Examiner
from lemmata.search.rare.law import Law, Points, quantified
from lemmata.search.rare.levels import FAILS, KEEP, Descent, descend, moved_below, passage
from lemmata.search.rare.tilt import Tilt, fitted, images, joined, single
from lemmata.search.stages import Search

_FAR_BELOW = 1e-2
"""Levels end where their probability is this part of what the statement allows."""
_MOVES, _FEW_MOVES = 8, 4
_LEAST_POINTS, _ENOUGH_POINTS, _MOST_POINTS = 32, 48, 1_000
_POLISHED = 2
"""Fits to draws of the last fit, whose points have no ancestors in common."""
_POLISHING, _DRAWN = 20, 4
"""Moves of these points, and draws for each of them."""
_FITTING = 2 * _POLISHED * (_DRAWN + _POLISHING)
"""Margins that fits take for each point."""
_PILOT = 2_000
_IMAGES, _COMPONENTS = 1_024, 256
_SOME = 10
"""Failing draws that a pilot has to see,"""
_SURPLUS = 1.5
"""and by what it has to promise more than is needed."""
_FIRST, _HOPELESS = 256, 4_096


@dataclass
class Place:
    """A setting, with the law of its prompts; counts what it evaluates."""

    examiner: Examiner
    s: Any
    law: Law
    evaluations: int = 0

    def margins(self, points: Points) -> Tensor:
        """Relative margins, infinite where the hypotheses are not met."""
        self.evaluations += len(points)
        return self.examiner.readout(self.s, self.law.prompt(points)).counting

    def failing(self, points: Points) -> Tensor:
        """Which points fail by more than rounding could explain."""
        suspects = (self.margins(points) <= FAILS).nonzero()[:, 0]
        failing = torch.zeros(len(points), dtype=torch.bool)
        if len(suspects):
            bounded = self.examiner.bounded(self.s, take(self.law.prompt(points), suspects))
            if bounded is not None:
                failing[suspects[bounded.statuses()[0].cpu()]] = True
        return failing

    def weighed(self, tilt: Tilt, size: int, generator: Generator) -> np.ndarray[Any, Any]:
        """``(size,)`` the X of a bet: of each draw its ratio if it fails, else 0."""
        points = tilt.draw(size, generator)
        x: np.ndarray[Any, Any] = (tilt.weights(points) * self.failing(points)).numpy()
        return x


def seek(search: Search, s: Any, allowed: float, goal: float, budget: int, number: int) -> RareSearch | None:
    """Looks for rare failures at a setting, and bets on them where that promises a refutation.

    Args:
        search: of the variant.
        s: the setting.
        allowed: the failure probability that the statement allows there.
        goal: logarithm of the evidence that refutes.
        budget: margins to evaluate, at most.
        number: tells the searches of a hunt apart.

    Returns:
        What it came to. None where nothing can be sought: of an equality, of quantities that depend on each
        other, with too small a budget.
    """
    generator = search.generator("rare failures", search.profile.name, number)
    space = search.space(s)
    law = None if space is None else Law.of(space)
    if space is None or law is None or search.examiner.relation == "=":
        return None
    place = Place(search.examiner, s, law)
    size, moves = _sizes(allowed, budget)
    if size < _LEAST_POINTS:
        return None
    least = allowed * _FAR_BELOW
    place = _at_the_worst(place, space, size, moves, least, generator)
    first = descend(place.law, place.margins, size, moves, least, generator)
    down_to = math.exp(first.log_p)
    found = RareSearch(down_to=min(down_to, 1.0), evaluations=place.evaluations)
    if not first.reached:
        return found
    found = replace(found, seen=down_to)
    if down_to < least or budget - place.evaluations < size * _FITTING + place.evaluations:
        return found
    offer = _offered(place, first, moves, allowed, goal, budget, generator)
    found = replace(found, evaluations=place.evaluations)
    bet = None
    if offer.rate > 0:
        for bet in bets(place, offer.law, allowed, budget - place.evaluations, generator):
            if bet.log_e >= goal:
                break
    if bet is None:
        return found
    bet_on = offer.law if bet.log_e > 0 else None
    found = replace(found, seen=bet.total / bet.n, evaluations=place.evaluations)
    return replace(found, n=bet.n, total=bet.total, logs=bet.logs, law=bet_on)


def _sizes(allowed: float, budget: int) -> tuple[int, int]:
    """How many points descend, and how often each moves at a level: as far as the budget goes."""
    depth = 1 + math.ceil(math.log(allowed * _FAR_BELOW) / math.log(KEEP))
    for moves in (_MOVES, _FEW_MOVES):
        descent = 1 + moves * depth
        size = budget // 2 // (2 * descent + _FITTING)
        if size >= _ENOUGH_POINTS:
            break
    return min(max(size, min(_LEAST_POINTS, budget // 2 // descent)), _MOST_POINTS), moves


@dataclass(frozen=True)
class Offer:
    """A law to bet on, and how much the logarithm of a bet would grow with each margin evaluated."""

    rate: float
    law: RareLaw


def _offered(
    place: Place, first: Descent, moves: int, allowed: float, goal: float, budget: int, generator: Generator
) -> Offer:
    """The tilted law that promises most; else levels, whose bets cost more."""
    size = len(first.points)
    second = descend(place.law, place.margins, size, moves, allowed * _FAR_BELOW, generator)
    shares = [math.exp(descent.log_p) for descent in (first, second) if descent.reached]
    best = Offer(0.0, RareLaw(held={}))
    if second.reached and place.law.latents:
        pilot = max(_FIRST, min(_PILOT, budget // 32))
        for tilt in _tilts(place, first.points, second.points, size, generator):
            law = _recorded(tilt)
            x = place.weighed(_restored(place.law, law), pilot, generator)
            best = max(best, Offer(_promise(x, allowed), law), key=lambda offer: offer.rate)
    if best.rate * (budget - place.evaluations) > _SURPLUS * goal:
        return best
    levels = RareLaw(held=_held(place.law), levels=first.levels, points=size, moves=moves)
    return max(
        best,
        Offer(_promise_of_levels(first, shares, allowed) / _cost(levels), levels),
        key=lambda offer: offer.rate,
    )


def bets(place: Place, law: RareLaw, allowed: float, budget: int, generator: Generator) -> Iterator[Bet]:
    """The bet on fresh draws of a law, ever longer, until the budget ends or nothing speaks for it."""
    bet, squares, size = Bet(allowed), 0.0, _FIRST
    end = place.evaluations + budget
    cost = _cost(law)
    tilt = None if law.levels else _restored(place.law, law)
    while (room := (end - place.evaluations) // cost) > 0:
        if tilt is None:
            x = np.array([_passage(place, law, generator)])
        else:
            x = place.weighed(tilt, min(size, room), generator)
            size *= 2
        bet, squares = bet.after(x), squares + float((x * x).sum())
        yield bet
        mean = bet.total / bet.n
        deviation = math.sqrt(max(squares / bet.n - mean * mean, 0) / bet.n)
        if bet.n * cost >= _HOPELESS and mean + 3 * deviation < allowed:
            return


def placed(examiner: Examiner, s: Any, space: Space, law: RareLaw) -> Place | None:
    """A setting with the values that a stored law holds; None if it is no law of the prompts there."""
    held = {name: torch.tensor(decode(value), dtype=torch.float64) for name, value in law.held.items()}
    domains = quantified(space)
    if held.keys() != domains.keys() or not all(
        domains[name].contains(v if v.ndim else v.item()) for name, v in held.items()
    ):
        return None
    of = Law.of(space, held)
    return Place(examiner, s, of) if of is not None and _fits(law, of) else None


def _fits(recorded: RareLaw, law: Law) -> bool:
    """Whether a stored law has as many numbers as the prompts."""
    most = law.chances.shape[1]
    return all(len(row) == law.normals for row in (*recorded.mean, *recorded.scale)) and all(
        len(rows) == len(law.options) and all(len(row) == most for row in rows) for rows in recorded.chance
    )


def _at_the_worst(
    place: Place, space: Space, size: int, moves: int, least: float, generator: Generator
) -> Place:
    """The place with those values held that the statement is made for each of, where most seems to fail."""
    if not (names := quantified(space)):
        return place
    points = descend(place.law, place.margins, size, moves, least, generator).points
    pick = place.margins(points).argmin()
    prompt = place.law.prompt(points)
    law = Law.of(space, {name: getattr(prompt, name)[pick] for name in names})
    assert law is not None
    return replace(place, law=law)


def _tilts(place: Place, one: Points, other: Points, size: int, generator: Generator) -> Iterator[Tilt]:
    """Laws to bet on, from the failing points of two descents."""
    law = place.law
    tilt = fitted(one, other, law, generator)
    for _ in range(_POLISHED):
        again = [_polished(place, tilt, size, generator) for _ in range(2)]
        if again[0] is None or again[1] is None:
            break
        one, other = again[0], again[1]
        tilt = fitted(one, other, law, generator)
    yield single(one.followed_by(other), law)
    yield tilt
    copies = images(tilt, _IMAGES, generator)
    fails = place.margins(copies.one_of_each(generator)) <= FAILS
    if bool(fails.any()) and (more := joined(tilt, copies.of(fails), _COMPONENTS)) is not None:
        yield more


def _polished(place: Place, tilt: Tilt, size: int, generator: Generator) -> Points | None:
    """Failing draws of a tilt, moved towards the law given failure; None if there are few."""
    points = tilt.draw(_DRAWN * size, generator)
    bad = place.margins(points) <= FAILS
    if int(bad.sum()) < 2 * _SOME:
        return None
    points = points.take(bad.nonzero()[:, 0])
    logs = tilt.weights(points).log()
    weight = torch.exp((logs - logs.max()).clamp(min=float((logs - logs.max()).quantile(0.5))))
    pick = torch.multinomial(weight.clamp(max=float(weight.quantile(0.95))), size, True, generator=generator)
    points = points.take(pick)
    moved_below(place.law, place.margins, points, _POLISHING, generator)
    return points


def _promise(x: np.ndarray[Any, Any], allowed: float) -> float:
    """How much a bet on such X would grow with each, hopefully; 0 if a pilot saw few that fail."""
    if int((x > 0).sum()) < _SOME:
        return 0.0
    hopeful = 1 + 2 * float(x.std()) / math.sqrt(len(x)) / float(x.mean())
    return Bet.growth(x * min(hopeful, 2), allowed)


def _promise_of_levels(descent: Descent, seen: list[float], allowed: float) -> float:
    """The same of passing levels, for a spread as four times as many independent points would have."""
    spread = 2 * math.sqrt((1 / KEEP - 1) * len(descent.levels) / len(descent.points))
    guess = np.random.default_rng(0).normal(-(spread**2) / 2, spread, 4_000)
    return Bet.growth(float(np.mean(seen)) * np.exp(guess), allowed)


def _cost(law: RareLaw) -> int:
    """The margins that one X takes."""
    return law.points * (1 + law.moves * (len(law.levels) - 1)) if law.levels else 1


def _passage(place: Place, law: RareLaw, generator: Generator) -> float:
    return passage(place.law, place.margins, place.failing, law.levels, law.points, law.moves, generator)


def _held(law: Law) -> dict[str, Any]:
    return {name: encode(value) for name, value in law.held.items()}


def _recorded(tilt: Tilt) -> RareLaw:
    return RareLaw(
        held=_held(tilt.law),
        weight=_short(tilt.weight),
        mean=tuple(map(_short, tilt.mean)),
        scale=tuple(map(_short, tilt.scale)),
        chance=tuple(tuple(map(_short, rows)) for rows in tilt.chance),
    )


def _short(values: Tensor) -> tuple[float, ...]:
    """Numbers as they are recorded, and bet with: a few digits say all that is in a fit."""
    return tuple(float(f"{v:.5g}") for v in values.tolist())


def _restored(law: Law, recorded: RareLaw) -> Tilt:
    """The tilted law as recorded, its probabilities adding up to one."""
    weight = torch.tensor(recorded.weight, dtype=torch.float64)
    shape = (len(weight), len(law.options), law.chances.shape[1])
    chance = torch.tensor(recorded.chance, dtype=torch.float64).reshape(shape) * (law.chances > 0)
    return Tilt(
        law,
        weight / weight.sum(),
        torch.tensor(recorded.mean, dtype=torch.float64).reshape(len(weight), law.normals),
        torch.tensor(recorded.scale, dtype=torch.float64).reshape(len(weight), law.normals),
        chance / chance.sum(-1, keepdim=True),
    )
