"""Finding papers and claims: through entry points, or in a file that a user names."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from lemmata.claims.heads import Head
from lemmata.claims.roots import root
from lemmata.errors import LemmataError
from lemmata.records import strict_json
from lemmata.records.papers import Position, position
from lemmata.records.words import by_number
from lemmata.run import claim_files, coverage, selection
from lemmata.run.selection import Last

if TYPE_CHECKING:
    from lemmata.claims.claim import Claim
    from lemmata.claims.paper import Paper

GROUP = "lemmata.papers"


@dataclass(frozen=True)
class Library:
    """All claims that can be reached, by id."""

    papers: dict[str, Paper]
    claims: dict[str, Claim]
    alone: bool = False
    """Whether they are those of files, and no installed paper is loaded."""
    elsewhere: int = 0
    """How many hunts of installed papers that are not loaded share the budget with these."""

    def claim(self, identifier: str) -> Claim:
        """The claim with this id.

        Raises:
            LemmataError: there is none; the message names near ones.
        """
        if identifier in self.claims:
            return self.claims[identifier]
        named = strict_json.brief(identifier)
        raise LemmataError(f"no claim {named!r}; {selection.suggestions(identifier, self._heads())}")

    def select(self, patterns: Sequence[str], last: Callable[[], Last] = dict) -> list[Claim]:
        """Claims by id, topic, glob or file path, narrowed by filters; without a pattern all.

        :mod:`lemmata.run.selection` says what they mean. ``last`` gives the last verdicts, which some
        filters ask for.

        Raises:
            LemmataError: nothing is selected.
        """
        chosen = selection.select(self._heads(), patterns, last=last)
        return [self.claims[name] for name in chosen]

    def _heads(self) -> list[Head]:
        return [claim.head for claim in self.claims.values()]

    @property
    def alpha(self) -> float:
        """Each hunt's share of the false-alarm budget, split over all that may test a probability.

        Divided by what a series of runs spends, so that merging reruns stays within the budget.
        It counts all claims, selected or not, so that a verdict does not depend on the selection.
        """
        from lemmata.records.sequential_tests import FALSE_ALARM_BUDGET, SERIES

        return FALSE_ALARM_BUDGET / (SERIES * max(budgeted(self.claims.values()) + self.elsewhere, 1))


def budgeted(claims: Iterable[Claim]) -> int:
    """How many hunts of these claims may test a probability."""
    return sum(len(claim.variants()) for claim in claims if claim.kind.budgeted)


def entries_of(papers: Iterable[Paper]) -> tuple[str, ...]:
    """The entry points of those of these papers that are installed, for :func:`load`."""
    wanted = {id(paper) for paper in papers}
    return tuple(e.value for e in entries() if id(named(e)) in wanted)


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
    wanted = [] if alone else [entry for entry in entries() if only is None or entry.value in only]
    papers: list[Paper] = [_load_entry(entry) for entry in wanted]
    held = _files(papers) if files else set()
    known = {id(paper) for paper in papers}
    fresh = [Path(file) for file in files if Path(file).resolve() not in held]
    papers += [paper for paper in _load_files(fresh) if id(paper) not in known]
    if alone and any(named(entry) is paper for entry in entries() for paper in papers):
        return load(files)
    topics: dict[str, Paper] = {}
    claims: dict[str, Claim] = {}
    for paper in papers:
        topics.setdefault(paper.topic, paper)
        for claim in _in_order_of_source(paper):
            other = claims.setdefault(claim.id, claim)
            if other is not claim:
                raise LemmataError(_taken_twice(other, claim))
    return Library(topics, claims, alone, elsewhere)


def entries() -> list[metadata.EntryPoint]:
    """The entry points of all installed papers; none is imported."""
    return sorted(metadata.entry_points(group=GROUP), key=lambda e: (e.name, e.value))


def named(entry: metadata.EntryPoint) -> object:
    """What an entry point names, if its module is loaded."""
    return getattr(sys.modules.get(entry.module), entry.attr, None)


def are_strangers(files: Sequence[str]) -> bool:
    """Whether there are claim files, none of which lies in the package of an installed paper."""
    installed = {entry.module for entry in entries()}
    names = [claim_files.place(Path(file).resolve())[1] for file in files]
    return bool(files) and not any(
        name == module or name.startswith(f"{module}.") for name in names for module in installed
    )


def claims_of(path: Path) -> list[Claim]:
    """The claims of one file, complete; no paper is loaded beside what the file imports itself.

    Raises:
        ClaimError: a claim is not as it has to be.
        LemmataError: the file cannot be imported, or holds no claim.
    """
    from lemmata.claims.paper import Paper

    if not path.is_file():
        raise LemmataError(f"{path}: there is no such file")
    resolved = path.resolve()
    papers = {id(v): v for v in claim_files.imported(path, resolved).values() if isinstance(v, Paper)}
    claims = [c for p in papers.values() for c in p.claims.values() if claim_files.same(c.file, resolved)]
    if not claims:
        raise LemmataError(_without_claims(path))
    with claim_files.importing(path):
        for claim in claims:
            root(claim)
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
    from lemmata.claims.paper import Paper

    with claim_files.importing(module):
        paper = metadata.EntryPoint("", entry, GROUP).load()
        importlib.import_module(module)
        declaration = paper.declared.get(identifier) if isinstance(paper, Paper) else None
        return declaration.complete() if declaration else None


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
    if one.module != other.module and claim_files.same(one.file, other.file):
        return (
            f"{one.file} was run twice, as the module {one.module} and as {other.module}: import it "
            "by one name, and give it one that no installed module has"
        )
    return (
        f"the id {one.id} is taken twice, in {one.file} and in {other.file}: "
        "rename the claim or the topic of one"
    )


def _load_entry(entry: metadata.EntryPoint) -> Paper:
    from lemmata.claims.paper import Paper

    with claim_files.importing(f"the paper {entry.name} ({entry.value})"):
        paper = entry.load()
        if not isinstance(paper, Paper):
            raise LemmataError(
                f"the entry point {entry.name} = {entry.value} of group {GROUP} is "
                f"{type(paper).__name__}, not a lemmata.Paper"
            )
        paper.load()
        return paper


def _without_claims(path: Path) -> str:
    if path.name == "__init__.py":
        others = path.parent / "[a-z]*.py"
        return f"{path} defines no claim: it holds the paper's record. Name the files beside it ({others})"
    return f"{path} defines no claim: declare one by @theorem(...); `lemmata new` writes an example"


def _files(papers: list[Paper]) -> set[Path]:
    """The files in which the claims of papers stand."""
    return {Path(f).resolve() for f in {claim.file for paper in papers for claim in paper.claims.values()}}


def _load_files(files: Sequence[Path]) -> list[Paper]:
    """Imports claim files that no loaded paper owns; claim files are code and are run.

    Each paper is looked at once, when all files are there, however many of them it has.
    """
    from lemmata.claims.paper import Paper

    named: dict[Path, list[Paper]] = {}
    for path in files:
        if not path.is_file():
            raise LemmataError(f"{path}: there is no such file")
        names = claim_files.imported(path, path.resolve())
        named[path] = [paper for paper in names.values() if isinstance(paper, Paper)]
    held: dict[int, set[Path]] = {}
    defined: dict[int, Paper] = {}
    for path, papers in named.items():
        with claim_files.importing(path):
            held |= {id(paper): _files([paper]) for paper in papers if id(paper) not in held}
            own = [paper for paper in papers if path.resolve() in held[id(paper)]]
            for paper in own:
                if id(paper) not in defined:
                    paper.check_references()
        if not own:
            raise LemmataError(_without_claims(path))
        defined |= {id(paper): paper for paper in own}
    return list(defined.values())
