"""One layer of the decoder transformer on any state of the form of Proposition 1 (Liu et al. 2025).

With any ``beta_i`` of norm at most ``radius``: (C.5) to (C.13) are tested for every ``k`` at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from constructions.lista_vm import attention_layer, embed, lista_vm_transformer, residual_stream
from constructions.transformer import CausalReluAttention, Transformer
from lemmata import Prompt, Space, choices, dims, dyadics, in_ball, reals, space
from lemmata.numbers import Array, zeros


@dataclass(frozen=True)
class Sizes:
    d: int
    N: int


@dataclass(frozen=True)
class Setting(Sizes):
    M: Tensor  # (d, d), gamma^(k) M^V
    theta: float
    b_x: float = 2.0
    radius: float = 2.0

    @property
    def B(self) -> Array:
        """Exceeds ``|beta_i^T x_j|``."""
        return self.b_x * self.radius + 1


settings = space(
    Setting,
    d=dims(1, 2),
    N=dims(1, 2),
    M=lambda s: reals(s.d, s.d),
    theta=dyadics(0, 2),
    b_x=choices(2.0),
    radius=choices(2.0),
)


def prompts(s: Setting) -> Space:
    """Assumption 1's rows, any labels and any estimates."""
    return space(
        X=in_ball(s.N, s.d, radius=s.b_x),
        y=reals(s.N),
        query=in_ball(s.d, radius=s.b_x),
        beta=in_ball(2 * s.N + 1, s.d, radius=s.radius),
    )


def layer(s: Setting) -> Transformer:
    """Attention and MLP, the bias of (C.2) corrected."""
    return lista_vm_transformer(s.M[None], zeros((1,), s.M) + s.theta, s.B, bias="corrected")


def attention(s: Setting) -> CausalReluAttention:
    """The attention of that layer alone."""
    return attention_layer(s.M, s.B)


def state(s: Sizes, prompt: Prompt) -> Array:
    """``H^(k)`` of Proposition 1: ``(batch, 2d + 2, 2N + 1)``."""
    H = embed(prompt.X, prompt.y, prompt.query)
    return H + residual_stream(s.d).embed(beta=prompt.beta.mT)
