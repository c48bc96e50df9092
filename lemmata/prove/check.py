"""The checker of certificates: it decides anew whether a certificate proves what it claims.

This file, with those named ``check_*`` beside it, is what a reader has to believe where a page says ``proved``
(docs/certificates.md lists the rest). Nothing of it makes certificates, and nothing that makes them serves
here: the space of a claim is read from its declared domains (:mod:`~lemmata.prove.check_space`), and its check
is evaluated on numbers of the checker's own (:mod:`~lemmata.prove.check_numbers`), in one of three arithmetics
on python-flint. A certificate is a hint where to look (the settings, the cuts); each hint is checked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from lemmata.claims.answers import OTHERS
from lemmata.claims.by_name import Condition
from lemmata.claims.claim import Variant
from lemmata.claims.domains.arrays import ArrayDomain as Entries
from lemmata.claims.domains.arrays import symmetric
from lemmata.claims.domains.base import Domain, is_built_in
from lemmata.claims.domains.real import dyadics, scales
from lemmata.claims.domains.whole import dims
from lemmata.claims.joint_hypotheses import supposed
from lemmata.claims.margin import Margin, interval
from lemmata.claims.placeholders import Depends
from lemmata.numbers import enclosure, formal
from lemmata.numbers.arithmetic import using
from lemmata.numbers.enclosure import Box
from lemmata.numbers.exact import Exact, NotExact, Ring, ball_precision, table
from lemmata.prove.branches_on_type import by_kind
from lemmata.prove.check_intervals import Interval
from lemmata.prove.check_polynomials import MOST_QUANTITIES, Part, Quotient, whole
from lemmata.prove.check_residues import Point, Residue
from lemmata.prove.check_space import (
    NotConfirmed,
    Sides,
    Space,
    count_of,
    members_of,
    only_value,
    read,
    shape_of,
)
from lemmata.prove.check_squares import CASE, LEMMA, SQUARES, Extended, extended, require
from lemmata.prove.provenance import stranger
from lemmata.prove.watching import noticing
from lemmata.records.certificate import MOST_ERROR, Certificate, Factor, Identity
from lemmata.search.encoding import decode_instance, encode

DONE, VOID = ".", "-"
"""In a tree: the statement holds on a part of the space; none of its points meets the hypotheses."""
_MOST_PARTS = 2**14
"""Of a tree; those that are made have at most 8192."""
_ROWS = 2
"""Prompts of an identity: what is true of single ones has to be true of them beside others."""
_PRECISION = 320
_EXACT: tuple[Ring, ...] = ("rational", "ball")
_TOGETHER = 2**8
"""Prompts that are decided at once."""


def wrong(variant: Variant, certificate: Certificate) -> str:
    """What is wrong with a certificate; nothing if it proves the reading at all settings that it names."""
    method = certificate.method
    listed: Mapping[str, Any] = {}
    try:
        certificate.validate()
        if not variant.claim.kind.provable or variant.settings.open_constants:
            raise NotConfirmed("the claim asserts nothing of every single instance, or leaves a constant open")
        if certificate.error and method != "identity":
            raise NotConfirmed("nothing random is in its method, and it states a chance of error")
        for number, listed in enumerate(certificate.settings):
            space = read(variant, listed, certificate.all_sizes)
            if method == "identity":
                _require_identity(space, whole_numbers=bool(certificate.all_sizes))
            elif method == "exhaustive":
                _require_each(space)
            else:
                sides, tree = space.sides(certificate.ranges[number]), certificate.trees[number]
                if method == "boxes":
                    _require_boxes(space, sides, tree)
                else:
                    identities = certificate.identities[number] if method == "squares" else ()
                    _require_parts(space, tree, first_parts(space, certificate, number), identities)
            for factor in (f for f in certificate.factors if f.number == number):
                _require_factor(space, sides, listed, factor)
    except NotConfirmed as error:
        return f"{error}{', with ' * bool(listed)}{dict(listed) or ''}"
    except Exception as error:  # noqa: BLE001 - of the claim's own code, say: nothing is known then
        return f"it cannot be checked at {dict(listed)}: {error}"
    return ""


def _margin(space: Space, ring: Ring, here: Box, instance: tuple[Any, Any], **options: Any) -> Margin:
    """The two sides of a statement on numbers of the checker, as its author's code computes them.

    Raises:
        NotConfirmed: that code asked for a value, caught a refusal, brought in a number from elsewhere, or does
            something else for another kind of number. What it then returned says nothing of all values.
    """
    setting, prompt = instance
    with noticing(here.refuse) as ran:
        tf = space.variant.construct(setting)
        margin = space.variant.evaluate(setting, prompt, tf, options.get("others"))
    if brought := stranger(ran, space.variant):
        raise NotConfirmed(f"a number in the claim is not of the vocabulary: {brought}")
    if place := by_kind(ran.codes, whole=options.get("whole_numbers", False)):
        raise NotConfirmed(f"the claim's code asks for the kind of a number ({place})")
    of_ring = all(isinstance(side, Exact) and side.ring == ring for side in (margin.left, margin.right))
    if here.asked or not of_ring or not margin.left.values.size:
        raise NotConfirmed("the value of a quantity is asked for, or nothing is compared")
    return margin


# -- identities -----------------------------------------------------------------------------------------


def _require_identity(space: Space, *, whole_numbers: bool) -> None:
    """Both sides are the same function of all real numbers, so also of those that meet the hypotheses."""
    point = Point()
    with enclosure.on(point), formal.at(point), using("formal"):
        make = partial(variables, point)
        instance, others = space.instance("formal", make, _ROWS), None
        if many := OTHERS.get(space.variant.wrong):  # whatever the instances are whose answers it takes
            others = space.instance("formal", make, many)[1]
        margin = _margin(space, "formal", point, instance, others=others, whole_numbers=whole_numbers)
        differences = (margin.left - margin.right).values.flat
        same = [d.value == 0 if isinstance(d, Residue) else bool(d == 0) for d in differences]
    if margin.relation != "=" or not all(same) or point.asked:
        raise NotConfirmed("its two sides differ at a random point")
    if point.error > MOST_ERROR:
        raise NotConfirmed("its two sides may differ with too large a chance")


def variables(point: Point, domain: Domain) -> Any:
    """The entries of a quantity, each a variable of its own: whatever values it has are among all numbers.

    Raises:
        NotConfirmed: that it holds numbers, or arrays of this one shape, is known of the built-in ones alone.
    """
    if not is_built_in(domain) or not isinstance(domain, dims | dyadics | scales | Entries):
        raise NotConfirmed("which values a quantity has is not known")
    entries, only = np.empty(shape_of(domain), dtype=object), only_value(domain)
    for place in np.ndindex(*entries.shape):
        entries[place] = point.variable() if only is None else point.constant(only)
    # Each symmetric matrix is the mean of a matrix and its transpose.
    return (entries + np.swapaxes(entries, -1, -2)) / 2 if isinstance(domain, symmetric) else entries


# -- instances ------------------------------------------------------------------------------------------


def _require_each(space: Space) -> None:
    """Every prompt at a setting of whole numbers and choices alone is decided in rationals or in balls."""
    if space.real or space.variant.wrong in OTHERS:
        raise NotConfirmed("its settings hold more than whole numbers and choices")
    domains = list((space.prompt or {}).values())
    if math.prod(map(count_of, domains)) > _MOST_PARTS:
        raise NotConfirmed("it has too many prompts")
    every = list(product(*map(members_of, domains)))  # of a statement without prompts one, of no quantities
    met = 0
    for first in range(0, len(every), _TOGETHER):
        some = every[first : first + _TOGETHER]
        found = next(filter(None, (_each_holds(space, ring, some) for ring in _EXACT)), None)
        if found is None:
            raise NotConfirmed("the statement is not seen to hold")
        met += found.met
    if not met:
        raise NotConfirmed("nothing meets its hypotheses")


class _Holds(NamedTuple):
    """The statement holds at each of several prompts; at so many of them its hypotheses are met."""

    met: int


def _each_holds(space: Space, ring: Ring, prompts: list[tuple[Any, ...]]) -> _Holds | None:
    """Whether the statement is seen to hold at each of these prompts."""
    # One quantity after the other is asked for, each for all prompts.
    values = (entries for column in zip(*prompts, strict=True) for entries in column)
    with suppress(NotExact, ZeroDivisionError), using(ring), ball_precision(_PRECISION):
        instance = space.instance(ring, lambda _: table(next(values), ring), len(prompts))
        margin = _margin(space, ring, Box(Interval), instance)
        low, high = interval((margin.right - margin.left).reshape(-1))  # rounded outwards
        holds = low > 0 if margin.relation == "<" else low >= 0
        if margin.relation == "=":
            holds = holds & (high <= 0)
        holds, met = holds.reshape(len(prompts), -1).all(1), margin.active
        # Rationals tell whether a hypothesis is met. Where balls do not see it met it may be met all the same.
        if (holds | ~met if ring == "rational" else holds & met).all():
            return _Holds(int(met.sum()))
    return None


# -- inequalities: what has to be nowhere negative ------------------------------------------------------


@contextmanager
def _evaluated(space: Space, here: Box, sides: Sides) -> Iterator[Margin]:
    """The two sides of a statement on a part of its space."""
    kind: Any = here.kind
    if isinstance(here, Part):
        here.joined = _joined(space, here, sides)
    with enclosure.on(here), using("enclosure"), ball_precision(_PRECISION):
        numbers = iter(space.numbers(kind.of, sides).values())
        instance = space.instance("enclosure", lambda _: next(numbers), 1)  # one quantity after the other
        yield _margin(space, "enclosure", here, instance)
    if here.asked:
        raise NotConfirmed("the value of a quantity is asked for")


def _joined(space: Space, here: Part, sides: Sides) -> tuple[tuple[Any, Any, bool], ...]:
    """What the hypotheses of the space say (``where=``) of the numbers of a part; nothing if that is not seen.

    They are evaluated by themselves, on a copy of the part, and rest on nothing: no further variables, nothing
    that was refused, no number from elsewhere.
    """
    variant, kind = space.variant, here.kind
    of_prompt = getattr(variant.prompts, "where", None)
    if variant.settings.where is None and of_prompt is None:
        return ()
    found: list[tuple[Any, bool]] = []
    copy = replace(here, joined=(), asked=False)
    with suppress(Exception, Depends), enclosure.on(copy), using("enclosure"), ball_precision(_PRECISION):
        numbers = iter(space.numbers(kind.of, sides).values())
        setting, prompt = space.instance("enclosure", lambda _: next(numbers), 1)
        with noticing(copy.refuse) as ran:
            if variant.settings.where is not None:
                found += supposed(variant.settings.where, setting)
            if prompt is not None and isinstance(of_prompt, Condition):
                found += supposed(partial(of_prompt, setting), prompt.map(lambda v: v[0]))
        has_more = getattr(copy, "made", ()) != getattr(here, "made", ())
        rests_on_more = has_more or copy.asked or stranger(ran, variant) or by_kind(ran.codes)
        if not rests_on_more and all(isinstance(v, Quotient) and not v.jumps for v, _ in found):
            return tuple((v.top, v.bottom, strict) for v, strict in found)
    return ()


def _slacks(space: Space, here: Box, sides: Sides, factor: Fraction | None = None) -> tuple[list[Any], bool]:
    """What has to be nowhere negative on a part of the space, and whether its hypotheses may be met there."""
    with _evaluated(space, here, sides) as margin:
        right = margin.right if factor is None else margin.right * factor
        found = list((right - margin.left).values.flat)
        if margin.relation == "=":  # neither difference is negative: they are 0
            found += [-v for v in found]
        if factor is not None:  # of a negative side a smaller multiple is larger
            found += list(margin.right.values.flat)
        active, here.hypotheses = bool(margin.active.any()), margin.hypotheses
    return found, active


def _require_whole_space(space: Space, sides: Sides, words: Any) -> None:
    if space.variant.wrong in OTHERS or space.variant.fails_where is not None or not sides:
        raise NotConfirmed("it is not stated of a whole space of real quantities")
    if len(sides) > MOST_QUANTITIES or len(words) > _MOST_PARTS:
        raise NotConfirmed("it has too many real quantities, or parts")


def _require_boxes(space: Space, sides: Sides, tree: str, factor: Fraction | None = None) -> None:
    """The boxes of a tree cover the space, and the statement holds on each.

    A tree names for each box, from the first to the last, the quantity along which it is cut in two, or says
    what becomes of it. Both halves of a cut are looked at, so that nothing is left out.
    """
    _require_whole_space(space, sides, tree)
    stack = [sides]
    for word in tree:
        if not stack:
            raise NotConfirmed("its tree goes on beyond its end")
        part = stack.pop()
        i = ord(word) - ord("a")
        if 0 <= i < len(part) and part[i][0] < part[i][1]:
            stack += reversed(_halves(part, i))
        elif word == VOID:
            if not space.is_outside(part) and _slacks(space, Box(Interval), part, factor)[1]:
                raise NotConfirmed("the hypotheses may be met on a box that is left out")
        elif word != DONE or not _holds_on(space, part, factor):
            ends = ", ".join(f"[{float(low):.6g}, {float(high):.6g}]" for low, high in part)
            raise NotConfirmed(f"the statement is not seen to hold on the box {ends}")
    if stack:
        raise NotConfirmed("its tree ends too early")


def _halves(sides: Sides, i: int) -> list[Sides]:
    low, high = sides[i]
    at = _middle(low, high)
    return [(*sides[:i], half, *sides[i + 1 :]) for half in ((low, at), (at, high))]


def _middle(low: Any, high: Any) -> Any:
    """Where a side is cut, as the maker does; any number inside would do."""
    if isinstance(high, float):
        if isinstance(low, float) or low < 0:
            return Fraction(0)
        return 4 * low if low >= 1 else Fraction(1)
    if isinstance(low, float) or high < 0:
        return -_middle(-high, -low)
    if low > 0 and high > 4 * low:  # in the middle of its scales
        first, last = (v.numerator.bit_length() - v.denominator.bit_length() for v in (low, high))
        at = Fraction(2) ** ((first + last) // 2)
        if low < at < high:
            return at
    return (low + high) / 2


def _holds_on(space: Space, sides: Sides, factor: Fraction | None) -> bool:
    """Whether the statement is seen to hold on a box."""
    if space.is_outside(sides):
        return True
    with suppress(ArithmeticError):  # it has no one answer on all of the box
        slacks, active = _slacks(space, Box(Interval), sides, factor)
        return not active or all(_is_not_negative(space, sides, factor, k, v) for k, v in enumerate(slacks))
    return False


def _is_not_negative(space: Space, sides: Sides, factor: Fraction | None, k: int, slack: Interval) -> bool:
    """By its interval; or where it is smallest, as its slopes say; or by the mean value theorem."""
    if slack.low >= 0 or slack.slopes is None:
        return bool(slack.low >= 0)
    face, centre, less = list(sides), list(sides), Fraction(0)
    for i, (low, high) in enumerate(sides):
        least, most = slack.slopes.get(i, (0, 0))
        ends = [low] * (least >= 0) + [high] * (most <= 0) + [Fraction(0)] * (least == most == 0)
        end = next((end for end in ends if isinstance(end, Fraction)), None)
        if end is not None:  # it is smallest at this end, whatever the others are (or the same everywhere)
            face[i] = centre[i] = (end, end)
        else:  # within the box it is at most so much smaller than at the middle
            middle = _middle(low, high)
            centre[i] = (middle, middle)
            less += max(-least, most) * max(high - middle, middle - low)
    for part, below in ((tuple(centre), less), (tuple(face), 0)):
        if part == sides:
            return False
        slack = _slacks(space, Box(Interval), part, factor)[0][k]
        if slack.low >= below:
            return True
    return _is_not_negative(space, tuple(face), factor, k, slack)


Firsts = list[tuple[Sides, Part]]


def first_parts(space: Space, certificate: Certificate, number: int) -> Firsts:
    """What the parts of a tree are cut from: the whole space, or one for each combination of signs."""
    every = space.with_signs(space.sides(certificate.ranges[number]))
    if certificate.method == "squares":
        return [(sides, extended(space, sides, certificate.parts[number])) for sides in every]
    return [(sides, whole(sides, space.ranges, space.shares)) for sides in every]


def _require_parts(space: Space, tree: str, firsts: Firsts, identities: tuple[Identity, ...]) -> None:
    """The parts of a tree make up the space, and right minus left is nowhere negative on each."""
    _require_whole_space(space, firsts[0][0], tree.split())
    for part, slacks, word in parts_of(space, tree, firsts):
        numbers = word[1:].split(",") if word.startswith(SQUARES) else [""] * len(slacks)
        for slack, number in zip(slacks, numbers, strict=True) if word != VOID else ():
            if number and isinstance(part, Extended):
                require(part, slack, identities[int(number)])
            elif not part.is_nowhere_negative(slack.top):
                raise NotConfirmed("the statement is not seen to hold on a part")


def parts_of(space: Space, tree: str, firsts: Firsts) -> Iterator[tuple[Part, list[Any], str]]:
    """The parts of a tree, what has to be nowhere negative on each, and what the tree says of it.

    A polynomial that is used as one that is not negative comes before the parts on which it is.

    Raises:
        NotConfirmed: they do not make up the space, or hypotheses are met on one that is left out.
    """
    stack = firsts[::-1]
    for word in tree.split():
        if not stack:
            raise NotConfirmed("its tree goes on beyond its end")
        sides, part = stack.pop()
        if word.startswith(LEMMA) and isinstance(part, Extended):
            if part.is_beyond(word):  # as with cases
                with suppress(ArithmeticError, NotConfirmed):
                    _slacks(space, part, sides)
            here, p, number = part.lemma(word)
            yield here, [p], f"{SQUARES}{number}"
            stack.append((sides, replace(part, decided=(*part.decided, p.top), asked=False)))
            continue
        if word not in (DONE, VOID) and not word.startswith(SQUARES):
            if word.startswith(
                CASE
            ):  # it may speak of roots: those that the check asks for, as far as it comes
                with suppress(ArithmeticError, NotConfirmed):
                    _slacks(space, part, sides)
            stack += [(sides, half) for half in reversed(part.halves(word))]
            continue
        slacks, active = _slacks(space, part, sides)
        # All denominators are positive inside; what is continuous is not negative on the borders, either.
        if (word == VOID) == active or (active and any(v.jumps for v in slacks)):
            raise NotConfirmed("the statement is not seen to hold on a part")
        yield part, slacks, word
    if stack:
        raise NotConfirmed("its tree ends too early")


# -- best factors ---------------------------------------------------------------------------------------


def _require_factor(space: Space, sides: Sides, listed: Mapping[str, Any], factor: Factor) -> None:
    """The larger side may be multiplied by ``high`` on all of the space, and by nothing below ``low``."""
    factor.validate()
    low, high = Fraction(factor.low), Fraction(factor.high)
    # For the factor 1 the certificate itself says so.
    if (high == 1) != (not factor.tree):
        raise NotConfirmed("its best factor has no cuts, or needs none")
    s, prompt = decode_instance(space.variant, factor.setting, factor.prompt)  # it meets the hypotheses
    if any(encode(getattr(s, name)) != value for name, value in listed.items()):
        raise NotConfirmed("the instance of its best factor is of another setting")
    values = {name: getattr(s, name) for name in space.real} | dict(prompt.items() if prompt else ())
    entries = (v for name in space.quantities for v in np.asarray(values[name], dtype=object).flat)
    point = tuple((Fraction(v), Fraction(v)) for v in entries)
    with _evaluated(space, Box(Interval), point) as margin:
        pairs = list(zip(margin.left.values.flat, margin.right.values.flat, strict=True))
        reached = any(b.low > 0 and (a - b * low).low >= 0 for a, b in pairs)
    if margin.relation != "<=" or not reached:
        raise NotConfirmed(f"the ratio of the two sides is not seen to be {float(low):.6g} at its instance")
    if factor.tree:
        _require_boxes(space, sides, factor.tree, high)
