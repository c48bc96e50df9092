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
import platform
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple, cast

import lemmata
from lemmata.errors import LemmataError, described
from lemmata.records import clock, files, kept, lines, packing
from lemmata.records.combining import gather
from lemmata.records.evidence import (
    ClaimRecord,
    End,
    Evidence,
    EvidenceError,
    HuntRecord,
    MutantRecord,
    ReadingRecord,
    Record,
    Run,
)
from lemmata.records.figures import FigureRecord, HeatMapRecord
from lemmata.records.statistics import FALSE_ALARM_BUDGET
from lemmata.run import coverage, digests, pool, registry, threads
from lemmata.run.commit import commit_of
from lemmata.run.sources import changed, packages
from lemmata.search.profiles import EXPERIMENT_LIMIT, PROFILES
from lemmata.statement.claims import Claim, Reading
from lemmata.statement.configurations import configurations
from lemmata.statement.mutants import changes
from lemmata.statement.written.conclusions import conclusion
from lemmata.statement.written.hypotheses import hypotheses, pinned, region
from lemmata.statement.written.letters import letters

_COLLECTIONS = (5_000, 20, 100)
"""With Python's own thresholds a twentieth of a worker's time went into collecting garbage."""

Result = HuntRecord | FigureRecord | HeatMapRecord


@dataclass(frozen=True)
class Task:
    """One unit of work: a shard of the hunt of a variant, or (variant None) the claim's figures.

    What is run once and judged by every variant (an experiment) is one task, figures and all.
    """

    claim: str
    variant: str | None
    shard: int = 0
    source: str = field(default="", compare=False)
    """The digest of the claim, for its certificates; workers would read all sources for it."""

    def __str__(self) -> str:
        shard = f", shard {self.shard}" if self.shard else ""
        return f"{self.claim} ({self.variant or 'figures'}{shard})"


class Executor(NamedTuple):
    """What runs the tasks of a campaign: processes of this machine, or a cluster."""

    workers: int
    machine: str
    work: Callable[[list[Task]], Generator[list[Result]]]
    """The results of each task, in the order in which tasks are finished."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides what a campaign sees."""

    claims: tuple[Claim, ...]
    profile: str
    seed: int
    device: str
    workers: int
    alpha: float
    """Each hunt's share of the false-alarm budget; its shards divide it evenly."""
    files: tuple[str, ...] = ()
    selection: tuple[str, ...] = ()
    shards: int = 1
    """Hunts of each variant, each with draws of its own: shard 0 draws what the seed alone says."""
    cluster: str | None = None
    """A dask scheduler's address, or ``local``; None: processes of this machine."""
    fork: bool = False
    """Whether workers may be forks of this process, which need not load everything again.

    Only for a process that has loaded torch with one thread (see :mod:`lemmata.run.threads`) and that uses
    no CUDA. Otherwise, and where this process has several threads, workers are spawned.
    """
    alone: bool = False
    """Whether the claims are those of the files, so that workers load no installed paper."""
    limit: float | None = None
    """Seconds that a task may take, an experiment too; None: what the profile says."""

    def tasks(self) -> list[Task]:
        """What takes long comes first, so that workers end together: experiments, readings, mutants.

        Within these, and the figures at the end, the order is that of the claims.
        """
        whole = [claim for claim in self.claims if claim.kind.at_once]
        hunted = [claim for claim in self.claims if claim.kind.hunted and not claim.kind.at_once]
        hunts = [
            Task(claim.id, variant.name, shard)
            for role in ("reading", "mutant")
            for claim in hunted
            for variant in claim.variants()
            if variant.role == role
            for shard in range(self.shards_of(claim))
        ]
        figures = [Task(claim.id, None) for claim in hunted if claim.figure_of is not None]
        return [Task(claim.id, None) for claim in whole] + hunts + figures

    def claim(self, name: str) -> Claim:
        """The claim with this id."""
        return self._by_id[name]

    @functools.cached_property
    def _by_id(self) -> dict[str, Claim]:
        return {claim.id: claim for claim in self.claims}

    def shards_of(self, claim: Claim) -> int:
        """Into how many shards the hunts of a claim are cut; what is estimated is estimated once."""
        return 1 if claim.kind.estimated else self.shards

    @functools.cached_property
    def papers(self) -> tuple[str, ...]:
        """The installed papers that hold its claims, by their entry points: workers load no others."""
        return registry.entries_of({id(c.paper): c.paper for c in self.claims}.values())

    def time(self, task: Task) -> float:
        """The seconds that a task may take."""
        if self.limit is not None:
            return self.limit
        at_once = self.claim(task.claim).kind.at_once
        return EXPERIMENT_LIMIT if at_once else PROFILES[self.profile].limit

    def task(self, record: Result) -> Task:
        """The task that a record belongs to."""
        claim = self._by_id.get(record.claim)  # what is resumed may hold others
        whole = claim is not None and claim.kind.at_once
        if isinstance(record, HuntRecord) and not whole:
            return Task(record.claim, record.variant, record.shard)
        return Task(record.claim, None)

    def header(self) -> Run:
        """The run's own record."""
        return Run(
            version=lemmata.__version__,
            profile=self.profile,
            seed=self.seed,
            device=device_name(self.device) if is_here(self.cluster) else f"{self.device}, remote",
            machine=machine_name(),
            started=datetime.now(UTC).isoformat(timespec="seconds"),
            commit=commit_of(claim.file for claim in self.claims),
            false_alarm_budget=FALSE_ALARM_BUDGET,
            selection=self.selection,
            workers=self.workers,
            python=platform.python_version(),
            libraries=_libraries(),
            sources=packages(),
        )


