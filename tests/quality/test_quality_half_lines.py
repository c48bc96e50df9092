"""What boxes prove without bounds is true however far out one goes, and however near to an open end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from lemmata import Paper, at_least, at_most, dims, dyadics, equal, gaussian, reals, scales
from lemmata.claims.claim import Claim
from lemmata.claims.space import space
from lemmata.numbers import exp, log, sign, sqrt, where
from lemmata.prove.proofs import certify
from lemmata.run.replay import recheck

WORK = 2**15
FINE = 2**13
FAR = 2**70
"""Beyond what is drawn."""


@dataclass(frozen=True)
class Pair:
    t: float
    u: float = 0.0


@dataclass(frozen=True)
class Size:
    d: int


POSITIVE = space(Pair, t=scales(-8, 8, of="(0, inf)"))
UPWARDS = space(Pair, t=dyadics(0, 8, of="[0, inf)"))
BOTH = space(Pair, t=scales(-8, 8, of="(0, inf)"), u=dyadics(0, 8, of="[0, inf)"))
ONE = space(Size, d=dims(1, 2))


def planted(check: Any, **options: Any) -> Claim:
    claim = Paper("half", "Planted", "Nobody", 2026, "half", "tests").claim("planted", **options)
    claim.printed("planted")(check)
    return claim.complete()


def of_reals(s: Any) -> Any:
    return space(x=reals(s.d), y=gaussian(s.d))


@pytest.mark.parametrize(
    ("check", "settings", "prompts"),
    [
        (lambda t: at_least(t + 1, t), UPWARDS, None),
        (lambda t: at_least(1 / (1 + t), 0), UPWARDS, None),
        (lambda t: at_most(1 - 1 / (1 + t), 1 + 1 / t), POSITIVE, None),
        (lambda t: at_least(t * t + 2, 2 * t), UPWARDS, None),
        (lambda t: at_most(log(1 + t), t), UPWARDS, None),
        (lambda t: at_least(1 / t + 1 / sqrt(t), 0), POSITIVE, None),
        (lambda t, u: at_least(exp(-1 / t) + u, -1), BOTH, None),
        (lambda t: at_most(log(t), t + 1), POSITIVE, None),
        (lambda t: at_least(exp(exp(t)) + exp(-exp(t)), 1), POSITIVE, None),
        (lambda t, u: at_least(t * u + 1 / t, 0), BOTH, None),
        (lambda x, y: at_least(x * x + 1 + y * y, 0), ONE, of_reals),
    ],
)
def test_truths_on_half_lines_are_proved_and_confirmed(check: Any, settings: Any, prompts: Any) -> None:
    claim = planted(check, settings=settings, prompts=prompts)
    proof = certify(claim.variant("printed"), WORK)
    assert proof is not None
    assert proof.method == "boxes"
    assert any("inf" in ends for ranges in proof.ranges for ends in ranges.values())
    assert recheck(claim, proof).confirmed
    bounded = tuple({name: ["0", "1"] for name in ranges} for ranges in proof.ranges)
    assert not recheck(claim, replace(proof, ranges=bounded)).confirmed


@pytest.mark.parametrize(
    ("check", "settings"),
    [
        (lambda t: at_most(t, FAR), UPWARDS),
        (lambda t: at_least(1 / t, Fraction(1, FAR)), POSITIVE),  # false far out
        (lambda t: at_least(t, Fraction(1, FAR)), POSITIVE),  # false near the open end
        (lambda t: at_most(1 / t, FAR), POSITIVE),
        (lambda t: at_most(log(t), 60), POSITIVE),
        (lambda t: at_least(log(t), -60), POSITIVE),
        (lambda t: at_most(exp(-t), Fraction(1) - Fraction(1, FAR)), POSITIVE),
        (lambda t: at_most(t * FAR, t * t + FAR), POSITIVE),  # between 1 and FAR
        (lambda t: at_most(sqrt(t), 2**40), UPWARDS),
        (lambda t: at_least(exp(-exp(t)), Fraction(1, 2**FINE)), UPWARDS),
        (lambda t: at_least(exp(-t) * FAR, 1), UPWARDS),
        (lambda t, u: at_least(t - t * u / FAR, -1), BOTH),  # only where both are large
        (lambda t: at_least(t - sign(t) * Fraction(1, FAR), 0), POSITIVE),  # it jumps at the open end
        (lambda t: at_least(t - where(1 / t > 0, Fraction(1, FAR), 0), 0), POSITIVE),
        (lambda t: equal(t * (1 + Fraction(1, 2**80)), t), UPWARDS),
        (lambda t: at_least((t - 3) ** 2, Fraction(1, 2**60)), UPWARDS),  # true but near one point
        (lambda t: at_least(t - t, Fraction(1, FAR)), UPWARDS),
        (lambda t: at_most(t / t, 1 - Fraction(1, FAR)), POSITIVE),
    ],
)
def test_what_fails_far_out_or_near_an_open_end_is_not_proved(check: Any, settings: Any) -> None:
    assert certify(planted(check, settings=settings).variant("printed"), WORK) is None


def test_an_end_that_belongs_to_the_space_is_not_left_out() -> None:
    """One over t has no value at 0, where the half line is closed."""
    inverse = planted(lambda t: at_least(1 / t, 0), settings=UPWARDS)
    assert certify(inverse.variant("printed"), WORK) is None


def test_a_certificate_of_an_open_end_is_none_of_the_closed_one() -> None:
    def check(t: Any) -> Any:
        return at_least(1 / t, 0)

    proof = certify(planted(check, settings=POSITIVE).variant("printed"), WORK)
    assert proof is not None
    assert not recheck(planted(check, settings=UPWARDS), proof).confirmed
