r"""Expressions of code as LaTeX: each bracket that is needed, and few others.

Arrays have a leading axis of instances, which formulas leave out: ``prompt.x[:, 0]`` is ``x_{0}``. Indices
count from 0, and ``a:b`` ends before b, as in the code. ``*`` between two arrays acts entry by entry and is a
dot, ``@`` is a product of matrices and nothing stands between its factors.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeGuard

from lemmata.statement.written.notation import (
    ALTERNATIVE,
    AND,
    ATOM,
    BIG,
    COMPARISON,
    CONSTANTS,
    ENTRYWISE,
    FRACTION,
    FUNCTIONS,
    MATRIX,
    METHODS,
    NOT,
    OR,
    POWER,
    PRODUCT,
    REDUCTIONS,
    SUM,
    TRANSPOSED,
    Notation,
    identifier,
    words,
)


class Term(NamedTuple):
    """A part of a formula: its LaTeX, how tightly it holds together, whether it is one number.

    ``entries`` are those of a list, which is added to another by writing it behind it; None of anything else.
    """

    latex: str
    level: int = ATOM
    scalar: bool = False
    entries: str | None = None

    def at(self, level: int) -> str:
        """Its LaTeX, in brackets if it holds less tightly than ``level``."""
        return self.latex if self.level >= level else rf"\left({self.latex}\right)"


IMPLICIT = Term("")
"""The setting or the prompt, whose quantities go by their own names."""
OBJECTS = ("s", "prompt")
ASIDE = ("like", "strict", "dtype", "device", "keepdim")
"""Arguments that decide nothing about the numbers."""
_MODULES = ("math", "torch", "linalg", "operator", "itertools", "functools")
_OF_MATRICES = ("(-2, -1)", "(-1, -2)")
"""Axes of a matrix, whose norm along both is that of Frobenius."""
_ENTRYWISE = ("absolute", "abs", "exp", "log", "relu", "sign", "sqrt", "answer")
_HALVES, _TINY = 64, 12
"""Floats are written as fractions down to a 64th, and as powers of two below 2^-12."""
_WHOLE = re.compile(r"-?\d{1,9}")
_FOLDED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
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


def expression(node: ast.expr, names: Mapping[str, str] | None = None) -> str:
    """The LaTeX of an expression.

    Args:
        node: its syntax.
        names: LaTeX of variables; empty text for an object whose attributes go by their own names, as ``s``
            and ``prompt`` do. Other variables are read by the rule of names.
    """
    terms = {name: Term(latex) for name, latex in (names or {}).items()}
    return Writer(terms).term(node).latex


class Writer:
    """Writes expressions; what it cannot write is upright code, and counted in ``unwritten``."""

    def __init__(self, names: Mapping[str, Term] | None = None) -> None:
        self.names: dict[str, Term] = dict.fromkeys(OBJECTS, IMPLICIT) | dict(names or {})
        self.unwritten: list[str] = []
        self.sized = False
        """Whether zeros and ones say how many they are: among parts that are put beside each other."""
        self.columns: set[str] = set()
        """Variables with an axis of length one, by None."""
        self.whole: set[str] = set()
        """Variables that as an index take everything."""

    # -- what a writer who knows more than the syntax says more of ------------------------------------

    def name(self, name: str) -> Term:
        """A variable."""
        return self.names.get(name) or Term(identifier(name))

    def quantity(self, owner: ast.expr, name: str) -> Term:
        """A quantity of the setting or of the prompt."""
        return Term(identifier(name))

    def call(self, node: ast.Call) -> Term | None:
        """A call that is written in its own way; None where the table decides."""
        return None

    def entries(self, node: ast.expr, term: Term) -> str | None:
        """The entries of a list; None of what is no list."""
        return term.entries

    # -- expressions ----------------------------------------------------------------------------------

    def term(self, node: ast.expr) -> Term:
        """An expression."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        written: Term | None = method(node) if method else None
        return written or self._code(node)

    def at(self, node: ast.expr, level: int = ALTERNATIVE) -> str:
        """Its LaTeX, in brackets if it holds less tightly than ``level``."""
        return self.term(node).at(level)

    def _code(self, node: ast.expr) -> Term:
        code = ast.unparse(node)
        self.unwritten.append(code)
        return Term(words(code))

    def _name(self, node: ast.Name) -> Term:
        return self.name(node.id)

    def _constant(self, node: ast.Constant) -> Term:
        return number(node.value) or Term(words(str(node.value)))

    def _joinedstr(self, node: ast.JoinedStr) -> Term:
        return Term("".join("," if ast.unparse(part) == "'_'" else self.at(part) for part in node.values))

    def _formattedvalue(self, node: ast.FormattedValue) -> Term:
        return self.term(node.value)

    def _dict(self, node: ast.Dict) -> Term:
        entries = (
            rf"{self.at(key)}\mapsto {self.at(value)}" if key else rf"{self.at(value)}\dots"
            for key, value in zip(node.keys, node.values, strict=True)
        )
        return Term(rf"\left({','.join(entries)}\right)")

    def _slice(self, node: ast.Slice) -> Term:
        return Term(self._index(node))

    def _attribute(self, node: ast.Attribute) -> Term:
        owner, name = node.value, node.attr
        if isinstance(owner, ast.Name) and owner.id in _MODULES and name in CONSTANTS:
            return Term(CONSTANTS[name], scalar=True)
        holder = self.term(owner)
        if holder == IMPLICIT:
            return self.quantity(owner, name)
        if name in TRANSPOSED:
            return Term(rf"{_base(holder)}^{{\top}}", POWER)
        if name == "shape":
            return Term(rf"\operatorname{{shape}}\left({self.at(owner)}\right)", POWER)
        return Term(rf"{identifier(name)}\left({holder.latex}\right)", POWER)

    def _unaryop(self, node: ast.UnaryOp) -> Term:
        if isinstance(node.op, ast.Not):
            return Term(rf"\text{{not }}{self.at(node.operand, NOT)}", NOT)
        if isinstance(node.op, ast.USub):
            operand = self.term(node.operand)
            return Term(f"-{operand.at(PRODUCT)}", SUM, operand.scalar)
        return self.term(node.operand) if isinstance(node.op, ast.UAdd) else self._code(node)

    def _binop(self, node: ast.BinOp) -> Term | None:
        left, right = node.left, node.right
        if isinstance(node.op, ast.Mult | ast.MatMult | ast.Div) and _is_negated(
            left
        ):  # (-a) b is written -a b
            product = self._binop(ast.BinOp(left.operand, node.op, right))
            return product and Term(f"-{product.at(BIG)}", SUM, product.scalar)
        if isinstance(node.op, ast.Div) and (ratio := _ratio(left, right)):  # x r.numerator / r.denominator
            return self._binop(ratio) if isinstance(ratio, ast.BinOp) else self.term(ratio)
        a, b = self.term(left), self.term(right)
        if isinstance(node.op, ast.Add | ast.Mult) and (joined := self._joined(node, a, b)):
            return joined
        scalar = a.scalar and b.scalar
        if _WHOLE.fullmatch(a.latex) and _WHOLE.fullmatch(b.latex) and type(node.op) in _FOLDED:
            return number(_FOLDED[type(node.op)](int(a.latex), int(b.latex))) or a
        if isinstance(node.op, ast.Add) and "0" in (a.latex, b.latex):
            return b if a.latex == "0" else a
        match node.op:
            case ast.Add() | ast.Sub():
                sign = "+" if isinstance(node.op, ast.Add) else "-"
                # After a minus, and for a leading minus, brackets are needed.
                brackets = sign == "-" or b.latex.startswith("-")
                return Term(f"{a.at(SUM)}{sign}{b.at(BIG if brackets else SUM)}", SUM, scalar)
            case ast.Mult():
                return _product(a, b) if a.scalar or b.scalar else _entrywise(a, b)
            case ast.MatMult():
                return _matrix_product(a, b)
            case ast.Div():
                return Term(rf"\frac{{{a.latex}}}{{{b.latex}}}", FRACTION, scalar)
            case ast.FloorDiv():
                return Term(rf"\left\lfloor\frac{{{a.latex}}}{{{b.latex}}}\right\rfloor", ATOM, scalar)
            case ast.Mod():
                return Term(rf"{a.at(FRACTION)}\bmod {b.at(FRACTION)}", BIG, scalar)
            case ast.Pow():
                return Term(f"{_base(a)}^{{{b.latex}}}", POWER, scalar)
            case ast.BitAnd():
                return Term(rf"{a.at(NOT)}\text{{ and }}{b.at(NOT)}", AND)
            case ast.BitOr():
                return Term(rf"{a.at(AND)}\text{{ or }}{b.at(AND)}", OR)
        return None

    def _joined(self, node: ast.BinOp, a: Term, b: Term) -> Term | None:
        """Lists one behind the other, or one several times; None of what are no lists."""
        one, other = self.entries(node.left, a), self.entries(node.right, b)
        if one is None and other is None:
            return None
        if isinstance(node.op, ast.Add):
            parts = [rf"{a.latex}\dots" if one is None else one, rf"{b.latex}\dots" if other is None else other]
            return _list(",".join(filter(None, parts)))
        entries, times = (one, b) if one is not None else (other, a)
        if times.latex in ("1", "2", "3"):
            return _list(",".join([str(entries)] * int(times.latex)))
        return _list(rf"\underbrace{{{entries},\dots,{entries}}}_{{{times.latex}\text{{ times}}}}")

    def _boolop(self, node: ast.BoolOp) -> Term:
        word, level = ("and", AND) if isinstance(node.op, ast.And) else ("or", OR)
        return Term(rf"\text{{ {word} }}".join(self.at(part, level + 1) for part in node.values), level)

    def _compare(self, node: ast.Compare) -> Term:
        latex = self.at(node.left, SUM)
        for relation, right in zip(node.ops, node.comparators, strict=True):
            latex += f"{_RELATIONS[type(relation)]} {self.at(right, SUM)}"
        return Term(latex, COMPARISON)

    def _ifexp(self, node: ast.IfExp) -> Term:
        return cases([(self.at(node.body), self.at(node.test))], self.at(node.orelse))

    def _tuple(self, node: ast.Tuple | ast.List) -> Term:
        return _list(self._several(node.elts))

    _list = _tuple

    def _several(self, nodes: list[ast.expr]) -> str:
        return ",".join(filter(None, (self.at(node, OR) for node in nodes)))

    def _starred(self, node: ast.Starred) -> Term:
        term = self.term(node.value)
        return Term(rf"{term.latex}\dots" if term.entries is None else term.entries)

    def _lambda(self, node: ast.Lambda) -> Term:
        shadow = {a.arg: Term(identifier(a.arg)) for a in node.args.args if self.names.get(a.arg) != IMPLICIT}
        outer, self.names = self.names, {**self.names, **shadow}
        body = self.term(node.body)
        self.names = outer
        if not shadow:  # a quantity
            return body
        parameters = ",".join(term.latex for term in shadow.values())
        return Term(rf"{parameters}\mapsto {body.latex}", ALTERNATIVE)

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> Term:
        outer = self.names
        over = self._over(node.generators)
        latex = rf"\left({self.at(node.elt)}\right)_{{{over}}}"
        self.names = outer
        return Term(latex, POWER, entries=rf"{latex}\dots")

    _generatorexp = _setcomp = _listcomp

    def _dictcomp(self, node: ast.DictComp) -> Term:
        outer = self.names
        over = self._over(node.generators)
        term = Term(rf"\left({self.at(node.key)}\mapsto {self.at(node.value)}\right)_{{{over}}}", POWER)
        self.names = outer
        return term

    def _over(self, generators: list[ast.comprehension]) -> str:
        """What comprehensions run over; their variables are bound in ``names`` from here on."""
        parts = []
        for generator in generators:
            span = self.span(generator.target, generator.iter)
            parts.append(span)
            parts += [self.at(condition, AND) for condition in generator.ifs]
        return r",\ ".join(parts)

    def span(self, target: ast.expr, values: ast.expr) -> str:
        """``k = 0, ..., n - 1``, or ``x in xs``; the variables are bound from here on."""
        called = getattr(values.func, "id", "") if isinstance(values, ast.Call) else ""
        if isinstance(values, ast.Call) and called == "range" and len(values.args) < 3:
            first = self.at(values.args[0], SUM) if len(values.args) == 2 else "0"
            last = _before(values.args[-1], self)
            self._bind(target)
            return rf"{self.at(target)}={first},\dots,{last}"
        if isinstance(values, ast.Call) and called == "zip":
            over = self._several(values.args)
            self._bind(target, over)
            return rf"{self.at(target)}\text{{ along }}\left({over}\right)"
        over = self.at(values, SUM)
        self._bind(target, over)
        return rf"{self.at(target)}\in {over}"

    def _bind(self, target: ast.expr, over: str = "") -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                self.names = {**self.names, node.id: Term(identifier(node.id))}

    # -- indices --------------------------------------------------------------------------------------

    def _subscript(self, node: ast.Subscript) -> Term:
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        from_the_last = _is_ellipsis(parts[0])
        from_behind = from_the_last or isinstance(node.value, ast.BinOp)
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            array = node.value.value
            axis = self._index(self._own_axis(node.slice, array))
            return Term(rf"\operatorname{{size}}_{{{axis}}}\left({self.at(array)}\right)", POWER, True)
        if len(parts) > 1 and _is_all(parts[0]) and not self.is_setting(node.value):
            parts = parts[1:]  # the instances, or whatever comes before
        shown = [part for part in parts if not (isinstance(part, ast.Constant) and part.value is None)]
        shown = [part for part in shown if not (isinstance(part, ast.Name) and part.id in self.whole)]
        base = self.term(node.value)
        if shown and self.rank(node.value) == 0 and _is_zero(shown[-1]):
            return base  # one number, as an array with one entry
        if len(shown) == 1 and (entry := _entry(base, shown[0])):
            return entry
        if from_behind and self.is_column(node.value) and shown and _is_zero(shown[-1]):
            shown = shown[:-1]  # the axis that None put in
        if len(shown) == 1 and _is_zero(shown[0]) and _begins_with_a_row(node.value):
            return base  # a row, as a matrix
        if all(_is_all(part) for part in shown):
            return base._replace(entries=None)
        indices = ",".join(self._index(part) for part in shown)
        if from_the_last and len(shown) == 1 and self.rank(node.value) != 1:
            indices = rf"\dots,{indices}"
        if (inner := re.fullmatch(r"(\\?\w+)_\{([^{}]*)\}", base.latex)) and isinstance(
            node.value, ast.Subscript
        ):
            return Term(f"{inner[1]}_{{{inner[2]},{indices}}}")
        return Term(f"{_base(base, '_')}_{{{indices}}}")

    def rank(self, node: ast.expr) -> int | None:
        """How many indices an array has, 0 for an array with one entry; None where that is not known."""
        match node:
            case ast.UnaryOp(operand=operand):
                return self.rank(operand)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right=right):
                ranks = [self.rank(side) for side in (left, right) if not self.term(side).scalar]
                return ranks[0] if ranks and len(set(ranks)) == 1 else None
            case ast.Call(args=[argument]) if _called(node) in _ENTRYWISE:
                return self.rank(argument)
        return None

    def _own_axis(self, axis: ast.expr, array: ast.expr) -> ast.expr:
        """An axis as one instance has it, which is without the first."""
        match axis:
            case ast.Constant(value=int(k)) if k > 0 and not self.is_setting(array):
                return ast.Constant(k - 1)
            case ast.Tuple(elts=axes):
                return ast.Tuple([self._own_axis(one, array) for one in axes], ast.Load())
        return axis

    def is_setting(self, node: ast.expr) -> bool:
        """Whether it belongs to the setting, so that its first axis is no batch."""
        return _of_setting(node)

    def is_column(self, node: ast.expr) -> bool:
        """Whether its last axis is one that None put in, or its only axis."""
        match node:
            case ast.Name(id=name):
                return name in self.columns
            case ast.Subscript(slice=ast.Tuple(elts=[first, *_, last])):
                return _is_ellipsis(first) and isinstance(last, ast.Constant) and last.value is None
            case ast.BinOp(op=ast.MatMult(), right=right):
                return self.is_column(right)
            case ast.BinOp(left=left, right=right):
                sides = [side for side in (left, right) if not self.term(side).scalar]
                return bool(sides) and all(map(self.is_column, sides))
            case ast.Call() if _called(node) == "unsqueeze":
                return ast.unparse(node.args[-1]) == "-1"
            case ast.Call() if _called(node) not in REDUCTIONS:
                return any(map(self.is_column, node.args))
        return False

    def _index(self, node: ast.expr) -> str:
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(back))):  # counted from the end
                return r"\text{last}" + (f"-{back - 1}" if back > 1 else "")
            case ast.Tuple(elts=parts):
                return ",".join(map(self._index, parts))
        if isinstance(node, ast.Slice):
            ends = [self._index(end) if end else "" for end in (node.lower, node.upper)]
            return ":".join([*ends, self.at(node.step, SUM)] if node.step else ends)
        return r"\cdot" if _is_all(node) else self.at(node)

    # -- calls ----------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Term:
        if (own := self.call(node)) is not None:
            return own
        function, arguments = node.func, list(node.args)
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        if isinstance(function, ast.Attribute) and not self._is_module(function.value):
            if name in ("any", "all"):
                return self._quantified(name, function.value, *arguments, *(k.value for k in node.keywords))
            if name in METHODS or name in REDUCTIONS:
                return self._in_notation(name, METHODS, [function.value, *arguments], node.keywords)
        elif name in REDUCTIONS and arguments and isinstance(arguments[0], ast.GeneratorExp | ast.ListComp):
            return self._big(name, arguments[0])
        elif (name in ("cast", "full_like") or ast.unparse(function) == "torch.full") and len(arguments) > 1:
            return self.term(arguments[1])
        elif name in ("arange", "range") and len(arguments) == 3:
            return self.applied(identifier(name), node)
        elif name == "len" and arguments and self.term(arguments[0]) == IMPLICIT:
            return Term(r"\mathrm{batch}", scalar=True)
        elif name in ("arange", "range") and arguments:
            first = self.at(arguments[0], SUM) if len(arguments) == 2 else "0"
            return Term(rf"\left({first},\dots,{_before(arguments[-1], self)}\right)")
        elif name == "min" and [k.arg for k in node.keywords] == ["key"]:  # the least of several margins
            return Term(rf"\text{{all of }}{self.at(arguments[0], NOT)}", NOT)
        elif name == "reduce" and len(arguments) == 2 and _ending(arguments[0]) in ("minimum", "maximum"):
            name = "amin" if _ending(arguments[0]) == "minimum" else "amax"
            if isinstance(arguments[1], ast.GeneratorExp | ast.ListComp):
                return self._big(name, arguments[1])
            return self._in_notation(name, FUNCTIONS, arguments[1:], [])
        elif name == "reduce" and len(arguments) > 1 and _ending(arguments[0]) in ("add", "mul", "matmul"):
            name = "sum" if _ending(arguments[0]) == "add" else "prod"
            if len(arguments) > 2:  # from a start
                whole = self.term(ast.Call(function, arguments[:2], []))
                start, sign = self.term(arguments[2]), "+" if name == "sum" else " "
                level = SUM if name == "sum" else BIG
                if start.latex == "0":
                    return whole
                return Term(f"{start.at(level)}{sign}{whole.at(level)}", level)
            if isinstance(arguments[1], ast.GeneratorExp | ast.ListComp):
                return self._big(name, arguments[1])
            return self._in_notation(name, FUNCTIONS, arguments[1:2], [])
        elif name == "getattr" and len(arguments) > 1:
            is_setting = getattr(arguments[0], "id", "") == OBJECTS[0]
            holder = self.at(arguments[0], ATOM) or words("setting" if is_setting else "prompt")
            return Term(f"{holder}_{{{self.at(arguments[1])}}}")
        elif name in ("stack", "concatenate") and arguments:
            outer, self.sized = self.sized, True
            joined = self.term(arguments[0])
            self.sized = outer
            return joined._replace(entries=None)
        elif self.sized and name in ("zeros", "ones") and arguments:
            return Term((r"0" if name == "zeros" else "1") + self._size(arguments[0]))
        elif name in ("any", "all") and arguments:
            return self._quantified(name, *arguments[:2], *(k.value for k in node.keywords))
        elif name == "where" and len(arguments) == 3:
            mask, one, other = (self.at(a) for a in arguments)
            return cases([(one, mask)], other)
        elif name in FUNCTIONS or name in REDUCTIONS:
            return self._in_notation(name, FUNCTIONS, arguments, node.keywords)
        if isinstance(function, ast.Attribute):
            return self.applied(
                identifier(name), node, () if self._is_module(function.value) else (function.value,)
            )
        if isinstance(function, ast.Name) and function.id not in self.names:
            return self.applied(identifier(name), node)
        return self.applied(self.at(function, ATOM), node)

    def _size(self, shape: ast.expr) -> str:
        """How many zeros or ones there are, the batch left out; nothing where that cannot be read."""
        if not isinstance(shape, ast.Tuple | ast.List):
            return ""
        sizes = [s for s in shape.elts if not isinstance(s, ast.Starred | ast.Subscript)]
        sizes = [s for s in sizes if not (isinstance(s, ast.Call) and _called(s) == "len")]
        return rf"_{{{latex}}}" if (latex := r"\times ".join(self.at(s, FRACTION) for s in sizes)) else ""

    def _quantified(self, name: str, node: ast.expr, axis: ast.expr | None = None) -> Term:
        """That all entries, or some, are true: of an array a relation is one of all entries as it stands."""
        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            outer = self.names
            span = self._over(node.generators)
            inner = self.at(node.elt, NOT)
            self.names = outer
            return Term(rf"{inner}\text{{ for {'some' if name == 'any' else 'all'} }}{span}", NOT)
        inner_term = self.term(node)
        if not (is_relation := inner_term.level in (COMPARISON, AND, OR, NOT)) and name == "all":
            return Term(rf"\text{{all of }}{inner_term.at(NOT)}", NOT)
        relation = inner_term if is_relation else Term(rf"{inner_term.at(SUM)}\ne 0", COMPARISON)
        unequal = not is_relation or (isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.NotEq))
        if name == "all" or (unequal and axis is None):
            return relation
        along = rf"\text{{ along axis }}{self._index(axis)}" if axis else ""
        return Term(rf"{relation.at(NOT)}\text{{ for some entry}}{along}", NOT)

    def _is_module(self, node: ast.expr) -> bool:
        """Whether it is a module, so that what is called is its function and no method of an array."""
        return isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node).partition(".")[0] in _MODULES

    def applied(self, function: str, node: ast.Call, owner: tuple[ast.expr, ...] = ()) -> Term:
        """A function that has no notation of its own, with its arguments but for the objects."""
        arguments = [self.at(argument, OR) for argument in (*owner, *node.args)]
        for keyword in node.keywords:
            value = self.at(keyword.value, OR)
            if value and keyword.arg not in ASIDE:
                arguments.append(f"{identifier(keyword.arg)}={value}" if keyword.arg else rf"{value}\dots")
        inside = ",".join(filter(None, arguments))
        return Term(rf"{function}\left({inside}\right)" if inside else function, POWER if inside else ATOM)

    def _in_notation(
        self, name: str, table: Mapping[str, Notation], arguments: list[ast.expr], keywords: list[ast.keyword]
    ) -> Term:
        notation, axis = REDUCTIONS.get(name) or table[name], ""
        if name in REDUCTIONS:
            axes = arguments[1:2] + [k.value for k in keywords if k.arg in ("axis", "dim")]
            while name == "amax" and isinstance(arguments[0], ast.Call) and _called(arguments[0]) == "amax":
                inner = arguments[0]  # the largest of the largest
                whole = inner.func
                if isinstance(whole, ast.Attribute) and not self._is_module(whole.value):
                    arguments = [whole.value]
                else:
                    arguments = inner.args[:1]
            arguments = arguments[:1]
            if axes and name == "norm" and ast.unparse(axes[0]) in _OF_MATRICES:
                axis = r"_{\mathrm{F}}"
            elif axes and ast.unparse(axes[0]) != "-1":
                axis = rf"_{{\text{{axis }}{self.at(self._own_axis(axes[0], arguments[0]))}}}"
        terms = [self.term(argument) for argument in arguments]
        latex = [term.at(notation.needs) for term in terms] + [""] * 2
        if len(terms) == 1 and name == "Fraction":
            return terms[0]
        scalar = notation.scalar or (bool(terms) and all(term.scalar for term in terms))
        if notation.template == "#1" and terms:
            return terms[0] if name in ("list", "tuple") else terms[0]._replace(entries=None)
        holes = {"#0": axis, "#1": latex[0], "#2": latex[1], "#*": ",".join(filter(None, latex))}
        return Term(re.sub("#[012*]", lambda hole: holes[hole[0]], notation.template), notation.level, scalar)

    def _big(self, name: str, over: ast.GeneratorExp | ast.ListComp) -> Term:
        """A sum, a product or a largest value over a comprehension."""
        outer = self.names
        notation = REDUCTIONS[name]
        span = f"_{{{self._over(over.generators)}}}"
        inner = self.term(over.elt)
        self.names = outer
        holes = {"#0": span, "#1": inner.at(notation.needs)}
        latex = re.sub("#[01]", lambda hole: holes[hole[0]], notation.template)
        return Term(latex, notation.level, inner.scalar)


