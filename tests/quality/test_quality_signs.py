"""What signs of coefficients prove is true: of homogeneous statements, and of those that nearly are."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from lemmata import Paper, at_least, at_most, box, dims, dyadics, equal, reals, scales
from lemmata.claims.claim import Claim
from lemmata.claims.space import space
from lemmata.numbers import abs, exp, log, maximum, minimum, norm, relu, sign, sqrt, sum, values, where
from lemmata.prove.check import wrong
from lemmata.prove.proofs import Proof, certify, prove, proves_too_much
from lemmata.records import certificate as certificates
from lemmata.run import registry
from lemmata.run.replay import recheck

WORK = 2**17
TINY = Fraction(1, 2**80)


@dataclass(frozen=True)
class Pair:
    t: float
    u: float


@dataclass(frozen=True)
class Size:
    d: int


@dataclass(frozen=True)
class One:
    x: float


UPWARDS = space(Pair, t=dyadics(0, 8, of="[0, inf)"), u=dyadics(0, 8, of="[0, inf)"))
POSITIVE = space(Pair, t=scales(-8, 8, of="(0, inf)"), u=scales(-8, 8, of="(0, inf)"))
SHARES = space(Pair, t=dyadics(0, 8, of="[0, inf)"), u=dyadics(0, 1))
SIZES = space(Size, d=dims(1, 3))


def planted(check: Any, **options: Any) -> Claim:
    claim = Paper("signs", "Planted", "Nobody", 2026, "signs", "tests").claim("planted", **options)
    claim.printed("planted")(check)
    return claim.complete()


def vectors(s: Any) -> Any:
    return space(x=reals(s.d), y=reals(s.d))


def cube(s: Any) -> Any:
    return space(x=box(s.d, low=-1, high=1), y=box(s.d, low=0, high=2))


def soft(x: Any, threshold: Any) -> Any:
    return sign(x) * relu(abs(x) - threshold)


# -- truths -----------------------------------------------------------------------------------------------


def means(t: Any, u: Any) -> Any:
    """Met with equality along a ray."""
    return at_most(4 * t * u, (t + u) ** 2)


def of_degree_six(t: Any, u: Any) -> Any:
    """Met along another one; no square."""
    return at_least(t**3 + 2 * u**3, 3 * t * u * u)


def far_out(t: Any, u: Any) -> Any:
    """Both sides are shared and do not cancel by themselves."""
    return at_most(t / (t + u), 1)


def kinked(t: Any, u: Any) -> Any:
    return at_most(abs(t - u), maximum(t, u))


def shares(t: Any, u: Any) -> Any:
    return at_least(t * (1 - u), t * (1 - u) * u)


def cauchy_schwarz(x: Any, y: Any) -> Any:
    return at_most(sum(x * y, -1) ** 2, sum(x * x, -1) * sum(y * y, -1))


def shrinks(x: Any, y: Any) -> Any:
    """Soft thresholding, whose sign jumps where it is multiplied by 0."""
    x, y = x[..., 0], abs(y[..., 0])
    return at_most(abs(soft(x, y)), abs(x))


def apart(t: Any, u: Any) -> Any:
    """The denominator is seen to be above 0 when it is added up."""
    return at_most(1 / ((1 + t + u) ** 2 - (1 + t) ** 2), 1 / (2 * u))


@pytest.mark.parametrize(
    ("check", "settings", "prompts"),
    [
        (apart, POSITIVE, None),
        (means, UPWARDS, None),
        (of_degree_six, UPWARDS, None),
        (far_out, POSITIVE, None),
        (kinked, UPWARDS, None),
        (shares, SHARES, None),
        (cauchy_schwarz, SIZES, vectors),
        (shrinks, SIZES, vectors),
    ],
)
def test_truths_are_proved_and_confirmed(check: Any, settings: Any, prompts: Any) -> None:
    claim = planted(check, settings=settings, prompts=prompts)
    proof = certify(claim.variant("printed"), WORK)
    assert proof is not None
    assert proof.method == "signs"
    stored = certificates.parse(json.dumps(certificates.to_document(proof)).encode())
    assert stored == proof
    again = recheck(claim, stored)
    assert again.confirmed, again.report
    assert "parts make up the space" in again.report[-1]
    for changed in (
        replace(proof, ranges=tuple({name: ["0", "1"] for name in one} for one in proof.ranges)),
        replace(proof, trees=tuple("-" for _ in proof.trees)),
        replace(proof, error=2.0**-110),
    ):
        assert not recheck(claim, changed).confirmed


def squared_again_and_again(x: Any, y: Any) -> Any:
    x = x[..., 0] * 3 / 2
    for _ in range(60):
        x = x**2
    return at_least(x + abs(y[..., 0]), 0)


def a_high_power(x: Any, y: Any) -> Any:
    """Of six variables it has 10^12 terms, and in one its coefficients have 10^12 digits."""
    return at_least((sum(x, -1) + sum(y, -1)) ** 1000 * (x[..., 0] * 3) ** (10**12), 0)


def with_momentum(x: Any, y: Any) -> Any:
    """Numbers double in length from step to step unless numerators and denominators are made short."""
    slope = minimum(maximum(y[0], 1), 25)
    before = after = x[0]
    for _ in range(40):
        before, after = after, after - slope * after / 9 + (after - before) * 4 / 9
    return at_most(abs(after) * 10**30, abs(x[0]))


def bounded(s: Any) -> Any:
    return space(x=box(1, low=-64.0, high=64.0), y=box(1, low=-11.0, high=37.0))


@pytest.mark.parametrize(
    ("check", "prompts"),
    [(squared_again_and_again, vectors), (a_high_power, vectors), (with_momentum, bounded)],
)
def test_what_would_fill_the_memory_ends_the_attempt(check: Any, prompts: Any) -> None:
    claim = planted(check, settings=space(Size, d=dims(6, 6)), prompts=prompts)
    assert certify(claim.variant("printed"), WORK) is None


# -- falsehoods -------------------------------------------------------------------------------------------


def on_a_thin_cone(t: Any, u: Any) -> Any:
    """Homogeneous, and false where t / u is within 2^-40 of 1."""
    return at_most(4 * t * u * (1 + TINY), (t + u) ** 2)


def on_a_face(t: Any, u: Any) -> Any:
    """False where t = 0 alone, and there by very little."""
    return at_least(t * u + t**2, TINY * u**2)


def nearly_homogeneous(t: Any, u: Any) -> Any:
    """A term of another degree: false near the origin."""
    return at_most(4 * t * u + TINY * t, (t + u) ** 2)


def nearly_homogeneous_far_out(t: Any, u: Any) -> Any:
    return at_most(4 * t * u + TINY * t**3, (t + u) ** 2)


def true_on_a_ray(t: Any, u: Any) -> Any:
    return at_least(-((t - u) ** 2), 0)


def at_the_far_end(u: Any) -> Any:
    """False at u = 1 alone, at which no inner point lies."""
    return at_least(1 - u, where(u >= 1, Fraction(1, 2), 0))


def by_a_sign_at_the_far_end(u: Any) -> Any:
    return at_least(sign(1 - u), 1)


def by_a_sign_at_the_near_end(u: Any) -> Any:
    return at_least(sign(u), 1)


def by_a_sign_inside(t: Any, u: Any) -> Any:
    """False at t = u."""
    return at_least(sign(abs(t - u)), 1)


def by_a_sign_beside(t: Any, u: Any) -> Any:
    """The sign is multiplied with what does not vanish with it."""
    return at_most(sign(t - u) * (t + u) + 2 * u, 2 * t)


def by_a_square_of_signs(t: Any, u: Any) -> Any:
    return at_least(sign(t - u) ** 2 * t, t)


def divides_at_an_end(u: Any) -> Any:
    """Has no value at u = 1."""
    return at_least(1 / (1 - u), 1)


def divides_by_a_difference(t: Any, u: Any) -> Any:
    """Has no value at t = u, where it is 0 over 0."""
    return at_least((t + u - maximum(t, u) * 2) / (t - u) ** 2, -(2**80)).given(t - u - TINY)


def divides_at_a_closed_end(u: Any) -> Any:
    """Has no value at u = 0, which belongs to the space."""
    return at_least(1 / ((1 + u) ** 2 - 1), 0)


def divides_inside(t: Any, u: Any) -> Any:
    return at_least((t - u) ** 2 / (t - u) ** 2, 1)


def divides_at_the_origin(t: Any, u: Any) -> Any:
    return at_most(t / (t + u), 1)


def bend(x: Any) -> Any:
    return minimum(x, 2**70) * 1


def hidden_below(t: Any, u: Any) -> Any:
    """The comparison stands in a function, and matters far out."""
    return at_most(t + u, bend(t) + u)


def branch(x: Any) -> Any:
    try:
        return x if float(values(x)) < 2**20 else -x
    except Exception:  # noqa: BLE001
        return x


def hidden_in_a_branch(t: Any) -> Any:
    return at_least(branch(t), 0)


def compares(t: Any) -> Any:
    try:
        high = bool(t > 2**60)
    except Exception:  # noqa: BLE001
        high = False
    return at_least(-1 if high else t, 0)


def motzkin(sharper: Fraction) -> Any:
    def check(t: Any, u: Any) -> Any:
        return at_least(t**4 * u**2 + t**2 * u**4 + 1, (3 + sharper) * t**2 * u**2)

    return check


def a_root(t: Any, u: Any) -> Any:
    return at_most(sqrt((t - u) ** 2), t - u)


def a_hypothesis(t: Any, u: Any) -> Any:
    """The hypothesis is met on a ray alone, and there the statement is false."""
    return at_least(t - 2 * u, 0).given(-((t - u) ** 2))


def indefinite(x: Any, y: Any) -> Any:
    return at_most(sum(x * y, -1) ** 2 * (1 + TINY), sum(x * x, -1) * sum(y * y, -1))


def not_of_all(x: Any) -> Any:
    """A cube is no cone: what is true of small x is false of large ones."""
    return at_most(sum(x * x, -1), sum(abs(x), -1))


def in_a_small_cube(d: Any, x: Any, y: Any) -> Any:
    """True near 0, and homogeneous but for a constant that is only as large as needed."""
    return at_most(sum(x**2, -1) * sum(y, -1), 2 * d * d - TINY)


def expands(x: Any, y: Any) -> Any:
    x, y = x[..., 0], y[..., 0]
    return at_most(abs(soft(x, y)), abs(x))  # a threshold below 0


@pytest.mark.parametrize(
    ("check", "settings", "prompts"),
    [
        (on_a_thin_cone, UPWARDS, None),
        (on_a_face, UPWARDS, None),
        (nearly_homogeneous, UPWARDS, None),
        (nearly_homogeneous_far_out, UPWARDS, None),
        (true_on_a_ray, UPWARDS, None),
        (at_the_far_end, SHARES, None),
        (by_a_sign_at_the_far_end, SHARES, None),
        (by_a_sign_at_the_near_end, SHARES, None),
        (by_a_sign_inside, UPWARDS, None),
        (by_a_sign_beside, UPWARDS, None),
        (by_a_square_of_signs, POSITIVE, None),
        (divides_at_an_end, SHARES, None),
        (divides_by_a_difference, POSITIVE, None),
        (divides_at_a_closed_end, UPWARDS, None),
        (divides_at_a_closed_end, SHARES, None),
        (divides_inside, UPWARDS, None),
        (divides_inside, POSITIVE, None),
        (divides_at_the_origin, UPWARDS, None),
        (hidden_below, UPWARDS, None),
        (hidden_in_a_branch, UPWARDS, None),
        (compares, UPWARDS, None),
        (motzkin(TINY), UPWARDS, None),
        (a_root, UPWARDS, None),
        (a_hypothesis, UPWARDS, None),
        (indefinite, SIZES, vectors),
        (not_of_all, SIZES, vectors),
        (in_a_small_cube, SIZES, cube),
        (expands, SIZES, vectors),
        (lambda t, u: at_least(exp(t - u), 1), UPWARDS, None),
        (lambda t: equal(t * (1 + TINY), t), UPWARDS, None),
        (lambda t: at_most(t, 2**70), UPWARDS, None),
    ],
)
def test_what_is_false_somewhere_is_not_proved(check: Any, settings: Any, prompts: Any) -> None:
    found = prove(planted(check, settings=settings, prompts=prompts).variant("printed"), WORK)
    assert found == Proof(None, found.why_none)


def test_a_certificate_of_a_truth_is_none_of_a_falsehood_that_is_near() -> None:
    proof = certify(planted(means, settings=UPWARDS).variant("printed"), WORK)
    assert proof is not None
    for false in (on_a_thin_cone, nearly_homogeneous, true_on_a_ray):
        assert not recheck(planted(false, settings=UPWARDS), proof).confirmed


def test_a_tree_with_a_cut_that_leaves_something_out_is_refused() -> None:
    claim = planted(kinked, settings=UPWARDS)
    proof = certify(claim.variant("printed"), WORK)
    assert proof is not None
    assert proof.trees[0].startswith("a:b|1 ")
    for forged in (
        ".",
        "a:b|1 .",
        f"{proof.trees[0]} .",
        "a:-b|1 . .",  # below the end of what is cut
        "a:b|b-1 . .",  # by what may vanish
        "a:a|1 . .",  # at itself
        "a:0|1 . .",
        "m:b|1 . .",
        "a:b|0 . .",
        "a:b**2|1 . .",
        "a . .",
        "a:b|1 - .",
    ):
        assert not recheck(claim, replace(proof, trees=(forged,))).confirmed, forged


def test_a_check_of_two_things_is_proved_where_both_are() -> None:
    both = planted(lambda x: at_least(norm(x[..., :1]), 0), settings=SIZES, prompts=vectors)
    proof = certify(both.variant("printed"), WORK)
    assert proof is not None
    assert recheck(both, proof).confirmed


# -- the claims of this repository ---------------------------------------------------------------------

PROVED = [
    "pca/finishing-up/algebra/start-sum",
    "pca/theorem-7/follows",
    "sparse_recovery/remark-4",
    "universal_approximation/eq-22",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", PROVED)
def test_what_signs_prove_of_a_mutant_is_true(name: str) -> None:
    claim = registry.load().claim(name)
    proof = certify(claim.survivor.variant, WORK)
    assert proof is not None
    assert proof.method == "signs"
    assert recheck(claim, proof).confirmed
    for mutant in claim.mutants.values():
        of_it = certify(mutant, 2**14)
        assert of_it is None or recheck(claim, of_it).confirmed, mutant.name


def test_a_refuted_mutant_is_put_to_the_test() -> None:
    """What is not true in arithmetic that is wrong would be noticed: signs are among the methods asked."""
    claim = planted(means, settings=UPWARDS)
    assert proves_too_much(claim.variant("printed"), Pair(1.0, 2.0), 2**11) == "signs"
    false = planted(on_a_thin_cone, settings=UPWARDS)
    assert proves_too_much(false.variant("printed"), Pair(1.0, 1.0), 2**11) == ""


# -- ends that are no values ----------------------------------------------------------------------------------

OPEN, HALF_OPEN, CLOSED = (
    space(One, x=dyadics(Fraction(1, 8), Fraction(7, 8), of=of)) for of in ("(0, 1)", "[0, 1)", "[0, 1]")
)
UP_TO = space(One, x=dyadics(-1, Fraction(1, 2), of="(-inf, 1)"))


@pytest.mark.parametrize(
    ("check", "settings", "where"),
    [
        (lambda x: at_least(1 / (1 - x), 1 + x), (OPEN, HALF_OPEN), (CLOSED,)),
        (lambda x: at_least(1 / (x * (1 - x)), 4), (OPEN,), (HALF_OPEN, CLOSED)),
        (lambda x: at_least(1 / (1 - x), 0), (OPEN, HALF_OPEN, UP_TO), (CLOSED,)),
        (lambda x: at_least(1 / x, 1), (OPEN,), (HALF_OPEN, CLOSED)),
        (lambda x: at_least(sign(x), 1), (OPEN,), (HALF_OPEN, CLOSED)),
        (lambda x: at_least(log(1 - x) + x, log(1 - x)), (), (CLOSED, UP_TO)),
        (lambda x: at_least(1 / (2 * x - 1) ** 2, 0), (), (OPEN, CLOSED)),
        (lambda x: at_least(1 / abs(2 * x - 1), 0), (), (OPEN, CLOSED)),
    ],
)
def test_nothing_is_divided_by_what_is_0_at_an_end_but_of_an_open_interval(
    check: Any, settings: Any, where: Any
) -> None:
    for each in settings:
        claim = planted(check, settings=each)
        proof = prove(claim.variant("printed"), WORK).certificate
        assert proof is not None and proof.method in ("signs", "boxes")
        assert recheck(claim, proof).confirmed
        for other in where:
            assert wrong(planted(check, settings=other).variant("printed"), proof)
    for each in where:
        assert prove(planted(check, settings=each).variant("printed"), WORK).certificate is None
