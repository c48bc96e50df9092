"""A small PCA transformer, trained by empirical risk minimisation on n covariances."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.pca import pca
from lemmata import seeded

LAYERS, HEADS = 3, 2
BATCH = 256


@dataclass(frozen=True)
class Config:
    d: int
    N: int
    few: int  # training matrices of the smaller run
    many: int  # of the larger one
    steps: int
    replicates: int


def data(s: Config, n: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Tokens ``(replicates, n, 3d, N)`` of X, the identity block and a start; targets ``(..., d)``.

    The first eigenvector is on the side of the start; X X^T has eigenvalues in the assumed range, the
    first one at least twice the second.
    """
    shape = (s.replicates, n)
    U, _ = torch.linalg.qr(torch.randn(*shape, s.d, s.d, generator=generator, dtype=torch.float64))
    W, _ = torch.linalg.qr(torch.randn(*shape, s.N, s.d, generator=generator, dtype=torch.float64))
    size = torch.rand(*shape, s.d, generator=generator, dtype=torch.float64)
    size[..., 0] = 2 + size[..., 0]
    X = (U * size.sqrt()[..., None, :]) @ W.mT
    start = torch.randn(*shape, s.d, generator=generator, dtype=torch.float64)
    start = start / start.norm(dim=-1, keepdim=True)
    v = pca(X @ X.mT).eigenvectors.value[..., :, 0]
    v = v * (v * start).sum(-1, keepdim=True).sign()
    block = torch.zeros(*shape, s.d, s.N, dtype=torch.float64)
    one, third = block.clone(), block.clone()
    one[..., : s.d] = torch.eye(s.d, dtype=torch.float64)
    third[..., 0] = start
    return torch.cat([X, one, third], -2), v


def parameters(s: Config, generator: torch.Generator) -> list[Tensor]:
    """V, Q, K ``(replicates, layers, heads, D, D)`` and the read-out ``(replicates, d, D)``."""
    D = 3 * s.d
    shape = (s.replicates, LAYERS, HEADS, D, D)
    attention = [0.3 * torch.randn(*shape, generator=generator, dtype=torch.float64) for _ in "VQK"]
    W0 = torch.zeros(s.replicates, s.d, D, dtype=torch.float64)
    W0[:, :, 2 * s.d :] = torch.eye(s.d, dtype=torch.float64)
    return [w.requires_grad_() for w in (*attention, W0)]


def loss(weights: list[Tensor], H: Tensor, v: Tensor) -> Tensor:
    """``(replicates,)`` the mean of ``|TF(H) - v|_2`` over the matrices."""
    V, Q, K, W0 = weights
    for layer in range(LAYERS):
        change = torch.zeros_like(H)
        for head in range(HEADS):
            value, query, key = (w[:, None, layer, head] @ H for w in (V, Q, K))
            change = change + value @ torch.relu(key.mT @ query) / H.shape[-1]
        H = H + change
    found: Tensor = (W0[:, None] @ H)[..., 0] - v
    mean: Tensor = torch.linalg.vector_norm(found, dim=-1).mean(-1)
    return mean


def train(s: Config, n: int, seed: int) -> tuple[Tensor, Tensor]:
    """``(replicates,)`` the empirical loss at the end, and the loss on new matrices."""
    generator = seeded(seed)
    H, v = data(s, n, generator)
    weights = parameters(s, generator)
    optimiser = torch.optim.Adam(weights, lr=0.01)
    for _ in range(s.steps):
        chosen = torch.randint(0, n, (min(n, BATCH),), generator=generator)
        optimiser.zero_grad()
        total = loss(weights, H[:, chosen], v[:, chosen]).sum()
        torch.autograd.backward(total)
        torch.nn.utils.clip_grad_norm_(weights, 1.0 * s.replicates)
        optimiser.step()
    with torch.no_grad():
        fresh = data(s, 2048, generator)
        return loss(weights, H, v), loss(weights, *fresh)
