"""Proofs at stated sizes: every instance at small sizes is decided, not only those that are drawn.

*Identities.* Every real quantity of a setting and a prompt is taken as variables, without the hypotheses on
it, and the check of an equality is evaluated at a random point of a large prime field
(:mod:`lemmata.numbers.functions`). If both sides agree there, they agree for all real values at which no
denominator vanishes, up to an error that the certificate states. What is true of all real numbers is true of
those that meet the hypotheses. A whole number that is only computed with, which no shape, index or loop depends
on, is such a variable, too: the identity then holds for all of its values.

*Exhaustion.* Where a setting has whole numbers and listed choices only, and its prompts, if there are any,
signs, whole numbers of a range or permutations, each instance is decided in exact arithmetic.

*Boxes.* Where there are few real quantities, each of which fills an interval, the space is cut into boxes on
which the statement is decided (:mod:`lemmata.prove.boxes`).

*Signs.* Where there are few real quantities, and the sides are quotients of polynomials in them, the space is
cut into parts on which no coefficient of right minus left is negative (:mod:`lemmata.prove.signs`).

*Squares.* What signs do not decide, or do not begin for a root, an exponential or a logarithm, is looked at
once more: whether right minus left is a sum of squares times what is not negative
(:mod:`lemmata.prove.squares`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice
from math import inf
from typing import Any

import numpy as np
import torch
from torch import Generator

from lemmata.claims.claim import Variant
from lemmata.claims.domains.arrays import ArrayDomain, symmetric
from lemmata.claims.domains.base import Domain, is_built_in
from lemmata.claims.domains.real import dyadics, scales
from lemmata.claims.domains.whole import choices, dims
from lemmata.claims.prompt import Prompt, quantities
from lemmata.claims.space import Space
from lemmata.numbers import formal, stack
from lemmata.numbers.arithmetic import using
from lemmata.numbers.exact import Exact
from lemmata.numbers.formal import NoEquality, Vanishes
from lemmata.numbers.functions import Function, Point, random_prime
from lemmata.prove import boxes, signs, squares
from lemmata.prove.branches_on_type import by_kind
from lemmata.prove.check import wrong
from lemmata.prove.content import has_content, is_of_nothing
from lemmata.prove.factors import bracket
from lemmata.prove.provenance import stranger
from lemmata.prove.resolved_domains import NotResolved, resolved
from lemmata.prove.watching import Ran, noticing
from lemmata.records.certificate import Certificate
from lemmata.records.notation import identifier
from lemmata.search.caches import afresh
from lemmata.search.drawing.seeds import generator
from lemmata.search.encoding import encode
from lemmata.search.evaluation import others_of
from lemmata.search.examiner import Examiner
from lemmata.search.lifting import lift
from lemmata.search.work import Spent, Work

_WIDEST = 3
"""Whole numbers go so far beyond their smallest values, where the work allows it."""
MOST = 16
"""Settings that one certificate covers, unless more are asked for."""
_LEAST = 2**14
"""Operations that the first setting may take in any case, if there are twice as many."""
_PATIENCE = 4
"""Settings in a row that are not decided: it ends there."""
_FURTHER = 4
"""So many times the settings are looked at where nothing is at stake at the first ones."""
_SHARPER = 2
"""Operations of which one is spent on better factors."""
_TRIES = 8
"""Draws of the real quantities of a setting, until its hypotheses are met."""
_SHARES = (3, 3 / 4), (inf, 1 / 16)
"""Of the work that is left, what one more setting may take, by how many are decided, after the first."""
_NOTHING_AT_STAKE = "it is decided only where a wrong statement is true as well, or both sides are one number"
_TOO_LITTLE = "the work does not suffice"
_NO_BOXES = "no boxes were found on each of which it is seen to hold"
_NO_PARTS = "no parts of its space were found on each of which signs of coefficients tell"
_COMPARES = (
    "its check compares, or asks for the value of, what is a real number: write `maximum`, `minimum`, `abs` or "
    "`relu`, or let that number be a quantity with a hypothesis"
)
_DIFFER = (
    "without its hypotheses the two sides are not one function of the real numbers, and with them nothing is "
    "seen: write what is supposed into the formulas"
)
_SAY_LITTLE = _COMPARES, _NO_BOXES, _NO_PARTS, _DIFFER, _TOO_LITTLE, boxes.DEPENDS
"""Of why a setting is not decided: what holds of most."""
_NOT_OF_EACH = {
    "probability": "it speaks of a probability, which no single instance decides: what holds on the event is a "
    "claim that can be proved",
    "rate": "it says how something grows, and no proof covers all values of a size: the bound at each size is "
    "a claim that can be proved",
    "experiment": "it says what an experiment finds, which is run and not proved",
}
"""By the kind of a claim that asserts nothing of every single instance."""
_ELSEWHERE = "what it computes with is not of the vocabulary alone"
_LONG = 120
"""Characters of what an exception says."""

Cover = tuple[str, dict[str, list[str]]]
"""A tree of boxes, and the ranges that they cover."""
Small = tuple[Any, dict[str, Any]]
"""A setting, and its whole numbers and choices."""


class NotDecided(Exception):
    """A setting is not decided; it says why, in a few words, or nothing where the method is none for it."""


class NotMeant(NotDecided):
    """The method decides statements of another sort: none of the settings."""


class Fails(NotDecided):
    """The statement is false at a setting, or mixes prompts: nothing is proved of the others, either."""


@dataclass(frozen=True)
class Proof:
    """What came of it.

    Attributes:
        certificate: of the settings that are decided.
        why_none: why there is none, in a few words.
    """

    certificate: Certificate | None
    why_none: str = ""


@dataclass(frozen=True)
class _Task:
    """What each method is given beside a setting.

    Attributes:
        seed: decides the points of an identity.
        work: operations, in all.
        rows: prompts that an identity is looked at with, together.
        free: whole numbers that an identity is looked at with as variables.
        signs: what stopped signs at once at a setting, by its whole numbers and choices, or nothing.
    """

    variant: Variant
    seed: str
    work: int
    rows: int = 1
    free: tuple[str, ...] = ()
    signs: dict[str, str] = field(default_factory=dict)

    def is_for_squares(self, one: Small) -> bool:
        """Whether signs have made polynomials of it, or were stopped by what squares go on with."""
        return self.signs.get(repr(one[1])) in ("", *squares.BEYOND_SIGNS)


Decide = Callable[[_Task, Small, Work], Any]
Certify = Callable[[_Task, "list[tuple[Small, Any]]"], Certificate]


def certify(variant: Variant, work: int, source: str = "", most: int = MOST) -> Certificate | None:
    """A certificate for the settings that the work allows; None where none is decided.

    Args:
        variant: what was not refuted.
        work: operations on functions of variables, in all.
        source: a digest of the claim's source, on which the points of an identity depend.
        most: settings that are looked at.
    """
    return prove(variant, work, source, most).certificate


def prove(variant: Variant, work: int, source: str = "", most: int = MOST) -> Proof:
    """A certificate, or why there is none; the arguments are those of :func:`certify`.

    Each setting is decided for itself: one that is not costs the others nothing.
    """
    if not variant.claim.kind.provable:
        return Proof(
            None, _NOT_OF_EACH.get(variant.claim.kind.name, "it asserts nothing of every single instance")
        )
    if variant.settings.open_constants:
        return Proof(None, "the source leaves a constant open")
    task, best, covered = _Task(variant, seed_of(variant, source), work), None, list[Small]()
    smallest: Any = None
    reasons: dict[Decide, str] = {}
    with suppress(Exception):  # of the claim's own code
        covered = in_order(variant.settings, most)
    if not covered:
        return Proof(None, "no setting with small whole numbers was found")
    for decide, made, part, first in _METHODS:
        try:
            some = [one for one in covered if decide is not _squared or task.is_for_squares(one)]
            found, why = _telling(task, some, decide, int(part * work), first) if some else ([], "")
        except Fails as error:
            return Proof(None, str(error))
        except NotMeant:
            continue
        reasons[decide] = why
        if found and (best is None or len(found) > len(best.settings)):
            smallest = found[0][0][0]
            best = _for_all_sizes(task, [one for one, _ in found], made) or made(task, found)
        if len(found) > (1 if decide is not _signed else len(covered) - 1):
            break  # where signs decide some settings, squares may decide more
    if best is None:
        return Proof(None, _most_telling(reasons) or "no method is one for it")
    prompt = _drawn(variant, smallest)
    if prompt is not None and not len(prompt):
        return Proof(None, "of many draws at its smallest size none meets the hypotheses")
    if brought := _brought(variant, smallest, prompt):
        return Proof(None, brought)
    # Identities that a solver has a part in are believed once they are multiplied out, which takes little.
    refused = wrong(variant, best) if best.method == "squares" else ""
    return Proof(None, f"its certificate is refused: {refused}") if refused else Proof(best)


def _most_telling(reasons: Mapping[Decide, str]) -> str:
    """Of why methods do not decide a statement, what says most.

    That nothing is at stake says more than that another method does not reach it, and what stops squares or
    signs more than that there are no boxes.
    """
    found = [why for why in reasons.values() if why.startswith(_NOTHING_AT_STAKE)]
    last = _squared if reasons.get(_squared) else _signed  # squares go on where signs stop
    found += [reasons.get(decide, "") for decide in (_exhausted, _same, last, _boxed)]
    if _DIFFER in found:  # where the sides of an equality meet says nothing
        found = [why for why in found if not why.startswith(squares.MEET)]
    return next(iter(sorted(filter(None, found), key=lambda why: why.startswith(_SAY_LITTLE))), "")


def proves_too_much(variant: Variant, instance: Any, work: int) -> str:
    """The method that would prove a statement at the sizes of an instance at which it is false.

    There is none, unless a method is wrong: each refuted reading and some mutants put them to the test, if
    the sizes are some that a certificate might cover.
    """
    if not variant.claim.kind.provable or variant.settings.open_constants:
        return ""
    values = quantities(instance)
    domains = dict(variant.settings.resolve(dict(values)))
    names = {name: values[name] for name, domain in domains.items() if isinstance(domain, dims | choices)}
    if any(names[name] > d.low + _WIDEST for name, d in domains.items() if isinstance(d, dims)):
        return ""
    task = _Task(variant, "refuted", work)
    for method, decide, part in (
        ("identity", _same, 1),
        ("boxes", _boxed, 1),
        ("signs", _signed, 1 / 4),
        ("squares", _squared, 1 / 8),
    ):
        with suppress(Spent, Exception):
            if decide is not _squared or task.is_for_squares((instance, names)):
                decide(task, (instance, names), Work(int(part * work)))
                return method
    return "identity for all sizes" if _free(task, (instance, names), Work(work)) else ""


def _for_all_sizes(task: _Task, decided: list[Small], made: Certify) -> Certificate | None:
    """A certificate for every value of some whole numbers, if what is decided is so for each."""
    if made not in (_identity, _exhaustive) or not (free := _free(task, decided[0], Work(task.work // MOST))):
        return None
    left: dict[str, Small] = {}
    for s, names in decided:
        others = {name: value for name, value in names.items() if name not in free}
        left.setdefault(repr(others), (s, others))
    task = replace(task, free=free)
    with suppress(NotDecided):
        found, _ = _one_by_one(task, list(left.values()), _same, Work(task.work), 1 / 2)
        return _identity(task, found) if len(found) == len(left) else None
    return None


def _free(task: _Task, one: Small, work: Work) -> tuple[str, ...]:
    """The whole numbers of a setting, taken one after the other, that may be variables of an identity."""
    s, names = one
    free: tuple[str, ...] = ()
    domains = task.variant.settings.resolve(dict(quantities(s)))
    sizes = [name for name, domain in domains if isinstance(domain, dims)]
    for name in sizes:
        others = {n: value for n, value in names.items() if n not in (*free, name)}
        with suppress(Spent, Exception):
            _same(replace(task, free=(*free, name)), (s, others), work)
            free = (*free, name)
    return free


def _telling(
    task: _Task, covered: list[Small], decide: Decide, work: int, least: float
) -> tuple[list[tuple[Small, Any]], str]:
    """As :func:`_one_by_one`, of settings at which something is at stake (:mod:`lemmata.prove.content`).

    Where nothing is at any of these, larger ones are tried at which a rival of the statement is false.
    """

    def is_proved(rival: Variant, one: Small) -> bool:
        for by in (decide, _same):  # what is one function of all real numbers is seen by no other method sooner
            with suppress(Spent, Exception):
                by(replace(task, variant=rival, signs={}), one, Work(_LEAST))
                return True
        return False

    @cache
    def is_elsewhere_strict() -> bool:
        return not all(_is_equality(task, one) for one in in_order(task.variant.settings, MOST))

    def tells(one: Small, is_proved: Callable[[Variant, Small], bool]) -> bool:
        if is_of_nothing(task.variant, one[1]):
            return False
        # Where an inequality of real quantities is an equality at some sizes only, it says nothing there.
        is_of_reals = decide not in (_exhausted, _same)  # the latter decides no inequality
        if is_of_reals and _is_equality(task, one) and is_elsewhere_strict():
            return False
        return has_content(task.variant, one[1], is_proved)

    found, why = _one_by_one(task, covered, decide, Work(work), least)
    telling = [one for one in found if tells(one[0], is_proved)]
    if telling or not found:
        return telling, why
    empty = {repr(one[1]) for one, _ in found}  # the others are looked at again, with all of the work
    larger = [
        one for one in in_order(task.variant.settings, _FURTHER * len(covered)) if repr(one[1]) not in empty
    ]
    larger = [one for one in larger if tells(one, lambda *_: True)][: len(covered)]
    telling, _ = _one_by_one(task, larger, decide, Work(work), least)
    return telling, f"{_NOTHING_AT_STAKE}: {_said_of(found[0][0][1])}"


def _said_of(names: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in names.items()) or "in its one setting"


def _one_by_one(
    task: _Task, covered: list[Small], decide: Decide, work: Work, least: float
) -> tuple[list[tuple[Small, Any]], str]:
    """The settings that a method decides, each with what it found; why the first of the others is not."""
    found: list[tuple[Small, Any]] = []
    first, failures = "", 0
    spent: list[dict[str, Any]] = []  # where the work did not suffice: it does not at larger sizes, either
    for one in covered:
        if any(_is_beyond(one[1], names) for names in spent):
            continue
        # No setting has more than a part of what is left: what comes after it has a chance, too.
        part = next(share for most, share in _SHARES if len(found) <= most)
        left = work.limit - work.done
        share = Work(int(part * left) if found else max(int(least * left), min(_LEAST, left // 2)))
        try:
            # A check that mixes the rows of a batch does so at every size: the first is looked at for it.
            found.append((one, decide(task if found else replace(task, rows=2), one, share)))
            failures = 0
        except (NotMeant, Fails):
            raise
        except (Spent, Exception) as error:  # noqa: BLE001 - what a claim's code cannot do refutes nothing
            first, failures = first or _said(error, task, one), failures + 1
            if isinstance(error, Spent):
                spent.append(one[1])
                if not found:
                    break  # others are larger
        work.done += min(share.done, share.limit)
        if failures == _PATIENCE:
            break
    return found, first


def _is_beyond(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether whole numbers are as large as others, and all choices the same."""
    return all(
        one.get(name, -1) >= value if isinstance(value, int) else one.get(name) == value
        for name, value in other.items()
    )


