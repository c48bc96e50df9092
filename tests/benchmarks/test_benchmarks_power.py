"""Measured power: what is counted, in which order, and that nothing missed is hidden."""

from __future__ import annotations

import jsonschema
import pytest

from benchmarks import planted, power
from benchmarks import runner as bench
from benchmarks.power import Power, Target
from benchmarks.runner import Bench
from lemmata.records.evidence import HuntRecord
from lemmata.records.finding import Scope
from tests.benchmarks.test_benchmarks import schema
from tests.composed import made

EASY = Target("planted", "wrong sign", planted=True)
CHANCE = Target("planted", "fails with twice the stated probability", planted=True)


def record(seed: int, outcome: str, instances: int = 10, evidence: str = "genuine") -> HuntRecord:
    return made(
        HuntRecord,
        claim="t/c",
        variant="m",
        role="mutant",
        outcome=outcome,
        evidence=evidence,
        scope=Scope(instances=instances, stage="batches from the law"),
        seed=seed,
        profile="quick",
        seconds=instances / 100,
    )


def test_a_hunt_stops_at_the_first_witness() -> None:
    (easy, chance) = power.measure([EASY, CHANCE], range(2))
    assert easy.share == chance.share == 1 and easy.genuine and chance.genuine
    assert [r.seed for r in easy.records] == [0, 1]
    assert easy.instances <= 40 < chance.instances
    assert all(r.role == "mutant" for r in easy.records)


def test_no_hunt_begins_when_the_time_is_up() -> None:
    (only,) = power.measure([EASY, CHANCE], range(5), seconds=0.0)
    assert only.target == EASY and len(only.records) == 1


def test_all_targets_have_the_same_number_of_seeds_if_wanted() -> None:
    order: list[str] = []
    power.measure([EASY, CHANCE], (0,), by_seed=True, progress=order.append)
    assert order == ["power: 1 of 2 hunts", "power: 2 of 2 hunts"]


def test_what_is_missed_counts_as_infinitely_late_and_is_named() -> None:
    half = Power(EASY, [record(0, "refuted"), record(1, "holds"), record(2, "holds")])
    assert half.share == pytest.approx(1 / 3) and half.instances == float("inf")
    most = Power(EASY, [record(0, "refuted", 10), record(1, "refuted", 30), record(2, "error", 20)])
    assert most.instances == 30
    assert "found at 2 of 3 seeds" in most.line() and "1 error" in most.line()
    first, *others = power._results("mutants", [half, most], 7, "mutants")
    assert first.value == 0.5 and "2 of 7 mutants" in first.against
    assert "not found at every seed, 2 in all" in first.note
    assert "found at 1 of 3 seeds" in first.note and "found at 2 of 3 seeds" in first.note
    assert [r.name for r in others] == ["power-mutants-instances", "power-mutants-seconds"]


def test_a_witness_that_is_not_exact_is_told() -> None:
    told = Power(EASY, [record(0, "refuted", evidence="tolerance-only")])
    assert "some not confirmed exactly" in told.line()


def test_the_targets_are_all_mutants_in_an_order_that_a_seed_decides() -> None:
    targets = power.mutant_targets()
    assert targets == power.mutant_targets() != power.mutant_targets(1)
    assert set(targets) == set(power.mutant_targets(1))
    assert len(power.planted_targets()) == len(planted.falsehoods) + len(planted.hidden)
    for target in (targets[0], power.planted_targets()[-1]):
        assert power.variant_of(target).role == "mutant"


def test_results_meet_the_schema() -> None:
    tiny = Bench(scale=0.001)
    results = [*power.power(tiny), *power.power_full(tiny)]
    names = [f"power-{w}{unit}" for w in ("planted", "mutants") for unit in ("", "-instances", "-seconds")]
    assert [r.name for r in results] == names * 2
    assert all(r.met is None for r in results)
    jsonschema.validate(bench.document(results, tiny, 1.0), schema())


@pytest.mark.slow
def test_workers_see_what_one_process_sees() -> None:
    alone, together = (power.measure([EASY, CHANCE], (0, 1), workers=w) for w in (0, 2))
    for one, two in zip(alone, together, strict=True):
        assert [r.finding.instances for r in one.records] == [r.finding.instances for r in two.records]
