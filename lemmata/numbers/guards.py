"""Whether code that asks if a number has values does so only to refuse some of them.

A function of variables has none (:func:`~lemmata.numbers.arrays.has_values`), and code that goes another way
where there are none computes something else than with numbers. By its source, a guard does nothing but raise.
"""

from __future__ import annotations

import ast
import functools
import linecache
from contextlib import suppress
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
    return any(_only_refuses(body, asks) for body in _bodies(code))


@functools.lru_cache(2**12)
def refusing_lines(code: CodeType) -> frozenset[int]:
    """The lines of a function on which it only refuses: what they compute enters no result.

    They are those of ``raise``, of an ``if`` without an ``else`` that only raises, and all lines of a function
    that does nothing else (it sets local names, raises and returns nothing).
    """
    body = next(iter(_bodies(code)), [])
    if all(map(_is_harmless, body)):
        refusing = body
    else:
        refusing = [s for part in body for s in ast.walk(part) if isinstance(s, ast.stmt) and _raises(s)]
    return frozenset(line for s in refusing for line in range(s.lineno, (s.end_lineno or s.lineno) + 1))


def _bodies(code: CodeType) -> list[list[ast.stmt]]:
    """The statements of a function: several where a line defines it more than once, none without a source."""
    return _functions(code.co_filename).get((code.co_firstlineno, code.co_name), [])


@functools.lru_cache(2**8)
def _functions(file: str) -> dict[tuple[int, str], list[list[ast.stmt]]]:
    """The functions that a file defines, by their first lines and names."""
    found: dict[tuple[int, str], list[list[ast.stmt]]] = {}
    with suppress(SyntaxError):  # of a notebook, say
        for node in ast.walk(ast.parse("".join(linecache.getlines(file)))):
            if isinstance(node, ast.FunctionDef):
                found.setdefault((_first_line(node), node.name), []).append(node.body)
    return found


def _raises(statement: ast.stmt) -> bool:
    match statement:
        case ast.If(body=body, orelse=[]):
            return all(isinstance(s, ast.Raise) for s in body) and not _sets_names(statement.test)
    return isinstance(statement, ast.Raise)


def _sets_names(test: ast.expr) -> bool:
    return any(isinstance(node, ast.NamedExpr) for node in ast.walk(test))


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