def number(value: Any) -> Term | None:
    """A number; None if it is none."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int) and value >= 2**16 and not value & (value - 1):
        return Term(f"2^{{{value.bit_length() - 1}}}", POWER, scalar=True)
    if isinstance(value, int):
        return Term(str(value), ATOM if value >= 0 else SUM, scalar=True)
    if isinstance(value, float):
        if value.is_integer() and abs(value) < 1e15:
            return number(int(value))
        if not math.isfinite(value):
            return Term(r"\text{NaN}" if math.isnan(value) else "-" * (value < 0) + r"\infty", SUM, scalar=True)
        exact = Fraction(value)
        if exact.denominator <= _HALVES or (exact.denominator > 2**_TINY and abs(exact.numerator) == 1):
            return number(exact)
        digits, _, exponent = repr(value).partition("e")
        if not exponent:
            return Term(digits, ATOM if value > 0 else SUM, scalar=True)
        power = f"10^{{{int(exponent)}}}"
        return Term(power if digits == "1" else rf"{digits}\cdot {power}", PRODUCT, scalar=True)
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return number(value.numerator)
        halvings = value.denominator.bit_length() - 1
        if halvings > _TINY and abs(value.numerator) == 1 and value.denominator == 1 << halvings:
            return Term("-" * (value < 0) + f"2^{{-{halvings}}}", POWER if value > 0 else SUM, scalar=True)
        sign = "-" * (value < 0)
        latex = rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
        return Term(latex, SUM if sign else FRACTION, scalar=True)
    return None


def cases(pairs: list[tuple[str, str]], otherwise: str) -> Term:
    """Values with their conditions, and the value elsewhere."""
    if all(value == otherwise for value, _ in pairs):
        return Term(otherwise, ALTERNATIVE)
    rows = [rf"{value}&\text{{if }}{condition}" for value, condition in pairs]
    body = r"\\".join([*rows, rf"{otherwise}&\text{{otherwise}}"])
    return Term(rf"\begin{{cases}}{body}\end{{cases}}", ALTERNATIVE)


def _product(a: Term, b: Term) -> Term:
    """The product of a number and whatever else, whose order does not matter: digits come first."""
    if b.latex.isdigit() and not a.latex.isdigit():
        a, b = b, a
    if a.latex == "1":
        return b
    right = b.at(BIG if b.level == BIG else ENTRYWISE)
    # A bracket after a name would be an argument, digits after digits another number.
    number_follows = right[:1].isdigit() or (right.startswith((r"\frac{", r"\left(")) and not a.latex.isdigit())
    level = min(a.level, b.level, PRODUCT) if b.level >= BIG else PRODUCT
    sign = r"\cdot " if number_follows else r"\,"
    return Term(f"{a.at(ENTRYWISE)}{sign}{right}", max(level, BIG), a.scalar and b.scalar)


def _entrywise(a: Term, b: Term) -> Term:
    sides = (x.at(ATOM if x.level == MATRIX else ENTRYWISE) for x in (a, b))
    return Term(r"\cdot ".join(sides), ENTRYWISE)


def _matrix_product(a: Term, b: Term) -> Term:
    return Term(f"{a.at(MATRIX)} {b.at(MATRIX)}", MATRIX)


def _base(term: Term, mark: str = "^") -> str:
    """What gets an exponent or an index; in brackets if it has one."""
    bare = re.sub(r"_\{[^{}]*\}", "", term.latex) if mark == "^" else term.latex
    inner = re.sub(r"\\left.*\\right(\)|\||\\\||\\r\w+)", "", bare)
    return term.at(ATOM) if mark not in inner and "'" not in inner else rf"\left({term.latex}\right)"


def _ending(node: ast.expr) -> str:
    """The last name of a dotted one."""
    return ast.unparse(node).rpartition(".")[2]


def _is_negated(node: ast.expr) -> TypeGuard[ast.UnaryOp]:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def _called(node: ast.Call) -> str:
    """The name of what is called."""
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def _of_setting(node: ast.expr) -> bool:
    """Whether it belongs to the setting, so that its first axis is no batch."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return isinstance(node, ast.Name) and node.id == OBJECTS[0]


