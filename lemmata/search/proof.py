"""Proofs at stated sizes: every instance at small sizes is decided, not only those that are drawn.

*Identities.* Every real quantity of a setting and a prompt is taken as variables, without the hypotheses on
it, and the check of an equality is evaluated at a random point of a large prime field
(:mod:`lemmata.numbers.formal`). If both sides agree there, they agree for all real values at which no
denominator vanishes, up to an error that the certificate states. What is true of all real numbers is true of
those that meet the hypotheses. A whole number that is only computed with, which no shape, index or loop depends
on, is such a variable, too: the identity then holds for all of its values.

*Exhaustion.* Where a setting has whole numbers and listed choices only, and no prompt, each of them is
decided in exact arithmetic.

*Boxes.* Where there are few real quantities, each of which fills an interval, the space is cut into boxes on
which the statement is decided (:mod:`lemmata.search.boxes`).

*Signs.* Where there are few real quantities, and the sides are quotients of polynomials in them, the space is
cut into parts on which no coefficient of right minus left is negative (:mod:`lemmata.search.signs`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from math import inf
from types import CodeType
from typing import Any

import numpy as np
import torch
from torch import Generator

from lemmata.numbers import formal, stack
from lemmata.numbers.arithmetic import using
from lemmata.numbers.exact import Exact
from lemmata.numbers.formal import Formal, NoEquality, Point, Vanishes, random_prime
from lemmata.records.certificate import Certificate
from lemmata.search import boxes, signs
from lemmata.search.asking import by_kind
from lemmata.search.encoding import encode
from lemmata.search.examiner import Examiner, others_of
from lemmata.search.factors import bracket
from lemmata.search.lifting import lift
from lemmata.search.noticing import noticing
from lemmata.search.resolved import NotResolved, resolved
from lemmata.search.rounding import rounded
from lemmata.search.work import Spent, Work
from lemmata.statement.claims import Variant
from lemmata.statement.spaces import (
    Domain,
    Prompt,
    Space,
    _Array,
    choices,
    dims,
    dyadics,
    is_built_in,
    quantities,
    scales,
    symmetric,
)
from lemmata.statement.written.notation import identifier

_WIDEST = 3
"""Whole numbers go so far beyond their smallest values, where the work allows it."""
MOST = 16
"""Settings that one certificate covers, unless more are asked for."""
_LEAST = 2**14
"""Operations that the first setting may take in any case, if there are twice as many."""
_PATIENCE = 4
"""Settings in a row that are not decided: it ends there."""
_SHARPER = 2
"""Operations of which one is spent on better factors."""
_TRIES = 8
"""Draws of the real quantities of a setting, until its hypotheses are met."""
_SHARES = (3, 3 / 4), (inf, 1 / 16)
"""Of the work that is left, what one more setting may take, by how many are decided, after the first."""
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
    """

    variant: Variant
    seed: str
    work: int
    rows: int = 1
    free: tuple[str, ...] = ()


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
        return Proof(None, "it asserts nothing of every single instance")
    if variant.settings.open_constants:
        return Proof(None, "the source leaves a constant open")
    task, best, reasons, covered = _Task(variant, seed_of(variant, source), work), None, [], list[Small]()
    with suppress(Exception):  # of the claim's own code
        covered = in_order(variant.settings, most)
    if not covered:
        return Proof(None, "no setting with small whole numbers was found")
    for decide, made, part, first in _METHODS:
        try:
            found, why = _one_by_one(task, covered, decide, Work(int(part * work)), first)
        except Fails as error:
            return Proof(None, str(error))
        except NotMeant:
            continue
        reasons.append(why)
        if best is None or len(found) > len(best.settings):
            best = _for_all_sizes(task, [one for one, _ in found], made) or made(task, found) if found else best
        if len(found) > 1:
            break
    return Proof(best) if best else Proof(None, next(filter(None, reasons), "no method is one for it"))


def proves_too_much(variant: Variant, instance: Any, work: int) -> str:
    """The method that would prove a statement at the sizes of an instance at which it is false.

    There is none, unless a method is wrong: each refuted reading and mutant puts them to the test, if the
    sizes are some that a certificate might cover.
    """
    if not variant.claim.kind.provable or variant.settings.open_constants:
        return ""
    values = quantities(instance)
    domains = dict(variant.settings.resolve(dict(values)))
    names = {name: values[name] for name, domain in domains.items() if isinstance(domain, dims | choices)}
    if any(names[name] > d.low + _WIDEST for name, d in domains.items() if isinstance(d, dims)):
        return ""
    task = _Task(variant, "refuted", work)
    for method, decide, part in (("identity", _same, 1), ("boxes", _boxed, 1), ("signs", _signed, 1 / 4)):
        with suppress(Spent, Exception):
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


