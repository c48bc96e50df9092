"""Operations of networks that torch has a faster way for; elsewhere they are as they are written."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from lemmata.numbers.arrays import Array, relu


def plus_product(total: Array | None, a: Array, b: Array, *, own: bool = False) -> Array:
    """``total + a @ b``, where torch does so in one pass; no total is zero.

    Args:
        total: shaped as the product, or a vector.
        a: ``(batch, tokens, k)``.
        b: ``(batch, k, m)`` or ``(k, m)``.
        own: nobody else holds the total, which may be written over.
    """
    if total is None:
        return a @ b
    if not isinstance(a, Tensor):
        return total + a @ b
    if b.ndim == 3:
        return total.baddbmm_(a, b) if own else torch.baddbmm(total, a, b)
    flat = total if total.ndim == 1 else total.reshape(-1, total.shape[-1])
    return torch.addmm(flat, a.reshape(-1, a.shape[-1]), b).reshape(*a.shape[:-1], b.shape[-1])


def scored(x: Array, score: Callable[[Array], Array], share: Array | None = None) -> Array:
    """``score(x) * share`` of an array that nobody else holds, with a share that is not negative."""
    if isinstance(x, Tensor) and score is relu:  # in place: gradients of ReLU need its result only
        return torch.relu_(x if share is None else x.mul_(share))
    return score(x) if share is None else score(x) * share


def transposed(x: Array) -> Array:
    """``x.mT``, in torch laid out anew: many small products with it then take half as long."""
    return x.mT.contiguous() if isinstance(x, Tensor) else x.mT
