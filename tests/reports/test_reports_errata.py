"""The errata come worst first, in sections that tell what is sure from what is not, and stay short."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from lemmata.records.combining import gather
from lemmata.records.evidence import Evidence
from lemmata.records.witness import Witness
from lemmata.statement.ids import Lines
from reports import errata, site, witnesses
from reports.pages import Assembly

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
)


@pytest.fixture(scope="module")
def papers(built: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[errata.Paper], Path]:
    """A paper in which all of these broke, and its pages."""
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
        records.append(replace(record, topic="pca", **words))
        verdicts.append(replace(verdict, defect=defect, **words))
    evidence: Evidence = gather([*built.evidence.runs, *records])
    out = tmp_path_factory.mktemp("errata")
    shutil.copytree(built.out / "witnesses", out / "witnesses")
    judged = replace(built.verdicts, claims=tuple(verdicts))
    site.build(evidence, judged, out)
    return errata.papers(Assembly(evidence, judged, out).site()), out


def names(found: Any) -> list[str]:
    return [erratum.claim.record.label for erratum in found]


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
    reached = {e.claim.record.label: [c.record.label for c in e.reaches] for e in paper.worst}
    assert sorted(reached["lemma-8"]) == ["corollary", "theorem-7"]  # through the theorem, too
    assert reached["lemma-2"] == []


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
    entry = text.partition("**Corollary (lines 14 to 16).**")[2].partition("\n\n**")[0]
    for part in ("The absolute value is missing", "- Witness: ", "- Amended (holds): ", r"\mathbb{P}"):
        assert part in entry
    slips = text.partition("### Slips of the pen")[2]
    assert slips.strip().startswith("- Slip (lines 10 to 12): The absolute value is missing")


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
