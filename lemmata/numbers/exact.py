"""Exact arithmetic: arrays of rationals and arrays of balls.

A rational array decides equality with no tolerance; a ball array encloses every value, so a
sign it reports is certain. Rationals and balls are those of python-flint. An operation that has no
answer in a ring (a logarithm of a rational, the sign of a ball around zero in a branch) raises
:class:`NotExact`, and the engine moves on to the next ring.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from math import inf, isfinite, isinf, isqrt, prod
from sys import float_info
from typing import Any, Literal

import flint
import numpy as np
import torch

from lemmata.numbers import enclosure, formal
from lemmata.numbers.enclosure import Enclosure
from lemmata.numbers.formal import Formal
from lemmata.numbers.literals import (
    FloatSlipped,
    entering,
    is_meant,
    require_meant_array,
    require_meant_fraction,
)
from lemmata.numbers.methods import Methods, real_power

Ring = Literal["rational", "ball", "formal", "enclosure"]
"""Rational numbers; balls; rational numbers beside functions of variables (:mod:`lemmata.numbers.formal`);
enclosures of what a quantity is on a whole box (:mod:`lemmata.numbers.enclosure`)."""
BALL_BITS = 256
_LARGEST = float_info.max
_SMALL = 125
"""A matrix product with fewer terms is no faster through flint's matrices."""
_PLUS = np.frompyfunc(formal.plus, 2, 1, identity=Fraction(0))
_TIMES = np.frompyfunc(formal.times, 2, 1)


class NotExact(ArithmeticError):
    """The operation has no exact answer in the ring at hand."""


def number(value: Any, ring: Ring) -> Any:
    """``value`` as one exact number of ``ring``.

    Raises:
        FloatSlipped: ``value`` is a float that is not plainly meant (:mod:`lemmata.numbers.literals`).
        TypeError: it is no number at all.
    """
    if isinstance(value, Formal):
        if ring != "formal":
            raise NotExact("a function of variables is no number")
        return value
    if isinstance(value, Enclosure):
        if ring != "enclosure":
            raise enclosure.refused("an enclosure is no number")
        return value
    if isinstance(value, bool | np.bool_):
        value = int(value)
    if isinstance(value, flint.arb):
        if ring != "ball":
            raise NotExact("a ball is not a rational number")
        return value
    if isinstance(value, flint.fmpq | flint.fmpz):
        if ring in ("formal", "enclosure"):
            return number(fraction(flint.fmpq(value)), ring)
        return flint.arb(value) if ring == "ball" else flint.fmpq(value)
    if isinstance(value, float | np.floating):
        if not isfinite(value):
            raise NotExact(f"{value} is not a rational number")
        if not is_meant(value):
            raise FloatSlipped(float(value))
        if (tell := entering.get()) is not None:
            tell(value)  # itself: a literal of the source is known by its identity
        value = Fraction(float(value))
    if isinstance(value, int | np.integer):
        if ring == "rational":
            return flint.fmpq(int(value))
        value = Fraction(int(value))
    if not isinstance(value, Fraction):
        raise TypeError(f"{value!r} of type {type(value).__name__} is not a number")
    if ring == "enclosure":
        return enclosure.enclosed(value)
    if ring == "formal":  # python-flint takes no stranger beside its own numbers
        return value
    rational = flint.fmpq(value.numerator, value.denominator)
    return flint.arb(rational) if ring == "ball" else rational


def _fraction_of(value: Any) -> Any:
    """A float that is plainly meant as the fraction that it stores; anything else as it is."""
    if not isinstance(value, float) or not isfinite(value) or not is_meant(value):
        return value
    return int(value) if value.is_integer() else Fraction(value)


def table(values: np.ndarray, ring: Ring) -> np.ndarray:
    """An array of plain numbers, and of numbers of an exact instance, as exact ones; each is lifted once.

    Raises:
        FloatSlipped: a float or a fraction among them is not plainly meant.
        NotExact: a ball among them where rationals are computed.
    """
    require_meant_array(values)  # lists of Python forget their precision
    flat = values.reshape(-1).tolist()
    if values.dtype != object:  # of torch, where tables of fractions are floats: they are no literals
        flat = [_fraction_of(v) for v in flat]
    plain = {v for v in flat if not isinstance(v, Exact)}
    for v in plain:
        require_meant_fraction(v)
    lifted = {v: number(v, ring) for v in plain}
    entries = np.empty(len(flat), dtype=object)
    entries[:] = [number(v.values.item(), ring) if isinstance(v, Exact) else lifted[v] for v in flat]
    return entries.reshape(values.shape)


