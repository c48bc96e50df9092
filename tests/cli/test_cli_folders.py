"""A folder in the place of a claim file: ``lemmata list FOLDER``, ``verify FOLDER``, ``check FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lemmata.run.folders import claim_files, unfolded
from tests.cli.helpers import Run

PAPER = """
from lemmata import Paper

PAPER = Paper("folded", "t", "a", 2026, "k", "s")
"""
CLAIM = '''
from dataclasses import dataclass
from lemmata import at_most, reals
from lemmata.claims.space import space
from lemmata.numbers import abs, sum
from folded import PAPER

@dataclass(frozen=True)
class Setting:
    """Nothing is chosen."""

claim = PAPER.claim(
    "Lemma {n}", summary="The absolute value of lemma {n} is at least the number", settings=space(Setting),
    prompts=lambda s: space(x=reals(2)),
)

@claim.printed("$x_1 \\\\le |x_1| + |x_2|$", factor=1)
def check(x, factor):
    return at_most(x[0], factor * sum(abs(x)))

claim.mutant("half", factor=1 / 8)
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of claim files that is not installed, with what is no claim file."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "folded"]:
        del sys.modules[name]  # that of another test
    inside = tmp_path / "folded"
    (inside / "more").mkdir(parents=True)
    (inside / "__init__.py").write_text(PAPER, encoding="utf-8")
    (inside / "more" / "__init__.py").write_text("", encoding="utf-8")
    for place, n in (("lemma_10", 10), ("lemma_2", 2), ("more/lemma_1", 1)):
        (inside / f"{place}.py").write_text(CLAIM.replace("{n}", str(n)), encoding="utf-8")
    for place in ("test_lemmas.py", "conftest.py", ".hidden/a.py", "venv/b.py"):
        (inside / place).parent.mkdir(exist_ok=True)
        (inside / place).write_text("raise RuntimeError  # PAPER.claim(\n", encoding="utf-8")
    (inside / "venv" / "pyvenv.cfg").write_text("", encoding="utf-8")
    (inside / "helpers.py").write_text("x = 1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return inside


ORDER = ["lemma_2.py", "lemma_10.py", "more/lemma_1.py"]


def test_files_are_found_in_the_order_of_their_numbers(folder: Path) -> None:
    assert [str(path.relative_to(folder)) for path in claim_files(folder)] == ORDER
    assert unfolded(["folded", "rank:headline"]) == [*(f"folded/{name}" for name in ORDER), "rank:headline"]
    assert unfolded(["folded/", "x" * 5000]) == [*(f"folded/{name}" for name in ORDER), "x" * 5000]


def test_the_topic_of_an_installed_paper_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pca").mkdir()
    (tmp_path / "pca" / "a.py").write_text("PAPER.claim(", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert unfolded(["pca", "./pca", "pca/lemma-8"]) == ["pca", "pca/a.py", "pca/lemma-8"]


def test_an_id_is_its_file_where_its_topic_is_a_folder_here(folder: Path) -> None:
    assert folder.is_dir()
    assert unfolded(["folded/lemma-2", "folded/lemma-2/converse", "folded/more/lemma-1", "folded/lemma-3"]) == [
        *("folded/lemma_2.py", "folded/lemma_2.py", "folded/more/lemma_1.py", "folded/lemma-3")
    ]
    assert unfolded(["folded/helpers", "nowhere/lemma-2", "folded/*"]) == [
        *("folded/helpers", "nowhere/lemma-2", "folded/*")
    ]


def test_a_file_beside_claims_of_its_package_is_itself(folder: Path) -> None:
    """Not the claims of the package's own file, to whose id its path would lead."""
    (folder / "more" / "__init__.py").write_text('claim = PAPER.claim("More")\n', encoding="utf-8")
    assert unfolded(["folded/more/lemma_1.py"]) == ["folded/more/lemma_1.py"]


def test_claims_above_their_checks_are_found(folder: Path) -> None:
    above = 'from folded import PAPER\n\n\n@theorem(PAPER, "Lemma 4")\ndef check(x): ...\n'
    (folder / "lemma_4.py").write_text(above, encoding="utf-8")
    assert [path.name for path in claim_files(folder)][1] == "lemma_4.py"


def test_stubs_are_found(folder: Path) -> None:
    stub = 'from folded import PAPER\n\nstub = PAPER.not_encoded("Lemma 4", "$x = x$")\n'
    (folder / "lemma_4.py").write_text(stub, encoding="utf-8")
    assert [path.name for path in claim_files(folder)][1] == "lemma_4.py"


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_the_commands_take_one(cli: Run) -> None:
    told = cli("list", "folded")
    ids = [f"folded/lemma-{n}" for n in (2, 10, 1)]
    assert [line.split("\t")[0] for line in told.out.splitlines()] == ids, told
    assert cli("list", "folded/more").out.startswith(ids[2])
    told = cli("verify", "./folded", "--workers", "1")
    assert told.status == 0, told
    assert all(f"{name}  ✓ holds" in told.out for name in ids), told.out
    told = cli("check", "folded/more")
    assert (told.status, told.err) == (0, ""), told
    assert "no remarks on 1 claim" in told.out
    for command in (["list"], ["show"], ["verify", "--workers", "1"]):
        told = cli(command[0], "folded/lemma-2", *command[1:])
        assert told.status == 0, told
        assert "folded/lemma-2" in told.out and "folded/lemma-10" not in told.out
    assert "3 claims" in cli("show", "folded").out


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_the_last_run_and_ids_of_a_folder_are_known(cli: Run) -> None:
    told = cli("verify", "folded", "--workers", "1")
    assert "this replaces" not in told.out
    told = cli("list", "outcome:holds")
    assert told.status == 0, told
    listed = [line.split("\t")[0] for line in told.out.splitlines()]
    assert listed == [f"folded/lemma-{n}" for n in (2, 10, 1)]
    assert "'outcome:refuted'; `lemmata list` shows all" in cli("list", "outcome:refuted").err
    assert "did you mean folded/lemma-10" in cli("list", "folded/lema-10").err
    assert [line.split("\t")[0] for line in cli("list", "folded/*-2").out.splitlines()] == ["folded/lemma-2"]
    told = cli("verify", "folded/lemma-2", "--workers", "1")
    assert "this replaces the report of 3 claims in reports/html; name another folder by --out" in told.out
    assert "this replaces" not in cli("verify", "folded/lemma-2", "--workers", "1").out


@pytest.mark.usefixtures("folder")
def test_a_folder_without_a_paper_is_not_run(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "a.py").write_text("raise RuntimeError  # PAPER.claim(\n", encoding="utf-8")
    assert "nothing is selected by 'others/lemma-2'" in cli("list", "others/lemma-2").err
