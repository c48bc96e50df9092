"""Kept proofs: what came of it when a reading was last sought to be proved, stored with its claim.

It counts as long as all is the same that it rests on. Even then a certificate is as little trusted as a
stranger's: each run checks it anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from lemmata.records import certificate, codec
from lemmata.records.certificate import Certificate
from lemmata.records.restrictions import Text
from lemmata.records.witness import WitnessError, parsed, with_digest

SCHEMA = "lemmata/proof/1"


@dataclass(frozen=True, kw_only=True)
class KeptProof:
    """What came of seeking a certificate.

    Attributes:
        claim, variant: the reading.
        basis: digests of its claim, of the mutants, which say what is at stake at a size, and of the methods.
        work: operations that it could spend.
        settings: how many it could cover.
        certificate: what it found.
        why_none: why there is none.
    """

    claim: Text
    variant: Text
    basis: Text
    work: int
    settings: int
    certificate: Certificate | None = None
    why_none: str = ""


def to_document(kept: KeptProof) -> dict[str, Any]:
    """What its file holds: its fields, the schema and a digest of both."""
    return with_digest(json.loads(json.dumps(codec.brief(kept), default=codec.brief)), SCHEMA)


def parse(data: bytes) -> KeptProof:
    """A kept proof from the bytes of its file.

    Raises:
        WitnessError: too large, not JSON, no kept proof, or the digest does not fit the content.
    """
    return parsed(data, KeptProof, SCHEMA)


def certificate_in(data: bytes) -> Certificate:
    """The certificate of a file: its own, or that of a kept proof.

    Raises:
        WitnessError: as :func:`parse`, or it keeps that there is none.
    """
    if SCHEMA.encode() not in data:
        return certificate.parse(data)
    kept = parse(data)
    if kept.certificate is None:
        raise WitnessError(f"it has no certificate: {kept.why_none or 'none was found'}")
    return kept.certificate
