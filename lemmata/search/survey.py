"""What small instances do not show: many settings, spread over what their domains draw, the far ends first.

Statements fail where they are not looked at: at the end of a scale, say. Each setting gets a few prompts,
which are judged in float64; what looks like a violation is settled as anywhere else.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from torch import Generator, Tensor

from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.whole import choices, dims
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space
from lemmata.search.evaluation import Readout, first, take
from lemmata.search.examiner import Violation
from lemmata.search.work import Spent, counted

if TYPE_CHECKING:
    from lemmata.search.stages import Search

FEW = 4
"""Prompts at each setting."""
_ENDS = 4
"""The most ends of a domain: low, high, next to low, next to high."""
TRIES = 3
"""Settings drawn for each that is wanted: some were met before, some fail the hypotheses."""
_FAR = 2.0**10
"""Prompts are also tried at this many times their size."""
SHARE = 4
"""One evaluation takes at most this part of the budget that was given for all."""
_CHEAPER = 16
"""So many times as many settings are run through where there are no data: each costs one evaluation."""
_PLAIN = 2.0**-36
"""A relative margin below minus this is pursued; what is nearer to zero at a large size is mostly rounding."""
Choice = Callable[[str, Domain], Any]
"""The value of a quantity, from its name and domain."""


def survey(search: Search) -> Violation | None:
    """A violation at one of many settings, the far ends first."""
    examiner, generator = search.examiner, search.generator("survey")
    met, wanted = examiner.settings.distinct, search.profile.survey
    spread = _spread(search.variant.settings, generator)
    every = _every(search.variant.settings, wanted * (1 if search.variant.prompts else _CHEAPER))
    tries = [*itertools.islice(spread, _ENDS), *every] if every else itertools.islice(spread, TRIES * wanted)
    for number, (s, usual) in enumerate(tries):
        if len(met) >= wanted and not every:
            return None
        if s is None or examiner.settings.key(s) in met:
            continue
        far = number < _ENDS
        try:
            with counted(search.profile.work // SHARE) if far else nullcontext():
                batch = prompts(search, s, generator, (_FAR, 1 / _FAR) if far else None)
                if batch is not None and not len(batch):
                    continue
                readout = examiner.readout(s, batch)
        except (Spent, Exception):
            if usual:
                raise
            continue  # nearer to an end than anything that is drawn
        violation = judged(search, s, batch, readout, exactly=search.exactly)
        search.remember(s)
        if violation is not None:
            return violation
    return None


def judged(
    search: Search, s: Any, batch: Prompt | None, readout: Readout, *, exactly: bool
) -> Violation | None:
    """The violation among prompts at a setting, if float64 sees one or all are to be decided exactly."""
    if exactly:
        return search.examiner.examine(s, batch, always_exact=True)
    search.examiner.record(s, batch, readout)
    worst = worst_place(readout)
    return None if worst is None else search.examiner.confirm(s, take(batch, worst))


def _spread(space: Space, generator: Generator) -> Iterator[tuple[Any, bool]]:
    """Settings without end, and whether others would draw such; None where a draw fails the hypotheses.

    The first ones have every quantity at an end, the next ones a single quantity.
    """

    def at_end(which: int, only: str | None = None) -> Choice:
        def choose(name: str, domain: Domain) -> Any:
            ends = [end for end in domain.ends() if domain.contains(end)]
            return ends[which % len(ends)] if ends and only in (None, name) else domain.pick(generator)

        return choose

    yield from ((assembled(space, at_end(which)), False) for which in range(_ENDS))
    yield from ((assembled(space, at_end(which, only)), False) for which in range(2) for only in space.fields)
    while True:
        yield drawn(space, generator), True


def _every(space: Space, most: int) -> list[tuple[Any, bool]] | None:
    """As :func:`_spread` all that is drawn, where that is whole numbers and choices and at most so many."""
    rows: list[dict[str, Any]] = [{}]
    for place in range(len(space.fields)):
        longer: list[dict[str, Any]] = []
        for row in rows:
            name, domain = next(itertools.islice(space.resolve(dict(row)), place, None))
            values = _listed(domain)
            if values is None or len(longer) + len(values) > most:
                return None
            longer += [{**row, name: value} for value in values]
        rows = longer
    return [(assembled(space, partial(_of_row, row)), True) for row in rows]


def _of_row(row: Mapping[str, Any], name: str, domain: Domain) -> Any:
    return row[name]


def _listed(domain: Domain) -> Sequence[Any] | None:
    if isinstance(domain, dims):
        return range(domain.low, domain.high + 1)
    return domain.options if isinstance(domain, choices) else None


def drawn(space: Space, generator: Generator) -> Any:
    """A setting from the law of each quantity; None where the draw fails the hypotheses."""
    return assembled(space, lambda _, domain: domain.pick(generator))


def assembled(space: Space, choose: Choice) -> Any:
    """The setting of what is chosen for each quantity; None where that fails the hypotheses."""
    with suppress(Exception):  # a space may raise anything outside of its hypotheses
        return space.assembled(choose)
    return None


def prompts(search: Search, s: Any, generator: Generator, factors: Sequence[float] | None) -> Prompt | None:
    """Prompts from the law; with ``factors`` also signs, all numbers alike, and one by these factors larger."""
    space = search.space(s)
    if space is None:
        return None
    drawn: Prompt = space.sample(generator, FEW)
    one = drawn.take(slice(1))
    if not len(drawn) or factors is None:
        return drawn
    others = [one.map(torch.sign), one.map(torch.ones_like)]
    others += [one.map(partial(torch.mul, torch.tensor(by))) for by in factors]
    moved: Prompt = space.project(others[0].followed_by(*others[1:]))
    # A domain need not move everything onto itself.
    rows = (moved.take(slice(i, i + 1)) for i in range(len(moved)))
    inside = [row for row in rows if space.explain(first(row)) is None]
    return drawn.followed_by(*inside)


def worst_place(readout: Readout) -> Tensor | None:
    """The place of the instance that fails most plainly in float64, if one does."""
    worst = readout.counting.argmin()
    return worst[None] if float(readout.counting[worst]) < -_PLAIN else None