def _said(error: BaseException, task: _Task, one: Small) -> str:
    """Why a setting is not decided."""
    if isinstance(error, NotDecided | NotResolved):
        return str(error)
    if isinstance(error, Spent):
        with suppress(Exception):
            count = len(boxes.whole(task.variant, *one, depending=True).sides)
            return (
                f"{_TOO_LITTLE} at {_said_of(one[1])}, with {count} real quantities: state it of fewer "
                "coordinates or layers, or its steps as claims of their own"
            )
        return f"{_TOO_LITTLE} at {_said_of(one[1])}"
    if isinstance(error, Vanishes):
        return "a denominator vanishes on the way"
    text = " ".join(str(error).split())
    return f"its check cannot be computed with variables: {text[:_LONG] or type(error).__name__}"


def in_order(space: Space, most: int) -> list[Small]:
    """Settings with small whole numbers: all at their smallest, then up to one above it, and so on."""
    found: list[Small] = []
    known: set[str] = set()
    for above in range(_WIDEST + 1):
        met = [(repr(one[1]), one) for one in islice(small(space, above), 4 * most)]
        new = [one for key, one in met if key not in known]
        known.update(key for key, _ in met)
        found += sorted(new, key=_size)
        if (found and not new) or len(found) >= most:
            break
    return found[:most]


