"""The checker of certificates believes no maker: what a maker proves wrongly, or a hand writes, is refused."""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Any

import pytest

from lemmata import Paper, at_least, at_most, box, dims, dyadics, equal, reals, scales
from lemmata.claims.claim import Variant
from lemmata.claims.domains.arrays import symmetric
from lemmata.claims.space import space
from lemmata.numbers import abs, enclosure, exact, exp, sign, sqrt, sum
from lemmata.numbers.enclosure import Undecided
from lemmata.prove import boxes, proofs
from lemmata.prove.check import wrong
from lemmata.prove.check_intervals import Interval
from lemmata.prove.check_polynomials import Quotient, whole
from lemmata.prove.check_space import Range
from lemmata.prove.proofs import certify
from lemmata.prove.resolved_domains import Resolved, resolved
from lemmata.records.certificate import Certificate

WORK = 2**15


@dataclass(frozen=True)
class Number:
    t: float
    d: int = 1


@dataclass(frozen=True)
class Pair:
    t: float
    u: float


@dataclass(frozen=True)
class Size:
    d: int


UNIT = space(Number, t=dyadics(0, 1), d=dims(1, 3))
UPWARDS = space(Pair, t=dyadics(0, 8, of="[0, inf)"), u=dyadics(0, 8, of="[0, inf)"))
POSITIVE = space(Pair, t=scales(-8, 8, of="(0, inf)"), u=scales(-8, 8, of="(0, inf)"))
ANY = space(Pair, t=dyadics(-8, 8, of="(-inf, inf)"), u=dyadics(0, 8, of="[0, inf)"))
SIZES = space(Size, d=dims(1, 3))


def planted(check: Any, **options: Any) -> Variant:
    claim = Paper("check", "Planted", "Nobody", 2026, "check", "tests").claim("planted", **options)
    claim.printed("planted")(check)
    return claim.complete().variant("printed")


def forged(method: Any, setting: dict[str, Any], **options: Any) -> Certificate:
    return Certificate(claim="", variant="printed", method=method, settings=(setting,), **options)


# -- a maker that takes the space for another -----------------------------------------------------------------


def vectors(s: Any) -> Any:
    return space(x=reals(s.d))


def of_degree_three(t: Any, u: Any) -> Any:
    """True of numbers that are not negative, and met with equality along a ray."""
    return at_least(t**3 + 2 * u**3, 3 * t * u * u)


def matrices(s: Any) -> Any:
    return space(A=box(s.d + 1, s.d + 1, low=-1, high=1))


