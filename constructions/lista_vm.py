r"""The decoder transformer that follows LISTA-VM (Liu et al. 2025, section 4.3 and appendix C.1).

Odd tokens carry $(x_i, 0, \beta, 1)$, even ones $(x_i, y_i, \beta, 0)$. At an odd token $i=2n+1$
heads $\pm1$ add $-\frac1i M\sum_{j\le n} x_j x_j^\top\beta$ and heads $\pm2$ add
$\frac1i M\sum_{j\le n} x_j y_j$, in pairs of signs because $z=\sigma(z)-\sigma(-z)$; the MLP then
thresholds $\beta$.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

import torch
from torch import Tensor

from constructions.attention import Attention, Head, causal_relu_attention
from constructions.layer import Layer
from constructions.mlp import Mlp
from constructions.streams import Stream
from constructions.transformer import Transformer
from lemmata.numbers import Array, concat, constant, diag_embed, eye, has_values, stack, sum, values
from lemmata.numbers.exact import Exact

Bias = Literal["printed", "corrected"]


def residual_stream(d: int) -> Stream:
    r"""The rows of (4.2): x (d), y (1), $\beta$ (d), flag (1); the flag is 1 at odd tokens."""
    return Stream(x=d, y=1, beta=d, flag=1)


def hidden_stream(d: int) -> Stream:
    """The four copies of the residual stream inside the MLP of (C.2): ``x1, ..., flag4``."""
    copies = {f"{name}{copy}": size for copy in (1, 2, 3, 4) for name, size in residual_stream(d).sizes.items()}
    return Stream(**copies)


def embed(X: Array, y: Array, query: Array) -> Array:
    r"""The input sequence of (4.2), with $\beta = 0$.

    Args:
        X: measurements ``(batch, N, d)``.
        y: labels ``(batch, N)``.
        query: ``(batch, d)``, the last token.

    Returns:
        ``(batch, 2d + 2, 2N + 1)`` with the columns ``x_1, x_1, ..., x_N, x_N, x_{N+1}``.

    Raises:
        ValueError: the shapes do not fit together, N or d is 0, or an entry is NaN or infinite.
    """
    batch, N, d = X.shape if X.ndim == 3 else (0, 0, 0)
    if min(N, d) < 1 or tuple(y.shape) != (batch, N) or tuple(query.shape) != (batch, d):
        raise ValueError(
            f"X has shape {tuple(X.shape)}, y {tuple(y.shape)}, query {tuple(query.shape)}; "
            "expected (batch, N, d), (batch, N), (batch, d) with N >= 1 and d >= 1"
        )
    for name, value in (("X", X), ("y", y), ("query", query)):
        if bad := _not_finite(value):
            raise ValueError(
                f"{name} has {bad} entries that are NaN or infinite; expected finite ones (drop "
                "these instances)"
            )
    twice = stack([X.mT, X.mT], -1).reshape(batch, d, 2 * N)
    labels = stack([0, y], -1).reshape(batch, 1, 2 * N)
    flags = constant([[[1.0, 0.0] * N + [1.0]]], X)
    return residual_stream(d).embed(
        x=concat([twice, query[:, :, None]], -1), y=concat([labels, 0], -1), flag=flags
    )


def lista_vm_transformer(
    M: Array, theta: Array, B: Array, *, bias: Bias, support: int | None = None
) -> Transformer:
    """The transformer of (C.1) and (C.2) with the parameters given after (C.6).

    Args:
        M: ``(K, d, d)``, the matrices ``M^(k)`` (the appendix writes ``gamma^(k) M^V``).
        theta: ``(K,)`` thresholds, not negative.
        B: a number above ``|beta^T x|`` in every layer: it keeps odd tokens from being keys.
        bias: the sign of the fourth block of ``b``: ``printed`` has ``+theta``, ``corrected`` has
            ``-theta``.
        support: |S| from 1 to d makes it the transformer of appendix D.2 (Corollary D.1), which keeps
            ``beta`` on the first |S| coordinates.

    Returns:
        2K layers, attention and MLP in turn.

    Raises:
        ValueError: wrong shapes, a negative threshold, B not finite, an unknown ``bias`` or a support
            outside of 1 to d.
    """
    if M.ndim != 3 or M.shape[1] != M.shape[2] or tuple(theta.shape) != (M.shape[0],):
        raise ValueError(
            f"M has shape {tuple(M.shape)} and theta {tuple(theta.shape)}; expected (K, d, d) and (K,)"
        )
    d = M.shape[1]
    _refuse_negative(theta)
    size = B if isinstance(B, int | float) or not has_values(B) else values(B)
    known = has_values(B) and not (isinstance(size, Tensor) and size.is_meta)
    if known and not math.isfinite(size):
        raise ValueError(f"B is {float(size)}; expected a finite number above |beta^T x|")
    stream = residual_stream(d)
    inside = None if support is None else _inside(d, support, M)
    layers: list[Layer] = []
    mlp: Mlp | None = None
    for k, attention in enumerate(_attentions(M, B, inside)):
        if mlp is None:
            mlp = mlp_soft_threshold(d, theta[0], bias=bias, support=support)
        else:  # only the bias differs between the MLPs
            mlp = replace(mlp, b=_thresholds(d, theta[k], bias, inside))
        layers += [attention, mlp]
    return Transformer(stream, tuple(layers))


def attention_layer(M: Array, B: Array) -> Attention:
    """The attention of (C.1) alone: :func:`lista_vm_transformer` has K of them.

    Args:
        M: ``(d, d)``.
        B: a number, as there.
    """
    return _attentions(M[None], B, None)[0]


def _attentions(M: Array, B: Array, inside: Array | None) -> list[Attention]:
    stream = residual_stream(M.shape[1])
    # V of a head, for all layers at once; its Q and K are the same in every layer.
    values = M if inside is None else inside[:, None] * M
    positive = stream.linear({("beta", "x"): values})
    negative = -positive
    first, second = _estimate_heads(stream, B, M, inside), _label_heads(stream, M)
    layers = []
    for k in range(M.shape[0]):
        V = {1: positive[k], -1: negative[k]}
        heads = tuple(
            Head(V[sign], *pair[sign], name=f"{sign * size:+d}")
            for size, pair in ((1, first), (2, second))
            for sign in (1, -1)
        )
        layers.append(causal_relu_attention(heads, stream))
    return layers


def _inside(d: int, support: int, like: Array) -> Array:
    """The diagonal ``(d,)`` of the projection I^S of appendix D.2."""
    if not 1 <= support <= d:
        raise ValueError(f"support is {support}; expected the size of a set of coordinates, from 1 to d = {d}")
    return constant([1.0] * support + [0.0] * (d - support), like)


def _refuse_negative(theta: Array) -> None:
    if not has_values(theta) or (isinstance(theta, Tensor) and theta.is_meta):
        return
    smallest = float(values(theta).min()) if theta.shape[0] else 0.0
    if not smallest >= 0:
        raise ValueError(
            f"theta has an entry {smallest}; expected thresholds >= 0 (the soft threshold of a "
            "negative one jumps at 0, and no ReLU network follows it)"
        )


def _not_finite(value: Array) -> int:
    if isinstance(value, Exact) or (isinstance(value, Tensor) and value.is_meta):
        return 0
    return int((~torch.isfinite(values(value))).sum())


def _estimate_heads(
    stream: Stream, B: Array, like: Array, inside: Array | None
) -> dict[int, tuple[Array, Array]]:
    """(Q, K) of the heads +1 and -1: scores ``-+ beta_i^T x_j``, on the support if there is one.

    At odd queries the flags shut odd keys out, by ``-B``.
    """
    on = 1 if inside is None else diag_embed(inside)
    K = stream.linear({("beta", "x"): on, ("flag", "flag"): 1}, like=like)
    return {
        sign: (stream.linear({("beta", "beta"): on * -sign, ("flag", "flag"): -B}, like=like), K)
        for sign in (1, -1)
    }


def _label_heads(stream: Stream, like: Array) -> dict[int, tuple[Array, Array]]:
    """(Q, K) of the heads +2 and -2: scores ``+- y_j`` at odd queries, 0 at even ones."""
    K = stream.linear({("y", "y"): 1}, like=like)
    Q = stream.linear({("y", "flag"): 1}, like=like)
    return {1: (Q, K), -1: (-Q, K)}


def mlp_soft_threshold(d: int, theta: Array, *, bias: Bias, support: int | None = None) -> Mlp:
    r"""The MLP of (C.2), which should soft-threshold the $\beta$ block and pass the others (C.3).

    Its four terms are ``-relu(beta) + relu(-beta) + relu(beta - theta) - relu(-beta -+ theta)``. Off
    the support (appendix D.2) they are ``-relu(beta) + relu(beta) + relu(-beta) - relu(beta)``, which
    takes the entry away.

    Args:
        d: size of the x and beta blocks.
        theta: the threshold, a number. A negative one is not refused: the claim on (C.2) needs it.
        bias: ``printed`` has ``+theta`` in the fourth block, ``corrected`` ``-theta``.
        support: |S| from 1 to d, or None for (C.2).

    Raises:
        ValueError: an unknown ``bias`` or a support outside of 1 to d.
    """
    if bias not in ("printed", "corrected"):
        raise ValueError(f"bias must be 'printed' or 'corrected', got {bias!r}")
    stream = residual_stream(d)
    if support is None:
        b = _thresholds(d, theta, bias, None)
        first = second = stream.linear({("beta", "beta"): 1}, like=b)
    else:
        inside = _inside(d, support, hidden_stream(d).vector({"beta3": theta}))
        b = _thresholds(d, theta, bias, inside)
        first = stream.linear({("beta", "beta"): 1}, like=b)
        # + on the support, - off it
        second = stream.linear({("beta", "beta"): diag_embed(inside * 2 - 1)}, like=b)
    identity = eye(stream.size, b)
    W1 = concat([first, -second, second, -second], 0)
    W2 = concat([-identity, identity, identity, -identity], 1)
    return Mlp(W1, W2, b, stream, hidden_stream(d))


def _thresholds(d: int, theta: Array, bias: Bias, inside: Array | None) -> Array:
    """The bias of (C.2), or that of D.2 with its thresholds inside a set."""
    last = theta if bias == "printed" else -theta
    on = 1 if inside is None else inside
    return hidden_stream(d).vector({"beta3": -theta * on, "beta4": last * on})


# -- reading the label out ----------------------------------------------------------------------------


def linear_readout(v: Array, h: Array) -> Array:
    """``v^T h`` (Definition 4.1) of tokens ``(batch, D)`` with ``v`` ``(D,)``: ``(batch,)``.

    Raises:
        ValueError: the sizes differ.
    """
    if h.ndim != 2 or tuple(v.shape) != (h.shape[1],):
        raise ValueError(f"v has shape {tuple(v.shape)} and h {tuple(h.shape)}; expected (D,) and (batch, D)")
    return sum(h * v, -1)


def query_readout(V: Array, h: Array, i: int, X_tilde: Array) -> Array:
    """``h^T V x`` (Definition 4.2) with ``x`` the row ``floor((i + 1) / 2)`` of ``X_tilde``.

    Args:
        V: ``(D, d)``; :func:`query_matrix` gives that of Corollary E.1.
        h: tokens ``(batch, D)``.
        i: the index of the definition, counted from 1.
        X_tilde: ``(batch, N + 1, d)``, the rows of X and then the query.

    Returns:
        ``(batch,)``.

    Raises:
        ValueError: the sizes differ.
        IndexError: ``X_tilde`` has no such row.
    """
    if h.ndim != 2 or X_tilde.ndim != 3 or tuple(V.shape) != (h.shape[1], X_tilde.shape[2]):
        raise ValueError(
            f"V has shape {tuple(V.shape)}, h {tuple(h.shape)}, X_tilde {tuple(X_tilde.shape)}; "
            "expected (D, d), (batch, D), (batch, N + 1, d)"
        )
    row = (i + 1) // 2
    if not 1 <= row <= X_tilde.shape[1]:
        raise IndexError(
            f"i = {i} asks for the row {row} of X_tilde, which has {X_tilde.shape[1]}; expected i "
            f"from 1 to {2 * X_tilde.shape[1]}"
        )
    return sum((h[:, None, :] @ V)[:, 0] * X_tilde[:, row - 1], -1)


def query_matrix(d: int, like: Array) -> Array:
    """The matrix ``V`` ``(2d + 2, d)`` of Corollary E.1: ``h^T V x = beta^T x``."""
    reads = Stream(x=d)
    return residual_stream(d).linear({("beta", "x"): 1}, reads=reads, like=like)


def label_layer(d: int, threshold: Array, p: Array) -> tuple[Attention, Mlp]:
    r"""The extra layer of Theorem E.1, which writes a label estimate into the y block of odd tokens.

    Its only head adds $\frac1i\sum_{j\le i,\,j\text{ odd}}\sigma(x_i^\top\beta_j-B')$ to y; the MLP turns
    y into $\frac2py+B'$ (at even tokens, too).

    Args:
        d: size of the x and beta blocks.
        threshold: the constant ``B'``, a number.
        p: the share of tokens whose score exceeds ``B'``, a number above 0 (1 or a power of 1/2 keeps
            the arithmetic exact).

    Raises:
        ValueError: ``p`` is not above 0.
    """
    if not float(values(p)) > 0:
        raise ValueError(f"p is {float(values(p))}; expected a probability above 0")
    stream, hidden = residual_stream(d), Stream(positive=1, negative=1, one=1)
    Q = stream.linear({("y", "flag"): 1, ("beta", "x"): 1}, like=threshold)
    K = stream.linear({("y", "flag"): -threshold, ("beta", "beta"): 1}, like=threshold)
    V = stream.linear({("y", "flag"): 1}, like=threshold)
    attention = causal_relu_attention((Head(V, Q, K, name="last"),), stream, name="last")
    # The residual connection has y already, so that 2 / p - 1 is missing.
    scale = (2 - p) / p
    W1 = hidden.linear({("positive", "y"): 1, ("negative", "y"): -1}, reads=stream, like=threshold)
    W2 = stream.linear(
        {("y", "positive"): scale, ("y", "negative"): -scale, ("y", "one"): threshold},
        reads=hidden,
        like=threshold,
    )
    b = hidden.vector({"one": 1}, like=threshold)
    return attention, Mlp(W1, W2, b, stream, hidden, name="last")
