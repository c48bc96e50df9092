"""Classical results as textbooks have them, and as they are misquoted: a cookbook of claims."""

from lemmata import Paper

PAPER = Paper(
    topic="classics",
    title="Classical results, true and misquoted (false on purpose, an example)",
    authors="The Lemmata developers",
    year=2026,
    key="classics2026",
    source="notes.md",
    modules=__name__,
)
