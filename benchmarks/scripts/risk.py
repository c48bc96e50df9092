"""Theorem 1 of Li et al.: the constant of the risk (24) as the number n of features grows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Generator, Tensor
from torch.nn.functional import softshrink


def linearised(x: Tensor, size: float) -> Tensor:
    """What logistic attention makes of x, at a temperature for numbers of this size."""
    tau = 2.0 ** round(math.log2(size / (24 * 2.0**-53) ** (1 / 3)))
    return (torch.sigmoid(x / tau) - 0.5) * (4 * tau)


def predictions(x: Tensor, y: Tensor, n: int, L: int, lam: float) -> Tensor:
    """The predictions ``(batch,)`` at the last of the inputs ``(batch, N + 1)`` from N labels, by L layers."""
    N, eta = y.shape[1], 1 / (2 * (n + 1))
    t = (torch.arange(n).to(x) * 2 + 1) / n - 1
    phi = torch.cat([((x[..., None] - t) * 5 + 0.5).clamp(0, 1), torch.ones_like(x)[..., None]], -1)
    phi, query = phi[:, :-1].contiguous(), phi[:, -1]
    rho, prediction = torch.zeros_like(query), torch.zeros_like(query[:, 0])
    labels = linearised(y * eta, 1 / (2 * n))
    for _ in range((L - 1) // 2):
        heads = labels - linearised(torch.bmm(phi, rho[..., None])[..., 0] * eta, 1 / (2 * n))
        scores = torch.stack([prediction, (query * rho).sum(1)]) * eta
        own = linearised(scores, 1 / (2 * n))
        moved = torch.bmm(heads[:, None], phi)[:, 0] + query * (own[0] - own[1])[:, None]
        rho = softshrink(rho + moved * (2 / N), eta * lam)
        prediction = linearised((query * rho).sum(1), 1.0)
    return prediction


def ratios(n: int, L: int, *, N: int, sigma: float, instances: int, chunk: int = 128) -> tuple[Tensor, float]:
    """The squared errors ``(instances,)`` at random tasks, and the bound (24) with the constant 1.

    Raises:
        ArithmeticError: a prediction is NaN.
    """
    generator, errors = Generator().manual_seed(n), []
    lam = math.sqrt(math.log(N) / N) * (1 + sigma) / 64

    def signs(*shape: int) -> Tensor:
        return torch.randint(0, 2, shape, generator=generator, dtype=torch.float64) * 2 - 1

    for first in range(0, instances, chunk):
        count = min(chunk, instances - first)
        side, noise = signs(count, N + 1), signs(count, N) * sigma
        x = side * (27 / 32) + (torch.rand(count, N + 1, generator=generator, dtype=torch.float64) - 0.5) / 4
        theta = 1.25 + 0.625 * torch.rand(count, 1, generator=generator, dtype=torch.float64)
        f = 4 * (torch.cos(x / 4 + theta) - torch.cos(theta))
        found = predictions(x, f[:, :-1] + noise, n, L, lam)
        errors.append((found - f[:, -1]) ** 2)
    every = torch.cat(errors)
    if bool(every.isnan().any()):
        raise ArithmeticError("a prediction is NaN")
    eps = math.sqrt(math.log(N) / N) + n / L
    return every, eps * (sigma + 1) + max(-math.log(eps), 0.0) / n


def growth(
    ladder: Sequence[tuple[int, int]], *, N: int, sigma: float, instances: int, resamples: int = 2000
) -> tuple[list[float], tuple[float, float]]:
    """The constants of the rungs (n, L), and a 99 % interval of the slope of their logarithms over log n.

    The interval is a percentile bootstrap over the instances of each rung.
    """
    generator, constants, logs = Generator().manual_seed(0), [], []
    for n, L in ladder:
        errors, bound = ratios(n, L, N=N, sigma=sigma, instances=instances)
        picks = torch.randint(0, instances, (resamples, instances), generator=generator)
        logs.append((errors[picks].mean(1) / bound).log())
        constants.append(float(errors.mean()) / bound)
    x = torch.tensor([math.log(n) for n, _ in ladder], dtype=torch.float64)
    x -= x.mean()
    slopes = x @ torch.stack(logs) / (x @ x)
    low, high = slopes.quantile(torch.tensor([0.005, 0.995], dtype=torch.float64)).tolist()
    return constants, (low, high)
