"""The code of small functions as expressions in which all is known but their arguments.

``closed`` syntax has, for each name that is bound where the function stands, a constant with its value, and
what follows from constants alone is computed. The names that are left are the function's own parameters.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from lemmata.claims.by_name import OfSetting
from lemmata.claims.domains.template import Template
from lemmata.claims.syntax import closed_over, of_setting, plain, syntax

_COMPUTED = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.Call, ast.Subscript, ast.Tuple, ast.List)
_OWN_NAMES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


def returned(
    function: Callable[..., Any],
    arguments: list[ast.expr] | None = None,
    named: Mapping[str, ast.expr] | None = None,
) -> ast.expr | None:
    """What a function returns, closed; None if its code is not at hand or does more than that.

    Args:
        function: a lambda, or a function that does nothing but return.
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
    parameters = inspect.signature(written).parameters
    scope = {**vars(builtins), **written.__globals__, **closed_over(written)}
    scope |= {p.name: ast.Constant(p.default) for p in parameters.values() if p.default is not p.empty}
    if arguments is None and named is None:
        scope |= {p.name: ast.Name(p.name) for p in parameters.values() if p.default is p.empty}
    else:
        scope |= inspect.signature(written).bind(*(arguments or ()), **(named or {})).arguments
    if isinstance(node, ast.Lambda):
        result: ast.expr | None = node.body
    else:
        last = node.body[-1]  # behind a docstring at most
        result = last.value if isinstance(last, ast.Return) and len(node.body) <= 2 else None
    if result is None or any(isinstance(part, _OWN_NAMES) for part in ast.walk(result)):
        return None
    return closed(result, scope)


def value_of(node: ast.expr) -> Any:
    """The value of a constant; None of anything else."""
    return node.value if isinstance(node, ast.Constant) else None


def closed(node: ast.expr, scope: Mapping[str, Any]) -> ast.expr:
    """An expression in which names of the scope are what they stand for (syntax, or a value)."""
    if isinstance(node, ast.Name):
        value = scope.get(node.id, node)
        return value if isinstance(value, ast.expr) else ast.Constant(value)
    if isinstance(node, ast.IfExp):
        test = closed(node.test, scope)
        if isinstance(test, ast.Constant):
            return closed(node.body if test.value else node.orelse, scope)
    made = type(node)(**{name: _closed(value, scope) for name, value in ast.iter_fields(node)})
    return _computed(made)


def _closed(value: Any, scope: Mapping[str, Any]) -> Any:
    if isinstance(value, list):
        return [_closed(part, scope) for part in value]
    if isinstance(value, ast.keyword):
        return ast.keyword(value.arg, closed(value.value, scope))
    return closed(value, scope) if isinstance(value, ast.expr) else value


def _computed(node: ast.expr) -> ast.expr:
    """A constant, if everything in the expression is one."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Constant):
        value = getattr(node.value.value, node.attr, None)
        return node if value is None else ast.Constant(value)
    if not isinstance(node, _COMPUTED) or any(isinstance(n, ast.Name | ast.Lambda) for n in ast.walk(node)):
        return node
    values: dict[str, Any] = {}
    code = ast.Expression(_named(node, values))
    try:
        return ast.Constant(eval(compile(ast.fix_missing_locations(code), "<hypothesis>", "eval"), values))
    except Exception:  # noqa: BLE001 - it is shown as it stands
        return node


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
