"""Numbers as LaTeX."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

_LARGE = 2**20
_NEAR = 10**4


def numeral(value: float | Fraction) -> str:
    """A number as its author means it: a float that is only near a short fraction is that fraction."""
    if isinstance(value, float) and not math.isfinite(value):
        return r"\infty" if value > 0 else r"-\infty"
    if value < 0:
        return f"-{numeral(-value)}"
    exact = Fraction(value)
    short = exact.limit_denominator(_NEAR)
    if isinstance(value, float) and abs(exact - short) <= 2 * Fraction(math.ulp(value)):
        exact = short
    if exact.denominator == 1:
        whole = exact.numerator
        return f"2^{{{whole.bit_length() - 1}}}" if whole >= _LARGE and not whole & (whole - 1) else str(whole)
    if exact.numerator == 1 and exact.denominator > 64 and not exact.denominator & (exact.denominator - 1):
        return f"2^{{-{exact.denominator.bit_length() - 1}}}"
    return (
        rf"\frac{{{exact.numerator}}}{{{exact.denominator}}}"
        if exact.denominator <= _NEAR
        else f"{float(exact):.6g}"
    )


def is_number(value: Any) -> bool:
    """Whether :func:`numeral` takes it."""
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)
