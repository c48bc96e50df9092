"""The arithmetic in which a check runs, and plain numbers in it.

Five arithmetics are *lifted*, that is, more than plain float64: ``tracked`` (floats with a running
error bound), ``rational``, ``ball``, ``formal`` (functions of variables), and ``enclosure`` (of what a quantity
is on a whole box). While an instance is
evaluated in one of them, plain numbers that a claim makes on its way belong to it, too: ``sqrt(2)`` is the
root of two and no float near it. :func:`using` says which arithmetic is in force, :class:`Size` carries it
for the whole numbers of a setting.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from lemmata.numbers import exact
from lemmata.numbers.exact import Exact, is_number
from lemmata.numbers.literals import FloatSlipped, SizeAsFloat, is_meant, require_meant_fraction
from lemmata.numbers.running_error import Tracked

Arithmetic = Literal["tracked", "rational", "ball", "formal", "enclosure"]
Number = int | float | Fraction

_IN_FORCE: ContextVar[Arithmetic | None] = ContextVar("arithmetic in force", default=None)


@contextmanager
def using(arithmetic: Arithmetic | None) -> Iterator[None]:
    """Plain numbers inside the block belong to ``arithmetic``; None: they are plain."""
    token = _IN_FORCE.set(arithmetic)
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


def of(value: Any) -> Arithmetic | None:
    """The arithmetic that a plain number belongs to: its own, else the one in force."""
    return value.arithmetic if isinstance(value, Size) else _IN_FORCE.get()


def number(value: Number, arithmetic: Arithmetic) -> Tracked | Exact:
    """One plain number as a 0-d array of ``arithmetic``.

    Raises:
        FloatSlipped: it is a float, or a fraction made of one, that is not plainly meant.
        NotExact: it is infinite, and the arithmetic has no such number; or there are no balls.
    """
    require_meant_fraction(value)
    return of_data(value, arithmetic)


def of_data(value: Number, arithmetic: Arithmetic) -> Tracked | Exact:
    """As :func:`number`; a fraction is what it is, since it was drawn and not written down."""
    if arithmetic != "tracked":
        return Exact(np.array(exact.number(value, arithmetic), dtype=object), arithmetic)
    if isinstance(value, float | np.floating) and not is_meant(value):
        raise FloatSlipped(float(value))
    return Tracked.of(value)


def plain(value: Any) -> Any:
    """An ingredient of a claim, as its check is to see it.

    In a lifted arithmetic a number is one of that arithmetic, a whole one a :class:`Size`; floats are
    meant, since claims refuse other ones. In float64 a fraction is the nearest float. Whatever is no
    number (a function, a list) stays what it is.
    """
    if isinstance(value, bool) or not is_number(value):
        return value
    arithmetic = _IN_FORCE.get()
    if arithmetic is None:
        return float(value) if isinstance(value, Fraction) else value
    if isinstance(value, int):
        return Size(value, arithmetic)
    return number(Fraction(value) if math.isfinite(value) else value, arithmetic)


def _whole(operation: Callable[[int, int], int]) -> Callable[[Size, Any], Any]:
    """An operation of whole numbers with a whole result; with floats it leaves whole numbers."""

    def result(self: Size, other: Any) -> Any:
        if isinstance(other, int):
            return Size(operation(int(self), int(other)), self.arithmetic)
        if isinstance(other, float | Fraction):
            return operation(self.number, other)  # type: ignore[arg-type]
        return NotImplemented

    return result


class Size(int):
    """A whole number of a setting, while exact numbers or error bounds are computed.

    It counts, indexes and compares as any whole number does, and so do sums, differences, products and
    whole quotients (``n // 2``) with whole numbers. Quotients ``n / 3``, and ``sqrt(n)`` and ``log(n)`` of
    :mod:`lemmata.numbers.arrays`, are numbers of the arithmetic in force. It is no float, and becomes none in
    silence: ``float(n)`` raises :class:`~lemmata.numbers.literals.SizeAsFloat`. ``int(n)`` gives a plain whole
    number, whose quotients are floats: use it to count, not to compute.
    """

    arithmetic: Arithmetic

    def __new__(cls, value: int, arithmetic: Arithmetic) -> Size:
        size = super().__new__(cls, value)
        size.arithmetic = arithmetic
        return size

    def __reduce__(self) -> Any:
        return Size, (int(self), self.arithmetic)

    @property
    def number(self) -> Tracked | Exact:
        """It as a 0-d array."""
        return number(int(self), self.arithmetic)

    __add__ = _whole(lambda a, b: a + b)
    __radd__ = _whole(lambda a, b: b + a)
    __sub__ = _whole(lambda a, b: a - b)
    __rsub__ = _whole(lambda a, b: b - a)
    __mul__ = _whole(lambda a, b: a * b)
    __rmul__ = _whole(lambda a, b: b * a)
    __floordiv__ = _whole(lambda a, b: a // b)
    __rfloordiv__ = _whole(lambda a, b: b // a)
    __mod__ = _whole(lambda a, b: a % b)
    __rmod__ = _whole(lambda a, b: b % a)

    def __truediv__(self, other: Any) -> Any:
        return self.number / other if is_number(other) else NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        return other / self.number if is_number(other) else NotImplemented

    def __pow__(self, power: Any, modulus: Any = None) -> Any:
        if isinstance(power, float):
            raise SizeAsFloat(int(self))  # Python's own float would take over in silence
        if isinstance(power, Fraction) and modulus is None:
            return self.number**power
        if not isinstance(power, int) or modulus is not None:
            return NotImplemented
        if power >= 0:
            return Size(int(self) ** int(power), self.arithmetic)
        return 1 / self.number ** int(-power)

    def __rpow__(self, base: Any, modulus: Any = None) -> Any:
        if isinstance(base, int) and self >= 0:
            return Size(int(base) ** int(self), self.arithmetic)
        if isinstance(base, int | float | Fraction):
            power = number(base, self.arithmetic) ** abs(int(self))
            return power if self >= 0 else 1 / power
        return NotImplemented

    def __neg__(self) -> Size:
        return Size(-int(self), self.arithmetic)

    def __pos__(self) -> Size:
        return self

    def __abs__(self) -> Size:
        return Size(abs(int(self)), self.arithmetic)

    def __float__(self) -> float:
        if _IN_FORCE.get() is None:
            return float(int(self))
        raise SizeAsFloat(int(self))
