"""Boxes of a certificate, checked again by code of its own: the cover, and the statement on each box.

Of the maker (:mod:`lemmata.search.boxes`) only what says which space a claim speaks of, and the reading of a
tree, serve here. That the boxes cover the space is seen by cutting them out of it. The arithmetic has fractions
of Python for its ends, takes the hull of all products of ends, and rounds elsewhere; where its enclosure is too
wide a box is cut further.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from lemmata.numbers.enclosure import Box, Enclosure, End, in_force, refused
from lemmata.numbers.exact import ball_precision
from lemmata.search.boxes import MOST_BOXES, VOID, Side, Sides, Whole, leaves

try:
    import flint
except ImportError:  # the extra "exact" is not installed
    flint = None

_GRID = 320
"""Ends are rounded outwards to so many binary digits where they have more."""
_CUTS = 6
"""Of a box that is not seen to be decided as it is."""
_FAR = 2**14
"""The exponential of more has digits that would fill the memory."""
_NOTHING = Fraction(0), Fraction(0)


class Recomputed(Enclosure):
    """Ends are fractions; ``rates`` enclose the derivatives, in the order of the variables."""

    __slots__ = ("hull", "rates")

    def __init__(self, hull: Iterable[Any], rates: dict[int, Side] | None, box: Box | None) -> None:
        low, high = hull
        self.hull = _floor(low), -_floor(-high)
        self.rates, self.box, self.apart = rates, box, False

    @classmethod
    def of(cls, low: End, high: End, variable: int | None = None) -> Recomputed:
        moves = variable is not None and low < high
        rates = {variable: (Fraction(1), Fraction(1))} if moves and variable is not None else {}
        return cls((low, high), rates, None if variable is None else in_force())

    @classmethod
    def pi(cls) -> Recomputed:
        return cls(_ends_of(flint.arb.pi()), {}, None)

    def ends(self) -> Side:
        return self.hull

    def plus(self, other: Any) -> Recomputed:
        rates = _joined(self.rates, other.rates, lambda a, b: (a[0] + b[0], a[1] + b[1]))
        hull = self.hull[0] + other.hull[0], self.hull[1] + other.hull[1]
        found = Recomputed(hull, rates, self.box or other.box)
        below, above = (min(self.hull[0], other.hull[0]) >= 0), (max(self.hull[1], other.hull[1]) <= 0)
        found.apart = (below or above) and (self.side != 0 or other.side != 0)
        return found

    def __neg__(self) -> Recomputed:
        return self.times(Recomputed.of(Fraction(-1), Fraction(-1)))

    def times(self, other: Any) -> Recomputed:
        mine, its = _chained(self.rates, other.hull), _chained(other.rates, self.hull)
        rates = _joined(mine, its, lambda a, b: (a[0] + b[0], a[1] + b[1]))
        found = Recomputed(_products(self.hull, other.hull), rates, self.box or other.box)
        found.apart = self.side * other.side != 0
        return found

    def _image(self, values: Iterable[Any], derivative: Iterable[Any] | None) -> Recomputed:
        if derivative is None:
            return Recomputed(values, {} if self.rates == {} else None, self.box)
        low, high = derivative
        return Recomputed(values, _chained(self.rates, (low, high)), self.box)

    def inverse(self) -> Recomputed:
        low, high = self.hull
        if not (side := self.side):
            raise refused("a denominator that may vanish")
        first, last = (1 / v if v else side * math.inf for v in (high, low))
        rates = sorted(-_times(v, v) for v in (first, last))
        found = self._image((first, last), rates)
        found.apart = True
        return found

    def power(self, n: int) -> Recomputed:
        slopes = _powers(self.hull, n - 1) if n > 1 else (Fraction(1), Fraction(1))
        found = self._image(_powers(self.hull, n), [n * v for v in slopes])
        found.apart = self.side != 0
        return found

    def larger(self, other: Any) -> Recomputed:
        if self.hull[0] >= other.hull[1] or other.hull[0] >= self.hull[1]:
            return self if self.hull[0] >= other.hull[1] else other
        values = (max(self.hull[k], other.hull[k]) for k in (0, 1))
        rates = _joined(self.rates, other.rates, lambda a, b: (min(a[0], b[0]), max(a[1], b[1])))
        return Recomputed(values, rates, self.box or other.box)

    def sign(self) -> Recomputed:
        signs = [Fraction((v > 0) - (v < 0)) for v in self.hull]
        return Recomputed(signs, {} if signs[0] == signs[1] else None, self.box)

    def sqrt(self) -> Recomputed:
        if self.hull[0] < 0:
            raise refused("the root of what may be negative")
        low, high = (_root(v, upwards=up) for v, up in zip(self.hull, (False, True), strict=True))
        if not self.side:
            return self._image((low, high), None)
        found = self._image((low, high), (1 / high / 2, 1 / low / 2 if low else math.inf))
        found.apart = True
        return found

    def exp(self) -> Recomputed:
        values = self._by_ends("exp")
        found = self._image(values, values)
        found.apart = True
        return found

    def log(self) -> Recomputed:
        low, high = self.hull
        if self.side != 1:
            raise refused("the logarithm of what may not be positive")
        least = _at("log", low)[0] if low else -math.inf
        return self._image((least, _at("log", high)[1]), (1 / high, 1 / low if low else math.inf))

    def cos(self) -> Recomputed:
        below, above = self._wave("sin")
        return self._image(self._wave("cos"), (-above, -below))

    def sin(self) -> Recomputed:
        return self._image(self._wave("sin"), self._wave("cos"))

    def nonnegative(self) -> Recomputed:
        hull = max(self.hull[0], Fraction(0)), max(self.hull[1], Fraction(0))
        return Recomputed(hull, self.rates, self.box)

    def _by_ends(self, name: str) -> Side:
        return tuple(_at(name, v)[k] for k, v in enumerate(self.hull))

    def _wave(self, name: str) -> Side:
        """All values: those at the ends, and what a slope of at most 1 allows between them."""
        low, high = self.hull
        if isinstance(low, float) or isinstance(high, float):
            return Fraction(-1), Fraction(1)
        here, there = _at(name, low), _at(name, high)
        below, above = (here[0] + there[0] - high + low) / 2, (here[1] + there[1] + high - low) / 2
        return max(below, Fraction(-1)), min(above, Fraction(1))


def _floor(v: End) -> End:
    """A number with few digits that is not above a fraction, and near it; of an infinite end itself."""
    if isinstance(v, float):
        if math.isnan(v):
            raise refused("an end that is no number")
        return v if math.isinf(v) else Fraction(v)
    size = abs(v.numerator).bit_length() - v.denominator.bit_length()
    if max(abs(v.numerator).bit_length(), v.denominator.bit_length()) <= 2 * _GRID:
        return v
    unit = Fraction(2) ** (size - _GRID)
    return unit * math.floor(v / unit)


def _products(a: Side, b: Side) -> Side:
    corners = [_times(x, y) for x, y in product(a, b)]
    return min(corners), max(corners)


def _times(x: End, y: End) -> End:
    """A product of ends: 0 times what is beyond all numbers is 0, since each of the numbers is finite."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x * y
    if x == 0 or y == 0:
        return Fraction(0)
    return math.inf if (x > 0) == (y > 0) else -math.inf


