"""Arrays of one instance: what a check computes with that is written for one instance, in NumPy's terms.

The engine evaluates a batch of instances at once. An :class:`InstanceArray` holds the batch, whose leading axis
counts the instances, and shows the rest of it alone: ``x @ A @ x``, ``x[0]``, ``A.T``, ``sum(x)`` and
``x[:, None] * x[None, :]`` mean what they mean in NumPy, of each instance by itself. So no code of a check can
mix instances.

What is the same for all instances (an array of the setting, ``eye(n)``) has a batch of one: it is ``shared``.
Numbers of the setting stay plain numbers of the arithmetic in force. Functions over batches, such as a
reference or a network by blocks, are called through :func:`over_batches`, the only bridge: any other array of
floats that meets one of an instance is refused, since its first axis may count instances.
"""

from __future__ import annotations

import builtins
import functools
import inspect
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers.advice import NORMS, VOCABULARY, WHOLE_QUOTIENT, NotInVocabulary, in_place_of, of_one
from lemmata.numbers.arrays import values
from lemmata.numbers.duals import has_duals, of_duals
from lemmata.numbers.methods import REFLECTED, Methods, Outranking

F = TypeVar("F", bound=Callable[..., Any])
_LIKE: ContextVar[Callable[[], Any] | None] = ContextVar(
    "gives an array of the arithmetic in which one instance is evaluated", default=None
)


class DifferentWays(Exception):
    """Some instances of a batch take a branch (``if x[0] > 0``), those of ``taken``, and others do not."""

    def __init__(self, taken: Tensor) -> None:
        super().__init__("a branch that some instances of a batch take, and others do not")
        self.taken = taken


class of_one_instance:  # noqa: N801 - a statement of its own: with of_one_instance(...)
    """Within the block code is written for one instance; what it makes of numbers is as ``like()``.

    None: within the block it is not.
    """

    def __init__(self, like: Callable[[], Any] | None) -> None:
        self.like = like

    def __enter__(self) -> None:
        self.token = _LIKE.set(self.like)

    def __exit__(self, *_: object) -> None:
        _LIKE.reset(self.token)


def is_within_one() -> bool:
    """Whether code is written for one instance here."""
    return _LIKE.get() is not None


