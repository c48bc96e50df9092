r"""What a check evaluates, as a formula that is generated from its code.

Nobody writes it, so that it cannot say anything else than the code. The ingredients that a reading fills in
stand under their own names, with what they are; so do local variables, and functions and properties of the
topic, as far as their body is one expression after some assignments. Of others the first line of the
docstring is shown, with the place.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, get_args

from lemmata.statement import syntax
from lemmata.statement.claims import ANSWER, CONSTRUCTION, Variant
from lemmata.statement.expressions import IMPLICIT, OBJECTS, Term, Writer, cases, number
from lemmata.statement.formulas import Definition, Formula
from lemmata.statement.notation import ALTERNATIVE, COMPARISON, SUM, identifier, words
from lemmata.statement.spaces import Prompt

_DEPTH = 3
"""Functions that are called by functions that are called: how far they are shown."""
_SHORT = 14
"""A local variable of so many characters stands where it is used."""
_LONG = 90
_KNOWN = ("lemmata", "torch", "math", "builtins", "operator", "functools", "_operator")
"""Packages whose functions have a notation, or are left as they are."""
_UNKNOWN = object()


def conclusion(variant: Variant) -> Formula:
    """The formula of a variant's check, with the definitions that it needs."""
    return _conclusion(variant)[0]


def unwritten(variant: Variant) -> list[str]:
    """The parts of a variant's check that are shown as code."""
    return _conclusion(variant)[1]


def _conclusion(variant: Variant) -> tuple[Formula, list[str]]:
    notes = _Notes()
    node = syntax.syntax(variant.check)
    if node is None:
        return _described(variant.check), []
    holder = getattr(variant.settings, "holder", None)
    scope = _Scope(notes, syntax.plain(variant.check), holder=holder)
    known: dict[str, Any] = dict(variant.ingredients)
    for name, response in variant.claim.responses.items():
        scope.responses[name] = known.pop(name, response)
    scope.known |= known
    scope.construction = variant.construction
    statement = scope.body(node)
    return Formula(statement.latex, tuple(notes.definitions)), notes.unwritten


def predicate(function: Callable[..., Any], holder: Any = None) -> Formula:
    """The formula of a function of a setting, or of a setting and a prompt, and maybe of one expression.

    Its parameters do not show: ``lambda s: s.k <= s.d`` is ``k <= d``.

    Args:
        function: what ``where=``, ``fails_where=`` or ``failure=`` are given.
        holder: the class of the setting; with it properties are shown by their formula.
    """
    node, written = syntax.syntax(function), syntax.plain(function)
    if node is None or written is None or not _is_straight(node):
        return _described(function)
    notes = _Notes()
    scope = _Scope(notes, written, holder=holder)
    scope.names |= {parameter.arg: IMPLICIT for parameter in node.args.args}
    scope.types |= {parameter.arg: holder for parameter in node.args.args[:1] if holder}
    term = scope.body(node)
    return Formula(term.latex, tuple(notes.definitions))


def _described(function: Any) -> Formula:
    """A function of which no formula is shown."""
    name = getattr(function, "__name__", type(function).__name__)
    symbol = words(name) if name == "<lambda>" else identifier(name)
    return Formula(symbol, (Definition(symbol, "", syntax.meaning(function), *syntax.place(function)),))


class _Notes:
    """The definitions that a formula needs, and what could not be written."""

    def __init__(self) -> None:
        self.definitions: list[Definition] = []
        self.unwritten: list[str] = []
        self.functions: dict[tuple[Any, str], str] = {}
        """The symbols of functions and values that have been defined, by what they are and are called."""

    def reserve(self, symbol: str) -> int:
        """A place in the order of definitions."""
        self.definitions.append(Definition(symbol))
        return len(self.definitions) - 1

    def define(self, symbol: str, formula: str) -> str:
        """Defines a symbol; one that stands for something else already gets a prime."""
        while any(d.symbol == symbol and d.formula != formula for d in self.definitions):
            symbol += "'"
        if not any(d.symbol == symbol for d in self.definitions):
            self.definitions.append(Definition(symbol, formula))
        return symbol


