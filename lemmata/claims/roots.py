"""Which claim has the argument that refutes another: the errata tell each argument once."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from lemmata.errors import ClaimError

if TYPE_CHECKING:  # whoever lists claims imports nothing heavy
    from lemmata.claims.claim import Claim


def root(claim: Claim) -> Claim | None:
    """The claim with whose argument this one falls, if it names one by ``falls_with``.

    The other modules of the paper are imported where none that is loaded declares it.

    Raises:
        ClaimError: it is no claim of the paper, or names another one itself, or is not expected to fail; or an
            entry under its name would say less than is known of this claim.
    """
    name, declared = claim.readings["printed"].falls_with, claim.paper.declared
    if not name:
        return None
    start = f"{claim.id}: falls_with={name!r}"
    if name not in declared:
        claim.paper.import_modules()
    if name not in declared:
        near = get_close_matches(name, declared, 1)
        raise ClaimError(f"{start} is no claim of this paper" + "".join(f"; did you mean {id}?" for id in near))
    path = _path(claim)
    if path[-1] in path[:-1]:
        raise ClaimError(
            f"{start} leads in a circle ({', '.join(path)}): leave it out at the claim that has the argument"
        )
    if path[2:]:
        raise ClaimError(f"{start} falls with {path[2]} itself: name {path[-1]}, which has the argument")
    found = declared[name].complete()
    if found.readings["printed"].defect is None or found.origin == "ours":
        why = "is ours, and no erratum" if found.origin == "ours" else "is not expected to fail"
        raise ClaimError(f"{start} {why}: name the claim of the paper whose argument refutes this one")
    if hidden := [doubt for doubt in _doubts(found) if doubt not in _doubts(claim)]:
        raise ClaimError(
            f"{start} fails {hidden[0]}, and {claim.id} does not: leave it out, an entry of its own says more"
        )
    return found


def _path(claim: Claim) -> list[str]:
    """The ids from a claim to the one that has the argument, or to the first that comes again or is unknown."""
    path = [claim.id]
    while path[-1] not in path[:-1] and (declaration := claim.paper.declared.get(path[-1])):
        if not (name := declaration.complete().readings["printed"].falls_with):
            break
        path.append(name)
    return path


def _doubts(claim: Claim) -> list[str]:
    """Why its erratum might be none."""
    of_the_text = claim.possible_extraction or claim.readings["printed"].defect == "extraction"
    doubts = {"in one reading only": claim.origin == "read", "perhaps in the extracted text only": of_the_text}
    return [doubt for doubt, there in doubts.items() if there]
