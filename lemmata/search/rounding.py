"""Floats that the code of a claim computes itself, of which the engine sees the rounded result.

``math.tanh(20)`` is the float 1.0, and so is ``1 + 2.0**-80``, which Python computes before anything runs: both
would pass for the number one. The source of the code that ran shows them.
"""

from __future__ import annotations

import ast
import functools
import linecache
import math
import operator
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from types import CodeType
from typing import Any

from lemmata.numbers.literals import is_meant

_MODULES = {"math", "cmath", "numpy", "torch"}
_EXACT = {"ceil", "comb", "factorial", "floor", "gcd", "isclose", "isfinite", "isinf", "isnan", "isqrt", "lcm"}
_ROUNDED = {name for name, f in vars(math).items() if callable(f)} - {*_EXACT, "perm", "prod", "sqrt", "trunc"}
"""The root of a float with few digits has few digits only if it is the root: its square has few, too."""
_OPERATIONS: dict[type[ast.operator], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_LARGEST = 2**10
"""Of a power that is computed here."""


def rounded(codes: Iterable[CodeType]) -> str:
    """Where code computes floats that may pass for exact numbers: a file and a line; nothing if it does not."""
    return next(filter(None, map(_place, codes)), "")


@functools.lru_cache(2**12)
def _place(code: CodeType) -> str:
    first, last = code.co_firstlineno, max(line or 0 for *_, line in code.co_lines())
    found = (line for line in _lines(code.co_filename) if first <= line <= last)
    return next((f"{code.co_filename.rpartition('/')[2]}:{line}" for line in found), "")


@functools.lru_cache(2**10)
def _lines(file: str) -> tuple[int, ...]:
    """The lines of a file on which floats are computed; none where there is no source."""
    lines = linecache.getlines(file)
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:  # of a notebook, say
        return ()
    return tuple(sorted({*_of_functions(tree), *_of_constants(tree, lines)}))


def _of_functions(tree: ast.AST) -> Iterator[int]:
    modules, functions = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {name.asname or name.name for name in node.names if name.name in _MODULES}
        if isinstance(node, ast.ImportFrom) and node.module in _MODULES:
            functions |= {name.asname or name.name for name in node.names if name.name in _ROUNDED}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                if name in modules and attribute in _ROUNDED:
                    yield node.lineno
            case ast.Name(id=name, ctx=ast.Load()) if name in functions:
                yield node.lineno


def _of_constants(tree: ast.AST, lines: list[str]) -> Iterator[int]:
    """Where the value of constants is another number than its float, which has few digits."""
    left = [tree]
    while left:
        node = left.pop()
        if isinstance(node, ast.BinOp | ast.UnaryOp | ast.Constant):
            pair = _value(node, lines)
            if pair is not None:
                exact, number = pair
                if isinstance(number, float) and is_meant(number) and exact != number:
                    yield node.lineno
                continue
        left += ast.iter_child_nodes(node)


def _value(node: ast.AST, lines: list[str]) -> tuple[Fraction, int | float] | None:
    """The value of constants, exactly and as Python has it; None of anything else."""
    with suppress(ArithmeticError, ValueError, TypeError):
        match node:
            case ast.Constant(value=int() as number) if not isinstance(number, bool):
                return Fraction(number), number
            case ast.Constant(value=float() as number) if math.isfinite(number):
                text = lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()
                return Fraction(text.replace("_", "")), number
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                of = _value(inner, lines)
                return None if of is None else (-of[0], -of[1])
            case ast.BinOp(left=a, op=op, right=b) if type(op) in _OPERATIONS:
                first, second = _value(a, lines), _value(b, lines)
                if first is None or second is None or (isinstance(op, ast.Pow) and abs(second[0]) > _LARGEST):
                    return None
                operation = _OPERATIONS[type(op)]
                exact = operation(first[0], second[0])
                return Fraction(exact), operation(first[1], second[1])
    return None
