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

import flint

from lemmata.numbers.enclosure import Box, End, in_force, refused
from lemmata.numbers.operators import Operated
from lemmata.prove.infinite import Infinite, is_finite

_LONG = 192
"""Ends with more binary digits than this, numerator and denominator each, are rounded outwards."""
_BITS = 96
"""To so many digits,"""
_FURTHEST = 2**16
"""which are at most so far from the point."""

Pair = tuple[Any, Any]
Slopes = dict[int, Pair] | None
"""By the index of a variable; a variable that is left out does not matter. None: nothing is known."""


class Sloped(Operated):
    """Ends are rationals of python-flint, or infinite."""

    __slots__ = ("high", "low", "slopes")

    def __init__(self, ends: Pair, slopes: Slopes, box: Box | None) -> None:
        self.low, self.high = _outward(ends)
        self.slopes, self.box, self.apart = slopes, box, False
        if (here := in_force()) is not None:
            here.spend(1 + len(slopes or ()))

    @classmethod
    def of(cls, low: End, high: End, variable: int | None = None) -> Sloped:
        ends = _rational(low), _rational(high)
        slopes = {} if variable is None or low == high else {variable: (_ONE, _ONE)}
        return cls(ends, slopes, None if variable is None else in_force())

    @classmethod
    def pi(cls) -> Sloped:
        return cls(_ball_ends(flint.arb.pi()), {}, None)

    def ends(self) -> tuple[End, End]:
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
        ).sided(*_sides(self, other))

    def __neg__(self) -> Sloped:
        slopes = None if self.slopes is None else {i: (-high, -low) for i, (low, high) in self.slopes.items()}
        return Sloped((-self.high, -self.low), slopes, self.box).sided(-_side(self))

    def times(self, other: Sloped) -> Sloped:
        ours, theirs = _scaled(self.slopes, other.pair), _scaled(other.slopes, self.pair)
        found = Sloped(_times(self.pair, other.pair), _together(ours, theirs, _plus), self.box or other.box)
        return found.sided(_side(self) * _side(other))

    def _of(self, ends: Pair, derivative: Pair | None) -> Sloped:
        """A function of it: its ends, and those of its derivative (None: it has none somewhere)."""
        slopes = self.slopes
        if slopes:
            slopes = None if derivative is None else _scaled(slopes, derivative)
        return Sloped(ends, slopes, self.box)

    def inverse(self) -> Sloped:
        if not (side := _side(self)):
            raise refused("a denominator that vanishes somewhere on the box")
        low, high = (_ONE / v if v != 0 else Infinite(side) for v in (self.high, self.low))
        least, most = _power((low, high), 2)
        return self._of((low, high), (-most, -least)).sided(side)

    def power(self, n: int) -> Sloped:
        if n == 1:
            return self
        low, high = _power(self.pair, n - 1)
        return self._of(_power(self.pair, n), (n * low, n * high)).sided(_side(self) ** n)

    def larger(self, other: Sloped) -> Sloped:
        if self.low >= other.high:
            return self
        if other.low >= self.high:
            return other
        ends = max(self.low, other.low), max(self.high, other.high)
        found = Sloped(ends, _together(self.slopes, other.slopes, _hull), self.box or other.box)
        return found.sided(*((1,) if 1 in (_side(self), _side(other)) else ()))

    def sign(self) -> Sloped:
        low, high = _sign(self.low), _sign(self.high)
        return Sloped((low, high), {} if low == high else None, self.box)

    def sqrt(self) -> Sloped:
        if self.low < 0:
            raise refused("the root of what may be negative")
        low, high = _root(self.low, 0), _root(self.high, 1)
        if low == 0 and not self.apart:
            return self._of((low, high), None)
        steep = Infinite(1) if low == 0 else _ONE / (2 * low)
        return self._of((low, high), (_ONE / (2 * high), steep)).sided(_side(self))

    def exp(self) -> Sloped:
        ends = _monotone(self.pair, "exp")
        return self._of(ends, ends).sided(1)

    def log(self) -> Sloped:
        if _side(self) != 1:
            raise refused("the logarithm of what may not be positive")
        if self.low == 0:
            ends = Infinite(-1), _value(self.high, "log")[1]
            return self._of(ends, (_ONE / self.high, Infinite(1)))
        return self._of(_monotone(self.pair, "log"), (_ONE / self.high, _ONE / self.low))

    def elementary(self, name: str) -> Sloped:
        low, high = self.pair
        if name in ("sin", "cos"):
            ends, other = (_turning(each, low, high) for each in (name, "cos" if name == "sin" else "sin"))
            return self._of(ends, other if name == "sin" else (-other[1], -other[0]))
        sizes = sorted(-v if v < 0 else v for v in (low, high))
        near, far = _ZERO if low <= 0 <= high else sizes[0], sizes[1]
        steep = _steepness(name, far)[0], _steepness(name, near)[1]
        return self._of((_bounded(name, low)[0], _bounded(name, high)[1]), steep).sided(_side(self))

    def nonnegative(self) -> Sloped:
        return self if self.low >= 0 else Sloped((_ZERO, max(self.high, _ZERO)), self.slopes, self.box)


