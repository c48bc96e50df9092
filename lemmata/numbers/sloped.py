"""Enclosures with their slopes: how fast a quantity changes along each side of the box, at most and at least.

A slope encloses the derivative wherever there is one, and so all generalised gradients of a function that is
Lipschitz there (Clarke 1983): by Lebourg's mean value theorem a function whose slope along a side is not
negative is smallest at the near end of it. Where a function is not Lipschitz on the box (the root at 0, a sign)
no slope is known.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

try:
    import flint
except ImportError:  # the extra "exact" is not installed
    flint = None

from lemmata.numbers.enclosure import Box, Enclosure, in_force, refused

_LONG = 192
"""Ends with more binary digits than this, numerator and denominator each, are rounded outwards."""
_BITS = 96
"""To so many digits."""

Pair = tuple[Any, Any]
Slopes = dict[int, Pair] | None
"""By the index of a variable; a variable that is left out does not matter. None: nothing is known."""


class Sloped(Enclosure):
    """Ends are rationals of python-flint."""

    __slots__ = ("high", "low", "slopes")

    def __init__(self, ends: Pair, slopes: Slopes, box: Box | None) -> None:
        self.low, self.high = _outward(ends)
        self.slopes, self.box = slopes, box
        if (here := in_force()) is not None:
            here.spend(1 + len(slopes or ()))

    @classmethod
    def of(cls, low: Fraction, high: Fraction, variable: int | None = None) -> Sloped:
        ends = _rational(low), _rational(high)
        slopes = {} if variable is None or low == high else {variable: (_ONE, _ONE)}
        return cls(ends, slopes, None if variable is None else in_force())

    @classmethod
    def pi(cls) -> Sloped:
        return cls(_ball_ends(flint.arb.pi()), {}, None)

    def ends(self) -> tuple[Fraction, Fraction]:
        return _fraction(self.low), _fraction(self.high)

    @property
    def pair(self) -> Pair:
        """Its ends as they are computed with."""
        return self.low, self.high

    def plus(self, other: Sloped) -> Sloped:
        return Sloped(
            (self.low + other.low, self.high + other.high),
            _together(self.slopes, other.slopes, _plus),
            self.box or other.box,
        )

    def __neg__(self) -> Sloped:
        slopes = None if self.slopes is None else {i: (-high, -low) for i, (low, high) in self.slopes.items()}
        return Sloped((-self.high, -self.low), slopes, self.box)

    def times(self, other: Sloped) -> Sloped:
        ours, theirs = _scaled(self.slopes, other.pair), _scaled(other.slopes, self.pair)
        return Sloped(_times(self.pair, other.pair), _together(ours, theirs, _plus), self.box or other.box)

    def _of(self, ends: Pair, derivative: Pair | None) -> Sloped:
        """A function of it: its ends, and those of its derivative (None: it has none somewhere)."""
        slopes = self.slopes
        if slopes:
            slopes = None if derivative is None else _scaled(slopes, derivative)
        return Sloped(ends, slopes, self.box)

    def inverse(self) -> Sloped:
        if self.low <= 0 <= self.high:
            raise refused("a denominator that vanishes somewhere on the box")
        ends = 1 / self.high, 1 / self.low
        low, high = _power(ends, 2)
        return self._of(ends, (-high, -low))

    def power(self, n: int) -> Sloped:
        if n == 1:
            return self
        low, high = _power(self.pair, n - 1)
        return self._of(_power(self.pair, n), (n * low, n * high))

    def larger(self, other: Sloped) -> Sloped:
        if self.low >= other.high:
            return self
        if other.low >= self.high:
            return other
        ends = max(self.low, other.low), max(self.high, other.high)
        return Sloped(ends, _together(self.slopes, other.slopes, _hull), self.box or other.box)

    def sign(self) -> Sloped:
        low, high = _sign(self.low), _sign(self.high)
        return Sloped((low, high), {} if low == high else None, self.box)

    def sqrt(self) -> Sloped:
        if self.low < 0:
            raise refused("the root of what may be negative")
        low, high = _root(self.low, 0), _root(self.high, 1)
        return self._of((low, high), (1 / (2 * high), 1 / (2 * low)) if low else None)

    def exp(self) -> Sloped:
        ends = _monotone(self.pair, "exp")
        return self._of(ends, ends)

    def log(self) -> Sloped:
        if self.low <= 0:
            raise refused("the logarithm of what may not be positive")
        return self._of(_monotone(self.pair, "log"), (1 / self.high, 1 / self.low))

    def cos(self) -> Sloped:
        low, high = _wave(self.pair, "sin")
        return self._of(_wave(self.pair, "cos"), (-high, -low))

    def sin(self) -> Sloped:
        return self._of(_wave(self.pair, "sin"), _wave(self.pair, "cos"))

    def nonnegative(self) -> Sloped:
        return self if self.low >= 0 else Sloped((_ZERO, max(self.high, _ZERO)), self.slopes, self.box)


# -- pairs of ends --------------------------------------------------------------------------------------

_ZERO, _ONE = (flint.fmpq(0), flint.fmpq(1)) if flint is not None else (0, 1)


def _plus(a: Pair, b: Pair) -> Pair:
    return a[0] + b[0], a[1] + b[1]


def _hull(a: Pair, b: Pair) -> Pair:
    return min(a[0], b[0]), max(a[1], b[1])


def _times(a: Pair, b: Pair) -> Pair:
    (al, ah), (bl, bh) = a, b
    if al >= 0:
        return (al * bl if bl >= 0 else ah * bl), (ah * bh if bh >= 0 else al * bh)
    if ah <= 0:
        return (al * bh if bh >= 0 else ah * bh), (ah * bl if bl >= 0 else al * bl)
    if bl >= 0:
        return al * bh, ah * bh
    if bh <= 0:
        return ah * bl, al * bl
    return min(al * bh, ah * bl), max(al * bl, ah * bh)


def _power(a: Pair, n: int) -> Pair:
    low, high = a[0] ** n, a[1] ** n
    if n % 2 or a[0] >= 0:
        return low, high
    return (high, low) if a[1] <= 0 else (_ZERO, max(low, high))


def _sign(v: Any) -> Any:
    return flint.fmpq((v > 0) - (v < 0))


def _scaled(slopes: Slopes, by: Pair) -> Slopes:
    return None if slopes is None else {i: _outward(_times(pair, by)) for i, pair in slopes.items()}


def _together(a: Slopes, b: Slopes, join: Any) -> Slopes:
    if a is None or b is None:
        return None
    if not a and not b:
        return {}
    zero = _ZERO, _ZERO
    return {i: join(a.get(i, zero), b.get(i, zero)) for i in {**a, **b}}


def _outward(ends: Pair) -> Pair:
    low, high = ends
    return (_short(low, down=True) if low.height_bits() > _LONG else low), (
        _short(high, down=False) if high.height_bits() > _LONG else high
    )


def _short(v: Any, *, down: bool) -> Any:
    """A dyadic number of few digits next to a rational one, on one side of it."""
    top, bottom = int(v.p), int(v.q)
    shift = _BITS - abs(top).bit_length() + bottom.bit_length()
    top, bottom = (top << shift, bottom) if shift >= 0 else (top, bottom << -shift)
    whole = top // bottom if down else -(-top // bottom)
    return flint.fmpq(whole << -shift) if shift < 0 else flint.fmpq(whole, 1 << shift)


def _root(v: Any, up: int) -> Any:
    """The square root, or a number below (above) it."""
    top, bottom = int(v.p), int(v.q)
    whole = isqrt(top * bottom)
    if whole * whole == top * bottom:
        return flint.fmpq(whole, bottom)
    return flint.fmpq(isqrt(top * bottom << 2 * _BITS) + up, bottom << _BITS)


def _monotone(a: Pair, name: str) -> Pair:
    """An increasing function at the ends."""
    return _value(a[0], name)[0], _value(a[1], name)[1]


def _value(v: Any, name: str) -> Pair:
    """Ends of a function's value at a number."""
    if v == (0 if name == "exp" else 1):
        return (_ONE, _ONE) if name == "exp" else (_ZERO, _ZERO)
    return _ball_ends(getattr(flint.arb(v), name)())


def _wave(a: Pair, name: str) -> Pair:
    """Ends of a sine or a cosine."""
    if a == (0, 0):
        return (_ZERO, _ZERO) if name == "sin" else (_ONE, _ONE)
    low, high = _ball_ends(getattr(flint.arb((a[0] + a[1]) / 2, flint.arb((a[1] - a[0]) / 2)), name)())
    return max(low, -_ONE), min(high, _ONE)


def _ball_ends(ball: Any) -> Pair:
    if not ball.is_finite():
        raise refused("a function without a finite value")
    return _of_ball(ball.lower()), _of_ball(ball.upper())


def _of_ball(v: Any) -> Any:
    mantissa, exponent = (int(part) for part in v.man_exp())
    return flint.fmpq(mantissa << exponent) if exponent >= 0 else flint.fmpq(mantissa, 1 << -exponent)


def _rational(v: Fraction) -> Any:
    return flint.fmpq(v.numerator, v.denominator)


def _fraction(v: Any) -> Fraction:
    return Fraction(int(v.p), int(v.q))
