"""Every reading and mutant of every installed claim, judged as ``lemmata verify`` judges it.

A full ``tox`` hunts once: where its job ``verify`` has just run the same sources (LEMMATA_REPORT is its
folder), the items read that evidence. Otherwise they hunt.
"""

from __future__ import annotations

import functools
import os
from pathlib import Path

from lemmata.records import files, packing
from lemmata.records.judging import judge
from lemmata.run.sources import changed, packages
from lemmata.statement.claims import Variant
from lemmata.testing import check_variant, parametrize_claims


@functools.cache
def surprises() -> dict[str, tuple[str, ...]]:
    """The surprises of each claim in the evidence of ``verify``; empty if that ran other sources."""
    file = Path(os.environ.get("LEMMATA_REPORT", "."), "evidence.jsonl")
    if not packing.stored(file).is_file():
        return {}
    seen = files.read(file)
    if any(changed(run.sources, packages()) for run in seen.runs):
        return {}
    return {claim.id: claim.surprises for claim in judge(seen).claims}


@parametrize_claims()
def test_claims(variant: Variant) -> None:
    if variant.claim.id in surprises():
        assert not surprises()[variant.claim.id]
    else:
        check_variant(variant)
