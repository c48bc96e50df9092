"""The methods that arrays of numpy and torch have, for tracked and exact arrays; and advice in place of others.

A method is here if it means the same in numpy and torch, or if torch has it alone: the arrays of a check in
plain float64 are torch's tensors. Any other attribute, and any function of torch or NumPy that is called
directly, raises an error that names what to write.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import partial, wraps
from typing import Any, Self

import numpy as np

from lemmata.numbers.advice import LINALG, VOCABULARY, WHOLE_QUOTIENT, NotInVocabulary, in_place_of
from lemmata.numbers.literals import FloatSlipped, is_meant, require_meant_fraction

REFLECTED = {
    "add": "__radd__",
    "sub": "__rsub__",
    "subtract": "__rsub__",
    "mul": "__rmul__",
    "multiply": "__rmul__",
    "div": "__rtruediv__",
    "divide": "__rtruediv__",
    "truediv": "__rtruediv__",
    "true_divide": "__rtruediv__",
    "matmul": "__rmatmul__",
    "pow": "__rpow__",
    "power": "__rpow__",
    "lt": "__gt__",
    "less": "__gt__",
    "le": "__ge__",
    "less_equal": "__ge__",
    "gt": "__lt__",
    "greater": "__lt__",
    "ge": "__le__",
    "greater_equal": "__le__",
    "eq": "__eq__",
    "equal": "__eq__",
    "ne": "__ne__",
    "not_equal": "__ne__",
}
"""The operators of two arrays, by torch's and NumPy's names, as the right one of the two answers them."""

_BINARY = [f"__{name}__" for name in ("add", "sub", "mul", "truediv", "matmul", "lt", "le", "gt", "ge")]
_FUNCTIONS = (
    *("add", "argmax", "argmin", "cosh", "cumprod", "cumsum", "det", "divide", "exp2", "expm1"),
    *("flip", "log10", "log1p", "log2", "multiply", "prod", "sinh", "subtract", "tan", "tril", "triu"),
)
"""Functions of the vocabulary that torch's tensors have as methods of the same meaning."""
_OPERATIONS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("clone", "contiguous", "cpu", "double"), lambda x: x),
    **dict.fromkeys(("bmm", "matmul", "mm"), operator.matmul),
    **{name: getattr(operator, name) for name in ("ge", "gt", "le", "lt", "mul", "neg", "sub")},
    "div": operator.truediv,
}
"""What torch's tensors have as methods and this vocabulary as operators."""
_NO_FLOAT = (
    "a number of a check is no float, which would have no error bound: write the functions of lemmata.numbers "
    "for those of math (sqrt(x) for math.sqrt(x)); values(x) gives floats for a report"
)
Axes = int | tuple[int, ...]
_Maybe = Axes | None


def one_axis(name: str, axis: Any, dim: Any) -> Any:
    """The axes that a method was given, as ``axis=`` or as torch's ``dim=``.

    Raises:
        TypeError: none, or both.
    """
    if (axis is None) == (dim is None):
        raise TypeError(
            f"{name}() is given one axis or several, as x.{name}(-1): the first axis of what depends on a "
            "prompt counts the instances, so that nothing runs over all axes"
        )
    found = dim if axis is None else axis
    return tuple(found) if isinstance(found, list) else found


def real_power(power: Any) -> Fraction:
    """The power of ``x**power`` as a fraction.

    Raises:
        TypeError: it is no number.
        FloatSlipped: it is a float, or a fraction made of one, that is not plainly meant.
    """
    require_meant_fraction(power)
    if isinstance(power, float | np.floating):
        if not is_meant(power):
            raise FloatSlipped(float(power))
        power = float(power)
    if not isinstance(power, int | float | Fraction):
        raise TypeError(f"a power is a number, got {type(power).__name__}: write exp(y * log(x)) for x**y")
    return Fraction(int(power)) if isinstance(power, int) else Fraction(power)


class Outranking:
    """What other arrays leave operators to: what hides a batch axis, or carries a derivative, by its rank."""

    __slots__ = ()
    rank: int


