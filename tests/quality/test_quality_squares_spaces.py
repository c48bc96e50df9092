"""Statements of spaces that are no product of intervals, as a user writes them, are proved by squares.

Each is met with equality somewhere, and is false if the larger side is a thousandth smaller.
"""

from __future__ import annotations

import builtins
import json
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from inspect import signature
from itertools import count, product
from typing import Any

import pytest

from lemmata import (
    Margin,
    Paper,
    at_least,
    at_most,
    box,
    dims,
    dyadics,
    equal,
    in_ball,
    positive_definite,
    printed,
    reals,
    scales,
    simplex,
    sparse,
    symmetric,
    theorem,
    triangular,
)
from lemmata.claims.claim import Claim
from lemmata.numbers import Matrix, Number, Vector, abs, eye, linalg, norm, sqrt, sum, trace
from lemmata.prove.check import _slacks, wrong
from lemmata.prove.check_space import read
from lemmata.prove.check_squares import extended
from lemmata.prove.proofs import in_order, prove, proves_too_much
from lemmata.records import certificate as certificates
from lemmata.records.certificate import Certificate, Identity, Squares
from lemmata.run.interactive import hunt
from lemmata.run.replay import recheck

WORK = 2**17
SIZE = dyadics(0, 4, of="[0, inf)")
ALMOST = Fraction(999, 1000)
PAPER = Paper("spaces", "Spaces", "Nobody", 2026, "spaces", "tests")
_NUMBERS = count()


def claimed(check: Callable[..., Margin], by: Fraction = Fraction(1), **quantities: Any) -> Claim:
    """A claim as a user writes it."""
    label = f"Claim {next(_NUMBERS)}"
    check.__doc__ = f"What {label} says."
    ingredients = {"by": by} if "by" in signature(check).parameters else {}
    theorem(PAPER, label, **quantities)(printed("no matter how", **ingredients)(check))
    return next(reversed(PAPER.declared.values())).complete()


def proof_of(claim: Claim) -> Certificate | None:
    return prove(claim.variant("printed"), WORK).certificate


def confirmed(claim: Claim) -> Certificate:
    """The certificate of a claim by squares, from its file, which an independent checker confirms."""
    proof = proof_of(claim)
    assert proof is not None, prove(claim.variant("printed"), WORK).why_none
    assert proof.method == "squares"
    stored = certificates.parse(json.dumps(certificates.to_document(proof)).encode())
    again = recheck(claim, stored)
    assert stored == proof and again.confirmed, again.report
    return proof


def refute_nothing(claim: Claim) -> None:
    """Of a false statement nothing is proved, also at the size of any instance."""
    assert proof_of(claim) is None
    variant = claim.variant("printed")
    (setting, _), *_ = in_order(variant.settings, 1)
    assert proves_too_much(variant, setting, WORK) == ""


# -- a file of a newcomer -------------------------------------------------------------------------------------


def test_a_hunt_says_that_schurs_inequality_is_proved() -> None:
    def schur(x: Number, y: Number, z: Number) -> Margin:
        return at_least(x * (x - y) * (x - z) + y * (y - z) * (y - x) + z * (z - x) * (z - y), 0)

    found = hunt(claimed(schur, x=SIZE, y=SIZE, z=SIZE)).hunts["printed"].finding
    assert (found.outcome, found.evidence) == ("holds", "proved")
    assert found.certificate is not None and found.certificate.method == "squares"


# -- ends that depend on other quantities ---------------------------------------------------------------------


def inner_product(r: Number, q: Number, x: Vector, y: Vector, by: Number = 1) -> Margin:
    return at_most(x @ y, r * q * by)


def area(t: Number, x: Number, by: Number = 1) -> Margin:
    return at_most(x * (t - x), t**2 / 4 * by)


def between(t: Number, u: Number, x: Number, by: Number = 1) -> Margin:
    return at_most((x - t) * (t + u - x), u**2 / 4 * by)