def _size(one: Small) -> int:
    return sum(value for value in one[1].values() if isinstance(value, int))


def small(space: Space, above: int) -> Iterator[Small]:
    """Settings with each whole number at most ``above`` over its smallest value, and every listed choice.

    Yields:
        The setting, whose real quantities have any value of their domain; its whole numbers and choices.
    """
    decisions: list[int] = []
    while True:
        for seed in range(_TRIES):
            drawn = _Choices(decisions, above, seed)
            with suppress(_NoValue):
                setting = space.assembled(drawn)
                if setting is not None:
                    yield setting, drawn.listed
                    break
        del decisions[len(drawn.options) :]
        while decisions and decisions[-1] + 1 == drawn.options[len(decisions) - 1]:
            decisions.pop()
        if not decisions:
            return
        decisions[-1] += 1


class _NoValue(Exception):
    """A quantity has no value beside those that were chosen before it."""


class _Choices:
    """What is chosen for each quantity of one setting: the decision in turn, of so many options."""

    def __init__(self, decisions: list[int], above: int, seed: int) -> None:
        self.decisions, self.above = decisions, above
        self.options: list[int] = []
        self.listed: dict[str, Any] = {}
        self.generator = Generator().manual_seed(seed)

    def __call__(self, name: str, domain: Domain) -> Any:
        values = self._values(domain)
        if values is None:
            return domain.pick(self.generator)
        if not values:
            raise _NoValue
        place = len(self.options)
        self.options.append(len(values))
        if place == len(self.decisions):
            self.decisions.append(0)
        self.listed[name] = values[self.decisions[place]]
        return self.listed[name]

    def _values(self, domain: Domain) -> list[Any] | None:
        """The values of a domain that is run through; None for real numbers."""
        if isinstance(domain, dims):
            return list(range(domain.low, min(domain.high, domain.low + self.above) + 1))
        return list(domain.options) if isinstance(domain, choices) else None


