"""What a verdict is about: a short digest of the statement, one of the check, and one of the mutants.

The statement is the LaTeX of the readings. The check is the code that decides: the statements that declare
the claim and its readings, the check function, and in turn all that these name in the packages of the
authors. It is compared as syntax, without comments, docstrings, layout, annotations of parameters and the
words of declarations. The mutants, which decide nothing, have theirs apart. The engine and installed packages
are left out. Nothing depends on where a file lies, on what its module is called, on the machine, or on the
version of Python.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lemmata.claims import syntax
from lemmata.claims.claim import Claim
from lemmata.claims.declarations import Declaration
from lemmata.claims.paper import Paper
from lemmata.run import sources
from lemmata.run.statements import called, dotted_name, imported

_DECLARES = frozenset(["printed", "amended", "construction"])
_SAID = frozenset(["expect", "because", "defect", "adds", "slack", "falls_with"])
_HEAD = frozenset(["id", "part", "uses", "rank", "origin", "at", "possible_extraction", "summary", "pinned"])
_WORDS = {"claim": _HEAD, "printed": _SAID, "amended": _SAID}
"""What declarations are given that decides nothing, beside their positional arguments."""
_ABOVE = {"theorem": _HEAD, "printed": _SAID, "amended": _SAID}
"""The same of decorators that stand above a check, which are functions and no methods."""
_ASIDE = frozenset(["mutant", "mutants", "derive_mutants", "waive", "figure", "in_symbols"])
"""Declarations that no reading rests on."""
_TRIED = frozenset(["mutant", "mutants", "derive_mutants", "waive"])
"""Declarations of what the check is tried with."""
_SILENT = frozenset(["ctx", "kind", "type_comment", "type_ignores", "returns"])
"""Fields of syntax that change nothing of what code computes."""


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class _Piece:
    """A statement at the top of a module, and the names in it."""

    digest: str
    names: frozenset[str]


@dataclass(frozen=True)
class _Source:
    """A module: by name, the statements that bind it or add to it; and where imported names are from."""

    pieces: dict[str, list[_Piece]]
    mutants: dict[str, list[_Piece]]
    """By the name of a declaration: the statements that give it mutants."""
    imports: dict[str, tuple[str, str]]


def _read(file: Path, package: str) -> _Source:
    source = _Source(defaultdict(list), defaultdict(list), {})
    try:
        text = file.read_bytes()
        tree, nodes = syntax.parsed(text), syntax.nodes(text)
    except (OSError, SyntaxError):
        return source  # it is being edited
    for whole in tree.body:
        statement, tried = _apart(whole)
        piece = _piece(statement)
        for name in _subjects(statement):
            source.pieces[name].append(piece)
        for name in _tried(statement):
            source.mutants[name].append(piece)
        if tried:
            source.mutants[statement.name].append(_piece(tried))
    for node in nodes:
        # Of ``import a.b`` the name is ``a``, and what else it may mean comes behind that.
        source.imports.update(reversed([*imported(node, package)]))
    return source


def _apart(statement: ast.stmt) -> tuple[Any, list[ast.expr]]:
    """A statement without the mutants that stand above a check, and these."""
    if not isinstance(statement, ast.FunctionDef):
        return statement, []
    tried = [part for part in statement.decorator_list if _name_of_call(part) == "mutants"]
    rest = [part for part in statement.decorator_list if part not in tried]
    fields = dict(ast.iter_fields(statement)) | {"decorator_list": rest}
    return ast.FunctionDef(**fields), tried


def _name_of_call(node: ast.expr) -> str:
    """``f`` of ``f(...)``; empty for a method."""
    return getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""


def _piece(node: Any) -> _Piece:
    names: set[str] = set()
    return _Piece(_short(_text(node, names)), frozenset(names))


def _text(node: Any, names: set[str]) -> str:
    """Syntax in one form, whatever its layout and the version of Python; collects the names in it."""
    if isinstance(node, list):
        return f"[{','.join(_text(part, names) for part in node if not _is_bare_string(part))}]"
    if not isinstance(node, ast.AST):
        return hex(node) if type(node) is int else ascii(node)  # Python refuses long decimals
    if isinstance(node, ast.JoinedStr):  # versions cut the text between the values differently
        return _text([part for part in node.values if isinstance(part, ast.FormattedValue)], names)
    if isinstance(node, ast.Name | ast.Attribute) and (dotted := dotted_name(node)):
        names.add(dotted)
        return f"<{dotted}>"
    if isinstance(node, ast.Call):
        words = _WORDS.get(getattr(node.func, "attr", "")) or _ABOVE.get(_name_of_call(node))
        if words:
            node = ast.Call(node.func, [], [k for k in node.keywords if k.arg not in words])
    silent = {*_SILENT, "annotation"} if isinstance(node, ast.arg) else _SILENT
    fields = ((name, value) for name, value in ast.iter_fields(node) if name not in silent)
    parts = (f"{name}={_text(value, names)}" for name, value in fields if value not in (None, []))
    return f"{type(node).__name__}({','.join(parts)})"


def _is_bare_string(node: Any) -> bool:
    """A docstring, or one below a field."""
    value = getattr(node, "value", None) if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _subjects(node: ast.stmt) -> set[str]:
    """The names that a statement binds, or to which it adds something."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}.union(*(_calls(part, _DECLARES) for part in node.decorator_list))
    if isinstance(node, ast.Expr):
        return _calls(node.value)
    targets = getattr(node, "targets", [getattr(node, "target", node)])  # a loop or a condition: all of it
    parts = (part for target in targets for part in ast.walk(target))
    return {part.id for part in parts if isinstance(part, ast.Name)}


