"""Bounds from above that hold at every size of numbers: what the certificates are made of.

A square of a number below 1e-162 vanishes and one above 1e154 is infinite, so norms are taken of what is
divided by its largest entry. Below 1e-308 rounding is absolute, so each result is raised by the
smallest float.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numbers.running_error import UNIT_ROUNDOFF, Tracked

UP = 1.0 + 2.0**-40
"""Covers the rounding of a few operations."""
LEAST = 2.0**-1074
"""The smallest float above 0: an operation whose result is smaller than 1e-308 is off by no more."""


def raised(x: Tensor) -> Tensor:
    """Above what a few operations without subtractions on numbers above 0 stand for; 0 stays 0; entrywise."""
    return torch.where(x > 0, x * UP + LEAST, x)


def norm_above(x: Tensor | Tracked, axes: int | tuple[int, ...]) -> Tensor:
    """A bound on the Euclidean norm along ``axes``, infinite where an entry is not finite.

    The axes vanish: ``(..., n)`` becomes ``(...)`` for axis -1.
    """
    upper = x.abs() if isinstance(x, Tensor) else raised(x.value.abs() + x.error)
    largest = upper.amax(axes, keepdim=True)
    shares = upper / torch.where(largest > 0, largest, 1.0)
    terms = upper.numel() // max(largest.numel(), 1)
    root = (shares * shares).sum(axes, keepdim=True).sqrt() * (1 + 2 * terms * UNIT_ROUNDOFF)
    bound = torch.where(torch.isfinite(largest), raised(largest * root), torch.inf)
    return bound.squeeze(axes)
