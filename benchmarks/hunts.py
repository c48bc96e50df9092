"""Hunts: against the naive way, with ten times the instances, and on two workers."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import torch
from torch import Generator, Tensor

from baselines.proximal import lista_vm_from_all
from benchmarks.runner import Bench, Result, ratio
from benchmarks.transformer import block_products
from lemmata import Claim
from lemmata.records.evidence import HuntRecord, Record
from lemmata.run import campaign, registry
from lemmata.search.hunt import PROFILES, Profile, hunt
from lemmata.statement.claims import Variant
from theorems.sparse_recovery.theorem_4_1.setting import PAPER_SIZE

_CLAIM = "sparse_recovery/theorem-4.1"
_WARM = 16
SLICE = ("pca/finishing-up/*", "pca/l*", "pca/power*")
"""The claims of the standard campaign on which workers are compared: half a minute on one worker."""


def _variant() -> Variant:
    return registry.load().claim(_CLAIM).variant("printed")


def _profile(instances: int) -> Profile:
    """All instances at the paper's size but a handful of explicit ones."""
    return replace(
        PROFILES["quick"], name="bench", examples=4, settings=0, batch=instances, exact=0, climbs=0, steps=0
    )


def _prefix_by_prefix(X: Tensor, y: Tensor, M: Tensor, theta: Tensor) -> Tensor:
    """The recursion (4.4) as it is written: each prefix from its own data, one after another."""
    prefixes = range(1, X.shape[1] + 1)
    paths = [lista_vm_from_all(X[:, :n], y[:, :n], M, theta) for n in prefixes]
    return torch.stack(paths, 2).transpose(0, 1)


def _one_by_one(variant: Variant, instances: int) -> float:
    """One instance after another; weights are built once. The smallest margin."""
    assert variant.prompts is not None
    space, tf = variant.prompts(PAPER_SIZE), variant.construct(PAPER_SIZE)
    generator = Generator().manual_seed(0)
    lowest, relatives = float("inf"), []
    for _ in range(instances):
        prompt = space.sample(generator, 1)
        margin = variant.evaluate(PAPER_SIZE, prompt, tf)
        if bool(torch.isnan(margin.slack).any()):
            raise ArithmeticError("the check returned NaN")
        relatives.append(margin.relative)
        lowest = min(lowest, float(margin.relative.min()))
    return lowest


def _floor(bench: Bench, variant: Variant, instances: int) -> float:
    """Seconds that instances of the paper's size take at least."""
    s = PAPER_SIZE
    # Of the recursion: the residuals of all prefixes, what they make of the rows, and M.
    recursion = {(s.N, s.d, s.N): s.K, (s.N, s.N, s.d): s.K, (s.N, s.d, s.d): s.K}
    products = recursion | block_products(variant.construct(s), 2 * s.N + 1)
    # The data, and the estimates of both sides at every layer and prefix, written and read once.
    numbers = s.N * s.d + s.N + 2 * s.d + 2 * (s.K + 1) * s.N * s.d
    many = {shape: instances * count for shape, count in products.items()}
    return bench.floor(many, instances * 2 * 8 * numbers)


def hunt_vs_naive(bench: Bench) -> Iterable[Result]:
    """A whole hunt on Theorem 4.1 against a loop with the same work for each instance.

    The loop calls what the hunt calls, so that the recursion runs at all prefixes at once; for comparison
    there is a loop that runs it prefix by prefix, as the display is written.
    """
    variant = _variant()
    ingredients = {**variant.ingredients, "recursion": _prefix_by_prefix}
    by_prefix = replace(variant, ingredients=ingredients)
    many, alone = bench.count(65536, 32), bench.count(96, 2)
    profile = _profile(many)
    seconds = bench.interleaved(
        {
            "hunt": lambda: hunt(variant, profile),
            "naive": lambda: _one_by_one(variant, alone),
            "by prefix": lambda: _one_by_one(by_prefix, alone),
        },
        3,
    )
    floor = _floor(bench, variant, many)
    yield Result(
        "hunt-vs-naive",
        ratio(seconds, "naive", "hunt") * many / alone,
        "x",
        f"one instance at a time, {alone} of them: draw, dense network, recursion at every prefix, "
        "margin, bookkeeping; one thread, float64",
        many,
        floor / median(seconds["hunt"]),
        at_least=30,
        note=f"{many / min(seconds['hunt']):.0f} instances/s, the exact confirmation of the nearest "
        f"ones included; {alone / min(seconds['naive']):.0f} naively",
    )
    yield Result(
        "hunt-vs-naive-by-prefix",
        ratio(seconds, "by prefix", "hunt") * many / alone,
        "x",
        f"the same loop, the recursion at one prefix after another; {alone} instances",
        many,
        floor / median(seconds["hunt"]),
    )


