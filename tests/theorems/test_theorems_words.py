"""Every claim says in its own words what it asserts, and every mutant changes one thing or says why not.

Until the engine refuses the others, they are counted here: the numbers only fall.
"""

from __future__ import annotations

from lemmata.run import registry
from lemmata.statement.mutants import changed

LIBRARY = registry.load()
_UNSAID = 85
_MANY_CHANGES = 82


def test_every_claim_has_a_summary_of_its_own() -> None:
    unsaid = [line for paper in LIBRARY.papers.values() for line in paper.unsaid]
    assert len(unsaid) <= _UNSAID, "\n".join(unsaid)


def test_every_mutant_changes_one_thing_or_says_why() -> None:
    several = [
        f"{claim.id}: {mutant.name}: {', '.join(names)}"
        for claim in LIBRARY.claims.values()
        for mutant in claim.mutants.values()
        if len(names := changed(mutant, claim.survivor.variant)) > 1 and not mutant.why
    ]
    assert len(several) <= _MANY_CHANGES, "\n".join(several)
