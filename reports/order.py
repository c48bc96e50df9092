"""The claims of a paper in the order in which its source says them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lemmata.records.evidence import ClaimRecord
from lemmata.records.papers import PaperRecord, Position, position


def in_order(claims: Sequence[ClaimRecord], papers: Mapping[str, PaperRecord]) -> list[str]:
    """The ids, topic by topic as topics come first, each as its paper has it: by passage and line.

    Of files of which no passages are recorded the paper's main one comes first. What stands nowhere itself
    (what we say, say) stands with the claim whose id it extends, or that extends its own; failing that at
    the end, as in the run.
    """
    topics: dict[str, list[ClaimRecord]] = {}
    for claim in claims:
        topics.setdefault(claim.head.topic, []).append(claim)
    ordered = (_of_topic(several, papers.get(topic)) for topic, several in topics.items())
    return [claim.id for several in ordered for claim in several]


_Place = tuple[bool, Position | tuple[()]]


def _of_topic(claims: Sequence[ClaimRecord], paper: PaperRecord | None) -> list[ClaimRecord]:
    passages = paper.passages if paper else ()
    placed: dict[str, _Place] = {
        c.id: (False, position(c.head.at, c.source, passages)) for c in claims if c.head.at
    }
    # The first claim below each path, for those that have the path itself or another one below it.
    below: dict[str, _Place] = {}
    for name, own in placed.items():
        for path in _paths(name):
            below[path] = min(own, below.get(path, own))

    def place(claim: ClaimRecord) -> _Place:
        near = (placed.get(path) or below.get(path) for path in (claim.id, *_paths(claim.id)))
        return next((found for found in near if found is not None), (True, ()))

    return sorted(claims, key=place)


def _paths(name: str) -> list[str]:
    """What an id extends, the longest first; the topic is nothing that it extends."""
    parts = name.split("/")
    return ["/".join(parts[:k]) for k in range(len(parts) - 1, 1, -1)]
