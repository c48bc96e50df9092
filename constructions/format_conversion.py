r"""The input format of a decoder turned into that of an encoder (slides of Q. Liu 2025, Proposition 6).

The decoder's tokens are $(x_k,0)$ and $(0,y_k)$ with the pair index $k=\lceil i/2\rceil$, a 1, and
$e=\bmod(i+1,2)$. To put $x_k$ beside $y_k$, token $2k$ needs the score $2k\,\sigma(k_j-k+1)$, which is
$2k$ on its own pair and 0 on every earlier one; the factor undoes the mean over $2k$ tokens. As a
bilinear score it reads $2ke\cdot k_j+(2k-2k^2)e\cdot1$, so layer 1 has to provide $ke$ and $k^2e$. One
head does: with the score $e_ik_j$ its means of 1 and of $k_j$ are

$$a=\frac{k+1}{2}e,\qquad b=\frac{(k+1)(2k+1)}{6}e,$$

so that $2ke=4a-2e$ and $(2k-2k^2)e=10a-6b-4e$. Layer 2 has that gate and a head that repeats layer 1 with
the opposite sign, which empties the scratch rows. Two heads, no hidden layer; exact in rationals.
"""

from __future__ import annotations

import torch

from constructions.attention import Head, causal_relu_attention
from constructions.streams import Stream
from constructions.transformer import Transformer
from lemmata.numbers import Array, concatenate, constant, ones, stack, zeros

Blocks = dict[tuple[str, str], int]
BALANCE = 4
"""Queries are divided and keys multiplied by this: their norms are then nearly the same."""


def decoder_stream(d: int, spare: int = 0) -> Stream:
    """x, y, the scratch rows a and b, further zeros, and the position: pair, one, even.

    The zeros of $p_i$ are the rows a, b and ``spare``: ``D = d + 6 + spare``.

    Raises:
        TypeError, ValueError: ``d`` is no whole number above 0, or ``spare`` is negative.
    """
    if spare < 0:
        raise ValueError(f"spare is {spare}; expected at least 0 further rows of zeros")
    further = {"zeros": spare} if spare else {}
    return Stream(x=d, y=1, a=1, b=1, **further, pair=1, one=1, even=1)


def format_conversion(d: int, spare: int = 0) -> Transformer:
    """The decoder of two attention layers (hidden layers of any width would be 0).

    Raises:
        TypeError, ValueError: as :func:`decoder_stream`.
    """
    stream = decoder_stream(d, spare)

    def head(name: str, V: Blocks, Q: Blocks, K: Blocks, divisor: int = 1) -> Head:
        query = stream.linear(Q) / divisor
        return Head(stream.linear(V), query, stream.linear(K) * divisor, name)

    def sums(name: str, sign: int) -> Head:
        written = {("a", "one"): sign, ("b", "pair"): sign}
        return head(name, written, {("pair", "even"): 1}, {("pair", "pair"): 1})

    gate = head(
        "gate",
        {("x", "x"): 1},
        {("pair", "a"): 4, ("pair", "even"): -2, ("one", "a"): 10, ("one", "b"): -6, ("one", "even"): -4},
        {("pair", "pair"): 1, ("one", "one"): 1},
        BALANCE,
    )
    layers = (
        causal_relu_attention((sums("sums", 1),), name="sums"),
        causal_relu_attention((gate, sums("empty", -1)), name="gate"),
    )
    return Transformer(stream, layers)


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
    i = torch.arange(1, 2 * N + 2, dtype=torch.float64)
    return decoder_stream(d, spare).embed(
        x=concatenate([x, query[..., None]], -1),
        y=concatenate([labels, 0], -1),
        pair=constant(torch.ceil(i / 2), X)[None, None],
        one=ones((1, 1, 2 * N + 1), X),
        even=constant((i + 1) % 2, X)[None, None],
    )


def encoder_format(X: Array, y: Array, query: Array, spare: int = 0) -> Array:
    """The encoder's input ``(batch, D, N + 1)`` with the rows of :func:`decoder_format`, less ``pair``.

    Raises:
        ValueError: as :func:`decoder_format`.
    """
    _check(X, y, query)
    batch, d, N = X.shape
    last = constant(torch.arange(N + 1) < N, X)[None, None]
    blocks = {
        "x": concatenate([X, query[..., None]], -1),
        "y": concatenate([y, 0], -1)[:, None, :],
        "zeros": zeros((batch, 2 + spare, N + 1), X),
        "one": ones((1, 1, N + 1), X),
        "trained": last,
    }
    return Stream(x=d, y=1, zeros=2 + spare, one=1, trained=1).embed(**blocks)


def encoder_part(H: Array, d: int, spare: int = 0, *, keep_pair: bool = False) -> Array:
    """The rows of the encoder's format (all but ``pair``) and the columns 2, 4, ..., 2N, 2N + 1.

    Args:
        H: ``(batch, D, 2N + 1)``, in the format of :func:`decoder_format`.
        d: size of the x block.
        spare: further rows of zeros.
        keep_pair: keeps the row ``pair``.

    Returns:
        ``(batch, D - 1, N + 1)``, or ``(batch, D, N + 1)`` with ``keep_pair``.
    """
    where = decoder_stream(d, spare).slices["pair"].start
    rows = H if keep_pair else concatenate([H[:, :where], H[:, where + 1 :]], 1)
    return concatenate([rows[..., 1::2], rows[..., -1:]], -1)


def _check(X: Array, y: Array, query: Array) -> None:
    agree = X.ndim == 3 and tuple(y.shape) == (X.shape[0], X.shape[2])
    if not (agree and tuple(query.shape) == tuple(X.shape[:2])):
        raise ValueError(
            f"the shapes are X {tuple(X.shape)}, y {tuple(y.shape)}, query {tuple(query.shape)}; "
            "expected (batch, d, N), (batch, N), (batch, d)"
        )
    if X.shape[2] < 1:
        raise ValueError("there is no sample: N is 0; expected at least 1")
