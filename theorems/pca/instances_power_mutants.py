"""The wrong variants that the power method claims have to notice."""

from __future__ import annotations

from lemmata import Claim
from lemmata.numbers import values
from theorems.pca.instances_power_iterates import last_iterate
from theorems.pca.instances_power_method import absolute_gap, count, one


def add_mutants(claim: Claim) -> None:
    """The gap, the start and the iterations."""
    claim.mutant("an absolute gap", settings=absolute_gap)
    claim.mutant("half the relative gap", settings=one(15.5))
    claim.mutant("the start is returned", iterate=lambda s, start: start)


def add_fine_mutants(claim: Claim) -> None:
    """What takes long to notice; the main claim does it for all three."""
    shorter = last_iterate(lambda s: count(float(values(s.delta)), s.eps))
    claim.mutant("tau without eps in the logarithm", iterate=shorter)
    fewer = last_iterate(lambda s: s.iterations // 2)
    claim.mutant("half the iterations", settings=one(15.0), iterate=fewer)
    claim.mutant("any start", least=lambda s: s.delta * 0 - 1)
