"""Source code of functions and classes: finding it, and leaving out what is not reached."""

from __future__ import annotations

import ast
import functools
import sys
import types
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np

_DEFINED = (ast.FunctionDef, ast.Lambda, ast.ClassDef)


class Unportable(Exception):
    """The check needs more than numpy; the message says what."""


@functools.lru_cache(maxsize=256)
def _definitions(file: str) -> list[Any]:
    try:
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        raise Unportable("the source of its check cannot be read") from None
    return [node for node in ast.walk(tree) if isinstance(node, _DEFINED)]


@functools.lru_cache(maxsize=256)
def _by_line(file: str) -> dict[int, list[Any]]:
    """The definitions of a file by the line on which they start, decorators included."""
    nodes: dict[int, list[Any]] = {}
    for node in _definitions(file):
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
        nodes.setdefault(first, []).append(node)
    return nodes


def _nodes(f: types.FunctionType, kind: Any) -> list[Any]:
    """The definitions of a kind that start where ``f`` does."""
    nodes = _by_line(f.__code__.co_filename).get(f.__code__.co_firstlineno, [])
    return [node for node in nodes if isinstance(node, kind)]


def _copy(node: Any) -> Any:
    """A definition that may be changed."""
    tree = ast.parse(_text(node)).body[0]
    return tree.value if isinstance(tree, ast.Expr) else tree


@functools.lru_cache(maxsize=2048)
def _text(node: ast.AST) -> str:
    return ast.unparse(node)


def class_of(kind: type, file: str) -> Any:
    """The definition of a class in a file."""
    for node in _definitions(file):
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            return _copy(node)
    raise Unportable(uses(kind))


def is_without_source(kind: type) -> bool:
    """Whether a dataclass was made without a definition, of fields alone (by ``make_dataclass``)."""
    own = {name for name in vars(kind) if not name.startswith("_")}
    if not own <= vars(kind)["__dataclass_fields__"].keys():
        return False
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return not file or not any(
        isinstance(node, ast.ClassDef) and node.name == kind.__name__ for node in _definitions(file)
    )


def definition_of(f: types.FunctionType) -> Any:
    """The definition of a function that has a name."""
    for node in _nodes(f, ast.FunctionDef):
        if node.name == f.__code__.co_name:
            return _copy(node)
    raise Unportable(f"the source of {full_name(f)} cannot be found")


def lambda_of(f: types.FunctionType) -> Any:
    """The lambda whose body holds every place that the code was compiled from."""
    places = [(a, c) for a, _, c, _ in f.__code__.co_positions() if a and c]
    inside = [
        node
        for node in _nodes(f, ast.Lambda)
        if all(
            (node.body.lineno, node.body.col_offset)
            <= place
            <= (node.body.end_lineno, node.body.end_col_offset)
            for place in places
        )
    ]
    if not inside:
        raise Unportable("the source of a function without a name cannot be found")
    return _copy(min(inside, key=lambda node: len(_text(node))))


def bound_in(code: types.CodeType) -> set[str]:
    """The names that are bound inside, nested functions and comprehensions included."""
    names = {*code.co_varnames, *code.co_cellvars}
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            names |= bound_in(inner)
    return names


_LIBRARIES = ("torch", "scipy", "numpy", "flint", "cvxpy", "hypothesis", "sklearn")
_ENGINE = ("lemmata.numbers.arrays", "lemmata.errors")
"""What of the engine may be written out."""


def refuse_libraries(x: Any) -> None:
    """Only the claims' and their ingredients' code is written out, not that of libraries."""
    module = str(x.__module__)
    package = module.partition(".")[0]
    if package in _LIBRARIES or (package == "lemmata" and module not in _ENGINE):
        raise Unportable(uses(x))


def plain_function(method: Any) -> Any:
    """The function of a property or a static method."""
    for name in ("fget", "func", "__func__"):
        method = getattr(method, name, None) or method
    return method


def shorten(node: ast.AST) -> None:
    """Of each docstring the first line."""
    statements = [node]
    for part in statements:  # grows: a definition may hold others
        for block in ("body", "orelse"):
            if isinstance(inner := getattr(part, block, None), list):
                statements += inner
        if isinstance(part, ast.FunctionDef | ast.ClassDef):
            first = part.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                lines = str(first.value.value).strip().splitlines()
                first.value = ast.Constant(lines[0] if lines else "")


