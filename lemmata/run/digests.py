"""What a verdict is about: a short digest of the statement, another of the check.

The statement is the LaTeX of the readings. The check is the code that decides, as syntax without
comments, docstrings, layout and annotations of parameters: the check function of each reading, its
ingredients and spaces, construction and responses; then whatever these name in the packages of the
authors, and what that names in turn. The engine and installed packages are left out. Nothing in
it depends on where a file lies, on the machine, or on the version of Python.
"""

from __future__ import annotations

import ast
import functools
import gc
import hashlib
import inspect
import linecache
import sys
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from typing import Any

from lemmata.statement.claims import Claim
from lemmata.statement.papers import Paper

_HEX = 12
_ENGINE = "lemmata"
_GROUP = "lemmata.papers"
_FLOAT = ".12e"
"""Digits of a number that was computed on import: the last ones are the machine's."""
_DECLARING = ("printed", "amended", "mutant", "construction", "response", "figure", "experiment")
"""Decorators of a claim: what they say is no code of the function below them."""
_UNSAID = ("ctx", "kind", "type_comment", "type_ignores", "returns")
"""Fields of syntax that change nothing of what code computes."""
_Range = tuple[int | None, int | None, int | None, int | None]


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_HEX]


# -- one file --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Piece:
    """A function, a class or a statement: the digest of its syntax and the names in it."""

    digest: str
    names: frozenset[str]
    """``a.b.c`` as it stands in the code, or ``module:name`` for an import inside of a function."""
    body: _Range = (None, None, None, None)


@dataclass(frozen=True, eq=False)
class _Source:
    """A file: what it binds at its top, what it imports there, and all its functions and classes."""

    bound: dict[str, list[_Piece]] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    functions: dict[tuple[int, str], list[_Piece]] = field(default_factory=dict)
    classes: dict[str, list[_Piece]] = field(default_factory=dict)


class _Writer:
    """Writes syntax down in one way, whatever its layout, and files the pieces that it meets."""

    def __init__(self, source: _Source) -> None:
        self.source = source
        self.names: list[set[str]] = [set()]

    def piece(self, node: ast.AST, body: _Range = (None, None, None, None)) -> tuple[str, _Piece]:
        self.names.append(set())
        text = self._plain(node)
        names = self.names.pop()
        self.names[-1] |= names
        return text, _Piece(_short(text), frozenset(names), body)

    def write(self, value: Any) -> str:
        kind = type(
            value
        )  # there are many nodes: chains of isinstance would take as long as parsing
        if kind is list:
            told = [self.write(v) for v in value if not _is_bare_string(v)]
            return f"[{','.join(told)}]"
        if kind is ast.Name:
            self.names[-1].add(value.id)
            return f"<{value.id}>"
        if kind is ast.Constant:
            return _constant(value.value)
        if kind is ast.Attribute and (dotted := _dotted(value)):
            self.names[-1].add(dotted)
            return f"<{dotted}>"
        if kind in (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda):
            return self._function(value)
        if kind is ast.ClassDef:
            text, piece = self.piece(value)
            self.source.classes.setdefault(value.name, []).append(piece)
            return text
        if kind is ast.JoinedStr:
            return f"JoinedStr[{','.join(map(self.write, _joined(value.values)))}]"
        if kind in (ast.Import, ast.ImportFrom):
            for target, attribute in _imports(value, "").values():
                self.names[-1].add(f"{target}:{attribute}")
        return self._plain(value) if isinstance(value, ast.AST) else ascii(value)

    def _plain(self, node: ast.AST) -> str:
        told = []
        kind: Any = type(node)
        for name in _said(kind):
            value = getattr(node, name, None)
            if value is not None and value != []:
                told.append(f"{name}={self.write(value)}")
        return f"{type(node).__name__}({','.join(told)})"

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> str:
        first, name, body = node.lineno, "<lambda>", _place_of(node.body)
        if not isinstance(node, ast.Lambda):
            name = node.name
            first = min([first, *(d.lineno for d in node.decorator_list)])
            self.names.append(set())
            for declaring in filter(_declares, node.decorator_list):
                self.write(declaring)  # for the functions in it
            self.names.pop()
            node.decorator_list = [d for d in node.decorator_list if not _declares(d)]
        text, piece = self.piece(node, body)
        self.source.functions.setdefault((first, name), []).append(piece)
        return text


def _place_of(body: Any) -> _Range:
    """Where the body of a lambda stands; functions are known by their first line and name."""
    if isinstance(body, list):
        return (None, None, None, None)
    return (body.lineno, body.end_lineno, body.col_offset, body.end_col_offset)


