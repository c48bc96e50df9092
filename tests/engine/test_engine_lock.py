"""One run at a time in a folder."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lemmata import LemmataError
from lemmata.run import lock

fcntl = pytest.importorskip("fcntl")
HOLDS = """
import os, pathlib, sys
from lemmata.run import lock
with lock.alone(pathlib.Path(sys.argv[1])):
    if os.fork() == 0:  # as a worker that outlives its parent
        os.close(1)
        sys.stdin.read()
        os._exit(0)
    print("has it", flush=True)
    sys.stdin.read()
"""


@contextmanager
def elsewhere(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the lock, with a child."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "has it\n"
        yield process


def test_it_leaves_nothing_behind(tmp_path: Path) -> None:
    for _ in range(2):
        with lock.alone(tmp_path):
            assert (tmp_path / lock.NAME).read_text() == str(os.getpid())
        assert not list(tmp_path.iterdir())


def test_another_process_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    with elsewhere(tmp_path) as process:
        with (
            pytest.raises(LemmataError, match=rf"another run .* \(process {process.pid}\); wait"),
            lock.alone(tmp_path),
        ):
            raise AssertionError
        process.kill()
        process.wait()
        assert (tmp_path / lock.NAME).exists()
        with lock.alone(tmp_path):  # although its child lives on
            pass
    assert not list(tmp_path.iterdir())


def test_a_file_that_was_removed_meanwhile_is_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who opened the file just before its owner removed it has locked nothing."""
    flock = fcntl.flock
    locked: list[int] = []

    def slow(file: int, operation: int) -> None:
        if not locked:
            (tmp_path / lock.NAME).unlink()
        flock(file, operation)
        locked.append(file)

    monkeypatch.setattr(fcntl, "flock", slow)
    with lock.alone(tmp_path):
        assert len(locked) == 2
        assert (tmp_path / lock.NAME).exists()


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS])
def test_a_file_system_without_locks_is_warned_of(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise OSError(number, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none)
    with pytest.warns(UserWarning, match="cannot be locked .No locks"), lock.alone(tmp_path):
        pass
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: str, *_: object, **__: object) -> int:  # whoever runs the tests may write anywhere
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(PermissionError, match=re.escape(lock.NAME)), lock.alone(tmp_path):
        raise AssertionError
