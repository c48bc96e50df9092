"""Theorem 4.1 of Liu et al.: the decoder transformer by its blocks against the recursion, on random prompts."""

from __future__ import annotations

import math

import torch
from torch import Generator, Tensor
from torch.nn.functional import softshrink


def network(X: Tensor, y: Tensor, query: Tensor, M: Tensor, theta: Tensor, B: float) -> list[Tensor]:
    """The estimates ``(batch, 2N + 1, d)`` before and after each layer, of all tokens, by four ReLU heads."""
    batch, N, d = X.shape
    T = 2 * N + 1
    x = torch.cat([X.repeat_interleave(2, 1), query[:, None]], 1)
    columns = x.mT.contiguous()
    flag = torch.zeros(T, dtype=X.dtype)
    flag[::2] = 1
    labels = torch.zeros(batch, T, dtype=X.dtype)
    labels[:, 1::2] = y
    share = torch.ones(T, T, dtype=X.dtype).tril() / torch.arange(1, T + 1)[:, None]
    shut = B * flag[:, None] * flag
    of_labels = flag[:, None] * (labels.relu() - (-labels).relu())[:, None] * share
    beta = torch.zeros(batch, T, d, dtype=X.dtype)
    path = [beta]
    for k in range(len(M)):
        z = torch.bmm(beta, columns)
        weights = ((-z - shut).relu() - (z - shut).relu()).mul_(share).add_(of_labels)
        beta = softshrink(torch.baddbmm(beta, weights, x @ M[k].mT), float(theta[k]))
        path.append(beta)
    return path


def recursion(X: Tensor, y: Tensor, M: Tensor, theta: Tensor) -> list[Tensor]:
    """The estimates ``(batch, N, d)`` of every prefix before and after each step."""
    batch, N, d = X.shape
    share = torch.ones(N, N, dtype=X.dtype).tril() / (2 * torch.arange(1, N + 1)[:, None] + 1)
    columns, labels = X.mT.contiguous(), y[:, None] * share
    beta = torch.zeros(batch, N, d, dtype=X.dtype)
    path = [beta]
    for k in range(len(M)):
        residuals = torch.bmm(beta, columns).mul_(share).sub_(labels)
        beta = softshrink(torch.baddbmm(beta, residuals, X @ M[k].mT, alpha=-1), float(theta[k]))
        path.append(beta)
    return path


def in_ball(generator: Generator, *shape: int, radius: float) -> Tensor:
    """Vectors of norm at most ``radius``, the shorter ones as dense as the longer ones in the plane."""
    v = torch.randn(*shape, generator=generator, dtype=torch.float64)
    size = torch.rand(*shape[:-1], 1, generator=generator, dtype=torch.float64)
    inside: Tensor = v * (size.sqrt() * radius / v.norm(dim=-1, keepdim=True))
    return inside


def smallest_margin(
    M: Tensor, theta: Tensor, B: float, *, N: int, b_x: float, b_beta: float, instances: int, chunk: int = 128
) -> float:
    """The smallest relative margin of the equality at all layers and prefixes.

    Raises:
        ArithmeticError: a side is NaN.
    """
    d, generator, smallest = M.shape[-1], Generator().manual_seed(0), math.inf
    for first in range(0, instances, chunk):
        count = min(chunk, instances - first)
        X, query = in_ball(generator, count, N, d, radius=b_x), in_ball(generator, count, d, radius=b_x)
        beta_star = torch.randn(count, d, generator=generator, dtype=torch.float64)
        beta_star *= b_beta / beta_star.abs().sum(-1, keepdim=True)
        y = (X @ beta_star[..., None])[..., 0]
        found = torch.stack([beta[:, 2::2] for beta in network(X, y, query, M, theta, B)], 1).flatten(1)
        wanted = torch.stack(recursion(X, y, M, theta), 1).flatten(1)
        away = (found - wanted).abs().amax(1)
        if bool(away.isnan().any()):
            raise ArithmeticError("a side is NaN")
        size = torch.maximum(found.abs().amax(1), wanted.abs().amax(1))
        smallest = min(smallest, float((-away / size.clamp_min(1e-300)).min()))
    return smallest
