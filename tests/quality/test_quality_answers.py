"""A bound on an answer that a wrong answer meets as well is noticed, in every arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
import torch

from lemmata import ForAll, Paper, at_most, dims, in_ball, reals
from lemmata.claims.answers import ANOTHER, MEAN, UNTOUCHED, WRONG
from lemmata.claims.declarations import Declaration
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import space
from lemmata.errors import ClaimError
from lemmata.numbers import abs, norm
from lemmata.records.verdicts import Verdict
from lemmata.search.examiner import Examiner
from tests.quality.test_quality_hunt import FEW, judge

NAMES = [*WRONG, ANOTHER, MEAN]


@dataclass(frozen=True)
class Size:
    d: int


def estimating(check: Any, **options: Any) -> Declaration:
    """A claim on what is made of an x that is given up to an error y of at most a quarter."""
    paper = Paper("small", "t", "a", 2026, "k", "s")
    claim = paper.claim(
        "small",
        kind=ForAll(),
        settings=space(Size, d=dims(1, 2)),
        prompts=lambda s: space(x=reals(s.d), y=in_ball(s.d, radius=Fraction(1, 4))),
        **options,
    )
    claim.printed("x")(check)
    return claim


def near(x: Any, y: Any, answer: Any) -> Any:
    """What x was, from x + y."""
    estimate = answer(x + y, untouched=y)
    return at_most(norm(estimate - x), Fraction(1, 4))


def loose(x: Any, y: Any, answer: Any) -> Any:
    """A bound that 0 satisfies."""
    return at_most(norm(answer(x + y) - x), norm(x) + 0.25)


def ignored(x: Any, y: Any, answer: Any) -> Any:
    """The answer enters nowhere."""
    answer(x + y)
    return at_most(norm(y), Fraction(1, 4))


def fates(claim: Declaration) -> tuple[Verdict, dict[str, str]]:
    judged, _ = judge(claim, profile=FEW)
    verdict = judged.claims[0]
    return verdict, {mutant.name: mutant.fate for mutant in verdict.mutants}


def test_a_bound_that_says_something_kills_them_all() -> None:
    verdict, all_of_them = fates(estimating(near))
    assert all_of_them == dict.fromkeys(NAMES, "killed")
    assert verdict.discriminating and not verdict.surprises


@pytest.mark.slow
def test_a_bound_that_zero_meets_is_a_surprise() -> None:
    verdict, all_of_them = fates(estimating(loose))
    assert all_of_them["the answer 0"] == "survived"
    assert all_of_them[ANOTHER] == all_of_them["the answer negated"] == "killed"
    assert any("the answer 0" in line for line in verdict.surprises)
    assert verdict.found.endswith(", but is uninformative: the answer 0 passes as well.")


@pytest.mark.slow
def test_an_answer_that_is_ignored_is_a_surprise() -> None:
    verdict, all_of_them = fates(estimating(ignored))
    assert set(all_of_them.values()) == {"survived"}
    assert len(verdict.surprises) == 5 and verdict.survivor.outcome == "vacuous"


def test_a_wrong_answer_is_waived_by_name_with_a_reason() -> None:
    claim = estimating(loose)
    claim.waive("the answer 0", because="The bound is that of the null model.")
    verdict, all_of_them = fates(claim)
    assert all_of_them["the answer 0"] == "waived" and not verdict.surprises
    claim.waive(UNTOUCHED, because="The check names no input.")
    with pytest.raises(ClaimError, match="has no such mutants"):
        claim.complete()


def test_there_is_no_other_instance_without_prompts() -> None:
    paper = Paper("small", "t", "a", 2026, "k", "s")
    claim = paper.claim("small", kind=ForAll(), settings=space(Size, d=dims(1, 3)))
    claim.printed("x")(lambda d, answer: at_most(abs(answer(d) - d), Fraction(1, 2)))
    assert list(claim.complete().mutants) == ["the answer 0", "the answer negated"]
    assert fates(claim)[0].discriminating


def test_a_reading_that_is_to_fail_has_none() -> None:
    paper = Paper("small", "t", "a", 2026, "k", "s")
    claim = paper.claim("small", kind=ForAll(), settings=space(Size, d=dims(1, 3)))
    reason = {"defect": "statement", "because": "2 > 1"}
    claim.printed("x", **reason)(lambda d, answer: at_most(answer(d), d - 1))  # type: ignore[arg-type]
    assert not claim.complete().mutants


@pytest.mark.parametrize("arithmetic", ["tracked", "ball"])
@pytest.mark.parametrize("name", NAMES)
def test_they_are_put_in_in_every_arithmetic(name: str, arithmetic: Any) -> None:
    """One instance alone is enough: the other one is drawn beside it."""
    examiner = Examiner(estimating(near).variant(name), torch.device("cpu"))
    one = Prompt(x=torch.tensor([[3.0, -4.0]]).double(), y=torch.tensor([[0.0, 0.125]]).double())
    plain = examiner.evaluate(Size(2), one)
    lifted = examiner.evaluate_lifted(Size(2), one, arithmetic)
    assert bool(lifted.statuses()[0].all())
    assert plain.relative.tolist() == pytest.approx(lifted.relative.tolist())