def largest_entry(t: Number, x: Vector, y: Vector, by: Number = 1) -> Margin:
    return at_most(abs(x @ y), t * sum(abs(y)) * by)


def length(r: Number, x: Vector, by: Number = 1) -> Margin:
    return at_most(norm(x), r * by)


def few_entries(t: Number, x: Vector, y: Vector, by: Number = 1) -> Margin:
    return at_most(x @ y, t * by)


def unit_sum(x: Vector, y: Vector, by: Number = 1) -> Margin:
    return at_most(x @ y, by)


def quadratic(t: Number, x: Vector, by: Number = 1) -> Margin:
    return at_most(x @ x, t**2 * by)


DEPENDING: dict[str, tuple[Callable[..., Margin], dict[str, Any]]] = {
    "balls": (inner_product, dict(r=SIZE, q=SIZE, x=in_ball(2, radius="r"), y=in_ball(2, radius="q"))),
    "an interval": (area, dict(t=SIZE, x=box(low=0, high="t"))),
    "both ends": (between, dict(t=dyadics(-4, 4, of="(-inf, inf)"), u=SIZE, x=box(low="t", high="t + u"))),
    "a box": (largest_entry, dict(t=SIZE, x=box(2, low="-t", high="t"), y=reals(2))),
    "a norm": (length, dict(r=SIZE, x=in_ball(2, radius="r"))),
    "a sum of absolute values": (few_entries, dict(t=SIZE, x=sparse(2, 2, "t"), y=box(2, low=-1, high=1))),
    "a sum that is known": (unit_sum, dict(x=sparse(2, 2, 1), y=box(2, low=-1, high=1))),
    "squares of these": (quadratic, dict(t=SIZE, x=sparse(2, 1, "t"))),
}


@pytest.mark.parametrize("name", DEPENDING)
def test_ends_may_depend_on_other_quantities(name: str) -> None:
    check, quantities = DEPENDING[name]
    proof = confirmed(claimed(check, **quantities))
    false = claimed(check, by=ALMOST, **quantities)
    refute_nothing(false)
    assert wrong(false.variant("printed"), proof)


def test_what_is_proved_below_one_end_is_not_proved_below_another() -> None:
    proof = confirmed(claimed(area, t=SIZE, x=box(low=0, high="t")))
    for other in (box(low=0, high="2 * t"), box(low=0, high="t + 1"), box(low="-t", high="t"), SIZE):
        assert wrong(claimed(largest, t=SIZE, x=other).variant("printed"), replaced(proof))


def largest(t: Number, x: Number, by: Number = 1) -> Margin:
    return at_most(x, t * by)


def replaced(proof: Certificate) -> Certificate:
    """That t - x is not negative, as if it were known."""
    known = Squares(factor="1", known=("a-b",), basis=("1",), gram=("1",))
    identity = Identity(multiplier="1", exponential=False, assumed=(), squares=(known,))
    return replace(proof, trees=("s0",), identities=((identity,),))


def test_an_end_is_known() -> None:
    claim = claimed(largest, t=SIZE, x=box(low=0, high="t"))
    proof = confirmed(claim)
    assert wrong(claim.variant("printed"), replaced(proof)) == ""
    assert wrong(claim.variant("printed"), replace(proof, ranges=({"t": ["0", "inf"], "x": ["0", "1"]},)))


def test_an_end_that_was_rounded_is_known_no_better_than_it_is_meant() -> None:
    """The float nearest to a tenth is above it."""
    quantities: dict[str, Any] = dict(t=dyadics(1, 2), x=box(low=0.1, high="t"))
    assert proof_of(claimed(lambda t, x: at_least(10 * x, 1), **quantities)) is None
    line = ["-inf", "inf"]
    float_or_more = square("1", "b-3602879701896397/36028797018963968")
    claim = claimed(lambda t, x: at_least(x, Fraction(0.1)), **quantities)
    assert forged(claim, {"t": line, "x": line}, "1", float_or_more)


