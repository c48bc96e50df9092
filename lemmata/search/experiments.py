"""Claims of kind ``experiment``: a figure or table of a paper, run again.

An experiment gives named numbers with one row a replicate (seed). The check compares them, one
margin a replicate: the statement holds if the interval of the mean slack lies above zero, is refuted
if it lies below, and is undecided in between. Nothing is run in the profile ``quick``.
"""

from __future__ import annotations

import inspect
from functools import lru_cache
from math import sqrt
from typing import Any

import torch

from lemmata.errors import CheckFailed
from lemmata.records.evidence import FigureRecord, HeatMapRecord, Outcome, Strength
from lemmata.search.examiner import Examiner, Readout
from lemmata.search.profiles import Profile
from lemmata.statement.claims import Claim
from lemmata.statement.spaces import Prompt

CONFIDENCE = 0.99


def compare(
    examiner: Examiner, profile: Profile, seed: int
) -> tuple[Outcome, Strength, dict[str, Any]]:
    """Runs the experiment (once for all readings and mutants) and judges one of them by it."""
    claim = examiner.variant.claim
    examiner.stage = "experiment"
    found = outcome_of(claim, profile.name, seed, str(examiner.device))
    if found is None:
        return "not-run", "observed", {}
    s, prompt = found
    margin = examiner.evaluate(s, prompt)
    if margin.relation != "<=":
        raise CheckFailed("the check of an experiment returns at_most or at_least, not an equality")
    examiner.book(Readout.of(margin))
    low, high = _mean_interval(margin.slack[margin.active].detach().cpu())
    outcome: Outcome = "holds" if low >= 0 else "refuted" if high < 0 else "undecided"
    strength: Strength = "observed" if outcome == "holds" else "tolerance-only"
    return outcome, strength, {"interval": (low, high), "replicates": int(margin.active.sum())}


@lru_cache(maxsize=4)
def outcome_of(claim: Claim, profile: str, seed: int, device: str) -> tuple[Any, Prompt] | None:
    """The configuration of a profile and what it gave; None where nothing is to be run."""
    experiment = claim.experiment_of
    if experiment is None:
        raise CheckFailed(f"{claim.id}: an experiment needs @claim.experiment(...)")
    s = experiment.configurations.get(profile)
    if s is None:
        return None
    given = {"s": s, "device": torch.device(device), "seed": seed}
    wanted = inspect.signature(experiment.run).parameters
    result = experiment.run(**{name: given[name] for name in wanted})
    if not isinstance(result, Prompt):
        raise CheckFailed(
            f"{claim.id}: an experiment returns a Prompt, got {type(result).__name__}"
        )
    return s, result


def figures(
    claim: Claim, profile: str, seed: int, device: str
) -> list[FigureRecord | HeatMapRecord]:
    """The figures of a claim; those of an experiment show what it gave."""
    assert claim.figure_of is not None
    if claim.kind == "experiment":
        found = outcome_of(claim, profile, seed, device)
        drawn = [] if found is None else claim.figure_of(*found)
    else:
        drawn = claim.figure_of()
    return list(drawn) if isinstance(drawn, list | tuple) else [drawn]


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