def lift(value: float, ring: Ring) -> Any:
    """The float ``value`` as the exact number that it stores (every finite float is rational)."""
    if not isfinite(value):
        raise NotExact(f"{value} is not a rational number")
    if ring in ("formal", "enclosure"):
        return number(Fraction(value), ring)
    rational = flint.fmpq(*value.as_integer_ratio())
    return flint.arb(rational) if ring == "ball" else rational


def fraction(value: Any) -> Fraction:
    """An exact rational number as a :class:`fractions.Fraction`."""
    if isinstance(value, Formal):
        value.point.asked = True
        raise NotExact("a function of variables is no number")
    if isinstance(value, Enclosure):
        raise enclosure.refused("an enclosure is no number")
    if isinstance(value, Fraction | int | float):
        return Fraction(value)
    if isinstance(value, flint.fmpq):
        return Fraction(int(value.p), int(value.q))
    if isinstance(value, flint.arb):
        raise NotExact("a ball is not a rational number")
    raise TypeError(f"{value!r} is not a rational number")


def as_float(value: Any) -> float:
    """The nearest float of an exact number (the midpoint of a ball)."""
    if isinstance(value, flint.arb):
        return float(value.mid())
    return _float(value)


def _float(value: Any) -> float:
    """The nearest float of a rational number; infinite where the floats end."""
    try:
        if isinstance(value, flint.fmpq):
            return int(value.p) / int(value.q)  # as a Fraction does, without making one
        return float(fraction(value))
    except OverflowError:
        return inf if value > 0 else -inf


@contextmanager
def ball_precision(bits: int = BALL_BITS) -> Iterator[None]:
    """Run ball arithmetic at ``bits`` bits inside the block."""
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def sqrt(value: Any) -> Any:
    """Square root of one exact number; of a rational only if it is a square of one."""
    if isinstance(value, flint.arb):
        return _checked(value.sqrt())
    if isinstance(value, Formal):
        return value.function("sqrt")
    if isinstance(value, Enclosure):
        return enclosure.enclosed(value).sqrt()
    exact = fraction(value)
    if exact < 0:
        raise NotExact(f"the square root of {exact} is not real")
    top, bottom = isqrt(exact.numerator), isqrt(exact.denominator)
    if top * top != exact.numerator or bottom * bottom != exact.denominator:
        return _as_variable("sqrt", exact, f"the square root of {exact} is not rational")
    return _rational(Fraction(top, bottom))


def _as_variable(name: str, value: Any, why: str) -> Formal:
    """A function at a rational number where its value is not rational, if variables are computed with.

    Raises:
        NotExact: they are not.
    """
    variable = formal.of_number(name, value)
    if variable is None:
        raise NotExact(why)
    return variable


def _rational(value: int | Fraction) -> Any:
    """A rational number as those beside it are."""
    return number(value, "formal" if formal.is_in_force() else "rational")


def not_negative(value: Any) -> Any:
    """One exact number that is known not to be negative: a ball loses the part below zero."""
    if isinstance(value, flint.arb):
        return value.nonnegative_part()
    if isinstance(value, Enclosure):
        return enclosure.enclosed(value).nonnegative()
    return value


def exp(value: Any) -> Any:
    """Exponential of one exact number; of a rational only at 0."""
    if isinstance(value, flint.arb):
        return _checked(value.exp())
    if isinstance(value, Formal):
        return value.function("exp")
    if isinstance(value, Enclosure):
        return enclosure.enclosed(value).exp()
    if fraction(value) == 0:
        return _rational(1)
    return _as_variable("exp", value, "the exponential of a rational is not rational")


def log(value: Any) -> Any:
    """Natural logarithm of one exact number; of a rational only at 1."""
    if isinstance(value, flint.arb):
        return _checked(value.log())
    if isinstance(value, Formal):
        return value.function("log")
    if isinstance(value, Enclosure):
        return enclosure.enclosed(value).log()
    if fraction(value) == 1:
        return _rational(0)
    return _as_variable("log", value, "the logarithm of a rational is not rational")


