"""One layer of the decoder transformer, on any state of the form of (4.2) and Proposition 1.

With any ``beta_i`` of norm at most ``R``, so that (C.5) to (C.13) are tested for every ``k`` at once.
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from constructions.attention import Attention
from constructions.lista_vm import attention_layer, embed, lista_vm_transformer, residual_stream
from constructions.transformer import Transformer
from lemmata import Prompt, Space, dims, dyadics, in_ball, reals, scales, space
from lemmata.numbers import Array, concatenate, constant, full, relu, zeros


@dataclass(frozen=True)
class Sizes:
    d: int
    N: int


@dataclass(frozen=True)
class Setting(Sizes):
    M: Tensor  # (d, d), gamma^(k) M^V
    b_x: float = 2.0
    R: float = 2.0  # the radius of the estimates
    theta: float = 0.0
    excess: float = 1.0  # B - b_x R

    @property
    def B(self) -> Array:
        """The sum b_x R + excess, which exceeds ``|beta_i^T x_j|``."""
        return self.b_x * self.R + self.excess


settings = space(
    Setting,
    d=dims(1, 3),
    N=dims(1, 3),
    M=lambda s: reals(s.d, s.d),
    b_x=scales(-2, 2, of="(0, inf)"),
    R=scales(-2, 2, of="(0, inf)"),
    excess=scales(-4, 4, of="(0, inf)"),
    theta=dyadics(0, 2, of="[0, inf)"),
)
attending = replace(settings, fields={n: domain for n, domain in settings.fields.items() if n != "theta"})
"""Settings of the attention alone, which has no threshold."""
STATE = (
    r"On a state of the form of (4.2), rows of norm at most $b_x$, any labels, any estimates $\beta_i$ of norm "
    r"at most $R$, with the parameters after (C.6), $M=\gamma M^V$ and $B>b_xR$: "
)
"""The hypotheses of the displays of appendix C.2."""


def prompts(s: Setting) -> Space:
    """Assumption 1's rows, any labels and any estimates."""
    return space(
        X=in_ball(s.N, s.d, radius=s.b_x),
        y=reals(s.N),
        query=in_ball(s.d, radius=s.b_x),
        beta=in_ball(2 * s.N + 1, s.d, radius=s.R),
    )


def layer(s: Setting) -> Transformer:
    """Attention and MLP, the bias of (C.2) corrected."""
    return lista_vm_transformer(s.M[None], zeros((1,), s.M) + s.theta, s.B, bias="corrected")


def attention(s: Setting) -> Attention:
    """The attention of that layer alone."""
    return attention_layer(s.M, s.B)


def state(s: Sizes, prompt: Prompt) -> Array:
    """``H^(k)`` of Proposition 1: ``(batch, 2d + 2, 2N + 1)``."""
    H = embed(prompt.X, prompt.y, prompt.query)
    return H + residual_stream(s.d).embed(beta=prompt.beta.mT)


# What the tokens of that state hold, and what the heads make of them


def rows(s: Sizes, prompt: Prompt) -> Array:
    """``X_{floor((i + 1) / 2), :}`` for every token i: ``(batch, 2N + 1, d)``."""
    every = concatenate([prompt.X, prompt.query[:, None]], 1)
    return every[:, [i // 2 for i in range(2 * s.N + 1)]]


def labels(s: Sizes, prompt: Prompt) -> Array:
    """0 at odd tokens, ``y_{i/2}`` at even ones: ``(batch, 2N + 1)``."""
    return embed(prompt.X, prompt.y, prompt.query)[:, s.d]


def column(s: Sizes, middle: Array, last: Array | int = 0, label: Array | int = 0) -> Array:
    """Vectors ``(0_d, label, middle, last)`` along the last axis, from ``middle`` ``(..., d)``."""
    return concatenate([full(0, like=middle), label, middle, last], -1)


def outputs(tf: Attention, H: Array, u: int) -> tuple[Array, Array, Array]:
    """``Q_u h_i``, ``K_u h_i`` and ``V_u h_i`` of every token: ``(batch, tokens, 2d + 2)`` each."""
    head = next(h for h in tf.heads if h.name == f"{u:+d}")
    return (head.Q @ H).mT, (head.K @ H).mT, (head.V @ H).mT


def terms(tf: Attention, H: Array, u: int) -> Array:
    """``sigma(<Q_u h_i, K_u h_j>) V_u h_j`` for odd i and j <= i, else 0: ``(batch, i, j, 2d + 2)``."""
    Q, K, V = outputs(tf, H, u)
    scores = relu(Q @ K.mT)[:, ::2] * earlier(H)
    return scores[..., None] * V[:, None]


def earlier(H: Array) -> Array:
    """1 where j <= i, for odd i: ``(N + 1, 2N + 1)``."""
    tokens = H.shape[-1]
    return constant(torch.ones(tokens, tokens, dtype=torch.float64).tril()[::2], H)


def odd(H: Array) -> Array:
    """1 at odd tokens, 0 at even ones: ``(2N + 1,)``."""
    return constant([float(j % 2 == 0) for j in range(H.shape[-1])], H)
