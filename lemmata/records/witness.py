"""Witnesses: what shows a refutation, stored in exact numbers and re-checkable by itself.

A witness file is a small JSON object. Numbers are whole numbers or strings such as ``"1/8"`` (every
finite float is a fraction, so nothing is lost). A digest makes an edited file evident; replaying
does not trust the file beyond that: it checks the hypotheses and evaluates the statement again.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Literal

from lemmata.errors import LemmataError
from lemmata.records import codec, strict

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
    """

    claim: str
    variant: str
    kind: Literal["instance", "setting", "rate"]
    setting: dict[str, Any]
    prompt: dict[str, Any] | None = None
    left: Any = None
    right: Any = None
    relation: Literal["<=", "="] = "<="
    relative: float | None = None
    confirmed: str = ""
    statistics: dict[str, Any] | None = None

    def unfit(self, kind: str) -> WitnessError:
        """What to raise where no claim of that kind has such a witness."""
        return WitnessError(f"the witness is about a {self.kind}, its claim is of kind {kind}")


@dataclass(frozen=True)
class Replay:
    """What re-checking a witness gave."""

    confirmed: bool
    report: tuple[str, ...]


def to_document(witness: Witness) -> dict[str, Any]:
    """What the file of a witness holds: its fields, the schema and a digest of both."""
    return with_digest(codec.encode(witness))


def with_digest(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with their schema and digest."""
    body = {"schema": SCHEMA, **fields}
    return {**body, "digest": _digest(body)}


def _digest(body: dict[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, allow_nan=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def parse(data: bytes) -> Witness:
    """A witness from the bytes of its file.

    Raises:
        WitnessError: too large, not JSON, not a witness, or the digest does not fit the content.
    """
    if len(data) > MAX_BYTES:
        raise WitnessError(f"the file has {len(data)} bytes; a witness has at most {MAX_BYTES}")
    try:
        payload = strict.plain(strict.loads(data), digits=DIGITS)
    except strict.StrictError as error:
        raise WitnessError(str(error)) from None
    schema = payload.get("schema") if isinstance(payload, dict) else None
    if schema != SCHEMA:
        because = strict.foreign(schema, SCHEMA, "verify the claim again")
        raise WitnessError(f"not a witness: the schema should be {SCHEMA!r} ({because})")
    body = {name: value for name, value in payload.items() if name != "digest"}
    if payload.get("digest") != _digest(body):
        raise WitnessError("the digest does not fit the content: the file was changed")
    del body["schema"]
    try:
        return codec.decode(Witness, body)
    except (TypeError, ValueError, OverflowError) as error:
        raise WitnessError(f"its fields do not fit ({strict.brief(error)})") from None
