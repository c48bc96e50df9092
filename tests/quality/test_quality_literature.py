"""Theorems of the literature that are false fall within stated budgets; what is true of them stands."""

import pytest

from benchmarks.literature import theorems
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.replay import replay

SEEDS = (0, 1, 2)
BUDGETS = {
    # evaluated instances until the violation, at each seed where there is one
    "heavy ball": 900,
    "three-block ADMM": 500,
    "Adam": 300,
}


@pytest.mark.power
@pytest.mark.parametrize("name", sorted(theorems))
def test_a_theorem_that_fell_is_refuted(name):
    claim = theorems[name].claim
    records = [hunt(claim.variant("printed"), PROFILES["quick"], seed) for seed in SEEDS]
    refuted = [record for record in records if record.outcome == "refuted"]
    assert len(refuted) >= 2, [record.finding.words for record in records]
    for record in refuted:
        assert record.evidence == "genuine"
        assert record.finding.instances <= BUDGETS[name]
        assert record.witness is not None
        told = replay(claim, record.witness)
        assert told.confirmed, told.report


@pytest.mark.power
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", sorted(theorems))
def test_with_the_missing_hypothesis_it_stands(name, seed):
    record = hunt(theorems[name].twin.variant("printed"), PROFILES["quick"], seed)
    assert record.outcome == "holds", record.finding.words
