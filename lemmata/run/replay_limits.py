"""What a file may cost: replaying a stranger's ends in time and leaves memory to others."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = 8 * 1024**3
"""Bytes that may be taken beyond those that are taken already."""
_AGAIN = 1.0
"""Seconds after which code that went on all the same is told again."""


class OutOfTimeError(BaseException):
    """The time is over; no ``except Exception`` of a claim's own code holds it up."""


@contextmanager
def limited(seconds: float, memory: int = MEMORY) -> Iterator[None]:
    """Ends the block after ``seconds``, and refuses it more than ``memory`` further bytes.

    Where the system has no such limits, or in a thread, there are none.

    Raises:
        OutOfTimeError: the time is over.
        MemoryError, RuntimeError: it asked for more memory (torch raises the latter).
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    import resource  # where there are such timers there is this

    def over(number: int, frame: object) -> None:
        raise OutOfTimeError

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = _taken() + memory
    handler = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    if soft == resource.RLIM_INFINITY or most < soft:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _taken() -> int:
    """The bytes of data that this process has, where the system says so."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
