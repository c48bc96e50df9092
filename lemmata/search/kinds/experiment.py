"""Experiments: a figure or table of a paper, run again.

An experiment gives named numbers with one row a replicate (seed). The check compares them, one
margin a replicate: the statement holds if the interval of the mean slack (or of the median, or of logarithms)
lies above zero, is refuted if it lies below, and is undecided in between. A profile without a configuration
leaves it out; the report then shows the last kept run (:mod:`lemmata.records.kept`).
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, get_args

import torch

from lemmata.errors import CheckFailed, ClaimError
from lemmata.numbers.arrays import values
from lemmata.records.finding import Finding, MeanSlack
from lemmata.records.replicates import CONFIDENCE, interval
from lemmata.search.examiner import Readout
from lemmata.search.stages import Search
from lemmata.statement.claims import Claim
from lemmata.statement.kinds import Kind
from lemmata.statement.margins import Margin
from lemmata.statement.spaces import Prompt
from lemmata.statement.vocabulary import HuntOutcome, Middle

Scale = Literal["plain", "log"]


@dataclass(frozen=True)
class Experiment(Kind):
    """What a figure or a table of a paper shows; ``@claim.experiment`` says what is run.

    Where tails are heavy a few replicates lead the mean, and its interval says little.
    """

    middle: Middle = "mean"
    """``median``: the statement is on the median of the replicates, whose interval supposes no law."""
    scale: Scale = "plain"
    """``log``: the slack of a replicate is the logarithm of the ratio of its sides, both positive."""
    name = "experiment"
    estimated = True
    at_once = True

    def hunt(self, search: Search) -> Finding:
        """Runs the experiment (once for all readings and mutants) and judges one of them by it."""
        examiner = search.examiner
        examiner.stage = "experiment"
        claim, device = search.variant.claim, str(examiner.device)
        instance = outcome_of(claim, search.profile.name, search.run_seed, device)
        if instance is None:
            return search.finding("not-run")
        s, prompt = instance
        margin = examiner.evaluate(s, prompt)
        if margin.relation != "<=":
            raise CheckFailed("the check of an experiment returns at_most or at_least, not an equality")
        examiner.record(s, prompt, Readout.of(margin))
        slack = self._slack(margin)
        if slack.low >= 0:
            return search.finding("holds", slack=slack)
        outcome: HuntOutcome = "refuted" if slack.high < 0 else "undecided"
        return search.finding(outcome, "tolerance-only", slack=slack)

    def validate(self, claim: Claim) -> None:
        """The options are among those that there are.

        Raises:
            ClaimError: one is not.
        """
        for option, value, known in (("middle", self.middle, Middle), ("scale", self.scale, Scale)):
            if value not in get_args(known):
                raise ClaimError(f"{claim.id}: {option} is one of {', '.join(get_args(known))}, got {value!r}")

    def _slack(self, margin: Margin) -> MeanSlack:
        """The interval of the middle of what the replicates that count leave."""
        counted = margin.active.cpu()
        slack = margin.slack.detach().cpu()
        if self.scale == "log":
            left, right = (values(side).detach().cpu() for side in (margin.left, margin.right))
            if not bool((torch.minimum(left, right)[counted] > 0).all()):
                raise CheckFailed(
                    "scale='log' compares logarithms, and a side of some replicate is not positive"
                )
            slack = (right.log() - left.log()).amin(-1)
        try:
            low, high = interval(slack[counted], self.middle, CONFIDENCE)
        except ValueError as error:
            raise CheckFailed(str(error)) from None
        return MeanSlack(low, high, int(counted.sum()), CONFIDENCE, self.middle, self.scale == "log")

    def draw(self, claim: Claim, profile: str, seed: int, device: str) -> Any:
        """Its figures show what it gave."""
        assert claim.figure_of is not None
        instance = outcome_of(claim, profile, seed, device)
        return [] if instance is None else claim.figure_of(*instance)


@lru_cache(maxsize=4)
def outcome_of(claim: Claim, profile: str, seed: int, device: str) -> tuple[Any, Prompt] | None:
    """The configuration of a profile and what it gave; None where nothing is to be run."""
    experiment = claim.experiment_of
    if experiment is None:
        raise CheckFailed(f"{claim.id}: an experiment needs @claim.experiment(...)")
    s = experiment.configurations.get(profile)
    if s is None:
        return None
    arguments = {"s": s, "device": torch.device(device), "seed": seed}
    wanted = inspect.signature(experiment.run).parameters
    result = experiment.run(**{name: arguments[name] for name in wanted})
    if not isinstance(result, Prompt):
        raise CheckFailed(f"{claim.id}: an experiment returns a Prompt, got {type(result).__name__}")
    return s, result
