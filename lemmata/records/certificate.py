"""Certificates: what decides every instance at stated sizes, stored so that it can be checked again.

Like a witness, a certificate is a small JSON object with a digest. It names the settings it covers by
their whole numbers and listed choices; of real quantities it speaks of all values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, Literal

from lemmata.records import codec
from lemmata.records.witness import parsed, with_digest

SCHEMA = "lemmata/certificate/1"
_FRACTION = re.compile(r"[0-9]{1,40}(/[1-9][0-9]{0,39})?")
MOST_ERROR = 2.0**-100
"""A larger chance that a statement is false all the same is no proof."""
Method = Literal["identity", "signs", "boxes", "exhaustive"]
COVERS = "boxes", "signs"
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
    setting: dict[str, Any]
    prompt: dict[str, Any] | None = None

    def validate(self) -> None:
        """Raises ValueError where its ends are no fractions, or not in order."""
        if not _FRACTION.fullmatch(self.low) or not _FRACTION.fullmatch(self.high):
            raise ValueError("the ends of a best factor are no fractions")
        if not 0 < Fraction(self.low) <= Fraction(self.high) <= 1:
            raise ValueError("the ends of a best factor are not in order")


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """What proves a reading at the sizes that it names.

    Attributes:
        claim, variant: what it proves.
        method: ``identity`` (both sides agree as functions of variables, seen at random points of prime
            fields), ``exhaustive`` (each of finitely many instances decided exactly), ``boxes`` (each of a
            cover of the space by boxes decided by enclosures), ``signs`` (the space is cut into parts on each
            of which polynomials have coefficients of one sign).
        settings: the whole numbers and choices of each setting that is covered; one empty where there are none.
        all_sizes: of an identity: the whole numbers that are variables: each of their values is covered.
        error: at most the chance that the statement is false there all the same.
        seed: decides the primes and the points.
        degree, bits: of an identity: the largest degree met, and the longest coefficient in binary digits.
        trees: of boxes and signs: for each setting how the space is cut (:func:`lemmata.search.boxes.cover`,
            :func:`lemmata.search.signs.cover`).
        ranges: of boxes and signs: for each setting, by name, the ends of what they cover, as fractions.
        factors: of inequalities by boxes: what is known of the best factor, for settings that have one.
    """

    claim: str
    variant: str
    method: Method
    settings: tuple[dict[str, Any], ...]
    error: float = 0.0
    seed: str = ""
    degree: int = 0
    bits: int = 0
    trees: tuple[str, ...] = ()
    ranges: tuple[dict[str, Any], ...] = ()
    factors: tuple[Factor, ...] = ()
    all_sizes: tuple[str, ...] = ()

    def validate(self) -> None:
        """Raises ValueError where it covers nothing, or its error is none."""
        if not self.settings or not 0 <= self.error <= MOST_ERROR:
            raise ValueError("it covers no setting, or its error is no probability, or above 2^-100")
        if len({tuple(setting) for setting in self.settings}) > 1:
            raise ValueError("its settings name different quantities")
        if {len(self.trees), len(self.ranges)} != {len(self.settings) if self.method in COVERS else 0}:
            raise ValueError("it has no tree for each setting, or is by a method that has none")
        if self.all_sizes and (self.method != "identity" or {*self.all_sizes} & self.settings[0].keys()):
            raise ValueError("it speaks of all values of a size that it names, or is no identity")
        numbers = [factor.number for factor in self.factors]
        if len(set(numbers)) < len(numbers) or not all(0 <= k < len(self.trees) for k in numbers):
            raise ValueError("its factors are not of settings that boxes cover, one each")

    @property
    def where(self) -> str:
        """At which sizes: ``for all n, at d = 1 to 3, k = 1 to 2 (6 settings)``."""
        every = f"for all {', '.join(self.all_sizes)}" if self.all_sizes else ""
        values = {name: sorted({s[name] for s in self.settings}, key=_order) for name in self.settings[0]}
        if not values:
            if every:
                return every
            return "for all values in its ranges" if self.method in COVERS else "for all real values"
        among = "" if prod(map(len, values.values())) == len(self.settings) else "settings with "
        sizes = ", ".join(f"{name} = {_among(met)}" for name, met in values.items())
        count = f" ({len(self.settings)} settings)" if len(self.settings) > 1 else ""
        return f"{every}{', ' * bool(every)}at {among}{sizes}{count}"


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
