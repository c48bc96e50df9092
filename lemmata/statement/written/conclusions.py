r"""What a check evaluates, as a formula that is generated from its code.

Nobody writes it, so that it cannot say anything else than the code. The ingredients that a reading fills in
stand under their own names, with what they are; so do local variables, and functions and properties of the
topic, as far as their body is one expression after some assignments. Of others the first line of the
docstring is shown, with the place.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, MethodDescriptorType, ModuleType, UnionType
from typing import Any, get_args, get_origin

from lemmata.numbers import arrays
from lemmata.statement.claims import ANSWER, CONSTRUCTION, Variant
from lemmata.statement.formulas import Definition, Formula
from lemmata.statement.spaces import Domain, Prompt
from lemmata.statement.written import instances, syntax
from lemmata.statement.written.definitions import Notes, occurs
from lemmata.statement.written.expressions import ASIDE, IMPLICIT, OBJECTS, Term, Writer, cases, number
from lemmata.statement.written.notation import (
    ALTERNATIVE,
    COMPARISON,
    FUNCTIONS,
    POWER,
    PRODUCT,
    SUM,
    identifier,
    plain,
    words,
)

_DEPTH = 3
"""Functions that are called by functions that are called: how far they are shown."""
_SHORT = 8
"""A local variable of so many characters stands where it is used."""
_LONG = 60
"""One of so many stands there if it is used once."""
_COMMANDS = re.compile(r"\\(?:left|right|mathrm|text|operatorname|frac|sqrt)|[{}]")
_KNOWN = (
    *("lemmata", "torch", "numpy", "math", "builtins", "operator", "_operator", "functools", "_functools"),
    *("fractions", "itertools", "collections", "dataclasses", "scipy"),
)
"""Packages whose functions have a notation, or are left as they are."""
_DESCRIBED = ("constructions", "baselines")
"""Packages whose functions are shown by what they are, not by how they compute it."""
_STATED = 200
"""The two sides of a statement are put in it if it stays shorter than this."""
_OF_SIDES = 20
"""What gives both sides of a statement is shown up to so many statements."""
_PRINTED = 90
"""Characters of a value as Python prints it; what is longer is cut."""
_UNKNOWN = object()
_QUANTITY = "a quantity"


def conclusion(variant: Variant) -> Formula:
    """The formula of a variant's check, with the definitions that it needs.

    Where that fails on code of whatever sort, the check is described: no run ends for it.
    """
    try:
        return written(variant)[0]
    except Exception:  # noqa: BLE001 - a defect of this module; the tests call what may raise
        return _described(variant.check)


def written(variant: Variant) -> tuple[Formula, list[str]]:
    """The formula of a variant's check, and the parts that are shown as code."""
    notes = Notes()
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
    notes.ranks = _ranks(variant)
    for name in (*variant.settings.fields, *_quantities(variant.prompts), *notes.ranks):
        notes.take(identifier(name), _QUANTITY)
    statement = scope.body(node)
    check, latex = variant.check, variant.claim.kind.stated(statement.latex, variant)
    return (Formula(latex, notes.needed(latex), syntax.code(check), *syntax.place(check)), notes.unwritten)


def _quantities(prompts: Any) -> Iterator[str]:
    """The names of the prompt's quantities, as the function that makes their space writes them."""
    node = syntax.syntax(prompts) if prompts is not None else None
    for part in ast.walk(node) if node else ():
        if isinstance(part, ast.Call) and getattr(part.func, "id", "") == "space":
            yield from (keyword.arg for keyword in part.keywords if keyword.arg)


def _ranks(variant: Variant) -> dict[str, int | None]:
    """How many indices each quantity has, 0 for an array with one entry; None where that depends."""
    shapes: dict[str, set[tuple[int, ...]]] = {}
    for s in instances.settings(variant.settings, 4):
        with contextlib.suppress(Exception):  # a corner of the space, or a field that reads another one
            made = variant.prompts(s) if variant.prompts else None
            arrays = {name: value.shape for name, value in vars(s).items() if hasattr(value, "shape")}
            for name, field in made.fields.items() if made else ():
                arrays[name] = getattr(field if isinstance(field, Domain) else field(s), "shape", ())
            for name, shape in arrays.items():
                shapes.setdefault(name, set()).add(tuple(shape))
    ranks = {name: {len(shape) for shape in met} for name, met in shapes.items()}
    return {
        name: 0 if shapes[name] <= {(1,), ()} else met.pop() if len(met) == 1 else None
        for name, met in ranks.items()
    }


