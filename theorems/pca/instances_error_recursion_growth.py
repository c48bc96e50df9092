"""Real deflation on k components with one ratio between the eigenvalues, beside the final bound."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Generator, Tensor

from baselines.pca import power_method_deflation
from lemmata import Prompt, Space, choices, dims, gaussian, space
from lemmata.numbers import values

EPS, DELTA = 0.125, 0.125
RATIO = 0.5
"""Below ``(1 - EPS)^2``, as the power method needs."""


@dataclass(frozen=True)
class Size:
    k: int
    more: int = 1
    """So many times the iterations of the slides."""


sizes = space(Size, k=dims(1, 16), more=choices(1, 2))


def prompts(s: Size) -> Space:
    """Starts in the eigenvectors' own coordinates, before normalisation."""
    return space(starts=gaussian(s.k, s.k + 1))


def errors(s: Size, prompt: Prompt) -> Tensor:
    """``(batch, k)`` distances of the iterates to the eigenvectors of ``diag(1, q, q^2, ...)``.

    A start without ``|p^T v_i| > DELTA`` is moved along ``v_i`` until it has it.
    """
    starts = values(prompt.starts)
    starts = starts / starts.norm(dim=-1, keepdim=True)
    own = torch.eye(s.k + 1, dtype=torch.float64)[: s.k]
    inside = (starts * own).sum(-1, keepdim=True).abs() <= DELTA
    starts = torch.where(inside, starts + own, starts)
    starts = starts / starts.norm(dim=-1, keepdim=True)
    A = torch.diag(RATIO ** torch.arange(s.k + 1, dtype=torch.float64))
    tau = s.more * math.ceil(math.log(1 / (EPS * DELTA)) / (2 * EPS))
    found = power_method_deflation(A.expand(len(starts), -1, -1), starts, tau).vectors
    p = found.movedim(0, 1)
    cosine = (p * own).sum(-1, keepdim=True)
    distances: Tensor = (p - own * cosine.sign()).norm(dim=-1)
    return distances


def bound(k: int) -> float:
    """The printed final bound on ``a_k``, k at least 2, brackets restored."""
    eigenvalues = [RATIO**i for i in range(k)]
    delta = eigenvalues[k - 2] - eigenvalues[k - 1]
    offset = 1 / (5 / delta - 1)
    product = math.prod(5 * value / delta for value in eigenvalues[1:])
    return math.sqrt(2 * EPS) * ((2 + offset) * product - offset) / delta


def drawn(s: Size, batch: int) -> Tensor:
    """Errors by a fixed seed, for figures."""
    return errors(s, prompts(s).sample(Generator().manual_seed(0), batch))
