"""A campaign of very many hunts without the hunts: shards of a small package's claims.

Each kind of claim is hunted a few times, from different seeds; the records of all shards are copies of what
these hunts saw. So what is measured is all that the engine does around the hunts: planning, scheduling,
writing, reading and judging.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

from benchmarks import growing
from lemmata.claims.claim import Claim
from lemmata.records import files, json_lines
from lemmata.records.evidence import HuntRecord
from lemmata.records.judging import judge
from lemmata.run import campaign, cluster, registry
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.plan import Executor, Plan, Result, Task, results

STAGES = {
    "planning": "tasks are planned",
    "campaign": "tasks are handed over, records appended one by one and gathered",
    "judging": "the records of each variant are merged, and its claim judged",
    "reading": "the file is read again",
}
_CLAIMS, _KINDS, _SEEDS = 100, 10, 8
_WARM = 2 * _CLAIMS
Seen = dict[tuple[bool, str], list[HuntRecord]]
"""What a few hunts saw, by whether the claim is refuted as printed, and by variant."""


def around(folder: Path, hunts: int, how: str) -> tuple[dict[str, float], float]:
    """In a process of its own: seconds of the processor for each of :data:`STAGES`, and peak memory (MiB).

    Args:
        folder: where a package and evidence may be written.
        hunts: how many there are, a multiple of 200.
        how: ``alone``: tasks are answered where they are planned; ``cluster``: by two threads of a dask
            cluster in the same process.

    Raises:
        ImportError: dask.distributed is not installed, for a cluster.
    """
    sys.path.insert(0, str(folder))
    name = f"hunts_{how}_{hunts}"
    entry = growing.write(folder, name, _CLAIMS)
    importlib.invalidate_caches()
    library = registry.load(only=[entry])
    claims = tuple(library.select([f"{name}/*"]))
    plan = Plan(claims, "quick", 0, "cpu", 2, library.alpha)
    seen = _seen(claims)
    seconds: dict[str, float] = {}
    for what, count in (("warm", _WARM), ("all", hunts)):  # imports are left out
        path = folder / f"{name}_{what}" / "evidence.jsonl"
        path.parent.mkdir()
        seconds = _run(replace(plan, shards=count // len(plan.tasks())), path, seen, how)
    return seconds, growing.peak()


def _seen(claims: tuple[Claim, ...]) -> Seen:
    profile = replace(PROFILES["quick"], examples=20, settings=2, batch=64, climbs=1, steps=5)
    found: Seen = {}
    for claim in claims[:_KINDS]:
        for variant in claim.variants():
            kind = growing._broken(claim.id), variant.name
            if kind not in found:
                found[kind] = [hunt(variant, profile, seed) for seed in range(_SEEDS)]
    return found


def _answer(seen: Seen, claim: str, variant: str, shard: int) -> dict[str, Any]:
    """What a worker would answer."""
    same = seen[growing._broken(claim), variant]
    record = replace(growing._of(claim, same[shard % len(same)]), seed=0, shard=shard)
    return {"records": [json_lines.to_json(record)], "spent": {}, "read": {}}


def _run(plan: Plan, path: Path, seen: Seen, how: str) -> dict[str, float]:
    """The seconds of a campaign without its hunts."""
    seconds: dict[str, float] = {}

    @contextmanager
    def timed(stage: str) -> Iterator[None]:
        start = time.process_time()
        yield
        seconds[stage] = time.process_time() - start

    with timed("planning"):
        tasks = plan.tasks()
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(os, "fsync", _pushed))
        work = stack.enter_context(_workers(plan, seen) if how == "cluster" else _nobody(plan, seen))
        executor = Executor(2, "a benchmark", work)

        def chosen(plan: Plan) -> AbstractContextManager[Executor]:
            return nullcontext(executor)

        stack.enter_context(mock.patch.object(campaign, "_executor", chosen))
        with timed("campaign"):
            evidence = campaign.run(plan, path)
    with timed("judging"):
        told = judge(evidence)
    del evidence
    with timed("reading"):
        evidence = files.read(path)
    if len(evidence.hunts) != len(tasks) or any(verdict.surprises for verdict in told.claims):
        raise AssertionError("a campaign has lost a hunt, or is judged otherwise than its hunts")
    return seconds


def _pushed(file: int) -> None:
    """A disk takes milliseconds for each record that is pushed to it, and no time of the processor."""


Work = Callable[[list[Task]], Generator[list[Result]]]


def _nobody(plan: Plan, seen: Seen) -> AbstractContextManager[Work]:
    """Each task is answered when its answer is asked for."""

    def work(tasks: list[Task]) -> Generator[list[Result]]:
        for task in tasks:
            assert task.variant is not None
            yield results(plan, task, _answer(seen, task.claim, task.variant, task.shard))

    return nullcontext(work)


_everywhere: Seen = {}


def _do(task: dict[str, Any], limit: float, run_id: str, setup: dict[str, Any]) -> dict[str, Any]:
    return {"worker": "a thread", **_answer(_everywhere, task["claim"], task["variant"], task["shard"])}


@contextmanager
def _workers(plan: Plan, seen: Seen) -> Iterator[Work]:
    """A dask cluster in this process, whose memory is that of its scheduler and of its workers, too."""
    import distributed

    _everywhere.update(seen)
    options = {
        "processes": False,
        "memory_limit": None,
        "scheduler_kwargs": {"dashboard": False, "dashboard_address": "127.0.0.1:0"},
    }
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, **options) as made,
        distributed.Client(made, set_as_default=False) as client,
        mock.patch.object(cluster, "_do", _do),
    ):
        yield lambda tasks: cluster._work(client, plan, tasks)
