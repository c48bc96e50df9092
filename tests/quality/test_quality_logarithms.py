"""What is known of logarithms, of numbers and of what is at least 1; and the same just beyond the truth."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from lemmata import Margin, at_least, at_most, box, dyadics, in_ball, reals
from lemmata.claims.claim import Claim
from lemmata.claims.domains.base import kind_of
from lemmata.numbers import Number, Vector, log, sqrt
from lemmata.prove.check import _slacks, wrong
from lemmata.prove.check_polynomials import MOST_VARIABLES
from lemmata.prove.check_space import range_of, read
from lemmata.prove.check_squares import extended
from lemmata.prove.proofs import prove
from lemmata.records.certificate import Certificate
from tests.quality.test_quality_squares_spaces import SIZE, WORK, claimed, proof_of, refute_nothing

UP_TO_1, ABOVE_0 = dyadics(0, 1, open_low=True, of="(0, 1]"), dyadics(0, 8, open_low=True, of="(0, inf)")
A_BIT = Fraction(1, 1000)


def of_a_multiple(x: Number, by: Number = 0) -> Margin:
    return at_most(log(12 / x) + by, 2 * log(2) + log(Fraction(3, 5) / x) + log(5))


def of_a_number(t: Number, by: Number = 0) -> Margin:
    return at_most((log(3) + by) * t, t * Fraction(10987, 10000))


def of_what_is_below_1(x: Number, by: Number = 0) -> Margin:
    return at_least(log(1 / x), by)


def roots(x: Number, by: Number = 0) -> Margin:
    return at_least(sqrt(log(3 / x)), sqrt(log(3 / x) - log(3)) + by)


def of_a_tiny_number(x: Number, by: Number = 0) -> Margin:
    return at_most(log(3 * x / 10**9) + by, 3 * x / 10**9 - 1)


def deviations(x: Number, y: Number, by: Number = 0) -> Margin:
    """As in Hoeffding's bound: a quotient of logarithms, one of which is the larger."""
    return at_most(sqrt(log(2 / x) / (8 * y * log(4 / x))) + by, 1 / 2)


TRUE: dict[str, tuple[Callable[..., Margin], dict[str, Any], Fraction]] = {
    "a multiple": (of_a_multiple, dict(x=UP_TO_1), A_BIT),
    "a number": (of_a_number, dict(t=SIZE), A_BIT),
    "below 1": (of_what_is_below_1, dict(x=UP_TO_1), A_BIT),
    "roots": (roots, dict(x=UP_TO_1), Fraction(2)),
    "a tiny number": (of_a_tiny_number, dict(x=ABOVE_0), A_BIT),
    "deviations": (deviations, dict(x=UP_TO_1, y=box(low=1, high=8, of="[1, inf)")), Fraction(1, 5)),
}


def proved(claim: Claim) -> Certificate:
    """The certificate of a claim, which the checker confirms."""
    proof = prove(claim.variant("printed"), WORK)
    assert proof.certificate is not None, proof.why_none
    assert wrong(claim.variant("printed"), proof.certificate) == ""
    return proof.certificate


@pytest.mark.parametrize("name", TRUE)
def test_logarithms_are_known(name: str) -> None:
    check, quantities, by = TRUE[name]
    proof = proved(claimed(check, by=Fraction(0), **quantities))
    false = claimed(check, by=by, **quantities)
    refute_nothing(false)
    assert wrong(false.variant("printed"), proof)


def test_of_what_is_above_1_the_sign_is_another() -> None:
    proof = proved(claimed(of_what_is_below_1, by=Fraction(0), x=UP_TO_1))
    wider = claimed(of_what_is_below_1, by=Fraction(0), x=dyadics(0, 2, open_low=True, of="(0, 2]"))
    assert proof_of(wider) is None
    assert wrong(wider.variant("printed"), replace(proof, ranges=({"x": ["0", "2"]},)))


