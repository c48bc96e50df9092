"""Numbers of which nobody knows the value, as of variables: what the vocabulary asks of them.

A real quantity of which nothing but its name is used stands for a variable. What is computed from variables by
``+ - * /`` is a rational function of them; any other function (a root, an exponential, a comparison's larger
number) is taken as one more variable for each argument. Whoever computes with such numbers derives a class
from :class:`Formal`: certificates are made with :class:`lemmata.numbers.functions.Function`, and checked with
another class. Numbers without variables stay rational numbers, and are computed with exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any

from lemmata.numbers.enclosure import Enclosure


class NotFormal(ArithmeticError):
    """The value of an expression of variables is asked for, or a denominator vanishes at the point."""


class Vanishes(NotFormal):
    """A denominator is 0, for all values of the variables but with the chance of an error."""


class NoEquality(NotFormal):
    """An inequality of variables: no identity decides it.

    Attributes:
        sides: its two sides, as arrays of one shape.
    """

    def __init__(self, why: str, *sides: Any) -> None:
        super().__init__(why)
        self.sides = sides


class Formal:
    """A number whose value is not known.

    Classes of such numbers have the operators of numbers, ``function(name)`` of which nothing is used but its
    name, ``larger(other)``, ``sign()`` and, as ``point``, where they are evaluated. Whatever asks for a value
    is refused, and noted there (``point.asked``).
    """

    __slots__ = ()
    point: Any

    def function(self, name: str) -> Any:
        raise NotImplementedError

    def larger(self, other: Any) -> Any:
        raise NotImplementedError

    def sign(self) -> Any:
        raise NotImplementedError


def is_zero(value: Any) -> bool:
    """Whether a number is 0; a function of variables, or an enclosure, is not known to be."""
    return not isinstance(value, Formal | Enclosure) and bool(value == 0)


def plus(a: Any, b: Any) -> Any:
    """Their sum: most of what is added up is the number 0, which costs nothing here."""
    if type(a) is Fraction and not a:
        return b
    return a if type(b) is Fraction and not b else a + b


def times(a: Any, b: Any) -> Any:
    """Their product, as :func:`plus`."""
    if type(a) is Fraction and not a:
        return a
    return b if type(b) is Fraction and not b else a * b


_AT: ContextVar[Any] = ContextVar("the point at which functions are evaluated", default=None)


@contextmanager
def at(point: Any) -> Iterator[Any]:
    """Functions of numbers that are not rational (the root of 2) are variables of this point."""
    token = _AT.set(point)
    try:
        yield point
    finally:
        _AT.reset(token)


def is_in_force() -> bool:
    """Whether functions are evaluated at a point."""
    return _AT.get() is not None


def doubt() -> None:
    """Remembers that something was asked which has no answer, if functions are evaluated at a point."""
    if (point := _AT.get()) is not None:
        point.refuse()


def of_number(name: str, value: Any) -> Formal | None:
    """A function at a rational number, where its value is none, as the root of 2; None without a point."""
    point = _AT.get()
    if point is None:
        return None
    found: Formal = point.constant(value).function(name)
    return found
