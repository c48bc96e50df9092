"""Planted falsehoods are found within stated budgets; planted truths are never refuted.

Those that are out of reach for random search are found by the stage that can, at two of three seeds
at the least; `lemmata bench power` measures at how many of twenty.
"""

import json
from dataclasses import replace

import pytest

from benchmarks import planted
from lemmata import ForAll, Paper, at_most, equal
from lemmata.claims.declarations import completed
from lemmata.commands import exit_status
from lemmata.records import judging
from lemmata.records.evidence import Evidence, Run
from lemmata.records.witness import WitnessError, parse, to_document
from lemmata.run.description import describe
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.replay import replay

BUDGETS = {
    # evaluated instances until the first genuine violation, at any of the seeds below
    "off by one in a prefix sum": 40,
    "wrong sign": 40,
    "wrong factor": 40,
    "half a percent off": 1_000,
    "missing hypothesis: non-negative numbers": 40,
    "wrong order of quantifiers": 40,
    "false only at the origin of a coordinate": 40,
    "false only where all entries are equal": 40,
    "false only past a size": 25,
    "false only in four dimensions, near equal entries": 1_500,
    "false only in a corner of the box": 150,
    "transposes do not reverse a product": 300,
    "false only for a large parameter": 60,
    "fails with twice the stated probability": 8_000,
}
SEEDS = (0, 1, 2)


FEW = replace(PROFILES["quick"].cut(9), climbs=0, survey=0, work=0)
"""Enough for what is far from true; what survives is hunted to the end of a budget, again and again."""


def judge(claim, seed=0, profile=PROFILES["quick"]):
    claim = completed(claim)
    records = [hunt(v, profile, seed) for v in claim.variants()]
    run = Run("", "quick", 0, "", "", "", None, 1e-6)
    seen = Evidence((run,), {claim.id: describe(claim)}, {r.key: r for r in records}, (), ())
    return judging.judge(seen), records


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", sorted(planted.falsehoods))
def test_a_planted_falsehood_is_found_and_confirmed(name, seed):
    claim = planted.falsehoods[name]
    record = hunt(claim.variant("printed"), PROFILES["quick"], seed)
    assert record.outcome == "refuted", record.finding.words
    assert record.evidence == "genuine", record.finding.words
    assert record.witness is not None
    told = replay(claim, record.witness)
    assert told.confirmed, told.report


@pytest.mark.parametrize("name", sorted(planted.falsehoods))
def test_the_first_violation_comes_within_the_budget(name):
    variant = replace(planted.falsehoods[name].variant("printed"), role="mutant")  # stops at once
    counts = [hunt(variant, PROFILES["quick"], seed).finding.instances for seed in SEEDS]
    assert max(counts) <= BUDGETS[name], counts


@pytest.mark.power
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", sorted(planted.truths))
def test_a_planted_truth_is_not_refuted(name, seed):
    record = hunt(planted.truths[name].variant("printed"), PROFILES["quick"], seed)
    assert record.outcome == "holds", record.finding.words


class TestHidden:
    """False, declared to hold, and out of reach for most stages."""

    @pytest.mark.power
    @pytest.mark.parametrize("name", sorted(planted.hidden))
    def test_it_is_found_by_the_stage_that_can(self, name):
        plant = planted.hidden[name]
        records = [hunt(plant.claim.variant("printed"), PROFILES["quick"], s) for s in SEEDS]
        found = [record for record in records if record.outcome == "refuted"]
        assert len(found) >= 2, [record.finding.words for record in records]
        for record in found:
            assert record.scope.stage in plant.stages
            assert record.evidence == "genuine"
            assert record.witness is not None
            told = replay(plant.claim, record.witness)
            assert told.confirmed, told.report

    @pytest.mark.power
    @pytest.mark.parametrize("name", sorted(planted.hidden))
    def test_a_true_one_of_the_same_form_stands(self, name):
        record = hunt(planted.hidden[name].control.variant("printed"), PROFILES["quick"], 0)
        assert record.outcome == "holds", record.finding.words

    @pytest.mark.power
    @pytest.mark.parametrize("where", ["thin set", "near-equal eigenvalues"])
    def test_drawing_alone_finds_none_of_them(self, where):
        blind = replace(PROFILES["quick"], climbs=0, steps=0, survey=0, work=0)
        for plant in planted.hidden.values():
            if plant.where == where:
                assert planted.ASCENT in plant.stages
                record = hunt(plant.claim.variant("printed"), blind, 0)
                assert record.outcome == "holds", record.finding.words

    def test_a_refuted_claim_that_was_declared_to_hold_is_a_surprise(self):
        judged, _ = judge(planted.hidden["a sum is below 50 (a size that is never drawn)"].claim)
        assert exit_status.of(judged) == 1
        assert len(judged.surprises) == 1


