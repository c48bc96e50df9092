"""Enclosures: intervals with rational ends around every value that a quantity takes on a box.

What is computed from enclosures by the operators and by :mod:`lemmata.numbers.arrays` encloses what the same
formula gives at *each* point of the box (Moore 1966). Ends are rational numbers, and exact as long as these are
short, so that a sign which is met with equality at an end of the box (``x y >= 0`` for ``x, y >= 0``) is not
lost to rounding, as it would be in balls. A product of one number with itself is a square.

Nothing is guessed: a comparison that some points of the box answer by yes and others by no is refused, and the
refusal is remembered (:attr:`Box.asked`), since code may catch it.

Two classes carry out the arithmetic: :class:`~lemmata.numbers.sloped.Sloped`, with which certificates are made,
and :class:`lemmata.run.recomputed.Recomputed`, with which they are checked again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

End = Any
"""Of an interval: a fraction, or a float that is infinite."""


class Undecided(ArithmeticError):
    """Different points of a box give different answers, or one of them none."""


@dataclass
class Box:
    """One evaluation on a box.

    Attributes:
        kind: the class of its enclosures.
        spend: is called with the work of each operation, and may raise what ends it.
        asked: whether anything was refused: what was computed then rests on what was done about it.
    """

    kind: type[Enclosure]
    spend: Callable[[int], None] = lambda _: None
    asked: bool = False


_IN_FORCE: ContextVar[Box | None] = ContextVar("the box on which enclosures are computed", default=None)


@contextmanager
def on(box: Box) -> Iterator[Box]:
    """Enclosures inside of the block belong to this box."""
    token = _IN_FORCE.set(box)
    try:
        yield box
    finally:
        _IN_FORCE.reset(token)


def in_force() -> Box | None:
    """The box on which enclosures are computed, if they are."""
    return _IN_FORCE.get()


def doubt() -> None:
    """Remembers that something was refused, if enclosures are computed."""
    if (box := _IN_FORCE.get()) is not None:
        box.asked = True


def refused(why: str) -> Undecided:
    """What to raise where the box has no one answer; it is remembered."""
    doubt()
    return Undecided(why)


def enclosed(value: Any) -> Enclosure:
    """A rational number (or an enclosure) as one of the box in force.

    Raises:
        Undecided: no box is.
    """
    box = _IN_FORCE.get()
    if box is None:
        raise Undecided("an enclosure outside of its box")
    if isinstance(value, Enclosure):
        if type(value) is not box.kind or (value.box is not None and value.box is not box):
            raise refused("an enclosure of another evaluation, as of a cache")
        return value
    return box.kind.of(Fraction(value), Fraction(value))


def pi() -> Enclosure:
    """The number pi on the box in force.

    Raises:
        Undecided: there is none.
    """
    box = _IN_FORCE.get()
    if box is None:
        raise Undecided("an enclosure outside of its box")
    return box.kind.pi()


class Enclosure(ABC):
    """All values of a quantity on a box lie in it.

    Attributes:
        box: where; None for a number, which is the same on each.
        apart: whether 0 is none of its values even if it is an end, as of the numbers above 0. Divisions and
            logarithms use it, and nothing else: what is compared is compared on the closed box, so that a
            function which has a value at that end has it by the same steps, and is continuous there.
    """

    __slots__ = ("apart", "box")
    apart: bool
    box: Box | None

    @classmethod
    @abstractmethod
    def of(cls, low: End, high: End, variable: int | None = None) -> Enclosure:
        """A number, or the variable of this index, which runs from ``low`` to ``high``."""

    @classmethod
    @abstractmethod
    def pi(cls) -> Enclosure:
        """The number pi."""

    @abstractmethod
    def ends(self) -> tuple[End, End]:
        """Numbers that are not above, and not below, any of its values."""

    @abstractmethod
    def plus(self, other: Any) -> Enclosure: ...

    @abstractmethod
    def times(self, other: Any) -> Enclosure: ...

    @abstractmethod
    def __neg__(self) -> Enclosure: ...

    @abstractmethod
    def inverse(self) -> Enclosure:
        """One over it; refused where 0 is among its values."""

    @abstractmethod
    def power(self, n: int) -> Enclosure:
        """Its power with a whole exponent above 0."""

    @abstractmethod
    def larger(self, other: Any) -> Enclosure: ...

    @abstractmethod
    def sign(self) -> Enclosure: ...

    @abstractmethod
    def sqrt(self) -> Enclosure: ...

    @abstractmethod
    def exp(self) -> Enclosure: ...

    @abstractmethod
    def log(self) -> Enclosure: ...

    @abstractmethod
    def cos(self) -> Enclosure: ...

    @abstractmethod
    def sin(self) -> Enclosure: ...

    @abstractmethod
    def nonnegative(self) -> Enclosure:
        """Itself, of which it is known that no value is below 0."""

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
        if isinstance(other, Enclosure):
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

    def __abs__(self) -> Enclosure:
        return self.larger(-self)

    def relu(self) -> Enclosure:
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
