"""A plugin for pytest: ``pytest --lemmata`` collects the claims of files and folders as tests.

Every claim is a test. It fails on surprises, naming each reading and mutant that surprises, and skips what is
undecided, as :func:`lemmata.testing.check_claim` does. A package is named by ``--pyargs``::

    pytest --lemmata claims/                          # a folder of claim files
    pytest --lemmata --pyargs theorems.pca            # an installed paper
    pytest --lemmata --pyargs theorems -k headline    # by rank, kind, origin or id

``--lemmata-earlier DIR`` spares the claims of installed papers that have not changed since the run in a folder.

Without ``--lemmata`` it does nothing, and costs nothing: what needs torch is imported where it is needed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lemmata.errors import LemmataError

if TYPE_CHECKING:
    from _pytest._code import ExceptionInfo
    from _pytest._code.code import TerminalRepr

    from lemmata.claims.claim import Claim


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    group = parser.getgroup("lemmata", "claims of papers (lemmata)")
    group.addoption(
        "--lemmata",
        action="store_true",
        help="collect the claims of the named files, folders and packages (--pyargs) as tests",
    )
    group.addoption(
        "--lemmata-profile", default="quick", metavar="PROFILE", help="budget of a hunt (default: %(default)s)"
    )
    group.addoption("--lemmata-seed", default=0, type=int, metavar="N", help="seed (default: %(default)s)")
    group.addoption(
        "--lemmata-earlier",
        type=Path,
        metavar="DIR",
        help="the folder of a run (lemmata verify --out): claims that have not changed since are spared",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker that all items of the plugin have."""
    config.addinivalue_line("markers", "lemmata: a claim (pytest --lemmata)")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file that declares claims; files of tests, which may declare some to try them, are none."""
    if not parent.config.getoption("--lemmata") or file_path.suffix != ".py":
        return None
    tests = (*parent.config.getini("python_files"), "conftest.py")
    if any(fnmatch(file_path.name, pattern) for pattern in tests):
        return None
    from lemmata.run.folders import may_declare

    if not may_declare(file_path):
        return None
    return ClaimFile.from_parent(parent, path=file_path)


class ClaimFile(pytest.File):
    """A file of claims."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its claims.

        Raises:
            CollectError: it cannot be loaded; the message says why.
        """
        from lemmata.run import registry

        try:
            claims = registry.load((str(self.path),)).claims.values()
            here = [claim for claim in claims if claim.file and Path(claim.file).resolve() == self.path]
        except LemmataError as error:
            raise self.CollectError(str(error)) from None
        for claim in here:
            yield ClaimItem.from_parent(self, name=claim.id, claim=claim)


class ClaimItem(pytest.Item):
    """A claim with its readings and mutants."""

    def __init__(self, *, claim: Claim, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]  # pytest's own: name, parent and the like
        self.claim = claim
        self.add_marker("lemmata")
        self.extra_keyword_matches |= {claim.rank, claim.origin, claim.kind.name}

    def runtest(self) -> None:
        """Hunts; a surprise is a failure."""
        from lemmata.testing import check_claim

        profile, seed, earlier = (
            self.config.getoption(f"--lemmata-{name}") for name in ("profile", "seed", "earlier")
        )
        check_claim(self.claim, profile, seed, earlier=earlier)

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], style: object = None) -> str | TerminalRepr:
        """The surprise in words; the engine's own frames would tell an author nothing."""
        if isinstance(excinfo.value, AssertionError | LemmataError):
            return f"{excinfo.value}\nrun it alone: lemmata verify {_typed(self.claim, self.path)}"
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where it stands."""
        return self.path, None, self.name


def _typed(claim: Claim, file: Path) -> str:
    """What selects a claim: its id, or its file where no installed paper has it."""
    from lemmata.run import registry

    return os.path.relpath(file) if registry.are_strangers([str(file)]) else claim.id
