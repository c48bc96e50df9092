"""Best factors: what a certificate says of them is so, and nothing false is confirmed."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from lemmata import Paper, at_least, at_most, box, dims, dyadics
from lemmata.claims.claim import Claim
from lemmata.claims.space import space
from lemmata.numbers import abs, exp, log, maximum, stack, sum
from lemmata.prove.proofs import certify
from lemmata.records import certificate as certificates
from lemmata.records.certificate import Certificate
from lemmata.run.replay import recheck

WORK = 2**16


@dataclass(frozen=True)
class Number:
    t: float
    d: int = 1


UNIT = space(Number, t=dyadics(0, 1), d=dims(1, 2))
BEYOND = space(Number, t=dyadics(-2, 2), d=dims(1, 1))


def planted(check: Any, **options: Any) -> Claim:
    claim = Paper("factors", "Planted", "Nobody", 2026, "factors", "tests").claim("planted", **options)
    claim.printed("planted")(check)
    return claim.complete()


def proved(check: Any, **options: Any) -> tuple[Claim, Certificate]:
    claim = planted(check, **options)
    proof = certify(claim.variant("printed"), WORK)
    assert proof is not None
    assert proof.method == "boxes"
    return claim, proof


def parabola(t: Any) -> Any:
    """Largest in the middle, where the ratio is 1/2."""
    return at_most(t * (1 - t), Fraction(1, 2))


def at_an_end(t: Any) -> Any:
    """The ratio is e / 4 at t = 1."""
    return at_most(exp(t), 4)


def of_a_size(t: Any, d: Any) -> Any:
    """The ratio is 1 / (1 + d) at t = 1."""
    return at_most(t, t * d + 1)


def of_two(t: Any) -> Any:
    """Two inequalities at once, 1/4 and 3/4."""
    return at_most(stack([t / 4, 3 * t * t / 4], -1)[None], stack([1 + 0 * t, 1 + 0 * t], -1)[None])


def below(t: Any) -> Any:
    """A lower bound: 1 + t is at least 1/2, and 2 (1 + t) / 4 is still."""
    return at_least(1 + t, Fraction(1, 2))


def never_attained(t: Any) -> Any:
    """The ratio is as near to 1 as one likes near t = 0: no smaller factor will do."""
    return at_most(log(1 + t), t)


def under_a_hypothesis(t: Any) -> Any:
    """The ratio is 1/4 at t = 1/2; where it is larger the hypothesis fails."""
    return at_most(t / 2, 1).given(Fraction(1, 2) - t)


def cubes(s: Any) -> Any:
    return space(x=box(s.d, low=-1, high=1))


def on_prompts(d: Any, x: Any) -> Any:
    """The ratio is d / (d + 1) in the corners."""
    return at_most(sum(abs(x), -1), d + 1)


@pytest.mark.parametrize(
    ("check", "options", "best"),
    [
        (parabola, {"settings": UNIT}, {1: 0.5, 2: 0.5}),
        (at_an_end, {"settings": UNIT}, {1: 2.718281828 / 4, 2: 2.718281828 / 4}),
        (of_a_size, {"settings": UNIT}, {1: 1 / 2, 2: 1 / 3}),
        (of_two, {"settings": UNIT}, {1: 3 / 4, 2: 3 / 4}),
        (below, {"settings": UNIT}, {1: 1 / 2, 2: 1 / 2}),
        (under_a_hypothesis, {"settings": UNIT}, {1: 1 / 4, 2: 1 / 4}),
        (on_prompts, {"settings": UNIT, "prompts": cubes}, {1: 1 / 2, 2: 2 / 3}),
    ],
)
def test_the_best_factor_lies_between_its_ends(check: Any, options: Any, best: dict[int, float]) -> None:
    claim, proof = proved(check, **options)
    known = {proof.settings[factor.number]["d"]: factor for factor in proof.factors}
    assert known.keys() == best.keys()
    for d, factor in known.items():
        low, high = Fraction(factor.low), Fraction(factor.high)
        assert low <= best[d] + 1e-9
        assert best[d] - 1e-9 <= high
        assert high - low <= Fraction(1, 16)
    assert recheck(claim, proof).confirmed
    document = json.dumps(certificates.to_document(proof)).encode()
    assert certificates.parse(document) == proof


def test_where_no_smaller_factor_will_do_none_is_given() -> None:
    claim, proof = proved(never_attained, settings=UNIT)
    assert {factor.high for factor in proof.factors} == {"1"}
    assert all(Fraction(factor.low) > Fraction(3, 4) for factor in proof.factors)
    assert recheck(claim, proof).confirmed


def negative(t: Any) -> Any:
    """Both sides are negative where t is: there a smaller factor is a weaker statement."""
    return at_most(t - Fraction(1, 2), 2 * t + Fraction(5, 2))


def test_a_larger_side_that_may_be_negative_has_no_smaller_factor() -> None:
    _, proof = proved(negative, settings=BEYOND)
    assert [factor.high for factor in proof.factors] == ["1"]
    _, proof = proved(lambda t: at_most(t - 3, t), settings=BEYOND)
    assert proof.factors == ()


def nearly(t: Any) -> Any:
    """Nothing below 1/2 will do, at one point only."""
    return at_most(maximum(Fraction(1, 4), Fraction(1, 2) - 2**20 * (t - Fraction(1, 3)) ** 2), 1)


def test_a_needle_is_not_missed() -> None:
    _, proof = proved(nearly, settings=UNIT)
    assert all(Fraction(factor.high) >= Fraction(1, 2) for factor in proof.factors)


def test_forged_factors_are_not_confirmed() -> None:
    claim, proof = proved(parabola, settings=UNIT)
    first = proof.factors[0]
    small = str(Fraction(first.high) - Fraction(1, 16))
    off = str(Fraction(first.low) + Fraction(1, 2**15))
    outside = {**first.setting, "t": 2}
    for forged in (
        replace(first, low="1/8", high=small),
        replace(first, low=off),
        replace(first, high="1", tree=first.tree),
        replace(first, tree=""),
        replace(first, tree="-"),
        replace(first, low="-1"),
        replace(first, low="x"),
        replace(first, low="0"),
        replace(first, setting=outside),
        replace(first, setting={**first.setting, "d": 2}),
        replace(first, setting={**first.setting, "t": "1/8"}),
        replace(first, prompt={}),
    ):
        again = recheck(claim, replace(proof, factors=(forged,)))
        assert not again.confirmed, forged
    other = planted(at_an_end, settings=UNIT)
    for_another = replace(proof, claim=other.id)
    assert not recheck(other, for_another).confirmed
    for factors in ((first, first), (replace(first, number=9),)):
        with pytest.raises(ValueError, match="factors"):
            replace(proof, factors=factors).validate()
