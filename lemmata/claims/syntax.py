"""The syntax of a function: which part of its file it was made from."""

from __future__ import annotations

import ast
import contextlib
import copy
import functools
import inspect
import linecache
import re
import sys
import textwrap
import typing
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Function = ast.FunctionDef | ast.Lambda
_STATEMENTS = 9
"""Functions with more statements are described, not shown."""
_SHAPE = r"``\((?:batch\b|\.\.\.|count\b|rows\b|points\b)[^`]*\)``"
"""The shape of an array, which is of no concern to who reads what a function means."""


def plain(function: Any) -> FunctionType | None:
    """The function that a cached or decorated one wraps; None if there is none in Python."""
    function = inspect.unwrap(function) if callable(function) else function
    return function if isinstance(function, FunctionType) else None


def closed_over(function: FunctionType) -> dict[str, Any]:
    """The values around a function that it uses, by name; one that is not bound yet is left out."""
    found: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):
            found[name] = cell.cell_contents
    return found


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


def of_setting(node: Function, names: Iterable[str]) -> Function:
    """A function of quantities by their names as one that reads them of a setting ``s``, in a copy.

    Whatever reads code knows quantities as attributes. A name that the function binds anew is no quantity then.
    """
    bound = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    read: Function = _OfSetting({*names} - bound).visit(copy.deepcopy(node))
    return read


class _OfSetting(ast.NodeTransformer):
    """Quantities as attributes of the setting."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Attribute(ast.Name("s", ast.Load()), node.id, ast.Load()) if node.id in self.names else node


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
                said = _behind(file, field)
                if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                    said = inspect.cleandoc(str(below.value.value)).splitlines()[0]
                meanings[field.target.id] = _meant(said)
    return {name: said for name, said in meanings.items() if said}


def quantities(check: Callable[..., Any]) -> dict[str, str]:
    """What stands behind the quantities of ``@theorem(...)`` above a check, in comments.

    Also behind those that several claims share: ``SHARED = dict(n=dims(1, 4), ...)`` and ``**SHARED``.
    """
    node, function = syntax(check), plain(check)
    if not isinstance(node, ast.FunctionDef) or function is None:
        return {}
    said: dict[str, str] = {}
    for call in node.decorator_list:
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "theorem":
            said |= _entries(function.__module__, [(k.arg, k.value) for k in call.keywords])
    return {name: meaning for name, meaning in said.items() if meaning}


def _entries(module: str, entries: Iterable[tuple[str | None, ast.expr]]) -> dict[str, str]:
    """The comments behind entries with a name, and those of what ``**`` unpacks."""
    file = str(getattr(sys.modules.get(module), "__file__", ""))
    shared: dict[str, str] = {}
    last: dict[int | None, tuple[str, ast.expr]] = {}  # of several on one line
    for name, value in entries:
        if name is None:
            shared |= _shared(module, value)
        else:
            last[value.end_lineno] = name, value
    return shared | {name: _meant(_behind(file, value)) for name, value in last.values()}


def _shared(module: str, node: ast.expr) -> dict[str, str]:
    """The comments in a dictionary of quantities, wherever it is written down."""
    match node:
        case ast.Name(id=name):
            found = _assigned(module, name)
            return _shared(*found) if found else {}
        case ast.BinOp(left, ast.BitOr(), right):
            return _shared(module, left) | _shared(module, right)
        case ast.Call(func=ast.Name(id="dict"), args=[], keywords=keywords):
            return _entries(module, [(k.arg, k.value) for k in keywords])
        case ast.Dict(keys, values):
            names = [None if key is None else str(getattr(key, "value", "")) for key in keys]
            return _entries(module, zip(names, values, strict=True))
    return {}


def _assigned(module: str, name: str) -> tuple[str, ast.expr] | None:
    """What a name of a module stands for, and the module in which that is written down."""
    for statement in _statements(str(getattr(sys.modules.get(module), "__file__", ""))):
        match statement:
            case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                return module, value
            case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as value) if found == name:
                return module, value
            case ast.ImportFrom(module=str(other), names=names, level=0):
                for alias in names:
                    if (alias.asname or alias.name) == name and other in sys.modules:
                        return _assigned(other, alias.name)
    return None


def _behind(file: str, node: ast.stmt | ast.expr) -> str:
    """The comment behind a part of a file, at the end of its line."""
    return linecache.getline(file, node.end_lineno or 0).partition("  # ")[2]


def _meant(said: str) -> str:
    """What is said of a quantity, without its shape; nothing where it is said to a tool."""
    said = re.sub(r"^(``)?\((?:[^()]|\([^()]*\))*\)(``)?[,:]?\s*", "", said.strip())
    return "" if said.startswith(("noqa", "type:")) else said.rstrip(".")


@functools.lru_cache(1024)
def _classes(file: str) -> list[ast.ClassDef]:
    return [node for node in nodes(_source(file)) if isinstance(node, ast.ClassDef)]


@functools.lru_cache(1024)
def _statements(file: str) -> list[ast.stmt]:
    """What stands in a module, at its top."""
    return ast.parse(_source(file)).body


def _source(file: str) -> bytes:
    return Path(file).read_bytes() if file.endswith(".py") and Path(file).exists() else b""


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


@functools.lru_cache(4096)
def is_short(node: Function, most: int = _STATEMENTS) -> bool:
    """Whether a function has few enough statements to be shown by its formula."""
    if isinstance(node, ast.Lambda):
        return True
    return sum(isinstance(part, ast.stmt) for part in ast.walk(node)) - 1 <= most


@functools.lru_cache(4096)
def returns_several(node: Function) -> bool:
    """Whether a function returns several things, by one return."""
    if isinstance(node, ast.Lambda):
        return isinstance(node.body, ast.Tuple)
    returns = [part for part in ast.walk(node) if isinstance(part, ast.Return)]
    return len(returns) == 1 and isinstance(returns[0].value, ast.Tuple)


def getter(owner: Any, name: str) -> Any:
    """The function of a property of a class; None where the class has none of the name."""
    member = inspect.getattr_static(owner, name, None)
    function = getattr(member, "fget", None) or getattr(member, "func", None)
    return function if isinstance(getattr(function, "__wrapped__", function), FunctionType) else None


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
