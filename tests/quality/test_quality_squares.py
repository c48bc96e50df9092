"""What sums of squares prove is true: statements at the edge of truth, and the same just beyond it."""

from __future__ import annotations

import builtins
import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from benchmarks import classical
from lemmata import Paper, at_least, at_most, box, equal, in_ball, reals, simplex
from lemmata.claims.claim import Claim
from lemmata.claims.space import space
from lemmata.numbers import abs, erf, exp, log, maximum, minimum, norm, over_batches, relu, sign, sqrt, stack
from lemmata.numbers.exact import Exact, not_negative
from lemmata.prove import squares
from lemmata.prove.boxes import NotBoxable, whole
from lemmata.prove.check import _slacks, wrong
from lemmata.prove.check_space import read
from lemmata.prove.check_squares import extended
from lemmata.prove.proofs import in_order, prove, proves_too_much
from lemmata.prove.squares import cover
from lemmata.records import certificate as certificates
from lemmata.records.certificate import Certificate, Identity, Squares
from lemmata.run.replay import recheck
from lemmata.search.work import Spent, Work

WORK = 2**17


@dataclass(frozen=True)
class Nothing:
    pass


PLAIN = space(Nothing)


def planted(check: Any, prompts: Any, settings: Any = PLAIN) -> Claim:
    claim = Paper("squares", "Planted", "Nobody", 2026, "squares", "tests").claim(
        "planted", settings=settings, prompts=prompts
    )
    claim.printed("planted")(check)
    return claim.complete()


def by_squares(claim: Claim, work: int = 2**16) -> Certificate | None:
    """What squares alone prove, where every other method might come first."""
    variant = claim.variant("printed")
    (one,) = in_order(variant.settings, 1)
    try:
        covered, tree, identities, parts = cover(whole(variant, *one, depending=True), Work(work))
    except (NotBoxable, Spent):
        return None
    return Certificate(
        claim=claim.id,
        variant="printed",
        method="squares",
        settings=({},),
        trees=(tree,),
        ranges=(covered.ranges,),
        identities=(identities,),
        parts=(parts,),
    )


# -- classical inequalities -------------------------------------------------------------------------------

OUT_OF_REACH = {"soft-thresholding-plane"}
CLASSICAL = classical.claims(classical.TEXTBOOK | classical.FURTHER)


@pytest.mark.parametrize("name", sorted(CLASSICAL))
def test_classical_inequalities_are_proved_and_confirmed(name: str) -> None:
    variant = CLASSICAL[name].variant("printed")
    proof = prove(variant, WORK).certificate
    assert (proof is None) == (name in OUT_OF_REACH)
    if proof is not None:
        stored = certificates.parse(json.dumps(certificates.to_document(proof)).encode())
        assert stored == proof
        again = recheck(CLASSICAL[name], stored)
        assert again.confirmed, again.report


def test_squares_go_on_where_signs_decide_some_sizes() -> None:
    proof = prove(CLASSICAL["cauchy-schwarz"].variant("printed"), WORK).certificate
    assert proof is not None
    assert [setting["d"] for setting in proof.settings] == [2, 3, 4]


# -- at the edge of truth ---------------------------------------------------------------------------------

Values = Any
Edge = tuple[Callable[..., Any], Callable[[Any], Any]]
"""A check that is true and met with equality if its last argument is 0, false if it is more; the prompts."""


def _polynomial(draw: random.Random, n: int, degree: int, zero: list[Fraction]) -> Callable[[Values], Any]:
    """A polynomial with small coefficients that vanishes at a point."""
    terms = []
    for _ in range(draw.randint(2, 4)):
        powers = [0] * n
        for _ in range(draw.randint(1, degree)):
            powers[draw.randrange(n)] += 1
        terms.append((draw.choice([-3, -2, -1, 1, 2, 3]), powers))

    def at(values: Values) -> Any:
        total: Any = 0
        for c, powers in terms:
            term: Any = c
            for v, power in zip(values, powers, strict=True):
                term = term * v**power if power else term
            total = total + term
        return total

    less = at(zero)
    return lambda values: at(values) - less


def _entries(x: Any) -> list[Any]:
    return [x[i] for i in range(x.shape[0])]


