"""The names in the code that a reading's verdict rests on."""

from __future__ import annotations

import functools
import inspect
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from lemmata.claims.claim import Variant

_NO_AUTHORS = frozenset(
    ["lemmata", "torch", "numpy", "math", "builtins", "functools", "fractions", "itertools"]
)
WHOLE = frozenset(["asdict", "astuple", "fields", "getattr", "items", "vars", "__dict__"])
"""What reads the quantities of a setting or a prompt without naming them."""
_WRITTEN = frozenset(["__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__"])
_CALLED = frozenset(["__call__", "__init__", "__post_init__", "__len__", "__getitem__"])
"""Methods that are called without being named."""


def names(variant: Variant) -> frozenset[str]:
    """Variables, attributes and fields in the code of a reading, and of all of the authors' that it names."""
    parts: list[Any] = [variant.check, variant.construction, variant.prompts, variant.settings.holder]
    parts += [variant.settings.where, *variant.settings.fields.values(), *variant.ingredients.values()]
    parts += vars(variant.claim.kind).values()
    waiting, known, met = [part for part in parts if callable(part)], set[int](), set[str]()
    members: list[tuple[str, FunctionType]] = []
    while waiting:
        part = inspect.unwrap(waiting.pop())
        if isinstance(part, functools.partial):
            waiting += [p for p in (part.func, *part.args, *part.keywords.values()) if callable(p)]
        part = part.__func__ if isinstance(part, MethodType) else part
        if id(part) not in known and str(getattr(part, "__module__", "")).partition(".")[0] not in _NO_AUTHORS:
            known.add(id(part))
            if isinstance(part, type):
                members += _members(part)
                waiting += part.__bases__
            elif isinstance(part, FunctionType):
                code = _names(part.__code__)
                met |= code
                waiting += _functions(part, code)
        if not waiting:  # properties and methods that somebody names
            waiting += [member for name, member in members if name in met or name in _CALLED]
            members = [(name, member) for name, member in members if name not in met and name not in _CALLED]
    return frozenset(met)


def _members(part: type) -> list[tuple[str, FunctionType]]:
    """The functions of a class, but for what a dataclass writes by itself, which reads all fields."""
    written = _WRITTEN if "__dataclass_fields__" in vars(part) else ()
    own = {name: member for name, member in vars(part).items() if name not in written}
    functions = {name: getattr(m, "fget", None) or getattr(m, "func", m) for name, m in own.items()}
    named = {name: inspect.unwrap(m) for name, m in functions.items() if callable(m)}
    return [(name, member) for name, member in named.items() if isinstance(member, FunctionType)]


@functools.lru_cache(16384)
def _functions(function: FunctionType, names: frozenset[str]) -> list[Any]:
    """What a function may call: the authors' functions and classes that it names."""
    around = inspect.getclosurevars(function).nonlocals if function.__closure__ else {}
    values = [around.get(name, function.__globals__.get(name)) for name in names]
    modules = [
        v for v in values if isinstance(v, ModuleType) and v.__name__.partition(".")[0] not in _NO_AUTHORS
    ]
    values += [getattr(module, name, None) for module in modules for name in names]
    return [value for value in values if callable(value)]


@functools.lru_cache(16384)
def _names(code: CodeType) -> frozenset[str]:
    inner = (_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return frozenset((*code.co_varnames, *code.co_names, *code.co_freevars)).union(*inner)