@pytest.mark.parametrize("claim", [planted.impossible, planted.rejected, planted.says_nothing])
def test_a_vacuous_claim_is_reported_as_vacuous(claim):
    judged, (record,) = judge(claim)
    assert record.outcome == "vacuous", record.finding.words
    assert judged.surprises == []


def small_claim(check, **options):
    paper = Paper("small", "t", "a", 2026, "k", "s")
    claim = paper.claim("small", kind=ForAll(), settings=planted.sizes, prompts=planted.vectors)
    claim.printed("x", **options)(check)
    return claim


def boom(x, factor):
    if factor == 3:
        raise RuntimeError("boom")
    return equal(x * factor, x)


def test_a_crash_is_not_a_kill():
    claim = small_claim(boom, factor=1)
    claim.mutant("crashes", factor=3)
    claim.mutant("doubles", factor=2)
    judged, _ = judge(claim)
    fates = {mutant.name: mutant.fate for mutant in judged.claims[0].mutants}
    assert fates == {"crashes": "invalid", "doubles": "killed"}
    assert not judged.claims[0].discriminating
    assert exit_status.of(judged) == 1


def test_a_check_without_teeth_is_not_discriminating():
    claim = small_claim(lambda x, factor: equal(x, x), factor=1)
    claim.mutant("changes nothing that is checked", factor=2)
    judged, _ = judge(claim, profile=FEW)
    told = judged.claims[0]
    assert told.mutants[0].fate == "survived"
    assert not told.discriminating
    assert exit_status.of(judged) == 1


def test_a_broken_survivor_kills_nothing_of_worth():
    claim = small_claim(
        lambda x, factor: equal(x * factor, x),
        factor=2,
        expect="refuted",
        defect="statement",
        because="planted",
    )
    claim.mutant("triples", factor=3)
    judged, _ = judge(claim)
    assert judged.claims[0].mutants[0].fate == "killed"
    assert not judged.claims[0].discriminating


def test_a_waiver_of_a_mutant_that_falls_is_a_surprise():
    claim = small_claim(boom, factor=1)
    claim.mutant("doubles", factor=2)
    claim.waive("doubles", because="said to be equivalent")
    judged, _ = judge(claim)
    assert judged.claims[0].mutants[0].fate == "invalid"
    assert exit_status.of(judged) == 1


def test_nan_and_non_margins_are_errors_not_verdicts():
    nan = small_claim(lambda x: at_most(x / 0 - x / 0, x))
    judged, (record,) = judge(nan)
    assert record.outcome == "error" and "NaN" in record.finding.because
    assert exit_status.of(judged) == 1
    boolean = small_claim(lambda x: True)
    _, (record,) = judge(boolean)
    assert record.outcome == "error" and "Margin" in record.finding.because


def test_the_same_seed_gives_the_same_evidence():
    variant = planted.falsehoods["wrong factor"].variant("printed")
    first, second = (hunt(variant, PROFILES["quick"], 5) for _ in range(2))
    assert replace(first, seconds=0) == replace(second, seconds=0)


def test_shrinking_reaches_a_witness_that_a_person_reads():
    record = hunt(planted.falsehoods["wrong sign"].variant("printed"), PROFILES["quick"], 0)
    assert record.witness is not None and record.witness.prompt is not None
    assert record.witness.setting == {"d": 1}
    assert record.witness.prompt["x"] in (["-1/8"], [-1])


class TestTamperedWitness:
    @pytest.fixture
    def stored(self):
        record = hunt(planted.falsehoods["wrong sign"].variant("printed"), PROFILES["quick"], 0)
        return record.witness

    def test_an_edited_number_is_noticed(self, stored):
        payload = to_document(stored)
        payload["prompt"]["x"] = ["-3"]
        with pytest.raises(WitnessError, match="changed"):
            parse(json.dumps(payload).encode())

    def test_a_resealed_instance_that_holds_is_not_confirmed(self, stored):
        other = replace(stored, prompt={"x": [1], "y": [0]})
        assert not replay(planted.falsehoods["wrong sign"], other).confirmed

    def test_a_resealed_instance_outside_of_the_hypotheses_is_refused(self, stored):
        other = replace(stored, prompt={"x": [1, 2, 3], "y": [0]})
        with pytest.raises(WitnessError, match="hypotheses"):
            replay(planted.falsehoods["wrong sign"], other)
