"""The operators of enclosures with which certificates are made, and what is refused where answers differ."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from typing import Any, Self

from lemmata.numbers.enclosure import Enclosure, End, doubt, enclosed, refused


class Operated(Enclosure):
    """An enclosure with the operators of numbers.

    Attributes:
        apart: whether 0 is none of its values even if it is an end, as of the numbers above 0. Divisions and
            logarithms use it, and nothing else: what is compared is compared on the closed box, so that a
            function which has a value at that end has it by the same steps, and is continuous there.
    """

    __slots__ = ("apart", "box")
    apart: bool

    @abstractmethod
    def plus(self, other: Any) -> Any: ...

    @abstractmethod
    def times(self, other: Any) -> Any: ...

    @abstractmethod
    def __neg__(self) -> Any: ...

    @abstractmethod
    def inverse(self) -> Any:
        """One over it; refused where 0 is among its values."""

    @abstractmethod
    def power(self, n: int) -> Any:
        """Its power with a whole exponent above 0."""

    @property
    def side(self) -> int:
        """1 where all values are above 0, -1 where they are below; else 0."""
        low, high = self.ends()
        if low > 0 or (self.apart and low == 0):
            return 1
        return -1 if high < 0 or (self.apart and high == 0) else 0

    def sided(self, *sides: int) -> Self:
        """It, which is known to lie on the one side of 0 that all of these are, if they are one."""
        self.apart = self.apart or {*sides} in ({1}, {-1})
        return self

    # -- operators ------------------------------------------------------------------------------------

    def _other(self, other: Any) -> Any:
        """The other operand; None for what is no number."""
        enclosed(self)
        if isinstance(other, Operated):
            return enclosed(other)
        return type(self).of(Fraction(other), Fraction(other)) if isinstance(other, int | Fraction) else None

    def __add__(self, other: Any) -> Any:
        return NotImplemented if (b := self._other(other)) is None else self.plus(b)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return NotImplemented if (b := self._other(other)) is None else self.plus(-b)

    def __rsub__(self, other: Any) -> Any:
        return NotImplemented if (b := self._other(other)) is None else b.plus(-self)

    def __mul__(self, other: Any) -> Any:
        if other is self:  # one and the same quantity
            return self.power(2)
        return NotImplemented if (b := self._other(other)) is None else self.times(b)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return NotImplemented if (b := self._other(other)) is None else self.times(b.inverse())

    def __rtruediv__(self, other: Any) -> Any:
        return NotImplemented if (b := self._other(other)) is None else b.times(self.inverse())

    def __pow__(self, power: Any) -> Any:
        if not isinstance(power, int):
            raise refused("a power that is no whole number")
        if power == 0:
            return type(self).of(Fraction(1), Fraction(1))
        return (self if power > 0 else self.inverse()).power(abs(int(power)))

    def __abs__(self) -> Any:
        return self.larger(-self)

    def relu(self) -> Any:
        """``max(x, 0)``."""
        return self.larger(type(self).of(Fraction(0), Fraction(0)))

    # -- comparisons: all points of the box agree, or there is no answer --------------------------------

    def _difference(self, other: Any) -> tuple[End, End]:
        b = self._other(other)
        if b is None:
            raise refused("a comparison with what is no exact number")
        ends: tuple[End, End] = self.plus(-b).ends()
        return ends

    def __lt__(self, other: Any) -> bool:
        low, high = self._difference(other)
        return _answer(high < 0, low >= 0)

    def __le__(self, other: Any) -> bool:
        low, high = self._difference(other)
        return _answer(high <= 0, low > 0)

    def __gt__(self, other: Any) -> bool:
        return not self <= other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __eq__(self, other: object) -> bool:
        low, high = self._difference(other)
        return _answer(low == high == 0, low > 0 or high < 0)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    __hash__ = None  # type: ignore[assignment]

    def _no_number(self, *_: Any) -> Any:
        raise refused("an enclosure is no number")

    __float__ = __int__ = __index__ = __round__ = __floor__ = __ceil__ = __trunc__ = _no_number

    def __repr__(self) -> str:
        doubt()  # a text of a number tells its value
        return "an enclosure"


def _answer(yes: bool, no: bool) -> bool:
    if not yes and not no:
        raise refused("a comparison that holds on a part of the box")
    return yes
