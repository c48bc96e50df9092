"""What holds has to mean something: amendments that live by their space, bounds that say nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
import torch

from lemmata import ForAll, Margin, Paper, Rate, at_least, at_most, choices, dims, equal, in_ball, reals
from lemmata.claims.declarations import Declaration
from lemmata.claims.derived_mutants import without_weights
from lemmata.claims.space import Space, space
from lemmata.errors import ClaimError
from lemmata.numbers import Array, abs, norm
from lemmata.records.verdicts import Verdict, Verdicts
from lemmata.run.description import describe
from lemmata.run.hunting import hunt
from tests.quality.test_quality_hunt import FEW, judge


@dataclass(frozen=True)
class Size:
    d: int


def declared(settings: Space, **options: Any) -> Declaration:
    return Paper("small", "t", "a", 2026, "k", "s").claim("small", kind=ForAll(), settings=settings, **options)


def judged(claim: Declaration) -> tuple[Verdict, Verdicts, dict[str, str]]:
    verdicts, _ = judge(claim)
    verdict = verdicts.claims[0]
    return verdict, verdicts, {mutant.name: mutant.fate for mutant in verdict.mutants}


def squares(amended: Space, **ingredients: Any) -> Declaration:
    """d^2 <= factor d, printed with the factor 2 for all d."""
    claim = declared(space(Size, d=dims(1, 6)))

    def check(d: Any, factor: Any) -> Margin:
        return at_most(d**2, factor * d)

    claim.printed("all", defect="statement", because="9 > 6", factor=2)(check)
    claim.amended("some", adds="few", settings=amended, **ingredients)(check)
    return claim


def test_an_amendment_that_lives_by_its_space_alone_is_a_surprise() -> None:
    verdict, _, fates = judged(squares(space(Size, d=dims(1, 2, most=2)), factor=6))
    assert fates["as printed"] == "survived"
    assert any("'as printed' survived" in line for line in verdict.surprises)


def test_an_amendment_that_mends_what_is_printed_kills_it() -> None:
    verdict, _, fates = judged(squares(space(Size, d=dims(1, 6, most=6)), factor=6))
    assert fates == {"as printed": "killed", "without the hypothesis on d": "killed"}
    assert not verdict.surprises and verdict.discriminating


def test_a_hypothesis_that_is_not_needed_is_a_surprise() -> None:
    @dataclass(frozen=True)
    class Pair:
        d: int
        n: int

    settings = space(Pair, d=dims(1, 6), n=dims(1, 3))
    claim = declared(settings)

    def check(d: Any, n: Any, factor: Any) -> Margin:
        return at_most(d**2 * n, factor * d * n)

    claim.printed("all", defect="statement", because="9 > 6", factor=2)(check)
    claim.amended("some", adds="few", settings=space(Pair, d=dims(1, 6, most=6), n=dims(2, 3)), factor=6)(check)
    _, _, fates = judged(claim)
    assert fates["without the hypothesis on d"] == "killed"
    assert fates["without the hypothesis on n"] == "survived"


@pytest.mark.slow
def test_hypotheses_that_join_quantities_and_those_of_prompts_are_dropped_too() -> None:
    def small(s: Size) -> Space:
        return space(x=in_ball(s.d, radius=1), y=in_ball(s.d, radius=1))

    def larger(s: Size) -> Space:
        return space(x=in_ball(s.d, radius=2), y=in_ball(s.d, radius=1))

    claim = declared(space(Size, d=dims(1, 3)), prompts=larger)

    def check(x: Any, bound: Any) -> Margin:
        return at_most(norm(x), bound)

    claim.printed("all", defect="statement", because="2 > 1", bound=1)(check)
    even = space(Size, d=dims(1, 3), where=lambda s: s.d % 2 == 0)
    claim.amended("some", adds="few", settings=even, prompts=small, bound=Fraction(3, 2))(check)
    _, _, fates = judged(claim)
    assert fates["without the hypothesis on x"] == "killed"
    assert fates["without the hypothesis that joins quantities"] == "survived"
    assert "without the hypothesis on y" not in fates


def test_a_space_that_only_looks_different_adds_no_hypothesis() -> None:
    names = squares(space(Size, d=dims(1, 9)), factor=10**6).complete().mutants
    assert set(names) == {"as printed"}


def test_derived_mutants_come_in_the_order_of_the_quantities() -> None:
    @dataclass(frozen=True)
    class Six:
        f: int
        e: int
        d: int
        c: int
        b: int
        a: int

    fields: dict[str, Any] = {name: dims(1, 3) for name in "fedcba"}
    fewer: dict[str, Any] = {name: dims(1, 2, most=2) for name in "fedcba"}
    claim = declared(space(Six, **fields))

    def check(a: Any, most: Any) -> Margin:
        return at_most(a, most)

    claim.printed("all", defect="statement", because="3 > 2", most=2)(check)
    claim.amended("some", adds="few", settings=space(Six, **fewer), most=3)(check)
    names = [name for name in claim.complete().mutants if name.startswith("without")]
    assert names == [f"without the hypothesis on {name}" for name in "fedcba"]


def test_what_cannot_be_evaluated_without_a_hypothesis_is_waived() -> None:
    claim = declared(space(Size, d=dims(0, 3)))

    def check(d: Any, shift: Any) -> Margin:
        return at_most(shift, Fraction(1, d + shift))

    claim.printed("all", defect="statement", because="1/2 < 1", shift=1)(check)
    claim.amended("some", adds="1 <= d <= 3", settings=space(Size, d=dims(1, 3, most=3)), shift=0)(check)
    verdict, _, fates = judged(claim)
    assert fates["without the hypothesis on d"] == "waived" and not verdict.surprises
    (mutant,) = (m for m in verdict.mutants if m.name == "without the hypothesis on d")
    assert "cannot be evaluated" in mutant.because and "ZeroDivisionError" in mutant.because


def test_an_open_constant_that_only_the_printed_reading_has_is_open_in_the_mutant() -> None:
    from lemmata import scales, some

    @dataclass(frozen=True)
    class Constant:
        d: int
        c: float = 0.0

    claim = declared(space(Constant, d=dims(1, 40), c=some(scales(-2, 2), weaker="larger", fails_at=None)))

    def check(d: Any, bound: Any) -> Margin:
        return at_most(d, bound)

    claim.printed("all", expect="refuted", defect="statement", because="it grows", bound=lambda c: c)(check)
    claim.amended("some", adds="few", settings=space(Constant, d=dims(1, 2, most=2)), bound=2)(check)
    assert set(claim.variant("as printed").settings.fields) == {"d", "c"}


# -- null models -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Layer:
    matrix: Array
    step: float
    width: int = 3

    def __call__(self, x: Array) -> Array:
        return (x[:, None] @ self.matrix)[:, 0] * self.step


def computing(bound: Any) -> Declaration:
    """A layer that gives back x up to a quarter."""
    claim = declared(
        space(Size, d=dims(1, 2)), prompts=lambda s: space(x=reals(s.d), y=in_ball(s.d, radius=Fraction(1, 4)))
    )
    claim.construction(lambda s: Layer(torch.eye(s.d, dtype=torch.float64), 1.0))

    @claim.printed("x", bound=bound)
    def check(x: Any, y: Any, tf: Any, answer: Any, bound: Any) -> Margin:
        return at_most(norm(answer(tf(x + y)) - x), bound)

    return claim


def test_all_weights_zero_keeps_sizes_and_shapes() -> None:
    (layer,) = without_weights([Layer(torch.eye(2), 1.0)])
    assert not layer.matrix.any() and layer.matrix.shape == (2, 2) and layer.step == 0 and layer.width == 3
    words = ("a", {"b": 3})
    assert without_weights(words) is words


def test_a_named_tuple_keeps_its_name() -> None:
    class Pair(NamedTuple):
        matrix: torch.Tensor
        width: int

    silent = without_weights(Pair(torch.eye(2), 3))
    assert isinstance(silent, Pair) and not silent.matrix.any() and silent.width == 3


def test_words_are_a_hypothesis_too() -> None:
    @dataclass(frozen=True)
    class Named:
        d: int
        kind: str

    claim = declared(space(Named, d=dims(1, 6), kind=choices("flat", "round")))

    def check(d: Any, kind: Any) -> Margin:
        return at_most(d if kind == "round" else 1, 2)

    claim.printed("all", defect="statement", because="6 > 2")(check)
    claim.amended(
        "flat", adds="flat, d <= 6", settings=space(Named, d=dims(1, 6, most=6), kind=choices("flat"))
    )(check)
    assert judged(claim)[2]["without the hypothesis on kind"] == "killed"


def test_null_models_die_of_a_bound_that_says_something() -> None:
    verdict, _, fates = judged(computing(Fraction(1, 4)))
    names = ("the answer 0", "the answer negated", "another instance's answer", "the mean answer")
    assert fates == dict.fromkeys((*names, "all weights zero"), "killed") and not verdict.surprises


@pytest.mark.slow
def test_a_network_of_zeros_that_passes_is_a_surprise() -> None:
    verdict, _, fates = judged(computing(lambda x: norm(x) + 0.25))
    assert fates["all weights zero"] == fates["the answer 0"] == "survived"
    assert any("'all weights zero' survived" in line for line in verdict.surprises)


@pytest.mark.slow
def test_a_bound_that_every_answer_meets_says_nothing() -> None:
    verdict, _, _ = judged(computing(lambda x: norm(x) * 9 + 99))
    assert verdict.survivor.outcome == "vacuous" and "printed vacuous, expected holds" in verdict.surprises
    assert verdict.found.startswith("Says nothing")


# -- bounds ------------------------------------------------------------------------------------------


def bounded(factor: int, **options: Any) -> Declaration:
    claim = declared(space(Size, d=dims(1, 3)), prompts=lambda s: space(x=reals(s.d)))

    def check(x: Any, factor: int) -> Margin:
        length = abs(x).sum(-1)
        return at_most(length, factor * length)

    claim.printed("x", defect="statement", because="x > 0", factor=0)(check)
    claim.amended("y", adds="a factor", factor=factor, **options)(check)

    return claim


@pytest.mark.parametrize(("factor", "bound"), [(1, "sharp"), (2, "slack"), (11, "loose")])
def test_how_near_a_bound_is_met_is_said(factor: int, bound: str) -> None:
    verdict, verdicts, _ = judged(bounded(factor))
    assert verdict.survivor.bound == bound and verdict.loose == (bound == "loose")
    assert ("loose" in verdict.found) == (bound == "loose")
    assert verdicts.unsharp == ([] if bound == "sharp" else [verdict.id])


def test_a_reason_for_the_slack_is_shown() -> None:
    verdict, verdicts, _ = judged(bounded(11, slack="the printed factor is kept"))
    assert not verdicts.unsharp and "which is loose (the printed factor is kept)" in verdict.found
    assert verdict.survivor.slack == "the printed factor is kept"


@pytest.mark.parametrize(
    ("factor", "point", "asked"),
    [
        (2, "$x_1$ = 1, $y$ = (0, 1)", False),
        (2, "$x_1$ = 0, $y$ = (0, 0)", True),
        (11, "$x_1$ = 1, $y$ = (0, 1)", True),
    ],
)
def test_a_point_at_which_both_sides_meet_is_a_reason(factor: int, point: str, asked: bool) -> None:
    """But for the origin, where homogeneous sides meet, and where the bound is loose."""
    verdict, _, _ = judged(bounded(factor))
    reading = verdict.survivor
    why = f"both sides meet at {point}, and right minus left is not seen to be a sum of squares"
    assert reading.unsharp
    assert replace(reading, finding=replace(reading.finding, unproved=why)).unsharp == asked


def test_what_is_trivial_everywhere_is_vacuous() -> None:
    claim = declared(space(Size, d=dims(1, 3)), prompts=lambda s: space(x=in_ball(s.d, radius=1)))
    claim.printed("x")(lambda x: at_most(norm(x), 5).trivial_where(5 - 1 + 0 * x[0]))
    assert judged(claim)[0].statement.outcome == "vacuous"


def test_a_rate_that_is_trivial_at_every_size_is_vacuous() -> None:
    ladder = [Size(2**k) for k in range(2, 8)]
    for bound, outcome in ((3, "vacuous"), (1, "holds")):
        claim = Paper("small", "t", "a", 2026, "k", "s").claim(
            "small", kind=Rate(ladder, size=lambda s: s.d), settings=space(Size, d=dims(1, 128))
        )
        claim.printed("x", bound=bound)(lambda d, bound: at_most(1 / d, bound).trivial_where(bound - 2))
        assert judged(claim)[0].statement.outcome == outcome


def test_the_same_words_for_another_check_are_an_error() -> None:
    claim = declared(space(Size, d=dims(1, 3)))

    def check(d: Any, factor: Any) -> Margin:
        return at_most(d, factor * d)

    claim.printed("x", defect="statement", because="no", factor=0)(check)
    claim.amended("x", adds="a factor", factor=1)(check)
    with pytest.raises(ClaimError, match="has the words of the printed one"):
        claim.complete()


def test_the_records_say_what_a_derived_mutant_changes() -> None:
    claim = squares(space(Size, d=dims(1, 6, most=6)), factor=6)
    changes = describe(claim.complete()).changes
    assert [c.what for c in changes["as printed"].changes] == ["factor"]
    assert [c.what for c in changes["without the hypothesis on d"].changes] == ["hypotheses"]


# -- what says nothing -------------------------------------------------------------------------------


def of_one_vector(check: Any) -> Any:
    claim = declared(space(Size, d=dims(1, 3)), prompts=lambda s: space(x=reals(s.d)))
    claim.printed("stated")(check)
    return hunt(claim.complete().variant("printed"), replace(FEW, proof=2**11))


def double(x: Any) -> Any:
    return x + x


SAYING_NOTHING: dict[str, Any] = {
    "one expression": lambda x: at_most(norm(x), norm(x)),
    "one expression by two functions": lambda x: equal(double(x), double(x)),
    "the conclusion as a hypothesis": lambda x: at_most(norm(x), 1).given(1 - norm(x)),
    "the same, turned round": lambda x: at_least(1, norm(x)).given(1 - norm(x)),
}


@pytest.mark.parametrize("check", SAYING_NOTHING.values(), ids=SAYING_NOTHING)
def test_a_check_that_says_nothing_is_vacuous(check: Any) -> None:
    record = of_one_vector(check)
    assert record.outcome == "vacuous" and record.finding.certificate is None
    assert "expression" in record.finding.because or "hypothesis" in record.finding.because


SAYING_SOMETHING: dict[str, Any] = {
    "an identity": lambda x: equal(double(x), 2 * x),
    "a hypothesis that implies it": lambda x: at_most(norm(x), 2).given(1 - norm(x)),
}


@pytest.mark.parametrize("check", SAYING_SOMETHING.values(), ids=SAYING_SOMETHING)
def test_a_check_that_says_something_holds(check: Any) -> None:
    assert of_one_vector(check).outcome == "holds"