def _powers(a: Side, n: int) -> Side:
    ends = sorted(v**n for v in a)
    spans = n > 0 and n % 2 == 0 and a[0] < 0 < a[1]
    return (Fraction(0) if spans else ends[0]), ends[1]


def _chained(rates: dict[int, Side] | None, by: Any) -> dict[int, Side] | None:
    if rates is None:
        return None
    scaled = {i: _products(rate, by) for i, rate in rates.items()}
    return {i: (_floor(low), -_floor(-high)) for i, (low, high) in scaled.items()}


def _joined(a: Any, b: Any, join: Any) -> dict[int, Side] | None:
    if a is None or b is None:
        return None
    return {i: join(a.get(i, _NOTHING), b.get(i, _NOTHING)) for i in sorted({*a, *b})}


def _root(v: End, *, upwards: bool) -> End:
    if isinstance(v, float):
        return v
    top, bottom = math.isqrt(v.numerator), math.isqrt(v.denominator)
    if Fraction(top * top, bottom * bottom) == v:
        return Fraction(top, bottom)
    scale = 4**_GRID
    whole = math.isqrt(v.numerator * scale // v.denominator)
    return Fraction(whole + upwards, 2**_GRID)


def _at(name: str, v: End) -> Side:
    """A function's value at a fraction, or its limit."""
    if isinstance(v, float):
        return (v, v) if v > 0 else (Fraction(0), Fraction(0))
    if name == "exp" and abs(v) > _FAR:
        below, above = _at(name, Fraction(_FAR if v > 0 else -_FAR))
        return (below, math.inf) if v > 0 else (Fraction(0), above)
    exact = {"exp": (0, 1), "log": (1, 0), "sin": (0, 0), "cos": (0, 1)}[name]
    if v == exact[0]:
        return Fraction(exact[1]), Fraction(exact[1])
    with ball_precision(_GRID):
        return _ends_of(getattr(flint.arb(flint.fmpq(v.numerator, v.denominator)), name)())


def _ends_of(ball: Any) -> Side:
    if not ball.is_finite():
        raise refused("a function without a finite value")
    middle, radius = ball.mid(), ball.rad()
    parts = [Fraction(int(m)) * Fraction(2) ** int(e) for m, e in (middle.man_exp(), radius.man_exp())]
    return parts[0] - parts[1], parts[0] + parts[1]


# -- what a tree says -----------------------------------------------------------------------------------


def uncovered(sides: Sides, boxes: Iterable[Sides]) -> bool:
    """Whether boxes leave a part of a larger one out: each is cut out of what the others left."""
    left = [sides]
    for one in boxes:
        left = [part for piece in left for part in _without(piece, one)]
    return bool(left)


def _without(piece: Sides, one: Sides) -> list[Sides]:
    """What of a box lies outside of another, in boxes. They share their borders, which the other has, too."""
    if any(
        low >= piece[i][1] > piece[i][0] or high <= piece[i][0] < piece[i][1]
        for i, (low, high) in enumerate(one)
    ):
        return [piece]
    if any(not low <= piece[i][0] <= high for i, (low, high) in enumerate(one) if piece[i][0] == piece[i][1]):
        return [piece]
    parts, rest = [], list(piece)
    for i, (low, high) in enumerate(one):
        start, end = rest[i]
        if start < low:
            parts.append((*rest[:i], (start, low), *rest[i + 1 :]))
        if high < end:
            parts.append((*rest[:i], (high, end), *rest[i + 1 :]))
        rest[i] = max(start, low), min(end, high)
    return parts


def wrong(space: Whole, tree: str) -> str:
    """What is wrong with a tree of boxes; nothing if it proves the statement on the whole space."""
    if len(tree) > 4 * MOST_BOXES:
        return "there are too many boxes"
    try:
        found = list(leaves(tree, space.sides))
    except ValueError as error:
        return str(error)
    if uncovered(space.sides, (sides for sides, _ in found)):
        return "the boxes do not cover the space"
    for sides, says in found:
        if not (_is_void(space, sides) if says == VOID else _holds(space, sides, _CUTS)):
            ends = ", ".join(f"[{float(low):.6g}, {float(high):.6g}]" for low, high in sides)
            return f"the statement is not seen to hold on the box {ends}"
    return ""


def _is_void(space: Whole, sides: Sides) -> bool:
    if space.outside(sides):
        return True
    seen = space.slacks(sides, Box(Recomputed), strictly=True)
    return seen is not None and not seen[1]


def _holds(space: Whole, sides: Sides, cuts: int) -> bool:
    if space.outside(sides):
        return True
    seen = space.slacks(sides, Box(Recomputed), strictly=True)
    if seen is not None and not (
        seen[1] and any(not _is_not_negative(space, sides, k, v) for k, v in enumerate(seen[0]))
    ):
        return True
    widest = max(range(len(sides)), key=lambda i: sides[i][1] - sides[i][0])
    low, high = sides[widest]
    if not cuts or low == high:
        return False
    ends = (low, _cut(low, high), high)
    parts = ((*sides[:widest], part, *sides[widest + 1 :]) for part in pairwise(ends))
    return all(_holds(space, part, cuts - 1) for part in parts)


def _cut(low: End, high: End) -> Fraction:
    """A number inside of a side."""
    if isinstance(low, Fraction) and isinstance(high, Fraction):
        return (2 * low + 3 * high) / 5
    if isinstance(low, Fraction):
        return 3 * max(low, Fraction(1))
    return 3 * min(high, Fraction(-1)) if isinstance(high, Fraction) else Fraction(0)


def _is_not_negative(space: Whole, sides: Sides, place: int, value: Any) -> bool:
    """By the value itself, or at the ends where it is smallest and, if that is no point, from its centre."""
    if value.hull[0] >= 0:
        return True
    if value.rates is None:
        return False
    centre: list[Side] = []
    face: list[Side] = []
    below: End = Fraction(0)
    for i, (low, high) in enumerate(sides):
        least, most = value.rates.get(i, _NOTHING)
        if least >= 0 or most <= 0:
            end = low if least >= 0 else high
            if least == most == 0 and not isinstance(end, Fraction):
                end = high if isinstance(high, Fraction) else Fraction(0)
            if isinstance(end, Fraction):
                centre.append((end, end))
                face.append((end, end))
                continue
        bounded = isinstance(low, Fraction) and isinstance(high, Fraction)
        middle = (low + high) / 2 if bounded else _cut(low, high)
        centre.append((middle, middle))
        face.append((low, high))
        below += _times(max(-least, most), max(high - middle, middle - low))
    for part, less in ((tuple(centre), below), (tuple(face), Fraction(0))):
        seen = space.slacks(part, Box(Recomputed))
        if seen is not None and seen[0][place].ends()[0] >= less:
            return True
    if seen is None or tuple(face) == sides:
        return False
    return _is_not_negative(space, tuple(face), place, seen[0][place])
