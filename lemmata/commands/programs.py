"""Programs of witnesses for hunts whose records come from a file: none is taken from there.

They are written anew, from the source of the checks that is here; by several processes where there are many,
since some hundred take seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from lemmata.records import files, forks
from lemmata.records.evidence import Evidence
from lemmata.records.hunts import Hunts

if TYPE_CHECKING:
    from lemmata.claims.claim import Claim


def written(claims: Iterable[Claim], evidence: Evidence, processes: int = 1) -> Evidence:
    """The evidence with the programs of hunts that have none, as they come from a file.

    Args:
        claims: whose hunts they may be.
        evidence: of these, and of others.
        processes: that may write them; 1 where this one cannot be forked.
    """
    from lemmata.run.hunting import _snippet

    by_id = {claim.id: claim for claim in claims}
    hunts = Hunts(evidence.hunts.values())
    keys = [key for key, hunt in hunts.items() if hunt.no_snippet == files.NO_PROGRAM and hunt.claim in by_id]

    def program(number: int) -> tuple[str, str]:
        hunt = hunts[keys[number]]
        with suppress(Exception):  # whatever a claim's code raises: then there is none
            return _snippet(by_id[hunt.claim].variant(hunt.variant), hunt.witness)
        return "", hunt.no_snippet

    for key, (snippet, why_none) in zip(keys, forks.mapped(program, len(keys), processes), strict=True):
        hunts.put(replace(hunts[key], snippet=snippet, no_snippet=why_none))
    return replace(evidence, hunts=hunts)
