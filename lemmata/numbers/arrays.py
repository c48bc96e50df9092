"""The small array vocabulary in which checks, recursions and constructions are written.

One body of code runs over four kinds of numbers, decided by what it is given:

- ``torch.Tensor`` (float64 unless stated): the fast batches of the hunt, on any device;
- :class:`~lemmata.numbers.running_error.Tracked`: float64 with a rigorous running error bound;
- :class:`~lemmata.numbers.exact.Exact` rationals: equality with no tolerance;
- :class:`~lemmata.numbers.exact.Exact` balls: certain signs where roots or logarithms occur.

Use the operators ``+ - * / @ **``, comparisons, indexing, ``.mT``, ``.shape``, and the functions here, of
:mod:`lemmata.numbers.choices`, :mod:`lemmata.numbers.products` and :mod:`lemmata.numbers.linalg`; all are
imported from ``lemmata.numbers``. Their names are those of the Python array API standard. Methods of arrays
that NumPy and torch have (``x.abs()``, ``x.sum(dim=-1)``, ``x.clamp(min=0)``) do the same where they are
unambiguous; every other one, and a function of torch or NumPy called on such an array, raises an error that
names what to write.

The numbers of a setting are lifted with it, its whole numbers too: ``sqrt(s.n)``, ``s.n / 3`` and
``log(s.d / s.delta)`` are floats, tracked numbers or balls, as the run demands; so is ``sqrt(2)``. Numbers
stand beside arrays everywhere, also in :func:`stack` and :func:`concat` and in margins. A float that
comes from elsewhere has no error bound. It is accepted as a literal that is plainly meant (``0.5``) and
refused otherwise: write ``x / 3`` for a third of x, ``x * 3 / 10`` for ``0.3 * x``. A ``Fraction`` is
accepted by :func:`constant`, as an ingredient, and as a side of a margin; times an array it is not, since
torch has no fractions.
"""

from __future__ import annotations

import builtins
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers import arithmetic, enclosure, exact, formal
from lemmata.numbers.advice import NORMS, spelled
from lemmata.numbers.exact import Exact, is_number
from lemmata.numbers.guards import only_refuses
from lemmata.numbers.literals import as_stored, require_meant
from lemmata.numbers.methods import Methods
from lemmata.numbers.running_error import UNIT_ROUNDOFF, Tracked

Array = Any
"""A ``torch.Tensor``, a :class:`Tracked` or an :class:`Exact`; a plain number wherever an array is wanted.

These three have the operators, indexing, ``shape``, ``ndim``, ``mT`` and the methods that are named like the
functions here (:mod:`lemmata.numbers.methods`), which is all the dispatch there is.
"""


Number: TypeAlias = Any
Vector: TypeAlias = Any
Matrix: TypeAlias = Any
"""What a quantity of a check is, for its reader: an array of one instance, or a number of the setting."""
Measured: TypeAlias = Mapping[str, Any]
"""All that an experiment measured, by name: of one replicate in a check, of all of them in a figure."""
Axis = Any
"""An axis, a whole number, or a tuple of several where a function takes them.

Arrays of one instance can do without (:mod:`lemmata.numbers.instance_arrays`), those over batches cannot.
"""


def relu(x: Array) -> Array:
    """``max(x, 0)`` entrywise."""
    return x.relu() if _is_array(x) else builtins.max(x, 0)


def abs(x: Array) -> Array:
    """``|x|`` entrywise."""
    return builtins.abs(x)


def square(x: Array) -> Array:
    """``x * x`` entrywise."""
    return x**2


def pow(x: Array, power: Any) -> Array:
    """``x**power`` entrywise, for a whole number, a ``Fraction`` or a float that is plainly meant.

    Powers that are not whole want ``x >= 0``; of rationals they are exact where they are rational.
    """
    if isinstance(x, Tensor) and not isinstance(power, int):
        power = float(power)
    return x**power


def clip(x: Array, low: Array | None = None, high: Array | None = None) -> Array:
    """Entries below ``low`` become ``low``, those above ``high`` become ``high``; None: no such end."""
    x = x if low is None else maximum(x, low)
    return x if high is None else minimum(x, high)


def maximum(x: Array, y: Array) -> Array:
    """The larger of ``x`` and ``y`` entrywise."""
    if not (_is_array(x) or _is_array(y)):
        return builtins.max(x, y)
    x, y = alike(x, y)
    return x.maximum(y)


