"""The errata come worst first, in sections that tell what is sure from what is not, and stay short."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from lemmata.claims.ids import Lines
from lemmata.records.evidence import Evidence
from lemmata.records.files import gather
from lemmata.records.witness import Witness
from reports import errata, site, witnesses
from reports.pages import Assembly
from tests.composed import changed

BROKEN = (
    # the id below the topic, rank, origin, defect, possible extraction, what it uses
    ("slip", "slip", "printed", "typo", False, ()),
    ("algorithm-1", "step", "printed", "statement", False, ()),
    ("theorem-7-heads", "result", "printed", "statement", False, ()),
    ("theorem-7", "headline", "read", "statement", False, ("lemma-8", "theorem-7-heads")),
    ("corollary", "headline", "printed", "statement", False, ("theorem-7",)),
    ("lemma-8", "result", "read", "statement", True, ()),
    ("ours", "headline", "ours", "statement", False, ()),
    ("lemma-2", "result", "printed", "statement", False, ()),
    ("lemma-2-again", "step", "printed", "statement", False, ()),
)


@pytest.fixture(scope="module")
def papers(built: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[errata.Paper], Path]:
    """A paper in which all of these broke, and its pages."""
    return made(built, tmp_path_factory.mktemp("errata"))


def made(built: Any, out: Path, **roots: str) -> tuple[list[errata.Paper], Path]:
    """The same, in which some claims fall with others."""
    record = built.evidence.claims["pca/lemma-8"]
    verdict = next(v for v in built.verdicts.claims if v.id == record.id)
    records, verdicts = [], []
    for k, (name, rank, origin, defect, garbled, uses) in enumerate(BROKEN):
        words: Any = {
            "id": f"pca/{name}",
            "label": name,
            "rank": rank,
            "origin": origin,
            "possible_extraction": garbled,
            "uses": tuple(f"pca/{used}" for used in uses),
            "at": Lines(10 + k, 12 + k),
        }
        printed, amended = record.readings
        because = f"The absolute value of {name.removesuffix('-again')} is missing: it is needed in {name}."
        root = roots.get(name.replace("-", "_"), "")
        readings = (
            replace(printed, because=because, falls_with=root),
            replace(amended, latex=r"$|x|\le1$", adds="bars"),
        )
        records.append(changed(record, topic="pca", readings=readings, **words))
        verdicts.append(changed(verdict, defect=defect, **words))
    evidence: Evidence = gather([*built.evidence.runs, *records])
    shutil.copytree(built.out / "witnesses", out / "witnesses")
    judged = replace(built.verdicts, claims=tuple(verdicts))
    site.build(evidence, judged, out)
    return errata.papers(Assembly(evidence, judged, out).site()), out


def names(found: Any) -> list[str]:
    return [erratum.claim.head.label for erratum in found]


def test_sections_tell_what_is_sure_from_what_is_not(papers: tuple[list[errata.Paper], Path]) -> None:
    ((paper,), _) = papers
    assert {section.name: names(section.errata) for section in paper.sections} == {
        "printed": ["corollary", "theorem-7-heads", "lemma-2", "algorithm-1", "slip"],
        "read": ["theorem-7"],
        "extraction": ["lemma-8"],
    }


def test_the_worst_come_first_by_rank_then_by_what_rests_on_them(
    papers: tuple[list[errata.Paper], Path],
) -> None:
    ((paper,), _) = papers
    assert names(paper.worst) == [
        "theorem-7",
        "corollary",
        "theorem-7-heads",
        "lemma-8",
        "lemma-2",
        "algorithm-1",
    ]
    reached = {e.claim.head.label: [c.head.label for c in e.reaches] for e in paper.worst}
    assert sorted(reached["lemma-8"]) == ["corollary", "theorem-7"]  # through the theorem, too
    assert reached["lemma-2"] == []


def test_what_fails_for_one_reason_is_one_entry(papers: tuple[list[errata.Paper], Path]) -> None:
    ((paper,), out) = papers
    together = {e.claim.head.label: names(e.alike) for s in paper.sections for e in s.errata if e.alike}
    assert together == {"lemma-2": ["lemma-2-again"]}
    assert paper.count == len(BROKEN) - 2, "what is ours is none, and two are one"
    text = (out / "errata" / "pca.md").read_text(encoding="utf-8")
    assert "- The same argument refutes: lemma-2-again (lines 18 to 20" in text
    data = json.loads((out / "errata.json").read_text(encoding="utf-8"))
    assert "pca/lemma-2-again" in [e["id"] for e in data["papers"][0]["printed"]], "the data has each"


def test_the_section_with_the_worst_error_comes_first(built: Any, tmp_path: Path) -> None:
    ((paper,), out) = made(built, tmp_path, corollary="pca/theorem-7")
    assert [section.name for section in paper.sections] == ["read", "printed", "extraction"]
    letter = (out / "errata" / "pca.md").read_text(encoding="utf-8")
    assert letter.index("## Wrong in one reading") < letter.index("## Wrong as printed")


def test_an_argument_is_told_once_where_its_claim_is(built: Any, tmp_path: Path) -> None:
    roots = dict(corollary="pca/algorithm-1", lemma_2="pca/algorithm-1", theorem_7="pca/nowhere")
    ((paper,), out) = made(built, tmp_path, **roots)
    printed, read, _ = paper.sections
    together = {e.claim.head.label: names(e.alike) for e in printed.errata}
    assert together == {
        "algorithm-1": ["corollary", "lemma-2", "lemma-2-again"],
        "theorem-7-heads": [],
        "slip": [],
    }
    assert printed.errata[0].rank == "headline", "it stands where the worst of them would"
    assert names(read.errata) == ["theorem-7"], "what names a claim that did not break has an entry of its own"
    assert (paper.count, paper.statements) == (len(BROKEN) - 4, len(BROKEN) - 1)
    assert names([e for e in paper.worst if e.section == "printed"]) == ["algorithm-1", "theorem-7-heads"]
    letter = (out / "errata" / "pca.md").read_text(encoding="utf-8")
    others = (
        "Corollary (lines 14 to 16; holds with bars); lemma-2 (lines 17 to 19; holds with bars); lemma-2-again"
    )
    assert f"- The same argument refutes: {others}" in letter
    assert letter.count("Why it fails: ") == paper.count
    data = json.loads((out / "errata.json").read_text(encoding="utf-8"))
    heads = {e["id"]: e["falls_with"] for e in data["papers"][0]["printed"]}
    assert heads["pca/corollary"] == heads["pca/lemma-2-again"] == "pca/algorithm-1"
    assert heads["pca/algorithm-1"] is None
    page = (out / "errata.html").read_text(encoding="utf-8")
    assert page.count('id="pca/corollary"') == 1 and "(6 statements in all)" not in page
    assert "5 errata</a> in 8 statements" in (out / "index.html").read_text(encoding="utf-8")
    assert "The argument is that of" in (out / "claims" / "pca" / "corollary.html").read_text(encoding="utf-8")


def test_a_reading_is_named_as_one_under_a_printed_statement(built: Any, tmp_path: Path) -> None:
    ((paper,), out) = made(built, tmp_path, theorem_7="pca/algorithm-1")
    assert [section.name for section in paper.sections] == ["printed", "extraction"]
    said = "lines 13 to 15; as we read it; holds with bars"
    assert f"refutes: theorem-7 ({said})." in (out / "errata" / "pca.md").read_text(encoding="utf-8")
    assert f"({said})" in (out / "errata.html").read_text(encoding="utf-8")


def test_the_page_has_contents_whose_links_lead_somewhere(papers: tuple[list[errata.Paper], Path]) -> None:
    _, out = papers
    page = (out / "errata.html").read_text(encoding="utf-8")
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    inside = set(re.findall(r'href="#([^"]+)"', page))
    assert inside <= set(ids)
    assert {"pca", "pca-printed", "pca-read", "pca-extraction"} <= inside
    assert all((out / path).is_file() for path in re.findall(r'href="([^"#:]+\.(?:md|json|html))"', page))
    assert page.index('id="pca"') < page.index("theorem-7") < page.index("slip")


def test_text_for_the_authors_has_place_reason_witness_and_amendment(
    papers: tuple[list[errata.Paper], Path],
) -> None:
    _, out = papers
    text = (out / "errata" / "pca.md").read_text(encoding="utf-8")
    assert "ours" not in re.findall(r"\*\*(\S+)", text)
    entry = text.partition("**1. Corollary, lines 14 to 16.**")[2].partition("\n\n**")[0]
    told = (
        "Why it fails: The absolute",
        "Counterexample: ",
        "How sure: ",
        "Change: bars.",
        r"So changed (holds): $|x|\le1$",
    )
    for part in told:
        assert f"- {part}" in entry
    slips = text.partition("### Slips of the pen")[2].partition("\n\n## ")[0]
    assert slips.strip().startswith("**5. Slip, lines 10 to 12.** ")
    assert r"\mathbb{P}" in slips and "- Counterexample: " in slips, "of a slip as well"


def test_a_witness_in_a_line_leaves_out_what_nothing_reads(built: Any) -> None:
    stored = Witness(
        claim="a/b",
        variant="printed",
        kind="instance",
        setting={"n": 1, "idle": 3, "eps_0": "1/36028797018963968"},
        prompt={"X": [[1] * 9] * 9, "v": [1, 2], "y": None},
        left=["1/2"],
        right=["1/4"],
        relation="<=",
        relative=-0.5,
        confirmed="rational",
    )
    reading = replace(built.evidence.claims["pca/lemma-8"].statement, idle=("idle", "y"))
    groups = witnesses.grouped(stored, reading, [], Markup)
    shown = witnesses.Witness("w.json", "w.json", "lemmata replay w.json", stored=stored, groups=groups)
    assert errata.in_a_line(shown) == (
        "n = 1, ϵ₀ = 2⁻⁵⁵, v = [1, 2]; 81 more numbers; "
        "left side 1/2, right side 1/4, but left ≤ right is claimed"
    )


@pytest.mark.parametrize(
    ("relation", "left", "right", "told"),
    [
        (
            "=",
            [0, 1, 2, 3, "1/2"],
            [0, 1, 2, 3, 1],
            "in entry 5 of 5, left side 1/2, right side 1, but left = right",
        ),
        (
            "<=",
            [[0, 1], [2, 3], ["-1/2", 5]],
            [[0, 1], [2, 2], [0, 1]],
            "in entry 4 of 6, left side 3, right side 2,",
        ),
        ("<=", [3, 1], [2, 1], "left side [3, 1], right side [2, 1], but left ≤ right is claimed"),
        ("=", [0] * 5, [1] * 6, ""),
    ],
)
def test_of_sides_with_many_entries_the_wrong_one_is_told(
    relation: Any, left: Any, right: Any, told: str
) -> None:
    sides: Any = dict(left=left, right=right, relation=relation)
    stored = Witness(claim="a/b", variant="printed", kind="instance", setting={"n": 1}, **sides)
    said = errata.in_a_line(witnesses.Witness("w", "w", "", stored=stored))
    assert said.startswith(told) and bool(said) == bool(told)
