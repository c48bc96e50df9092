"""Lemma 1 for one function at one input: what is given, and what Lemma 5 and Hoeffding's inequality allow."""

from typing import Any

from lemmata import Margin, at_most, choices, dyadics
from lemmata.numbers import Number, abs, log, sqrt

GIVEN: dict[str, Any] = dict(
    n=choices(4, 64, 256), tau=dyadics(5, 64, of="(4, inf)"), b=dyadics(-1, 1), delta=choices(0.25, 0.0625)
)
MANY: dict[str, Any] = dict(n=256, tau=64.0, b=1.0, delta=0.25)
"""Many steep ramps."""


def within(
    error: Number, n: int, tau: Number, delta: Number, moment: Number, at_zero: Number, share: int
) -> Margin:
    """Whether the error is at most that of Lemma 5 and Hoeffding's inequality (over ``share``)."""
    bound = ((moment + at_zero) * 3 / tau + moment * 3 * sqrt(log(2 / delta) * 2 / n)) / share
    # The moment bounds the function itself.
    return at_most(abs(error), bound).trivial_where(bound - moment)
