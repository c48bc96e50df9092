"""What an odd token draws from each earlier one, written from the displays (C.5) and (C.6)."""

from __future__ import annotations

from collections.abc import Callable

from constructions.transformer import CausalReluAttention
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, concatenate, relu, sum
from theorems.sparse_recovery.layer import (
    Setting,
    column,
    earlier,
    labels,
    odd,
    rows,
    state,
    terms,
)

Terms = Callable[[Setting, Prompt, int], Array]
"""For a head u: ``(batch, odd i, j, 2d + 2)``, 0 for j > i."""
EVERY, ODD, EVEN = slice(None), slice(0, None, 2), slice(1, None, 2)
LEFT = r"\sigma(\langle Q_uh_i,K_uh_j\rangle)V_uh_j"
X_I, X_J = (rf"X^\top_{{:,\lfloor({t}+1)/2\rfloor}}" for t in "ij")
SLIP = "The row of the attended token j is meant; the display has that of the querying token i."


def drawn(s: Setting, prompt: Prompt, score: Array, x: Array, u: int, last: int) -> Array:
    """``sigma(score) (0; M_u^V x; last)`` where j <= i."""
    weight = relu(score) * earlier(state(s, prompt))
    return weight[..., None] * column(s, (x @ s.M.mT) * (1 if u > 0 else -1), last)


def attended(s: Setting, prompt: Prompt, query: bool) -> Array:
    """The row of token j, or of token i if ``query``: ``(batch, i or 1, j or 1, d)``."""
    x = rows(s, prompt)
    return x[:, ::2, None] if query else x[:, None]


def estimate_terms(*, query: bool, B: bool = True, last: int = 0) -> Terms:
    """The right side of (C.5), heads +1 and -1, with the row of the query or of the key."""

    def right(s: Setting, prompt: Prompt, u: int) -> Array:
        x = attended(s, prompt, query)
        score = sum(prompt.beta[:, ::2, None] * x, -1) * -u
        shut = odd(state(s, prompt)) * s.B if B else score * 0
        return drawn(s, prompt, score - shut, x, u, last)

    return right


def label_terms(*, query: bool) -> Terms:
    """The right side of (C.6), heads +2 and -2."""

    def right(s: Setting, prompt: Prompt, u: int) -> Array:
        score = labels(s, prompt)[:, None] * (1 if u > 0 else -1)
        return drawn(s, prompt, score, attended(s, prompt, query), u, 0)

    return right


def token_draws(
    s: Setting, tf: CausalReluAttention, prompt: Prompt, right: Terms, size: int, keys: slice
) -> Margin:
    """What an odd token draws from each token before it is what the display says."""
    H = state(s, prompt)
    pairs = [(terms(tf, H, u), right(s, prompt, u)) for u in (size, -size)]
    left, wanted = (concatenate([pair[k][:, :, keys] for pair in pairs], 1) for k in (0, 1))
    return equal(left, wanted)
