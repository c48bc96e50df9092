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
    other: Tensor  # (1, d, d) in place of one of the B


def deep(first: int, last: int) -> Space:
    return space(
        Setting,
        d=dims(1, 2),
        n=dims(1, 3),
        L=dims(first, last),
        A=lambda s: drawn_symmetric(s.L, s.d),
        B=lambda s: drawn(s.L, s.d, s.d),
        other=lambda s: drawn(1, s.d, s.d),
    )


settings = deep(1, 3)


def prompts(s: Setting) -> Space:
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


ON_A_PROMPT: dict[str, Any] = {"kind": ForAll(), "settings": settings, "prompts": prompts}