def _list(entries: str) -> Term:
    return Term(rf"\left({entries}\right)", entries=entries)


def _entry(term: Term, index: ast.expr) -> Term | None:
    """An entry of a list that is written out; None of anything else."""
    if not (isinstance(index, ast.Constant) and isinstance(index.value, int) and term.entries):
        return None
    parts, depth = [""], 0
    for sign in term.entries:
        depth += (sign in "({[") - (sign in ")}]")
        parts = [*parts, ""] if sign == "," and not depth else [*parts[:-1], parts[-1] + sign]
    is_told = r"\dots" not in term.entries and index.value < len(parts)
    if not is_told:
        return None
    return Term(latex := parts[index.value], OR if re.search(r"[-+= ]|\\c?dot|\\,", latex) else POWER)


def _ratio(over: ast.expr, under: ast.expr) -> ast.expr | None:
    """``x r`` for ``x * r.numerator / r.denominator``; None of anything else."""
    if not (isinstance(under, ast.Attribute) and under.attr == "denominator"):
        return None
    match over:
        case ast.BinOp(left=left, op=ast.Mult(), right=ast.Attribute(value=value, attr="numerator")):
            same, product = value, ast.BinOp(left, ast.Mult(), value)
            return product if ast.dump(same) == ast.dump(under.value) else None
        case ast.Attribute(value=value, attr="numerator"):
            return value if ast.dump(value) == ast.dump(under.value) else None
    return None


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _begins_with_a_row(node: ast.expr) -> bool:
    """Whether it is a product that begins with a vector that None made a row: ``v[:, None, :] @ X``."""
    match node:
        case ast.BinOp(left=left, op=ast.MatMult()):
            return _begins_with_a_row(left)
        case ast.Subscript(slice=ast.Tuple(elts=[_, ast.Constant(value=None), *others])):
            return all(map(_is_all, others))
    return False


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def _is_all(node: ast.expr) -> bool:
    """``:`` or ``...``, which take everything."""
    if isinstance(node, ast.Slice):
        return node.lower is None and node.upper is None and node.step is None
    if isinstance(node, ast.Call) and ast.unparse(node) == "slice(None)":
        return True
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _before(node: ast.expr, writer: Writer) -> str:
    """The whole number before one: ``n`` for ``n + 1``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return str(node.value - 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        match node.right:
            case ast.Constant(value=int(more)):
                less = ast.BinOp(node.left, ast.Add(), ast.Constant(more - 1))
                return writer.at(less if more > 1 else node.left, SUM)
    return f"{writer.at(node, SUM)}-1"
