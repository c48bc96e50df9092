r"""(C.13): what attention and MLP make of an even token.

The display replaces the label $y_{i/2}$ by 0 and the flag by 1. In truth an even token keeps its label and
its flag 0, as Proposition 1 has it; its $\beta$ is nobody's concern, as the paper says. The row
too many of (C.13) is counted in `block-sizes/eq-c.13` (a column that is garbled there may be the extraction's
fault here, too); its left side has $h^{(k+1)}$ where $h^{(k)}$ is meant.
"""

from collections.abc import Callable

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, concatenate
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import STATE, Setting, labels, layer, prompts, rows, settings, state

c13 = PAPER.claim(
    "(C.13)",
    id="proposition-1/eq-c.13",
    rank="slip",
    origin="read",
    possible_extraction=True,
    at=lines(497, 499),
    summary="One layer replaces the label of an even token by 0 and its flag by 1",
    settings=settings,
    prompts=prompts,
)
c13.construction(layer)
Tokens = Callable[[Setting, Prompt], Array]


def even_tokens(label: bool, flag: int) -> Tokens:
    """The blocks x, y and flag of the even tokens: ``(batch, N, d + 2)``."""

    def tokens(s: Setting, p: Prompt) -> Array:
        y = labels(s, p)[:, 1::2, None] if label else 0
        return concatenate([rows(s, p)[:, 1::2], y, flag], -1)

    return tokens


def turned(p: Prompt) -> Prompt:
    """The prompt with the next measurement, of the other sign, at the place of each."""
    return Prompt(**{**vars(p), "X": -concatenate([p.X[:, 1:], p.X[:, :1]], 1)})


MLP = STATE + r"with the bias of (C.2) corrected and $\theta\ge0$, for even $i$: "


@c13.printed(
    MLP + r"$h_i^{(k+1)}=(x_{i/2};0;\beta_i^{(k+1)};1)$ with some $\beta_i^{(k+1)}$ (printed is "
    r"$(x_{i/2};0;\beta_i^{(k+1)};0;1)$; read without the row too many, the 0 before the 1).",
    defect="typo",
    because="An even token keeps its label and its flag 0.",
    right=even_tokens(False, 1),
)
@c13.amended(
    MLP + r"$h_i^{(k+1)}=(x_{i/2};y_{i/2};\beta_i^{(k+1)};0)$ with some $\beta_i^{(k+1)}$.",
    because="As Proposition 1 has it.",
    adds="the label y_{i/2} and the flag 0",
    right=even_tokens(True, 0),
)
def even_token_moves(s: Setting, tf: Transformer, prompt: Prompt, right: Tokens) -> Margin:
    """An even token becomes what the display says, beta apart."""
    moved = tf(state(s, prompt)).mT[:, 1::2]
    return equal(concatenate([moved[..., : s.d + 1], moved[..., -1:]], -1), right(s, prompt))


c13.mutant("the label is lost", right=even_tokens(False, 0))
c13.mutant("the flag becomes 1", right=even_tokens(True, 1))
c13.mutant("other rows", right=lambda s, p: even_tokens(True, 0)(s, turned(p)))
c13.waive("all weights zero", because="It says what is kept, and a layer that does nothing keeps all.")