def _squares(
    draw: random.Random, n: int, factors: list[Callable[[Values], Any]], zero: list[Fraction]
) -> Callable[[Values], Any]:
    """A sum of squares times what is not negative, which is 0 at a point."""
    parts = [(lambda _: 1, _polynomial(draw, n, 2, zero)) for _ in range(n)]
    parts += [(factor, _polynomial(draw, n, 1, zero)) for factor in factors]
    return lambda values: sum(factor(values) * p(values) ** 2 for factor, p in parts)


def _point(draw: random.Random, n: int, low: int, high: int) -> list[Fraction]:
    return [Fraction(draw.randint(2 * low, 2 * high), 2) for _ in range(n)]


def free(draw: random.Random) -> Edge:
    n = draw.randint(2, 3)
    f = _squares(draw, n, [], _point(draw, n, -2, 2))
    return lambda x, by: at_least(f(_entries(x)), by), lambda s: space(x=reals(n))


def above(draw: random.Random) -> Edge:
    n = draw.randint(2, 3)
    f = _squares(draw, n, [lambda v: v[0], lambda v: v[0] * v[1]], _point(draw, n, 0, 2))
    return lambda x, by: at_least(f(_entries(x)), by), lambda s: space(x=box(n, low=0, high=8, of="[0, inf)"))


def in_a_box(draw: random.Random) -> Edge:
    n = draw.randint(1, 2)
    zero = [Fraction(draw.choice([-2, -1, 0, 1, 2]), 2) for _ in range(n)]
    f = _squares(draw, n, [lambda v: 1 - v[0] ** 2], zero)
    return lambda x, by: at_least(f(_entries(x)), by), lambda s: space(x=box(n, low=-1, high=1))


def of_a_ball(draw: random.Random) -> Edge:
    zero = [Fraction(draw.choice([-3, 3]), 5), Fraction(draw.choice([-4, 4]), 5)]
    f = _squares(draw, 2, [lambda v: 1 - v[0] ** 2 - v[1] ** 2], zero)
    c, d = draw.choice([0, 1, 2]), draw.choice([1, 2])

    def check(x: Any, by: Any) -> Any:
        values = _entries(x)
        return at_least(f(values) * d + c * (1 - values[0] ** 2 - values[1] ** 2), by)

    return check, lambda s: space(x=in_ball(2, radius=1))


def of_norms(draw: random.Random) -> Edge:
    a, b, c = draw.choice([(3, 4, 5), (5, 12, 13), (8, 15, 17), (20, 21, 29)])
    a, b = a * draw.choice([-1, 1]), b * draw.choice([-1, 1])

    def check(x: Any, by: Any) -> Any:
        return at_most((a * x[0] + b * x[1]) * (1 + by), c * norm(x))

    return check, lambda s: space(x=reals(2))


def of_roots(draw: random.Random) -> Edge:
    a, b = draw.randint(1, 5), draw.randint(1, 5)

    def check(x: Any, by: Any) -> Any:
        x, y = _entries(x)
        return at_most(2 * a * b * sqrt(x * y) * (1 + by), a * a * x + b * b * y)

    return check, lambda s: space(x=box(2, low=0, high=8, of="[0, inf)"))


def of_exponentials(draw: random.Random) -> Edge:
    a, b, k = draw.randint(1, 5), draw.randint(1, 5), draw.choice([1, 2])

    def check(x: Any, by: Any) -> Any:
        x, y = _entries(x)
        return at_most(2 * a * b * exp(k * (x + y) / 2) * (1 + by), a * a * exp(k * x) + b * b * exp(k * y))

    return check, draw.choice([lambda s: space(x=reals(2)), lambda s: space(x=box(2, low=-1, high=1))])


def of_logarithms(draw: random.Random) -> Edge:
    def check(x: Any, by: Any) -> Any:
        x, y = _entries(x)
        return at_least(log((exp(x) + exp(y)) / 2), (x + y) / 2 + by)

    return check, lambda s: space(x=reals(2))


def of_cases(draw: random.Random) -> Edge:
    k, n = draw.randint(0, 4), draw.choice([1, 2])

    def check(x: Any, by: Any) -> Any:
        x, y = _entries(x)
        if n == 1:
            return (
                at_most((k * x + (4 - k) * y) * (1 + by), 4 * maximum(x, y))
                if not by
                else at_most(k * x + (4 - k) * y + by, 4 * maximum(x, y))
            )
        return at_most(abs(x * x - y * y) * (1 + by), maximum(x * x, y * y))

    return check, lambda s: space(x=reals(2))