def minimum(x: Array, y: Array) -> Array:
    """The smaller of ``x`` and ``y`` entrywise."""
    return -maximum(-x, -y)


def where(mask: Array, x: Array, y: Array) -> Array:
    """``x`` where ``mask`` holds, ``y`` elsewhere, entrywise.

    Args:
        mask: truth values, as of ``x > 0``, or of sizes and positions (a list, a NumPy array or a tensor),
            as ``torch.arange(n) < k``. A comparison that an error bound or a ball leaves open raises
            :class:`~lemmata.numbers.exact.NotExact`, and the engine goes on to exact arithmetic; :func:`sign`,
            :func:`maximum` and :func:`clip` never do. Masks of ``values(x)`` are floats' opinion: avoid them.
        x: an array or a number; all three broadcast.
        y: likewise.
    """
    x, y = alike(x, y)
    condition = torch.as_tensor(mask, dtype=torch.bool)
    if isinstance(x, Exact):
        return Exact(np.where(condition.cpu().numpy(), x.values, y.values), x.ring)
    if isinstance(x, Tracked):
        condition = condition.to(x.value.device)
        value, error = (torch.where(condition, a, b) for a, b in zip(x.parts, y.parts, strict=True))
        return Tracked(value, error)
    return torch.where(condition.to(x.device), x, y)


def sign(x: Array) -> Array:
    """-1, 0 or 1 entrywise."""
    return x.sign() if _is_array(x) else (x > 0) - (x < 0)


def sqrt(x: Array) -> Array:
    """Square root entrywise; a root that is not rational is a float with an error bound, or a ball."""
    return _elementary(x, "sqrt")


def exp(x: Array) -> Array:
    """Exponential entrywise; a float or a ball, unless x is 0."""
    return _elementary(x, "exp")


def log(x: Array) -> Array:
    """Natural logarithm entrywise; a float or a ball, unless x is 1."""
    return _elementary(x, "log")


def sin(x: Array) -> Array:
    """Sine entrywise; a float or a ball, unless x is 0."""
    return _elementary(x, "sin")


def cos(x: Array) -> Array:
    """Cosine entrywise; a float or a ball, unless x is 0."""
    return _elementary(x, "cos")


def tanh(x: Array) -> Array:
    """Hyperbolic tangent entrywise; a float or a ball, unless x is 0."""
    return _elementary(x, "tanh")


def erf(x: Array) -> Array:
    """The error function entrywise; a float or a ball, unless x is 0."""
    return _elementary(x, "erf")


def logistic(x: Array) -> Array:
    """``1 / (1 + exp(-x))`` entrywise; a float or a ball, unless x is 0."""
    return x.sigmoid() if _is_array(x) else 1 / (exp(-x) + 1)


@spelled
def softmax(x: Array, axis: int = -1) -> Array:
    """``exp(x_i) / sum_j exp(x_j)`` along ``axis``; floats or balls, unless all entries are equal."""
    if not isinstance(x, Tracked | Exact):
        return x.softmax(axis)
    # The softmax does not change if one number is taken from all entries: which one is free.
    if isinstance(x, Tracked):
        x = x - Tracked.of(x.value.amax(axis, keepdim=True))
    elif x.ring == "rational":
        x = x - x.amax(axis, keepdims=True)
    powers = exp(x)
    return powers / powers.sum(axis, keepdims=True)


def _elementary(x: Array, name: str) -> Array:
    if _is_array(x):
        return getattr(x, name)()
    if (kind := arithmetic.of(x)) is not None:
        return getattr(arithmetic.number(x, kind), name)()
    try:
        return getattr(math, name)(x)
    except OverflowError:
        return math.inf  # as tensors have it


@spelled
def pi(like: Array = None) -> Array:
    """The number pi in the arithmetic of ``like``, an array or a number of the setting; a float or a ball."""
    if is_number(like) and (kind := arithmetic.of(like)) is not None:
        like = arithmetic.number(0, kind)
    if isinstance(like, Tracked):
        value = torch.tensor(math.pi, dtype=torch.float64)
        return Tracked(value, value * UNIT_ROUNDOFF)
    if isinstance(like, Exact):
        return Exact(np.array(exact.pi(like.ring), dtype=object), like.ring)
    return math.pi


