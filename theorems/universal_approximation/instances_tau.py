"""Runs of the repaired transformer in floating point, for the choice of tau (Li et al. 2025)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import torch
from torch import Tensor

from baselines.barron import feature_vectors
from baselines.proximal import proximal_gradient
from constructions.transformer import Transformer
from constructions.universal import (
    balanced_tau,
    embed,
    iterates,
    printed_tau,
    universal_transformer,
)
from lemmata import Prompt, Space, box, dims, space
from lemmata.numbers import Array, absolute, as_array, constant, stack, stored, sum, values

Taus = Callable[["Sizes"], tuple[float, float]]


@dataclass(frozen=True)
class Sizes:
    n: int
    N: int
    T: int

    @property
    def L(self) -> int:
        return 2 * self.T + 1

    @property
    def t(self) -> Tensor:
        """Evenly spaced offsets of features on the line."""
        return torch.arange(self.n).double() * 3 / self.n - 2


LAM = 0.25


def sizes(n: int, N: int) -> Space:
    return space(Sizes, n=dims(1, n), N=dims(1, N), T=dims(1, 2))


def prompts(s: Sizes) -> Space:
    """Inputs and labels between -1 and 1, so that C_F = 1 in (58b)."""
    return space(
        X=box(s.N, 1, low=-1.0, high=1.0),
        y=box(s.N, low=-1.0, high=1.0),
        query=box(1, low=-1.0, high=1.0),
    )


def printed(s: Sizes) -> tuple[float, float]:
    """One tau for all layers, that of Lemma 7 with C = 1."""
    tau = printed_tau(s.N, s.n, s.L, 1.0)
    return tau, tau


def balanced(dtype: torch.dtype) -> Taus:
    """A tau for each layer: the products are of size eta in Attn1 and 1 in Attn2."""
    return lambda s: (balanced_tau(1 / (2 * s.n), dtype), balanced_tau(1.0, dtype))


def scaled(taus: Taus, factor: float) -> Taus:
    """The temperatures multiplied by a power of two."""
    return lambda s: (taus(s)[0] * factor, taus(s)[1] * factor)


@lru_cache(maxsize=16)
def _transformer(s: Sizes, taus: tuple[float, float], dtype: torch.dtype) -> Transformer:
    """The weights in ``dtype``; the batches of a hunt meet the same few again and again."""
    omega = torch.ones(s.n, 1, dtype=torch.float64)
    return universal_transformer(
        omega, s.t, N=s.N, L=s.L, lam=LAM, tau_ff=4, tau=taus, weights="repaired"
    ).to(dtype=dtype)


def step_errors(s: Sizes, prompt: Prompt, taus: Taus, dtype: torch.dtype) -> Array:
    """What ``dtype`` makes of every step: l1 distance to the exact step (38), ``(batch, T)``.

    The transformer runs in ``dtype`` whatever arithmetic the prompt is in; its iterates are then taken
    as the exact numbers that they are. No gradients pass: rounding has none.
    """
    prompt = prompt.map(lambda v: v.detach() if isinstance(v, Tensor) else v)
    X, y, query = (values(part) for part in (prompt.X, prompt.y, prompt.query))
    tf = _transformer(s, taus(s), dtype)
    rho = stored(iterates(tf, embed(X, y, query, s.n).to(dtype))[0].double(), prompt.X)
    omega = torch.ones(s.n, 1, dtype=torch.float64)
    phi = feature_vectors(prompt.X, constant(omega, prompt.X), stored(s.t, prompt.X), 4)
    lam, found = as_array(LAM, phi), []
    for k in range(s.T):
        step = proximal_gradient(phi, prompt.y, lam, rho[:, k], steps=1, inverse_step=2 * s.n)
        found.append(sum(absolute(rho[:, k + 1] - step[-1]), -1))
    return stack(found, 1)
