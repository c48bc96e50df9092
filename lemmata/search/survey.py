"""What small instances do not show: many settings, spread over what their domains draw, the far ends first.

Statements fail where they are not looked at: at the end of a scale, at one pair of sizes, in a corner where one
quantity is large and another small. Each setting gets a few prompts, which are judged in float64; what looks
like a violation is settled as anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import torch
from torch import Generator, Tensor

from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.whole import choices, dims
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space
from lemmata.search.evaluation import Readout, entries, first, take
from lemmata.search.examiner import Violation
from lemmata.search.work import Spent, Work, counted

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
_MORE = 16
"""So many times as many sizes are run through where there are no more, as far as the work goes,"""
_SIZES = 4
"""which may be so many times that at sizes beyond the drawn ones (once, if an equality is proved at some),"""
_CORNERS = 64
"""and so many times that on the ways to corners: they are few settings, and each may build a network."""
_WAYS = 4
"""Settings from which they start."""
_BY_LINE = 8
"""Of so many evaluations one is counted by the line."""
PLAIN = 2.0**-36
"""A relative margin below minus this is pursued; what is nearer to zero at a large size is mostly rounding."""
Choice = Callable[[str, Domain], Any]
"""The value of a quantity, from its name and domain."""


@dataclass
class _Left:
    """What is left of a budget of work, and what was taken where it was counted by the line."""

    work: int
    taken: list[int] = field(default_factory=list)
    evaluations: int = 0

    @contextmanager
    def spent(self) -> Iterator[None]:
        """Counts the work of the block: of one in eight by the line, which takes long.

        Raises:
            Spent: it is more than is left.
        """
        by_line = self.evaluations % _BY_LINE == 0
        self.evaluations += 1
        work = Work(self.work)
        try:
            with counted(self.work) if by_line else work as work:
                yield
        finally:
            self.work -= max(work.done, *self.taken[-1:], 0)
            self.taken += [work.done] * by_line


def survey(search: Search) -> Violation | None:
    """A violation at one of many settings: far ends, all sizes, draws, corners near the hardest ones."""
    generator = search.generator("survey")
    spread = _spread(search.variant.settings, generator)
    for s, _ in islice(spread, _ENDS if search.profile.survey else 0):
        left = _Left(search.profile.work // SHARE)
        if violation := _looked_at(search, s, generator, left, far=True):
            return violation
    return _at_every_size(search) or _drawn_on(search, spread) or _in_corners(search)


def _drawn_on(search: Search, spread: Iterator[tuple[Any, bool]]) -> Violation | None:
    """A violation at single ends, and at as many settings from the law as are still wanted."""
    met, wanted, generator = search.examiner.settings.distinct, search.profile.survey, search.generator("drawn")
    for s, usual in islice(spread, TRIES * wanted):
        if len(met) >= wanted:
            return None
        if violation := _looked_at(search, s, generator, usual=usual):
            return violation
    return None


def _at_every_size(search: Search) -> Violation | None:
    """A violation at one of all whole numbers and choices, the small ones first; what is real is drawn."""
    settings, visited, left = search.variant.settings, [s for _, s in search.visited.values()], None
    generator = search.generator("sizes")
    rows = _sizes(settings, _MORE * search.profile.survey, generator)
    names = [*rows[0]] if rows else []
    if search.variant.prompts is not None or len(names) < len(settings.fields):  # else each takes little
        identity = search.examiner.relation == "=" and any(map(search.is_proved, visited))
        left = _Left((1 if identity else _SIZES) * search.profile.work)
    met = {tuple(getattr(s, name) for name in names) for s in visited}
    for row in rows:
        if tuple(row.values()) in met:
            continue
        s = assembled(settings, partial(_of_row, row, generator))
        if violation := _looked_at(search, s, generator, left, usual=True):
            return violation
        if left and left.work <= 0:
            return None
    return None


def _in_corners(search: Search) -> Violation | None:
    """A violation on ways from hard settings to ends of their quantities, one by one, as these get harder.

    There are several ways, since the sides of one that compares several numbers may meet elsewhere.
    """
    if search.examiner.relation == "=":
        return None  # of equalities that hold none is harder than another
    space, generator, visited = search.variant.settings, search.generator("corners"), search.visited
    left = _Left(_CORNERS * search.profile.work)
    for s in search.hardest(_WAYS):
        nearest, idle = visited[search.examiner.settings.key(s)][0], False
        while not idle:
            idle = True
            for name, domain in [*space.resolve(dict(vars(s)))]:
                for end in domain.ends()[:2]:
                    other = assembled(space, partial(_moved, s, {name: end}))
                    if violation := _looked_at(search, other, generator, left):
                        return violation
                    if left.work <= 0:
                        return None
                    key = other and search.examiner.settings.key(other)
                    if key in visited and visited[key][0] < nearest:
                        s, nearest, idle = other, visited[key][0], False
    return None


def _looked_at(
    search: Search,
    s: Any,
    generator: Generator,
    left: _Left | None = None,
    *,
    usual: bool = False,
    far: bool = False,
) -> Violation | None:
    """The violation among a few prompts at a setting that was neither met before nor is proved.

    Args:
        search: what is hunted.
        s: where; None where a draw fails the hypotheses.
        generator: of the prompts.
        left: the work that the evaluation may take; None: whatever it takes.
        usual: whether others draw such settings, so that a check that breaks there is in error.
        far: whether prompts of other sizes are looked at, too.
    """
    examiner = search.examiner
    if s is None or examiner.settings.key(s) in examiner.settings.distinct or search.is_proved(s):
        return None
    try:
        with left.spent() if left else nullcontext():
            batch = prompts(search, s, generator, (_FAR, 1 / _FAR) if far else None)
            if batch is not None and not len(batch):
                return None
            readout = examiner.readout(s, batch)
    except Spent:
        return None
    except Exception:
        if usual:
            raise
        return None  # nearer to an end than anything that is drawn
    violation = judged(search, s, batch, readout, exactly=search.exactly)
    search.remember(s)
    return violation


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


def _sizes(space: Space, most: int, generator: Generator) -> list[dict[str, Any]]:
    """Whole numbers and choices that are drawn, by name, the small ones first; none if they are more."""
    rows: list[dict[str, Any]] = [{}]
    listed: dict[str, None] = {}
    for place in range(len(space.fields)):
        longer: list[dict[str, Any]] = []
        for row in rows:
            with suppress(Exception):  # a space may raise anything outside of its hypotheses
                name, domain = next(islice(space.resolve(dict(row)), place, None))
                values = _listed(domain)
                if values is None:
                    values = [domain.pick(generator)]
                else:
                    listed[name] = None
                if len(longer) + len(values) > most:  # maybe by far: no list is made of them
                    return []
                longer += [{**row, name: value} for value in values]
        rows = longer
    rows = [{name: row[name] for name in listed if name in row} for row in rows]
    return sorted(rows, key=lambda row: sum(v for v in row.values() if type(v) is int)) if listed else []


def _of_row(row: Mapping[str, Any], generator: Generator, name: str, domain: Domain) -> Any:
    return row[name] if name in row else domain.pick(generator)


def _moved(base: Any, ends: Mapping[str, Any], name: str, domain: Domain) -> Any:
    return ends.get(name, getattr(base, name))


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


def size(s: Any) -> int:
    """The size of a setting: its whole numbers are dimensions, layers, tokens."""
    return entries(s) + sum(value for value in vars(s).values() if type(value) is int)


def worst_place(readout: Readout) -> Tensor | None:
    """The place of the instance that fails most plainly in float64, if one does."""
    worst = readout.counting.argmin()
    return worst[None] if float(readout.counting[worst]) < -PLAIN else None
