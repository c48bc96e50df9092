"""Functions of NumPy and the array API that are made of the others of the vocabulary, in any arithmetic.

Floats take torch's own where it rounds less: ``log1p`` of a small number, say.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from itertools import accumulate
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers import exact
from lemmata.numbers.advice import spelled
from lemmata.numbers.arrays import (
    Axis,
    alike,
    constant,
    cos,
    exp,
    full,
    log,
    mean,
    moveaxis,
    ones,
    sin,
    sqrt,
    stack,
    sum,
    where,
    zeros,
)
from lemmata.numbers.exact import Exact

Array = Any
"""As in :mod:`lemmata.numbers.arrays`."""


def add(x: Array, y: Array) -> Array:
    """``x + y``."""
    return x + y


def subtract(x: Array, y: Array) -> Array:
    """``x - y``."""
    return x - y


def multiply(x: Array, y: Array) -> Array:
    """``x * y``, entrywise."""
    return x * y


def divide(x: Array, y: Array) -> Array:
    """``x / y``, entrywise."""
    return x / y


@spelled
def vecdot(x: Array, y: Array, axis: int = -1) -> Array:
    """Inner products of vectors along ``axis``: ``(..., n)`` and ``(..., n)`` to ``(...)``."""
    return sum(x * y, axis)


def outer(x: Array, y: Array) -> Array:
    """Outer products of vectors: ``(..., m)`` and ``(..., n)`` to ``(..., m, n)``."""
    return x[..., :, None] * y[..., None, :]


def ones_like(x: Array) -> Array:
    """An array of ones, of the shape and in the arithmetic of ``x``."""
    return ones(getattr(x, "shape", ()), x)


def zeros_like(x: Array) -> Array:
    """An array of zeros, of the shape and in the arithmetic of ``x``."""
    return zeros(getattr(x, "shape", ()), x)


def full_like(x: Array, fill_value: Any) -> Array:
    """An array of one number, of the shape and in the arithmetic of ``x``."""
    return full(fill_value, x)


def log1p(x: Array) -> Array:
    """``log(1 + x)``."""
    return x.log1p() if isinstance(x, Tensor) else log(1 + x)


def xlogy(x: Array, y: Array) -> Array:
    """``x log(y)``, and 0 where ``x`` is 0: ``-sum(xlogy(p, p))`` is an entropy, also of a certain event.

    Raises:
        NotExact: an error bound or a ball leaves open whether a number is 0; or a function of variables.
    """
    x, y = alike(x, y)
    if isinstance(x, Tensor):
        return torch.special.xlogy(x, y)
    is_zero = (x >= 0) & (x <= 0)
    return where(is_zero, 0, x * log(where(is_zero, 1, y)))


def expm1(x: Array) -> Array:
    """``exp(x) - 1``."""
    return x.expm1() if isinstance(x, Tensor) else exp(x) - 1


def exp2(x: Array) -> Array:
    """``2**x``."""
    return 2**x


def log2(x: Array) -> Array:
    """The logarithm to the base 2."""
    return x.log2() if isinstance(x, Tensor) else log(x) / log(constant(2, x))


def log10(x: Array) -> Array:
    """The logarithm to the base 10."""
    return x.log10() if isinstance(x, Tensor) else log(x) / log(constant(10, x))


def sinh(x: Array) -> Array:
    """The hyperbolic sine."""
    return x.sinh() if isinstance(x, Tensor) else (exp(x) - exp(-x)) / 2


def cosh(x: Array) -> Array:
    """The hyperbolic cosine."""
    return x.cosh() if isinstance(x, Tensor) else (exp(x) + exp(-x)) / 2


def tan(x: Array) -> Array:
    """The tangent."""
    return x.tan() if isinstance(x, Tensor) else sin(x) / cos(x)


@spelled
def prod(x: Array, axis: Axis = None, keepdims: bool = False) -> Array:
    """Products along ``axis``, which is gone afterwards unless ``keepdims``."""
    if isinstance(x, Tensor):
        return x.prod(axis, keepdim=keepdims)
    result = reduce(operator.mul, _along(x, axis) or [ones(tuple(np.delete(x.shape, axis)), x)])
    return moveaxis(result[..., None], -1, axis) if keepdims else result


@spelled
def cumsum(x: Array, axis: Axis = None) -> Array:
    """Sums of the entries so far along ``axis``; the shape is that of ``x``."""
    return x.cumsum(axis) if isinstance(x, Tensor) else _so_far(x, axis, operator.add)


@spelled
def cumprod(x: Array, axis: Axis = None) -> Array:
    """Products of the entries so far along ``axis``; the shape is that of ``x``."""
    return x.cumprod(axis) if isinstance(x, Tensor) else _so_far(x, axis, operator.mul)


def _along(x: Array, axis: int) -> list[Array]:
    last = moveaxis(x, axis, -1)
    return [last[..., k] for k in range(last.shape[-1])]


def _so_far(x: Array, axis: int, operation: Callable[[Array, Array], Array]) -> Array:
    entries = list(accumulate(_along(x, axis), operation))
    return moveaxis(stack(entries, -1), -1, axis) if entries else x


@spelled
def flip(x: Array, axis: Axis = None) -> Array:
    """The entries along ``axis`` in the opposite order."""
    return _taken(x, axis, range(x.shape[axis] - 1, -1, -1))


@spelled
def roll(x: Array, shift: int, axis: Axis = None) -> Array:
    """The entries along ``axis`` moved on by ``shift`` places; the last ones become the first."""
    n = x.shape[axis]
    return _taken(x, axis, [(k - shift) % n for k in range(n)])


def _taken(x: Array, axis: int, places: Any) -> Array:
    return moveaxis(moveaxis(x, axis, -1)[..., list(places)], -1, axis)


def diag(x: Array) -> Array:
    """The diagonal matrix of a vector, the diagonal of a matrix: of one instance, as in NumPy.

    Raises:
        TypeError: an array over batches, of which :func:`~lemmata.numbers.arrays.diag_embed` makes matrices.
    """
    raise TypeError("diag(x) is of arrays of one instance: write diag_embed(x) of a batch of vectors")


def tril(x: Array, k: int = 0) -> Array:
    """Matrices ``(..., m, n)`` with zeros above the ``k``-th diagonal."""
    return where(_lower(x, k), x, 0)


def triu(x: Array, k: int = 0) -> Array:
    """Matrices ``(..., m, n)`` with zeros below the ``k``-th diagonal."""
    return where(_lower(x, k - 1), 0, x)


def _lower(x: Array, k: int) -> Any:
    rows, columns = x.shape[-2:]
    return np.tri(rows, columns, k, dtype=bool)


@spelled
def var(x: Array, axis: Axis = None, correction: int = 0, keepdims: bool = False) -> Array:
    """The variance along ``axis``: squared deviations, summed, over the number of entries less ``correction``.

    As NumPy and the array API have it; the method of torch's tensors has another default, 1.
    """
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    count = int(np.prod([x.shape[k] for k in axes]))
    return sum((x - mean(x, axis, keepdims=True)) ** 2, axis, keepdims) / (count - correction)


@spelled
def std(x: Array, axis: Axis = None, correction: int = 0, keepdims: bool = False) -> Array:
    """The square root of :func:`var`."""
    squares = var(x, axis, correction, keepdims)
    # The variance of balls is a ball that may reach below zero.
    return sqrt(squares.map(exact.not_negative) if isinstance(squares, Exact) else squares)
