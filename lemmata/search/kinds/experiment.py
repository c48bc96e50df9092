"""Experiments: a figure or table of a paper, run again.

An experiment gives named numbers with one row a replicate (seed). The check compares them, one
margin a replicate: the statement holds if the interval of the mean slack (or of the median, or of logarithms)
lies above zero, is refuted if it lies below, and is undecided in between. A profile without a configuration
leaves it out; the report then shows the last kept run (:mod:`lemmata.records.kept`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, get_args

import torch

from lemmata.claims.by_name import parameters
from lemmata.claims.claim import MEASURED, Claim
from lemmata.claims.kinds import Kind, Runs
from lemmata.claims.margin import Margin
from lemmata.claims.prompt import Prompt, quantities
from lemmata.claims.space import setting_class
from lemmata.claims.vocabulary import HuntOutcome, Middle
from lemmata.errors import CheckFailed, ClaimError
from lemmata.numbers.arrays import values
from lemmata.records.finding import Finding, MeanSlack
from lemmata.records.replicates import CONFIDENCE, interval
from lemmata.search.evaluation import Readout
from lemmata.search.stages import Search

Scale = Literal["plain", "log"]


@dataclass(frozen=True)
class Experiment(Kind):
    """What a figure or a table of a paper shows, run again.

    Where tails are heavy a few replicates lead the mean, and its interval says little.

    Attributes:
        run: takes by name what a configuration holds, ``device`` and ``seed``, as far as it wants them
            (``s`` is the configuration itself); gives named float64 arrays with one row a replicate.
        quick, standard, deep: what the profile of that name runs, by name or as an instance of a dataclass;
            None where it is not run. ``quick``, which ``brief`` runs too, is for what takes a second or two.
        paper: what the paper says, in its words, about quantities that the check reports.
    """

    run: Callable[..., Mapping[str, Any]]
    quick: Any = None
    standard: Any = None
    deep: Any = None
    paper: Mapping[str, str] = field(default_factory=dict)
    middle: Middle = "mean"
    """``median``: the statement is on the median of the replicates, whose interval supposes no law."""
    scale: Scale = "plain"
    """``log``: the slack of a replicate is the logarithm of the ratio of its sides, both positive."""
    name = "experiment"
    estimated = True
    at_once = True

    @property
    def runs(self) -> Runs:
        """What it runs; a configuration in a dictionary as an instance of a class that is made for it."""
        given = {"brief": self.quick, "quick": self.quick, "standard": self.standard, "deep": self.deep}
        made = {
            profile: setting_class(tuple(s))(**s) if isinstance(s, Mapping) else s
            for profile, s in given.items()
        }
        return Runs(self.run, MappingProxyType(made), self.paper)

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
        """What is run takes what each configuration holds, and the options are among those that there are.

        Raises:
            ClaimError: it asks for something else, nothing is run, or an option is another.
        """
        runs = [s for s in self.runs.configurations.values() if s is not None]
        if not runs:
            raise ClaimError(
                f"{claim.id}: write Experiment(run, standard=dict(steps=100, replicates=8)), where run is a "
                "function of these and of seed"
            )
        for s in runs:
            known = [*quantities(s), *_GIVEN]
            if unknown := [n for n in parameters(self.run) if n not in known and not hasattr(s, n)]:
                raise ClaimError(
                    f"{claim.id}: what is run asks for {', '.join(unknown)}; it is given {', '.join(known)}"
                )
        for option, value, words in (("middle", self.middle, Middle), ("scale", self.scale, Scale)):
            if value not in get_args(words):
                raise ClaimError(f"{claim.id}: {option} is one of {', '.join(get_args(words))}, got {value!r}")

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
        if instance is None:
            return []
        s, measured = instance
        return _by_name(claim.figure_of, s, {**vars(measured), MEASURED: vars(measured)})


_GIVEN = ("s", "device", "seed")
"""What is run is given beside what its configuration holds."""


def _by_name(function: Callable[..., Any], s: Any, more: Mapping[str, Any]) -> Any:
    """What a function gives for the configuration, its quantities and more, as far as it names them."""
    known = {**quantities(s), **more, "s": s}
    return function(**{n: known[n] if n in known else getattr(s, n) for n in parameters(function)})


@lru_cache(maxsize=4)
def outcome_of(claim: Claim, profile: str, seed: int, device: str) -> tuple[Any, Prompt] | None:
    """The configuration of a profile and what it gave; None where nothing is to be run."""
    runs = claim.kind.runs
    assert runs is not None
    s = runs.configurations.get(profile)
    if s is None:
        return None
    result = _by_name(runs.run, s, {"device": torch.device(device), "seed": seed})
    if not isinstance(result, Mapping):
        raise CheckFailed(
            f"{claim.id}: an experiment gives arrays by name, dict(losses=...), got {type(result).__name__}"
        )
    return s, Prompt(**result)