def tangents(draw: random.Random) -> Edge:
    k = draw.choice([1, 2, 3])
    which = draw.choice([0, 1])

    def check(x: Any, by: Any) -> Any:
        (x,) = _entries(x)
        return at_least(exp(k * x), 1 + k * x + by) if which else at_most(log(1 + k * x) + by, k * x)

    return check, lambda s: space(x=box(1, low=0, high=8, of="[0, inf)"))


def on_a_simplex(draw: random.Random) -> Edge:
    n = draw.randint(2, 3)
    weights = [draw.randint(0, 3) for _ in range(n - 1)] + [draw.randint(1, 3)]
    zero = [Fraction(w, builtins.sum(weights)) for w in weights]
    f = _squares(draw, n, [lambda v: v[0], lambda v: v[0] * v[1]], zero)
    return lambda x, by: at_least(f(_entries(x)), by), lambda s: space(x=simplex(n))


def on_a_circle(draw: random.Random) -> Edge:
    """What is added vanishes there, and has either sign elsewhere."""
    zero = [Fraction(draw.choice([-3, 3]), 5), Fraction(draw.choice([-4, 4]), 5)]
    f, c = _squares(draw, 2, [], zero), draw.choice([-2, -1, 1, 2])

    def check(x: Any, by: Any) -> Any:
        values = _entries(x)
        off = 1 - values[0] ** 2 - values[1] ** 2
        return at_least(f(values) + c * off * values[0], by).given(off).given(-off)

    return check, lambda s: space(x=reals(2))


def in_a_half_plane(draw: random.Random) -> Edge:
    """The hypothesis is met with equality where the statement is."""
    zero, a, b = _point(draw, 2, -2, 2), draw.choice([-2, -1, 1, 2]), draw.randint(-2, 2)

    def above(values: Values) -> Any:
        return a * (values[0] - zero[0]) + b * (values[1] - zero[1])

    f, c, strict = _squares(draw, 2, [above], zero), draw.choice([0, 1, 2]), draw.random() < 0.3

    def check(x: Any, by: Any) -> Any:
        values = _entries(x)
        return at_least(f(values) + c * above(values), by).given(above(values), strict=strict)

    return check, lambda s: space(x=reals(2))


def below_an_end(draw: random.Random) -> Edge:
    end = Fraction(draw.randint(1, 4), 2)
    zero = [end, draw.choice([Fraction(0), end, end / 2])]
    f = _squares(draw, 2, [lambda v: v[0] - v[1], lambda v: v[1] * (v[0] - v[1])], zero)

    def check(t: Any, x: Any, by: Any) -> Any:
        return at_least(f([t, x]), by)

    def prompts(s: Any) -> Any:
        return space(t=box(low=0, high=8, of="[0, inf)"), x=lambda p: box(low=0, high=p.t))

    return check, prompts


FAMILIES = (
    free, above, in_a_box, of_a_ball, of_norms, of_roots, of_exponentials, of_logarithms, of_cases, tangents,
    on_a_simplex, on_a_circle, in_a_half_plane, below_an_end
)  # fmt: skip


def edge(seed: int) -> tuple[str, Claim, Claim]:
    """A true statement that is met with equality, and one that is false by a little."""
    draw = random.Random(seed)
    family = FAMILIES[seed % len(FAMILIES)]
    check, prompts = family(draw)
    by = Fraction(1, 10 ** draw.randint(2, 7))
    return (family.__name__, planted(lambda x: check(x, 0), prompts), planted(lambda x: check(x, by), prompts))


def looked_at(seed: int) -> tuple[str, bool]:
    """The family of a pair, and whether the true one is proved; the false one is not, by nothing."""
    family, true, false = edge(seed)
    proof = by_squares(true)
    if proof is not None:
        assert wrong(true.variant("printed"), proof) == "", (seed, family)
        assert wrong(false.variant("printed"), proof), (seed, family)
    assert by_squares(false) is None, (seed, family)
    return family, proof is not None


def test_at_the_edge_of_truth() -> None:
    found = [looked_at(seed) for seed in range(28)]
    assert sum(proved for _, proved in found) >= 22


@pytest.mark.power
@pytest.mark.parametrize("part", range(6))
def test_what_is_false_by_a_little_is_never_proved(part: int) -> None:
    found = [looked_at(seed) for seed in range(1000 + part * 50, 1050 + part * 50)]
    assert sum(proved for _, proved in found) >= 35


