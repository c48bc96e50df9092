"""Worker processes of this machine, each with one task in flight.

A task that ends its process, or takes longer than it may, costs itself alone: the pool knows which
task each process is at, says what became of it, and starts another process for the rest.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from lemmata.errors import LemmataError, described
from lemmata.run import signals

Answer = dict[str, Any]
"""What is said of a task: what its worker answered, or ``lost``, the reason why it did not."""

GO_ON = "finished evidence is kept: go on with --resume"

T = TypeVar("T")
"""A task: anything that can be pickled."""

_GLANCE = 5.0
"""Seconds after which processes are looked at although none has said anything."""
_PATIENCE = 5.0
"""Seconds in which a process has to end that has nothing more to do."""


def worker_count(wanted: int | str, device: str) -> int:
    """How many processes hunt: one a core for ``auto``, and one for a GPU. None has a limit of memory."""
    if device != "cpu":
        return 1
    return (os.cpu_count() or 1) if wanted == "auto" else int(wanted)


@dataclass(eq=False)
class _Worker(Generic[T]):
    """A worker process, from the side of the pool."""

    process: BaseProcess
    pipe: Connection
    started: bool = False
    proven: bool = False
    """Whether it has begun a task."""
    task: T | None = None
    seconds: float | None = None
    """Since when it has been at its task; None until it has begun."""

    def give(self, waiting: deque[T]) -> None:
        if self.started and self.task is None and waiting:
            self.task = waiting.popleft()
            with suppress(OSError):  # it has ended, as its pipe will say
                self.pipe.send(self.task)

    def message(self) -> Any:
        """The next thing that it says; None if there is nothing new.

        Raises:
            EOFError: its process has ended.
        """
        ended = self.process.exitcode is not None  # before the look at what it has said
        with suppress(OSError):
            if self.pipe.poll():
                return self.pipe.recv()
            if not ended:
                return None
        raise EOFError

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def answers(
    tasks: Sequence[T],
    count: int,
    make: Callable[[], tuple[BaseProcess, Connection, Connection]],
    limit: Callable[[T], float],
) -> Generator[tuple[T, Answer]]:
    """Each task with what is said of it, in the order in which they are finished.

    Args:
        tasks: what there is to do; the first ones are begun first.
        count: processes at a time.
        make: a new process that will run :func:`serve`, the pipe to it, and its own end of that.
        limit: the seconds that a task may take.

    Raises:
        LemmataError: a process cannot start; the others are ended, as on every early end.
    """
    waiting = deque(tasks)
    workers: list[_Worker[T]] = []
    before = time.monotonic()
    try:
        while waiting or any(worker.task is not None for worker in workers):
            busy = sum(worker.task is not None for worker in workers)
            while len(workers) < min(count, len(waiting) + busy):
                process, pipe, theirs = make()
                with signals.no_interrupt():  # the process inherits it
                    process.start()
                    workers.append(_Worker(process, pipe))
                theirs.close()  # so that the pipe ends with the process
            for worker in workers:
                worker.give(waiting)
            wait([worker.pipe for worker in workers], _pause(workers, limit))
            # A program that was stopped and goes on has not used that time.
            now = time.monotonic()
            passed, before = min(now - before, 2 * _GLANCE), now
            for worker in list(workers):
                if worker.seconds is not None:
                    worker.seconds += passed
                try:
                    message = worker.message()
                except EOFError:
                    workers.remove(worker)
                    lost = _ended(worker)
                    if lost is not None:
                        yield lost
                    elif worker.task is not None:
                        waiting.appendleft(worker.task)  # it was not begun
                    continue
                if message is None:
                    overdue = _overdue(worker, limit)
                    if overdue is not None:
                        workers.remove(worker)
                        yield overdue
                elif message == "started":
                    worker.started = True
                elif message == "begun":
                    worker.seconds, worker.proven = 0.0, True
                elif worker.task is None:
                    raise LemmataError(f"a worker process cannot start: {message['refused']}; {GO_ON}")
                else:
                    task, worker.task, worker.seconds = worker.task, None, None
                    worker.give(waiting)  # it need not wait until the answer is written down
                    yield task, message
        _dismiss(workers)
    finally:
        for worker in workers:
            worker.end()


def serve(pipe: Connection, start: Callable[[], None], do: Callable[[Any], Answer]) -> None:
    """What a worker process runs: sets itself up by ``start`` and does tasks until there are none."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a fork has its parent's way of ending
    try:
        start()
    except BaseException as error:  # noqa: BLE001 - reported to whoever can mend it
        pipe.send({"refused": described(error)})
        return
    pipe.send("started")
    while (task := pipe.recv()) is not None:
        pipe.send("begun")
        pipe.send(do(task))


def _pause(workers: Sequence[_Worker[T]], limit: Callable[[T], float]) -> float:
    """Seconds until some task is overdue."""
    left = [
        limit(worker.task) - worker.seconds
        for worker in workers
        if worker.task is not None and worker.seconds is not None
    ]
    return max(0.0, min([_GLANCE, *left]))


def _overdue(worker: _Worker[T], limit: Callable[[T], float]) -> tuple[T, Answer] | None:
    """Ends a worker whose task takes longer than it may."""
    if worker.task is None or worker.seconds is None or worker.seconds < limit(worker.task):
        return None
    worker.end()
    return worker.task, over(limit(worker.task))


def _ended(worker: _Worker[T]) -> tuple[T, Answer] | None:
    """The task that was running in a process that has ended; None if it was at none.

    Raises:
        LemmataError: it never got to a task: so would the next one.
    """
    worker.process.join(_PATIENCE)
    code = worker.process.exitcode
    worker.end()
    if not worker.proven:
        raise LemmataError(f"{end_of(code)} while it loaded the papers and claim files; {GO_ON}")
    if worker.task is None or worker.seconds is None:
        return None
    return worker.task, {"lost": end_of(code), "seconds": worker.seconds}


def over(limit: float) -> Answer:
    """What is said of a task that has reached its limit."""
    return {"lost": f"the time limit of {limit:g} s was reached (--limit)", "seconds": limit}


def end_of(code: int | None) -> str:
    """How a process ended, in words."""
    if code is None:
        return "the worker process has closed its pipe"
    if code >= 0:
        return f"the worker process ended (status {code})"
    text = f"the worker process ended (signal {-code}, {signal.strsignal(-code) or 'unknown'})"
    out_of_memory = code == -signal.SIGKILL
    return text + ", perhaps since the machine ran out of memory" * out_of_memory


def _dismiss(workers: Sequence[_Worker[T]]) -> None:
    """Lets the processes end by themselves, for a while."""
    for worker in workers:
        if worker.started:
            with suppress(OSError):
                worker.pipe.send(None)
    end = time.monotonic() + _PATIENCE
    for worker in workers:
        if worker.started:
            worker.process.join(max(0.0, end - time.monotonic()))
