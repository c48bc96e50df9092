"""Roots, exponentials and logarithms as further variables, beside those of an orthant.

A root is a variable v >= 0 of which a power is known; the exponential of a polynomial is a product of powers
of those of its monomials, each a variable above 0; a logarithm is a variable whose exponential is known. What
holds for all numbers with these properties holds for the functions.

Where a sign on which the check depends is not known there are two cases: in the one a polynomial is not
negative, in the other it is not positive. In both it is *known*, and may be a factor of squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import lcm
from typing import Any, NamedTuple

import flint

from lemmata.numbers.enclosure import refused
from lemmata.prove.quotient import (
    MOST_VARIABLES,
    ONE,
    VARIABLES,
    ZERO,
    Form,
    Orthant,
    Polynomial,
    Quotient,
    coefficients,
)

MOST_PARTS = 12
"""Exponentials are taken of monomials over so many, at most."""
_BITS_OF_PRIMES = 24
"""Fractions with longer numerators or denominators are not taken apart into primes."""
_DIGITS = 32
"""Binary digits of the logarithm of a prime."""


class Further(NamedTuple):
    """What a variable v stands for.

    ``root``: v >= 0 and v^n = top; ``exp``: e^(top / n); ``log``: the logarithm of top / bottom.
    """

    name: str
    n: int
    top: Polynomial
    bottom: Polynomial

    @property
    def is_log_of_number(self) -> bool:
        return self.name == "log" and bool(self.top.is_constant() and self.bottom.is_constant())


@dataclass
class Extended(Orthant):
    """One evaluation on a part of the space, with further variables.

    Attributes:
        parts: exponentials are taken of monomials over so many.
        wanted: over so many they could be taken, if that is known.
        known: polynomials that are not negative, beside those that are seen not to be.
        made: the further variables, which come after those of the space.
        closed: whether each point of the space is one of the part, or of those beside it. Then also what
            hypotheses suppose that single points may meet can be used.
    """

    parts: int = 1
    wanted: int = 1
    known: tuple[Polynomial, ...] = ()
    made: tuple[Further, ...] = ()
    closed: bool = False

    def supposing(self, *, strict: bool) -> Extended:
        """The part where hypotheses are met: those that say what is above 0, or all (what is not below 0)."""
        return self.told(strict=strict) if strict or self.closed else self

    def told(self, *, strict: bool = False) -> Extended:
        """As :meth:`supposing`, also where that would not be enough for a proof."""
        numbers = [v for v, above in self.hypotheses if isinstance(v, Quotient) and (above or not strict)]
        found = [v.top for v in numbers if not v.top.is_zero()]
        found += [top for top, _, above in self.joined if above or not strict]
        return replace(self, known=(*found, *self.known)) if found else self

    def is_not_negative(self, p: Polynomial, depth: int = 3) -> bool:
        for q in self.known if not p.is_constant() else ():
            c = p.leading_coefficient() / q.leading_coefficient()
            if c > 0 and p == c * q:
                return True
        return super().is_not_negative(p, depth)

    def is_below_zero(self, p: Polynomial) -> bool:
        # At other points what is known need not be so, nor what further variables stand for.
        return bool(sum(p.coeffs()) < 0)

    def case(self, p: Polynomial) -> Extended:
        """The part on which a polynomial is not negative."""
        return replace(self, known=(*self.known, p), undecided=None, asked=False, why="")

    def of_space(self, p: Polynomial) -> bool:
        """Whether no further variable occurs."""
        return not any(p.degrees()[len(self.forms) :])

    def of_name(self, name: str) -> set[int]:
        """The places of the further variables of a name."""
        return {i for i, further in enumerate(self.made, len(self.forms)) if further.name == name}

    def normal(self, p: Polynomial) -> Polynomial:
        for i, further in reversed([*enumerate(self.made, len(self.forms))]):
            if further.name == "root" and p.degrees()[i] >= further.n:
                p = sum(
                    (
                        q * further.top ** (k // further.n) * VARIABLES[i] ** (k % further.n)
                        for k, q in coefficients(p, i).items()
                    ),
                    ZERO,
                )
        return p

    def normal_form(self, top: Polynomial, bottom: Polynomial) -> Form:
        """Without roots that are factors of the denominator."""
        top = self.normal(top)
        for v, further in zip(VARIABLES[len(self.forms) :], self.made, strict=False):
            if further.name == "root" and not bottom.is_constant() and bottom.gcd(v) == v:
                below = self.normal(bottom * v ** (further.n - 1))
                if self.is_plain(below):
                    top, bottom = self.normal(top * v ** (further.n - 1)), below
        return top, bottom

    def further(self, name: str, of: Quotient) -> Quotient:
        if name == "sqrt":
            if of.ends()[0] < 0 and not of.has_root:
                raise of.unknown("the root of what may be negative")
            return self._root(of, 2)
        if name == "exp":
            return self._exponential(of)
        if of.side != 1:
            raise of.unknown("the logarithm of what may not be positive")
        return self._logarithm(of)

    def _variable(self, further: Further) -> Polynomial:
        i = len(self.forms)
        if further in self.made:
            return VARIABLES[i + self.made.index(further)]
        i += len(self.made)
        if i >= MOST_VARIABLES:
            raise refused("more roots, exponentials and logarithms than it has room for")
        self.made += (further,)
        if further.name != "root":
            above = ONE if further.name == "exp" else further.top - further.bottom
            bottom = ONE if further.name == "exp" else further.bottom
            is_apart = self.is_plain(above) and Quotient((above, bottom), self).side == 1
            self.finite = self.finite | {i}
            self.free = self.free if self.is_plain(above) else self.free | {i}
            self.nonzero = self.nonzero | {i} if is_apart else self.nonzero
        return VARIABLES[i]

    def _logarithm(self, of: Quotient) -> Quotient:
        """Of ``c p / q`` those of the primes of c, and that of ``p / q``, or less that of ``q / p``."""
        top, bottom = of.top, of.bottom
        c, total = top.leading_coefficient(), ZERO
        if c > 0 and c.height_bits() <= _BITS_OF_PRIMES:
            top = top / c
            for number, sign in ((c.p, 1), (c.q, -1)):
                for prime, times in number.factor():
                    total += self._variable(Further("log", 1, ONE * prime, ONE)) * (sign * times)
        if top != bottom and self.is_plain(bottom - top):
            total -= self._variable(Further("log", 1, bottom, top))
        elif top != bottom:
            total += self._variable(Further("log", 1, top, bottom))
        return Quotient((total, ONE), self)

    def _root(self, of: Quotient, n: int) -> Quotient:
        top, outside = self.normal(of.top * of.bottom ** (n - 1)), ONE
        if top.is_zero():
            return Quotient.of(0, 0)
        for q, times in top.factor()[1]:
            sign = next((sign for sign in (1, -1) if self.is_plain(sign * q)), 0)
            outside *= (sign * q) ** (times // n) if sign else ONE
        self.closed = self.closed and outside.is_constant()  # where that is 0 the rest may have no root
        found = Quotient((self._variable(Further("root", n, top / outside**n, ONE)) * outside, of.bottom), self)
        found.apart = of.side != 0
        return found

    def _exponential(self, of: Quotient) -> Quotient:
        if not of.bottom.is_constant():
            raise refused("the exponential of what is no polynomial")
        terms = [*(of.top / of.bottom.leading_coefficient()).terms()]
        parts = lcm(self.parts, *(int(c.q) for _, c in terms))
        if parts != self.parts:
            self.wanted = lcm(self.wanted, parts)
            raise refused("exponentials of too small parts of a monomial")
        found = Quotient.of(1, 1)
        for powers, c in terms:
            times, base = int((c * self.parts).p), self._base(powers)
            found = found.times((base if times > 0 else base.inverse()).power(abs(times)))
        return found

    def _base(self, powers: tuple[int, ...]) -> Quotient:
        """The exponential of a monomial over the number of parts."""
        first = next((i for i, power in enumerate(powers) if power), 0) - len(self.forms)
        if sum(powers) == 1 and first >= 0 and self.made[first].name == "log":
            base = Quotient((self.made[first].top, self.made[first].bottom), self)
            base.apart = True
            return base if self.parts == 1 else self._root(base, self.parts)
        monomial = ONE
        for v, power in zip(VARIABLES, powers, strict=True):
            monomial *= v**power
        base = Quotient((self._variable(Further("exp", self.parts, monomial, ONE)), ONE), self)
        base.apart = True
        return base

    def facts(self) -> Iterator[Polynomial]:
        """What may be a factor of squares, beside polynomials without minus signs."""
        yield from self.known
        for further, v in zip(self.made, VARIABLES[len(self.forms) :], strict=False):
            if further.name == "exp":  # e^t >= 1 + t
                yield v - 1 - further.top / further.n
                if self.is_plain(further.top):
                    yield v - 1
            elif further.is_log_of_number:
                low, high = _near_log(further)
                yield v - low
                yield high - v
            elif further.name == "log":  # 1 - 1 / t <= log t <= t - 1
                yield further.top - further.bottom - v * further.bottom
                yield v * further.top - further.top + further.bottom

    def assumed(self) -> tuple[str, ...]:
        """What is used of the further variables, as a certificate states it."""
        return tuple(_said(further, VARIABLES[i]) for i, further in enumerate(self.made, len(self.forms)))

    def lifted(self, slack: Quotient) -> Polynomial | None:
        """With logarithms: the exponential of a multiple of a slack, less 1."""
        logs = [i for i, further in enumerate(self.made, len(self.forms)) if further.name == "log"]
        degrees = slack.top.degrees()
        if not any(degrees[i] for i in logs) or not slack.bottom.is_constant():
            return None
        times = lcm(
            *(int((c * self.parts).q) for c in (slack.top / slack.bottom.leading_coefficient()).coeffs())
        )
        lifted: Polynomial = (slack * times).exp().plus(Quotient.of(-1, -1)).top
        return lifted


def _near_log(further: Further) -> tuple[Any, Any]:
    """Fractions between which the logarithm of a number lies."""
    number = further.top.leading_coefficient() / further.bottom.leading_coefficient()
    below = int((flint.arb(number).log() * 2**_DIGITS).floor().unique_fmpz())
    return flint.fmpq(below, 2**_DIGITS), flint.fmpq(below + 1, 2**_DIGITS)


def _said(further: Further, v: Polynomial) -> str:
    name, n, top, bottom = further
    if name == "root":
        text = f"{v} >= 0, {v}^{n} = {top}"
    elif name == "exp":
        text = f"{v} = exp(({top})/{n}): {v} > 0, {v} >= 1+({top})/{n}"
    elif further.is_log_of_number:
        low, high = _near_log(further)
        text = f"{v} = log({top / bottom}): {low} <= {v} <= {high}"
    else:
        text = f"{v} = log(({top})/({bottom})): {v} <= ({top})/({bottom})-1, {v} >= 1-({bottom})/({top})"
    return text.replace(" - ", "-").replace(" + ", "+")
