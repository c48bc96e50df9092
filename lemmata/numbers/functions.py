"""Rational functions, each known by its value at a random point of a prime field.

A real quantity of which nothing but its name is used stands for a variable. What is computed from
variables by ``+ - * /`` is a rational function of them; a :class:`Function` number is its value at one random
point modulo a large prime, with bounds on its degrees and on the size of its coefficients. Two expressions
that are equal as rational functions have equal values; two that differ have different ones but at few
points (Schwartz 1980, Zippel 1979: of a polynomial of degree D at most the share D / p of all points of a
prime field are zeros). So one evaluation decides an identity for *all* real values, up to an error that the
bounds tell. With primes of 192 digits one point is enough.

Any other function (a root, an exponential, a comparison's larger number) is taken as a variable for each
argument: an identity that is true whatever that function is, is true of that function. Of ``relu`` it is
used that ``relu(-x) = relu(x) - x``; absolute values, maxima and signs follow from it.

Numbers without variables stay rational numbers, and are computed with exactly.
"""

from __future__ import annotations

import functools
import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self

from lemmata.numbers.formal import Formal, NotFormal, Vanishes

BITS = 192
"""Of the primes that are drawn."""
_ROUNDS = 64
"""Of the test that a number is prime: one that is not passes with a chance of at most 4^-64."""
_NO_PRIME = BITS * 4.0**-_ROUNDS
"""At most the chance that what was drawn is no prime: of so many odd numbers, or less, one is, on average."""


@dataclass
class Point:
    """A random point of a random prime field; what variables and functions are there.

    Attributes:
        seed: decides the values of the variables.
        prime: of :data:`BITS` binary digits.
        spend: is called at each operation, and may raise what ends it.
        degree, bits: the largest degree and the longest coefficient met, in binary digits.
        asked: whether the value of a variable was asked for: even if the refusal was caught, what
            was computed then rests on it.
        variables: how many there are; values: of functions, by their names and arguments.
    """

    seed: str
    prime: int
    spend: Callable[[], None] = lambda: None
    degree: int = 0
    bits: int = 0
    asked: bool = False
    variables: int = 0
    values: dict[tuple[str, int], int] = field(default_factory=dict)

    def refuse(self) -> None:
        """Remembers that the value of a variable was asked for."""
        self.asked = True

    def variable(self) -> Function:
        """One more variable."""
        self.variables += 1
        return Function(self, _number(self.prime, self.seed, "variable", self.variables), 1, 0, 0, 0)

    def constant(self, value: Any) -> Function:
        """A rational number."""
        found: Function = Function(self, 0, 0, 0, 0, 0) + value
        return found

    def function(self, name: str, x: Function) -> Function:
        """A function of which nothing is known, at an argument: a variable for each argument."""
        key = name, x.value
        if key not in self.values:
            self.values[key] = _number(self.prime, self.seed, name, x.value)
        return Function(self, self.values[key], 1, 0, 0, 0)

    @property
    def error(self) -> float:
        """At most the chance that an identity which is false was not noticed at this point.

        A polynomial that is not zero has a coefficient that is not; of the primes that are drawn (more than
        2^(BITS - 9)) at most bits / (BITS - 1) divide it. Else at most degree / prime points are zeros of it;
        and two different arguments of a function look alike at as many points, for each pair. That the number
        is no prime is unlikelier still. Points that share their prime may each be wrong with this chance.
        """
        pairs = 1 + len(self.values) ** 2
        by_prime = ((2 * self.bits + 1) / (BITS - 1) + 1) * 2.0 ** -(BITS - 9)
        return pairs * (by_prime + 2 * self.degree / self.prime) + _NO_PRIME


