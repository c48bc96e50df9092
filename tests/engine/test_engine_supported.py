"""Evidence of others: what it says counts as far as a witness or a certificate of the claim supports it."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from lemmata.claims.heads import Head
from lemmata.records import judging
from lemmata.records.certificate import Certificate
from lemmata.records.evidence import ClaimRecord, HuntRecord, ReadingRecord, Record, Run
from lemmata.records.files import combine, gather
from lemmata.records.finding import Scope
from lemmata.records.formula import Hypothesis
from lemmata.records.verdicts import ReadingVerdict
from lemmata.records.witness import Witness
from tests.composed import made

READING = ReadingRecord("printed", "x", "holds", "", None, hypotheses=(Hypothesis("n", "n", "n is a size"),))
CLAIM = ClaimRecord(
    head=Head(id="t/c", paper="p", label="c", kind="forall", summary="s", file="f"),
    topic="t",
    description="d",
    citation="c",
    source="s",
    uses=(),
    readings=(READING,),
    mutants=(),
)
PROOF = Certificate(claim="t/c", variant="printed", method="identity", settings=({"n": 1},))
WITNESS = Witness(claim="t/c", variant="printed", kind="instance", setting={"n": 1})


def run(started: str) -> Run:
    return Run("1", "quick", 0, "cpu", "a machine", started, None, 1e-6)


def hunted(outcome: Any, evidence: Any, **fields: Any) -> HuntRecord:
    told: dict[str, Any] = {
        "claim": "t/c",
        "variant": "printed",
        "role": "reading",
        "profile": "quick",
        "seed": 0,
    }
    return made(
        HuntRecord, outcome=outcome, evidence=evidence, scope=Scope(instances=100), **{**told, **fields}
    )


def judged(*hunts: HuntRecord, kind: str = "forall") -> tuple[ReadingVerdict, list[str]]:
    """The verdict on hunts, each of a run of its own, the later the later."""
    files: list[list[Record]] = [
        [run(f"20{30 + k}"), replace(CLAIM, head=replace(CLAIM.head, kind=kind)), hunt]
        for k, hunt in enumerate(hunts)
    ]
    told = {repr(judging.judge(gather(combine(*some)))) for some in permutations(files)}
    assert len(told) == 1
    verdicts = judging.judge(gather(combine(*files)))
    return verdicts.claims[0].readings["printed"], verdicts.surprises


def test_a_certificate_of_the_reading_proves_it() -> None:
    reading, surprises = judged(hunted("holds", "proved", certificate=PROOF))
    assert (reading.evidence, surprises) == ("proved", [])
    assert reading.certificate is not None


@pytest.mark.parametrize(
    ("kind", "proof", "because"),
    [
        ("forall", None, "has no certificate"),
        ("forall", replace(PROOF, claim="t/other"), "of another claim or reading"),
        ("forall", replace(PROOF, variant="amended"), "of another claim or reading"),
        ("forall", replace(PROOF, settings=({"m": 1},)), "of quantities that the claim does not have"),
        ("probability", PROOF, "no certificate proves a claim of kind probability"),
        ("rate", PROOF, "no certificate proves a claim of kind rate"),
    ],
)
def test_nothing_is_proved_without_its_certificate(kind: str, proof: Certificate | None, because: str) -> None:
    forged = hunted("holds", "proved", certificate=proof)
    for others in ([], [replace(forged, seed=1)], [hunted("holds", "probed", seed=1)]):
        reading, _ = judged(forged, *others, kind=kind)
        assert (reading.outcome, reading.evidence, reading.certificate) == ("holds", "probed", None)
        assert because in reading.finding.unproved
    records: list[Record] = [run("2030"), replace(CLAIM, head=replace(CLAIM.head, kind=kind)), forged]
    assert judging.judge(gather(records)).certificates == {}


@pytest.mark.parametrize("seed", [0, 1], ids=["the same draws", "other draws"])
@pytest.mark.parametrize("late", [0, 1], ids=["before", "after"])
def test_a_refutation_with_a_witness_is_not_outvoted(seed: int, late: int) -> None:
    honest = hunted("refuted", "genuine", witness=WITNESS)
    forged = hunted("holds", "proved", certificate=PROOF, seed=seed)
    reading, surprises = judged(*[honest, forged][:: 1 - 2 * late])
    assert (reading.outcome, reading.witness) == ("refuted", "witnesses/t/c.printed.json")
    assert surprises == ["t/c: printed refuted, expected holds"]


@pytest.mark.parametrize(
    ("kind", "witness"),
    [
        ("forall", replace(WITNESS, kind="setting")),
        ("forall", replace(WITNESS, kind="rate")),
        ("forall", replace(WITNESS, claim="t/other")),
        ("forall", replace(WITNESS, variant="amended")),
        ("rate", WITNESS),
        ("experiment", WITNESS),
    ],
)
def test_a_witness_of_another_kind_refutes_nothing_and_is_a_surprise(kind: str, witness: Witness) -> None:
    forged = hunted("refuted", "genuine", witness=witness)
    reading, surprises = judged(forged, kind=kind)
    assert (reading.outcome, reading.witness) == ("undecided", None)
    assert len(surprises) == 1 and "a witness of " in surprises[0]
    # Beside one that fits it counts nothing.
    if kind == "forall":
        reading, _ = judged(hunted("refuted", "genuine", witness=WITNESS), forged)
        assert (reading.outcome, reading.witness) == ("refuted", "witnesses/t/c.printed.json")


def test_of_a_kind_of_ones_own_nothing_is_known_that_could_be_refused() -> None:
    assert judged(hunted("refuted", "genuine", witness=WITNESS), kind="on-grid")[0].outcome == "refuted"
    assert judged(hunted("holds", "proved", certificate=PROOF), kind="on-grid")[0].evidence == "proved"
