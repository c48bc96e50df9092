"""What small instances do not show: sizes that double from the hardest setting, one at a time and together.

They grow as far as the statement's hypotheses and a budget of work allow. A violation that is found among large
sizes is first sought at the smallest sizes that show it, by bisection.

Out there a check may need more time or memory than there is, and floats may end. That says nothing of the
statement: the sizes stop growing, and the scope says where. A check that breaks at a size that it was
never drawn at is said, too, and is no error of the hunt: only its author knows for which sizes it was written.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from torch import Generator

from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.whole import dims
from lemmata.claims.prompt import Prompt
from lemmata.errors import CheckFailed, described
from lemmata.records.finding import Reached
from lemmata.search.evaluation import Readout, first, take
from lemmata.search.examiner import Examiner, Violation
from lemmata.search.shrink import fitted
from lemmata.search.survey import SHARE, TRIES, judged, prompts, worst_place
from lemmata.search.work import Spent, Work, counted

if TYPE_CHECKING:
    from lemmata.search.stages import Search

_FORMULA = 2**13
"""Work beyond that of a small instance, a few calls of torch, that is still no recursion."""


def grow(search: Search) -> Violation | None:
    """A violation at sizes beyond the drawn ones."""
    growth, chunk = _Growth(search), search.examiner.chunk
    if growth.base is None or not growth.tops:
        return None
    search.examiner.chunk = None  # what is counted as work must not hang on how a batch is cut
    violation = growth.run()
    search.examiner.chunk, search.reached = chunk, growth.reached
    return violation


def work_of_a_formula(search: Search, base: Any) -> int:
    """Work up to which a statement without data is decided exactly far from ``base``; with data 0."""
    if search.exactly:
        with suppress(Spent, Exception), counted(search.profile.work // SHARE) as work:
            search.examiner.readout(base, None)
            return work.done + _FORMULA
    return 0


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
        self.exactly_up_to = work_of_a_formula(self.search, self.base)
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
        generator = self.search.generator("grow", direction, factor)
        sizes = {name: self._start(name, direction) * factor for name in direction.names}
        largest, most = max(sizes.values()), self.search.profile.sizes
        if largest >= 2 * most:
            self.ended[direction] = ""
            return None
        if largest > most:  # the last step ends there
            sizes = {name: size * most // largest for name, size in sizes.items()}
        if self._expected(direction) > min(self.left, self._share):
            self.ended[direction] = "work"
            return None
        try:
            with counted(min(self.left, self._share)) as work:
                s = self._setting(sizes, generator, direction.anew)
                if s is None or self.examiner.settings.key(s) in self.examiner.settings.distinct:
                    self.ended[direction] = ""  # the hypotheses allow no more
                    return None
                if self.search.is_proved(s):
                    return None
                batch = prompts(self.search, s, generator, ())
                drawn = work.done
                readout = None if batch is not None and not len(batch) else self.examiner.readout(s, batch)
            self.costs.setdefault(direction, []).append(work)
            exactly = work.done - drawn <= self.exactly_up_to
            return None if readout is None else self._settled(s, batch, readout, exactly=exactly)
        except Spent:
            self.ended[direction] = "work"
        except (CheckFailed, ArithmeticError):
            self.ended[direction] = "floats"
        except Exception as error:  # noqa: BLE001 - see above: whose defect it is cannot be told
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
        return self.search.profile.work // SHARE

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

        for _ in range(TRIES):
            s = self.search.variant.settings.assembled(choose)
            if s is not None:
                return s
        return None

    # -- violations --------------------------------------------------------------------------------

    def _settled(self, s: Any, batch: Prompt | None, readout: Readout, *, exactly: bool) -> Violation | None:
        """The violation at a setting, at the smallest sizes that show one."""
        worst = worst_place(readout)
        if worst is not None:
            self.examiner.record(s, batch, readout)
            one = take(batch, worst)
            s, batch = self._smallest(s, one, surely=self._surely(s, one))
            readout = self.examiner.readout(s, batch)
        violation = judged(self.search, s, batch, readout, exactly=exactly)
        return violation if violation and self.search.admissible(violation) else None

    def _surely(self, s: Any, one: Prompt | None) -> bool:
        """Whether an instance fails by more than rounding, as far as its running error bound can tell."""
        bounded = self.examiner.bounded(s, one)
        return bounded is not None and bool(bounded.statuses()[0].any())

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
                batch = prompts(self.search, s, generator, ())
                if one is not None and batch is not None and (space := self.search.space(s)) is not None:
                    cut = fitted(space, vars(first(one)), {})
                    batch = batch if cut is None else batch.followed_by(cut.map(lambda v: v[None]))
                worst = worst_place(self.examiner.readout(s, batch))
        except (Spent, Exception):  # noqa: BLE001 - a claim's own code may raise anything
            return None
        return None if worst is None else (s, take(batch, worst))
