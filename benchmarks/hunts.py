"""A hunt on Theorem 4.1 against a batched script, a naive loop, and what it needs at the least."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from statistics import median
from typing import Any

import torch
from torch import Generator, Tensor

from baselines.proximal import lista_vm_from_all
from benchmarks.runner import Bench, Result, Shape, ratio
from benchmarks.scripts import lista_vm
from benchmarks.transformer import SIZE, block_products
from lemmata.claims.claim import Variant
from lemmata.numbers import over_batches
from lemmata.run import registry
from lemmata.run.hunting import PROFILES, Profile, hunt

CLAIM = "sparse_recovery/theorem-4.1"


def theorem() -> Variant:
    """The theorem as printed."""
    return registry.load().claim(CLAIM).variant("printed")


def instances_of(instances: int) -> Profile:
    """All instances at the paper's size but a handful of explicit ones; what comes after them is left out."""
    nothing = dict.fromkeys(("settings", "exact", "climbs", "steps", "survey", "work", "proof"), 0)
    return replace(PROFILES["quick"], name="bench", examples=4, batch=instances, **nothing)


def _prefix_by_prefix(X: Tensor, y: Tensor, M: Tensor, theta: Tensor) -> Tensor:
    """The recursion (4.4) as it is written: each prefix from its own data, one after another."""
    prefixes = range(1, X.shape[1] + 1)
    paths = [lista_vm_from_all(X[:, :n], y[:, :n], M, theta) for n in prefixes]
    return torch.stack(paths, 2).transpose(0, 1)


def _one_by_one(variant: Variant, instances: int) -> float:
    """One instance after another; weights are built once. The smallest margin."""
    assert variant.prompts is not None
    space, tf = variant.prompts(SIZE), variant.construct(SIZE)
    generator = Generator().manual_seed(0)
    lowest, relatives = float("inf"), []
    for _ in range(instances):
        prompt = space.sample(generator, 1)
        margin = variant.evaluate(SIZE, prompt, tf)
        if bool(torch.isnan(margin.slack).any()):
            raise ArithmeticError("the check returned NaN")
        relatives.append(margin.relative)
        lowest = min(lowest, float(margin.relative.min()))
    return lowest


def products(variant: Variant, s: Any) -> dict[Shape, float]:
    """The matrix products that an instance needs: those of the network and those of the recursion."""
    needed: defaultdict[Shape, float] = defaultdict(float, block_products(variant.construct(s), 2 * s.N + 1))
    # The residuals of all prefixes, what they make of the rows, and M; shapes may be the same.
    for shape in ((s.N, s.d, s.N), (s.N, s.N, s.d), (s.N, s.d, s.d)):
        needed[shape] += s.K
    return dict(needed)


def floor(bench: Bench, variant: Variant, instances: int) -> float:
    """Seconds that instances of the paper's size take at least."""
    s = SIZE
    # The data, and the estimates of both sides at every layer and prefix, written and read once.
    numbers = s.N * s.d + s.N + 2 * s.d + 2 * (s.K + 1) * s.N * s.d
    many = {shape: instances * count for shape, count in products(variant, s).items()}
    return bench.floor(many, instances * 2 * 8 * numbers)


def script(instances: int) -> None:
    """What a user would write instead of the hunt, with as many instances of the same setting."""
    s = SIZE
    lista_vm.smallest_margin(s.M, s.theta, float(s.B), N=s.N, b_x=s.b_x, b_beta=s.b_beta, instances=instances)


def hunt_vs_script(bench: Bench) -> Iterable[Result]:
    """A whole hunt on Theorem 4.1 against a batched torch script for the same claim."""
    variant, many = theorem(), bench.count(65536, 32)
    profile = instances_of(many)
    seconds = bench.interleaved({"hunt": lambda: hunt(variant, profile), "script": lambda: script(many)}, 3)
    yield Result(
        "hunt-vs-script",
        ratio(seconds, "script", "hunt"),
        "x",
        "the rate of a batched torch script for the same claim (benchmarks/scripts/lista_vm.py): draws, "
        "network, recursion, smallest margin; one thread, float64",
        many,
        at_least=0.8,
        note=f"{many / min(seconds['hunt']):.0f} instances/s, the exact confirmation of the nearest ones "
        f"included; {many / min(seconds['script']):.0f} in the script, which confirms nothing",
    )


def hunt_vs_naive(bench: Bench) -> Iterable[Result]:
    """A whole hunt on Theorem 4.1 against a loop with the same work for each instance.

    The loop calls what the hunt calls, so that the recursion runs at all prefixes at once; for comparison
    there is a loop that runs it prefix by prefix, as the display is written.
    """
    variant, each = theorem(), over_batches(_prefix_by_prefix, given=["M", "theta"])
    one_by_one = {"recursion": lambda X, y, M, theta: each(X, y, M=M, theta=theta)}
    by_prefix = replace(variant, ingredients={**variant.ingredients, **one_by_one})
    many, alone = bench.count(65536, 32), bench.count(96, 2)
    profile = instances_of(many)
    seconds = bench.interleaved(
        {
            "hunt": lambda: hunt(variant, profile),
            "naive": lambda: _one_by_one(variant, alone),
            "by prefix": lambda: _one_by_one(by_prefix, alone),
        },
        3,
    )
    share = floor(bench, variant, many) / median(seconds["hunt"])
    yield Result(
        "hunt-share",
        share,
        "share",
        "the matrix products of both sides, each at the best speed of its own size, or the bytes of the data "
        "and of the estimates; one thread, float64",
        many,
        share,
    )
    yield Result(
        "hunt-vs-naive",
        ratio(seconds, "naive", "hunt") * many / alone,
        "x",
        f"one instance at a time, {alone} of them: draw, dense network, recursion at every prefix, "
        "margin, bookkeeping; one thread, float64",
        many,
        share,
        note=f"{many / min(seconds['hunt']):.0f} instances/s, the exact confirmation of the nearest "
        f"ones included; {alone / min(seconds['naive']):.0f} naively",
    )
    yield Result(
        "hunt-vs-naive-by-prefix",
        ratio(seconds, "by prefix", "hunt") * many / alone,
        "x",
        f"the same loop, the recursion at one prefix after another; {alone} instances",
        many,
        share,
    )
