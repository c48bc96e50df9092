"""Linear transformers for in-context regression (Ahn et al. 2023): prompts, weights, read-out."""

from __future__ import annotations

from collections.abc import Sequence

from constructions.streams import Stream
from constructions.transformer import LinearAttention, Transformer
from lemmata.arrays import Array, concatenate, stack


def residual_stream(d: int) -> Stream:
    """The rows of (1): the covariate x (d) and the label y (1)."""
    return Stream(x=d, y=1)


def embed(X: Array, y: Array, query: Array) -> Array:
    """The input matrix (1): columns ``(x_i, y_i)``, the last one ``(x_{n+1}, 0)``.

    Args:
        X: covariates ``(batch, n, d)``.
        y: labels ``(batch, n)``.
        query: ``(batch, d)``.

    Returns:
        ``(batch, d + 1, n + 1)``.

    Raises:
        ValueError: the shapes do not fit together.
    """
    batch, n, d = X.shape
    if tuple(y.shape) != (batch, n) or tuple(query.shape) != (batch, d):
        raise ValueError(
            f"X has shape {tuple(X.shape)}, y {tuple(y.shape)}, query {tuple(query.shape)}; "
            "expected (batch, n, d), (batch, n), (batch, d)"
        )
    labels = y[:, None, :]
    return residual_stream(d).embed(
        x=concatenate([X.mT, query[:, :, None]], -1),
        y=concatenate([labels, labels[..., :1] * 0], -1),
    )


def preconditioned_gd_transformer(A: Array) -> Transformer:
    """The transformer with the sparse parameters (9): ``P = [0 0; 0 1]``, ``Q_i = [A_i 0; 0 0]``.

    Args:
        A: ``(L, d, d)``. The paper wants them symmetric; that is not enforced.

    Raises:
        ValueError: ``A`` has another shape.
    """
    if A.ndim != 3 or A.shape[1] != A.shape[2]:
        raise ValueError(f"A has shape {tuple(A.shape)}; expected (L, d, d)")
    stream = residual_stream(A.shape[1])
    P = stream.linear({("y", "y"): 1}, like=A)
    Q = stream.linear({("x", "x"): A})
    return Transformer(stream, tuple(LinearAttention(P, Q_i, stream) for Q_i in Q))


def one_layer(b: Array, A: Array) -> Transformer:
    """The single layer with the parameters (7): ``P = [0; b^T]`` and ``Q = [A 0]``.

    Args:
        b: ``(d + 1,)``.
        A: ``(d + 1, d)``.

    Raises:
        ValueError: ``b`` or ``A`` has another shape.
    """
    if A.ndim != 2 or A.shape[0] != A.shape[1] + 1 or tuple(b.shape) != (A.shape[0],):
        raise ValueError(
            f"b has shape {tuple(b.shape)} and A {tuple(A.shape)}; expected (d + 1,) and (d + 1, d)"
        )
    d = A.shape[1]
    stream = residual_stream(d)
    P = stream.linear({("y", "x"): b[None, :d], ("y", "y"): b[None, d:]})
    Q = stream.linear({("x", "x"): A[:d], ("y", "x"): A[d:]})
    return Transformer(stream, (LinearAttention(P, Q, stream),))


def entry(states: Sequence[Array]) -> Array:
    """The bottom right entry of every state, ``(states, batch)``; states as ``run`` gives them."""
    return stack([Z[:, -1, -1] for Z in states], 0)


def prediction(states: Sequence[Array]) -> Array:
    """The predicted label of the query after each layer: minus :func:`entry` (the loss (5))."""
    return -entry(states)
