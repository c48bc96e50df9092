"""Open constants: "there is a c such that for all ..." is solved for c, not tried at every c.

Each value in question is held fixed while the claim's own kind hunts for a violation of what remains. One
violation says that this value does not serve; where the statement only gets stronger on one side of it,
none on that side does. The statement is refuted if no value is left *and* those that were tried stand
for all that it allows; it holds with the values that are left; otherwise it is undecided.

A constant that may depend on other quantities (``for_each``) is solved for at several of their values,
and one of these without a constant refutes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch

from lemmata.claims.claim import Variant
from lemmata.claims.domains.quantified import every, some
from lemmata.claims.domains.whole import choices, dims
from lemmata.claims.space import Space
from lemmata.errors import CheckFailed, ClaimError
from lemmata.records.finding import Finding, Solved, Value, span
from lemmata.search.drawing.seeds import derive, generator
from lemmata.search.examiner import Examiner
from lemmata.search.stages import Search
from lemmata.search.work import Spent, counted

_MOST_CANDIDATES = 32
"""Hunts for one choice of the quantities on which the constants may depend."""
_MOST_STRATA = 4
_DOUBLINGS = (1, 2, 5, 10)
"""The doublings beyond the values tried at which an author's family is looked at,"""
_COMPANY = 64
"""as long as the evaluation of this many prompts takes no more than"""
_AFFORDED = 2**28
"""this much work, which bounds its memory, and makes no array of more than"""
_LARGEST = 2**21
"""this many numbers, which bounds the time of a hunt: it evaluates hundreds of them."""
Held = dict[str, Any]
"""A value for each of some quantities."""


