r"""The input format of decoders can be converted to that of encoders; the display forgets to do it.

The matrix displayed as $\widetilde H$ *is* the input, so the zero transformer does. It goes on that $\widetilde
H$ contains the format of encoders (``submatrix``). With $x_i$ copied beside $y_i$ both hold, and
:mod:`constructions.format_conversion` does it, exactly, for every $D\ge d+4$ that the position vectors $p_i$
allow; it computes in the row $D-2$, the pair index, which has to go (``rows``).

``resources`` reads the norm as the one that the slides define, $\max_m\{\|Q_m\|,\|K_m\|\}+\sum_m\|V_m\|$ in
each layer. (A Euclidean norm of all parameters would grow with $d$: the values carry $I_d$.)
"""

from collections.abc import Callable
from functools import cache, reduce
from typing import Any

import torch

from baselines.pca import eigenvalues
from constructions.attention import Attention, Head, causal_relu_attention
from constructions.format_conversion import (
    decoder_format,
    decoder_stream,
    encoder_format,
    encoder_part,
    format_conversion,
)
from constructions.mlp import Mlp
from constructions.transformer import Transformer
from lemmata import (
    Block,
    HeatMapRecord,
    Panel,
    amended,
    at_most,
    dims,
    equal,
    lines,
    mutants,
    printed,
    reals,
    theorem,
)
from lemmata.numbers import Array, maximum, over_batches, sqrt, stored
from theorems.pca import PAPER

SAMPLES: dict[str, Any] = {
    "d": dims(1, 2),
    "N": dims(1, 4),
    "spare": dims(0, 2),  # rows of zeros in the position vectors: D = d + 4 + spare
    "X": reals("d", "N"),
    "y": reals("N"),
    "query": reals("d"),
}
conversion = cache(format_conversion)


@cache
def nothing(d: int, spare: int) -> Transformer:
    """Two layers of three heads and two hidden units, all weights 0."""
    stream = decoder_stream(d, spare)
    zero = torch.zeros(stream.size, stream.size, dtype=torch.float64)
    attention = causal_relu_attention((Head(zero, zero, zero),) * 3)
    mlp = Mlp(zero[:2], zero[:, :2], zero[0, :2])
    return Transformer(stream, (attention, mlp) * 2)


def without(number: int) -> Callable[[int, int], Transformer]:
    """The conversion without the head of one layer."""

    def build(d: int, spare: int) -> Transformer:
        whole = conversion(d, spare)
        return Transformer(whole.stream, whole.layers[:number] + whole.layers[number + 1 :])

    return build


@theorem(PAPER, "Proposition 6", rank="headline", at=lines(165, 167), **SAMPLES, construction=nothing)
@printed(
    r"For $D\ge d+4$ there is a decoder with 2 layers, 3 heads in each, hidden dimension 2 and "
    r"$\|\theta\|_2\le12$ whose output for every input H in the format of decoders (any $X,y$, query and "
    "spare rows of zeros) is the displayed matrix, which is H itself.",
    because="With all weights 0 a decoder returns its input, whatever its heads and hidden layers are.",
)
@mutants(
    the_conversion=dict(construction=conversion),
    the_first_layer_of_the_conversion=dict(construction=without(1)),
)
def displayed_output(spare, tf, X, y, query):
    """A decoder with 2 layers and 3 heads puts out the displayed matrix."""
    H = displayed = over_batches(decoder_format)(X, y, query, spare)
    return equal(tf(H), displayed)


displayed_output.waive("all weights zero", because="That is the decoder of the printed statement.")


@theorem(
    PAPER,
    "Proposition 6",
    part="the format of encoders in its output",
    id="proposition-6/submatrix",
    origin="read",
    at=lines(165, 169),
    **SAMPLES,
    construction=nothing,
    examples=[dict(d=1, N=1, spare=0), dict(d=1, N=25, spare=0)],
)
@printed(
    r"For any $X,y$, query and spare rows of zeros: the displayed $\widetilde H$, less the row $D-2$ (part "
    r"rows), is the format of encoders in the columns $2,4,\dots,2N,2N+1$.",
    defect="statement",
    because="The display repeats the input: in the columns 2, 4, ... stands $(0, y_i)$, without $x_i$.",
)
@amended(
    r"For $D\ge d+4$ there is a decoder with 2 layers, one head in each, and no hidden layer whose output for "
    "any $X,y$, query and spare rows of zeros, less the row $D-2$, is the format of encoders in the columns "
    r"$2,4,\dots,2N,2N+1$.",
    adds="another output than the displayed one; the row D-2 left out",
    construction=conversion,
)
def encoder_format_is_contained(d, spare, tf, X, y, query):
    """The displayed output contains the format of encoders in its even columns and the last."""
    output = tf(over_batches(decoder_format)(X, y, query, spare))
    encoder = over_batches(encoder_format)(X, y, query, spare)
    return equal(over_batches(encoder_part)(output, d, spare)[: len(encoder)], encoder)


encoder_format_is_contained.derive_mutants(at=dict(d=1, N=2, spare=0))


