"""The small array vocabulary in which checks, recursions and constructions are written.

One body of code runs over four kinds of numbers, decided by what it is given:

- ``torch.Tensor`` (float64 unless stated): the fast batches of the hunt, on any device;
- :class:`~lemmata.running_error.Tracked`: float64 with a rigorous running error bound;
- :class:`~lemmata.exact.Exact` rationals: equality with no tolerance;
- :class:`~lemmata.exact.Exact` balls: certain signs where roots or logarithms occur.

Use the operators ``+ - * / @ **`` (whole powers), indexing, ``.mT``, ``.shape``, and the functions
below. Divide by whole numbers (``x / n``), never multiply by ``1 / n``: that quotient would be
rounded before the exact number sees it. Scalars of a setting are lifted with it: ``log(d / s.delta)``
is a float, a tracked number or a ball, as the run demands.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata import exact
from lemmata.exact import Exact
from lemmata.running_error import UNIT_ROUNDOFF, Tracked

Array = Any
"""A ``torch.Tensor``, a :class:`Tracked`, an :class:`Exact`, or (where said) a plain number."""


def _is_scalar(x: Any) -> bool:
    return isinstance(x, int | float | np.integer | np.floating)


def relu(x: Array) -> Array:
    """``max(x, 0)`` entrywise."""
    if isinstance(x, Tensor):
        return torch.relu(x)
    if isinstance(x, Tracked):
        return x.relu()
    if isinstance(x, Exact):
        return x.maximum(0)
    return maximum(x, 0)


def absolute(x: Array) -> Array:
    """``|x|`` entrywise."""
    return x.map(abs) if isinstance(x, Exact) else abs(x)


def maximum(x: Array, y: Array) -> Array:
    """The larger of ``x`` and ``y`` entrywise; either may be a number."""
    for a, b in ((x, y), (y, x)):
        if isinstance(a, Exact | Tracked):
            return a.maximum(b)
    for a, b in ((x, y), (y, x)):
        if isinstance(a, Tensor):
            return torch.maximum(a, torch.as_tensor(b, dtype=a.dtype, device=a.device))
    return max(x, y) if _is_scalar(x) and _is_scalar(y) else exact.larger(x, y)


def minimum(x: Array, y: Array) -> Array:
    """The smaller of ``x`` and ``y`` entrywise; either may be a number."""
    return -maximum(-x, -y)


def sign(x: Array) -> Array:
    """-1, 0 or 1 entrywise."""
    if isinstance(x, Tensor):
        return torch.sign(x)
    if isinstance(x, Tracked):
        return x.sign()
    if isinstance(x, Exact):
        return x.map(exact.sign)
    return float((x > 0) - (x < 0)) if _is_scalar(x) else exact.sign(x)


def _elementary(x: Array, name: str) -> Array:
    if isinstance(x, Tensor):
        return getattr(torch, name)(x)
    if isinstance(x, Tracked):
        return getattr(x, name)()
    function = getattr(exact, name)
    if isinstance(x, Exact):
        return x.map(function)
    return getattr(math, name)(x) if _is_scalar(x) else function(x)


def sqrt(x: Array) -> Array:
    """Square root entrywise; exact only where the root is rational or in balls."""
    return _elementary(x, "sqrt")


def exp(x: Array) -> Array:
    """Exponential entrywise; needs floats or balls."""
    return _elementary(x, "exp")


def log(x: Array) -> Array:
    """Natural logarithm entrywise; needs floats or balls."""
    return _elementary(x, "log")


def pi(like: Array) -> Array:
    """The number pi in the arithmetic of ``like``; it is not rational."""
    if isinstance(like, Tracked):
        value = torch.tensor(math.pi, dtype=torch.float64)
        return Tracked(value, value * UNIT_ROUNDOFF)
    if isinstance(like, Tensor) or _is_scalar(like):
        return math.pi
    return exact.pi(like.ring if isinstance(like, Exact) else exact.ring_of(like))


def sum(x: Array, axis: int | tuple[int, ...]) -> Array:
    """Sum over ``axis``."""
    return x.sum(axis)


def amax(x: Array, axis: int) -> Array:
    """Largest entry along ``axis``."""
    return x.amax(axis)


def norm(x: Array, axis: int = -1) -> Array:
    """Euclidean norm along ``axis``."""
    squares = sum(x * x, axis)
    # The square of a ball around zero is a ball around zero.
    return sqrt(squares.map(exact.not_negative) if isinstance(squares, Exact) else squares)


def concatenate(parts: Sequence[Array], axis: int) -> Array:
    """Arrays joined along an existing ``axis``."""
    first = _richest(parts)
    if isinstance(first, Exact):
        values = [p.values if isinstance(p, Exact) else first._other(p) for p in parts]
        return Exact(np.concatenate(values, axis), first.ring)
    if isinstance(first, Tracked):
        tracked = [Tracked.of(p, first.value) for p in parts]
        return Tracked(
            torch.cat([t.value for t in tracked], axis), torch.cat([t.error for t in tracked], axis)
        )
    return torch.cat(list(parts), axis)


def stack(parts: Sequence[Array], axis: int) -> Array:
    """Arrays of one shape joined along a new ``axis``."""
    first = _richest(parts)
    if isinstance(first, Exact):
        values = [p.values if isinstance(p, Exact) else first._other(p) for p in parts]
        return Exact(np.stack(values, axis), first.ring)
    if isinstance(first, Tracked):
        tracked = [Tracked.of(p, first.value) for p in parts]
        return Tracked(
            torch.stack([t.value for t in tracked], axis),
            torch.stack([t.error for t in tracked], axis),
        )
    return torch.stack(list(parts), axis)


def _richest(parts: Sequence[Array]) -> Array:
    for kind in (Exact, Tracked):
        for part in parts:
            if isinstance(part, kind):
                return part
    return parts[0]


def _like_kind(tensor: Tensor, like: Array) -> Array:
    if isinstance(like, Exact):
        # Tables of coefficients hold few different numbers: each of them is lifted once.
        flat = tensor.reshape(-1).tolist()
        lifted = {v: exact.lift(v, like.ring) for v in set(flat)}
        found = np.empty(len(flat), dtype=object)
        found[:] = [lifted[v] for v in flat]
        return Exact(found.reshape(tuple(tensor.shape)), like.ring)
    if isinstance(like, Tracked):
        return Tracked.of(tensor.to(like.value.device))
    if isinstance(like, Tensor):
        return tensor.to(like.device, like.dtype)
    return tensor


def zeros(shape: Sequence[int], like: Array) -> Array:
    """Zeros of ``shape`` in the arithmetic (and on the device) of ``like``."""
    if isinstance(like, Exact):
        return Exact(np.full(tuple(shape), exact.number(0, like.ring), dtype=object), like.ring)
    return _like_kind(torch.zeros(tuple(shape), dtype=torch.float64), like)


def ones(shape: Sequence[int], like: Array) -> Array:
    """Ones of ``shape`` in the arithmetic of ``like``."""
    if isinstance(like, Exact):
        return Exact(np.full(tuple(shape), exact.number(1, like.ring), dtype=object), like.ring)
    return _like_kind(torch.ones(tuple(shape), dtype=torch.float64), like)


def eye(n: int, like: Array) -> Array:
    """The identity matrix of size ``n`` in the arithmetic of ``like``."""
    if isinstance(like, Exact):
        found = zeros((n, n), like)
        np.fill_diagonal(found.values, exact.number(1, like.ring))
        return found
    return _like_kind(torch.eye(n, dtype=torch.float64), like)


def moveaxis(x: Array, source: int, destination: int) -> Array:
    """``x`` with one axis moved to another place."""
    if isinstance(x, Exact):
        return Exact(np.moveaxis(x.values, source, destination), x.ring)
    if isinstance(x, Tracked):
        return Tracked(x.value.movedim(source, destination), x.error.movedim(source, destination))
    return torch.movedim(x, source, destination)


def broadcast_to(x: Array, shape: Sequence[int]) -> Array:
    """``x`` repeated along new or single axes up to ``shape``; no entry is computed anew."""
    if isinstance(x, Exact):
        return Exact(np.broadcast_to(x.values, tuple(shape)), x.ring)
    if isinstance(x, Tracked):
        return Tracked(x.value.broadcast_to(tuple(shape)), x.error.broadcast_to(tuple(shape)))
    return torch.broadcast_to(x, tuple(shape))


def constant(value: Any, like: Array) -> Array:
    """A float tensor (or nested list of dyadic numbers) in the arithmetic of ``like``."""
    return _like_kind(torch.as_tensor(value, dtype=torch.float64).cpu(), like)


def as_array(value: Array, like: Array) -> Array:
    """A scalar of a setting (float, tracked number, rational or ball) as a 0-d array like ``like``."""
    if isinstance(value, Tensor | Tracked | Exact):
        return value
    if isinstance(like, Exact):
        return Exact(np.array(exact.number(value, like.ring), dtype=object), like.ring)
    return constant(value, like)


def diag_embed(x: Array) -> Array:
    """Vectors ``(..., d)`` as diagonal matrices ``(..., d, d)``."""
    return x[..., :, None] * eye(x.shape[-1], x)


def rotation(tilt: Array) -> Array:
    """An orthogonal ``(d, d)`` matrix: reflections along ``(1, row)`` for the rows of ``tilt``.

    It is rational if ``tilt`` is, and changes nothing but signs at ``tilt = 0``; ``tilt`` has shape
    ``(reflections, d - 1)``.
    """
    matrix = eye(tilt.shape[-1] + 1, tilt)
    for row in tilt:
        v = concatenate([ones((1,), row), row], 0)
        matrix = matrix - (matrix @ v[:, None]) * v[None, :] * 2 / sum(v * v, 0)
    return matrix


def trace(x: Array) -> Array:
    """Trace of matrices ``(..., d, d)``."""
    return sum(x * eye(x.shape[-1], x), (-2, -1))


def values(x: Array) -> Tensor:
    """The floats of any array or number, for reports and plots."""
    if isinstance(x, Tensor):
        return x
    if isinstance(x, Tracked):
        return x.value
    if isinstance(x, Exact):
        flat = [exact.as_float(v) for v in x.values.ravel()]
        return torch.tensor(flat, dtype=torch.float64).reshape(x.values.shape)
    return torch.tensor(exact.as_float(x), dtype=torch.float64)
