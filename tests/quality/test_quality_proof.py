"""What is proved at stated sizes is true there: no falsehood gets a certificate, no mutant does, truths do."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import hypothesis
import pytest

from lemmata import (
    Paper,
    at_least,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    equal,
    gaussian,
    in_ball,
    reals,
    scales,
    some,
    sparse,
)
from lemmata.claims.claim import Claim, Variant
from lemmata.claims.domains.arrays import symmetric
from lemmata.claims.domains.base import Domain
from lemmata.claims.space import space
from lemmata.numbers import (
    Array,
    abs,
    eye,
    has_values,
    maximum,
    norm,
    over_batches,
    relu,
    sqrt,
    stored,
    sum,
    tanh,
    unit,
    values,
    where,
)
from lemmata.numbers.functions import Function
from lemmata.numbers.operators import Operated
from lemmata.prove import (
    check,
    check_intervals,
    check_numbers,
    check_polynomials,
    check_residues,
    check_space,
    check_squares,
)
from lemmata.prove import proofs as proof_module
from lemmata.prove.check import wrong
from lemmata.prove.check_residues import Residue
from lemmata.prove.proofs import certify, prove
from lemmata.prove.quotient import Quotient
from lemmata.prove.sloped import Sloped
from lemmata.prove.watching import is_elsewhere
from lemmata.records import certificate as certificates
from lemmata.records.certificate import Certificate
from lemmata.records.witness import WitnessError
from lemmata.run import registry
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.replay import recheck

MAKERS = {
    *(
        "lemmata.numbers.functions",
        "lemmata.numbers.operators",
        "lemmata.prove.sloped",
        "lemmata.prove.quotient",
    ),
    *("lemmata.prove.infinite", "lemmata.prove.boxes", "lemmata.prove.signs", "lemmata.prove.factors"),
    *("lemmata.prove.squares", "lemmata.prove.squares_identity", "lemmata.prove.squares_program"),
    *("lemmata.prove.squares_variables",),
    *("lemmata.prove.proofs", "lemmata.prove.resolved_domains", "lemmata.prove.content"),
}
WORK = PROFILES["quick"].proof


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int = 1


@dataclass(frozen=True)
class Real:
    t: float
    d: int = 1


@dataclass(frozen=True)
class Far:
    """Whether t is large is asked where the setting is made, and caught there where nobody can say."""

    t: float
    d: int = 1
    far: int = 0

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "far", int(float(self.t) > 3.5))
        except TypeError:
            object.__setattr__(self, "far", 0)


@dataclass(frozen=True)
class Tied:
    t: float
    n: float
    d: int = 1


@dataclass(frozen=True)
class Chosen:
    power: int
    how: str


BOTH = space(Sizes, d=dims(1, 6), n=dims(1, 5))
WIDE = space(Sizes, d=dims(2, 4), n=dims(1, 2))
TIED = space(Tied, t=dyadics(-4, 4), n=lambda s: dyadics(s.t, s.t), d=dims(1, 3))
NUMBER = space(Real, t=dyadics(-4, 4), d=dims(1, 3))


def planted(check: Any, **options: Any) -> Claim:
    claim = Paper("proof", "Planted", "Nobody", 2026, "proof", "tests").claim("planted", **options)
    claim.printed("planted")(check)
    return claim.complete()


def proved(check: Any, **options: Any) -> Certificate | None:
    return certify(planted(check, **options).variant("printed"), WORK)


def matrices(s: Any) -> Any:
    return space(A=reals(s.d, s.n), B=gaussian(s.n, s.d), x=box(s.d, low=-1, high=1))


# -- truths -------------------------------------------------------------------------------------------


def transposed(A: Any, B: Any) -> Any:
    return equal((A @ B).mT, B.mT @ A.mT)


def of_sizes(d: Any) -> Any:
    return equal((d + 1) ** 2 - d**2, 2 * d + 1)


def of_a_number(t: Any) -> Any:
    return equal((1 + t) ** 3 - 1, t * (3 + 3 * t + t * t))


def of_choices(power: Any, how: Any) -> Any:
    return at_most(1, power if how == "up" else 5 - power)


def soft(x: Array) -> Array:
    return relu(x - 1) - relu(-x - 1)


def thresholds(x: Any) -> Any:
    """An odd function, whatever relu is of each argument."""
    return equal(soft(x), -soft(-x))


def symmetric_is(S: Any) -> Any:
    return equal(S, S.mT)


def conditional(x: Any) -> Any:
    """Its hypotheses are not needed, and what it reports has no values."""
    size = norm(x)
    return equal(x + x, 2 * x).given(size - 1).report(size=size)


@pytest.mark.parametrize(
    ("check", "options", "where", "method"),
    [
        (transposed, {"settings": BOTH, "prompts": matrices}, "d = 1 to 4, n = 1 to 4", "identity"),
        (lambda d, n: at_most(d, d * n), {"settings": BOTH}, "d = 1 to 4, n = 1 to 4", "exhaustive"),
        (
            of_choices,
            {"settings": space(Chosen, power=dims(1, 3), how=choices("up", "down"))},
            "power = 1 to 3, how = down or up",
            "exhaustive",
        ),
        (thresholds, {"settings": BOTH, "prompts": matrices}, "d = 1 to 4, n = 1 to 4", "identity"),
        (
            symmetric_is,
            {"settings": BOTH, "prompts": lambda s: space(S=symmetric(2, s.d))},
            "d = 1",
            "identity",
        ),
        (conditional, {"settings": BOTH, "prompts": matrices}, "d = 1 to 4, n = 1 to 4", "identity"),
    ],
)
def test_truths_are_proved_at_several_sizes(check: Any, options: Any, where: str, method: str) -> None:
    proof = proved(check, **options)
    assert proof is not None
    assert where in proof.where
    assert proof.method == method
    assert proof.error < 1e-30
    assert len(proof.settings) > 1


def test_a_hunt_says_proved_and_at_which_sizes() -> None:
    record = hunt(planted(transposed, settings=BOTH, prompts=matrices).variant("printed"), PROFILES["quick"])
    assert record.evidence == "proved"
    assert record.finding.certificate is not None
    assert "(d, n) = (1, 1), (1, 2)" in record.finding.certificate.where, "a list, since it is no product"


def test_a_certificate_ends_a_brief_hunt_and_no_other() -> None:
    reading = planted(transposed, settings=BOTH, prompts=matrices).variant("printed")
    brief, quick = (hunt(reading, replace(PROFILES[name], examples=8)) for name in ("brief", "quick"))
    assert brief.evidence == quick.evidence == "proved"
    assert brief.scope.reached == ()
    assert quick.scope.reached


# -- falsehoods, and truths of which nothing is known ------------------------------------------------------


def nearly(bits: int) -> Any:
    def check(x: Any) -> Any:
        return equal(x * (1 + Fraction(1, 2**bits)), x + stored(0.0, x))

    return check


def commuting(A: Any, B: Any) -> Any:
    return equal(A @ B, (A @ B).mT)


def off_the_diagonal(d: Any, A: Any, B: Any) -> Any:
    """True at d = 1 alone."""
    return equal((A @ B) * (1 - eye(d, A)), 0)


def of_unit_vectors(x: Any) -> Any:
    """True on a variety, which the hypothesis names and the variables do not know."""
    return equal(sum(x * x, -1), 1).given(1 - abs(sum(x * x, -1) - 1))


def not_at_one_point(t: Any) -> Any:
    """False where t = 1/2, and nowhere else."""
    return equal(where([bool(t == 0.5)], 1, 0), 0)


def hidden(x: Array) -> Array:
    """A comparison where nobody looks for one."""
    return x if float(values(x).sum()) < 100 else -x


def with_a_hidden_branch(x: Any) -> Any:
    return equal(hidden(x), x)


def mixing_rows(x: Any) -> Any:
    """True of one prompt, of several together for none."""
    return equal(x, over_batches(lambda x: x * 0 + sum(x, 0))(x))


def by_its_text(t: Any) -> Any:
    """False where t = 1/2, and nowhere else."""
    return equal(2 * t if str(t) == "0.5" else t, t)


def by_entries(x: Any) -> Any:
    """A comparison of the entries themselves."""

    def turned(x: Any) -> Any:
        entries = getattr(x, "values", None)
        return -x if entries is not None and any(v > Fraction(1, 2) for v in entries.flat) else x

    return equal(x, over_batches(turned)(x))


def a_root(x: Any) -> Any:
    """True of positive numbers, which are half of all; of tanh boxes alone know something."""
    return equal(sqrt(x * x), x).given(tanh(x))


def a_maximum(x: Any) -> Any:
    return equal(maximum(x, 0), x)


def an_inequality(x: Any) -> Any:
    """False near 0."""
    return at_most(Fraction(1, 2**80), sum(x * x, -1))


def directions(x: Any) -> Any:
    """True, and not by rational functions alone."""
    return equal(norm(unit(x)), 1)


def with_a_caught_comparison(t: Any) -> Any:
    """False beyond 7/2; where nobody can compare, it goes the other way."""
    try:
        far = t > 3.5
    except ArithmeticError:
        far = False
    return equal(-t if far else t, t)


def with_a_caught_float(t: Any) -> Any:
    """As that, where a float is asked for."""
    try:
        far = float(t) > 3.5
    except TypeError:
        far = False
    return equal(-t if far else t, t)


def of_nothing(x: Any) -> Any:
    return equal(x[1:], x[1:] + 1)


def at_the_value_drawn(n: Any) -> Any:
    """False of any other t, to which n is tied."""
    return equal(n, Fraction(15, 4))


def under_a_doubtful_hypothesis(n: Any) -> Any:
    """False beyond n = 1, where a ball cannot tell that the hypothesis is met."""
    return at_most(n, 1).given(sqrt(n) * sqrt(n) - n)


@pytest.mark.parametrize(
    ("check", "options"),
    [
        (under_a_doubtful_hypothesis, {"settings": space(Sizes, d=dims(1, 1), n=choices(2, 3))}),
        (at_the_value_drawn, {"settings": TIED}),
        (with_a_caught_comparison, {"settings": NUMBER}),
        (with_a_caught_float, {"settings": NUMBER}),
        (of_nothing, {"settings": BOTH, "prompts": matrices}),
        *((nearly(bits), {"settings": BOTH, "prompts": matrices}) for bits in (1, 30, 80, 300)),
        (
            commuting,
            {"settings": replace(BOTH, fields={"d": dims(2, 4), "n": dims(1, 2)}), "prompts": matrices},
        ),
        (of_unit_vectors, {"settings": BOTH, "prompts": matrices}),
        (not_at_one_point, {"settings": NUMBER}),
        (with_a_hidden_branch, {"settings": BOTH, "prompts": matrices}),
        (mixing_rows, {"settings": BOTH, "prompts": matrices}),
        (by_its_text, {"settings": NUMBER}),
        (lambda far, t: equal(far * t, 0), {"settings": space(Far, t=dyadics(-4, 4), d=dims(1, 2))}),
        (by_entries, {"settings": BOTH, "prompts": matrices}),
        (a_root, {"settings": BOTH, "prompts": matrices}),
        (a_maximum, {"settings": BOTH, "prompts": matrices}),
        (an_inequality, {"settings": BOTH, "prompts": matrices}),
        (directions, {"settings": BOTH, "prompts": matrices}),
    ],
)
def test_what_is_false_or_not_decided_has_no_certificate(check: Any, options: Any) -> None:
    assert proved(check, **options) is None


def test_where_larger_sizes_fail_the_certificate_ends() -> None:
    proof = proved(off_the_diagonal, settings=BOTH, prompts=matrices)
    assert proof is not None
    assert {setting["d"] for setting in proof.settings} == {1}


def test_a_setting_that_is_not_decided_costs_the_others_nothing() -> None:
    """A denominator vanishes where d = 1, which is looked at first; n = 2 is too close to call."""

    def cancelled(d: Any, x: Any) -> Any:
        x = x[0] - x[-1] + 4 * (d - 1)
        return equal(x / x, 1)

    proof = proved(cancelled, settings=BOTH, prompts=matrices)
    assert proof is not None
    assert {setting["d"] for setting in proof.settings} == {2, 3, 4}
    assert recheck(planted(cancelled, settings=BOTH, prompts=matrices), proof).confirmed
    options = {"settings": space(Sizes, d=dims(1, 1), n=choices(2, 1))}
    proof = proved(under_a_doubtful_hypothesis, **options)
    assert proof is not None
    assert [setting["n"] for setting in proof.settings] == [1]


def test_where_one_setting_refutes_nothing_is_proved_of_the_others() -> None:
    claim = planted(lambda n, d: at_most(n * d, 15), settings=BOTH)
    proof = prove(claim.variant("printed"), WORK)
    assert proof.certificate is None
    assert proof.why_none == "the statement fails at {'d': 4, 'n': 4}"


def test_a_proof_of_what_is_refuted_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    false = planted(commuting, settings=WIDE, prompts=matrices).variant("printed")
    assert hunt(false, PROFILES["quick"]).outcome == "refuted"
    monkeypatch.setattr(proof_module, "is_identity", lambda *_, **__: True)  # a method that proves everything
    record = hunt(false, PROFILES["quick"])
    assert record.outcome == "error"
    assert "a proof (identity) and a counterexample contradict each other" in record.finding.because
    mutant = replace(false, role="mutant")
    outcomes = [hunt(mutant, PROFILES["quick"], seed).outcome for seed in range(24)]
    assert 1 <= outcomes.count("error") <= 8  # one in eight is put to the test
    assert all(hunt(mutant, PROFILES["standard"], seed).outcome == "error" for seed in range(4))


@pytest.mark.parametrize(
    ("check", "options", "why"),
    [
        (mixing_rows, {}, "its two sides are the same for one prompt, and not for several at once"),
        (a_root, {}, "the function tanh is no quotient of polynomials"),
        (with_a_hidden_branch, {}, "what it computes with is not of the vocabulary alone: builtins.float"),
        (an_inequality, {}, "right minus left is below 0 at"),
        (directions, {}, "a denominator may be 0 somewhere in its space"),
        (
            lambda A: at_least(A, -1),
            {"prompts": lambda s: space(A=any_matrices(1, s.d))},
            "which values its quantity",
        ),
    ],
)
def test_why_there_is_none_is_said(check: Any, options: Any, why: str) -> None:
    claim = planted(check, **{"settings": BOTH, "prompts": matrices, **options})
    record = hunt(claim.variant("printed"), replace(PROFILES["quick"].glance, examples=1))
    assert record.finding.certificate is None
    assert why in (record.finding.unproved or prove(claim.variant("printed"), WORK).why_none)


def test_what_takes_too_long_has_none() -> None:
    def check(A: Any, B: Any, x: Any) -> Any:
        power = A @ B
        for _ in range(10**6):
            power = power * x[..., None]
        return equal(power, power)

    assert proved(check, settings=BOTH, prompts=matrices) is None


# -- all sizes -------------------------------------------------------------------------------------------

COUNTED = space(Real, t=dyadics(-4, 4), d=dims(1, 9))


def of_any_size(t: Any, d: Any) -> Any:
    """True for all d, which is a number there and nothing else."""
    return equal((t + d) ** 2 / d, t * t / d + 2 * t + d)


def of_any_length(n: Any, x: Any) -> Any:
    """True for all n, and at each d alone, which is a length."""
    return equal(sum(x / n, -1) * n, sum(x, -1))


@pytest.mark.parametrize(
    ("check", "options", "where"),
    [
        (of_any_size, {"settings": COUNTED}, "for all d"),
        (of_sizes, {"settings": BOTH}, "for all d, n"),
        (
            of_any_length,
            {"settings": BOTH, "prompts": lambda s: space(x=reals(s.d))},
            "for all n, at d = 1 to 4 (4 settings)",
        ),
    ],
)
def test_a_size_that_is_a_number_is_proved_for_all_its_values(check: Any, options: Any, where: str) -> None:
    claim = planted(check, **options)
    proof = certify(claim.variant("printed"), WORK)
    assert proof is not None
    assert (proof.method, proof.where) == ("identity", where)
    again = recheck(claim, proof)
    assert again.confirmed, again.report
    assert not recheck(claim, replace(proof, all_sizes=())).confirmed
    assert not recheck(claim, replace(proof, all_sizes=(*proof.all_sizes, "t"))).confirmed


def vanishing_at_small_sizes(d: Any) -> Any:
    return (d - 1) * (d - 2) * (d - 3) * (d - 4)


def plus_what_vanishes(t: Any, d: Any) -> Any:
    """True up to d = 4, and false beyond."""
    return equal(t + vanishing_at_small_sizes(d) * Fraction(1, 2**80), t)


def by_a_loop(t: Any, d: Any) -> Any:
    """A sum of d terms, and false from d = 5 on."""
    total = 0 * t
    for k in range(d):
        total = total + t * (k + 1)
    return equal(total, t * (d * (d + 1)) / 2 + vanishing_at_small_sizes(d))


def by_an_index(t: Any, d: Any) -> Any:
    return equal(t * [0, 1, 1, 1, 1, 2, 2, 2, 2, 2][d], t)


def by_a_comparison(t: Any, d: Any) -> Any:
    return equal(t * (2 if d > 4 else 1), t)


def by_its_kind(t: Any, d: Any) -> Any:
    return equal(t * (1 + (isinstance(d, int) and d > 4)), t)


def by_a_caught_index(t: Any, d: Any) -> Any:
    try:
        return equal(t * [0, 1, 1, 1, 1][d], t)
    except (IndexError, TypeError):
        return equal(t * (1 + vanishing_at_small_sizes(d) * 0), t)


def by_its_digits(t: Any, d: Any) -> Any:
    return equal(t * len(f"{d + 5}"), t)


def by_a_remainder(t: Any, d: Any) -> Any:
    return equal(t * (1 + (d // 5)), t)


def by_a_power(t: Any, d: Any) -> Any:
    """True for even d only."""
    return equal(t * (-1) ** (2 * d), t * (-1) ** d)


def in_a_shape(x: Any) -> Any:
    return equal(x[..., 0] * x.shape[-1], x[..., 0])


LONG_FROM_FIVE = {"prompts": lambda s: space(x=reals(1 + s.d // 5))}
LONG_BY_KIND = {"prompts": lambda s: space(x=reals(1 + (isinstance(s.d, int) and s.d > 4)))}
LONG_BY_CASE = {"prompts": lambda s: space(x=reals(2) if s.d > 4 else reals(1))}


@pytest.mark.parametrize(
    ("check", "options"),
    [
        (plus_what_vanishes, {}),
        (by_a_loop, {}),
        (by_an_index, {}),
        (by_a_comparison, {}),
        (by_its_kind, {}),
        (by_a_caught_index, {}),
        (by_its_digits, {}),
        (by_a_remainder, {}),
        (by_a_power, {}),
        (in_a_shape, LONG_FROM_FIVE),
        (in_a_shape, LONG_BY_KIND),
        (in_a_shape, LONG_BY_CASE),
    ],
)
def test_what_is_true_at_small_sizes_alone_is_not_proved_for_all(check: Any, options: Any) -> None:
    claim = planted(check, settings=COUNTED, **options)
    proof = certify(claim.variant("printed"), WORK)
    assert proof is None or not proof.all_sizes
    assert proof is None or all(setting["d"] <= 4 for setting in proof.settings)
    forged = Certificate(
        claim=claim.id, variant="printed", method="identity", settings=({},), all_sizes=("d",), error=1e-40
    )
    assert not recheck(claim, forged).confirmed


def test_a_size_that_is_free_at_the_smallest_setting_alone_costs_the_others_nothing() -> None:
    def check(d: Any, n: Any, x: Any) -> Any:
        return equal(x * (1 if d == 1 else [0, 1, 1, 1, 1, 1][n]), x)

    proof = proved(check, settings=BOTH, prompts=lambda s: space(x=reals(1)))
    assert proof is not None
    assert not proof.all_sizes
    assert len(proof.settings) == 16


# -- code that hides something --------------------------------------------------------------------------


@dataclass(frozen=True)
class Third:
    t: float
    d: int = 1
    w: Any = 0


class any_matrices(symmetric):
    """Drawn symmetric, and any."""

    def contains(self, value: Any) -> bool:
        return tuple(value.shape) == self.shape


class up_to_two(box):
    """Drawn up to 1."""

    def contains(self, value: Any) -> bool:
        return bool(((value >= 0) & (value <= 2)).all())


class any_vectors(Domain):
    """Vectors of any length; drawn are those of length 1."""

    is_law = False

    def strategy(self) -> Any:
        return box(1, low=-1, high=1).strategy()

    def sample(self, generator: Any, batch: int) -> Any:
        return box(1, low=-1, high=1).sample(generator, batch)

    def contains(self, value: Any) -> bool:
        return bool(value.ndim == 1)


NEAR_A_THIRD = Fraction(1, 3), Fraction(1, 3) + Fraction(1, 2**20)
BEYOND_A_HALF = Fraction(1, 2) + Fraction(1, 2**53) + Fraction(1, 2**80)
ONE_SIZE = space(Sizes, d=dims(1, 2))
SHARE = space(Real, t=dyadics(0, 2), d=dims(1, 2))


def length(t: Any) -> int:
    """Two near a third, else one."""
    return 1 + (NEAR_A_THIRD[0] < Fraction(t) < NEAR_A_THIRD[1])


def is_its_first(x: Array) -> Any:
    return equal(sum(x, -1), x[..., 0])


def first_of_prompt(x: Any) -> Any:
    return is_its_first(x)


def first_of_setting(w: Any) -> Any:
    return is_its_first(w)


def symmetric_all(A: Any) -> Any:
    return equal(A, A.mT)


def at_most_one(x: Any) -> Any:
    return at_most(x, 1)


def half(t: Any) -> Any:
    return at_most(t, Fraction(1, 2))


def half_of_prompt(x: Any) -> Any:
    return at_most(x, Fraction(1, 2))


def ten_tenths(t: Any) -> Any:
    return at_least(t * 10 - 1, Fraction(1, 2**55))


def clipped(x: Any) -> Any:
    return equal(where(x > 2**20, 0 * x, x) if has_values(x) else x, x)


def by_parts(x: Any) -> Any:
    known = has_values(x)
    if known:
        x = where(x > 2**20, 0 * x, x)
    return equal(x, x)


def by_a_list(x: Any) -> Any:
    found = [x]
    if has_values(x):
        found.append(where(x > 2**20, 0 * x, x))
    return equal(found[-1], x)


def of_a_decimal(t: Any) -> Any:
    return equal(0 * t if t == Decimal("0.5") else t, t)


def of_floats_alone(t: Any) -> Any:
    """False at one float."""
    return equal(0 * t if isinstance(t, float) and t == 0.5 else t, t)


def of_a_type(t: Any) -> Any:
    return equal(2 * t if type(t) is float else t, t)


def of_a_case(t: Any) -> Any:
    match t:
        case float():
            return equal(2 * t, t)
    return equal(t, t)


def of_what_floats_have(t: Any) -> Any:
    return equal(2 * t if hasattr(t, "is_integer") else t, t)


def of_a_function_of_floats(t: Any) -> Any:
    """A hyperbolic tangent is below 1, and its float is not."""
    return at_least(t * math.tanh(20), t)


def of_folded_constants(t: Any) -> Any:
    return equal(t * (1 + 2.0**-80), t)


def of_a_long_literal(t: Any) -> Any:
    return equal(t * 1.00000000000000000000001, t)


KEPT: dict[Any, Any] = {}


def of_a_cache(t: Any, d: Any) -> Any:
    """On boxes it takes the first that it met, which is the middle."""
    on_boxes = getattr(t, "ring", "") == "enclosure"
    return at_most(KEPT.setdefault(d, t) if on_boxes else 0, 1)


def under_a_cached_hypothesis(t: Any, d: Any) -> Any:
    on_boxes = getattr(t, "ring", "") == "enclosure"
    return at_most(t, 1).given(KEPT.setdefault(d, t) - 2 if on_boxes else t)


@pytest.mark.parametrize(
    ("check", "settings", "prompts"),
    [
        (first_of_prompt, SHARE, lambda s: space(x=reals(length(s.t)))),
        (first_of_prompt, SHARE, lambda s: space(x=reals(1 + (vars(s).get("t", 0) == Fraction(1, 3))))),
        (first_of_prompt, SHARE, lambda s: space(x=reals(max(1, math.ceil(s.t * s.d))))),
        (first_of_prompt, SHARE, lambda s: space(x=reals(1 + (isinstance(s.t, float) and s.t > 1.99)))),
        (first_of_setting, space(Third, d=dims(1, 2), t=dyadics(0, 2), w=lambda s: reals(length(s.t))), None),
        (first_of_prompt, ONE_SIZE, lambda s: space(x=any_vectors())),
        (symmetric_all, ONE_SIZE, lambda s: space(A=any_matrices(1, s.d))),
        (at_most_one, ONE_SIZE, lambda s: space(x=up_to_two(1, low=0, high=1, of="[0, 1]"))),
        (at_most_one, SHARE, lambda s: space(x=box(1, low=0, high=length(vars(s).get("t", 0))))),
        (at_most_one, SHARE, lambda s: space(x=box(1, low=0, high=s.t))),
        (half, space(Real, t=dyadics(0, BEYOND_A_HALF)), None),
        (half, space(Real, t=dyadics(0, 0.5000000000000001)), None),
        (half_of_prompt, ONE_SIZE, lambda s: space(x=in_ball(1, radius=BEYOND_A_HALF))),
        (ten_tenths, space(Real, t=dyadics(0.1, 0.5)), None),
        (ten_tenths, space(Real, t=box(1, low=0.1, high=0.5)), None),
        (half, space(Real, t=dyadics(0, 0, of="[0, inf)")), None),
        (clipped, ONE_SIZE, lambda s: space(x=reals(1))),
        (by_parts, ONE_SIZE, lambda s: space(x=reals(1))),
        (by_a_list, ONE_SIZE, lambda s: space(x=reals(1))),
        (of_a_decimal, SHARE, None),
        (of_floats_alone, SHARE, None),
        (of_a_type, SHARE, None),
        (of_a_case, SHARE, None),
        (of_what_floats_have, SHARE, None),
        (of_a_function_of_floats, SHARE, None),
        (of_folded_constants, SHARE, None),
        (of_a_long_literal, SHARE, None),
        (of_a_cache, SHARE, None),
        (under_a_cached_hypothesis, SHARE, None),
        (lambda x, k: equal(x * k[None], x), ONE_SIZE, lambda s: space(k=dims(1, 1), x=reals(1))),
    ],
)
def test_what_is_hidden_is_not_certified(check: Any, settings: Any, prompts: Any) -> None:
    KEPT.clear()
    assert proved(check, settings=settings, prompts=prompts) is None


def test_real_numbers_may_be_handed_on_to_a_domain() -> None:
    """As the radius of a ball, and the ends of a box."""

    def handed(s: Any) -> Any:
        return space(x=in_ball(s.d, radius=2 * s.t), y=box(s.d, low=-s.t, high=s.t), z=sparse(2, 1, s.t))

    assert proved(lambda x, y: equal(x + y, y + x), settings=SHARE, prompts=handed)


def require_small(x: Array) -> None:
    """As constructions do."""
    if not has_values(x):
        return
    largest = float(values(x).abs().max())
    if largest > 2**60:
        raise ValueError(f"{largest} is too large")


def test_values_may_be_refused() -> None:
    def small(x: Array) -> Array:
        require_small(x)
        for y in (x, 2 * x):
            if has_values(y) and float(values(y).abs().max()) > 2**60:
                raise ValueError("too large")
        return x

    def check(x: Any) -> Any:
        return equal(over_batches(small)(x) + x, 2 * x)

    assert proved(check, settings=ONE_SIZE, prompts=lambda s: space(x=reals(1)))


def test_a_certificate_of_what_none_is_for_is_not_confirmed() -> None:
    """A file by hand: exhaustion where there are real numbers, a constant that is open, a large error."""
    forged = Certificate(claim="", variant="printed", method="exhaustive", settings=({"d": 1},))
    band = planted(lambda t: at_least((3 * t - 1) ** 2, Fraction(1, 2**80)), settings=SHARE)
    matrix = planted(lambda x: at_most(x, 10**6), settings=ONE_SIZE, prompts=lambda s: space(x=reals(1)))
    opened = planted(lambda d, t: at_most(d, 6 * t), settings=space(Real, d=dims(1, 2), t=some(scales(0, 4))))
    for claim, settings in ((band, ({"d": 1},)), (matrix, ({"d": 1, "n": 1},)), (opened, ({"d": 1},))):
        assert not recheck(claim, replace(forged, settings=settings)).confirmed
    claim = planted(of_a_number, settings=NUMBER)
    proof = certify(claim.variant("printed"), WORK)
    assert proof is not None
    assert not recheck(claim, replace(proof, error=1e-20)).confirmed
    with pytest.raises(ValueError, match="2\\^-100"):
        replace(proof, error=1e-20).validate()


# -- files ------------------------------------------------------------------------------------------------


def test_a_certificate_is_read_back_and_checked_again() -> None:
    claim = planted(transposed, settings=BOTH, prompts=matrices)
    proof = certify(claim.variant("printed"), WORK)
    assert proof is not None
    import json

    document = certificates.to_document(proof)
    assert certificates.parse(json.dumps(document).encode()) == proof
    again = recheck(claim, proof)
    assert again.confirmed
    assert "48 random instances of 16 settings" in again.report[0]
    with pytest.raises(WitnessError, match="changed"):
        certificates.parse(json.dumps({**document, "error": 0.0}).encode())


def test_a_forged_certificate_is_not_confirmed() -> None:
    claim = planted(off_the_diagonal, settings=BOTH, prompts=matrices)
    forged = Certificate(
        claim=claim.id, variant="printed", method="identity", settings=({"d": 2, "n": 2},), error=1e-60
    )
    assert not recheck(claim, forged).confirmed
    elsewhere = replace(forged, settings=({"d": 99, "n": 2},))
    assert not recheck(claim, elsewhere).confirmed
    for names in ({"d": 1}, {}, {"d": 1, "n": 1, "m": 1}):
        assert not recheck(claim, replace(forged, settings=(names,))).confirmed


FALSE = (
    (nearly(80), {"settings": BOTH, "prompts": matrices}),
    (commuting, {"settings": WIDE, "prompts": matrices}),
    (of_unit_vectors, {"settings": BOTH, "prompts": matrices}),
    (a_root, {"settings": BOTH, "prompts": matrices}),
    (a_maximum, {"settings": BOTH, "prompts": matrices}),
    (mixing_rows, {"settings": BOTH, "prompts": matrices}),
    (off_the_diagonal, {"settings": WIDE, "prompts": matrices}),
)


@pytest.mark.parametrize(("check", "options"), FALSE)
def test_what_a_maker_proves_wrongly_is_not_confirmed(
    check: Any, options: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A maker whose arithmetic finds everything equal: the check of a certificate shares none with it."""
    claim = planted(check, **options)
    monkeypatch.setattr(Function, "vanishes", property(lambda _: True))
    proof = certify(claim.variant("printed"), WORK)
    assert proof is not None
    assert "differ" in wrong(claim.variant("printed"), proof)
    assert not recheck(claim, proof).confirmed


