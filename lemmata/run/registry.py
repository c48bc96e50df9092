"""Finding papers and claims: through entry points, or in a file that a user names."""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib
import importlib.util
import re
import site
import sys
import sysconfig
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import lemmata
from lemmata.errors import LemmataError
from lemmata.records.passages import Position, position
from lemmata.records.renamed import renamed
from lemmata.records.words import by_number
from lemmata.run import coverage, selecting
from lemmata.run.selecting import Last, Subject, is_file

if TYPE_CHECKING:
    from lemmata.statement.claims import Claim
    from lemmata.statement.papers import Paper

__all__ = [
    "GROUP",
    "Library",
    "are_strangers",
    "budgeted",
    "claims_of",
    "entries_of",
    "installed",
    "is_file",
    "load",
]

GROUP = "lemmata.papers"
_PREFIX = "lemmata_claim_file_"


@dataclass(frozen=True)
class Library:
    """All claims that can be reached, by id."""

    papers: dict[str, Paper]
    claims: dict[str, Claim]
    renamed: dict[str, str]
    """Ids of earlier versions and what they are called now."""
    alone: bool = False
    """Whether they are those of files, and no installed paper is loaded."""
    elsewhere: int = 0
    """How many hunts of installed papers that are not loaded share the budget with these."""

    def claim(self, identifier: str) -> Claim:
        """The claim with this id, or with the one that it had in an earlier version.

        Raises:
            LemmataError: there is none; the message names near ones.
        """
        if identifier in self.claims:
            return self.claims[identifier]
        if identifier in self.renamed:
            return self.claims[selecting.current(identifier, self.renamed)]
        raise LemmataError(f"no claim {identifier!r}; {selecting.suggestions(identifier, self._subjects())}")

    def select(self, patterns: Sequence[str], last: Callable[[], Last] = dict) -> list[Claim]:
        """Claims by id, topic, glob or file path, narrowed by filters; without a pattern all.

        :mod:`lemmata.run.selecting` says what they mean. ``last`` gives the last verdicts, which some
        filters ask for.

        Raises:
            LemmataError: nothing is selected.
        """
        chosen = selecting.select(self._subjects(), patterns, renamed=self.renamed, last=last)
        return [self.claims[name] for name in chosen]

    def _subjects(self) -> list[Subject]:
        return [Subject(c.id, c.paper.topic, c.file, c.rank, c.origin) for c in self.claims.values()]

    @property
    def alpha(self) -> float:
        """Each hunt's share of the false-alarm budget, split over all that may test a probability.

        Divided by what a series of runs spends, so that merging reruns stays within the budget.
        It counts all claims, selected or not, so that a verdict does not depend on the selection.
        """
        from lemmata.records.statistics import FALSE_ALARM_BUDGET, SERIES

        return FALSE_ALARM_BUDGET / (SERIES * max(budgeted(self.claims.values()) + self.elsewhere, 1))


def budgeted(claims: Iterable[Claim]) -> int:
    """How many hunts of these claims may test a probability."""
    return sum(len(claim.variants()) for claim in claims if claim.kind.budgeted)


def entries_of(papers: Iterable[Paper]) -> tuple[str, ...]:
    """The entry points of those of these papers that are installed, for :func:`load`."""
    wanted = {id(paper) for paper in papers}
    return tuple(e.value for e in metadata.entry_points(group=GROUP) if id(_names(e)) in wanted)


