"""What boxes prove is true on the whole space: no falsehood is proved, however small or well hidden it is."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from lemmata import Paper, at_least, at_most, box, choices, dims, dyadics, equal, in_ball, reals, scales, signs
from lemmata.claims.claim import Claim
from lemmata.claims.domains.base import Domain
from lemmata.claims.space import space
from lemmata.numbers import (
    Array,
    abs,
    exp,
    log,
    maximum,
    minimum,
    norm,
    relu,
    sign,
    sqrt,
    stored,
    sum,
    values,
    where,
)
from lemmata.prove.proofs import certify
from lemmata.records import certificate as certificates
from lemmata.records.certificate import Certificate
from lemmata.run import registry
from lemmata.run.replay import recheck

WORK = 2**15


@dataclass(frozen=True)
class Number:
    t: float
    d: int = 1


@dataclass(frozen=True)
class Pair:
    a: float
    b: float


@dataclass(frozen=True)
class Nothing:
    d: int
    how: str = "up"


UNIT = space(Number, t=dyadics(0, 1), d=dims(1, 4))
SCALES = space(Number, t=scales(-8, 8))
PAIR = space(Pair, a=dyadics(-2, 2), b=dyadics(0, 3))
SIZES = space(Nothing, d=dims(1, 3))


def planted(check: Any, **options: Any) -> Claim:
    claim = Paper("boxes", "Planted", "Nobody", 2026, "boxes", "tests").claim("planted", **options)
    claim.printed("planted")(check)
    return claim.complete()


def proved(check: Any, work: int = WORK, **options: Any) -> Certificate | None:
    return certify(planted(check, **options).variant("printed"), work)


def cube(s: Any) -> Any:
    return space(x=box(s.d, low=-1, high=1), y=box(s.d, low=0, high=1))


def disc(s: Any) -> Any:
    return space(x=in_ball(2, radius=1))


# -- truths -----------------------------------------------------------------------------------------------


def logarithm(t: Any) -> Any:
    """Met with equality at t = 0, where the slopes agree, too."""
    return at_most(log(1 + t), t)


def over_scales(t: Any) -> Any:
    return at_most(2 - 1 / t, t + Fraction(1, 100))


def nonnegative(y: Any) -> Any:
    """Products of numbers that are not negative, met with equality on many sides."""
    return at_least(y * y * (1 - y), 0)


def squares(x: Any) -> Any:
    return at_least(sum(x * x, -1) * norm(x), 0)


def inside_a_disc(x: Any) -> Any:
    """False on the square that holds the disc."""
    return at_most(sum(abs(x), -1), Fraction(8, 5))


def under_a_hypothesis(a: Any, b: Any) -> Any:
    """False where the hypothesis fails by more than a little."""
    return at_least(a, b - Fraction(1, 8)).given(a - b)


def pieces(t: Any) -> Any:
    """An equality whose sides agree on each piece."""
    return equal(relu(t - 2) + minimum(t, 3) * 0, 0)


def by_mean_value(a: Any) -> Any:
    """Of two large numbers that are near each other."""
    return at_least((a + 5) ** 2 + Fraction(1, 50), 25 + 10 * a + a**2)


def cosh(t: Any) -> Any:
    return at_least(exp(t) + exp(-t) + Fraction(1, 64), 2 + t * t)


def a_caught_comparison_that_is_certain(t: Any) -> Any:
    return at_most(t if t < 2 else 0, 1)


@pytest.mark.parametrize(
    ("check", "options", "where"),
    [
        (logarithm, {"settings": UNIT}, "d = 1 to 4 (4 settings)"),
        (over_scales, {"settings": SCALES}, "for all values in its ranges"),
        (nonnegative, {"settings": SIZES, "prompts": cube}, "how = up"),
        (squares, {"settings": SIZES, "prompts": cube}, "d = 1 to 3"),
        (inside_a_disc, {"settings": SIZES, "prompts": disc}, "d = 1"),
        (under_a_hypothesis, {"settings": PAIR}, "for all values in its ranges"),
        (pieces, {"settings": UNIT}, "d = 1 to 4"),
        (by_mean_value, {"settings": PAIR}, "for all values in its ranges"),
        (cosh, {"settings": UNIT}, "d = 1 to 4"),
        (a_caught_comparison_that_is_certain, {"settings": UNIT}, "d = 1 to 4"),
    ],
)
def test_truths_are_proved_and_checked_again(check: Any, options: Any, where: str) -> None:
    sizes = options["settings"]
    if "d" in sizes.fields and sizes is SIZES:
        options = {**options, "settings": replace(sizes, fields={"d": dims(1, 3), "how": choices("up")})}
    claim = planted(check, **options)
    proof = certify(claim.variant("printed"), 2 * WORK)  # of which half is for boxes
    assert proof is not None
    assert proof.method == "boxes"
    assert where in proof.where
    assert proof.error == 0
    stored_one = certificates.parse(json.dumps(certificates.to_document(proof)).encode())
    assert stored_one == proof
    again = recheck(claim, stored_one)
    assert again.confirmed, again.report
    assert "cover the space" in again.report[-1]


# -- falsehoods, and truths of which nothing is known ----------------------------------------------------------


def but_for_a_point(t: Any) -> Any:
    """False at t = 1/3 alone, which no cut meets."""
    return at_least(sign(abs(3 * t - 1)), 1)


def but_for_an_end(t: Any) -> Any:
    return at_most(sign(t), 0).given(-t + 1)


def by_very_little(bits: int) -> Any:
    def check(t: Any) -> Any:
        return at_most(t * t, t - Fraction(1, 2**bits))

    return check


def near_a_third(t: Any) -> Any:
    """False within 2^-40 of t = 1/3."""
    return at_least(abs(t - Fraction(1, 3)), Fraction(1, 2**40))


def bounded(x: Any) -> Any:
    """True of whatever is drawn, and of no space without ends."""
    return at_most(abs(x), 10**30)


def unbounded(s: Any) -> Any:
    return space(x=reals(1))


class Sampled(box):
    """A space of which its draws show a part."""

    def __init__(self) -> None:
        super().__init__(1, low=0, high=1)

    def contains(self, value: Any) -> bool:
        return Domain is not None and bool((value >= -5).all())


def of_a_law(s: Any) -> Any:
    return space(x=Sampled())


def not_negative(x: Any) -> Any:
    return at_least(x, 0)


def follows_the_setting(s: Any) -> Any:
    """What it fills depends on a real quantity."""
    return space(x=box(1, low=0, high=float(s.t)))


def hides_what_it_asks(s: Any) -> Any:
    try:
        high = float(s.t)
    except Exception:  # noqa: BLE001
        high = 0.5
    return space(x=box(1, low=0, high=high))


def hides_it_altogether(s: Any) -> Any:
    try:
        high = float(s.t)
    except:  # noqa: E722
        high = 0.5
    return space(x=box(1, low=0, high=high))


def at_most_half(x: Any) -> Any:
    return at_most(x, Fraction(1, 2))


def a_doubtful_hypothesis(t: Any) -> Any:
    """The hypothesis says nothing where the statement fails, but for a point."""
    return at_most(t, Fraction(1, 2)).given(Fraction(1, 2) - t + Fraction(1, 2**50))


def hidden(x: Array) -> Array:
    return x if float(values(x).sum()) < 2 else -x - 9


def with_a_helper(x: Any) -> Any:
    return at_least(hidden(x) + 1, 0)


def that_catches(t: Any) -> Any:
    """Takes the branch that is right where nobody can compare."""
    try:
        far = t > 0.75
    except ArithmeticError:
        far = False
    return at_most(2 if far else t, 1)


def that_asks_for_floats(t: Any) -> Any:
    try:
        far = float(t) > 0.75
    except Exception:  # noqa: BLE001
        far = False
    return at_most(2 if far else t, 1)


def with_a_mask(t: Any) -> Any:
    return at_most(where([bool(t == 0.75)], 2, t), 1)


def by_floats(t: Any) -> Any:
    return at_most(stored(float(values(t)), t), 2)


def a_jump(t: Any) -> Any:
    """Its slope is not negative but at the jump."""
    return at_least(t - 2 * sign(relu(t - Fraction(2, 3))) + Fraction(1, 4), 0)


def a_root_at_its_end(t: Any) -> Any:
    """Falls without a bound at 0."""
    return at_least(Fraction(1, 100) - sqrt(t) + 2 * t, 0)


def a_kink(a: Any, b: Any) -> Any:
    return at_least(abs(a - Fraction(1, 3)) + maximum(b, 1), 1 + Fraction(1, 2**60))


def an_equality_that_is_near(t: Any) -> Any:
    return equal(t + Fraction(1, 2**300), t)


@pytest.mark.parametrize(
    ("check", "options"),
    [
        (but_for_a_point, {"settings": UNIT}),
        (but_for_an_end, {"settings": UNIT}),
        *((by_very_little(bits), {"settings": UNIT}) for bits in (1, 80, 500)),
        (near_a_third, {"settings": UNIT}),
        (bounded, {"settings": SIZES, "prompts": unbounded}),
        (not_negative, {"settings": SIZES, "prompts": of_a_law}),
        (at_most_half, {"settings": UNIT, "prompts": follows_the_setting}),
        (at_most_half, {"settings": UNIT, "prompts": hides_what_it_asks}),
        (at_most_half, {"settings": UNIT, "prompts": hides_it_altogether}),
        (a_doubtful_hypothesis, {"settings": UNIT}),
        (with_a_helper, {"settings": SIZES, "prompts": lambda s: space(x=box(3, low=-1, high=1))}),
        (that_catches, {"settings": UNIT}),
        (that_asks_for_floats, {"settings": UNIT}),
        (with_a_mask, {"settings": UNIT}),
        (by_floats, {"settings": UNIT}),
        (a_jump, {"settings": UNIT}),
        (a_root_at_its_end, {"settings": UNIT}),
        (a_kink, {"settings": PAIR}),
        (an_equality_that_is_near, {"settings": UNIT}),
        (inside_a_disc, {"settings": SIZES, "prompts": lambda s: space(x=box(2, low=-1, high=1))}),
        (at_most_half, {"settings": SIZES, "prompts": lambda s: space(x=signs(1))}),
    ],
)
def test_what_is_false_or_not_known_is_not_proved(check: Any, options: Any) -> None:
    assert proved(check, **options) is None


def test_an_end_that_is_only_near_what_is_meant_is_covered_with_it() -> None:
    """A tenth is no float: the domain ends at the next one inside, the boxes at a tenth."""
    near = space(Number, t=dyadics(Fraction(1, 10), 1))

    def check(t: Any) -> Any:
        return at_least(t, Fraction(1, 10) + Fraction(1, 10**18))

    assert proved(check, settings=near) is None
    proof = proved(lambda t: at_least(t, Fraction(1, 11)), settings=near)
    assert proof is not None
    assert proof.ranges[0]["t"][0] == "1/10"


def test_what_takes_too_long_is_not_proved() -> None:
    assert proved(by_mean_value, work=100, settings=PAIR) is None


# -- files ------------------------------------------------------------------------------------------------


def test_a_forged_certificate_of_boxes_is_not_confirmed() -> None:
    def valley(t: Any) -> Any:
        return at_least(t**4 - 2 * t**2 + 1 + Fraction(1, 50), 0)

    claim = planted(valley, settings=SCALES)
    proof = certify(claim.variant("printed"), WORK)
    assert proof is not None
    tree = proof.trees[0]
    assert len(tree) > 4
    for forged in (".", tree[:-1], tree + ".", tree.replace(".", "-", 1), tree.replace("a", "b", 1), "?"):
        assert not recheck(claim, replace(proof, trees=(forged,))).confirmed, forged
    narrow = {"t": ["1", "2"]}
    assert not recheck(claim, replace(proof, ranges=(narrow,))).confirmed
    assert not recheck(claim, replace(proof, error=1e-60)).confirmed
    false = planted(near_a_third, settings=UNIT)
    of_it = replace(proof, settings=({"d": 1},), ranges=({"t": ["0", "1"]},), claim=false.id)
    assert not recheck(false, of_it).confirmed
    with pytest.raises(ValueError, match="tree"):
        replace(proof, trees=()).validate()


def test_an_identity_says_of_itself_what_is_so() -> None:
    claim = planted(lambda t: equal((t + 1) ** 2 - 1, t * (t + 2)), settings=UNIT)
    proof = certify(claim.variant("printed"), WORK, "abc")
    assert proof is not None
    assert proof.seed.endswith("abc")
    assert recheck(claim, proof, "abc").confirmed
    assert not recheck(claim, proof, "abd").confirmed, "the source is another"
    for changed in ({"error": proof.error / 2}, {"degree": proof.degree - 1}, {"bits": 0}, {"seed": "lucky"}):
        assert not recheck(claim, replace(proof, **changed), "abc").confirmed, changed


def test_points_that_an_author_knows_serve_no_other_source() -> None:
    """A multiple of the prime would pass for zero; the source decides which prime it is."""
    from lemmata.numbers.functions import random_prime
    from lemmata.prove.proofs import seed_of

    zero = random_prime(seed_of(planted(logarithm, settings=UNIT).variant("printed"), "before"))

    def check(t: Any) -> Any:
        return equal(t * zero + t, t)

    assert proved(check, settings=space(Number, t=dyadics(0, 1))) is None
    claim = planted(check, settings=space(Number, t=dyadics(0, 1)))
    assert certify(claim.variant("printed"), WORK, "after") is None


# -- the claims of this repository ---------------------------------------------------------------------

PROVED = [
    "sparse_recovery/lemma-3/diagonal/tail",
    "sparse_recovery/lemma-3/off-diagonal/tail",
    "universal_approximation/lemma-5/eq-81/b",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", PROVED)
def test_what_boxes_prove_of_a_mutant_is_true(name: str) -> None:
    claim = registry.load().claim(name)
    proof = certify(claim.survivor.variant, 2**16)
    assert proof is not None
    assert proof.method == "boxes"
    assert recheck(claim, proof).confirmed
    for mutant in claim.mutants.values():
        of_it = certify(mutant, 2**14)
        assert of_it is None or recheck(claim, of_it).confirmed, mutant.name


def test_a_hypothesis_that_no_instance_meets_proves_nothing() -> None:
    """Boxes are done where it fails; without it the statement is false, so that it seemed to say something."""

    def check(t: Any, least: Any) -> Any:
        return at_most(exp(t), 1).given(t - least)

    claim = Paper("empty", "Planted", "Nobody", 2026, "empty", "tests").claim("empty", settings=UNIT)
    claim.printed("planted", least=2)(check)
    claim.mutant("without it", least=0)
    assert certify(claim.complete().variant("printed"), WORK) is None