@spelled
def sum(x: Array, axis: Axis = None, keepdims: bool = False) -> Array:
    """Sum over one or several axes.

    The axes are gone afterwards, ``(..., n)`` becomes ``(...)`` for axis -1; ``keepdims`` leaves them with
    length 1, here and below.
    """
    return x.sum(axis, keepdims)


@spelled
def mean(x: Array, axis: Axis = None, keepdims: bool = False) -> Array:
    """Mean over one or several axes."""
    return x.mean(axis, keepdims)


@spelled
def max(x: Array, axis: Axis = None, keepdims: bool = False) -> Array:
    """Largest entry along ``axis``.

    Of two arrays, entry by entry: :func:`maximum`.
    """
    _require_axis("max", x, axis)
    return x.amax(axis, keepdims)


@spelled
def min(x: Array, axis: Axis = None, keepdims: bool = False) -> Array:
    """Smallest entry along ``axis``."""
    _require_axis("min", x, axis)
    return x.amin(axis, keepdims)


def _require_axis(name: str, x: Array, axis: Any) -> None:
    if not _is_array(x) or not isinstance(axis, int | tuple | list):
        raise TypeError(
            f"{name}(x, axis) is of one array along an axis: write {name}imum(x, y) for two arrays or numbers, "
            f"and {name}(stack(parts, -1), -1) for several"
        )


def matmul(x: Array, y: Array) -> Array:
    """``x @ y``: products of matrices ``(..., m, k)`` and ``(..., k, n)``."""
    return x @ y


@spelled
def norm(x: Array, axis: int | tuple[int, ...] = -1) -> Array:
    """Euclidean norm along ``axis``; along both axes of matrices that of Frobenius.

    The axes are gone afterwards: ``(..., n)`` becomes ``(...)`` for axis -1.

    Args:
        x: vectors or matrices.
        axis: one that is counted from the last, or several: ``norm(x, 1)`` would be read as the l1 norm.

    Raises:
        NotExact: rationals with an irrational norm.
        TypeError: the axis looks like the order of a norm.
    """
    if _is_order(axis):
        raise TypeError(
            f"norm(x, {axis!r}) is no norm of that order: write {NORMS}; an axis is counted from the last"
        )
    squares = sum(x * x, axis)
    if isinstance(x, Exact) and x.ring == "enclosure" and _is_of_one(x, axis):
        return sum(abs(x), axis)  # of one entry each, whose square polynomials with roots do not show as one
    # The square of a ball around zero is a ball around zero.
    return sqrt(squares.map(exact.not_negative) if isinstance(squares, Exact) else squares)


def unit(x: Array) -> Array:
    """The vectors ``(..., n)`` of the last axis over their norms, ``(..., n)``.

    Uniform on the sphere if ``x`` is drawn from :class:`~lemmata.claims.space.gaussian`.

    Raises:
        NotExact: rationals with an irrational norm.
        ZeroDivisionError: a zero vector of rationals has no direction (floats and balls give NaN).
    """
    return x / norm(x)[..., None]


def _is_of_one(x: Exact, axis: int | tuple[int, ...]) -> bool:
    """Whether there is one entry along axes, besides zeros where absolute values are variables of their own."""
    box = enclosure.in_force()
    by_entry = np.frompyfunc(lambda v: 0 if box and box.ramps and v.is_zero() else 1, 1, 1)(x.values)
    return bool(np.all(np.sum(by_entry, axis) <= 1))


def _is_order(axis: Any) -> bool:
    """Whether an axis looks like the order of a norm, as NumPy and torch have it there."""
    return not isinstance(axis, tuple | list) and not (isinstance(axis, int) and axis < 0)


@spelled
def concat(parts: Sequence[Array], axis: Axis = None) -> Array:
    """Arrays joined along an existing ``axis``; a number is one entry along it.

    The other axes broadcast: ``concat([y, 0], -1)`` appends a column of zeros.
    """
    arrays = alike(*parts)
    ndim = builtins.max([1, *(x.ndim for x in arrays)])
    arrays = tuple(x if x.ndim else x.reshape(*(1,) * ndim) for x in arrays)
    along = axis % ndim
    others = {(*x.shape[:along], 1, *x.shape[along + 1 :]) for x in arrays}
    if len(others) > 1:
        common = np.broadcast_shapes(*others)
        shapes = [(*common[:along], x.shape[along], *common[along + 1 :]) for x in arrays]
        arrays = tuple(broadcast_to(x, s) for x, s in zip(arrays, shapes, strict=True))
    return _joined(arrays, axis, torch.cat, np.concatenate)


