"""The filters of the table of all claims on the front page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lemmata.records.papers import PaperRecord

from . import words
from .paper_page import Entry, PaperPage

_FLAGS = {
    "surprise": "surprise",
    "broken-lemma": "a lemma is broken",
    "witness": "has a witness",
    "not-discriminating": "mutants missing or alive",
    "loose": "a loose bound",
}
_ORIGINS = {"printed": "the paper", "read": "our reading", "ours": "beyond the paper"}


def keys(entry: Entry) -> list[str]:
    """What the filters look at beside the cells of the table: rank, origin, kind, and flags."""
    record = entry.claim.record
    return [entry.rank, record.head.origin, record.head.kind, *entry.claim.flags.split()]


def facets(papers: Sequence[PaperPage]) -> dict[str, list[tuple[str, str]]]:
    """For each filter what one can choose, with how many claims it gives."""
    entries = [entry for paper in papers for entry in paper.entries]
    claims = [entry.claim for entry in entries]
    counted: dict[str, Counter[str]] = {
        "topic": Counter(c.head.topic for c in claims),
        "rank": Counter({rank: n for rank in words.RANKS if (n := sum(e.rank == rank for e in entries))}),
        "printed": Counter(
            f"ours:-{c.statement.outcome}" if c.head.origin == "ours" else c.statement.outcome for c in claims
        ),
        "amended": Counter(c.amended.outcome if c.amended else "none" for c in claims),
        "defect": Counter(c.verdict.defect or "none" for c in claims),
        "origin": Counter(c.head.origin for c in claims),
        "kind": Counter(c.head.kind for c in claims),
        "flag": Counter(flag for c in claims for flag in c.flags.split()),
    }
    titles = {paper.record.topic: short(paper.record) for paper in papers}
    told = {"topic": titles, "flag": _FLAGS, "origin": _ORIGINS}
    return {
        facet: [
            (value, f"{told.get(facet, {}).get(value, value.replace('-', ' '))} ({words.count(n)})")
            for value, n in counts.items()
        ]
        for facet, counts in counted.items()
    }


def short(paper: PaperRecord) -> str:
    """A paper in a word or two: its topic."""
    return paper.topic.replace("_", " ")