def _listed(covered: Iterable[Small]) -> tuple[dict[str, Any], ...]:
    """The settings as a certificate names them."""
    return tuple({name: encode(value) for name, value in names.items()} for _, names in covered)


def _exhausted(task: _Task, one: Small, work: Work) -> None:
    """Decides a setting that has no real quantities, at each of its prompts, if these are few."""
    variant, (s, names) = task.variant, one
    if not resolved(variant, s, names).is_finite:
        raise NotMeant
    every: Prompt | None = None
    if variant.prompts is not None:
        every = variant.prompts(s).members(_MOST_PROMPTS)
        if every is None:
            raise NotDecided(f"it has more than {_MOST_PROMPTS} prompts at its smallest size")
        work.spend(_OPERATIONS * sum(value.numel() for _, value in every.items()))
    examiner, count = Examiner(variant, torch.device("cpu")), 0
    for first in range(0, 1 if every is None else len(every), _TOGETHER):
        prompts = None if every is None else every.take(slice(first, first + _TOGETHER))
        with noticing(lambda: None) as ran:
            holds, met = examiner.hold(s, prompts)
        _require_one_way(ran, variant)
        if holds is False:
            raise Fails(f"the statement fails at {names}")
        if holds is None:
            raise NotDecided("exact arithmetic does not decide each of its instances")
        count += met
    if not count:
        raise NotDecided("none of its instances meets the hypotheses")


