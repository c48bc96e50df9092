"""What a statement allows beyond what is drawn: ``dyadics(0, 4, of="[-1, inf)")`` draws nothing below 0.

From a small setting and from the one that came nearest to a violation each such number goes towards the ends
of what is allowed, step by step, then all of them together; so do numbers and arrays of the data. From the
nearest setting met so a pattern search goes on, for what fails only between two steps. What cannot be evaluated
out there says nothing of the statement, as with sizes beyond the drawn ones (:mod:`lemmata.search.growth`):
that number goes no further.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from lemmata.claims.domains.base import Domain
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space
from lemmata.records.finding import Value, span
from lemmata.search.climbing.setting_search import move_setting
from lemmata.search.evaluation import first
from lemmata.search.examiner import Violation
from lemmata.search.growth import work_of_a_formula
from lemmata.search.survey import FEW, assembled, judged, prompts
from lemmata.search.work import Spent, counted

if TYPE_CHECKING:
    from lemmata.search.stages import Search

Steps = Iterable[tuple[Mapping[str, float], Callable[[], tuple[Any, Prompt | None]]]]
"""Numbers, the nearest to what is drawn first, and what makes an instance of them."""


_TRIALS = 96
"""Of a pattern search from the nearest to a violation, for each number that may leave what is drawn,"""
_MOST = 4
"""of so many at most."""
_BETWEEN = 16
"""It may take so many times what sizes beyond the drawn ones take."""
_WORK = 4
"""From each setting it may take so many times what sizes beyond the drawn ones take."""


def beyond(search: Search) -> Violation | None:
    """A violation at numbers that are allowed and never drawn."""
    settings, met = search.examiner.settings, dict[str, list[Value]]()
    drawn = settings.values
    settings.values = dict(drawn)
    violation = None
    for base in search.smallest_and_hardest():
        violation = violation or _Beyond(search, base, met, _WORK * search.profile.work).run()
    settings.values = drawn  # how far this stage came is said beside it
    search.beyond = {name: span(values) for name, values in met.items()}
    return violation


@dataclass
class _Beyond:
    """Numbers that leave what is drawn, from one setting.

    Attributes:
        met: the numbers at which something was evaluated, by quantity.
        left: what is left of the budget of work.
        exactly_up_to: work up to which a statement without data is decided exactly.
    """

    search: Search
    base: Any
    met: dict[str, list[Value]]
    left: int
    exactly_up_to: int = field(init=False)
    nearest: tuple[float, Any, Prompt | None] | None = None
    """The smallest relative margin of single settings out there, where it is, and its prompts."""

    def __post_init__(self) -> None:
        self.exactly_up_to = work_of_a_formula(self.search, self.base)

    def run(self) -> Violation | None:
        """The first violation, among settings, between them, and then among data."""
        return self.of_settings() or self.between_settings() or self.of_data()

    def of_settings(self) -> Violation | None:
        """Each number of the setting, then all of them at their farthest: on one side, then on the other."""
        domains = self.search.variant.settings.resolve(dict(vars(self.base)))
        sides = {name: both for name, domain in domains if (both := domain.beyond())}
        ways = [[{name: value} for value in values] for name, both in sides.items() for values in both]
        if len(sides) > 1:
            ways += [[{name: b[side][-1] for name, b in sides.items() if b[side]}] for side in range(2)]
        for way in ways:
            if violation := self._along((numbers, partial(self._moved, numbers)) for numbers in way):
                return violation
        return None

    def between_settings(self) -> Violation | None:
        """A violation on the way down from the nearest of these settings, no farther out than they are."""
        search = self.search
        if self.nearest is None or search.is_proved(self.base):
            return None
        _, s, batch = self.nearest
        wide = [name for name, domain in search.variant.settings.resolve(dict(vars(s))) if any(domain.beyond())]
        try:
            with counted(_BETWEEN * search.profile.work):
                trials = _TRIALS * min(len(wide), _MOST)
                moved = move_setting(search.examiner, s, batch, trials, beyond=True)
        except (Spent, Exception):  # noqa: BLE001 - as below
            return None
        return None if moved is None else self._along([({}, lambda: moved)])

    def of_data(self) -> Violation | None:
        """Each number or array of the data: drawn ones stretched to one side, and all its entries alike."""
        space = self.search.space(self.base)
        if space is None:
            return None
        generator = self.search.generator("beyond")
        for name, domain in space.fields.items():
            for values in domain.beyond() if isinstance(domain, Domain) else ():
                stretched = partial(self._stretched, space, space.sample(generator, FEW), name)
                if violation := self._along(({name: end}, partial(stretched, end)) for end in values):
                    return violation
        return None

    def _along(self, steps: Steps) -> Violation | None:
        """A violation at one of these steps; the first that cannot be evaluated is the last."""
        search = self.search
        for numbers, instance in steps:
            try:
                with counted(self.left) as work:
                    s, batch = instance()
                    if s is None or (batch is not None and not len(batch)):
                        continue  # what joins quantities may allow it farther out
                    readout = search.examiner.readout(s, batch)
            except (Spent, Exception):  # noqa: BLE001 - a claim's own code may raise anything out there
                return None
            finally:
                self.left -= work.done
            lowest = readout.relative[readout.active].nan_to_num(math.inf)
            if len(lowest) and (self.nearest is None or float(lowest.min()) < self.nearest[0]):
                self.nearest = float(lowest.min()), s, batch
            for name, number in numbers.items():
                self.met.setdefault(name, []).append(number)
            violation = judged(search, s, batch, readout, exactly=work.done <= self.exactly_up_to)
            if violation and search.admissible(violation):
                return violation
        return None

    def _moved(self, numbers: Mapping[str, float]) -> tuple[Any, Prompt | None]:
        """The setting with these numbers, and prompts from the law."""
        generator = self.search.generator("beyond", *numbers.items())

        def choose(name: str, domain: Domain) -> Any:
            old = getattr(self.base, name)
            return numbers[name] if name in numbers else old if domain.contains(old) else domain.pick(generator)

        s = assembled(self.search.variant.settings, choose)
        return s, None if s is None else prompts(self.search, s, generator, ())

    def _stretched(self, space: Space, batch: Prompt, name: str, end: float) -> tuple[Any, Prompt]:
        """The same setting with prompts of which one quantity's values are spread as far as ``end``."""
        values: Tensor = getattr(batch, name)
        low, high = float(values.min()), float(values.max())
        fixed, moved = (low, high) if end > high else (high, low)
        wider = fixed + (values - fixed) * ((end - fixed) / (moved - fixed or 1.0))
        others = {other: value for other, value in batch.items() if other != name}
        far = [Prompt(**others, **{name: v}) for v in (wider, torch.full_like(values, end))]
        rows = far[0].followed_by(far[1])
        inside = [space.explain(first(rows.take(slice(k, None)))) is None for k in range(len(rows))]
        return self.base, rows.take(torch.tensor(inside))
