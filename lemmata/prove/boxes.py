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
from functools import partial
from itertools import chain, islice, product
from math import inf, isinf, nextafter, prod
from typing import Any

import numpy as np

from lemmata.claims.answers import OTHERS
from lemmata.claims.by_name import Condition
from lemmata.claims.claim import Variant
from lemmata.claims.domains.arrays import box, in_ball, reals, signs, sparse, symmetric
from lemmata.claims.domains.base import Domain, kind_of
from lemmata.claims.domains.laws import gaussian, normal, uniform, uniform_ball
from lemmata.claims.domains.real import dyadics, scales
from lemmata.claims.domains.structured import positive_definite, simplex, triangular
from lemmata.claims.intervals import Interval
from lemmata.claims.joint_hypotheses import supposed
from lemmata.claims.placeholders import Depends, Stated, is_unread
from lemmata.claims.prompt import Prompt, quantities
from lemmata.numbers import enclosure
from lemmata.numbers.arithmetic import using
from lemmata.numbers.enclosure import Box, End
from lemmata.numbers.exact import Exact, ball_precision
from lemmata.numbers.literals import is_rounded, is_short
from lemmata.prove.branches_on_type import by_kind
from lemmata.prove.infinite import is_finite
from lemmata.prove.provenance import stranger
from lemmata.prove.resolved_domains import NotResolved, resolved
from lemmata.prove.sloped import Sloped
from lemmata.prove.watching import Ran, noticing
from lemmata.records.notation import identifier
from lemmata.search.lifting import lift
from lemmata.search.work import Work

MOST_QUANTITIES = 18
MOST_BOXES = 4096
"""Of one setting."""
_DEEPEST = 48
"""Cuts on the way to a box: where the statement is met with equality, or fails, no number of cuts will do."""
_MOST_SIGNS = 4
"""Entries that are -1 or 1, of which each combination is looked at by itself."""
_ULPS = 4
"""An end that is only near the number that is meant lies at most so many floats inside of it."""
_BITS = 128