def load(
    files: tuple[str, ...] = (), *, alone: bool = False, only: Collection[str] | None = None, elsewhere: int = 0
) -> Library:
    """The papers of all installed packages, and those of claim files given by path.

    A paper is always loaded whole, and all claims share one budget (:attr:`Library.alpha`).

    Args:
        files: claim files.
        alone: whether no installed paper is loaded, only these files: they then have the budget to
            themselves. Where a claim of theirs is of an installed paper, all are loaded all the same.
        only: the entry points (``theorems.pca:PAPER``) of the installed papers that are needed; all unless
            it is said.
        elsewhere: how many hunts of the others share the budget.

    Raises:
        LemmataError: a paper or a file cannot be imported.
    """
    entries = sorted(metadata.entry_points(group=GROUP), key=lambda e: (e.name, e.value))
    wanted = [] if alone else [entry for entry in entries if only is None or entry.value in only]
    papers: list[Paper] = [_load_entry(entry) for entry in wanted]
    held = _files(papers) if files else set()
    known = {id(paper) for paper in papers}
    fresh = [Path(file) for file in files if Path(file).resolve() not in held]
    papers += [paper for paper in _load_files(fresh) if id(paper) not in known]
    if alone and any(_names(entry) is paper for entry in entries for paper in papers):
        return load(files)
    topics: dict[str, Paper] = {}
    claims: dict[str, Claim] = {}
    for paper in papers:
        topics.setdefault(paper.topic, paper)
        for claim in _in_order_of_source(paper):
            other = claims.setdefault(claim.id, claim)
            if other is not claim:
                raise LemmataError(_taken_twice(other, claim))
    return Library(
        topics, claims, {old: new for old, new in renamed().items() if new in claims}, alone, elsewhere
    )


def _names(entry: metadata.EntryPoint) -> object:
    """What an entry point names, if its module is loaded."""
    return getattr(sys.modules.get(entry.module), entry.attr, None)


def are_strangers(files: Sequence[str]) -> bool:
    """Whether there are claim files, none of which lies in the package of an installed paper."""
    installed = {entry.module for entry in metadata.entry_points(group=GROUP)}
    names = [_place(Path(file).resolve())[1] for file in files]
    return bool(files) and not any(
        name == module or name.startswith(f"{module}.") for name in names for module in installed
    )


def claims_of(path: Path) -> list[Claim]:
    """The claims of one file, complete; no paper is loaded beside what the file imports itself.

    Raises:
        ClaimError: a claim is not as it has to be.
        LemmataError: the file cannot be imported, or holds no claim.
    """
    from lemmata.statement.papers import Paper

    if not path.is_file():
        raise LemmataError(f"{path}: there is no such file")
    resolved = path.resolve()
    papers = {id(v): v for v in _imported_names(path, resolved).values() if isinstance(v, Paper)}
    claims = [c for p in papers.values() for c in p.claims.values() if _same(c.file, resolved)]
    if not claims:
        raise LemmataError(_without_claims(path))
    return claims


def load_one(entry: str, module: str, identifier: str) -> Claim | None:
    """One claim of an installed paper, whose other modules stay as they are; None if it is not there.

    Args:
        entry: the paper, as its entry point names it (``theorems.pca:PAPER``).
        module: the module that declares the claim.
        identifier: the claim's id.

    Raises:
        LemmataError: the module cannot be imported.
    """
    from lemmata.statement.papers import Paper

    point = metadata.EntryPoint("", entry, GROUP)
    try:
        paper = point.load()
        importlib.import_module(module)
        declaration = paper.declared.get(identifier) if isinstance(paper, Paper) else None
        return declaration.complete() if declaration else None
    except LemmataError:
        raise
    except (Exception, SystemExit) as error:
        raise LemmataError(f"{module} cannot be imported: {_said(error)}") from error


def _in_order_of_source(paper: Paper) -> list[Claim]:
    """The claims of a paper as its source has them; one without a place follows what its id extends.

    Where that has none either, those of a file stand together, lemma_2.py before lemma_10.py, at the end.
    """
    claims = list(paper.claims.values())
    try:
        passages = coverage.of_paper(paper).passages
    except LemmataError:  # a run says what is wrong with it
        passages = ()
    order = {claim.id: k for k, claim in enumerate(claims)}
    near: dict[str, Claim] = {}
    """By path: the first claim with a place that has this id or one below it."""
    for claim in claims:
        for path in _paths(claim.id) if claim.at else ():
            near.setdefault(path, claim)

    def place(claim: Claim) -> tuple[bool, Position, int, bool]:
        paths = _paths(claim.id)[1:]
        found = claim if claim.at else next((near[path] for path in paths if path in near), None)
        if found is None or found.at is None:
            return True, (True, 0, False, by_number(claim.file), 0), order[claim.id], False
        return False, position(found.at, paper.source, passages), order[found.id], found is not claim

    return sorted(claims, key=place)


def _paths(identifier: str) -> list[str]:
    """An id and what it extends, the longest first; the topic is nothing that it extends."""
    parts = identifier.split("/")
    return ["/".join(parts[:k]) for k in range(len(parts), 1, -1)]


