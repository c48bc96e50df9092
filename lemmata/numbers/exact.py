"""Exact arithmetic: arrays of rationals and arrays of balls.

A rational array decides equality with no tolerance; a ball array encloses every value, so a
sign it reports is certain. Rationals come from python-flint where it is installed (fast) and
from :mod:`fractions` otherwise; balls need python-flint. An operation that has no answer in a
ring (a logarithm of a rational, the sign of a ball around zero in a branch) raises
:class:`NotExact`, and the engine moves on to the next ring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import inf, isfinite, isinf, isqrt, prod
from sys import float_info
from typing import Any, Literal

import numpy as np

from lemmata.numbers.literals import FloatSlipped, is_meant, require_meant_array

try:
    import flint
except ImportError:  # the extra "exact" is not installed
    flint = None

Ring = Literal["rational", "ball"]
BALL_BITS = 256
_LARGEST = float_info.max
_SMALL = 125
"""A matrix product with fewer terms is no faster through flint's matrices."""


class NotExact(ArithmeticError):
    """The operation has no exact answer in the ring at hand."""


def balls_available() -> bool:
    """Whether ball arithmetic is installed (the extra ``exact``)."""
    return flint is not None


def number(value: Any, ring: Ring) -> Any:
    """``value`` as one exact number of ``ring``.

    Raises:
        FloatSlipped: ``value`` is a float that is not plainly meant (:mod:`lemmata.numbers.literals`).
        TypeError: it is no number at all.
    """
    if isinstance(value, bool | np.bool_):
        value = int(value)
    if flint is not None and isinstance(value, flint.arb):
        if ring == "rational":
            raise NotExact("a ball is not a rational number")
        return value
    if flint is not None and isinstance(value, flint.fmpq | flint.fmpz):
        return flint.arb(value) if ring == "ball" else flint.fmpq(value)
    if isinstance(value, float | np.floating):
        if not isfinite(value):
            raise NotExact(f"{value} is not a rational number")
        if not is_meant(value):
            raise FloatSlipped(float(value))
        value = Fraction(float(value))
    if isinstance(value, int | np.integer):
        if flint is not None and ring == "rational":
            return flint.fmpq(int(value))
        value = Fraction(int(value))
    if not isinstance(value, Fraction):
        raise TypeError(f"{value!r} of type {type(value).__name__} is not a number")
    if flint is None:
        if ring == "ball":
            raise NotExact("ball arithmetic needs python-flint: pip install 'lemmata[exact]'")
        return value
    rational = flint.fmpq(value.numerator, value.denominator)
    return flint.arb(rational) if ring == "ball" else rational


def table(values: np.ndarray, ring: Ring) -> np.ndarray:
    """An array of plain numbers as exact ones; each different number is lifted once.

    Raises:
        FloatSlipped: a float among them is not plainly meant.
    """
    require_meant_array(values)  # lists of Python forget their precision
    flat = values.reshape(-1).tolist()
    lifted = {v: number(v, ring) for v in set(flat)}
    entries = np.empty(len(flat), dtype=object)
    entries[:] = [lifted[v] for v in flat]
    return entries.reshape(values.shape)


def lift(value: float, ring: Ring) -> Any:
    """The float ``value`` as the exact number that it stores (every finite float is rational)."""
    if not isfinite(value):
        raise NotExact(f"{value} is not a rational number")
    if flint is None:
        return number(Fraction(value), ring)
    rational = flint.fmpq(*value.as_integer_ratio())
    return flint.arb(rational) if ring == "ball" else rational


def fraction(value: Any) -> Fraction:
    """An exact rational number as a :class:`fractions.Fraction`."""
    if isinstance(value, Fraction | int | float):
        return Fraction(value)
    if flint is not None and isinstance(value, flint.fmpq):
        return Fraction(int(value.p), int(value.q))
    if flint is not None and isinstance(value, flint.arb):
        raise NotExact("a ball is not a rational number")
    raise TypeError(f"{value!r} is not a rational number")


