"""Proofs that earlier runs have left in the folders of claims (:mod:`lemmata.records.kept_proof`).

To seek a certificate takes a third of a run; to check one that is known takes little, and where none was found
nothing at all is left to do.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import lemmata
from lemmata.claims.claim import Claim, Variant
from lemmata.prove.check import wrong
from lemmata.prove.proofs import Proof, prove
from lemmata.records import atomic_files, kept_proof
from lemmata.records.evidence import Evidence, HuntRecord
from lemmata.records.kept_proof import KeptProof
from lemmata.records.witness import WitnessError
from lemmata.run.basis import engine
from lemmata.search.profiles import PROFILES, Profile


def read(variant: Variant, source: str, tried: str) -> KeptProof | None:
    """What is kept of a reading, if all that it rests on is as it was then.

    Args:
        variant: the reading.
        source: the digest of its claim.
        tried: the digest of its mutants.

    Raises:
        WitnessError: the file cannot be used.
    """
    path = variant.stored_proof
    if path is None or not path.is_file():
        return None
    try:
        kept = kept_proof.parse(path.read_bytes())
        if (kept.claim, kept.variant) != (variant.claim.id, variant.name):
            raise WitnessError("it is of another claim or reading")
        if (found := kept.certificate) and (found.claim, found.variant) != (kept.claim, kept.variant):
            raise WitnessError("its certificate is of another claim or reading")
    except WitnessError as error:
        raise WitnessError(f"{path}: {error}; delete it, or keep a new one") from None
    return kept if kept.basis == basis(source, tried) else None


def proof_of(variant: Variant, budget: Profile, source: str, kept: KeptProof | None) -> Proof:
    """What is kept, where it serves a budget; else what is found."""
    if kept is not None and kept.work >= budget.proof and kept.settings >= budget.proved:
        if kept.certificate is None:
            return Proof(None, kept.why_none)
        if not wrong(variant, kept.certificate):
            return Proof(kept.certificate)
    return prove(variant, budget.proof, source, budget.proved)


def basis(source: str, tried: str) -> str:
    """On what it rests that a certificate is found, or none: the claim, its mutants, and the methods."""
    return f"{source} {tried} {_methods()}"


@cache
def _methods() -> str:
    return engine(Path(lemmata.__file__).parent / "prove")[:12]


def keep(claims: Iterable[Claim], evidence: Evidence) -> None:
    """Leaves what was found of readings that hold with their claims, and says how many files that changes."""
    changed = 0
    for claim in claims:
        for hunt in evidence.of(claim.id):
            if hunt.role == "reading" and hunt.outcome == "holds":
                record = evidence.claims[claim.id]
                changed += _keep(claim, hunt, basis(record.source_digest, record.mutants_digest))
    print(f"kept: what was found of proofs ({changed} files have changed)")


def _keep(claim: Claim, hunt: HuntRecord, rests_on: str) -> bool:
    path, profile = claim.readings[hunt.variant].variant.stored_proof, PROFILES[hunt.profile]
    if path is None or not claim.kind.provable:
        return False
    kept = KeptProof(
        claim=claim.id,
        variant=hunt.variant,
        basis=rests_on,
        work=profile.proof,
        settings=profile.proved,
        certificate=hunt.finding.certificate,
        why_none=hunt.finding.unproved,
    )
    if path.is_file():
        earlier = kept_proof.parse(path.read_bytes())
        if earlier.work >= kept.work and earlier == replace(kept, work=earlier.work, settings=earlier.settings):
            return False  # the same, found with more work
    text = json.dumps(kept_proof.to_document(kept)) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_files.write(path, text)
    return True
