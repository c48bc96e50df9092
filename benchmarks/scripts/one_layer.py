"""Theorem 1 of Ahn et al.: no parameters of one linear attention layer have a smaller loss than (8)."""

from __future__ import annotations

import math

import torch
from torch import Generator, Tensor


def loss(b: Tensor, A: Tensor, Sigma: Tensor, n: int) -> Tensor:
    r"""The loss ``(batch,)`` of ``b`` ``(batch, d + 1)`` and ``A`` ``(batch, d + 1, d)``, by its moments.

    With $b=(u,\beta)$ and $A=(T;a^\top)$ these are of degree up to 4 in $x_i\sim N(0,\Sigma)$, $w\sim N(0,I)$.
    """
    d = len(Sigma)
    u, beta, T, a = b[:, :d], b[:, d], A[:, :d], A[:, d]
    square, t = Sigma @ Sigma, Sigma.trace()
    t2 = square.trace()
    gram = square + (square + Sigma * t) / n  # the mean of G G, G the Gram matrix over n
    twice = Sigma * t + square * (2 / n) + gram
    x, q = u @ Sigma, a @ Sigma
    y = torch.bmm(T.mT, x[..., None])[..., 0]
    p = torch.bmm(T, q[..., None])[..., 0]
    M = torch.bmm(T @ Sigma, T.mT)
    along, size = (y * (y @ Sigma)).sum(1), (a * q).sum(1)
    trace, trace2 = (M * Sigma).sum((1, 2)), (M * square).sum((1, 2))
    of_u = along + (along + trace * (u * x).sum(1)) / n
    of_beta = size * (t * t + t2 * 2 / n + (t2 + (t2 + t * t) / n) * 2) + trace2 + (trace2 + trace * t) / n
    linear = (u * (p @ twice)).sum(1) + (T * square).sum((1, 2))
    mixed = size * (u * (u @ gram)).sum(1) + 2 * (u * (a @ square)).sum(1)
    return of_u + beta * linear * 2 + beta * beta * of_beta + mixed + t


def anything(generator: Generator, *shape: int) -> Tensor:
    """Normal numbers of sizes from a quarter to 4, the size drawn for each instance."""
    size = torch.randint(-2, 3, (shape[0],), generator=generator).to(torch.float64)
    values = torch.randn(*shape, generator=generator, dtype=torch.float64)
    return values * torch.exp2(size).reshape(-1, *[1] * (len(shape) - 1))


def smallest_margin(
    U: Tensor, spectrum: Tensor, n: int, *, instances: int, share: float = 1.0, chunk: int = 2048
) -> float:
    """The smallest relative margin of random parameters, and of ones near (8), times ``share``, over it.

    Raises:
        ArithmeticError: a loss is NaN.
    """
    d, generator, smallest = len(spectrum), Generator().manual_seed(0), math.inf
    Sigma = U @ torch.diag(spectrum) @ U.mT
    best_b = torch.eye(d + 1, dtype=torch.float64)[-1]
    best_A = torch.zeros(d + 1, d, dtype=torch.float64)
    best_A[:d] = -share * (U @ torch.diag(n / (spectrum * (n + 1) + spectrum.sum())) @ U.mT)
    least = loss(best_b[None], best_A[None], Sigma, n)
    for first in range(0, instances, chunk):
        count = min(chunk, instances - first)
        b, A = anything(generator, count, d + 1), anything(generator, count, d + 1, d)
        others = [(b, A), *((best_b + b / step, best_A + A / step) for step in (4, 32, 256))]
        found = torch.stack([loss(*other, Sigma, n) for other in others], 1)
        if bool(found.isnan().any()):
            raise ArithmeticError("a loss is NaN")
        margin = (found.amin(1) - least) / torch.maximum(found.abs().amax(1), least.abs())
        smallest = min(smallest, float(margin.min()))
    return smallest
