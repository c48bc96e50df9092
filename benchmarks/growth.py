"""Growth: with more instances, with larger sizes, with more claims, and with more workers."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from math import prod
from pathlib import Path
from statistics import median
from typing import Any

import torch
from torch import Generator

from benchmarks import growing, many_hunts
from benchmarks.hunts import CLAIM, floor, instances_of, products, theorem
from benchmarks.runner import Bench, Result
from benchmarks.transformer import SIZE
from lemmata import Claim, box, reals
from lemmata.claims.claim import Variant
from lemmata.records.evidence import HuntRecord, Record
from lemmata.run import campaign, registry
from lemmata.run.hunting import hunt
from lemmata.run.plan import Plan

_WARM = 16
_SLICE = ("pca/finishing-up/*", "pca/l*", "pca/power*")
"""The claims on which workers are compared, about a minute of one worker."""


def alone(measure: Callable[[], Any]) -> Any:
    """What is measured in a process of its own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(measure).result()


# -- instances and sizes ---------------------------------------------------------------------------


def _grown(instances: int) -> tuple[float, float]:
    """In a process of its own: seconds for the instances beyond a few, and its peak memory (MiB)."""
    torch.set_num_threads(1)
    variant = theorem()
    hunt(variant, instances_of(_WARM))
    times = {}
    for count in (_WARM, instances):
        start = time.perf_counter()
        hunt(variant, instances_of(count))
        times[count] = time.perf_counter() - start
    # Where few instances cost nothing next to a hunt's fixed part, noise must not turn the sign.
    return max(times[instances] - times[_WARM], times[instances] / 100), growing.peak()


def instances(bench: Bench) -> Iterable[Result]:
    """Instances a second and peak memory with ten times the instances."""
    few = bench.count(1024, 4 * _WARM)
    rates, peaks, shares = [], [], []
    for _ in range(bench.count(3)):
        measured = {count: alone(partial(_grown, count)) for count in (few, 10 * few)}
        (small, low), (large, high) = measured[few], measured[10 * few]
        rates.append((10 * few - _WARM) / large / ((few - _WARM) / small))
        peaks.append((high, low))
        shares.append(floor(bench, theorem(), 10 * few - _WARM) / large)
    high, low = min(peaks)
    against = f"a hunt on {CLAIM} with {few} instances, each in a process of its own"
    yield Result(
        "growth",
        median(rates),
        "x",
        f"instances/s of {against}; what does not depend on their number taken off",
        10 * few,
        median(shares),
        at_least=0.9,
    )
    yield Result(
        "growth-memory",
        high / low,
        "x",
        f"peak memory of {against}",
        10 * few,
        at_most=1.5,
        note=f"peak memory {high:.0f} MiB with {10 * few} instances, {low:.0f} MiB with {few}",
    )


_CHUNK = 64


def _of_size(d: int, N: int, K: int) -> Any:
    M = reals(K, d, d).seeded(7) / 2048  # small, since the constant B grows like their product
    return replace(SIZE, d=d, N=N, K=K, M=M, theta=box(K, low=0.0, high=2.0).seeded(7) / 8)


def _drawn_and_checked(variant: Variant, s: Any, count: int) -> Callable[[], None]:
    """What a hunt does with instances of a setting: it draws them and evaluates the check, in chunks."""
    assert variant.prompts is not None
    space, tf, generator = variant.prompts(s), variant.construct(s), Generator().manual_seed(0)

    def side() -> None:
        for _ in range(0, count, _CHUNK):
            variant.evaluate(s, space.sample(generator, _CHUNK), tf)

    return side


def sizes(bench: Bench) -> Iterable[Result]:
    """Seconds of an instance when d, N or K of Theorem 4.1 is doubled, against the operations counted."""
    variant = theorem()
    usual = {"d": SIZE.d, "N": SIZE.N, "K": SIZE.K}
    settings = {"": _of_size(**usual)}
    settings |= {name: _of_size(**usual | {name: 2 * size}) for name, size in usual.items()}
    count = bench.count(2 * _CHUNK, _CHUNK)
    seconds = bench.interleaved(
        {name: _drawn_and_checked(variant, s, count) for name, s in settings.items()}, 40
    )
    counted = {
        name: sum(2 * prod(shape) * many for shape, many in products(variant, s).items())
        for name, s in settings.items()
    }
    for name, size in usual.items():
        measured = min(seconds[name]) / min(seconds[""])  # of short rounds: each side has some undisturbed
        ratio = counted[name] / counted[""]
        yield Result(
            f"growth-{name.lower()}",
            measured / ratio,
            "x",
            f"the growth of the operations counted when {name} goes from {size} to {2 * size}, one thread",
            count * len(seconds[name]),
            at_most=1,
            note=f"{measured:.2f} times the time for {ratio:.2f} times the operations of matrix products; "
            f"{1e6 * min(seconds[name]) / count:.0f} us an instance",
        )


# -- claims ----------------------------------------------------------------------------------------


