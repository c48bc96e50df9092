"""Finding papers and claims: through entry points, or in a file that a user names."""

from __future__ import annotations

import fnmatch
import hashlib
import importlib
import importlib.util
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import ModuleType

import lemmata
from lemmata.claims import Claim, Paper
from lemmata.errors import LemmataError
from lemmata.statistics import FALSE_ALARM_BUDGET, SERIES

GROUP = "lemmata.papers"


@dataclass(frozen=True)
class Library:
    """All claims that can be reached, by id."""

    papers: dict[str, Paper]
    claims: dict[str, Claim]

    def claim(self, identifier: str) -> Claim:
        """The claim with this id.

        Raises:
            LemmataError: there is none; the message names near ones.
        """
        if identifier in self.claims:
            return self.claims[identifier]
        raise LemmataError(f"no claim {identifier!r}; {self._near(identifier)}")

    def select(self, patterns: list[str] | tuple[str, ...]) -> list[Claim]:
        """Claims by id, topic, glob or file path; all of them if there is no pattern.

        Raises:
            LemmataError: a pattern selects nothing.
        """
        if not patterns:
            return list(self.claims.values())
        chosen: dict[str, Claim] = {}
        for pattern in patterns:
            found = [c for c in self.claims.values() if _matches(c, pattern)]
            if not found:
                raise LemmataError(f"nothing is selected by {pattern!r}; {self._near(pattern)}")
            chosen |= {c.id: c for c in found}
        return [c for c in self.claims.values() if c.id in chosen]

    @property
    def alpha(self) -> float:
        """Each hunt's share of the false-alarm budget, split over all that may test a probability.

        Divided by what a series of runs spends, so that merging reruns stays within the budget.
        It counts all claims, selected or not, so that a verdict does not depend on the selection.
        """
        tests = sum(
            len(list(c.variants())) for c in self.claims.values() if c.kind == "probability"
        )
        return FALSE_ALARM_BUDGET / (SERIES * max(tests, 1))

    def _near(self, text: str) -> str:
        word = text.rsplit("/", 1)[-1].lower()
        near = [i for i in self.claims if word and (word in i or i.rsplit("/", 1)[-1] in word)][:5]
        hint = f"did you mean {', '.join(near)}? " if near else ""
        return hint + "`lemmata list` shows all claims"


def _matches(claim: Claim, pattern: str) -> bool:
    if is_file(pattern):
        return Path(claim.file).resolve() == Path(pattern).resolve()
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
        for claim in paper.claims.values():
            other = claims.setdefault(claim.id, claim)
            if other is not claim:
                raise LemmataError(
                    f"the id {claim.id} is taken twice, in {other.file} and in {claim.file}: "
                    "rename the claim or the topic of one"
                )
    return Library(topics, claims)


def _load_entry(entry: metadata.EntryPoint) -> Paper:
    top = entry.module.split(".", 1)[0]
    try:
        paper = entry.load()
        if not isinstance(paper, Paper):
            raise LemmataError(
                f"the entry point {entry.name} = {entry.value} of group {GROUP} is "
                f"{type(paper).__name__}, not a lemmata.claims.Paper"
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
    here = Path.cwd().resolve()
    if where is None or Path(lemmata.__file__).resolve().is_relative_to(here):
        return ""
    if not Path(where).resolve().is_relative_to(here):
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
    return root, f"lemmata_claim_file_{file.stem}_{digest}"  # files of one name in two folders


def _import(name: str, file: Path) -> ModuleType:
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
    spec.loader.exec_module(module)
    return module


def _load_file(path: Path, papers: list[Paper]) -> list[Paper]:
    """Imports a claim file that no loaded paper owns; claim files are code and are run."""
    resolved = path.resolve()
    known = {Path(c.file).resolve() for paper in papers for c in paper.claims.values()}
    if resolved in known:
        return []
    if not path.is_file():
        raise LemmataError(f"{path}: there is no such file")
    root, name = _place(resolved)
    sys.path.insert(0, str(root))  # so that the file can import its neighbours
    try:
        module = _import(name, resolved)
    except LemmataError:
        raise
    except (Exception, SystemExit) as error:
        raise LemmataError(f"{path} cannot be imported: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(root))
    found = [value for value in vars(module).values() if isinstance(value, Paper)]
    own = [p for p in found if any(Path(c.file).resolve() == resolved for c in p.claims.values())]
    if not own:
        raise LemmataError(f"{path} defines no claim: make one with Paper(...).claim(...)")
    return own
