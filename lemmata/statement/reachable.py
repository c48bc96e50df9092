"""The names in the code that a reading's verdict rests on."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType, MethodType
from typing import Any

from lemmata.statement.claims import Variant

_NO_AUTHORS = frozenset(
    ["lemmata", "torch", "numpy", "math", "builtins", "functools", "fractions", "itertools"]
)
WHOLE = frozenset(["asdict", "astuple", "fields", "getattr", "items", "vars", "__dict__"])
"""What reads the quantities of a setting or a prompt without naming them."""


def names(variant: Variant) -> frozenset[str]:
    """Variables, attributes and fields in the code of a reading, and of all of the authors' that it names."""
    parts: list[Any] = [variant.check, variant.construction, variant.prompts, variant.settings.holder]
    parts += [variant.settings.where, *variant.settings.fields.values(), *variant.ingredients.values()]
    parts += [*variant.claim.responses.values(), *vars(variant.claim.kind).values()]
    waiting, known, met = [part for part in parts if callable(part)], set[int](), set[str]()
    while waiting:
        part = inspect.unwrap(waiting.pop())
        part = part.__func__ if isinstance(part, MethodType) else part
        if id(part) in known or str(getattr(part, "__module__", "")).partition(".")[0] in _NO_AUTHORS:
            continue
        known.add(id(part))
        if isinstance(part, type):
            met.update(name for name in vars(part) if not name.startswith("__"))
            members = [getattr(m, "fget", None) or getattr(m, "func", m) for m in vars(part).values()]
            # What a dataclass writes by itself reads all fields.
            waiting += [m for m in members if isinstance(m, FunctionType) and part.__name__ in m.__qualname__]
        elif isinstance(part, FunctionType):
            code = set(_names(part.__code__))
            met |= code
            around = inspect.getclosurevars(part).nonlocals if part.__closure__ else {}
            waiting += [v for n in code if callable(v := around.get(n, part.__globals__.get(n)))]
    return frozenset(met)


def _names(code: CodeType) -> Iterator[str]:
    yield from (*code.co_varnames, *code.co_names, *code.co_freevars)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