def _operation(apply: Callable[[Any, Any], Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """An operator of two arrays, and the same with its operands exchanged."""

    def direct(self: InstanceArray, other: Any) -> InstanceArray:
        a, b, shared = _paired(self, other)
        return InstanceArray(apply(a, b), shared)

    def reflected(self: InstanceArray, other: Any) -> InstanceArray:
        a, b, shared = _paired(self, other)
        return InstanceArray(apply(b, a), shared)

    return direct, reflected


_SLACKS: ContextVar[list[Any] | None] = ContextVar("notes by how much comparisons hold", default=None)


@contextmanager
def supposing_comparisons() -> Iterator[list[Any]]:
    """Within the block all comparisons are taken to hold; notes by how much they do, ``(batch, ...)`` each.

    Of an equality that is never above 0; a comparison of which ``not`` is asked is noted as any other.
    """
    slacks: list[Any] = []
    token = _SLACKS.set(slacks)
    try:
        yield slacks
    finally:
        _SLACKS.reset(token)


def _comparison(apply: Callable[[Any, Any], Any], slack: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """An operator that compares two arrays; ``slack`` is not negative where it holds."""

    def compare(self: InstanceArray, other: Any) -> InstanceArray:
        a, b, shared = _paired(self, other)
        if (slacks := _SLACKS.get()) is not None:
            slacks.append(slack(a, b))
        return InstanceArray(apply(a, b), shared)

    return compare


def _same(a: Any, b: Any) -> Any:
    if isinstance(a, Tensor) and isinstance(b, Tensor | int):
        return a == b
    return (a >= b) & (a <= b)  # decided as these are, or left open


class InstanceArray(Outranking):
    """An array of one instance; of each instance of a batch, as the engine sees it.

    Attributes:
        raw: ``(batch, *shape)``, an array of the engine.
        shared: whether it is the same for all instances, with a batch of one.
    """

    __slots__ = ("raw", "shared")
    rank = 1000
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, raw: Any, shared: bool = False) -> None:
        self.raw, self.shared = raw, shared

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.raw.shape[1:])

    @property
    def ndim(self) -> int:
        return int(self.raw.ndim) - 1

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    @property
    def T(self) -> InstanceArray:  # noqa: N802 - NumPy's name
        """All axes in the opposite order."""
        x = self.raw
        for k in range(2, x.ndim):
            x = x.movedim(k, 1)
        return InstanceArray(x, self.shared)

    @property
    def mT(self) -> InstanceArray:
        """The last two axes exchanged."""
        if self.ndim < 2:
            raise NotInVocabulary("x.mT is of matrices, and x has fewer axes")
        return InstanceArray(self.raw.mT, self.shared)

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError("a number has no length")
        return int(self.raw.shape[1])

    def __iter__(self) -> Iterator[InstanceArray]:
        return (self[k] for k in range(len(self)))

    def __getitem__(self, key: Any) -> InstanceArray:
        if isinstance(key, InstanceArray):
            return self._at(key)
        keys = key if isinstance(key, tuple) else (key,)
        if any(isinstance(k, InstanceArray) for k in keys):
            raise NotInVocabulary("a place that depends on the instance is asked for alone: x[argmax(y)]")
        return InstanceArray(
            self.raw[(slice(None), *map(_forwards, keys, _lengths(keys, self.shape)))], self.shared
        )

    def _at(self, place: InstanceArray) -> InstanceArray:
        """The entries at a place that is another one in each instance, as :func:`argmax` gives it."""
        if isinstance(place.raw, Tensor) and place.raw.dtype == torch.bool:
            raise NotInVocabulary("x[mask] has another length in each instance: write where(mask, x, 0)")
        if place.ndim or not isinstance(place.raw, Tensor):
            raise NotInVocabulary("x[k] with k of an instance takes one whole number, as argmax(y) gives it")
        rows = max(len(self.raw), len(place.raw))
        places = place.raw.expand(rows).tolist()
        instances = [0] * rows if self.shared else list(range(rows))
        return InstanceArray(self.raw[instances, places], self.shared and place.shared)

    __add__, __radd__ = _operation(operator.add)
    __sub__, __rsub__ = _operation(operator.sub)
    __mul__, __rmul__ = _operation(operator.mul)
    __truediv__, __rtruediv__ = _operation(operator.truediv)
    __lt__ = _comparison(operator.lt, lambda a, b: b - a)
    __le__ = _comparison(operator.le, lambda a, b: b - a)
    __gt__ = _comparison(operator.gt, operator.sub)
    __ge__ = _comparison(operator.ge, operator.sub)
    __and__, __rand__ = _operation(operator.and_)
    __or__, __ror__ = _operation(operator.or_)

    __eq__ = _comparison(_same, lambda a, b: -abs(a - b))

    def __ne__(self, other: object) -> Any:
        a, b, shared = _paired(self, other)
        return ~InstanceArray(_same(a, b), shared)

    def __pow__(self, power: Any) -> InstanceArray:
        return VOCABULARY["pow"](self, power)  # type: ignore[no-any-return]

    def __rpow__(self, base: Any) -> InstanceArray:
        return InstanceArray(base**self.raw, self.shared)

    def __neg__(self) -> InstanceArray:
        return InstanceArray(-self.raw, self.shared)

    def __pos__(self) -> InstanceArray:
        return self

    def __invert__(self) -> InstanceArray:
        return InstanceArray(~self.raw, self.shared)

    def __abs__(self) -> InstanceArray:
        return InstanceArray(abs(self.raw), self.shared)

    def __matmul__(self, other: Any) -> Any:
        return _product(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        return _product(other, self)

    def __bool__(self) -> bool:
        """The answer of all instances, one and the same.

        Raises:
            DifferentWays: they have different ones; the engine evaluates both ways apart.
            NotInVocabulary: it is of several numbers an instance.
        """
        if _SLACKS.get() is not None:
            return True
        if self.ndim:
            raise NotInVocabulary(
                "of several numbers there is no one answer: write where(x > 0, y, z), maximum(x, 0), or & and "
                "| between comparisons"
            )
        taken = self.raw if isinstance(self.raw, Tensor) else values(self.raw) != 0
        taken = taken.bool()
        if bool(taken.all()) or not bool(taken.any()):
            return bool(taken.all())
        raise DifferentWays(taken)

    def _no_float(self, *_: Any, **__: Any) -> Any:
        raise NotInVocabulary(
            "a number of an instance is no float: write the functions of lemmata.numbers for those of math and "
            "NumPy (sqrt(x) for math.sqrt(x), stack([x[0], 1]) for np.array([x[0], 1]))"
        )

    def _not_whole(self, *_: Any) -> Any:
        raise NotInVocabulary(WHOLE_QUOTIENT)

    __float__ = __int__ = __index__ = __array__ = _no_float
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __round__ = __floor__ = __ceil__ = _not_whole

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise NotInVocabulary(
            "an array is no function: an ingredient that is a function of quantities, by name, is what it "
            "gives. Where the check is to call it, annotate the parameter as a Callable[[Array], Array]"
        )

    def reshape(self, *shape: Any) -> InstanceArray:
        """The same entries in another shape."""
        shape = tuple(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else shape
        return InstanceArray(self.raw.reshape(self.raw.shape[0], *shape), self.shared)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in _METHODS:
            return functools.partial(VOCABULARY[name], self)
        raise NotInVocabulary(of_one(in_place_of(f"x.{name}", name)))

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """A tensor on the left of an operator, or a function of torch, which does not know instances."""
        return cls._reflected(getattr(func, "__name__", "").strip("_"), "torch", args)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        """The same of NumPy, whose operators are functions."""
        return self._reflected(ufunc.__name__, "np", inputs if method == "__call__" else ())

    @classmethod
    def _reflected(cls, name: str, library: str, arguments: Any) -> Any:
        mine = [isinstance(one, cls) for one in arguments]
        if mine == [False, True] and name in REFLECTED:
            return getattr(arguments[1], REFLECTED[name])(arguments[0])
        raise NotInVocabulary(of_one(in_place_of(f"{library}.{name}", name)))

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        raise NotInVocabulary(of_one(in_place_of(f"np.{func.__name__}", func.__name__)))

    def __setitem__(self, key: Any, value: Any) -> None:
        raise NotInVocabulary(
            "arrays of a check do not change: write where(mask, y, x) or concat([y, x[1:]]) for x[0] = y"
        )

    def __repr__(self) -> str:
        return f"InstanceArray({self.raw!r})"


_METHODS = (
    *("abs", "argmax", "argmin", "clip", "cumprod", "cumsum", "exp", "log", "max", "mean", "min", "prod"),
    *("relu", "sign", "sort", "sqrt", "square", "std", "sum", "trace", "var"),
)
"""Functions of the vocabulary that NumPy's arrays have as methods, or torch's."""
_FOREIGN = (
    "an array that is not of one instance meets one that is: its first axis may count the instances. Write "
    "constant([...]) for numbers that are written down, eye(n) for np.eye(n), and over_batches(f)(x) for a "
    "function f over batches"
)


# -- the batch behind it -------------------------------------------------------------------------------


def is_array(x: Any) -> bool:
    """Whether it is an array of the engine, of no single instance."""
    return isinstance(x, Tensor | Methods)


def _grown(raw: Any, ndim: int) -> Any:
    """A batch of arrays with as many axes as ``ndim`` wants, new ones behind the axis of the batch."""
    missing = ndim + 1 - raw.ndim
    return raw[(slice(None), *(None,) * missing)] if missing > 0 else raw


def _plain(x: Any) -> Any:
    """An operand beside arrays of an instance: a number as it is, truth values and places with a batch of one.

    Raises:
        NotInVocabulary: it is an array of floats, whose first axis may count instances.
    """
    if isinstance(x, np.ndarray):
        x = torch.as_tensor(x)
    if not is_array(x) or not x.ndim:
        return x
    if isinstance(x, Tensor) and not x.is_floating_point():
        return x[None]
    raise NotInVocabulary(_FOREIGN)


def aligned(*parts: Any) -> tuple[list[Any], bool]:
    """Batches of all operands, whose trailing axes align, and whether they are the same for all instances."""
    raws = [x.raw if type(x) is InstanceArray else _plain(x) for x in parts]
    ndim = max((x.ndim - 1 for x in raws if is_array(x) and x.ndim), default=0)
    return (
        [_grown(x, ndim) if is_array(x) and x.ndim else x for x in raws],
        all(x.shared for x in parts if type(x) is InstanceArray),
    )


def of_parts(x: Any) -> Any:
    """A list of arrays of an instance as one array; anything else as it is."""
    return VOCABULARY["stack"](x) if isinstance(x, list | tuple) and _of_instance(x) else x


def _paired(x: InstanceArray, other: Any) -> tuple[Any, Any, bool]:
    """As :func:`aligned`, of two: the operators' own, since most of the time is spent here."""
    a: Any = x.raw
    b: Any
    if type(other) is InstanceArray:
        b = other.raw
        if a.ndim != b.ndim:
            ndim = max(a.ndim, b.ndim) - 1
            a, b = _grown(a, ndim), _grown(b, ndim)
        return a, b, x.shared and other.shared
    # Of floats a fraction is its float; bounds and exact numbers take it as it is.
    b = float(other) if type(other) is Fraction and isinstance(a, Tensor) else _plain(other)
    if getattr(b, "ndim", 0):
        ndim = max(a.ndim, b.ndim) - 1
        a, b = _grown(a, ndim), _grown(b, ndim)
    return a, b, x.shared


def _product(a: Any, b: Any) -> InstanceArray:
    """``a @ b`` of vectors and matrices."""
    if not (getattr(a, "ndim", 0) and getattr(b, "ndim", 0)):
        raise NotInVocabulary("x @ y is of vectors and matrices: write x * y for a number times an array")
    p, q = a.ndim, b.ndim
    x, y = (z.raw if type(z) is InstanceArray else _plain(z) for z in (a, b))
    shared = all(z.shared for z in (a, b) if type(z) is InstanceArray)
    if p == 1 and q == 1:
        return InstanceArray((x * y).sum(-1), shared)
    x = x[..., None, :] if p == 1 else x
    y = y[..., None] if q == 1 else y
    ndim = max(x.ndim, y.ndim) - 1
    z = _grown(x, ndim) @ _grown(y, ndim)
    return InstanceArray(z[..., 0, :] if p == 1 else z[..., 0] if q == 1 else z, shared)


def _lengths(keys: tuple[Any, ...], shape: tuple[int, ...]) -> list[int]:
    """The length of the axis that each key is of, as far as it matters: of steps backwards."""
    if not any(isinstance(k, slice) and (k.step or 1) < 0 for k in keys):
        return [0] * len(keys)
    lengths, left = [], list(shape)
    for n, k in enumerate(keys):
        if k is Ellipsis:
            left = left[len(left) - sum(key is not None for key in keys[n + 1 :]) :]
        lengths.append(left.pop(0) if k is not None and k is not Ellipsis else 0)
    return lengths


def _forwards(key: Any, length: int) -> Any:
    """A key of an axis; steps backwards, which torch does not have, as a list of places."""
    return list(range(length))[key] if isinstance(key, slice) and (key.step or 1) < 0 else key


def _wrapped(result: Any, shared: bool) -> Any:
    """What a function gave for a batch, of one instance."""
    if isinstance(result, tuple | list):
        return type(result)(_wrapped(part, shared) for part in result)
    return InstanceArray(result, shared) if is_array(result) and result.ndim else result


# -- functions of the vocabulary -----------------------------------------------------------------------


def _axes(axis: Any, ndim: int) -> Any:
    """Axes of an instance, counted from the last one; all if none is named.

    Raises:
        IndexError: there is no such axis.
    """
    if axis is None:
        return tuple(range(-ndim, 0))
    several = tuple(axis) if isinstance(axis, tuple | list) else (axis,)
    for k in several:
        if not -ndim <= k < ndim:
            larger = "; the larger of two numbers is maximum(x, y)" if not ndim else ""
            raise IndexError(f"axis {k} of an array with {ndim} axes{larger}")
    found = tuple(k - ndim if k >= 0 else k for k in several)
    return found if isinstance(axis, tuple | list) else found[0]


def _entrywise(function: Callable[..., Any], *parts: Any, **named: Any) -> Any:
    if len(parts) == 1 and not named:
        (x,) = parts
        return _wrapped(function(x.raw), x.shared)
    raws, shared = aligned(*parts, *named.values())
    rest = dict(zip(named, raws[len(parts) :], strict=True))
    return _wrapped(function(*raws[: len(parts)], **rest), shared)


def _of_matrices(function: Callable[..., Any], *parts: Any) -> Any:
    raws = [x.raw if type(x) is InstanceArray else _plain(x) for x in parts]
    return _wrapped(function(*raws), all(x.shared for x in parts if type(x) is InstanceArray))


def _reduced(function: Callable[..., Any], x: Any, axis: Any = None, *more: Any, **named: Any) -> Any:
    axes = _axes(axis, x.ndim)
    if axes == ():  # one number, whose sum, mean or largest entry it is
        return abs(x) if function.__name__ == "norm" else x
    return InstanceArray(function(x.raw, axes, *more, **named), x.shared)


def _norm(function: Callable[..., Any], x: Any, *order: Any, axis: Any = None) -> Any:
    """An axis is named: by place NumPy has the order of the norm."""
    if order:
        raise NotInVocabulary(f"norm(x, {order[0]}) is no norm of that order: write {of_one(NORMS)}")
    return _reduced(function, x, axis)


def _along(function: Callable[..., Any], x: Any, axis: int | None = None, *more: Any, **named: Any) -> Any:
    """Along one axis, named where there are several: NumPy's functions differ in which they take."""
    if axis is None and x.ndim > 1 and function.__name__ not in ("softmax", "sort"):
        raise TypeError(f"{function.__name__}(x) of {x.ndim} axes: name the one that is meant, as axis=0")
    return InstanceArray(function(x.raw, _axes(-1 if axis is None else axis, x.ndim), *more, **named), x.shared)


def _roll(function: Callable[..., Any], x: Any, shift: int, axis: int | None = None) -> Any:
    return _along(lambda raw, axis: function(raw, shift, axis), x, -1 if axis is None and x.ndim == 1 else axis)


def _prod(function: Callable[..., Any], x: Any, axis: int | None = None, *more: Any, **named: Any) -> Any:
    return _along(function, x.reshape(x.size) if axis is None else x, axis, *more, **named)


def _joined(function: Callable[..., Any], parts: Sequence[Any], axis: int = 0) -> Any:
    made = VOCABULARY["constant"]
    raws, shared = aligned(
        *(of_parts(x) if _of_instance(x) or not isinstance(x, list) else made(x) for x in parts)
    )
    ndim = max(x.ndim - 1 if is_array(x) and x.ndim else 0 for x in raws) + (function.__name__ == "stack")
    return InstanceArray(function(raws, axis - max(ndim, 1) if axis >= 0 else axis), shared)


def _einsum(function: Callable[..., Any], formula: str, *parts: Any) -> Any:
    sources, arrow, target = formula.replace(" ", "").partition("->")
    letters = ",".join(f"...{k.replace('...', '')}" for k in sources.split(","))
    whole = f"{letters}->...{target.replace('...', '')}" if arrow else letters
    return _of_matrices(functools.partial(function, whole), *parts)


def _moved(function: Callable[..., Any], x: Any, source: int, destination: int) -> Any:
    return InstanceArray(function(x.raw, *(_axes(k, x.ndim) for k in (source, destination))), x.shared)


def _broadcast(function: Callable[..., Any], x: Any, shape: Sequence[int]) -> Any:
    raw = _grown(x.raw, len(shape))
    return InstanceArray(function(raw, (raw.shape[0], *shape)), x.shared)


def _rotation(_: Callable[..., Any], tilt: Any) -> Any:
    matrix = VOCABULARY["eye"](tilt.shape[-1] + 1)
    for row in tilt:
        v = VOCABULARY["concat"]([1, row])
        matrix = matrix - VOCABULARY["outer"](matrix @ v, v) * 2 / (v @ v)
    return matrix


def _diag(_: Callable[..., Any], x: Any) -> Any:
    if x.ndim == 1:
        return VOCABULARY["diag_embed"](x)
    n = min(x.shape)
    return InstanceArray(x.raw[:, list(range(n)), list(range(n))], x.shared)


_NAMES: list[tuple[Callable[..., Any], str]] = [
    (
        _entrywise,
        """abs relu square sign sqrt exp log sin cos tanh erf logistic log1p expm1 exp2 log2 log10 sinh cosh tan
        xlogy pow clip maximum minimum where add subtract multiply divide vecdot unit trace tril triu diag_embed
        values ones_like zeros_like full_like full as_array""",
    ),
    (_of_matrices, "outer solve det inv eigvalsh svdvals qr"),
    (_reduced, "sum mean max min var std"),
    (_norm, "norm"),
    (_prod, "prod"),
    (_along, "softmax sort argmax argmin cumsum cumprod flip"),
    (_roll, "roll"),
    (_joined, "stack concat"),
    (_einsum, "einsum"),
    (_moved, "moveaxis"),
    (_broadcast, "broadcast_to"),
    (_rotation, "rotation"),
    (_diag, "diag"),
    (lambda _, x, y: _product(x, y), "matmul"),
]
_KINDS = {name: kind for kind, names in _NAMES for name in names.split()}
"""How each function of the vocabulary is applied to arrays of one instance."""
_MADE = frozenset(["zeros", "ones", "eye", "constant", "stored", "pi"])
"""Functions that make arrays of numbers, in the arithmetic of ``like``."""

_OF_PYTHON = frozenset(["max", "min", "sum"])
"""Functions that Python has, too: of plain numbers they are Python's."""


def per_instance(function: F) -> F:
    """A function of the vocabulary that takes arrays of one instance, too, with the axes that NumPy has."""
    name = function.__name__
    kind, names = _KINDS.get(name), tuple(inspect.signature(function).parameters)

    @functools.wraps(function)
    def over_raws(*raws: Any, **options: Any) -> Any:
        """The function, or its derivative where that is asked for."""
        if has_duals(raws):
            return of_duals(name, function, list(raws), options)
        return function(*raws, **options)

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        like = _LIKE.get()
        if name in _MADE:
            return function(*arguments, **named) if like is None else _made(function, like, *arguments, **named)
        if like is not None and name in _OF_PYTHON and arguments and type(arguments[0]) is not InstanceArray:
            if isinstance(arguments[0], Iterator | range):
                arguments = (list(arguments[0]), *arguments[1:])
            if not any(map(_of_instance, arguments)) and not any(is_array(x) and x.ndim for x in arguments):
                return getattr(builtins, name)(*arguments, **named)
        if kind is not None and (
            (arguments and type(arguments[0]) is InstanceArray)
            or any(map(_of_instance, (*arguments, *named.values())))
        ):
            for key in names[len(arguments) :] if named else ():  # by place, as kinds take them: det(A=A)
                if not _of_instance(named.get(key)):
                    break
                arguments = (*arguments, named.pop(key))
            if kind is not _joined and arguments and type(arguments[0]) in (list, tuple):
                arguments = (of_parts(arguments[0]), *arguments[1:])
            return kind(over_raws, *arguments, **named)
        if like is not None and kind is _joined and len(arguments) == 1 and not named:
            arguments = (*arguments, 0)  # of numbers of the setting alone
        result = function(*arguments, **named)
        if like is None or any(is_array(x) and x.ndim for x in arguments):
            return result
        if isinstance(result, Tensor) and isinstance(data := like(), Tensor):
            result = result.to(data.device)
        return _wrapped_constant(result)  # of numbers alone: no axis of it counts instances

    return call  # type: ignore[return-value]  # it has the arguments of the function


def _of_instance(x: Any) -> bool:
    return type(x) is InstanceArray or (
        type(x) in (list, tuple) and any(type(part) is InstanceArray for part in x)
    )


def _made(function: Callable[..., Any], like: Any, *arguments: Any, **named: Any) -> Any:
    given = inspect.signature(function).bind_partial(*arguments, **named).arguments
    like = given.pop("like") if "like" in given else like()
    return _wrapped_constant(function(**given, like=like.raw if type(like) is InstanceArray else like))


def _wrapped_constant(result: Any) -> Any:
    return InstanceArray(result[None], True) if is_array(result) and result.ndim else result


def over_batches(function: Callable[..., Any], given: Sequence[str] = ()) -> Callable[..., Any]:
    """A function of arrays with a leading batch axis, such as a reference, to be called for one instance.

    What is no array of an instance is passed as it is. Arrays that it returns have the batch axis first.

    Args:
        function: of batches.
        given: its arguments without a batch axis, which are called by name: a covariance, say, that is given.
    """

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        common = {name: _common(name, named.pop(name)) for name in given if name in named}
        every = [x for x in (*arguments, *named.values()) if type(x) is InstanceArray]
        if not every and _LIKE.get() is None:  # within another bridge
            return function(*arguments, **named, **common)
        batch = max((x.raw.shape[0] for x in every), default=1)

        def whole(x: Any) -> Any:
            if type(x) is not InstanceArray:
                return x
            return x.raw if len(x.raw) == batch else x.raw.broadcast_to((batch, *x.raw.shape[1:]))

        token = _LIKE.set(None)
        try:
            result = function(*map(whole, arguments), **{name: whole(x) for name, x in named.items()}, **common)
        finally:
            _LIKE.reset(token)
        # Of numbers alone: what it gives has no axis of a batch.
        return _wrapped(result, all(x.shared for x in every)) if every else _wrapped_constant(result)

    return call


def _common(name: str, x: Any) -> Any:
    """An array that all instances share, without the axis of their batch.

    Raises:
        NotInVocabulary: it is another one in each instance.
    """
    if type(x) is not InstanceArray:
        return x
    if not x.shared:
        raise NotInVocabulary(f"over_batches(..., given=[{name!r}]): {name} depends on the data of an instance")
    return x.raw[0]
