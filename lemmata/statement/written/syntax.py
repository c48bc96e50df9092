"""The syntax of a function: which part of its file it was made from."""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import re
import sys
import textwrap
import typing
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Function = ast.FunctionDef | ast.Lambda
_STATEMENTS = 9
"""Functions with more statements are described, not shown."""
_SHAPE = r"``\((?:batch\b|\.\.\.|count\b|rows\b|points\b)[^`]*\)``"
"""The shape of an array, which is of no concern to who reads what a function means."""
_SHOWN = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.If, ast.For, ast.Return, ast.FunctionDef)


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
    places = [p for p in code.co_positions() if None not in p and p[1:] != (p[0], 0, 0)]
    candidates = _functions(code.co_filename).get((code.co_firstlineno, code.co_name), [])
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    # Several lambdas on one line: the smallest around all places that its code comes from.
    ends = [((a, c), (b, d)) for a, b, c, d in places if d]
    around = [node for node in candidates if all(_holds(node, start, end) for start, end in ends)]
    return max(around, key=lambda node: (node.lineno, node.col_offset), default=None)


def _holds(node: Function, start: Any, end: Any) -> bool:
    first = (node.lineno, node.col_offset)
    return bool(first <= start and end <= (node.end_lineno or 0, node.end_col_offset or 0))


@functools.lru_cache(1024)
def parsed(source: bytes) -> ast.Module:
    """The syntax of a file; parsing takes long, and several look at it.

    Raises:
        SyntaxError: it is none.
    """
    return ast.parse(source)


@functools.lru_cache(1024)
def nodes(source: bytes) -> list[ast.AST]:
    """All syntax in a file, from the outside in; several look for something in it, and each walk takes long.

    Raises:
        SyntaxError: it is none.
    """
    found: list[ast.AST] = [parsed(source)]
    for node in found:  # which grows
        for name in node._fields:
            part = getattr(node, name, None)
            if isinstance(part, list):
                found += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST) and name != "ctx":
                found.append(part)
    return found


@functools.lru_cache(1024)
def _functions(file: str) -> dict[tuple[int, str], list[Function]]:
    """The functions of a file by the line in which they begin, decorators included, and by name."""
    functions: dict[tuple[int, str], list[Function]] = {}
    try:
        # What was typed in has no file.
        source = Path(file).read_bytes() if Path(file).exists() else "".join(linecache.getlines(file)).encode()
        parts = nodes(source)
    except (OSError, SyntaxError):  # somebody is editing it
        return functions
    for node in parts:
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(part.lineno for part in node.decorator_list)])
            functions.setdefault((first, node.name), []).append(node)
        elif isinstance(node, ast.Lambda):
            functions.setdefault((node.lineno, "<lambda>"), []).append(node)
    return functions


def code(function: Callable[..., Any]) -> str:
    """The source of a function as it was written, comments and all; empty where it is not to be had."""
    node, written = syntax(function), plain(function)
    if node is None or written is None:
        return ""
    lines = linecache.getlines(written.__code__.co_filename)[node.lineno - 1 : node.end_lineno]
    return textwrap.dedent("".join(lines)).rstrip()


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
    if not lines or lines[0].startswith(getattr(value, "__name__", "") + "("):
        return ""
    said = re.sub(r":\w+:`~?(?:[^`]*[.])?(\w+)`", lambda role: role[1].replace("_", " "), lines[0])
    said = re.sub(rf"(?:[,:]| of| from| to| as| for)? {_SHAPE}(?:,? (?:from|to|and|or) {_SHAPE})*", "", said)
    first = re.match(rf"{_SHAPE}[,:]? (?=the )", said)
    return said[first.end()].upper() + said[first.end() + 1 :] if first else said


@functools.lru_cache(1024)
def fields(kind: type) -> dict[str, str]:
    """What a class says of its fields: in a string below one, or in a comment behind it, shapes left out."""
    meanings: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        file = str(getattr(sys.modules.get(base.__module__), "__file__", ""))
        node = next((n for n in _classes(file) if n.name == base.__name__), None)
        for field, below in zip(node.body, [*node.body[1:], None], strict=True) if node else ():
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                *_, said = linecache.getline(file, field.end_lineno or 0).partition("  # ")
                if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                    said = inspect.cleandoc(str(below.value.value)).splitlines()[0]
                said = re.sub(r"^(``)?\((?:[^()]|\([^()]*\))*\)(``)?[,:]?\s*", "", said.strip())
                meanings[field.target.id] = "" if said.startswith(("noqa", "type:")) else said.rstrip(".")
    return {name: said for name, said in meanings.items() if said}


@functools.lru_cache(1024)
def _classes(file: str) -> list[ast.ClassDef]:
    source = Path(file).read_bytes() if file.endswith(".py") and Path(file).exists() else b""
    return [node for node in nodes(source) if isinstance(node, ast.ClassDef)]


@functools.lru_cache(4096)
def hints(value: Any) -> dict[str, Any]:
    """The annotations of a function or a class; none where they cannot be evaluated."""
    try:
        return typing.get_type_hints(value)
    except Exception:  # noqa: BLE001 - a name that only a type checker imports, say
        return {}


