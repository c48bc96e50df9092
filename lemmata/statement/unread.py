"""Numbers whose values cannot be read: they show what else than the ends of domains depends on them."""

from __future__ import annotations

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


def is_unread(value: Any) -> bool:
    """Whether it is such a number."""
    return issubclass(type(value), Unread)
