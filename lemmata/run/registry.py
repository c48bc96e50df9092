"""Finding papers and claims: through entry points, or in a file that a user names."""

from __future__ import annotations

import ast
import fnmatch
import functools
import hashlib
import importlib
import importlib.util
import sys
import sysconfig
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import ModuleType

import lemmata
from lemmata.errors import LemmataError
from lemmata.records.renamed import renamed
from lemmata.records.statistics import FALSE_ALARM_BUDGET, SERIES
from lemmata.statement.claims import Claim
from lemmata.statement.papers import Paper

GROUP = "lemmata.papers"
_PREFIX = "lemmata_claim_file_"


@dataclass(frozen=True)
class Library:
    """All claims that can be reached, by id."""

    papers: dict[str, Paper]
    claims: dict[str, Claim]
    renamed: dict[str, str]
    """Ids of earlier versions and what they are called now."""

    def claim(self, identifier: str) -> Claim:
        """The claim with this id, or with the one that it had in an earlier version.

        Raises:
            LemmataError: there is none; the message names near ones.
        """
        if identifier in self.claims:
            return self.claims[identifier]
        if identifier in self.renamed:
            return self.claims[self._now(identifier)]
        raise LemmataError(f"no claim {identifier!r}; {self._suggestions(identifier)}")

    def select(self, patterns: list[str] | tuple[str, ...]) -> list[Claim]:
        """Claims by id, topic, glob, ``rank:headline``, ``origin:ours`` or file path; without a pattern all.

        An id of an earlier version is answered with the new one, and a warning.

        Raises:
            LemmataError: a pattern selects nothing.
        """
        if not patterns:
            return list(self.claims.values())
        selected: dict[str, Claim] = {}
        for pattern in patterns:
            if pattern in self.renamed:
                pattern = self._now(pattern)
            matching = [c for c in self.claims.values() if _matches(c, pattern)]
            if not matching:
                raise LemmataError(f"nothing is selected by {pattern!r}; {self._suggestions(pattern)}")
            selected |= {c.id: c for c in matching}
        return [c for c in self.claims.values() if c.id in selected]

    @property
    def alpha(self) -> float:
        """Each hunt's share of the false-alarm budget, split over all that may test a probability.

        Divided by what a series of runs spends, so that merging reruns stays within the budget.
        It counts all claims, selected or not, so that a verdict does not depend on the selection.
        """
        tests = sum(len(c.variants()) for c in self.claims.values() if c.kind.budgeted)
        return FALSE_ALARM_BUDGET / (SERIES * max(tests, 1))

    def _now(self, identifier: str) -> str:
        new = self.renamed[identifier]
        warnings.warn(f"{identifier} is called {new} now", UserWarning, stacklevel=3)
        return new

    def _suggestions(self, text: str) -> str:
        word = text.rsplit("/", 1)[-1].lower()
        similar = [i for i in self.claims if word and (word in i or i.rsplit("/", 1)[-1] in word)]
        hint = f"did you mean {', '.join(similar[:5])}? " if similar else ""
        return hint + "`lemmata list` shows all claims"


def _matches(claim: Claim, pattern: str) -> bool:
    if is_file(pattern):
        return Path(claim.file).resolve() == Path(pattern).resolve()
    if pattern in (f"rank:{claim.rank}", f"origin:{claim.origin}"):
        return True
    return pattern in (claim.id, claim.paper.topic) or fnmatch.fnmatchcase(claim.id, pattern)


def is_file(pattern: str) -> bool:
    """Whether a selection means a claim file rather than an id."""
    return pattern.endswith(".py")


def load(files: tuple[str, ...] = ()) -> Library:
    """The papers of all installed packages, and those of claim files given by path.

    Every paper is always loaded whole: all claims share one budget (:attr:`Library.alpha`).

    Raises:
        LemmataError: a paper or a file cannot be imported.
    """
    entries = sorted(metadata.entry_points(group=GROUP), key=lambda e: (e.name, e.value))
    papers = [_load_entry(entry) for entry in entries]
    for file in files:
        known = {id(paper) for paper in papers}
        papers += [paper for paper in _load_file(Path(file), papers) if id(paper) not in known]
    topics: dict[str, Paper] = {}
    claims: dict[str, Claim] = {}
    for paper in papers:
        topics.setdefault(paper.topic, paper)
        for claim in _in_order_of_source(list(paper.claims.values())):
            other = claims.setdefault(claim.id, claim)
            if other is not claim:
                raise LemmataError(_taken_twice(other, claim))
    return Library(topics, claims, {old: new for old, new in renamed().items() if new in claims})


def _in_order_of_source(claims: list[Claim]) -> list[Claim]:
    """The claims of a paper as its source has them; one without a place follows what its id extends."""
    order = {claim.id: k for k, claim in enumerate(claims)}
    placed = [(claim.id, claim.at) for claim in claims if claim.at]

    def place(claim: Claim) -> tuple[bool, str, int, int, bool]:
        path = claim.id
        while "/" in path:
            for name, at in placed:
                if name == path or (path != claim.id and name.startswith(f"{path}/")):
                    return False, at.file, at.first, order[name], name != claim.id
            path = path.rpartition("/")[0]
        return True, "", 0, 0, False

    return sorted(claims, key=place)


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
            f"the paper {entry.name} ({entry.value}) cannot be imported: "
            f"{type(error).__name__}: {error}{_shadow(top)}"
        ) from error
    return paper


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
    return tuple(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))


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


def _holds(file: Path, paper: Paper) -> bool:
    """Whether one of a paper's claims stands in a file."""
    return any(_same(claim.file, file) for claim in paper.claims.values())


def _load_file(path: Path, papers: list[Paper]) -> list[Paper]:
    """Imports a claim file that no loaded paper owns; claim files are code and are run."""
    resolved = path.resolve()
    if any(_holds(resolved, paper) for paper in papers):
        return []
    if not path.is_file():
        raise LemmataError(f"{path}: there is no such file")
    root, name = _place(resolved)
    if "." not in name:
        _refuse_strangers(path, resolved)
    try:
        with _neighbours(root):
            names = vars(_import(name, resolved))
        defined = [p for p in names.values() if isinstance(p, Paper) and _holds(resolved, p)]
        for paper in defined:
            paper.check_families()
    except LemmataError:
        raise
    except (Exception, SystemExit) as error:
        raise LemmataError(f"{path} cannot be imported: {type(error).__name__}: {error}") from error
    if not defined:
        raise LemmataError(f"{path} defines no claim: make one with Paper(...).claim(...)")
    return defined
