"""Proofs read the comparisons of ``where=`` that are joined by ``and``, and nothing into any others."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from lemmata import Margin, Paper, at_least, at_most, box, dyadics, printed, reals, theorem
from lemmata.claims.claim import Variant
from lemmata.numbers import Number, Vector, abs, sum
from lemmata.prove.check import wrong
from lemmata.prove.proofs import prove
from lemmata.records.certificate import Certificate

PAPER = Paper("where", "Where", "Nobody", 2026, "where", "tests")
ANY = dyadics(0, 4, of="[0, inf)")
_NUMBERS = count()


def proved(check: Callable[..., Margin], **quantities: Any) -> tuple[Variant, Certificate | None]:
    """A statement as a user writes it, and its certificate, if there is one: the checker confirms it."""
    label = f"Claim {next(_NUMBERS)}"
    check.__doc__ = f"What {label} says."
    theorem(PAPER, label, **quantities)(printed("no matter how")(check))
    variant = next(reversed(PAPER.declared.values())).complete().variant("printed")
    certificate = prove(variant, 2**17).certificate
    assert certificate is None or not wrong(variant, certificate)
    return variant, certificate


def harmonic_mean(x: Number, y: Number) -> Margin:
    return at_most(2 * x * y / (x + y), (x + y) / 2)


def is_positive(x: Number, y: Number) -> Margin:
    return at_most(0 * y - x, 0)


def shares(x: Vector) -> Margin:
    return at_most(sum(x * x) / sum(x), sum(x))


def test_what_where_says_to_be_above_0_may_be_divided_by() -> None:
    _, certificate = proved(harmonic_mean, x=ANY, y=ANY, where=lambda x, y: x + y > 0)
    assert certificate is not None
    assert proved(harmonic_mean, x=ANY, y=ANY, where=lambda x, y: 3 * x > -2 * y)[1] is not None
    assert proved(shares, x=box(3, low=0, high=4, of="[0, inf)"), where=lambda x: sum(x) > 0)[1] is not None
    # The same certificate proves nothing of a space that has the point at which it is divided by 0.
    whole, none = proved(harmonic_mean, x=ANY, y=ANY)
    assert none is None and wrong(whole, certificate)


def scaled(x: Number, y: Number, t: Number) -> Margin:
    return at_most(x / (1 + t) / ((x + y) / (1 + t)), 1)


def test_a_number_that_is_divided_by_may_come_as_near_to_0_as_it_likes() -> None:
    """As (x + y) / (1 + t) does, whatever x + y is; not if it is 0 at an end that belongs to the space."""
    assert proved(scaled, x=ANY, y=ANY, t=ANY, where=lambda x, y: x + y > 0)[1] is not None
    assert proved(scaled, x=ANY, y=ANY, t=ANY)[1] is None
    # What has a square that is above 0 is not 0.
    assert proved(lambda x: at_most(abs(x) / x, 1), x=reals(), where=lambda x: x * x > 0)[1] is not None
    assert proved(lambda x: at_most(abs(x) / x, 1), x=reals(), where=lambda x: x * x >= 0)[1] is None
    assert proved(lambda x: at_most(abs(x) / x, 1), x=reals(), where=lambda x: x * x > -1)[1] is None
    share = dyadics(0, 1)
    for where, is_known in ((lambda x: x < 2, False), (lambda x: x < 1, True)):
        _, found = proved(lambda x: at_least(1 / (1 - x), 1), x=share, where=where)
        assert (found is not None) == is_known


@pytest.mark.parametrize(
    "where",
    [
        lambda x, y: x + y >= 0,
        lambda x, y: x > 0 or y >= 0,
        lambda x, y: not x > 0,
        lambda x, y: x - y > 0 or x >= 0,
        lambda x, y: (x + y > 0) | (x >= 0),
        lambda x, y: (x + y > 0) != (x > 4),
        lambda x, y: x + y > 0 if x > 1 else True,
        lambda x, y: float(x + y) > 0,
    ],
)
def test_a_denominator_that_may_be_0_where_the_hypothesis_is_met_is_refused(where: Callable[..., bool]) -> None:
    assert proved(harmonic_mean, x=ANY, y=ANY, where=where)[1] is None


def test_comparisons_that_are_joined_by_and_are_known() -> None:
    for where in (
        lambda x, y: x > 0,
        lambda x, y: x > 0 and y > 0,
        lambda x, y: y > 1 and x > y,
        lambda x, y: 0 < y < x,
    ):
        assert proved(is_positive, x=reals(), y=reals(), where=where)[1] is not None


@pytest.mark.parametrize(
    "where",
    [
        lambda x, y: y > 0,
        lambda x, y: x > 0 or y > 0,
        lambda x, y: (x > 0) != (y > 0),
        lambda x, y: not (x > 0 and y > 0),
        lambda x, y: x < 0,
        lambda x, y: x > y and y > -1,
        lambda x, y: x > 0 if y > 0 else True,
        lambda x, y: 1000 * x > -1,
        lambda x, y: y >= x**2,
    ],
)
def test_nothing_is_read_into_other_hypotheses(where: Callable[..., bool]) -> None:
    """Each is met at some point at which the statement is false."""
    assert proved(is_positive, x=reals(), y=reals(), where=where)[1] is None