@pytest.mark.parametrize("ends", [("t", "t"), ("t", "t + (1 - 2 * t) ** 2")])
def test_where_ends_may_meet_nothing_is_proved(ends: tuple[str, str]) -> None:
    """A space without inner points: what holds but on a border there may fail all over it."""
    claim = claimed(largest, t=dyadics(0, 1), x=box(low=ends[0], high=ends[1]))
    found = prove(claim.variant("printed"), WORK)
    assert found.certificate is None
    assert "it is not seen that its ends differ" in found.why_none
    proof = confirmed(claimed(largest, t=SIZE, x=box(low=0, high="t")))
    assert wrong(
        claim.variant("printed"), replace(replaced(proof), ranges=({"t": ["0", "2"], "x": ["-inf", "inf"]},))
    )


# -- spaces of matrices, and of distributions -----------------------------------------------------------------


def variance(d: int, p: Vector, x: Vector, by: Number = 1) -> Margin:
    return at_most((p @ x) ** 2, p @ x**2 * by)


def collisions(d: int, p: Vector, by: Number = 1) -> Margin:
    return at_most(1, d * sum(p**2) * by)


def traces(d: int, A: Matrix, by: Number = 1) -> Margin:
    return at_most(trace(A) ** 2, d * sum(A * A) * by)


def symmetric_forms(A: Matrix, x: Vector, by: Number = 1) -> Margin:
    return at_most((x @ (A @ x)) ** 2, sum((A @ x) ** 2) * (x @ x) * by)


def inner_products(A: Matrix, x: Vector, y: Vector, by: Number = 1) -> Margin:
    return at_most((x @ (A @ y)) ** 2, (x @ (A @ x)) * (y @ (A @ y)) * by)


def hadamard(A: Matrix, by: Number = 1) -> Margin:
    return at_most(A[0, 0] * A[1, 1] - A[0, 1] ** 2, A[0, 0] * A[1, 1] * by)


def divided(A: Matrix, by: Number = 1) -> Margin:
    return at_most(A[0, 1] ** 2 / A[0, 0], A[1, 1] * by)


def diagonal(L: Matrix, by: Number = 1) -> Margin:
    return at_most(trace(L) ** 2, 2 * sum(L * L) * by)


STRUCTURED: dict[str, tuple[Callable[..., Margin], dict[str, Any]]] = {
    "a variance": (variance, dict(d=dims(2, 3), p=simplex("d"), x=reals("d"))),
    "collisions": (collisions, dict(d=dims(2, 4), p=simplex("d"))),
    "traces": (traces, dict(d=dims(2, 3), A=symmetric("d"))),
    "symmetric forms": (symmetric_forms, dict(A=symmetric(2), x=reals(2))),
    "inner products": (inner_products, dict(A=positive_definite(2), x=reals(2), y=reals(2))),
    "determinants": (hadamard, dict(A=positive_definite(2))),
    "a Schur complement": (divided, dict(A=positive_definite(2))),
    "triangles": (diagonal, dict(L=triangular(2))),
}


@pytest.mark.parametrize("name", STRUCTURED)
def test_structured_spaces_are_known(name: str) -> None:
    check, quantities = STRUCTURED[name]
    claim = claimed(check, **quantities)
    proof = proof_of(claim)
    assert proof is not None, prove(claim.variant("printed"), WORK).why_none
    assert recheck(claim, proof).confirmed
    false = claimed(check, by=ALMOST, **quantities)
    refute_nothing(false)
    assert wrong(false.variant("printed"), proof)


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("a variance", dict(p=box("d", low=0, high=1))),
        ("collisions", dict(p=box("d", low=0, high=1))),
        ("inner products", dict(A=symmetric(2))),
        ("a Schur complement", dict(A=symmetric(2))),
    ],
)
def test_what_is_proved_of_one_space_is_not_proved_of_a_wider_one(name: str, changed: dict[str, Any]) -> None:
    check, quantities = STRUCTURED[name]
    proof = proof_of(claimed(check, **quantities))
    other = claimed(check, **(quantities | changed))
    assert proof is not None
    assert wrong(other.variant("printed"), proof)
    assert wrong(other.variant("printed"), replace(proof, ranges=tuple(_wider(r) for r in proof.ranges)))


