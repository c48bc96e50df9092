r"""The space of the encoder's position vectors.

The encoder's $p_i$, $D-(d+3)$ zeros and two more entries, fill the rows below $x_i$ and $y_i$; they are
said to lie in $\mathbb R^{D\times(N+1)}$, where the whole input does. The display stands twice, word for word
(lines 76 and 84). (The decoder's are stated correctly.)
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, dims, equal, lines, space
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    """d features, N samples, tokens of D entries."""

    d: int
    N: int
    D: int


positions = PAPER.claim(
    "input of the encoder",
    id="encoder-input",
    rank="slip",
    at=lines(76),
    summary="The position vectors of the encoder lie in the space of the whole input",
    settings=space(Setting, d=dims(1, 3), N=dims(1, 3), D=lambda s: dims(s.d + 3, s.d + 6)),
)


@positions.printed(
    r"$p_i$, with $D-(d+3)$ zeros and two more entries, lies in $\mathbb R^{D\times(N+1)}$.",
    defect="typo",
    because="It has D - d - 1 entries; the printed space is that of the whole input.",
    entries=lambda s: s.D * (s.N + 1),
)
@positions.amended(
    r"$p_i$, with $D-(d+3)$ zeros and two more entries, lies in $\mathbb R^{D-(d+1)}$.",
    adds="the space R^(D-(d+1)) for p_i",
    entries=lambda s: s.D - (s.d + 1),
)
def positions_fill_the_rows(s: Setting, entries: Callable[[Setting], int]) -> Margin:
    """A position vector has as many entries as the space that it is said to lie in has dimensions."""
    zeros = s.D - (s.d + 3)
    return equal(zeros + 2, entries(s))


positions.mutant("one entry more", entries=lambda s: s.D - s.d)
positions.mutant("the rows of the input", entries=lambda s: s.D)
