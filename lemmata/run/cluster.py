"""A campaign on dask.distributed: the same tasks, hunted on other machines.

Nothing travels but names, numbers and records: a task names its claim, and each dask worker has
processes of its own beside it (``lemmata.run.worker``) that load the papers and hunt. So a claim that
ends its process, or holds the interpreter for minutes, leaves the dask worker at ease; a task can be
stopped; and what a hunt sees is what it would see on a single machine.

This module is imported where ``--cluster`` is used, and by dask workers; it imports no torch.
"""

from __future__ import annotations

import json
import logging
import math
import os
import queue
import subprocess
import sys
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import lemmata
from lemmata.errors import LemmataError
from lemmata.run import machine, pool, signals
from lemmata.run.plan import Executor, Plan, Result, Task, results
from lemmata.run.pool import GO_ON

LOCAL = "local"
_TIMEOUT = 5
"""Seconds in which a scheduler has to answer."""
_PAUSE = 0.05
"""Seconds between two looks at what is done."""
_GLANCE = 0.5
"""Seconds between two looks at whether a worker is left."""
_AHEAD = 8
"""So many tasks for each thread of a worker are with the scheduler; the others wait here."""
_LEAST = 32
"""So many are there in any case: workers come and go."""
_RETRIES = 2
"""How often a task is tried again whose process has died (a lost dask worker does not count)."""


# -- at the client ---------------------------------------------------------------------------------


@contextmanager
def connected(plan: Plan) -> Iterator[Executor]:
    """The workers of ``plan.cluster``: a scheduler's address, or ``local``.

    Raises:
        LemmataError: dask.distributed is missing, the scheduler does not answer, or a worker has
            another version of lemmata (or none).
    """
    try:
        import distributed
    except ImportError:
        raise LemmataError(
            "--cluster needs the package distributed: pip install 'lemmata[cluster]', or run without --cluster"
        ) from None
    assert plan.cluster is not None
    _hush()
    cluster = None
    try:
        if plan.cluster == LOCAL:
            resource_tracker.ensure_running()  # starting it later would let interrupts in again
            with signals.no_interrupt():  # the processes that are started here inherit it
                cluster = distributed.LocalCluster(
                    n_workers=plan.workers,
                    threads_per_worker=1,
                    processes=True,
                    memory_limit=None,
                    # No dashboard; its port would be 8787, which another cluster may have taken.
                    scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                    silence_logs=logging.CRITICAL,
                )
        else:  # before a client stands half open
            distributed.comm.resolve_address(plan.cluster)
        client = distributed.Client(cluster or plan.cluster, timeout=_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, RuntimeError) as error:
        if cluster is not None:
            cluster.close()
        raise LemmataError(
            f"--cluster {plan.cluster}: no scheduler answers there within {_TIMEOUT} s "
            f"({_line(error)}); start one with `dask scheduler`, or run without --cluster"
        ) from None
    try:
        yield Executor(*_greet(client, plan), lambda tasks: _work(client, plan, tasks))
    finally:
        with suppress(Exception):
            client.close()
        if cluster is not None:
            with suppress(Exception):
                cluster.close()