def _one_by_one(
    task: _Task, covered: list[Small], decide: Decide, work: Work, least: float
) -> tuple[list[tuple[Small, Any]], str]:
    """The settings that a method decides, each with what it found; why the first of the others is not."""
    found: list[tuple[Small, Any]] = []
    first, failures = "", 0
    for one in covered:
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
            first, failures = first or _said(error), failures + 1
            if isinstance(error, Spent) and not found:
                break  # others are larger
        work.done += min(share.done, share.limit)
        if failures == _PATIENCE:
            break
    return found, first


def _said(error: BaseException) -> str:
    """Why a setting is not decided."""
    if isinstance(error, NotDecided | NotResolved):
        return str(error)
    if isinstance(error, Spent):
        return "the work does not suffice"
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


def _exhausted(task: _Task, one: Small, _: Work) -> None:
    """Decides a setting that has no real quantities, nor prompts."""
    variant, (s, names) = task.variant, one
    if not resolved(variant, s, names).is_finite:
        raise NotMeant
    # A hypothesis that is not certainly met, as of a ball, may be met: what is skipped is not decided.
    with noticing(lambda: None) as codes:
        decision = Examiner(variant, torch.device("cpu")).decide(s, None)
    _require_one_way(codes)
    if decision.violation is not None:
        raise Fails(f"the statement fails at {names}")
    if not decision.holds:
        raise NotDecided("exact arithmetic decides nothing at its settings")


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
    raise NotDecided(
        "its check compares, or asks for the value of, what is a real number"
        if point.asked
        else "without its hypotheses the two sides are not one function of the real numbers"
    )


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
    return _cut(task, one, work, boxes.cover, "no boxes were found on each of which it is seen to hold")


def _signed(task: _Task, one: Small, work: Work) -> Cover:
    """Parts that make up the space of a setting, on which the statement holds."""
    none = "no parts of its space were found on each of which signs of coefficients tell"
    return _cut(task, one, work, signs.cover, none)


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
        values = quantities(lift(s, "formal")) | {n: variables(n, d, point.variable) for n, d in real.items()}
        prompt = None
        if domains.prompts is not None:
            batch = range(rows)
            several = {n: [variables(n, d, point.variable) for _ in batch] for n, d in domains.prompts.items()}
            prompt = Prompt(**{n: stack(entries, 0) for n, entries in several.items()})
        others = lift(others_of(variant, s), "formal")
        with noticing(point.refuse) as codes:
            lifted = Prompt(**values) if isinstance(s, Prompt) else replace(s, **values)
            margin = variant.evaluate(lifted, prompt, variant.construct(lifted), others)
        _require_one_way(codes, free)
        if not margin.of_variables or not margin.left.values.size:
            return False
        differences = (margin.left - margin.right).values.flat
        # What belongs to another point, as of a cache, says nothing.
        same = all(d.vanishes and d.point is point if isinstance(d, Formal) else d == 0 for d in differences)
        return same and not point.asked


def _require_one_way(codes: Collection[CodeType], free: Collection[str] = ()) -> None:
    """Refuses code that computes something else from floats than from other numbers.

    Raises:
        NotDecided: says where.
    """
    if place := rounded(codes):
        raise NotDecided(f"its code computes floats, which are rounded ({place})")
    if place := by_kind(codes, whole=bool(free)):
        raise NotDecided(f"its code asks for the kind of a number ({place})")


def variables(name: str, domain: Domain, new: Callable[[], Any]) -> Exact:
    """A quantity of a setting, or of a prompt without a batch axis, each entry of which is a new variable.

    Raises:
        NotDecided: what its domain holds is not known to be one number, or an array of one shape.
    """
    if not isinstance(domain, dims | dyadics | scales | _Array) or not is_built_in(domain):
        which = f"${identifier(name)}$ (`{type(domain).__name__}`)"
        raise NotDecided(f"which values its quantity {which} has is not known")
    entries = np.empty(getattr(domain, "shape", ()), dtype=object)
    for place in np.ndindex(*entries.shape):
        mirrored = (*place[:-2], *place[:-3:-1])
        is_known = isinstance(domain, symmetric) and mirrored < place
        entries[place] = entries[mirrored] if is_known else new()
    return Exact(entries, "formal")


_METHODS: tuple[tuple[Decide, Certify, float, float], ...] = (
    (_exhausted, _exhaustive, 1, 1 / 2),
    (_same, _identity, 1, 1 / 8),
    (_boxed, _boxes, 1 / 2, 1 / 8),
    (_signed, _signs, 1 / 4, 1 / 8),
)
"""Of each its part of the work, and the part of that which the first setting may take.

Most statements are decided neither by boxes nor by signs, and cost as much as they may. Of what is decided, in
whatever way, nothing of this repository took more than :data:`_LEAST` operations at its smallest sizes.
"""
