"""Pages say what was found: at the head of a claim, in its row, among the errata; and what a mutant changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch

from lemmata import Experiment, ForAll, Paper, Prompt, at_most, dims, dyadics, space
from lemmata.records.combining import gather
from lemmata.records.judging import judge
from lemmata.run.campaign import describe
from lemmata.search.hunt import PROFILES, hunt
from lemmata.statement.claims import Claim
from reports.site import build
from tests.reports.whole import RUN

FAILS = "(one witness of 1 number, confirmed exactly)"
OUTSIDE = "elsewhere it survived 3 settings"


@dataclass(frozen=True)
class Size:
    d: int


@dataclass(frozen=True)
class Training:
    """Small trainings, each from a seed of its own."""

    steps: int
    rate: float  # of the descent


def figure() -> Claim:
    """An experiment that no profile of these runs has run."""
    claim = Paper("mine", "t", "a", 2026, "k", "s").claim(
        "Figure 1",
        kind=Experiment(),
        settings=space(Training, steps=dims(1, 9), rate=dyadics(0, 1)),
        summary="It learns",
        possible_extraction=True,
    )

    @claim.experiment(standard=Training(2_000, 0.5), deep=Training(40_000, 0.5))
    def run(s: Training) -> Prompt:
        """One row a training."""
        return Prompt(loss=torch.zeros(1, dtype=torch.float64))

    @claim.printed("$x = 0$", one=0)
    def check(s: Training, prompt: Prompt, one: int) -> Any:
        return at_most(prompt.loss + one, 0)

    claim.mutant("one", one=1)
    return claim.complete()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    claim = Paper("mine", "t", "a", 2026, "k", "s").claim(
        "Lemma 1", kind=ForAll(), settings=space(Size, d=dims(1, 9, most=9)), summary="Three is the most"
    )

    @claim.amended("d <= 9", most=9, adds="nine for three")
    @claim.printed("d <= 3", most=3, defect="constant", because="Four is more.", fails_where=lambda s: s.d > 3)
    def check(s: Size, most: int) -> Any:
        return at_most(s.d, most)

    claim.mutant("eight for nine", most=8)
    complete = claim.complete()
    hunts = [hunt(variant, PROFILES["quick"]) for variant in complete.variants()]
    described = describe(complete)
    evidence = gather([RUN, replace(described, file="mine/lemma_1.py"), describe(figure()), *hunts])
    out = tmp_path_factory.mktemp("pages")
    build(evidence, judge(evidence), out)
    return out


@pytest.mark.parametrize("page", ["claims/mine/lemma-1.html", "errata.html", "errata.md"])
def test_what_was_found_is_said(pages: Path, page: str) -> None:
    text = (pages / page).read_text(encoding="utf-8")
    assert FAILS in text
    assert OUTSIDE in text
    if page != "errata.md":
        assert "olds on 9 settings" in text


def test_a_claim_says_both_and_gives_the_reason_once(pages: Path) -> None:
    text = (pages / "claims/mine/lemma-1.html").read_text(encoding="utf-8")
    assert "olds on 9 settings" in text
    assert "<b>What survives.</b> The statement with nine for three." in text
    assert text.count("Four is more.") == 1


def test_a_mutant_shows_old_and_new(pages: Path) -> None:
    text = (pages / "claims/mine/lemma-1.html").read_text(encoding="utf-8")
    start = text.index('<dl class="change"><dt><code>most</code>')
    assert "<code>9</code>" in text[start:] and "<code>8</code>" in text[start:]


def test_an_experiment_shows_what_is_run_and_how_to_run_it(pages: Path) -> None:
    text = (pages / "claims/mine/figure-1.html").read_text(encoding="utf-8")
    for shown in ("Profile standard", "40,000", "of the descent", "Small trainings", "One row a training"):
        assert shown in text
    assert "Was not run for this report: it is an experiment" in text
    assert "lemmata verify mine/figure-1 --profile standard" in text
    assert "As expected" not in text and "Expected: holds." in text


def test_what_the_extraction_may_have_garbled_is_said_at_the_reading(pages: Path) -> None:
    text = (pages / "claims/mine/figure-1.html").read_text(encoding="utf-8")
    assert "may have garbled this" in text
    assert "the extracted text asserts exactly this" in text
    assert "may have garbled this" not in (pages / "claims/mine/lemma-1.html").read_text(encoding="utf-8")