class Function(Formal):
    """A rational function: its value at a point, the degrees of its two parts, the sizes of their coefficients.

    Attributes:
        value: modulo the prime of the point.
        top, bottom: at most these are the degrees of numerator and denominator.
        above, below: the sums of the absolute values of their (whole) coefficients are at most 2 to these.
    """

    __slots__ = ("above", "below", "bottom", "point", "top", "value")
    point: Point
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, point: Point, value: int, top: int, bottom: int, above: int, below: int) -> None:
        self.point, self.value = point, value
        self.top, self.bottom, self.above, self.below = top, bottom, above, below
        point.spend()
        point.degree = max(point.degree, top, bottom)
        point.bits = max(point.bits, above, below)

    def _of(self, other: Any) -> Self | None:
        """A rational number as a function; None for what is no number."""
        if isinstance(other, Function):
            if other.point is not self.point:
                raise NotFormal("functions at different points, as of a cache")
            return other  # type: ignore[return-value]
        parts = _parts(other)
        if parts is None:
            return None
        top, bottom = parts
        prime = self.point.prime
        if bottom % prime == 0:
            raise NotFormal("a denominator is a multiple of the prime")
        value = top * pow(bottom, -1, prime) % prime if bottom != 1 else top % prime
        return type(self)(self.point, value, 0, 0, _bits(top), _bits(bottom))

    def __add__(self, other: Any) -> Any:
        if type(other) is Fraction and not other:  # in most sums of products
            return self
        if (b := self._of(other)) is None:
            return NotImplemented
        return Function(
            self.point,
            (self.value + b.value) % self.point.prime,
            max(self.top + b.bottom, b.top + self.bottom),
            self.bottom + b.bottom,
            max(self.above + b.below, b.above + self.below) + 1,
            self.below + b.below,
        )

    __radd__ = __add__

    def __neg__(self) -> Function:
        value = -self.value % self.point.prime
        return Function(self.point, value, self.top, self.bottom, self.above, self.below)

    def __sub__(self, other: Any) -> Any:
        b = self._of(other)
        return NotImplemented if b is None else self + -b

    def __rsub__(self, other: Any) -> Any:
        b = self._of(other)
        return NotImplemented if b is None else b + -self

    def __mul__(self, other: Any) -> Any:
        if type(other) is Fraction and other.denominator == 1 and other.numerator in (0, 1):
            return self if other.numerator else other
        if (b := self._of(other)) is None:
            return NotImplemented
        if not isinstance(other, Function) and not other:
            return other  # the number 0
        return Function(
            self.point,
            self.value * b.value % self.point.prime,
            self.top + b.top,
            self.bottom + b.bottom,
            self.above + b.above,
            self.below + b.below,
        )

    __rmul__ = __mul__

    def inverse(self) -> Function:
        """One over it.

        Raises:
            NotFormal: it vanishes at the point: it is 0, or the point is one of the few where it is.
        """
        if not self.value:
            raise Vanishes("a denominator vanishes")
        value = pow(self.value, -1, self.point.prime)
        return Function(self.point, value, self.bottom, self.top, self.below, self.above)

    def __truediv__(self, other: Any) -> Any:
        if (b := self._of(other)) is None:
            return NotImplemented
        return self * b.inverse()

    def __rtruediv__(self, other: Any) -> Any:
        b = self._of(other)
        return NotImplemented if b is None else b * self.inverse()

    def __pow__(self, power: Any) -> Function:
        if not isinstance(power, int):
            raise NotFormal("a power that is no whole number")
        base = self if power >= 0 else self.inverse()
        n = abs(int(power))
        return Function(
            self.point,
            pow(base.value, n, self.point.prime),
            base.top * n,
            base.bottom * n,
            base.above * n,
            base.below * n,
        )

    # -- functions that are no rational ones ------------------------------------------------------

    def function(self, name: str) -> Function:
        """A function of which nothing is used but its name."""
        return self.point.function(name, self)

    def relu(self) -> Function:
        """``max(x, 0)``: of the two arguments x and -x one is taken as the variable."""
        if self.value <= self.point.prime // 2:
            return self.function("relu") if self.value else self
        negated = -self
        found: Function = negated.function("relu") - negated
        return found

    def __abs__(self) -> Function:
        found: Function = 2 * self.relu() - self
        return found

    def sign(self) -> Function:
        """Its sign, an odd function."""
        if self.value <= self.point.prime // 2:
            return self.function("sign") if self.value else self
        return -(-self).function("sign")

    def larger(self, other: Any) -> Function:
        """The larger of two."""
        found: Function = other + (self - other).relu()
        return found

    # -- what nobody knows of a function ----------------------------------------------------------

    def _unknown(self, *_: Any) -> Any:
        self.point.asked = True
        raise NotFormal("a comparison of variables decides something")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _unknown
    __bool__ = _unknown

    def __repr__(self) -> str:
        self.point.refuse()  # a text of a number tells its value
        return "a function of variables"

    @property
    def vanishes(self) -> bool:
        """Whether it is 0 at the point."""
        return not self.value


def _number(prime: int, *parts: Any) -> int:
    """A number below the prime, by a hash: the same for the same parts."""
    text = "|".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") % prime


def _parts(value: Any) -> tuple[int, int] | None:
    """Numerator and denominator of a rational number; None of anything else."""
    if isinstance(value, int):
        return int(value), 1
    if isinstance(value, Fraction):
        return value.numerator, value.denominator
    return None


def _bits(value: int) -> int:
    """The smallest whole number to which 2 has to be raised to reach the absolute value."""
    return max(abs(value) - 1, 0).bit_length()


@functools.lru_cache(16)
def random_prime(seed: str) -> int:
    """A prime of :data:`BITS` binary digits, each with the same chance."""
    draws = random.Random(f"prime {seed}")
    while True:
        candidate = draws.getrandbits(BITS - 1) | 1 << (BITS - 1) | 1
        if _is_prime(candidate, draws):
            return candidate


def _is_prime(n: int, draws: random.Random) -> bool:
    """The test of Miller and Rabin."""
    if any(n % p == 0 for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)):
        return False
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(_ROUNDS):
        x = pow(draws.randrange(2, n - 1), odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True