def _wider(ranges: dict[str, Any]) -> dict[str, Any]:
    return {name: ["-inf", "inf"] for name in ranges}


# -- hypotheses ------------------------------------------------------------------------------------------------

ANY = dyadics(-4, 4, of="(-inf, inf)")
ABOVE = scales(-4, 4, of="(0, inf)")
HYPOTHESES: dict[str, tuple[Callable[..., Margin], dict[str, Any]]] = {
    "a half plane": (lambda x, y, by=1: at_most(4 * x * y, by).given(1 - x - y), dict(x=SIZE, y=SIZE)),
    "unit vectors": (
        lambda x, y, by=1: at_most(x @ y, by).given([1 - x @ x, x @ x - 1]).given([1 - y @ y, y @ y - 1]),
        dict(x=reals(2), y=reals(2)),
    ),
    "unit vectors and a matrix": (
        lambda A, x, by=1: at_most(x @ (A @ x) - Fraction(1, 4), sum(A * A) * by).given([1 - x @ x, x @ x - 1]),
        dict(A=symmetric(2), x=reals(2)),
    ),
    "sums of products": (
        lambda x, y, u, v, by=1: at_most((x + y) * (u + v), 2 * (x * u + y * v) * by).given([x - y, u - v]),
        dict(x=SIZE, y=SIZE, u=SIZE, v=SIZE),
    ),
    "a step size": (
        lambda g, L, x, by=1: at_most((x - g * L * x) ** 2, x**2 * by).given(2 - g * L),
        dict(g=SIZE, L=SIZE, x=ANY),
    ),
    "norms": (
        lambda x, y, by=1: at_most(x @ y, 2 * by).given([1 - norm(x), 2 - norm(y)]),
        dict(x=reals(2), y=reals(2)),
    ),
    "a matrix that is not negative": (
        lambda a, b, c, x, y, by=1: at_most(-2 * b * x * y, (a * x**2 + c * y**2) * by).given(a * c - b**2),
        dict(a=ABOVE, b=ANY, c=ABOVE, x=ANY, y=ANY),
    ),
    "numbers above 0": (
        lambda x, y, by=1: at_most(2, (x / y + y / x) * by).given([x - 1, y - 1], strict=True),
        dict(x=ABOVE, y=ABOVE),
    ),
    "a sum": (
        lambda x, by=1: at_most(27 * x[0] * x[1] * x[2], by).given([1 - sum(x), sum(x) - 1]),
        dict(x=box(3, low=0, high=4, of="[0, inf)")),
    ),
}


@pytest.mark.parametrize("name", HYPOTHESES)
def test_hypotheses_are_used(name: str) -> None:
    check, quantities = HYPOTHESES[name]
    claim = claimed(check, **quantities)
    proof = proof_of(claim)
    assert proof is not None, prove(claim.variant("printed"), WORK).why_none
    assert recheck(claim, proof).confirmed
    false = claimed(check, by=ALMOST, **quantities)
    refute_nothing(false)
    assert wrong(false.variant("printed"), proof)


def test_what_is_proved_under_one_hypothesis_is_not_proved_under_another() -> None:
    check, quantities = HYPOTHESES["a half plane"]
    proof = confirmed(claimed(check, **quantities))
    for other in (
        lambda x, y: at_most(4 * x * y, 1),
        lambda x, y: at_most(4 * x * y, 1).given(2 - x - y),
        lambda x, y: at_most(4 * x * y, 1).given(x + y - 1),
        lambda x, y: _both(at_most(4 * x * y, 1), at_most(x, y).given(1 - x - y)),
    ):
        claim = claimed(other, **quantities)
        assert proof_of(claim) is None
        assert wrong(claim.variant("printed"), proof)


