"""Witnesses: what shows a refutation, stored in exact numbers and re-checkable by itself.

A witness file is a small JSON object. Numbers are whole numbers or strings such as ``"1/8"`` (every
finite float is a fraction, so nothing is lost). A digest makes an edited file evident; replaying
does not trust the file beyond that: it checks the hypotheses and evaluates the statement again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from lemmata.errors import LemmataError
from lemmata.records import codec, strict_json
from lemmata.records.rare import RareLaw
from lemmata.records.restrictions import Exact, Quantities, Text

T = TypeVar("T")
SCHEMA = "lemmata/witness/1"
MAX_BYTES = 4_000_000
DIGITS = 4_000
"""Digits of a number in a witness."""


class WitnessError(LemmataError):
    """A witness file cannot be read, was changed, or does not fit its claim."""


@dataclass(frozen=True, kw_only=True)
class Witness:
    """What shows a refutation; numbers are exact (:mod:`lemmata.search.encoding`).

    Attributes:
        claim, variant: what it refutes.
        kind: ``instance`` (a setting and a prompt), ``setting`` (fresh draws fail too often there),
            ``rate`` (the constant of a rate drifts).
        setting: its fields.
        prompt: the quantities of the prompt, if there is one.
        left, right, relation: the two sides of the statement, and how they should be related.
        relative: the relative margin, or what stands for it.
        confirmed: the arithmetic or the test that says so.
        statistics: the numbers of a test.
        law: where plain draws do not show it, the law whose fresh draws do.
    """

    claim: Text
    variant: Text
    kind: Literal["instance", "setting", "rate"]
    setting: Quantities
    prompt: Quantities | None = None
    left: Exact = None
    right: Exact = None
    relation: Literal["<=", "<", "="] = "<="
    relative: float | None = None
    confirmed: str = ""
    statistics: dict[str, bool | int | float | str | None] | None = None
    law: RareLaw | None = None

    def unfit(self, kind: str, fit: Sequence[str]) -> WitnessError:
        """What to raise where only witnesses of other kinds refute a claim of that kind."""
        only = f"only one of kind {' or '.join(map(repr, fit))} refutes it" if fit else "no witness refutes it"
        return WitnessError(f"the witness is of kind {self.kind!r}, its claim is of kind {kind}: {only}")


@dataclass(frozen=True)
class Replay:
    """What re-checking a witness gave."""

    confirmed: bool
    report: tuple[str, ...]


def to_document(witness: Witness) -> dict[str, Any]:
    """What the file of a witness holds: its fields, the schema and a digest of both."""
    return with_digest(codec.encode(witness))


def with_digest(fields: dict[str, Any], schema: str = SCHEMA) -> dict[str, Any]:
    """The fields with their schema and digest."""
    body = {"schema": schema, **fields}
    return {**body, "digest": digest_of(body)}


def digest_of(body: dict[str, Any]) -> str:
    """The digest that makes an edited file evident."""
    text = json.dumps(body, sort_keys=True, allow_nan=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def parse(data: bytes) -> Witness:
    """A witness from the bytes of its file.

    Raises:
        WitnessError: too large, not JSON, not a witness, or the digest does not fit the content.
    """
    return parsed(data, Witness, SCHEMA)


def parsed(data: bytes, kind: type[T], schema: str) -> T:
    """What a file with a digest holds.

    Raises:
        WitnessError: too large, not JSON, nothing of this kind, or the digest does not fit the content.
    """
    name = f"a {kind.__name__.lower()}"
    if len(data) > MAX_BYTES:
        raise WitnessError(f"the file has {len(data)} bytes; {name} has at most {MAX_BYTES}")
    try:
        payload = strict_json.plain(strict_json.loads(data), digits=DIGITS)
    except strict_json.StrictError as error:
        raise WitnessError(str(error)) from None
    found = payload.get("schema") if isinstance(payload, dict) else None
    if found != schema:
        because = strict_json.foreign(found, schema, "verify the claim again")
        raise WitnessError(f"not {name}: the schema should be {schema!r} ({because})")
    body = {field: value for field, value in payload.items() if field != "digest"}
    if payload.get("digest") != digest_of(body):
        raise WitnessError("the digest does not fit the content: the file was changed")
    del body["schema"]
    try:
        return codec.decode(kind, body)
    except (TypeError, ValueError, OverflowError) as error:
        raise WitnessError(f"its fields do not fit ({strict_json.brief(error)})") from None
