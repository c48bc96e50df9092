"""A plugin for pytest: ``pytest --lemmata`` collects the claims of files and folders as tests.

Every reading and every mutant is a test, which fails on a surprise and skips what is undecided, as
:func:`lemmata.testing.check_variant` does. A package is named by ``--pyargs``::

    pytest --lemmata claims/                          # a folder of claim files
    pytest --lemmata --pyargs theorems.pca            # an installed paper
    pytest --lemmata --pyargs theorems -k headline    # by rank, kind, id or name of the reading

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

    from lemmata.statement.claims import Claim, Variant


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


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker that all items of the plugin have."""
    config.addinivalue_line("markers", "lemmata: a reading or a mutant of a claim (pytest --lemmata)")


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
        """The readings and mutants of its claims.

        Raises:
            CollectError: it cannot be loaded; the message says why.
        """
        from lemmata.run import registry

        try:
            claims = registry.load((str(self.path),)).claims.values()
            here = [claim for claim in claims if claim.file and Path(claim.file).resolve() == self.path]
            variants = [variant for claim in here for variant in claim.variants()]
        except LemmataError as error:
            raise self.CollectError(str(error)) from None
        for variant in variants:
            yield ClaimItem.from_parent(self, name=f"{variant.claim.id}: {variant.name}", variant=variant)


class ClaimItem(pytest.Item):
    """One reading or mutant of a claim."""

    def __init__(self, *, variant: Variant, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]  # pytest's own: name, parent and the like
        self.variant = variant
        self.add_marker("lemmata")
        self.extra_keyword_matches |= {variant.claim.rank, variant.claim.origin, variant.claim.kind.name}

    def runtest(self) -> None:
        """Hunts; a surprise is a failure."""
        from lemmata.testing import check_variant

        check_variant(
            self.variant, self.config.getoption("--lemmata-profile"), self.config.getoption("--lemmata-seed")
        )

    def repr_failure(self, excinfo: ExceptionInfo[BaseException], style: object = None) -> str | TerminalRepr:
        """The surprise in words; the engine's own frames would tell an author nothing."""
        if isinstance(excinfo.value, AssertionError | LemmataError):
            return f"{excinfo.value}\nrun it alone: lemmata verify {_typed(self.variant.claim, self.path)}"
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where it stands."""
        return self.path, None, self.name


def _typed(claim: Claim, file: Path) -> str:
    """What selects a claim: its id, or its file where no installed paper has it."""
    from lemmata.run import registry

    return os.path.relpath(file) if registry.are_strangers([str(file)]) else claim.id
