"""A finite signed law with the moments of standard normal variables up to order 5 (Ahn et al. 2023)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import torch
from torch import Tensor

WEIGHT = 12
"""The weights of :func:`nodes` are whole multiples of one over this."""


@lru_cache(maxsize=64)
def nodes(size: int, degree: int) -> tuple[Tensor, Tensor]:
    """Nodes ``(points, size)`` and whole weights ``(points,)``, to be divided by ``WEIGHT``.

    Args:
        size: number of independent standard normal variables.
        degree: 3 or 5, the total degree up to which means are exact.
    """
    unit = torch.eye(size, dtype=torch.float64)
    near, far, pair = (6, 0, 0) if degree == 3 else (8 - 6 * size, 1, 3)
    rows = [(sign * e, near) for e in unit for sign in (1, -1)]
    if degree == 5:
        rows += [(2 * sign * e, far) for e in unit for sign in (1, -1)]
        for e, g in combinations(unit, 2):
            rows += [(a * e + c * g, pair) for a in (1, -1) for c in (1, -1)]
    weights = torch.tensor([w for _, w in rows], dtype=torch.float64)
    origin = torch.zeros(1, size, dtype=torch.float64)
    points = torch.cat([origin, torch.stack([row for row, _ in rows])])
    return points, torch.cat([WEIGHT - weights.sum()[None], weights])