def _hush() -> None:
    """Keeps dask's log off the screen: this module reports what matters, in one line."""
    for name in logging.root.manager.loggerDict:
        if name.split(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _greet(client: Any, plan: Plan) -> tuple[int, str]:
    """How many tasks run at a time, and the cluster in words."""
    versions = client.run(_version, on_error="return")
    for worker, version in versions.items():
        if isinstance(version, BaseException):
            raise LemmataError(
                f"--cluster {plan.cluster}: the worker {worker} cannot import lemmata "
                f"({_line(version)}); install lemmata {lemmata.__version__} there"
            )
        _same_version(worker, version)
    slots = client.nthreads()
    if not slots:
        warnings.warn(
            f"--cluster {plan.cluster}: no worker is connected yet; waiting for one (`dask worker "
            "ADDRESS` starts it, with this version of lemmata installed)",
            stacklevel=2,
        )
    hosts = {worker.rsplit(":", 1)[0] for worker in slots}
    return sum(slots.values()), f"dask cluster (workers: {len(slots)}, hosts: {len(hosts)})"


def _same_version(worker: str, version: str) -> None:
    if version != lemmata.__version__:
        raise LemmataError(
            f"the worker {worker} has lemmata {version}, this machine {lemmata.__version__}: "
            "install the same version on both"
        )


def _work(client: Any, plan: Plan, tasks: list[Task]) -> Generator[list[Result]]:
    """The results of each task, in the order in which they come in.

    The scheduler has a window of the tasks: what it holds does not grow with their number, and a result is
    let go of once it is here. Where it ends early (an interrupt, an error) the tasks are cancelled, whatever
    they are at.
    """
    if not tasks:
        return
    name = f"lemmata-{uuid.uuid4().hex[:8]}"
    setup = {
        "files": [str(Path(file).resolve()) for file in plan.files],
        "profile": plan.profile,
        "seed": plan.seed,
        "device": plan.device,
        "alpha": plan.alpha / plan.shards,
        "papers": plan.papers,
    }

    def submitted(first: int, some: Sequence[Task]) -> list[Any]:
        futures: list[Any] = client.map(
            _do,
            [asdict(task) for task in some],
            [plan.time(task) for task in some],
            key=[(name, first + number) for number in range(len(some))],
            run_id=name,
            setup=setup,
            retries=_RETRIES,
            pure=False,
        )
        return futures

    greeted: dict[str, Any] = {}
    running: dict[Any, tuple[Any, Task]] = {}
    try:
        for key, value in _finished(client, plan, tasks, running, submitted):
            future, task = running.pop(key)
            answer = _answer(future, value, plan, task)
            del future, value  # so that the result is held nowhere while its records are written
            if "hello" in answer and greeted.get(answer["worker"]) != answer["hello"]:
                _compare(answer["worker"], answer["hello"])
                greeted[answer["worker"]] = answer["hello"]
            yield results(plan, task, answer)
    finally:
        with suppress(Exception):
            client.cancel([future for future, _ in running.values()])


def _finished(
    client: Any,
    plan: Plan,
    tasks: Sequence[Task],
    running: dict[Any, tuple[Any, Task]],
    submitted: Callable[[int, Sequence[Task]], list[Any]],
) -> Iterator[tuple[Any, Any]]:
    """The keys of the futures as they are done, with their values or what was raised.

    In ``running`` are the futures that the scheduler has, with their tasks. Whoever asks takes them out, and
    others take their place. Where no worker is left it says so, and waits: one may come back. A value that is
    lost with its worker is computed again, so values are fetched behind this loop, which would stop if it
    waited for them.
    """
    import distributed

    done = distributed.as_completed([], loop=client.loop, with_results=True, raise_errors=False)
    given, threads = 0, sum(client.nthreads().values())
    said = not threads  # when the workers were greeted
    looked = time.monotonic()
    while given < len(tasks) or running:
        window = max(_LEAST, _AHEAD * threads)
        if given < len(tasks) and len(running) <= window // 2:
            some = tasks[given : given + window - len(running)]
            futures = submitted(given, some)
            running |= {future.key: (future, task) for future, task in zip(futures, some, strict=True)}
            done.update(futures)
            given += len(some)
            del futures
        batch = [(future.key, value) for future, value in done.next_batch(block=False)]
        said = said and not batch  # a worker that came and went between two looks has finished something
        yield from batch
        if not batch:
            time.sleep(_PAUSE)
        if time.monotonic() - looked < _GLANCE:
            continue
        with suppress(Exception):  # a scheduler that is gone is seen from its futures
            threads = sum(client.nthreads().values())
            if not threads and not said:
                left = len(tasks) - given + len(running)
                warnings.warn(
                    f"--cluster {plan.cluster}: no worker is left, and {left} tasks wait for one. "
                    "`dask worker ADDRESS` starts one, which goes on with them; or end this with Ctrl-C: "
                    "finished evidence is kept, and --resume goes on, without --cluster too",
                    stacklevel=2,
                )
            said = not threads
        looked = time.monotonic()


def _answer(future: Any, value: Any, plan: Plan, task: Task) -> pool.Answer:
    """What the worker said; ``lost`` if the task ends every process that tries it."""
    import distributed

    answer: pool.Answer = {}
    error: BaseException | None = None
    try:
        answer = value if isinstance(value, dict) else future.result()  # which raises what was raised there
    except _Died as death:
        return {"lost": f"{death}, in each of {_RETRIES + 1} tries"}
    except distributed.KilledWorker:
        return {"lost": "every dask worker that tried it was lost"}
    except Exception as problem:  # noqa: BLE001 - whatever dask says, in one line
        error = problem
    if future.cancelled() or isinstance(error, OSError):
        raise LemmataError(f"--cluster {plan.cluster}: the scheduler is gone; {GO_ON}")
    if error is not None:
        raise LemmataError(
            f"--cluster {plan.cluster}: {task} cannot be run there ({_line(error)}); is lemmata "
            f"{lemmata.__version__} installed on the scheduler and on every worker?"
        )
    if "refused" in answer:
        raise LemmataError(f"the worker {answer['worker']}, {task}: {answer['refused'].strip()}")
    return answer


def _compare(worker: str, hello: dict[str, Any]) -> None:
    """Refuses a worker with other sources than this machine; warns if its draws may differ."""
    from lemmata.run.sources import changed, sources

    _same_version(worker, hello["version"])
    if other := changed(hello["sources"], sources()):
        raise LemmataError(
            f"the worker {worker} has another source of {', '.join(other[:3])} than this machine "
            f"({len(other)} modules differ): bring both to the same commit"
        )
    mine = machine.libraries()
    differ = [
        f"{name} {version} (here {mine.get(name)})"
        for name, version in hello["libraries"].items()
        if version.split("+")[0] != mine.get(name, "").split("+")[0]
    ]
    if differ:
        warnings.warn(
            f"the worker {worker} has {', '.join(differ)}: its hunts may draw other instances than "
            "this machine would",
            stacklevel=2,
        )


def _line(error: BaseException) -> str:
    """The last line of an error, which may have many."""
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[-1][:200]}" if text else type(error).__name__