@dataclass
class _Stratum:
    """The hunts at one choice of the quantities on which the constants may depend."""

    search: Search
    constants: dict[str, some]
    at: Held
    alpha: float

    def solve(self) -> tuple[Finding, Search]:
        """The finding with the values that survive, and the search that it is quoted from."""
        candidates = _candidates(self.constants)
        hunts = self._bisect(candidates) if self._ordered else self._scan(candidates)
        excluded = [i for i, (finding, _) in hunts.items() if finding.outcome == "refuted"]
        alive = [
            c for i, c in enumerate(candidates) if not any(self._implies(candidates, e, i) for e in excluded)
        ]
        survivors = [pair for pair in hunts.values() if pair[0].outcome != "refuted"]
        holding = [pair for pair in survivors if pair[0].outcome == "holds"]
        followed = too_large = None
        certified = not alive and all(map(self._stands_for_all, self.constants.values()))
        if not alive and not certified and self._ordered:
            followed, too_large = self._followed(*next(iter(self.constants.items())))
            certified = followed is not None
        quoted, search = [*holding[-1:], *survivors, *hunts.values()][0]
        outcome = quoted.outcome
        if not alive:
            outcome = "refuted" if certified else "undecided"
        names = list(self.constants)
        solved = Solved(
            at=self.at,
            tried={name: span([c[name] for c in candidates]) for name in names},
            surviving={name: span([c[name] for c in alive]) if alive else [] for name in names},
            certified=certified,
            hunts=len(hunts),
            followed=followed,
            too_large=too_large,
        )
        strength = quoted.evidence if outcome == quoted.outcome else "tolerance-only"
        scope = replace(quoted.scope, solved=(solved,))
        witness = quoted.witness if outcome == "refuted" else None
        return replace(quoted, outcome=outcome, evidence=strength, scope=scope, witness=witness), search

    def _stands_for_all(self, constant: some) -> bool:
        """Whether the candidates that were tried stand for every value that the statement allows."""
        every_one = len(constant.candidates) <= _most_of_each(self.constants)
        return constant.whole and (constant.weaker is not None or every_one)

    @property
    def _ordered(self) -> bool:
        return len(self.constants) == 1 and next(iter(self.constants.values())).weaker is not None

    def _hunt(
        self, candidate: Held, *, shrinking: bool = False, glance: bool = False
    ) -> tuple[Finding, Search]:
        """One hunt, or a glance with a fraction of its budget; ``shrinking`` if its witness is shown."""
        search = replace(holding(self.search, self.at | candidate, self.alpha), shrinking=shrinking)
        if glance:
            search = replace(search, profile=search.profile.glance)
        finding: Finding = search.variant.claim.kind.hunt(search)
        return finding, search

    def _bisect(self, candidates: Sequence[Held]) -> dict[int, tuple[Finding, Search]]:
        """The hunts that find the edge between the values that survive and those that do not.

        Raises:
            CheckFailed: the statement with the value that is to say the most survives, and the one with
                the value that is to say the least does not.
        """
        hunts = {0: self._hunt(candidates[0], shrinking=True)}
        if hunts[0][0].outcome == "refuted":
            last = len(candidates) - 1
            hunts[last] = self._hunt(candidates[last])
            if hunts[last][0].outcome == "holds":
                ((name, constant),) = self.constants.items()
                raise CheckFailed(
                    f"{name} = {candidates[last][name]} survives and {name} = {candidates[0][name]} does not, "
                    f"though weaker={constant.weaker!r} says that the latter statement follows: mend weaker="
                )
            return hunts
        # A glance excludes most values; what survives it is hunted in earnest.
        if edge := self._edge(candidates, hunts, len(candidates), glance=True):
            hunts[edge] = self._hunt(candidates[edge])
            if hunts[edge][0].outcome == "refuted":
                self._edge(candidates, hunts, edge, glance=False)
        return dict(sorted(hunts.items()))

    def _edge(
        self, candidates: Sequence[Held], hunts: dict[int, tuple[Finding, Search]], dead: int, *, glance: bool
    ) -> int:
        """The last value that survives where the first does and the one at ``dead`` does not."""
        alive = 0
        while dead - alive > 1:
            middle = (alive + dead) // 2
            hunts[middle] = self._hunt(candidates[middle], glance=glance)
            if hunts[middle][0].outcome == "refuted":
                dead = middle
            else:
                alive = middle
        return alive

    def _scan(self, candidates: Sequence[Held]) -> dict[int, tuple[Finding, Search]]:
        """The hunts at every value that no violation of a weaker statement has excluded yet."""
        hunts: dict[int, tuple[Finding, Search]] = {}
        excluded: list[int] = []
        for number, candidate in enumerate(candidates):
            if any(self._implies(candidates, other, number) for other in excluded):
                continue
            hunts[number] = self._hunt(candidate, shrinking=not hunts)
            if hunts[number][0].outcome == "refuted":
                excluded.append(number)
        return hunts

    def _implies(self, candidates: Sequence[Held], one: int, other: int) -> bool:
        """Whether the statement fails with the second values if it does with the first."""
        weaker, stronger = candidates[one], candidates[other]
        return all(
            weaker[name] == stronger[name]
            or (constant.weaker == "larger" and weaker[name] > stronger[name])
            or (constant.weaker == "smaller" and weaker[name] < stronger[name])
            for name, constant in self.constants.items()
        )

    def _followed(self, name: str, constant: some) -> tuple[float | None, float | None]:
        """How far beyond the weakest value tried the author's family excludes all; None if it does not.

        And the value at which an instance of the family is too large to be looked at, where it is not followed
        to the end.
        """
        if constant.fails_at is None:
            return None, None
        followed = None
        for value in _beyond(constant):
            setting = self.search.variant.settings.instance(constant.fails_at(value))
            if getattr(setting, name, None) != value:
                raise ClaimError(
                    f"{self.search.variant.claim.id}: fails_at({value}) of the constant {name} gives a setting "
                    f"with {name} = {getattr(setting, name, None)!r}; it has to be one with that value"
                )
            held = {n: getattr(setting, n) for n in self.search.variant.settings.fields}
            search = replace(holding(self.search, held, self.alpha), shrinking=False)
            if not _is_affordable(search.examiner, setting):
                return followed, float(value)
            if search.variant.claim.kind.hunt(search).outcome != "refuted":
                return None, None
            followed = float(value)
        return followed, None


def solve(search: Search) -> Finding:
    """The finding of a statement with open constants.

    The search is left with the examiner of the hunt that is quoted.

    Raises:
        ClaimError: a constant ranges over values that cannot be listed, or depends on what has no values.
    """
    space = search.variant.settings
    constants = space.open_constants
    strata = list(itertools.islice(_strata(space, constants), _MOST_STRATA))
    alpha = search.alpha / (len(strata) * (_MOST_CANDIDATES + len(_DOUBLINGS)))
    solved = [_Stratum(search, constants, at, alpha).solve() for at in strata]
    order = ("refuted", "undecided", "holds")
    finding, quoted = min(
        solved, key=lambda pair: order.index(pair[0].outcome) if pair[0].outcome in order else len(order)
    )
    search.examiner = quoted.examiner
    parts = tuple(part for other, _ in solved for part in other.scope.solved if other.outcome != "vacuous")
    return replace(finding, scope=replace(finding.scope, solved=parts))


