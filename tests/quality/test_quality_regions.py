"""The reason is tested: a statement that is said to fail somewhere fails there, and elsewhere is looked at."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lemmata import ForAll, Paper, Probability, Rate, at_most, dims, dyadics, reals, signs
from lemmata.claims.claim import Variant
from lemmata.claims.declarations import Declaration
from lemmata.claims.space import space
from lemmata.errors import ClaimError
from lemmata.numbers import abs, norm
from lemmata.records.verdicts import Verdict
from lemmata.records.witness import Witness, to_document
from lemmata.run.hunting import PROFILES, hunt
from tests.quality.test_quality_hunt import judge


@dataclass(frozen=True)
class Step:
    d: int
    gamma: float


steps = space(Step, d=dims(1, 3), gamma=dyadics(0, 4))


def about(check: Callable[..., Any], *, kind: Any = None, fails_where: Any, **options: Any) -> Declaration:
    """A refuted claim about vectors and a step."""
    claim = Paper("small", "t", "a", 2026, "k", "s").claim(
        "small", kind=kind or ForAll(), settings=steps, prompts=lambda s: space(x=reals(s.d)), **options
    )
    claim.printed("x", defect="statement", because="steps above 2", fails_where=fails_where)(check)
    return claim


def contracts(gamma: Any, x: Any) -> Any:
    """A step of gradient descent on half the square of the norm: it grows for steps above 2."""
    return at_most(abs(1 - gamma) * norm(x), norm(x))


def judged(claim: Declaration, seed: int = 0) -> tuple[Verdict, Any]:
    told, (record, *_) = judge(claim, seed)
    return told.claims[0], record


@pytest.mark.parametrize("seed", range(3))
def test_the_witness_lies_there_and_the_outside_survives(seed: int) -> None:
    verdict, record = judged(about(contracts, fails_where=lambda s: s.gamma > 3.5), seed=seed)
    assert record.outcome == "refuted" and Fraction(record.witness.setting["gamma"]) > 3.5
    assert record.finding.outside.outcome == "refuted"  # it fails from 2 on
    assert 2 < Fraction(record.finding.outside.at["gamma"]) <= 3.5 and not record.finding.outside.alone
    (line,) = verdict.surprises
    assert "fails outside of where it is said to fail (fails_where) as well, at d = 1, gamma = " in line
    verdict, record = judged(about(contracts, fails_where=lambda s: s.gamma > 2), seed=seed)
    assert Fraction(record.witness.setting["gamma"]) > 2
    assert (
        record.finding.outside.outcome == "holds"
        and record.finding.outside.settings > 3
        and not verdict.surprises
    )
    assert "elsewhere it survived" in verdict.readings["printed"].found


@pytest.mark.slow
def test_what_a_counterexample_shows_is_not_said_of_the_rest() -> None:
    """The statement fails for every step above 2, and the inequality that is evaluated for large ones alone."""
    claim = about(lambda gamma, x: at_most(gamma * norm(x), norm(x) * 3), fails_where=lambda s: s.gamma > 3)
    claim.amended("y", adds="shorter steps", settings=space(Step, d=dims(1, 3), gamma=dyadics(0, 2)))(contracts)
    verdict, record = judged(claim)
    assert record.finding.outside.outcome == "holds" and not record.finding.outside.of_statement
    found = verdict.readings["printed"].found
    assert "its counterexample works for $" in found and found.endswith(
        "says nothing of the rest. steps above 2"
    )
    assert "survived" not in found


def test_the_check_of_the_amended_reading_is_of_the_statement() -> None:
    claim = about(contracts, fails_where=lambda s: s.gamma > 2)
    claim.amended("y", adds="shorter steps", settings=space(Step, d=dims(1, 3), gamma=dyadics(0, 2)))(contracts)
    verdict, record = judged(claim)
    assert record.finding.outside.of_statement and "elsewhere it survived" in verdict.readings["printed"].found


def test_the_outside_gets_its_share_of_the_search() -> None:
    """A failure out there that small settings do not show is found, too."""
    for rare in (lambda d, gamma: 1.75 < gamma <= 2, lambda d, gamma: d == 3 and gamma < 1):

        def fails(d: Any, gamma: Any, x: Any) -> Any:
            length = norm(x)
            return at_most(length * (3 if gamma > 2 or rare(d, gamma) else 1), length * 2)  # noqa: B023

        _, record = judged(about(fails, fails_where=lambda s: s.gamma > 2))
        assert record.finding.outside.outcome == "refuted", rare


def test_a_region_of_the_prompt_is_as_good() -> None:
    region = lambda s, prompt: float(prompt.x[0]) >= 1  # noqa: E731

    def at_most_one(x: Any) -> Any:
        return at_most(x[0], 1)

    verdict, record = judged(about(at_most_one, fails_where=region))
    assert Fraction(record.witness.prompt["x"][0]) > 1
    assert record.finding.outside.outcome == "holds" and not verdict.surprises


def test_a_reason_that_is_none_is_a_surprise() -> None:
    """It fails for large steps only, and is said to fail for small ones."""
    verdict, record = judged(about(contracts, fails_where=lambda s: s.gamma < 1))
    assert record.outcome == "refuted" and record.finding.outside.alone
    (line,) = verdict.surprises
    assert "the stated reason is wrong" in line


def test_what_fails_nowhere_is_a_surprise() -> None:
    verdict, record = judged(about(lambda gamma: at_most(gamma, 4), fails_where=lambda s: s.gamma > 2))
    assert record.outcome == "holds" and record.finding.outside.outcome == "holds"
    assert verdict.surprises == ("printed holds, expected refuted",)


def test_a_stored_witness_that_contradicts_the_reason_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = about(contracts, fails_where=lambda s: s.gamma > 3)
    stored = hunt(about(contracts, fails_where=None).variant("printed"), PROFILES["quick"]).witness
    assert isinstance(stored, Witness)
    path = tmp_path / "witness.json"
    monkeypatch.setattr(Variant, "stored_witness", property(lambda variant: path))
    for gamma, outcome in ((2.5, "error"), (3.5, "refuted")):
        witness = replace(stored, setting={"d": 1, "gamma": str(Fraction(gamma))}, prompt={"x": [1]})
        path.write_text(json.dumps(to_document(witness)), encoding="utf-8")
        record = hunt(claim.variant("printed"), PROFILES["quick"])
        assert record.outcome == outcome, record.finding.words
        if outcome == "error":
            assert record.finding.because.endswith("is not said to fail; delete it, or mend fails_where")
        else:
            assert record.witness is not None and Fraction(record.witness.setting["gamma"]) == 3.5


def test_a_probability_fails_at_settings() -> None:
    def small(gamma: Any, x: Any) -> Any:
        return at_most(gamma * x[0], 1)

    claim = Paper("small", "t", "a", 2026, "k", "s").claim(
        "small", kind=Probability(failure=lambda s: 0.25), settings=steps, prompts=lambda s: space(x=signs(s.d))
    )
    reason = {"defect": "statement", "because": "half of them are 1"}
    claim.printed("x", fails_where=lambda s: s.gamma > 1, **reason)(small)  # type: ignore[arg-type]
    verdict, record = judged(claim)
    assert record.outcome == "refuted" and Fraction(record.witness.setting["gamma"]) > 1
    assert record.finding.outside.outcome == "holds" and not verdict.surprises


@pytest.mark.parametrize(
    ("region", "kind", "message"),
    [
        (lambda s, prompt: True, Probability(failure=lambda s: 0.5), "of what is given alone"),
        (lambda s: True, Rate(ladder=[Step(1, 1.0)], size=lambda s: s.d), "estimated as a whole"),
    ],
)
def test_misuse_is_named(region: Any, kind: Any, message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        about(contracts, kind=kind, fails_where=region).complete()


def test_hand_picked_settings_are_tried_on_their_side() -> None:
    claim = about(contracts, fails_where=lambda s: s.gamma > 2, examples=[Step(1, 2.5), Step(1, 1.0)])
    assert judged(claim)[1].scope.stage == "hand-picked settings"
