r"""The input format of decoders can be converted to that of encoders; the display forgets to do it.

The matrix displayed as $\widetilde H$ *is* the input, so the zero transformer does: the proposition holds for
this reason. Part ``submatrix``: it goes on that $\widetilde H$ contains the format of encoders. With $x_i$
copied beside $y_i$ both hold, and :mod:`constructions.format_conversion` does it, exactly, for every $D\ge d+4$
that the position vectors $p_i$ allow (:mod:`theorems.pca.proposition_6.resources`). Part ``rows``: the row
$D-2$, the pair index, has to go, and the conversion computes in it.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import torch

from constructions.attention import Head, causal_relu_attention
from constructions.format_conversion import (
    decoder_format,
    decoder_stream,
    encoder_format,
    encoder_part,
    format_conversion,
)
from constructions.mlp import Mlp
from constructions.transformer import Transformer
from lemmata import amended, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import over_batches
from theorems.pca import PAPER
from theorems.pca.proposition_6.figure import weights

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
displayed_output.figure(weights)


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


encoder_format_is_contained.figure(weights)
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
