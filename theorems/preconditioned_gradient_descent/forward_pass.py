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


def any_matrices(s: Setting) -> drawn:
    """One matrix a layer."""
    return drawn(s.L, s.d, s.d)


def deep(first: int, last: int, holder: type[Setting] = Setting, d: int = 3, **more: Any) -> Space:
    """Between ``first`` and ``last`` layers with symmetric A; ``more`` are other quantities, or another A."""
    quantities: dict[str, Any] = {"A": lambda s: drawn_symmetric(s.L, s.d), "B": any_matrices, **more}
    return space(holder, d=dims(1, d), n=dims(1, 2 * d), L=dims(first, last), **quantities)


settings = deep(1, 3, d=4)
LARGE = Setting(d=8, n=20, L=6, A=drawn_symmetric(6, 8).seeded(3) / 64, B=drawn(6, 8, 8).seeded(4) / 64)


def prompts(s: Setting) -> Space:
    return space(X=drawn(s.n, s.d), w_star=drawn(s.d), query=drawn(s.d))


def any_start(s: Setting) -> Space:
    """Any X_0, whose last column is the query, and any Y_0."""
    return space(X=drawn(s.n, s.d), query=drawn(s.d), Y=drawn(s.n + 1))


def run_from(tf: Transformer, prompt: Prompt, added: Array = 0) -> tuple[Array, ...]:
    """Z_0, ..., Z_L from X_0 and Y_0, with ``added`` on the last entry of Y_0."""
    return tf.run(embed(prompt.X, prompt.Y[:, :-1], prompt.query, prompt.Y[:, -1] + added))


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
WEIGHTS = (
    r"With the weights (13), symmetric $A_i$ and any $B_i$, after any number of layers (4) and for %s, with "
    r"$X_i$ the first d rows of $Z_i$, $Y_i$ the last one, $M=\operatorname{diag}(1,\dots,1,0)$: "
)
