"""In-context sparse recovery by transformers (Liu, Zhou, Shen and Yang, 2025)."""

from lemmata import Paper

PAPER = Paper(
    topic="sparse_recovery",
    title="On the learn-to-optimize capabilities of transformers in in-context sparse recovery",
    authors="R. Liu, R. Zhou, C. Shen, J. Yang",
    year=2025,
    key="liu2025",
    source="sparse_recovery.txt",
    modules="theorems.sparse_recovery",
)