Side = tuple[End, End]
Sides = tuple[Side, ...]
DEPENDS = "the range of a quantity depends on a real quantity"
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
        above, below: whether an entry that is ``low``, or ``high``, is none of its values.
        depends: whether its ends depend on other quantities: then ``low`` and ``high`` hold all that it may be.
        kind: ``symmetric``, ``triangular`` or ``positive_definite``: its entries are made of numbers from
            ``low`` to ``high``, of the last one those of a triangular factor; ``simplex``, ``sparse``, or
            ``signs``.
        fixed: of signs, which they are, if each combination is looked at by itself.
    """

    name: str
    of_prompt: bool
    shape: tuple[int, ...]
    low: End
    high: End
    radius: Fraction | None = None
    above: bool = False
    below: bool = False
    depends: bool = False
    kind: str = ""
    fixed: tuple[Fraction, ...] = ()

    @property
    def entries(self) -> list[tuple[End, End, bool]]:
        """Of each number that it is made of: its ends, and whether the lower one is none of its values."""
        if self.fixed:
            return [(sign, sign, False) for sign in self.fixed]
        found = [(self.low, self.high, self.above)] * prod(self.shape)
        if self.kind == "positive_definite":  # the diagonal of its factor
            found[:: self.shape[-1] + 1] = [(Fraction(0), inf, True)] * self.shape[-1]
        return found

    def made_of(self, numbers: np.ndarray) -> np.ndarray:
        """Its entries."""
        if self.kind in ("", "simplex", "sparse", "signs"):
            return numbers
        found, upper = numbers.copy(), np.triu_indices(self.shape[-1], 1)
        if self.kind == "symmetric":
            found[..., upper[0], upper[1]] = numbers[..., upper[1], upper[0]]
            return found
        found[upper] = enclosure.enclosed(0)
        return np.array(found @ found.T if self.kind == "positive_definite" else found)


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
        return tuple((low, high) for q in self.quantities for low, high, _ in q.entries)

    @property
    def inside(self) -> tuple[frozenset[int], frozenset[int]]:
        """Of which numbers the near end is none of their values, and of which the far end is none.

        Where only the upper end is known that is the near one.
        """
        near, far, i = set(), set(), 0
        for q in self.quantities:
            for low, high, above in q.entries:
                near |= {i} if (above if not isinf(low) else q.below and not isinf(high)) else set()
                far |= {i} if isinf(low) or isinf(high) or q.below or q.kind == "simplex" else set()
                i += 1
        return frozenset(near), frozenset(far)

    @property
    def shares(self) -> list[range]:
        """The places of numbers that sum to 1."""
        found, start = [], 0
        for q in self.quantities:
            end = start + prod(q.shape)
            if q.kind == "simplex":
                found += [range(first, first + q.shape[-1]) for first in range(start, end, q.shape[-1])]
            start = end
        return found

    @property
    def ranges(self) -> dict[str, list[str]]:
        """The ends of each quantity, by its name, exactly."""
        return {q.name: [str(q.low), str(q.high)] for q in self.quantities}

    def with_signs(self) -> list[Whole]:
        """The space, or if it has few signs one for each combination of them."""
        counts = [prod(q.shape) if q.kind == "signs" else 0 for q in self.quantities]
        if not 0 < sum(counts) <= _MOST_SIGNS:
            return [self]
        found = []
        for every in product((Fraction(-1), Fraction(1)), repeat=sum(counts)):
            rest = iter(every)
            fixed = (
                replace(q, fixed=tuple(islice(rest, n))) for q, n in zip(self.quantities, counts, strict=True)
            )
            found.append(replace(self, quantities=tuple(fixed)))
        return found

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
            NotBoxable: with ``strictly``, if that code brings in numbers from elsewhere.
        """
        ran = Ran()
        seen = None
        if hasattr(here, "joined"):
            here.joined = self._joined(sides, here)
        with suppress(Exception), enclosure.on(here), using("enclosure"), ball_precision(_BITS):
            with noticing(enclosure.doubt) if strictly else nullcontext(ran) as ran:
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
                here.hypotheses = margin.hypotheses
                seen = found, bool(margin.active.any())
        if brought := stranger(ran, self.variant):
            raise NotBoxable(f"what it computes with is not of the vocabulary alone: {brought}")
        if place := by_kind(ran.codes):
            raise NotBoxable(f"its code asks for the kind of a number ({place})")
        return seen

    def _joined(self, sides: Sides, here: Any) -> tuple[tuple[Any, Any, bool], ...]:
        """What ``where=`` says of the numbers of a part: quotients, and whether they are above 0."""
        of_prompt = getattr(self.variant.prompts, "where", None)
        if self.variant.settings.where is None and of_prompt is None:
            return ()
        copy, found = replace(here, joined=(), asked=False), list[tuple[Any, bool]]()
        with suppress(Exception, Depends), enclosure.on(copy), using("enclosure"), ball_precision(_BITS):
            setting, prompt = self._instance(sides, copy)
            with noticing(enclosure.doubt) as ran:
                if self.variant.settings.where is not None:
                    found += supposed(self.variant.settings.where, setting)
                if prompt is not None and isinstance(of_prompt, Condition):
                    found += supposed(partial(of_prompt, setting), prompt.map(lambda v: v[0]))
            is_plain = not copy.asked and getattr(copy, "made", ()) == getattr(here, "made", ())
            if is_plain and not stranger(ran, self.variant) and not by_kind(ran.codes):
                return tuple((v.top, v.bottom, strict) for v, strict in found if not v.jumps)
        return ()

    def _instance(self, sides: Sides, here: Box) -> tuple[Any, Prompt | None]:
        values = self.entries(sides, here)
        made = {q.name: values[q.name] for q in self.quantities if not q.of_prompt}
        others = lift(self.setting, "enclosure")
        known = {name: made.get(name, value) for name, value in quantities(others).items()}
        setting = Prompt(**known) if isinstance(others, Prompt) else replace(others, **known)
        data = {q.name: values[q.name][None] for q in self.quantities if q.of_prompt}
        return setting, None if self.variant.prompts is None else Prompt(**data)

    def entries(self, sides: Sides, here: Box) -> dict[str, Exact]:
        """All real quantities of one instance, as enclosures on a box."""
        found, start = {}, 0
        for q in self.quantities:
            count = prod(q.shape)
            entries = np.empty(count, dtype=object)
            entries[:] = [here.kind.of(*sides[i], i) for i in range(start, start + count)]
            for entry, side, (low, _, above) in zip(entries, sides[start:], q.entries, strict=False):
                if above and not low:
                    entry.apart = side[0] < side[1]
            found[q.name] = Exact(q.made_of(entries.reshape(q.shape)), "enclosure")
            start += count
        return found

    def computed(self, values: Mapping[str, Exact]) -> dict[str, Domain]:
        """The domains of the quantities whose ends depend on others, computed from these, and of sparse ones.

        Raises:
            NotBoxable: they cannot be.
        """
        names = {q.name for q in self.quantities}
        listed = {n: v for n, v in quantities(self.setting).items() if n not in names}
        try:
            domains = resolved(self.variant, self.setting, listed, (), lambda name: Stated(values[name]))
        except NotResolved as error:
            raise NotBoxable(str(error)) from None
        every = domains.settings | (domains.prompts or {})
        return {q.name: every[q.name] for q in self.quantities if q.depends or q.kind == "sparse"}