def predicate(function: Callable[..., Any], holder: Any = None) -> Formula:
    """The formula of a function of a setting, or of a setting and a prompt, and maybe of one expression.

    Its parameters do not show: ``lambda s: s.k <= s.d`` is ``k <= d``.

    Args:
        function: what ``where=``, ``fails_where=`` or ``failure=`` are given.
        holder: the class of the setting; with it properties are shown by their formula.
    """
    node, function_ = syntax.syntax(function), syntax.plain(function)
    if node is None or function_ is None or not syntax.is_short(node):
        return _described(function)
    notes = Notes()
    scope = _Scope(notes, function_, holder=holder)
    scope.names |= {parameter.arg: IMPLICIT for parameter in node.args.args}
    scope.types |= {parameter.arg: holder for parameter in node.args.args[:1] if holder}
    term = scope.body(node)
    return Formula(term.latex, notes.needed(term.latex))


def _described(function: Any) -> Formula:
    """A function of which no formula is shown."""
    name = getattr(function, "__name__", type(function).__name__)
    symbol = words(name) if name == "<lambda>" else identifier(name)
    return Formula(symbol, (Definition(symbol, "", syntax.meaning(function), *syntax.place(function)),))


class _Scope(Writer):
    """Writes the body of one function."""

    def __init__(self, notes: Notes, function: FunctionType | None, holder: Any = None, depth: int = 0) -> None:
        super().__init__()
        self.notes, self.holder, self.depth = notes, holder, depth
        self.unwritten = notes.unwritten
        self.function = function
        self.globals: Mapping[str, Any] = function.__globals__ if function else {}
        self.known: dict[str, Any] = {}
        """Values of parameters and of variables around the function."""
        self.left: frozenset[str] = frozenset()
        """Parameters that the call leaves to their defaults."""
        self.responses: dict[str, Any] = {}
        self.construction: Any = None
        self.margins: dict[str, Term] = {}
        """Local variables that are margins, as they were when they were set: what they name may change."""
        self.parts: list[Term] = []
        """What is returned, if it is several things."""
        self.loads = Counter[str]()
        self.filled: frozenset[str] = frozenset()
        """Local arrays whose entries are set one by one."""
        self.bodies: dict[str, Term] = {}
        """What local variables stand for that are definitions."""
        self.local: dict[str, ast.FunctionDef] = {}
        self.types: dict[str, Any] = {"s": holder} if holder else {}
        self.ranks: dict[str, int | None] = {}
        self.unbatched: set[str] = set()
        """Local variables that are made of the setting alone."""
        if function is not None:
            hints = {k: self._held(v) for k, v in syntax.hints(function).items() if k != "return"}
            self.types |= {k: v for k, v in hints.items() if v is not Any}
            cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
            for name, cell in cells:
                try:
                    self.known[name] = cell.cell_contents
                except ValueError:  # not filled in yet
                    continue

    def _held(self, kind: Any) -> Any:
        """The class of a setting where an annotation allows several, or a parent of it."""
        options = get_args(kind) if isinstance(kind, UnionType) else (kind,)
        parents = getattr(self.holder, "__mro__", ())[:-1]
        is_ours = any(option in parents or getattr(option, "_is_protocol", False) for option in options)
        return self.holder if is_ours else kind

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

    def _is_module(self, node: ast.expr) -> bool:
        return super()._is_module(node) or isinstance(self.value(node), ModuleType)

    def name(self, name: str) -> Term:
        """A variable, a parameter that the reading fills in, or a constant of the module."""
        if name in self.names:
            return self.names[name]
        if name in self.local:
            return Term(self._local_function(self.local[name]))
        if name == CONSTRUCTION:
            return Term(self._constructed(identifier(name)))
        if name in self.responses:
            return Term(self._function_named(identifier(name), self.responses[name]))
        value = self.value(ast.Name(name))
        if value is None or (isinstance(value, bool | str) and name in self.known):
            return Term("" if value is None else words(str(value)))
        if name in self.left and (term := number(value)):
            return term
        if name in self.known:
            return Term(self._named_value(identifier(name), value), scalar=number(value) is not None)
        return self._module_value(name, value)

    def _module_value(self, name: str, value: Any) -> Term:
        """What a module has under a name: a number is itself."""
        if (constant := number(value)) is not None:
            return constant
        package = (getattr(value, "__module__", None) or "").partition(".")[0]
        if value is _UNKNOWN or isinstance(value, ModuleType | type) or package in _KNOWN:
            return Term(identifier(name))
        return Term(self._named_value(identifier(name), value))

    def _named_value(self, symbol: str, value: Any) -> str:
        """A symbol, with what it stands for among the definitions."""
        if callable(value):
            return self._function_named(symbol, value)
        return self.notes.define(symbol, _value(value))

    def _constructed(self, symbol: str) -> str:
        """The construction: what makes it, and what that holds."""
        function = syntax.plain(self.construction)
        if function is None or function.__name__ == "<lambda>":
            return self._named_value(symbol, self.construction)
        if not any(d.symbol == symbol for d in self.notes.definitions):
            self.notes.take(symbol, CONSTRUCTION)
            at, held = self.notes.reserve(symbol), inspect.getclosurevars(function).nonlocals
            self.notes.within.append(at)
            body = self._formula_of(function, None)[1] if syntax.makes(syntax.syntax(function)) else ""
            self.notes.within.pop()
            held = {} if body else held
            parts = ", ".join(f"{name.replace('_', ' ')} = {_said(value)}" for name, value in held.items())
            said = " ".join(filter(None, (syntax.meaning(function), parts and f"(With {parts}.)")))
            made = Definition(symbol, body or identifier(function.__name__), said, *syntax.place(function))
            self.notes.definitions[at] = made
        return symbol

    def quantity(self, owner: ast.expr, name: str) -> Term:
        """A quantity of the setting or the prompt; a property by its formula."""
        return self._property(self._type(owner), name, identifier(name))

    def _property(self, owner: Any, name: str, symbol: str, holder: Term = IMPLICIT) -> Term:
        member = _member(owner, name)
        function = getattr(member, "fget", None) or getattr(member, "func", None)
        if function is not None and (function.__module__ or "").partition(".")[0] not in _KNOWN:
            named = self._function_named(symbol, function, owner, holder)
            return Term(named, scalar=_is_number(function))
        if isinstance(owner, type) and self._held(owner) is not self.holder and name in syntax.fields(owner):
            self.notes.explain(symbol, syntax.fields(owner)[name])
        return Term(symbol, scalar=syntax.hints(owner).get(name) in (int, float) if owner else False)

    def _attribute(self, node: ast.Attribute) -> Term:
        if isinstance(module := self.value(node.value), ModuleType):
            known = module.__name__.partition(".")[0] in _KNOWN
            return super()._attribute(node) if known else self._module_value(node.attr, self.value(node))
        owner = self._type(node.value)
        if self.holder and (self._is_holder(node) or self._type(node) is self.holder):
            return IMPLICIT  # something that is made for a setting holds it
        symbol, is_own = identifier(node.attr), isinstance(node.value, ast.Name) and node.value.id == "self"
        if is_own and owner and self.notes.taken.get(symbol) != _QUANTITY:
            return self._property(owner, node.attr, symbol, self.names["self"])
        if _member(owner, node.attr) is not None and (holder := self.term(node.value)) != IMPLICIT:
            quantity = self._property(owner, node.attr, symbol, holder)
            return Term(rf"{quantity.latex}\left({holder.latex}\right)", POWER, quantity.scalar)
        return super()._attribute(node)

    def _type(self, node: ast.expr) -> Any:
        """The class of an expression, as far as annotations tell."""
        if isinstance(node, ast.Name):
            return self.types.get(node.id)
        if isinstance(node, ast.Attribute) and (owner := self._type(node.value)):
            if self._is_holder(node):
                return self.holder
            member = _member(owner, node.attr)
            function = getattr(member, "fget", None) or getattr(member, "func", None)
            return self._held(syntax.hints(function or owner).get("return" if function else node.attr))
        if isinstance(node, ast.Call):
            function = self._callee(node.func)
            if isinstance(function, type):
                return function
            return None if function is _UNKNOWN else syntax.hints(function).get("return")
        return None

    def rank(self, node: ast.expr) -> int | None:
        match node:
            case ast.Name(id=name):
                return self.ranks.get(name)
            case ast.Attribute(value=value, attr=name) if self.term(value) == IMPLICIT:
                return self.notes.ranks.get(name)
        return super().rank(node)

    def is_setting(self, node: ast.expr) -> bool:
        loaded = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} - self.globals.keys()
        return super().is_setting(node) or bool(loaded and loaded <= {OBJECTS[0], *self.unbatched})

    def _is_holder(self, node: ast.Attribute) -> bool:
        """Whether it is the setting that something made for it holds under s, and no quantity called s."""
        is_quantity = OBJECTS[0] in _fields(self.holder) or self.notes.taken.get(OBJECTS[0]) == _QUANTITY
        of_prompt = getattr(node.value, "id", "") == OBJECTS[1]
        return node.attr == OBJECTS[0] and not is_quantity and not of_prompt

    def _is_setting(self, node: ast.expr) -> bool:
        """Whether a call gives the setting again, with quantities of the prompt beside its own."""
        value = self._callee(node.func) if isinstance(node, ast.Call) else None
        if not isinstance(node, ast.Call) or value is None or value is _UNKNOWN:
            return False
        if isinstance(value, type):
            named = {k.arg: ast.unparse(k.value) for k in node.keywords}
            is_same = all(text.partition(".")[2] == name for name, text in named.items() if name)
            return not node.args and named.get(None) in ("vars(s)", "asdict(s)") and is_same
        inner = syntax.syntax(value)
        last = inner.body[-1] if isinstance(inner, ast.FunctionDef) else None
        made = last.value if isinstance(last, ast.Return) else None
        return made is not None and _Scope(self.notes, syntax.plain(value), self.holder)._is_setting(made)

    def _callee(self, node: ast.expr) -> Any:
        """The function that is called, if it can be told."""
        if (value := self.value(node)) is not _UNKNOWN:
            return value
        if isinstance(node, ast.Attribute) and (owner := self._type(node.value)):
            member = _member(owner, node.attr)
            return member if callable(member) else _UNKNOWN
        return _UNKNOWN

    def entries(self, node: ast.expr, term: Term) -> str | None:
        """The entries of a list; also of one that annotations tell."""
        if term.entries is None and get_origin(self._type(node)) in (list, tuple):
            return rf"{term.latex}\dots"
        return term.entries

    # -- functions ------------------------------------------------------------------------------------

    def call(self, node: ast.Call) -> Term | None:
        """A call of a function of the topic: its name, and its formula among the definitions."""
        function = node.func
        if isinstance(function, ast.Name) and function.id == ANSWER and ANSWER not in self.known and node.args:
            return self.term(node.args[0])
        if isinstance(function, ast.Name) and function.id in self.local:
            return self.applied(self._local_function(self.local[function.id]), node)
        if getattr(function, "id", "") == "getattr" and isinstance(name := self.truth(node.args[1]), str):
            return self.term(ast.Attribute(node.args[0], name, ast.Load()))
        if isinstance(function, ast.Name) and function.id == CONSTRUCTION and CONSTRUCTION not in self.names:
            return self.applied(self.name(CONSTRUCTION).latex, node)
        value = self._callee(function)
        copied = function.value if isinstance(function, ast.Attribute) and function.attr == "_replace" else None
        if copied is not None or (value is dataclasses.replace and node.args):
            changed = ",".join(f"{identifier(k.arg or '')}={self.at(k.value)}" for k in node.keywords)
            copy = self.at(copied or node.args[0])
            return Term(rf"\left.{copy}\right|_{{{changed}}}" if copy else changed)
        if self._is_setting(node):
            return IMPLICIT
        if (name := getattr(value, "__name__", "")) in ("cosine", "sine"):
            return self._in_notation(name, FUNCTIONS, node.args, [])
        if value is arrays.max or value is arrays.min:  # along an axis, which Python's own of these names lack
            return self._in_notation(f"a{name}", FUNCTIONS, node.args, node.keywords)
        own = isinstance(function, ast.Name) and function.id in self.known
        package = (getattr(value, "__module__", None) or "").partition(".")[0]
        if value is _UNKNOWN or isinstance(value, MethodDescriptorType) or (not own and package in _KNOWN):
            return None
        if isinstance(function, ast.Attribute) and not isinstance(self.value(function.value), ModuleType):
            owner, left = self._type(function.value), syntax.left_out(value, node, 1)
            holder = self.term(function.value)
            method = self._function_named(identifier(function.attr), value, owner, holder, left)
            return self.applied(method, node, (function.value,))
        symbol = identifier(function.id if isinstance(function, ast.Name) else function.attr)  # type: ignore[attr-defined]
        if dataclasses.is_dataclass(value) and not any(isinstance(a, ast.Starred) for a in node.args):
            fields = zip(dataclasses.fields(value), node.args, strict=False)
            keywords = [ast.keyword(field.name, argument) for field, argument in fields]
            node = ast.Call(function, [], [*keywords, *node.keywords])
        self.notes.passed = [
            (self.names.get(getattr(a, "id", "")) == IMPLICIT or self._is_setting(a), self._type(a))
            for a in node.args
        ]
        named = self._function_named(symbol, value, left=syntax.left_out(value, node))
        result = self.applied(named, syntax.without(value, node, ASIDE))
        return result._replace(scalar=_is_number(value))

    def _function_named(
        self,
        name: str,
        value: Any,
        owner: Any = None,
        holder: Term = IMPLICIT,
        left: frozenset[str] | None = None,
    ) -> str:
        """The symbol of a function, with its formula or its meaning among the definitions.

        Args:
            name: what it is called.
            value: the function.
            owner: the class that it is a method or a property of.
            holder: the object, if it has to be named.
            left: parameters that the call leaves to their defaults, which the formula has in their place;
                None if there is no call.
        """
        what = (value, name) if getattr(value, "__hash__", None) else (id(value), name)
        key = (*what, left)
        symbol, at, depth = self.notes.functions.get(key, ("", -1, 0))
        if at >= 0 and depth <= max(self.depth, _DEPTH - 1):
            return symbol
        if at < 0:
            symbol = self.notes.take(name, f"function {what}")
            at = self.notes.reserve(symbol)
        self.notes.functions[key] = symbol, at, self.depth
        self.notes.passed = self.notes.passed if owner is None and left is not None else []
        self.notes.within.append(at)
        parameters, formula = self._formula_of(value, owner, holder, left)
        self.notes.within.pop()
        is_property = owner is not None and left is None
        shown = rf"{symbol}\left({parameters}\right)" if parameters and formula and not is_property else symbol
        # Of what is one expression the formula says it all, and of a lambda there is nothing else to say.
        place = syntax.place(value.func if isinstance(value, functools.partial) else value)
        said = syntax.meaning(value) or ("" if formula or place[1] else _name_of(value))
        self.notes.definitions[at] = Definition(shown, formula, said, *place)
        return symbol

    def _formula_of(
        self, value: Any, owner: Any, holder: Term = IMPLICIT, left: frozenset[str] | None = None
    ) -> tuple[str, str]:
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
        if node is None or written is None or self.depth >= _DEPTH or not syntax.is_short(node):
            return "", ""
        if written.__module__.partition(".")[0] in _DESCRIBED and syntax.meaning(value):
            return "", ""
        scope = _Scope(self.notes, written, self.holder, self.depth + 1)
        parameters, defaults = [], syntax.defaults(written)
        passed, self.notes.passed = self.notes.passed, []
        for parameter, (is_implicit, kind) in zip(node.args.args, passed, strict=False):
            if parameter.arg not in scope.types and isinstance(node, ast.Lambda):  # it has no annotations
                scope.types[parameter.arg] = kind
                scope.names |= {parameter.arg: IMPLICIT} if is_implicit else {}
        scope.left = left or frozenset()
        scope.known |= {name: defaults[name] for name in scope.left}
        for parameter in (*node.args.args, *node.args.kwonlyargs):
            kind = scope.types.get(parameter.arg)
            objects = (self.holder, Prompt) if self.holder else (Prompt,)
            if parameter.arg in scope.left or parameter.arg in ASIDE:
                continue
            if parameter.arg == "self" or kind in objects:
                is_other = owner not in objects and not _fields(self.holder) <= _fields(owner)
                named = holder != IMPLICIT and parameter.arg == "self" and is_other
                short = holder.latex if named and len(plain(holder.latex)) <= _SHORT else _initial(owner)
                scope.names[parameter.arg] = Term(short) if named else IMPLICIT
                scope.types.setdefault(parameter.arg, owner if parameter.arg == "self" else None)
            scope.names.setdefault(parameter.arg, Term(identifier(parameter.arg), scalar=kind in (int, float)))
            latex = scope.names[parameter.arg].latex
            default = defaults.get(parameter.arg) if left is None else None
            parameters.append(latex + (f"={_value(default)}" if default is not None else ""))
        if node.args.vararg:
            parameters.append(rf"{identifier(node.args.vararg.arg)}\dots")
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
            outer, own = self.names, [a.arg for a in node.args.args if self.names.get(a.arg) != IMPLICIT]
            self.names = {**self.names, **{name: Term(identifier(name)) for name in own}}
            formula = self.body(node).latex if syntax.is_short(node) else ""
            self.names = outer
            shown = rf"{symbol}\left({','.join(map(identifier, own))}\right)"
            self.notes.definitions[at] = Definition(shown, formula, ast.get_docstring(node) or "")
        return symbol

    # -- bodies ---------------------------------------------------------------------------------------

    def body(self, node: syntax.Function) -> Term:
        """What a function returns."""
        if isinstance(node, ast.Lambda):
            return self.returned(node.body)
        self.loads, self.filled = syntax.uses(node), syntax.filled(node)
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
        saved, self.parts = dict(self.names), []
        one = self._block([*node.body, *following])
        self.names = saved
        other = self._block([*node.orelse, *following])
        self.parts = []
        if one is None or other is None:
            return one or other
        return cases([(one.latex, condition)], other.latex)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if not self.loads[name]:
                pass  # a report has it, and nothing else
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(target, value)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self._assign(target, value)
            case ast.FunctionDef():
                self.local[node.name] = node
            case ast.For():
                self._loop(node)
            case ast.Expr(value=ast.Constant() | ast.Call(func=ast.Name())) | ast.AnnAssign():
                return  # a docstring, what looks at its arguments and raises, or a type alone
            case ast.Assert() | ast.Pass() | ast.Raise():
                return
            case _ if steps := list(syntax.assignments(node)):
                for target, value in steps:
                    self._assign(target, value)
            case _:
                self._opaque(node)

    def _opaque(self, node: ast.stmt) -> None:
        """A statement of another sort: what it sets is shown as code."""
        code = ast.unparse(node)
        self.unwritten.append(code)
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                self.names[part.id] = Term(self.notes.define(identifier(part.id), words(code)))

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if (
            isinstance(target, ast.Tuple)
            and isinstance(value, ast.Tuple)
            and len(target.elts) == len(value.elts)
        ):
            terms = [self.term(part) for part in value.elts]
            ranks = [self.rank(part) for part in value.elts]
            for one, term, rank in zip(target.elts, terms, ranks, strict=True):
                self._set(one, term)
                if isinstance(one, ast.Name):
                    self.ranks[one.id] = rank
            return
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Call):
            parts = self._parts(value)
            if len(parts) == len(target.elts):
                for one, term in zip(target.elts, parts, strict=True):
                    self._set(one, term)
                return
        if isinstance(target, ast.Name) and self.is_column(value):
            self.columns.add(target.id)
        if isinstance(target, ast.Name) and _is_whole(value):
            self.names[target.id] = Term(r"\cdot")
            self.whole.add(target.id)
            return
        if isinstance(target, ast.Name):
            self.ranks[target.id] = self.rank(value)
            if self.is_setting(value):
                self.unbatched.add(target.id)
        if isinstance(target, ast.Name) and self.is_margin(value):
            self.margins[target.id] = self.returned(value)
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
            if name == "_":
                return
            size = len(_COMMANDS.sub("", term.latex))
            short = size <= _SHORT or (self.loads[name] == 1 and size <= _LONG)
            short = short and name not in self.filled
            if short or term.latex == identifier(name):
                self.names[name] = term
                return
            symbol = self.notes.write(self._own(name, term.latex), term.latex)
            entries = None if term.entries is None else rf"{symbol}\dots"
            self.names[name] = Term(symbol, scalar=term.scalar, entries=entries)
            self.bodies[name] = term
            return
        for k, node in enumerate(ast.walk(target)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.names[node.id] = Term(self._own(node.id, f"part {k} of {term.latex}"))
        self.notes.write(self.at(target), term.latex)

    def _own(self, name: str, of: str) -> str:
        """The symbol of a local variable, which is no quantity's and no parameter's."""
        before = self.names.get(name)
        symbol = identifier(name)
        return self.notes.take(f"{symbol}'" if before and before.latex == symbol else symbol, of)

    def _bind(self, target: ast.expr, over: str = "") -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                symbol = identifier(node.id)
                while symbol in self.notes.taken or (symbol and occurs(symbol, over)):
                    symbol += "'"
                self.names = {**self.names, node.id: Term(symbol)}

    def _loop(self, node: ast.For, around: str = "") -> None:
        """A loop: what each of its assignments does, with what it runs over."""
        steps = [step for statement in node.body for step in syntax.assignments(statement)]
        span = around + self.span(node.target, node.iter)
        starts, own = {}, {}
        for target, _ in steps:
            for part in ast.walk(target):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id not in own:
                    starts[part.id] = self.names.get(part.id)
                    if target is part and starts[part.id] is None and part.id not in self.known:
                        continue  # it begins anew each time, and maybe gets no symbol
                    # A quantity keeps its name: what a loop makes of X, beginning with X, is X'.
                    own[part.id] = self._own(part.id, f"{part.id} of loop {id(node)}")
        self.names = {**self.names, **{name: Term(symbol) for name, symbol in own.items()}}
        for statement in node.body:
            done = list(syntax.assignments(statement))
            if isinstance(statement, ast.For):
                self._loop(statement, rf"{span},\ ")
            elif not done and not isinstance(statement, ast.Assert | ast.Pass):
                self._opaque(statement)
            for target, value in done:
                self._repeated(target, value, starts.get(ast.unparse(target)), span)

    def _repeated(self, target: ast.expr, value: ast.expr, start: Term | None, span: str) -> None:
        """One assignment of a loop; ``start`` is what its target was before."""
        if isinstance(value, ast.IfExp) and start is None and ast.unparse(value.orelse) == ast.unparse(target):
            value = value.body  # it is nothing but in this branch
        formula = self._gathered(ast.unparse(target), value, start, span)
        if formula is None:
            term = self.term(value)
            if isinstance(target, ast.Name) and start is None and term.scalar and len(term.latex) <= _SHORT:
                self.names[target.id] = term  # what a loop inside of this one begins with
                return
            before = rf"\text{{from }}{start.latex}\text{{, then }}" if start else ""
            formula = rf"{before}{term.latex}\quad({span})"
        if isinstance(target, ast.Name) and target.id not in self.names:
            self.names[target.id] = Term(self._own(target.id, formula))
        self.notes.write(self.at(target), formula)

    def _gathered(self, name: str, value: ast.expr, start: Term | None, span: str) -> str | None:
        """What a loop adds to a sum that begins with 0, or to a list that begins empty."""
        match value:
            case ast.BinOp(ast.Name(id=before), ast.Add(), each) if start and start.latex == "0":
                latex, inside = rf"\sum_{{{span}}} {self.at(each, PRODUCT)}", each
            case ast.List(elts=[ast.Starred(value=ast.Name(id=before)), each]) if start and start.entries == "":
                latex, inside = rf"\left({self.at(each)}\right)_{{{span}}}", each
            case _:
                return None
        used = {part.id for part in ast.walk(inside) if isinstance(part, ast.Name)}
        return latex if before == name and name not in used else None

    # -- margins --------------------------------------------------------------------------------------

    def returned(self, node: ast.expr) -> Term:
        """What is returned: a statement if it is a margin."""
        if isinstance(node, ast.Tuple):
            self.parts = [self.term(part) for part in node.elts]
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
            return self.margins[node.id]
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
            margin = self.statement(function.value) or self.term(function.value)
            if function.attr == "report" or not node.args:
                return margin
            said = self._not_negative(node.args[0])
            words_ = {"given": "where", "trivial_where": "saying nothing where"}[function.attr]
            return Term(rf"{margin.latex}\quad\text{{{words_} }}{said}", ALTERNATIVE)
        return self._inlined(node)

    def _not_negative(self, node: ast.expr) -> str:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            return rf"{self.at(node.left, SUM)}\ge {self.at(node.right, SUM)}"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return rf"{self.at(node.operand, SUM)}\le 0"
        return rf"{self.at(node, SUM)}\ge 0"

    def _inlined(self, node: ast.Call) -> Term | None:
        """A call of a function that returns a margin: its body, with the arguments in it."""
        value = self._callee(node.func)
        inner = syntax.syntax(value) if callable(value) else None
        if getattr(value, "__module__", "") == "lemmata.statement.margins":
            sign = _RELATIONS[value.__name__]
            if len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
                left, right = self._two_sides(node.args[0].value)
            else:
                left, right = self._sides(node.args)
            return Term(rf"{left}{sign} {right}", COMPARISON)
        margin = isinstance(inner, ast.Lambda) or getattr(self._type(node), "__name__", "") == "Margin"
        return self._inside(node).body(inner) if inner and margin else None

    def _sides(self, nodes: list[ast.expr]) -> list[str]:
        """The sides of a relation: local variables as what they stand for, unless that is long."""
        names = [node.id if isinstance(node, ast.Name) and self.loads[node.id] == 1 else "" for node in nodes]
        whole = [self.bodies.get(name) for name in names]
        shown = [body or self.term(node) for body, node in zip(whole, nodes, strict=True)]
        if len("".join(term.latex for term in shown)) > _STATED:
            shown = [self.term(node) for node in nodes]
        return [term.at(SUM) for term in shown]

    def _two_sides(self, node: ast.expr) -> list[str]:
        """The sides that one expression gives."""
        if isinstance(node, ast.Call) and (parts := self._parts(node)) and len(parts) == 2:
            return [part.at(SUM) for part in parts]
        sides = [r"\mathrm{left}", r"\mathrm{right}"]
        self.notes.define(rf"\left({','.join(sides)}\right)", self.at(node))
        return sides

    def _parts(self, node: ast.Call) -> list[Term]:
        """What a call gives, one by one, if the function is shown and returns several things."""
        value = self._callee(node.func)
        inner = syntax.syntax(value) if callable(value) else None
        if inner is None or self.depth >= _DEPTH or not syntax.is_short(inner, _OF_SIDES):
            return []
        if not syntax.returns_several(inner):
            return []
        scope = self._inside(node)
        scope.body(inner)
        return scope.parts

    def _inside(self, node: ast.Call) -> _Scope:
        """The scope of a function that is called, with the arguments in the place of its parameters."""
        value = self._callee(node.func)
        inner = syntax.syntax(value)
        parameters = [a.arg for a in inner.args.args] if inner else []
        scope = _Scope(self.notes, syntax.plain(value), self.holder)
        given = dict(zip(parameters, node.args, strict=False))
        given |= {k.arg: k.value for k in node.keywords if k.arg}
        for name, argument in given.items():
            known = self.value(argument)
            if isinstance(argument, ast.Constant):
                scope.known[name], scope.left = argument.value, scope.left | {name}
            elif known is not _UNKNOWN:
                scope.known[name] = known
            else:
                scope.names[name] = self.term(argument)
                if (kind := self._type(argument)) is not None:
                    scope.types[name] = kind
        scope.construction, scope.responses = self.construction, self.responses
        return scope

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
            case ast.JoinedStr(values=values):
                parts = [self.truth(part) for part in values]
                return _UNKNOWN if _UNKNOWN in parts else "".join(map(str, parts))
            case ast.FormattedValue(value=value, format_spec=None):
                return self.truth(value)
            case ast.Name(id=name) if name in self.known and name not in self.names:
                return self.known[name]
            case ast.Attribute(value=ast.Name() as owner, attr=attribute):
                holder = self.truth(owner)
                return _UNKNOWN if holder is _UNKNOWN else getattr(holder, attribute, _UNKNOWN)
        return _UNKNOWN

    def _joinedstr(self, node: ast.JoinedStr) -> Term:
        text = self.truth(node)
        return super()._joinedstr(node) if text is _UNKNOWN else Term(words(text))

    def _ifexp(self, node: ast.IfExp) -> Term:
        truth = self.truth(node.test)
        return super()._ifexp(node) if truth is _UNKNOWN else self.term(node.body if truth else node.orelse)


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


def _member(owner: Any, name: str) -> Any:
    """What a class has under a name, properties as they are."""
    for base in getattr(owner, "__mro__", ()):
        if name in vars(base):
            return vars(base)[name]
    return None


def _is_number(function: Any) -> bool:
    return syntax.hints(function).get("return") in (int, float)


def _fields(kind: Any) -> set[str]:
    """The fields of a class; that it lacks something where it has none."""
    return set(getattr(kind, "__dataclass_fields__", ())) or {""}


def _initial(kind: Any) -> str:
    """The letter for an object of a class."""
    name = str(getattr(kind, "__name__", "x")).strip("_").lower()
    return name[:1] if name[:1] not in OBJECTS else identifier(name)


def _is_whole(node: ast.expr) -> bool:
    """Whether it is an index that takes everything, and maybe puts in axes: ``(slice(None), *[None] * 2)``."""
    parts = node.elts if isinstance(node, ast.Tuple) else ()
    return bool(parts) and all(
        ast.unparse(part) == "slice(None)" or ast.unparse(part).startswith(("None", "*[None]"))
        for part in parts
    )


def _name_of(value: Any) -> str:
    """What a value is called, or how it prints."""
    if name := getattr(value, "__name__", None):
        return str(name)
    printed = repr(value)
    return printed if len(printed) <= _PRINTED else printed[:_PRINTED].rpartition(" ")[0] + " ..."


def _said(value: Any) -> str:
    """A value that a construction holds, in words."""
    if getattr(value, "__name__", "") == "<lambda>":
        return f"${predicate(value).latex}$"
    return syntax.meaning(value).rstrip(".") or _name_of(value)


def _value(value: Any) -> str:
    """A value that a reading fills in."""
    if (term := number(value)) is not None:
        return term.latex
    if isinstance(value, tuple | list):
        return rf"\left({','.join(map(_value, value))}\right)"
    if isinstance(value, slice):
        ends = (value.start, value.stop, *([] if value.step is None else [value.step]))
        return ":".join("" if end is None else _value(end) for end in ends)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        own = [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value)]
        return rf"\left({','.join(f'{identifier(name)}={_value(part)}' for name, part in own)}\right)"
    return words(_name_of(value))
