"""Identities of a certificate, checked again by code of its own: fractions modulo another prime.

Of the maker (:mod:`lemmata.numbers.formal`, :mod:`lemmata.search.proof`) only the arrays and the reading of a
space serve here. A rational function is a pair of residues, of its numerator and its denominator, which are
never reduced; one number bounds the degree of both. The prime has 760 binary digits, is drawn afresh and is
*proved* to be one; the point is drawn afresh, too, so that no claim can have been written for it. There are two
prompts at once, of variables of their own: a check that mixes the rows of a batch is none of single instances.
"""

from __future__ import annotations

import functools
import math
import secrets
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from lemmata.numbers import formal
from lemmata.numbers.arithmetic import using
from lemmata.numbers.exact import Exact
from lemmata.numbers.formal import Formal, NotFormal, Vanishes
from lemmata.records.certificate import MOST_ERROR
from lemmata.search.asking import by_kind
from lemmata.search.examiner import others_of
from lemmata.search.lifting import lift
from lemmata.search.noticing import noticing
from lemmata.search.resolved import resolved
from lemmata.search.rounding import rounded
from lemmata.statement.claims import Variant
from lemmata.statement.spaces import Domain, Prompt, dims, dyadics, is_built_in, quantities, scales, symmetric
from lemmata.statement.spaces import _Array as Entries

_MERSENNE = 2**521 - 1
_DIGITS = 240
"""Of the other factor of p - 1, but for its last."""
_TRIES = 2**14
"""Numbers tried for a prime; about one in 260 is one."""
ROWS = 2
"""Prompts that are looked at together."""


@functools.cache
def prime() -> int:
    """A random prime k q + 1, q being the Mersenne prime 2^521 - 1.

    If a^(p - 1) = 1 and a^k - 1 has no divisor in common with p, each prime divisor of p is 1 modulo q, and
    larger than the root of p (Pocklington 1914).
    """
    for _ in range(_TRIES):
        k = 2 * (secrets.randbits(_DIGITS - 1) + 1)
        p = k * _MERSENNE + 1
        if all(p % small for small in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)):
            power = pow(2, k, p)
            if pow(power, _MERSENNE, p) == 1 and math.gcd(power - 1, p) == 1:
                return p
    raise NotFormal("no prime was found")


class Field:
    """The residues modulo a prime, values of variables and of unknown functions there, and what was met.

    Attributes:
        asked: whether the value of a variable was asked for.
        degree, bits: at most these are the degrees, and the binary digits of the sums of absolute coefficients.
    """

    def __init__(self) -> None:
        self.prime = prime()
        self.asked = False
        self.degree = self.bits = 0
        self.known: dict[tuple[str, int], int] = {}

    def refuse(self) -> None:
        """Remembers that the value of a variable was asked for."""
        self.asked = True

    def variable(self) -> Residue:
        """One more variable, at a random place."""
        return Residue(self, secrets.randbelow(self.prime), 1, 1, 0)

    def constant(self, value: Any) -> Residue:
        """A rational number."""
        top, bottom = value.numerator, value.denominator
        return Residue(self, int(top), int(bottom), 0, max(abs(top).bit_length(), bottom.bit_length()))

    def unknown(self, name: str, at: int) -> Residue:
        """A function of which nothing is known: one more variable for each argument."""
        if (name, at) not in self.known:
            self.known[name, at] = secrets.randbelow(self.prime)
        return Residue(self, self.known[name, at], 1, 1, 0)

    @property
    def error(self) -> float:
        """At most the chance that two functions which differ looked alike here.

        Either all coefficients of what has to vanish are multiples of the prime: each of the tried numbers is
        one of the bits / 760 such primes with a chance of 2^-239 each. Or the point is a zero: degree / p.
        That is so for both sides of the statement, and each two arguments of a function.
        """
        pairs = 1 + len(self.known) ** 2
        by_prime = _TRIES * (2 * self.bits + 2) // _MERSENNE.bit_length() + 1
        return math.ldexp(pairs * by_prime, 1 - _DIGITS) + pairs * (2 * self.degree + 1) / self.prime


