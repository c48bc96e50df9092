"""What of the authors' sources the hunts of a claim can see: statements, across modules.

A claim sees the statements that declare it; what any of these names, and in turn what that names; and what
is done when the modules are loaded in which all that stands. Left out is what cannot matter to it: functions,
values and classes that nothing of it names, and the statements that declare other claims. Where names cannot be
followed (``globals()``, a library that Lemmata does not know, a question to the file system), nothing is said,
and the claim is hunted each time.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lemmata.claims.claim import Claim
from lemmata.claims.declarations import Declaration
from lemmata.claims.paper import Paper
from lemmata.run import sources, statements_kept
from lemmata.run.statements import Does, Statement, Target

_KNOWN = frozenset([
    "lemmata", "torch", "numpy", "scipy", "flint", "cvxpy", "clarabel", "sympy", "mpmath", "sklearn",
    "hypothesis", "safetensors", "transformers", "__future__", "abc", "array", "bisect", "builtins",
    "cmath", "collections", "contextlib", "copy", "csv", "dataclasses", "decimal", "enum", "fractions",
    "functools", "gzip", "hashlib", "heapq", "io", "itertools", "json", "math", "numbers",
    "operator", "pathlib", "random", "re", "statistics", "string", "struct", "textwrap", "time",
    "types", "typing", "typing_extensions", "unicodedata", "warnings",
])  # fmt: skip
"""Packages outside the authors' that read nothing but what they are given, and files that they open."""

_LOST = "? "
"""Before a name that no module of the authors binds, although another asks for it."""
Place = tuple[str, int]
"""A module, and which of its statements."""


@dataclass(frozen=True)
class Reach:
    """What a claim sees.

    Attributes:
        places: the statements, in one order.
        modules: those that are loaded for it.
        hidden: why that cannot be told; empty if it can.
    """

    places: tuple[Place, ...]
    modules: frozenset[str]
    hidden: str = ""