def _exhaustive(task: _Task, found: list[tuple[Small, None]]) -> Certificate:
    """A certificate that each of these settings was decided."""
    return Certificate(
        claim=task.variant.claim.id,
        variant=task.variant.name,
        method="exhaustive",
        settings=_listed(one for one, _ in found),
    )


def _same(task: _Task, one: Small, work: Work) -> Point:
    """The point at which both sides of an equality are the same."""
    variant = task.variant
    point = point_of(task.seed, _listed([one])[0], partial(work.spend, 1))
    try:
        if is_identity(variant, *one, point, free=task.free):
            again = replace(point, variables=0, values={}, spend=lambda: None)
            if task.rows == 1 or is_identity(variant, *one, again, task.rows, task.free):
                return point
            raise Fails("its two sides are the same for one prompt, and not for several at once")
    except NoEquality:
        raise NotMeant from None
    except (Vanishes, NotDecided):
        raise
    except Exception:
        if not point.asked:
            raise
    raise NotDecided(_COMPARES if point.asked else _DIFFER)


def _identity(task: _Task, found: list[tuple[Small, Point]]) -> Certificate:
    """A certificate that both sides are the same function at each of these settings."""
    points = [point for _, point in found]
    return Certificate(
        claim=task.variant.claim.id,
        variant=task.variant.name,
        method="identity",
        settings=_listed(one for one, _ in found),
        seed=task.seed,
        error=sum(point.error for point in points),
        degree=max(point.degree for point in points),
        bits=max(point.bits for point in points),
        all_sizes=task.free,
    )


