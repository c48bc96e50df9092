"""Measured power: after how many instances, and how soon, a hunt has its first genuine witness.

What is hunted is known to be false: the planted falsehoods of :mod:`benchmarks.planted`, and the
mutants of the installed claims. A hunt for a reading goes on to make its witness smaller; here it
stops at the first one, as a hunt for a mutant does.

``lemmata bench power`` measures all planted falsehoods and a sample of mutants within a time budget;
``lemmata bench power-full`` everything at every seed. docs/power.md says how to read it.
"""

from __future__ import annotations

import functools
import multiprocessing
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from statistics import median

from benchmarks import planted
from benchmarks.runner import Bench, Result
from lemmata import Claim
from lemmata.claims.claim import Variant
from lemmata.records.evidence import HuntRecord
from lemmata.run import registry
from lemmata.run.hunting import PROFILES, hunt

SEEDS = 20
PROFILE = "quick"
PLANTED_SECONDS, MUTANTS_SECONDS = 60.0, 40.0
"""What `lemmata bench power` spends at most; a hunt that has begun ends."""
_SAMPLE = 0
"""Decides the order in which mutants are measured."""
_WORST = 8
_WORKERS = 2
_ALPHA = 1e-8
"""The level of a probability's test: that of a hunt in a campaign of some fifty such variants."""


@dataclass(frozen=True)
class Target:
    """Something false: a planted falsehood or a mutant."""

    claim: str
    variant: str
    planted: bool = False

    def __str__(self) -> str:
        return self.variant if self.planted else f"{self.claim}: {self.variant}"


@dataclass
class Power:
    """What the hunts for one target saw, one record a seed."""

    target: Target
    records: list[HuntRecord] = field(default_factory=list)

    @property
    def refuted(self) -> list[HuntRecord]:
        """The hunts that ended with a witness."""
        return [r for r in self.records if r.outcome == "refuted"]

    @property
    def genuine(self) -> bool:
        """Whether exact arithmetic (or an e-value) confirms every witness."""
        return all(r.evidence == "genuine" for r in self.refuted)

    @property
    def share(self) -> float:
        """The share of seeds at which the target was found."""
        return len(self.refuted) / len(self.records)

    @property
    def instances(self) -> float:
        """The median number of instances up to the witness; infinite if half of the hunts have none."""
        return _median(self.records, lambda r: r.finding.instances)

    @property
    def seconds(self) -> float:
        """The median time up to the witness."""
        return _median(self.records, lambda r: r.seconds)

    def line(self) -> str:
        """Everything in one line."""
        stages = Counter(r.scope.stage for r in self.refuted).most_common()
        words = [
            f"{self.target}: found at {len(self.refuted)} of {len(self.records)} seeds",
            f"median {self.instances:.0f} instances, {self.seconds:.3f} s",
            ", ".join(f"{stage} {count}" for stage, count in stages),
        ]
        if not self.genuine:
            words.append("some not confirmed exactly")
        lost = Counter(r.outcome for r in self.records if r.outcome != "refuted")
        words += [f"{count} {outcome}" for outcome, count in lost.items()]
        words += sorted({r.finding.because for r in self.records if r.finding.because})[:1]
        return "  " + "; ".join(word for word in words if word)


def _median(records: Sequence[HuntRecord], measure: Callable[[HuntRecord], float]) -> float:
    return median(measure(r) if r.outcome == "refuted" else float("inf") for r in records)


# -- targets ---------------------------------------------------------------------------------------


def planted_targets() -> list[Target]:
    """All planted falsehoods, the ones hidden from most stages last."""
    claims = [*planted.falsehoods.values(), *(h.claim for h in planted.hidden.values())]
    return [Target("planted", claim.label, planted=True) for claim in claims]


def mutant_targets(sample: int = _SAMPLE) -> list[Target]:
    """All mutants of the installed claims that are not waived, in the order that a seed decides."""
    targets = [
        Target(claim.id, variant.name)
        for claim in _library().values()
        if not claim.kind.at_once  # not run in this profile
        for variant in claim.variants()
        if variant.role == "mutant" and variant.name not in claim.waived
    ]
    random.Random(sample).shuffle(targets)
    return targets


@functools.cache
def _library() -> dict[str, Claim]:
    return registry.load().claims


@functools.cache
def _planted() -> dict[str, Claim]:
    return planted.falsehoods | {name: h.claim for name, h in planted.hidden.items()}


def variant_of(target: Target) -> Variant:
    """What is hunted; a planted falsehood as if it were a mutant, so that the first witness ends it."""
    if target.planted:
        return replace(_planted()[target.variant].variant("printed"), role="mutant")
    return _library()[target.claim].variant(target.variant)


# -- measuring -------------------------------------------------------------------------------------


