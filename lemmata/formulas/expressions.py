r"""Expressions of code as LaTeX.

Indices count from 0, and ``a:b`` ends before b, as in the code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeGuard

from lemmata.formulas import calls
from lemmata.formulas.terms import (
    SETTING,
    NotWritten,
    Term,
    cases,
    fraction,
    listed,
    matrix_product,
    number,
    product,
    product_of_ranks,
    summed,
    transposed,
)
from lemmata.records.notation import CONSTANTS, TRANSPOSED, Level, identifier, words

OBJECTS = {"s": SETTING}
_MODULES = ("math", "torch", "linalg")
_NO_QUANTITIES = ("numerator", "denominator", "shape")
_RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "=",
    ast.NotEq: r"\ne",
    ast.Lt: "<",
    ast.LtE: r"\le",
    ast.Gt: ">",
    ast.GtE: r"\ge",
    ast.In: r"\in",
    ast.NotIn: r"\notin",
    ast.Is: "=",
    ast.IsNot: r"\ne",
}


class Writer:
    """Writes expressions.

    Args:
        names: what variables are; others are read by the rule of names.
    """

    def __init__(self, names: Mapping[str, Term] | None = None) -> None:
        self.names: dict[str, Term] = OBJECTS | dict(names or {})
        self.one_instance = False
        """Whether the code is of one instance, with NumPy's rules for products and axes."""

    # -- what a writer who knows more than the syntax says more of ------------------------------------

    def name(self, name: str) -> Term:
        return self.names.get(name) or Term(identifier(name))

    def quantity(self, owner: ast.expr, name: str) -> Term:
        """A quantity."""
        return Term(identifier(name))

    def call(self, node: ast.Call) -> Term | None:
        """A call that is written in its own way; None where the table decides."""
        return None

    def is_module(self, node: ast.expr) -> bool:
        """Whether it is a module, so that what is called is its function and no method of an array."""
        return isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node).partition(".")[0] in _MODULES

    # -- expressions ----------------------------------------------------------------------------------

    def term(self, node: ast.expr) -> Term:
        """An expression.

        Raises:
            NotWritten: it has a part that no formula says.
        """
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        written: Term | None = method(node) if method else None
        if written is None:
            raise NotWritten(ast.unparse(node))
        return written

    def at(self, node: ast.expr, level: int = Level.ALTERNATIVE) -> str:
        """Its LaTeX, in brackets if it holds less tightly than ``level``."""
        return self.term(node).at(level)

    def _name(self, node: ast.Name) -> Term:
        return self.name(node.id)

    def _constant(self, node: ast.Constant) -> Term:
        return number(node.value) or Term(words(str(node.value)))

    def _attribute(self, node: ast.Attribute) -> Term | None:
        owner, name = node.value, node.attr
        if isinstance(owner, ast.Name) and owner.id in _MODULES and name in CONSTANTS:
            return Term(CONSTANTS[name], scalar=True)
        holder = self.term(owner)
        if not holder.latex:
            return self.quantity(owner, name)
        if name in TRANSPOSED:
            return transposed(holder)
        if name in _NO_QUANTITIES:
            return None
        return Term(rf"{identifier(name)}\left({holder.latex}\right)", Level.POWER)

    def _unaryop(self, node: ast.UnaryOp) -> Term | None:
        operand = self.term(node.operand)
        if isinstance(node.op, ast.Not):
            return Term(rf"\text{{not }}{operand.at(Level.NOT)}", Level.NOT)
        if isinstance(node.op, ast.USub):
            return operand._replace(latex=f"-{operand.at(Level.PRODUCT)}", level=Level.SUM)
        return None

    def _binop(self, node: ast.BinOp) -> Term | None:
        left = node.left
        if isinstance(node.op, ast.Mult | ast.MatMult | ast.Div) and _is_negated(left):  # (-a) b is -a b
            positive = self._binop(ast.BinOp(left.operand, node.op, node.right))
            return positive and positive._replace(latex=f"-{positive.at(Level.BIG)}", level=Level.SUM)
        if any(isinstance(side, ast.List | ast.Tuple) for side in (left, node.right)):
            return None  # lists one behind the other
        a, b = self.term(left), self.term(node.right)
        match node.op:
            case ast.Add():
                return summed(a, "+", b)
            case ast.Sub():
                return summed(a, "-", b)
            case ast.Mult():
                return product(a, b)
            case ast.MatMult():
                return product_of_ranks(a, b) if self.one_instance else matrix_product(a, b)
            case ast.Div():
                return fraction(a, b)
            case ast.FloorDiv():
                over = fraction(a, b)
                return over._replace(latex=rf"\left\lfloor{over.latex}\right\rfloor")
            case ast.Mod():
                return Term(
                    rf"{a.at(Level.FRACTION)}\bmod {b.at(Level.FRACTION)}", Level.BIG, a.scalar and b.scalar
                )
            case ast.Pow():
                return a._replace(
                    latex=f"{a.base()}^{{{b.latex}}}", level=Level.POWER, scalar=a.scalar and b.scalar
                )
        return None

    def _boolop(self, node: ast.BoolOp) -> Term:
        word, level = ("and", Level.AND) if isinstance(node.op, ast.And) else ("or", Level.OR)
        return Term(rf"\text{{ {word} }}".join(self.at(part, level + 1) for part in node.values), level)

    def _compare(self, node: ast.Compare) -> Term:
        latex = self.at(node.left, Level.SUM)
        for relation, right in zip(node.ops, node.comparators, strict=True):
            latex += f"{_RELATIONS[type(relation)]} {self.at(right, Level.SUM)}"
        return Term(latex, Level.COMPARISON)

    def _ifexp(self, node: ast.IfExp) -> Term:
        return cases([(self.at(node.body), self.at(node.test))], self.at(node.orelse))

    def _tuple(self, node: ast.Tuple | ast.List) -> Term:
        return listed([self.at(part, Level.OR) for part in node.elts])

    _list = _tuple

    def _starred(self, node: ast.Starred) -> Term:
        return Term(rf"{self.at(node.value)}\dots")

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> Term:
        with self.over(node.generators) as span:
            return Term(rf"\left({self.at(node.elt)}\right)_{{{span}}}", Level.POWER)

    _generatorexp = _listcomp

    @contextmanager
    def over(self, generators: list[ast.comprehension]) -> Iterator[str]:
        """What a comprehension runs over, with its variables bound: ``k = 0, ..., n - 1``, or ``x in xs``."""
        outer = self.names
        parts = []
        for generator in generators:
            ends = self._ends(generator.iter)
            over = "" if ends else self.at(generator.iter, Level.SUM)
            self.bind(generator.target, over)
            target = self.at(generator.target)
            parts.append(rf"{target}={ends}" if ends else rf"{target}\in {over}")
            parts += [self.at(condition, Level.AND) for condition in generator.ifs]
        yield r",\ ".join(parts)
        self.names = outer

    def _ends(self, values: ast.expr) -> str:
        r"""``0,\dots,n-1`` for a range; empty for anything else."""
        is_range = isinstance(values, ast.Call) and getattr(values.func, "id", "") == "range"
        return calls.ends(self, values) if isinstance(values, ast.Call) and is_range else ""

    def bind(self, target: ast.expr, over: str = "") -> None:
        """Gives the variables of a comprehension over something their symbols."""
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                self.names = {**self.names, node.id: Term(identifier(node.id))}

    # -- indices --------------------------------------------------------------------------------------

    def _subscript(self, node: ast.Subscript) -> Term:
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            array = self.term(node.value.value)
            axis = self.index(node.slice)
            return Term(rf"\operatorname{{size}}_{{{axis}}}\left({array.latex}\right)", Level.POWER, True)
        base, from_the_last = self.term(node.value), _is_ellipsis(parts[0])
        if from_the_last and len(parts) > 1:
            parts = parts[1:]
        shown = [part for part in parts if not _is_none(part)]
        if shown and base.rank == 0 and _is_zero(shown[-1]):
            return base  # one number, as an array with one entry
        shown = _without_added(base, shown, from_the_last)
        if all(map(is_all, shown)):
            return base._replace(shape=_shape(base, parts, from_the_last))
        indices = ",".join(map(self.index, shown))
        if from_the_last and len(shown) == 1 and base.rank != 1:
            indices = rf"\dots,{indices}"
        return Term(f"{base.base('_')}_{{{indices}}}")

    def index(self, node: ast.expr) -> str:
        """An index, an axis or a slice."""
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(back))):  # counted from the end
                return r"\text{last}" + (f"-{back - 1}" if back > 1 else "")
            case ast.Slice(lower=lower, upper=upper, step=step):
                ends = [self.index(end) if end else "" for end in (lower, upper)]
                return ":".join([*ends, self.at(step, Level.SUM)] if step else ends)
        return r"\cdot" if is_all(node) else self.at(node)

    def _call(self, node: ast.Call) -> Term | None:
        own = self.call(node)
        return calls.written(self, node) if own is None else own


