"""Which values a claim speaks of at a setting of a certificate, read from the domains that it declares."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, is_dataclass
from fractions import Fraction
from itertools import islice
from math import factorial, inf, nextafter, prod
from typing import Any, NamedTuple

import numpy as np

from lemmata.claims.claim import Variant
from lemmata.claims.domains.arrays import box, in_ball, reals, signs, sparse, symmetric
from lemmata.claims.domains.base import Domain, kind_of
from lemmata.claims.domains.laws import gaussian, normal, uniform, uniform_ball
from lemmata.claims.domains.real import dyadics, scales
from lemmata.claims.domains.structured import integers, permutations, positive_definite, simplex, triangular
from lemmata.claims.domains.whole import choices, dims
from lemmata.claims.intervals import Interval
from lemmata.claims.placeholders import Depends, Stated, Unread, UnreadSize, is_unread
from lemmata.claims.prompt import Prompt
from lemmata.numbers import lifting
from lemmata.numbers.exact import Exact, Ring
from lemmata.numbers.literals import is_short
from lemmata.prove.watching import noticing
from lemmata.search.encoding import encode

Sides = tuple[tuple[Any, Any], ...]
"""The ends of each number of a setting and its prompt, one after the other."""
_MOST_SIGNS = 4
"""Entries of which each is -1 or 1: of more of them no more is used than that they lie between."""


class NotConfirmed(Exception):
    """What is wrong with a certificate, in a few words."""


class Range(NamedTuple):
    """Between which ends the entries of a quantity lie, and whether the ends are none of its values."""

    low: Any
    high: Any
    open_low: bool = False
    open_high: bool = False


@dataclass(frozen=True)
class Space:
    """The domains of one setting and its prompt.

    Attributes:
        known: the whole numbers and choices of the setting.
        real: the domains of its other quantities, and of whole numbers of which every value is meant.
        prompt: those of the prompt; None where the statement has none.
    """

    variant: Variant
    known: dict[str, Any]
    real: dict[str, Domain]
    prompt: dict[str, Domain] | None

    def instance(self, ring: Ring, make: Callable[[Domain], Any], rows: int) -> tuple[Any, Prompt | None]:
        """A setting, and so many prompts, with numbers of the checker in the place of all real quantities."""
        holder = self.variant.settings.holder
        values = {name: lifting.lift(value, ring) for name, value in self.known.items()}
        values |= {name: Exact(make(domain), ring) for name, domain in self.real.items()}
        if is_dataclass(holder):  # what the space leaves out keeps its default
            others = [f for f in fields(holder) if f.name not in values]
            made = {f.name: f.default if f.default_factory is MISSING else f.default_factory() for f in others}
            values |= {name: lifting.lift(value, ring) for name, value in made.items()}
        if self.prompt is None:
            return holder(**values), None
        several = {name: [make(domain) for _ in range(rows)] for name, domain in self.prompt.items()}
        return holder(**values), Prompt(**{name: Exact(np.stack(rows), ring) for name, rows in several.items()})

    @property
    def quantities(self) -> dict[str, Domain]:
        """All that is real, in the order in which an instance is made."""
        return {**self.real, **(self.prompt or {})}

    @property
    def ranges(self) -> list[Range]:
        """Of each number."""
        return [r for domain in self.quantities.values() for r in ranges_of(domain)]

    @property
    def shares(self) -> list[range]:
        """The places of numbers that stand for those of a simplex, in their ratio."""
        found, start = [], 0
        for domain in self.quantities.values():
            end = start + prod(shape_of(domain))
            if kind_of(domain) is simplex:
                n = shape_of(domain)[-1]
                found += [range(k, k + n) for k in range(start, end, n)]
            start = end
        return found

    def with_signs(self, sides: Sides) -> list[Sides]:
        """The parts that make up the space: of signs, if there are few, each combination is one by itself."""
        many = (([kind_of(d) is signs] * prod(shape_of(d))) for d in self.quantities.values())
        is_sign = [*itertools.chain.from_iterable(many)]
        if sum(is_sign) > _MOST_SIGNS:
            return [sides]
        both = (Fraction(-1), Fraction(-1)), (Fraction(1), Fraction(1))
        each = [both if found else (side,) for found, side in zip(is_sign, sides, strict=True)]
        return list(itertools.product(*each))

    def numbers(self, make: Callable[..., Any], sides: Sides) -> dict[str, np.ndarray]:
        """All real quantities of an instance, made of numbers between these ends."""
        found, places = {}, itertools.count()
        for name, domain in self.quantities.items():
            every = ranges_of(domain)
            entries = np.empty(len(every), dtype=object)
            for k, (low, _, is_open, _) in enumerate(every):
                i = next(places)
                entries[k] = make(*sides[i], i, apart=is_open and low == 0)
            found[name] = made_of(domain, entries.reshape(shape_of(domain)), make(Fraction(0), Fraction(0)))
        return found

    def computed(self, values: Mapping[str, Exact]) -> dict[str, Domain]:
        """The domains with an end that depends on others, which is computed from these numbers; sparse ones."""

        def of_prompt(name: str) -> Any:
            return Stated(values[name])

        def seen(name: str, _: Domain) -> Any:
            return self.known[name] if name in self.known else of_prompt(name)

        settings, prompt = _domains(self.variant, seen, of_prompt)
        every = {**settings, **(prompt or {})}
        depends = {n for n, domain in self.quantities.items() if any(map(is_unread, stated_of(domain)))}
        return {n: d for n, d in every.items() if n in depends or kind_of(d) is sparse}

    def is_outside(self, sides: Sides) -> bool:
        """Whether a box lies outside of a ball: the point of it that is nearest to 0 already does."""
        rest = iter(sides)
        for domain in self.quantities.values():
            shape = shape_of(domain)
            nearest = [max(low, -high, Fraction(0)) ** 2 for low, high in islice(rest, prod(shape))]
            if not isinstance(domain, in_ball) or not nearest or not shape:
                continue
            if np.any(np.reshape(nearest, shape).sum(-1) > range_of(domain).high ** 2):
                return True
        return False

    def sides(self, stated: Mapping[str, Any]) -> Sides:
        """The ranges that a certificate states: they hold those of the claim, maybe more.

        Raises:
            NotConfirmed: they do not.
        """
        if self.quantities.keys() != stated.keys() or {*self.real} & {*(self.prompt or {})}:
            raise NotConfirmed("its ranges are those of other quantities")
        found: list[tuple[Any, Any]] = []
        for name, domain in self.quantities.items():
            low, high = (float(end) if end in ("inf", "-inf") else Fraction(end) for end in stated[name])
            if not low <= range_of(domain).low <= range_of(domain).high <= high:
                raise NotConfirmed("its ranges are not those of the claim")
            if kind_of(domain) is positive_definite:  # of the diagonal more is known
                found += [(r.low, r.high) for r in ranges_of(domain)]
            else:
                found += [(low, high)] * prod(shape_of(domain))
        return tuple(found)


def shape_of(domain: Domain) -> tuple[int, ...]:
    """The shape of a quantity's values; () of a number."""
    return tuple(getattr(domain, "shape", ()))