def elementary(name: Literal["sin", "cos", "tanh", "erf"], value: Any, at_zero: int) -> Any:
    """A function of one exact number; of a rational only at 0, where its value is ``at_zero``."""
    if isinstance(value, flint.arb):
        return _checked(getattr(value, name)())
    if isinstance(value, Formal):
        return value.function(name)
    if isinstance(value, Enclosure):
        return enclosure.enclosed(value).elementary(name)
    if fraction(value) == 0:
        return _rational(at_zero)
    return _as_variable(name, value, f"the {name} of a rational is not rational")


def _whole_power(value: Any, power: int) -> Any:
    """One exact number to a whole power; of a ball by products: flint's own is NaN around 0."""
    if power < 2 or not isinstance(value, flint.arb):
        return value**power
    half = _whole_power(value, power // 2)
    even = not_negative(half * half)
    return even * value if power % 2 else even


def real_power_of(value: Any, power: Fraction) -> Any:
    """One exact number, at least 0, to a real power; of a rational by roots of roots.

    Raises:
        NotExact: it is not rational, or not real.
        ZeroDivisionError: 0 to a negative power.
    """
    if power.denominator == 1:
        return value**power.numerator
    if isinstance(value, flint.arb):
        if power.denominator == 2:
            return _checked(value.sqrt() ** power.numerator)
        return _checked(value ** flint.arb(flint.fmpq(power.numerator, power.denominator)))
    if power.denominator & (power.denominator - 1):
        if isinstance(value, Formal):
            return value.function(f"power {power}")
        if value in (0, 1):
            return value if power > 0 else 1 / value
        raise NotExact(f"the power {power} of a rational is not rational")
    root, denominator = value, power.denominator
    while denominator > 1:
        root, denominator = sqrt(root), denominator // 2
    return root**power.numerator


def pi(ring: Ring) -> Any:
    """The number pi, which only balls can hold."""
    if ring == "enclosure":
        return enclosure.pi()
    if ring != "ball":
        return _as_variable("pi", 0, "pi is not rational")
    return flint.arb.pi()


def ring_of(value: Any) -> Ring:
    """The ring that one exact number belongs to."""
    if isinstance(value, Enclosure):
        return "enclosure"
    return "ball" if isinstance(value, flint.arb) else "rational"


def sign(value: Any) -> Any:
    """Sign of one exact number: -1, 0 or 1 (for a ball around zero the ball that holds all)."""
    if isinstance(value, flint.arb):
        return value.sgn()
    if isinstance(value, Formal):
        return value.sign()
    if isinstance(value, Enclosure):
        return enclosure.enclosed(value).sign()
    return _rational((value > 0) - (value < 0))


def larger(a: Any, b: Any) -> Any:
    """The larger of two exact numbers (for balls a ball that encloses it)."""
    if isinstance(a, flint.arb) or isinstance(b, flint.arb):
        return flint.arb(a).max(flint.arb(b))
    if isinstance(a, Formal):
        return a.larger(b)
    if isinstance(b, Formal):
        return b.larger(a)
    if isinstance(a, Enclosure) or isinstance(b, Enclosure):
        return enclosure.enclosed(a).larger(enclosure.enclosed(b))
    return a if a >= b else b


def bounds(value: Any) -> tuple[float, float]:
    """Floats below and above an exact number, rounded outwards; signs are never lost."""
    if isinstance(value, flint.arb):
        _checked(value)
        low, high = value.lower(), value.upper()
        return (
            0.0 if low == 0 else float(np.nextafter(float(low), -np.inf)),
            0.0 if high == 0 else float(np.nextafter(float(high), np.inf)),
        )
    if isinstance(value, Enclosure):
        low, high = enclosure.enclosed(value).ends()
        return _below(low), -_below(-high)
    nearest = _float(value)
    if isinf(nearest):
        return (_LARGEST, inf) if nearest > 0 else (-inf, -_LARGEST)
    if nearest == 0.0 and value != 0:
        nearest = 5e-324 if value > 0 else -5e-324
    return nearest, nearest


def _below(value: enclosure.End) -> float:
    """A float that is not above the end of an interval; signs are never lost."""
    if isinstance(value, float):
        return value
    low = bounds(value)[0]
    return low if low == 0 or isinf(low) or Fraction(low) <= value else float(np.nextafter(low, -np.inf))


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
            "use sign(x), or the masks (x >= 0) & (x <= 0), in the place of x == 0"
        )
    return array


