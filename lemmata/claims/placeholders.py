"""Numbers whose values cannot be read: they show what else than the ends of domains depends on them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any


class Depends(BaseException):
    """The value of a real quantity is asked for. No ``except Exception`` hides it."""


class Unread:
    """A real quantity: what is computed from it by operators is one, too, and may be handed on to a domain.

    A comparison, a rounding, a text, an entry or a shape of it raises :class:`Depends`. It passes for a float,
    so that code which looks at types goes the way that it goes with one.
    """

    __class__ = property(lambda _: float)  # what isinstance sees

    def _another(self, *_: Any) -> Unread:
        return type(self)()

    def _asked(self, *_: Any, **__: Any) -> Any:
        raise Depends("the value of a real quantity is asked for")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _another
    __pow__ = __rpow__ = __neg__ = __pos__ = __abs__ = _another
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __hash__ = __bool__ = _asked
    __float__ = __int__ = __index__ = __complex__ = __round__ = __trunc__ = __floor__ = __ceil__ = _asked
    __divmod__ = __rdivmod__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _asked
    __len__ = __iter__ = __getitem__ = __contains__ = __getattr__ = _asked
    __str__ = __repr__ = __format__ = __reduce_ex__ = _asked


class UnreadSize(Unread):
    """A whole number, which passes for one."""

    __class__ = property(lambda _: int)


class Stated(Unread):
    """A real quantity that stands for all of its values: ends of domains are computed from it.

    Attributes:
        number: what stands for them, with operators of its own.
    """

    def __init__(self, number: Any) -> None:
        self.number = number


def _computed(function: Callable[..., Any]) -> Any:
    def method(self: Stated, *others: Any) -> Stated:
        if any(is_unread(v) and not issubclass(type(v), Stated) for v in others):
            raise Depends("a number is computed from one whose value is not known")
        return Stated(function(self.number, *(v.number if is_unread(v) else v for v in others)))

    return method


for _name in ("add", "sub", "mul", "truediv", "pow"):
    _function = getattr(operator, _name)
    setattr(Stated, f"__{_name}__", _computed(_function))
    setattr(Stated, f"__r{_name}__", _computed(lambda a, b, function=_function: function(b, a)))
for _name in ("neg", "pos", "abs"):
    setattr(Stated, f"__{_name}__", _computed(getattr(operator, _name)))


def is_unread(value: Any) -> bool:
    """Whether it is such a number."""
    return issubclass(type(value), Unread)
