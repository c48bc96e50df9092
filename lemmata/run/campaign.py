"""A campaign: many hunts under one error budget, on several workers, written as they end.

Hunts run in worker processes (:mod:`lemmata.run.pool`), even if there is one only, or on other machines
(:mod:`lemmata.run.cluster`): what a hunt sees depends on the seed and on its shard and on nothing else,
neither on the number of workers nor on the order in which they finish. What ends its process or its
time is recorded as that hunt's error. The process that calls :func:`run` alone writes files.
"""

from __future__ import annotations

import functools
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from functools import partial
from itertools import chain
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from lemmata.claims.claim import Claim
from lemmata.errors import LemmataError, described
from lemmata.records import clock, files, json_lines, kept, packing
from lemmata.records.evidence import Basis, End, Evidence, EvidenceError, HuntRecord, Record, Run
from lemmata.records.hunts import Key
from lemmata.run import coverage, digests, machine, pool, reads, registry, signals
from lemmata.run.description import describe, described_again
from lemmata.run.plan import NEEDS, Executor, Plan, Result, Task, results, undrawn
from lemmata.run.reuse import Earlier
from lemmata.run.sources import changed, packages
from lemmata.search.profiles import PROFILES

_COLLECTIONS = (5_000, 20, 100)
"""With Python's own thresholds a twentieth of a worker's time went into collecting garbage."""


def run(
    plan: Plan,
    path: Path,
    *,
    resume: bool = False,
    earlier: Callable[[Run], Earlier] | None = None,
    progress: Callable[[int, int, Record | None], None] = lambda done, total, record: None,
) -> Evidence:
    """Runs a campaign, appending its evidence to ``path``; returns all evidence of the run.

    With ``resume`` the hunts that ``path`` already holds (same claim, variant, shard, seed and
    profile) are kept and not run again, but for those whose process or whose time had ended. What
    ``earlier`` runs, of which it is asked with the header of this one, have seen of claims that are as they
    were then is used again, and what is hunted is kept for later ones.

    Raises:
        KeyboardInterrupt: on interrupt; finished evidence is on the disk.
        EvidenceError: ``path`` cannot be resumed, or not be written.
        LemmataError: the workers cannot be started; finished evidence is on the disk.
    """
    start = time.monotonic()
    tasks = plan.tasks()
    with _executor(plan) as executor:  # first: where no cluster answers, no file is touched
        runs: tuple[Run, ...] = ()
        resumed: Callable[[], Iterable[Result | Basis]] = tuple
        header = replace(plan.header(), workers=executor.workers, machine=executor.machine)
        keeper = earlier and earlier(header)
        found = keeper.found() if keeper else {}
        if resume and packing.stored(path).exists():
            stored = files.read(path)
            runs, resumed = stored.runs, partial(_earlier_results, stored, _resumable(path, stored, plan), plan)
        else:
            packing.set_aside(path)
        done = {plan.task(record) for record in resumed() if not isinstance(record, Basis)}

        def again() -> Iterator[Result]:
            results = (result for each in found.values() for result in each.results)
            return (result for result in results if plan.task(result) not in done)

        open_tasks = [
            task for task in tasks if task not in done and (task.claim not in found or task.variant == NEEDS)
        ]
        reader = functools.cache(digests.Reader)
        papers = {id(claim.paper): claim.paper for claim in plan.claims}
        records: list[Record] = [header, *map(coverage.describe, papers.values())]
        described = [
            described_again(claim, found[claim.id].record) if claim.id in found else describe(claim, reader())
            for claim in plan.claims
        ]
        records += [*described, *_kept(plan)]
        bases = [each.basis for each in found.values()]
        files.append(path, chain(records, again(), bases))
        seen = files.Gathering()
        seen.add(chain(runs, records, again(), bases, resumed()))
        instances = sum(r.scope.instances for r in resumed() if isinstance(r, HuntRecord))
        known = {record.id: record for record in described}
        open_tasks = [
            replace(task, source=known[task.claim].source_digest, tried=known[task.claim].mutants_digest)
            for task in open_tasks
        ]
        finished = len(tasks) - len(open_tasks)
        progress(finished, len(tasks), None)
        try:
            with closing(executor.work(open_tasks)) as work:
                for results in work:
                    new = [
                        replace(r, shards=plan.shards_of(plan.claim(r.claim)))
                        if isinstance(r, HuntRecord)
                        else r
                        for r in results
                    ]
                    files.append(path, new)
                    seen.add(new)
                    instances += sum(r.scope.instances for r in new if isinstance(r, HuntRecord))
                    finished += 1
                    progress(finished, len(tasks), new[-1] if new else None)
        finally:  # also where it was interrupted
            if keeper:
                # What a run that was cut off has opened is not known.
                anew = {task.claim for task in open_tasks if task.variant != NEEDS}
                anew -= {record.claim for record in resumed()}
                bases = keeper.kept(seen.evidence(), anew)
                files.append(path, bases)
                seen.add(bases)
    end = End(seconds=round(time.monotonic() - start, 3), instances=instances, spent=clock.taken())
    files.append(path, [end])
    packing.pack(path)
    seen.add([end])
    return seen.evidence()