@functools.lru_cache(4096)
def uses(node: ast.FunctionDef) -> Counter[str]:
    """How often each name is used in a function, other than for a report."""
    loads = Counter[str]()
    waiting: list[ast.AST] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
            loads[part.id] += 1
        is_report = getattr(getattr(part, "func", None), "attr", "") == "report"
        waiting += [part.func] if isinstance(part, ast.Call) and is_report else ast.iter_child_nodes(part)
    return loads


def filled(node: ast.FunctionDef) -> frozenset[str]:
    """The names of arrays whose entries a function sets one by one."""
    entries = (part for part in ast.walk(node) if isinstance(part, ast.Subscript))
    arrays = (entry.value for entry in entries if isinstance(entry.ctx, ast.Store))
    return frozenset(array.id for array in arrays if isinstance(array, ast.Name))


@functools.lru_cache(4096)
def is_short(node: Function, most: int = _STATEMENTS) -> bool:
    """Whether a function is shown by its formula: an expression after a few assignments, cases and loops."""
    if isinstance(node, ast.Lambda):
        return True
    parts = [part for part in ast.walk(node) if isinstance(part, ast.stmt)][1:]
    returns = [part for part in parts if isinstance(part, ast.Return) and part.value is not None]
    return bool(returns) and len(parts) <= most and all(isinstance(part, _SHOWN) for part in parts)


@functools.lru_cache(4096)
def returns_several(node: Function) -> bool:
    """Whether a function returns several things, by one return."""
    if isinstance(node, ast.Lambda):
        return isinstance(node.body, ast.Tuple)
    returns = [part for part in ast.walk(node) if isinstance(part, ast.Return)]
    return len(returns) == 1 and isinstance(returns[0].value, ast.Tuple)


def assignments(node: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What a statement of a loop assigns, one after the other, and what an append adds.

    Nothing where two branches set the same in different orders: a list of assignments would not say that.
    """
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        yield node.targets[0], node.value
    elif isinstance(node, ast.AugAssign):
        yield node.target, ast.BinOp(_read(node.target), node.op, node.value)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        function = node.value.func
        if isinstance(function, ast.Attribute) and function.attr == "append":
            entries = [ast.Starred(function.value, ast.Load()), node.value.args[0]]
            yield _stored(function.value), ast.List(entries, ast.Load())
    elif isinstance(node, ast.If):
        body, other = ([s for part in branch for s in assignments(part)] for branch in (node.body, node.orelse))
        otherwise = {ast.unparse(target): value for target, value in other}
        both = [name for name in dict.fromkeys(ast.unparse(target) for target, _ in body) if name in otherwise]
        if [ast.unparse(target) for target, _ in other] != [*both, *(n for n in otherwise if n not in both)]:
            return
        for target, value in body:
            # What both branches set is one assignment, not one after the other.
            yield target, ast.IfExp(node.test, value, otherwise.pop(ast.unparse(target), _read(target)))
        for target, value in other:
            if otherwise.pop(ast.unparse(target), None) is not None:
                yield target, ast.IfExp(node.test, _read(target), value)


def _read(node: ast.expr) -> ast.expr:
    """What is set, as what it was."""
    return ast.parse(ast.unparse(node), mode="eval").body


def _stored(node: ast.expr) -> ast.expr:
    """A name, as what is set."""
    return ast.Name(node.id, ast.Store()) if isinstance(node, ast.Name) else node


def makes(node: Function | None) -> bool:
    """Whether a function ends by returning what a call of another gives."""
    last = node.body[-1] if isinstance(node, ast.FunctionDef) else node
    value = last.value if isinstance(last, ast.Return) else last.body if isinstance(last, ast.Lambda) else None
    return isinstance(value, ast.Call)


def left_out(function: Any, call: ast.Call, own: int = 0) -> frozenset[str]:
    """The parameters of a function that a call leaves to their defaults; ``own`` precede the arguments."""
    written = plain(function)
    several = any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)
    if written is None or several:
        return frozenset()
    names = written.__code__.co_varnames[: written.__code__.co_argcount]
    passed = {*names[: own + len(call.args)], *(k.arg for k in call.keywords)}
    return frozenset(name for name in defaults(written) if name not in passed)


def without(function: Any, call: ast.Call, names: tuple[str, ...]) -> ast.Call:
    """A call without the positional arguments of these names."""
    written = plain(function)
    parameters = written.__code__.co_varnames[: written.__code__.co_argcount] if written else ()
    aside = {k for k, name in enumerate(parameters) if name in names}
    if not aside or any(isinstance(a, ast.Starred) for a in call.args):
        return call
    return ast.Call(call.func, [a for k, a in enumerate(call.args) if k not in aside], call.keywords)


def defaults(function: FunctionType | None) -> dict[str, Any]:
    """The values of parameters that need not be given."""
    if function is None:
        return {}
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    values = function.__defaults__ or ()
    return dict(zip(names[len(names) - len(values) :], values, strict=True)) | (function.__kwdefaults__ or {})