def as_float(value: Any) -> float:
    """The nearest float of an exact number (the midpoint of a ball)."""
    if flint is not None and isinstance(value, flint.arb):
        return float(value.mid())
    return _float(value)


def _float(value: Any) -> float:
    """The nearest float of a rational number; infinite where the floats end."""
    try:
        if flint is not None and isinstance(value, flint.fmpq):
            return int(value.p) / int(value.q)  # as a Fraction does, without making one
        return float(fraction(value))
    except OverflowError:
        return inf if value > 0 else -inf


@contextmanager
def ball_precision(bits: int = BALL_BITS) -> Iterator[None]:
    """Run ball arithmetic at ``bits`` bits inside the block."""
    if flint is None:
        yield
        return
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def sqrt(value: Any) -> Any:
    """Square root of one exact number; of a rational only if it is a square of one."""
    if flint is not None and isinstance(value, flint.arb):
        return _checked(value.sqrt())
    exact = fraction(value)
    if exact < 0:
        raise NotExact(f"the square root of {exact} is not real")
    top, bottom = isqrt(exact.numerator), isqrt(exact.denominator)
    if top * top != exact.numerator or bottom * bottom != exact.denominator:
        raise NotExact(f"the square root of {exact} is not rational")
    return number(Fraction(top, bottom), "rational")


def not_negative(value: Any) -> Any:
    """One exact number that is known not to be negative: a ball loses the part below zero."""
    if flint is not None and isinstance(value, flint.arb):
        return value.nonnegative_part()
    return value


def exp(value: Any) -> Any:
    """Exponential of one exact number; of a rational only at 0."""
    if flint is not None and isinstance(value, flint.arb):
        return _checked(value.exp())
    if fraction(value) == 0:
        return number(1, "rational")
    raise NotExact("the exponential of a rational is not rational")


def log(value: Any) -> Any:
    """Natural logarithm of one exact number; of a rational only at 1."""
    if flint is not None and isinstance(value, flint.arb):
        return _checked(value.log())
    if fraction(value) == 1:
        return number(0, "rational")
    raise NotExact("the logarithm of a rational is not rational")


def pi(ring: Ring) -> Any:
    """The number pi, which only balls can hold."""
    if ring == "rational":
        raise NotExact("pi is not rational")
    return flint.arb.pi()


def ring_of(value: Any) -> Ring:
    """The ring that one exact number belongs to."""
    return "ball" if flint is not None and isinstance(value, flint.arb) else "rational"


def sign(value: Any) -> Any:
    """Sign of one exact number: -1, 0 or 1 (for a ball around zero the ball that holds all)."""
    if flint is not None and isinstance(value, flint.arb):
        return value.sgn()
    return number((value > 0) - (value < 0), "rational")


def larger(a: Any, b: Any) -> Any:
    """The larger of two exact numbers (for balls a ball that encloses it)."""
    if flint is not None and (isinstance(a, flint.arb) or isinstance(b, flint.arb)):
        return flint.arb(a).max(flint.arb(b))
    return a if a >= b else b


def bounds(value: Any) -> tuple[float, float]:
    """Floats below and above an exact number, rounded outwards; signs are never lost."""
    if flint is not None and isinstance(value, flint.arb):
        _checked(value)
        low, high = value.lower(), value.upper()
        return (
            0.0 if low == 0 else float(np.nextafter(float(low), -np.inf)),
            0.0 if high == 0 else float(np.nextafter(float(high), np.inf)),
        )
    nearest = _float(value)
    if isinf(nearest):
        return (_LARGEST, inf) if nearest > 0 else (-inf, -_LARGEST)
    if nearest == 0.0 and value != 0:
        nearest = 5e-324 if value > 0 else -5e-324
    return nearest, nearest


def _checked(value: Any) -> Any:
    if not value.is_finite():
        raise NotExact("ball arithmetic gave no finite enclosure")
    return value


