"""A witness shows the reason that is given: the amended reading holds there, or a hypothesis of it is named."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from lemmata import ForAll, Paper, Probability, at_most, choices, dims, dyadics, reals, signs
from lemmata.claims.claim import Variant
from lemmata.claims.declarations import Declaration
from lemmata.claims.space import Space, space
from lemmata.numbers import abs, minimum, norm
from lemmata.records import judging
from lemmata.records.evidence import Evidence, Run
from lemmata.records.finding import ToldApart
from lemmata.records.verdicts import Verdict
from lemmata.records.witness import to_document
from lemmata.run.description import describe
from lemmata.run.hunting import PROFILES, hunt
from tests.composed import changed
from tests.quality.test_quality_hunt import judge


@dataclass(frozen=True)
class Step:
    d: int
    gamma: float
    c: int = 1


def steps(longest: float = 4, **more: Any) -> Space:
    return space(Step, d=dims(1, 2), gamma=dyadics(0, longest, of=f"[0, {longest:g}]"), **more)


def grows(gamma: Any) -> Any:
    """The factor of a step of gradient descent."""
    return abs(1 - gamma)


def at_most_one(gamma: Any) -> Any:
    """That factor, cut off."""
    return minimum(abs(1 - gamma), 1)


def contracts(c: Any, x: Any, factor: Any) -> Any:
    """A step grows where it is longer than 2, or where c = 2."""
    return at_most(factor * c * norm(x), norm(x))


def about(
    settings: Space, amended: dict[str, Any], check: Any = contracts, kind: Any = None, **options: Any
) -> Declaration:
    """A refuted claim about vectors and a step, and an amended reading."""
    claim = Paper("small", "t", "a", 2026, "k", "s").claim(
        "small", kind=kind or ForAll(), settings=settings, prompts=lambda s: space(x=reals(s.d)), **options
    )
    reason = {"defect": "statement", "because": "steps above 2"}
    claim.amended("y", adds="a hypothesis", **{"factor": grows, **amended})(
        claim.printed("x", **reason, factor=grows)(check)  # type: ignore[arg-type]
    )
    return claim


def judged(claim: Declaration, seed: int = 0) -> tuple[Verdict, Any]:
    told, (record, *_) = judge(claim, seed)
    return told.claims[0], record


def test_the_amended_reading_holds_at_the_witness() -> None:
    verdict, record = judged(about(steps(), {"factor": at_most_one}))
    assert record.finding.told_apart == ToldApart("holds") and not verdict.surprises
    assert verdict.readings["printed"].finding.told_apart == ToldApart("holds")
    assert verdict.readings["amended"].finding.told_apart is None


def test_the_hypothesis_that_leaves_it_out_is_named() -> None:
    _, record = judged(about(steps(), {"settings": steps(2)}))
    assert record.finding.told_apart == ToldApart("left out", r"$\gamma\in[0,2]$")


def test_a_hypothesis_of_the_check_is_named_too() -> None:
    def given(gamma: Any, c: Any, x: Any, factor: Any) -> Any:
        return contracts(c, x, factor).given(2 - gamma)

    claim = Paper("small", "t", "a", 2026, "k", "s").claim(
        "small", settings=steps(), prompts=lambda s: space(x=reals(s.d))
    )
    claim.printed("x", defect="statement", because="steps above 2", factor=grows)(contracts)
    claim.amended("y", adds="a hypothesis", factor=grows)(given)
    told = judged(claim)[1].finding.told_apart
    assert told.amended == "left out" and told.because == r"$2\ge \gamma$"


BOTH: dict[str, Any] = {"c": choices(1, 2)}
"""It fails for steps above 2, which the amendment cuts off, and for c = 2, which its hypotheses leave out."""
CUT_OFF = {"factor": at_most_one, "settings": steps(c=choices(1))}


@pytest.mark.parametrize("seed", range(3))
def test_a_witness_that_shows_another_reason_is_passed_over(seed: int) -> None:
    """The hand-picked setting fails for its c alone, whatever becomes of the step."""
    _, record = judged(about(steps(**BOTH), CUT_OFF, examples=[Step(1, 0.0, 2)]), seed)
    assert record.finding.told_apart == ToldApart("holds")
    assert record.witness.setting["c"] == 1 and record.evidence == "genuine"


def test_so_is_a_stored_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = about(steps(**BOTH), CUT_OFF)
    found = hunt(claim.variant("printed"), PROFILES["quick"]).witness
    assert found is not None
    path = tmp_path / "witness.json"
    monkeypatch.setattr(Variant, "stored_witness", property(lambda variant: path))
    other = replace(found, setting={"d": 1, "gamma": 0, "c": 2}, prompt={"x": [1]})
    path.write_text(json.dumps(to_document(other)), encoding="utf-8")
    record = hunt(claim.variant("printed"), PROFILES["quick"])
    assert record.finding.told_apart == ToldApart("holds") and record.witness != other


@pytest.mark.slow
def test_where_no_other_is_found_the_page_says_so() -> None:
    """No step is above 2: all that fails does so for its c, and what the amendment cuts off plays no part."""
    _, record = judged(about(steps(2, **BOTH), {"factor": at_most_one, "settings": steps(2, c=choices(1))}))
    assert record.outcome == "refuted" and record.witness.setting["c"] == 2
    assert record.finding.told_apart == ToldApart("left out", "$c=1$", only=True, sought=True)


def test_an_amended_reading_that_fails_as_well_is_no_amendment() -> None:
    verdict, record = judged(about(steps(**BOTH), {"factor": at_most_one}, examples=[Step(1, 0.0, 2)]))
    assert record.finding.told_apart == ToldApart("holds")  # such a witness is found
    assert verdict.readings["amended"].outcome == "refuted" and verdict.surprises
    verdict, record = judged(about(steps(2, **BOTH), {"factor": at_most_one}))
    assert record.finding.told_apart == ToldApart("fails", sought=True)
    assert "at which it fails as amended, too" in verdict.readings["printed"].found


def test_a_witness_against_both_is_a_surprise_where_the_amended_hunt_saw_none() -> None:
    claim = about(steps(2, **BOTH), {"factor": at_most_one}).complete()
    printed, amended = (
        hunt(v, PROFILES["quick"]) for v in (claim.variant("printed"), claim.variant("amended"))
    )
    blind = changed(amended, outcome="holds", evidence="probed", witness=None)
    run = Run("", "quick", 0, "", "", "", None, 1e-6)
    for outcome, seen in (("refuted", amended), ("holds", blind)):
        records = {record.key: record for record in (printed, seen)}
        (verdict,) = judging.judge(Evidence((run,), {claim.id: describe(claim)}, records, (), ())).claims
        line = "amended holds, but fails at the witness against the printed reading"
        assert (line in verdict.surprises) == (outcome == "holds")


def test_other_quantities_are_not_compared() -> None:
    @dataclass(frozen=True)
    class Size:
        d: int
        radius: float

    def within(radius: Any, x: Any) -> Any:
        return at_most(norm(x) * 0, radius)

    claim = Paper("small", "t", "a", 2026, "k", "s").claim(
        "small", settings=steps(), prompts=lambda s: space(x=reals(s.d))
    )
    claim.printed("x", defect="statement", because="steps above 2", factor=grows)(contracts)
    claim.amended("y", adds="a", settings=space(Size, d=dims(1, 2), radius=dyadics(0, 1)))(within)
    told = judged(claim)[1].finding.told_apart
    assert told == ToldApart(
        "not comparable", "it speaks of $\\mathrm{radius}$, which the witness does not have"
    )


def test_a_probability_is_told_apart_at_its_setting() -> None:
    def small(x: Any, factor: Any) -> Any:
        return at_most(factor * x[0], 1)

    def probable(**amended: Any) -> Any:
        claim = Paper("small", "t", "a", 2026, "k", "s").claim(
            "small",
            kind=Probability(failure=lambda s: 0.25),
            settings=steps(),
            prompts=lambda s: space(x=signs(s.d)),
        )
        claim.amended("y", adds="a", **{"factor": grows, **amended})(
            claim.printed("x", defect="statement", because="half of them are 1", factor=grows)(small)
        )
        return judged(claim)[1].finding.told_apart

    assert probable(factor=lambda gamma: at_most_one(gamma) / 2) == ToldApart("holds")
    assert probable(settings=steps(2)) == ToldApart("left out", r"$\gamma\in[0,2]$")
