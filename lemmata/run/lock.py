"""One run at a time in a folder.

The lock is the kernel's (``fcntl``): it ends with the process that has it, however that ends, and
the workers that the process has forked do not hold it.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lemmata.errors import LemmataError

try:
    import fcntl
except ImportError:  # not a POSIX system: nothing keeps two runs apart
    fcntl = None  # type: ignore[assignment]

NAME = ".lemmata-run"
"""The file that is locked; it holds the number of the process."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keeps other runs out of a folder that exists.

    Raises:
        LemmataError: another process is at work there.
    """
    if fcntl is None:
        yield
        return
    path = folder / NAME
    file = _locked(path)
    try:
        with suppress(OSError):  # the number is a courtesy
            os.truncate(file, 0)
            os.write(file, str(os.getpid()).encode())
        yield
    finally:
        with suppress(OSError):
            path.unlink()  # before it is given up: who has opened it by now sees that it is gone
        os.close(file)


def _locked(path: Path) -> int:
    """The file, open, and locked by this process until it is closed."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            number = os.read(file, 20).decode(errors="replace")
            os.close(file)
            raise LemmataError(
                f"--out {path.parent}: another run is at work there"
                + f" (process {number})" * number.isdigit()
                + "; wait until it ends, or name another folder"
            ) from None
        except OSError as error:
            warnings.warn(
                f"{path} cannot be locked ({error.strerror}): see to it that no other run uses the folder",
                stacklevel=2,
            )
            return file
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
        os.close(file)  # who had the lock until now has removed the file
