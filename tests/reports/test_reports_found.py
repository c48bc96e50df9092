"""Pages say what was found: at the head of a claim, in its row, among the errata; and what a mutant changes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch

from lemmata import Experiment, ForAll, Paper, at_most, dims, mutants, printed, theorem
from lemmata.claims.claim import Claim
from lemmata.claims.space import space
from lemmata.records.files import gather
from lemmata.records.judging import judge
from lemmata.run.description import describe
from lemmata.run.hunting import PROFILES, hunt
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

    def run() -> dict[str, Any]:
        """One row a training."""
        return {"loss": torch.zeros(1, dtype=torch.float64)}

    @theorem(
        Paper("mine", "t", "a", 2026, "k", "s"),
        "Figure 1",
        kind=Experiment(run, standard=Training(2_000, 0.5), deep=Training(40_000, 0.5)),
        possible_extraction=True,
    )
    @printed("$x = 0$")
    @mutants(one=dict(one=1))
    def check(loss: Any, one: int = 0) -> Any:
        """It learns."""
        return at_most(loss + one, 0)

    return check.complete()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    claim = Paper("mine", "t", "a", 2026, "k", "s").claim(
        "Lemma 1", kind=ForAll(), settings=space(Size, d=dims(1, 9, most=9)), summary="Three is the most"
    )

    @claim.amended("d <= 9", most=9, adds="nine for three")
    @claim.printed("d <= 3", most=3, defect="constant", because="Four is more.", fails_where=lambda s: s.d > 3)
    def check(d: Any, most: int) -> Any:
        return at_most(d, most)

    claim.mutant("eight for nine", most=8)
    complete = claim.complete()
    hunts = [hunt(variant, PROFILES["quick"]) for variant in complete.variants()]
    described = describe(complete)
    evidence = gather(
        [
            RUN,
            replace(described, head=replace(described.head, file="mine/lemma_1.py")),
            describe(figure()),
            *hunts,
        ]
    )
    out = tmp_path_factory.mktemp("pages")
    build(evidence, judge(evidence), out)
    return out


@pytest.mark.parametrize("page", ["claims/mine/lemma-1.html", "errata.html", "errata/mine.md"])
def test_what_was_found_is_said(pages: Path, page: str) -> None:
    text = (pages / page).read_text(encoding="utf-8")
    assert FAILS in text
    assert OUTSIDE in text
    if page != "errata/mine.md":
        assert "olds on 9 settings" in text


def test_a_claim_says_both_and_gives_the_reason_once(pages: Path) -> None:
    text = (pages / "claims/mine/lemma-1.html").read_text(encoding="utf-8")
    assert "olds on 9 settings" in text
    answer = " ".join(
        re.sub(r"<[^>]+>", " ", text.partition('<dl class="answer">')[2].partition("</dl>")[0]).split()
    )
    assert answer.startswith("Found refuted Four is more. How sure Fails")
    assert "To change holds with nine for three. Is proved at d = 4; holds on 9 settings" in answer
    assert text.count("Four is more.") == 1


def test_a_mutant_shows_old_and_new(pages: Path) -> None:
    text = (pages / "claims/mine/lemma-1.html").read_text(encoding="utf-8")
    assert "<p><code>most</code>: <code>9</code> → <code>8</code>" in text


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
