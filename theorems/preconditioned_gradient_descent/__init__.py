"""Linear transformers learn preconditioned gradient descent (Ahn, Cheng, Daneshmand, Sra, 2023)."""

from lemmata import Paper

PAPER = Paper(
    topic="preconditioned_gradient_descent",
    title="Transformers learn to implement preconditioned gradient descent for in-context learning",
    authors="K. Ahn, X. Cheng, H. Daneshmand, S. Sra",
    year=2023,
    key="ahn2023",
    source="preconditioned_gradient_descent.txt",
    modules="theorems.preconditioned_gradient_descent",
)
