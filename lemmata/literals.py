"""Which floats may stand for exact numbers.

A float has no error bound. Where one meets exact numbers or a running error bound it has to be a
number that is plainly meant: 0.5 is one half, and 3.0 is three, but ``1 / 3`` and ``0.1`` computed
in floats are near the numbers that their authors mean, no more. A rounded result all but never has
as few digits as a literal that is meant, so the number of its digits decides.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

DIGITS = 22
"""So many binary digits a float may have that is plainly meant. One third has 53 (24 in single
precision), and few numbers that were rounded end in so many zeros (one of 2^30)."""
WHOLE_DIGITS = 32
"""So many a whole number may have. Numbers are not rounded to short whole ones by chance."""


class FloatSlipped(TypeError):
    """A float that is not plainly meant met exact numbers, or numbers with an error bound.

    It is raised on the line of the check that lets the float in. Write ``x / 3`` for ``x * (1 / 3)``,
    ``constant(Fraction(1, 10), x)`` for ``0.1``, ``sqrt(n)`` for ``n**0.5``; see
    :func:`lemmata.arrays.stored` for floats that are meant as they are.

    Attributes:
        value: the float; of a tensor the first one.
    """

    def __init__(self, value: float, line: str = "") -> None:
        where = f" (let in at {line})" if line else ""
        super().__init__(
            f"the float {value!r}{where} slipped into exact arithmetic: it has no error bound, and is not "
            "dyadic (a short whole number over a power of two). Write x / 10 for 0.1 * x, "
            "constant(Fraction(1, 10), x) where a number is wanted, and sqrt, exp, log, pi of "
            "lemmata.arrays instead of math's or torch's; a float that is meant as it is stored goes "
            "through lemmata.arrays.stored"
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
            "bound: use it as it is, and sqrt, exp, log of lemmata.arrays instead of math's"
        )


def is_meant(value: float) -> bool:
    """Whether a float is plainly meant: a short whole number, or one over a power of two.

    Short is what has at most 32 binary digits, or 22 if the float is not whole: 0.5, 3.0 and 2.0**-60
    are meant, 0.1 is not. Infinities and NaN are: nobody takes them for a rounded number.
    """
    if not math.isfinite(value):
        return True
    digits = WHOLE_DIGITS if value.is_integer() else DIGITS
    return (math.frexp(value)[0] * 2.0**digits).is_integer()


def require_meant(values: Tensor) -> None:
    """Lets whole numbers, truth values and floats pass that are plainly meant.

    Raises:
        FloatSlipped: there are others; the first of them.
    """
    if not values.is_floating_point():
        if values.numel() and values.dtype != torch.bool and int(values.abs().max()) > 2**53:
            raise FloatSlipped(float(values.abs().max()))
        return
    floats = values.double()
    whole = floats == floats.round()
    scaled = torch.frexp(floats).mantissa * torch.where(whole, 2.0**WHOLE_DIGITS, 2.0**DIGITS)
    slipped = torch.isfinite(scaled) & (scaled != scaled.round())
    if bool(slipped.any()):
        raise FloatSlipped(float(values[slipped].reshape(-1)[0]))
