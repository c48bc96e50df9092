"""The README's two commands do what it says, in a copy of the checkout with nothing installed."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
POSIX = pytest.mark.skipif(shutil.which("bash") is None, reason="the commands are for a POSIX shell")
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


def test_each_is_one_line_that_makes_an_environment_installs_and_runs() -> None:
    for name, last in (("verify", ".venv/bin/lemmata verify"), ("test", ".venv/bin/tox")):
        make, install, start = command(name).strip().split(" && ")
        assert make == "python3 -m venv .venv"
        assert install.startswith(".venv/bin/pip install -c constraints.txt ")
        assert start == last


def test_each_test_is_run_by_one_job() -> None:
    """The command runs all but those for the night: one of the jobs selects each, and one only."""
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini", encoding="utf-8")
    jobs = [job.strip() for job in tox["tox"]["env_list"].split(",")]
    commands = [shlex.split(tox[f"testenv:{job}"]["commands"], comments=True) for job in (*jobs, "power")]
    alone = [words for words in commands if words[0] == "pytest" and "-m" not in words]
    *chosen, nightly = (words[words.index("-m") + 1] for words in commands if "-m" in words)
    assert len(chosen) == 3
    (file,) = (place for place in alone.pop()[1:] if place.endswith(".py}"))
    assert sum(f"--ignore {file[9:-1]}" in " ".join(words) for words in commands) == 1 and not alone
    for browser, slow, power in product((False, True), repeat=3):
        marks = {"browser": browser, "slow": slow, "power": power}
        if not (power and (browser or slow)):  # a test for the night has no other mark
            assert [eval(text, {}, marks) for text in chosen].count(True) == (not power), marks
            assert eval(nightly, {}, marks) is power


@POSIX
@pytest.mark.slow
def test_main_job_ends_with_a_report(checkout: Path) -> None:
    # On a few claims: .ci/run runs the README's other command whole, and that verifies them all.
    output = run(command("verify").strip() + " 'pca/lemma-8*'\n", checkout)
    page = checkout / "reports" / "html" / "index.html"
    assert "lemma-8" in page.read_text(encoding="utf-8")
    assert "reports/html" in output, "it does not say where the report is"


@POSIX
@pytest.mark.slow
def test_tests_pass(checkout: Path) -> None:
    # The same command, for a few tests: .ci/run runs it whole. TOX_SKIP_ENV is tox's own switch, and keeps
    # this test from starting itself again. What is left to show is that the command is enough: venv, tox,
    # constraints, package, pytest.
    output = run(
        command("test").strip() + " -- tests/engine/test_engine_margins.py\n",
        checkout,
        TOX_SKIP_ENV="^(types|docs|verify|browser|slow)$",
    )
    assert re.search(r"\d+ passed", output), output[-3000:]
    assert "congratulations" in output, output[-3000:]
