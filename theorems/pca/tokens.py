"""The tokens $H=(X;P)$ on which the layers of the construction act, and what they are tried with."""

from typing import Any

from constructions.pca_printed import printed_stream
from lemmata import dims, reals
from lemmata.numbers import Array, concat, eye, over_batches, zeros

TWO = dict(d=2, N=2, k=2)
TOKENS: dict[str, Any] = {
    "rank": "step",
    "origin": "read",
    "d": dims(1, 3),
    "N": lambda d: dims(d, d + 2),
    "k": dims(1, "d", most="d"),
    "X": reals("d", "N"),
    "starts": reals("k", "d"),  # not normalised: a layer does not need it
    "examples": [TWO],
}


def padded(columns: Array, N: int) -> Array:
    """The columns, and columns of zeros behind them up to ``N``."""
    missing = N - columns.shape[-1]
    return concat([columns, zeros((*columns.shape[:-1], missing), columns)], -1) if missing else columns


def tokens(X: Array, starts: Array, *, y: bool = True, **blocks: Array) -> Array:
    """The tokens with X, the identity block, the starts, and further blocks in the first tokens."""
    d, N = X.shape
    columns = {"x": X, "p2": eye(d), "p3": starts.T, **blocks}
    embed = printed_stream(d, len(starts), y=y).embed
    return over_batches(embed)(**{name: padded(block, N) for name, block in columns.items()})
