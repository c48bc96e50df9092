"""What a record may say by what comes with it: a refutation by its witness, a proof by its certificate.

Evidence may be a stranger's. Nothing is run here, so that neither a witness nor a certificate is checked again
(``lemmata replay`` does that); but one that is missing, of another claim or of the wrong kind supports nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from lemmata.claims.kinds import WITNESSES
from lemmata.claims.vocabulary import Role
from lemmata.records.evidence import ClaimRecord, HuntRecord

if TYPE_CHECKING:  # it needs scipy
    from lemmata.records.merging import Merged

H = TypeVar("H", bound="HuntRecord | Merged")

_EVERY_INSTANCE = ("instance",)
"""The witnesses of a kind that says something of every instance, which alone can be proved."""


def support(hunt: HuntRecord, claim: ClaimRecord | None) -> int:
    """How much a record counts beside others of the same hunt: more with a witness, most with one that fits.

    Whatever another record says, and whenever its run started, an instance that fails does not hold.
    """
    if hunt.outcome != "refuted" or hunt.witness is None:
        return 0
    return 1 if claim is None or _unfit(hunt, claim) else 2


def supported(hunt: HuntRecord, claim: ClaimRecord) -> HuntRecord:
    """The record with what is not supported taken from it: a proof becomes a search, a refutation an error."""
    reading = next((reading for reading in claim.readings if reading.name == hunt.variant), None)
    role: Role = "mutant" if reading is None else "reading"
    hunt = hunt if hunt.role == role else replace(hunt, role=role)
    if hunt.outcome == "refuted" and hunt.witness is not None and (wrong := _unfit(hunt, claim)):
        because = f"the evidence refutes it by {wrong}, which shows nothing"
        return with_finding(hunt, outcome="error", evidence="observed", witness=None, because=because)
    if hunt.evidence != "proved":
        return hunt if hunt.finding.certificate is None else with_finding(hunt, certificate=None)
    wrong = _unproved(hunt, claim)
    return with_finding(hunt, evidence="probed", certificate=None, unproved=wrong) if wrong else hunt


def with_finding(hunt: H, **changed: Any) -> H:
    """The same hunt, or hunts, with another finding."""
    return replace(hunt, finding=replace(hunt.finding, **changed))


def _unfit(hunt: HuntRecord, claim: ClaimRecord) -> str:
    """What is wrong with the witness of a record; nothing if it fits the claim."""
    assert hunt.witness is not None
    if (hunt.witness.claim, hunt.witness.variant) != (hunt.claim, hunt.variant):
        return "a witness of another claim or reading"
    fit = WITNESSES.get(claim.head.kind)  # unknown for a kind that is not the engine's
    if fit is not None and hunt.witness.kind not in fit:
        return f"a witness of kind {hunt.witness.kind!r}, which no claim of kind {claim.head.kind} has"
    return ""


def _unproved(hunt: HuntRecord, claim: ClaimRecord) -> str:
    """Why a record that says ``proved`` proves nothing; nothing if its certificate fits the claim."""
    said = "the evidence says that it is proved, and"
    found = hunt.finding.certificate
    if hunt.outcome != "holds" or found is None:
        return f"{said} has no certificate"
    if (found.claim, found.variant) != (hunt.claim, hunt.variant):
        return f"{said} its certificate is of another claim or reading"
    if WITNESSES.get(claim.head.kind, _EVERY_INSTANCE) != _EVERY_INSTANCE:
        return f"{said} no certificate proves a claim of kind {claim.head.kind}"
    known = {
        h.quantity for reading in claim.readings for h in reading.hypotheses if reading.name == hunt.variant
    }
    named = {*found.settings[0], *found.all_sizes}
    if not named <= known:
        return f"{said} its certificate is of quantities that the claim does not have"
    return ""
