"""The matrices $E_{ij}$ of Lemmas 6 and 7, and their inner product (Ahn et al. 2023)."""

from __future__ import annotations

import torch

from lemmata.numbers import Array, constant, sum
from theorems.preconditioned_gradient_descent.instances_law import Setting


def unit(s: Setting, row: int, column: int, like: Array) -> Array:
    """E_{row, column}, counted from 1."""
    entry = torch.zeros(s.d + 1, s.d + 1, dtype=torch.float64)
    entry[row - 1, column - 1] = 1
    return constant(entry, like)


def corner(s: Setting, like: Array) -> Array:
    """E_{d+1, j} + E_{j, d+1}."""
    return unit(s, s.d + 1, s.j, like) + unit(s, s.j, s.d + 1, like)


def inner(C: Array, X: Array) -> Array:
    """<C, X> = Tr(C X^T), over the last two axes."""
    return sum(C * X, (-2, -1))