def united(kinds: ast.expr) -> list[ast.expr]:
    """The types in ``A | B`` or ``(A, B)``."""
    if isinstance(kinds, ast.BinOp):
        return [*united(kinds.left), *united(kinds.right)]
    return list(kinds.elts) if isinstance(kinds, ast.Tuple) else [kinds]


def needed(parts: list[str], last: str) -> list[str]:
    """The definitions that can be reached from the last lines, classes without their other methods."""
    definitions = [_definition(part) for part in parts]
    used: set[str] = set()
    reached = _mentioned(ast.parse(last))
    while reached - used:
        used |= reached
        for node, mentions in definitions:
            if getattr(node, "name", None) in used:
                reached |= mentions.with_methods(used)
    return [
        ast.unparse(_trimmed(node, used)) if isinstance(node, ast.ClassDef) else part
        for (node, _), part in zip(definitions, parts, strict=True)
        if getattr(node, "name", None) in used
    ]


@functools.lru_cache(4096)
def _definition(part: str) -> tuple[ast.stmt, _Mentions]:
    """The tree of a definition, which nobody changes: many programs share it."""
    node = ast.parse(part).body[0]
    return node, _Mentions(node)


class _Mentions:
    """The names that a definition mentions; of a class, method by method."""

    def __init__(self, node: ast.stmt) -> None:
        self.methods: dict[str, set[str]] = {}
        if isinstance(node, ast.ClassDef):
            self.methods = {m.name: _mentioned(m) for m in node.body if _is_method(m)}
            statements = [s for s in node.body if not _is_method(s)]
            node = ast.ClassDef(node.name, node.bases, node.keywords, statements, node.decorator_list)
        self.always = _mentioned(node)

    def with_methods(self, used: set[str]) -> set[str]:
        methods = [m for name, m in self.methods.items() if _is_needed(name, used)]
        return self.always.union(*methods)


def _is_method(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef)


def _is_needed(method: str, used: set[str]) -> bool:
    """Methods of the language (``__call__``) are called without being named."""
    return method in used or method.startswith("__")


def _mentioned(node: ast.AST) -> set[str]:
    """The names and attributes in a piece of code."""
    return {
        n.id if isinstance(n, ast.Name) else n.attr
        for n in ast.walk(node)
        if isinstance(n, ast.Name | ast.Attribute)
    }


@functools.lru_cache(4096)
def _names_in(code: str) -> set[str]:
    return _mentioned(ast.parse(code))


def _trimmed(node: ast.stmt, used: set[str]) -> ast.stmt:
    """A class with the methods whose names are mentioned."""
    if not isinstance(node, ast.ClassDef):
        return node
    body = [s for s in node.body if not _is_method(s) or _is_needed(s.name, used)]
    return ast.ClassDef(node.name, node.bases, node.keywords, body or [ast.Pass()], node.decorator_list)


def imports_for(wanted: set[str], parts: list[str]) -> str:
    """The imports whose names are mentioned, numpy's last."""
    names = set().union(*map(_names_in, parts))
    lines = [line for line in wanted if line.split()[-1] in names]
    return "\n".join(sorted(lines, key=lambda line: ("numpy" in line, line)))


@functools.lru_cache(4096)
def parsed(expression: str) -> ast.expr:
    """The tree of an expression, which nobody changes."""
    return ast.parse(expression, mode="eval").body


def array(x: Any) -> str:
    """An expression for a tensor or an array."""
    text = repr(np.asarray(x).tolist()).replace("inf", "np.inf").replace("nan", "np.nan")
    return f"np.array({text})"


_WHY = {
    "betainc": "numpy does not have the incomplete beta function, which the check computes",
    "is_grad_enabled": "the check differentiates with PyTorch, which numpy cannot do",
}
"""Why there is no program, by what it would need."""


def uses(x: Any) -> str:
    """Why there is no program, where that is because of one thing."""
    name = getattr(x, "__name__", type(x).__name__)
    return _WHY.get(name, f"the check uses {full_name(x)}, which numpy does not have")


def full_name(x: Any) -> str:
    """What something is called, for a reason."""
    if isinstance(x, np.ufunc):
        return f"{x.__name__} of a compiled library"
    name = getattr(x, "__qualname__", None) or type(x).__qualname__
    module = getattr(x, "__module__", None) or type(x).__module__
    return f"{module}.{name}"