# -- on a dask worker ------------------------------------------------------------------------------


class _Died(Exception):
    """The process that hunted is gone; dask tries the task again."""


class _Refused(Exception):
    """A process cannot start, as its answer says."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__()
        self.answer = answer


def _version() -> str:
    return lemmata.__version__


def _do(task: dict[str, Any], limit: float, run_id: str, setup: dict[str, Any]) -> dict[str, Any]:
    """One task on a dask worker, done by a process beside it."""
    import distributed

    worker = distributed.get_worker()
    key = worker.get_current_task()

    def abandoned() -> bool:
        """Whether the client has cancelled the task, or is gone."""
        return getattr(worker.state.tasks.get(key), "state", None) != "executing"

    with _registry:
        hunters = _hunters.setdefault(run_id, _Hunters(setup))
    return {"worker": worker.address, **hunters.do(task, abandoned, limit)}


class _Hunters:
    """The hunting processes of one campaign beside one dask worker: one for each of its threads.

    On a GPU there is one alone.
    """

    def __init__(self, setup: dict[str, Any]) -> None:
        self.setup = setup
        self.idle: list[_Hunter] = []
        self.starting = threading.Lock()
        self.alone: threading.Lock | nullcontext[None] | None = None

    def do(
        self, task: dict[str, Any], abandoned: Callable[[], bool], limit: float = math.inf
    ) -> dict[str, Any]:
        try:
            with self.starting:
                if self.alone is None:  # the first to start tells which device there is
                    first = _Hunter(self.setup, abandoned)
                    self.alone = nullcontext() if first.hello["device"] == "cpu" else threading.Lock()
                    self.idle.append(first)
            with self.alone:
                hunter = self._next(abandoned)
                try:
                    answer = {"hello": hunter.hello, **hunter.ask(task, abandoned, limit)}
                except BaseException:
                    hunter.end()
                    raise
                if hunter.alive():
                    self.idle.append(hunter)
                return answer
        except _Refused as refusal:
            return refusal.answer

    def _next(self, abandoned: Callable[[], bool]) -> _Hunter:
        while self.idle:
            with suppress(IndexError):  # another thread was faster
                hunter = self.idle.pop()
                if hunter.alive():
                    return hunter
                hunter.end()
        return _Hunter(self.setup, abandoned)


_hunters: dict[str, _Hunters] = {}
_registry = threading.Lock()


class _Hunter:
    """A process that hunts (``lemmata.run.worker.serve``), from the side of the dask worker."""

    def __init__(self, setup: dict[str, Any], abandoned: Callable[[], bool]) -> None:
        # Not multiprocessing: dask's own workers are daemons, which may have no children there.
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"import sys; sys.path[:] = {sys.path!r}; from lemmata.run import worker; worker.serve()",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | dict.fromkeys(machine.THREADS, "1"),
            encoding="utf-8",
            start_new_session=True,  # an interrupt is the client's to handle
        )
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            answer = self.ask(setup, abandoned)
        except _Died as death:
            answer = {"refused": f"{death} while it loaded the papers and claim files"}
        except BaseException:
            self.end()
            raise
        if "hello" not in answer:
            self.end()
            raise _Refused(answer)
        self.hello: dict[str, Any] = answer["hello"]

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._answers.put(line)
        self._answers.put(None)

    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(
        self, order: dict[str, Any], abandoned: Callable[[], bool], limit: float = math.inf
    ) -> dict[str, Any]:
        """The process's answer; where there is none within ``limit`` seconds it is ended.

        Raises:
            _Died: it is gone, or the task was abandoned.
        """
        start = time.monotonic()
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise _Died("the hunting process is gone") from None
        while True:
            try:
                line = self._answers.get(timeout=0.25)
            except queue.Empty:
                if abandoned():
                    raise _Died("the task was cancelled") from None
                if time.monotonic() - start >= limit:
                    self.end()
                    return pool.over(limit)
                continue
            if line is None:
                raise _Died(pool.end_of(self._process.wait()))
            answer: dict[str, Any] = json.loads(line)
            return answer

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._listener.join(1)
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
