"""The code of a check, with what it uses, where a reader is shown no formula."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any

from lemmata.claims import syntax
from lemmata.claims.claim import CONSTRUCTION, Variant
from lemmata.records.formula import Source

_LINES = 16
"""A longer function is shown by its name and what it says of itself."""
_PRINTED = 90
"""Characters of a value as Python prints it; the rest is cut off."""
_ELSEWHERE = ("lemmata", "torch", "numpy", "math", "builtins", "functools", "fractions", "itertools", "scipy")
"""Packages whose functions a reader knows or looks up."""


def parts(variant: Variant) -> tuple[Source, ...]:
    """What the check of a reading uses, as code.

    That is its ingredients and construction, and functions of the topic and properties of the setting that it
    or an ingredient names.
    """
    named = dict(variant.ingredients)
    if variant.construction is not None:
        named[CONSTRUCTION] = variant.construction
    shown = dict.fromkeys(source for name, value in named.items() for source in _assigned(name, value))
    code = [function for value in (variant.check, *named.values()) if (function := syntax.plain(value))]
    used = [*_called(code[:1], named), *_properties(code, variant.settings.holder)]
    return (*shown, *dict.fromkeys(map(_defined, used)))


def _assigned(name: str, value: Any) -> Iterator[Source]:
    """A name with its value: ``factor = 4``, a lambda, or a function and the values that it was made with."""
    function = syntax.plain(value)
    node = syntax.syntax(function) if function else None
    if function is None or node is None or isinstance(value, functools.partial):
        yield Source(f"{name} = {printed(value)}")
        return
    around = [f"{free} = {printed(held)}" for free, held in syntax.closed_over(function).items()]
    if isinstance(node, ast.Lambda):
        yield Source("\n".join([f"{name} = {ast.unparse(node)}", *around]), *syntax.place(function))
        return
    source = _defined(function)
    renamed = [] if function.__name__ == name else [f"{name} = {function.__name__}"]
    yield Source("\n".join([*renamed, *around, source.code]), source.file, source.line)


def _defined(function: FunctionType) -> Source:
    """A function as it is written; a long one by its name and what it says of itself."""
    code, place = syntax.code(function), syntax.place(function)
    if code.count("\n") < _LINES:
        return Source(code, *place)
    said = syntax.meaning(function)
    docstring = f'    {"r" * (chr(92) in said)}"""{said}"""\n' if said else ""
    return Source(f"{_head(code)}\n{docstring}    ...", *place)


def _head(code: str) -> str:
    """The lines of a function up to its body."""
    (function,) = ast.parse(code).body
    assert isinstance(function, ast.FunctionDef)
    return "\n".join(code.splitlines()[: function.body[0].lineno - 1])


def _called(code: list[FunctionType], known: Mapping[str, Any]) -> Iterator[FunctionType]:
    """The functions of the authors that code names, but for those that are known."""
    for name, value in ((name, f.__globals__.get(name)) for f in code for name in f.__code__.co_names):
        function = syntax.plain(value)
        if function is None or name in known or value in known.values():
            continue
        if function.__module__.partition(".")[0] not in _ELSEWHERE and syntax.syntax(function) is not None:
            yield function


def _properties(code: list[FunctionType], holder: Any) -> Iterator[FunctionType]:
    for name in dict.fromkeys(name for function in code for name in function.__code__.co_names):
        function = syntax.getter(holder, name)
        if function is not None and function.__module__.partition(".")[0] not in _ELSEWHERE:
            yield function


def printed(value: Any) -> str:
    """What a value is called, or how it prints; a long one is cut."""
    if isinstance(value, functools.partial):
        keywords = (f"{name}={printed(each)}" for name, each in value.keywords.items())
        return f"partial({', '.join([printed(value.func), *map(printed, value.args), *keywords])})"
    if type(value) in (tuple, list) and any(map(callable, value)):
        return f"({', '.join(map(printed, value))})"
    if name := getattr(value, "__name__", None):
        node = syntax.syntax(value) if name == "<lambda>" else None
        return ast.unparse(node) if node else str(name)
    shown = repr(value)
    if " at 0x" in shown:  # an address says nothing, and differs from run to run
        return type(value).__name__
    return shown if len(shown) <= _PRINTED else shown[:_PRINTED].rpartition(" ")[0] + " ..."
