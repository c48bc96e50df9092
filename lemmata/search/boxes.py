"""Proofs by boxes: a statement about few real quantities is decided on each of finitely many boxes.

Together the boxes cover the whole space of a setting and its prompt. Of its domains only those are known that
say which interval they fill, or which half line; a ball is covered by a cube. On a box both sides are enclosed
(:mod:`lemmata.numbers.enclosure`). It is done with if

- the enclosure of right minus left is nowhere negative, or
- it is not on the part of the box where it is smallest: at one end of each side along which its slope has one
  sign; or
- it is not by the mean value form: its value at the middle, less what the slopes allow; or
- no point of it meets the hypotheses.

Else the box is cut in two. A statement that is met with equality inside of the space is out of reach but
where the two sides do not depend on anything, and so is one that fails at a single point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import inf, isinf, nextafter, prod
from types import CodeType
from typing import Any

import numpy as np

from lemmata.numbers import enclosure
from lemmata.numbers.arithmetic import using
from lemmata.numbers.enclosure import Box, End
from lemmata.numbers.exact import Exact, ball_precision, balls_available
from lemmata.numbers.infinite import is_finite
from lemmata.numbers.literals import is_short
from lemmata.numbers.sloped import Sloped
from lemmata.search.asking import by_kind
from lemmata.search.lifting import lift
from lemmata.search.noticing import noticing
from lemmata.search.resolved import NotResolved, resolved
from lemmata.search.rounding import rounded
from lemmata.search.work import Work
from lemmata.statement.answers import OTHERS
from lemmata.statement.claims import Variant
from lemmata.statement.intervals import Interval
from lemmata.statement.spaces import (
    Prompt,
    box,
    dyadics,
    gaussian,
    in_ball,
    normal,
    quantities,
    reals,
    scales,
    signs,
    uniform,
    uniform_ball,
)
from lemmata.statement.unread import is_unread
from lemmata.statement.written.notation import identifier

MOST_VARIABLES = 12
MOST_BOXES = 4096
"""Of one setting."""
_DEEPEST = 48
"""Cuts on the way to a box: where the statement is met with equality, or fails, no number of cuts will do."""
_ULPS = 4
"""An end that is only near the number that is meant lies at most so many floats inside of it."""
_BITS = 128

Side = tuple[End, End]
Sides = tuple[Side, ...]
Seen = tuple[list[Any], bool]
"""A box: the ends of each variable."""
DONE, VOID = ".", "-"
"""In a tree: a box on which the statement holds; one without a point that meets the hypotheses."""


class NotBoxable(Exception):
    """The space is not known to fill a box, or is too large for one."""


@dataclass(frozen=True)
class Quantity:
    """A real quantity, whose entries run from ``low`` to ``high``.

    Attributes:
        radius: of vectors along the last axis, if they fill a ball.
        above: whether an entry that is ``low`` is none of its values.
    """

    name: str
    of_prompt: bool
    shape: tuple[int, ...]
    low: End
    high: End
    radius: Fraction | None = None
    above: bool = False


@dataclass(frozen=True)
class Whole:
    """The space of one setting and its prompt.

    Attributes:
        setting: with the whole numbers and choices in question; its real numbers are replaced.
        quantities: all that is real.
        factor: below 1, the statement is that the larger side is not negative, and still the larger one if it
            is multiplied by this.
    """

    variant: Variant
    setting: Any
    quantities: tuple[Quantity, ...]
    factor: Fraction = Fraction(1)

    @property
    def sides(self) -> Sides:
        """The box that holds the space."""
        return tuple((q.low, q.high) for q in self.quantities for _ in range(prod(q.shape)))

    @property
    def positive(self) -> frozenset[int]:
        """Which numbers run through the half line of those above 0."""
        above = [
            q.above and q.low == 0 and isinf(q.high) for q in self.quantities for _ in range(prod(q.shape))
        ]
        return frozenset(i for i, is_above in enumerate(above) if is_above)

    @property
    def ranges(self) -> dict[str, list[str]]:
        """The ends of each quantity, by its name, exactly."""
        return {q.name: [str(q.low), str(q.high)] for q in self.quantities}

    def outside(self, sides: Sides) -> bool:
        """Whether a box has no point in common with a ball that a quantity fills."""
        start = 0
        for q in self.quantities:
            end = start + prod(q.shape)
            if q.radius is not None and q.shape and q.shape[-1]:
                nearest = [max(low, -high, Fraction(0)) ** 2 for low, high in sides[start:end]]
                rows = (nearest[i : i + q.shape[-1]] for i in range(0, len(nearest), q.shape[-1]))
                if any(sum(row) > q.radius**2 for row in rows):
                    return True
            start = end
        return False

    def slacks(self, sides: Sides, here: Box, *, strictly: bool = False) -> Seen | None:
        """What should not be negative on a box, and whether some point may meet the hypotheses; None: refused.

        With ``strictly`` an exception that the claim's own code catches is a refusal, too.

        Raises:
            NotBoxable: with ``strictly``, if that code computes floats.
        """
        codes: set[CodeType] = set()
        seen = None
        with suppress(Exception), enclosure.on(here), using("enclosure"), ball_precision(_BITS):
            with noticing(enclosure.doubt) if strictly else nullcontext(codes) as codes:
                setting, prompt = self._instance(sides, here)
                margin = self.variant.evaluate(setting, prompt, self.variant.construct(setting))
            sides_of = margin.left, margin.right
            if not all(isinstance(side, Exact) and side.ring == "enclosure" for side in sides_of):
                return None
            right = margin.right if self.factor == 1 else margin.right * self.factor
            found = list((right - margin.left).values.flat)
            if self.factor != 1:
                if margin.relation == "=":
                    return None
                found += list(margin.right.values.flat)
            found += [-v for v in found] if margin.relation == "=" else []
            if found and not here.asked:
                seen = found, bool(margin.active.any())
        if place := rounded(codes):
            raise NotBoxable(f"its code computes floats, which are rounded ({place})")
        if place := by_kind(codes):
            raise NotBoxable(f"its code asks for the kind of a number ({place})")
        return seen

    def _instance(self, sides: Sides, here: Box) -> tuple[Any, Prompt | None]:
        made: dict[bool, dict[str, Exact]] = {False: {}, True: {}}
        start = 0
        for q in self.quantities:
            count = prod(q.shape)
            entries = np.empty(count, dtype=object)
            entries[:] = [here.kind.of(*sides[i], i) for i in range(start, start + count)]
            if q.above and not q.low:
                for entry, side in zip(entries, sides[start:], strict=False):
                    entry.apart = side[0] < side[1]
            batch = (1,) if q.of_prompt else ()
            made[q.of_prompt][q.name] = Exact(entries.reshape(batch + q.shape), "enclosure")
            start += count
        others = lift(self.setting, "enclosure")
        known = {name: made[False].get(name, value) for name, value in quantities(others).items()}
        setting = Prompt(**known) if isinstance(others, Prompt) else replace(others, **known)
        return setting, None if self.variant.prompts is None else Prompt(**made[True])


def whole(variant: Variant, setting: Any, listed: Mapping[str, Any]) -> Whole:
    """The space of a reading where its whole numbers and choices are these.

    Raises:
        NotBoxable: a domain is not known to fill an interval, or depends on a real quantity.
    """
    if not balls_available():
        raise NotBoxable("python-flint is not installed")
    if variant.wrong in OTHERS or variant.fails_where is not None:
        raise NotBoxable("it is not stated of its whole space")
    try:
        domains = resolved(variant, setting, listed)
    except NotResolved as error:
        raise NotBoxable(str(error)) from None
    real = ((name, d) for name, d in domains.settings.items() if name not in listed)
    found = [_quantity(name, domain, of_prompt=False) for name, domain in real]
    found += [_quantity(name, domain, of_prompt=True) for name, domain in (domains.prompts or {}).items()]
    space = Whole(variant, setting, tuple(found))
    if not space.sides:
        raise NotBoxable("it has no real quantities")
    if len(space.sides) > MOST_VARIABLES:
        raise NotBoxable(f"it has more than {MOST_VARIABLES} real quantities at its smallest sizes")
    return space


def _quantity(name: str, domain: Any, *, of_prompt: bool) -> Quantity:
    """How a quantity runs. A class derived from one that is known may hold anything, and is refused."""
    kind, shape = type(domain), getattr(domain, "shape", ())
    if kind in (dyadics, scales, box) and domain.of:
        allowed = Interval.parse(domain.of)
        return Quantity(name, of_prompt, shape, allowed.low, allowed.high, above=allowed.open_low)
    if kind is scales:
        return Quantity(name, of_prompt, shape, Fraction(2) ** domain.low, Fraction(2) ** domain.high)
    if kind in (reals, gaussian, normal):
        return Quantity(name, of_prompt, shape, -inf, inf)
    if kind is signs:
        return Quantity(name, of_prompt, shape, Fraction(-1), Fraction(1))
    if kind not in (dyadics, box, uniform, in_ball, uniform_ball):
        raise NotBoxable(
            f"no interval is known that its quantity ${identifier(name)}$ fills (`{kind.__name__}`)"
        )
    if any(map(is_unread, domain.stated)):
        raise NotBoxable("the range of a quantity depends on a real quantity")
    low, high = (_end(end, outward) for end, outward in zip(domain.stated, (-inf, inf), strict=True))
    return Quantity(name, of_prompt, shape, low, high, high if kind in (in_ball, uniform_ball) else None)


def _end(end: Any, outward: float) -> Fraction:
    """An end of a domain as it is stated; of a float that is only near what is meant, a number beyond it."""
    if isinstance(end, float) and not is_short(end):
        for _ in range(_ULPS):
            end = nextafter(end, outward)
    return Fraction(end)


# -- the cover ------------------------------------------------------------------------------------------


def cover(space: Whole, work: Work) -> str | None:
    """A tree of boxes that decide the statement on the whole space; None where it is not found to hold.

    It names for each box, from the first to the last, the variable along which it is cut in two
    (:func:`letter`), or :data:`DONE` or :data:`VOID`.
    """
    first = _looked_at(space, _middle(space.sides), work)
    if first is None or (first[1] and any(slack.high < 0 for slack in first[0])):
        return None
    stack: list[tuple[Sides, int]] = [(space.sides, 0)]
    tree: list[str] = []
    while stack:
        sides, depth = stack.pop()
        cut = _decided(space, sides, work)
        if isinstance(cut, str):
            tree.append(cut)
            continue
        if depth == _DEEPEST or len(tree) + len(stack) > 2 * MOST_BOXES or cut is None:
            return None
        tree.append(letter(cut))
        near, far = halves(sides, cut)
        stack += [(far, depth + 1), (near, depth + 1)]
    found = "".join(tree)
    return found if _is_plain(space, found, work) else None


def _is_plain(space: Whole, tree: str, work: Work) -> bool:
    """Whether no exception was caught on any of the boxes. On a part of a box code takes the same way."""
    boxes = (sides for sides, _ in leaves(tree, space.sides) if not space.outside(sides))
    return all(space.slacks(sides, Box(Sloped, work.spend), strictly=True) is not None for sides in boxes)


def letter(variable: int) -> str:
    """How a tree names a variable."""
    return chr(ord("a") + variable)


def leaves(tree: str, sides: Sides) -> Iterator[tuple[Sides, str]]:
    """The boxes that a tree ends in, and what it says of each.

    Raises:
        ValueError: it is none.
    """
    stack = [sides]
    for character in tree:
        if not stack:
            raise ValueError("the tree of boxes goes on beyond its end")
        sides = stack.pop()
        if character in (DONE, VOID):
            yield sides, character
            continue
        variable = ord(character) - ord("a")
        if not 0 <= variable < len(sides) or sides[variable][0] == sides[variable][1]:
            raise ValueError("the tree of boxes cuts along no variable")
        near, far = halves(sides, variable)
        stack += [far, near]
    if stack:
        raise ValueError("the tree of boxes ends too early")


def halves(sides: Sides, variable: int) -> tuple[Sides, Sides]:
    """A box cut in two."""
    low, high = sides[variable]
    at = _between(low, high)
    before, after = sides[:variable], sides[variable + 1 :]
    return (*before, (low, at), *after), (*before, (at, high), *after)


def _middle(sides: Sides) -> Sides:
    """A point inside of a box."""
    inside = []
    for low, high in sides:
        at = low if low == high else _between(low, high)
        inside.append(at if at or isinstance(high, Fraction) else Fraction(1))  # 0 is rarely like the others
    return tuple((at, at) for at in inside)


def _between(low: End, high: End) -> End:
    """Where a side is cut: in the middle, of its scales if it spans several; a half line ever further out."""
    if isinstance(high, float):
        if isinstance(low, float) or low < 0:
            return Fraction(0)
        return 4 * low if low >= 1 else Fraction(1)
    if isinstance(low, float):
        return -_between(-high, -low)
    if low > 0 and high > 4 * low:
        first, last = (v.numerator.bit_length() - v.denominator.bit_length() for v in (low, high))
        at = Fraction(2) ** ((first + last) // 2)
        if low < at < high:
            return at
    if high < 0:
        return -_between(-high, -low)
    return (low + high) / 2


def _decided(space: Whole, sides: Sides, work: Work) -> str | int | None:
    """What a tree says of a box; where it is undecided the variable along which it is cut."""
    if space.outside(sides):
        return VOID
    seen = _looked_at(space, sides, work)
    if seen is None:
        return _widest(sides, space.sides)
    slacks, active = seen
    if not active:
        return VOID
    for place, slack in enumerate(slacks):
        if not _holds(space, sides, place, slack, work):
            return _steepest(sides, slack, space.sides)
    return DONE


def _looked_at(space: Whole, sides: Sides, work: Work) -> Seen | None:
    return space.slacks(sides, Box(Sloped, work.spend))


def _holds(space: Whole, sides: Sides, place: int, slack: Any, work: Work) -> bool:
    """Whether one slack is not negative on a box."""
    while slack.low < 0:
        slopes = slack.slopes
        if slopes is None:
            return False
        smallest = tuple(_smallest(side, slopes.get(i)) for i, side in enumerate(sides))
        if smallest == sides:
            return _by_mean_value(space, sides, place, slopes, work)
        seen = _looked_at(space, smallest, work)
        if seen is None:
            return False
        sides, slack = smallest, seen[0][place]
    return True


def _smallest(side: Side, slope: Any) -> Side:
    """The end of a side at which what has this slope along it is smallest; the side if none is known."""
    if slope is None or slope[0] == slope[1] == 0:
        end = next(v for v in (*side, Fraction(0)) if is_finite(v))
        return end, end
    end = side[0] if slope[0] >= 0 else side[1] if slope[1] <= 0 else inf
    return (end, end) if is_finite(end) else side


def _by_mean_value(space: Whole, sides: Sides, place: int, slopes: Any, work: Work) -> bool:
    if not all(map(is_finite, (*chain(*sides), *chain(*slopes.values())))):
        return False
    middle = tuple(((low + high) / 2,) * 2 for low, high in sides)
    seen = _looked_at(space, middle, work)
    if seen is None:
        return False
    low = seen[0][place].ends()[0]
    for i, pair in slopes.items():
        half = (sides[i][1] - sides[i][0]) / 2
        low -= half * Fraction(str(max(-pair[0], pair[1])))
    return bool(low >= 0)


def _steepest(sides: Sides, slack: Any, all_of: Sides) -> int | None:
    """The variable along which a slack changes most, as far as is known."""
    if slack.slopes is None:
        return _widest(sides, all_of)
    rates = {i: max(-pair[0], pair[1]) for i, pair in slack.slopes.items() if sides[i][0] < sides[i][1]}
    rates = {i: rate for i, rate in rates.items() if rate != 0}
    if endless := [i for i, rate in rates.items() if not all(map(is_finite, (*sides[i], rate)))]:
        furthest: int = max(endless, key=lambda i: _share(sides[i], all_of[i]))
        return furthest
    changes = {i: (sides[i][1] - sides[i][0]) * Fraction(str(rate)) for i, rate in rates.items()}
    return max(changes, key=lambda i: changes[i]) if changes else _widest(sides, all_of)


def _widest(sides: Sides, all_of: Sequence[Side]) -> int | None:
    """The variable that was cut least."""
    shares = {
        i: _share(side, before)
        for i, (side, before) in enumerate(zip(sides, all_of, strict=True))
        if side[0] < side[1]
    }
    return max(shares, key=lambda i: shares[i]) if shares else None


def _share(side: Side, before: Side) -> End:
    """How much of a side is left; of a half line on the scale of x / (1 + |x|), which brings its ends near."""
    if all(map(is_finite, before)):
        return _extent(side) / _extent(before)
    low, high = (Fraction(1 if v > 0 else -1) if isinf(v) else v / (1 + abs(v)) for v in side)
    return (high - low) / 2


def _extent(side: Side) -> End:
    """How far a side runs: over how many powers of two, if it is far from 0 on that scale."""
    low, high = sorted(map(abs, side)) if side[0] * side[1] > 0 else (Fraction(0), Fraction(0))
    if low and high > 4 * low:
        first, last = (v.numerator.bit_length() - v.denominator.bit_length() for v in (low, high))
        return Fraction(last - first)
    return side[1] - side[0]
