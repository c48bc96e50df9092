"""What a campaign is to do: its tasks, what runs them, and the records that a task comes to."""

from __future__ import annotations

import functools
import platform
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple, cast

import lemmata
from lemmata.claims.claim import Claim
from lemmata.errors import LemmataError
from lemmata.records import clock, json_lines
from lemmata.records.evidence import HuntRecord, Run
from lemmata.records.figures import FigureRecord, HeatMapRecord
from lemmata.records.finding import Finding
from lemmata.records.needs import NeedRecord
from lemmata.records.sequential_tests import FALSE_ALARM_BUDGET
from lemmata.run import pool, reads, registry
from lemmata.run.commit import commit_of
from lemmata.run.machine import device_name, is_here, libraries, machine_name
from lemmata.run.sources import packages
from lemmata.search.profiles import EXPERIMENT_LIMIT, PROFILES

Result = HuntRecord | NeedRecord | FigureRecord | HeatMapRecord
NEEDS = "which hypotheses it needs"
"""In the place of a variant: the surviving reading is hunted without each of its hypotheses."""
_HUNTS = 20
"""So many hunts may such a task be: one for each hypothesis."""
UNDRAWN = "not drawn: "
"""How the caption begins that stands in the place of a figure."""


@dataclass(frozen=True, slots=True)
class Task:
    """One unit of work: a shard of the hunt of a variant, or (variant None) the claim's figures.

    What is run once and judged by every variant (an experiment) is one task, figures and all.
    """

    claim: str
    variant: str | None
    shard: int = 0
    source: str = field(default="", compare=False)
    """The digest of the claim, for its certificates; workers would read all sources for it."""
    tried: str = field(default="", compare=False)
    """The digest of its mutants, for the same."""

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

    Only for a process that has loaded torch with one thread (:func:`lemmata.run.machine.one_thread`) and that
    uses no CUDA. Otherwise, and where this process has several threads, workers are spawned.
    """
    alone: bool = False
    """Whether the claims are those of the files, so that workers load no installed paper."""
    needs: tuple[str, ...] = ()
    """The claims of which it is asked which hypotheses they need."""
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
        needs = [Task(claim.id, NEEDS) for claim in hunted if claim.id in self.needs]
        return [Task(claim.id, None) for claim in whole] + hunts + needs + figures

    def claim(self, name: str) -> Claim:
        return self._by_id[name]

    @functools.cached_property
    def _by_id(self) -> dict[str, Claim]:
        return {claim.id: claim for claim in self.claims}

    def shards_of(self, claim: Claim) -> int:
        """Into how many shards the hunts of a claim are cut; what is estimated is estimated once."""
        return 1 if claim.kind.estimated else self.shards

    def leaves_out(self, claim: Claim) -> bool:
        """Whether a claim is an experiment that the profile does not run."""
        return claim.kind.runs is not None and claim.kind.runs.configurations.get(self.profile) is None

    @functools.cached_property
    def papers(self) -> tuple[str, ...]:
        """The installed papers that hold its claims, by their entry points: workers load no others."""
        return registry.entries_of({id(c.paper): c.paper for c in self.claims}.values())

    def time(self, task: Task) -> float:
        if self.limit is not None:
            return self.limit
        at_once = self.claim(task.claim).kind.at_once
        hunts = _HUNTS if task.variant == NEEDS else 1
        return EXPERIMENT_LIMIT if at_once else hunts * PROFILES[self.profile].limit

    def task(self, record: Result) -> Task:
        """The task that a record belongs to."""
        claim = self._by_id.get(record.claim)  # what is resumed may hold others
        whole = claim is not None and claim.kind.at_once
        if isinstance(record, NeedRecord):
            return Task(record.claim, NEEDS)
        if isinstance(record, HuntRecord) and not whole:
            return Task(record.claim, record.variant, record.shard)
        return Task(record.claim, None)

    def header(self) -> Run:
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
            libraries=libraries(),
            sources=packages(),
        )


def results(plan: Plan, task: Task, reply: pool.Answer) -> list[Result]:
    """The records of a task from what is said of it.

    Raises:
        LemmataError: it is refused.
    """
    if "refused" in reply:
        raise LemmataError(f"{task}: {reply['refused']}; {pool.GO_ON}")
    if "records" in reply:
        clock.include(reply["spent"])
        reads.include(reply["read"])
        return [cast("Result", json_lines.from_json(line)) for line in reply["records"]]
    claim = plan.claim(task.claim)
    because = reply["lost"] if "lost" in reply else reply["failed"]
    if task.variant is None and not claim.kind.at_once:
        return [undrawn(claim, because)]
    if task.variant == NEEDS:
        return [unasked(claim, because, plan.seed, plan.profile)]
    variants = claim.variants() if task.variant is None else [claim.variant(task.variant)]
    return [
        HuntRecord(
            claim=claim.id,
            variant=variant.name,
            role=variant.role,
            finding=Finding(outcome="error", because=because),
            seed=plan.seed,
            shard=task.shard,
            profile=plan.profile,
            seconds=reply.get("seconds", 0.0),
            lost="lost" in reply,
        )
        for variant in variants
    ]


def unasked(claim: Claim, because: str, seed: int, profile: str) -> NeedRecord:
    """What stands in the place of hypotheses that could not all be dropped."""
    return NeedRecord(
        finding=Finding(outcome="error", because=because),
        claim=claim.id,
        variant=NEEDS,
        reading=claim.survivor.name,
        hypothesis="all hypotheses that are not named here",
        instead="not looked at",
        need="open",
        because=because,
        seed=seed,
        profile=profile,
    )


def undrawn(claim: Claim, because: str) -> FigureRecord:
    """What stands in the place of a figure that could not be drawn."""
    return FigureRecord("figure", "", "", f"{UNDRAWN}{because}", (), claim=claim.id)
