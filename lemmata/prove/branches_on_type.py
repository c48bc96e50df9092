"""Code that does one thing for whole numbers or floats of Python, and another for other numbers.

A variable, an enclosure, a rational number is neither: from them it computes something else.
"""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Iterable
from types import CodeType

from lemmata.numbers.exact import Exact
from lemmata.numbers.guards import only_refuses

_FLOATS = frozenset({"float", "complex", "Number", "Real"})
_WHOLE = frozenset({"int", "Integral", "Rational", "Size"})
"""These tell a variable in the place of a whole number from one, and no float from other numbers."""
_ASKS = frozenset({"isinstance", "issubclass", "type", "hasattr"})
_OF_NUMBERS = {*dir(int), *dir(float)} - {*dir(Exact)}


def by_kind(codes: Iterable[CodeType], *, whole: bool = False) -> str:
    """Where code asks for the kind of a number and does more than to refuse some: a file and a line.

    Args:
        codes: what ran.
        whole: whether variables stood in the place of whole numbers, too.
    """
    kinds = _FLOATS | _WHOLE if whole else _FLOATS
    return next(filter(None, (_place(code, kinds) for code in codes)), "")


@functools.lru_cache(2**12)
def _place(code: CodeType, kinds: frozenset[str]) -> str:
    first, last = code.co_firstlineno, max(line or 0 for *_, line in code.co_lines())
    found = next((line for line in _lines(code.co_filename, kinds) if first <= line <= last), 0)
    return f"{code.co_filename.rpartition('/')[2]}:{found}" if found and not only_refuses(code, _ASKS) else ""


@functools.lru_cache(2**10)
def _lines(file: str, kinds: frozenset[str]) -> tuple[int, ...]:
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:  # of a notebook, say
        return ()
    return tuple(
        sorted(
            {
                node.lineno
                for node in ast.walk(tree)
                if isinstance(node, ast.expr | ast.pattern) and _asks(node, kinds)
            }
        )
    )


def _asks(node: ast.AST, kinds: frozenset[str]) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, which]):
            return bool(_names(which) & kinds)
        case ast.Call(func=ast.Name(id="hasattr"), args=[_, ast.Constant(value=name)]):
            return name in _OF_NUMBERS
        case ast.Compare():
            return "type" in _names(node) and bool(_names(node) & kinds)
        case ast.MatchClass(cls=kind):
            return bool(_names(kind) & kinds)
    return False


def _names(node: ast.AST) -> set[str]:
    found = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    return found | {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