def first_too_large(variant: Variant) -> tuple[str, float] | None:
    """The open constant whose family of settings ends early, and the first value of it that is too large."""
    for name, constant in variant.settings.open_constants.items():
        if (family := constant.fails_at) is None:
            continue
        examiner = Examiner(variant, torch.device("cpu"))
        for value in _beyond(constant):
            if not _is_affordable(examiner, variant.settings.instance(family(value))):
                return name, value
    return None


def _beyond(constant: some) -> Iterator[float]:
    """The values beyond those tried at which an author's family is looked at."""
    for doubling in _DOUBLINGS:
        yield constant.candidates[0] * 2.0 ** (doubling if constant.weaker == "larger" else -doubling)


def _is_affordable(examiner: Examiner, setting: Any) -> bool:
    """Whether a few prompts can be evaluated at a setting within bounds, before a hunt tries hundreds."""
    variant = examiner.variant
    try:
        with counted(_AFFORDED) as work:
            size = min(_COMPANY, variant.claim.batch or _COMPANY)
            few = variant.prompts and variant.prompts(setting).sample(generator(0, "company"), size)
            examiner.readout(setting, few)
    except Spent:
        return False
    except Exception:  # noqa: BLE001 - the hunt says what is wrong
        return True
    return work.largest <= _LARGEST


def holding(search: Search, held: Held, alpha: float) -> Search:
    """The search for a violation where some quantities of the setting have one value each."""
    variant = search.variant
    # An example of a reading without these quantities is of another type.
    mine = (e for e in variant.claim.examples if all(hasattr(e, name) for name in held))
    examples = tuple(replace(example, **held) for example in mine)
    claim = replace(variant.claim, examples=examples)
    variant = replace(variant, claim=claim, settings=variant.settings.holding(held))
    before = search.examiner
    return replace(
        search,
        variant=variant,
        examiner=Examiner(variant, before.device, before.chunk, points=before.points),
        seed=derive(search.seed, *(f"{name} = {value!r}" for name, value in held.items())),
        alpha=alpha,
        discarded=0,
        visited={},
        held=held,
    )


def _candidates(constants: dict[str, some]) -> list[Held]:
    """The values to try, those of the weakest statements first; few of each if there are several constants."""
    most = _most_of_each(constants)
    return list(_ranked({name: _thinned(constant.candidates, most) for name, constant in constants.items()}))


def _most_of_each(constants: dict[str, some]) -> int:
    return int(_MOST_CANDIDATES ** (1 / len(constants)))


def _strata(space: Space, constants: dict[str, some]) -> Iterator[Held]:
    """Values of the quantities on which the constants may depend, the smallest first."""
    names = dict.fromkeys(name for constant in constants.values() for name in constant.for_each)
    return _ranked({name: _values(space, name) for name in names})


def _ranked(values: dict[str, list[Any]]) -> Iterator[Held]:
    """All choices of a value for each quantity, those of the first values first."""
    pairs = sorted(
        itertools.product(*map(enumerate, values.values())), key=lambda pairs: sum(i for i, _ in pairs)
    )
    return (dict(zip(values, (value for _, value in several), strict=True)) for several in pairs)


def _values(space: Space, name: str) -> list[Value]:
    """A few values of a quantity on which a constant may depend."""
    domain = space.fields.get(name)
    domain = domain.domain if isinstance(domain, every) else domain
    if isinstance(domain, dims | choices):
        return _thinned(some(domain).candidates, _MOST_STRATA)
    raise ClaimError(
        f"some(..., for_each=({name!r},)): the constant may depend on {name}, which is "
        f"{domain!r}; it is solved for at single values, so that {name} has to be dims(...) or choices(...)"
    )


def _thinned(values: Sequence[Any], most: int) -> list[Any]:
    """At most ``most`` of the values, both ends among them."""
    if len(values) <= most:
        return list(values)
    return [values[round(i * (len(values) - 1) / (most - 1))] for i in range(most)]
