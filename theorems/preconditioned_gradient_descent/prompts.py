"""The input matrix (1), of one instance."""

from lemmata.numbers import Array, concat


def embed(X: Array, y: Array, query: Array, answer: Array = 0) -> Array:
    """Columns $(x^{(i)}, y^{(i)})$, the last one $(x^{(n+1)}, 0)$, or with ``answer`` for the 0."""
    return concat([concat([X, query[None]]).T, concat([y, answer])[None]])
