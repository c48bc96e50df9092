"""The code of small functions as expressions in which all is known but their arguments.

``closed`` syntax has, for each name that is bound where the function stands, a constant with its value, and
what follows from constants alone is computed. The names that are left are the function's own parameters.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from lemmata.claims.by_name import OfSetting
from lemmata.claims.domains.template import Template
from lemmata.claims.syntax import of_setting, plain, syntax

_COMPUTED = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.Call, ast.Subscript, ast.Tuple, ast.List)
_OWN_NAMES = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


def returned(
    function: Callable[..., Any],
    arguments: list[ast.expr] | None = None,
    named: Mapping[str, ast.expr] | None = None,
) -> ast.expr | None:
    """What a function returns, closed; None if its code is not at hand or does more than that.

    Args:
        function: a lambda, or a function that binds names, chooses by what is known, and returns.
        arguments: what its parameters are, closed as well; without any they stand for themselves.
        named: the same by name.
    """
    if isinstance(function, Template):
        return function.syntax
    written, node = plain(function), syntax(function)
    if written is None or node is None:
        return None
    if isinstance(function, OfSetting):
        node = of_setting(node, inspect.signature(written).parameters)
    scope, parameters = _values(written), inspect.signature(written).parameters
    scope |= {p.name: ast.Constant(p.default) for p in parameters.values() if p.default is not p.empty}
    if arguments is None and named is None:
        scope |= {p.name: ast.Name(p.name) for p in parameters.values() if p.default is p.empty}
    else:
        scope |= inspect.signature(written).bind(*(arguments or ()), **(named or {})).arguments
    if isinstance(node, ast.Lambda):
        return closed(node.body, scope)
    return _result(node.body, scope)


def _result(statements: list[ast.stmt], scope: dict[str, Any]) -> ast.expr | None:
    for statement in statements:
        match statement:
            case ast.Expr(value=ast.Constant()):
                pass  # its docstring
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                scope[name] = closed(value, scope)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                values = [closed(value, scope) for value in values]
                scope.update(zip((getattr(name, "id", "") for name in names), values, strict=True))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                scope[name] = closed(value, scope)
            case ast.If(test=test, body=body, orelse=otherwise):
                known = closed(test, scope)
                if not isinstance(known, ast.Constant):
                    return None
                chosen = body if known.value else otherwise
                result = _result(chosen, scope)
                if result is not None or not all(isinstance(s, ast.Assign) for s in chosen):
                    return result
            case ast.Return(value=ast.expr() as value):
                return closed(value, scope)
            case _:
                return None
    return None


def value_of(node: ast.expr) -> Any:
    """The value of a constant; None of anything else."""
    return node.value if isinstance(node, ast.Constant) else None


def closed(node: ast.expr, scope: Mapping[str, Any]) -> ast.expr:
    """An expression in which names of the scope are what they stand for (syntax, or a value)."""
    if isinstance(node, ast.Name):
        value = scope.get(node.id, node)
        return value if isinstance(value, ast.expr) else ast.Constant(value)
    if isinstance(node, ast.Lambda):
        own = {a.arg: ast.Name(a.arg) for a in node.args.args}
        return ast.Lambda(node.args, closed(node.body, {**scope, **own}))
    if isinstance(node, ast.IfExp):
        test = closed(node.test, scope)
        if isinstance(test, ast.Constant):
            return closed(node.body if test.value else node.orelse, scope)
    if isinstance(node, _OWN_NAMES):
        own = {n.id: n for c in node.generators for n in ast.walk(c.target) if isinstance(n, ast.Name)}
        scope = {**scope, **own}
    made = type(node)(**{name: _closed(value, scope) for name, value in ast.iter_fields(node)})
    return _computed(made)


def _closed(value: Any, scope: Mapping[str, Any]) -> Any:
    if isinstance(value, list):
        return [_closed(part, scope) for part in value]
    if isinstance(value, ast.keyword):
        return ast.keyword(value.arg, closed(value.value, scope))
    if isinstance(value, ast.comprehension):
        parts = {name: _closed(part, scope) for name, part in ast.iter_fields(value)}
        return ast.comprehension(**parts)
    return closed(value, scope) if isinstance(value, ast.expr) else value


def _computed(node: ast.expr) -> ast.expr:
    """A constant, if everything in the expression is one."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Constant):
        value = getattr(node.value.value, node.attr, None)
        return node if value is None else ast.Constant(value)
    if isinstance(node, ast.Call) and _name(node.func) == "<lambda>" and not node.keywords:
        return returned(node.func.value, node.args) or node  # type: ignore[attr-defined]
    match node:  # a - 1 - 1 is a - 2
        case ast.BinOp(ast.BinOp(inner, ast.Sub(), ast.Constant() as one), ast.Sub(), ast.Constant() as other):
            return _computed(ast.BinOp(inner, ast.Sub(), ast.Constant(value_of(one) + value_of(other))))
        case ast.BinOp(inner, ast.Add() | ast.Sub(), ast.Constant(0)):
            return inner
    if not isinstance(node, _COMPUTED) or any(isinstance(n, ast.Name | ast.Lambda) for n in ast.walk(node)):
        return node
    values: dict[str, Any] = {}
    code = ast.Expression(_named(node, values))
    try:
        return ast.Constant(eval(compile(ast.fix_missing_locations(code), "<hypothesis>", "eval"), values))
    except Exception:  # noqa: BLE001 - it is shown as it stands
        return node


def _name(node: ast.expr) -> str:
    return getattr(node.value, "__name__", "") if isinstance(node, ast.Constant) else ""


def _named(node: Any, values: dict[str, Any]) -> Any:
    """Names in the place of constants, which Python compiles only if they are plain."""
    if isinstance(node, ast.Constant):
        values[name := f"_{len(values)}"] = node.value
        return ast.Name(name, ast.Load())
    if isinstance(node, list):
        return [_named(part, values) for part in node]
    if isinstance(node, ast.AST):
        return type(node)(**{name: _named(value, values) for name, value in ast.iter_fields(node)})
    return node


def _values(function: FunctionType) -> dict[str, Any]:
    """What the names mean where a function stands."""
    inner: dict[str, Any] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # it is not bound yet
            inner[name] = cell.cell_contents
    return {**vars(builtins), **function.__globals__, **inner}