# -- what is tampered with, or made up ---------------------------------------------------------------------


def motzkin(x: Any) -> Any:
    x, y = _entries(x)
    return at_least(x**4 * y**2 + x**2 * y**4 + 1, 3 * x**2 * y**2)


def of_two(s: Any) -> Any:
    return space(x=reals(2))


def of_one_above(s: Any) -> Any:
    return space(x=box(1, low=0, high=8, of="[0, inf)"))


def tampered(proof: Certificate) -> Iterator[Certificate]:
    """Certificates that differ in one place."""
    (found,) = proof.identities[0]
    first = found.squares[0]

    def of(**changed: Any) -> Certificate:
        return replace(proof, identities=((replace(found, **changed),),))

    def with_first(**changed: Any) -> Certificate:
        return of(squares=(replace(first, **changed), *found.squares[1:]))

    yield from (of(multiplier=m) for m in ("0", "-1", "a", "a^2", f"{found.multiplier}-1", "x", ""))
    yield of(exponential=True)
    yield of(assumed=("c >= 0, c^2 = a",))
    yield of(squares=found.squares[1:])
    yield from (with_first(factor=f) for f in ("-1", "a", "2", "0"))
    yield with_first(known=("a",))
    yield with_first(known=("a^2+1",))
    yield with_first(basis=(*first.basis, "a"))
    yield with_first(gram=("-1", *first.gram[1:]))
    yield with_first(gram=("1/0", *first.gram[1:]))
    yield with_first(gram=(*first.gram, "1"))
    yield replace(proof, identities=((),))
    yield replace(proof, trees=(".",))
    yield replace(proof, trees=("s1",))
    yield replace(proof, trees=("s0 s0",))
    yield replace(proof, trees=("?c s0 s0",))
    yield replace(proof, trees=("?0 s0 s0",))
    yield replace(proof, trees=("-",))
    yield replace(proof, ranges=({"x": ["0", "1"]},))
    yield replace(proof, parts=(0,))
    yield replace(proof, method="signs", identities=(), parts=())
    yield replace(proof, method="boxes", identities=(), parts=())


def test_what_is_tampered_with_is_refused() -> None:
    claim = planted(motzkin, of_two)
    proof = prove(claim.variant("printed"), WORK).certificate
    assert proof is not None and proof.method == "squares"
    assert wrong(claim.variant("printed"), proof) == ""
    for changed in tampered(proof):
        assert wrong(claim.variant("printed"), changed), changed


def forged(tree: str, *identities: Identity, parts: int = 1, low: str = "0") -> Certificate:
    return Certificate(
        claim="squares/planted",
        variant="printed",
        method="squares",
        settings=({},),
        trees=(tree,),
        ranges=({"x": [low, "inf"]},),
        identities=(identities,),
        parts=(parts,),
    )


ZERO = Identity(multiplier="1", exponential=False, assumed=(), squares=())


def test_exponentials_of_no_parts_are_refused() -> None:
    """Else each of them would be 1."""
    claim = planted(lambda x: at_most(exp(x), 1), of_one_above)
    assert wrong(claim.variant("printed"), forged(".", parts=0))


def test_a_cut_at_a_further_variable_is_refused() -> None:
    claim = planted(lambda x: at_most(sqrt(x), x), of_one_above)
    for word in ("a:b|1", "b:a|1", "a:1|b"):
        assert wrong(claim.variant("printed"), forged(f"{word} . ."))


@pytest.mark.parametrize("ends", [("0", "1"), ("-1", "1"), ("-1", "2"), ("-inf", "2")])
def test_wider_ends_that_are_stated_of_a_simplex_do_not_keep_it_from_0(ends: tuple[str, str]) -> None:
    """Its numbers are variables over their sum, whatever ends are stated: they are not moved by these."""
    claim = planted(lambda x: at_least(sign(x[..., 0]), 1), lambda s: space(x=simplex(2)))
    assert wrong(claim.variant("printed"), replace(forged("."), ranges=({"x": [*ends]},)))


def test_cases_are_of_what_the_check_asks_for() -> None:
    """A letter that stands for one thing in a case, and for nothing or for something else in the statement."""
    claim = planted(lambda x: at_most(x, 1), of_one_above)
    case = replace(ZERO, squares=(Squares(factor="1", known=("-b+1",), basis=("1",), gram=("1",)),))
    assert wrong(claim.variant("printed"), forged("?b-1 s0 s0", case))


