r"""What attention and MLP make of an even token: (C.13).

The display replaces the label $y_{i/2}$ by 0 and the flag by 1. In truth an even token keeps its label and
its flag 0, as Proposition 1 has it; its $\beta$ is nobody's concern, as the paper says. The row
too many of (C.13) is counted in :mod:`theorems.sparse_recovery.block_sizes`; its left side has
$h^{(k+1)}$ where $h^{(k)}$ is meant.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, concatenate
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import Setting, labels, layer, prompts, rows, settings, state

Tokens = Callable[[Setting, Prompt], Array]
c13 = PAPER.claim(
    "(C.13)", id="proposition-1/eq-c.13", kind="forall", settings=settings, prompts=prompts
)


def even_tokens(label: bool, flag: int) -> Tokens:
    """The blocks x, y and flag of an even token."""

    def tokens(s: Setting, p: Prompt) -> Array:
        y = labels(s, p)[:, 1::2, None]
        return concatenate([rows(s, p)[:, 1::2], y if label else y * 0, y * 0 + flag], -1)

    return tokens


def later(s: Setting, p: Prompt) -> Prompt:
    """The prompt with its measurements turned around."""
    return Prompt(**{**vars(p), "X": concatenate([p.X[:, 1:], p.X[:, :1]], 1) * -1})


def even_token_moves(s: Setting, tf: Transformer, prompt: Prompt, right: Tokens) -> Margin:
    """An even token becomes what the display says, beta apart."""
    found = tf(state(s, prompt)).mT[:, 1::2]
    return equal(concatenate([found[..., : s.d + 1], found[..., -1:]], -1), right(s, prompt))


c13.printed(
    r"For even $i$: $h_i^{(k+1)}=(x;0;\beta_i^{(k+1)};0;1)$ (read without the row too many).",
    expect="refuted", defect="typo", because="An even token keeps its label and its flag 0.",
    construction=layer, right=even_tokens(False, 1),
)(even_token_moves)  # fmt: skip
c13.amended(
    r"For even $i$: $h_i^{(k+1)}=(x;y_{i/2};\beta_i^{(k+1)};0)$.",
    because="As Proposition 1 has it.", construction=layer, right=even_tokens(True, 0),
)(even_token_moves)  # fmt: skip

c13.mutant("the label is lost", right=even_tokens(False, 0))
c13.mutant("the flag becomes 1", right=even_tokens(True, 1))
c13.mutant("other rows", right=lambda s, p: even_tokens(True, 0)(s, later(s, p)))
