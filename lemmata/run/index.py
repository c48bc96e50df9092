"""An index of the claims, kept between commands: what lists show, without importing a single claim.

The index is made once from the loaded claims and kept as JSON in the user's cache folder
(``LEMMATA_CACHE``, else the system's). It is good for as long as no source has changed: beside it stands a
digest of all files of the packages that were loaded for it. Where no folder can be written, nothing is kept
and everything works as well, after some seconds.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lemmata
from lemmata.errors import LemmataError
from lemmata.records.renamed import renamed
from lemmata.run import registry, selecting, sources
from lemmata.run.selecting import Last, Subject

if TYPE_CHECKING:
    from lemmata.statement.claims import Claim

SCHEMA = "lemmata/index/2"
_KEPT = 8
"""Indices in the folder: one for each checkout or environment, the oldest of more are removed."""


@dataclass(frozen=True)
class Place:
    """Lines of a file of the source; no file: the paper's main one."""

    first: int
    last: int
    file: str = ""


@dataclass(frozen=True)
class Entry:
    """A claim, as lists show it; ``module`` is the one that declares it."""

    id: str
    topic: str
    paper: str
    label: str
    kind: str
    rank: str
    origin: str
    at: Place | None
    summary: str
    file: str
    module: str


@dataclass(frozen=True)
class Source:
    """A paper, and the folder of its claims (none if it has none); ``entry`` is its entry point.

    ``budgeted`` counts the hunts of its claims that may test a probability.
    """

    topic: str
    key: str
    citation: str
    source: str
    folder: str
    entry: str
    budgeted: int


@dataclass(frozen=True)
class Index:
    """The claims of all installed papers, in the order of the library."""

    papers: dict[str, Source]
    claims: dict[str, Entry]
    renamed: dict[str, str]

    def select(self, patterns: Sequence[str], last: Callable[[], Last] = dict) -> list[Entry]:
        """The claims that a selection means; see :func:`lemmata.run.selecting.select`.

        Raises:
            LemmataError: nothing is selected.
        """
        subjects = [Subject(e.id, e.topic, e.file, e.rank, e.origin) for e in self.claims.values()]
        chosen = selecting.select(subjects, patterns, renamed=self.renamed, last=last)
        return [self.claims[name] for name in chosen]

    def needed(self, patterns: Sequence[str]) -> tuple[tuple[str, ...], int] | None:
        """For a selection: the entry points of the papers that it names, and the budgeted hunts of the others.

        None where that cannot be said: nothing is selected, say, or the last run decides.
        """
        if not self.covers(filter(selecting.is_file, patterns)):
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # whoever selects warns of names that are gone
            try:
                topics = {entry.topic for entry in self.select(patterns, _unknown)}
            except LemmataError:
                return None
        entries = [self.papers[topic].entry for topic in topics]
        others = sum(paper.budgeted for topic, paper in self.papers.items() if topic not in topics)
        return (tuple(entries), others) if all(entries) else None

    def covers(self, files: Iterable[str]) -> bool:
        """Whether all claim files named in a selection are those of installed papers."""
        known = {Path(entry.file).resolve() for entry in self.claims.values() if entry.file}
        return all(Path(file).resolve() in known for file in files)


def _unknown() -> Last:
    raise LemmataError("only the last run knows")


def load() -> Index:
    """The index of all installed papers: the kept one, or a new one, which is kept.

    Raises:
        LemmataError: a paper cannot be imported.
    """
    return fresh() or keep(registry.load())


def fresh() -> Index | None:
    """The kept index, if no source has changed since."""
    stored = _stored()
    if stored is not None and stored["digest"] == _digest(stored["packages"]):
        with suppress(TypeError, KeyError, ValueError):
            return _decoded(stored)
    return None


def kept() -> Index | None:
    """The kept index, even if sources have changed since; None if there is none."""
    if (stored := _stored()) is not None:
        with suppress(TypeError, KeyError, ValueError):
            return _decoded(stored)
    return None


def last_known() -> Index:
    """The kept index, even if sources have changed since; a new one if there is none."""
    return kept() or load()


def of(library: registry.Library) -> Index:
    """The index of loaded claims."""
    entries = {id(_loaded(entry)): entry.value for entry in _entry_points()}
    budgeted = defaultdict[str, int](int)
    for claim in library.claims.values():
        budgeted[claim.paper.topic] += registry.budgeted([claim])
    holders = _holders(tuple(paper.modules for paper in library.papers.values() if paper.modules))
    papers = {
        topic: Source(
            topic,
            paper.key,
            paper.citation,
            paper.source,
            str(paper.folder or ""),
            entries.get(id(paper), ""),
            budgeted[topic],
        )
        for topic, paper in library.papers.items()
    }
    claims = {claim.id: _entry(claim, holders) for claim in library.claims.values()}
    return Index(papers, claims, library.renamed)


