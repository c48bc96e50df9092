"""What small instances do not show: many settings, the far ends of their quantities, and large sizes.

Statements fail where nobody looks: past a size, at the end of a scale. :func:`survey` spreads over what the
settings' domains draw, their far ends first, with a handful of prompts each. :func:`grow` leaves it: sizes
double, one at a time and all together, as far as the statement's hypotheses and a budget of work allow.

Both judge in float64; what looks like a violation is settled as anywhere else. One that is found among large
sizes is first sought at the smallest sizes that show it, by bisection.

Out there a check may need more time or memory than there is, and floats may end. That says nothing of the
statement: the sizes stop growing, and the scope says where. A check that breaks at a size that it was
never drawn at is said, too, and is no error of the hunt: only its author knows for which sizes it was written.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from torch import Generator, Tensor

from lemmata.errors import CheckFailed, described
from lemmata.numbers.exact import NotExact
from lemmata.records.finding import Reached
from lemmata.search.examiner import Examiner, Readout, Violation, first, take
from lemmata.search.shrink import fitted
from lemmata.search.work import Spent, Work, counted
from lemmata.statement.spaces import Domain, Prompt, Space, dims

if TYPE_CHECKING:
    from lemmata.search.stages import Search

_FEW = 4
"""Prompts at each setting."""
_ENDS = 4
"""A domain has at most so many ends: low, high, next to low, next to high."""
_TRIES = 3
"""So many settings are drawn for each that is wanted: some were met before, some fail the hypotheses."""
_FAR = 2.0**10
"""Prompts are also tried at so many times their size."""
_SHARE = 4
"""One evaluation takes at most this part of the budget that was given for all."""
_FORMULA = 2**11
"""So much work beyond that of a small instance, some lines of Python, is no recursion."""
_PLAIN = 2.0**-36
"""A relative margin below minus this is pursued; what is nearer to zero at a large size is mostly rounding."""
Choice = Callable[[str, Domain], Any]
"""The value of a quantity, from its name and domain."""


def survey(search: Search) -> Violation | None:
    """A violation at one of many settings, the far ends first."""
    examiner, generator = search.examiner, search.generator("survey")
    met, wanted = examiner.settings.distinct, search.profile.survey
    spread = itertools.islice(_spread(search.variant.settings, generator), _TRIES * wanted)
    for number, (s, usual) in enumerate(spread):
        if len(met) >= wanted:
            return None
        if s is None or examiner.settings.key(s) in met:
            continue
        far = number < _ENDS
        try:
            with counted(search.profile.work // _SHARE) if far else nullcontext():
                batch = _prompts(search, s, generator, (_FAR, 1 / _FAR) if far else None)
                if batch is not None and not len(batch):
                    continue
                readout = examiner.readout(s, batch)
        except (Spent, Exception):
            if usual:
                raise
            continue  # nearer to an end than anything that is drawn
        violation = _judged(search, s, batch, readout, exactly=search.exactly)
        search.remember(s)
        if violation is not None:
            return violation
    return None


def _judged(
    search: Search, s: Any, batch: Prompt | None, readout: Readout, *, exactly: bool
) -> Violation | None:
    """The violation among prompts at a setting, if float64 sees one or all are to be decided exactly."""
    if exactly:
        return search.examiner.examine(s, batch, always_exact=True)
    search.examiner.record(s, batch, readout)
    worst = _worst(readout)
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

    yield from ((_assembled(space, at_end(which)), False) for which in range(_ENDS))
    yield from ((_assembled(space, at_end(which, only)), False) for which in range(2) for only in space.fields)
    yield from ((s, True) for s in scattered(space, generator))


def scattered(space: Space, generator: Generator) -> Iterator[Any]:
    """Settings drawn at random, without end; None where a draw fails the hypotheses."""
    while True:
        yield drawn(space, generator)


def drawn(space: Space, generator: Generator) -> Any:
    """A setting from the law of each quantity; None where the draw fails the hypotheses."""
    return _assembled(space, lambda _, domain: domain.pick(generator))


def _assembled(space: Space, choose: Choice) -> Any:
    with suppress(Exception):  # a space may raise anything outside of its hypotheses
        return space.assembled(choose)
    return None


def grow(search: Search) -> Violation | None:
    """A violation at sizes beyond the drawn ones."""
    growth, chunk = _Growth(search), search.examiner.chunk
    if growth.base is None or not growth.tops:
        return None
    search.examiner.chunk = None  # what is counted as work must not hang on how a batch is cut
    violation = growth.run()
    search.examiner.chunk, search.reached = chunk, growth.reached
    return violation


def _prompts(search: Search, s: Any, generator: Generator, factors: Sequence[float] | None) -> Prompt | None:
    """Prompts from the law; with ``factors`` also signs, all numbers alike, and one by these factors larger."""
    space = search.space(s)
    if space is None:
        return None
    drawn: Prompt = space.sample(generator, _FEW)
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


@dataclass(frozen=True)
class _Direction:
    """What grows together, and whether all else is drawn anew."""

    names: tuple[str, ...]
    anew: bool = False


@dataclass
class _Growth:
    """Sizes that double, from the setting that came nearest to a violation.

    Attributes:
        base: that setting.
        tops: the quantities that may be larger than what is drawn of them (some only together with those that
            they depend on), and what is drawn at most.
        left: what is left of the budget.
        ended: why a direction goes no further; costs: of the steps in it.
        exactly_up_to: work up to which a statement without data is decided exactly: what takes hardly more than
            the base is a formula, and no recursion whose fractions would fill the memory.
    """

    search: Search
    left: int = 0
    base: Any = None
    tops: dict[str, int] = field(default_factory=dict)
    ended: dict[_Direction, str] = field(default_factory=dict)
    costs: dict[_Direction, list[Work]] = field(default_factory=dict)
    exactly_up_to: int = 0

    def __post_init__(self) -> None:
        self.left = self.search.profile.work
        self.base = next(iter(self.search.hardest(1)), None)
        if self.base is not None:
            space = self.search.variant.settings
            self.tops = {
                name: domain.high
                for name, domain in space.resolve(dict(vars(self.base)))
                if isinstance(domain, dims)
                and (domain.contains(domain.high + 1) or not isinstance(space.fields[name], Domain))
            }

    @property
    def examiner(self) -> Examiner:
        return self.search.examiner

    @property
    def reached(self) -> tuple[Reached, ...]:
        """How far each quantity came, where that is farther than what was drawn."""
        largest = {name: self.examiner.settings.values.get(name, [0])[-1] for name in self.tops}
        return tuple(
            Reached(name, top, int(largest[name] or 0), self.ended.get(_Direction((name,)), ""))
            for name, top in self.tops.items()
        )

    def run(self) -> Violation | None:
        """Doubles the sizes: each from the base alone, all together, these with all else drawn anew, too."""
        if self.search.exactly:
            with suppress(Spent, Exception), counted(self._share) as work:
                self.examiner.readout(self.base, None)
                self.exactly_up_to = work.done + _FORMULA
        names = tuple(self.tops)
        directions = [_Direction((name,)) for name in names]
        directions += [_Direction(names)] * (len(names) > 1) + [_Direction(names, anew=True)]
        for rung in itertools.count(1):
            alive = [direction for direction in directions if direction not in self.ended]
            if not alive:
                return None
            for direction in alive:
                if violation := self._step(direction, 2**rung):
                    return violation
        return None

    def _step(self, direction: _Direction, factor: int) -> Violation | None:
        """One setting with larger sizes."""
        generator = self.search.generator("grow", direction, factor)
        sizes = {name: self._start(name, direction) * factor for name in direction.names}
        if max(sizes.values()) > self.search.profile.sizes:
            self.ended[direction] = ""
            return None
        if self._expected(direction) > min(self.left, self._share):
            self.ended[direction] = "work"
            return None
        try:
            with counted(min(self.left, self._share)) as work:
                s = self._setting(sizes, generator, direction.anew)
                if s is None or self.examiner.settings.key(s) in self.examiner.settings.distinct:
                    self.ended[direction] = ""  # the hypotheses allow no more
                    return None
                batch = _prompts(self.search, s, generator, ())
                readout = None if batch is not None and not len(batch) else self.examiner.readout(s, batch)
            self.costs.setdefault(direction, []).append(work)
            exactly = work.done <= self.exactly_up_to
            return None if readout is None else self._settled(s, batch, readout, exactly=exactly)
        except Spent:
            self.ended[direction] = "work"
        except (CheckFailed, ArithmeticError):
            self.ended[direction] = "floats"
        except Exception as error:  # noqa: BLE001 - see above: nobody knows whose defect it is
            self.ended[direction] = described(error)
        finally:
            self.left -= work.done
        return None

    def _start(self, name: str, direction: _Direction) -> int:
        """Together sizes grow from the base: a hypothesis that joins them often goes by their ratio."""
        together = len(direction.names) > 1 and not direction.anew
        return int(getattr(self.base, name)) if together else self.tops[name]

    @property
    def _share(self) -> int:
        return self.search.profile.work // _SHARE

    def _expected(self, direction: _Direction) -> float:
        """What the next step will cost if costs go on growing as they did."""
        costs = self.costs.get(direction, [])
        if len(costs) < 2:
            return 0.0
        before, last = costs[-2:]
        return max(last.done**2 / max(before.done, 1), last.largest**2 / max(before.largest, 1))

    def _setting(self, sizes: Mapping[str, int], generator: Generator, anew: bool) -> Any:
        """A setting with these sizes, as far as its hypotheses allow them; None if they do not."""

        def choose(name: str, domain: Domain) -> Any:
            if name in sizes and isinstance(domain, dims):
                return domain.nearest(sizes[name])
            old = getattr(self.base, name)
            return old if not anew and domain.contains(old) else domain.pick(generator)

        for _ in range(_TRIES):
            s = self.search.variant.settings.assembled(choose)
            if s is not None:
                return s
        return None

    # -- violations --------------------------------------------------------------------------------

    def _settled(self, s: Any, batch: Prompt | None, readout: Readout, *, exactly: bool) -> Violation | None:
        """The violation at a setting, at the smallest sizes that show one."""
        worst = _worst(readout)
        if worst is not None:
            self.examiner.record(s, batch, readout)
            one = take(batch, worst)
            s, batch = self._smallest(s, one, surely=self._surely(s, one))
            readout = self.examiner.readout(s, batch)
        violation = _judged(self.search, s, batch, readout, exactly=exactly)
        return violation if violation and self.search.admissible(violation) else None

    def _surely(self, s: Any, one: Prompt | None) -> bool:
        """Whether an instance fails by more than rounding, as far as its running error bound can tell."""
        with suppress(NotExact):
            return bool(self.examiner.evaluate_lifted(s, one, "tracked").statuses()[0].any())
        return False

    def _smallest(self, s: Any, one: Prompt | None, *, surely: bool) -> tuple[Any, Prompt | None]:
        """The instance with sizes bisected as long as it fails: all of them at one rate, then each.

        One that fails ``surely`` goes on doing so: equal sides differ by their rounding at any size.
        """
        for names in [tuple(self.tops), *((name,) for name in self.tops)]:
            sizes = {name: getattr(s, name) for name in names}
            largest = max(sizes.values())
            passes, fails = 0, largest
            while fails - passes > 1:
                middle = (passes + fails) // 2
                smaller = {name: -(-size * middle // largest) for name, size in sizes.items()}
                found = self._failing(s, one, smaller)
                if found is None or (surely and not self._surely(*found)):
                    passes = middle
                else:
                    (s, one), fails = found, middle
        return s, one

    def _failing(self, s: Any, one: Prompt | None, sizes: dict[str, int]) -> tuple[Any, Prompt | None] | None:
        """An instance of these sizes that fails in float64: it is cut, or its prompts are drawn anew."""
        variant, generator = self.search.variant, self.search.generator("bisect", *sizes.items())
        try:
            with counted(self._share):
                s = fitted(variant.settings, vars(s), sizes)
                if s is None or variant.settings.explain(s) is not None:
                    return None
                batch = _prompts(self.search, s, generator, ())
                if one is not None and batch is not None and (space := self.search.space(s)) is not None:
                    cut = fitted(space, vars(first(one)), {})
                    batch = batch if cut is None else batch.followed_by(cut.map(lambda v: v[None]))
                worst = _worst(self.examiner.readout(s, batch))
        except (Spent, Exception):  # noqa: BLE001 - a claim's own code may raise anything
            return None
        return None if worst is None else (s, take(batch, worst))


def _worst(readout: Readout) -> Tensor | None:
    """The place of the instance that fails most plainly in float64, if one does."""
    relative = torch.where(readout.active, readout.relative, torch.inf)
    return relative.argmin()[None] if bool((relative < -_PLAIN).any()) else None
