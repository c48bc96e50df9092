"""Boxes: intervals that hold all values of a quantity on a box, with intervals that hold its slopes.

An interval has rational ends, or is unbounded. They are exact as long as they are short, since statements are
met with equality at ends of boxes; longer ones are rounded outwards, and functions that are not rational are
those of python-flint's balls. Along each variable a slope holds all derivatives, where there are such: a
function whose slope along a side is not negative is smallest at the near end of it (Lebourg's mean value
theorem, Clarke 1983).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf, isinf, isnan, isqrt
from typing import Any

import flint

from lemmata.numbers.enclosure import Enclosure, in_force, refused
from lemmata.prove.check_numbers import End, Number

_DIGITS = 320
"""Longer ends are rounded outwards to so many binary digits."""
_LONGEST = 2**16
"""Binary digits of a power."""
_FAR = 2**14
"""The exponential of more has digits that would fill the memory."""
Ends = tuple[End, End]
Slopes = dict[int, Ends] | None
"""By variable; of one that is left out it is 0. None: nothing is known, as of a root at 0, or of a sign."""
_ZERO, _ONE = Fraction(0), Fraction(1)


class Interval(Number, Enclosure):
    """All values that a quantity takes on the box.

    Attributes:
        apart: an end 0 is none of its values, as of the numbers above 0. Only divisions, roots and logarithms
        use
            it; they would be refused at that end, so that whatever has a value there is continuous.
    """

    __slots__ = ("apart", "high", "low", "slopes")

    def __init__(self, ends: Ends, slopes: Slopes, box: Any, apart: bool = False) -> None:
        self.low, self.high = _down(ends[0]), -_down(-ends[1])
        self.slopes, self.box, self.apart = slopes, box, apart

    @classmethod
    def of(cls, low: End, high: End, variable: int | None = None, apart: bool = False) -> Interval:
        if variable is None:
            return cls((low, high), {}, None)
        # A variable changes as fast as itself. On a face of the box it is a number, and 0 is not left out
        # there.
        return cls(
            (low, high), {variable: (_ONE, _ONE)} if low < high else {}, in_force(), apart and low < high
        )

    @classmethod
    def constant(cls, value: Fraction) -> Interval:
        return cls((value, value), {}, None)

    @classmethod
    def pi(cls) -> Interval:
        return cls(_ends_of(flint.arb.pi()), {}, None)

    def ends(self) -> Ends:
        return self.low, self.high

    @property
    def side(self) -> int:
        """1 where all values are above 0, -1 where all are below it, else 0."""
        low, high = self.ends()
        if low > 0 or (self.apart and low == 0):
            return 1
        return -1 if high < 0 or (self.apart and high == 0) else 0

    def plus(self, other: Any) -> Interval:
        ends = self.low + other.low, self.high + other.high
        one_way = min(self.low, other.low) >= 0 or max(self.high, other.high) <= 0
        apart = one_way and (self.side != 0 or other.side != 0)  # nothing cancels, and one of them is not 0
        return Interval(ends, _joined(self.slopes, other.slopes, _sum), self.box or other.box, apart)

    def times(self, other: Any) -> Interval:
        # The product rule; the smallest and the largest product of two intervals are products of ends.
        slopes = _joined(_scaled(self.slopes, other.ends()), _scaled(other.slopes, self.ends()), _sum)
        apart = self.side * other.side != 0
        return Interval(_products(self.ends(), other.ends()), slopes, self.box or other.box, apart)

    def _image(self, ends: Ends, derivative: Ends | None, apart: bool = False) -> Interval:
        """A function of it, by the chain rule; None: it has no derivative somewhere."""
        slopes = (
            (None if self.slopes else self.slopes) if derivative is None else _scaled(self.slopes, derivative)
        )
        return Interval(ends, slopes, self.box, apart)

    def inverse(self) -> Interval:
        if not (side := self.side):
            raise refused("a denominator that may vanish")
        low, high = (1 / v if v else side * inf for v in (self.high, self.low))
        steepest, flattest = sorted(-_product(v, v) for v in (low, high))
        return self._image((low, high), (steepest, flattest), apart=True)

    def power(self, n: int) -> Interval:
        if n == 1:
            return self
        low, high = _powers(self.ends(), n - 1)
        return self._image(_powers(self.ends(), n), (n * low, n * high), self.side != 0)

    def larger(self, other: Any) -> Interval:
        if self.low >= other.high:
            return self
        if other.low >= self.high:
            return other  # type: ignore[no-any-return]
        # Its slope is that of the one or of the other, or between them where they meet.
        slopes = _joined(self.slopes, other.slopes, lambda a, b: (min(a[0], b[0]), max(a[1], b[1])))
        ends = max(self.low, other.low), max(self.high, other.high)
        return Interval(ends, slopes, self.box or other.box)

    def sign(self) -> Interval:
        low, high = (Fraction((v > 0) - (v < 0)) for v in self.ends())
        return Interval((low, high), {} if low == high else None, self.box)

    def sqrt(self) -> Interval:
        if self.low < 0:
            raise refused("the root of what may be negative")
        low, high = _at("sqrt", self.low)[0], _at("sqrt", self.high)[1]
        steep = None if not self.side else (1 / high / 2, 1 / low / 2 if low else inf)
        return self._image((low, high), steep, self.side != 0)

    def exp(self) -> Interval:
        ends = _at("exp", self.low)[0], _at("exp", self.high)[1]
        return self._image(ends, ends, apart=True)

    def log(self) -> Interval:
        if self.side != 1:
            raise refused("the logarithm of what may not be positive")
        low = _at("log", self.low)[0] if self.low else -inf
        return self._image((low, _at("log", self.high)[1]), (1 / self.high, 1 / self.low if self.low else inf))

    def elementary(self, name: str) -> Interval:
        low, high = self.ends()
        if name in _DERIVATIVES:  # of both that is an even function, and falls from 0 on
            near = _ZERO if low <= 0 <= high else min(abs(low), abs(high))
            steep = _DERIVATIVES[name](max(abs(low), abs(high)))[0], _DERIVATIVES[name](near)[1]
            return self._image((_limited(name, low)[0], _limited(name, high)[1]), steep, self.side != 0)
        if name == "sin":
            return self._image(_wave("sin", low, high), _wave("cos", low, high))
        least, most = _wave("sin", low, high)
        return self._image(_wave("cos", low, high), (-most, -least))

    def nonnegative(self) -> Interval:
        return self  # as it is without the part below 0, too


def _down(v: End) -> End:
    """A number of few digits that is not above an end, and near it."""
    if isinstance(v, float):  # an infinite end, or one over it
        if isnan(v):
            raise refused("an end that is no number")
        return v if isinf(v) else Fraction(v)
    return v if _length(v) <= 2 * _DIGITS else _ends_of(_ball(v))[0]


def _length(v: Fraction) -> int:
    return max(v.numerator.bit_length(), v.denominator.bit_length())


def _ball(v: Fraction) -> Any:
    return flint.arb(flint.fmpq(v.numerator, v.denominator))


def _ends_of(ball: Any) -> Ends:
    """The ends of a ball: a whole number times a power of 2 each."""
    if not ball.is_finite():
        raise refused("a function without a finite value")
    low, high = ((int(m), int(e)) for m, e in (ball.lower().man_exp(), ball.upper().man_exp()))
    return Fraction(low[0]) * Fraction(2) ** low[1], Fraction(high[0]) * Fraction(2) ** high[1]


def _at(name: str, v: End) -> Ends:
    """Ends of an increasing function's value at a number that is not negative for a root; or its limit."""
    if isinstance(v, float):
        return (v, v) if v > 0 else (_ZERO, _ZERO)
    if name == "exp" and abs(v) > _FAR:
        low, high = _at(name, Fraction(_FAR if v > 0 else -_FAR))
        return (low, inf) if v > 0 else (_ZERO, high)
    if name == "sqrt":  # of p / q the root of p q over q: so it is exact where it is rational
        low, high = _ends_of(flint.arb(v.numerator * v.denominator).sqrt())
        return low / v.denominator, high / v.denominator
    return _ends_of(getattr(_ball(v), name)())  # exact at 0 and at 1, as balls are