# -- growth ---------------------------------------------------------------------------------------


def _grown(instances: int) -> tuple[float, float]:
    """In a process of its own: seconds for the instances beyond a few, and its peak memory (MiB)."""
    import resource
    import sys

    torch.set_num_threads(1)
    variant = _variant()
    hunt(variant, _profile(_WARM))
    times = {}
    for count in (_WARM, instances):
        start = time.perf_counter()
        hunt(variant, _profile(count))
        times[count] = time.perf_counter() - start
    unit = 2**20 if sys.platform == "darwin" else 2**10
    # Where few instances cost nothing next to a hunt's fixed part, noise must not turn the sign.
    beyond = max(times[instances] - times[_WARM], times[instances] / 100)
    return beyond, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def growth(bench: Bench) -> Iterable[Result]:
    """Instances a second and peak memory with ten times the instances."""
    few = bench.count(1024, 4 * _WARM)
    rates, peaks, shares = [], [], []
    for _ in range(bench.count(3)):
        measured = {}
        for count in (few, 10 * few):
            context = multiprocessing.get_context("spawn")
            with ProcessPoolExecutor(1, context) as pool:
                measured[count] = pool.submit(_grown, count).result()
        (small, low), (large, high) = measured[few], measured[10 * few]
        rates.append((10 * few - _WARM) / large / ((few - _WARM) / small))
        peaks.append((high, low))
        shares.append(_floor(bench, _variant(), 10 * few - _WARM) / large)
    high, low = min(peaks)
    against = f"a hunt on {_CLAIM} with {few} instances, each in a process of its own"
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


# -- workers --------------------------------------------------------------------------------------


@dataclass
class _Watch:
    """Times a campaign from when its first hunt starts to when its last one ends."""

    begun: float = float("inf")
    ended: float = 0.0
    instances: int = 0

    def __call__(self, done: int, total: int, record: Record | None) -> None:
        if isinstance(record, HuntRecord):
            self.ended = time.perf_counter()
            self.begun = min(self.begun, self.ended - record.seconds)
            self.instances += record.instances

    @property
    def seconds(self) -> float:
        return self.ended - self.begun


def _watched(claims: Sequence[Claim], workers: int, profile: str) -> _Watch:
    plan = campaign.Plan(tuple(claims), profile, 0, "cpu", workers, registry.load().alpha)
    watch = _Watch()
    with tempfile.TemporaryDirectory() as folder:
        campaign.run(plan, Path(folder) / "evidence.jsonl", progress=watch)
    return watch


def two_workers(bench: Bench, select: tuple[str, ...] = SLICE, profile: str = "") -> list[Result]:
    """A slice of the standard campaign (two claims or more) on two workers and on one, start-up excluded.

    One worker takes every other claim before the two workers and the rest after them: a machine
    whose speed drifts favours neither side.
    """
    claims = registry.load().select(select)
    profile = profile or ("standard" if bench.scale >= 1 else "quick")
    before = _watched(claims[::2], 1, profile)
    two = _watched(claims, 2, profile)
    after = _watched(claims[1::2], 1, profile)
    one = before.seconds + after.seconds
    return [
        Result(
            "two-workers",
            one / two.seconds,
            "x",
            f"one worker on {' '.join(select)}, profile {profile}, start-up excluded",
            two.instances,
            one / two.seconds / 2,
            at_least=1.6,
            note=f"{one:.1f} s on one worker ({before.seconds:.1f} of them before the two), "
            f"{two.seconds:.1f} s on two; needs two idle cores",
        )
    ]
