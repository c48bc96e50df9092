"""How transformers perform PCA (slides by Q. Liu, 2025)."""

from lemmata import Paper

PAPER = Paper(
    topic="pca",
    title="How transformers perform PCA and sparse recovery (slides)",
    authors="Q. Liu",
    year=2025,
    key="qliu2025slides",
    source="pca_and_sparse_recovery_slides.txt",
    modules="theorems.pca",
)
