"""Experiments: a figure or table of a paper, run again.

An experiment gives named numbers with one row a replicate (seed). The check compares them, one
margin a replicate: the statement holds if the interval of the mean slack lies above zero, is refuted
if it lies below, and is undecided in between. Nothing is run in the profile ``quick``.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any

import torch

from lemmata.errors import CheckFailed
from lemmata.records.finding import Finding, MeanSlack
from lemmata.search.examiner import Readout
from lemmata.search.stages import Search
from lemmata.statement.claims import Claim
from lemmata.statement.kinds import Kind
from lemmata.statement.spaces import Prompt
from lemmata.statement.vocabulary import HuntOutcome

CONFIDENCE = 0.99


@dataclass(frozen=True)
class Experiment(Kind):
    """What a figure or a table of a paper shows; ``@claim.experiment`` says what is run."""

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
        low, high = _mean_interval(margin.slack[margin.active].detach().cpu())
        slack = MeanSlack(low, high, int(margin.active.sum()), CONFIDENCE)
        if low >= 0:
            return search.finding("holds", slack=slack)
        outcome: HuntOutcome = "refuted" if high < 0 else "undecided"
        return search.finding(outcome, "tolerance-only", slack=slack)

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


def _mean_interval(slack: torch.Tensor) -> tuple[float, float]:
    """Student's interval of the mean over replicates; a single one stands for itself."""
    from scipy.special import stdtrit

    if not len(slack):
        raise CheckFailed("the experiment has no replicate")
    mean = float(slack.mean())
    if len(slack) == 1:
        return mean, mean
    spread = float(slack.std()) / sqrt(len(slack))
    reach = float(stdtrit(len(slack) - 1, (1 + CONFIDENCE) / 2)) * spread
    return mean - reach, mean + reach