def _shape(base: Term, parts: list[ast.expr], from_the_last: bool) -> str:
    """What None makes of a vector: ``x[..., None]`` is a column, ``x[:, None, :]`` a row."""
    if not any(map(_is_none, parts)):
        return ""
    if base.rank not in (1, None) or sum(map(_is_none, parts)) > 1:
        return ""
    if len(parts) == 1 and not from_the_last:
        return "row" if base.rank == 1 else "lifted"
    if len(parts) == 1:
        return "column"
    return "column" if _is_none(parts[-1]) else "row" if len(parts) == 2 else ""


def _without_added(base: Term, shown: list[ast.expr], from_the_last: bool) -> list[ast.expr]:
    """Indices without those of the axes that None put in."""
    if base.shape == "number":
        return shown[2:] if all(map(_is_zero, shown[:2])) else shown
    if base.shape in ("row", "product row", "lifted") and shown and _is_zero(shown[0]):
        return shown[1:]
    if base.shape == "column" and shown and _is_zero(shown[-1]) and (from_the_last or len(shown) > 1):
        return shown[:-1]
    return shown


def _is_negated(node: ast.expr) -> TypeGuard[ast.UnaryOp]:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def is_all(node: ast.expr) -> bool:
    """``:`` or ``...``, which take everything."""
    if isinstance(node, ast.Slice):
        return node.lower is None and node.upper is None and node.step is None
    return _is_ellipsis(node)
