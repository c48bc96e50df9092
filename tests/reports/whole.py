"""The report of all claims of this repository, to look at every page of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import cast

from lemmata.claims.vocabulary import HuntOutcome
from lemmata.records import packing
from lemmata.records.evidence import ClaimRecord, End, Histogram, HuntRecord, Run
from lemmata.records.files import gather
from lemmata.records.finding import Scope
from lemmata.records.judging import judge
from lemmata.run import coverage, digests, registry
from lemmata.run.description import describe
from reports import site
from tests.composed import made

RUN = Run("0", "quick", 0, "cpu", "none", "2026-01-01T00:00:00+00:00", None, 1e-6)
"""A run of nothing."""


def folder(scratch: Path) -> Path:
    """Where its pages are: those that ``LEMMATA_REPORT`` has, or new ones in ``scratch``.

    New ones have no hunt behind them: every reading came to what is expected of it.
    """
    ready = Path(os.environ.get("LEMMATA_REPORT", "."))
    if packing.stored(ready / "evidence.jsonl").exists() and (ready / "index.html").exists():
        return ready
    reader = digests.Reader()
    library = registry.load()
    claims = [describe(claim, reader) for claim in library.claims.values()]
    papers = map(coverage.describe, library.papers.values())
    seen = gather(
        [RUN, *papers, *claims, *(hunt for c in claims for hunt in _hunts(c)), End(seconds=0.0, instances=0)]
    )
    return site.build(seen, judge(seen), scratch).parent


def _hunts(claim: ClaimRecord) -> list[HuntRecord]:
    return [
        made(
            HuntRecord,
            claim=claim.id,
            variant=reading.name,
            role="reading",
            outcome=cast(HuntOutcome, reading.expected),
            evidence="observed",
            scope=Scope(instances=1, settings=1, prompts=1, stage="batches from the law"),
            seed=0,
            profile="quick",
            seconds=1.0,
            histogram=Histogram([0.97, 0.98, 1.0], [1.0, 3.0]),
        )
        for reading in claim.readings
        if reading.expected != "not-run"
    ]
