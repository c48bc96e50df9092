"""Roots, exponentials, logarithms, waves and ramps as further variables, beside those of an orthant.

A root is a variable v >= 0 of which a power is known; the exponential of a polynomial is a product of powers
of those of its monomials, each a variable above 0; a logarithm is a variable whose exponential is known; of a
sine or a cosine it is known that it is at most 1 and changes no faster than its argument. What
holds for all numbers with these properties holds for the functions.

Where a sign on which the check depends is not known there are two cases: in the one a polynomial is not
negative, in the other it is not positive. In both it is *known*, and may be a factor of squares. Networks have
too many such cases. So the larger of 0 and t may be a variable, too, a *ramp* v >= 0 with v >= t and
v^2 = v t: two networks with the same ramps are one polynomial in these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations
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
    root_of,
)

WAVES = "sin", "cos"
MOST_PARTS = 12
"""Exponentials are taken of monomials over so many, at most."""
_BITS_OF_PRIMES = 24
"""Fractions with longer numerators or denominators are not taken apart into primes."""
_DIGITS = 32
"""Binary digits of the logarithm of a prime."""


class Further(NamedTuple):
    """What a variable v stands for.

    ``root``: v >= 0 and v^n = top; ``exp``: e^(top / bottom / n); ``log``, ``sin``, ``cos``: these of
    top / bottom; ``ramp``: the larger of top and 0.
    """

    name: str
    n: int
    top: Polynomial
    bottom: Polynomial

    def power(self, v: Polynomial, k: int) -> Polynomial:
        """Of a root, or of a ramp: ``v^k`` by ``v^n = top``, or by ``v^2 = v top``."""
        times, rest = divmod(k, self.n) if self.name == "root" else (max(k - 1, 0), min(k, 1))
        return self.top**times * v**rest

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
        decided: others, which are not negative as identities say.
        made: the further variables, which come after those of the space.
        closed: whether each point of the space is one of the part, or of those beside it. Then also what
            hypotheses suppose that single points may meet can be used.
        ramps: whether the larger of two numbers is a further variable where it is not known which it is.
    """

    parts: int = 1
    wanted: int = 1
    known: tuple[Polynomial, ...] = ()
    decided: tuple[Polynomial, ...] = ()
    made: tuple[Further, ...] = ()
    closed: bool = False
    ramps: bool = False

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
        for q in (*self.known, *self.decided) if not p.is_constant() else ():
            c = p.leading_coefficient() / q.leading_coefficient()
            if c > 0 and p == c * q:
                return True
        return super().is_not_negative(p, depth)

    def is_below_zero(self, p: Polynomial) -> bool:
        # At other points what is known need not be so, nor what further variables stand for.
        known = (*self.known, *self.decided)
        return bool(sum(p.coeffs()) < 0) and all(sum(q.coeffs()) >= 0 for q in known)

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
            if further.name in ("root", "ramp") and p.degrees()[i] >= further.n:
                powers = coefficients(p, i)
                p = sum((q * further.power(VARIABLES[i], k) for k, q in powers.items()), ZERO)
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
        if of.jumps:  # where the sign is another one the function is, too
            raise refused("a sign that jumps")
        if name == "sqrt":
            if of.ends()[0] < 0 and not of.has_root:
                raise of.unknown("the root of what may be negative")
            return self._root(of, 2)
        if name == "exp":
            return self._exponential(of)
        if name in WAVES:
            return self._wave(name, of)
        if name != "log":
            return super().further(name, of)
        if of.side != 1:
            raise of.unknown("the logarithm of what may not be positive")
        return self._logarithm(of)

    def positive_part(self, of: Quotient) -> Quotient:
        """What is not negative leaves a ramp; of a polynomial and its negative one has a variable."""
        if not self.ramps:
            return super().positive_part(of)
        top = self.normal(of.top)
        for i, further in enumerate(self.made, len(self.forms)):
            if further.name == "ramp" and top.degrees()[i] == 1:
                parts, v, t = coefficients(top, i), VARIABLES[i], further.top
                c, a = parts.get(0, ZERO), -parts[1]
                for least, inside, rest in (
                    ((c, c - a * t, v - t), (c - a * t, c, v)) if self.is_plain(a) else ()
                ):
                    if self.is_plain(least):
                        bent = self.positive_part(Quotient((inside, of.bottom), self))
                        return bent.plus(Quotient((-a * rest, of.bottom), self))
        unit, factors = top.factor()
        outside, inside = ONE * abs(unit), ONE
        for q, times in factors:
            sign = next((sign for sign in (1, -1) if self.is_plain(sign * q)), 0)
            outside *= (sign * q) ** times if sign else q ** (times - times % 2)
            inside *= ONE if sign else q ** (times % 2)
            unit *= sign**times if sign else 1
        v = self._variable(Further("ramp", 2, inside, ONE))
        return Quotient(((v if unit > 0 else v - inside) * outside, of.bottom), self)

    def _variable(self, further: Further) -> Polynomial:
        i = len(self.forms)
        if further in self.made:
            return VARIABLES[i + self.made.index(further)]
        i += len(self.made)
        if i >= MOST_VARIABLES:
            raise refused("more roots, exponentials, logarithms and ramps than it has room for")
        self.made += (further,)
        if further.name == "root" and replace(self, joined=()).is_apart(further.top, ONE):
            self.nonzero = self.nonzero | {i}
        if further.name not in ("root", "ramp"):
            # An exponential is above 0, the logarithm of t where t > 1, and a wave may have either sign.
            above = {"exp": ONE, "log": further.top - further.bottom}.get(further.name, -ONE)
            bottom = further.bottom if further.name == "log" else ONE
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

    def _wave(self, name: str, of: Quotient) -> Quotient:
        """Of t and -t one is taken."""
        if of.top.is_zero():
            return Quotient.of(int(name == "cos"), int(name == "cos"))
        sign = 1 if of.top.leading_coefficient() > 0 else -1
        v = self._variable(Further(name, 1, sign * of.top, of.bottom))
        return Quotient((sign * v if name == "sin" else v, ONE), self)

    def _root(self, of: Quotient, n: int) -> Quotient:
        top, outside = self.normal(of.top * of.bottom ** (n - 1)), ONE
        if top.is_zero():
            return Quotient.of(0, 0)
        for q, times in top.factor()[1]:
            sign = next((sign for sign in (1, -1) if self.is_plain(sign * q)), 0)
            outside *= (sign * q) ** (times // n) if sign else ONE
        self.closed = self.closed and outside.is_constant()  # where that is 0 the rest may have no root
        rest = top / outside**n
        for v, known in zip(VARIABLES[len(self.forms) :], self.made if n == 2 else (), strict=False):
            if known.name != "root" or known.n != n or known.top.is_constant():
                continue
            factor, left = divmod(rest, known.top)
            if left == 0 and factor.is_constant():
                times = root_of(factor)
                rest, outside = (rest, outside) if times is None else (known.top, outside * times)
            elif left == 0 and self.is_plain(factor):
                rest, outside = factor, outside * v
        found = Quotient((self._variable(Further("root", n, rest, ONE)) * outside, of.bottom), self)
        found.apart = of.side != 0
        return found

    def _exponential(self, of: Quotient) -> Quotient:
        unit = of.bottom.leading_coefficient()
        terms, bottom = [*(of.top / unit).terms()], of.bottom / unit
        parts = lcm(self.parts, *(int(c.q) for _, c in terms))
        if parts != self.parts:
            self.wanted = lcm(self.wanted, parts)
            raise refused("exponentials of too small parts of a monomial")
        found = Quotient.of(1, 1)
        for powers, c in terms:
            times, base = int((c * self.parts).p), self._base(powers, bottom)
            found = found.times((base if times > 0 else base.inverse()).power(abs(times)))
        return found

    def _base(self, powers: tuple[int, ...], bottom: Polynomial) -> Quotient:
        """The exponential of a monomial over the number of parts, and over a polynomial."""
        first = next((i for i, power in enumerate(powers) if power), 0) - len(self.forms)
        if sum(powers) == 1 and bottom == ONE and first >= 0 and self.made[first].name == "log":
            base = Quotient((self.made[first].top, self.made[first].bottom), self)
            base.apart = True
            return base if self.parts == 1 else self._root(base, self.parts)
        monomial = ONE
        for v, power in zip(VARIABLES, powers, strict=True):
            monomial *= v**power
        base = Quotient((self._variable(Further("exp", self.parts, monomial, bottom)), ONE), self)
        base.apart = True
        return base

    def facts(self) -> Iterator[Polynomial]:
        """What may be a factor of squares, beside polynomials without minus signs."""
        yield from self.known
        for further, v in zip(self.made, VARIABLES[len(self.forms) :], strict=False):
            if further.name == "ramp":
                yield v - further.top
            elif further.name == "exp":  # e^t >= 1 + t
                yield (v - 1) * further.bottom - further.top / further.n
                if self.is_plain(further.top):
                    yield v - 1
            elif further.is_log_of_number:
                low, high = _near_log(further)
                yield v - low
                yield high - v
            elif further.name == "log":  # 1 - 1 / t <= log t <= t - 1
                yield further.top - further.bottom - v * further.bottom
                yield v * further.top - further.top + further.bottom
        for name in WAVES:
            waves = [(self.made[i - len(self.forms)], VARIABLES[i]) for i in sorted(self.of_name(name))]
            for k, (s, v) in enumerate(waves):
                yield 1 - v * v
                # |sin t| <= |t|, 1 - t^2 / 2 <= cos t
                yield s.top**2 - (v * s.bottom) ** 2 if name == "sin" else s.top**2 - 2 * s.bottom**2 * (1 - v)
                for t, w in waves[:k]:
                    apart = s.top * t.bottom - t.top * s.bottom
                    yield apart**2 - ((v - w) * s.bottom * t.bottom) ** 2

    def compared(self) -> Iterator[Polynomial]:
        """Of two ramps, of s or -s and of t or -t, the one of the larger number is not below the other."""
        ramps = [(VARIABLES[i], self.made[i - len(self.forms)].top) for i in sorted(self.of_name("ramp"))]
        for (v, s), (w, t) in permutations(ramps, 2):
            for v_, s_ in ((v, s), (v - s, -s)):
                for w_, t_ in ((w, t), (w - t, -t)):
                    if self.is_not_negative(s_ - t_):
                        yield v_ - w_

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
    elif name in WAVES:
        text = f"{v} = {name}(({top})/({bottom})): {v}^2 <= 1, it changes no faster than that"
    elif name == "ramp":
        text = f"{v} >= 0, {v} >= {top}, {v}^2 = {v}*({top})"
    elif name == "exp":
        under = n if bottom == ONE else f"({bottom})/{n}"
        text = f"{v} = exp(({top})/{under}): {v} > 0, {v} >= 1+({top})/{under}"
    elif further.is_log_of_number:
        low, high = _near_log(further)
        text = f"{v} = log({top / bottom}): {low} <= {v} <= {high}"
    else:
        text = f"{v} = log(({top})/({bottom})): {v} <= ({top})/({bottom})-1, {v} >= 1-({bottom})/({top})"
    return text.replace(" - ", "-").replace(" + ", "+")