def test_a_multiplier_that_is_always_0_is_refused() -> None:
    """The norm of a nested root less what it is is 0: it is a variable of which the checker does not see it."""

    def nothing(x: Any) -> Any:
        x, y = _entries(x)
        both = sqrt(x) + sqrt(y)
        return norm(stack([sqrt(x + y + 2 * sqrt(x) * sqrt(y)) - both, 0 * x], -1))

    claim = planted(lambda x: at_least(nothing(x), 1), lambda s: space(x=box(2, low=0, high=8, of="[0, inf)")))
    space_of = read(claim.variant("printed"), {})
    sides = space_of.sides({"x": ["0", "inf"]})
    part = extended(space_of, sides, 1)
    slacks, _ = _slacks(space_of, part, sides)
    assert len(part.made) == 4
    assert str(slacks[0].top) == "f - 1"
    powers = {name: tuple(int(letter == name) for letter in "abcdefghijkl") for name in "abcdef"}
    assert [name for name in powers if not part.is_seldom_zero(powers[name])] == ["f"]
    assert by_squares(claim) is None


def test_a_number_that_is_said_to_be_not_negative_is_not_believed_to_be() -> None:
    """Roots are taken of such numbers, which have no others; nothing else rests on it."""

    def check(x: Any) -> Any:
        believed = over_batches(lambda x: x.map(not_negative) if isinstance(x, Exact) else x)(x)
        return at_most(maximum(believed, 0), believed)

    claim = planted(check, lambda s: space(x=reals(1)))
    assert by_squares(claim) is None
    assert wrong(claim.variant("printed"), forged(".", low="-inf"))


def test_roots_below_are_the_same_for_maker_and_checker() -> None:
    def check(x: Any) -> Any:
        x = x[..., 0] / (1 + x[..., 0]) ** 2
        return at_most(6 * x / sqrt(32) + 3 * x / (sqrt(32) * sqrt(2)), 15 * x / (sqrt(32) * sqrt(3)))

    claim = planted(check, of_one_above)
    proof = by_squares(claim)
    assert proof is not None
    assert wrong(claim.variant("printed"), proof) == ""


def test_the_sign_of_a_root_and_more_is_found_before_there_are_cases() -> None:
    """1 + x - c sqrt(x) is nowhere negative for c = 2, and for none above."""

    def claim_of(c: Fraction) -> Claim:
        def check(x: Any) -> Any:
            x = x[..., 0]
            return equal(abs(1 + x - c * sqrt(x)), 1 + x - c * sqrt(x))

        return planted(check, of_one_above)

    claim = claim_of(Fraction(2))
    proof = by_squares(claim)
    assert proof is not None and wrong(claim.variant("printed"), proof) == ""
    assert proof.trees[0].startswith("!0:")
    false = claim_of(2 + Fraction(1, 2**20))
    assert by_squares(false) is None
    assert wrong(false.variant("printed"), proof)
    for tampered_with in ("!0:b-1 .", "!0:-a+2*b-1 .", "!0:c .", "."):
        assert wrong(claim.variant("printed"), replace(proof, trees=(tampered_with,)))


@pytest.mark.parametrize(
    ("clipped", "c", "is_true"),
    [
        (lambda t, c: minimum(relu(t), c), {"of": "[0, inf)"}, True),
        (lambda t, c: c - relu(c - relu(t)), {"of": "[0, inf)"}, True),
        (lambda t, c: c - relu(c + t - relu(t)) - relu(-t), {"of": "[0, inf)"}, False),
        (
            lambda t, c: relu(t) - relu(t - c) + relu(c - relu(t)) - relu(c - t) + relu(-t),
            {"of": "[0, inf)"},
            True,
        ),
        (lambda t, c: minimum(relu(t), c + Fraction(1, 2**20)), {"of": "[0, inf)"}, False),
        (lambda t, c: minimum(relu(t), c), {}, False),  # where c is below 0
        (lambda t, c: c - relu(c - 2 * relu(t) + relu(-t)), {"of": "[0, inf)"}, False),
    ],
)
def test_what_is_clipped_is_a_difference_of_two_ramps(clipped: Any, c: Any, is_true: bool) -> None:
    def check(t: Any, c: Any) -> Any:
        return equal(clipped(t, c), relu(t) - relu(t - c))

    claim = planted(check, lambda s: space(t=reals(4), c=box(1, low=0 if c else -8, high=8, **c)))
    proof = by_squares(claim)
    assert (proof is not None) == is_true
    assert proof is None or ("+" in proof.trees[0] and wrong(claim.variant("printed"), proof) == "")


