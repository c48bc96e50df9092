"""Lemma 3 of Liu et al. for uniform rows: how often a matrix is further from the identity than it says."""

from __future__ import annotations

import math

import torch
from scipy import special
from torch import Generator


def failures(
    N: int, d: int, S: int, delta: float, *, draws: int, c: float = 1 / 12, seed: int = 0, chunk: int = 2048
) -> int:
    """How many of the draws of rows uniform on [-1, 1]^d break a bound that has the constant c.

    Raises:
        ArithmeticError: a side is NaN.
    """
    generator, failed = Generator().manual_seed(seed), 0
    on_support = math.sqrt(math.log(S / delta) / (N * c))
    elsewhere = math.sqrt(math.log(d / delta) / (N * c))
    off = 1 - torch.eye(d, dtype=torch.float64)
    for first in range(0, draws, chunk):
        count = min(chunk, draws - first)
        X = torch.rand(count, N, d, generator=generator, dtype=torch.float64).mul_(2).sub_(1)
        G = torch.bmm(X.mT, X).mul_(6 / (2 * N + 1))
        diagonal = (G.diagonal(dim1=1, dim2=2)[:, :S] * ((N + 2) / N) - 1).abs().amax(1)
        coherence = (G * off).abs().amax((1, 2))
        if bool((diagonal + coherence).isnan().any()):
            raise ArithmeticError("a side is NaN")
        failed += int(((diagonal > on_support) | (coherence > elsewhere)).sum())
    return failed


def upper(failed: int, draws: int, confidence: float = 0.99) -> float:
    """The failure probability that the counts exclude from above (Clopper-Pearson); 1 if all draws fail."""
    return 1.0 if failed == draws else float(special.betaincinv(failed + 1, draws - failed, confidence))