def certainly(low: float, high: float, relation: Literal["<", "<="]) -> bool:
    """Whether a number between ``low`` and ``high`` is below (at most) zero.

    Raises:
        NotExact: the two ends disagree.
    """
    below, above = (low < 0, high < 0) if relation == "<" else (low <= 0, high <= 0)
    if below != above:
        enclosure.doubt()
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
    enclosure.doubt()
    raise NotExact("a comparison on which something depends is too close to call")


class Exact(Methods):
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
        if isinstance(key, torch.Tensor):  # a mask, or places
            key = key.cpu().numpy()
        return Exact(self.values[key], self.ring)

    def entries(self, other: Any) -> Any:
        """What an operator met, in this ring: an array of its entries, or one number.

        Raises:
            FloatSlipped: a float or a fraction that is not plainly meant.
            NotExact: a ball where rationals are computed.
        """
        if isinstance(other, Exact):
            return other.values
        if isinstance(other, np.ndarray):
            return table(other, self.ring)
        if hasattr(other, "detach"):  # a torch mask or constant
            return table(other.detach().cpu().numpy(), self.ring)
        require_meant_fraction(other)
        return number(other, self.ring)

    def _binary(self, other: Any, operation: Callable[[Any, Any], Any]) -> Exact:
        return Exact(operation(self.values, self.entries(other)), self.ring)

    def __add__(self, other: Any) -> Exact:
        return self._binary(other, _PLUS if self.ring == "formal" else operator.add)

    def __sub__(self, other: Any) -> Exact:
        return self._binary(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Exact:
        return self._binary(other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> Exact:
        return self._binary(other, _TIMES if self.ring == "formal" else operator.mul)

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
        if isinstance(power, int):
            return self.map(lambda v: _whole_power(v, int(power)))
        exponent = real_power(power)
        return self.map(lambda v: real_power_of(v, exponent))

    def __rpow__(self, base: Any) -> Exact:
        require_meant_fraction(base)
        return Exact(np.array(number(base, self.ring), dtype=object), self.ring).log().__mul__(self).exp()

    def __matmul__(self, other: Any) -> Exact:
        right = other if isinstance(other, Exact) else Exact(self.entries(other), self.ring)
        return Exact(_matmul(self.values, right.values, self.ring), self.ring)

    def __rmatmul__(self, other: Any) -> Exact:
        return Exact(_matmul(self.entries(other), self.values, self.ring), self.ring)

    # Of one number a truth value, of several a mask of torch, as beside floats.
    def __lt__(self, other: Any) -> Any:
        return _compared(self - other, "<")

    def __le__(self, other: Any) -> Any:
        return _compared(self - other, "<=")

    def __gt__(self, other: Any) -> Any:
        return _compared(other - self, "<")

    def __ge__(self, other: Any) -> Any:
        return _compared(other - self, "<=")

    def __eq__(self, other: Any) -> bool:
        if other is None or isinstance(other, str):
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

    def _sum(self, axis: int | tuple[int, ...], keepdims: bool) -> Exact:
        zero = number(0, self.ring)
        if self.ring == "formal":
            return Exact(_PLUS.reduce(self.values, axis=axis, initial=zero, keepdims=keepdims), self.ring)
        return Exact(np.sum(self.values, axis=axis, initial=zero, keepdims=keepdims), self.ring)

    def _amax(self, axis: int | tuple[int, ...], keepdims: bool) -> Exact:
        best = self.values
        for place in sorted(
            {k % self.ndim for k in ((axis,) if isinstance(axis, int) else axis)}, reverse=True
        ):
            slices = np.moveaxis(best, place, 0)
            best = slices[0]
            for slice_ in slices[1:]:
                best = _larger(best, slice_, self.ring)
            if keepdims:
                best = np.expand_dims(np.asarray(best, dtype=object), place)
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

    def sin(self) -> Exact:
        return self.map(lambda v: elementary("sin", v, 0))

    def cos(self) -> Exact:
        return self.map(lambda v: elementary("cos", v, 1))

    def tanh(self) -> Exact:
        return self.map(lambda v: elementary("tanh", v, 0))

    def erf(self) -> Exact:
        return self.map(lambda v: elementary("erf", v, 0))

    def logistic(self) -> Exact:
        return 1 / ((-self).exp() + 1)

    def movedim(self, source: int, destination: int) -> Exact:
        return Exact(np.moveaxis(self.values, source, destination), self.ring)

    def broadcast_to(self, shape: tuple[int, ...]) -> Exact:
        return Exact(np.broadcast_to(self.values, shape), self.ring)

    def reshape(self, *shape: Any) -> Exact:
        return Exact(self.values.reshape(*shape), self.ring)


_ANSWER: ContextVar[Callable[[Any, str], bool] | None] = ContextVar("what comparisons are told", default=None)


@contextmanager
def answering(answer: Callable[[Any, str], bool]) -> Iterator[None]:
    """Within the block each comparison ``x < 0``, or ``x <= 0``, is told this of x and its relation."""
    token = _ANSWER.set(answer)
    try:
        yield
    finally:
        _ANSWER.reset(token)


def _compared(difference: Exact, relation: Literal["<", "<="]) -> Any:
    """Which entries are below (at most) zero: a truth value of a single number, else a mask.

    Raises:
        NotExact: one of them is too close to call, or a function of variables.
    """
    if (answer := _ANSWER.get()) is not None:
        mask = [answer(v, relation) for v in difference.values.ravel()]
    else:
        mask = [certainly(*bounds(v), relation) for v in difference.values.ravel()]
    return torch.tensor(mask, dtype=torch.bool).reshape(difference.shape) if difference.ndim else mask[0]


def _larger(a: Any, b: Any, ring: Ring) -> Any:
    """Entry by entry the larger number; rationals are simply compared."""
    return np.maximum(a, b) if ring == "rational" else np.vectorize(larger, otypes=[object])(a, b)


def _matmul(a: np.ndarray, b: np.ndarray, ring: Ring) -> np.ndarray:
    """Matrix product with broadcasting over leading axes; through flint matrices if they are large."""
    terms = a.shape[-1] * prod(a.shape[-2:-1]) * prod(b.shape[-1:])
    if ring == "formal" and a.ndim > 1 and b.ndim > 1 and terms:
        return _sparse_matmul(a, b)
    if ring in ("formal", "enclosure"):
        return _raising_matmul(a, b)
    if a.ndim < 2 or b.ndim < 2 or 0 < terms <= _SMALL:
        return np.asarray(np.matmul(a, b), dtype=object)
    matrix = flint.arb_mat if ring == "ball" else flint.fmpq_mat
    lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    count = prod(lead)
    left = np.broadcast_to(a, lead + a.shape[-2:]).reshape((count,) + a.shape[-2:])
    right = np.broadcast_to(b, lead + b.shape[-2:]).reshape((count,) + b.shape[-2:])
    rows, columns = a.shape[-2], b.shape[-1]
    out = np.empty((len(left), rows * columns), dtype=object)
    for i, (x, y) in enumerate(zip(left, right, strict=True)):
        product = matrix(*x.shape, x.ravel().tolist()) * matrix(*y.shape, y.ravel().tolist())
        out[i] = product.entries()
    return out.reshape((*lead, rows, columns))


def _raising_matmul(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Matrix product of numbers that may refuse to be multiplied. NumPy's own crashes on an exception."""
    left = a[None, :] if a.ndim == 1 else a
    right = b[:, None] if b.ndim == 1 else b
    out = np.asarray((left[..., None] * right[..., None, :, :]).sum(-2), dtype=object)
    out = out[..., 0, :] if a.ndim == 1 else out
    return np.asarray(out[..., 0] if b.ndim == 1 else out, dtype=object)


def _sparse_matmul(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Matrix product with broadcasting over leading axes, without terms that have a factor 0."""
    lead = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    out = np.empty((*lead, a.shape[-2], b.shape[-1]), dtype=object)
    left = np.broadcast_to(a, lead + a.shape[-2:])
    right = np.broadcast_to(b, lead + b.shape[-2:])
    for place in np.ndindex(*lead):
        rows = [_terms(row) for row in left[place]]
        columns = [_terms(column) for column in right[place].T]
        for i, row in enumerate(rows):
            for j, column in enumerate(columns):
                products = [v * column[k] for k, v in row.items() if k in column]
                out[(*place, i, j)] = functools.reduce(operator.add, products) if products else Fraction(0)
    return out


def _terms(vector: np.ndarray) -> dict[int, Any]:
    """Its entries, by place, but for zeros."""
    return {k: v for k, v in enumerate(vector.tolist()) if not formal.is_zero(v)}
