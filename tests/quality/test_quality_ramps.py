"""Ramps, lemmas and waves prove what is true at its edge, nothing beyond it, and no forged use is believed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import inf
from typing import Any

import flint
import pytest

from lemmata import Margin, at_least, at_most, box, equal, in_ball, reals
from lemmata.claims.claim import Claim
from lemmata.claims.space import space
from lemmata.numbers import (
    Number,
    Vector,
    abs,
    cos,
    enclosure,
    erf,
    exp,
    log,
    maximum,
    minimum,
    relu,
    sign,
    sin,
    sqrt,
    tanh,
)
from lemmata.numbers.enclosure import Box
from lemmata.numbers.exact import ball_precision
from lemmata.prove import squares, squares_identity
from lemmata.prove.boxes import NotBoxable, whole
from lemmata.prove.check import wrong
from lemmata.prove.check_intervals import Interval
from lemmata.prove.proofs import in_order, prove
from lemmata.records.certificate import Certificate, Identity, Squares
from lemmata.search.work import Spent, Work
from tests.quality.test_quality_squares import WORK, by_squares, planted
from tests.quality.test_quality_squares_spaces import SIZE, claimed

BY = Fraction(1, 1000)
Edge = tuple[Callable[[Any, Any], Any], Callable[[Any], Any]]
"""A check that is true if its last argument is 0, and false if it is a thousandth; the prompts."""


def real(n: int) -> Callable[[Any], Any]:
    return lambda s: space(x=reals(n))


def between(n: int, low: int, high: int) -> Callable[[Any], Any]:
    return lambda s: space(x=box(n, low=low, high=high))


def up(s: Any) -> Any:
    return space(x=box(1, low=0, high=8, of="[0, inf)"))


def thresholds(x: Any, by: Any) -> Any:
    x = x[0]
    return equal(relu(x - 1) - relu(-x - 1) + by * relu(x), x - maximum(minimum(x, 1), -1))


def smaller(x: Any, by: Any) -> Any:
    x, y = x[0], x[1]
    return equal(x - relu(x - y), y - relu(y - x) + by * relu(x))


def two_layers(x: Any, by: Any) -> Any:
    x, y = x[0], x[1]
    return at_least(relu(relu(x) + relu(-x) + y) - y, abs(x) + by)


def lipschitz(x: Any, by: Any) -> Any:
    return at_most((cos(x[0]) - cos(x[1])) ** 2 + by, (x[0] - x[1]) ** 2)


def near_one(x: Any, by: Any) -> Any:
    return at_least(cos(x[0] + x[1]) + (x[0] + x[1]) ** 2 / 2, 1 + by)


def flattened(x: Any, by: Any) -> Any:
    return at_most(tanh(x[0]) + by, x[0])


def half_a_period(x: Any, by: Any) -> Any:
    return at_least(sin(x[0]) * (3 - x[0]), by)


def errors(x: Any, by: Any) -> Any:
    return at_least(erf(x[0]) - tanh(x[0]), by)


EDGES: dict[str, Edge] = {
    "soft thresholding two ways": (thresholds, real(1)),
    "the smaller of two by two networks": (smaller, real(2)),
    "a network of two layers": (two_layers, real(2)),
    "cos changes no faster than its argument": (lipschitz, real(2)),
    "cos near its top": (near_one, real(2)),
    "tanh above 0": (flattened, up),
    "sin between its turning points": (half_a_period, between(1, 0, 3)),
    "erf above tanh": (errors, between(1, 0, 2)),
}


def stated(name: str, by: Any) -> Claim:
    check, prompts = EDGES[name]
    return planted(lambda x: check(x, by), prompts)


@pytest.mark.parametrize("name", sorted(EDGES))
def test_the_edge_is_proved_and_nothing_beyond_it(name: str) -> None:
    true, false = (stated(name, by).variant("printed") for by in (0, BY))
    proof = prove(true, WORK).certificate
    assert proof is not None, prove(true, WORK).why_none
    assert wrong(true, proof) == ""
    assert wrong(false, proof)
    assert prove(false, WORK).certificate is None
    assert by_squares(stated(name, BY)) is None


# -- with ramps alone -------------------------------------------------------------------------------------


def by_ramps(claim: Claim, work: int = 2**16) -> Certificate | None:
    """What is proved where nothing is cut: with a further variable for each that is the larger of two."""
    variant = claim.variant("printed")
    (one,) = in_order(variant.settings, 1)
    first = whole(variant, *one, depending=True)
    for wider in squares._spaces(first):
        tree = list[str]()
        with suppress(squares._Stuck, NotBoxable, Spent):
            identities = squares._parts(first, wider, 1, Work(work), tree, ramps=True)
            return forged(claim, " ".join(tree), *identities, ranges=wider.ranges)
    return None


def forged(claim: Claim, tree: str, *identities: Identity, ranges: Any = None) -> Certificate:
    return Certificate(
        claim=claim.id,
        variant="printed",
        method="squares",
        settings=({},),
        trees=(tree,),
        ranges=(ranges or {"x": ["-inf", "inf"]},),
        identities=(identities,),
        parts=(1,),
    )


def cone(b: Number, c: Number, e: Vector, h: Vector, by: Number = 0) -> Margin:
    return at_most(relu(b * c + e @ h), b * c + e @ h - by)


def of_cones(by: Any) -> Claim:
    """An identity says that what is inside is not negative: the ramp is what is inside of it."""
    both = {"e": in_ball(2, radius="b"), "h": in_ball(2, radius="c")}
    return claimed(cone, by=by, b=SIZE, c=SIZE, **both)


RAMPS: dict[str, Callable[[Any], Claim]] = {
    "the smaller of two by two networks": lambda by: stated("the smaller of two by two networks", by),
    "a network of two layers": lambda by: stated("a network of two layers", by),
    "a product of cones inside a ramp": of_cones,
}


@pytest.mark.parametrize("name", RAMPS)
def test_ramps_prove_the_edge_and_nothing_beyond_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true, false = (RAMPS[name](by) for by in (0, BY))
    proof = by_ramps(true)
    assert proof is not None
    assert proof.trees[0].startswith("+ ")
    assert ("!" in proof.trees[0]) == (name == "a product of cones inside a ramp")
    assert wrong(true.variant("printed"), proof) == ""
    assert wrong(false.variant("printed"), proof)
    # Nor by a maker that does not look first whether there are points at which it is false.
    monkeypatch.setattr(squares_identity, "is_somewhere_negative", lambda *_: False)
    assert by_ramps(false, 2**14) is None


# -- what is tampered with, or made up ---------------------------------------------------------------------

RAMP = ("b >= 0, b >= a, b^2 = b*(a)",)


def by(multiplier: str, *squares: Squares, assumed: tuple[str, ...] = ()) -> Identity:
    return Identity(multiplier=multiplier, exponential=False, assumed=assumed, squares=squares)


def one(*known: str, basis: str = "1") -> Squares:
    return Squares(factor="1", known=known, basis=(basis,), gram=("1",))


def above(x: Any) -> Any:
    return at_least(relu(x[0]), x[0])


def below(x: Any) -> Any:
    return at_most(relu(x[0]), x[0])


def test_a_ramp_may_be_0_on_an_open_set() -> None:
    """So that v t = v v says nothing of v and t."""
    true, fact = planted(above, real(1)), by("1", one("b-a"), assumed=RAMP)
    assert wrong(true.variant("printed"), forged(true, "+ s0", fact)) == ""
    claim = planted(below, real(1))
    for multiplier in ("b", "b^2", "a^2*b", "b+a^2*b", "0"):
        proof = forged(claim, "+ s0", by(multiplier, assumed=RAMP))
        assert "a multiplier is not seen to be positive" in wrong(claim.variant("printed"), proof)
    root = planted(lambda x: at_most(relu(x[0]) + 0 * sqrt(relu(x[0])), x[0]), real(1))
    assumed = (*RAMP, "c >= 0, c^2 = b")
    proof = forged(root, "+ s0", by("c^2", assumed=assumed))
    assert "a multiplier is not seen to be positive" in wrong(root.variant("printed"), proof)


@pytest.mark.parametrize(
    "check",
    [
        lambda x: at_least(1 / relu(x[0]), 0),
        lambda x: at_least(relu(x[0]) / relu(x[0]), 1),
        lambda x: at_most(log(relu(x[0])), relu(x[0])),
        lambda x: at_least(sign(relu(x[0])), 1),
        lambda x: at_least(1 / (relu(x[0]) - relu(-x[0])) ** 2, 0),
    ],
)
def test_a_ramp_is_no_denominator(check: Any) -> None:
    claim = planted(check, real(1))
    assert prove(claim.variant("printed"), WORK).certificate is None
    for tree in ("+ .", "+ -", ".", "?a . .", "?a + . + ."):
        assert wrong(claim.variant("printed"), forged(claim, tree))


LEMMAS = {
    "it rests on itself": ("!0:a .", by("1", one("a"))),
    "it is said twice": ("!0:a !0:a .", by("1", one("a"))),
    "it is of one half alone": ("?a !0:a . .", by("1", one("a"))),
    "it is of the other half": ("?a . !0:a .", by("1", one("a"))),
    "it is of a ramp that is made later": ("+ !0:a-b .", by("1", one("a-b"))),
    "it is of a number": ("!0:1 .", by("1", one())),
    "it is by no identity": ("!1:a .", by("1", one("a"))),
    "it is by none at all": ("!:a .", by("1", one("a"))),
    "it is a part": ("!0:a", by("1", one("a"))),
    "its multiplier may be 0": ("?a + !0:a . !0:a .", by("0")),
    "its multiplier is a ramp": ("+ ?b !0:a-b . !0:a-b .", by("b", assumed=RAMP)),
    "what it is said of changes": ("?a !0:a a:1|1 . . a:-1|1 . .", by("1", one("a"))),
}


@pytest.mark.parametrize("name", LEMMAS)
def test_no_lemma_is_believed(name: str) -> None:
    tree, identity = LEMMAS[name]
    claim = planted(below, real(1))
    assert wrong(claim.variant("printed"), forged(claim, tree, identity))


def test_a_lemma_rests_on_no_hypothesis() -> None:
    claim = planted(lambda x: below(x).given(x[0]), real(1))
    supposed = by("1", one("a"))
    assert wrong(claim.variant("printed"), forged(claim, "+ s0", by("1", one("b"), assumed=RAMP)))
    for tree in ("!0:a .", "?a-1 !0:a . !0:a .", "+ ?a-1 !0:a . !0:a ."):
        assert "not" in wrong(claim.variant("printed"), forged(claim, tree, supposed))


def test_what_is_said_of_a_thin_part_is_not_said_of_its_points() -> None:
    """Where -a^2 >= 0 a multiplier a^2 is 0, and anything follows: other parts hold these points, too."""

    def thin(x: Any) -> Any:
        return at_most(maximum(x[1], 1 + x[1] ** 2), x[1]).given(-(x[0] ** 2))

    claim = planted(thin, real(2))
    half = Squares(factor="1", known=("-a^2",), basis=("1", "b"), gram=("1", "-1/2", "1"))
    false = by("a^2", half)
    last = by("a^2", Squares(factor="1", known=("-a^2",), basis=("1", "b"), gram=("1", "-1/2", "1")))
    for tree in ("?-a^2 !0:-b^2+b-1 . .", "?-a^2 !0:-b^2+b-1 . s1", "?-a^2 !0:-b^2+b-1 . -", "!0:-b^2+b-1 ."):
        assert wrong(claim.variant("printed"), forged(claim, tree, false, last))


@pytest.mark.parametrize("name", RAMPS)
def test_what_is_tampered_with_is_refused(name: str) -> None:
    claim = RAMPS[name](0)
    variant, proof = claim.variant("printed"), by_ramps(claim)
    assert proof is not None
    words = proof.trees[0].split()
    without = [" ".join(words[:i] + words[i + 1 :]) for i in range(1, len(words))]
    changed = [replace(proof, trees=(tree,)) for tree in (*without, f"{proof.trees[0]} .", "+", "")]
    for found in proof.identities[0]:
        others = [replace(found, squares=found.squares[1:]), replace(found, assumed=("a",))]
        others += [replace(found, multiplier=text) for text in ("0", f"{found.multiplier}*z")]
        changed += [replace(proof, identities=((other,),)) for other in others]
    for each in changed:
        assert wrong(variant, each), each
    if "!0:" in proof.trees[0]:
        for word in (
            "!0:-a*b-c*e-d*f",
            "!0:a*b+c*e",
            "!0:2*a*b+c*e+d*f",
            "!1:a*b+c*e+d*f",
            "!x:a",
            "?a*b+c*e+d*f",
        ):
            assert wrong(variant, replace(proof, trees=(f"+ {word} .",))), word


# -- signs that jump ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "check",
    [
        lambda x: at_least(exp(sign(x[0])), 2),
        lambda x: at_least(exp(sign(x[0]) - 1), 1),
        lambda x: equal(sin(sign(x[0])), sin(1 + 0 * x[0])),
        lambda x: at_most(cos(sign(x[0])), cos(1 + 0 * x[0])),
        lambda x: at_least(sin(exp(sign(x[0]))), sin(exp(1 + 0 * x[0]))),
    ],
)
def test_a_function_of_a_sign_jumps_where_the_sign_does(check: Any) -> None:
    """At 0, the end of its space, the sign of x is 0, and elsewhere it is 1."""
    claim = planted(check, between(1, 0, 1))
    assert prove(claim.variant("printed"), WORK).certificate is None
    assert by_squares(claim) is None
    for tree in (".", "+ .", "-"):
        assert wrong(claim.variant("printed"), forged(claim, tree, ranges={"x": ["0", "1"]}))


# -- enclosures ---------------------------------------------------------------------------------------------

ENDS: list[Any] = [
    Fraction(0),
    Fraction(1, 3),
    Fraction(-2),
    Fraction(11, 7),
    Fraction(22, 7),
    Fraction(-33, 7),
]
FAR: list[Any] = [
    Fraction(2) ** -1000,
    Fraction(2) ** 14,
    -(Fraction(2) ** 14) + 1,
    Fraction(2) ** 1000,
    inf,
    -inf,
]
SLOPES: dict[str, Callable[[Any], Any]] = {
    "sin": lambda v: v.cos(),
    "cos": lambda v: -v.sin(),
    "tanh": lambda v: 1 - v.tanh() ** 2,
    "erf": lambda v: 2 * (-(v**2)).exp() / flint.arb.pi().sqrt(),
}


@pytest.mark.parametrize("name", SLOPES)
def test_waves_and_sigmoids_and_their_slopes_lie_in_their_enclosures(name: str) -> None:
    box = Box(Interval)
    for low, high in combinations(sorted([*ENDS, *FAR]), 2):
        with enclosure.on(box), ball_precision(320):
            found = Interval.of(low, high, 0).elementary(name)
            assert found.slopes is not None
            first, last = (max(min(v, Fraction(2) ** 15), -(Fraction(2) ** 15)) for v in (low, high))
            if not low <= first < last <= high:
                continue
            for k in range(9):
                v = first + (last - first) * Fraction(k, 8)
                at = flint.arb(flint.fmpq(v.numerator, v.denominator))
                for value, (least, most) in (
                    (getattr(at, name)(), found.ends()),
                    (SLOPES[name](at), found.slopes[0]),
                ):
                    assert not value < flint.fmpq(least.numerator, least.denominator), (low, high, v)
                    assert not value > flint.fmpq(most.numerator, most.denominator), (low, high, v)