def _both(returned: Margin, other: Margin) -> Margin:
    return returned


def test_a_hypothesis_of_another_evaluation_is_none() -> None:
    kept: list[Any] = []

    def check(x: Number, y: Number) -> Margin:
        kept.append(1 - x - y)
        return at_most(4 * x * y, 1).given(kept[0])

    proof = proof_of(claimed(HYPOTHESES["a half plane"][0], x=SIZE, y=SIZE))
    claim = claimed(check, x=SIZE, y=SIZE)
    assert proof is not None
    assert proof_of(claim) is None
    assert wrong(claim.variant("printed"), proof)


def forged(claim: Claim, ranges: dict[str, Any], multiplier: str, *squares: Squares) -> str:
    identity = Identity(multiplier=multiplier, exponential=False, assumed=(), squares=squares)
    certificate = Certificate(
        claim=claim.id,
        variant="printed",
        method="squares",
        settings=({},),
        trees=("s0",),
        ranges=(ranges,),
        identities=((identity,),),
        parts=(1,),
    )
    return wrong(claim.variant("printed"), certificate)


def square(basis: str, *known: str) -> Squares:
    return Squares(factor="1", known=known, basis=(basis,), gram=("1",))


def test_a_multiplier_is_positive_at_single_points_of_which_a_hypothesis_speaks() -> None:
    """0 <= -x^2 - y^2 is met at one point alone, at which x^2 + y^2 is 0."""
    line = ["-inf", "inf"]
    identity = "a^2+b^2", square("1", "-a^2-b^2")
    nowhere = claimed(lambda x, y: at_most(1, 0 * x).given(-x * x - y * y), x=ANY, y=ANY)
    assert "single points" in forged(nowhere, {"x": line, "y": line}, *identity)
    assert proof_of(nowhere) is None
    at_each_point = "a^2+b^2+1", square("1", "-a^2-b^2"), square("1")
    assert "differ" in forged(nowhere, {"x": line, "y": line}, *at_each_point)


def test_an_end_that_is_only_approached_is_no_point_of_a_part() -> None:
    """Of x = a / (1 + a), from 0 to 1, a hypothesis that is met where x is 1 says that -1 is not negative."""
    claim = claimed(lambda x, y: at_most(y, 0).given(x - 1), x=dyadics(0, 1), y=ANY)
    parts = square("1/2*b+1/2", "-1"), square("1/2*b-1/2")
    assert "single points" in forged(claim, {"x": ["0", "1"], "y": ["-inf", "inf"]}, "1", *parts)
    assert forged(claim, {"x": ["0", "inf"], "y": ["-inf", "inf"]}, "1", *parts)
    assert proof_of(claim) is None


def test_where_a_factor_of_a_root_is_0_nothing_is_said_of_single_points() -> None:
    """The root of x^2 y is x times one of y, which there is none of where x is 0 and y is below."""

    def check(x: Number, y: Number) -> Margin:
        return at_least(y + sqrt(x * x * (y + x * x)), 0).given([-x, y])

    claim = claimed(check, x=SIZE, y=SIZE)
    space = read(claim.variant("printed"), {})
    part = extended(space, space.sides({"x": ["0", "inf"], "y": ["0", "inf"]}), 1)
    assert part.closed
    _slacks(space, part, space.sides({"x": ["0", "inf"], "y": ["0", "inf"]}))
    assert part.made and not part.closed


def test_a_cut_that_leaves_points_out_says_nothing_of_single_points() -> None:
    claim = claimed(lambda x, y: at_most(x, 1).given(1 - x), x=SIZE, y=SIZE)
    space = read(claim.variant("printed"), {})
    part = extended(space, space.sides({"x": ["0", "inf"], "y": ["0", "inf"]}), 1)
    assert [half.closed for half in part.halves("b:1|a")] == [False, False]
    assert [half.closed for half in part.halves("b:a|2")] == [True, True]
    assert [half.closed for half in part.halves("?a-b")] == [True, True]


