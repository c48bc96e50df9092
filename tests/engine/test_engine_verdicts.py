"""Verdicts: fates of mutants, teeth, surprises, exit status, and the schema of the document."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import resources
from typing import Any, Literal

import jsonschema
import pytest

from lemmata.claims.heads import Head
from lemmata.commands import exit_status
from lemmata.records import verdicts
from lemmata.records.evidence import ClaimRecord, End, EvidenceError, HuntRecord, ReadingRecord, Record, Run
from lemmata.records.files import gather
from lemmata.records.finding import Finding, Scope
from lemmata.records.judging import judge
from lemmata.records.verdicts import Verdicts
from lemmata.records.witness import Witness
from tests.composed import made

RUN = Run("0", "quick", 0, "cpu", "machine", "now", "abc", 1e-6)
Role = Literal["reading", "mutant"]


def claim(*readings: tuple[str, str], mutants: tuple[str, ...] = (), **options: Any) -> ClaimRecord:
    return ClaimRecord(
        head=Head(id="t/lemma-1", paper="key", label="Lemma 1", kind="forall", summary="", file=""),
        topic="t",
        description="",
        citation="",
        source="",
        uses=("t/lemma-0",),
        readings=tuple(
            ReadingRecord(name, "x", expected, *(("why", "typo") if expected == "refuted" else ("", None)))  # type: ignore[arg-type]
            for name, expected in readings
        ),
        mutants=mutants,
        **options,
    )


def hunt(variant: str, outcome: Any, role: Role = "reading", **options: Any) -> HuntRecord:
    return made(
        HuntRecord,
        claim="t/lemma-1",
        variant=variant,
        role=role,
        outcome=outcome,
        evidence="probed",
        scope=Scope(instances=7),
        seed=0,
        profile="quick",
        because="it broke" if outcome == "error" else f"scope of {variant}",
        **options,
    )


def judged(*records: Record) -> Verdicts:
    told = judge(gather([RUN, *records, End(2.0, 7)]))
    schema = resources.files("lemmata") / "schemas" / "verdicts-1.json"
    jsonschema.Draft202012Validator(json.loads(schema.read_text("utf-8"))).validate(told.to_json())
    document = json.loads(json.dumps(told.to_json()))
    assert verdicts.from_json(document).to_json() == document
    return told


def only(told: Verdicts) -> dict[str, Any]:
    (one,) = told.to_json()["claims"]
    assert isinstance(one, dict)
    return one


EXPECTED = ["holds", "refuted", "vacuous", "undecided", "untestable"]


@pytest.mark.parametrize("expected", EXPECTED)
@pytest.mark.parametrize("outcome", [*EXPECTED, "not-run", "error", None])
def test_a_reading_is_a_surprise_if_it_is_decided_otherwise(expected: str, outcome: str | None) -> None:
    hunts = [] if outcome is None else [hunt("printed", outcome)]
    killed = hunt("m", "refuted", "mutant")
    told = judged(claim(("printed", expected), mutants=("m",)), killed, *hunts)
    surprise = outcome not in (expected, "undecided", "not-run", None)
    assert bool(told.surprises) == surprise
    assert exit_status.of(told) == (1 if surprise else 0)
    assert exit_status.of(told, strict=True) == (1 if surprise else 3 if outcome == "undecided" else 0)
    shown = {"error": "undecided", None: "not-run"}.get(outcome, outcome)
    assert only(told)["readings"]["printed"]["outcome"] == shown
    assert only(told)["readings"]["printed"]["expected"] == expected


def test_that_no_draw_met_the_hypotheses_is_said_apart() -> None:
    """They may be met all the same, unless their author says that nothing does."""
    missed = replace(hunt("printed", "vacuous"), finding=Finding(outcome="vacuous", scope=Scope(inactive=9)))
    told = judged(claim(("printed", "holds")), missed)
    assert only(told)["readings"]["printed"]["outcome"] == "undecided"
    assert only(told)["found"] == "Is undecided: none of 9 draws meets the hypotheses."
    assert told.surprises[0].startswith(
        "t/lemma-1: printed: none of 9 draws meets the hypotheses: draw what does"
    )
    assert exit_status.of(told) == 1
    told = judged(claim(("printed", "vacuous")), missed)
    assert only(told)["readings"]["printed"]["outcome"] == "vacuous" and not told.surprises


def test_a_claim_without_mutants_that_count_is_said() -> None:
    held, fell = hunt("m", "holds", "mutant"), hunt("n", "refuted", "mutant")
    says = "nothing shows that the check can fail"
    alone = judged(claim(("printed", "holds")), hunt("printed", "holds"))
    assert alone.untried == [f"t/lemma-1: no mutants: {says}"]
    assert (exit_status.of(alone), exit_status.of(alone, strict=True)) == (0, 3)
    waived = {"m": "the same thing"}
    record = claim(("printed", "holds"), mutants=("m",), waived=waived)
    told = judged(record, hunt("printed", "holds"), held)
    assert told.untried == [f"t/lemma-1: all mutants are waived: {says}"]
    record = claim(("printed", "holds"), mutants=("m", "n"), waived=waived)
    assert not judged(record, hunt("printed", "holds"), held, fell).untried


def test_a_surprise_says_what_and_what_was_expected() -> None:
    told = judged(claim(("printed", "holds")), hunt("printed", "refuted"))
    assert told.surprises == ["t/lemma-1: printed refuted, expected holds"]
    told = judged(claim(("printed", "holds")), hunt("printed", "error"))
    assert told.surprises == ["t/lemma-1: printed: it broke"]
    reading = ReadingRecord("printed", "x", "holds", "The factor is missing.", None)
    told = judged(replace(claim(), readings=(reading,)), hunt("printed", "refuted"))
    (line,) = told.surprises
    assert line.endswith("expected holds (if its because= says why it fails, say defect= as well)")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("half", "It may be true: change more"),
        ("without the hypothesis on n", "The hypothesis may not be needed: leave it out"),
        ("the answer 0", "The statement may say nothing of it"),
    ],
)
def test_a_mutant_that_survives_may_be_true(name: str, hint: str) -> None:
    told = judged(claim(("printed", "holds"), mutants=(name,)), hunt("printed", "holds"), hunt(name, "holds"))
    assert hint in told.surprises[-1]


MUTANTS = [
    # outcome, waived, fate, surprise, undecided
    ("refuted", False, "killed", False, False),
    ("holds", False, "survived", True, False),
    ("vacuous", False, "survived", True, False),
    ("error", False, "invalid", True, False),
    ("undecided", False, "invalid", False, True),
    ("not-run", False, "not-run", False, False),
    (None, False, "not-run", False, False),
    ("refuted", True, "invalid", True, False),
    ("holds", True, "waived", False, False),
    ("error", True, "invalid", True, False),
    ("undecided", True, "waived", False, False),
    ("not-run", True, "waived", False, False),
    (None, True, "waived", False, False),
]


@pytest.mark.parametrize(("outcome", "waived", "fate", "surprise", "undecided"), MUTANTS)
def test_the_fate_of_a_mutant(
    outcome: str | None, waived: bool, fate: str, surprise: bool, undecided: bool
) -> None:
    record = claim(("printed", "holds"), mutants=("m", "n"), waived={"m": "the same thing"} if waived else {})
    hunts = [] if outcome is None else [hunt("m", outcome, "mutant")]
    told = judged(record, hunt("printed", "holds"), hunt("n", "refuted", "mutant"), *hunts)
    assert only(told)["mutants"][0]["fate"] == fate
    assert bool(told.surprises) == surprise
    assert bool(told.undecided) == undecided
    assert exit_status.of(told, strict=True) == (1 if surprise else 3 if undecided else 0)
    if fate == "waived":
        assert only(told)["mutants"][0]["because"] == "the same thing"


def test_what_is_undecided_is_listed_with_the_reason() -> None:
    told = judged(
        claim(("printed", "holds"), mutants=("m",)),
        hunt("printed", "undecided"),
        hunt("m", "undecided", "mutant"),
    )
    assert told.undecided == ("t/lemma-1 (printed): scope of printed", "t/lemma-1 (m): scope of m")


TEETH = [
    # printed, amended, mutants, discriminating
    ("holds", None, ["refuted", "refuted"], True),
    ("holds", None, [], False),
    ("holds", None, ["refuted", "holds"], False),
    ("holds", None, ["refuted", "error"], False),
    ("refuted", None, ["refuted"], False),
    ("refuted", "holds", ["refuted"], True),
    ("holds", "refuted", ["refuted"], False),
    ("undecided", None, ["refuted"], False),
]


@pytest.mark.parametrize(("printed", "amended", "mutants", "teeth"), TEETH)
def test_teeth_need_a_reading_that_holds_and_mutants_that_fall(
    printed: str, amended: str | None, mutants: list[str], teeth: bool
) -> None:
    readings = [("printed", printed)] + ([("amended", "holds")] if amended else [])
    names = tuple(f"m{k}" for k in range(len(mutants)))
    told = judged(
        claim(*readings, mutants=names),
        hunt("printed", printed),
        *([hunt("amended", amended)] if amended else []),
        *(hunt(n, o, "mutant") for n, o in zip(names, mutants, strict=True)),
    )
    assert only(told)["discriminating"] == teeth


def test_waived_mutants_alone_are_no_teeth() -> None:
    record = claim(("printed", "holds"), mutants=("m", "n"), waived={"m": "same"})
    held, fell = hunt("m", "holds", "mutant"), hunt("n", "refuted", "mutant")
    assert only(judged(record, hunt("printed", "holds"), held, fell))["discriminating"]
    record = claim(("printed", "holds"), mutants=("m",), waived={"m": "same"})
    assert not only(judged(record, hunt("printed", "holds"), held))["discriminating"]


def test_the_document_tells_what_the_hunt_saw() -> None:
    seen = hunt(
        "printed",
        "refuted",
        margin=-0.5,
        tightness=2.0,
        seconds=1.25,
        measured={"rate": (0.1, 0.9)},
        witness=Witness(claim="t/lemma-1", variant="printed", kind="instance", setting={}),
    )
    told = judged(claim(("printed", "refuted")), seen)
    assert only(told)["readings"]["printed"] == {
        "outcome": "refuted",
        "expected": "refuted",
        "evidence": "probed",
        "instances": 7,
        "exactly": 0,
        "informative": None,
        "drawn": {},
        "reached": [],
        "beyond": {},
        "pinned": {},
        "margin": -0.5,
        "tightness": 2.0,
        "bound": None,
        "slack": "",
        "constants": {"rate": [0.1, 0.9]},
        "settings": None,
        "prompts": None,
        "outside": None,
        "told_apart": None,
        "scope": "scope of printed",
        "found": "Fails (one witness of 0 numbers, not confirmed exactly). why",
        "witness": "witnesses/t/lemma-1.printed.json",
        "certificate": None,
        "unproved": "",
    }
    assert only(told)["defect"] == "typo"
    assert only(told)["because"] == "why"
    assert only(told)["uses"] == ["t/lemma-0"]
    assert only(told)["seconds"] == 1.25
    assert told.to_json()["run"] == {
        "made_here": False,
        "version": "0",
        "profile": "quick",
        "seed": 0,
        "device": "cpu",
        "machine": "machine",
        "seconds": 2.0,
        "instances": 7,
        "settings": None,
        "prompts": None,
        "false_alarm_budget": 1e-6,
        "commit": "abc",
        "selection": [],
        "versions": ["0"],
    }


@pytest.mark.parametrize("variant", ["../../etc/passwd", "a/b", "K[flag<-flag] 1 %", "é", ""])
def test_a_witness_is_written_inside_of_its_folder(variant: str) -> None:
    path = verdicts.witness_path("t/lemma-1", variant)
    assert path.startswith("witnesses/t/lemma-1.")
    assert path.count("/") == 2
    assert path.endswith(".json")


def test_evidence_of_no_run_is_misuse() -> None:
    with pytest.raises(EvidenceError, match="no record of a run; run the campaign again"):
        judge(gather([claim(("printed", "holds"))]))
