"""The packages in examples/, installed as a third party's would be."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "step_sizes"
CLASSICS = EXAMPLE.parent / "classics"
Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a module of Python where the examples are installed, in a folder far from the checkout."""
    installed = tmp_path_factory.mktemp("installed")
    elsewhere = tmp_path_factory.mktemp("elsewhere")

    def start(*words: object, **extra: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *map(str, words)],
            cwd=elsewhere,
            env={**os.environ, **extra},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=800,
            check=False,
        )
        assert done.returncode == 0, (
            f"{words}: exit {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        )
        return done.stdout

    quick = ("--no-deps", "--no-build-isolation", "--no-index", "--no-compile", "--target")
    start("pip", "install", "--quiet", *quick, installed, EXAMPLE, CLASSICS)
    return lambda *words: start(*words, PYTHONPATH=str(installed))


def test_all_its_claims_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLE)
    paper = importlib.import_module("step_sizes").PAPER
    paper.load()
    accepted = json.loads((EXAMPLE / "accepted.json").read_text(encoding="utf-8"))["claims"]
    assert paper.claims.keys() == accepted.keys()
    for claim in paper.claims.values():
        names = [mutant for killed in accepted[claim.id]["mutants"].values() for mutant in killed]
        assert sorted(claim.mutants) == sorted(names)
    for name in [name for name in sys.modules if name.partition(".")[0] == "step_sizes"]:
        del sys.modules[name]


@pytest.mark.slow
def test_the_false_theorem_falls_as_declared(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "v.json"
    run("lemmata", "verify", "step_sizes", "--workers", "1", "--out", tmp_path, "--json", file)
    claims = {c["id"]: c for c in json.loads(file.read_text(encoding="utf-8"))["claims"]}
    theorem = claims.pop("step_sizes/theorem-2")
    assert theorem["readings"]["printed"]["outcome"] == "refuted"
    assert theorem["readings"]["printed"]["evidence"] == "genuine"
    assert theorem["readings"]["amended"]["outcome"] == "holds"
    assert theorem["discriminating"]
    assert {c["kind"] for c in claims.values()} == {
        "forall",
        "expectation",
        "probability",
        "rate",
        "experiment",
    }
    for claim in claims.values():
        assert claim["readings"]["printed"]["outcome"] == "holds"
        assert claim["discriminating"]
    told = run("lemmata", "diff", EXAMPLE / "accepted.json", tmp_path)
    assert "7 compared, 0 changes, 0 regressions" in told
    assert (tmp_path / "index.html").is_file()
    told = run("lemmata", "replay", tmp_path / theorem["readings"]["printed"]["witness"])
    assert "step_sizes/theorem-2 (printed): confirmed" in told


@pytest.mark.slow
def test_its_own_tests_pass(run: Run) -> None:
    # Collected from where they stand, with the example's own configuration.
    told = run("pytest", "-q", "-p", "no:cacheprovider", "-c", EXAMPLE / "pyproject.toml", EXAMPLE)
    assert "15 passed" in told


@pytest.mark.slow
def test_classical_results_hold_and_misquoted_ones_fall(run: Run) -> None:
    told = run("pytest", "-q", "-p", "no:cacheprovider", "-c", CLASSICS / "pyproject.toml", CLASSICS)
    assert "57 passed" in told
