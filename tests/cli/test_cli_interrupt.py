"""A run that is interrupted, killed, or loses a worker keeps what was finished."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.helpers import DIES, GATED, Told, assert_misuse, environment, hunts, load, process

FREE = 5
"""Hunts that end before one waits at the gate."""


@contextmanager
def running(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """``lemmata verify`` on a worker that has come to wait at the gate."""
    (folder / "gated.py").write_text(GATED.format(gate=str(folder / "gate")), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "lemmata", "verify", "gated.py", "--out", "out", "--workers", "1"],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # so that an interrupt of the tests is not theirs
    ) as child:
        try:
            until(lambda: (folder / "out" / "evidence.jsonl").exists())
            until(lambda: len(hunts(folder / "out")) >= FREE)
            yield child
        finally:
            if child.poll() is None:
                child.kill()


def until(condition: Callable[[], bool], seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    """The processes that a process has started (Linux)."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    if not path.exists():
        pytest.skip("no /proc: the workers cannot be found")
    return [int(word) for word in path.read_text().split()]


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.slow
def test_a_job_that_is_ended_says_what_an_interrupt_says(tmp_path: Path) -> None:
    with running(tmp_path) as child:
        workers = children(child.pid)
        finished = hunts(tmp_path / "out")
        child.terminate()
        child.send_signal(signal.SIGTERM)  # again, as by somebody impatient
        _, err = child.communicate(timeout=120)
    assert child.returncode == 143
    assert "Traceback" not in err
    assert err.strip().splitlines()[-1] == (
        "lemmata: interrupted; finished evidence is kept, go on with --resume"
    )
    until(lambda: not any(map(alive, workers)), 10)
    assert {k: hunts(tmp_path / "out").get(k) for k in finished} == finished


@pytest.mark.slow
def test_an_interrupt_ends_at_once_and_keeps_the_evidence(tmp_path: Path) -> None:
    with running(tmp_path) as child:
        workers = children(child.pid)
        finished = hunts(tmp_path / "out")
        os.killpg(child.pid, signal.SIGINT)  # as Ctrl-C in a terminal does
        _, err = child.communicate(timeout=300)  # the hunts at the gate would never end
    assert child.returncode == 130
    assert "Traceback" not in err
    assert err.strip().splitlines()[-1] == (
        "lemmata: interrupted; finished evidence is kept, go on with --resume"
    )
    assert {k: hunts(tmp_path / "out").get(k) for k in finished} == finished
    until(lambda: not any(map(alive, workers)))


@pytest.mark.slow
def test_an_interrupt_while_workers_start_is_quiet(tmp_path: Path) -> None:
    """Half-started workers must not fill the screen with tracebacks."""
    (tmp_path / "gated.py").write_text(GATED.format(gate=str(tmp_path / "gate")), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "lemmata", "verify", "gated.py", "--out", "out", "--workers", "1"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as child:
        until(lambda: (tmp_path / "out" / "evidence.jsonl").exists())
        until(lambda: len(children(child.pid)) >= 1)
        os.killpg(child.pid, signal.SIGINT)
        _, err = child.communicate(timeout=300)
    assert child.returncode == 130
    assert "Traceback" not in err


@pytest.mark.slow
def test_a_killed_run_leaves_no_workers_and_is_resumed(tmp_path: Path) -> None:
    with running(tmp_path) as child:
        workers = children(child.pid)
        child.kill()
        child.wait(timeout=300)
    until(lambda: not any(map(alive, workers)))
    finished = hunts(tmp_path / "out")
    assert len(finished) >= FREE
    (tmp_path / "gate").touch()
    told = process("verify", "gated.py", "--out", "out", "--resume", "--workers", 1, cwd=tmp_path)
    assert told.status == 0, told.err
    after = hunts(tmp_path / "out")
    assert {k: after[k] for k in finished} == finished  # with their seconds: not run again
    assert len(after) == 8
    (claim,) = load(tmp_path / "out" / "verdicts.json")["claims"]
    assert {m["fate"] for m in claim["mutants"]} == {"killed"}


@pytest.mark.slow
def test_a_worker_that_dies_costs_its_hunt(tmp_path: Path) -> None:
    (tmp_path / "dies.py").write_text(DIES, encoding="utf-8")
    told: Told = process("verify", "dies.py", "--out", "out", "--workers", 1, cwd=tmp_path)
    assert told.status == 1, told.err
    reason = "the worker process ended (status 3)"
    assert f"surprise: mine/dies: the mutant 'kills its process' is invalid: {reason}" in told.out
    (claim,) = load(tmp_path / "out" / "verdicts.json")["claims"]
    assert [(m["fate"], m["because"]) for m in claim["mutants"]][1] == ("invalid", reason)
    assert claim["mutants"][0]["fate"] == "killed"


@pytest.mark.slow
def test_a_second_run_in_the_folder_is_refused_while_the_first_goes_on(tmp_path: Path) -> None:
    again = ("verify", "gated.py", "--out", "out", "--workers", 1)
    with running(tmp_path) as child:
        before = (tmp_path / "out" / "evidence.jsonl").read_bytes()
        for more in ((), ("--resume",)):
            told = process(*again, *more, cwd=tmp_path)
            assert_misuse(told, f"--out out: another run is at work there (process {child.pid})")
        assert child.poll() is None
        assert (tmp_path / "out" / "evidence.jsonl").read_bytes() == before
        child.kill()  # its workers may live a little longer
    (tmp_path / "gate").touch()
    assert process(*again, cwd=tmp_path).status == 0
    assert not list((tmp_path / "out").glob(".lemmata*"))