def _boxed(task: _Task, one: Small, work: Work) -> Cover:
    """Boxes that cover the space of a setting, on which the statement holds."""
    return _cut(task, one, work, boxes.cover, _NO_BOXES)


def _signed(task: _Task, one: Small, work: Work) -> Cover:
    """Parts that make up the space of a setting, on which the statement holds."""
    key = repr(one[1])
    cover = partial(signs.cover, evaluated=lambda: task.signs.update({key: ""}))
    try:
        return _cut(task, one, work, cover, _NO_PARTS)
    except NotDecided as error:
        task.signs.setdefault(key, str(error))
        raise
    except Spent:
        task.signs.setdefault(key, "")  # squares need no parts: one evaluation may do
        raise


def _cut(
    task: _Task, one: Small, work: Work, cover: Callable[[boxes.Whole, Work], str | None], none: str
) -> Cover:
    s, names = one
    try:
        space = boxes.whole(task.variant, s, names)
        tree = cover(space, work)
    except boxes.NotBoxable as error:
        raise NotDecided(str(error)) from None
    if tree is None:
        raise NotDecided(none)
    return tree, space.ranges


def _signs(task: _Task, found: list[tuple[Small, Cover]]) -> Certificate:
    """A certificate that parts make up the space of each of these settings, on which the statement holds."""
    return Certificate(
        claim=task.variant.claim.id,
        variant=task.variant.name,
        method="signs",
        settings=_listed(one for one, _ in found),
        trees=tuple(tree for _, (tree, _) in found),
        ranges=tuple(ranges for _, (_, ranges) in found),
    )