def yields(operator: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """An operator of arrays whose right operand, if it outranks the left one, is asked first."""

    @wraps(operator)
    def apply(self: Any, other: Any) -> Any:
        above = isinstance(other, Outranking) and other.rank > getattr(self, "rank", 0)
        if above and type(other) is not type(self):
            return NotImplemented
        return operator(self, other)

    return apply


class Methods:
    """What an arithmetic gives its arrays from its operators and few functions of its own."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in _BINARY:
            setattr(cls, name, yields(getattr(cls, name)))

    # What an arithmetic defines itself; each with the axes by place.
    def _sum(self, axis: Axes, keepdims: bool) -> Self:
        raise NotImplementedError

    def _amax(self, axis: Axes, keepdims: bool) -> Self:
        raise NotImplementedError

    def sum(
        self, axis: _Maybe = None, keepdims: bool = False, *, dim: _Maybe = None, keepdim: bool = False
    ) -> Self:
        """Sums over axes."""
        return self._sum(one_axis("sum", axis, dim), keepdims or keepdim)

    def mean(
        self: Any, axis: _Maybe = None, keepdims: bool = False, *, dim: _Maybe = None, keepdim: bool = False
    ) -> Any:
        """Means over axes."""
        axes = one_axis("mean", axis, dim)
        count = 1
        for k in (axes,) if isinstance(axes, int) else axes:
            count *= self.shape[k]
        return self._sum(axes, keepdims or keepdim) / count

    def amax(
        self, axis: _Maybe = None, keepdims: bool = False, *, dim: _Maybe = None, keepdim: bool = False
    ) -> Self:
        """Largest entries along axes."""
        return self._amax(one_axis("amax", axis, dim), keepdims or keepdim)

    def amin(
        self: Any, axis: _Maybe = None, keepdims: bool = False, *, dim: _Maybe = None, keepdim: bool = False
    ) -> Any:
        """Smallest entries along axes."""
        return -((-self)._amax(one_axis("amin", axis, dim), keepdims or keepdim))

    def abs(self: Any) -> Any:
        return abs(self)

    def square(self: Any) -> Any:
        return self**2

    def pow(self: Any, power: Any) -> Any:
        return self**power

    def __pos__(self) -> Self:
        return self

    def _no_float(self) -> Any:
        raise NotInVocabulary(_NO_FLOAT)

    __float__ = __int__ = _no_float

    def _no_whole_quotient(self, _: Any) -> Any:
        raise NotInVocabulary(WHOLE_QUOTIENT)

    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __divmod__ = __rdivmod__ = _no_whole_quotient

    def rsqrt(self: Any) -> Any:
        return 1 / self.sqrt()

    def reciprocal(self: Any) -> Any:
        return 1 / self

    def minimum(self: Any, other: Any) -> Any:
        return -(-self).maximum(-other)

    def clip(self: Any, min: Any = None, max: Any = None) -> Any:
        """Entries below ``min`` become ``min``, those above ``max`` become ``max``."""
        result = self
        if min is not None:
            result = result.maximum(min)
        return result if max is None else result.minimum(max)

    clamp = clip

    def sigmoid(self: Any) -> Any:
        return self.logistic()

    def softmax(self: Any, axis: int | None = None, *, dim: int | None = None) -> Any:
        return VOCABULARY["softmax"](self, one_axis("softmax", axis, dim))

    def dim(self: Any) -> Any:
        return len(self.shape)

    def numel(self: Any) -> Any:
        return int(np.prod(self.shape))

    def transpose(self: Any, *axes: int) -> Any:
        """Two axes exchanged, as torch has it.

        Raises:
            TypeError: not two axes.
        """
        if len(axes) != 2:
            raise TypeError("transpose exchanges two axes, as torch has it: write x.transpose(-1, -2) or x.mT")
        first, second = (k % self.dim() for k in axes)
        low, high = min(first, second), max(first, second)
        if low == high:
            return self
        moved = self.movedim(high, low)
        return moved.movedim(low + 1, high)

    swapaxes = transpose

    def unsqueeze(self: Any, axis: int | None = None, *, dim: int | None = None) -> Any:
        """A new axis of length 1."""
        place = one_axis("unsqueeze", axis, dim) % (self.dim() + 1)
        shape = tuple(self.shape)
        return self.reshape(*shape[:place], 1, *shape[place:])

    def squeeze(self: Any, axis: int | None = None, *, dim: int | None = None) -> Any:
        """An axis of length 1 taken away; one of another length stays, as torch has it."""
        place = one_axis("squeeze", axis, dim) % max(self.dim(), 1)
        shape = tuple(self.shape)
        if shape[place] != 1:
            return self
        return self.reshape(*shape[:place], *shape[place + 1 :])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in _FUNCTIONS:
            return partial(VOCABULARY.get(name) or LINALG[name], self)
        if name in _OPERATIONS:
            return partial(_OPERATIONS[name], self)
        raise NotInVocabulary(in_place_of(f"x.{name}", name))

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return _answer(getattr(func, "__name__", ""), "torch", args)

    def __array__(self: Any, dtype: Any = None, copy: Any = None) -> Any:
        if not self.shape:  # one number of a list
            entry = np.empty((), dtype=object)
            entry[()] = self
            return entry
        raise NotInVocabulary(in_place_of("np.array", "array"))

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return _answer(func.__name__, "np", ())

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return _answer(ufunc.__name__, "np", inputs if method == "__call__" else ())


def _answer(name: str, library: str, arguments: Any) -> Any:
    """An operator between an array of torch or NumPy and one of ours; of anything else, advice.

    Raises:
        NotInVocabulary: it is no operator.
    """
    plain = name.strip("_")
    reflected = REFLECTED.get(plain)
    if reflected is not None and len(arguments) == 2 and not isinstance(arguments[0], Methods):
        result = getattr(arguments[1], reflected)(arguments[0])
        if result is not NotImplemented:
            return result
    raise NotInVocabulary(in_place_of(f"{library}.{plain}", plain))