def keep(library: registry.Library) -> Index:
    """Makes the index of all installed papers and keeps it for later commands, if it can be written."""
    index = of(library)
    packages = sorted(_packages(library))
    document = {
        "schema": SCHEMA,
        "digest": _digest(packages),
        "packages": packages,
        "papers": [asdict(paper) for paper in index.papers.values()],
        "fields": [field.name for field in fields(Entry)],
        "claims": [list(asdict(entry).values()) for entry in index.claims.values()],
    }
    with suppress(OSError):
        path = _path()
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(document, file, ensure_ascii=True, separators=(",", ":"))
        Path(name).replace(path)  # whole or not at all: another command may read it now
        _prune(path.parent)
    return index


def folder() -> Path:
    """Where indices are kept: ``LEMMATA_CACHE``, else the system's folder for caches."""
    if chosen := os.environ.get("LEMMATA_CACHE"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "lemmata"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "lemmata" / "Cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lemmata"


def _path() -> Path:
    """The file of this environment: papers and the place of the engine tell it from others."""
    parts = [str(Path(lemmata.__file__).parent), *(f"{e.name}={e.value}" for e in _entry_points())]
    return folder() / f"claims-{hashlib.sha256(os.linesep.join(parts).encode()).hexdigest()[:16]}.json"


def _stored() -> dict[str, Any] | None:
    """The kept document, if there is one that this version has written."""
    try:
        document = json.loads(_path().read_bytes())
    except (OSError, ValueError, RuntimeError):  # RuntimeError: there is no home
        return None
    known = isinstance(document, dict) and document.get("schema") == SCHEMA
    whole = known and document.get("fields") == [field.name for field in fields(Entry)]
    return document if whole and isinstance(document.get("packages"), list) else None


def _decoded(document: dict[str, Any]) -> Index:
    papers = [Source(**paper) for paper in document["papers"]]
    entries = []
    for row in document["claims"]:
        values = dict(zip(document["fields"], row, strict=True))
        entries.append(Entry(**{**values, "at": values["at"] and Place(**values["at"])}))
    claims = {entry.id: entry for entry in entries}
    names = {old: new for old, new in renamed().items() if new in claims}
    return Index({paper.topic: paper for paper in papers}, claims, names)


def _entry(claim: Claim, holders: dict[int, list[str]]) -> Entry:
    # Its check may be another module's, and other modules may import it.
    modules = holders.get(id(claim.paper.declared.get(claim.id)), [])
    module = claim.module if claim.module in modules or not modules else modules[0]
    at = Place(claim.at.first, claim.at.last, claim.at.file) if claim.at else None
    return Entry(
        claim.id,
        claim.paper.topic,
        claim.paper.key,
        claim.label,
        claim.kind.name,
        claim.rank,
        claim.origin,
        at,
        claim.summary,
        claim.file,
        module,
    )


def _holders(packages: tuple[str, ...]) -> dict[int, list[str]]:
    """By the identity of each declaration: the modules of the papers' packages that have it as a variable.

    Others may have it too (a test that imports a claim), and no later command could load those.
    """
    from lemmata.statement.declarations import Declaration

    holders = defaultdict(list)
    for name in sorted(sources.modules()):
        if f"{name}.".startswith(tuple(f"{package}." for package in packages)):
            for _, value in sources.held(name, Declaration):
                holders[id(value)].append(name)
    return holders


def _packages(library: registry.Library) -> set[str]:
    """The packages on which the index rests: the papers', and those of ours that they have loaded.

    Only what has an ``__init__.py``: a folder without one lies where each process happens to look.
    """
    tops = {paper.modules.partition(".")[0] for paper in library.papers.values()}
    tops |= {entry.module.partition(".")[0] for entry in _entry_points()}
    beside = {Path(p).parent for top in tops for p in getattr(sys.modules.get(top), "__path__", ())}
    for name in list(sources.modules()):
        module = sys.modules.get(name.partition(".")[0])
        folders = getattr(module, "__path__", ()) if getattr(module, "__file__", None) else ()
        if any(Path(p).parent in beside for p in folders):
            tops.add(name.partition(".")[0])
    return (tops | {"lemmata"}) - {"", "tests"}


def _digest(packages: Iterable[str]) -> str:
    """One digest of where the packages lie and what all their files hold."""
    digest = hashlib.sha256()
    for package in sorted(packages):
        spec = util.find_spec(package)
        for where in (spec and spec.submodule_search_locations) or ():
            digest.update(f"{package}={where}\n".encode())
            for file in sorted(sources.files(Path(where))):
                digest.update(f"{file}\n".encode())
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _entry_points() -> list[metadata.EntryPoint]:
    return sorted(metadata.entry_points(group=registry.GROUP), key=lambda e: (e.name, e.value))


def _loaded(entry: metadata.EntryPoint) -> object:
    """What an entry point names, if its module is loaded."""
    return getattr(sys.modules.get(entry.module), entry.attr, None)


def _prune(where: Path) -> None:
    files = sorted(where.glob("claims-*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    for old in files[_KEPT:]:
        old.unlink(missing_ok=True)
