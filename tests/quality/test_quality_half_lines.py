"""What boxes prove without bounds is true however far out one goes, and however near to an open end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from lemmata import Paper, at_least, at_most, dims, dyadics, equal, gaussian, reals, scales, space
from lemmata.claims.claim import Claim
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
        (lambda s: at_least(s.t + 1, s.t), UPWARDS, None),
        (lambda s: at_least(1 / (1 + s.t), 0), UPWARDS, None),
        (lambda s: at_most(1 - 1 / (1 + s.t), 1 + 1 / s.t), POSITIVE, None),
        (lambda s: at_least(s.t * s.t + 2, 2 * s.t), UPWARDS, None),
        (lambda s: at_most(log(1 + s.t), s.t), UPWARDS, None),
        (lambda s: at_least(1 / s.t + 1 / sqrt(s.t), 0), POSITIVE, None),
        (lambda s: at_least(exp(-1 / s.t) + s.u, -1), BOTH, None),
        (lambda s: at_most(log(s.t), s.t + 1), POSITIVE, None),
        (lambda s: at_least(exp(exp(s.t)) + exp(-exp(s.t)), 1), POSITIVE, None),
        (lambda s: at_least(s.t * s.u + 1 / s.t, 0), BOTH, None),
        (lambda s, prompt: at_least(prompt.x * prompt.x + 1 + prompt.y * prompt.y, 0), ONE, of_reals),
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
        (lambda s: at_most(s.t, FAR), UPWARDS),
        (lambda s: at_least(1 / s.t, Fraction(1, FAR)), POSITIVE),  # false far out
        (lambda s: at_least(s.t, Fraction(1, FAR)), POSITIVE),  # false near the open end
        (lambda s: at_most(1 / s.t, FAR), POSITIVE),
        (lambda s: at_most(log(s.t), 60), POSITIVE),
        (lambda s: at_least(log(s.t), -60), POSITIVE),
        (lambda s: at_most(exp(-s.t), Fraction(1) - Fraction(1, FAR)), POSITIVE),
        (lambda s: at_most(s.t * FAR, s.t * s.t + FAR), POSITIVE),  # between 1 and FAR
        (lambda s: at_most(sqrt(s.t), 2**40), UPWARDS),
        (lambda s: at_least(exp(-exp(s.t)), Fraction(1, 2**FINE)), UPWARDS),
        (lambda s: at_least(exp(-s.t) * FAR, 1), UPWARDS),
        (lambda s: at_least(s.t - s.t * s.u / FAR, -1), BOTH),  # only where both are large
        (lambda s: at_least(s.t - sign(s.t) * Fraction(1, FAR), 0), POSITIVE),  # it jumps at the open end
        (lambda s: at_least(s.t - where(1 / s.t > 0, Fraction(1, FAR), 0), 0), POSITIVE),
        (lambda s: equal(s.t * (1 + Fraction(1, 2**80)), s.t), UPWARDS),
        (lambda s: at_least((s.t - 3) ** 2, Fraction(1, 2**60)), UPWARDS),  # true but near one point
        (lambda s: at_least(s.t - s.t, Fraction(1, FAR)), UPWARDS),
        (lambda s: at_most(s.t / s.t, 1 - Fraction(1, FAR)), POSITIVE),
    ],
)
def test_what_fails_far_out_or_near_an_open_end_is_not_proved(check: Any, settings: Any) -> None:
    assert certify(planted(check, settings=settings).variant("printed"), WORK) is None


def test_an_end_that_belongs_to_the_space_is_not_left_out() -> None:
    """One over t has no value at 0, where the half line is closed."""
    inverse = planted(lambda s: at_least(1 / s.t, 0), settings=UPWARDS)
    assert certify(inverse.variant("printed"), WORK) is None


def test_a_certificate_of_an_open_end_is_none_of_the_closed_one() -> None:
    def check(s: Any) -> Any:
        return at_least(1 / s.t, 0)

    proof = certify(planted(check, settings=POSITIVE).variant("printed"), WORK)
    assert proof is not None
    assert not recheck(planted(check, settings=UPWARDS), proof).confirmed