@functools.cache
def _said(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of syntax that change what code computes."""
    annotated = ("annotation",) if kind is ast.arg else ()
    return tuple(name for name in kind._fields if name not in (*_UNSAID, *annotated))


def _is_bare_string(node: Any) -> bool:
    """A docstring, or one below a field."""
    return (
        type(node) is ast.Expr
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _constant(value: Any) -> str:
    if type(value) is int:
        return hex(value)  # in decimal, Python refuses to write long ones
    return f"{type(value).__name__}:{value!a}"


def _joined(parts: Iterable[ast.expr]) -> list[ast.expr]:
    """The parts of an f-string with neighbouring texts joined: versions of Python cut them apart."""
    found: list[ast.expr] = []
    for part in parts:
        text = part.value if isinstance(part, ast.Constant) else None
        last = found[-1] if found else None
        if isinstance(text, str) and isinstance(last, ast.Constant) and isinstance(last.value, str):
            found[-1] = ast.Constant(last.value + text)
        elif text != "":
            found.append(part)
    return found


def _dotted(node: ast.expr) -> str:
    """``a.b.c`` as text; nothing if it starts with anything but a name."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _declares(decorator: ast.expr) -> bool:
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(target, ast.Attribute) and target.attr in _DECLARING


def _imports(node: ast.Import | ast.ImportFrom, package: str) -> dict[str, tuple[str, str]]:
    """By bound name: the module, and the name in it (nothing for the module itself)."""
    if isinstance(node, ast.Import):
        return {
            alias.asname or alias.name.partition(".")[0]: (
                alias.name if alias.asname else alias.name.partition(".")[0],
                "",
            )
            for alias in node.names
        }
    above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    module = ".".join([*above, *([node.module] if node.module else [])])
    return {alias.asname or alias.name: (module, alias.name) for alias in node.names}


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, with those inside of ``if``, ``try``, ``for`` and ``with``."""
    for node in body:
        yield node
        for name in ("body", "orelse", "finalbody"):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from _statements(getattr(node, name, ()))
        for handler in getattr(node, "handlers", ()):
            yield from _statements(handler.body)


def _bound(node: ast.stmt) -> set[str]:
    """The names that one statement binds or changes, those inside of it left out."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    targets: list[Any] = list(getattr(node, "targets", ()))
    targets += [getattr(node, "target", None)]
    targets += [item.optional_vars for item in getattr(node, "items", ())]
    found: set[str] = set()
    while targets:
        target = targets.pop()
        if isinstance(target, ast.Name):
            found.add(target.id)
        elif isinstance(target, ast.Tuple | ast.List):
            targets += target.elts
        elif isinstance(target, ast.Subscript | ast.Attribute | ast.Starred):
            targets.append(target.value)
    return found


def _read(text: str | bytes, package: str) -> _Source | None:
    """What a file holds; None where it cannot be read."""
    source = _Source()
    writer = _Writer(source)
    collecting = gc.isenabled()
    gc.disable()  # syntax is many small objects that live for a moment: collections double the time
    try:
        for node in ast.parse(text).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                source.imports.update(_imports(node, package))
                continue
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                writer.write(node)
                filed = source.classes.get(node.name) or next(
                    pieces for (_, name), pieces in source.functions.items() if name == node.name
                )
                source.bound.setdefault(node.name, []).append(filed[-1])
                continue
            _, piece = writer.piece(node)
            for inner in _statements([node]):
                if isinstance(inner, ast.Import | ast.ImportFrom):
                    source.imports.update(_imports(inner, package))
                for name in _bound(inner):
                    source.bound.setdefault(name, []).append(piece)
    except (SyntaxError, ValueError, RecursionError):
        return None
    finally:
        if collecting:
            gc.enable()
    return source


@functools.lru_cache(1024)
def _file(path: str, package: str, stamp: tuple[int, int] | str) -> _Source | None:
    """A file in the state that its time and size name; a text of a notebook by itself."""
    try:
        return _read(stamp if isinstance(stamp, str) else Path(path).read_bytes(), package)
    except OSError:
        return None


def _source(path: str, package: str) -> _Source | None:
    try:
        found = Path(path).stat()
    except OSError:
        lines = linecache.getlines(path)
        return _file(path, package, "".join(lines)) if lines else None
    return _file(path, package, (found.st_mtime_ns, found.st_size))


@functools.cache
def _is_authors(top: str, installed: bool) -> bool:
    """Whether a package is an author's: not the engine, nor what is merely installed."""
    if top == _ENGINE or top in sys.stdlib_module_names:
        return False
    return not installed or top in _published()


@functools.cache
def _published() -> frozenset[str]:
    """The packages of installed distributions that have papers."""
    distributions = [entry.dist for entry in metadata.entry_points(group=_GROUP)]
    return frozenset(
        file.parts[0] for dist in distributions if dist for file in dist.files or () if file.parts
    )


def _lies_installed(path: str) -> bool:
    return "site-packages" in path or "dist-packages" in path


# -- one claim -------------------------------------------------------------------------------------

_Node = tuple[str, str]
"""A module and a name that it binds."""


class Reader:
    """Digests of claims; it keeps what it has read, so use one for many claims and not for long."""

    def __init__(self) -> None:
        self._modules: dict[str, _Source | None] = {}
        self._targets: dict[tuple[str, str], tuple[_Node, ...]] = {}
        self._edges: dict[tuple[str, int], tuple[_Node, ...]] = {}
        self._inside: set[int] = set()
        self._reached: list[_Node] = []

    def digests(self, claim: Claim) -> dict[str, str]:
        """``statement`` and ``check``, each in twelve hexadecimal digits."""
        latex = [(r.name, " ".join(r.latex.split())) for r in claim.readings.values()]
        return {"statement": _short(ascii(latex)), "check": self._check(claim)}

    def _check(self, claim: Claim) -> str:
        self._reached = []
        experiment = claim.experiment_of
        roots = {
            "kind": claim.kind,
            "readings": {
                name: {
                    "check": reading.variant.check,
                    "settings": reading.variant.settings,
                    "prompts": reading.variant.prompts,
                    "construction": reading.variant.construction,
                    "ingredients": reading.variant.ingredients,
                    "family": reading.variant.family,
                }
                for name, reading in claim.readings.items()
            },
            "responses": claim.responses,
            "failure": claim.failure,
            "ladder": claim.ladder,
            "size": claim.size,
            "experiment": experiment and (experiment.run, experiment.configurations),
        }
        text = self._value(roots)
        return _short("\n".join([text, *sorted(self._followed())]))

    def _followed(self) -> set[str]:
        """All that the roots name, and what that names in turn."""
        waiting, known, told = self._reached, set(self._reached), set[str]()
        while waiting:
            module, name = waiting.pop()
            source = self._module(module)
            if source is None or isinstance(_live(module, name), Claim | Paper):
                continue
            for piece in source.bound[name]:
                told.add(f"{name}={piece.digest}")
                for node in self._named(module, piece):
                    if node not in known:
                        known.add(node)
                        waiting.append(node)
        return told

    # -- names -------------------------------------------------------------------------------------

    def _module(self, name: str) -> _Source | None:
        """The source of an author's module that is loaded."""
        if name not in self._modules:
            module = sys.modules.get(name)
            path = getattr(module, "__file__", None) or ""
            own = path and _is_authors(name.partition(".")[0], _lies_installed(path))
            package = getattr(module, "__package__", None) or ""
            self._modules[name] = _source(path, package) if own else None
        return self._modules[name]

    def _named(self, module: str, piece: _Piece) -> tuple[_Node, ...]:
        """What the names of a piece of a module stand for."""
        key = (module, id(piece))  # pieces live as long as the sources that are kept here
        if key not in self._edges:
            found: dict[_Node, None] = {}
            for name in sorted(piece.names):
                target, _, rest = name.partition(":") if ":" in name else (module, "", name)
                found |= dict.fromkeys(self._resolved(target, rest))
            self._edges[key] = tuple(found)
        return self._edges[key]

    def _resolved(self, module: str, path: str) -> tuple[_Node, ...]:
        """What ``path`` means in a module; without a path all that the module binds."""
        if (module, path) in self._targets:
            return self._targets[module, path]
        self._targets[module, path] = ()  # ends a circle of imports
        head, _, rest = path.partition(".")
        source = self._module(module)
        found: tuple[_Node, ...] = ()
        if head and not (source and (head in source.bound or head in source.imports)):
            if f"{module}.{head}" in sys.modules:
                found = self._resolved(f"{module}.{head}", rest)
        elif source is not None and not head:
            found = tuple((module, name) for name in source.bound)
        elif source is not None:
            found = ((module, head),) if head in source.bound else ()
            if head in source.imports:
                target, attribute = source.imports[head]
                found += self._resolved(target, ".".join(filter(None, (attribute, rest))))
        self._targets[module, path] = found
        return found

    # -- values ------------------------------------------------------------------------------------

    def _value(self, value: Any) -> str:
        """A value in words; what it names of the authors' is noted as reached."""
        if value is None or isinstance(value, bool | str | bytes):
            return f"{type(value).__name__}:{value!a}"
        if isinstance(value, int | Fraction):
            return f"{type(value).__name__}:{value}"
        if isinstance(value, float):
            short = value == float(f"{value:{_FLOAT}}")
            return f"float:{value!r}" if short else f"float:{value:{_FLOAT}}"
        if isinstance(value, Claim | Paper | types.ModuleType):
            return type(value).__name__
        if id(value) in self._inside:
            return "..."  # it holds itself
        self._inside.add(id(value))
        try:
            return self._compound(value)
        finally:
            self._inside.discard(id(value))

    def _compound(self, value: Any) -> str:
        if isinstance(value, list | tuple):
            return f"{type(value).__name__}[{','.join(map(self._value, value))}]"
        if isinstance(value, set | frozenset):
            return f"set[{','.join(sorted(map(self._value, value)))}]"
        if isinstance(value, Mapping):
            pairs = sorted(f"{self._value(k)}:{self._value(v)}" for k, v in value.items())
            return f"mapping[{','.join(pairs)}]"
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, types.MethodType):
            return f"method({self._value(value.__func__)},{self._value(value.__self__)})"
        if callable(value) and hasattr(value, "__wrapped__"):
            return self._value(inspect.unwrap(value))  # kept results change nothing
        if isinstance(value, types.FunctionType):
            return self._function(value)
        if isinstance(value, functools.partial):
            return f"partial({self._value([value.func, value.args, value.keywords])})"
        if hasattr(value, "tolist") and hasattr(value, "shape"):
            return f"array({tuple(value.shape)},{self._value(value.tolist())})"
        if hasattr(value, "__qualname__"):  # written in C
            return f"built-in:{value.__qualname__}"
        if is_dataclass(value):
            # So that a new option of a domain changes nothing for those that do not use it.
            parts = {
                f.name: v for f in fields(value) if not _is(v := getattr(value, f.name), f.default)
            }
        else:
            parts = dict(getattr(value, "__dict__", {}))
        return f"{self._class(type(value))}({self._value(parts)})"

    def _class(self, kind: type) -> str:
        source = self._module(kind.__module__)
        pieces = [] if source is None else source.classes.get(kind.__name__, [])
        for piece in pieces:
            self._reached += self._named(kind.__module__, piece)
        return f"{kind.__name__}:{'+'.join(piece.digest for piece in pieces)}"

    def _function(self, function: types.FunctionType) -> str:
        module = function.__globals__.get("__name__", "")
        closed = {}
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            try:
                closed[name] = cell.cell_contents
            except ValueError:  # not bound yet
                closed[name] = None
        held = self._value([function.__defaults__, function.__kwdefaults__, closed])
        path = function.__code__.co_filename
        if not _is_authors(module.partition(".")[0], _lies_installed(path)):
            return f"function:{function.__qualname__}({held})"
        package = function.__globals__.get("__package__") or ""
        pieces = _located(function.__code__, _source(path, package))
        for piece in pieces:
            self._reached += self._named(module, piece)
        digests = sorted(piece.digest for piece in pieces) or [_compiled(function.__code__)]
        return f"function:{'+'.join(digests)}({held})"


def _is(value: Any, default: Any) -> bool:
    plain = bool | int | float | str | None
    return isinstance(value, plain) and type(value) is type(default) and value == default


def _live(module: str, name: str) -> Any:
    return getattr(sys.modules.get(module), name, None)


def _located(code: types.CodeType, source: _Source | None) -> list[_Piece]:
    """The function in its file; lambdas of one line are told apart by where their bodies stand."""
    if source is None:
        return []
    there = source.functions.get((code.co_firstlineno, code.co_name), [])
    if len(there) < 2:
        return there
    positions = set(code.co_positions())
    exact = [piece for piece in there if piece.body in positions]
    return exact or there


def _compiled(code: types.CodeType) -> str:
    """For code without a file (typed in, say): the same for one version of Python only."""
    constants = [c for c in code.co_consts if not isinstance(c, types.CodeType)]
    inner = [_compiled(c) for c in code.co_consts if isinstance(c, types.CodeType)]
    return _short(f"{code.co_code.hex()} {code.co_names} {constants!a} {inner}")


def of(claim: Claim) -> dict[str, str]:
    """The digests of one claim: ``statement`` and ``check``."""
    return Reader().digests(claim)
