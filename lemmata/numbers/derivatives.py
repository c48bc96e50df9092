"""Derivatives and gradients of functions of a check, exact where its numbers are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from lemmata.numbers import arrays
from lemmata.numbers.advice import VOCABULARY, NotInVocabulary
from lemmata.numbers.duals import Dual
from lemmata.numbers.instance_arrays import InstanceArray, aligned

_POINTS: ContextVar[list[Any] | None] = ContextVar("where derivatives are taken", default=None)


@contextmanager
def points() -> Iterator[list[Any]]:
    """The points at which derivatives are taken within the block."""
    found: list[Any] = []
    token = _POINTS.set(found)
    try:
        yield found
    finally:
        _POINTS.reset(token)


def derivative(f: Callable[[Any], Any], x: Any, along: Any = None) -> Any:
    """The derivative of ``f`` at ``x``, for a number x; of an array along a direction.

    ``derivative(lambda t: t**3, x)`` is ``3 * x**2``, ``derivative(lambda t: derivative(f, t), x)`` the second
    derivative. With the direction v of an array, ``derivative(f, x, along=v)`` is the Jacobian times v.

    Where the code of f branches, it is the derivative of the side that is taken at x.

    Args:
        f: of an array of one instance, by operators and functions of the vocabulary; of any shape.
        x: a number or an array of one instance, or a number of the setting.
        along: of an array: the direction, an array of the same shape.

    Raises:
        NotInVocabulary: a function with a kink, or one without a rule (of :mod:`lemmata.numbers.linalg`).
        TypeError: an array without a direction.
    """
    at = x if isinstance(x, InstanceArray) else VOCABULARY["constant"]([x])[0]
    if along is None and at.ndim:
        raise TypeError(
            "derivative(f, x) of an array: name the direction, along=v; gradient(f, x) is in all of them"
        )
    if (noted := _POINTS.get()) is not None:
        noted.append(at.raw)
    direction = VOCABULARY["ones_like"](at) if along is None else along
    (value, tangent), shared = aligned(at, direction)
    batch = max(len(value), len(tangent))
    value, tangent = (arrays.broadcast_to(part, (batch, *at.shape)) for part in (value, tangent))
    y = f(InstanceArray(Dual(value, tangent), shared))
    if not isinstance(y, InstanceArray):
        return 0
    raw = y.raw
    own = isinstance(raw, Dual) and raw.level == 1 + getattr(at.raw, "level", 0)
    return InstanceArray(raw.tangent, y.shared) if own else VOCABULARY["zeros_like"](y)


def gradient(f: Callable[[Any], Any], x: Any) -> Any:
    """The gradient of ``f``, which gives one number, at a vector or a matrix ``x``: of the shape of x.

    Raises:
        NotInVocabulary: as :func:`derivative`, or ``f`` gives several numbers.
    """
    flat = x.reshape(x.size)
    one = VOCABULARY["eye"](x.size)
    parts = [derivative(lambda t: f(t.reshape(*x.shape)), flat, along=one[k]) for k in range(x.size)]
    if parts[0].ndim:
        raise NotInVocabulary(
            f"gradient is of a function that gives one number, and this one gives shape {parts[0].shape}: take "
            "the gradient of each of its numbers, or derivative(f, x, along=v)"
        )
    return VOCABULARY["stack"](parts).reshape(*x.shape)
