"""Quotients of polynomials on an orthant: their signs are seen from their coefficients.

The space of a statement is cut into parts, each of which is parametrised by variables that are not negative (or
by real ones, which are *free*). A part is the whole orthant of its variables: a number from a to b, say, is
``(a + b y) / (1 + y)``. What a check computes by ``+ - * /`` is a quotient of polynomials in these variables. A
polynomial is not negative on the orthant if no coefficient is negative (Pólya 1928), if it is a product of
such polynomials and of squares, or if it is quadratic in a variable, ``A y^2 + B y + C``, and A, C and
``4 A C - B^2`` are not negative. Nothing is lost where both sides meet, along a ray or far out: homogeneous
statements are decided as they stand.

Only the inner points of an orthant are spoken of. They lie dense, and all operations but the sign are
continuous. So a sign is taken of what is apart from 0, or is multiplied by what goes to 0 with its argument
(soft thresholding); and nothing is divided by what may be 0 anywhere, ends of the space included.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb, inf, isqrt, prod
from typing import Any

import flint

from lemmata.numbers.enclosure import Box, End, in_force, refused
from lemmata.numbers.operators import Operated

MOST_VARIABLES = 26
"""Those of a space, and further ones."""
_TERMS = 3000
"""Polynomials with more are not computed with,"""
_BITS = 2**14
"""nor with longer coefficients, as of a number that is squared again and again."""
_LONGEST = 2**16
"""Terms of what is shortened afterwards."""
_DEPTH = 3
"""Of products and quadratic forms, one within the other."""

Polynomial = Any
Form = tuple[Polynomial, Polynomial]


@dataclass
class Orthant(Box):
    """One evaluation on a part of the space.

    Attributes:
        forms: the numbers of a setting and its prompt, as quotients.
        free: the variables that run through all real numbers.
        nonzero: the variables that are 0 at no point of the space,
        finite: and those that are infinite at none.
        undecided: the first polynomial whose sign was asked for and is not known.
        joined: quotients that ``where=`` says to be at least 0, and whether above 0.
    """

    forms: tuple[Form, ...] = ()
    free: frozenset[int] = frozenset()
    nonzero: frozenset[int] = frozenset()
    finite: frozenset[int] = frozenset()
    undecided: Polynomial = None
    joined: tuple[tuple[Polynomial, Polynomial, bool], ...] = ()

    def is_plain(self, p: Polynomial) -> bool:
        """Whether it is a sum of monomials none of which is ever negative."""
        # While a proof is sought each step of a generator is traced: loops take less.
        if min(p.coeffs(), default=1) <= 0:
            return False
        for m in p.monoms() if self.free else ():
            for i in self.free:
                if m[i] % 2:
                    return False
        return True

    def is_apart(self, top: Polynomial, bottom: Polynomial) -> bool:
        """Whether a plain quotient is at no point of the space 0, its ends included."""
        steady = all(i in self.finite for m in bottom.monoms() for i, k in enumerate(m) if k)
        above = any(all(i in self.nonzero for i, k in enumerate(m) if k) for m in top.monoms())
        if steady and above and self.is_plain(top):
            return True
        below = ONE if steady else bottom  # where that is finite the numerator has to be apart
        powers = [(top, below), (_power(top, 2), _power(below, 2))] if self.joined else []
        return any(strict and self._is_multiple(*q, *of) for *of, strict in self.joined for q in powers)

    def _is_multiple(self, top: Polynomial, bottom: Polynomial, *of: Polynomial) -> bool:
        """Whether a quotient is seen to be at least a positive multiple of another one."""
        more, less = _product(top, of[1]), _product(of[0], bottom)
        terms = dict(more.terms())
        share = min((terms.get(m, 0) / c for m, c in less.terms() if c > 0), default=0)
        return bool(share > 0 and self.is_plain(more - less * share))

    def is_not_negative(self, p: Polynomial, depth: int = _DEPTH) -> bool:
        """Whether a polynomial is seen to be nowhere negative."""
        self.spend(1 + len(p))
        if self.is_plain(p):
            return True
        if not depth or len(p) > _TERMS or self.is_below_zero(p):
            return False
        unit, factors = p.factor()
        if len(factors) != 1 or factors[0][1] > 1:
            sign = 1 if unit > 0 else -1
            for factor, times in factors:
                if times % 2 and not self.is_not_negative(factor, depth - 1):
                    if not self.is_not_negative(-factor, depth - 1):
                        return False
                    sign = -sign
            return sign > 0
        degrees = p.degrees()
        quadratic = [i for i in range(len(degrees)) if degrees[i] == 2]
        return any(self._is_semidefinite(p, i, depth) for i in sorted(quadratic, key=self._order))

    def is_below_zero(self, p: Polynomial) -> bool:
        """Whether a polynomial is seen to be below 0 at one of some points."""
        return bool(min([p(*point) for point in _points(self.free)]) < 0)

    def further(self, name: str, of: Quotient) -> Quotient:
        """A function of a quotient that is none itself."""
        raise refused(f"the function {name}, which is no quotient of polynomials")

    def positive_part(self, of: Quotient) -> Quotient:
        """The larger of 0 and a quotient that is on either side of it."""
        raise of.unknown("the larger of two")

    def normal(self, p: Polynomial) -> Polynomial:
        """The one polynomial that stands for all that are the same number on the orthant."""
        return p

    def normal_form(self, top: Polynomial, bottom: Polynomial) -> Form:
        """The one quotient that stands for all that are the same number, as far as it is known."""
        return top, bottom

    def _order(self, i: int) -> bool:
        return i not in self.free

    def _is_semidefinite(self, p: Polynomial, i: int, depth: int) -> bool:
        parts = coefficients(p, i)
        c, b, a = (parts.get(k, ZERO) for k in range(3))
        return all(self.is_not_negative(q, depth - 1) for q in (a, c, 4 * a * c - b * b))


CONTEXT: Any = flint.fmpq_mpoly_ctx.get([chr(ord("a") + i) for i in range(MOST_VARIABLES)], "lex")
VARIABLES: tuple[Polynomial, ...] = CONTEXT.gens()
ZERO: Any = CONTEXT.constant(0)
ONE: Any = CONTEXT.constant(1)


@functools.cache
def _points(free: frozenset[int]) -> list[list[Any]]:
    """Where all variables are 1, and some other points at which only these are below 0; always the same."""
    draws, places = random.Random(0), range(MOST_VARIABLES)
    signs = [(-1, 1) if i in free else (1,) for i in places]
    others = [
        [flint.fmpq(draws.choice(signs[i]) * 2 ** draws.randrange(5), 4) for i in places] for _ in range(6)
    ]
    return [[1 for _ in places], *others]


def constant(value: End) -> Polynomial:
    """A rational number as a polynomial."""
    return CONTEXT.constant(flint.fmpq(value.numerator, value.denominator))


def coefficients(p: Polynomial, i: int) -> dict[int, Polynomial]:
    """By the powers of one variable, polynomials in the others."""
    parts: dict[int, dict[tuple[int, ...], Any]] = {}
    for m, c in p.terms():
        parts.setdefault(m[i], {})[(*m[:i], 0, *m[i + 1 :])] = c
    return {power: CONTEXT.from_dict(part) for power, part in parts.items()}


def reduced(top: Polynomial, bottom: Polynomial, orthant: Orthant) -> Form:
    """Without common factors, as far as the denominator remains a sum of what is not negative."""
    top, bottom = orthant.normal_form(top, bottom)
    if bottom.is_constant():
        return top / bottom.leading_coefficient(), ONE
    # What is common to numbers alone goes, too: they would double in length from step to step.
    unit = abs(bottom.leading_coefficient())
    top, bottom = top / unit, bottom / unit
    divisor = bottom if top.is_zero() else top.gcd(bottom)
    for part in () if divisor.is_constant() else (divisor, -divisor):
        if orthant.is_plain(rest := bottom / part):
            return top / part, rest
    return top, bottom


class Quotient(Operated):
    """A quotient of polynomials; of its denominator it is known that it vanishes nowhere inside.

    Attributes:
        jumps: what it was multiplied with the sign of, if that may be 0 somewhere: there it is another one.
        has_root: whether it is known not to be negative, as a sum of squares.
    """

    __slots__ = ("_range", "bottom", "has_root", "jumps", "top")

    def __init__(self, form: Form, box: Box | None, jumps: Iterable[Quotient] = ()) -> None:
        self.top, self.bottom = form
        self.box, self.jumps, self.apart, self.has_root = box, tuple(jumps), False, False
        self._range: tuple[End, End] | None = None
        orthant().spend(len(self.top) + len(self.bottom))
        if len(self.top) + len(self.bottom) > _TERMS:
            raise refused("a polynomial of many terms")
        if any(c.height_bits() > _BITS for p in form for c in p.coeffs()):
            raise refused("a polynomial of long coefficients")

    @classmethod
    def of(cls, low: End, high: End, variable: int | None = None) -> Quotient:
        if variable is None or low == high:
            return cls((constant(Fraction(low)), ONE), None)
        return cls(orthant().forms[variable], orthant())

    @classmethod
    def pi(cls) -> Quotient:
        raise refused("pi is no quotient of polynomials")

    def ends(self) -> tuple[End, End]:
        if self.jumps:
            raise refused("a sign that jumps")
        if self._range is None:
            self._range = self._ends()
            if 0 in self._range and not self.apart:
                top = self.top if self._range[0] == 0 else -self.top
                self.apart = orthant().is_apart(top, self.bottom)
        return self._range

    def _ends(self) -> tuple[End, End]:
        """A mean of the ratios of coefficients, with weights that are not negative, lies between them."""
        if not orthant().is_plain(self.bottom):
            raise refused("a denominator that is no sum of monomials")
        tops, bottoms = dict(self.top.terms()), dict(self.bottom.terms())
        if not tops:
            return Fraction(0), Fraction(0)
        ratios, below, above = [], False, False
        for m in {*tops, *bottoms}:
            c = tops.get(m, 0)
            if c and any(m[i] % 2 for i in orthant().free):
                below = above = True
            elif m in bottoms:
                ratios.append(c / bottoms[m])
            else:
                below, above = below or c < 0, above or c > 0
        low: End = -inf if below else _fraction(min(ratios))
        high: End = inf if above else _fraction(max(ratios))
        if low < 0 < high:
            if orthant().is_not_negative(self.top):
                return Fraction(0), high
            if orthant().is_not_negative(-self.top):
                return low, Fraction(0)
        return low, high

    def unknown(self, why: str) -> Any:
        """What to raise where its sign is not known."""
        here = orthant()
        here.undecided = self.top if here.undecided is None else here.undecided
        return refused(why)

    def plus(self, other: Quotient) -> Quotient:
        top, bottom = self.top + other.top, self.bottom
        if self.bottom != other.bottom:
            divisor = self.bottom.gcd(other.bottom)
            ours, theirs = other.bottom / divisor, self.bottom / divisor
            if not orthant().is_plain(ours):
                ours, theirs = other.bottom, self.bottom
            top = _product(self.top, ours) + _product(other.top, theirs)
            bottom = _product(self.bottom, ours)
        found = self._with(other, reduced(top, bottom, orthant()), (*self.jumps, *other.jumps))
        if not found.jumps and (side := self.side or other.side):
            # Both on one side of 0, and one of them apart from it.
            ends = [end * side for pair in (self.ends(), other.ends()) for end in pair]
            found.apart = min(ends) >= 0
        return found

    def _with(self, other: Quotient, form: Form, jumps: Iterable[Quotient]) -> Quotient:
        return Quotient(form, self.box or other.box, jumps)

    def __neg__(self) -> Quotient:
        found = Quotient((-self.top, self.bottom), self.box, self.jumps)
        found.apart = self.apart
        return found

    def times(self, other: Quotient) -> Quotient:
        jumps = [jump for jump in self.jumps if not other._vanishes_with(jump)]
        jumps += [jump for jump in other.jumps if not self._vanishes_with(jump)]
        form = reduced(_product(self.top, other.top), _product(self.bottom, other.bottom), orthant())
        found = self._with(other, form, jumps)
        found.apart = not self.jumps and not other.jumps and self.side * other.side != 0
        return found

    def _vanishes_with(self, jump: Quotient) -> bool:
        """Whether its absolute value is at most a multiple of that of another one."""
        if self.jumps:
            return False
        if self.top.is_zero():
            return True
        low, high = jump.ends()
        if low < 0 < high:
            return False
        bottom = _product(self.bottom, jump.top if low >= 0 else -jump.top)
        quotient = _product(self.top, jump.bottom), bottom
        if not orthant().is_plain(quotient[1]):
            return False
        return all(abs(end) < inf for end in Quotient(quotient, self.box).ends())

    def inverse(self) -> Quotient:
        if not (side := self.side):
            raise self.unknown("a denominator that may vanish")
        top, bottom = (self.bottom, self.top) if side > 0 else (-self.bottom, -self.top)
        if not orthant().is_plain(bottom):
            raise refused("a denominator that is no sum of monomials")
        found = Quotient((top, bottom), self.box)
        found.apart = True
        return found

    def power(self, n: int) -> Quotient:
        self.ends()
        found = Quotient((_power(self.top, n), _power(self.bottom, n)), self.box)
        found.apart = self.side != 0
        return found

    def larger(self, other: Quotient) -> Quotient:
        difference = self.plus(-other)
        low, high = difference.ends()
        if low < 0 < high:
            return other.plus(orthant().positive_part(difference))
        larger = self if low >= 0 else other
        if larger.apart or larger.has_root or self.side != 1 != other.side:
            return larger
        found = Quotient((larger.top, larger.bottom), larger.box)
        found.apart = True  # it is at least what is above 0
        return found

    def sign(self) -> Quotient:
        low, high = self.ends()
        if low < 0 < high:
            raise self.unknown("a sign")
        sign = 0 if low == high == 0 else 1 if low >= 0 else -1
        return Quotient((constant(Fraction(sign)), ONE), self.box, () if self.side == sign else (self,))

    def sqrt(self) -> Quotient:
        if self.ends()[0] < 0 and not self.has_root:
            raise self.unknown("the root of what may be negative")
        if (roots := [root_of(p) for p in (self.top, self.bottom)]) and None in roots:
            return orthant().further("sqrt", self)
        root = Quotient((roots[0], roots[1]), self.box)
        if not orthant().is_plain(root.bottom):
            raise refused("a denominator that is no sum of monomials")
        found = root.larger(-root)
        found.apart = self.apart
        return found

    def exp(self) -> Quotient:
        return orthant().further("exp", self)

    def log(self) -> Quotient:
        return orthant().further("log", self)

    def elementary(self, name: str) -> Quotient:
        return orthant().further(name, self)

    def nonnegative(self) -> Quotient:
        found = Quotient((self.top, self.bottom), self.box, self.jumps)
        found.apart, found.has_root = self.apart, True
        return found


def orthant() -> Orthant:
    """The part of the space on which quotients are computed.

    Raises:
        Undecided: there is none.
    """
    here = in_force()
    if not isinstance(here, Orthant):
        raise refused("a quotient outside of its orthant")
    return here


def _product(p: Polynomial, q: Polynomial) -> Polynomial:
    """Refused before it would fill the memory: a common factor may make a long one short again."""
    if len(p) * len(q) > _LONGEST:
        degrees = (a + b for a, b in zip(p.degrees(), q.degrees(), strict=True))
        if prod(degree + 1 for degree in degrees) > _LONGEST:
            raise refused("a polynomial of many terms")
    return p * q


def _power(p: Polynomial, n: int) -> Polynomial:
    """As :func:`_product`."""
    if n * max((c.height_bits() for c in p.coeffs()), default=0) > _BITS:
        raise refused("a polynomial of long coefficients")
    if comb(len(p) + n - 1, n) > _LONGEST and prod(n * degree + 1 for degree in p.degrees()) > _LONGEST:
        raise refused("a polynomial of many terms")
    return p**n


def _fraction(v: Any) -> Fraction:
    return Fraction(int(v.numerator), int(v.denominator))


def root_of(p: Polynomial) -> Polynomial | None:
    """The root of a square, up to its sign; None of what is no square."""
    unit, factors = p.factor()
    top, bottom = int(unit.p), int(unit.q)
    root = flint.fmpq(isqrt(abs(top)), isqrt(bottom))
    if root * root != unit or any(times % 2 for _, times in factors):
        return None
    found = CONTEXT.constant(root)
    for factor, times in factors:
        found *= factor ** (times // 2)
    return found
