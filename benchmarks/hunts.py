"""Hunts against batched scripts, one for each kind of claim; that on Theorem 4.1 also against a naive loop.

An experiment has no such comparison: a hunt runs the claim's own code once and takes an interval of what it
gives, so that a script would be the claim itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from statistics import median
from typing import Any

import torch
from torch import Generator, Tensor

from baselines.proximal import lista_vm_from_all
from benchmarks.in_context_loss import SPECTRUM
from benchmarks.runner import Bench, Result, Shape, ratio
from benchmarks.scripts import coherence, lista_vm, one_layer, risk
from benchmarks.transformer import SIZE, block_products
from lemmata.claims.claim import Variant
from lemmata.numbers import over_batches, rotation
from lemmata.run import registry
from lemmata.run.hunting import PROFILES, Profile, hunt

CLAIM = "sparse_recovery/theorem-4.1"
PROBABILITY = "sparse_recovery/lemma-3/uniform"
EXPECTATION = "preconditioned_gradient_descent/theorem-1"
RATE = "universal_approximation/theorem-1/features"


def theorem() -> Variant:
    """The theorem as printed."""
    return _printed(CLAIM)


def _printed(claim: str) -> Variant:
    return registry.load().claim(claim).variant("printed")


def instances_of(instances: int) -> Profile:
    """All instances at hand-picked settings but a handful of explicit ones; what comes after them is left out.

    Of a probability these are the draws of each test, of a rate those of each rung.
    """
    nothing: dict[str, Any] = dict.fromkeys(
        ("settings", "exact", "climbs", "steps", "survey", "work", "rare", "proof"), 0
    )
    return replace(
        PROFILES["quick"], name="bench", minor=1, examples=4, batch=instances, draws=instances, **nothing
    )


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


def probability() -> Variant:
    """Lemma 3 for uniform rows as printed, with no settings but the first that is hand-picked."""
    variant = _printed(PROBABILITY)
    settings, first = variant.settings, variant.claim.examples[0]
    return replace(variant, settings=settings.holding({name: getattr(first, name) for name in settings.fields}))


def hunt_vs_script_probability(bench: Bench) -> Iterable[Result]:
    """A hunt on a bound that holds with a probability against a count of failures."""
    variant, many = probability(), bench.count(65536, 512)
    s, profile = variant.claim.examples[0], instances_of(many)

    def script() -> None:
        coherence.upper(coherence.failures(s.N, s.d, s.S, s.delta, draws=many), many)

    seconds = bench.interleaved({"hunt": lambda: hunt(variant, profile), "script": script}, 5)
    yield Result(
        "hunt-vs-script-probability",
        ratio(seconds, "script", "hunt"),
        "x",
        "the rate of a batched torch script for the same claim (benchmarks/scripts/coherence.py): draws, "
        "matrices, failures, an upper bound of their probability; one thread, float64",
        many,
        note=f"{_rates(seconds, many)}: the hunt bounds the rounding error of every draw, the script trusts it",
    )


def expectation() -> tuple[Variant, Any]:
    """Theorem 1 of Ahn et al. as printed at one hand-picked setting, that of figure 1, and the setting."""
    variant = _printed(EXPECTATION)
    tilt = torch.randn(4, 4, generator=Generator().manual_seed(0), dtype=torch.float64)
    s = variant.settings.holder(d=5, n=20, spectrum=torch.tensor(SPECTRUM, dtype=torch.float64), tilt=tilt)
    return replace(variant, claim=replace(variant.claim, examples=(s,))), s


def hunt_vs_script_expectation(bench: Bench) -> Iterable[Result]:
    """A hunt on a minimum of an expected loss against the losses of as many competitors."""
    (variant, s), many = expectation(), bench.count(65536, 512)
    profile = instances_of(many)

    def script() -> None:
        one_layer.smallest_margin(rotation(s.tilt), s.spectrum, s.n, instances=many)

    seconds = bench.interleaved({"hunt": lambda: hunt(variant, profile), "script": script}, 5)
    yield Result(
        "hunt-vs-script-expectation",
        ratio(seconds, "script", "hunt"),
        "x",
        "the rate of a batched torch script for the same claim (benchmarks/scripts/one_layer.py): draws, "
        "losses, smallest margin; one thread, float64",
        many,
        note=_rates(seconds, many),
    )


def rate() -> tuple[Variant, list[tuple[int, int]]]:
    """The constant of (24) of Li et al. as the number of features grows, as printed; and its rungs (n, L)."""
    variant = _printed(RATE)
    kind: Any = variant.claim.kind
    return variant, [(rung["m"], rung["L"]) for rung in kind.ladder]


def hunt_vs_script_rate(bench: Bench) -> Iterable[Result]:
    """A hunt on a rate against the constants of its rungs and an interval of how they grow."""
    (variant, ladder), many = rate(), bench.count(1024, 16)
    profile, draws = instances_of(many), many * len(ladder)

    def script() -> None:
        risk.growth(ladder, N=64, sigma=0.125, instances=many)

    seconds = bench.interleaved({"hunt": lambda: hunt(variant, profile), "script": script}, 3)
    yield Result(
        "hunt-vs-script-rate",
        ratio(seconds, "script", "hunt"),
        "x",
        "the rate of a batched torch script for the same claim (benchmarks/scripts/risk.py): draws, layers, "
        "constants, a bootstrap interval of their growth; one thread, float64",
        draws,
        note=f"{_rates(seconds, draws)}: the hunt resamples four exponents, the script one",
    )


def _rates(seconds: dict[str, list[float]], draws: int) -> str:
    """Draws a second of both sides."""
    return f"{draws / min(seconds['hunt']):.0f} draws/s; {draws / min(seconds['script']):.0f} in the script"


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