def _taken_twice(one: Claim, other: Claim) -> str:
    if one.module != other.module and _same(one.file, other.file):
        return (
            f"{one.file} was run twice, as the module {one.module} and as {other.module}: import it "
            "by one name, and give it one that no installed module has"
        )
    return (
        f"the id {one.id} is taken twice, in {one.file} and in {other.file}: "
        "rename the claim or the topic of one"
    )


def _load_entry(entry: metadata.EntryPoint) -> Paper:
    from lemmata.statement.papers import Paper

    top = entry.module.split(".", 1)[0]
    try:
        paper = entry.load()
        if not isinstance(paper, Paper):
            raise LemmataError(
                f"the entry point {entry.name} = {entry.value} of group {GROUP} is "
                f"{type(paper).__name__}, not a lemmata.Paper"
            )
        paper.load()
    except LemmataError:
        raise
    except (Exception, SystemExit) as error:
        raise LemmataError(
            f"the paper {entry.name} ({entry.value}) cannot be imported: {_said(error)}{_shadow(top)}"
        ) from error
    return paper


_NO_NAME = re.compile(r"cannot import name '(\w+)' from")


def _said(error: BaseException) -> str:
    """What an error says; of a name that a module does not have, also which one may be meant."""
    said = f"{type(error).__name__}: {error}"
    missing = _NO_NAME.match(str(error)) if isinstance(error, ImportError) else None
    if missing is None or not isinstance(error, ImportError):
        return said
    if error.name == "lemmata" and missing[1] in importlib.import_module("lemmata.numbers").__all__:
        return f"{said}: write `from lemmata.numbers import {missing[1]}`"
    return said + selecting.hint(missing[1], filter(str.isidentifier, dir(sys.modules.get(error.name or ""))))


def _shadow(top: str) -> str:
    """Says so if a folder of the current project stands before the installed package."""
    module = sys.modules.get(top)
    where = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", [])), None)
    cwd = Path.cwd().resolve()
    if where is None or Path(lemmata.__file__).resolve().is_relative_to(cwd):
        return ""
    if not Path(where).resolve().is_relative_to(cwd):
        return ""
    return (
        f". The name {top!r} was taken from {where}, which shadows the installed package: run "
        "lemmata from another folder or rename yours"
    )


def _place(file: Path) -> tuple[Path, str]:
    """The folder from which a claim file is imported, and its name there.

    A file of a package goes by its own name, so that its neighbours may import it, too.
    """
    root, parts = file.parent, [file.stem]
    while (root / "__init__.py").is_file() and root != root.parent:
        parts.insert(0, root.name)
        root = root.parent
    if len(parts) > 1:
        return root, ".".join(parts)
    digest = hashlib.sha256(str(file).encode()).hexdigest()[:8]
    return root, f"{_PREFIX}{file.stem}_{digest}"  # files of one name in two folders


def _same(one: str, other: str | Path) -> bool:
    return Path(one).resolve() == Path(other).resolve()


def _loaded(file: Path) -> ModuleType | None:
    """The module that was made of a file, under whichever name: no file is run twice.

    A neighbour may have imported it, and a forked worker has what its parent has loaded.
    """
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None)
        # Resolving takes long: names are compared first.
        if isinstance(path, str) and path.endswith(file.name) and _same(path, file):
            return module
    return None


@contextmanager
def _neighbours(root: Path) -> Iterator[None]:
    """Lets a claim file import what lies beside it, claim files that are loaded by now included."""
    plain = {
        Path(module.__file__ or "").stem: module
        for name, module in list(sys.modules.items())
        if name.startswith(_PREFIX) and Path(module.__file__ or "").parent == root
    }
    lent = {name: module for name, module in plain.items() if name not in sys.modules}
    sys.modules.update(lent)
    sys.path.insert(0, str(root))
    try:
        yield
    finally:
        sys.path.remove(str(root))
        for name in lent:
            sys.modules.pop(name, None)  # a library may have a module of this name