def test_hypothesis_is_no_code_of_a_claim_wherever_it_is_installed() -> None:
    """It times Python's garbage collection, which falls into whatever is watched just then."""
    assert is_elsewhere(hypothesis.__file__)


def test_an_arithmetic_of_its_own_has_every_operation() -> None:
    """Of the makers' numbers none is inherited, nor is any of their modules imported."""
    assert not {*Residue.__mro__} & {Function, Sloped, Quotient, Operated}
    checkers = (
        check,
        check_intervals,
        check_numbers,
        check_polynomials,
        check_residues,
        check_space,
        check_squares,
    )
    told = (Path(__file__).resolve().parents[2] / "docs/certificates.md").read_text(encoding="utf-8")
    for module in checkers:
        source = Path(str(module.__file__))
        lines = len(source.read_text(encoding="utf-8").splitlines())
        assert f"| `lemmata/prove/{source.name}` | {lines} |" in told, "the docs say how long it is"
        homes = {getattr(value, "__module__", None) for value in vars(module).values()}
        homes |= {value.__name__ for value in vars(module).values() if isinstance(value, ModuleType)}
        assert not homes & MAKERS


# -- the claims of this repository ---------------------------------------------------------------------


_PARTS = 8
"""Of the claims: minutes in all, for whichever workers are free."""


def provable(part: int) -> list[tuple[Claim, Variant]]:
    library = registry.load()
    claims = [library.claim(identifier) for identifier in list(library.claims)[part::_PARTS]]
    return [(c, c.survivor.variant) for c in claims if c.kind.provable and c.survivor.expect == "holds"]


@pytest.mark.parametrize(
    "part",
    [pytest.param(part, marks=pytest.mark.power if part else pytest.mark.slow) for part in range(_PARTS)],
)
def test_what_is_certified_of_a_mutant_is_confirmed(part: int) -> None:
    """A mutant may agree with the statement at the smallest sizes; exact instances there do not refute it."""
    proved, mutants, agree = 0, 0, 0
    for claim, survivor in provable(part):
        if certify(survivor, 2**11) is None:
            continue
        proved += 1
        for mutant in claim.mutants.values():
            mutants += 1
            if (proof := certify(mutant, 2**11)) is not None:
                agree += 1
                assert recheck(claim, proof).confirmed, (claim.id, mutant.name)
    assert proved >= 60 / _PARTS
    assert agree < mutants / 2  # of all parts together less than a third
