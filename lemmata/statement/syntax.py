"""The syntax of a function: which part of its file it was made from."""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import typing
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Function = ast.FunctionDef | ast.Lambda


def plain(function: Any) -> FunctionType | None:
    """The function that a cached or decorated one wraps; None if there is none in Python."""
    function = inspect.unwrap(function) if callable(function) else function
    return function if isinstance(function, FunctionType) else None


def syntax(function: Callable[..., Any]) -> Function | None:
    """The syntax of a function or a lambda; None where its source is not to be had."""
    written = plain(function)
    return _syntax(written.__code__) if written is not None else None


@functools.lru_cache(4096)
def _syntax(code: CodeType) -> Function | None:
    lines = "".join(linecache.getlines(code.co_filename))
    places = [p for p in code.co_positions() if None not in p and p[1:] != (p[0], 0, 0)]
    candidates = _functions(lines).get((code.co_firstlineno, code.co_name), [])
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    # Several lambdas on one line: the smallest around all places that its code comes from.
    ends = [((a, c), (b, d)) for a, b, c, d in places if d]  # type: ignore[operator]
    around = [node for node in candidates if all(_holds(node, start, end) for start, end in ends)]
    return max(around, key=lambda node: (node.lineno, node.col_offset), default=None)


def _holds(node: Function, start: Any, end: Any) -> bool:
    first = (node.lineno, node.col_offset)
    return first <= start and end <= (node.end_lineno or 0, node.end_col_offset or 0)


@functools.lru_cache(1024)
def _functions(source: str) -> dict[tuple[int, str], list[Function]]:
    """The functions of a file by the line in which they begin, decorators included, and by name."""
    functions: dict[tuple[int, str], list[Function]] = {}
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return functions
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(part.lineno for part in node.decorator_list)])
            functions.setdefault((first, node.name), []).append(node)
        elif isinstance(node, ast.Lambda):
            functions.setdefault((node.lineno, "<lambda>"), []).append(node)
    return functions


def place(function: Any) -> tuple[str, int]:
    """The file of a function or a class, relative to the project, and its line; ``("", 0)`` if it has none."""
    written = plain(function)
    module = getattr(function, "__module__", None) or ""
    if written is None or written.__code__.co_filename.startswith("<"):
        return "", 0
    parts = Path(written.__code__.co_filename).parts
    top = module.partition(".")[0]
    start = max((k for k, part in enumerate(parts) if part == top), default=len(parts) - 1)
    return "/".join(parts[start:]), written.__code__.co_firstlineno


def meaning(value: Any) -> str:
    """The first line of a function's or a class's own docstring."""
    text = getattr(value, "__doc__", None) if inspect.isroutine(value) or isinstance(value, type) else None
    lines = inspect.cleandoc(text).splitlines() if isinstance(text, str) else []
    return lines[0] if lines and not lines[0].startswith(getattr(value, "__name__", "") + "(") else ""


@functools.lru_cache(4096)
def hints(value: Any) -> dict[str, Any]:
    """The annotations of a function or a class; none where they cannot be evaluated."""
    try:
        return typing.get_type_hints(value)
    except Exception:  # noqa: BLE001 - a name that only a type checker imports, say
        return {}
