"""Settings, weights and the two forms of attention shared by the claims on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from lemmata import Prompt, Space, dims, reals, space
from lemmata.numbers import Array, constant, relu, sum


@dataclass(frozen=True)
class Setting:
    D: int
    N: int
    M: int
    hidden: int


settings = space(Setting, D=dims(1, 2), N=dims(1, 3), M=dims(1, 2), hidden=dims(1, 4))


def prompts(s: Setting) -> Space:
    square = reals(s.M, s.D, s.D)
    return space(V=square, Q=square, K=square, H=reals(s.D, s.N))


Scores = Callable[[Array, Array], Array]


common: dict[str, Any] = {
    "kind": "forall",
    "settings": settings,
    "examples": [Setting(D=1, N=2, M=1, hidden=1)],
}


def as_displayed(Q: Array, K: Array) -> Array:
    return relu(Q.mT @ K)


def exchanged(Q: Array, K: Array) -> Array:
    return relu(K.mT @ Q)


def queries_alone(Q: Array, K: Array) -> Array:
    return relu(Q).mT @ K


def mean(s: Setting, like: Array) -> Array:
    return constant(torch.ones(s.N, s.N), like) / s.N


def mask(s: Setting, like: Array) -> Array:
    """MSK: 1/i in column i, down to row i."""
    return constant(torch.ones(s.N, s.N).triu(), like) / constant(torch.arange(1, s.N + 1), like)


def vector_form(prompt: Prompt, i: int, causal: bool) -> Array:
    """``sum_m 1/n sum_{j <= n} relu(<Q_m h_i, K_m h_j>) V_m h_j`` with n = i if causal, else N."""
    H = prompt.H[:, None]
    n = i + 1 if causal else H.shape[-1]
    query, keys, found = prompt.Q @ H[..., i : i + 1], prompt.K @ H[..., :n], prompt.V @ H[..., :n]
    return sum(relu(query.mT @ keys) * found / n, (1, 3))