def read(variant: Variant, listed: Mapping[str, Any], every: Collection[str] = ()) -> Space:
    """The domains where the whole numbers and choices of a setting are those that a certificate lists.

    Real quantities are handed to the author's code as numbers whose values cannot be read: what is found is so
    for all of their values, but for ends of domains that are computed from them.

    Args:
        variant: the reading.
        listed: the whole numbers and choices by name.
        every: the whole numbers of which every value is meant.

    Raises:
        NotConfirmed: the space is not known without the values of real quantities, or has other quantities.
    """
    known: dict[str, Any] = {}
    real: dict[str, Domain] = {}

    def seen(name: str, domain: Domain) -> Any:
        """What later domains see of a quantity."""
        if isinstance(domain, dims | choices) and name not in every:
            known[name] = _value(domain, listed[name])
        else:
            known[name], real[name] = UnreadSize() if name in every else Unread(), domain
        return known[name]

    _, prompt = _domains(variant, seen, lambda _: Unread())
    chosen = {name: value for name, value in known.items() if name not in real}
    if chosen.keys() != listed.keys() or not all(type(real.get(name)) is dims for name in every):
        raise NotConfirmed("its settings do not name the whole numbers and choices of the claim")
    space = Space(variant, chosen, real, prompt)
    if any(is_unread(size) for domain in space.quantities.values() for size in shape_of(domain)):
        raise NotConfirmed("the shape of a quantity depends on a real quantity")
    return space


def _domains(
    variant: Variant, seen: Callable[[str, Domain], Any], of_prompt: Callable[[str], Any]
) -> tuple[dict[str, Domain], dict[str, Domain] | None]:
    """The domains of a setting and of its prompt.

    Args:
        variant: the reading.
        seen: what later domains see of a quantity of the setting,
        of_prompt: and of one of the prompt.

    Raises:
        NotConfirmed: the author's own code asks for more.
    """
    asked: list[bool] = []
    known: dict[str, Any] = {}
    settings: dict[str, Domain] = {}
    prompt: dict[str, Domain] | None = None
    try:
        with noticing(lambda: asked.append(True)):  # an exception that the author's code catches counts, too
            for name, domain in variant.settings.resolve(known):
                settings[name], known[name] = domain, seen(name, domain)
            if variant.prompts is not None:
                before: dict[str, Any] = {}
                prompt = {}
                for name, domain in variant.prompts(variant.settings.holder(**known)).resolve(before):
                    prompt[name], before[name] = domain, of_prompt(name)
    except (Exception, Depends):  # noqa: BLE001 - of the author's own code
        asked.append(True)
    if asked:
        raise NotConfirmed("its space is not known without the values of real quantities")
    return settings, prompt


