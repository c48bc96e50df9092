"""Every claim says in its own words what it asserts.

Until the engine refuses the others, they are counted here: the number only falls.
"""

from __future__ import annotations

from lemmata.run import registry

LIBRARY = registry.load()
_UNSAID = 85


def test_every_claim_has_a_summary_of_its_own() -> None:
    unsaid = [line for paper in LIBRARY.papers.values() for line in paper.unsaid]
    assert len(unsaid) <= _UNSAID, "\n".join(unsaid)