# -- pairs of ends --------------------------------------------------------------------------------------

_ZERO, _ONE, _FAR, _FAR_OF_ERF = map(flint.fmpq, (0, 1, 2**14, 2**7))


def _side(x: Sloped) -> int:
    """As :attr:`Sloped.side`, without fractions."""
    if x.low > 0 or (x.apart and x.low == 0):
        return 1
    return -1 if x.high < 0 or (x.apart and x.high == 0) else 0


def _sides(a: Sloped, b: Sloped) -> tuple[int, ...]:
    """Of a sum: 1 where no part is below 0, and one is above; -1 the other way round."""
    first, second = _side(a), _side(b)
    if (first == 1 and b.low >= 0) or (second == 1 and a.low >= 0):
        return (1,)
    if (first == -1 and b.high <= 0) or (second == -1 and a.high <= 0):
        return (-1,)
    return ()


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
    if any(is_finite(v) and n * v.height_bits() > _FURTHEST for v in a):
        raise refused("a number that is raised to a high power")
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
    if abs(shift) > _FURTHEST:
        raise refused("a number that is very large, or very near 0")
    top, bottom = (top << shift, bottom) if shift >= 0 else (top, bottom << -shift)
    whole = top // bottom if down else -(-top // bottom)
    return flint.fmpq(whole << -shift) if shift < 0 else flint.fmpq(whole, 1 << shift)


def _root(v: Any, up: int) -> Any:
    """The square root, or a number below (above) it."""
    if not is_finite(v):
        return v
    top, bottom = int(v.p), int(v.q)
    whole = isqrt(top * bottom)
    if whole * whole == top * bottom:
        return flint.fmpq(whole, bottom)
    return flint.fmpq(isqrt(top * bottom << 2 * _BITS) + up, bottom << _BITS)


def _monotone(a: Pair, name: str) -> Pair:
    """An increasing function at the ends."""
    return _value(a[0], name)[0], _value(a[1], name)[1]


def _value(v: Any, name: str) -> Pair:
    """Ends of a function's value at a number, or what it tends to."""
    if not is_finite(v):
        limit = v if v > 0 else _ZERO
        return limit, limit
    if name == "exp" and abs(v) > _FAR:  # its digits would fill the memory
        near = _value(_FAR if v > 0 else -_FAR, name)
        return (near[0], Infinite(1)) if v > 0 else (_ZERO, near[1])
    if v == (0 if name == "exp" else 1):
        return (_ONE, _ONE) if name == "exp" else (_ZERO, _ZERO)
    return _ball_ends(getattr(flint.arb(v), name)())


def _bounded(name: str, v: Any) -> Pair:
    """Ends of tanh or erf at a number, or what it tends to."""
    if not is_finite(v):
        return (_ONE, _ONE) if v > 0 else (-_ONE, -_ONE)
    low, high = _ball_ends(getattr(flint.arb(v), name)())
    return max(low, -_ONE), min(high, _ONE)


def _steepness(name: str, v: Any) -> Pair:
    """Ends of the derivative of tanh or erf at a number that is not negative: it falls from 0 on."""
    last = _FAR if name == "tanh" else _FAR_OF_ERF
    if not is_finite(v) or v > last:
        return _ZERO, _steepness(name, last)[1]
    x = flint.arb(v)
    slope = 1 - x.tanh() ** 2 if name == "tanh" else 2 * (-x * x).exp() / flint.arb.pi().sqrt()
    low, high = _ball_ends(slope)
    return max(low, _ZERO), high


def _turning(name: str, low: Any, high: Any) -> Pair:
    """Ends of sin or cos between two numbers; cos turns at multiples of pi, sin at those moved by pi / 2."""
    if not is_finite(low) or not is_finite(high):
        return -_ONE, _ONE
    moved = flint.arb(flint.fmpq(1, 2) if name == "sin" else _ZERO)
    turns = [(flint.arb(v) / flint.arb.pi() - moved).floor().unique_fmpz() for v in (low, high)]
    if None in turns or turns[1] - turns[0] > 1:
        return -_ONE, _ONE
    ends = [end for v in (low, high) for end in _ball_ends(getattr(flint.arb(v), name)())]
    if turns[0] < turns[1]:
        ends.append(_ONE if turns[1] % 2 == 0 else -_ONE)
    return max(min(ends), -_ONE), min(max(ends), _ONE)


def _ball_ends(ball: Any) -> Pair:
    if not ball.is_finite():
        raise refused("a function without a finite value")
    return _of_ball(ball.lower()), _of_ball(ball.upper())


def _of_ball(v: Any) -> Any:
    mantissa, exponent = (int(part) for part in v.man_exp())
    return flint.fmpq(mantissa << exponent) if exponent >= 0 else flint.fmpq(mantissa, 1 << -exponent)


def _rational(v: End) -> Any:
    if isinstance(v, float):
        return Infinite(1 if v > 0 else -1)
    return flint.fmpq(v.numerator, v.denominator)


def _fraction(v: Any) -> End:
    return float(v) if isinstance(v, Infinite) else Fraction(int(v.p), int(v.q))
