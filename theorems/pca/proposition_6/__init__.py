r"""The input format of decoders can be converted to that of encoders; the display forgets to do it.

Proposition 6: a decoder with 2 layers, 3 heads, hidden dimension 2 and $\|\theta\|_2\le12$ turns the decoder's
input into $\widetilde H$. The matrix displayed as $\widetilde H$ *is* the input, so the zero transformer
does: the proposition holds for this reason. Part ``submatrix``: it goes on that $\widetilde H$ contains
the format of encoders, which the input does not: the columns $2,4,\dots$ have no $x_i$. With $x_i$ copied
beside $y_i$ both hold, and :mod:`constructions.format_conversion` does it with one head in each layer, no
hidden layer and norm 5 (:mod:`theorems.pca.proposition_6.resources`), exactly, for every $D\ge d+4$ that the
position vectors $p_i$ allow. Part ``rows``: "$\{1,\dots,D-1,D-2,D\}$" is every row; the row $D-2$, the pair
index, has to go, and the conversion computes in it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

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
from lemmata import Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array
from theorems.pca import PAPER
from theorems.pca.proposition_6.figure import weights


@dataclass(frozen=True)
class Setting:
    """d features, N samples, D = d + 4 + spare."""

    d: int
    N: int
    spare: int  # rows of zeros in the position vectors


def prompts(s: Setting) -> Space:
    return space(X=reals(s.d, s.N), y=reals(s.N), query=reals(s.d))


settings = space(Setting, d=dims(1, 2), N=dims(1, 4), spare=dims(0, 2))
LONG = Setting(1, 25, 0)

_conversion = cache(format_conversion)


def conversion(s: Setting) -> Transformer:
    return _conversion(s.d, s.spare)


@cache
def nothing(s: Setting) -> Transformer:
    """Two layers of three heads and two hidden units, all weights 0."""
    stream = decoder_stream(s.d, s.spare)
    zero = torch.zeros(stream.size, stream.size, dtype=torch.float64)
    attention = causal_relu_attention((Head(zero, zero, zero),) * 3)
    mlp = Mlp(zero[:2], zero[:, :2], zero[0, :2])
    return Transformer(stream, (attention, mlp) * 2)


def without(number: int) -> Callable[[Setting], Transformer]:
    """The conversion without the head of one layer."""

    def build(s: Setting) -> Transformer:
        layers = conversion(s).layers
        kept = tuple(layer for i, layer in enumerate(layers) if i != number)
        return Transformer(conversion(s).stream, kept)

    return build


def data(prompt: Prompt) -> tuple[Array, Array, Array]:
    return prompt.X, prompt.y, prompt.query


output = PAPER.claim(
    "Proposition 6",
    rank="headline",
    at=lines(165, 167),
    summary="A decoder with 2 layers and 3 heads puts out the displayed matrix",
    settings=settings,
    prompts=prompts,
)
submatrix = PAPER.claim(
    "Proposition 6",
    part="the format of encoders in its output",
    id="proposition-6/submatrix",
    origin="read",
    at=lines(165, 169),
    summary="The displayed output contains the format of encoders in its even columns and the last",
    settings=settings,
    prompts=prompts,
    examples=[Setting(1, 1, 0), LONG],
)
rows = PAPER.claim(
    "Proposition 6",
    part="the rows of the converted matrix",
    id="proposition-6/rows",
    rank="slip",
    origin="read",
    at=lines(169),
    summary="The rows 1, ..., D-1, D-2, D of the converted matrix are the format of encoders",
    settings=settings,
    prompts=prompts,
)


@output.printed(
    r"For $D\ge d+4$ there is a decoder with 2 layers, 3 heads in each, hidden dimension 2 and "
    r"$\|\theta\|_2\le12$ whose output for every input H in the format of decoders (any $X,y$, query and spare "
    r"rows of zeros) is the displayed matrix, which is H itself.",
    because="With all weights 0 a decoder returns its input, whatever its heads and hidden layers are.",
    construction=nothing,
)
def displayed_output(s: Setting, tf: Transformer, prompt: Prompt) -> Margin:
    """A decoder has the displayed output, namely its input."""
    H = decoder_format(*data(prompt), s.spare)
    displayed = H
    return equal(tf(H), displayed)


@submatrix.printed(
    r"For any $X,y$, query and spare rows of zeros: the displayed $\widetilde H$, less the row $D-2$ (part "
    r"rows), is the format of encoders in the columns "
    r"$2,4,\dots,2N,2N+1$.",
    defect="statement",
    because="The display repeats the input: in the columns 2, 4, ... stands (0, y_i), without x_i.",
    construction=nothing,
    keep=False,
)
@submatrix.amended(
    r"For $D\ge d+4$ there is a decoder with 2 layers, one head in each, and no hidden layer whose output for "
    r"any $X,y$, query and spare rows of zeros, less the row $D-2$, is the format of encoders in the columns "
    r"$2,4,\dots,2N,2N+1$.",
    adds="another output than the displayed one; the row D-2 left out",
    construction=conversion,
    keep=False,
)
def encoder_format_is_contained(s: Setting, tf: Transformer, prompt: Prompt, keep: bool) -> Margin:
    """The output contains the format of encoders."""
    part = encoder_part(tf(decoder_format(*data(prompt), s.spare)), s.d, s.spare, keep_pair=keep)
    encoder = encoder_format(*data(prompt), s.spare)
    return equal(part[:, : encoder.shape[1]], encoder)


rows.printed(
    r"For any $X,y$, query and spare rows of zeros: the converted matrix (part submatrix), restricted to the "
    r"rows $\{1,2,\dots,D-1,D-2,D\}$ and the columns "
    r"$2,4,\dots,2N,2N+1$, is the format of encoders.",
    defect="typo",
    because="That is every row: the row of the pair index, which encoders do not have, is among them.",
    construction=conversion,
    keep=True,
)(encoder_format_is_contained)

rows.amended(
    r"For any $X,y$, query and spare rows of zeros: the converted matrix (part submatrix), restricted to the "
    r"rows $\{1,2,\dots,D-3,D-1,D\}$ and the columns "
    r"$2,4,\dots,2N,2N+1$, is the format of encoders.",
    adds="the row D-2 left out",
    construction=conversion,
    keep=False,
)(encoder_format_is_contained)


@output.mutant("the conversion")
def converted(tf: Transformer, s: Setting) -> Transformer:
    return conversion(s)


output.mutant("the first layer of the conversion", construction=without(1))
output.waive("all weights zero", because="That is the decoder of the printed statement.")
output.figure(weights)
submatrix.figure(weights)
submatrix.derive_mutants(at=Setting(d=1, N=2, spare=0))
rows.mutant("no sums", construction=without(0))
rows.mutant("no gate", construction=without(1))