class _Scope(Writer):
    """Writes the body of one function."""

    def __init__(
        self, notes: _Notes, function: FunctionType | None, holder: Any = None, depth: int = 0
    ) -> None:
        super().__init__()
        self.notes, self.holder, self.depth = notes, holder, depth
        self.unwritten = notes.unwritten
        self.function = function
        self.globals: Mapping[str, Any] = function.__globals__ if function else {}
        self.known: dict[str, Any] = {}
        """Values of parameters and of variables around the function."""
        self.responses: dict[str, Any] = {}
        self.construction: Any = None
        self.margins: dict[str, ast.expr] = {}
        self.local: dict[str, ast.FunctionDef] = {}
        self.types: dict[str, Any] = {"s": holder} if holder else {}
        if function is not None:
            self.types |= {k: v for k, v in syntax.hints(function).items() if v is not Any and k != "return"}
            cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
            for name, cell in cells:
                try:
                    self.known[name] = cell.cell_contents
                except ValueError:  # not filled in yet
                    continue

    # -- what names stand for -------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Any:
        """What a name, or an attribute of a module, is; ``_UNKNOWN`` for what depends on the instance."""
        if isinstance(node, ast.Name):
            if node.id in self.names and node.id not in OBJECTS:
                return _UNKNOWN
            for names in (self.known, self.globals, vars(_builtins)):
                if node.id in names:
                    return names[node.id]
        if isinstance(node, ast.Attribute) and isinstance(module := self.value(node.value), ModuleType):
            return getattr(module, node.attr, _UNKNOWN)
        return _UNKNOWN

    def name(self, name: str) -> Term:
        """A variable, a parameter that the reading fills in, or a constant of the module."""
        if name in self.names:
            return self.names[name]
        if name == CONSTRUCTION:
            return Term(self._named_value(r"\mathrm{TF}", self.construction))
        if name in self.responses:
            return Term(self._function_named(identifier(name), self.responses[name]))
        value = self.value(ast.Name(name))
        if name not in self.known and (constant := number(value)):
            return constant
        if value is _UNKNOWN or isinstance(value, ModuleType):
            return Term(identifier(name))
        return Term(self._named_value(identifier(name), value), scalar=number(value) is not None)

    def _named_value(self, symbol: str, value: Any) -> str:
        """A symbol, with what it stands for among the definitions."""
        if callable(value):
            return self._function_named(symbol, value)
        return self.notes.define(symbol, _value(value))

    def quantity(self, owner: ast.expr, name: str) -> Term:
        """A quantity of the setting or the prompt; a property by its formula."""
        return self._property(self._type(owner), name, identifier(name))

    def _property(self, owner: Any, name: str, symbol: str) -> Term:
        member = _member(owner, name)
        function = getattr(member, "fget", None) or getattr(member, "func", None)
        if function is not None:
            return Term(self._function_named(symbol, function, owner), scalar=_is_number(function))
        return Term(symbol, scalar=syntax.hints(owner).get(name) in (int, float) if owner else False)

    def _type(self, node: ast.expr) -> Any:
        """The class of an expression, as far as annotations tell."""
        if isinstance(node, ast.Name):
            return self.types.get(node.id)
        if isinstance(node, ast.Attribute) and (owner := self._type(node.value)):
            member = _member(owner, node.attr)
            function = getattr(member, "fget", None) or getattr(member, "func", None)
            kind = syntax.hints(function).get("return") if function else syntax.hints(owner).get(node.attr)
            return kind
        if isinstance(node, ast.Call):
            function = self._callee(node.func)
            if isinstance(function, type):
                return function
            return None if function is _UNKNOWN else syntax.hints(function).get("return")
        return None

    def _callee(self, node: ast.expr) -> Any:
        """The function that is called, if it can be told."""
        if (value := self.value(node)) is not _UNKNOWN:
            return value
        if isinstance(node, ast.Attribute) and (owner := self._type(node.value)):
            member = _member(owner, node.attr)
            return member if callable(member) else _UNKNOWN
        return _UNKNOWN

    # -- functions ------------------------------------------------------------------------------------

    def call(self, node: ast.Call) -> Term | None:
        """A call of a function of the topic: its name, and its formula among the definitions."""
        function = node.func
        if isinstance(function, ast.Name) and function.id == ANSWER and node.args:
            return self.term(node.args[0])
        if isinstance(function, ast.Name) and function.id in self.local:
            return self.applied(self._local_function(self.local[function.id]), node)
        value = self._callee(function)
        if value is dataclasses.replace and node.args:
            changed = ",".join(f"{identifier(k.arg or '')}={self.at(k.value)}" for k in node.keywords)
            holder = self.at(node.args[0])
            return Term(rf"\left.{holder}\right|_{{{changed}}}" if holder else changed)
        own = isinstance(function, ast.Name) and function.id in self.known
        package = (getattr(value, "__module__", None) or "").partition(".")[0]
        if value is _UNKNOWN or (not own and package in _KNOWN):
            return None
        if isinstance(function, ast.Attribute) and not isinstance(self.value(function.value), ModuleType):
            return self.applied(self._method(function, value), node)
        symbol = identifier(function.id if isinstance(function, ast.Name) else function.attr)  # type: ignore[attr-defined]
        result = self.applied(self._function_named(symbol, value), node)
        return result._replace(scalar=_is_number(value))

    def _method(self, function: ast.Attribute, value: Any) -> str:
        owner = self.term(function.value)
        symbol = identifier(function.attr)
        if owner != IMPLICIT:
            symbol = rf"{symbol}_{{{owner.latex}}}"
        return self._function_named(symbol, value, self._type(function.value))

    def _function_named(self, symbol: str, value: Any, owner: Any = None) -> str:
        """The symbol of a function, with its formula or its meaning among the definitions."""
        key = (value, symbol) if getattr(value, "__hash__", None) else (id(value), symbol)
        if key in self.notes.functions:
            return self.notes.functions[key]
        self.notes.functions[key] = symbol
        at = self.notes.reserve(symbol)
        parameters, formula = self._formula_of(value, owner)
        shown = rf"{symbol}\left({parameters}\right)" if parameters and formula else symbol
        # Of what is one expression the formula says it all, and of a lambda there is nothing else to say.
        place = syntax.place(value.func if isinstance(value, functools.partial) else value)
        said = syntax.meaning(value) or ("" if formula else _value(value))
        self.notes.definitions[at] = Definition(shown, formula, said, *place)
        return symbol

    def _formula_of(self, value: Any, owner: Any) -> tuple[str, str]:
        """The parameters and the body of a function as LaTeX; empty for one that is only described."""
        if isinstance(value, functools.partial):
            fixed = [f"{identifier(name)}={_value(part)}" for name, part in value.keywords.items()]
            inner = self._function_named(identifier(getattr(value.func, "__name__", "f")), value.func)
            arguments = ",".join([*map(_value, value.args), r"\cdot", *fixed])
            return "", rf"{inner}\left({arguments}\right)"
        if isinstance(value, type) or not callable(value):
            return "", ""
        if (getattr(value, "__module__", None) or "").partition(".")[0] in _KNOWN:
            return self._known_function(value)
        node, written = syntax.syntax(value), syntax.plain(value)
        if node is None or written is None or self.depth >= _DEPTH or not _is_straight(node):
            return "", ""
        scope = _Scope(self.notes, written, self.holder, self.depth + 1)
        parameters = []
        for parameter in node.args.args:
            kind = scope.types.get(parameter.arg)
            objects = (self.holder, Prompt) if self.holder else (Prompt,)
            if parameter.arg == "self" or kind in objects:
                scope.names[parameter.arg] = IMPLICIT
                scope.types.setdefault(parameter.arg, owner if parameter.arg == "self" else None)
            scope.names.setdefault(parameter.arg, Term(identifier(parameter.arg), scalar=kind in (int, float)))
            parameters.append(scope.names[parameter.arg].latex)
        return ",".join(filter(None, parameters)), scope.body(node).latex

    def _known_function(self, value: Any) -> tuple[str, str]:
        name = getattr(value, "__name__", "")
        try:
            call = ast.parse(f"{name}(x)", mode="eval").body
        except SyntaxError:
            return "", ""
        return "x", Writer().term(call).latex

    def _local_function(self, node: ast.FunctionDef) -> str:
        symbol = identifier(node.name)
        if not any(d.symbol.startswith(symbol + r"\left(") for d in self.notes.definitions):
            at = self.notes.reserve(symbol)
            outer = self.names
            self.names = {**self.names, **{a.arg: Term(identifier(a.arg)) for a in node.args.args}}
            formula = self.body(node).latex if _is_straight(node) else ""
            self.names = outer
            shown = rf"{symbol}\left({','.join(identifier(a.arg) for a in node.args.args)}\right)"
            self.notes.definitions[at] = Definition(shown, formula, ast.get_docstring(node) or "")
        return symbol

    # -- bodies ---------------------------------------------------------------------------------------

    def body(self, node: syntax.Function) -> Term:
        """What a function returns."""
        if isinstance(node, ast.Lambda):
            return self.returned(node.body)
        stores = Counter(
            n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        )
        loads = Counter(n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
        self.stores, self.loads = stores, loads
        return self._block(node.body) or Term(words(f"{node.name} returns nothing"))

    def _block(self, statements: list[ast.stmt]) -> Term | None:
        for k, statement in enumerate(statements):
            match statement:
                case ast.Return(value=value) if value is not None:
                    return self.returned(value)
                case ast.If():
                    return self._branches(statement, statements[k + 1 :])
                case ast.With(body=body):
                    return self._block([*body, *statements[k + 1 :]])
                case _:
                    self._statement(statement)
        return None

    def _branches(self, node: ast.If, following: list[ast.stmt]) -> Term | None:
        """An if: the branch that the reading takes, or both."""
        truth = self.truth(node.test)
        if truth is not _UNKNOWN:
            return self._block([*(node.body if truth else node.orelse), *following])
        condition = self.at(node.test)
        saved = self.names
        one = self._block([*node.body, *following])
        self.names = saved
        other = self._block([*node.orelse, *following])
        if one is None or other is None:
            return one or other
        return cases([(one.latex, condition)], other.latex)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[target], value=value):
                self._assign(target, value)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self._assign(target, value)
            case ast.AugAssign(target=target, op=op, value=value):
                left = ast.copy_location(ast.parse(ast.unparse(target), mode="eval").body, target)
                self._assign(target, ast.BinOp(left, op, value))
            case ast.FunctionDef():
                self.local[node.name] = node
            case ast.For():
                self._loop(node)
            case _:
                pass  # a docstring, an assertion

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if (
            isinstance(target, ast.Tuple)
            and isinstance(value, ast.Tuple)
            and len(target.elts) == len(value.elts)
        ):
            terms = [self.term(part) for part in value.elts]
            for one, term in zip(target.elts, terms, strict=True):
                self._set(one, term)
            return
        if isinstance(target, ast.Name) and self.is_margin(value):
            self.margins[target.id] = value
            return
        kind = self._type(value)
        if isinstance(target, ast.Name):
            self.types.pop(target.id, None)
            if kind is not None:
                self.types[target.id] = kind
        elif isinstance(target, ast.Tuple) and len(get_args(kind)) == len(target.elts):
            names = (part.id if isinstance(part, ast.Name) else "" for part in target.elts)
            self.types |= dict(zip(names, get_args(kind), strict=True))
        self._set(target, self.term(value))

    def _set(self, target: ast.expr, term: Term) -> None:
        """A local variable: in its place if it is short or used once, else a definition."""
        if isinstance(target, ast.Name):
            name = target.id
            short = len(term.latex) <= _SHORT or (self.loads[name] == 1 and len(term.latex) <= _LONG)
            if short and self.stores[name] == 1:
                self.names[name] = term
                return
            self.names.pop(name, None)
            self.names[name] = Term(self.notes.define(identifier(name), term.latex), scalar=term.scalar)
            return
        for node in ast.walk(target):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.names[node.id] = Term(identifier(node.id))
        self.notes.define(self.at(target), term.latex)

    def _loop(self, node: ast.For) -> None:
        """A loop: what each of its assignments does, with what it runs over."""
        outer = self.names
        span = self.span(node.target, node.iter)
        for statement in node.body:
            for target, value in _assignments(statement):
                start = self.at(target)
                step = rf"{identifier(ast.unparse(target))}\leftarrow {self.at(value)}"
                before = rf"\text{{from }}{start},\ " if ast.unparse(target) in outer else ""
                symbol = self.notes.define(identifier(ast.unparse(target)), rf"{before}{step}\quad({span})")
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        self.names = {**self.names, name.id: Term(symbol)}

    # -- margins --------------------------------------------------------------------------------------

    def returned(self, node: ast.expr) -> Term:
        """What is returned: a statement if it is a margin."""
        return self.statement(node) or self.term(node)

    def is_margin(self, node: ast.expr) -> bool:
        """Whether an expression is a margin."""
        if isinstance(node, ast.Name):
            return node.id in self.margins
        if isinstance(node, ast.IfExp):
            return self.is_margin(node.body)
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute) and node.func.attr in _CHAIN:
            return self.is_margin(node.func.value)
        if isinstance(node.func, ast.Name) and node.func.id in _RELATIONS:
            return True
        return getattr(self._type(node), "__name__", "") == "Margin"

    def statement(self, node: ast.expr) -> Term | None:
        """A margin as a relation, with its hypotheses; None for what is none."""
        if isinstance(node, ast.Name) and node.id in self.margins:
            return self.statement(self.margins[node.id])
        if isinstance(node, ast.IfExp):
            truth = self.truth(node.test)
            if truth is not _UNKNOWN:
                return self.returned(node.body if truth else node.orelse)
            one, other = self.statement(node.body), self.statement(node.orelse)
            return cases([(one.latex, self.at(node.test))], other.latex) if one and other else None
        if not isinstance(node, ast.Call):
            return None
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in _CHAIN:
            margin = self.statement(function.value)
            if margin is None or function.attr == "report" or not node.args:
                return margin
            said = self._not_negative(node.args[0])
            words_ = {"given": "where", "trivial_where": "saying nothing where"}[function.attr]
            return Term(rf"{margin.latex}\quad\text{{{words_} }}{said}", ALTERNATIVE)
        return self._inlined(node)

    def _not_negative(self, node: ast.expr) -> str:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            return rf"{self.at(node.left, SUM)}\ge {self.at(node.right, SUM)}"
        return rf"{self.at(node, SUM)}\ge 0"

    def _inlined(self, node: ast.Call) -> Term | None:
        """A call of a function that returns a margin: its body, with the arguments in it."""
        value = self._callee(node.func)
        written, inner = syntax.plain(value), syntax.syntax(value) if callable(value) else None
        if getattr(value, "__module__", "") == "lemmata.statement.margins" and len(node.args) == 2:
            sign = _RELATIONS.get(getattr(value, "__name__", ""))
            if sign:
                left, right = (self.at(side, SUM) for side in node.args)
                return Term(rf"{left}{sign} {right}", COMPARISON)
        margin = isinstance(inner, ast.Lambda) or getattr(self._type(node), "__name__", "") == "Margin"
        if inner is None or written is None or not margin:
            return None
        scope = _Scope(self.notes, written, self.holder, self.depth)
        given = dict(zip((a.arg for a in inner.args.args), node.args, strict=False))
        given |= {k.arg: k.value for k in node.keywords if k.arg}
        for name, argument in given.items():
            known = self.value(argument)
            if known is not _UNKNOWN and not isinstance(argument, ast.Constant):
                scope.known[name] = known
            else:
                scope.names[name] = self.term(argument)
                if (kind := self._type(argument)) is not None:
                    scope.types[name] = kind
        scope.construction, scope.responses = self.construction, self.responses
        return scope.body(inner)

    # -- conditions that the reading decides ----------------------------------------------------------

    def truth(self, node: ast.expr) -> Any:
        """Whether a condition holds, if the reading alone decides it; otherwise ``_UNKNOWN``."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.truth(operand)
                return inner if inner is _UNKNOWN else not inner
            case ast.BoolOp(op=op, values=values):
                parts = [self.truth(value) for value in values]
                decisive = isinstance(op, ast.Or)
                if any(part is not _UNKNOWN and bool(part) == decisive for part in parts):
                    return decisive
                return _UNKNOWN if _UNKNOWN in parts else not decisive
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
                sides = self.truth(left), self.truth(right)
                return _UNKNOWN if _UNKNOWN in sides else _COMPARED[type(op)](*sides)
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name) if name in self.known:
                return self.known[name]
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in self.known:
                return getattr(self.known[name], attribute, _UNKNOWN)
        return _UNKNOWN

    def _IfExp(self, node: ast.IfExp) -> Term:
        truth = self.truth(node.test)
        return super()._IfExp(node) if truth is _UNKNOWN else self.term(node.body if truth else node.orelse)


_builtins = __import__("builtins")
_CHAIN = ("given", "trivial_where", "report")
_RELATIONS = {"equal": "=", "at_most": r"\le", "at_least": r"\ge"}
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


def _is_straight(node: syntax.Function) -> bool:
    """Whether a function is one expression after some assignments."""
    if isinstance(node, ast.Lambda):
        return True
    *before, last = node.body
    plain = all(isinstance(part, ast.Assign | ast.AnnAssign | ast.Expr) for part in before)
    return plain and isinstance(last, ast.Return) and last.value is not None


def _assignments(node: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What a statement of a loop assigns, and what an append adds."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        yield node.targets[0], node.value
    elif isinstance(node, ast.AugAssign):
        yield node.target, ast.BinOp(ast.parse(ast.unparse(node.target), mode="eval").body, node.op, node.value)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        function = node.value.func
        if isinstance(function, ast.Attribute) and function.attr == "append":
            entries = [ast.Starred(function.value, ast.Load()), node.value.args[0]]
            yield function.value, ast.List(entries, ast.Load())
    else:
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.stmt):
                yield from _assignments(part)


def _member(owner: Any, name: str) -> Any:
    """What a class has under a name, properties as they are."""
    for base in getattr(owner, "__mro__", ()):
        if name in vars(base):
            return vars(base)[name]
    return None


def _is_number(function: Any) -> bool:
    return syntax.hints(function).get("return") in (int, float)


def _value(value: Any) -> str:
    """A value that a reading fills in."""
    if (term := number(value)) is not None:
        return term.latex
    if isinstance(value, tuple | list):
        return rf"\left({','.join(map(_value, value))}\right)"
    if value is None or isinstance(value, str | bool):
        return words(str(value))
    return words(getattr(value, "__name__", None) or repr(value)[:60])
