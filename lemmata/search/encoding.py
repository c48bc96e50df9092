"""Settings and prompts as exact JSON, and back.

Numbers are whole numbers or strings such as ``"1/8"``; every finite float is a fraction.
"""

from __future__ import annotations

import re
import types
import typing
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

import torch
from torch import Tensor

from lemmata.claims import syntax
from lemmata.claims.claim import Variant
from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.whole import choices
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space
from lemmata.errors import ClaimError
from lemmata.numbers.arrays import values
from lemmata.numbers.exact import Exact, as_float, fraction
from lemmata.numbers.running_error import Tracked
from lemmata.records.witness import DIGITS, Witness, WitnessError

_LARGE = 10**DIGITS
_NUMBER = re.compile(rf"-?[0-9]{{1,{DIGITS}}}/[0-9]{{1,{DIGITS}}}")
"""What :func:`encode` writes; anything shorter with a larger value (1e999999999) is refused."""


def encode(value: Any) -> Any:
    """A value as exact JSON: integers, fractions as strings, nested lists."""
    if isinstance(value, int | str) or value is None:
        return value
    if isinstance(value, Tensor):
        return encode(value.detach().cpu().tolist())
    if isinstance(value, Tracked):
        return encode(value.value)
    if isinstance(value, Exact):
        return encode(values(value) if value.ring == "ball" else value.values.tolist())
    if isinstance(value, list | tuple):
        return [encode(v) for v in value]
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            return str(value)
        value = Fraction(value)
    exact = value if isinstance(value, Fraction) else fraction(value)
    if max(abs(exact.numerator), exact.denominator) >= _LARGE:
        return f"≈ {as_float(exact)!r}"  # no setting nor prompt, only a side that is too long to read
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


def decode_witness(variant: Variant, witness: Witness) -> tuple[Any, Prompt | None]:
    """The setting and the prompt of a witness, checked against the hypotheses.

    Raises:
        WitnessError: the witness does not fit the claim, or lies outside of its hypotheses.
    """
    return decode_instance(variant, witness.setting, witness.prompt, alone=witness.kind == "setting")


def decode_instance(
    variant: Variant, setting: dict[str, Any], stored: dict[str, Any] | None, *, alone: bool = False
) -> tuple[Any, Prompt | None]:
    """A setting and a prompt (unless it stands ``alone``), checked against the hypotheses.

    Raises:
        WitnessError: they do not fit the claim, or lie outside of its hypotheses.
    """
    s = decode_setting(variant.settings.holder, setting, variant.settings)
    if outside := variant.settings.explain(s):
        raise WitnessError(f"the setting does not meet the hypotheses: {outside}")
    if alone:
        return s, None
    prompt = decode_prompt(stored)
    if (prompt is None) != (variant.prompts is None):
        raise WitnessError("the witness and the claim disagree on whether there is a prompt")
    if prompt is None or variant.prompts is None:
        return s, prompt
    one = prompt.map(lambda value: value[0])
    if outside := variant.prompts(s).explain(one):
        raise WitnessError(f"the prompt does not meet the hypotheses: {outside}")
    return s, prompt


def decode_setting(holder: Any, stored: dict[str, Any], space: Space | None = None) -> Any:
    """A setting from its stored fields, with the types that its dataclass declares.

    Args:
        holder: the dataclass.
        stored: the fields.
        space: of the settings; where the dataclass leaves the type of a field open, its domain says it.

    Raises:
        WitnessError: the fields are not those of the setting.
    """
    if holder is Prompt and not stored:  # a statement that speaks of its data alone
        return Prompt()
    names = {f.name for f in fields(holder)} if is_dataclass(holder) else None
    if names is None or set(stored) != names:
        raise WitnessError(f"the setting has fields {sorted(stored)}, expected {sorted(names or ())}")
    hints = syntax.hints(holder)
    try:
        values = {name: _typed(decode(v), hints.get(name, Any)) for name, v in stored.items()}
        if space is not None and any(hints.get(name, Any) is Any for name in names):
            for name, domain in space.resolve(values):  # one after the other: it may depend on those before
                if hints.get(name, Any) is Any:
                    values[name] = _as_drawn(stored[name], domain)
        return holder(**values)
    except ClaimError as error:  # a text where a number has to be, of which no domain can be made
        raise WitnessError(f"the setting does not meet the hypotheses: {error}") from None
    except (AttributeError, TypeError, ValueError, RuntimeError, ArithmeticError) as error:
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


def _as_drawn(stored: Any, domain: Domain) -> Any:
    """A stored value as a domain draws it; of another type, which the domain then denies, if it does not."""
    if isinstance(domain, choices):
        same = (o for o in domain.options if type(encode(o)) is type(stored) and encode(o) == stored)
        return next(same, decode(stored))
    forms = [_typed(decode(stored), hint) for hint in (Tensor | float, Any)]
    return next((form for form in forms if _is_held(domain, form)), forms[-1])


def _is_held(domain: Domain, value: Any) -> bool:
    try:
        return domain.contains(value)
    except Exception:  # noqa: BLE001 - a domain of an author's own expects values of its type
        return False


def decode_prompt(stored: dict[str, Any] | None) -> Prompt | None:
    """A prompt (a batch of one) from its stored quantities."""
    if stored is None:
        return None
    if taken := sorted(name for name in stored if hasattr(Prompt, name)):
        raise WitnessError(f"the prompt has quantities of reserved names: {taken}")
    try:
        return Prompt(
            **{name: torch.tensor(decode(value), dtype=torch.float64)[None] for name, value in stored.items()}
        )
    except (TypeError, ValueError, RuntimeError, ArithmeticError) as error:
        raise WitnessError(f"the prompt cannot be rebuilt ({error})") from None
