"""The page of a claim: where it stands, why it fails, its witness in the statement's symbols."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from markupsafe import Markup, escape

from lemmata.claims.heads import Change, Head
from lemmata.claims.ids import Lines
from lemmata.claims.vocabulary import ZERO_WEIGHTS, HuntOutcome, Origin
from lemmata.records.evidence import ClaimRecord, Derived, End, HuntRecord, ReadingRecord
from lemmata.records.files import gather
from lemmata.records.finding import Scope, ToldApart
from lemmata.records.formula import Definition, Formula, Hypothesis, Source
from lemmata.records.judging import judge
from lemmata.records.papers import PaperRecord
from lemmata.records.verdicts import witness_path
from lemmata.records.witness import Witness, to_document
from reports import claim_page, evaluated, matrices, site, witnesses
from reports.highlighting import highlighted
from tests.composed import changed, made
from tests.reports.whole import RUN


def record(
    name: str, line: int | None, *, part: str = "", origin: Origin = "printed", **options: Any
) -> ClaimRecord:
    return replace(
        ClaimRecord(
            head=Head(
                id=f"mine/{name}",
                paper="mine2026",
                label="Theorem 1",
                kind="forall",
                summary=f"What {name} says",
                file="mine/theorem_1.py",
                rank="headline",
                at=Lines(line, line + 2, "mine.txt") if line else None,
                part=part,
                origin=origin,
            ),
            topic="mine",
            description="",
            citation="A. Nobody, Mine, 2026",
            source="mine.txt",
            uses=(),
            readings=(ReadingRecord("printed", "$x=1$", "holds", "", None),),
            mutants=(),
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
        made(
            HuntRecord,
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
    assert pages["theorem-1"].count("<nav") == 2, "the site, and the paper with its claims"


def test_it_says_where_it_stands_and_links_to_the_paper(pages: dict[str, str]) -> None:
    assert "lines 12 to 14 of our text" in pages["theorem-1"]
    assert '<a href="https://arxiv.org/abs/2601.00001">arxiv.org/abs/2601.00001</a>' in pages["theorem-1"]


def answer(page: str) -> str:
    """What stands before the statement, without markup."""
    shown = page.partition('<dl class="answer">')[2].partition("</dl>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", shown).split()).replace(" .", ".").replace(" ,", ",")


def test_it_answers_in_the_order_in_which_an_author_asks(pages: dict[str, str]) -> None:
    page = pages["theorem-1"]
    said = answer(page)
    assert said.startswith("Found refuted Two is left out. How sure ")
    assert "To change holds with two for one." in said
    assert page.index('<dl class="answer">') < page.index('aria-label="Statement"')
    assert page.count("Two is left out.") == 1
    assert answer(pages["theorem-1-sharper"]).startswith("Found holds Nothing was found against it. How sure ")
    assert "To change" not in answer(pages["theorem-1-sharper"])


def test_what_was_drawn_is_folded(pages: dict[str, str]) -> None:
    page = pages["theorem-1"]
    folded = re.findall(r"<details.*?</details>", page, re.DOTALL)
    assert sum("What was drawn, and what decided it" in part for part in folded) == 1
    assert page.count("<article class=") == 2, "of one reading there is no more to tell"
    assert "<th>Seed" not in page, "each reading has one hunt, of the run's seed"


def test_the_hunts_of_several_runs_are_folded(tmp_path: Path) -> None:
    claim = CLAIMS[1]
    again = [changed(hunt, seed=1) for hunt in hunts(claim)]
    evidence = gather([RUN, claim, *hunts(claim), *again, End(1.0, 6)])
    site.build(evidence, judge(evidence), tmp_path)
    page = (tmp_path / "claims" / f"{claim.id}.html").read_text(encoding="utf-8")
    folded = re.findall(r"<details.*?</details>", page, re.DOTALL)
    assert sum("<th>Seed" in part for part in folded) == page.count("<th>Seed") == 1


def rests(
    tmp_path: Path,
    *,
    lemma: str | None,
    weights: bool,
    killed: bool,
    fails: bool = False,
    origin: Origin = "printed",
) -> str:
    """What the page of a theorem says of a lemma that it uses: ``lemma`` is what became of that as amended."""
    used = replace(
        record("lemma-1", 3, origin=origin),
        readings=(
            ReadingRecord("printed", "$x=1$", "refuted", "So.", "construction" if weights else "statement"),
            *([ReadingRecord("amended", "$x=2$", "holds", "", None, adds="a factor $N$")] if lemma else []),
        ),
    )
    mutants = ("the printed weights",) if killed else ()
    theorem = record("theorem-9", 30, uses=("mine/lemma-1",), mutants=mutants)
    found = [changed(hunt, outcome="refuted" if fails else "holds") for hunt in hunts(theorem)]
    found += [changed(hunt, outcome=lemma) if hunt.variant == "amended" else hunt for hunt in hunts(used)]
    found += [changed(found[0], variant=name, role="mutant", outcome="refuted") for name in mutants]
    evidence = gather([RUN, theorem, used, *found, End(1.0, 3)])
    site.build(evidence, judge(evidence), tmp_path)
    return (
        answer((tmp_path / "claims/mine/theorem-9.html").read_text("utf-8"))
        .partition("Rests on ")[2]
        .replace(" (lemma-1)", "")
    )


REPAIRED = "It rests on Theorem 1, which fails as printed and holds as amended."
FALLEN = "It rests on Theorem 1, of which no amended form holds."
READ = "It rests on Theorem 1, which fails as we read it and holds as amended."
ITSELF = " What was tested is the statement itself, not its proof."


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (dict(lemma="holds", weights=False, killed=False), REPAIRED + ITSELF),
        (dict(lemma="holds", weights=True, killed=False), REPAIRED + ITSELF),
        (dict(lemma="holds", weights=False, killed=True), REPAIRED + ITSELF),
        (dict(lemma="holds", weights=False, killed=False, fails=True), REPAIRED),
        (dict(lemma="holds", weights=False, killed=False, fails=True, origin="read"), READ),
        (dict(lemma=None, weights=True, killed=True), FALLEN + ITSELF),
        (dict(lemma="refuted", weights=True, killed=True), FALLEN + ITSELF),
    ],
)
def test_a_green_claim_beside_a_red_one_says_why(case: dict[str, Any], said: str, tmp_path: Path) -> None:
    assert rests(tmp_path, **case) == said


def test_repaired_weights_are_named_where_the_printed_ones_fail_in_the_claim(tmp_path: Path) -> None:
    said = rests(tmp_path, lemma="holds", weights=True, killed=True)
    assert said.startswith("With the weights repaired as in Theorem 1")
    assert said.endswith("the statement survives; with the printed ones it fails.")


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
    assert [(c.code.striptags(), c.of) for c in shown.codes] == [("def check(): ...", [])]
    assert not shown.sources


def test_where_there_is_no_formula_the_code_and_what_it_uses_stand_in_its_place() -> None:
    printed = Formula(code="def check(): ...", parts=(Source("factor = 1"),))
    amended = replace(printed, parts=(Source("factor = '<b>'"),))
    shown = evaluated.of_readings(
        [("As printed", reading(conclusion=printed)), ("As amended", reading(conclusion=amended))],
        Markup,
        Markup,
    )
    assert shown is not None and not (shown.formulas or shown.codes)
    assert [(str(c.code), c.of) for c in shown.sources] == [
        ("<b>def</b> <dfn>check</dfn>(): ...", []),
        ("factor = 1", ["As printed"]),
        ("factor = <samp>&#39;&lt;b&gt;&#39;</samp>", ["As amended"]),
    ]


def test_code_keeps_its_layout_and_a_fragment_its_text() -> None:
    code = 'def f(x):  # "why"\n    """Two\n    lines."""\n\n    return x - 1e3 < 2\n'
    assert highlighted(code).striptags().split() == code.split()
    assert re.sub(r"<[^>]+>", "", highlighted(code)) == str(escape(code))
    assert re.findall(r"<(\w+)>", highlighted(code)) == ["b", "dfn", "i", "samp", "b"]
    assert highlighted("f(x <") == "f(x &lt;"


@pytest.mark.parametrize(
    ("apart", "sentence"),
    [
        (ToldApart("holds"), "As amended the statement holds at this witness: what fails is what"),
        (ToldApart("left out", "a gap"), "The amended statement leaves this witness out; it demands a gap."),
        (
            ToldApart("left out", "a gap", only=True, sought=True),
            "without that it fails there, too: the witness shows no more; the hunt looked for another one",
        ),
        (
            ToldApart("fails", sought=True),
            "does not show the reason that is given; the hunt looked for another one and found none.",
        ),
        (ToldApart("undecided"), "Whether the amended statement holds at this witness is undecided."),
        (
            ToldApart("not comparable", "it speaks of <b>"),
            "The amended statement cannot be evaluated at this witness: it speaks of &lt;b&gt;.",
        ),
    ],
)
def test_the_page_says_whether_the_witness_shows_the_reason(
    apart: ToldApart, sentence: str, tmp_path: Path
) -> None:
    claim = CLAIMS[1]
    printed, amended = hunts(claim)
    stored = Witness(claim=claim.id, variant="printed", kind="instance", setting={"d": 1})
    seen: list[Any] = [claim, changed(printed, witness=stored, told_apart=apart), amended]
    evidence = gather([RUN, *seen, End(1.0, 6)])
    file = tmp_path / witness_path(claim.id, "printed")
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(to_document(stored)), encoding="utf-8")
    site.build(evidence, judge(evidence), tmp_path)
    page = (tmp_path / "claims" / f"{claim.id}.html").read_text(encoding="utf-8")
    assert sentence in " ".join(page.split())


def test_what_mutants_have_in_common_is_told_once() -> None:
    def mutant(name: str, because: str, *changes: tuple[str, str, str]) -> claim_page.Mutant:
        made = [Change(what, before, after) for what, before, after in changes]
        return claim_page.Mutant(name, "killed", "1 instance", Markup(because), Markup(""), made)

    told = claim_page._told_once(
        [
            mutant("half", "first draws", ("bound", "x", "x / 2"), ("network", "same(k)", "same(k)")),
            mutant("double", "first draws", ("bound", "x", "2 * x")),
            mutant("the answer 0", "search", ("answer", "what is computed", "the answer 0")),
            mutant(ZERO_WEIGHTS, "search", ("network", "", "without_weights(tf)")),
            mutant("third", "", ("bound", "y", "x / 3")),
            mutant("fourth", ""),
        ]
    )
    shown = [[(c.what, c.before, c.after) for c in one.changes] for one in told]
    assert shown[0] == [("bound", "x", "x / 2"), ("network", "", "")]
    assert shown[1:] == [[("bound", "", "2 * x")], [], [], [("bound", "y", "x / 3")], []]
    assert [one.rows for one in told] == [2, 0, 2, 0, 1, 1]