def _kept(plan: Plan) -> list[Record]:
    """The last kept runs of the experiments that the plan's profile leaves out."""
    found: list[Record] = []
    for claim in plan.claims:
        path = claim.kept_run
        if plan.leaves_out(claim) and path is not None and path.is_file():
            try:
                found.append(kept.read(path))
            except EvidenceError as error:
                warnings.warn(f"the kept run of {claim.id} is not shown: {error}", stacklevel=2)
    return found


def _executor(plan: Plan) -> AbstractContextManager[Executor]:
    """The workers of a plan; other machines are reached when it is entered."""
    if plan.cluster is None:
        return nullcontext(Executor(plan.workers, machine.machine_name(), lambda tasks: _work(plan, tasks)))
    from lemmata.run import cluster

    return cluster.connected(plan)


def _resumable(path: Path, stored: Evidence, plan: Plan) -> list[Key]:
    """The hunts of an earlier, cut-off run that a run of the same plan keeps; the file can be appended to."""
    last = stored.runs[-1] if stored.runs else None
    if last is None or (last.profile, last.seed) != (plan.profile, plan.seed):
        raise EvidenceError(
            f"{path} holds a run with another profile or seed; run without --resume, "
            "or with the same --profile and --seed"
        )
    if other := changed(last.sources, packages()):
        raise EvidenceError(
            f"{path} holds a run of another source of {', '.join(other[:3])} than "
            "there is now; run without --resume, or bring them back"
        )
    packing.unpack(path)
    files.repair(path)
    wanted = set(plan.tasks())
    return [
        key
        for key, h in stored.hunts.items()
        if plan.task(h) in wanted
        and (h.seed, h.profile) == (plan.seed, plan.profile)
        and h.shards == plan.shards_of(plan.claim(h.claim))
        and not h.lost
    ]


def _earlier_results(stored: Evidence, hunts: Sequence[Key], plan: Plan) -> Iterator[Result | Basis]:
    """The results that an earlier run has recorded, and what they rest on; hunts are read one by one."""
    seen: dict[str, set[str]] = {}
    for claim, variant, *_ in hunts:
        seen.setdefault(claim, set()).add(variant)
    cut_off = {
        claim.id
        for claim in plan.claims
        if claim.kind.at_once and seen.get(claim.id, set()) != {v.name for v in claim.variants()}
    }
    wanted = set(plan.tasks())
    needs = (n for n in stored.needs.values() if plan.task(n) in wanted and n.variant != NEEDS)
    figures = (f for f in stored.figures if plan.task(f) in wanted)
    bases = (basis for basis in stored.bases.values() if basis.claim in seen)
    for record in chain(map(stored.hunts.__getitem__, hunts), needs, figures, bases):
        if record.claim not in cut_off:
            yield record


