"""A campaign ends with a report, whatever a check does to the process that it runs in."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import HOSTILE, Told, environment, hunts, load, process

LIMIT = 15
"""Seconds: more than any other hunt needs on a busy machine."""
REASONS = {
    "mine/interrupts": "KeyboardInterrupt",
    "mine/leaves": "SystemExit: 0 (",
    "mine/closes": "GeneratorExit",
    "mine/exits": "the worker process ended (status 3)",
    "mine/crashes": "the worker process ended (signal 11",
    "mine/stays": f"the time limit of {LIMIT} s was reached (--limit)",
    "mine/starves": "MemoryError",
    "mine/digs": "RecursionError",
}
"""Why each claim of ``HOSTILE`` that breaks its hunt is undecided."""


def verify(folder: Path, *options: object) -> Told:
    (folder / "hostile.py").write_text(HOSTILE, encoding="utf-8")
    return process("verify", "hostile.py", "--out", "out", "--limit", LIMIT, *options, cwd=folder)


def assert_reported(told: Told, out: Path) -> None:
    """Status 1; each broken hunt is undecided and says why; the others are judged."""
    assert told.status == 1, told
    assert "Traceback" not in told.err
    claims: dict[str, dict[str, Any]] = {claim["id"]: claim for claim in load(out / "verdicts.json")["claims"]}
    for name, reason in REASONS.items():
        printed = claims[name]["readings"]["printed"]
        assert printed["outcome"] == "undecided"
        assert reason in printed["scope"]
        assert f"surprise: {name}: printed: {printed['scope']}" in told.out
        assert reason in (out / "claims" / f"{name}.html").read_text(encoding="utf-8")
    healthy = claims["mine/healthy"]
    assert healthy["readings"]["printed"]["outcome"] == "holds"
    assert [mutant["fate"] for mutant in healthy["mutants"]] == ["killed"]
    assert claims["mine/undrawn"]["readings"]["printed"]["outcome"] == "holds"
    assert not healthy["surprises"] and not claims["mine/undrawn"]["surprises"]
    assert f"{len(REASONS)} surprises" in told.out
    captions = {record["claim"]: record["caption"] for record in records(out) if record["record"] == "figure"}
    assert captions["mine/healthy"].startswith("not drawn: the worker process ended (status 4)")
    assert captions["mine/undrawn"].startswith("not drawn: SystemExit: 0")


def records(out: Path) -> list[dict[str, Any]]:
    lines = (out / "evidence.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.slow
def test_what_breaks_a_hunt_costs_that_hunt_alone(tmp_path: Path) -> None:
    assert_reported(verify(tmp_path, "--workers", 2), tmp_path / "out")


@pytest.mark.slow
def test_on_a_cluster_as_well(tmp_path: Path) -> None:
    told = verify(tmp_path, "--cluster", "local", "--workers", 2)
    assert_reported(told, tmp_path / "out")
    assert "status 3), in each of 3 tries" in told.out


@pytest.mark.slow
def test_after_a_run_that_was_killed(tmp_path: Path) -> None:
    """What had died is tried once more, what had failed in the check is not."""
    evidence = tmp_path / "out" / "evidence.jsonl"
    (tmp_path / "hostile.py").write_text(HOSTILE, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "lemmata", "verify", "hostile.py", "--out", "out", "--workers", "1"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as child:
        end = time.monotonic() + 300
        while not evidence.exists() or "mine/crashes: " not in str(hunts(tmp_path / "out").keys()):
            assert time.monotonic() < end, "it did not happen in time"
            time.sleep(0.05)
        child.kill()  # at the hunt that does not end
    assert_reported(verify(tmp_path, "--workers", 2, "--resume"), tmp_path / "out")
    tried = Counter(r["claim"] for r in records(tmp_path / "out") if r["record"] == "hunt")
    assert tried["mine/leaves"] == tried["mine/stays"] == 1
    assert tried["mine/exits"] == tried["mine/crashes"] == 2