class Residue(Formal):
    """A rational function at a point: residues of its numerator and its denominator, which is not 0."""

    __slots__ = ("bits", "degree", "over", "under")
    __hash__ = None

    def __init__(self, field: Field, over: int, under: int, degree: int, bits: int) -> None:
        self.point = field  # type: ignore[assignment]
        self.over, self.under = over % field.prime, under % field.prime
        self.degree, self.bits = degree, bits
        field.degree, field.bits = max(field.degree, degree), max(field.bits, bits)
        if not self.under:
            raise Vanishes("a denominator vanishes")

    def _beside(self, other: Any) -> Residue | None:
        if isinstance(other, Residue):
            if other.point is not self.point:
                raise NotFormal("functions at different points, as of a cache")
            return other
        known = isinstance(other, int) or type(other).__name__ == "Fraction"
        return self.point.constant(other) if known else None  # type: ignore[return-value]

    def _made(self, over: int, under: int, other: Residue, more: int) -> Residue:
        return Residue(
            self.point,  # type: ignore[arg-type]
            over,
            under,
            self.degree + other.degree,
            self.bits + other.bits + more,
        )

    def __add__(self, other: Any) -> Any:
        if (b := self._beside(other)) is None:
            return NotImplemented
        return self._made(self.over * b.under + b.over * self.under, self.under * b.under, b, 1)

    __radd__ = __add__

    def __neg__(self) -> Residue:
        return Residue(self.point, -self.over, self.under, self.degree, self.bits)  # type: ignore[arg-type]

    def __sub__(self, other: Any) -> Any:
        if (b := self._beside(other)) is None:
            return NotImplemented
        return self._made(self.over * b.under - b.over * self.under, self.under * b.under, b, 1)

    def __rsub__(self, other: Any) -> Any:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Any:
        if (b := self._beside(other)) is None:
            return NotImplemented
        return self._made(self.over * b.over, self.under * b.under, b, 0)

    __rmul__ = __mul__

    def inverse(self) -> Residue:
        return Residue(self.point, self.under, self.over, self.degree, self.bits)  # type: ignore[arg-type]

    def __truediv__(self, other: Any) -> Any:
        if (b := self._beside(other)) is None:
            return NotImplemented
        return self * b.inverse()

    def __rtruediv__(self, other: Any) -> Any:
        return self.inverse().__mul__(other)

    def __pow__(self, power: Any) -> Residue:
        if not isinstance(power, int):
            raise NotFormal("a power that is no whole number")
        base, n, p = (self if power >= 0 else self.inverse()), abs(int(power)), self.point.prime
        return Residue(
            self.point,  # type: ignore[arg-type]
            pow(base.over, n, p),
            pow(base.under, n, p),
            base.degree * n,
            base.bits * n,
        )

    # -- functions that are no rational ones: only that absolute values are even is known of them ---------

    @property
    def _place(self) -> int:
        return self.over * pow(self.under, -1, self.point.prime) % self.point.prime

    def function(self, name: str) -> Residue:
        return self.point.unknown(name, self._place)  # type: ignore[attr-defined, no-any-return]

    def __abs__(self) -> Residue:
        place = self._place
        even = place if place % 2 == 0 else self.point.prime - place  # of x and -x one is even
        return self.point.unknown("absolute value", even) if place else self  # type: ignore[attr-defined]

    def relu(self) -> Residue:
        found: Residue = (self + abs(self)) / 2
        return found

    def sign(self) -> Residue:
        place = self._place
        if not place:
            return self
        known = self.point.unknown("sign", min(place, self.point.prime - place))  # type: ignore[attr-defined]
        found: Residue = known if place <= self.point.prime // 2 else -known
        return found

    def larger(self, other: Any) -> Residue:
        found: Residue = (self + other + abs(self - other)) / 2
        return found

    @property
    def vanishes(self) -> bool:
        return not self.over


def agree(variant: Variant, s: Any, listed: Mapping[str, Any], free: Collection[str] = ()) -> float | None:
    """Whether both sides of a statement are one function of the real numbers of a setting and its prompts.

    Args:
        variant: the statement.
        s: a setting with the whole numbers and choices.
        listed: these.
        free: its other whole numbers, which are variables.

    Returns:
        At most the chance that they are not, all the same; None where they are not, or it is too likely.

    Raises:
        Exception: whatever the claim's code raises that cannot compute with variables.
    """
    field = Field()
    domains = resolved(variant, s, listed, free)
    with formal.at(field), using("formal"):  # type: ignore[arg-type]
        values = quantities(lift(s, "formal"))
        values |= {n: _entries(d, field) for n, d in domains.settings.items() if n not in listed}
        others = lift(others_of(variant, s), "formal")
        rows = None
        if domains.prompts is not None:
            rows = Prompt(**{n: _rows(d, field) for n, d in domains.prompts.items()})
        with noticing(field.refuse) as codes:
            lifted = Prompt(**values) if isinstance(s, Prompt) else replace(s, **values)
            margin = variant.evaluate(lifted, rows, variant.construct(lifted), others)
        if (
            rounded(codes)
            or by_kind(codes, whole=bool(free))
            or not margin.of_variables
            or margin.relation != "="
        ):
            return None
        differences = (margin.left - margin.right).values
        if not differences.size or field.asked or not all(_is_nothing(d, field) for d in differences.flat):
            return None
    return field.error if field.error <= MOST_ERROR else None


def _is_nothing(difference: Any, field: Field) -> bool:
    if isinstance(difference, Residue):
        return difference.point is field and difference.vanishes  # type: ignore[comparison-overlap]
    return not isinstance(difference, Formal) and bool(difference == 0)


def _rows(domain: Domain, field: Field) -> Exact:
    """So many values of a quantity, ``(ROWS, *shape)``."""
    return Exact(np.stack([_entries(domain, field).values for _ in range(ROWS)]), "formal")


def _entries(domain: Domain, field: Field) -> Exact:
    """A value of a quantity: variables, or of what is symmetric the mean of a matrix and its transpose."""
    if not is_built_in(domain) or not isinstance(domain, dims | dyadics | scales | Entries):
        raise NotFormal("which values a quantity has is not known")
    entries = np.empty(getattr(domain, "shape", ()), dtype=object)
    for place in np.ndindex(*entries.shape):
        entries[place] = field.variable()
    if isinstance(domain, symmetric):
        entries = (entries + np.swapaxes(entries, -1, -2)) / 2
    return Exact(entries, "formal")
