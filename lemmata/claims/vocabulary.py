"""The words in which claims, evidence and verdicts are written. Each has its one home here."""

from __future__ import annotations

from typing import Final, Literal

Defect = Literal["statement", "construction", "proof-step", "constant", "vacuous", "typo", "extraction"]
"""What is wrong with a printed claim; ``constant`` is a wrong one, a loose one is no defect."""
Rank = Literal["headline", "result", "step", "slip"]
Origin = Literal["printed", "read", "ours"]
Expectation = Literal["holds", "refuted", "vacuous", "undecided", "untestable"]
"""What an author may expect of a reading."""
Outcome = Literal["holds", "refuted", "vacuous", "undecided", "untestable", "not-run", "not-encoded"]
"""What becomes of a reading; ``not-encoded`` of one that nobody has written a check for, and of no other."""
NOT_ENCODED: Final = "not-encoded"
"""The kind of a claim without a check, and the outcome of its one reading."""
HuntOutcome = Literal["holds", "refuted", "vacuous", "undecided", "untestable", "not-run", "error"]
"""What becomes of a hunt: its check may break."""
AnyOutcome = Literal[
    "holds", "refuted", "vacuous", "undecided", "untestable", "not-run", "not-encoded", "error"
]
"""What a finding says, of hunts or in a verdict."""
Strength = Literal["observed", "probed", "exact", "proved", "genuine", "tolerance-only"]
"""Of what holds: observed < probed < exact < proved; of a refutation: tolerance-only < genuine.

Each kind in ``search/kinds`` says which of these a hunt has reached; ``run/hunting.py`` adds what a
certificate makes of it, and ``records/merging.py`` what several runs have in common. docs/evidence.md tells
what each requires.
"""
Bound = Literal["sharp", "slack", "loose"]
"""How near a bound is met: to within a tenth; not so; nowhere within a factor of ten."""
Role = Literal["reading", "mutant"]
FateWord = Literal["killed", "survived", "invalid", "waived", "not-run"]
"""What becomes of a mutant."""
ProfileName = Literal["brief", "quick", "standard", "deep"]
WRONG_ANSWERS = (
    *("the answer 0", "the answer negated", "the input untouched"),
    *("another instance's answer", "the mean answer"),
)
"""The mutants in which these take the place of what a claim computes."""
ZERO_WEIGHTS = "all weights zero"
"""The mutant of a claim of a construction in which that computes nothing."""
AS_PRINTED = "as printed"
"""The mutant of an amended reading in whose space stands all that the printed one fills in."""
WITHOUT = "without the hypothesis "
"""So begin the mutants of an amended reading that lack a hypothesis which it adds."""


def may_break(mutant: str) -> bool:
    """Whether a mutant is derived from what was written for another reading: that it breaks is no fault."""
    return mutant in (AS_PRINTED, ZERO_WEIGHTS) or mutant.startswith(WITHOUT)


Middle = Literal["mean", "median"]
"""Of the replicates of an experiment: what its statement is on."""