@spelled
def stack(parts: Sequence[Array], axis: Axis = None) -> Array:
    """Arrays and numbers, which broadcast, joined along a new ``axis``."""
    arrays = alike(*parts)
    shapes = {tuple(x.shape) for x in arrays}
    if len(shapes) > 1:
        common = np.broadcast_shapes(*shapes)
        arrays = tuple(broadcast_to(x, common) for x in arrays)
    return _joined(arrays, axis, torch.stack, np.stack)


def _joined(
    arrays: Sequence[Array], axis: int, floats: Callable[..., Tensor], entries: Callable[..., Any]
) -> Array:
    first = arrays[0]
    if isinstance(first, Exact):
        return Exact(entries([x.values for x in arrays], axis), first.ring)
    if isinstance(first, Tracked):
        return Tracked(*(floats(part, axis) for part in zip(*(x.parts for x in arrays), strict=True)))
    return floats(arrays, axis)


def alike(*parts: Array) -> tuple[Array, ...]:
    """Arrays and numbers as arrays of one arithmetic, that of the richest among them.

    Balls are richer than rationals, these than tracked numbers, these than tensors. Where there are numbers
    alone, it is the arithmetic in force.

    Raises:
        FloatSlipped: a float that is not plainly meant meets exact or tracked numbers.
    """
    kinds = {type(x) for x in parts}
    if len(kinds) == 1 and kinds <= {Tensor, Tracked}:
        return parts
    exacts = [x for x in parts if isinstance(x, Exact)]
    richer: list[Array] = sorted(exacts, key=lambda x: x.ring)  # ball, rational
    richer += [x for x in parts if isinstance(x, Tracked)]
    richer += [x for x in parts if isinstance(x, Tensor)]
    numbers = (x for x in parts if arithmetic.of(x) is not None)
    like = richer[0] if richer else next(numbers, 0)
    return tuple(_in_arithmetic_of(like, x) for x in parts)


def _in_arithmetic_of(like: Array, x: Array) -> Array:
    if isinstance(like, Exact):
        if not isinstance(x, Exact):
            return Exact(like.entries(x), like.ring)
        return x if x.ring == like.ring else x.in_ring(like.ring)
    if isinstance(like, Tracked):
        return like.operand(x)
    if isinstance(x, Tensor):
        return x
    if isinstance(like, Tensor):
        dtype = like.dtype if like.is_floating_point() else torch.float64
        return torch.tensor(_as_float(x), dtype=dtype, device=like.device)
    return constant(x, like)


def _is_array(x: Any) -> bool:
    return isinstance(x, Tensor | Methods)


@spelled
def stored(values: Any, like: Array = None) -> Array:
    """Floats taken for the numbers that they store, in the arithmetic of ``like``.

    For numbers that are chosen in floats and for which any others would do: a competitor, a point at
    which something is evaluated, weights that a solver found. It is the author's word that no other
    number is meant: ``stored(1 / 3, x)`` is a number near a third, and what is then decided exactly is
    decided for that number. A number that is meant goes through :func:`constant`.

    Args:
        values: a float, a nested list of floats, or a float tensor; fractions that are meant digit by digit.
        like: whose arithmetic and device; a number of the setting will do.
    """
    like = _array_like(like)
    if isinstance(values, Fraction | list | tuple) and _holds_fractions(values):
        with as_stored():
            return constant(values, like)
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


def _holds_fractions(values: Any) -> bool:
    return any(isinstance(value, Fraction) for value in np.array(values, object).flat)


@spelled
def zeros(shape: int | Sequence[int], like: Array = None) -> Array:
    """Zeros of ``shape`` in the arithmetic (and on the device) of ``like``."""
    return _filled(shape, 0, like)


@spelled
def ones(shape: int | Sequence[int], like: Array = None) -> Array:
    """Ones of ``shape`` in the arithmetic of ``like``."""
    return _filled(shape, 1, like)


def _filled(shape: int | Sequence[int], number: int, like: Array) -> Array:
    shape = (shape,) if isinstance(shape, int) else shape
    if isinstance(like, Exact):
        return Exact(np.full(tuple(shape), exact.number(number, like.ring), dtype=object), like.ring)
    if isinstance(like, Tensor):
        return torch.full(tuple(shape), number, dtype=like.dtype, device=like.device)
    return stored(torch.full(tuple(shape), number, dtype=torch.float64), like)