# -- determinants, inverses, eigenvalues -----------------------------------------------------------------------

MATRICES: dict[str, tuple[Callable[..., Margin], dict[str, Any]]] = {
    "Weyl": (
        lambda A, B, by=1: at_most(top(A + B), top(A) + top(B) + by - 1),
        dict(A=symmetric(2), B=symmetric(2)),
    ),
    "a quotient of Rayleigh": (
        lambda A, x, by=1: at_most(x @ (A @ x), (top(A) + by - 1) * (x @ x)),
        dict(A=symmetric(2), x=reals(2)),
    ),
    "spectral norm and Frobenius'": (
        lambda A, by=1: at_most(linalg.svdvals(A)[0], norm(A) * by),
        dict(A=reals(2, 2)),
    ),
    "a spectral norm": (
        lambda A, x, by=1: at_most(norm(A @ x), linalg.svdvals(A)[0] * norm(x) * by),
        dict(A=reals(2, 2), x=reals(2)),
    ),
    "a nuclear norm": (
        lambda A, by=1: at_most(abs(trace(A)), sum(linalg.svdvals(A)) * by),
        dict(A=reals(2, 2)),
    ),
    "a determinant": (
        lambda A, by=1: at_most(linalg.det(A), A[0, 0] * A[1, 1] * A[2, 2] * by),
        dict(A=positive_definite(3)),
    ),
    "an inverse": (
        lambda A, x, by=1: at_most((x @ x) ** 2, (x @ (A @ x)) * (x @ linalg.solve(A, x)) * by),
        dict(A=positive_definite(2), x=reals(2)),
    ),
}


def top(A: Matrix) -> Number:
    return linalg.eigvalsh(A)[-1]


det = linalg.det


@pytest.mark.parametrize("name", MATRICES)
def test_small_matrices_have_their_formulas(name: str) -> None:
    check, quantities = MATRICES[name]
    claim = claimed(check, **quantities)
    proof = proof_of(claim)
    assert proof is not None, prove(claim.variant("printed"), WORK).why_none
    assert recheck(claim, proof).confirmed
    refute_nothing(claimed(check, by=ALMOST, **quantities))


@pytest.mark.parametrize(
    ("check", "quantities"),
    [
        (lambda A, B: equal(det(A @ B), det(A) * det(B)), dict(A=reals(3, 3), B=reals(3, 3))),
        (lambda A: equal(linalg.inv(A) @ A, eye(3)), dict(A=reals(3, 3))),
        (lambda A, b: equal(A @ linalg.solve(A, b), b), dict(A=reals(2, 2), b=reals(2))),
        (lambda A: equal(sum(linalg.eigvalsh(A)), trace(A)), dict(A=symmetric(2))),
        (lambda A: equal(linalg.svdvals(A)[0] * linalg.svdvals(A)[1], abs(det(A))), dict(A=reals(2, 2))),
    ],
)
def test_identities_of_matrices(check: Callable[..., Margin], quantities: dict[str, Any]) -> None:
    claim = claimed(check, **quantities)
    proof = proof_of(claim)
    assert proof is not None, prove(claim.variant("printed"), WORK).why_none
    assert recheck(claim, proof).confirmed


def test_eigenvalues_of_what_is_not_known_to_be_symmetric_are_refused() -> None:
    claim = claimed(lambda A: at_least(top(A @ A.T), 0), A=reals(2, 2))
    assert proof_of(claim) is not None
    assert proof_of(claimed(lambda A: at_least(top(A) ** 2, 0), A=reals(2, 2))) is None


def test_a_hypothesis_that_says_nothing_changes_nothing() -> None:
    found = prove(claimed(lambda x, y: at_least(x + y, 0).given(0 * x), x=ANY, y=ANY).variant("printed"), WORK)
    assert "right minus left is below 0 at" in found.why_none


# -- random statements under random hypotheses -----------------------------------------------------------------

