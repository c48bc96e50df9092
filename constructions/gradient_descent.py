"""Linear transformers for in-context regression (Ahn et al. 2023): prompts, weights, read-out."""

from __future__ import annotations

from collections.abc import Sequence

from constructions.attention import LinearAttention
from constructions.streams import Stream
from constructions.transformer import Transformer
from lemmata.numbers import Array, concat, stack


def residual_stream(d: int) -> Stream:
    """The rows of (1): the covariate x (d) and the label y (1)."""
    return Stream(x=d, y=1)


def embed(X: Array, y: Array, query: Array, answer: Array = None) -> Array:
    """The input matrix (1): columns ``(x_i, y_i)``, the last one ``(x_{n+1}, 0)``.

    Args:
        X: covariates ``(batch, n, d)``.
        y: labels ``(batch, n)``.
        query: ``(batch, d)``.
        answer: ``(batch,)`` in place of the 0, as in the matrix with a bar of Lemma 9.

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
    if answer is not None and tuple(answer.shape) != (batch,):
        raise ValueError(f"answer has shape {tuple(answer.shape)}; expected ({batch},)")
    labels = y[:, None, :]
    last = 0 if answer is None else answer[:, None, None]
    return residual_stream(d).embed(x=concat([X.mT, query[:, :, None]], -1), y=concat([labels, last], -1))


def linear_transformer(P: Array, Q: Array) -> Transformer:
    """The transformer (4) with any weights: ``Z + (1/n) P_i Z M Z^T Q_i Z`` in layer i.

    Args:
        P: ``(L, d + 1, d + 1)``, value and output in one.
        Q: ``(L, d + 1, d + 1)``, keys and queries in one.

    Raises:
        ValueError: ``P`` and ``Q`` have other or different shapes.
    """
    if P.ndim != 3 or P.shape[1] != P.shape[2] or P.shape[1] < 2 or P.shape != Q.shape:
        raise ValueError(
            f"P has shape {tuple(P.shape)} and Q {tuple(Q.shape)}; expected (L, d + 1, d + 1) with d at least 1"
        )
    stream = residual_stream(P.shape[1] - 1)
    layers = tuple(LinearAttention(P_i, Q_i, stream) for P_i, Q_i in zip(P, Q, strict=True))
    return Transformer(stream, layers)


def preconditioned_gd_transformer(A: Array, B: Array = None) -> Transformer:
    """The sparse parameters (13): ``P_i = [B_i 0; 0 1]``, ``Q_i = [A_i 0; 0 0]``; (9) without B.

    Args:
        A: ``(L, d, d)``. The paper wants them symmetric; that is not enforced.
        B: ``(L, d, d)``; zero if left out.

    Raises:
        ValueError: ``A`` or ``B`` has another shape.
    """
    if A.ndim != 3 or A.shape[1] != A.shape[2]:
        raise ValueError(f"A has shape {tuple(A.shape)}; expected (L, d, d)")
    stream = residual_stream(A.shape[1])
    Q = stream.linear({("x", "x"): A})
    if B is None:
        P = stream.linear({("y", "y"): 1}, like=A)
        return Transformer(stream, tuple(LinearAttention(P, Q_i, stream) for Q_i in Q))
    if tuple(B.shape) != tuple(A.shape):
        raise ValueError(f"B has shape {tuple(B.shape)}; expected that of A, {tuple(A.shape)}")
    P = stream.linear({("x", "x"): B, ("y", "y"): 1})
    return linear_transformer(P, Q)


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
    """The predicted label of the query after each layer, ``(states, batch)``: minus :func:`entry` (5)."""
    return -entry(states)
