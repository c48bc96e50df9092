"""Enclosures: intervals with rational ends around every value that a quantity takes on a box.

What is computed from enclosures by the operators and by :mod:`lemmata.numbers.arrays` encloses what the same
formula gives at *each* point of the box (Moore 1966). Ends are rational numbers, and exact as long as these are
short, so that a sign which is met with equality at an end of the box (``x y >= 0`` for ``x, y >= 0``) is not
lost to rounding, as it would be in balls. A product of one number with itself is a square.

Nothing is guessed: a comparison that some points of the box answer by yes and others by no is refused, and the
refusal is remembered (:attr:`Box.asked`), since code may catch it.

Here is what the vocabulary asks of an enclosure. Those with which certificates are made carry it out by
:mod:`lemmata.numbers.operators`; those with which they are checked have nothing of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

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
        why: what was refused first, in a few words.
        hypotheses: of the statement: each number that it supposes to be >= 0, and whether > 0.
        ramps: whether the larger of two numbers is a variable of its own where it is not seen which it is.
    """

    kind: type[Enclosure]
    spend: Callable[[int], None] = lambda _: None
    asked: bool = False
    why: str = ""
    hypotheses: tuple[tuple[Any, bool], ...] = ()
    ramps: bool = False

    def refuse(self) -> None:
        """Remembers that something was refused."""
        self.asked = True


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
        box.refuse()


def refused(why: str) -> Undecided:
    """What to raise where the box has no one answer; it is remembered."""
    doubt()
    if (box := _IN_FORCE.get()) is not None:
        box.why = box.why or why
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
    """

    __slots__ = ()
    box: Any

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

    def is_zero(self) -> bool:
        """Whether it is seen at once to be 0: a quotient of polynomials by its numerator, unless it jumps."""
        return bool(getattr(self, "top", 1) == 0 and not getattr(self, "jumps", ()))

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
    def elementary(self, name: str) -> Enclosure:
        """Its sin, cos, tanh or erf."""

    @abstractmethod
    def nonnegative(self) -> Enclosure:
        """Itself, of which it is known that no value is below 0."""
