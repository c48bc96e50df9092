"""One run at a time in a folder."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from lemmata.errors import LemmataError

NAME = ".lemmata-run"
"""The file that is locked; it holds the number of the process."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keeps other runs out of a folder that exists; ends with the process, however that ends.

    Raises:
        LemmataError: another process is at work there.
        OSError: the folder cannot be written.
    """
    path = folder / NAME
    # A soft lock, a file that merely exists, would outlast a process that is killed.
    # Within the time it is tried again: a file that its owner has just removed is no lock.
    lock = FileLock(path, timeout=0.2, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        number = path.read_text(errors="replace") if path.exists() else ""
        raise LemmataError(
            f"--out {folder}: another run is at work there"
            + f" (process {number})" * number.isdigit()
            + "; wait until it ends, or name another folder"
        ) from None
    except OSError as error:
        if error.filename:  # it cannot be made, let alone locked
            raise
        warnings.warn(
            f"{path} cannot be locked ({error.strerror}): see to it that no other run uses the folder",
            stacklevel=2,
        )
    try:
        path.write_text(str(os.getpid()))
        yield
    finally:
        path.unlink(missing_ok=True)  # while it is locked: who has opened it by now sees that it is gone
        lock.release()
