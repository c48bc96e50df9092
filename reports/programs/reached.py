"""Of a program the part that runs: functions that nobody calls and branches that nobody takes go."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

FILE = "<snippet>"
"""What the code of a program is compiled as."""
_CALLS = 32
"""Of a function that is called more often the first calls are watched, which is slow."""
_COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Try)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Reached:
    """The lines that ran, and the first lines of the functions that were called."""

    lines: set[int]
    called: set[int]

    def below(self, line: int) -> Reached:
        """As lines of what begins after a line."""
        return Reached({n - line for n in self.lines}, {n - line for n in self.called})


def reached_by(run: Callable[[], None]) -> Reached:
    """What ``run`` reaches of a program; whatever it raises goes on."""
    reached = Reached(set(), set())
    calls: Counter[CodeType] = Counter()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != FILE:
            return None
        if event == "call" and frame.f_code.co_name != "<module>":
            calls[frame.f_code] += 1
            if calls[frame.f_code] > _CALLS:
                return None
        if event == "line":
            reached.lines.add(frame.f_lineno)
        elif event == "call" and frame.f_code.co_name != "<module>":
            reached.called.add(frame.f_code.co_firstlineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return reached


def trimmed(source: str, reached: Reached) -> str:
    """The program without what was not reached, each statement on a line of its own.

    Args:
        source: as :func:`ast.unparse` writes it.
        reached: what ran of that very text.
    """
    tree = ast.parse(source)
    tree.body = _kept(tree.body, reached, at_top=True)
    return ast.unparse(ast.fix_missing_locations(tree))


def _kept(statements: list[ast.stmt], reached: Reached, at_top: bool = False) -> list[ast.stmt]:
    kept: list[ast.stmt] = []
    for statement in statements:
        if isinstance(statement, ast.ClassDef):
            statement.body = [
                s for s in statement.body if not isinstance(s, _FUNCTIONS) or _was_called(s, reached)
            ]
            for method in statement.body:
                if isinstance(method, _FUNCTIONS):
                    method.body = _kept(method.body, reached) or [ast.Pass()]
            statement.body = statement.body or [ast.Pass()]
            kept.append(statement)
        elif isinstance(statement, _FUNCTIONS):
            if _was_called(statement, reached):
                statement.body = _kept(statement.body, reached) or [ast.Pass()]
                kept.append(statement)
            else:  # somebody may hold it; what nobody names goes with the unreached definitions
                statement.body = [ast.parse("raise NotImplementedError").body[0]]
                kept.append(statement)
        elif isinstance(statement, ast.If):
            kept += _branch(statement, reached)
        elif isinstance(statement, _COMPOUND):
            if statement.lineno in reached.lines:
                statement.body = _kept(statement.body, reached)
                if statement.body:
                    kept.append(statement)
        elif isinstance(statement, ast.Pass):
            pass
        elif at_top or _is_docstring(statement) or _is_on(statement, reached):
            kept.append(statement)
    return kept


def _branch(statement: ast.If, reached: Reached) -> list[ast.stmt]:
    """What a choice comes to where only one side of it was taken."""
    if not (
        statement.lineno in reached.lines or _ran(statement.body, reached) or _ran(statement.orelse, reached)
    ):
        return []
    body, otherwise = _kept(statement.body, reached), _kept(statement.orelse, reached)
    if _ran(statement.body, reached):
        statement.body, statement.orelse = body or [ast.Pass()], otherwise
        return [statement] if _may_be_false(statement, reached) else body
    return otherwise


def _may_be_false(statement: ast.If, reached: Reached) -> bool:
    """Whether the other side was taken, or there is none to tell."""
    return not statement.orelse or _ran(statement.orelse, reached)


def _ran(statements: list[ast.stmt], reached: Reached) -> bool:
    return any(_is_on(s, reached) for s in statements)


def _is_on(statement: ast.stmt, reached: Reached) -> bool:
    last = statement.end_lineno or statement.lineno
    return any(line in reached.lines for line in range(statement.lineno, last + 1))


def _was_called(function: ast.FunctionDef | ast.AsyncFunctionDef, reached: Reached) -> bool:
    first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
    return first in reached.called


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def without_idle(parts: list[str]) -> list[str]:
    """Definitions without calls of functions that do nothing any more, nor loops over such calls."""
    trees, changed = [ast.parse(part) for part in parts], False
    while True:
        functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)]
        idle = {f.name for f in functions if not any(map(_does_something, f.body))}
        dropped = _Dropped(idle)
        trees = [dropped.visit(tree) for tree in trees]
        if not dropped.some:
            return [ast.unparse(tree) for tree in trees] if changed else parts
        changed = True


def _does_something(statement: ast.stmt) -> bool:
    return not (isinstance(statement, ast.Pass) or _is_docstring(statement))


class _Dropped(ast.NodeTransformer):
    """Leaves out what calls the idle functions for nothing; ``some`` says whether there was any."""

    def __init__(self, idle: set[str]) -> None:
        self.idle, self.some = idle, False

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        called = getattr(node.value, "func", None)
        if getattr(called, "attr", getattr(called, "id", None)) not in self.idle:
            return node
        self.some = True
        return None

    def visit_For(self, node: ast.For) -> ast.For | None:
        self.generic_visit(node)
        if any(map(_does_something, node.body)):
            return node
        self.some = True
        return None

    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node
