r"""The decoder transformer that follows LISTA-VM (Liu et al. 2025, section 4.3 and appendix C.1).

Odd tokens carry $(x_i, 0, \beta, 1)$, even ones $(x_i, y_i, \beta, 0)$. At an odd token $i=2n+1$
heads $\pm1$ add $-\frac1i M\sum_{j\le n} x_j x_j^\top\beta$ and heads $\pm2$ add
$\frac1i M\sum_{j\le n} x_j y_j$, in pairs of signs because $z=\sigma(z)-\sigma(-z)$; the MLP then
thresholds $\beta$.
"""

from __future__ import annotations

from typing import Literal

from constructions.streams import Stream
from constructions.transformer import CausalReluAttention, Head, Layer, Mlp, Transformer
from lemmata.arrays import Array, concatenate, constant, stack

Bias = Literal["printed", "corrected"]


def residual_stream(d: int) -> Stream:
    """The rows of (4.2): x (d), y (1), beta (d), flag (1); the flag is 1 at odd tokens."""
    return Stream(x=d, y=1, beta=d, flag=1)


def hidden_stream(d: int) -> Stream:
    """The four copies of the residual stream inside the MLP of (C.2): ``x1, ..., flag4``."""
    copies = {
        f"{name}{copy}": size
        for copy in (1, 2, 3, 4)
        for name, size in residual_stream(d).sizes.items()
    }
    return Stream(**copies)


def embed(X: Array, y: Array, query: Array) -> Array:
    """The input sequence of (4.2), with beta = 0.

    Args:
        X: measurements ``(batch, N, d)``.
        y: labels ``(batch, N)``.
        query: ``(batch, d)``, the last token.

    Returns:
        ``(batch, 2d + 2, 2N + 1)`` with the columns ``x_1, x_1, ..., x_N, x_N, x_{N+1}``.

    Raises:
        ValueError: the shapes do not fit together.
    """
    batch, N, d = X.shape
    if tuple(y.shape) != (batch, N) or tuple(query.shape) != (batch, d):
        raise ValueError(
            f"X has shape {tuple(X.shape)}, y {tuple(y.shape)}, query {tuple(query.shape)}; "
            "expected (batch, N, d), (batch, N), (batch, d)"
        )
    twice = stack([X.mT, X.mT], -1).reshape(batch, d, 2 * N)
    labels = stack([y * 0, y], -1).reshape(batch, 1, 2 * N)
    flags = constant([[[1.0, 0.0] * N + [1.0]]], X)
    return residual_stream(d).embed(
        x=concatenate([twice, query[:, :, None]], -1),
        y=concatenate([labels, y[:, None, :1] * 0], -1),
        flag=flags,
    )


def lista_vm_transformer(M: Array, theta: Array, B: Array, *, bias: Bias) -> Transformer:
    """The transformer of (C.1) and (C.2) with the parameters given after (C.6).

    Args:
        M: ``(K, d, d)``, the matrices ``M^(k)`` (the appendix writes ``gamma^(k) M^V``).
        theta: ``(K,)`` thresholds.
        B: a number above ``|beta^T x|`` in every layer: it keeps odd tokens from being keys.
        bias: the sign of the fourth block of ``b``: ``printed`` has ``+theta``, ``corrected`` has
            ``-theta``.

    Returns:
        2K layers, attention and MLP in turn.

    Raises:
        ValueError: wrong shapes or an unknown ``bias``.
    """
    if M.ndim != 3 or M.shape[1] != M.shape[2] or tuple(theta.shape) != (M.shape[0],):
        raise ValueError(
            f"M has shape {tuple(M.shape)} and theta {tuple(theta.shape)}; expected (K, d, d) "
            "and (K,)"
        )
    stream = residual_stream(M.shape[1])
    # V of a head, for all layers at once; its Q and K are the same in every layer.
    positive = stream.linear({("beta", "x"): M})
    negative = stream.linear({("beta", "x"): -M})
    first, second = _estimate_heads(stream, B, M), _label_heads(stream, M)
    layers: list[Layer] = []
    for k in range(M.shape[0]):
        values = {1: positive[k], -1: negative[k]}
        heads = [
            Head(values[sign], *pair[sign], name=f"{sign * size:+d}")
            for size, pair in ((1, first), (2, second))
            for sign in (1, -1)
        ]
        layers.append(CausalReluAttention(tuple(heads), stream))
        layers.append(mlp_soft_threshold(M.shape[1], theta[k], bias=bias))
    return Transformer(stream, tuple(layers))


def _estimate_heads(stream: Stream, B: Array, like: Array) -> dict[int, tuple[Array, Array]]:
    """(Q, K) of the heads +1 and -1: scores ``-+ beta_i^T x_j``.

    At odd queries the flags shut odd keys out, by ``-B``.
    """
    K = stream.linear({("beta", "x"): 1, ("flag", "flag"): 1}, like=like)
    return {
        sign: (stream.linear({("beta", "beta"): -sign, ("flag", "flag"): -B}, like=like), K)
        for sign in (1, -1)
    }


def _label_heads(stream: Stream, like: Array) -> dict[int, tuple[Array, Array]]:
    """(Q, K) of the heads +2 and -2: scores ``+- y_j`` at odd queries, 0 at even ones."""
    K = stream.linear({("y", "y"): 1}, like=like)
    return {sign: (stream.linear({("y", "flag"): sign}, like=like), K) for sign in (1, -1)}


def mlp_soft_threshold(d: int, theta: Array, *, bias: Bias) -> Mlp:
    """The MLP of (C.2), which should soft-threshold the beta block and pass the others (C.3).

    Its four terms are ``-relu(beta) + relu(-beta) + relu(beta - theta) - relu(-beta -+ theta)``.

    Args:
        d: size of the x and beta blocks.
        theta: the threshold, a number.
        bias: ``printed`` has ``+theta`` in the fourth block, ``corrected`` ``-theta``.

    Raises:
        ValueError: an unknown ``bias``.
    """
    if bias not in ("printed", "corrected"):
        raise ValueError(f"bias must be 'printed' or 'corrected', got {bias!r}")
    stream, hidden = residual_stream(d), hidden_stream(d)
    last = theta if bias == "printed" else -theta
    b = hidden.vector({"beta3": -theta, "beta4": last})
    W1 = hidden.linear(
        {(f"beta{copy}", "beta"): sign for copy, sign in ((1, 1), (2, -1), (3, 1), (4, -1))},
        reads=stream,
        like=b,
    )
    W2 = stream.linear(
        {
            (name, f"{name}{copy}"): sign
            for copy, sign in ((1, -1), (2, 1), (3, 1), (4, -1))
            for name in stream.names
        },
        reads=hidden,
        like=b,
    )
    return Mlp(W1, W2, b, stream, hidden)
