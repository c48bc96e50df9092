"""Commands run in a folder of their own; one finished run is shared by the tests that read it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lemmata.commands.cli import main
from tests.cli.helpers import CLAIM, ODD, SMALL, Run, Told, process


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process."""

    def run(*arguments: object) -> Told:
        capsys.readouterr()
        status = main([str(a) for a in arguments])
        return Told(status, *capsys.readouterr())

    return run


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Told]) -> Path:
    """The folder in which ``make`` was run, by whichever of xdist's workers came first."""
    base = factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / name
    done = folder / "told.json"
    try:
        folder.mkdir()
    except FileExistsError:
        end = time.monotonic() + 300
        while not done.exists():
            assert time.monotonic() < end, f"the worker that makes {folder} does not end"
            time.sleep(0.1)
    else:
        unfinished = folder / "told.part"
        unfinished.write_text(json.dumps(make(folder)), encoding="utf-8")
        unfinished.rename(done)
    return folder


def told_in(folder: Path) -> Told:
    return Told(*json.loads((folder / "told.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="session")
def verified(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Told]:
    """The output folder of ``lemmata verify pca/lemma-8`` and what it said; not to be changed."""

    def make(folder: Path) -> Told:
        out = folder / "out"
        options = ("--workers", 1, "--out", out, "--json", folder / "v.json")
        return process("verify", CLAIM, *options, cwd=folder)

    folder = once(tmp_path_factory, "verified", make)
    return folder / "out", told_in(folder)


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Told]:
    """A claim file with nothing surprising, its output folder and what the run said."""

    def make(folder: Path) -> Told:
        (folder / "claim.py").write_text(SMALL, encoding="utf-8")
        options = ("--workers", 1, "--resume", "--out", "out")
        return process("verify", folder / "claim.py", *options, cwd=folder)

    folder = once(tmp_path_factory, "small", make)
    return folder / "claim.py", folder / "out", told_in(folder)


@pytest.fixture(scope="session")
def odd(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Told]:
    """The output folder of a claim file that is full of surprises and what the run said."""

    def make(folder: Path) -> Told:
        (folder / "odd.py").write_text(ODD, encoding="utf-8")
        (folder / "out").mkdir()
        (folder / "out" / "evidence.jsonl").write_text("an earlier run", encoding="utf-8")
        options = ("--workers", 1, "--out", "out", "--junit", "junit.xml")
        return process("verify", "odd.py", *options, cwd=folder)

    folder = once(tmp_path_factory, "odd", make)
    return folder / "out", told_in(folder)
