"""The ladders of known worst cases: tight, and climbed."""

import pytest

from benchmarks.extremal import inequalities
from benchmarks.worst_cases import Theorem, theorems
from lemmata.run.hunting import PROFILES, hunt


@pytest.mark.parametrize(
    "theorem", [*theorems.values(), *inequalities.values()], ids=lambda theorem: theorem.name
)
def test_the_worst_instance_meets_the_hypotheses_and_attains_the_bound(theorem: Theorem) -> None:
    instance = theorem.instance()
    assert theorem.claim(100, free=False).variant("printed").outside(theorem.fixed, instance) is None
    left, right = theorem.sides(theorem.fixed, instance)
    assert float(left / right) == pytest.approx(1, rel=1e-9)


@pytest.mark.power
@pytest.mark.parametrize("theorem", theorems.values(), ids=lambda theorem: theorem.name)
def test_half_of_the_constant_is_refuted_and_the_constant_is_not(theorem: Theorem) -> None:
    assert hunt(theorem.claim(50, free=True).variant("printed"), PROFILES["quick"]).outcome == "refuted"
    assert hunt(theorem.claim(100, free=True).variant("printed"), PROFILES["quick"]).outcome == "holds"


@pytest.mark.power
@pytest.mark.parametrize("theorem", inequalities.values(), ids=lambda theorem: theorem.name)
def test_half_of_an_extremal_constant_is_refuted_and_the_constant_is_not(theorem: Theorem) -> None:
    assert hunt(theorem.claim(50, free=False).variant("printed"), PROFILES["quick"]).outcome == "refuted"
    assert hunt(theorem.claim(100, free=False).variant("printed"), PROFILES["quick"]).outcome == "holds"
