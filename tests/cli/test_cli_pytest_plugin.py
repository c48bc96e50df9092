"""``pytest --lemmata``: claims of files, folders and packages are tests, and fail in words."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from lemmata.commands.cli import main
from tests.cli.helpers import SMALL, environment


def pytest_in(folder: Path, *arguments: str) -> tuple[int, str]:
    """Exit status and output of pytest with the plugin alone, in a folder that has no settings of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rA", *arguments],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_claims_are_items_and_fail_in_words(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    claims = tmp_path / "claims"
    claims.mkdir()
    (claims / "small.py").write_text(SMALL, encoding="utf-8")
    (claims / "test_of_mine.py").write_text(
        "def test():\n    pass  # calls nobody's .claim(\n", encoding="utf-8"
    )
    status, text = pytest_in(tmp_path, "--lemmata", "claims")
    assert status == 0, text
    assert "PASSED claims/small.py::mine/holds\n" in text
    assert "test_of_mine.py::test\n" in text

    surprising = SMALL.replace("limit=1)", "limit=0.5)", 1)
    assert surprising != SMALL
    (claims / "small.py").write_text(surprising, encoding="utf-8")
    status, text = pytest_in(tmp_path, "--lemmata", "claims/small.py", "-k", "forall")
    assert status == 1, text
    assert re.search(r"FAILED claims/small.py::mine/\S+ - mine/\S+: printed refuted", text), "summary"
    assert "run it alone: lemmata verify claims/small.py" in text
    assert re.search(r"- witness: mine/\S+ \(printed\): at .* fails\n", text), "what an author looks for first"
    assert "+  where" not in text
    assert "Traceback" not in text


@pytest.mark.slow
def test_a_file_alone_is_collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "claim.py"]) == 0
    status, text = pytest_in(tmp_path, "--lemmata", "claim.py")
    assert status == 0, text
    assert "PASSED claim.py::claim/claim-1\n" in text


@pytest.mark.slow
def test_a_file_that_cannot_be_loaded_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("PAPER.claim('Lemma 1')\n", encoding="utf-8")
    status, text = pytest_in(tmp_path, "--lemmata", "broken.py")
    assert status == 2, text
    assert "broken.py" in text and "NameError" in text and "registry.py" not in text


def test_nothing_is_collected_where_nobody_asks(tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text(SMALL, encoding="utf-8")
    status, text = pytest_in(tmp_path, ".")
    assert status == 5, text
