"""What the claims of Lemma 3 share: exact probabilities, no draws.

Rows have independent entries of mean 0 and standard deviations sigma_1 >= ... >= sigma_d.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines import concentration
from lemmata import box, dims, scales, some
from lemmata.numbers import Number, log, over_batches, sqrt

SIZES: dict[str, Any] = dict(d=dims(2, 6), S=dims(1, "min(d, 4)", most="d"))
DELTA = box(low=2.0**-12, high=Fraction(1, 3), of="(0, 1/3)", scale="log")
"""Failure probabilities below 1/3, so that 1 - 3 delta says something."""
EVERY_C = scales(-4, 6, of="(0, inf)")
"""The constant c of a statement that is made for all of them."""
LAWS = {"Rademacher": 4, "uniform": 12, "Gaussian": 8}
"""1/c for laws of the rows, with which Lemma 3 is proved; of Gaussian ones for N >= 8 log(d/delta)."""
sign_sum_tail = over_batches(concentration.sign_sum_tail)


def open_c(fails_at: Callable[[float], object]) -> some:
    """The constant c that the paper leaves open; the smaller, the less is said."""
    return some(scales(-4, 6), weaker="smaller", fails_at=fails_at)


def rows(factor: int, c: float) -> int:
    """So many rows that N c is at least ``factor``."""
    return int(factor / c) + 1


def root(count: int, delta: Number, N: int, c: Number) -> Number:
    r"""The root of $(\log\text{count}-\log\delta)/(Nc)$: of S it is the s of Lemma 3."""
    return sqrt(log(count / delta) / (c * N))
