"""Calls of functions and methods that have a notation of their own; others are not written."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from lemmata.formulas.terms import Term, cases
from lemmata.records.notation import FUNCTIONS, METHODS, REDUCTIONS, RESHAPING, Level, Notation, identifier

if TYPE_CHECKING:
    from lemmata.formulas.expressions import Writer

ASIDE = ("like", "strict", "dtype", "device", "keepdim")
"""Arguments that decide nothing about the numbers."""
_OF_MATRICES = ("(-2, -1)", "(-1, -2)")
"""Axes of a matrix, whose norm along both is that of Frobenius."""
_ENTRYWISE = ("abs", "exp", "log", "relu", "sign", "sqrt", "cosine", "sine", "tanh")


def written(writer: Writer, node: ast.Call) -> Term | None:
    """A call in its notation; None where it has none."""
    function, arguments = node.func, list(node.args)
    name = called(node)
    if isinstance(function, ast.Attribute) and not writer.is_module(function.value):
        if name not in (*METHODS, *REDUCTIONS):
            return None
        arguments = [function.value, *arguments]
        notation = REDUCTIONS.get(name) or METHODS.get(name)
    else:
        notation = REDUCTIONS.get(name) or FUNCTIONS.get(name)
    if special := _SPECIAL.get(name):
        return special(writer, arguments)
    if notation is None:  # a function that is given as an argument
        known = isinstance(function, ast.Name) and function.id in writer.names
        return applied(writer, writer.at(function), node) if known else None
    axes = arguments[1:2] + [k.value for k in node.keywords if k.arg in ("axis", "dim")]
    return in_notation(writer, name, notation, arguments, axes)


def has_notation(name: str) -> bool:
    """Whether functions of a name have a notation of their own."""
    return name in FUNCTIONS or name in REDUCTIONS or name in _SPECIAL


def called(node: ast.Call) -> str:
    """The name of what is called."""
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def applied(writer: Writer, function: str, node: ast.Call) -> Term:
    """A function that has no notation of its own, with its arguments but for the objects."""
    terms = [writer.term(argument) for argument in node.args]
    arguments = [term.at(Level.OR) for term in terms]
    for keyword in node.keywords:
        value = writer.at(keyword.value, Level.OR)
        if value and keyword.arg not in ASIDE:
            arguments.append(f"{identifier(keyword.arg)}={value}" if keyword.arg else rf"{value}\dots")
    inside = ",".join(filter(None, arguments))
    latex = rf"{function}\left({inside}\right)" if inside else function
    # What is made of columns, tokens say, is columns.
    shape = "column" if any(term.shape == "column" for term in terms) else ""
    return Term(latex, Level.POWER, shape=shape) if inside else Term(latex)


def in_notation(
    writer: Writer, name: str, notation: Notation, arguments: list[ast.expr], axes: list[ast.expr]
) -> Term:
    """A call by its template; reductions run along the axis, or over a comprehension."""
    below = ""
    if "#0" in notation.template:
        (first, *_) = arguments
        if isinstance(first, ast.GeneratorExp | ast.ListComp):
            with writer.over(first.generators) as span:
                return _filled(notation, [writer.term(first.elt)], f"_{{{span}}}")
        arguments = [first]
        whole = writer.one_instance and writer.term(first).rank == 2
        of_matrix = ast.unparse(axes[0]) in _OF_MATRICES if axes else whole
        if name == "norm" and of_matrix:
            below = r"_{\mathrm{F}}"
        elif axes and ast.unparse(axes[0]) != "-1":
            below = rf"_{{\text{{axis }}{writer.at(axes[0])}}}"
    terms = [writer.term(argument) for argument in arguments]
    if terms and (notation.template == "#1" or (name == "Fraction" and len(terms) == 1)):
        return terms[0]._replace(rank=None, shape="") if name in RESHAPING else terms[0]
    term = _filled(notation, terms, below)
    return term._replace(rank=terms[0].rank, shape=terms[0].shape) if terms and name in _ENTRYWISE else term


def _filled(notation: Notation, terms: list[Term], below: str) -> Term:
    latex = [term.at(notation.needs) for term in terms] + [""] * 2
    holes = {"#0": below, "#1": latex[0], "#2": latex[1], "#*": ",".join(filter(None, latex))}
    shown = re.sub("#[012*]", lambda hole: holes[hole[0]], notation.template)
    scalar = notation.scalar or (bool(terms) and all(term.scalar for term in terms))
    return Term(shown, notation.level, scalar)


def ends(writer: Writer, node: ast.Call) -> str:
    r"""``0,\dots,n-1`` for a range of whole numbers; empty where it has a step."""
    if not 1 <= len(node.args) <= 2:
        return ""
    first = writer.at(node.args[0], Level.SUM) if len(node.args) == 2 else "0"
    return rf"{first},\dots,{_before(writer, node.args[-1])}"


def _before(writer: Writer, node: ast.expr) -> str:
    """The whole number before one: ``n`` for ``n + 1``."""
    match node:
        case ast.Constant(value=int(value)):
            return str(value - 1)
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=int(more))):
            less = ast.BinOp(left, ast.Add(), ast.Constant(more - 1))
            return writer.at(less if more > 1 else left, Level.SUM)
    return f"{writer.at(node, Level.SUM)}-1"


def _range(writer: Writer, arguments: list[ast.expr]) -> Term | None:
    latex = ends(writer, ast.Call(ast.Name("range"), arguments[:3], []))
    return Term(rf"\left({latex}\right)") if latex else None


def _where(writer: Writer, arguments: list[ast.expr]) -> Term | None:
    if len(arguments) != 3:
        return None
    mask, one, other = (writer.at(argument) for argument in arguments)
    return cases([(one, mask)], other)


def _joined(writer: Writer, arguments: list[ast.expr]) -> Term | None:
    """Arrays beside each other; zeros and ones among them would have to say how many they are."""
    parts = arguments[0].elts if isinstance(arguments[0], ast.Tuple | ast.List) else ()
    if any(isinstance(part, ast.Call) and called(part) in ("zeros", "ones") for part in parts):
        return None
    return writer.term(arguments[0])


_SPECIAL: dict[str, Callable[[Writer, list[ast.expr]], Term | None]] = {
    "arange": _range,
    "range": _range,
    "stack": _joined,
    "concat": _joined,
    "where": _where,
}
