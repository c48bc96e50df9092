"""Network, settings and one step of the recursion for Proposition 1 (Liu et al. 2025)."""

from __future__ import annotations

import torch

from baselines.proximal import soft_threshold
from constructions.lista_vm import lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import Prompt, box, choices, dims, reals, scales, space
from lemmata.numbers import Array, absolute, amax, constant, sum
from theorems.sparse_recovery.proposition_1.setting import Setting, data

settings = space(
    Setting,
    d=dims(1, 2),
    N=dims(1, 2),
    K=dims(1, 2),
    M=lambda s: reals(s.d, s.d),
    gamma=scales(-2, 1),
    steps=lambda s: box(s.K, low=-1.0, high=1.0),
    theta=lambda s: box(s.K, low=0.0, high=1.0),
    b_x=choices(2.0),
    b_beta=choices(2.0),
)


def network(s: Setting) -> Transformer:
    # A rational number above the B that the proof prescribes (with the amended C_beta).
    size = s.gamma * amax(absolute(s.steps), 0) * sum(absolute(s.M), (-2, -1))
    C = size * s.b_x * s.b_x * (s.d + s.b_beta) + 1
    B = s.b_x * (s.b_beta + s.d * (s.b_beta + C**s.K))
    return lista_vm_transformer(s.matrices, s.theta, B, bias="corrected")


def prefix_step(
    s: Setting, prompt: Prompt, k: int, before: Array, inside: Array, more: int
) -> Array:
    """One step of the display at the odd tokens, ``inside`` standing in the residual: (batch, n, d).

    ``more`` rows than n are taken, as far as there are labels.
    """
    X, y, _ = data(s, prompt)
    mask = torch.ones(before.shape[1], s.N, dtype=torch.float64).tril(more - 1)
    tokens = constant([2 * n + 1.0 for n in range(before.shape[1])], X)[:, None]
    residual = (inside @ X.mT - y[:, None]) * constant(mask, X)
    return soft_threshold(before - residual @ X @ s.matrices[k].mT / tokens, s.theta[k])