@pytest.mark.parametrize(
    ("least", "bound", "is_true"),
    [
        (Fraction(1, 8), Fraction(8), True),
        (Fraction(1, 8), 8 - Fraction(1, 2**20), False),
        (Fraction(0), Fraction(8), False),  # what is divided by is 0 at an end of the space
    ],
)
def test_the_larger_of_two_is_above_0_where_one_of_them_is(
    least: Fraction, bound: Fraction, is_true: bool
) -> None:
    def check(x: Any) -> Any:
        x, y = _entries(x)
        return at_most(1 / maximum((x * x + x) * (1 - y / 8), least), bound)

    claim = planted(check, lambda s: space(x=box(2, low=0, high=8)))
    proof = by_squares(claim)
    assert (proof is not None) == is_true
    assert proof is None or wrong(claim.variant("printed"), proof) == ""


@pytest.mark.parametrize("more", [Fraction(0), Fraction(1, 2**20)])
def test_the_root_of_a_product_is_that_of_its_factors(more: Fraction) -> None:
    """As far as one of them is known, and the other one is nowhere negative."""

    def check(x: Any) -> Any:
        a, b = x[..., 0], x[..., 1]
        square, other = a * a + b * b, 1 + a * a
        return at_most(sqrt(square) * (sqrt(other) + 3 + more * a * a), sqrt(square * other) + sqrt(9 * square))

    claim = planted(check, lambda s: space(x=reals(2)))
    proof = by_squares(claim)
    assert (proof is None) == bool(more)
    assert proof is None or wrong(claim.variant("printed"), proof) == ""


def test_where_there_is_no_solver_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(squares, "is_there", lambda: False)
    found = prove(planted(motzkin, of_two).variant("printed"), WORK)
    assert found.certificate is None
    assert "clarabel" in found.why_none


def test_a_counterexample_is_out_of_reach() -> None:
    """Also of squares alone, just beyond where the statement is true."""
    for seed in range(8):
        _, _, false = edge(seed)
        variant = false.variant("printed")
        instance = variant.settings.assembled(lambda *_: None)
        assert proves_too_much(variant, instance, WORK) == ""


def test_the_same_is_found_whatever_came_before() -> None:
    first = [by_squares(edge(seed)[1]) for seed in (0, 5)]
    assert [by_squares(edge(seed)[1]) for seed in (5, 0)] == first[::-1]


# -- why there is none ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "why"),
    [
        (lambda x, y: at_least(1 / x**2, 0), "a denominator may be 0 somewhere in its space"),
        (lambda x, y: at_least(1 / x**2, 0), "it is 0 at $x$ = (0, 1)"),
        (lambda x, y: at_least(sqrt(x) + y**2, 0), "a root is taken of what is not seen to be at least 0"),
        (lambda x, y: at_least(sqrt(x) + y**2, 0), "it is below 0 at $x$ = (-2, 1)"),
        (lambda x, y: at_least(x**3 + 1 + y**2, 0), "right minus left is below 0 at $x$ = (-2, 0)"),
        (lambda x, y: at_least(sqrt(x**2) * erf(x * y), -1 - x**2), "the function erf is no quotient"),
        (
            lambda x, y: at_least(x**6 * y**2 + x**2 * y**6 + 1 + x**4 * y**4 * 2, 5 * x**3 * y**3),
            "both sides meet at $x$ = (1, 1)",
        ),
    ],
)
def test_what_stops_squares_is_said(check: Any, why: str) -> None:
    claim = planted(lambda x: check(*_entries(x)), of_two)
    found = prove(claim.variant("printed"), WORK)
    assert found.certificate is None
    assert why in found.why_none


if __name__ == "__main__":
    import time
    from collections import Counter

    first, last = map(int, sys.argv[1:3])
    met, closed, begun = Counter[str](), Counter[str](), time.process_time()
    for seed in range(first, last):
        family, proved = looked_at(seed)
        met[family] += 1
        closed[family] += proved
    print({f: f"{closed[f]}/{met[f]}" for f in met}, time.process_time() - begun)
