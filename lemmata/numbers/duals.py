"""Dual numbers over any arithmetic: a value, and its derivative along one direction.

A :class:`Dual` carries a value and the derivative of that value along one direction (Griewank and Walther,
*Evaluating Derivatives*, chapter 3). Both parts are arrays of the engine, so that a derivative is as exact as
what it is of: rational for rationals, enclosed for balls, bounded for floats, and an identity of derivatives is
decided for all values of its variables. A dual of duals, of a higher ``level``, is a second derivative.

Where a function has a kink (``abs``, ``relu``, the larger of two) it has no derivative, and is refused.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

from torch import Tensor

from lemmata.numbers import arrays
from lemmata.numbers.advice import NotInVocabulary
from lemmata.numbers.methods import Methods, Outranking, real_power

_KINKS = ("abs", "amax", "amin", "clip", "maximum", "minimum", "relu", "sign", "sort")


class Dual(Methods, Outranking):
    """An array with its derivative along a direction.

    Attributes:
        value, tangent: arrays of the engine, of one shape.
        level: 1, and 1 more than that of a dual which the value is.
    """

    __slots__ = ("level", "tangent", "value")
    __array_priority__ = 2000

    def __init__(self, value: Any, tangent: Any) -> None:
        self.value, self.tangent = value, tangent
        self.level: int = 1 + getattr(value, "level", 0)

    @property
    def rank(self) -> int:  # type: ignore[override]
        return self.level

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.value.shape)

    @property
    def ndim(self) -> int:
        return int(self.value.ndim)

    @property
    def mT(self) -> Dual:
        return Dual(self.value.mT, self.tangent.mT)

    def __len__(self) -> int:
        return len(self.value)

    def __repr__(self) -> str:
        return f"Dual({self.value!r}, {self.tangent!r})"

    def _both(self, apply: Callable[[Any], Any]) -> Dual:
        """What moves numbers and computes none, or is linear."""
        return Dual(apply(self.value), apply(self.tangent))

    def _chained(self, value: Any, slope: Any) -> Dual:
        """A function of it, by the chain rule."""
        return Dual(value, slope * self.tangent)

    def __getitem__(self, key: Any) -> Dual:
        return self._both(lambda x: x[key])

    def reshape(self, *shape: Any) -> Dual:
        return self._both(lambda x: x.reshape(*shape))

    def movedim(self, source: int, destination: int) -> Dual:
        return self._both(lambda x: x.movedim(source, destination))

    def broadcast_to(self, shape: Any) -> Dual:
        return self._both(lambda x: x.broadcast_to(shape))

    def _sum(self, axis: Any, keepdims: bool) -> Dual:
        return self._both(lambda x: x.sum(axis, keepdims))

    def _parts(self, other: Any) -> tuple[Any, Any] | None:
        """Value and derivative of the other operand, which a constant does not have; None if it is above."""
        if isinstance(other, Dual):
            if other.level > self.level:
                return None
            if other.level == self.level:
                return other.value, other.tangent
        return other, None

    def __add__(self, other: Any) -> Any:
        if (parts := self._parts(other)) is None:
            return other.__radd__(self)
        value, tangent = parts
        total = self.value + value
        mine = self.tangent if tangent is None else self.tangent + tangent
        return Dual(total, _like(mine, total))

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return self._both(lambda x: -x)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if (parts := self._parts(other)) is None:
            return other.__rmul__(self)
        value, tangent = parts
        mine = self.tangent * value
        return Dual(self.value * value, mine if tangent is None else mine + tangent * self.value)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if (parts := self._parts(other)) is None:
            return other.__rtruediv__(self)
        value, tangent = parts
        quotient = self.value / value
        top = self.tangent if tangent is None else self.tangent - tangent * quotient
        return Dual(quotient, top / value)

    def __rtruediv__(self, other: Any) -> Any:
        quotient = other / self.value
        return Dual(quotient, -(quotient / self.value) * self.tangent)

    def __matmul__(self, other: Any) -> Any:
        if (parts := self._parts(other)) is None:
            return other.__rmatmul__(self)
        value, tangent = parts
        mine = self.tangent @ value
        return Dual(self.value @ value, mine if tangent is None else mine + self.value @ tangent)

    def __rmatmul__(self, other: Any) -> Any:
        return Dual(other @ self.value, other @ self.tangent)

    def __pow__(self, power: Any) -> Dual:
        exponent = real_power(power)
        whole = int(exponent) if exponent.denominator == 1 else exponent
        if whole == 0:
            return self._chained(self.value**0, 0)
        slope = self.value ** (whole - 1) if whole != 1 else 1
        return self._chained(self.value**whole, slope * _number(whole, self.value))

    def __rpow__(self, base: Any) -> Dual:
        value = base**self.value
        return self._chained(value, value * arrays.log(arrays.constant(base, _root(self.value))))

    def sqrt(self) -> Dual:
        root = arrays.sqrt(self.value)
        return Dual(root, self.tangent / (root * 2))

    def exp(self) -> Dual:
        value = arrays.exp(self.value)
        return self._chained(value, value)

    def log(self) -> Dual:
        return Dual(arrays.log(self.value), self.tangent / self.value)

    def sin(self) -> Dual:
        return self._chained(arrays.sin(self.value), arrays.cos(self.value))

    def cos(self) -> Dual:
        return self._chained(arrays.cos(self.value), -arrays.sin(self.value))

    def tanh(self) -> Dual:
        value = arrays.tanh(self.value)
        return self._chained(value, 1 - value * value)

    def erf(self) -> Dual:
        square = arrays.exp(-(self.value * self.value))
        pi = arrays.pi(_root(self.value))
        return self._chained(arrays.erf(self.value), square * 2 / arrays.sqrt(pi))

    def sigmoid(self) -> Dual:
        value = arrays.logistic(self.value)
        return self._chained(value, value * (1 - value))

    logistic = sigmoid

    def softmax(self, axis: int | None = None, *, dim: int | None = None) -> Dual:
        along = dim if axis is None else axis
        share = arrays.softmax(self.value, along if along is not None else -1)
        mean = (share * self.tangent).sum(along, True)
        return Dual(share, share * (self.tangent - mean))

    # A branch is taken by the value: on each side of it the function is another one.
    def __lt__(self, other: Any) -> Any:
        return self.value < _value(other)

    def __le__(self, other: Any) -> Any:
        return self.value <= _value(other)

    def __gt__(self, other: Any) -> Any:
        return self.value > _value(other)

    def __ge__(self, other: Any) -> Any:
        return self.value >= _value(other)

    def __abs__(self) -> Any:
        raise _refused("abs")

    def __getattr__(self, name: str) -> Any:
        if name in _KINKS:
            raise _refused(name)
        return super().__getattr__(name)


def _refused(name: str) -> NotInVocabulary:
    return NotInVocabulary(
        f"{name} has a kink, and no derivative there: write if x > 0: ... for its sides, or where(x > 0, y, z)"
    )


def _value(x: Any) -> Any:
    return x.value if isinstance(x, Dual) else x


def _root(x: Any) -> Any:
    """The array of the engine below all duals."""
    while isinstance(x, Dual):
        x = x.value
    return x


def _number(value: Any, like: Any) -> Any:
    """A power as a factor: fractions as numbers of the arithmetic."""
    return value if isinstance(value, int) else arrays.constant(value, _root(like))


def _like(tangent: Any, value: Any) -> Any:
    """A derivative in the shape of its value."""
    same = tuple(tangent.shape) == tuple(value.shape)
    return tangent if same else arrays.broadcast_to(tangent, tuple(value.shape))


def of_duals(name: str, function: Callable[..., Any], parts: list[Any], named: dict[str, Any]) -> Any:
    """A function of the vocabulary of arrays some of which are duals.

    Raises:
        NotInVocabulary: it has a kink, or no rule.
    """
    if name in _BY_OPERATORS:
        return function(*parts, **named)
    level = max(x.level for x in _within(parts))
    value_of, tangent_of = (functools.partial(_part, level, which) for which in ("value", "tangent"))
    if name in _LINEAR:
        first, last = (1, 3) if name == "where" else (0, 1)  # the rest are conditions, axes and shapes
        before, data, after = parts[:first], parts[first:last], parts[last:]
        value, tangent = (
            function(*before, *map(part, data), *after, **named) for part in (value_of, tangent_of)
        )
        return Dual(value, _like(tangent, value))
    if name == "solve":
        matrix, right = parts
        value = function(value_of(matrix), value_of(right))
        slope = tangent_of(matrix)
        moved = (slope @ value[..., None])[..., 0] if value.ndim < slope.ndim else slope @ value
        return Dual(value, function(value_of(matrix), _like(tangent_of(right) - moved, value)))
    if name == "inv":
        inverse = function(parts[0].value)
        return Dual(inverse, -(inverse @ parts[0].tangent @ inverse))
    if name == "det":
        # It is linear in each row: one determinant a row, also of a matrix that has no inverse.
        matrix, slope = parts[0].value, _like(parts[0].tangent, parts[0].value)
        moved = [
            function(arrays.concat([matrix[..., :i, :], slope[..., i : i + 1, :], matrix[..., i + 1 :, :]], -2))
            for i in range(matrix.shape[-1])
        ]
        return Dual(function(matrix), functools.reduce(operator.add, moved))
    if name in _KINKS or name in ("max", "min", "argmax", "argmin"):
        raise _refused(name)
    raise NotInVocabulary(f"{name} has no rule for derivatives: write it by operators, or state what it solves")


_LINEAR = (
    *("where", "stack", "concat", "moveaxis", "broadcast_to", "trace", "tril", "triu", "diag_embed", "diag"),
    *("cumsum", "flip", "roll", "sum", "mean"),
)
_BY_OPERATORS = (
    *("square", "sqrt", "exp", "log", "sin", "cos", "tanh", "erf", "logistic", "pow", "add", "subtract"),
    *("multiply", "divide", "vecdot", "unit", "norm", "var", "std", "prod", "softmax", "outer", "expm1"),
    *("log1p", "exp2", "sinh", "cosh", "tan", "ones_like", "zeros_like"),
)
"""Functions that are made of operators, or that a dual has as methods."""


def _within(parts: Any) -> list[Dual]:
    found: list[Dual] = []
    for x in parts:
        found += _within(x) if isinstance(x, list | tuple) else [x] if isinstance(x, Dual) else []
    return found


def has_duals(parts: Any) -> bool:
    """Whether there are duals among arrays, or in lists of them."""
    return bool(_within(parts))


def _part(level: int, which: str, x: Any) -> Any:
    """The value, or the derivative, of a dual of this level; of a constant itself, or 0."""
    if isinstance(x, list | tuple):
        return [_part(level, which, part) for part in x]
    if isinstance(x, Dual) and x.level == level:
        return getattr(x, which)
    if which == "value":
        return x
    return arrays.zeros(tuple(x.shape), x) if isinstance(x, Methods | Tensor) else 0