def measure(
    targets: Sequence[Target],
    seeds: Sequence[int],
    *,
    seconds: float = float("inf"),
    workers: int = 0,
    by_seed: bool = False,
    progress: Callable[[str], None] = lambda text: None,
) -> list[Power]:
    """Hunts for every target at every seed, as far as the time goes.

    Args:
        targets: what to hunt for, in this order.
        seeds: at which seeds; those of a target whose time was up are fewer.
        seconds: no hunt begins later than this.
        workers: processes, one thread each; 0: none but this one.
        by_seed: all targets at one seed before the next, so that all have the same number of seeds
            (the last one may be cut off); else one target after the other.
        progress: called with what is being measured.

    Returns:
        The targets of which something was measured, in their order.
    """
    tasks = [(target, seed) for target in targets for seed in seeds]
    if by_seed:
        tasks.sort(key=lambda task: seeds.index(task[1]))
    powers = {target: Power(target) for target in targets}
    for target, record in _work(tasks, seconds, workers):
        powers[target].records.append(record)
        done = sum(len(p.records) for p in powers.values())
        progress(f"power: {done} of {len(tasks)} hunts")
    for power in powers.values():
        power.records.sort(key=lambda r: r.seed)
    return [power for power in powers.values() if power.records]


def _work(
    tasks: Sequence[tuple[Target, int]], seconds: float, workers: int
) -> Iterator[tuple[Target, HuntRecord]]:
    if not tasks:
        return
    if not workers:
        end = time.monotonic() + seconds
        for number, task in enumerate(tasks):
            if number and time.monotonic() > end:
                return
            yield _hunt(task)
        return
    with ExitStack() as stack:
        context = multiprocessing.get_context("spawn")
        pool = stack.enter_context(ProcessPoolExecutor(workers, context, initializer=_start))
        for future in [pool.submit(_hunt, tasks[0]) for _ in range(workers)]:  # imports, warm-up
            future.result()
        end = time.monotonic() + seconds
        waiting = iter(tasks)
        running: set[Future[tuple[Target, HuntRecord]]] = set()
        while True:
            while len(running) < 2 * workers and time.monotonic() <= end:
                following = next(waiting, None)
                if following is None:
                    break
                running.add(pool.submit(_hunt, following))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def _start() -> None:
    import torch

    torch.set_num_threads(1)


def _hunt(task: tuple[Target, int]) -> tuple[Target, HuntRecord]:
    target, seed = task
    return target, hunt(variant_of(target), PROFILES[PROFILE], seed, alpha=_ALPHA)


# -- benchmarks ------------------------------------------------------------------------------------


def power(bench: Bench) -> Iterable[Result]:
    """All planted falsehoods and a sample of the mutants, each within a time budget."""
    yield from _measured(bench, PLANTED_SECONDS, MUTANTS_SECONDS)


def power_full(bench: Bench) -> Iterable[Result]:
    """Every planted falsehood and every mutant at every seed, however long it takes."""
    endless = float("inf") if bench.scale >= 1 else 1.0
    yield from _measured(bench, endless, endless)


power_full.on_request = True  # type: ignore[attr-defined]


def _measured(bench: Bench, for_planted: float, for_mutants: float) -> Iterable[Result]:
    seeds = range(bench.count(SEEDS))
    mutants = f"mutants, in the order of seed {_SAMPLE}"
    for word, what, targets, seconds in (
        ("planted", "planted falsehoods", planted_targets(), for_planted),
        ("mutants", mutants, mutant_targets(), for_mutants),
    ):
        powers = measure(
            targets,
            seeds,
            seconds=seconds * bench.scale,
            workers=_workers(bench),
            by_seed=word == "planted",
            progress=bench.progress,
        )
        yield from _results(word, powers, len(targets), what)


def _workers(bench: Bench) -> int:
    return min(_WORKERS, os.cpu_count() or 1) if bench.scale >= 1 else 0


def _results(word: str, powers: Sequence[Power], total: int, what: str) -> Iterable[Result]:
    """Three figures: how many hunts found their target, and the medians of instances and seconds."""
    records = [record for p in powers for record in p.records]
    hunts = sum(len(p.refuted) for p in powers)
    seeds = max(len(p.records) for p in powers)
    against = f"{len(powers)} of {total} {what}, at up to {seeds} seeds each, profile {PROFILE}"
    evaluated = sum(r.finding.instances for r in records)
    missed = [p for p in powers if p.share < 1]
    yield Result(
        f"power-{word}",
        hunts / len(records),
        "of hunts",
        against,
        evaluated,
        note="\n".join(
            [f"{hunts} of {len(records)} hunts found a witness; measured:"]
            + (
                [p.line() for p in powers]
                if word == "planted"
                else ["  " + ", ".join(str(p.target) for p in powers)]
            )
            + [f"not found at every seed, {len(missed)} in all:" if missed else "none was missed"]
            + [p.line() for p in sorted(missed, key=lambda p: p.share)]
        ),
    )
    measures: dict[str, Callable[[Power], float]] = {
        "instances": lambda p: p.instances,
        "seconds": lambda p: p.seconds,
    }
    for unit, measure in measures.items():
        ranked = sorted(powers, key=measure, reverse=True)
        half = median(measure(p) for p in powers)
        yield Result(
            f"power-{word}-{unit}",
            half if half < float("inf") else 0.0,
            unit,
            f"median over {len(powers)} {what} of the median over seeds, up to the first witness",
            evaluated,
            note="\n".join(
                ["the slowest:"]
                + [f"  {measure(p):.4g} {p.target}" for p in ranked[:_WORST]]
                + ([] if half < float("inf") else ["more than half was never found"])
            ),
        )