def claims(bench: Bench) -> Iterable[Result]:
    """What surrounds the hunts, with ten times the claims: seconds a claim, and memory."""
    few = bench.count(500, 20)
    many = 10 * few
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        (small, low), (large, high) = (alone(partial(growing.around, at, n)) for n in (few, many))
    against = f"a package of {few} claims, processor time, each in a process of its own; hunts left out"
    for stage, seconds in large.items():
        yield Result(
            f"growth-claims-{stage}",
            seconds / many / (small[stage] / few),
            "x",
            f"seconds a claim of {against}",
            many,
            at_most=1.2,
            note=f"{growing.STAGES[stage]}: {seconds:.2f} s for {many} claims, {small[stage]:.2f} s for {few}",
        )
    yield Result(
        "growth-claims",
        sum(large.values()) / many / (sum(small.values()) / few),
        "x",
        f"seconds a claim, all of this together, of {against}",
        many,
        at_most=1.2,
        note=f"{sum(large.values()):.1f} s for {many} claims, {sum(small.values()):.1f} s for {few}",
    )
    yield Result(
        "growth-claims-memory",
        1024 * (high - low) / (many - few),
        "KiB",
        f"peak memory a claim beyond {few} claims",
        many,
        at_most=128,
        note=f"peak memory {high:.0f} MiB with {many} claims, {low:.0f} MiB with {few}",
    )


claims.on_request = True  # type: ignore[attr-defined]  # a minute and a half


# -- hunts -----------------------------------------------------------------------------------------


def hunts(bench: Bench) -> Iterable[Result]:
    """What surrounds the hunts, with ten times the hunts: memory and seconds a hunt."""
    few = bench.count(10_000, 200) // 200 * 200
    many = 10 * few
    for how, name in (("alone", "growth-hunts"), ("cluster", "growth-hunts-cluster")):
        if how == "cluster" and not find_spec("distributed"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            at = Path(folder)
            (small, low), (large, high) = (alone(partial(many_hunts.around, at, n, how)) for n in (few, many))
        against = f"{few} hunts, shards of 100 claims, each in a process of its own; hunts left out"
        if how == "cluster":
            against += "; on a dask cluster in that process"
        stages = ", ".join(f"{stage} {1e3 * seconds / many:.2f} ms" for stage, seconds in large.items())
        yield Result(
            f"{name}-memory",
            1024 * (high - low) / (many - few),
            "KiB",
            f"peak memory a hunt beyond {against}",
            many,
            at_most=2,
            note=f"peak memory {high:.0f} MiB with {many} hunts, {low:.0f} MiB with {few}",
        )
        yield Result(
            name,
            sum(large.values()) / many / (sum(small.values()) / few),
            "x",
            f"processor seconds a hunt of {against}",
            many,
            at_most=1.2,
            note=f"{sum(large.values()):.1f} s for {many} hunts, {sum(small.values()):.1f} s for {few}; "
            f"a hunt: {stages}",
        )


hunts.on_request = True  # type: ignore[attr-defined]  # ten minutes


# -- workers ---------------------------------------------------------------------------------------


@dataclass
class _Watch:
    """Times a campaign from when its first hunt starts to when its last one ends."""

    begun: float = float("inf")
    ended: float = 0.0
    instances: int = 0
    busy: float = 0.0
    """Seconds of all hunts together."""

    def __call__(self, done: int, total: int, record: Record | None) -> None:
        if isinstance(record, HuntRecord):
            self.ended = time.perf_counter()
            self.begun = min(self.begun, self.ended - record.seconds)
            self.instances += record.finding.instances
            self.busy += record.seconds

    @property
    def seconds(self) -> float:
        return self.ended - self.begun


def _watched(claims: Sequence[Claim], workers: int, profile: str, cluster: str | None = None) -> _Watch:
    alpha = registry.load().alpha
    plan = Plan(tuple(claims), profile, 0, "cpu", workers, alpha, cluster=cluster)
    watch = _Watch()
    with tempfile.TemporaryDirectory() as folder:
        campaign.run(plan, Path(folder) / "evidence.jsonl", progress=watch)
    return watch


def two_workers(bench: Bench, select: tuple[str, ...] = _SLICE, profile: str = "quick") -> list[Result]:
    """A slice of the campaign (two claims or more) on two workers and on one, start-up excluded.

    One worker takes every other claim before the two workers and the rest after them: a machine
    whose speed drifts favours neither side.
    """
    claims = registry.load().select(select)
    before = _watched(claims[::2], 1, profile)
    two = _watched(claims, 2, profile)
    after = _watched(claims[1::2], 1, profile)
    one = before.seconds + after.seconds
    alone = before.busy + after.busy
    return [
        Result(
            "two-workers",
            one / two.seconds,
            "x",
            f"one worker on {' '.join(select)}, profile {profile}, start-up excluded",
            two.instances,
            one / two.seconds / 2,
            at_least=1.9,
            note=f"{one:.1f} s on one worker ({before.seconds:.1f} of them before the two), "
            f"{two.seconds:.1f} s on two, which hunted {two.busy / two.seconds / 2:.1%} of that time; a hunt "
            f"took {two.busy / alone:.2f} times as long beside another; needs two idle cores",
        )
    ]


def four_on_a_cluster(bench: Bench, select: tuple[str, ...] = _SLICE, profile: str = "quick") -> list[Result]:
    """The same slice on a dask cluster of this machine with four workers, against two processes.

    Raises:
        ImportError: dask.distributed is not installed.
    """
    import distributed  # noqa: F401 - the extra `cluster`

    claims = registry.load().select(select)
    before = _watched(claims[::2], 2, profile)
    four = _watched(claims, 4, profile, cluster="local")
    after = _watched(claims[1::2], 2, profile)
    two = before.seconds + after.seconds
    return [
        Result(
            "four-on-a-cluster",
            two / four.seconds,
            "x",
            f"two processes without a cluster on {' '.join(select)}, profile {profile}, start-up excluded",
            four.instances,
            at_least=0.9,
            note=f"{two:.1f} s in two processes, {four.seconds:.1f} s on the cluster; needs two idle cores",
        )
    ]


four_on_a_cluster.on_request = True  # type: ignore[attr-defined]  # a minute
