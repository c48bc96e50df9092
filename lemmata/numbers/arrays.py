"""The small array vocabulary in which checks, recursions and constructions are written.

One body of code runs over four kinds of numbers, decided by what it is given:

- ``torch.Tensor`` (float64 unless stated): the fast batches of the hunt, on any device;
- :class:`~lemmata.numbers.running_error.Tracked`: float64 with a rigorous running error bound;
- :class:`~lemmata.numbers.exact.Exact` rationals: equality with no tolerance;
- :class:`~lemmata.numbers.exact.Exact` balls: certain signs where roots or logarithms occur.

Use the operators ``+ - * / @ **`` (whole powers), indexing, ``.mT``, ``.shape``, and the functions
below. The numbers of a setting are lifted with it, its whole numbers too: ``sqrt(s.n)``, ``s.n / 3`` and
``log(s.d / s.delta)`` are floats, tracked numbers or balls, as the run demands; so is ``sqrt(2)``. A
float that comes from elsewhere has no error bound. It is accepted as a literal that is plainly meant
(``0.5``) and refused otherwise: write ``x / 3`` for a third of x, ``x * 3 / 10`` for ``0.3 * x``. A
``Fraction`` is accepted by :func:`constant`, as an ingredient, and as a side of a margin; times an array
it is not, since torch has no fractions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers import arithmetic, exact
from lemmata.numbers.exact import Exact, is_number
from lemmata.numbers.literals import require_meant
from lemmata.numbers.running_error import UNIT_ROUNDOFF, Tracked

Array = Any
"""A ``torch.Tensor``, a :class:`Tracked`, an :class:`Exact`, or (where said) a plain number."""


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
    return abs(x)


def maximum(x: Array, y: Array) -> Array:
    """The larger of ``x`` and ``y`` entrywise; either may be a number."""
    for a, b in ((x, y), (y, x)):
        if isinstance(a, Exact | Tracked):
            return a.maximum(b)
    for a, b in ((x, y), (y, x)):
        if isinstance(a, Tensor):
            return torch.maximum(a, torch.as_tensor(b, dtype=a.dtype, device=a.device))
    return max(x, y)


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
    return (x > 0) - (x < 0)


def _elementary(x: Array, name: str) -> Array:
    if isinstance(x, Tensor):
        return getattr(torch, name)(x)
    if isinstance(x, Tracked):
        return getattr(x, name)()
    if isinstance(x, Exact):
        return x.map(getattr(exact, name))
    own = arithmetic.of(x)
    return getattr(math, name)(x) if own is None else _elementary(arithmetic.number(x, own), name)


def sqrt(x: Array) -> Array:
    """Square root entrywise, of arrays and numbers of the setting.

    A root that is not rational is a float with an error bound, or a ball.
    """
    return _elementary(x, "sqrt")


def exp(x: Array) -> Array:
    """Exponential entrywise, of arrays and numbers of the setting; a float or a ball, unless x is 0."""
    return _elementary(x, "exp")


def log(x: Array) -> Array:
    """Natural logarithm entrywise, of arrays and numbers of the setting; a float or a ball, unless x is 1."""
    return _elementary(x, "log")


def pi(like: Array) -> Array:
    """The number pi in the arithmetic of ``like``, an array or a number of the setting; a float or a ball."""
    if isinstance(like, Tracked):
        value = torch.tensor(math.pi, dtype=torch.float64)
        return Tracked(value, value * UNIT_ROUNDOFF)
    if isinstance(like, Exact):
        return Exact(np.array(exact.pi(like.ring), dtype=object), like.ring)
    if is_number(like) and (own := arithmetic.of(like)) is not None:
        return pi(arithmetic.number(0, own))
    return math.pi


def sum(x: Array, axis: int | tuple[int, ...]) -> Array:
    """Sum over one or several axes, which vanish."""
    return x.sum(axis)


def amax(x: Array, axis: int) -> Array:
    """Largest entry along ``axis``, which vanishes."""
    return x.amax(axis)


def norm(x: Array, axis: int = -1) -> Array:
    """Euclidean norm along ``axis``, which vanishes."""
    squares = sum(x * x, axis)
    # The square of a ball around zero is a ball around zero.
    return sqrt(squares.map(exact.not_negative) if isinstance(squares, Exact) else squares)


def unit(x: Array) -> Array:
    """The vectors of the last axis over their norms, ``x / |x|``; the zero vector has no direction.

    Uniform on the sphere if ``x`` is drawn from :class:`~lemmata.statement.spaces.gaussian`.
    """
    return x / norm(x)[..., None]


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


def stored(values: Any, like: Array) -> Array:
    """Floats taken for the numbers that they store, in the arithmetic of ``like``.

    For numbers that are chosen in floats and for which any others would do: a competitor, a point at
    which something is evaluated, weights that a solver found. It is the author's word that no other
    number is meant: ``stored(1 / 3, x)`` is a number near a third, and what is then decided exactly is
    decided for that number. A number that is meant goes through :func:`constant`.

    Args:
        values: a float, a nested list of floats, or a float tensor.
        like: whose arithmetic and device; a number of the setting will do.
    """
    like = _array_like(like)
    tensor = torch.as_tensor(values, dtype=torch.float64)
    if isinstance(like, Exact):
        # Tables hold few different numbers: each of them is lifted once.
        flat = tensor.reshape(-1).tolist()
        lifted = {v: exact.lift(v, like.ring) for v in set(flat)}
        entries = np.empty(len(flat), dtype=object)
        entries[:] = [lifted[v] for v in flat]
        return Exact(entries.reshape(tuple(tensor.shape)), like.ring)
    if isinstance(like, Tracked):
        return Tracked.of(tensor.to(like.value.device))
    if isinstance(like, Tensor):
        return tensor.to(like.device, like.dtype)
    return tensor


def zeros(shape: Sequence[int], like: Array) -> Array:
    """Zeros of ``shape`` in the arithmetic (and on the device) of ``like``."""
    if isinstance(like, Exact):
        return Exact(np.full(tuple(shape), exact.number(0, like.ring), dtype=object), like.ring)
    return stored(torch.zeros(tuple(shape), dtype=torch.float64), like)


def ones(shape: Sequence[int], like: Array) -> Array:
    """Ones of ``shape`` in the arithmetic of ``like``."""
    if isinstance(like, Exact):
        return Exact(np.full(tuple(shape), exact.number(1, like.ring), dtype=object), like.ring)
    return stored(torch.ones(tuple(shape), dtype=torch.float64), like)


def eye(n: int, like: Array) -> Array:
    """The identity matrix of size ``n`` in the arithmetic of ``like``."""
    if isinstance(like, Exact):
        found = zeros((n, n), like)
        np.fill_diagonal(found.values, exact.number(1, like.ring))
        return found
    return stored(torch.eye(n, dtype=torch.float64), like)


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
    """Numbers that are written down, in the arithmetic of ``like``.

    Args:
        value: a number, a nested list of numbers, or a tensor: whole numbers, fractions
            (``Fraction(1, 3)``, ``Fraction(1, s.n)``), and floats that are plainly meant. What was
            computed from the instance is joined by :func:`stack`, numbers through :func:`as_array`.
        like: whose arithmetic and device; a number of the setting will do.

    Raises:
        FloatSlipped: a float is not plainly meant, where ``like`` is no plain float64; see :func:`stored`.
    """
    like = _array_like(like)
    numbers = value.detach().cpu().numpy() if isinstance(value, Tensor) else np.array(value, object)
    if isinstance(like, Exact):
        return Exact(exact.table(numbers, like.ring), like.ring)
    if isinstance(value, Tensor):
        if isinstance(like, Tracked):
            require_meant(value)
        return stored(value, like)
    if isinstance(like, Tracked):
        parts = [arithmetic.number(n, "tracked") for n in numbers.flat]
        value, error = ([float(getattr(p, name)) for p in parts] for name in ("value", "error"))
        return Tracked(
            *(stored(part, like.value).reshape(numbers.shape) for part in (value, error))
        )
    flat = [float(Fraction(n)) if isinstance(n, int) else float(n) for n in numbers.flat]
    return stored(flat, like).reshape(numbers.shape)


def _array_like(like: Array) -> Array:
    """An array in the arithmetic of a plain number; arrays as they are."""
    if not is_number(like):
        return like
    own = arithmetic.of(like)
    return torch.zeros((), dtype=torch.float64) if own is None else arithmetic.number(0, own)


def as_array(value: Array, like: Array) -> Array:
    """A number, of a setting or written down, as a 0-d array like ``like``; arrays as they are."""
    return value if isinstance(value, Tensor | Tracked | Exact) else constant(value, like)


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
    """The floats of any array or number, for reports and plots.

    Their error bounds are gone: a margin of them is refused.
    """
    if isinstance(x, Tensor):
        return x
    if isinstance(x, Tracked):
        return x.value
    if isinstance(x, Exact):
        flat = [exact.as_float(v) for v in x.values.ravel()]
        return torch.tensor(flat, dtype=torch.float64).reshape(x.values.shape)
    return torch.tensor(float(Fraction(x)) if isinstance(x, int) else float(x), dtype=torch.float64)