def is_number(value: Any) -> bool:
    """Whether it is one plain number."""
    return isinstance(value, int | float | Fraction | np.integer | np.floating)


def one_number(array: Any) -> Any:
    """The array of a NumPy or torch that is about to be compared, if it holds one number.

    Raises:
        TypeError: it holds several.
    """
    if prod(array.shape) != 1:
        raise TypeError(
            f"only single numbers are compared by == and !=, not an array of shape {tuple(array.shape)}: "
            "use sign(x), or a mask of values(x), in the place of x == 0"
        )
    return array


def certainly(low: float, high: float, relation: Literal["<", "<="]) -> bool:
    """Whether a number between ``low`` and ``high`` is below (at most) zero.

    Raises:
        NotExact: the two ends disagree.
    """
    below, above = (low < 0, high < 0) if relation == "<" else (low <= 0, high <= 0)
    if below != above:
        raise NotExact("a comparison on which something depends is too close to call")
    return below


def certainly_zero(low: float, high: float) -> bool:
    """Whether a number between ``low`` and ``high`` is zero.

    Raises:
        NotExact: it may be, or may not.
    """
    if low == high == 0:
        return True
    if low > 0 or high < 0:
        return False
    raise NotExact("a comparison on which something depends is too close to call")


class Exact:
    """An array of exact numbers with the operators and methods of :mod:`lemmata.numbers.arrays`."""

    __slots__ = ("ring", "values")
    __array_priority__ = 1000

    def __init__(self, values: Any, ring: Ring) -> None:
        self.values = np.asarray(values, dtype=object)
        self.ring: Ring = ring

    @property
    def shape(self) -> tuple[int, ...]:
        return self.values.shape

    @property
    def ndim(self) -> int:
        return self.values.ndim

    @property
    def mT(self) -> Exact:
        return Exact(np.swapaxes(self.values, -1, -2), self.ring)

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"Exact({self.values.tolist()}, {self.ring!r})"

    def __getitem__(self, key: Any) -> Exact:
        return Exact(self.values[key], self.ring)

    def entries(self, other: Any) -> Any:
        """What an operator met, in this ring: an array of its entries, or one number.

        Raises:
            FloatSlipped: a float that is not plainly meant.
            NotExact: a ball where rationals are computed.
        """
        if isinstance(other, Exact):
            return other.values
        if isinstance(other, np.ndarray):
            return table(other, self.ring)
        if hasattr(other, "detach"):  # a torch mask or constant
            return table(other.detach().cpu().numpy(), self.ring)
        return number(other, self.ring)

    def _binary(self, other: Any, operation: Callable[[Any, Any], Any]) -> Exact:
        return Exact(operation(self.values, self.entries(other)), self.ring)

    def __add__(self, other: Any) -> Exact:
        return self._binary(other, lambda a, b: a + b)

    def __sub__(self, other: Any) -> Exact:
        return self._binary(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Exact:
        return self._binary(other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> Exact:
        return self._binary(other, lambda a, b: a * b)

    def __truediv__(self, other: Any) -> Exact:
        return self._binary(other, lambda a, b: a / b)

    def __rtruediv__(self, other: Any) -> Exact:
        return self._binary(other, lambda a, b: b / a)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Exact:
        return Exact(-self.values, self.ring)

    def __abs__(self) -> Exact:
        return self.map(abs)

    def __pow__(self, power: Any) -> Exact:
        if not isinstance(power, int):
            raise TypeError(f"power must be a whole number, got {power!r}; roots are sqrt(x)")
        return self.map(lambda v: v ** int(power))

    def __matmul__(self, other: Any) -> Exact:
        right = other if isinstance(other, Exact) else Exact(self.entries(other), self.ring)
        return Exact(_matmul(self.values, right.values, self.ring), self.ring)

    def __rmatmul__(self, other: Any) -> Exact:
        return Exact(_matmul(self.entries(other), self.values, self.ring), self.ring)

    def __lt__(self, other: Any) -> bool:
        return certainly(*bounds((self - other).values.item()), "<")

    def __le__(self, other: Any) -> bool:
        return certainly(*bounds((self - other).values.item()), "<=")

    def __gt__(self, other: Any) -> bool:
        return bool(-self < -other)

    def __ge__(self, other: Any) -> bool:
        return bool(-self <= -other)

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Exact) and not is_number(other):
            return NotImplemented
        if isinstance(other, float | np.floating) and not isfinite(other):
            return False
        return certainly_zero(*bounds(one_number((self - other).values).item()))

    # No two arithmetics share a hash: a dictionary, a set or a cache would miss equal numbers.
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return self != 0

    def map(self, function: Callable[[Any], Any]) -> Exact:
        """``function`` applied to every entry."""
        if not self.values.ndim:
            return Exact(np.array(function(self.values.item()), dtype=object), self.ring)
        if not self.values.size:
            return self
        return Exact(np.vectorize(function, otypes=[object])(self.values), self.ring)

    def in_ring(self, ring: Ring) -> Exact:
        """The same numbers in ``ring``.

        Raises:
            NotExact: they are balls, and ``ring`` has none.
        """
        return Exact(self.map(lambda v: number(v, ring)).values, ring)

    def maximum(self, other: Any) -> Exact:
        if not self.values.size:
            return self
        return Exact(_larger(self.values, self.entries(other), self.ring), self.ring)

    def sum(self, axis: int | tuple[int, ...] | None) -> Exact:
        zero = number(0, self.ring)
        return Exact(np.sum(self.values, axis=axis, initial=zero), self.ring)

    def amax(self, axis: int) -> Exact:
        slices = np.moveaxis(self.values, axis, 0)
        best = slices[0]
        for slice_ in slices[1:]:
            best = _larger(best, slice_, self.ring)
        return Exact(best, self.ring)

    def relu(self) -> Exact:
        return self.maximum(0)

    def sign(self) -> Exact:
        return self.map(sign)

    def sqrt(self) -> Exact:
        return self.map(sqrt)

    def exp(self) -> Exact:
        return self.map(exp)

    def log(self) -> Exact:
        return self.map(log)

    def movedim(self, source: int, destination: int) -> Exact:
        return Exact(np.moveaxis(self.values, source, destination), self.ring)

    def broadcast_to(self, shape: tuple[int, ...]) -> Exact:
        return Exact(np.broadcast_to(self.values, shape), self.ring)

    def reshape(self, *shape: int) -> Exact:
        return Exact(self.values.reshape(shape), self.ring)


def _larger(a: Any, b: Any, ring: Ring) -> Any:
    """Entry by entry the larger number; rationals are simply compared."""
    return np.maximum(a, b) if ring == "rational" else np.vectorize(larger, otypes=[object])(a, b)


def _matmul(a: np.ndarray, b: np.ndarray, ring: Ring) -> np.ndarray:
    """Matrix product with broadcasting over leading axes; through flint matrices if they are large."""
    terms = a.shape[-1] * prod(a.shape[-2:-1]) * prod(b.shape[-1:])
    if flint is None or a.ndim < 2 or b.ndim < 2 or 0 < terms <= _SMALL:
        return np.asarray(np.matmul(a, b), dtype=object)
    matrix = flint.arb_mat if ring == "ball" else flint.fmpq_mat
    lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    left = np.broadcast_to(a, lead + a.shape[-2:]).reshape((-1,) + a.shape[-2:])
    right = np.broadcast_to(b, lead + b.shape[-2:]).reshape((-1,) + b.shape[-2:])
    rows, columns = a.shape[-2], b.shape[-1]
    out = np.empty((len(left), rows * columns), dtype=object)
    for i, (x, y) in enumerate(zip(left, right, strict=True)):
        product = matrix(*x.shape, x.ravel().tolist()) * matrix(*y.shape, y.ravel().tolist())
        out[i] = product.entries()
    return out.reshape((*lead, rows, columns))
