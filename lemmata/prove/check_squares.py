"""Squares: what is, times a polynomial that is positive, a sum of squares is nowhere negative.

With a positive definite matrix G ``b' G b`` is a sum of squares. So p is not negative where

    m p = g_1 b_1' G_1 b_1 + ... + g_k b_k' G_k b_k,

m is positive and no g is negative. A certificate names these; here both sides are multiplied out in rational
numbers, and the pivots of the L D L^T of each G have to be positive.

p may hold further variables, in the place of functions that are no quotients of polynomials. What is used of
them is true of these functions: a root is not negative, and its power is known; an exponential is positive,
and at least 1 plus its argument; of a logarithm the same is said; the larger v of t and 0, a ramp, is neither
below t nor below 0, and one of both. What is not negative for all numbers with these properties is not for the
values of the functions.

Somewhere m may be 0: but one of its monomials is 0 only in a set that is nowhere dense. Elsewhere p is not
negative; what is continuous is not negative there, either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import islice, permutations
from itertools import product as product_of
from math import inf, isinf, lcm, prod
from typing import Any

import flint
import numpy as np

from lemmata.claims.domains.arrays import in_ball, sparse
from lemmata.claims.placeholders import is_unread
from lemmata.numbers import enclosure
from lemmata.numbers.arithmetic import using
from lemmata.numbers.enclosure import refused
from lemmata.numbers.exact import Exact
from lemmata.prove.check_polynomials import (
    MOST_VARIABLES,
    VARIABLES,
    Pair,
    Part,
    Polynomial,
    Quotient,
    coefficient,
    is_square,
    parsed,
    product,
    raised,
    rational,
    whole,
)
from lemmata.prove.check_space import NotConfirmed, Sides, Space, range_of, shape_of, stated_of
from lemmata.records.certificate import Identity, Squares

CASE, LEMMA, RAMPS, SQUARES = "?", "!", "+", "s"
"""In a tree: ``?p`` splits a part into where p is not negative, and where it is not positive; ``!2:p`` says
that p is nowhere negative on it, by this identity; after ``+`` there are ramps on it; of ``s0,,1`` the first
and the third slack are decided by these identities, and the second is seen not to be negative."""
_MOST_BASIS, _MOST_SQUARES = 64, 512
"""Of a certificate: a file that asks for more is refused."""
WAVES = "sin", "cos"
_BITS_OF_PRIMES, _DIGITS = 24, 32
"""Of fractions that are taken apart into primes, and of the logarithms of these."""
_FRACTION = re.compile(r"-?[0-9]{1,1000}(?:/[1-9][0-9]{0,999})?")


@dataclass(frozen=True)
class Further:
    """What one more variable v stands for.

    ``root``: v >= 0 and v^n = top; ``exp``: the exponential of top / bottom / n; ``log``, ``sin``, ``cos``:
    these of top / bottom; ``ramp``: the larger of top and 0.
    """

    name: str
    n: int
    top: Polynomial
    bottom: Polynomial

    @property
    def is_log_of_number(self) -> bool:
        return self.name == "log" and bool(self.top.is_constant() and self.bottom.is_constant())


@dataclass
class Extended(Part):
    """A part of the space, with variables for what is no quotient of polynomials.

    Attributes:
        parts: exponentials are taken of monomials over so many.
        known: polynomials that are not negative: of the ends of domains, and what cases assume.
        decided: others, of which identities say so.
        made: the further variables, in the order in which they were asked for, after those of the part.
        closed: whether each point of the space is a point of the part, or of one beside it, and not only the
            limit of such: then an identity may speak of single points.
        ramps: whether there are such, where it is not seen which of two numbers is larger.
    """

    parts: int = 1
    known: tuple[Polynomial, ...] = ()
    decided: tuple[Polynomial, ...] = ()
    made: tuple[Further, ...] = ()
    closed: bool = False
    ramps: bool = False

    def supposed(self, *, strict: bool) -> Iterator[Polynomial]:
        """What hypotheses say: what is above 0 (``strict``), what is not below 0. Denominators are positive."""
        for value, above in self.hypotheses:
            # One that was kept from another evaluation says nothing about this one.
            if isinstance(value, Quotient) and value.box is self and above == strict and not value.jumps:
                yield value.top
        yield from (top for top, _, above in self.joined if above == strict)

    def is_nowhere_negative(self, p: Polynomial, depth: int = 3) -> bool:
        """A positive multiple of what is known is not, either."""
        for q in (*self.known, *self.decided) if not p.is_constant() else ():
            c = p.leading_coefficient() / q.leading_coefficient()
            if c > 0 and p == c * q:
                return True
        return super().is_nowhere_negative(p, depth)

    def reduced(self, top: Polynomial, bottom: Polynomial) -> Pair:
        top = self.normal(top)
        for v, further in zip(VARIABLES[len(self.values) :], self.made, strict=False):
            # A root that is a factor below is 0 nowhere: both sides may be multiplied by it.
            if further.name == "root" and not bottom.is_constant() and bottom.gcd(v) == v:
                below = self.normal(product(bottom, raised(v, further.n - 1)))
                if self.is_positive(below):
                    top, bottom = self.normal(product(top, raised(v, further.n - 1))), below
        return super().reduced(top, bottom)

    def normal(self, p: Polynomial) -> Polynomial:
        """The same number, with powers of roots and ramps carried out: one for all that differ by these."""
        for i, further in reversed([*enumerate(self.made, len(self.values))]):
            if further.name not in ("root", "ramp") or (most := p.degrees()[i]) < further.n:
                continue
            powers = [divmod(k, further.n) for k in range(most + 1)]
            if further.name == "ramp":  # v^2 = v top
                powers = [(0, 0), *((k - 1, 1) for k in range(1, most + 1))]
            terms = (
                product(coefficient(p, i, k), raised(further.top, times) * VARIABLES[i] ** rest)
                for k, (times, rest) in enumerate(powers)
            )
            p = sum(terms, rational(0))
        return p

    def halves(self, word: str) -> list[Any]:
        """Also of a case. What is known is carried over a cut, if it speaks of the part's own numbers."""
        count = len(self.values)
        if word.startswith(CASE):
            p = self._spoken_of(word[1:])
            return [replace(self, known=(*self.known, q), asked=False) for q in (p, -p)]
        if word == RAMPS:
            return [replace(self, ramps=True)]
        # A cut at a root, say, would move the root, which is not what it is cut at.
        if replace(self, made=()).is_beyond(word) or any(any(q.degrees()[count:]) for q in self.known):
            raise NotConfirmed("a cut, or what is known, speaks of more than the numbers of the part")
        inner = frozenset(range(count))
        one = rational(1)
        plain = replace(
            self,
            values=(*self.values, *((q, one) for q in self.known)),
            free=self.free & inner,
            nonzero=self.nonzero & inner,
            finite=self.finite & inner,
            known=(),
            decided=(),
            made=(),
        )
        found: list[Any] = Part.halves(plain, word)
        # A cut at B / A leaves out points at which A is 0.
        closed = self.closed and parsed(word.rpartition("|")[2]).is_constant()
        return [
            replace(
                half,
                values=half.values[:count],
                known=tuple(p for p, _ in half.values[count:] if p != 0),
                closed=closed,
            )
            for half in found
        ]

    def lemma(self, word: str) -> tuple[Extended, Quotient, int]:
        """What is nowhere negative, where, and by which identity: hypotheses may not be used for it."""
        number, _, text = word[1:].partition(":")
        here, p = replace(self, hypotheses=(), joined=(), asked=False), self._spoken_of(text)
        with enclosure.on(here):
            return here, Quotient((p, rational(1))), int(number)

    def is_beyond(self, word: str) -> bool:
        """Whether a word speaks of more than the numbers of the part, and the further variables that it has."""
        return any(ord(c) >= ord("a") + len(self.values) + len(self.made) for c in word if c.isalpha())

    def _spoken_of(self, text: str) -> Polynomial:
        p = parsed(text)
        if p.is_constant() or any(p.degrees()[len(self.values) + len(self.made) :]):
            raise NotConfirmed("something is said of no number")
        return p

    # -- further variables ----------------------------------------------------------------------------------

    def further(self, name: str, of: Quotient) -> Quotient:
        if of.jumps:  # where the sign is another one the function is, too
            raise refused("a function of a sign that may be another one somewhere")
        if name == "sqrt":
            return self._root(of, 2)
        if name == "exp":
            return self._exponential(of)
        if name in WAVES:
            return self._wave(name, of)
        if name != "log":
            return super().further(name, of)
        if of.side != 1:
            raise refused("the logarithm of what may not be positive")
        return self._logarithm(of)

    def _variable(self, name: str, n: int, top: Polynomial, bottom: Polynomial) -> Polynomial:
        further = Further(name, n, top, bottom)
        if further not in self.made:
            i = len(self.values) + len(self.made)
            if i >= MOST_VARIABLES:
                raise refused("too many roots, exponentials and logarithms")
            self.made = (*self.made, further)
            # The logarithm of t is not below 0 where t >= 1, and above 0 where t > 1. A wave has either sign.
            above = top - bottom if name == "log" else rational(-1 if name in WAVES else 1)
            is_apart = name == "log" and self.is_positive(above) and Quotient((above, bottom)).side == 1
            is_apart |= name == "root" and Quotient((top, bottom))._is_apart(1)  # its power is not 0
            self.free = self.free - {i} if self.is_positive(above) else self.free | {i}
            self.nonzero = self.nonzero | {i} if name == "exp" or is_apart else self.nonzero - {i}
            self.finite = self.finite - {i} if name in ("root", "ramp") else self.finite | {i}
        return VARIABLES[len(self.values) + self.made.index(further)]

    def _root(self, of: Quotient, n: int) -> Quotient:
        if of.ends()[0] < 0 and not of.has_root:
            raise refused("the root of what may be negative")
        top, outside = self.normal(product(of.top, raised(of.bottom, n - 1))), rational(1)
        if top.is_zero():
            return Quotient.of(0, 0)
        for q, times in top.factor()[1]:  # what is not negative leaves the root
            if times >= n and (self.is_positive(q) or self.is_positive(-q)):
                outside = product(outside, raised(q if self.is_positive(q) else -q, times // n))
        # At a point at which that is 0 the rest may be negative, and have no root.
        self.closed = self.closed and outside.is_constant()
        rest = top / raised(outside, n)
        for v, known in zip(VARIABLES[len(self.values) :], self.made if n == 2 else (), strict=False):
            if known.name != "root" or known.n != n or known.top.is_constant():
                continue
            # Of q p, where that of p is known, it is the product of both, if q is nowhere negative.
            factor, left = divmod(rest, known.top)
            if left == 0 and factor.is_constant() and is_square(factor):
                rest, outside = known.top, outside * factor.sqrt()
            elif left == 0 and not factor.is_constant() and self.is_positive(factor):
                rest, outside = factor, product(outside, v)
        v = self._variable("root", n, rest, rational(1))
        return Quotient((product(v, outside), of.bottom), apart=of.side != 0)

    def _wave(self, name: str, of: Quotient) -> Quotient:
        """Of t or of -t: the cosines of both are one, and the sines differ by their sign."""
        if of.top.is_zero():
            return Quotient.of(0, 0) if name == "sin" else Quotient.of(1, 1)
        positive = of.top.leading_coefficient() > 0
        v = self._variable(name, 1, of.top if positive else -of.top, of.bottom)
        return Quotient((-v if name == "sin" and not positive else v, rational(1)))

    def positive_part(self, of: Quotient) -> Quotient:
        """The larger of 0 and p q, with p >= 0, is p times that of 0 and q; that of 0 and -q is it less q."""
        if not self.ramps:
            return super().positive_part(of)
        top = self.normal(of.top)
        for i, further in enumerate(self.made, len(self.values)):
            if further.name == "ramp" and top.degrees()[i] == 1:
                c, a, v, t = coefficient(top, i, 0), -coefficient(top, i, 1), VARIABLES[i], further.top
                less = c - product(a, t)
                # The larger of 0 and c - a v, v that of 0 and t, with a >= 0: where c >= 0 that of 0 and
                # c - a t less a (v - t), where c - a t >= 0 that of 0 and c less a v.
                for least, inside, rest in ((c, less, v - t), (less, c, v)) if self.is_positive(a) else ():
                    if self.is_positive(least):
                        bent = self.positive_part(Quotient((inside, of.bottom)))
                        return bent.plus(Quotient((-product(a, rest), of.bottom)))
        unit, factors = top.factor()
        outside, inside = rational(1) * abs(unit), rational(1)
        negative = unit < 0
        for q, times in factors:
            if self.is_positive(q) or self.is_positive(-q):
                negative ^= not self.is_positive(q) and times % 2 == 1
                outside = product(outside, raised(q if self.is_positive(q) else -q, times))
            else:  # an even power is a square
                outside = product(outside, raised(q, times - times % 2))
                inside = product(inside, raised(q, times % 2))
        v = self._variable("ramp", 2, inside, rational(1))
        return Quotient((product(v - inside if negative else v, outside), of.bottom))

    def _logarithm(self, of: Quotient) -> Quotient:
        """Of c p / q that of p / q, or less that of q / p, and those of the primes of c."""
        top, bottom = of.top, of.bottom
        c, total = top.leading_coefficient(), rational(0)
        if c > 0 and c.height_bits() <= _BITS_OF_PRIMES:
            top = top / c
            for number, sign in ((c.p, 1), (c.q, -1)):
                for prime, times in number.factor():
                    total += self._variable("log", 1, rational(1) * prime, rational(1)) * (sign * times)
        if top != bottom and self.is_positive(bottom - top):
            total -= self._variable("log", 1, bottom, top)
        elif top != bottom:
            total += self._variable("log", 1, top, bottom)
        return Quotient((total, rational(1)))

    def _exponential(self, of: Quotient) -> Quotient:
        """A product of powers of the exponentials of monomials, each over the denominator."""
        unit, found = of.bottom.leading_coefficient(), Quotient.of(1, 1)
        for powers, c in (of.top / unit).terms():
            times = c * self.parts
            if times.q != 1:
                raise refused("the exponential of a monomial over other parts")
            base = self._base(powers, of.bottom / unit)
            found = found.times((base if times > 0 else base.inverse()).power(abs(int(times.p))))
        return found

    def _base(self, powers: tuple[int, ...], bottom: Polynomial) -> Quotient:
        """The exponential of a monomial over the number of parts, and over a denominator."""
        which = [i for i, power in enumerate(powers) if power]
        if sum(powers) == 1 and bottom == 1 and which[0] >= len(self.values):
            further = self.made[which[0] - len(self.values)]
            if further.name == "log":
                of = Quotient((further.top, further.bottom), apart=True)
                return of if self.parts == 1 else self._root(of, self.parts)
        monomial = prod((VARIABLES[i] ** powers[i] for i in which), start=rational(1))
        return Quotient((self._variable("exp", self.parts, monomial, bottom), rational(1)), apart=True)

    def facts(self) -> Iterable[Polynomial]:
        """All polynomials that are known not to be negative, beside those that are seen not to be."""
        yield from (*self.known, *self.decided)
        # A ramp grows with its argument: where s >= t that of s is at least that of t; that of -s is that of s,
        # less s. What an identity has decided is so on the part without its hypotheses, so with them.
        ramps = [
            (sign * f.top, v - f.top if sign < 0 else v)
            for f, v in zip(self.made, VARIABLES[len(self.values) :], strict=False)
            for sign in (1, -1)
            if f.name == "ramp"
        ]
        yield from (v - w for (s, v), (t, w) in permutations(ramps, 2) if self.is_nowhere_negative(s - t))
        for further, v in zip(self.made, VARIABLES[len(self.values) :], strict=False):
            if further.name == "ramp":
                yield v - further.top
            elif further.name == "exp":  # e^t >= 1 + t
                yield product(v - 1, further.bottom) - further.top / further.n
                if self.is_positive(further.top):
                    yield v - 1
            elif further.is_log_of_number:
                low, high = _near_log(further)
                yield v - low
                yield high - v
            elif further.name == "log":  # 1 - 1 / t <= log t <= t - 1
                yield further.top - further.bottom - v * further.bottom
                yield v * further.top - further.top + further.bottom
        for name in WAVES:
            waves = [
                (f, v) for f, v in zip(self.made, VARIABLES[len(self.values) :], strict=False) if f.name == name
            ]
            for k, (s, v) in enumerate(waves):
                yield 1 - v * v
                if name == "sin":  # |sin t| <= |t|
                    yield raised(s.top, 2) - raised(product(v, s.bottom), 2)
                else:  # 1 - t^2 / 2 <= cos t
                    yield raised(s.top, 2) - product(2 - 2 * v, raised(s.bottom, 2))
                for t, w in waves[:k]:  # |s - t| is at least what their sines, or their cosines, differ by
                    apart = product(s.top, t.bottom) - product(t.top, s.bottom)
                    yield raised(apart, 2) - raised(product(v - w, product(s.bottom, t.bottom)), 2)

    def assumed(self) -> tuple[str, ...]:
        """What is used of the further variables."""
        found = []
        for i, further in enumerate(self.made, len(self.values)):
            v, top, bottom, n = VARIABLES[i], further.top, further.bottom, further.n
            under = n if bottom == 1 else f"({bottom})/{n}"
            if further.is_log_of_number:
                low, high = _near_log(further)
                found.append(f"{v} = log({top / bottom}): {low} <= {v} <= {high}")
                continue
            found.append(
                {
                    "root": f"{v} >= 0, {v}^{n} = {top}",
                    "sin": f"{v} = sin(({top})/({bottom})): {v}^2 <= 1, it changes no faster than that",
                    "cos": f"{v} = cos(({top})/({bottom})): {v}^2 <= 1, it changes no faster than that",
                    "ramp": f"{v} >= 0, {v} >= {top}, {v}^2 = {v}*({top})",
                    "exp": f"{v} = exp(({top})/{under}): {v} > 0, {v} >= 1+({top})/{under}",
                    "log": f"{v} = log(({top})/({bottom})): {v} <= ({top})/({bottom})-1, "
                    f"{v} >= 1-({bottom})/({top})",
                }[further.name]
                .replace(" - ", "-")
                .replace(" + ", "+")
            )
        return tuple(found)

    def is_seldom_zero(self, powers: tuple[int, ...]) -> bool:
        """Whether a monomial is 0 in a set that is nowhere dense, at most."""
        count = len(self.values)
        for i, further in enumerate(self.made, count):
            if not powers[i] or i in self.nonzero:
                continue
            if further.name not in ("root", "exp") or further.top.is_zero():
                return False
            of_space = not any(further.top.degrees()[count:])  # a polynomial of independent numbers
            seen = self.is_positive(further.top) and any(map(self.is_seldom_zero, further.top.monoms()))
            if not of_space and not seen:
                return False
        return not any(powers[count + len(self.made) :])

    def is_never_zero(self, powers: tuple[int, ...]) -> bool:
        """Whether a monomial is of numbers alone that are above 0 all over the space."""
        return all(i in self.nonzero for i, power in enumerate(powers) if power)

    def lifted(self, slack: Quotient) -> Polynomial:
        """The exponential of a positive multiple of a slack, less 1: it has the sign of the slack."""
        if not slack.bottom.is_constant():
            raise NotConfirmed("the exponential of what is no polynomial is asked for")
        times = lcm(
            *(int((c * self.parts).q) for c in (slack.top / slack.bottom.leading_coefficient()).coeffs())
        )
        return (slack * times).exp().plus(Quotient.of(-1, -1)).top


def _near_log(further: Further) -> tuple[Any, Any]:
    """Fractions below and above the logarithm of a number: those digits that arb is sure of.

    Raises:
        Undecided: it is sure of fewer.
    """
    number = further.top.leading_coefficient() / further.bottom.leading_coefficient()
    below = (flint.arb(number).log() * 2**_DIGITS).floor().unique_fmpz()
    if below is None:
        raise refused("the logarithm of a number")
    return flint.fmpq(below, 2**_DIGITS), flint.fmpq(below + 1, 2**_DIGITS)


def extended(space: Space, sides: Sides, parts: int) -> Extended:
    """The whole space: also where the ranges that are stated are wider than it, its own ends are known.

    Raises:
        NotConfirmed: exponentials are not taken of parts.
    """
    if parts < 1:
        raise NotConfirmed("exponentials are taken of no parts")
    part = whole(sides, space.ranges, space.shares)
    one, known = rational(1), list[Polynomial]()
    rest = iter(zip(sides, part.values, strict=True))
    for domain in space.quantities.values():
        shape, (low, high, *_) = shape_of(domain), range_of(domain)
        entries = [*islice(rest, prod(shape))]
        if low >= high:  # a domain without inner points: nothing would be said of what is continuous
            continue
        plain = [(side, top) for side, (top, bottom) in entries if bottom == one]
        known += [top - rational(low) for side, top in plain if side[0] < low]
        known += [rational(high) - top for side, top in plain if side[1] > high]
        if isinstance(domain, in_ball) and len(plain) == len(entries) and shape and high < inf:
            tops = np.empty(len(plain), dtype=object)
            tops[:] = [top for _, top in plain]
            known += [rational(high) ** 2 - sum(x * x for x in row) for row in tops.reshape(-1, shape[-1])]
    made = {f.name: getattr(part, f.name) for f in fields(part)}
    # Between two ends are the values of (a + b y) / (1 + y), b is none; a simplex is all of y over its sum.
    shares = {i for row in space.shares for i in row}
    closed = all(isinf(low) or isinf(high) or low == high or i in shares for i, (low, high) in enumerate(sides))
    found = Extended(**made, parts=parts, known=tuple(known), closed=closed)
    with enclosure.on(found), using("enclosure"):
        values = {name: Exact(x, "enclosure") for name, x in space.numbers(Quotient.of, sides).items()}
        for name, domain in space.computed(values).items():
            found.known += tuple(_between(found, domain, values[name].values))
    return found


def _between(part: Extended, domain: Any, x: np.ndarray) -> Iterator[Polynomial]:
    """What is not negative since a quantity lies between ends that are computed.

    The width is positive at inner points, so that the space is the closure of its own inner points: what is
    continuous and not negative there is not negative anywhere.

    Raises:
        NotConfirmed: it is not seen to be.
    """
    stated, outer = stated_of(domain), range_of(domain)  # an end that is known may be rounded outwards
    low, high = (
        end.number.values.item() if is_unread(end) else Quotient.constant(known)
        for end, known in zip(stated, outer, strict=False)
    )
    width = high - low
    if width.jumps or width.top.is_zero() or not part.is_positive(width.top):
        raise NotConfirmed("the ends of a quantity are not seen to be apart")
    if isinstance(domain, sparse):  # at most the bound is the sum of absolute values, so with whatever signs
        slacks = [
            high - sum(s * v for s, v in zip(signs, x, strict=True))
            for signs in product_of((-1, 1), repeat=len(x))
        ]
    elif isinstance(domain, in_ball):
        slacks = [
            high**2 - sum(v**2 for v in row) for row in (x.reshape(-1, x.shape[-1]) if x.ndim else [[x.item()]])
        ]
    else:
        slacks = [v - low for v in x.flat if is_unread(stated[0])]
        slacks += [high - v for v in x.flat if is_unread(stated[1])]
    for slack in slacks:  # a denominator is positive
        yield slack.top


def require(part: Extended, slack: Quotient, identity: Identity) -> None:
    """An identity says that a slack is nowhere negative on a part, as far as hypotheses are met.

    Without hypotheses, or by what they say to be *above* 0, it is enough that this is so where the multiplier
    is positive: these points lie dense in an open set. What is said not to be below 0 may hold at single
    points: then the multiplier has to be positive at each of them.

    Raises:
        NotConfirmed: it does not.
    """
    with enclosure.on(part):
        p = part.lifted(slack) if identity.exponential else slack.top
    m = parsed(identity.multiplier)
    if not part.is_positive(m) or not any(map(part.is_seldom_zero, m.monoms())):
        raise NotConfirmed("a multiplier is not seen to be positive")
    facts, at_points = (
        [_unit(part.normal(q)) for q in some if not q.is_zero()]
        for some in ([*part.facts(), *part.supposed(strict=True)], part.supposed(strict=False))
    )
    used = [_unit(part.normal(parsed(q))) for squares in identity.squares for q in squares.known]
    if not all(q in facts for q in used):
        if not part.closed or not any(map(part.is_never_zero, m.monoms())):
            raise NotConfirmed("what is supposed of single points is used of others")
        facts += at_points
    if len(identity.squares) > _MOST_SQUARES or part.asked:
        raise NotConfirmed("it has too many squares, or a function is refused")
    total = sum((_of(part, squares, facts) for squares in identity.squares), rational(0))
    if part.normal(product(m, p) - total) != 0:
        raise NotConfirmed("the two sides of an identity differ")
    if part.assumed() != identity.assumed:
        raise NotConfirmed("what is assumed of its further variables is not what they are")


def _of(part: Extended, squares: Squares, facts: list[Polynomial]) -> Polynomial:
    """Squares times what is not negative, multiplied out."""
    factor = parsed(squares.factor)
    if not part.is_positive(factor):
        raise NotConfirmed("a factor of squares may be negative")
    for q in map(parsed, squares.known):
        if q.is_zero() or _unit(part.normal(q)) not in facts:
            raise NotConfirmed("a factor of squares is not known")
        factor = part.normal(product(factor, q))
    count = len(squares.basis)
    if count > _MOST_BASIS or not all(map(_FRACTION.fullmatch, squares.gram)):
        raise NotConfirmed("it has too many squares, or numbers that are none")
    numbers = iter([flint.fmpq(*map(int, text.split("/"))) for text in squares.gram])
    gram = [
        [next(numbers, flint.fmpq(0)) if i <= j else flint.fmpq(0) for j in range(count)] for i in range(count)
    ]
    if len(squares.gram) != count * (count + 1) // 2 or not _is_positive_definite(gram):
        raise NotConfirmed("a matrix is not positive definite")
    basis = [*map(parsed, squares.basis)]
    total = rational(0)
    for i in range(count):
        inner = sum((basis[j] * (gram[i][j] * (1 if i == j else 2)) for j in range(i, count)), rational(0))
        total += part.normal(product(basis[i], inner))
    return part.normal(product(factor, total))


def _unit(p: Polynomial) -> Polynomial:
    """A positive multiple that is the same for all that are such multiples of each other."""
    return p / abs(p.leading_coefficient()) if not p.is_zero() else p


def _is_positive_definite(upper: list[list[Any]]) -> bool:
    """Whether all pivots of L D L^T are positive."""
    rows = [row[:] for row in upper]
    for k, row in enumerate(rows):
        if not row[k] > 0:
            return False
        for i in range(k + 1, len(rows)):
            c = row[i] / row[k]
            for j in range(i, len(rows)):
                rows[i][j] -= c * row[j]
    return True
