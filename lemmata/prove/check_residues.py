"""Identities: functions of variables, each known by its value at a random point modulo a random prime.

What a check computes from variables by ``+ - * /`` is a quotient N / D of polynomials with whole coefficients.
If both sides of an equality are the same at a random point modulo a random prime, they are the same function,
but for a chance that :attr:`Point.error` bounds (Schwartz 1980, Zippel 1979). Prime and point are drawn afresh
at each check, so that neither the maker nor the author can have known them; residues are those of
python-flint.
"""

from __future__ import annotations

import functools
import math
import secrets
from fractions import Fraction
from math import inf
from typing import Any

import flint

from lemmata.numbers.enclosure import Box, in_force
from lemmata.numbers.formal import Formal, Vanishes
from lemmata.prove.check_numbers import Number

_BITS = 256
"""Binary digits of the prime. The maker's have 192."""


@functools.cache
def _field() -> Any:
    """The residues modulo a prime, each of those with so many digits as likely; flint proves that it is one."""
    while True:
        p = flint.fmpz(secrets.randbits(_BITS - 1) | 1 << (_BITS - 1) | 1)
        if p.is_prime():
            return flint.fmpz_mod_ctx(p)


class Point(Box):
    """A random point, and what unknown functions are there.

    Attributes:
        size: at most this are the degrees of N and of D of whatever was met, and the binary digits of the sums
            of the absolute values of their coefficients.
    """

    def __init__(self) -> None:
        super().__init__(Residue)  # type: ignore[arg-type]
        self.field, self.size = _field(), 0
        self.known: dict[tuple[str, int], Any] = {}

    def variable(self) -> Residue:
        """One more variable, of degree 1 and with the coefficient 1."""
        return Residue(self, self.field(secrets.randbelow(1 << (2 * _BITS))), 1)

    def constant(self, value: Any) -> Residue:
        """A rational number."""
        return Residue.constant(Fraction(value))

    def unknown(self, name: str, at: int) -> Residue:
        """A function of which nothing is used: one more variable for each argument."""
        if (name, at) not in self.known:
            self.known[name, at] = self.variable().value
        return Residue(self, self.known[name, at], 1)

    @property
    def error(self) -> float:
        """At most the chance that two functions which differ looked alike here.

        They differ by a quotient whose numerator has size at most 2 size + 1 and is not 0. Either the prime
        divides a coefficient that is not 0: at most (2 size + 1) / 255 primes do, of more than 2^246 that may
        be drawn. Or the point is a zero of it: of a polynomial of degree D at most the share D / p of all
        points is. (A value is drawn from so many numbers that no residue is likelier than 2 / p.) That holds
        of the two sides, and of each two arguments of an unknown function, which would be taken for one.
        """
        most = 2 * self.size + 1
        pairs = 1 + len(self.known) ** 2
        return pairs * (math.ldexp(most / (_BITS - 1), 10 - _BITS) + math.ldexp(2 * most, 1 - _BITS))


class Residue(Number, Formal):
    """N / D at the point; D is not 0 there, since nothing is divided by what is."""

    __slots__ = ("size", "value")

    def __init__(self, point: Point, value: Any, size: int) -> None:
        self.box, self.value, self.size = point, value, size
        point.size = max(point.size, size)

    @property
    def point(self) -> Any:
        return self.box

    @classmethod
    def constant(cls, value: Fraction) -> Residue:
        point: Any = in_force()
        top, bottom = value.numerator, value.denominator
        under = point.field(bottom)
        if under == 0:
            raise Vanishes("a denominator is a multiple of the prime")
        return cls(point, point.field(top) / under, max(top.bit_length(), bottom.bit_length()))

    # Of a/b + c/d = (ad + cb)/(bd) the degrees add up, and so do the digits, but for one more of the sum.
    def plus(self, other: Any) -> Residue:
        return Residue(self.box, self.value + other.value, self.size + other.size + 1)

    def times(self, other: Any) -> Residue:
        return Residue(self.box, self.value * other.value, self.size + other.size)

    def inverse(self) -> Residue:
        if self.value == 0:
            raise Vanishes("a denominator vanishes")
        return Residue(self.box, self.value.inverse(), self.size)

    def power(self, n: int) -> Residue:
        return Residue(self.box, self.value**n, self.size * n)

    def ends(self) -> tuple[float, float]:
        """Any number: all comparisons are refused."""
        return -inf, inf

    # -- other functions: an identity that is true whatever the function is, is true of this one ---------------

    def function(self, name: str) -> Residue:
        return self.box.unknown(name, int(self.value))  # type: ignore[no-any-return]

    def _with_sign(self, name: str) -> tuple[Residue, bool]:
        """A function at that one of x and -x whose residue is even (as one of two that are not 0 is)."""
        negated = int(self.value) % 2 == 1
        return self.box.unknown(name, int(-self.value if negated else self.value)), negated

    def __abs__(self) -> Residue:
        """An even function that is 0 at 0: no more is used."""
        return self._with_sign("absolute value")[0] if self.value != 0 else self

    def sign(self) -> Residue:
        """An odd function."""
        if self.value == 0:
            return self
        found, negated = self._with_sign("sign")
        return -found if negated else found

    def larger(self, other: Any) -> Any:
        """By ``max(x, y) = (x + y + |x - y|) / 2``; relu is the larger of x and 0."""
        return (self + other + abs(self - other)) / 2
