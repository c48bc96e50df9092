"""The literal forward pass (4) with the weights (13), for one prompt, and the input matrix (1)."""

from typing import Any

from constructions.gradient_descent import preconditioned_gd_transformer
from lemmata import dims
from lemmata.numbers import Array, concat
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_symmetric

NETWORK: dict[str, Any] = {
    "given": ["A", "B"],
    "d": dims(1, 4),
    "n": dims(1, 8),
    "L": dims(1, 3),
    "A": drawn_symmetric("L", "d"),
    "B": drawn("L", "d", "d"),
    "construction": preconditioned_gd_transformer,
}
LARGE = dict(d=8, n=20, L=6, A=drawn_symmetric(6, 8).seeded(3) / 64, B=drawn(6, 8, 8).seeded(4) / 64)
PROMPT: dict[str, Any] = {"X": drawn("n", "d"), "w_star": drawn("d"), "query": drawn("d")}
ANY_START: dict[str, Any] = {  # any $X_0$, whose last column is the query, and any $Y_0$
    "X": drawn("n", "d"),
    "query": drawn("d"),
    "Y": drawn("n + 1"),
}
EVERY_NETWORK = "It is said of every network of this form: the one without weights is one of them."


def embed(X: Array, y: Array, query: Array, answer: Array = 0) -> Array:
    """Columns $(x^{(i)}, y^{(i)})$, the last one $(x^{(n+1)}, 0)$, or with ``answer`` for the 0."""
    return concat([concat([X, query[None]]).T, concat([y, answer])[None]])
