r"""The shapes of the MLP layers' parameters are exchanged.

An MLP layer needs $W_1\in\mathbb R^{D'\times D}$, $W_2\in\mathbb R^{D\times D'}$, and is so defined; the
definitions of the encoder and of the decoder state the two shapes the other way round.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, dims, equal, lines, space
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    D: int
    hidden: int  # D'


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
    columns=lambda s: s.hidden,
)
@shapes.amended(
    r"The MLP layers have $W_1\in\mathbb R^{D'\times D}$ and $W_2\in\mathbb R^{D\times D'}$, as the "
    r"definition of the MLP layer says, and act by $H+W_2\sigma(W_1H)$ on $H\in\mathbb R^{D\times N}$.",
    adds="the two shapes exchanged, as in the definition of the layer",
    columns=lambda s: s.D,
)
def product_is_defined(s: Setting, columns: Callable[[Setting], int]) -> Margin:
    """The parameters of the MLP layers have the shapes that the layer needs."""
    return equal(columns(s), s.D)


shapes.mutant("one column more", columns=lambda s: s.D + 1)
shapes.mutant("the hidden width", columns=lambda s: s.hidden)
