"""Statements on a rate: an error against its bound without the bound's constant, size by size.

On each rung of the ladder the two sides of the check are drawn; the exponent of the error and the
drift of the constant (error over bound) come with bootstrap intervals. A drift alone refutes no
reading, since it may end: an exact or analytic family, a claim of its own, has to confirm it. Judging
(:mod:`lemmata.records.judging`), which knows all hunts, asks whether that claim holds. Nor does a rate
hold whose error falls more slowly than its bound, beyond the interval of its exponent, unless the growth
of the constant is seen to end. An error that falls faster than its bound is fine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import torch

from lemmata.claims.claim import Claim, Variant
from lemmata.claims.kinds import Kind
from lemmata.errors import CheckFailed, ClaimError
from lemmata.formulas.conclusions import predicate
from lemmata.records.finding import ConstantDrift, Finding
from lemmata.records.rate_fits import Drift, fit_drift, fit_rate
from lemmata.records.witness import Replay, Witness
from lemmata.search.encoding import encode_fields
from lemmata.search.evaluation import Readout
from lemmata.search.stages import Search

CONFIDENCE = 0.99
_FEWEST = 3
_LASTING = 0.25
"""The share of the growth that is left in the upper half of a ladder where growth does not end."""


@dataclass(frozen=True)
class Rate(Kind):
    """An error behaves like its bound in sizes, up to a constant.

    Attributes:
        ladder: settings of growing size; without a class of settings ``[dict(n=4), dict(n=8)]``, say.
        size: from a setting to its size.
    """

    name = "rate"
    estimated = True
    grows = True
    ladder: Sequence[Any]
    size: Callable[[Any], Any]

    def validate(self, claim: Claim) -> None:
        """A rate is fitted to several sizes.

        Raises:
            ClaimError: the ladder is empty.
        """
        if not self.ladder:
            raise ClaimError(f"{claim.id}: Rate(ladder=[]) has no rung; give settings of growing size")

    def stated(self, formula: str, variant: Variant) -> str:
        """The formula of a check, of means, up to a constant."""
        size = predicate(self.size).latex
        words = r"\text{ of the means at each size, up to one factor that does not grow with }"
        return rf"{formula}\quad{words}{size}"

    def hunt(self, search: Search) -> Finding:
        """Whether the constant of the rate is steady along the ladder."""
        variant, examiner = search.variant, search.examiner
        examiner.stage = "fit along the ladder of sizes"
        sizes: list[float] = []
        errors: list[float] = []
        bounds: list[float] = []
        ladder = [variant.settings.instance(s) for s in self.ladder]
        for number, s in enumerate(ladder):
            if outside := variant.settings.explain(s):
                raise CheckFailed(f"rung {number} of the ladder does not meet the hypotheses: {outside}")
            left, right = _sides(search, s, number)
            sizes += [float(self.size(s))] * len(left)
            errors += left
            bounds += right
        silent = examiner.trivial == examiner.instances - examiner.inactive
        if not errors or silent or all(bound == float("inf") for bound in bounds):
            return search.finding("vacuous")
        if min(errors) <= 0 or min(bounds) <= 0:
            raise CheckFailed("a rate compares positive numbers; an error or a bound is not positive")
        ratios = [error / bound for error, bound in zip(errors, bounds, strict=True)]
        rate = fit_rate(sizes, errors, confidence=CONFIDENCE, seed=search.seed)
        stated = fit_rate(sizes, bounds, confidence=CONFIDENCE, seed=search.seed)
        drift = fit_drift(sizes, ratios, confidence=CONFIDENCE, seed=search.seed)
        examiner.measured |= {
            "exponent of the error": (rate.low, rate.high),
            "exponent of the bound": (stated.exponent, stated.exponent),
            "constant": (min(c for _, c in drift.constants), drift.largest),
            "drift of the constant per octave": (drift.low, drift.high),
        }
        examiner.tightness = examiner.attained = drift.largest
        examiner.margin = None  # the bound stands there without its constant
        constant = ConstantDrift(drift.octaves, drift.largest, drift.low, drift.high, CONFIDENCE)
        halves = _Halves.of(sizes, ratios, search.seed)
        grows = _grows(drift, halves)
        excluded = rate.high < stated.low and not _ends(halves)
        if not grows and not excluded:
            return search.finding("holds", drift=constant)
        variant.claim.family_of(variant)  # raises where there is no such claim
        if not variant.family and not (grows and variant.role == "mutant"):
            return search.finding("undecided", "tolerance-only", drift=constant)
        witness = Witness(
            claim=variant.claim.id,
            variant=variant.name,
            kind="rate",
            setting=encode_fields(ladder[-1]),
            relative=-drift.low,
            confirmed=f"family {variant.family}" if variant.family else "drift",
            statistics={
                "octaves": drift.octaves,
                "low": drift.low,
                "high": drift.high,
                "family": variant.family,
                "seed": search.seed,
            },
        )
        return search.finding("refuted", "tolerance-only", witness=witness, drift=constant)

    def replay(self, search: Search, witness: Witness) -> Replay:
        finding = self.hunt(search)
        family = search.variant.family  # not what the file says
        lines = [f"fresh draws: {finding.words}"]
        if family:
            lines.append(f"it counts only where the family that proves it holds: verify {family}")
        return Replay(finding.outcome == "refuted", tuple(lines))


@dataclass(frozen=True)
class _Halves:
    """The drift in either half of a ladder; None where it is too short for that."""

    lower: Drift | None = None
    upper: Drift | None = None

    @classmethod
    def of(cls, sizes: list[float], ratios: list[float], seed: int) -> _Halves:
        """The upper half begins at the middle size, at which the lower one ends."""
        mean = sqrt(min(sizes) * max(sizes))
        middle = min(size for size in sizes if size >= mean)

        def fit(kept: Callable[[float], bool]) -> Drift | None:
            held = [size for size in sizes if kept(size)]
            if len(set(held)) < _FEWEST or max(held) <= 2 * min(held):
                return None
            there = [ratio for size, ratio in zip(sizes, ratios, strict=True) if kept(size)]
            return fit_drift(held, there, confidence=CONFIDENCE, seed=seed)

        return cls(fit(lambda size: size <= middle), fit(lambda size: size >= middle))


def _grows(drift: Drift, halves: _Halves) -> bool:
    """Whether the constant grows over the whole ladder, and goes on growing in its upper half.

    A constant on its way to a limit grows too, but ever more slowly.
    """
    if drift.direction != "grows":
        return False
    late = halves.upper
    return late is None or (late.low > 0 and late.per_octave >= drift.per_octave * _LASTING)


def _ends(halves: _Halves) -> bool:
    """Whether the growth of the constant is seen to end, as that of one on its way to a limit does.

    Its upper half then grows by less than the lower one, and that is told from noise: the upper end of
    the interval has to be below.
    """
    early, late = halves.lower, halves.upper
    return early is not None and late is not None and late.high < early.per_octave * _LASTING


def _sides(search: Search, s: Any, number: int) -> tuple[list[float], list[float]]:
    """Error and bound of each instance of a rung that meets the hypotheses."""
    left: list[float] = []
    right: list[float] = []
    batch = search.batch(s, search.profile.batch, "rung", number)
    readouts: list[Readout] = []
    for margin in search.examiner.margins(s, batch):
        if margin.relation != "<=" or margin.left.shape[1] != 1:
            raise CheckFailed(
                "the check of a rate returns at_most(error, bound) with one number an instance; "
                f"got {margin.relation} with {margin.left.shape[1]}"
            )
        readouts.append(Readout.of(margin))
        left += margin.left[margin.active, 0].tolist()
        right += margin.right[margin.active, 0].tolist()
    search.examiner.record(s, batch, Readout.joined(readouts))
    # Zeros are legitimate where many instances are averaged; the mean then stands for the rung.
    if left and min(left) <= 0:
        return [float(torch.tensor(left).mean())], [float(torch.tensor(right).mean())]
    return left, right
