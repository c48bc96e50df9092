"""A witness in the symbols of its statement: the values of what follows from its setting and prompt.

A space draws what is easy to draw (a share of the upper limit), the statement speaks of something else (delta).
What carries a letter of the statement is evaluated on the witness: the properties of the setting, and the
variables of the check. Nothing rests on these values; they are floats.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

from torch import Tensor

from lemmata.claims.claim import ANSWER, CONSTRUCTION, Variant
from lemmata.claims.prompt import Prompt
from lemmata.formulas import letters
from lemmata.numbers.exact import Exact
from lemmata.numbers.instance_arrays import InstanceArray
from lemmata.numbers.running_error import Tracked
from lemmata.records.evidence import Derived
from lemmata.records.notation import identifier
from lemmata.records.witness import Witness
from lemmata.search.encoding import decode_witness, encode

_ENTRIES = 60
"""Larger arrays are not for reading."""
_MOST = 12


def derived(variant: Variant, witness: Witness) -> tuple[Derived, ...]:
    """The quantities that carry a letter of the statement, beside those that are drawn.

    None where the code of the claim fails on the witness: no run ends for what a page shows.
    """
    try:
        return tuple(_derived(variant, witness))[:_MOST]
    except Exception:  # noqa: BLE001 - whatever the claim's own code raises
        return ()


def _derived(variant: Variant, witness: Witness) -> Iterator[Derived]:
    s, prompt = decode_witness(variant, witness)
    stated = letters.stated(variant.claim.readings[variant.name].says)
    given = {*witness.setting, *(witness.prompt or {}), CONSTRUCTION, ANSWER}
    shown = {identifier(name) for name in given}
    properties = _properties(s)
    variables = _variables(variant, s, prompt) if witness.kind == "instance" else {}
    yield from _said(variant, s, prompt, shown)
    for name in [*properties, *(variable for variable in variables if variable not in properties)]:
        symbol = identifier(name)
        if name.startswith("_") or symbol in shown or not letters.carried(name) & stated:
            continue
        encoded = _encoded(getattr(s, name) if name in properties else variables[name])
        if encoded is not None:
            shown.add(symbol)
            yield Derived(name, encoded, properties.get(name, ""))


def _said(variant: Variant, s: Any, prompt: Prompt | None, shown: set[str]) -> Iterator[Derived]:
    """What the author says it is; of an amended reading nothing, whose setting may be of another class."""
    function = variant.claim.symbols_of
    if function is None or variant.name != next(iter(variant.claim.readings)):
        return
    values = function(s) if prompt is None else function(s, prompt.map(lambda value: value[0]))
    for name, said in values.items():
        value, meaning = said if isinstance(said, tuple) and isinstance(said[-1], str) else (said, "")
        encoded = _encoded(value)
        if encoded is not None:
            shown.add(identifier(name))
            yield Derived(name, encoded, meaning)


def _properties(s: Any) -> dict[str, str]:
    """The properties, each with the first line of its docstring."""
    found: dict[str, str] = {}
    for kind in reversed(type(s).__mro__):
        for name, member in vars(kind).items():
            if isinstance(member, property | functools.cached_property):
                found[name] = (member.__doc__ or "").strip().partition("\n")[0]
    return found


def _variables(variant: Variant, s: Any, prompt: Prompt | None) -> dict[str, Any]:
    """What the variables of the check are when it returns."""
    code = variant.check.__code__
    values: dict[str, Any] = {}

    def watch(frame: FrameType, event: str, _: Any) -> None:
        if event == "return" and frame.f_code is code:
            values.update(frame.f_locals)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        variant.evaluate(s, prompt, variant.construct(s))
    finally:
        sys.setprofile(before)
    return {name: x.raw[0] if type(x) is InstanceArray else x for name, x in values.items()}


def _encoded(value: Any) -> Any:
    """The value as exact JSON; None if a page cannot show it."""
    if isinstance(value, tuple) and all(type(v) in (int, float) for v in value):
        return encode(value) if len(value) <= _ENTRIES else None
    if isinstance(value, bool) or not isinstance(value, int | float | Tensor | Exact | Tracked):
        return None
    if isinstance(value, Tensor) and (value.numel() > _ENTRIES or not value.numel() or value.is_complex()):
        return None
    return encode(value)
