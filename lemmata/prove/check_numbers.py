"""What the numbers of the checker have in common: operators, and refusals where nobody knows the answer.

The check of a claim is evaluated on numbers of the checker's own. They stand for *all* values of a quantity at
once: what asks for one of them is refused, unless all answer alike. A refusal is noted (``asked``), since a
check may catch it and go on another way; what it then computes proves nothing. Each arithmetic says what
``constant``, ``plus``, ``times``, ``inverse``, ``power``, ``larger`` and ``ends`` are (no value lies outside
of these); the rest is here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lemmata.numbers.enclosure import doubt, in_force, refused

End = Any
"""Of an interval: a fraction, or a float that is infinite."""


class Number:
    """All values of a quantity at once; ``box`` is the evaluation that it belongs to."""

    __slots__ = ("box",)
    __hash__ = None  # type: ignore[assignment]
    box: Any

    def _here(self) -> Any:
        """Itself. One that was kept from another evaluation says nothing about this one; a constant does."""
        if self.box is not None and self.box is not in_force():
            raise refused("a number of another evaluation, as of a cache")
        return self

    def _beside(self: Any, other: Any) -> Any:
        """The other operand as such a number; None for what is none."""
        self._here()
        if isinstance(other, int | Fraction):
            return self.constant(Fraction(other))
        return other._here() if type(other) is type(self) else None

    def __add__(self: Any, other: Any) -> Any:
        return NotImplemented if (b := self._beside(other)) is None else self.plus(b)

    def __mul__(self: Any, other: Any) -> Any:
        if other is self:  # one and the same quantity: a square
            return self._here().power(2)
        return NotImplemented if (b := self._beside(other)) is None else self.times(b)

    def __truediv__(self: Any, other: Any) -> Any:
        return NotImplemented if (b := self._beside(other)) is None else self.times(b.inverse())

    def __neg__(self: Any) -> Any:
        return self._here().times(self.constant(Fraction(-1)))

    def __sub__(self: Any, other: Any) -> Any:
        return NotImplemented if (b := self._beside(other)) is None else self.plus(-b)

    def __rsub__(self: Any, other: Any) -> Any:
        return (-self).__add__(other)

    def __rtruediv__(self: Any, other: Any) -> Any:
        return self._here().inverse().__mul__(other)

    def __pow__(self: Any, n: Any) -> Any:
        if not isinstance(n, int):
            raise refused("a power that is no whole number")
        here = self._here()
        return (here if n > 0 else here.inverse()).power(abs(int(n))) if n else here.constant(Fraction(1))

    def __abs__(self: Any) -> Any:
        return self.larger(-self)

    __radd__, __rmul__ = __add__, __mul__

    def _is_below(self: Any, other: Any, *, or_equal: bool) -> bool:
        """Whether all values are below those of another: they answer alike, or there is no answer."""
        if (b := self._beside(other)) is None:
            raise refused("a comparison with what is no exact number")
        low, high = self.plus(-b).ends()
        yes, no = (high <= 0, low > 0) if or_equal else (high < 0, low >= 0)
        if not yes and not no:
            raise refused("a comparison that some values answer by yes and others by no")
        return bool(yes)

    def __lt__(self, other: Any) -> bool:
        return self._is_below(other, or_equal=False)

    def __le__(self, other: Any) -> bool:
        return self._is_below(other, or_equal=True)

    def __gt__(self, other: Any) -> bool:
        return not self <= other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __eq__(self, other: object) -> bool:
        return not (self < other or self > other)

    def __bool__(self) -> bool:
        return self != 0

    def _no_value(self, *_: Any) -> Any:
        raise refused("the value of a quantity is asked for")

    __float__ = __int__ = __index__ = __round__ = __floor__ = __ceil__ = __trunc__ = _no_value

    def __repr__(self) -> str:
        doubt()  # a text of a number tells its value
        return "a quantity"
