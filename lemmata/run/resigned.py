"""Certificates by signs of coefficients, checked again by code of its own.

Of the maker (:mod:`lemmata.search.signs`) nothing serves here but the file, and what says which space a claim
speaks of. The polynomials are sympy's, in pure Python, and fractions are always in lowest terms. That the
parts cover the space is seen from each cut: it is at a quotient of polynomials in the other variables, whose
denominator is positive, and not beyond the ends of what is cut.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from math import inf, isinf, isqrt
from typing import Any

try:
    from sympy import QQ
    from sympy.polys.fields import field as fractions_in
except ImportError:  # it comes with torch
    QQ = None

from lemmata.numbers.enclosure import Box, Enclosure, End, in_force, refused
from lemmata.search.boxes import DONE, VOID, Whole

_MOST = 4096
"""Words of a tree."""
_DEPTH = 3
_NAMES = "abcdefghijkl"
_TERM = re.compile(r"([+-]?)((?:[0-9]+(?:/[0-9]+)?|[a-l](?:\^[0-9]{1,3})?)(?:\*[a-l](?:\^[0-9]{1,3})?)*)")


@dataclass
class _Part(Box):
    values: tuple[Any, ...] = ()
    """Of the numbers of a setting and its prompt, fractions in the variables."""
    free: frozenset[int] = field(default_factory=frozenset)
    uncut: frozenset[int] = field(default_factory=frozenset)
    """Which of the numbers are variables, and above 0."""

    def positive(self, p: Any) -> bool:
        """Of a polynomial other than 0: a sum of monomials that are not negative."""
        return all(c > 0 and all(powers[i] % 2 == 0 for i in self.free) for powers, c in p.terms())

    def holds(self, p: Any, depth: int = _DEPTH) -> bool:
        """Whether a polynomial is nowhere negative."""
        if not p or self.positive(p):
            return True
        if not depth:
            return False
        for i, y in enumerate(p.ring.gens):
            if p.degree(y) == 2:
                c, b, a = (_coefficient(p, i, k) for k in range(3))
                if all(self.holds(q, depth - 1) for q in (a, c, 4 * a * c - b**2)):
                    return True
        unit, factors = p.factor_list()
        if len(factors) == 1 and factors[0][1] == 1:
            return False
        negative = unit < 0
        for q, times in factors:
            if times % 2 and not self.holds(q, depth - 1):
                if not self.holds(-q, depth - 1):
                    return False
                negative = not negative
        return not negative

    def sign(self, value: Any) -> int | None:
        """1 where a fraction is nowhere negative, -1 where it is nowhere positive."""
        for sign in (1, -1):
            below = next((s for s in (1, -1) if self.holds(s * value.denom)), None)
            if below is not None and self.holds(sign * below * value.numer):
                return sign
        return None


def _coefficient(p: Any, i: int, power: int) -> Any:
    """A polynomial in the other variables."""
    found = {(*m[:i], 0, *m[i + 1 :]): c for m, c in p.terms() if m[i] == power}
    return p.ring.from_dict(found)


class Resigned(Enclosure):
    """A fraction of polynomials; ``jumps`` are what its sign was taken of, and may be 0."""

    __slots__ = ("jumps", "value")

    def __init__(self, value: Any, box: Box | None = None, jumps: tuple[Any, ...] = ()) -> None:
        self.value, self.box, self.jumps, self.apart = value, box, jumps, False

    @classmethod
    def of(cls, low: End, high: End, variable: int | None = None) -> Resigned:
        part = _part()
        if variable is None or low == high:
            return cls(_rational(Fraction(low)))
        return cls(part.values[variable], part)

    @classmethod
    def pi(cls) -> Resigned:
        raise refused("pi is no fraction of polynomials")

    def ends(self) -> tuple[End, End]:
        if self.jumps:
            raise refused("a sign that may be another one somewhere")
        low, high = self._spread()
        sign = _part().sign(self.value) if low < 0 < high else None
        if {low, high} & {0} and not self.apart:
            self.apart = self._is_nonzero(1 if low == 0 else -1)
        return (Fraction(0) if sign == 1 else low), (Fraction(0) if sign == -1 else high)

    def _is_nonzero(self, sign: int) -> bool:
        """Whether a fraction is no less than one of two monomials in numbers that are above 0."""
        part = _part()
        above, below = sign * self.value.numer, self.value.denom

        def known(powers: Any) -> bool:
            return all(i in part.uncut for i, power in enumerate(powers) if power)

        return part.positive(above) and all(map(known, below.keys())) and any(map(known, above.keys()))

    def _spread(self) -> tuple[End, End]:
        above, below = self.value.numer, self.value.denom
        part = _part()
        if not above:
            return Fraction(0), Fraction(0)
        if not part.positive(below):
            return -inf, inf
        odd = any(powers[i] % 2 for powers in above for i in part.free)
        unmatched = [c for powers, c in above.terms() if powers not in below]
        shares = [_fraction(above.get(powers, 0)) / _fraction(c) for powers, c in below.terms()]
        low: End = -inf if odd or any(c < 0 for c in unmatched) else min(shares)
        high: End = inf if odd or any(c > 0 for c in unmatched) else max(shares)
        return low, high

    def _joined(self, other: Any, value: Any, *jumps: Any) -> Resigned:
        return Resigned(value, self.box or other.box, jumps)

    def plus(self, other: Any) -> Resigned:
        found = self._joined(other, self.value + other.value, *self.jumps, *other.jumps)
        if not found.jumps:
            one, two = self.ends(), other.ends()
            on_one_side = min(*one, *two) >= 0 or max(*one, *two) <= 0
            found.apart = on_one_side and (self.side != 0 or other.side != 0)
        return found

    def times(self, other: Any) -> Resigned:
        left = [f for one, by in ((self, other), (other, self)) for f in one.jumps if not by._goes_with(f)]
        found = self._joined(other, self.value * other.value, *left)
        found.apart = not (self.jumps or other.jumps) and self.side != 0 and other.side != 0
        return found

    def _goes_with(self, f: Any) -> bool:
        """Whether it is 0 where the other is, since their quotient is bounded where the other is not 0."""
        if self.jumps or (self.value and _part().sign(f) is None):
            return False
        low, high = Resigned(self.value / f)._spread() if self.value else (0, 0)
        return -inf < low and high < inf

    def __neg__(self) -> Resigned:
        found = Resigned(-self.value, self.box, self.jumps)
        found.apart = self.apart
        return found

    def inverse(self) -> Resigned:
        if not self.side:
            raise refused("a denominator that may vanish")
        found = Resigned(1 / self.value, self.box)
        found.apart = True
        return found

    def power(self, n: int) -> Resigned:
        nonzero = self.side != 0
        if self.jumps:
            raise refused("a power of a sign")
        found = Resigned(self.value**n, self.box)
        found.apart = nonzero
        return found

    def larger(self, other: Any) -> Resigned:
        low, high = self.plus(-other).ends()
        if low < 0 < high:
            raise refused("the larger of two")
        return self if low >= 0 else other

    def sign(self) -> Resigned:
        low, high = self.ends()
        if low < 0 < high:
            raise refused("a sign")
        which = (high > 0) - (low < 0)
        certain = which == 0 or self.side == which
        return Resigned(_rational(Fraction(which)), self.box, () if certain else (self.value,))

    def sqrt(self) -> Resigned:
        if self.ends()[0] < 0:
            raise refused("the root of what may be negative")
        root = Resigned(_root(self.value.numer) / _root(self.value.denom), self.box)
        found = root if root.ends()[0] >= 0 else -root
        if found.ends()[0] < 0:
            raise refused("a root of an unknown sign")
        found.apart = self.apart
        return found

    def _none(self) -> Resigned:
        raise refused("no fraction of polynomials")

    exp = log = cos = sin = _none

    def nonnegative(self) -> Resigned:
        return self


def _part() -> _Part:
    part = in_force()
    if not isinstance(part, _Part):
        raise refused("a fraction outside of its part")
    return part


def _fraction(c: Any) -> Fraction:
    return Fraction(int(c.numerator), int(c.denominator)) if c else Fraction(0)


@cache
def _field() -> Any:
    return fractions_in(",".join(_NAMES), QQ)[0]


def _rational(v: Fraction) -> Any:
    return _field()(QQ(v.numerator, v.denominator))


def _root(p: Any) -> Any:
    unit, factors = p.factor_list()
    root = Fraction(isqrt(abs(int(unit.numerator))), isqrt(int(unit.denominator)))
    if root * root != _fraction(unit) or any(times % 2 for _, times in factors):
        raise refused("the root of what is no square")
    found = _rational(root)
    for q, times in factors:
        found *= _field()(q) ** (times // 2)
    return found


# -- what a tree says -----------------------------------------------------------------------------------


def wrong(space: Whole, tree: str) -> str:
    """What is wrong with a tree of parts; nothing if it proves the statement on the whole space."""
    if QQ is None:
        return "it is checked with sympy: pip install sympy"
    words = tree.split()
    if len(words) > _MOST or len(space.sides) > len(_NAMES):
        return "there are too many parts"
    stack = [_whole(space)]
    for word in words:
        if not stack:
            return "the tree goes on beyond its end"
        part = stack.pop()
        if word in (DONE, VOID):
            if not _decides(space, part, word):
                return "the statement is not seen to hold on a part"
            continue
        halves = _halves(part, word)
        if halves is None:
            return "a cut is none, or may leave something out"
        stack += reversed(halves)
    return "the tree ends too early" if stack else ""


def _decides(space: Whole, part: _Part, word: str) -> bool:
    seen = space.slacks(space.sides, part, strictly=True)
    if seen is None or word == VOID:
        return seen is not None and not seen[1]
    return all(not v.jumps and part.sign(v.value) == 1 for v in seen[0])


def _whole(space: Whole) -> _Part:
    values, free = [], set[int]()
    for i, (low, high) in enumerate(space.sides):
        y = _field().gens[i]
        if isinf(low) and isinf(high):
            free.add(i)
            values.append(y)
        elif isinf(high):
            values.append(_rational(Fraction(low)) + y)
        elif isinf(low):
            values.append(_rational(Fraction(high)) - y)
        else:
            first, last = _rational(Fraction(low)), _rational(Fraction(high))
            values.append(first + (last - first) * y / (1 + y))
    return _Part(Resigned, values=tuple(values), free=frozenset(free), uncut=space.positive)


def _halves(part: _Part, word: str) -> list[_Part] | None:
    """The two parts of a cut; None where they may not be all."""
    match = re.fullmatch(r"([a-l]):([^|]+)\|([^|]+)", word)
    if match is None:
        return None
    i, above, below = _NAMES.index(match[1]), _parsed(match[2]), _parsed(match[3])
    if above is None or below is None:
        return None
    y = _field().gens[i]
    bounds = [below] if i in part.free else [above, below]
    if any(not p or not part.positive(p) or any(p.degrees()[k] > 0 for k in part.free) for p in bounds):
        return None
    if max(above.degrees()[i], below.degrees()[i]) > 0:
        return None
    at = _field()(above) / _field()(below)
    if i in part.free:
        moved = [at + y / _field()(below), at - y / _field()(below)]
    else:
        moved = [at + y, at * y / (1 + y)]
    return [
        replace(
            part,
            free=part.free - {i},
            uncut=part.uncut - {i},
            asked=False,
            values=tuple(_moved(v, i, to) for v in part.values),
        )
        for to in moved
    ]


def _moved(value: Any, i: int, to: Any) -> Any:
    """A fraction with another one in the place of a variable."""

    def put(p: Any) -> Any:
        most = max(p.degree(p.ring.gens[i]), 0) if p else 0
        return sum((_field()(_coefficient(p, i, k)) * to**k for k in range(most + 1)), _field()(0))

    return put(value.numer) / put(value.denom)


def _parsed(text: str) -> Any:
    """A polynomial from ``3/2*a^2*b-c``; None where it is none."""
    if re.sub(_TERM, "", text):
        return None
    ring = _field().ring
    found = ring(0)
    for sign, body in _TERM.findall(text):
        term = ring(-1 if sign == "-" else 1)
        for factor in body.split("*"):
            name, _, power = factor.partition("^")
            if name in _NAMES:
                term *= ring.gens[_NAMES.index(name)] ** int(power or 1)
            else:
                term *= QQ(*map(int, name.split("/")))
        found += term
    return found
