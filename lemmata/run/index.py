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
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING

import lemmata
from lemmata.claims.heads import Head
from lemmata.errors import LemmataError
from lemmata.records import atomic_files, codec
from lemmata.run import registry, selection, sources
from lemmata.run.selection import Last

if TYPE_CHECKING:
    from lemmata.claims.claim import Claim

SCHEMA = "lemmata/index/1"
_KEPT = 8
"""Indices in the folder: one for each checkout or environment, the oldest of more are removed."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A claim, as lists show it; ``module`` is the one that declares it."""

    head: Head = field(metadata=codec.flat())
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

    def select(self, patterns: Sequence[str], last: Callable[[], Last] = dict) -> list[Entry]:
        """The claims that a selection means; see :func:`lemmata.run.selection.select`.

        Raises:
            LemmataError: nothing is selected.
        """
        heads = [entry.head for entry in self.claims.values()]
        chosen = selection.select(heads, patterns, last=last)
        return [self.claims[name] for name in chosen]

    def needed(self, patterns: Sequence[str]) -> tuple[tuple[str, ...], int] | None:
        """For a selection: the entry points of the papers that it names, and the budgeted hunts of the others.

        None where that cannot be said: nothing is selected, say, or the last run decides.
        """
        if not self.covers(filter(selection.is_file, patterns)):
            return None
        try:
            topics = {entry.head.topic for entry in self.select(patterns, _unknown)}
        except LemmataError:
            return None
        entries = [self.papers[topic].entry for topic in topics]
        others = sum(paper.budgeted for topic, paper in self.papers.items() if topic not in topics)
        return (tuple(entries), others) if all(entries) else None

    def covers(self, files: Iterable[str]) -> bool:
        """Whether all claim files named in a selection are those of installed papers."""
        known = {Path(entry.head.file).resolve() for entry in self.claims.values() if entry.head.file}
        return all(Path(file).resolve() in known for file in files)


def _unknown() -> Last:
    raise LemmataError("only the last run knows")


def load() -> Index:
    """The index of all installed papers: the kept one, or a new one, which is kept.

    Raises:
        LemmataError: a paper cannot be imported.
    """
    return kept(fresh=True) or keep(registry.load())


def kept(*, fresh: bool = False) -> Index | None:
    """The kept index, if there is one; a ``fresh`` one only if no source has changed since."""
    try:
        document = json.loads(_path().read_bytes())
        if document["schema"] != SCHEMA or (fresh and document["digest"] != _digest(document["packages"])):
            return None
        papers = [codec.decode(Source, paper) for paper in document["papers"]]
        entries = [codec.decode(Entry, entry) for entry in document["claims"]]
    except (OSError, ValueError, TypeError, KeyError, RuntimeError):  # RuntimeError: there is no home
        return None
    return Index({paper.topic: paper for paper in papers}, {entry.head.id: entry for entry in entries})


def of(library: registry.Library) -> Index:
    """The index of loaded claims."""
    entries = {id(registry.named(entry)): entry.value for entry in registry.entries()}
    holders = _holders(tuple(paper.modules for paper in library.papers.values() if paper.modules))
    papers = {
        topic: Source(
            topic,
            paper.key,
            paper.citation,
            paper.source,
            str(paper.folder or ""),
            entries.get(id(paper), ""),
            registry.budgeted(claim for claim in library.claims.values() if claim.paper.topic == topic),
        )
        for topic, paper in library.papers.items()
    }
    return Index(papers, {claim.id: _entry(claim, holders) for claim in library.claims.values()})


def keep(library: registry.Library) -> Index:
    """Makes the index of all installed papers and keeps it for later commands, if it can be written."""
    index = of(library)
    packages = sorted(_packages(library))
    document = {
        "schema": SCHEMA,
        "digest": _digest(packages),
        "packages": packages,
        "papers": [codec.encode(paper) for paper in index.papers.values()],
        "claims": [codec.encode(entry) for entry in index.claims.values()],
    }
    with suppress(OSError):
        write(_path(), json.dumps(document, separators=(",", ":")), _KEPT)
    return index


def write(path: Path, text: str, most: int) -> None:
    """Writes a file, whole or not at all, and removes the oldest of more than so many beside it of its sort."""
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_files.write(path, text)
    like_it = path.parent.glob(f"{path.name.partition('-')[0]}-*.json")
    for other in sorted(like_it, key=lambda file: file.stat().st_mtime)[:-most]:
        other.unlink(missing_ok=True)


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
    parts = [str(Path(lemmata.__file__).parent), *(f"{e.name}={e.value}" for e in registry.entries())]
    return folder() / f"claims-{hashlib.sha256(os.linesep.join(parts).encode()).hexdigest()[:16]}.json"


def _entry(claim: Claim, holders: dict[int, list[str]]) -> Entry:
    # Its check may be another module's, and other modules may import it.
    modules = holders.get(id(claim.paper.declared.get(claim.id)), [])
    module = claim.module if claim.module in modules or not modules else modules[0]
    return Entry(head=claim.head, module=module)


def _holders(packages: tuple[str, ...]) -> dict[int, list[str]]:
    """By the identity of each declaration: the modules of the papers' packages that have it as a variable.

    Others may have it too (a test that imports a claim), and no later command could load those.
    """
    from lemmata.claims.declarations import Declaration

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
    tops |= {entry.module.partition(".")[0] for entry in registry.entries()}
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
