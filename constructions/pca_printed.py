r"""The layers of the PCA proof as the slides of Q. Liu (2025) print them, offsets read as blocks.

The covariance layer (2) stands on the stream $X,p_1,p_2,\dots$; from the power iterations on the slides
have a row $\widetilde y$ after $X$, which shifts the offsets: $d+1$ is where $p_1$ begins, $2d+1$ is $p_2$,
$3d+1$ is $p_3$, $4d+1$ is $p_4$, and a matrix that begins with $I_d$ in its first rows writes the block
$X$. Scores are in the matrix form and without the factor $1/N$, as the displays of the proof have them.
Each function takes the blocks that a repaired layer changes, so that the smallest repair is visible.
"""

from __future__ import annotations

from constructions.attention import Attention, Head
from constructions.pca_layers import relu_attention
from constructions.streams import Stream
from lemmata.numbers import Array, broadcast_to

Blocks = dict[tuple[str, str], Array]


def printed_stream(d: int, k: int, *, y: bool = True) -> Stream:
    """X, the row y (if ``y``), and the d-row blocks p1 to $p(k + 3)$ of the auxiliary matrix.

    Raises:
        TypeError, ValueError: a size that is no whole number above 0.
    """
    blocks = {f"p{i}": d for i in range(1, k + 4)}
    return Stream(x=d, y=1, **blocks) if y else Stream(x=d, **blocks)


def _signed(stream: Stream, V: Blocks, Q: Blocks, K: Blocks) -> tuple[Head, Head]:
    """Heads 1 and 2 with ``V_1 = -V_2``, ``Q_1 = -Q_2``, ``K_1 = K_2``."""
    first, query, key = (stream.linear(blocks) for blocks in (V, Q, K))
    return Head(first, query, key, "1"), Head(-first, -query, key, "2")


def covariance_layer(
    stream: Stream, *, reads: str = "p1", writes: str | None = None, mean: bool = True
) -> Attention:
    r"""The first layer, (2): as printed $V_1=I_D=-V_2$, and $Q^\top K$ reads X and p1 (``reads``).

    $Q^\top K$ has $I_d$ in the rows of X and the columns after $d$, which are p1.
    Needed: ``reads="p2"``, ``writes="p1"`` (from X only), ``mean=False``.
    """
    V = {(name, name): 1 for name in stream.names} if writes is None else {(writes, "x"): 1}
    heads = _signed(stream, V, {("x", "x"): 1}, {("x", reads): 1})
    return relu_attention(heads, form="matrix", mean=mean, stream=stream)


def power_layer(
    stream: Stream, *, writes: str = "p3", query: str = "p1", key: str = "p3", vector: str = "p3"
) -> Attention:
    """V writes ``writes`` from p2, Q writes ``query`` from p1, K writes ``key`` from ``vector``.

    As pow,1 has them, Q and K write different rows, so every score is 0. Needed: ``writes="p4"``,
    ``query="p3"``. The slides' pow,3 has ``query="p3", key="p4", vector="p4"``; rpe,1 is pow,1 with
    ``key`` and ``vector`` p4.
    """
    heads = _signed(stream, {(writes, "p2"): 1}, {(query, "p1"): 1}, {(key, vector): 1})
    return relu_attention(heads, form="matrix", mean=False, stream=stream)


def normalisation_layer(
    stream: Stream, a: Array, c: Array, *, writes: str = "x", features: str = "p3"
) -> Attention:
    r"""pow,2 (and rpe,2): $V_m=c_mI_d$ from p4, $Q_m=I_d$ from p2, d rows $a_m^\top$ on ``features``.

    Args:
        stream: the printed stream.
        a: ``(M, d)``.
        c: M numbers.
        writes: the block that the values are written to.
        features: the block that the keys read; rpe,2 has p5.

    Raises:
        ValueError: ``a`` and ``c`` disagree, or ``a`` has another width than the blocks.
    """
    d = stream.sizes["x"]
    if a.ndim != 2 or tuple(a.shape) != (len(c), d):
        raise ValueError(f"a has shape {tuple(a.shape)} and c {len(c)} numbers; expected (M, {d}), M")
    heads = []
    for number, (row, scale) in enumerate(zip(a, c, strict=True), 1):
        V = stream.linear({(writes, "p4"): scale}, like=a)
        Q = stream.linear({("x", "p2"): 1}, like=a)
        K = stream.linear({("x", features): broadcast_to(row, (d, d))})
        heads.append(Head(V, Q, K, str(number)))
    return relu_attention(tuple(heads), form="matrix", mean=False, stream=stream)


def removal_layer(stream: Stream, *, key: str = "p4") -> Attention:
    r"""rpe,3: $-V_1=V_2$ writes p1 from p4; Q and K both read p4. Needed: ``key="p2"``."""
    heads = _signed(stream, {("p1", "p4"): -1}, {("x", "p4"): 1}, {("x", key): 1})
    return relu_attention(heads, form="matrix", mean=False, stream=stream)


def printed_depth(tau: int, k: int) -> int:
    """The depth that Theorem 7 states."""
    return 2 * tau + 4 * k + 1
