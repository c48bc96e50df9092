"""A note on gradient descent, written for this example: its Theorem 2 is false on purpose."""

from lemmata import Paper

PAPER = Paper(
    topic="step_sizes",
    title="Step sizes of gradient descent: a short note (false on purpose, an example)",
    authors="The Lemmata developers",
    year=2026,
    key="example2026",
    source="note.md",
    modules=__name__,
)
