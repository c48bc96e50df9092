r"""The input format of a decoder turned into that of an encoder (slides of Q. Liu 2025, Proposition 6).

The decoder's tokens are $(x_k,0)$ and $(0,y_k)$ with the pair index $k=\lceil i/2\rceil$, a 1, and
$e=\bmod(i+1,2)$. To put $x_k$ beside $y_k$, token $2k$ needs a score that is $2k$ on its own pair, which undoes
the mean over $2k$ tokens, and 0 on every earlier one. One row serves for it, that of the pair index, which the
format of encoders does not have.

Layer 1: the query $2k-1+e=i$ undoes the mean, so that one head adds the sum of $k_j(3-4e_j)$ over $j\le i$.
The row then holds

$$P=k^2+3k\ \text{at odd tokens},\qquad P=k^2+2k\ \text{at even ones}.$$

Layer 2: the score $\sigma(2e_iP_j-2P_i)$. It is $2k$ from token $2k$ to $2k-1$, and 0 from an odd token, to an
earlier pair, since $P$ is $k^2+k-2$ there at most, and to an even token. One head in each layer, no hidden
layer; exact in rationals.
"""

from __future__ import annotations

import torch

from constructions.attention import Attention, Head, causal_relu_attention
from constructions.streams import Stream
from constructions.transformer import Transformer
from lemmata.numbers import Array, concat, constant, ones, stack

Blocks = dict[tuple[str, str], float]


def decoder_stream(d: int, spare: int = 0) -> Stream:
    """x, y, zeros, and the position: pair, one, even; ``D = d + 4 + spare``.

    Raises:
        TypeError, ValueError: ``d`` is no whole number above 0, or ``spare`` is negative.
    """
    if spare < 0:
        raise ValueError(f"spare is {spare}; expected at least 0 further rows of zeros")
    return Stream(x=d, y=1, **_rows(zeros=spare), pair=1, one=1, even=1)


def format_conversion(d: int, spare: int = 0) -> Transformer:
    """The decoder of two attention layers (hidden layers of any width would be 0).

    Raises:
        TypeError, ValueError: as :func:`decoder_stream`.
    """
    stream = decoder_stream(d, spare)

    def layer(name: str, V: Blocks, Q: Blocks, K: Blocks) -> Attention:
        head = Head(stream.linear(V), stream.linear(Q), stream.linear(K), name)
        return causal_relu_attention((head,), name=name)

    # The 2 of the keys could stand in the values: then the norm would be larger.
    position: Blocks = {("pair", "pair"): 2, ("pair", "one"): -1, ("pair", "even"): 1}
    sums = layer("sums", {("pair", "one"): 1.5, ("pair", "even"): -2}, position, {("pair", "pair"): 2})
    gate = layer(
        "gate",
        {("x", "x"): 1},
        {("pair", "even"): 2, ("one", "pair"): -2},
        {("pair", "pair"): 1, ("one", "one"): 1},
    )
    return Transformer(stream, (sums, gate))


def decoder_format(X: Array, y: Array, query: Array, spare: int = 0) -> Array:
    """The decoder's input ``(batch, D, 2N + 1)``.

    Args:
        X: ``(batch, d, N)``.
        y: ``(batch, N)``.
        query: ``(batch, d)``, the last token.
        spare: further rows of zeros.

    Raises:
        ValueError: shapes that do not fit together, or no sample.
    """
    _check(X, y, query)
    batch, d, N = X.shape
    x = stack([X, 0], -1).reshape(batch, d, 2 * N)
    labels = stack([0, y], -1).reshape(batch, 1, 2 * N)
    i = torch.arange(1, 2 * N + 2)
    return decoder_stream(d, spare).embed(
        x=concat([x, query[..., None]], -1),
        y=concat([labels, 0], -1),
        pair=constant((i + 1) // 2, X)[None, None],
        one=ones((1, 1, 2 * N + 1), X),
        even=constant((i + 1) % 2, X)[None, None],
    )


def encoder_format(X: Array, y: Array, query: Array, spare: int = 0) -> Array:
    """The encoder's input ``(batch, D, N + 1)`` with the rows of :func:`decoder_format`, less ``pair``.

    Raises:
        ValueError: as :func:`decoder_format`.
    """
    _check(X, y, query)
    _, d, N = X.shape
    last = constant(torch.arange(N + 1) < N, X)[None, None]
    blocks = {
        "x": concat([X, query[..., None]], -1),
        "y": concat([y, 0], -1)[:, None, :],
        "one": ones((1, 1, N + 1), X),
        "trained": last,
    }
    return Stream(x=d, y=1, **_rows(zeros=spare), one=1, trained=1).embed(**blocks)


def encoder_part(H: Array, d: int, spare: int = 0, *, keep_pair: bool = False) -> Array:
    r"""The rows of the encoder's format (all but ``pair``) and the columns $2, 4, \ldots, 2N$, $2N + 1$.

    Args:
        H: ``(batch, D, 2N + 1)``, in the format of :func:`decoder_format`.
        d: size of the x block.
        spare: further rows of zeros.
        keep_pair: keeps the row ``pair``.

    Returns:
        ``(batch, D - 1, N + 1)``, or ``(batch, D, N + 1)`` with ``keep_pair``.
    """
    where = decoder_stream(d, spare).slices["pair"].start
    rows = H if keep_pair else concat([H[:, :where], H[:, where + 1 :]], 1)
    return concat([rows[..., 1::2], rows[..., -1:]], -1)


def _rows(**sizes: int) -> dict[str, int]:
    """Those that there are: a stream has no empty block."""
    return {name: size for name, size in sizes.items() if size}


def _check(X: Array, y: Array, query: Array) -> None:
    agree = X.ndim == 3 and tuple(y.shape) == (X.shape[0], X.shape[2])
    if not (agree and tuple(query.shape) == tuple(X.shape[:2])):
        raise ValueError(
            f"the shapes are X {tuple(X.shape)}, y {tuple(y.shape)}, query {tuple(query.shape)}; "
            "expected (batch, d, N), (batch, N), (batch, d)"
        )
    if X.shape[2] < 1:
        raise ValueError("there is no sample: N is 0; expected at least 1")
