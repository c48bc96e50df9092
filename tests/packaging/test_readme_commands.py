"""The README's two commands do what it says, in a copy of the checkout with nothing installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.readme,  # LEMMATA_INNER deselects them: tests/conftest.py
    pytest.mark.skipif(shutil.which("bash") is None, reason="the commands are for a POSIX shell"),
]
README = Path(__file__).resolve().parents[2] / "README.md"
OURS = ("TOX_", "PYTEST_", "VIRTUAL_ENV", "LEMMATA_", "PYTHON", "PIP_CONSTRAINT", "OMP_NUM_THREADS")


def command(name: str) -> str:
    found = re.findall(
        rf"<!-- command: {name} -->\s*```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL
    )
    assert len(found) == 1, f"README.md should hold one command {name!r}, found {len(found)}"
    return str(found[0])


def run(command: str, checkout: Path, **extra: str) -> str:
    # What this run has set for itself would help the command along; pip's own configuration stays,
    # since a machine may reach its packages in no other way.
    outside = {k: v for k, v in os.environ.items() if not k.startswith(OURS)}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=checkout,
        env=outside | extra,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=1500,
        check=False,
    )
    assert done.returncode == 0, f"{command}\nexit {done.returncode}\n{done.stdout[-6000:]}"
    return done.stdout


@pytest.fixture
def checkout(copy_checkout: Callable[[Path], Path], tmp_path: Path) -> Iterator[Path]:
    yield copy_checkout(tmp_path / "checkout")
    shutil.rmtree(tmp_path / "checkout")  # with its environments it has several GB


def test_main_job_ends_with_a_report(checkout: Path) -> None:
    # On a few claims: .ci/run runs the README's other command whole, and that verifies them all.
    output = run(command("verify").strip() + " 'pca/lemma-8*'\n", checkout)
    page = checkout / "reports" / "html" / "index.html"
    assert "lemma-8" in page.read_text(encoding="utf-8")
    assert "reports/html" in output, "it does not say where the report is"


def test_tests_pass(checkout: Path) -> None:
    # The same command, for a few tests: .ci/run runs it whole. LEMMATA_INNER keeps this test from
    # starting itself again, TOX_SKIP_ENV is tox's own switch. What is left to show is that the
    # command is enough: venv, tox, constraints, package, pytest.
    output = run(
        command("test").strip() + " -- tests/engine/test_engine_margins.py\n",
        checkout,
        LEMMATA_INNER="1",
        TOX_SKIP_ENV="^(types|docs|verify|browser)$",
    )
    assert re.search(r"\d+ passed", output), output[-3000:]
    assert "congratulations" in output, output[-3000:]