def run(
    plan: Plan,
    path: Path,
    *,
    resume: bool = False,
    progress: Callable[[int, int, Record | None], None] = lambda done, total, record: None,
) -> Evidence:
    """Runs a campaign, appending its evidence to ``path``; returns all evidence of the run.

    With ``resume`` the hunts that ``path`` already holds (same claim, variant, shard, seed and
    profile) are kept and not run again, but for those whose process or whose time had ended.

    Raises:
        KeyboardInterrupt: on interrupt; finished evidence is on the disk.
        EvidenceError: ``path`` cannot be resumed, or not be written.
        LemmataError: the workers cannot be started; finished evidence is on the disk.
    """
    start = time.monotonic()
    tasks = plan.tasks()
    with _executor(plan) as executor:  # first: where no cluster answers, no file is touched
        earlier: list[Result] = []
        if resume and packing.stored(path).exists():
            earlier = _earlier_results(path, plan)
        else:
            packing.set_aside(path)
        done = {plan.task(record) for record in earlier}
        open_tasks = [task for task in tasks if task not in done]
        header = replace(plan.header(), workers=executor.workers, machine=executor.machine)
        reader = digests.Reader()
        papers = {id(claim.paper): claim.paper for claim in plan.claims}
        records: list[Record] = [header, *map(coverage.describe, papers.values())]
        described = [describe(claim, reader) for claim in plan.claims]
        records += [*described, *_kept(plan)]
        files.append(path, records)
        records += earlier
        source = {record.id: record.source_digest for record in described}
        open_tasks = [replace(task, source=source[task.claim]) for task in open_tasks]
        finished = len(tasks) - len(open_tasks)
        progress(finished, len(tasks), None)
        with closing(executor.work(open_tasks)) as work:
            for results in work:
                new = [
                    replace(r, shards=plan.shards_of(plan.claim(r.claim))) if isinstance(r, HuntRecord) else r
                    for r in results
                ]
                files.append(path, new)
                records += new
                finished += 1
                progress(finished, len(tasks), new[-1] if new else None)
    total = sum(r.instances for r in records if isinstance(r, HuntRecord))
    end = End(seconds=round(time.monotonic() - start, 3), instances=total, spent=clock.taken())
    files.append(path, [end])
    packing.pack(path)
    return gather([*records, end])


def _kept(plan: Plan) -> list[Record]:
    """The last kept runs of the experiments that the plan's profile leaves out."""
    found: list[Record] = []
    for claim in plan.claims:
        experiment, path = claim.experiment_of, claim.kept_run
        left_out = experiment is not None and experiment.configurations.get(plan.profile) is None
        if left_out and path is not None and path.is_file():
            try:
                found.append(kept.read(path))
            except EvidenceError as error:
                warnings.warn(f"the kept run of {claim.id} is not shown: {error}", stacklevel=2)
    return found


