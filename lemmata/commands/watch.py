"""``lemmata verify --watch``: a run at each save of a claim file, in a process of its own.

A new process knows nothing of the old source. Files are looked at twice a second; a save while a run goes on
interrupts it, and what it has found stays in its folder. Ctrl-C ends both with status 130.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from lemmata.errors import LemmataError
from lemmata.run.selection import is_file

_PAUSE = 0.5
"""Seconds between two looks."""
_OPTION = "--watch"
Saved = dict[Path, tuple[int, int]]
"""Of each file when it was saved and how long it is."""


def run(select: Sequence[str], argv: Sequence[str]) -> int:
    """Runs ``lemmata`` with these arguments, without ``--watch``, at each save; returns 130 at Ctrl-C.

    Args:
        select: what is verified; the claim files among it are watched, with the modules beside them.
        argv: the command line as it was typed.

    Raises:
        LemmataError: no file is named, or one is not there.
    """
    files = [Path(pattern) for pattern in select if is_file(pattern)]
    if not files:
        raise LemmataError(f"{_OPTION} runs a claim file at each save: name it (lemmata verify FILE {_OPTION})")
    if missing := [str(file) for file in files if not file.is_file()]:
        raise LemmataError(f"{missing[0]}: there is no such file")
    command = [sys.executable, "-m", "lemmata", *(word for word in argv if not _asks_to_watch(word))]
    try:
        while True:
            seen = saved(files)
            # In a session of its own Ctrl-C does not reach it: it is interrupted once, by ``_end``.
            _until_saved(subprocess.Popen(command, start_new_session=True), files, seen)
    except KeyboardInterrupt:
        print("lemmata: no longer watched; what the last run has found is kept", file=sys.stderr)
        return 130


def _asks_to_watch(word: str) -> bool:
    return word == _OPTION or (len(word) > len("--w") and _OPTION.startswith(word))


def saved(files: Sequence[Path]) -> Saved:
    """The state of the files and of the modules beside them, which they may import."""
    state: Saved = {}
    for folder in dict.fromkeys(file.resolve().parent for file in files):
        for path in sorted(folder.glob("*.py")):
            try:
                status = path.stat()
            except OSError:
                continue  # an editor is replacing it
            state[path] = (status.st_mtime_ns, status.st_size)
    return state


def _until_saved(process: subprocess.Popen[bytes], files: Sequence[Path], seen: Saved) -> None:
    """Waits for the next save; ends the run that goes on then."""
    told = False
    try:
        while saved(files) == seen:
            if process.poll() is not None and not told:
                print("watching; Ctrl-C ends it", flush=True)
                told = True
            time.sleep(_PAUSE)
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Interrupts a run, which then keeps what it has found."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        process.terminate()
    else:
        process.send_signal(signal.SIGINT)
    process.wait()