def test_near_the_logarithms_of_numbers() -> None:
    """Of random fractions, some with more digits than are taken apart, and a bound on either side of each."""
    draw, proved = random.Random(5), 0
    for _ in range(12):
        number = Fraction(draw.randint(1, 60), draw.randint(1, 60)) * draw.choice(
            [Fraction(1), Fraction(1, 10**9 + 7)]
        )
        near = Fraction(math.log(number)).limit_denominator(10**9)

        def below(t: Number, by: Number = 0, number: Fraction = number) -> Margin:
            return at_most(log(number) * t, by * t)

        def above(t: Number, by: Number = 0, number: Fraction = number) -> Margin:
            return at_least(log(number) * t, by * t)

        off = Fraction(1, 10**6)
        for check, side in ((below, 1), (above, -1)):
            proved += proof_of(claimed(check, by=near + side * off, t=SIZE)) is not None
            assert proof_of(claimed(check, by=near - side * off, t=SIZE)) is None
    assert proved == 24


@pytest.mark.parametrize("domain", [ABOVE_0, UP_TO_1, dyadics(1, 4, open_low=True, of="(1, inf)")])
def test_what_the_checker_knows_is_true_of_logarithms(domain: Any) -> None:
    """At random points of each space, of the logarithms of random quotients."""
    draw = random.Random(3)
    for _ in range(20):
        a, b, c = (Fraction(draw.randint(1, 40), draw.randint(1, 2 ** draw.choice([3, 40]))) for _ in range(3))

        def check(x: Number, by: Number, a: Fraction = a, b: Fraction = b, c: Fraction = c) -> Margin:
            return at_least(log(a * x / (x + b)) + log(c / x) + log((x + 1) / x), by)

        space = read(claimed(check, x=domain).variant("printed"), {})
        sides = space.sides({"x": [*map(str, range_of(domain)[:2])]})
        part = extended(space, sides, 1)
        _slacks(space, part, sides)
        for point in (1e-3, 0.2, 1.0, 7.0, 1e3):
            values = [point, *[1.0] * (MOST_VARIABLES - 1)]
            for i, further in enumerate(part.made, len(part.values)):
                values[i] = math.log(at(further.top, values) / at(further.bottom, values))
                assert i in part.free or values[i] >= 0
                assert i not in part.nonzero or values[i] > 0
            assert all(at(fact, values) >= 0 for fact in part.facts())


def terms_at(p: Any, values: list[float]) -> list[float]:
    """The terms of a polynomial at a point, in floats."""
    pairs = ((int(c.p) / int(c.q), zip(values, map(int, m), strict=True)) for m, c in p.terms())
    return [c * math.prod(v**k for v, k in powers) for c, powers in pairs]


def at(p: Any, values: list[float]) -> float:
    """Its value, up to what floats lose."""
    terms = terms_at(p, values)
    return math.fsum(terms) + 1e-12 * (1 + math.fsum(map(abs, terms)))


# -- domains that only draw otherwise ---------------------------------------------------------------------


class Drawn(in_ball):
    """As ``in_ball``."""

    def strategy(self) -> Any:
        return super().strategy()


class Wider(in_ball):
    """Twice the ball."""

    def contains(self, value: Any) -> bool:
        return super().contains(value / 2)


class Elsewhere(reals):
    """Whatever is asked of it is another thing."""

    def __getattribute__(self, name: str) -> Any:
        return super().__getattribute__(name)


class Both(Wider, Drawn):
    """More than one."""


def test_a_domain_that_only_draws_otherwise_has_the_same_values() -> None:
    assert kind_of(Drawn(2, radius=1)) is in_ball
    assert kind_of(Wider(2, radius=1)) is Wider
    assert kind_of(Elsewhere(2)) is Elsewhere
    assert kind_of(Both(2, radius=1)) is Both

    def small(x: Vector) -> Margin:
        return at_most(x @ x, 1)

    proof = prove(claimed(small, x=Drawn(2, radius=1)).variant("printed"), WORK).certificate
    assert proof is not None
    claim = claimed(small, x=Wider(2, radius=1))
    assert proof_of(claim) is None and wrong(claim.variant("printed"), proof)