def _value(domain: dims | choices, stored: Any) -> Any:
    """The whole number, or the one option of a list, that a certificate means."""
    options = domain.options if isinstance(domain, choices) else [stored]
    (meant,) = [v for v in options if encode(v) == stored and type(encode(v)) is type(stored)]
    if not domain.contains(meant):
        raise NotConfirmed("a setting is none of the claim's")
    return meant


def count_of(domain: Domain) -> float:
    """How many values a quantity has; infinitely many where that is not known."""
    kind: Any = kind_of(domain)
    stated: Any = domain
    if kind is permutations:
        return factorial(stated.d)
    each = 2 if kind is signs else stated.high - stated.low + 1 if kind is integers else inf
    return float(each) ** prod(shape_of(domain))


def members_of(domain: Domain) -> list[np.ndarray]:
    """All values of a quantity whose values can be listed.

    Raises:
        NotConfirmed: they cannot.
    """
    kind: Any = kind_of(domain)
    stated: Any = domain
    if kind is permutations:
        rows = np.eye(stated.d, dtype=int).astype(object)
        return [rows[list(order)] for order in itertools.permutations(range(stated.d))]
    if kind not in (signs, integers):
        raise NotConfirmed("the values of a quantity are not listed")
    each = (-1, 1) if kind is signs else range(int(stated.low), int(stated.high) + 1)
    shape = shape_of(domain)
    return [np.array(v, dtype=object).reshape(shape) for v in itertools.product(each, repeat=prod(shape))]


def ranges_of(domain: Domain) -> list[Range]:
    """The ends between which the numbers lie that a quantity is made of, one for each of its entries."""
    shape = shape_of(domain)
    found = [range_of(domain)] * prod(shape)
    if kind_of(domain) is positive_definite:  # the diagonal of a triangular factor
        found[:: shape[-1] + 1] = [Range(Fraction(0), inf, open_low=True)] * shape[-1]
    return found


def made_of(domain: Domain, numbers: np.ndarray, zero: Any) -> np.ndarray:
    """The entries of a quantity: those of a symmetric matrix are two by two the same, for instance.

    Whatever the numbers are these are values of the domain, and each value is made of some numbers: a positive
    definite matrix is ``L L^T`` with a lower triangular L, whose diagonal is positive (Cholesky).
    """
    kind: Any = kind_of(domain)
    if kind not in (symmetric, triangular, positive_definite):
        return numbers
    found = numbers.copy()
    n = numbers.shape[-1]
    for i, j in zip(*np.triu_indices(n, 1), strict=True):  # above the diagonal
        found[..., i, j] = numbers[..., j, i] if kind is symmetric else zero
    return found @ found.T if kind is positive_definite else found


def stated_of(domain: Domain) -> tuple[Any, ...]:
    """The ends of a domain as its author wrote them; none where it has no such ends."""
    kind: Any = kind_of(domain)
    stated: Any = domain
    if kind is sparse:
        return -stated.bound, stated.bound  # the sum of absolute values is at most the bound
    by_ends = dyadics, box, uniform, in_ball, uniform_ball
    return tuple(stated.stated) if kind in by_ends and not getattr(domain, "of", "") else ()


def range_of(domain: Domain) -> Range:
    """Ends between which the entries of a quantity lie, whatever the others are on which they depend.

    Raises:
        NotConfirmed: a class of an author's own may hold anything.
    """
    kind: Any = kind_of(domain)
    stated: Any = domain
    if kind in (dyadics, scales, box) and stated.of:
        allowed = Interval.parse(stated.of)
        return Range(allowed.low, allowed.high, allowed.open_low, allowed.open_high)
    opens = getattr(stated, "open_low", False), getattr(stated, "open_high", False)
    if kind is scales:
        return Range(Fraction(2) ** stated.low, Fraction(2) ** stated.high, *opens)
    if kind in (reals, gaussian, normal):
        return Range(-inf, inf)
    if kind in (symmetric, triangular, positive_definite):
        return Range(-inf, inf)
    if kind is simplex:
        return Range(Fraction(0), Fraction(1))
    if kind is signs:
        return Range(Fraction(-1), Fraction(1))
    ends = stated_of(domain)
    if not ends or (kind is sparse and not is_unread(ends[1]) and not is_short(float(ends[1]))):
        raise NotConfirmed("a quantity is not known to lie between ends that are known")
    return Range(_end(ends[0], -inf), _end(ends[1], inf), *opens)


def only_value(domain: Domain) -> Fraction | None:
    """The number that all entries of a quantity are, if both its ends are this number."""
    with suppress(NotConfirmed):
        low, high, *_ = range_of(domain)
        return Fraction(low) if low == high else None
    return None


def _end(end: Any, outward: float) -> Any:
    """An end as it is stated; of a float that is only near what is meant (0.1), the next float beyond it."""
    if is_unread(end):  # it may be anywhere
        return outward
    is_rounded = float(end) == end and not is_short(float(end))
    return Fraction(nextafter(float(end), outward) if is_rounded else end)
