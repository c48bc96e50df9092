"""Certificates: what decides every instance at stated sizes, stored so that it can be checked again.

Like a witness, a certificate is a small JSON object with a digest. It names the settings it covers by
their whole numbers and listed choices; of real quantities it speaks of all values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Annotated, Any, Literal

from lemmata.records import codec
from lemmata.records.restrictions import NotEmpty, Quantities, Text, Within
from lemmata.records.witness import parsed, with_digest

SCHEMA = "lemmata/certificate/1"
_FRACTION = re.compile(r"[0-9]{1,40}(/[1-9][0-9]{0,39})?")
MOST_ERROR = 2.0**-100
"""A larger chance that a statement is false all the same is no proof."""
Method = Literal["identity", "signs", "boxes", "squares", "exhaustive"]
COVERS = "boxes", "signs", "squares"
"""Methods that cut the space of a setting into parts."""


@dataclass(frozen=True, kw_only=True)
class Factor:
    """By how much the larger side of an inequality may be multiplied in a setting.

    Attributes:
        number: which setting of the certificate.
        low: no factor below it will do, a fraction: so large is the ratio of the two sides at the instance
            that ``setting`` and ``prompt`` describe.
        high: this one will do, a fraction; for 1 the certificate itself says so.
        tree: for less than 1: how the space is cut into boxes that decide the sharper statement.
    """

    number: int
    low: str
    high: str
    tree: str
    setting: Quantities
    prompt: Quantities | None = None

    def validate(self) -> None:
        if not _FRACTION.fullmatch(self.low) or not _FRACTION.fullmatch(self.high):
            raise ValueError("the ends of a best factor are not fractions")
        if not 0 < Fraction(self.low) <= Fraction(self.high) <= 1:
            raise ValueError("the ends of a best factor are not in order")


@dataclass(frozen=True, kw_only=True)
class Squares:
    """A sum of products of squares with what is not negative: ``factor known[0] known[1] ... b' G b``.

    Attributes:
        factor: a polynomial without minus signs, in whose monomials numbers of either sign are squared.
        known: polynomials that are not negative on the part: an end of a domain, what a case assumes.
        basis: the polynomials b.
        gram: the matrix G, which has to be positive definite: its upper triangle by rows, as fractions.
    """

    factor: str
    known: tuple[str, ...]
    basis: tuple[str, ...]
    gram: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Identity:
    """That a polynomial is nowhere negative: it is, times ``multiplier``, the sum of ``squares``.

    Attributes:
        multiplier: a polynomial as the factors of squares are, which is not 0 but on borders.
        exponential: whether it is not right minus left, which holds logarithms, but its exponential less 1.
        assumed: what is used of the further variables, which stand for roots, exponentials and logarithms.
    """

    multiplier: str
    exponential: bool
    assumed: tuple[str, ...]
    squares: tuple[Squares, ...]


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """What proves a reading at the sizes that it names.

    Attributes:
        claim, variant: what it proves.
        method: ``identity`` (both sides agree as functions of variables, seen at random points of prime
            fields), ``exhaustive`` (each of finitely many instances decided exactly), ``boxes`` (each of a
            cover of the space by boxes decided by enclosures), ``signs`` (the space is cut into parts on each
            of which polynomials have coefficients of one sign), ``squares`` (as signs, where polynomials are
            sums of squares times what is not negative).
        settings: the whole numbers and choices of each setting that is covered; one empty where there are none.
        all_sizes: of an identity: the whole numbers that are variables: each of their values is covered.
        error: at most the chance that the statement is false there all the same.
        seed: decides the primes and the points.
        degree, bits: of an identity: the largest degree met, and the longest coefficient in binary digits.
        trees: of covers: for each setting how the space is cut (:func:`lemmata.prove.boxes.cover`,
            :func:`lemmata.prove.signs.cover`, :func:`lemmata.prove.squares.cover`).
        ranges: of covers: for each setting, by name, the ends of what they cover, as fractions.
        identities: of squares: for each setting those that its tree refers to by their numbers.
        parts: of squares: for each setting, exponentials are taken of monomials over so many.
        factors: of inequalities by boxes: what is known of the best factor, for settings that have one.
    """

    claim: Text
    variant: Text
    method: Method
    settings: Annotated[tuple[Quantities, ...], NotEmpty()]
    error: Annotated[float, Within(0, MOST_ERROR)] = 0.0
    seed: str = ""
    degree: int = 0
    bits: int = 0
    trees: tuple[str, ...] = ()
    ranges: tuple[dict[str, Any], ...] = ()
    identities: tuple[tuple[Identity, ...], ...] = ()
    parts: tuple[int, ...] = ()
    factors: tuple[Factor, ...] = ()
    all_sizes: tuple[str, ...] = ()

    def validate(self) -> None:
        if not self.settings or not 0 <= self.error <= MOST_ERROR:
            raise ValueError("it covers no setting, or its error is not a probability, or above 2^-100")
        if len({tuple(setting) for setting in self.settings}) > 1:
            raise ValueError("its settings name different quantities")
        if {len(self.trees), len(self.ranges)} != {len(self.settings) if self.method in COVERS else 0}:
            raise ValueError("it has no tree for each setting, or is by a method that has none")
        if {len(self.identities), len(self.parts)} != {len(self.trees) if self.method == "squares" else 0}:
            raise ValueError("it has no identities for each setting, or is by a method that has none")
        if self.all_sizes and (self.method != "identity" or {*self.all_sizes} & self.settings[0].keys()):
            raise ValueError("it speaks of all values of a size that it names, or is no identity")
        numbers = [factor.number for factor in self.factors]
        if len(set(numbers)) < len(numbers) or not all(0 <= k < len(self.trees) for k in numbers):
            raise ValueError("its factors are not of settings that boxes cover, one each")

    @property
    def where(self) -> str:
        return where(self.settings, self.all_sizes, self.method)


def where(settings: Sequence[Mapping[str, Any]], all_sizes: Sequence[str], method: str) -> str:
    """At which sizes: ``for all n, at d = 1 to 3, k = 1 to 2 (6 settings)``.

    Where they are not all that their values make, they are listed: ``at (d, k) = (1, 0), (1, 1), (2, 0)``.
    """
    every = f"for all {', '.join(all_sizes)}" if all_sizes else ""
    values = {name: sorted({s[name] for s in settings}, key=_order) for name in settings[0]}
    if not values:
        return every or ("for all values in its ranges" if method in COVERS else "for all real values")
    start = f"{every}{', ' * bool(every)}at "
    if prod(map(len, values.values())) > len(settings):
        same = {name: met[0] for name, met in values.items() if len(met) == 1}
        names = [name for name in values if name not in same]
        rows = sorted((tuple(s[name] for name in names) for s in settings), key=lambda row: [*map(_order, row)])
        listed = ", ".join(f"({', '.join(map(str, row))})" for row in rows)
        fixed = "".join(f"{name} = {value}, " for name, value in same.items())
        return f"{start}{fixed}({', '.join(names)}) = {listed}"
    sizes = ", ".join(f"{name} = {_among(met)}" for name, met in values.items())
    count = f" ({len(settings)} settings)" if len(settings) > 1 else ""
    return f"{start}{sizes}{count}"


def _order(value: Any) -> tuple[bool, Any]:
    return (True, str(value)) if isinstance(value, str | list) else (False, value)


def _among(values: list[Any]) -> str:
    """A few values, or the ends of whole numbers without a gap."""
    first, last = values[0], values[-1]
    if all(type(v) is int for v in values) and 1 < len(values) == last - first + 1:
        return f"{first} to {last}"
    return " or ".join(map(str, values))


def to_document(certificate: Certificate) -> dict[str, Any]:
    """What its file holds: its fields, the schema and a digest of both."""
    return with_digest(codec.encode(certificate), SCHEMA)


def parse(data: bytes) -> Certificate:
    """A certificate from the bytes of its file.

    Raises:
        WitnessError: too large, not JSON, no certificate, or the digest does not fit the content.
    """
    return parsed(data, Certificate, SCHEMA)