def _limited(name: str, v: End) -> Ends:
    """Ends of tanh or erf at a number; or its limit."""
    if isinstance(v, float):
        return (_ONE, _ONE) if v > 0 else (-_ONE, -_ONE)
    low, high = _ends_of(getattr(_ball(v), name)())
    return max(low, -_ONE), min(high, _ONE)


def _steepness_of_tanh(v: End) -> Ends:
    """Of a number that is not negative."""
    low, high = _limited("tanh", v)
    return 1 - high * high, 1 - max(low, _ZERO) ** 2


def _steepness_of_erf(v: End) -> Ends:
    """Of a number that is not negative; of one whose square is far what it is nearer to 0."""
    if isinstance(v, float) or v * v > _FAR:
        return _ZERO, _steepness_of_erf(Fraction(isqrt(_FAR)))[1]
    return _ends_of(2 * (-(_ball(v) ** 2)).exp() / flint.arb.pi().sqrt())


_DERIVATIVES = {"tanh": _steepness_of_tanh, "erf": _steepness_of_erf}


def _wave(name: str, low: End, high: End) -> Ends:
    """The ends of sin or cos on an interval; it turns at multiples of pi, those of sin moved by pi / 2."""
    if isinstance(low, float) or isinstance(high, float):
        return -_ONE, _ONE
    moved = _ball(Fraction(1, 2) if name == "sin" else _ZERO)
    first, last = ((_ball(v) / flint.arb.pi() - moved).floor().unique_fmpz() for v in (low, high))
    if first is None or last is None or last - first > 1:
        return -_ONE, _ONE
    at_ends = [end for v in (low, high) for end in _ends_of(getattr(_ball(v), name)())]
    if first < last:
        at_ends.append(_ONE if last % 2 == 0 else -_ONE)
    return max(min(at_ends), -_ONE), min(max(at_ends), _ONE)


def _product(x: End, y: End) -> End:
    """Of ends: 0 times an infinite one is 0, which is what 0 times any of the numbers is."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x * y
    return _ZERO if x == 0 or y == 0 else inf if (x > 0) == (y > 0) else -inf


def _products(a: Ends, b: Ends) -> Ends:
    corners = [_product(x, y) for x, y in product(a, b)]
    return min(corners), max(corners)


def _powers(a: Ends, n: int) -> Ends:
    if any(isinstance(v, Fraction) and n * _length(v) > _LONGEST for v in a):
        raise refused("a number that is raised to a high power")
    low, high = sorted(v**n for v in a)
    return (_ZERO if n and n % 2 == 0 and a[0] < 0 < a[1] else low), high


def _sum(a: Ends, b: Ends) -> Ends:
    return a[0] + b[0], a[1] + b[1]


def _scaled(slopes: Slopes, by: Ends) -> Slopes:
    if slopes is None:
        return None
    products = {i: _products(slope, by) for i, slope in slopes.items()}
    return {i: (_down(low), -_down(-high)) for i, (low, high) in products.items()}


def _joined(a: Slopes, b: Slopes, join: Callable[[Ends, Ends], Ends]) -> Slopes:
    if a is None or b is None:
        return None
    return {i: join(a.get(i, (_ZERO, _ZERO)), b.get(i, (_ZERO, _ZERO))) for i in sorted({*a, *b})}
