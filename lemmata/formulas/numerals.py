"""Numbers as LaTeX."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

_SHORT, _NEAR, _LARGE, _WHOLE = 64, 10**4, 2**20, 10**9


def numeral(value: float | Fraction) -> str:
    """A number as its author means it: a float that is only near a short fraction is that fraction."""
    if isinstance(value, float) and not math.isfinite(value):
        return r"\text{NaN}" if math.isnan(value) else r"\infty" if value > 0 else r"-\infty"
    if value < 0:
        return f"-{numeral(-value)}"
    exact = Fraction(value)
    short = exact.limit_denominator(_NEAR)
    if isinstance(value, float) and abs(exact - short) <= 2 * Fraction(math.ulp(value)):
        exact = short
    over, under = exact.numerator, exact.denominator
    if under <= _NEAR and over < _LARGE and not (over == 1 and under > _SHORT and _is_power(under)):
        return str(over) if under == 1 else rf"\frac{{{over}}}{{{under}}}"
    power = (over & -over).bit_length() - under.bit_length()
    odd = over >> max(power, 0)
    if _is_power(under) and odd < _SHORT:
        return (rf"{odd}\cdot " if odd > 1 else "") + f"2^{{{power}}}"
    if under == 1 and over < _WHOLE:
        return str(over)
    if _is_power(under) and under < _LARGE:
        return rf"\frac{{{over}}}{{{under}}}"
    digits, _, exponent = f"{float(exact):.3g}".partition("e")
    ten = f"10^{{{int(exponent)}}}" if exponent else ""
    return ten if ten and digits == "1" else rf"{digits}\cdot {ten}" if ten else digits


def _is_power(whole: int) -> bool:
    return not whole & (whole - 1)


def is_number(value: Any) -> bool:
    """Whether :func:`numeral` takes it."""
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)