def _tried(node: ast.stmt) -> set[str]:
    """The declarations to which a statement gives mutants."""
    names, methods = called(node.value) if isinstance(node, ast.Expr) else ([], set[str]())
    return {*names} if methods & _TRIED else set()


def _calls(node: ast.expr, methods: frozenset[str] = frozenset()) -> set[str]:
    """The names on which a declaration acts that decides something; of ``methods`` only, if there are any."""
    names, used = called(node)
    aside = used & _ASIDE or (methods and not used & methods)
    return set() if aside else {*names}


class Reader:
    """Digests of claims; it keeps what it has read, so use one for many claims and not for long."""

    def __init__(self) -> None:
        self._files = {
            name: file for name, file in sources.modules().items() if name.partition(".")[0] != "lemmata"
        }
        self._sources: dict[str, _Source] = {}
        self._means: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}
        self._places: dict[int, list[tuple[str, str]]] = defaultdict(list)
        """Of each declaration: the variables that hold it."""
        for module in self._files:
            for name, value in sources.held(module, Declaration):
                self._places[id(value)].append((module, name))

    def digest(self, claim: Claim) -> str:
        """One for statement and check together."""
        return _short("".join(self.digests(claim).values()))

    def digests(self, claim: Claim) -> dict[str, str]:
        """``statement`` and ``check``, each in twelve hexadecimal digits."""
        latex = [(r.name, " ".join(r.says.split())) for r in claim.readings.values()]
        return {"statement": _short(ascii(latex)), "check": self._check(claim)}

    def _check(self, claim: Claim) -> str:
        declaration = claim.paper.declared[claim.id]
        checks = [reading.variant.check for reading in claim.readings.values()]
        waiting = [(c.__module__, c.__qualname__.partition(".")[0]) for c in checks]
        waiting += self._places[id(declaration)]
        if not self._places[id(declaration)] and (source := self._source(claim.module)):
            waiting += [(claim.module, name) for name in source.pieces]  # declared in a loop, say
        return _short("\n".join([claim.kind.name, *sorted(self._reached(waiting, declaration))]))

    def mutants(self, claim: Claim) -> str:
        """One for what the check is tried with, in twelve hexadecimal digits; derived mutants have no text."""
        digests, waiting = set[str](), []
        places = self._places[id(claim.paper.declared[claim.id])]
        if not places and (source := self._source(claim.module)):
            places = [(claim.module, name) for name in source.mutants]  # declared in a loop, say
        for module, name in places:
            source = self._source(module)
            for piece in source.mutants.get(name, ()) if source else ():
                digests.add(piece.digest)
                waiting += [target for n in piece.names for target in self._meaning(module, n)]
        return _short("\n".join(sorted(digests | self._reached(waiting, None))))

    def _reached(self, waiting: list[tuple[str, str]], declaration: Declaration | None) -> set[str]:
        """The pieces that bind some names, and all that these name in turn; no other declaration's."""
        waiting, reached, digests = list(waiting), set(waiting), set[str]()
        while waiting:
            module, name = waiting.pop()
            held = vars(sys.modules[module]).get(name) if module in sys.modules else None
            if isinstance(held, Paper | Declaration) and held is not declaration:
                continue
            source = self._source(module)
            for piece in source.pieces.get(name, ()) if source else ():
                digests.add(piece.digest)
                targets = {target for n in piece.names for target in self._meaning(module, n)}
                waiting += targets - reached
                reached |= targets
        return digests

    def _meaning(self, module: str, name: str) -> tuple[tuple[str, str], ...]:
        """The same, asked for once; most names of a paper's network are met with each of its claims."""
        if (module, name) not in self._means:
            self._means[module, name] = tuple(self._targets(module, name))
        return self._means[module, name]

    def _targets(self, module: str, name: str) -> Iterator[tuple[str, str]]:
        """Where the authors bind what a name in a module means."""
        head, _, tail = name.partition(".")
        source = self._source(module)
        if source and head in source.pieces:
            yield module, head
        elif source and source.imports.get(head, (module, head)) != (module, head):
            target, attribute = source.imports[head]
            yield from self._targets(target, ".".join(filter(None, (attribute, tail))))
        elif head and f"{module}.{head}" in sys.modules:
            yield from self._targets(f"{module}.{head}", tail)

    def _source(self, name: str) -> _Source | None:
        """The source of a loaded module, if it is an author's."""
        if name not in self._sources and name in self._files:
            package = getattr(sys.modules[name], "__package__", "") or ""
            self._sources[name] = _read(self._files[name], package)
        return self._sources.get(name)
