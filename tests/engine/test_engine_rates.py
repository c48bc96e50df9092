"""Rates and experiments: what holds, what drifts, what needs a family, and what is not run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
import torch

from lemmata import (
    Declaration,
    Experiment,
    FigureRecord,
    ForAll,
    Margin,
    Paper,
    Rate,
    Series,
    at_most,
    dims,
    gaussian,
    mutants,
    printed,
    theorem,
)
from lemmata.claims.space import space
from lemmata.errors import ClaimError
from lemmata.numbers import Array, sqrt
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.interactive import hunt as by_hand
from lemmata.run.interactive import judge
from lemmata.run.replay import replay


@dataclass(frozen=True)
class Size:
    n: int


def paper() -> Paper:
    return Paper("topic", "Title", "Author", 2026, "key", "source.txt")


def rate(bound: Callable[[Size], Any], **options: Any) -> Declaration:
    """The mean of n normal numbers is of size 1 / sqrt(n)."""
    claim = paper().claim(
        "Lemma 1",
        kind=Rate(ladder=[Size(2**k) for k in range(2, 10)], size=lambda s: s.n),
        settings=space(Size, n=dims(1, 512)),
        prompts=lambda s: space(x=gaussian(s.n)),
    )

    @claim.printed("...", **options)
    def mean(n: Any, x: Any) -> Margin:
        """The mean of n normal numbers."""
        return at_most(abs(x.mean()), bound(Size(n)) + x[0] * 0)

    return claim


def family(rate: Declaration, **options: Any) -> Declaration:
    """Holds, and says that it proves the growth of the rate."""
    options = {"kind": ForAll(), "proves_growth_of": rate, "n": dims(1, 9, most=9), **options}
    settings = space(Size, n=options.pop("n"))
    claim = rate.draft.paper.claim("Lemma 2", settings=settings, **options)
    claim.printed("...", limit=9)(lambda n, limit: at_most(n, limit))
    return claim


def test_a_true_rate_holds_and_reports_its_exponent_and_its_constant() -> None:
    seen = hunt(rate(lambda s: s.n**-0.5).variant("printed"), PROFILES["quick"])
    assert seen.outcome == "holds", seen.finding.words
    low, high = seen.finding.measured["exponent of the error"]
    assert low < 0.5 < high
    assert high - low < 0.2
    assert seen.finding.measured["exponent of the bound"] == pytest.approx((0.5, 0.5))
    assert 0.5 < seen.finding.measured["constant"][1] < 6


def test_a_false_rate_is_undecided_until_a_family_confirms_it() -> None:
    alone = hunt(rate(lambda s: 1 / s.n).variant("printed"), PROFILES["quick"])
    assert alone.outcome == "undecided"
    assert "no exact family" in alone.finding.words
    claim = rate(
        lambda s: 1 / s.n,
        expect="refuted",
        defect="statement",
        because="The square root is missing.",
        family="topic/lemma-2",
    )
    unknown = hunt(claim.variant("printed"), PROFILES["quick"])
    assert unknown.outcome == "error"
    assert "'topic/lemma-2', which is to confirm the drift, is no claim" in unknown.finding.words
    family(claim)
    seen = hunt(claim.variant("printed"), PROFILES["quick"])
    assert (seen.outcome, seen.evidence) == ("refuted", "tolerance-only")
    assert seen.witness is not None
    assert (seen.witness.statistics or {})["family"] == "topic/lemma-2"
    told = replay(claim.complete(), seen.witness)
    assert told.confirmed
    assert any("topic/lemma-2" in line for line in told.report)


FALSE: dict[str, Any] = {
    "expect": "refuted",
    "defect": "statement",
    "because": "The square root is missing.",
    "family": "topic/lemma-2",
}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"proves_growth_of": ""}, "does not say that it proves this growth"),
        (
            {"kind": Experiment(lambda: {"x": torch.zeros(1)}, quick={})},
            "is of kind experiment: what is estimated proves no growth",
        ),
    ],
)
def test_a_family_says_of_which_rate_it_proves_the_growth(options: dict[str, Any], message: str) -> None:
    claim = rate(lambda s: 1 / s.n, **FALSE)
    family(claim, **options)
    with pytest.raises(ClaimError, match=message):
        claim.draft.paper.check_references()


def test_what_proves_a_growth_is_named_by_the_rate() -> None:
    for other, message in (
        ("topic/lemma-1", "does not rest on it"),
        ("topic/lemma-2", "is of kind forall; only a rate's constant grows"),
        ("topic/lemma-3", "is no claim of this paper"),
    ):
        claim = family(rate(lambda s: 1 / s.n), proves_growth_of=other)
        with pytest.raises(ClaimError, match=f"proves_growth_of='{other}' {message}"):
            claim.draft.paper.check_references()


@pytest.mark.slow
def test_a_rate_is_refuted_only_where_its_family_holds() -> None:
    claim = rate(lambda s: 1 / s.n, **FALSE)
    family(claim)
    assert by_hand(claim).outcomes == {"printed": "refuted"}
    fallen = rate(lambda s: 1 / s.n, **FALSE)
    family(fallen, n=dims(1, 99))
    verdict = by_hand(fallen)
    assert verdict.outcomes == {"printed": "undecided"}
    reading = verdict.judged.readings["printed"]
    assert "does not hold (its printed reading: refuted)" in reading.scope
    assert reading.witness is None
    alone = judge(claim.complete(), [hunt(claim.variant("printed"), PROFILES["quick"])]).readings["printed"]
    assert alone.outcome == "undecided"
    assert "the family topic/lemma-2, which is to prove the growth, was not run" in alone.scope


def test_a_mutant_of_a_rate_is_killed_by_the_drift() -> None:
    claim = paper().claim(
        "Lemma 1",
        kind=Rate(ladder=[Size(2**k) for k in range(2, 10)], size=lambda s: s.n),
        settings=space(Size, n=dims(1, 512)),
    )

    @claim.printed("...", power=1)
    def inverse(n: Any, power: int) -> Margin:
        """One over n plus one."""
        return at_most(1 / (n + 1), n**-power)

    claim.mutant("squared", power=2)
    assert hunt(claim.variant("printed"), PROFILES["quick"]).outcome == "holds"
    assert hunt(claim.variant("squared"), PROFILES["quick"]).outcome == "refuted"


def test_misuse_of_a_rate_is_said() -> None:
    settings = space(Size, n=dims(1, 9))
    claim = paper().claim("Lemma 1", kind=ForAll(), settings=settings)
    with pytest.raises(ClaimError, match="this is no rate"):
        claim.printed("...", family="topic/lemma-2")(lambda: at_most(0, 1))
    wrong = rate(lambda s: 1.0)
    wrong.draft = replace(wrong.draft, kind=Rate(ladder=(Size(0),), size=lambda s: s.n))
    seen = hunt(wrong.variant("printed"), PROFILES["quick"])
    assert seen.outcome == "error"
    assert "rung 0" in seen.finding.words


# -- experiments -----------------------------------------------------------------------------------


def experiment(shift: float, replicates: int = 8) -> tuple[Declaration, list[int]]:
    runs: list[int] = []

    def run(n: int, seed: int) -> dict[str, Array]:
        runs.append(n)
        generator = torch.Generator().manual_seed(seed)
        noise = torch.randn(replicates, generator=generator, dtype=torch.float64)
        return {"loss": shift + 0.01 * noise}

    kind = Experiment(run, standard=dict(n=4), deep=Size(64), paper={"loss": "about 0.1"})

    @theorem(paper(), "Figure 1", kind=kind)
    @printed("The loss is at most 0.1.")
    @mutants(half=dict(limit=0.05))
    def small(loss: Array, limit: float = 0.1) -> Margin:
        """The loss is small."""
        return at_most(loss, limit).report(loss=loss)

    @small.figure
    def figure(n: int, loss: Array) -> list[FigureRecord]:
        series = (Series("loss", [0.0, 1.0], loss[:2].tolist()),)
        return [FigureRecord(f"n = {n}", "x", "y", "caption", series)]

    return small, runs


@pytest.mark.parametrize(("shift", "outcome"), [(0.07, "holds"), (0.13, "refuted"), (0.1, "undecided")])
def test_an_experiment_is_judged_by_the_interval_over_replicates(shift: float, outcome: str) -> None:
    claim, _ = experiment(shift)
    seen = hunt(claim.variant("printed"), PROFILES["standard"])
    assert seen.outcome == outcome, seen.finding.words
    assert "8 replicates" in seen.finding.words
    assert seen.finding.measured["loss"][0] < shift < seen.finding.measured["loss"][1]


def test_an_experiment_runs_once_for_all_variants_and_not_in_the_quick_profile() -> None:
    claim, runs = experiment(0.07)
    assert hunt(claim.variant("printed"), PROFILES["quick"]).outcome == "not-run"
    assert runs == []
    for name in ("printed", "half"):
        hunt(claim.variant(name), PROFILES["standard"])
    (figure,) = claim.draft.kind.draw(claim.complete(), "standard", 0, "cpu")
    assert figure.title == "n = 4"
    assert runs == [4]
    assert hunt(claim.variant("half"), PROFILES["standard"]).outcome == "refuted"
    assert claim.draft.kind.draw(claim.complete(), "quick", 0, "cpu") == []


@pytest.mark.parametrize(
    ("options", "outcome", "words"),
    [
        ({}, "undecided", "the mean slack lies in"),
        ({"middle": "median"}, "holds", "the median slack lies in"),
        ({"scale": "log"}, "holds", "the mean slack of the logarithms lies in [2.996, 2.996]"),
        ({"middle": "median", "scale": "log"}, "holds", "the median slack of the logarithms"),
    ],
)
def test_a_few_large_replicates_lead_the_mean_and_neither_the_median_nor_logarithms(
    options: Any, outcome: str, words: str
) -> None:
    # One unlucky start; the first method is 20 times better at each.
    losses = torch.tensor([1.0, 1.1, 0.9, 1.0, 1.2, 0.8, 1.0, 1.1, 1e6], dtype=torch.float64)
    kind = Experiment(lambda: {"ours": losses / 20, "theirs": losses}, standard={}, **options)
    claim = theorem(paper(), "Figure 1", kind=kind)(
        printed("Ours is better.")(lambda ours, theirs: at_most(ours, theirs))
    )
    seen = hunt(claim.variant("printed"), PROFILES["standard"])
    assert seen.outcome == outcome
    assert words in seen.finding.words


def test_misuse_of_the_options_of_an_experiment_is_said() -> None:
    def declared(**options: Any) -> Declaration:
        kind = Experiment(lambda: {"x": torch.tensor([0.0, 1.0, 2.0]).double()}, deep={}, **options)
        return theorem(paper(), "Figure 1", kind=kind)(printed("...")(lambda x: at_most(x, 3)))

    for option, value in (("middle", "mode"), ("scale", "loglog")):
        with pytest.raises(ClaimError, match=f"{option} is one of .*, got '{value}'"):
            declared(**{option: value})
    for options, words in (
        ({"scale": "log"}, "a side of some replicate is not positive"),
        ({"middle": "median"}, "the median of 3 replicates has no 99% interval; 8 do"),
    ):
        seen = hunt(declared(**options).variant("printed"), PROFILES["deep"])
        assert seen.outcome == "error"
        assert words in seen.finding.words


def test_roots_of_sizes_are_fine() -> None:
    claim = rate(lambda s: 1 / sqrt(torch.tensor(float(s.n), dtype=torch.float64)))
    assert hunt(claim.variant("printed"), PROFILES["quick"]).outcome == "holds"
