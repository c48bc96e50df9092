"""Signs: quotients of polynomials in positive variables, where a polynomial without minus signs is positive.

On a part each number of a setting and its prompt is a quotient of polynomials in variables that are positive,
or *free* (any real number). What a check computes by ``+ - * /`` is such a quotient. All is said of inner
points, where no variable is 0; they lie dense in the space, and what is continuous there is not negative on
its borders if it is not inside. So nothing is divided by what may be 0 anywhere in the space, borders
included, and of a sign, the one function that jumps, it is noted where it may (:attr:`Quotient.jumps`).
Polynomials are those of python-flint.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product as product_of
from math import comb, inf, isinf, isqrt, prod
from typing import Any

import flint

from lemmata.numbers.enclosure import Box, Enclosure, in_force, refused
from lemmata.prove.check_numbers import End, Number
from lemmata.prove.check_space import NotConfirmed, Range, Sides

MOST_VARIABLES, MOST_QUANTITIES = 26, 18
"""One letter each. Those up to r are numbers of the space, and s begins a word of a tree."""
_MOST_DEGREE = 2**9
_MOST_TERMS, _MOST_DIGITS, _LONGEST_TEXT = 2**16, 2**14, 2**13
"""Of a polynomial, of its coefficients, and of one in a certificate: a file that asks for more is refused."""
_DEPTH = 3
"""Of products and quadratic forms, one within the other."""
_CONTEXT = flint.fmpq_mpoly_ctx.get([chr(ord("a") + i) for i in range(MOST_VARIABLES)], "lex")
VARIABLES = _CONTEXT.gens()
_POWER = r"[a-z](?:\^[0-9]{1,2})?"
_MONOMIAL = rf"(?:[0-9]{{1,100}}(?:/[1-9][0-9]{{0,99}})?|{_POWER})(?:\*{_POWER})*"
_POLYNOMIAL = re.compile(rf"[+-]?{_MONOMIAL}(?:[+-]{_MONOMIAL})*")
_CUT = re.compile(r"([a-r]):([^|]+)\|([^|]+)")
Polynomial = Any
Pair = tuple[Polynomial, Polynomial]
"""Numerator and denominator."""


@dataclass
class Part(Box):
    """A part of the space.

    Attributes:
        values: the numbers of a setting and its prompt.
        free: the variables that may have either sign.
        nonzero: the variables that are 0 at no point of the space,
        finite: and those that are infinite at none. Where the space is cut there is such a point.
        joined: what ``where=`` says of the space: numerators and denominators of what is not below 0 there, and
            whether it is above 0. The statement is one of the points at which it is: these make up a part of
            the space that is open in it, so that its inner points lie dense there, too.
    """

    values: tuple[Pair, ...] = ()
    free: frozenset[int] = field(default_factory=frozenset)
    nonzero: frozenset[int] = field(default_factory=frozenset)
    finite: frozenset[int] = field(default_factory=frozenset)
    joined: tuple[tuple[Polynomial, Polynomial, bool], ...] = ()

    def is_positive(self, p: Polynomial) -> bool:
        """Whether it is a sum of monomials with positive coefficients, in which free variables are squared."""
        return all(c > 0 and not any(powers[i] % 2 for i in self.free) for powers, c in p.terms())

    def is_nowhere_negative(self, p: Polynomial, depth: int = _DEPTH) -> bool:
        """Whether one of three reasons says so: a False says nothing."""
        if self.is_positive(p):  # 0 is a sum of no monomials
            return True
        if not depth:
            return False
        # A y^2 + B y + C >= 0 for all y, if A, C >= 0 and 4 A C >= B^2.
        for i in (i for i, degree in enumerate(p.degrees()) if degree == 2):
            c, b, a = (coefficient(p, i, k) for k in range(3))
            if all(self.is_nowhere_negative(q, depth - 1) for q in (a, c, 4 * a * c - b * b)):
                return True
        # A product of squares and of factors each of one sign has the product of these signs.
        unit, factors = p.factor()
        if len(factors) == 1 and factors[0][1] == 1:
            return False  # it is its own factor
        negative = unit < 0
        for q, times in factors:
            if times % 2 and not self.is_nowhere_negative(q, depth - 1):
                if not self.is_nowhere_negative(-q, depth - 1):
                    return False
                negative = not negative
        return not negative

    def further(self, name: str, of: Quotient) -> Quotient:
        """A function of a quotient that is none itself."""
        raise refused(f"the function {name}, which is no quotient of polynomials")

    def positive_part(self, of: Quotient) -> Quotient:
        """The larger of 0 and a quotient that has either sign."""
        raise refused("the larger of two")

    def reduced(self, top: Polynomial, bottom: Polynomial) -> Pair:
        """The same quotient without common factors, as far as its denominator remains seen to be positive."""
        if len(top) + len(bottom) > _MOST_TERMS or any(
            c.height_bits() > _MOST_DIGITS for p in (top, bottom) for c in p.coeffs()
        ):
            raise refused("a polynomial of many terms, or of long coefficients")
        divisor = bottom if top.is_zero() else top.gcd(bottom)
        for part in (divisor, -divisor):
            if self.is_positive(rest := bottom / part):
                top, bottom = top / part, rest
                break
        unit = bottom.leading_coefficient()
        if not self.is_positive(bottom / unit):
            raise refused("a denominator that is no sum of what is positive")
        return top / unit, bottom / unit

    def halves(self, word: str) -> list[Part]:
        """The two parts of a cut ``y:B|A`` along y, at B / A.

        B and A are polynomials in the other variables. What is positive lies above B / A, then it is ``B / A +
        z`` with a positive z; or below, then it is ``(B / A) z / (1 + z)``, if B / A is positive. A free y is
        ``(B + z) / A`` or ``(B - z) / A``, whatever B is. Where it *is* B / A nothing lies but a border.

        Raises:
            NotConfirmed: it is no such cut, or something may be left out.
        """
        match = _CUT.fullmatch(word)
        if match is None:
            raise NotConfirmed("a cut is none")
        i, b, a = ord(match[1]) - ord("a"), parsed(match[2]), parsed(match[3])
        positive = [a] if i in self.free else [a, b]
        if (
            a.degrees()[i] > 0
            or b.degrees()[i] > 0
            or any(
                p.is_zero() or not self.is_positive(p) or any(p.degrees()[k] for k in self.free)
                for p in positive
            )
        ):
            raise NotConfirmed("a cut may leave something out")
        y = VARIABLES[i]
        above, below = ((b + y, a), (b - y, a)) if i in self.free else ((b + a * y, a), (b * y, a + a * y))
        others = self.free - {i}, self.nonzero - {i}, self.finite - {i}
        left = replace(self, free=others[0], nonzero=others[1], finite=others[2], joined=(), asked=False)
        return [
            replace(left, values=tuple(left.reduced(*_substituted(pair, i, to)) for pair in self.values))
            for to in (above, below)
        ]


def whole(sides: Sides, ranges: list[Range], shares: list[range]) -> Part:
    """The whole space: each number, between its ends, by a variable of its own.

    Those of a simplex are variables over their sum: they are not negative, their sum is 1, and all such numbers
    are among them (over their own sum, which is 1).
    """
    free, values, one = set(), [], rational(Fraction(1))
    for i, ((low, high), y) in enumerate(zip(sides, VARIABLES, strict=False)):
        if isinf(low) and isinf(high):
            free.add(i)
            values.append((y, one))
        elif isinf(low) or isinf(high):
            values.append((rational(low) + y if isinf(high) else rational(high) - y, one))
        else:  # a + (b - a) y / (1 + y) lies between a and b
            values.append((rational(low) + rational(high) * y, one + y))
    for row in shares:
        total = sum((VARIABLES[i] for i in row), rational(Fraction(0)))
        values[row.start : row.stop] = [(VARIABLES[i], total) if len(row) > 1 else (one, one) for i in row]
    # A number of a simplex is its own variable: whatever ends are stated, it may be 0.
    nonzero, finite = set(), {i for row in shares for i in row}
    for i, ((low, high), r) in enumerate(zip(sides, ranges, strict=True)):
        above, below = low < r.low or r.open_low, r.high < high or r.open_high  # an end is none of its values
        if isinf(low) or isinf(high):
            finite.add(i)
            above = False if isinf(low) and isinf(high) else below if isinf(low) else above
        elif below:  # it is b where y is infinite
            finite.add(i)
        if above:
            nonzero.add(i)
    return Part(
        Quotient,
        values=tuple(values),
        free=frozenset(free),
        nonzero=frozenset(nonzero).difference(*shares),
        finite=frozenset(finite),
    )


class Quotient(Number, Enclosure):
    """A quotient of polynomials, whose denominator is positive at all inner points.

    Attributes:
        jumps: quotients whose sign it was multiplied with, and which may be 0 somewhere in the space.
        apart: whether it is 0 nowhere in the space, borders included.
        has_root: whether a root may be taken of it, which is said not to be negative: nothing else rests on it.
    """

    __slots__ = ("_apart", "_ends", "bottom", "has_root", "jumps", "top")

    def __init__(
        self, pair: Pair, jumps: tuple[Quotient, ...] = (), *, apart: bool | Callable[[], bool] = False
    ) -> None:
        self.top, self.bottom = _part().reduced(*pair)
        self.box, self.jumps, self.has_root = in_force(), jumps, False
        self._apart = apart  # found out where it is asked for: of most numbers it never is
        self._ends: tuple[End, End] | None = None

    @classmethod
    def of(cls, low: End, high: End, variable: int | None = None, apart: bool = False) -> Quotient:
        if variable is None or low == high:
            return cls.constant(Fraction(low))
        return cls(_part().values[variable], apart=apart)

    @classmethod
    def constant(cls, value: Fraction) -> Quotient:
        return cls((rational(value), rational(Fraction(1))))

    @classmethod
    def pi(cls) -> Quotient:
        raise refused("pi is no quotient of polynomials")

    @property
    def apart(self) -> bool:
        if callable(self._apart):
            self._apart = self._apart()
        return self._apart

    def ends(self) -> tuple[End, End]:
        if self.jumps:
            raise refused("a sign that may be another one somewhere")
        if self._ends is None:
            low, high = self._ratios()
            if low < 0 < high and _part().is_nowhere_negative(self.top):
                low = Fraction(0)
            elif low < 0 < high and _part().is_nowhere_negative(-self.top):
                high = Fraction(0)
            self._ends = low, high
        return self._ends

    def _ratios(self) -> tuple[End, End]:
        """It is a mean of ratios of coefficients, weighted with the monomials below, and lies between these."""
        tops, bottoms = dict(self.top.terms()), dict(self.bottom.terms())
        if not tops:
            return Fraction(0), Fraction(0)
        ratios = [_fraction(tops.get(powers, 0) / c) for powers, c in bottoms.items()]
        low, high = min(ratios), max(ratios)
        # A monomial above that has none below may be as large as it likes; a free one of an odd power as
        # small, too.
        odd = any(powers[i] % 2 for powers in tops for i in _part().free)
        alone = [c for powers, c in tops.items() if powers not in bottoms]
        return -inf if odd or any(c < 0 for c in alone) else low, inf if odd or any(
            c > 0 for c in alone
        ) else high

    @property
    def side(self) -> int:
        """1 where it is above 0 everywhere in the space, borders included, -1 where it is below, else 0."""
        low, high = self.ends()
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        if low == high or (low < 0 < high):
            return 0
        sign = 1 if low == 0 else -1
        return sign if self._is_apart(sign) or self.apart or self._is_supposed_apart(sign) else 0

    def _is_apart(self, sign: int) -> bool:
        """Whether a monomial above is 0 nowhere in the space, and those below are finite."""
        above, part = sign * self.top, _part()
        return (
            part.is_positive(above)
            and self._is_bottom_finite()
            and any(_are_among(part.nonzero, powers) for powers in above.monoms())
        )

    def _is_bottom_finite(self) -> bool:
        return all(_are_among(_part().finite, powers) for powers in self.bottom.monoms())

    def _is_supposed_apart(self, sign: int) -> bool:
        """Whether it, or its square, is at least a positive multiple of what ``where=`` says to be above 0.

        At inner points that is seen from coefficients; both are continuous, so it is so at all points at which
        the statement says something. Where the denominator is finite at each of these, it is enough to look at
        the numerator: near such a point that is at least a positive number, and so is the quotient.
        """
        below = rational(Fraction(1)) if self._is_bottom_finite() else self.bottom
        for (top, bottom, strict), n in product_of(_part().joined, (1, 2)):
            whole = product(raised(sign * self.top, n), bottom)
            terms, part = dict(whole.terms()), product(top, raised(below, n))
            share = min((terms.get(powers, 0) / c for powers, c in part.terms() if c > 0), default=0)
            if strict and share > 0 and _part().is_positive(whole - part * share):
                return True
        return False

    def plus(self, other: Any) -> Quotient:
        top, bottom = self.top + other.top, self.bottom
        if self.bottom != other.bottom:
            top = product(self.top, other.bottom) + product(other.top, self.bottom)
            bottom = product(self.bottom, other.bottom)
        jumps = *self.jumps, *other.jumps

        def apart() -> bool:
            # Neither is on the other side of 0, so that nothing cancels, and one of them is apart from it.
            side = 0 if jumps else self.side or other.side
            return side != 0 and min(end * side for one in (self, other) for end in one.ends()) >= 0

        return Quotient((top, bottom), jumps, apart=apart)

    def times(self, other: Any) -> Quotient:
        left = [f for one, by in ((self, other), (other, self)) for f in one.jumps if not by._vanishes_with(f)]
        pair = product(self.top, other.top), product(self.bottom, other.bottom)

        def apart() -> bool:
            return not self.jumps and not other.jumps and self.side * other.side != 0

        return Quotient(pair, tuple(left), apart=apart)

    def _vanishes_with(self, f: Quotient) -> bool:
        """Whether it is 0 where another one is: its absolute value is at most a multiple of that one's.

        Then it does not matter which sign of f it is multiplied with where f is 0.
        """
        if self.jumps or self.top.is_zero():
            return not self.jumps
        low, high = f.ends()
        bottom = product(self.bottom, f.top if low >= 0 else -f.top)
        if low < 0 < high or not _part().is_positive(bottom):
            return False
        return all(abs(end) < inf for end in Quotient((product(self.top, f.bottom), bottom))._ratios())

    def inverse(self) -> Quotient:
        if not (side := self.side):
            raise refused("a denominator that may vanish")
        return Quotient((side * self.bottom, side * self.top), apart=True)

    def power(self, n: int) -> Quotient:
        if self.jumps:
            raise refused("a power of a sign that may be another one somewhere")
        return Quotient((raised(self.top, n), raised(self.bottom, n)), apart=lambda: self.side != 0)

    def larger(self, other: Any) -> Any:
        low, high = self.plus(-other).ends()
        if low < 0 < high:
            return other.plus(_part().positive_part(self.plus(-other)))
        found = self if low >= 0 else other
        if found.apart or found.has_root:
            return found
        # It is at least each of the two: above 0 where one of them is.
        return Quotient(
            (found.top, found.bottom), apart=lambda: found.apart or self.side == 1 or other.side == 1
        )

    def sign(self) -> Quotient:
        low, high = self.ends()
        if low < 0 < high:
            raise refused("a sign")
        sign = (high > 0) - (low < 0)
        return Quotient((rational(Fraction(sign)), rational(Fraction(1))), () if self.side == sign else (self,))

    def sqrt(self) -> Quotient:
        """Of a square: that one of its two roots which is not negative."""
        if not all(map(is_square, (self.top, self.bottom))):
            return _part().further("sqrt", self)
        root = Quotient((self.top.sqrt(), self.bottom.sqrt()), apart=self.side != 0)
        return root.larger(-root)  # type: ignore[no-any-return]

    def exp(self) -> Quotient:
        return _part().further("exp", self)

    def log(self) -> Quotient:
        return _part().further("log", self)

    def elementary(self, name: str) -> Quotient:
        return _part().further(name, self)

    def nonnegative(self) -> Quotient:
        found = Quotient((self.top, self.bottom), self.jumps, apart=lambda: self.apart)
        found.has_root = True
        return found


def _part() -> Part:
    part = in_force()
    if not isinstance(part, Part):
        raise refused("a quotient outside of its part")
    return part


def _are_among(some: frozenset[int], powers: Any) -> bool:
    """Whether the variables of a monomial are some of these."""
    return all(i in some for i, power in enumerate(powers) if power)


def rational(v: End) -> Polynomial:
    """A number as a polynomial."""
    return _CONTEXT.constant(flint.fmpq(v.numerator, v.denominator))


def _fraction(v: Any) -> Fraction:
    return Fraction(int(v.numerator), int(v.denominator))


def is_square(p: Polynomial) -> bool:
    """Whether it is that of a polynomial."""
    unit, factors = p.factor() if not p.is_zero() else (flint.fmpq(0), [])
    is_rational = unit >= 0 and all(isqrt(int(k)) ** 2 == k for k in (unit.p, unit.q))
    return is_rational and not any(times % 2 for _, times in factors)


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    """Refused before it would fill the memory: it has at most so many terms."""
    dense = (a + b + 1 for a, b in zip(p.degrees(), q.degrees(), strict=True))
    if len(p) * len(q) > _MOST_TERMS and prod(dense) > _MOST_TERMS:
        raise refused("a polynomial of many terms")
    return p * q


def raised(p: Polynomial, n: int) -> Polynomial:
    """A power, as :func:`product`."""
    digits = max((c.height_bits() for c in p.coeffs()), default=0)
    is_long = n * (digits + len(p).bit_length() - 1) > _MOST_DIGITS
    if is_long or min(comb(len(p) + n - 1, n), prod(n * k + 1 for k in p.degrees())) > _MOST_TERMS:
        raise refused("a polynomial of many terms, or of long coefficients")
    return p**n


def coefficient(p: Polynomial, i: int, power: int) -> Polynomial:
    """Of a power of one variable: a polynomial in the others."""
    return _CONTEXT.from_dict({(*m[:i], 0, *m[i + 1 :]): c for m, c in p.terms() if m[i] == power})


def _substituted(pair: Pair, i: int, to: Pair) -> Pair:
    """A quotient with another one in the place of a variable, both its parts multiplied by the same power."""
    most = max(p.degrees()[i] for p in pair)
    if most > _MOST_DEGREE:  # cuts that are put into each other multiply their degrees
        raise refused("a polynomial of high degree")
    powers = [product(raised(to[0], k), raised(to[1], most - k)) for k in range(most + 1)]
    top, bottom = ([product(coefficient(p, i, k), q) for k, q in enumerate(powers)] for p in pair)
    return sum(top, _CONTEXT.constant(0)), sum(bottom, _CONTEXT.constant(0))


def parsed(text: str) -> Polynomial:
    """A polynomial from ``3/2*a^2*b-c``, if it is no longer than those that are made."""
    if len(text) > _LONGEST_TEXT or not _POLYNOMIAL.fullmatch(text):
        raise NotConfirmed("a cut is none")
    return flint.fmpq_mpoly(text.removeprefix("+"), _CONTEXT)
