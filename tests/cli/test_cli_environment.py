"""What surrounds a run: packages that are missing, folders of the same names, imports that are spared."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import lemmata
from tests.cli.helpers import CLAIM, Run, Told, environment, load, process

LASSO = "mine/lasso"
CLAIM_ON_CVXPY = """
import torch
from baselines.lasso import lasso_cvxpy
from lemmata import Paper, ForAll
from lemmata.claims.margin import at_most
from lemmata import dims
from lemmata.claims.space import space
from dataclasses import dataclass

@dataclass(frozen=True)
class Setting:
    n: int

PAPER = Paper("mine", "Title", "Author", 2026, "key", "source.txt")
claim = PAPER.claim("Lasso", kind=ForAll(), settings=space(Setting, n=dims(1, 2)))

@claim.printed("solved", share=1)
def check(share):
    one = torch.ones(1, dtype=torch.float64)
    found = lasso_cvxpy(one[None], one, 0.5)
    return at_most(found.error[None] * share, one)

claim.mutant("another share", share=2)
"""
"""A claim that has to ask cvxpy."""


def stub(folder: Path, *names: str) -> str:
    """A folder for PYTHONPATH in which the packages cannot be imported."""
    for name in names:
        (folder / name).mkdir(parents=True)
        text = f"raise ImportError(\"No module named '{name}' (as a test wants it)\")\n"
        (folder / name / "__init__.py").write_text(text, encoding="utf-8")
    return str(folder)


@pytest.mark.slow
def test_without_cvxpy_a_run_goes_on(tmp_path: Path) -> None:
    path = stub(tmp_path / "stub", "cvxpy")
    (tmp_path / "mine.py").write_text(CLAIM_ON_CVXPY, encoding="utf-8")
    told = process("verify", CLAIM, "mine.py", "--out", "out", "--workers", 1, cwd=tmp_path, PYTHONPATH=path)
    assert told.status == 0, told.err
    assert "Traceback" not in told.err
    assert f"undecided: {LASSO} (printed): cvxpy is not installed: pip install cvxpy" in told.out
    claims = {c["id"]: c for c in load(tmp_path / "out" / "verdicts.json")["claims"]}
    lasso = claims[LASSO]["readings"]["printed"]
    assert lasso["outcome"] == "undecided"
    assert {m["fate"] for m in claims[LASSO]["mutants"]} == {"invalid"}
    found = claims[CLAIM]["readings"]  # which needs no solver
    assert (found["printed"]["outcome"], found["printed"]["evidence"]) == ("refuted", "genuine")
    assert found["amended"]["outcome"] == "holds"


def test_a_replay_without_the_package_that_it_needs_is_not_confirmed(
    cli: Run, verified: tuple[Path, Told], monkeypatch: pytest.MonkeyPatch
) -> None:
    from lemmata.errors import MissingDependency
    from lemmata.run import replay

    def lacking(*_: object) -> None:
        raise MissingDependency("cvxpy is not installed: pip install cvxpy")

    monkeypatch.setattr(replay, "replay", lacking)
    told = cli("replay", verified[0] / "witnesses" / "pca" / "lemma-8.printed.json")
    assert told.status == 1
    assert "cvxpy is not installed: pip install cvxpy" in told.out
    assert "NOT confirmed" in told.out
    assert "Traceback" not in told.err


class TestFoldersOfTheSameNames:
    @pytest.fixture
    def project(self, tmp_path: Path) -> Path:
        """A project with its own folders of the same names."""
        for name in ("theorems", "constructions", "baselines", "reports", "tests"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "__init__.py").write_text("", encoding="utf-8")
        return tmp_path

    def test_in_the_current_folder_are_no_obstacle(self, project: Path) -> None:
        told = process("list", CLAIM, cwd=project)
        assert told.status == 0, told.err
        assert CLAIM in told.out

    def test_a_safe_path_keeps_the_folders_that_were_asked_for(self, tmp_path: Path) -> None:
        """``python -P`` leaves the current folder out; the next entry is not ours to drop."""
        path = stub(tmp_path / "stub", "cvxpy")
        code = (
            "import runpy, sys\n"
            "sys.argv = ['lemmata', '--version']\n"
            "try:\n    runpy.run_module('lemmata', run_name='__main__')\n"
            "except SystemExit as stop:\n    assert stop.code == 0\n"
            f"assert {path!r} in sys.path, sys.path\n"
        )
        done = subprocess.run(
            [sys.executable, "-P", "-c", code],
            cwd=tmp_path,
            env=environment(PYTHONPATH=path),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


HEAVY = ("torch", "numpy", "scipy", "cvxpy", "sklearn", "hypothesis")


@pytest.mark.slow
def test_commands_import_what_they_need(verified: tuple[Path, Told], tmp_path: Path) -> None:
    """One process, command after command, with the heavy packages that it has imported by then."""
    evidence = str(verified[0] / "evidence.jsonl")
    commands = [[], ["verify", "--help"], ["report", evidence, "--out", "pages"], ["list"]]
    code = (
        "import json, sys\n"
        "from lemmata.commands.cli import main\n"
        "told = []\n"
        f"for command in {commands!r}:\n"
        f"    told.append([main(command), [m for m in {HEAVY!r} if m in sys.modules]])\n"
        "print(json.dumps(told))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    nothing, help_, report, list_ = json.loads(done.stdout.splitlines()[-1])
    assert nothing == [2, []]
    assert help_ == [0, []]
    assert report[0] == list_[0] == 0
    assert "torch" not in report[1]
    assert not set(list_[1]) & {"cvxpy", "sklearn"}
    assert (tmp_path / "pages" / "index.html").is_file()


def test_the_packages_are_typed_and_have_their_schema() -> None:
    root = Path(lemmata.__file__).parent
    assert (root / "py.typed").is_file()
    assert load(root / "schemas" / "verdicts-1.json")["$id"] == "lemmata/verdicts/1"
