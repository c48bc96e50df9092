"""Transformers as universal in-context approximators (Li, Jiao, Huang, Wei and Chen, 2025)."""

from lemmata import Paper

PAPER = Paper(
    topic="universal_approximation",
    title="Transformers meet in-context learning: a universal approximation theory",
    authors="G. Li, Y. Jiao, Y. Huang, Y. Wei, Y. Chen",
    year=2025,
    key="li2025",
    source="universal_approximation.txt",
    modules="theorems.universal_approximation",
)