@theorem(
    PAPER,
    "Proposition 6",
    part="the rows of the converted matrix",
    id="proposition-6/rows",
    rank="slip",
    origin="read",
    at=lines(169),
    **SAMPLES,
    construction=conversion,
)
@printed(
    "For any $X,y$, query and spare rows of zeros: the converted matrix (part submatrix), restricted to the "
    r"rows $\{1,2,\dots,D-1,D-2,D\}$ and the columns $2,4,\dots,2N,2N+1$, is the format of encoders.",
    defect="typo",
    because="That is every row: the row of the pair index, which encoders do not have, is among them.",
)
@amended(
    "For any $X,y$, query and spare rows of zeros: the converted matrix (part submatrix), restricted to the "
    r"rows $\{1,2,\dots,D-3,D-1,D\}$ and the columns $2,4,\dots,2N,2N+1$, is the format of encoders.",
    adds="the row D-2 left out",
    keep=False,
)
@mutants(no_sums=dict(construction=without(0)), no_gate=dict(construction=without(1)))
def rows_are_the_encoder_format(d, spare, tf, X, y, query, keep=True):
    r"""The rows $1, \ldots, D-1, D-2, D$ of the converted matrix are the format of encoders."""
    output = tf(over_batches(decoder_format)(X, y, query, spare))
    encoder = over_batches(encoder_format)(X, y, query, spare)
    return equal(over_batches(encoder_part)(output, d, spare, keep_pair=keep)[: len(encoder)], encoder)


def operator_norm(W: Array) -> Array:
    """The root of the largest eigenvalue of ``W^T W``."""
    return sqrt(over_batches(lambda A: eigenvalues(A).value[..., 0])(W.T @ W))


def resources_of(tf: Transformer) -> list[Array]:
    """The number of layers, the most heads in one layer, and the norm."""
    norms = []
    for layer in tf.layers:
        sizes = [(role[-1], operator_norm(stored(w.array))) for role, w in layer.weights().items()]
        norms.append(
            reduce(maximum, [n for role, n in sizes if role != "V"])
            + sum(n for role, n in sizes if role == "V")
        )
    heads = max(len(layer.weights()) // 3 for layer in tf.layers)
    return [len(tf.layers), heads, reduce(maximum, norms)]


def scaled(factor: int) -> Callable[[int, int], Transformer]:
    """The keys times ``factor``, without dividing the queries."""

    def build(d: int, spare: int) -> Transformer:
        tf = conversion(d, spare)
        layers = []
        for layer in tf.layers:
            keys = {r: w.array * factor for r, w in layer.weights().items() if r[-1] == "K"}
            layers.append(layer.with_weights(keys))
        return Transformer(tf.stream, tuple(layers))

    return build


@theorem(
    PAPER,
    "Proposition 6",
    part="layers, heads and norm",
    id="proposition-6/resources",
    origin="ours",
    at=lines(165),
    uses=[encoder_format_is_contained],
    d=dims(1, 2),
    spare=dims(0, 2),  # rows of zeros in the position vectors: D = d + 4 + spare
    construction=conversion,
)
@printed(
    r"For all $D\ge d+4$ the conversion of the decoder's input into the format of encoders (that of part "
    "submatrix, for any N) has at most 2 layers, at most one head in each (granted: 3) and "
    r"$\|\theta\|_{op}\le5$ (granted: 12)."
)
@mutants(
    norm_at_most_4=dict(claimed=(2, 1, 4)),
    no_head=dict(claimed=(2, 0, 5)),
    one_layer=dict(claimed=(1, 1, 5)),
    keys_twice_as_large=dict(construction=scaled(2)),
)
def conversion_is_within(d, tf, claimed=(2, 1, 5)):
    """The conversion from decoders to encoders has two layers, one head in each, and a norm of at most 5."""
    return at_most(resources_of(tf), list(claimed))


conversion_is_within.waive(
    "all weights zero",
    because="Layers and heads are counted whatever they do; what the conversion does is in part submatrix.",
)


@displayed_output.figure
@encoder_format_is_contained.figure
def weights() -> HeatMapRecord:
    """Query, key and value of each head, for two features."""
    tf = format_conversion(2)
    names = tuple(
        Block({"pair": "k", "one": "1", "even": "e"}.get(n, n), size) for n, size in tf.stream.sizes.items()
    )
    panels = [
        Panel(f"layer {number}, head “{head.name}”: ${letter}$", matrix.tolist(), names, names)
        for number, layer in enumerate(tf.layers, start=1)
        if isinstance(layer, Attention)
        for head in layer.heads
        for letter, matrix in (("Q", head.Q), ("K", head.K), ("V", head.V))
    ]
    return HeatMapRecord(
        title="A decoder that converts the format",
        caption="$d=2$, rows written and columns read. The token carries $x$, $y$, the pair index $k$, a 1 "
        "and $e$, which is 1 at even tokens. Layer 1 turns the pair index into $k^2+3k$ at odd and $k^2+2k$ "
        "at even tokens; layer 2 copies $x$ from an odd token to the even one after it.",
        panels=tuple(panels),
    )