@pytest.mark.parametrize(
    ("check", "settings", "prompts", "taken", "method"),
    [
        (lambda t: at_most(t, Fraction(1, 2)), UNIT, None, {"t": dyadics(0, Fraction(1, 2))}, "boxes"),
        (of_degree_three, ANY, None, {"t": UPWARDS.fields["t"]}, "signs"),
        (lambda t: at_least(1 / t, 0), UPWARDS, None, {"t": scales(-8, 8, of="(0, inf)")}, "boxes"),
        (lambda x: equal(sum(x, -1), x[..., 0]), SIZES, vectors, {"x": reals(1)}, "identity"),
        (lambda A: equal(A, A.mT), SIZES, matrices, {"A": symmetric(1, 2)}, "identity"),
        (lambda x: equal(x * x, x), SIZES, vectors, {"x": box(1, low=1, high=1)}, "identity"),
        (lambda x: at_least(x, -1), SIZES, vectors, {"x": box(1, low=-1, high=1)}, "boxes"),
    ],
)
def test_a_maker_that_misreads_a_space_is_not_believed(
    check: Any, settings: Any, prompts: Any, taken: Any, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def misread(*arguments: Any, **options: Any) -> Resolved:
        found = resolved(*arguments, **options)

        def changed(domains: Any) -> Any:
            return domains and {name: taken.get(name, domain) for name, domain in domains.items()}

        return Resolved(changed(found.settings), changed(found.prompts))

    for module in (boxes, proofs):
        monkeypatch.setattr(module, "resolved", misread)
    variant = planted(check, settings=settings, prompts=prompts)
    made = certify(variant, WORK)
    assert made is not None and made.method == method, "the maker is misled"
    assert wrong(variant, made)
    monkeypatch.undo()
    if made.ranges:  # as if the space had been read as it is
        ranges = boxes.whole(variant, *_first(variant)).ranges
        assert wrong(variant, replace(made, ranges=(ranges,) * len(made.settings)))


def _first(variant: Variant) -> Any:
    return proofs.in_order(variant.settings, 1)[0]


def test_a_truth_of_the_same_space_is_confirmed() -> None:
    for check, settings, prompts in (
        (lambda t: at_most(t, 1), UNIT, None),
        (lambda t, u: at_least((t - u) ** 2, 0), UPWARDS, None),
        (lambda t: at_least(1 / t, 0), POSITIVE, None),
        (lambda x: equal(sum(x, -1) - x[..., 0], sum(x[..., 1:], -1)), SIZES, vectors),
    ):
        variant = planted(check, settings=settings, prompts=prompts)
        made = certify(variant, WORK)
        assert made is not None
        assert wrong(variant, made) == ""


def ones(**ends: Any) -> Any:
    return lambda s: space(x=box(s.d, **ends), y=reals())


@pytest.mark.parametrize(
    ("ends", "is_true"),
    [
        (dict(low=1, high=1), True),
        (dict(low=1, high=1, of="[1, inf)"), False),  # it has more values than are drawn
        (dict(low=1, high=1 + 2.0**-40), False),
        (dict(low=0.1, high=0.1), False),  # a float that is near what is meant
        (dict(low=1, high="1 + 0 * d"), False),  # of an end that is computed nothing is known
    ],
)
def test_an_identity_knows_a_quantity_of_one_value(ends: Any, is_true: bool) -> None:
    value = Fraction(1, 10) if ends["low"] == 0.1 else 1
    variant = planted(
        lambda x, y: equal(y * sum(x, -1) / value, y * x.shape[-1]), settings=SIZES, prompts=ones(**ends)
    )
    made = certify(variant, WORK)
    assert (made is not None and made.method == "identity") == is_true
    assert made is None or wrong(variant, made) == ""


# -- certificates that were written by hand -------------------------------------------------------------------


TWO = {"t": ["0", "1"]}
HALF_LINES = {"t": ["0", "inf"], "u": ["0", "inf"]}


@pytest.mark.parametrize("tree", [".", "a..", "aa...", "a.-", "-", "", "a.", "..", "b..", "a.a.-"])
def test_a_point_that_every_cut_meets_is_not_left_out(tree: str) -> None:
    """False where t is 1/2, at which the first cut lies: both halves hold it."""
    variant = planted(lambda t: at_least(sign(abs(2 * t - 1)), 1), settings=UNIT)
    assert wrong(variant, forged("boxes", {"d": 1}, trees=(tree,), ranges=(TWO,)))


@pytest.mark.parametrize(
    "tree", [".", "a:b|1 . .", "b:a|1 . .", "a:b|1 - -", "a:b|1 . -", "a:1|1 . .", "a:b|a . ."]
)
def test_a_border_on_which_a_statement_fails_is_not_left_out(tree: str) -> None:
    """False where t = u, between the two parts of a cut."""
    variant = planted(lambda t, u: at_least(sign(abs(t - u)), 1), settings=UPWARDS)
    assert wrong(variant, forged("signs", {}, trees=(tree,), ranges=(HALF_LINES,)))


@pytest.mark.parametrize(
    ("check", "settings", "certificate"),
    [
        # of another method, or sizes at which it is false
        (lambda d: at_most(d, 2), SIZES, forged("exhaustive", {"d": 3})),
        (lambda d: equal(d * d, 2 * d), SIZES, forged("exhaustive", {"d": 3})),
        (lambda d: equal(d * d, 2 * d), SIZES, forged("identity", {"d": 1})),
        (lambda d: equal(d * d, 2 * d), SIZES, forged("identity", {}, all_sizes=("d",))),
        (lambda t: at_most(t, 2), UNIT, forged("exhaustive", {"d": 1})),
        (lambda t: at_most(t, 2), UNIT, forged("identity", {"d": 1})),
        # settings that are none, or are not those of the claim
        (lambda d: at_most(d, 9), SIZES, replace(forged("exhaustive", {"d": 1}), settings=())),
        (lambda d: at_most(d, 9), SIZES, forged("exhaustive", {})),
        (lambda d: at_most(d, 9), SIZES, forged("exhaustive", {"d": 0})),
        (lambda d: at_most(d, 9), SIZES, forged("exhaustive", {"d": "2"})),
        (lambda d: at_most(d, 9), SIZES, forged("exhaustive", {"d": 1, "n": 1})),
        (lambda t: at_most(t, 1), UNIT, forged("boxes", {}, trees=(".",), ranges=(TWO,))),
        # a part of the space
        (lambda t: at_most(t, 1), UNIT, forged("boxes", {"d": 1}, trees=(".",), ranges=({"t": ["0", "1/2"]},))),
        (lambda t: at_most(t, 1), UNIT, forged("boxes", {"d": 1}, trees=(".",), ranges=({"u": ["0", "1"]},))),
        (lambda t: at_most(t, 1), UNIT, forged("boxes", {"d": 1}, trees=(".",), ranges=({},))),
        # an end that belongs to the space, where the check has no value or jumps
        (lambda t: at_least(1 / t, 0), UPWARDS, forged("boxes", {}, trees=(".",), ranges=(HALF_LINES,))),
        (lambda t: at_least(1 / t, 0), UPWARDS, forged("signs", {}, trees=(".",), ranges=(HALF_LINES,))),
        (lambda t: at_least(sign(t), 1), UPWARDS, forged("signs", {}, trees=(".",), ranges=(HALF_LINES,))),
        (
            lambda t: at_most(sqrt(t), t + 1 / t),
            UPWARDS,
            forged("boxes", {}, trees=(".",), ranges=(HALF_LINES,)),
        ),
        # far out
        (lambda t: at_most(t, 2**90), UPWARDS, forged("boxes", {}, trees=("a.a..",), ranges=(HALF_LINES,))),
        (
            lambda t: at_most(exp(t), 2**90),
            UPWARDS,
            forged("boxes", {}, trees=("a.a..",), ranges=(HALF_LINES,)),
        ),
        (
            lambda t: at_least(t, -1),
            UPWARDS,
            forged("signs", {}, trees=(".",), ranges=(HALF_LINES,), error=2.0**-110),
        ),
    ],
)
def test_what_a_hand_writes_is_refused(check: Any, settings: Any, certificate: Certificate) -> None:
    assert wrong(planted(check, settings=settings), certificate)


def test_more_than_the_space_may_be_covered() -> None:
    variant = planted(lambda t: at_most(t, 3), settings=UNIT)
    wider = {"t": ["-2", "3"]}
    assert wrong(variant, forged("boxes", {"d": 2}, trees=("a..",), ranges=(wider,))) == ""
    variant = planted(lambda t, u: at_least(t**2 + u, 0), settings=UPWARDS)
    ranges = {"t": ["-inf", "inf"], "u": ["0", "inf"]}
    assert wrong(variant, forged("signs", {}, trees=(".",), ranges=(ranges,))) == ""


KEEPS_NOTHING: list[Any] = [
    *(operator.neg, operator.abs, lambda x: x + 1, lambda x: 1 - x, lambda x: 2 * x, lambda x: x * x),
    *(lambda x: x**2, lambda x: x**-1, lambda x: 1 / x, lambda x: x / 2, lambda x: x < 1, lambda x: x == 1),
    *(exact.sqrt, exact.exp, exact.log, exact.sign, exact.not_negative, lambda x: exact.larger(x, 1)),
    lambda x: exact.elementary("sin", x, 0),
]


@pytest.mark.parametrize("does", KEEPS_NOTHING)
@pytest.mark.parametrize("kind", [Quotient, Interval])
def test_a_number_of_another_evaluation_says_nothing(does: Any, kind: Any) -> None:
    """As one that a claim's code has kept in a cache: on another part it stands for other values."""

    def part() -> enclosure.Box:
        from_one = [Range(Fraction(1), inf)]
        return whole(((Fraction(1), inf),), from_one, []) if kind is Quotient else enclosure.Box(Interval)

    with enclosure.on(part()):
        kept = kind.of(Fraction(1), inf, 0)
    with enclosure.on(part()) as here, pytest.raises(Undecided, match="another evaluation"):
        does(kept)
    assert here.asked
