"""The literal forward pass (4) with the weights (13), for one prompt: Lemmas 9 and 10, footnote 3."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from baselines.gradient import labels
from constructions.gradient_descent import embed, preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import ForAll, Prompt, Space, dims, space
from lemmata.numbers import Array, sum
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_symmetric


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    L: int
    A: Tensor  # (L, d, d)
    B: Tensor  # (L, d, d)


def deep(first: int, last: int, holder: type[Setting] = Setting, **more: Any) -> Space:
    """Between ``first`` and ``last`` layers, and ``more`` quantities that a ``holder`` has."""
    return space(
        holder,
        d=dims(1, 3),
        n=dims(1, 4),
        L=dims(first, last),
        A=lambda s: drawn_symmetric(s.L, s.d),
        B=lambda s: drawn(s.L, s.d, s.d),
        **more,
    )


settings = deep(1, 3)
LARGE = Setting(d=8, n=20, L=6, A=drawn_symmetric(6, 8).seeded(3) / 64, B=drawn(6, 8, 8).seeded(4) / 64)


def prompts(s: Setting) -> Space:
    return space(X=drawn(s.n, s.d), w_star=drawn(s.d), query=drawn(s.d))


def prompts_and_entry(s: Setting) -> Space:
    """A prompt, and an entry c in place of the 0 of (1), or beside it."""
    return space(X=drawn(s.n, s.d), w_star=drawn(s.d), query=drawn(s.d), c=drawn(1))


def weights(s: Setting) -> Transformer:
    return preconditioned_gd_transformer(s.A, s.B)


Answer = Callable[[Prompt], Array]


def truth(prompt: Prompt) -> Array:
    """<w_star, x^(n+1)>."""
    return sum(prompt.w_star * prompt.query, -1)


def run(tf: Transformer, prompt: Prompt, answer: Array = None) -> tuple[Array, ...]:
    """Z_0, ..., Z_L, with ``answer`` (0 if left out) as the label of the query."""
    return tf.run(embed(prompt.X, labels(prompt.X, prompt.w_star), prompt.query, answer))


EVERY_NETWORK = "It is said of every network of this form: the one without weights is one of them."
ON_A_PROMPT: dict[str, Any] = {"kind": ForAll(), "settings": settings, "prompts": prompts}
WITH_AN_ENTRY: dict[str, Any] = {**ON_A_PROMPT, "prompts": prompts_and_entry}
WEIGHTS = (
    r"With the weights (13), symmetric $A_i$ and any $B_i$, after any number of layers (4) and for every "
    r"prompt, with $X_i$ the first d rows of $Z_i$, $Y_i$ the last one, $M=\operatorname{diag}(1,\dots,1,0)$: "
)