@spelled
def full(value: Array, like: Array) -> Array:
    """``value``, a number or an array that broadcasts, in the shape and arithmetic of ``like``."""
    value, like = alike(value, like)
    return broadcast_to(value, like.shape)


@spelled
def eye(n: int, like: Array = None) -> Array:
    """The identity matrix ``(n, n)`` in the arithmetic of ``like``."""
    if isinstance(like, Exact):
        identity = zeros((n, n), like)
        np.fill_diagonal(identity.values, exact.number(1, like.ring))
        return identity
    return stored(torch.eye(n, dtype=torch.float64), like)


def moveaxis(x: Array, source: int, destination: int) -> Array:
    """``x`` with one axis moved to another place: ``(a, b, c)`` becomes ``(b, c, a)`` for 0 to -1."""
    return x.movedim(source, destination)


def broadcast_to(x: Array, shape: Sequence[int]) -> Array:
    """``x`` repeated along new or single axes up to ``shape``; no entry is computed anew."""
    return x.broadcast_to(tuple(shape))


@spelled
def constant(value: Any, like: Array = None) -> Array:
    """Numbers that are written down, in the arithmetic of ``like``.

    Args:
        value: a number, a nested list of numbers, or a tensor: whole numbers, fractions
            (``Fraction(1, 3)``, ``Fraction(1, s.n)``), numbers of the setting, and floats that are plainly
            meant. What was computed from the instance is joined by :func:`stack`, numbers through
            :func:`as_array`.
        like: whose arithmetic and device; a number of the setting will do.

    Raises:
        FloatSlipped: a float is not plainly meant, where ``like`` is no plain float64; see :func:`stored`.
    """
    like = _array_like(like)
    if isinstance(like, Tensor) and is_number(value):
        return torch.tensor(_as_float(value), dtype=like.dtype, device=like.device)
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
        return Tracked(*(stored(part, like.value).reshape(numbers.shape) for part in (value, error)))
    return stored([_as_float(n) for n in numbers.flat], like).reshape(numbers.shape)


def _as_float(number: Any) -> float:
    """Its nearest float; a whole number of a setting gives it only as a plain one."""
    return float(int(number)) if isinstance(number, int) else float(number)


def _array_like(like: Array) -> Array:
    """An array in the arithmetic of a plain number; arrays as they are."""
    if _is_array(like) or not is_number(like):
        return like
    kind = arithmetic.of(like)
    return torch.zeros((), dtype=torch.float64) if kind is None else arithmetic.number(0, kind)


def as_array(value: Array, like: Array) -> Array:
    """A number, of a setting or written down, as a 0-d array like ``like``; arrays as they are."""
    return value if _is_array(value) else constant(value, like)


def diag_embed(x: Array) -> Array:
    """Vectors ``(..., d)`` as diagonal matrices ``(..., d, d)``."""
    return x[..., :, None] * eye(x.shape[-1], x)


def rotation(tilt: Array) -> Array:
    """An orthogonal ``(d, d)`` matrix: reflections along ``(1, row)`` for the rows of ``tilt``.

    It is rational if ``tilt`` is, and changes nothing but signs at ``tilt = 0``.

    Args:
        tilt: ``(reflections, d - 1)``.
    """
    matrix = eye(tilt.shape[-1] + 1, tilt)
    for row in tilt:
        v = concat([ones((1,), row), row], 0)
        matrix = matrix - (matrix @ v[:, None]) * v[None, :] * 2 / sum(v * v, 0)
    return matrix


def trace(x: Array) -> Array:
    """Traces ``(...)`` of matrices ``(..., d, d)``."""
    return sum(x * eye(x.shape[-1], x), (-2, -1))


def has_values(x: Array) -> bool:
    """Whether there are floats of an array or a number: a function of variables, or an enclosure, has none.

    For what refuses values that it cannot take: of variables nobody can say. A function that does more about
    the answer than to raise goes another way than with numbers, and where a certificate is made nothing is
    proved by it.
    """
    found = not (isinstance(x, Exact) and x.ring in ("formal", "enclosure"))
    if not found and not only_refuses(sys._getframe(1).f_code):
        formal.doubt()
        enclosure.doubt()
    return found


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
    return torch.tensor(_as_float(x), dtype=torch.float64)
