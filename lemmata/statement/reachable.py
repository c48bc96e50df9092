"""The names in the code that a reading's verdict rests on."""

from __future__ import annotations

import functools
import inspect
from types import CodeType, FunctionType, MethodType
from typing import Any

from lemmata.statement.claims import Variant

_NO_AUTHORS = frozenset(
    ["lemmata", "torch", "numpy", "math", "builtins", "functools", "fractions", "itertools"]
)
WHOLE = frozenset(["asdict", "astuple", "fields", "getattr", "items", "vars", "__dict__"])
"""What reads the quantities of a setting or a prompt without naming them."""
_WRITTEN = frozenset(["__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__"])
"""What a dataclass writes by itself: it reads all fields."""


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
            stored = getattr(part, "__dataclass_fields__", {})
            met.update(name for name in vars(part) if not (name.startswith("__") or name in stored))
            own = {name: member for name, member in vars(part).items() if not (stored and name in _WRITTEN)}
            members = [getattr(m, "fget", None) or getattr(m, "func", m) for m in own.values()]
            waiting += [member for member in members if isinstance(member, FunctionType)]
        elif isinstance(part, FunctionType):
            code = _names(part.__code__)
            met |= code
            waiting += _functions(part, code)
    return frozenset(met)


@functools.lru_cache(16384)
def _functions(function: FunctionType, names: frozenset[str]) -> list[Any]:
    """What a function may call: the authors' functions and classes that it names."""
    around = inspect.getclosurevars(function).nonlocals if function.__closure__ else {}
    values = (around.get(name, function.__globals__.get(name)) for name in names)
    return [value for value in values if callable(value)]


@functools.lru_cache(16384)
def _names(code: CodeType) -> frozenset[str]:
    inner = (_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return frozenset((*code.co_varnames, *code.co_names, *code.co_freevars)).union(*inner)
