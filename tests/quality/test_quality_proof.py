"""What is proved at stated sizes is true there: no falsehood gets a certificate, no mutant does, truths do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from lemmata import Paper, at_least, at_most, box, choices, dims, dyadics, equal, gaussian, reals, space
from lemmata.numbers import Array, absolute, eye, maximum, norm, relu, sqrt, stored, sum, unit, values, where
from lemmata.records import certificate as certificates
from lemmata.records.certificate import Certificate
from lemmata.records.witness import WitnessError
from lemmata.run import registry
from lemmata.run.replay import recheck
from lemmata.search import proof as proof_module
from lemmata.search.hunt import PROFILES, hunt
from lemmata.search.proof import certify, prove
from lemmata.statement.claims import Claim, Variant
from lemmata.statement.spaces import symmetric

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


def two_symmetric(s: Any) -> Any:
    return space(S=symmetric(2, s.d))


# -- truths -------------------------------------------------------------------------------------------


def transposed(s: Any, prompt: Any) -> Any:
    return equal((prompt.A @ prompt.B).mT, prompt.B.mT @ prompt.A.mT)


def of_sizes(s: Any) -> Any:
    return equal((s.d + 1) ** 2 - s.d**2, 2 * s.d + 1)


def of_a_number(s: Any) -> Any:
    return equal((1 + s.t) ** 3 - 1, s.t * (3 + 3 * s.t + s.t * s.t))


def of_choices(s: Any) -> Any:
    return at_most(1, s.power if s.how == "up" else 5 - s.power)


def soft(x: Array) -> Array:
    return relu(x - 1) - relu(-x - 1)


def thresholds(s: Any, prompt: Any) -> Any:
    """An odd function, whatever relu is of each argument."""
    return equal(soft(prompt.x), -soft(-prompt.x))


def symmetric_is(s: Any, prompt: Any) -> Any:
    return equal(prompt.S, prompt.S.mT)


def conditional(s: Any, prompt: Any) -> Any:
    """Its hypotheses are not needed, and what it reports has no values."""
    size = norm(prompt.x)
    return equal(prompt.x + prompt.x, 2 * prompt.x).given(size - 1).report(size=size)


@pytest.mark.parametrize(
    ("check", "options", "where", "method"),
    [
        (transposed, {"settings": BOTH, "prompts": matrices}, "d = 1 to 4, n = 1 to 4", "identity"),
        (of_sizes, {"settings": BOTH}, "d = 1 to 4, n = 1 to 4", "exhaustive"),
        (of_a_number, {"settings": NUMBER}, "d = 1 to 3", "identity"),
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
    assert record.certificate is not None
    assert "d = 1 to 4" in record.certificate.where


# -- falsehoods, and truths of which nothing is known ------------------------------------------------------


def nearly(bits: int) -> Any:
    def check(s: Any, prompt: Any) -> Any:
        return equal(prompt.x * (1 + Fraction(1, 2**bits)), prompt.x + stored(0.0, prompt.x))

    return check


def commuting(s: Any, prompt: Any) -> Any:
    return equal(prompt.A @ prompt.B, (prompt.A @ prompt.B).mT)


def off_the_diagonal(s: Any, prompt: Any) -> Any:
    """True at d = 1 alone."""
    return equal((prompt.A @ prompt.B) * (1 - eye(s.d, prompt.A)), 0)


def of_unit_vectors(s: Any, prompt: Any) -> Any:
    """True on a variety, which the hypothesis names and the variables do not know."""
    return equal(sum(prompt.x * prompt.x, -1), 1).given(1 - absolute(sum(prompt.x * prompt.x, -1) - 1))


def not_at_one_point(s: Any) -> Any:
    """False where t = 1/2, and nowhere else."""
    return equal(where([bool(s.t == 0.5)], 1, 0), 0)


def hidden(x: Array) -> Array:
    """A comparison where nobody looks for one."""
    return x if float(values(x).sum()) < 100 else -x


def with_a_hidden_branch(s: Any, prompt: Any) -> Any:
    return equal(hidden(prompt.x), prompt.x)


def by_entries(s: Any, prompt: Any) -> Any:
    """A comparison of the entries themselves."""
    entries = getattr(prompt.x, "values", None)
    if entries is not None and any(v > 10**6 for v in entries.flat):
        return equal(prompt.x, -prompt.x)
    return equal(prompt.x, prompt.x)


def a_root(s: Any, prompt: Any) -> Any:
    """True of positive numbers, which are half of all."""
    return equal(sqrt(prompt.x * prompt.x), prompt.x).given(prompt.x)


def a_maximum(s: Any, prompt: Any) -> Any:
    return equal(maximum(prompt.x, 0), prompt.x)


def an_inequality(s: Any, prompt: Any) -> Any:
    return at_most(0, sum(prompt.x * prompt.x, -1))


def directions(s: Any, prompt: Any) -> Any:
    """True, and not by rational functions alone."""
    return equal(norm(unit(prompt.x)), 1)


def with_a_caught_comparison(s: Any) -> Any:
    """False beyond 7/2; where nobody can compare, it goes the other way."""
    try:
        far = s.t > 3.5
    except ArithmeticError:
        far = False
    return equal(-s.t if far else s.t, s.t)


def with_a_caught_float(s: Any) -> Any:
    """As that, where a float is asked for."""
    try:
        far = float(s.t) > 3.5
    except TypeError:
        far = False
    return equal(-s.t if far else s.t, s.t)


def of_nothing(s: Any, prompt: Any) -> Any:
    return equal(prompt.x[1:], prompt.x[1:] + 1)


def at_the_value_drawn(s: Any) -> Any:
    """False of any other t, to which n is tied."""
    return equal(s.n, Fraction(15, 4))


def under_a_doubtful_hypothesis(s: Any) -> Any:
    """False beyond n = 1, where a ball cannot tell that the hypothesis is met."""
    return at_most(s.n, 1).given(sqrt(s.n) * sqrt(s.n) - s.n)


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

    def cancelled(s: Any, prompt: Any) -> Any:
        x = prompt.x[:, 0] - prompt.x[:, -1] + 4 * (s.d - 1)
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
    claim = planted(lambda s: at_most(s.n * s.d, 15), settings=BOTH)
    proof = prove(claim.variant("printed"), WORK)
    assert proof.certificate is None
    assert proof.why_none == "the statement fails at {'d': 4, 'n': 4}"


def test_a_proof_of_what_is_refuted_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    false = planted(commuting, settings=WIDE, prompts=matrices).variant("printed")
    assert hunt(false, PROFILES["quick"]).outcome == "refuted"
    monkeypatch.setattr(proof_module, "is_identity", lambda *_: True)  # a method that proves everything
    record = hunt(false, PROFILES["quick"])
    assert record.outcome == "error"
    assert "a proof (identity) and a counterexample contradict each other" in record.because


@pytest.mark.parametrize(
    ("check", "options", "why"),
    [
        (a_root, {}, "without its hypotheses the two sides are not one function of the real numbers"),
        (with_a_hidden_branch, {}, "its check compares, or asks for the value of, what is a real number"),
        (an_inequality, {}, "no interval is known that its quantity $A$ fills (`reals`)"),
        (directions, {}, "without its hypotheses the two sides are not one function of the real numbers"),
        (lambda s, prompt: at_least(prompt.S, -1), {"prompts": two_symmetric}, "interval"),
    ],
)
def test_why_there_is_none_is_said(check: Any, options: Any, why: str) -> None:
    claim = planted(check, **{"settings": BOTH, "prompts": matrices, **options})
    record = hunt(claim.variant("printed"), replace(PROFILES["quick"].glance, examples=1))
    assert record.certificate is None
    assert why in (record.unproved or prove(claim.variant("printed"), WORK).why_none)


def test_what_takes_too_long_has_none() -> None:
    def check(s: Any, prompt: Any) -> Any:
        power = prompt.A @ prompt.B
        for _ in range(10**6):
            power = power * prompt.x[..., None]
        return equal(power, power)

    assert proved(check, settings=BOTH, prompts=matrices) is None


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


# -- the claims of this repository ---------------------------------------------------------------------


def provable() -> list[tuple[Claim, Variant]]:
    library = registry.load()
    claims = [library.claim(identifier) for identifier in library.claims]
    return [(c, c.survivor.variant) for c in claims if c.kind.provable and c.survivor.expect == "holds"]


def test_what_is_certified_of_a_mutant_is_true() -> None:
    """A mutant may agree with the statement at the smallest sizes; what is certified there is true there."""
    proved, mutants, agree = 0, 0, 0
    for claim, survivor in provable():
        if certify(survivor, 2**11) is None:
            continue
        proved += 1
        for mutant in claim.mutants.values():
            mutants += 1
            if (proof := certify(mutant, 2**11)) is not None:
                agree += 1
                assert recheck(claim, proof).confirmed, (claim.id, mutant.name)
    assert proved >= 60
    assert agree < mutants / 3
