"""Witnesses: what shows a refutation, stored in exact numbers and re-checkable by itself.

A witness is a small JSON object. Numbers are whole numbers or strings such as ``"1/8"`` (every
finite float is a fraction, so nothing is lost). A digest makes an edited file evident; replaying
does not trust the file beyond that: it checks the hypotheses and evaluates the statement again.
"""

from __future__ import annotations

import hashlib
import json
import re
import types
import typing
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

import torch
from torch import Tensor

from lemmata.errors import LemmataError
from lemmata.numbers.arrays import values
from lemmata.numbers.exact import Exact, as_float, fraction
from lemmata.numbers.running_error import Tracked
from lemmata.records import strict
from lemmata.statement.spaces import Prompt

SCHEMA = "lemmata/witness/1"
KINDS = ("instance", "setting", "rate")
MAX_BYTES = 4_000_000
_DIGITS = 4_000
_LARGE = 10**_DIGITS
_NUMBER = re.compile(rf"-?[0-9]{{1,{_DIGITS}}}/[0-9]{{1,{_DIGITS}}}")
"""What :func:`encode` writes; anything shorter with a larger value (1e999999999) is refused."""


class WitnessError(LemmataError):
    """A witness file cannot be read, was changed, or does not fit its claim."""


def encode(value: Any) -> Any:
    """A value as exact JSON: integers, fractions as strings, nested lists."""
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, int):
        return value
    if isinstance(value, Tensor):
        return encode(value.detach().cpu().tolist())
    if isinstance(value, Tracked):
        return encode(value.value)
    if isinstance(value, Exact):
        if value.ring == "ball":
            return encode(values(value))
        return encode(value.values.tolist())
    if isinstance(value, list | tuple):
        return [encode(v) for v in value]
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            return str(value)
        value = Fraction(value)
    exact = value if isinstance(value, Fraction) else fraction(value)
    if max(abs(exact.numerator), exact.denominator) >= _LARGE:
        return f"≈ {as_float(exact)!r}"  # no setting nor prompt, only a side that nobody could read
    return int(exact) if exact.denominator == 1 else f"{exact.numerator}/{exact.denominator}"


def decode(value: Any) -> Any:
    """The numbers of an encoded value, as floats where that is exact, as fractions otherwise."""
    if isinstance(value, list):
        return [decode(v) for v in value]
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        number = Fraction(value)
        return float(number) if number == float(number) else number
    return value  # a whole number, or a text such as the name of a law


def encode_fields(instance: Any) -> dict[str, Any]:
    """The fields of a setting (a dataclass) or the quantities of a prompt, each exact."""
    if isinstance(instance, Prompt):
        return {name: encode(value) for name, value in instance.items()}
    if is_dataclass(instance):
        return {f.name: encode(getattr(instance, f.name)) for f in fields(instance)}
    raise TypeError(f"a setting must be a dataclass, got {type(instance).__name__}")


def seal(payload: dict[str, Any]) -> dict[str, Any]:
    """The payload with its schema and digest."""
    body = {"schema": SCHEMA, **payload}
    return {**body, "digest": _digest(body)}


def _digest(body: dict[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, allow_nan=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def parse(data: bytes) -> dict[str, Any]:
    """A witness from the bytes of its file.

    Raises:
        WitnessError: too large, not JSON, not a witness, or the digest does not fit the content.
    """
    if len(data) > MAX_BYTES:
        raise WitnessError(f"the file has {len(data)} bytes; a witness has at most {MAX_BYTES}")
    try:
        payload = strict.plain(strict.loads(data), digits=_DIGITS)
    except strict.StrictError as error:
        raise WitnessError(str(error)) from None
    found = payload.get("schema") if isinstance(payload, dict) else None
    if found != SCHEMA:
        told = strict.foreign(found, SCHEMA, "verify the claim again")
        raise WitnessError(f"not a witness: the schema should be {SCHEMA!r} ({told})")
    body = {k: v for k, v in payload.items() if k != "digest"}
    if payload.get("digest") != _digest(body):
        raise WitnessError("the digest does not fit the content: the file was changed")
    for name, kind in (("claim", str), ("variant", str), ("setting", dict), ("kind", str)):
        if not isinstance(payload.get(name), kind):
            raise WitnessError(f"the field {name!r} is missing or not {kind.__name__}")
    if payload["kind"] not in KINDS:
        raise WitnessError(f"the kind {strict.brief(payload['kind'])!r} is none of {KINDS}")
    for name in ("prompt", "statistics"):
        if not isinstance(payload.get(name), dict | None):
            raise WitnessError(f"the {name} is not an object")
    return dict(payload)


def revive_setting(holder: Any, stored: dict[str, Any]) -> Any:
    """A setting from its stored fields, with the types that its dataclass declares.

    Raises:
        WitnessError: the fields are not those of the setting.
    """
    names = {f.name for f in fields(holder)} if is_dataclass(holder) else set()
    if not names or set(stored) != names:
        raise WitnessError(f"the setting has fields {sorted(stored)}, expected {sorted(names)}")
    hints = typing.get_type_hints(holder)
    try:
        return holder(**{name: _typed(decode(v), hints[name]) for name, v in stored.items()})
    except (TypeError, ValueError, RuntimeError, ArithmeticError) as error:
        raise WitnessError(f"the setting cannot be rebuilt ({error})") from None


def _typed(value: Any, hint: Any) -> Any:
    options = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    if Tensor in options and isinstance(value, list):
        return torch.tensor(value, dtype=torch.float64)
    if float in options and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, list):
        return tuple(value)
    return value


def revive_prompt(stored: Any) -> Prompt | None:
    """A prompt (a batch of one) from its stored quantities."""
    if stored is None:
        return None
    if not isinstance(stored, dict):
        raise WitnessError("the prompt is not an object")
    if taken := sorted(name for name in stored if hasattr(Prompt, name)):
        raise WitnessError(f"the prompt has quantities of reserved names: {taken}")
    try:
        return Prompt(
            **{
                name: torch.tensor(decode(value), dtype=torch.float64)[None]
                for name, value in stored.items()
            }
        )
    except (TypeError, ValueError, RuntimeError, ArithmeticError) as error:
        raise WitnessError(f"the prompt cannot be rebuilt ({error})") from None
