"""Which floats may stand for exact numbers.

A float has no error bound. Where one meets exact numbers or a running error bound it has to be a
number that is plainly meant: 0.5 is one half, and 3.0 is three, but ``1 / 3`` and ``0.1`` computed
in floats are near the numbers that their authors mean, no more. A rounded result all but never has
as few digits as a literal that is meant, so the number of its digits decides; and where rounded
numbers cancel, a few digits far behind the point remain (``0.1 + 0.2 - 0.3`` is ``2**-54``), so that
numbers which reach as far are not taken for meant. A ``Fraction`` is exact, but ``Fraction(0.1)`` is the
rounded float once more: it is told by the same digits.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from torch import Tensor

DIGITS = 16
"""Binary digits of a float that is plainly meant: one third has 53 (24 in single precision), and
few numbers that were rounded end in so many zeros (one of 2^37, or of 2^8)."""
WHOLE_DIGITS = 32
"""Of a whole number, which nobody rounds to by chance."""
FINEST = 30
"""The last binary digit behind the point: what rounded numbers leave that cancel lies beyond it, unless
they are larger than a million."""
entering: ContextVar[Callable[[Any], None] | None] = ContextVar("what is told of floats", default=None)
"""What is told of each float that comes into exact arithmetic otherwise than as data."""
_SIMPLE, _SIMPLE_SQUARE, _DECIMALS = 10**6, 10**3, 12
"""The denominators, of a number and of its square, and the decimal digits of what a rounded float stands for:
of a million floats that are none, fewer than two hundred are next to such a number."""
_NARROW = {"float32": 11, "float16": 2, "bfloat16": 1}
"""Digits in place of :data:`DIGITS` where a float has 24, 11 or 8 to begin with."""


_AS_STORED: ContextVar[bool] = ContextVar("whether floats are the numbers that they store", default=False)


@contextmanager
def as_stored() -> Iterator[None]:
    """Floats inside the block are the numbers that they store, as where a space is asked what it holds."""
    token = _AS_STORED.set(True)
    try:
        yield
    finally:
        _AS_STORED.reset(token)


class FloatSlipped(TypeError):
    """A float that is not plainly meant, or a fraction made of one, met exact numbers or an error bound.

    It is raised on the line of the check that lets the float in. Write ``x / 3`` for ``x * (1 / 3)``,
    ``constant(Fraction(1, 10), x)`` for ``0.1``, ``sqrt(n)`` for ``n**0.5``; see
    :func:`lemmata.numbers.arrays.stored` for floats that are meant as they are.

    Attributes:
        value: the float; of a tensor the first one.
    """

    def __init__(self, value: float | Fraction, line: str = "") -> None:
        where = f" (let in at {line})" if line else ""
        rounded = f"the fraction {value}{where}, which is the float {float(value)!r},"
        subject = rounded if isinstance(value, Fraction) else f"the float {value!r}{where}"
        super().__init__(
            f"{subject} slipped into exact arithmetic: it has no error bound, and is not "
            "dyadic (a short whole number over a power of two up to 2^30). Write x / 10 for 0.1 * x, "
            "Fraction(1, k) for 1 / k with the k of a loop, constant(Fraction(1, 10), x) where a number is "
            "wanted, Fraction(1, 2**40) for 2.0**-40, "
            "pow(x, Fraction(1, 10)) for x**0.1, and "
            "sqrt, exp, log, pi of lemmata.numbers instead of math's or torch's; a float that is meant as "
            "it is stored goes through lemmata.numbers.stored"
        )
        self.value = value


class SizeAsFloat(TypeError):
    """A whole number of a setting was turned into a float where exact numbers are wanted.

    ``float(s.n)`` does so, and ``math.sqrt(s.n)``, and a format such as ``f"{s.n:.2f}"``.

    Attributes:
        value: the whole number.
    """

    def __init__(self, value: int) -> None:
        super().__init__(
            f"the whole number {value} of the setting was turned into a float, which has no error "
            "bound: use it as it is, sqrt, exp, log of lemmata.numbers instead of math's, and sqrt(n) or "
            "pow(n, Fraction(1, 4)) instead of n**0.5 or n ** (1 / 4)"
        )


def is_short(value: float, digits: int = DIGITS) -> bool:
    """Whether a float has few digits; infinities and NaN are nobody's rounding."""
    if not math.isfinite(value):
        return True
    digits = WHOLE_DIGITS if value.is_integer() else digits
    return (math.frexp(value)[0] * 2.0**digits).is_integer()


def is_rounded(value: Fraction) -> bool:
    """Whether a fraction is a float, and one that was rounded, as far as its digits tell: ``Fraction(0.1)``.

    ``Fraction(1, 2**40)`` has one digit, and is none.
    """
    over_power_of_two = value.denominator & (value.denominator - 1) == 0
    digits = value.numerator.bit_length()
    return value.denominator > 2**FINEST and over_power_of_two and DIGITS < digits <= sys.float_info.mant_dig


def stands_for_another(value: Fraction) -> bool:
    """Whether a fraction is the float next to another number that is meant: a fraction, a decimal or a root.

    It is asked of what a check computes with, where a fraction may well have many digits: a binomial
    probability of 40 tosses, or a point that is rounded to 60 digits.
    """
    if not is_rounded(value):
        return False
    number = float(value)
    root = math.sqrt((value * value).limit_denominator(_SIMPLE_SQUARE))
    return number in (float(value.limit_denominator(_SIMPLE)), float(f"{number:.{_DECIMALS}g}")) or (
        abs(number) == root
    )


def require_meant_fraction(value: Any) -> None:
    """Lets everything pass but a fraction that is a float in the place of another number.

    Raises:
        FloatSlipped: it is one.
    """
    if isinstance(value, Fraction) and stands_for_another(value) and not _AS_STORED.get():
        raise FloatSlipped(value)


def is_meant(value: Any) -> bool:
    """Whether a float, of Python or NumPy, is plainly meant."""
    number, kind = float(value), getattr(getattr(value, "dtype", None), "name", "")
    if not math.isfinite(number) or _AS_STORED.get():
        return True
    return is_short(number, _NARROW.get(kind, DIGITS)) and (number * 2.0**FINEST).is_integer()


def require_meant(values: Tensor) -> None:
    """Lets whole numbers, truth values and floats pass that are plainly meant.

    Raises:
        FloatSlipped: there are others; the first of them.
    """
    if _AS_STORED.get():
        return
    if not values.is_floating_point():
        if values.numel() and values.dtype != torch.bool and int(values.abs().max()) > 2**53:
            raise FloatSlipped(float(values.abs().max()))
        return
    digits = 2.0 ** _NARROW.get(str(values.dtype).removeprefix("torch."), DIGITS)
    floats = values.double()
    whole = floats == floats.round()
    scaled = torch.frexp(floats).mantissa * torch.where(whole, 2.0**WHOLE_DIGITS, digits)
    fine = floats * 2.0**FINEST
    slipped = torch.isfinite(floats) & ((scaled != scaled.round()) | (fine != fine.round()))
    if bool(slipped.any()):
        raise FloatSlipped(float(values[slipped].reshape(-1)[0]))


def require_meant_array(values: np.ndarray) -> None:
    """As :func:`require_meant`, for an array of NumPy whose floats have less than double precision."""
    if values.dtype.name in _NARROW:
        require_meant(torch.as_tensor(values))
