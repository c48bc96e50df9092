"""The same done to many things by several processes, where this process can be forked."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

_FEW = 32
"""So many things are done by this process alone."""
_task: Callable[[int], Any] | None = None


def mapped(task: Callable[[int], T], count: int, processes: int | None = None) -> Sequence[T]:
    """What a task gives for each number below ``count``, in order.

    A fork has all that is loaded here, and need not be given anything; what it gives is pickled. Where a fork
    would be of several threads, or the system makes none, this process does everything itself.

    Args:
        task: what is done; it raises here what it raises there.
        count: for how many numbers.
        processes: how many there are; by default as many as there are cores.
    """
    global _task
    processes = processes or os.cpu_count() or 1
    if processes == 1 or count <= _FEW or threading.active_count() > 1 or sys.platform != "linux":
        return [task(number) for number in range(count)]
    _task = task
    try:
        with multiprocessing.get_context("fork").Pool(processes, _as_a_child) as pool:
            return pool.map(_done, range(count), chunksize=4)
    finally:
        _task = None


def _as_a_child() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a fork has its parent's way of ending


def _done(number: int) -> Any:
    assert _task is not None  # it was forked after that was set
    return _task(number)