def _executor(plan: Plan) -> AbstractContextManager[Executor]:
    """The workers of a plan; other machines are reached when it is entered."""
    if plan.cluster is None:
        return nullcontext(Executor(plan.workers, machine_name(), lambda tasks: _work(plan, tasks)))
    from lemmata.run import cluster

    return cluster.connected(plan)


def is_here(cluster: str | None) -> bool:
    """Whether the workers are processes of this machine."""
    return cluster in (None, "local")


def _earlier_results(path: Path, plan: Plan) -> list[Result]:
    """The results that an earlier, cut-off run of the same plan has recorded."""
    stored = files.read(path)
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
    wanted = dict.fromkeys(plan.tasks())
    hunts = [
        h
        for h in stored.hunts.values()
        if plan.task(h) in wanted
        and (h.seed, h.profile) == (plan.seed, plan.profile)
        and h.shards == plan.shards_of(plan.claim(h.claim))
        and not h.lost
    ]
    records = [*hunts, *(f for f in stored.figures if plan.task(f) in wanted)]
    seen: dict[str, set[str]] = {}
    for hunt in hunts:
        seen.setdefault(hunt.claim, set()).add(hunt.variant)
    cut_off = {
        claim.id
        for claim in plan.claims
        if claim.kind.at_once and seen.get(claim.id, set()) != {v.name for v in claim.variants()}
    }
    return [record for record in records if record.claim not in cut_off]


def _work(plan: Plan, tasks: list[Task]) -> Generator[list[Result]]:
    """The records of the tasks, in the order in which workers finish them.

    Where it ends early (an interrupt, an error) the workers are ended too, whatever they are at.
    """
    saved = {name: os.environ.get(name) for name in threads.NAMES}
    threads.one()  # before a worker imports torch
    try:
        work = pool.answers(tasks, plan.workers, partial(_process, plan), plan.time)
        with pool.one_interrupt(), closing(work) as replies:
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


def results(plan: Plan, task: Task, reply: pool.Answer) -> list[Result]:
    """The records of a task from what is said of it.

    Raises:
        LemmataError: it is refused.
    """
    if "refused" in reply:
        raise LemmataError(f"{task}: {reply['refused']}; {pool.GO_ON}")
    if "records" in reply:
        clock.include(reply["spent"])
        return [cast("Result", lines.from_json(line)) for line in reply["records"]]
    claim = plan.claim(task.claim)
    because = reply["lost"] if "lost" in reply else reply["failed"]
    if task.variant is None and not claim.kind.at_once:
        return [_undrawn(claim, because)]
    variants = claim.variants() if task.variant is None else [claim.variant(task.variant)]
    return [
        HuntRecord(
            claim=claim.id,
            variant=variant.name,
            role=variant.role,
            outcome="error",
            seed=plan.seed,
            shard=task.shard,
            profile=plan.profile,
            seconds=reply.get("seconds", 0.0),
            because=because,
            lost="lost" in reply,
        )
        for variant in variants
    ]


def _undrawn(claim: Claim, because: str) -> FigureRecord:
    """What stands in the place of a figure that could not be drawn."""
    return FigureRecord(claim.id, "figure", "", "", f"not drawn: {because}", ())


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
        records = [lines.to_json(result) for result in _do(task, **settings)]
        for line in records:
            lines.from_json(line)  # what cannot be read back is a defect of what it is of
        return {"records": records, "spent": clock.taken()}
    except EvidenceError as error:
        return {"failed": described(error)}  # what is wrong is the record, not how the program is used
    except LemmataError as error:
        return {"refused": str(error)}
    except BaseException as error:  # noqa: BLE001 - also an interrupt: none but the check's own comes here
        return {"failed": described(error)}