def _work(plan: Plan, tasks: list[Task]) -> Generator[list[Result]]:
    """The records of the tasks, in the order in which workers finish them.

    Where it ends early (an interrupt, an error) the workers are ended too, whatever they are at.
    """
    saved = {name: os.environ.get(name) for name in machine.THREADS}
    machine.one_thread()  # before a worker imports torch
    try:
        work = pool.answers(tasks, plan.workers, partial(_process, plan), plan.time)
        interrupt = signals.once(signal.SIGINT, signal.default_int_handler, KeyboardInterrupt)
        with interrupt, closing(work) as replies:
            for task, reply in replies:
                yield results(plan, task, reply)
    finally:
        for name, value in saved.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _process(plan: Plan) -> tuple[BaseProcess, Connection, Connection]:
    """A worker that is to be started, the pipe to it, and its own end of that."""
    fork = plan.fork and threading.active_count() == 1
    if not fork:
        resource_tracker.ensure_running()  # starting it later would let interrupts in again
    context: Any = multiprocessing.get_context("fork" if fork else "spawn")
    ours, theirs = context.Pipe()
    start = partial(_start, plan.files, tuple(sys.path), alone=plan.alone, papers=plan.papers)
    do = partial(
        answer, profile=plan.profile, seed=plan.seed, device=plan.device, alpha=plan.alpha / plan.shards
    )
    return context.Process(target=pool.serve, args=(theirs, start, do)), ours, theirs


_library: Any = None


def _start(
    files: tuple[str, ...], path: tuple[str, ...], alone: bool = False, papers: tuple[str, ...] | None = None
) -> None:
    """Sets a worker up: one thread, and the papers loaded whose claims it may have to hunt, and the files."""
    global _library
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's to handle
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.path[:] = list(path)
    clock.taken()  # a fork has its parent's
    reads.taken()
    reads.watch()
    with clock.at("start-up"):
        import torch

        torch.set_num_threads(1)
        _library = registry.load(files, alone=alone, only=papers)
    gc.freeze()  # what is loaded stays: collections need not look through it
    gc.set_threshold(*_COLLECTIONS)


def _end_with_parent() -> None:
    """A killed parent cannot end its workers: each watches it, and leaves no orphan behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def answer(task: Task, **settings: Any) -> pool.Answer:
    """What a worker answers: the records of a task, as lines, or why there are none.

    ``refused`` is the message of a misuse, which ends the run; ``failed`` costs the task alone.
    """
    process = os.getpid()
    reply = _reply(task, **settings)
    if os.getpid() != process:
        os._exit(1)  # a copy of the worker, which the task has made: it must not answer, too
    return reply


def _reply(task: Task, **settings: Any) -> pool.Answer:
    try:
        records = [json_lines.to_json(result) for result in _do(task, **settings)]
        for line in records:
            json_lines.from_json(line)  # what cannot be read back is a defect of what it is of
        return {"records": records, "spent": clock.taken(), "read": reads.taken()}
    except EvidenceError as error:
        return {"failed": described(error)}  # what is wrong is the record, not how the program is used
    except LemmataError as error:
        return {"refused": str(error)}
    except BaseException as error:  # noqa: BLE001 - also an interrupt: none but the check's own comes here
        return {"failed": described(error)}


def _do(task: Task, profile: str, seed: int, device: str, alpha: float) -> list[Result]:
    """One task, in a worker."""
    from lemmata.run.hunting import hunt

    claim: Claim = _library.claim(task.claim)
    if task.variant == NEEDS:
        from lemmata.run.needed_hypotheses import needs

        return [*needs(claim, PROFILES[profile], seed, device, alpha, task.source)]
    if task.variant is not None:
        variant = claim.variant(task.variant)
        source = task.source if variant.role == "reading" and claim.kind.provable else ""
        return [
            hunt(variant, PROFILES[profile], seed, device, alpha, task.shard, source=source, tried=task.tried)
        ]
    records: list[Result] = []
    if claim.kind.at_once:
        records += [hunt(v, PROFILES[profile], seed, device, alpha) for v in claim.variants()]
    if claim.figure_of is None:
        return records
    try:
        with clock.at("figures"):
            result = claim.kind.draw(claim, profile, seed, device)
        figures = result if isinstance(result, list | tuple) else [result]
        return records + [json_lines.checked(replace(figure, claim=claim.id)) for figure in figures]
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a missing plot must not cost the verdict
        return [*records, undrawn(claim, described(error))]