class Sources:
    """The loaded modules of authors; it keeps what it has read, so it is of one moment."""

    def __init__(self) -> None:
        self.files: Mapping[str, Path] = {
            name: file
            for name, file in sources.modules().items()
            if name.partition(".")[0] not in ("lemmata", "reports")
        }
        packages = {name: getattr(sys.modules[name], "__package__", "") or "" for name in self.files}
        self.modules = statements_kept.read((name, file, packages[name]) for name, file in self.files.items())
        self._bound: dict[Target, list[Place]] = defaultdict(list)
        for name, module in self.modules.items():
            for k, statement in enumerate(module.statements):
                for bound in statement.binds:
                    self._bound[name, bound].append((name, k))
        self._targets = cache(self._followed)
        self._named = cache(self._names)
        self._beside = cache(self._load_directly)
        self._loaded = cache(self._load)
        self._declares: dict[int, list[Place]] = defaultdict(list)
        """By the identity of a declaration: the statements that declare something of it."""
        self._always: dict[str, list[Place]] = defaultdict(list)
        """By module: what its other statements do when it is loaded."""
        self._upon: dict[Place, list[Place]] = defaultdict(list)
        """By statement: what others, of any module, may do to what it binds."""
        for name, module in self.modules.items():
            for k, statement in enumerate(module.statements):
                self._sort((name, k), statement)

    def statement(self, place: Place) -> Statement:
        """The statement at a place."""
        return self.modules[place[0]].statements[place[1]]

    # -- which statements count for which claims -----------------------------------------------------

    def _sort(self, place: Place, statement: Statement) -> None:
        declared = self._declarations(place, statement)
        for declaration in declared:
            self._declares[declaration].append(place)
        does = Does.SOMETHING if self._does_more(place, statement) else statement.does
        if declared or does == Does.NOTHING:
            return
        self._always[place[0]].append(place)
        within = self._closure([place])
        changed = {*within} if does == Does.SOMETHING else {*self._changed(within)}
        for other in changed:
            self._upon[other].append(place)

    def _does_more(self, place: Place, statement: Statement) -> bool:
        """Whether a class is made from one that does something then."""
        targets = [target for base in statement.bases for target in self._targets(place[0], base)]
        made_from = (other for target in targets for other in self._places(target))
        return any(self.statement(o).subclassed or self._does_more(o, self.statement(o)) for o in made_from)

    def _changed(self, within: set[Place]) -> Iterator[Place]:
        """What may be changed if some functions are called."""
        for module, k in within:
            for name in self.statement((module, k)).changes:
                for target in self._targets(module, name):
                    yield from self._places(target)
        if any(self.statement(place).changes_given for place in within):
            yield from (place for place in within if self.statement(place).may_change)

    def _declarations(self, place: Place, statement: Statement) -> set[int]:
        """The declarations that a statement makes, or adds something to."""
        if statement.compound:
            return self._reached_declarations(place)
        values = (self._value(place[0], name) for name in statement.subjects)
        found = {id(value) for value in values if isinstance(value, Declaration)}
        if found and not all(self._declares_alone(place[0], name) for name in statement.by):
            return found | self._reached_declarations(place)  # an author's function may act on others, too
        return found

    def _declares_alone(self, module: str, name: str) -> bool:
        """Whether what is called by a name is a declaration or a paper, or Lemmata's own."""
        if isinstance(self._value(module, name), Declaration | Paper):
            return True
        return not {where for where, _ in self._targets(module, name)} & self.modules.keys()

    def _reached_declarations(self, place: Place) -> set[int]:
        """Those that a loop, or an author's function, may add something to: all that it names.

        A paper's name stands for all claims of the paper, unless it makes a new one there.
        """
        found: set[int] = set()
        waiting, known = [place], {place}
        while waiting:
            module, k = waiting.pop()
            for name in self.modules[module].statements[k].names:
                for target in self._targets(module, name):
                    value = self._value(*target)
                    if isinstance(value, Declaration):
                        found.add(id(value))
                    elif isinstance(value, Paper):
                        makes = name.rpartition(".")[2] in ("claim", "not_encoded")
                        found |= set() if makes else set(map(id, value.declared.values()))
                    else:
                        new = set(self._places(target)) - known
                        known |= new
                        waiting += new
        return found

    def _value(self, module: str, name: str) -> object:
        """The declaration or paper that a loaded module holds under a name."""
        value = vars(sys.modules[module]).get(name) if module in sys.modules else None
        return value if issubclass(type(value), Declaration | Paper) else None  # as in sources.held

    # -- following names -----------------------------------------------------------------------------

    def _names(self, place: Place) -> tuple[Target, ...]:
        """Where the authors bind what a statement names; a module that is named itself is all of it."""
        module, statement = place[0], self.statement(place)
        return tuple({target for name in statement.names for target in self._targets(module, name)})

    def _followed(self, module: str, name: str, deep: int = 20) -> tuple[Target, ...]:
        head, _, tail = name.partition(".")
        source, found = self.modules.get(module), set[Target]()
        if source is None or not deep:
            return ((module, name),)
        if (module, head) in self._bound:
            found.add((module, head))
        for target, attribute in source.imports.get(head, ()):
            if target == module and attribute == head:
                continue
            rest = ".".join(filter(None, (attribute, tail)))
            found |= set(self._in(target, rest, deep - 1))
        for star in source.stars:
            if (star, head) in self._bound:
                found.add((star, head))
        if not found and f"{module}.{head}" in self.modules:
            found |= set(self._in(f"{module}.{head}", tail, deep - 1))
        return tuple(found)

    def _in(self, module: str, name: str, deep: int) -> tuple[Target, ...]:
        """What a name means that is asked of a module; without a name it is the module itself."""
        head = name.partition(".")[0]
        if module not in self.modules or not name:
            return ((module, head),)
        if found := self._followed(module, name, deep):
            return found
        return () if head.startswith("__") else ((module, _LOST + head),)

    def _closure(self, start: Iterable[Place]) -> set[Place]:
        """Statements and all that they name in turn."""
        found = set(start)
        waiting = list(found)
        while waiting:
            for target in self._named(waiting.pop()):
                new = set(self._places(target)) - found
                found |= new
                waiting += new
        return found

    def _places(self, target: Target) -> Iterable[Place]:
        module, name = target
        if name or module not in self.modules:
            return self._bound.get(target, ())
        return [(module, k) for k in range(len(self.modules[module].statements))]

    # -- a claim -------------------------------------------------------------------------------------

    def of(self, claim: Claim) -> Reach:
        """What the hunts of a claim see."""
        declared = self._declares[id(claim.paper.declared[claim.id])]
        if not declared:
            return Reach((), frozenset(), "no name holds its declaration")
        if shared := next(filter(None, map(self._shared, declared)), ""):
            return Reach((), frozenset(), f"several declarations have had the name {shared}")
        checks = [reading.variant.check for reading in claim.readings.values()]
        start = {(c.__module__, c.__qualname__.partition(".")[0]) for c in checks}
        waiting = [*declared, *(place for target in start for place in self._places(target))]
        found, entered, hidden = set(waiting), set[str](), ""
        while waiting:
            place = waiting.pop()
            targets = self._named(place)
            hidden = hidden or self._hidden(place, targets)
            new = {other for target in targets for other in self._places(target)} | {*self._upon[place]}
            for module in {place[0], *(module for module, _ in targets)}:
                for other in self._loaded(module) - entered:
                    entered.add(other)
                    new |= set(self._always[other])
            waiting += new - found
            found |= new
        return Reach(tuple(sorted(found)), frozenset(entered), hidden)

    def _shared(self, place: Place) -> str:
        """A name in a statement that has held several declarations: what acted on which is unknown."""
        for module, name in self._named(place):
            bound = [other for other in self._bound[module, name] if not self.statement(other).compound]
            if len(bound) > 1 and isinstance(self._value(module, name), Declaration):
                return name
        return ""

    def _hidden(self, place: Place, targets: Iterable[Target]) -> str:
        """Why it cannot be told what a statement sees; empty if it can."""
        file, reason = self.files[place[0]], self.statement(place).hidden
        if reason:
            return f"{reason} in {file}"
        for module, name in targets:
            if name.startswith(_LOST):
                return f"{module}.{name.removeprefix(_LOST)}, which {file} names, is defined nowhere"
            if module not in self.modules and module.partition(".")[0] not in _KNOWN:
                return f"{module}, of which {file} makes use"
        return ""

    def _load(self, module: str) -> frozenset[str]:
        """The authors' modules that are loaded with one, and itself."""
        found, waiting = set[str](), [module]
        while waiting:
            new = self._beside(waiting.pop()) - found
            found |= new
            waiting += new
        return frozenset(found)

    def _load_directly(self, module: str) -> frozenset[str]:
        loads = self.modules[module].loads if module in self.modules else ()
        names = {module, *(name for m, n in loads for name in (m, f"{m}.{n}"))}
        whole = {name.rsplit(".", k)[0] for name in names for k in range(name.count(".") + 1)}
        return frozenset(whole & self.files.keys())

    def text(self, reach: Reach) -> str:
        """All that a claim sees, as text: the statements, and what their names mean."""
        lines = []
        for module, k in reach.places:
            meant = sorted(f"{where}:{name}" for where, name in self._named((module, k)))
            lines.append(f"{module} {self.statement((module, k)).digest} {' '.join(meant)}")
        futures = [f"{m} {n}" for m in sorted(reach.modules) for n in self._futures(m)]
        return "\n".join([*lines, *futures])

    def _futures(self, module: str) -> list[str]:
        loads = self.modules[module].loads if module in self.modules else ()
        return sorted(name for origin, name in loads if origin == "__future__")

    def bound(self, reach: Reach) -> Iterator[Target]:
        """The names that a claim sees, by the modules that bind them; a module itself by the empty one."""
        for module in reach.modules:
            yield module, ""
        for module, k in reach.places:
            for name in self.statement((module, k)).binds:
                yield module, name