Point = list[Fraction]
ENDS = [Fraction(n, 8) for n in (-16, -8, -4, 0, 2, 4, 7, 8, 16)]
DOMAINS: dict[str, tuple[Callable[[int], Any], Callable[[Point], bool]]] = {
    "reals": (lambda n: reals(n), lambda v: True),
    "half lines": (lambda n: box(n, low=0, high=8, of="[0, inf)"), lambda v: min(v) >= 0),
    "intervals": (lambda n: box(n, low=0, high=1), lambda v: min(v) >= 0 and max_of(v) <= 1),
    "open intervals": (
        lambda n: box(n, low=Fraction(1, 8), high=Fraction(7, 8), of="(0, 1)"),
        lambda v: min(v) > 0 and max_of(v) < 1,
    ),
    "balls": (lambda n: in_ball(n, radius=1), lambda v: sum_of(x * x for x in v) <= 1),
    "sums": (lambda n: sparse(n, n, 1), lambda v: sum_of(map(builtins.abs, v)) <= 1),
}


def sum_of(values: Any) -> Fraction:
    return builtins.sum(values, Fraction(0))


def max_of(values: Point) -> Fraction:
    return builtins.max(values)


def polynomial(draw: random.Random, n: int, degree: int) -> Callable[[Any], Any]:
    terms = [
        (draw.choice([-2, -1, 1, 2]), [draw.randint(0, degree) * (draw.random() < 0.6) for _ in range(n)])
        for _ in range(draw.randint(1, 3))
    ]

    def at(v: Any) -> Any:
        total = 0 * v[0]
        for c, powers in terms:
            term = c + 0 * v[0]
            for i, power in enumerate(powers):
                term = term * v[i] ** power if power else term
            total = total + term
        return total

    return at


def counterexample(seed: int) -> tuple[bool, Point | None]:
    """Whether a random statement is proved, and a point at which it is false all the same."""
    draw = random.Random(seed)
    n, kind = draw.randint(1, 3), draw.choice([*DOMAINS])
    domain, holds = DOMAINS[kind]
    a, b, q = (polynomial(draw, n, degree) for degree in (2, 1, 1))
    supposed = [(polynomial(draw, n, 2), draw.random() < 0.25) for _ in range(draw.randint(0, 2))]
    first = supposed[0][0] if supposed else q
    sign, equations, way = draw.choice([-1, 1]), draw.random() < 0.25, draw.randrange(5)

    def slack(v: Any, size: Callable[[Any], Any]) -> Any:
        return (
            lambda: a(v),
            lambda: a(v) ** 2 + sign * first(v),
            lambda: first(v) * b(v) ** 2 + q(v) ** 2,
            lambda: size(b(v)) + sign * first(v),
            lambda: first(v) * b(v) + 1 / (1 - v[0]) + q(v) ** 2,
        )[way]()

    def check(x: Vector) -> Margin:
        margin = at_least(slack(x, abs), 0)
        for h, strict in supposed:
            margin = margin.given(h(x), strict=strict)
            margin = margin.given(-h(x)) if equations else margin
        return margin

    claim = claimed(check, x=domain(n))
    proof = prove(claim.variant("printed"), 2**14).certificate
    for v in map(list, product(ENDS, repeat=n)) if proof is not None else ():
        met = holds(v) and all((h(v) > 0 if strict else h(v) >= 0) for h, strict in supposed)
        met = met and not (equations and any(h(v) > 0 for h, _ in supposed))
        if met and (way != 4 or v[0] != 1) and slack(v, builtins.abs) < 0:
            return True, v
    return proof is not None, None


@pytest.mark.power
@pytest.mark.parametrize("part", range(3))
def test_what_is_proved_of_random_statements_is_false_nowhere_on_a_lattice(part: int) -> None:
    found = [counterexample(seed) for seed in range(200 * part, 200 * part + 200)]
    assert [point for _, point in found if point is not None] == []
    assert sum_of(proved for proved, _ in found) >= 60
