r"""The input format of decoders can be converted to that of encoders; the display forgets to do it.

Proposition 6: a decoder with 2 layers, 3 heads, hidden dimension 2 and $\|\theta\|_2\le12$ turns the decoder's
input into $\widetilde H$. The matrix displayed as $\widetilde H$ *is* the input, so the zero transformer
does: the proposition holds for this reason. Part ``submatrix``: it goes on that $\widetilde H$ contains
the format of encoders, which the input does not: the columns $2,4,\dots$ have no $x_i$. With $x_i$ copied
beside $y_i$ both hold, and :mod:`constructions.format_conversion` does it with 2 heads, no
hidden layer and norm 6 (:mod:`theorems.pca.proposition_6.resources`), exactly, wherever $p_i$ has two zeros
to spare. Part ``rows``: "$\{1,\dots,D-1,D-2,D\}$" is every row; the row $D-2$, the pair index, has to go.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from constructions.attention import Attention
from constructions.format_conversion import decoder_format, encoder_format, encoder_part, format_conversion
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    """d features, N samples, D = d + 6 + spare."""

    d: int
    N: int
    spare: int  # further rows of zeros, D = d + 6 + spare


def prompts(s: Setting) -> Space:
    return space(X=reals(s.d, s.N), y=reals(s.N), query=reals(s.d))


settings = space(Setting, d=dims(1, 2), N=dims(1, 4), spare=dims(0, 1))
LONG = Setting(1, 25, 0)

_conversion = cache(format_conversion)


def conversion(s: Setting) -> Transformer:
    return _conversion(s.d, s.spare)


def nothing(s: Setting) -> Transformer:
    """Two layers without heads, which change nothing: any number of heads of weight zero does the same."""
    tf = conversion(s)
    layers = [replace(layer, heads=()) for layer in tf.layers if isinstance(layer, Attention)]
    return Transformer(tf.stream, tuple(layers))


def without(layer: int, head: int) -> Callable[[Setting], Transformer]:
    """The conversion without one head."""

    def build(s: Setting) -> Transformer:
        tf = conversion(s)
        layers = list(tf.layers)
        whole = layers[layer]
        assert isinstance(whole, Attention)
        others = tuple(h for i, h in enumerate(whole.heads) if i != head)
        layers[layer] = replace(whole, heads=others)
        return Transformer(tf.stream, tuple(layers))

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
    id="proposition-6/rows",
    rank="slip",
    origin="read",
    at=lines(169),
    summary="The rows 1, ..., D-1, D-2, D of the converted matrix are the format of encoders",
    settings=settings,
    prompts=prompts,
)


@output.printed(
    r"There is a decoder with 2 layers, 3 heads in each, hidden dimension 2 and $\|\theta\|_2\le12$ whose "
    r"output for every input H in the format of decoders is the displayed matrix, which is H itself.",
    because="With all weights 0 a decoder returns its input, whatever its heads, hidden layers and D are "
    "(D >= d + 6 is tried).",
    construction=nothing,
)
def displayed_output(s: Setting, tf: Transformer, prompt: Prompt) -> Margin:
    """A decoder has the displayed output, namely its input."""
    H = decoder_format(*data(prompt), s.spare)
    displayed = H
    return equal(tf(H), displayed)


@submatrix.printed(
    r"The displayed $\widetilde H$, less the row $D-2$ (part rows), is the format of encoders in the columns "
    r"$2,4,\dots,2N,2N+1$.",
    defect="statement",
    because="The display repeats the input: in the columns 2, 4, ... stands (0, y_i), without x_i.",
    construction=nothing,
    keep=False,
)
@submatrix.amended(
    r"For $D\ge d+6$ there is a decoder with 2 layers, 2 heads and no hidden layer whose output, less the row "
    r"$D-2$, is the format of encoders in the columns $2,4,\dots,2N,2N+1$.",
    adds="D >= d + 6; another output than the displayed one; the row D-2 left out",
    construction=conversion,
    keep=False,
)
def encoder_format_is_contained(s: Setting, tf: Transformer, prompt: Prompt, keep: bool) -> Margin:
    """The output contains the format of encoders."""
    part = encoder_part(tf(decoder_format(*data(prompt), s.spare)), s.d, s.spare, keep_pair=keep)
    encoder = encoder_format(*data(prompt), s.spare)
    return equal(part[:, : encoder.shape[1]], encoder)


rows.printed(
    r"The converted matrix (part submatrix), restricted to the rows $\{1,2,\dots,D-1,D-2,D\}$ and the columns "
    r"$2,4,\dots,2N,2N+1$, is the format of encoders.",
    defect="typo",
    because="That is every row: in the place of the constant 1 stands the pair index.",
    construction=conversion,
    keep=True,
)(encoder_format_is_contained)

rows.amended(
    r"The converted matrix (part submatrix), restricted to the rows $\{1,2,\dots,D-3,D-1,D\}$ and the columns "
    r"$2,4,\dots,2N,2N+1$, is the format of encoders.",
    adds="the row D-2 left out",
    construction=conversion,
    keep=False,
)(encoder_format_is_contained)


@output.mutant("the conversion")
def converted(tf: Transformer, s: Setting) -> Transformer:
    return conversion(s)


@output.mutant("the conversion, the scratch rows kept")
def half(tf: Transformer, s: Setting) -> Transformer:
    return without(1, 1)(s)


submatrix.derive_mutants(at=Setting(d=1, N=2, spare=0))
submatrix.mutant("the scratch rows stay", construction=without(1, 1))
rows.mutant("the scratch rows stay", construction=without(1, 1))
rows.mutant("no gate", construction=without(1, 0))
