"""Whether code that asks if a number has values does so only to refuse some of them.

A function of variables has none (:func:`~lemmata.numbers.arrays.has_values`), and code that goes another way
where there are none computes something else than with numbers. By its source, a guard does nothing but raise.
"""

from __future__ import annotations

import ast
import functools
import linecache
from types import CodeType

_ASKS = frozenset({"has_values"})
_HARMLESS = (ast.Assign, ast.AnnAssign, ast.If, ast.For, ast.Raise, ast.Continue, ast.Pass, ast.Return)


@functools.lru_cache(2**10)
def only_refuses(code: CodeType, asks: frozenset[str] = _ASKS) -> bool:
    """Whether what a function does about the answer is to raise, or nothing; False where there is no source.

    Args:
        code: the function's.
        asks: the names of what it asks with.
    """
    try:
        tree = ast.parse("".join(linecache.getlines(code.co_filename)))
    except SyntaxError:
        return False
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    found = (f for f in functions if _first_line(f) == code.co_firstlineno and f.name == code.co_name)
    return any(_only_refuses(f.body, asks) for f in found)


def _first_line(function: ast.FunctionDef) -> int:
    return min([function.lineno, *(part.lineno for part in function.decorator_list)])


def _only_refuses(body: list[ast.stmt], asks: frozenset[str]) -> bool:
    asking = [s for s in body if asks & _names(s, ast.Load)]
    while True:  # and all that reads what they assign
        set_there = {name for s in asking for name in _names(s, ast.Store)}
        more = [s for s in body if s not in asking and _names(s, ast.Load) & set_there]
        if not more:
            break
        asking += more
    if any(isinstance(node, ast.Return) for s in asking for node in ast.walk(s)):
        asking = body  # what comes behind it may be left out
    return bool(asking) and all(map(_is_harmless, asking))


def _names(node: ast.AST, context: type[ast.expr_context]) -> set[str]:
    """The names that are read, or set, in a piece of code."""
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, context)}
    return names | {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute) and n.attr in _ASKS}


def _is_harmless(statement: ast.stmt) -> bool:
    """Whether it sets local names and raises, no more."""
    for node in ast.walk(statement):
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Return(value=None):
                continue
            case ast.Expr() | ast.Return() | ast.NamedExpr() | ast.Yield() | ast.YieldFrom() | ast.Lambda():
                return False
            case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
                return False
        if isinstance(node, ast.stmt) and not isinstance(node, _HARMLESS):
            return False
    return True