def whole(variant: Variant, setting: Any, listed: Mapping[str, Any], *, depending: bool = False) -> Whole:
    """The space of a reading where its whole numbers and choices are these.

    With ``depending`` ends may depend on real quantities: what is given is then wider than the space.

    Raises:
        NotBoxable: a domain is not known to fill an interval, or depends on a real quantity.
    """
    if variant.wrong in OTHERS or variant.fails_where is not None:
        raise NotBoxable("it is not stated of its whole space")
    try:
        domains = resolved(variant, setting, listed)
    except NotResolved as error:
        raise NotBoxable(str(error)) from None
    real = ((name, d) for name, d in domains.settings.items() if name not in listed)
    found = [_quantity(name, domain, of_prompt=False) for name, domain in real]
    found += [_quantity(name, domain, of_prompt=True) for name, domain in (domains.prompts or {}).items()]
    if not depending and any(q.depends for q in found):
        raise NotBoxable(DEPENDS)
    space = Whole(variant, setting, tuple(found))
    if not space.sides:
        raise NotBoxable("it has no real quantities")
    if len(space.sides) > MOST_QUANTITIES:
        raise NotBoxable(
            f"it has {len(space.sides)} real quantities at its smallest sizes, and {MOST_QUANTITIES} are the "
            "most: fix some of them, or state a step of its proof that has fewer"
        )
    return space


def _quantity(name: str, domain: Any, *, of_prompt: bool) -> Quantity:
    """How a quantity runs. A class derived from one that is known may hold anything, and is refused."""
    kind, shape = kind_of(domain), getattr(domain, "shape", ())
    if kind in (dyadics, scales, box) and domain.of:
        allowed = Interval.parse(domain.of)
        above, below = allowed.open_low, allowed.open_high
        return Quantity(name, of_prompt, shape, allowed.low, allowed.high, above=above, below=below)
    above, below = (getattr(domain, end, False) for end in ("open_low", "open_high"))
    if kind is scales:
        low, high = (Fraction(2) ** power for power in (domain.low, domain.high))
        return Quantity(name, of_prompt, shape, low, high, above=above, below=below)
    if kind in (reals, gaussian, normal):
        return Quantity(name, of_prompt, shape, -inf, inf)
    if kind is signs:
        return Quantity(name, of_prompt, shape, Fraction(-1), Fraction(1), kind="signs")
    if kind in (symmetric, triangular, positive_definite):
        return Quantity(name, of_prompt, shape, -inf, inf, kind=kind.__name__)
    if kind is simplex:
        return Quantity(name, of_prompt, shape, Fraction(0), Fraction(1), kind="simplex")
    if kind is sparse and is_unread(domain.bound):
        return Quantity(name, of_prompt, shape, -inf, inf, depends=True)
    if kind is sparse and is_short(float(domain.bound)):
        bound = Fraction(domain.bound)
        return Quantity(name, of_prompt, shape, -bound, bound, kind="sparse")
    if kind not in (dyadics, box, uniform, in_ball, uniform_ball):
        raise NotBoxable(
            f"no interval is known that its quantity ${identifier(name)}$ fills (`{kind.__name__}`): a domain "
            "that is derived from `box`, say, and only draws otherwise has the values of `box`"
        )
    ends: list[End] = [
        outward if is_unread(end) else _end(end, outward)
        for end, outward in zip(domain.stated, (-inf, inf), strict=True)
    ]
    depends = any(map(is_unread, domain.stated))
    radius = Fraction(ends[1]) if kind in (in_ball, uniform_ball) and not depends else None
    return Quantity(name, of_prompt, shape, ends[0], ends[1], radius, above, below, depends)


def only_value(name: str, domain: Any) -> End | None:
    """The number that all entries of a quantity are, if both its ends are this number.

    Raises:
        NotBoxable: nobody knows its ends.
    """
    q = _quantity(name, domain, of_prompt=False)
    return q.low if q.low == q.high else None


def _end(end: Any, outward: float) -> Fraction:
    """An end of a domain as it is stated; of a float that is only near what is meant, a number beyond it."""
    if is_rounded(end) if isinstance(end, Fraction) else isinstance(end, float) and not is_short(end):
        end = float(end)
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