def _refuse_strangers(path: Path, file: Path) -> None:
    """Python knows one module of a name: a neighbour must not be taken for that of another folder.

    An installed module of that name is what the file means, or what its author will notice.

    Raises:
        LemmataError: the file imports, directly or through neighbours, one whose name is taken.
    """
    waiting, known = [file], {file}
    while waiting:
        for name in _imported(waiting.pop()):
            neighbour = file.parent / f"{name}.py"
            if neighbour in known or not neighbour.is_file():
                continue
            taken = getattr(sys.modules.get(name), "__file__", None)
            if taken and not installed(Path(taken)) and not _same(taken, neighbour):
                raise LemmataError(
                    f"{path} imports its neighbour {name}.py, but that name is taken by {taken}: "
                    "rename one of the two, or verify the folders one by one"
                )
            known.add(neighbour)
            waiting.append(neighbour)


def installed(file: Path) -> bool:
    """Whether a module's file lies where Python installs them, so that nobody is editing it."""
    return any(file.is_relative_to(folder) for folder in _installed_in())


@functools.cache
def _installed_in() -> tuple[str, ...]:
    paths = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    # An environment may see the packages of the system or of the user, too.
    return (*paths, *site.getsitepackages(), site.getusersitepackages())


def _imported(file: Path) -> list[str]:
    """The first names of the modules that a file imports; none if it cannot be read."""
    try:
        nodes = list(ast.walk(ast.parse(file.read_bytes())))
    except (OSError, SyntaxError, ValueError):
        return []  # importing it says so
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    plain += [n.module or "" for n in nodes if isinstance(n, ast.ImportFrom) and not n.level]
    return [name.partition(".")[0] for name in plain]


def _import(name: str, file: Path) -> ModuleType:
    if (loaded := _loaded(file)) is not None:
        return loaded
    if "." in name:
        module = importlib.import_module(name)
        if Path(module.__file__ or "").resolve() != file:
            raise LemmataError(
                f"{file}: Python's module {name} is another file, {module.__file__}; rename the folder"
            )
        return module
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise LemmataError(f"{file}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]  # what is half run is not loaded
        raise
    return module


def _without_claims(path: Path) -> str:
    if path.name == "__init__.py":
        others = path.parent / "[a-z]*.py"
        return f"{path} defines no claim: it holds the paper's record. Name the files beside it ({others})"
    return f"{path} defines no claim: make one with Paper(...).claim(...)"


def _imported_names(path: Path, resolved: Path) -> dict[str, object]:
    """Runs a claim file, if nobody has; returns what it defines by name.

    Raises:
        LemmataError: it cannot be imported.
    """
    root, name = _place(resolved)
    if "." not in name:
        _refuse_strangers(path, resolved)
    try:
        with _neighbours(root):
            return vars(_import(name, resolved))
    except LemmataError:
        raise
    except (Exception, SystemExit) as error:
        raise LemmataError(f"{path} cannot be imported: {_said(error)}") from error


def _files(papers: list[Paper]) -> set[Path]:
    """The files in which the claims of papers stand."""
    return {Path(f).resolve() for f in {claim.file for paper in papers for claim in paper.claims.values()}}


def _load_files(files: Sequence[Path]) -> list[Paper]:
    """Imports claim files that no loaded paper owns; claim files are code and are run.

    Each paper is looked at once, when all files are there, however many of them it has.
    """
    from lemmata.statement.papers import Paper

    named: dict[Path, list[Paper]] = {}
    for path in files:
        if not path.is_file():
            raise LemmataError(f"{path}: there is no such file")
        names = _imported_names(path, path.resolve())
        named[path] = [paper for paper in names.values() if isinstance(paper, Paper)]
    held: dict[int, set[Path]] = {}
    defined: dict[int, Paper] = {}
    for path, papers in named.items():
        try:
            for paper in papers:
                if id(paper) not in held:
                    held[id(paper)] = _files([paper])
            own = [paper for paper in papers if path.resolve() in held[id(paper)]]
            for paper in own:
                if id(paper) not in defined:
                    paper.check_families()
        except LemmataError:
            raise
        except (Exception, SystemExit) as error:
            raise LemmataError(f"{path} cannot be imported: {_said(error)}") from error
        if not own:
            raise LemmataError(_without_claims(path))
        defined |= {id(paper): paper for paper in own}
    return list(defined.values())
