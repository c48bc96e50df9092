r"""The shapes of the MLP layers' parameters are exchanged.

An MLP layer needs $W_1\in\mathbb R^{D'\times D}$, $W_2\in\mathbb R^{D\times D'}$, and is so defined; the
definitions of the encoder and of the decoder state the two shapes the other way round.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, dims, equal, lines, space
from lemmata.numbers import stack
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    D: int
    hidden: int  # D'


Shape = Callable[[Setting], tuple[int, int]]
"""Rows and columns of a parameter."""

shapes = PAPER.claim(
    "parameters of the MLP layers",
    id="mlp-layer",
    rank="slip",
    origin="read",
    at=lines(48, 62),
    summary="The MLP layers have the shapes that the definitions of the two transformers state",
    settings=space(Setting, D=dims(1, 2), hidden=dims(1, 4)),
)


@shapes.printed(
    r"The MLP layers have $W_1\in\mathbb R^{D\times D'}$ and $W_2\in\mathbb R^{D'\times D}$, and act by "
    r"$H+W_2\sigma(W_1H)$ on $H\in\mathbb R^{D\times N}$.",
    defect="typo",
    because="W_1 H needs as many columns in W_1 as H has rows: as D and D' differ, the two shapes are "
    "exchanged.",
    fails_where=lambda s: s.hidden != s.D,
    first=lambda s: (s.D, s.hidden),
    second=lambda s: (s.hidden, s.D),
)
@shapes.amended(
    r"The MLP layers have $W_1\in\mathbb R^{D'\times D}$ and $W_2\in\mathbb R^{D\times D'}$, as the "
    r"definition of the MLP layer says, and act by $H+W_2\sigma(W_1H)$ on $H\in\mathbb R^{D\times N}$.",
    adds="the two shapes exchanged, as in the definition of the layer",
    first=lambda s: (s.hidden, s.D),
    second=lambda s: (s.D, s.hidden),
)
def layer_is_defined(s: Setting, first: Shape, second: Shape) -> Margin:
    """``H + W_2 relu(W_1 H)`` is defined for W_1 and W_2 of these shapes and H with D rows."""
    (rows, columns), (out, hidden) = first(s), second(s)
    return equal(stack([columns, hidden, out], 0), stack([s.D, rows, s.D], 0))


shapes.mutant("one column more in W_1", first=lambda s: (s.hidden, s.D + 1))
shapes.mutant("W_2 as printed", second=lambda s: (s.hidden, s.D))
