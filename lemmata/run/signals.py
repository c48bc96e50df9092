"""Interrupts and terminations: held back while a worker starts, taken once while a run ends."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_interrupt() -> Iterator[None]:
    """Holds an interrupt back: it is the parent's to handle, not a half-started worker's."""
    if not _is_main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held: list[int] = []
    # The mask is inherited by workers; it does not keep another thread from taking the signal.
    handler = signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler or signal.default_int_handler)
        if held:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def once(number: signal.Signals, usual: object, raised: type[BaseException]) -> Iterator[None]:
    """Raises at the first such signal. A second one is ignored: it would cut off the ending.

    Where anything but the ``usual`` handler is set, or in another thread, nothing is changed.
    """
    if not _is_main_thread() or signal.getsignal(number) is not usual:
        yield
        return

    def first(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise raised

    before = signal.signal(number, first)
    try:
        yield
    finally:
        signal.signal(number, before)


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