def _boxes(task: _Task, found: list[tuple[Small, Cover]]) -> Certificate:
    """A certificate that boxes cover them, and what is known of the best factors there."""
    factors = []
    for number, ((s, names), (tree, _)) in enumerate(found):
        work = Work(task.work // (_SHARPER * len(found)))
        factors.append(bracket(boxes.whole(task.variant, s, names), number, tree, work))
    known = tuple(factor for factor in factors if factor is not None)
    return replace(_signs(task, found), method="boxes", factors=known)


def _squared(task: _Task, one: Small, work: Work) -> Any:
    """Parts that make up the space of a setting, with identities that decide the statement on them."""
    s, names = one
    try:
        return squares.cover(boxes.whole(task.variant, s, names, depending=True), work)
    except boxes.NotBoxable as error:
        raise NotDecided(str(error)) from None


def _squares(task: _Task, found: list[tuple[Small, Any]]) -> Certificate:
    """A certificate of identities."""
    return Certificate(
        claim=task.variant.claim.id,
        variant=task.variant.name,
        method="squares",
        settings=_listed(one for one, _ in found),
        trees=tuple(tree for _, (_, tree, *_) in found),
        ranges=tuple(space.ranges for _, (space, *_) in found),
        identities=tuple(identities for _, (_, _, identities, _) in found),
        parts=tuple(parts for _, (*_, parts) in found),
    )


def seed_of(variant: Variant, source: str) -> str:
    """What decides the points at which an identity is looked at: whoever writes the claim has no choice."""
    return f"{variant.claim.id} {variant.name} {source}".rstrip()


def point_of(seed: str, setting: dict[str, Any], spend: Callable[[], None] = lambda: None) -> Point:
    """The point at a setting, whose whole numbers and choices are these; the prime is the same at each."""
    return Point(f"{seed} {json.dumps(setting, sort_keys=True)}", random_prime(seed), spend)


def is_identity(
    variant: Variant, s: Any, listed: Mapping[str, Any], point: Point, rows: int = 1, free: Collection[str] = ()
) -> bool:
    """Whether a statement is seen to be an identity at the sizes of a setting.

    Args:
        variant: the statement.
        s: the setting.
        listed: its whole numbers and choices.
        point: where.
        rows: prompts that are looked at together.
        free: its other whole numbers, which are variables.

    Raises:
        Exception: whatever the claim's code raises that cannot compute with variables.
    """
    domains = resolved(variant, s, listed, free)
    with formal.at(point), using("formal"):
        real = {name: domain for name, domain in domains.settings.items() if name not in listed}
        values = quantities(lift(s, "formal")) | {n: variables(n, d, point) for n, d in real.items()}
        prompt = None
        if domains.prompts is not None:
            batch = range(rows)
            several = {n: [variables(n, d, point) for _ in batch] for n, d in domains.prompts.items()}
            prompt = Prompt(**{n: stack(entries, 0) for n, entries in several.items()})
        others = lift(others_of(variant, s), "formal")
        with noticing(point.refuse) as ran:
            lifted = Prompt(**values) if isinstance(s, Prompt) else replace(s, **values)
            margin = variant.evaluate(lifted, prompt, variant.construct(lifted), others)
        _require_one_way(ran, variant, free)
        if not margin.of_variables or not margin.left.values.size:
            return False
        return _are_one(margin.left, margin.right, point) and not point.asked


def _are_one(left: Any, right: Any, point: Point) -> bool:
    """Whether two sides are one function; what belongs to another point, as of a cache, says nothing."""
    differences = (left - right).values.flat
    return all(d.vanishes and d.point is point if isinstance(d, Function) else d == 0 for d in differences)


def _is_equality(task: _Task, one: Small) -> bool:
    """Whether both sides of an inequality are one function, as of a matrix of size 1 and its diagonal."""
    point = point_of(task.seed, _listed([one])[0], partial(Work(_LEAST).spend, 1))
    with suppress(Spent, Exception):
        try:
            is_identity(task.variant, *one, point)
        except NoEquality as error:
            with formal.at(point), using("formal"):
                left, right = error.sides
                return _are_one(left, right, point)
    return False


def _require_one_way(ran: Ran, variant: Variant, free: Collection[str] = ()) -> None:
    """Refuses numbers from elsewhere, and code that computes something else from floats than from others.

    Raises:
        NotDecided: says where.
    """
    if found := stranger(ran, variant):
        raise NotDecided(f"{_ELSEWHERE}: {found}")
    if place := by_kind(ran.codes, whole=bool(free)):
        raise NotDecided(f"its code asks for the kind of a number ({place})")


def foreign(examiner: Examiner) -> str:
    """What brought a number that is not exact into an instance decided exactly; nothing if none did."""
    return _brought(examiner.variant, *examiner.decided_exactly) if examiner.decided_exactly else ""


def _brought(variant: Variant, s: Any, prompt: Prompt | None) -> str:
    """What brings a number that is not exact into an instance; nothing if none does.

    What cached functions did counts, too: what a method sees of them depends on who has asked for them before.
    """
    with suppress(ArithmeticError), noticing(lambda: None) as ran, afresh(ran):
        Examiner(variant, torch.device("cpu")).decide(s, prompt)
    found = stranger(ran, variant)
    other = "let such a number be a quantity (`dims` for a count), with a hypothesis that says what it is"
    return f"{_ELSEWHERE}: {found}; {other}" if found else ""


def _drawn(variant: Variant, s: Any) -> Prompt | None:
    """One prompt, always the same, of none where many draws give none; None where there are no prompts."""
    if variant.prompts is None:
        return None
    for draws in (1, 64, 4096):
        prompts: Prompt = variant.prompts(s).sample(generator("certificate", variant.claim.id), draws)
        if len(prompts):
            break
    return prompts.take(slice(1))


def variables(name: str, domain: Domain, point: Point) -> Exact:
    """A quantity of a setting, or of a prompt without a batch axis, each entry of which is a new variable.

    Where both ends of a domain are one number, the entries are this number.

    Raises:
        NotDecided: what its domain holds is not known to be one number, or an array of one shape.
    """
    if not isinstance(domain, dims | dyadics | scales | ArrayDomain) or not is_built_in(domain):
        which = f"${identifier(name)}$ (`{type(domain).__name__}`)"
        raise NotDecided(f"which values its quantity {which} has is not known")
    only: Any = None
    with suppress(boxes.NotBoxable):
        only = boxes.only_value(name, domain)
    entries = np.empty(getattr(domain, "shape", ()), dtype=object)
    for place in np.ndindex(*entries.shape):
        mirrored = (*place[:-2], *place[:-3:-1])
        is_known = isinstance(domain, symmetric) and mirrored < place
        new = point.variable if only is None else partial(point.constant, only)
        entries[place] = entries[mirrored] if is_known else new()
    return Exact(entries, "formal")


_MOST_PROMPTS = 2**12
"""Of a finite space that is run through."""
_OPERATIONS = 2**3
"""What one number of a prompt counts for in rationals."""
_TOGETHER = 2**8
"""Prompts that are decided at once."""
_METHODS: tuple[tuple[Decide, Certify, float, float], ...] = (
    (_exhausted, _exhaustive, 1, 1 / 2),
    (_same, _identity, 1, 1 / 8),
    (_boxed, _boxes, 1 / 2, 1 / 8),
    (_signed, _signs, 1 / 4, 1 / 8),
    (_squared, _squares, 1 / 2, 1),
)
"""Of each its part of the work, and the part of that which the first setting may take.

Most statements are decided neither by boxes nor by signs, and cost as much as they may. Of what is decided, in
whatever way, nothing of this repository took more than :data:`_LEAST` operations at its smallest sizes. Squares
come last, and get what that leaves to one setting.
"""
