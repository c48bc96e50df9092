"""The pool: which task cost its process is known, and no other task is lost by it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from lemmata import LemmataError
from lemmata.run import pool, signals

Make = Callable[[], tuple[BaseProcess, Connection, Connection]]

pytestmark = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="no fork: spawning takes seconds"
)


def nothing() -> None:
    """What a worker does at its start."""


def do(task: str) -> pool.Answer:
    """A task is an order to its process."""
    word, _, number = task.partition(" ")
    if word == "exit":
        os._exit(int(number))
    if word == "signal":
        os.kill(os.getpid(), int(number))
    while word == "stay":
        time.sleep(1)
    return {"did": task, "in": os.getpid()}


def made(start: Callable[[], None] = nothing, serve: Any = pool.serve) -> Make:
    """Makes forks of this process."""

    def make() -> tuple[BaseProcess, Connection, Connection]:
        context: Any = multiprocessing.get_context("fork")
        here, there = context.Pipe()
        return context.Process(target=serve, args=(there, start, do)), here, there

    return make


def answers(
    tasks: list[str], count: int = 1, limit: float = 60, make: Make | None = None
) -> dict[str, pool.Answer]:
    return dict(pool.answers(tasks, count, make or made(), lambda task: limit))


def children() -> list[Any]:
    return multiprocessing.active_children()


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Any:
    before = children()
    yield
    assert children() == before


@pytest.mark.parametrize("count", [1, 2, 9])
def test_each_task_is_done_once(count: int) -> None:
    tasks = [f"do {k}" for k in range(5)]
    told = list(pool.answers(tasks, count, made(), lambda task: 60))
    assert sorted(task for task, _ in told) == tasks
    assert all(answer["did"] == task for task, answer in told)
    processes = {answer["in"] for _, answer in told}
    assert 1 <= len(processes) <= count and os.getpid() not in processes


def test_nothing_to_do_starts_nothing() -> None:
    def make() -> Any:
        raise AssertionError

    assert answers([], make=make) == {}


@pytest.mark.parametrize("count", [1, 3])
def test_what_ends_its_process_costs_itself_alone(count: int) -> None:
    tasks = ["do 1", "exit 3", "do 2", "exit 0", "signal 15", "do 3", "signal 9"]
    told = answers(tasks, count)
    lost = {task: answer["lost"] for task, answer in told.items() if "lost" in answer}
    assert lost == {
        "exit 3": "the worker process ended (status 3)",
        "exit 0": "the worker process ended (status 0)",
        "signal 15": f"the worker process ended (signal 15, {signal.strsignal(15)})",
        "signal 9": f"the worker process ended (signal 9, {signal.strsignal(9)}), perhaps since the "
        "machine ran out of memory",
    }
    assert [task for task in tasks if "did" in told[task]] == ["do 1", "do 2", "do 3"]


def test_what_takes_too_long_costs_itself_alone() -> None:
    limits = {"stay": 0.2, "do 1": 60}
    told = dict(pool.answers(list(limits), 1, made(), limits.__getitem__))
    assert told["stay"] == {"lost": "the time limit of 0.2 s was reached (--limit)", "seconds": 0.2}
    assert told["do 1"]["did"] == "do 1"


def test_time_in_which_the_program_was_stopped_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        """Jumps by an hour whenever somebody looks."""

        now = 0.0

        def monotonic(self) -> float:
            self.now += 3600
            return self.now

    monkeypatch.setattr(pool, "time", Clock())
    told = answers(["do 1", "do 2", "do 3"], limit=600)
    assert all("did" in answer for answer in told.values())


def leaves_after_the_first(pipe: Connection, *_: Any) -> None:
    """A process that ends between two tasks."""
    pipe.send("started")
    task = pipe.recv()
    pipe.send("begun")
    pipe.send({"did": task, "in": os.getpid()})
    os._exit(7)


def test_a_process_that_ends_between_tasks_costs_none() -> None:
    told = answers(["do 1", "do 2", "do 3"], make=made(serve=leaves_after_the_first))
    assert {task: answer["did"] for task, answer in told.items()} == {
        task: task for task in ("do 1", "do 2", "do 3")
    }


def refuse() -> None:
    raise LemmataError("the paper cannot be imported")


def slip() -> None:
    raise ZeroDivisionError("by zero")


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (refuse, r"a worker process cannot start: the paper cannot be imported; .*--resume"),
        (slip, r"a worker process cannot start: ZeroDivisionError: by zero \(.*, slip\)"),
        (partial(os._exit, 5), r"\(status 5\) while it loaded the papers and claim files; .*--res"),
    ],
)
def test_a_process_that_cannot_start_ends_the_run(start: Any, message: str) -> None:
    with pytest.raises(LemmataError, match=message):
        answers(["do 1", "do 2"], 2, make=made(start))


def gone_once_started(pipe: Connection, *_: Any) -> None:
    pipe.send("started")
    os._exit(1)


def test_processes_that_never_begin_a_task_are_not_started_for_ever() -> None:
    with pytest.raises(LemmataError, match="while it loaded"):
        answers(["do 1"], make=made(serve=gone_once_started))


def test_an_early_end_ends_the_processes() -> None:
    told = pool.answers(["do 1", "stay", "stay"], 2, made(), lambda task: 60)
    next(told)
    assert children()
    told.close()
    assert not children()


def test_a_second_interrupt_does_not_cut_the_ending_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program would wait for the processes that are left, which wait for it."""
    begun: list[str] = []
    kill = BaseProcess.kill

    def limit(task: str) -> float:
        begun.append(task)
        if len(begun) > 1:  # both are at work
            signal.raise_signal(signal.SIGINT)
        return 60

    def interrupted(process: BaseProcess) -> None:
        signal.raise_signal(signal.SIGINT)
        kill(process)

    monkeypatch.setattr(BaseProcess, "kill", interrupted)
    told = pool.answers(["stay", "stay"], 2, made(), limit)
    interrupt = signals.once(signal.SIGINT, signal.default_int_handler, KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt), interrupt, closing(told):
        list(told)
    monkeypatch.undo()
    left = children()
    for process in left:  # or these tests would wait for them
        process.kill()
    assert not left
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
