"""The repaired transformer with features drawn from (79), on tasks from a class of Gaussian functions."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import torch
from torch import Generator, Tensor

from baselines.barron_features import Draws, Gaussians
from constructions.transformer import Transformer
from constructions.universal import Weights, balanced_tau, embed, universal_transformer

FAMILY = Gaussians(2, 1.0, 0.5)
SIGMA, STEEPNESS = 0.25, 8.0
LOG_COVER = 3 * log(2 * STEEPNESS**2)
"""As in the claim ``cover-size``, in the plane: three factors 2 / eps, with eps = 1 / tau^2."""


@dataclass(frozen=True)
class Sizes:
    N: int
    n: int
    L: int


def bound(s: Sizes) -> float:
    """The right side of (24) with the constant 1."""
    C = FAMILY.parameter
    slow = (sqrt(log(s.N) / s.N) + s.n / s.L) * C * (C + SIGMA)
    return slow + C * C * LOG_COVER / s.n


@dataclass(frozen=True)
class Risks:
    """Mean squared errors over some tasks, of the transformer and of the prediction 0."""

    transformer: float
    zero: float


def risks(s: Sizes, tasks: int, generator: Generator, weights: Weights = "repaired") -> Risks:
    """The risks on random tasks; the features are drawn once for all of them."""
    X = inputs(tasks, s.N + 1, generator)
    b, c = inputs(tasks, 1, generator)[:, 0, :1], inputs(tasks, 1, generator)[:, 0]
    f = torch.stack([FAMILY.value(X[k], b[k], c[k]) for k in range(tasks)])
    noise = torch.randint(0, 2, (tasks, s.N), generator=generator).double() * 2 - 1
    H = embed(X[:, :-1], f[:, :-1] + noise * SIGMA, X[:, -1], s.n)
    found = transformer(s, FAMILY.draw(s.n, generator), weights)(H)[:, -1, -1]
    error = (found - f[:, -1]).square().mean()
    return Risks(float(error), float(f[:, -1].square().mean()))


def inputs(tasks: int, count: int, generator: Generator) -> Tensor:
    """Even on the disc: ``(tasks, count, 2)``."""
    angle, share = torch.rand(2, tasks, count, generator=generator, dtype=torch.float64)
    direction = torch.stack([torch.cos(angle * 2 * torch.pi), torch.sin(angle * 2 * torch.pi)], -1)
    found: Tensor = direction * share.sqrt()[..., None] * (1 - 1e-9)
    return found


def transformer(s: Sizes, draws: Draws, weights: Weights) -> Transformer:
    """The transformer of A.4 for these features."""
    C = FAMILY.parameter
    return universal_transformer(
        draws.omega,
        draws.t,
        N=s.N,
        L=s.L,
        lam=sqrt(log(s.N) / s.N) * (C + SIGMA) / 64,
        tau_ff=STEEPNESS,
        tau=(balanced_tau(C / (2 * s.n)), balanced_tau(C)),
        weights=weights,
        inverse_step=2 * (s.n + 1),
    )
