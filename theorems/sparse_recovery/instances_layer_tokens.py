"""What tokens of the state of Proposition 1 hold and what the heads make of them (Liu et al. 2025)."""

from __future__ import annotations

import torch

from constructions.lista_vm import embed
from constructions.transformer import CausalReluAttention
from lemmata import Prompt
from lemmata.numbers import Array, concatenate, constant, relu, sum
from theorems.sparse_recovery.instances_layer import Sizes


def rows(s: Sizes, prompt: Prompt) -> Array:
    """``X_{floor((i + 1) / 2), :}`` for every token i: ``(batch, 2N + 1, d)``."""
    every = concatenate([prompt.X, prompt.query[:, None]], 1)
    return every[:, [i // 2 for i in range(2 * s.N + 1)]]


def labels(s: Sizes, prompt: Prompt) -> Array:
    """0 at odd tokens, ``y_{i/2}`` at even ones: ``(batch, 2N + 1)``."""
    return embed(prompt.X, prompt.y, prompt.query)[:, s.d]


def column(s: Sizes, middle: Array, last: Array | int = 0, label: Array | None = None) -> Array:
    """Vectors ``(0_d, label, middle, last)`` along the last axis, ``middle`` being ``(..., d)``."""
    one = middle[..., :1] * 0
    first = concatenate([middle * 0, one if label is None else one + label], -1)
    return concatenate([first, middle, one + last], -1)


def outputs(tf: CausalReluAttention, H: Array, u: int) -> tuple[Array, Array, Array]:
    """``Q_u h_i``, ``K_u h_i`` and ``V_u h_i`` of every token: ``(batch, tokens, 2d + 2)`` each."""
    head = next(h for h in tf.heads if h.name == f"{u:+d}")
    return (head.Q @ H).mT, (head.K @ H).mT, (head.V @ H).mT


def terms(tf: CausalReluAttention, H: Array, u: int) -> Array:
    """``sigma(<Q_u h_i, K_u h_j>) V_u h_j`` for odd i and j <= i, else 0: (batch, i, j, 2d + 2)."""
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


def gathered(tf: CausalReluAttention, H: Array, heads: tuple[int, int]) -> Array:
    """The sum of :func:`terms` over two heads and all j: ``(batch, i, 2d + 2)``."""
    return sum(terms(tf, H, heads[0]) + terms(tf, H, heads[1]), 2)
