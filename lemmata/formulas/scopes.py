"""The body of a function as a formula: what its names stand for, its local variables, what it returns."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from types import FunctionType, ModuleType
from typing import Any

from lemmata.claims import syntax
from lemmata.claims.by_name import OfSetting
from lemmata.claims.claim import ANSWER, CONSTRUCTION
from lemmata.formulas import calls
from lemmata.formulas.definitions import Notes, occurs
from lemmata.formulas.expressions import OBJECTS, Writer
from lemmata.formulas.terms import SETTING, NotWritten, Term, cases, listed, number
from lemmata.records.formula import Definition
from lemmata.records.notation import REDUCTIONS, Level, identifier, words

_SHORT = 8
"""The most characters of a local variable that is put in where it is used,"""
_LONG = 60
"""and of one that is used once."""
_COMMANDS = re.compile(r"\\(?:left|right|mathrm|text|operatorname|frac|sqrt)|[{}]")
_VOCABULARY = "lemmata"
_KNOWN = (
    *(_VOCABULARY, "torch", "numpy", "math", "builtins", "operator", "_operator", "functools", "_functools"),
    *("fractions", "itertools", "collections", "dataclasses", "scipy"),
)
"""Packages whose functions have a notation or none."""
_DESCRIBED = ("constructions", "baselines")
"""Packages whose functions are shown by what they are, not by how they compute it."""
_STATED = 200
"""The two sides of a statement are put in it if it stays shorter than this."""
_OF_SIDES = 20
"""The most statements of a function that is read for both sides of a statement."""
_SAID = {"given": "where", "trivial_where": "saying nothing where"}
_CHAIN = (*_SAID, "report")
_RELATIONS = {"equal": "=", "at_most": r"\le", "at_least": r"\ge", "less_than": "<", "greater_than": ">"}
_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Is: lambda a, b: a is b,
    ast.IsNot: lambda a, b: a is not b,
    ast.In: lambda a, b: a in b,
}
QUANTITY = "a quantity"
_UNKNOWN = object()


class Scope(Writer):
    """Writes the body of one function.

    Args:
        notes: where definitions go.
        function: the function.
        holder: the class of the setting; with it properties are shown by their formula.
        depth: how many functions lie between the check and this one. Functions are described that another
            one calls, and properties of the setting one level deeper.
    """

    def __init__(self, notes: Notes, function: FunctionType, holder: Any = None, depth: int = 0) -> None:
        super().__init__()
        self.notes, self.depth, self.globals = notes, depth, function.__globals__
        self.names["s"] = SETTING._replace(kind=holder)
        self.known = syntax.closed_over(function)
        """Values of parameters and of variables around the function."""
        self.margins: dict[str, Term] = {}
        """Local variables that are margins, as they were when they were set: what they name may change."""
        self.parts: list[Term] = []
        """What is returned, if it is several things."""
        self.loads = Counter[str]()
        self.bodies: dict[str, Term] = {}
        """What local variables stand for that are definitions."""
        self.local: dict[str, ast.FunctionDef] = {}

    # -- what names stand for -------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Any:
        """What a name, or an attribute of a module, is; ``_UNKNOWN`` for what depends on the instance."""
        match node:
            case ast.Name(id=name) if name not in self.names:
                scopes: tuple[Mapping[str, Any], ...] = (self.known, self.globals, vars(builtins))
                return next((names[name] for names in scopes if name in names), _UNKNOWN)
            case ast.Attribute(value=owner, attr=name) if isinstance(module := self.value(owner), ModuleType):
                return getattr(module, name, _UNKNOWN)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in self.names:
                method = inspect.getattr_static(self.names[owner].kind, name, None)
                return method if isinstance(method, FunctionType) else _UNKNOWN
        return _UNKNOWN

    def is_module(self, node: ast.expr) -> bool:
        return super().is_module(node) or isinstance(self.value(node), ModuleType)

    def name(self, name: str) -> Term:
        """A variable, a parameter that the reading fills in, or a constant of the module."""
        if name in self.names:
            return self.names[name]
        value = self.value(ast.Name(name))
        if value is None or (isinstance(value, bool | str) and name in self.known):
            return Term("" if value is None else words(str(value)))
        if name not in self.known and (constant := number(value)):
            return constant
        return Term(identifier(name)) if value is _UNKNOWN else self._named_value(identifier(name), value)

    def by_name(self, function: Any) -> Term:
        """What a function of quantities by name gives: ``n`` for ``lambda n: n``.

        Raises:
            NotWritten: its source cannot be had, or has what no formula says.
        """
        node, plain = syntax.syntax(function), syntax.plain(function)
        if node is None or plain is None:
            raise NotWritten("its source is not to be had")
        inner = Scope(self.notes, plain, self.names["s"].kind)
        inner.one_instance = True
        return inner.body(syntax.of_setting(node, inspect.signature(plain).parameters))

    def _named_value(self, symbol: str, value: Any) -> Term:
        """A symbol, with what it stands for among the definitions."""
        if callable(value) and not isinstance(value, type):
            return Term(self._function_named(symbol, value, [], self.depth > 0))
        term = _shown(value)
        return term._replace(
            latex=self.notes.write(self.notes.take(symbol, term.latex), term.latex), level=Level.ATOM
        )

    def quantity(self, owner: ast.expr, name: str) -> Term:
        """A quantity; a property by its formula."""
        holder, symbol = self.term(owner), identifier(name)
        function = syntax.getter(holder.kind, name)
        if isinstance(function, OfSetting):  # a derived quantity, by its formula
            try:
                term = self.by_name(function)
            except NotWritten:
                if not syntax.meaning(function.__wrapped__):
                    raise
                return Term(self._function_named(symbol, function.__wrapped__, [], is_deep=True))
            return term._replace(
                latex=self.notes.write(self.notes.take(symbol, term.latex), term.latex), level=Level.ATOM
            )
        if function is not None:
            scalar = _is_number(function)
            named = self._function_named(symbol, function, [holder], self.depth > 1)
            return Term(named, scalar=scalar)
        scalar = syntax.hints(holder.kind).get(name) in (int, float) if holder.kind else False
        return Term(symbol, Level.ATOM, scalar, self.notes.ranks.get(name))

    # -- functions ------------------------------------------------------------------------------------

    def call(self, node: ast.Call) -> Term | None:
        """A call of a function of the topic: its name, and its formula among the definitions."""
        function, value = node.func, self.value(node.func)
        name = function.id if isinstance(function, ast.Name) else ""
        if name == ANSWER and ANSWER not in self.known and node.args:
            return self.term(node.args[0])
        if calls.called(node) in ("max", "min") and _package(value) == _VOCABULARY:  # not Python's own
            axes = node.args[1:] + [k.value for k in node.keywords if k.arg == "axis"]
            name = f"a{calls.called(node)}"
            return calls.in_notation(self, name, REDUCTIONS[name], node.args, axes)
        if name == CONSTRUCTION and name in self.known:  # which is made of the setting before it is called
            return calls.applied(self, self.name(name).latex, node)
        if name in self.local:
            return calls.applied(self, self._local_function(self.local[name]), node)
        if not callable(value) or value is _UNKNOWN:
            return None
        if name not in self.known and _package(value) in _KNOWN:
            described = _package(value) == _VOCABULARY and syntax.meaning(value)
            if not described or calls.has_notation(calls.called(node)):
                return None
        if dataclasses.is_dataclass(value) and not any(isinstance(a, ast.Starred) for a in node.args):
            fields = zip(dataclasses.fields(value), node.args, strict=False)
            node = ast.Call(function, [], [*(ast.keyword(f.name, a) for f, a in fields), *node.keywords])
        own = [] if self.is_module(function) or name else [function.value]  # type: ignore[attr-defined]
        passed = [self.term(a) for a in (*own, *node.args) if not isinstance(a, ast.Starred)]
        symbol = self._function_named(identifier(calls.called(node)), value, passed, self.depth > 0)
        call = calls.applied(self, symbol, syntax.without(value, node, calls.ASIDE))
        return call._replace(scalar=_is_number(value))

    def _function_named(self, name: str, value: Any, passed: list[Term], is_deep: bool) -> str:
        """The symbol of a function, with its formula or its meaning among the definitions.

        Args:
            name: what it is called.
            value: the function.
            passed: what its arguments are in the call, if there is one; the object of a property.
            is_deep: whether its meaning is enough.
        """
        key = (value if getattr(value, "__hash__", None) else id(value), name)
        if symbol := self.notes.functions.get(key):
            return symbol
        symbol = self.notes.functions[key] = self.notes.take(name, f"function {key}")
        at = self.notes.reserve(symbol)
        parameters, formula = self._formula_of(value, passed, is_deep)
        shown = rf"{symbol}\left({parameters}\right)" if parameters else symbol
        # Of a closure the docstring does not say what it holds.
        said = syntax.meaning(value) if formula or not getattr(value, "__closure__", None) else ""
        self.notes.definitions[at] = Definition(shown, formula, said, *syntax.place(value))
        return symbol

    def _formula_of(self, value: Any, passed: list[Term], is_deep: bool) -> tuple[str, str]:
        """The parameters and the body of a function as LaTeX; an empty body for one that is described."""
        node, function = syntax.syntax(value), syntax.plain(value)
        if node is None or function is None or _package(function) in _KNOWN:
            return "", ""
        scope = Scope(self.notes, function, self.names["s"].kind, self.depth + 1)
        given = dict(zip([a.arg for a in node.args.args], passed, strict=False))
        parameters, defaults, hints = [], syntax.defaults(function), syntax.hints(function)
        for name in (a.arg for a in (*node.args.args, *node.args.kwonlyargs) if a.arg not in calls.ASIDE):
            term = given.get(name)
            if term is not None and not term.latex:
                scope.names[name] = term
            elif name not in OBJECTS or term is not None:
                scope.names[name] = Term(identifier(name), scalar=hints.get(name) in (int, float))
            latex, default = scope.names[name].latex, defaults.get(name)
            parameters.append(latex + (f"={_shown(default).latex}" if default is not None and latex else ""))
        if node.args.vararg:
            parameters.append(rf"{identifier(node.args.vararg.arg)}\dots")
        formula = ""
        described = (is_deep or _package(function) in _DESCRIBED) and syntax.meaning(value)
        if syntax.is_short(node) and not described:
            with suppress(NotWritten):  # it may have a meaning
                formula = scope.body(node).latex
        return ",".join(filter(None, parameters)), formula

    def _local_function(self, node: ast.FunctionDef) -> str:
        """The symbol of a function inside of this one, whose variables it knows."""
        symbol = identifier(node.name)
        if not any(d.symbol.startswith(symbol + r"\left(") for d in self.notes.definitions):
            outer, own = self.names, [a.arg for a in node.args.args]
            self.names = {**outer, **{name: Term(identifier(name)) for name in own}}
            shown = rf"{symbol}\left({','.join(map(identifier, own))}\right)"
            self.notes.definitions.append(Definition(shown, self.body(node).latex))
            self.names = outer
        return symbol

    # -- bodies ---------------------------------------------------------------------------------------

    def body(self, node: syntax.Function) -> Term:
        """What a function returns.

        Raises:
            NotWritten: it has a loop, or whatever else no formula says.
        """
        if isinstance(node, ast.Lambda):
            return self._returned(node.body)
        self.loads = syntax.uses(node)
        return self._block(node.body)

    def _block(self, statements: list[ast.stmt]) -> Term:
        for k, statement in enumerate(statements):
            match statement:
                case ast.Return(value=value) if value is not None:
                    return self._returned(value)
                case ast.If():
                    return self._branches(statement, statements[k + 1 :])
            try:
                self._statement(statement)
            except NotWritten:
                if not self.notes.tolerant:
                    raise
                for name in _changed(statement):
                    self.names[name] = Term(self._own(name, ast.unparse(statement)))
        raise NotWritten("nothing is returned")

    def _branches(self, node: ast.If, following: list[ast.stmt]) -> Term:
        """An if: the branch that the reading takes, or both."""
        truth = self.truth(node.test)
        if truth is not _UNKNOWN:
            return self._block([*(node.body if truth else node.orelse), *following])
        condition, before = self.at(node.test), self.names
        self.names = dict(before)
        one = self._block([*node.body, *following])
        self.names = dict(before)
        other = self._block([*node.orelse, *following])
        self.parts = []
        return cases([(one.latex, condition)], other.latex)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if not self.loads[name]:
                pass  # a report has it, and nothing else
            case (
                ast.Assign(targets=[target], value=value)
                | ast.AnnAssign(target=target, value=ast.expr() as value)
            ):
                self._assign(target, value)
            case ast.FunctionDef(name=name, args=ast.arguments(vararg=None)):
                self.local[name] = node
            case ast.Expr(value=ast.Constant() | ast.Call(func=ast.Name())) | ast.Assert():
                pass  # a docstring, or what looks at its arguments and raises
            case _:
                raise NotWritten(ast.unparse(node))

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                for one, term in zip(targets, [self.term(part) for part in values], strict=True):
                    self._set(one, term)
            case ast.Tuple(elts=targets), ast.Call() if len(parts := self._parts(value)) == len(targets):
                for one, term in zip(targets, parts, strict=True):
                    self._set(one, term)
            case ast.Tuple(elts=targets), _:
                latex = self.at(value)
                for k, one in enumerate(targets):
                    self.names[_name(one)] = Term(self._own(_name(one), f"part {k} of {latex}"))
                self.notes.write(self.at(target), latex)
            case ast.Name(id=name), _ if self._is_margin(value):
                self.margins[name] = self._returned(value)
            case _:
                self._set(target, self.term(value))

    def _set(self, target: ast.expr, term: Term) -> None:
        """A local variable: in its place if it is short or used once, else a definition."""
        name = _name(target)
        size = len(_COMMANDS.sub("", term.latex))
        if size <= _SHORT or (self.loads[name] == 1 and size <= _LONG) or term.latex == identifier(name):
            self.names[name] = term
            return
        symbol = self.notes.write(self._own(name, term.latex), term.latex)
        self.names[name], self.bodies[name] = term._replace(latex=symbol, level=Level.ATOM), term

    def _own(self, name: str, of: str) -> str:
        """The symbol of a local variable, which is no quantity's and no parameter's."""
        before, symbol = self.names.get(name), identifier(name)
        return self.notes.take(f"{symbol}'" if before and before.latex == symbol else symbol, of)

    def bind(self, target: ast.expr, over: str = "") -> None:
        """Gives the variables of a comprehension symbols that nothing else has."""
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                symbol = identifier(node.id)
                while symbol in self.notes.taken or (symbol and occurs(symbol, over)):
                    symbol += "'"
                self.names = {**self.names, node.id: Term(symbol)}

    # -- margins --------------------------------------------------------------------------------------

    def _returned(self, node: ast.expr) -> Term:
        """What is returned: a statement if it is a margin."""
        if isinstance(node, ast.Tuple):
            self.parts = [self.term(part) for part in node.elts]
            return listed([part.latex for part in self.parts])
        return self._stated(node) or self.term(node)

    def _is_margin(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name):
                return name in self.margins
            case ast.IfExp(body=body):
                return self._is_margin(body)
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in _CHAIN:
                return self._is_margin(value)
            case ast.Call(func=function):
                made = syntax.hints(self.value(function)).get("return")
                return getattr(function, "id", "") in _RELATIONS or getattr(made, "__name__", "") == "Margin"
        return False

    def _stated(self, node: ast.expr) -> Term | None:
        """A margin as a relation, with its hypotheses; None for anything else."""
        match node:
            case ast.Name(id=name) if name in self.margins:
                return self.margins[name]
            case ast.IfExp(test=test, body=body, orelse=orelse) if (truth := self.truth(test)) is not _UNKNOWN:
                return self._returned(body if truth else orelse)
            case ast.Call(func=ast.Attribute(value=value, attr=name), args=arguments) if name in _CHAIN:
                margin = self._tolerated(value)
                if name == "report" or not arguments:
                    return margin
                strict = any(k.arg == "strict" and self.truth(k.value) is True for k in node.keywords)
                sides, said = self._not_negative(arguments[0], strict)
                if name == "given":
                    self.notes.assumed.append(sides)
                    self.notes.given.append(said)
                return Term(rf"{margin.latex}\quad\text{{{_SAID[name]} }}{said}", Level.ALTERNATIVE)
            case ast.Call():
                return self._inlined(node)
        return None

    def _tolerated(self, node: ast.expr) -> Term:
        try:
            return self._returned(node)
        except NotWritten:
            if not self.notes.tolerant:
                raise
            return Term(r"\dots")

    def _not_negative(self, node: ast.expr, strict: bool) -> tuple[tuple[str, str], str]:
        """What is at most what, where a number is at least 0 (or above 0), and that in LaTeX."""
        above, below = (">", "<") if strict else (r"\ge", r"\le")
        match node:
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                large, small = self.at(left, Level.SUM), self.at(right, Level.SUM)
                return (small, large), f"{large}{above} {small}"
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                small = self.at(operand, Level.SUM)
                return (small, "0"), f"{small}{below} 0"
        large = self.at(node, Level.SUM)
        return ("0", large), f"{large}{above} 0"

    def _inlined(self, node: ast.Call) -> Term | None:
        """A call of a function that returns a margin: its body, with the arguments in it."""
        value = self.value(node.func)
        if getattr(value, "__module__", "") == "lemmata.claims.margin":
            starred = node.args[0].value if isinstance(node.args[0], ast.Starred) else None
            parts = self._parts(starred) if isinstance(starred, ast.Call) else []
            if starred is not None and len(parts) != 2:
                raise NotWritten(ast.unparse(node))
            left, right = [part.at(Level.SUM) for part in parts] or self._sides(node.args)
            self.notes.stated.append(
                (right, left) if value.__name__ in ("at_least", "greater_than") else (left, right)
            )
            return Term(rf"{left}{_RELATIONS[value.__name__]} {right}", Level.COMPARISON)
        inner = syntax.syntax(value) if callable(value) else None
        margin = isinstance(inner, ast.Lambda) or self._is_margin(node)
        return self._called(node).body(inner) if inner and margin else None

    def _sides(self, nodes: list[ast.expr]) -> list[str]:
        """The sides of a relation: local variables as what they stand for, unless that is long."""
        names = [node.id if isinstance(node, ast.Name) and self.loads[node.id] == 1 else "" for node in nodes]
        shown = [self.bodies.get(name) or self.term(node) for name, node in zip(names, nodes, strict=True)]
        if len("".join(term.latex for term in shown)) > _STATED:
            shown = [self.term(node) for node in nodes]
        return [term.at(Level.SUM) for term in shown]

    def _parts(self, node: ast.Call) -> list[Term]:
        """What a call gives, one by one, if the function is shown and returns several things."""
        value = self.value(node.func)
        inner = syntax.syntax(value) if callable(value) else None
        if inner is None or not syntax.is_short(inner, _OF_SIDES) or not syntax.returns_several(inner):
            return []
        scope = self._called(node)
        scope.body(inner)
        return scope.parts

    def _called(self, node: ast.Call) -> Scope:
        """The scope of a function that is called, with the arguments in the place of its parameters."""
        value = self.value(node.func)
        function, inner = syntax.plain(value), syntax.syntax(value)
        if function is None or inner is None:
            raise NotWritten(ast.unparse(node))
        scope = Scope(self.notes, function, self.names["s"].kind, self.depth)
        given = dict(zip([a.arg for a in inner.args.args], node.args, strict=False))
        for name, argument in {**given, **{k.arg: k.value for k in node.keywords if k.arg}}.items():
            known = argument.value if isinstance(argument, ast.Constant) else self.value(argument)
            if known is not _UNKNOWN and not (isinstance(argument, ast.Constant) and number(known)):
                scope.known[name] = known
            else:
                scope.names[name] = self.term(argument)
        return scope

    # -- conditions that the reading decides ----------------------------------------------------------

    def truth(self, node: ast.expr) -> Any:
        """Whether a condition holds, if the reading alone decides it; otherwise ``_UNKNOWN``."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.truth(operand)
                return inner if inner is _UNKNOWN else not inner
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
                sides = self.truth(left), self.truth(right)
                return _UNKNOWN if _UNKNOWN in sides else _COMPARED[type(op)](*sides)
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name) if name in self.known and name not in self.names:
                return self.known[name]
        return _UNKNOWN

    def _ifexp(self, node: ast.IfExp) -> Term:
        truth = self.truth(node.test)
        return super()._ifexp(node) if truth is _UNKNOWN else self.term(node.body if truth else node.orelse)


def _name(node: ast.expr) -> str:
    """A name that is set; an entry of an array is not written."""
    if isinstance(node, ast.Name):
        return node.id
    raise NotWritten(ast.unparse(node))


def _changed(node: ast.stmt) -> Iterator[str]:
    """The names that a statement sets, or whose entries or methods it uses to change them."""
    for part in ast.walk(node):
        match part:
            case (
                ast.Name(id=name, ctx=ast.Store())
                | ast.Subscript(value=ast.Name(id=name), ctx=ast.Store())
                | ast.Call(func=ast.Attribute(value=ast.Name(id=name)))
            ) if name not in OBJECTS:
                yield name


def _package(value: Any) -> str:
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None) or ""
    return str(name).partition(".")[0]


def _is_number(function: Any) -> bool:
    return syntax.hints(function).get("return") in (int, float)


def _shown(value: Any) -> Term:
    """A value that a reading fills in."""
    if isinstance(value, tuple | list):
        return listed([_shown(part).latex for part in value])
    if isinstance(value, bool | str):
        return Term(words(str(value)))
    if (term := number(value)) is None:
        raise NotWritten(repr(value))
    return term
