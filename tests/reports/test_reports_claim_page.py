"""The page of a claim: where it stands, why it fails, its witness in the statement's symbols."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from markupsafe import Markup

from lemmata.records.combining import gather
from lemmata.records.evidence import ClaimRecord, Derived, End, HuntRecord, ReadingRecord
from lemmata.records.finding import Scope
from lemmata.records.judging import judge
from lemmata.records.papers import PaperRecord
from lemmata.records.witness import Witness
from lemmata.statement.formulas import Definition, Formula, Hypothesis
from lemmata.statement.ids import Lines
from lemmata.statement.vocabulary import HuntOutcome
from reports import evaluated, matrices, site, witnesses
from tests.reports.whole import RUN


def record(name: str, line: int | None, **options: Any) -> ClaimRecord:
    return replace(
        ClaimRecord(
            id=f"mine/{name}",
            paper="mine2026",
            topic="mine",
            label="Theorem 1",
            kind="forall",
            summary=f"What {name} says",
            description="",
            citation="A. Nobody, Mine, 2026",
            source="mine.txt",
            file="mine/theorem_1.py",
            uses=(),
            readings=(ReadingRecord("printed", "$x=1$", "holds", "", None),),
            mutants=(),
            rank="headline",
            at=Lines(line, line + 2, "mine.txt") if line else None,
        ),
        **options,
    )


CLAIMS = [
    record("theorem-1/weights", 30, part="the printed weights", origin="read"),
    record(
        "theorem-1",
        12,
        readings=(
            ReadingRecord("printed", "$x=1$", "refuted", "Two is left out.", "statement"),
            ReadingRecord("amended", "$x=2$", "holds", "", None, adds="two for one"),
        ),
    ),
    record(
        "theorem-1/sharper", None, origin="ours", readings=(ReadingRecord("ours", "$x=3$", "holds", "", None),)
    ),
]


def hunts(claim: ClaimRecord) -> list[HuntRecord]:
    return [
        HuntRecord(
            claim=claim.id,
            variant=reading.name,
            role="reading",
            outcome=cast(HuntOutcome, reading.expected),
            evidence="probed",
            scope=Scope(instances=3),
            seed=0,
        )
        for reading in claim.readings
    ]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    paper = PaperRecord(
        "mine", "mine2026", "Mine", "A. Nobody", 2026, "mine.txt", "https://arxiv.org/abs/2601.00001"
    )
    found = [hunt for claim in CLAIMS for hunt in hunts(claim)]
    evidence = gather([RUN, paper, *CLAIMS, *found, End(1.0, 3)])
    out: Path = tmp_path_factory.mktemp("claims")
    site.build(evidence, judge(evidence), out)
    return {p.stem: p.read_text("utf-8") for p in (out / "claims/mine").glob("*.html")}


def test_claims_of_one_label_have_titles_of_their_own(pages: dict[str, str]) -> None:
    assert "<h1>Theorem 1: the printed weights</h1>" in pages["theorem-1-weights"]
    assert "<title>Theorem 1: the printed weights – mine2026 – Lemmata</title>" in pages["theorem-1-weights"]
    assert "<h1>Theorem 1</h1>" in pages["theorem-1"]


def test_neighbours_stand_beside_it_in_the_paper(pages: dict[str, str]) -> None:
    assert 'rel="next" href="theorem-1-sharper.html"' in pages["theorem-1"]
    assert 'rel="prev"' not in pages["theorem-1"]
    assert 'rel="prev" href="theorem-1-sharper.html"' in pages["theorem-1-weights"]
    assert "Previous and next claim, above" in pages["theorem-1"] and "claim, below" in pages["theorem-1"]


def test_it_says_where_it_stands_and_links_to_the_paper(pages: dict[str, str]) -> None:
    assert "lines 12 to 14 of our text" in pages["theorem-1"]
    assert '<a href="https://arxiv.org/abs/2601.00001">arxiv.org/abs/2601.00001</a>' in pages["theorem-1"]


def test_it_begins_with_why_it_fails_and_what_survives(pages: dict[str, str]) -> None:
    page = pages["theorem-1"]
    assert page.index("<b>Why it fails.</b> Two is left out.") < page.index("<b>What survives.</b>")
    assert "The statement with two for one." in page
    assert page.index("<b>What survives.</b>") < page.index('aria-label="Statement"')
    assert page.count("Two is left out.") == 1


def test_what_is_ours_and_what_is_one_reading_is_said_at_the_top(pages: dict[str, str]) -> None:
    ours, read = pages["theorem-1-sharper"], pages["theorem-1-weights"]
    assert ours.index("Beyond the paper: no sentence of the source says it.") < ours.index('class="lead"')
    assert read.index("The source leaves something open; the statement below is how we read it.") < read.index(
        'class="lead"'
    )
    assert "asserts exactly this" in pages["theorem-1"]


def reading(**options: Any) -> ReadingRecord:
    return replace(ReadingRecord("printed", "$x\\le\\delta$", "refuted", "so", "statement"), **options)


def test_a_witness_hides_placeholders_and_shows_what_the_statement_names() -> None:
    stored = Witness(
        claim="mine/theorem-1",
        variant="printed",
        kind="instance",
        setting={"d": 2, "share": "7/8", "lam": 0},
        prompt={"X": [[1, 2]], "empty": []},
        left=["1/2"],
        right=[["1/1048576"]],
    )
    drawn = (Hypothesis("share", "$s<1$; a share of its limit"),)
    described = reading(idle=("lam",), unstated=("share",), hypotheses=drawn)
    groups = witnesses.grouped(stored, described, [Derived("delta", "7/16", "the limit.")], Markup)
    names = [[q.name for q in group.quantities] for group in groups]
    assert names == [["d", "delta", "X"], ["share"], ["left", "right"]]
    delta, share = groups[0].quantities[1], groups[1].quantities[0]
    assert (delta.symbol, delta.html, delta.meaning) == (r"$\delta$", "7/16", "the limit")
    assert share.meaning == "a share of its limit"
    assert [(q.form, q.html) for q in groups[2].quantities] == [("scalar", "1/2"), ("scalar", "2⁻²⁰")]


def test_exponents_are_raised() -> None:
    assert matrices.raised(Markup("−2⁻²⁰")) == "−2<sup>−20</sup>"


def test_what_readings_share_is_evaluated_once() -> None:
    common = Definition("a", "b", "", "file.py", 3)
    printed = Formula("x<1", (common, Definition("c", "1")), "def check(): ...", "file.py", 9)
    amended = replace(printed, latex="x<2", definitions=(common, Definition("c", "2")))
    shown = evaluated.of_readings(
        [("As printed", reading(conclusion=printed)), ("As amended", reading(conclusion=amended))],
        Markup,
        Markup,
    )
    assert shown is not None
    assert [(f.formula, f.of) for f in shown.formulas] == [("x<1", ["As printed"]), ("x<2", ["As amended"])]
    assert [(s.symbol, s.formula, s.of) for s in shown.symbols] == [
        ("a", "b", []),
        ("c", "1", ["As printed"]),
        ("c", "2", ["As amended"]),
    ]
    assert [(c.code, c.of) for c in shown.codes] == [("def check(): ...", [])]