def _do(task: Task, profile: str, seed: int, device: str, alpha: float) -> list[Result]:
    """One task, in a worker."""
    from lemmata.search.hunt import hunt

    claim: Claim = _library.claim(task.claim)
    if task.variant is not None:
        variant = claim.variant(task.variant)
        source = task.source if variant.role == "reading" and claim.kind.provable else ""
        return [hunt(variant, PROFILES[profile], seed, device, alpha, task.shard, source=source)]
    records: list[Result] = []
    if claim.kind.at_once:
        records += [hunt(v, PROFILES[profile], seed, device, alpha) for v in claim.variants()]
    if claim.figure_of is None:
        return records
    try:
        with clock.at("figures"):
            result = claim.kind.draw(claim, profile, seed, device)
        figures = result if isinstance(result, list | tuple) else [result]
        return records + [lines.checked(replace(figure, claim=claim.id)) for figure in figures]
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a missing plot must not cost the verdict
        return [*records, _undrawn(claim, described(error))]


def describe(claim: Claim, reader: digests.Reader | None = None) -> ClaimRecord:
    """Everything the pages need to know about a claim; one ``reader`` for many claims is faster."""
    file, reader = Path(claim.file), reader or digests.Reader()
    return ClaimRecord(
        id=claim.id,
        paper=claim.paper.key,
        topic=claim.paper.topic,
        label=claim.label,
        part=claim.part,
        kind=claim.kind.name,
        summary=claim.summary,
        description=claim.description,
        citation=claim.paper.citation,
        source=claim.paper.source,
        file=f"{file.parent.parent.name}/{file.parent.name}/{file.name}",
        uses=claim.uses,
        readings=tuple(_described(reading) for reading in claim.readings.values()),
        mutants=tuple(v.name for v in claim.variants() if v.role == "mutant"),
        changes={
            v.name: MutantRecord(v.why, changes(v, claim.survivor.variant)) for v in claim.mutants.values()
        },
        waived=dict(claim.waived),
        reported=dict(claim.experiment_of.paper) if claim.experiment_of else {},
        source_digest=reader.digest(claim),
        mutants_digest=reader.mutants(claim),
        rank=claim.rank,
        origin=claim.origin,
        at=claim.at and replace(claim.at, file=claim.at.file or claim.paper.source),
        possible_extraction=claim.possible_extraction,
        experiment=configurations(claim),
    )


def _described(reading: Reading) -> ReadingRecord:
    if not reading.variant.claim.kind.hunted:
        return ReadingRecord(reading.name, reading.latex, reading.expect, reading.because, reading.defect)
    rows = hypotheses(reading.variant)
    formula = conclusion(reading.variant)
    apart = letters(reading, rows, formula)
    return ReadingRecord(
        name=reading.name,
        latex=reading.latex,
        expected=reading.expect,
        because=reading.because,
        defect=reading.defect,
        family=reading.variant.family,
        adds=reading.adds,
        slack=reading.slack,
        hypotheses=rows,
        conclusion=formula,
        fails_where=region(reading.fails_where, reading.variant.settings.holder) if reading.fails_where else "",
        pinned=pinned(reading.variant),
        undrawn=apart.undrawn,
        unstated=apart.unstated,
        idle=apart.idle,
    )


def resolve_device(name: str) -> str:
    """``auto`` becomes CUDA where it is.

    Raises:
        LemmataError: CUDA is asked for and absent, or the name is unknown.
    """
    import torch

    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cpu":
        return name
    if name == "cuda" or (name.startswith("cuda:") and name[5:].isdigit()):
        if not torch.cuda.is_available():
            raise LemmataError(
                f"--device {name}: this machine has no CUDA device (or torch was built without "
                "CUDA); use --device cpu or auto"
            )
        if name != "cuda" and int(name[5:]) >= torch.cuda.device_count():
            raise LemmataError(
                f"--device {name}: there are {torch.cuda.device_count()} CUDA devices, counted from 0"
            )
        return name
    raise LemmataError(f"--device must be auto, cpu, cuda or cuda:i, got {name!r}")


def machine_name() -> str:
    """The machine in words."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"


def device_name(device: str) -> str:
    """The device in words."""
    if device == "cpu":
        return f"cpu ({platform.processor() or platform.machine()})"
    import torch

    return f"{device} ({torch.cuda.get_device_name(torch.device(device))})"


def _libraries() -> dict[str, str]:
    from importlib import metadata

    versions = {}
    for name in ("torch", "numpy", "hypothesis", "cvxpy", "python-flint", "scipy"):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = "absent"
    return versions
