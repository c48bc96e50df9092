"""The site of a made-up run: complete, safe, linked, the same every time."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from lemmata.records.evidence import Evidence
from lemmata.records.files import gather
from lemmata.records.verdicts import ReadingVerdict, Verdicts
from reports import claim_page, glossary, site
from tests.composed import changed

HOSTILE = '<script>alert(1)</script> "quoted" & <b>bold</b>'
VOID = {"meta", "link", "br", "input"}
UNCLOSED = {"p", "td", "th", "tr", "dt", "dd"}
"""What HTML lets a page leave open."""
OTHERS = {"index.html", "errata.html", "experiments.html", "speed.html", "words.html"}
PAPERS = {"paper/pca.html", "paper/sparse_recovery.html", "paper/hostile.html"}


@dataclass
class Page(HTMLParser):
    """The elements of a page, with a complaint for what is not closed."""

    path: Path
    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text(encoding="utf-8"))
        self.close()
        assert not self.open, f"{self.path}: {self.open} not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {k: v or "" for k, v in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {k: v or "" for k, v in attrs}))

    def handle_endtag(self, tag: str) -> None:
        while self.open[-1] != tag and self.open[-1] in UNCLOSED:
            self.open.pop()
        assert self.open.pop() == tag, f"{self.path}: </{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, tag: str) -> Iterator[dict[str, str]]:
        return (attributes for name, attributes in self.elements if name == tag)


@pytest.fixture(scope="module")
def site_pages(built: Any) -> dict[str, Page]:
    return {str(p.relative_to(built.out)): Page(p) for p in sorted(built.out.rglob("*.html"))}


def test_every_word_is_explained_once() -> None:
    anchors = [glossary.anchor(word) for group in glossary.GROUPS.values() for word in group]
    assert len(set(anchors)) == len(anchors)
    assert all(meaning for group in glossary.GROUPS.values() for meaning in group.values())


def test_the_front_page_is_returned(built: Any) -> None:
    assert built.index == built.out / "index.html"


def test_every_claim_has_a_page(built: Any, site_pages: dict[str, Page]) -> None:
    assert len(site_pages) == len(built.verdicts.claims) + len(OTHERS | PAPERS)
    assert set(site_pages) >= OTHERS | PAPERS
    assert "claims/pca/lemma-8.html" in site_pages


def test_pages_stay_in_their_folder(site_pages: dict[str, Page]) -> None:
    assert "claims/hostile/-..--script-.html" in site_pages


def test_nothing_but_what_templates_say_is_markup(site_pages: dict[str, Page]) -> None:
    for path, page in site_pages.items():
        tags = [tag for tag, _ in page.elements]
        assert not {*tags} & {"iframe", "object", "form", "img", "style", "base"}
        assert tags.count("script") == (path == "index.html")
        events = [k for _, attributes in page.elements for k in attributes if k.startswith("on")]
        assert not events
    hostile = site_pages["claims/hostile/-..--script-.html"]
    assert hostile.text.count('<script>alert(1)</script> "quoted" & <b>bold</b>') > 10


def test_nothing_is_loaded_from_elsewhere(built: Any, site_pages: dict[str, Page]) -> None:
    for page in site_pages.values():
        for _, attributes in page.elements:
            for name in ("href", "src", "srcset", "data", "xlink:href", "action"):
                assert urlsplit(attributes.get(name, "")).scheme in ("", "data")
    css = (built.out / "style.css").read_text(encoding="utf-8")
    assert "@import" not in css
    assert not re.search(r"url\((?!#|data:)", css)


def test_all_links_lead_somewhere(built: Any, site_pages: dict[str, Page]) -> None:
    for page in site_pages.values():
        for tag in ("a", "link", "use"):
            for attributes in page.all(tag):
                href = urlsplit(attributes["href"])
                if href.scheme:
                    continue
                target = page.path.parent / unquote(href.path) if href.path else page.path
                assert target.is_file(), f"{page.path}: {attributes['href']}"
                if href.fragment:
                    names = [a.get("id") for _, a in Page(target).elements]
                    assert href.fragment in names, f"{page.path}: {attributes['href']}"


def test_names_are_unique_within_a_page(site_pages: dict[str, Page]) -> None:
    for page in site_pages.values():
        names = [a["id"] for _, a in page.elements if "id" in a]
        assert len(names) == len(set(names))


def _headers_of_nothing(page: Page) -> Iterator[str]:
    """Headers without a scope where HTML does not see it by itself, which it does at two edges of a table."""
    in_head, before = False, ""
    for tag, attributes in page.elements:
        in_head = tag == "thead" or (in_head and tag != "tbody")
        if tag == "td" and in_head:
            yield f"{page.path}: a cell among headers of columns"
        if tag == "th" and not (in_head or before == "tr" or "scope" in attributes):
            yield f"{page.path}: a header inside of a table"
        before = tag


def test_pages_can_be_read_by_anyone(site_pages: dict[str, Page]) -> None:
    for page in site_pages.values():
        assert next(page.all("html"))["lang"] == "en"
        assert not list(_headers_of_nothing(page))
        headings = [int(tag[1]) for tag, _ in page.elements if re.fullmatch(r"h[1-6]", tag)]
        assert headings.count(1) == 1
        assert all(b - a <= 1 for a, b in pairwise(headings))
        svgs = list(page.all("svg"))
        assert all(svg.get("aria-hidden") or svg.get("role") for svg in svgs)


def test_the_front_page_tells_the_run(built: Any, site_pages: dict[str, Page]) -> None:
    text = site_pages["index.html"].text
    for told in ("2025-11-21T10:00:00", "x86_64, 2 cores", "cpu", "quick", built.verdicts.run.commit):
        assert told in text
    assert "killed 4, survived 1, invalid 1, waived 1" in text
    assert "surprise 1 outcome not as expected" in text


def test_a_claim_that_rests_on_a_broken_lemma_is_marked(site_pages: dict[str, Page]) -> None:
    text = site_pages["claims/sparse_recovery/theorem-4.2.html"].text
    assert (
        "Theorem 4.1 , which fails as printed and holds as amended; and Lemma 2 , of which no amended" in text
    )
    assert "Rests on what fell: Lemma 2, Theorem 4.1" in site_pages["index.html"].text


def test_a_claim_page_tells_all(site_pages: dict[str, Page]) -> None:
    text = site_pages["claims/pca/lemma-8.html"].text
    for told in (
        "As printed refuted",
        "As amended holds",
        "Holds on 4,000 instances.",
        "Defect statement: the statement itself is false",
        "a fifth survived 120",
        "Relative margin −0.25, confirmed by rational arithmetic",
        "smallest C 2.5",
        "−0.52 to −0.49",
        "slides, page 12, line 340",
        "96 entries",
        "batches from the law",
    ):
        assert told in text
    assert "proved" not in text.replace("only “proved” means proved", "")


def test_the_line_that_replays_a_witness(built: Any, site_pages: dict[str, Page]) -> None:
    text = site_pages["claims/pca/lemma-8.html"].text
    assert "lemmata replay witnesses/pca/lemma-8.printed.json" in text
    assert "This line, in the folder of this report, checks it again" in text
    assert str(built.out) not in text


def test_sequential_tests_are_shown(site_pages: dict[str, Page]) -> None:
    assert "d = 2, n = 40, share = 1/8 2,000 2 0.05" in site_pages["claims/pca/lemma-8-tail.html"].text


def test_errata_keep_artefacts_of_the_extraction_apart(site_pages: dict[str, Page]) -> None:
    text = site_pages["errata.html"].text
    assert "Lemma 8" in text.split("To look up in the original")[0]
    assert "Lemma 2" in text
    assert "Lemma 8, first sentence" not in text


def test_all_formulas_of_the_run_are_converted(built: Any) -> None:
    assert site.problems(built.evidence) == []


def snapshot(out: Path) -> dict[str, bytes]:
    return {str(p.relative_to(out)): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


def test_a_second_build_is_the_same(built: Any) -> None:
    before = snapshot(built.out)
    site.build(built.evidence, built.verdicts, built.out)
    assert snapshot(built.out) == before


def small(built: Any, **changes: Any) -> tuple[Evidence, Verdicts]:
    """The first claim alone, its verdict changed."""
    record = built.evidence.claims["pca/lemma-8-tail"]
    verdict = changed(built.verdicts.claims[0], **changes)
    return gather([*built.evidence.runs, record]), replace(built.verdicts, claims=(verdict,))


def reading(built: Any, **changes: Any) -> dict[str, ReadingVerdict]:
    """The readings of the first claim, the printed one changed."""
    return {"printed": changed(built.verdicts.claims[0].statement, **changes)}


def test_a_run_that_was_cut_off_says_so(built: Any, tmp_path: Path) -> None:
    page = Page(site.build(*small(built), tmp_path))
    assert "did not finish" in page.text
    assert "What rests on what" not in page.text
    assert "No printed statement of this run broke." in Page(tmp_path / "errata.html").text


@pytest.mark.parametrize(
    ("outcome", "why"),
    [
        ("refuted", "fails"),
        ("vacuous", "silent"),
        ("undecided", "open"),
        ("untestable", "open"),
        ("not-run", "idle"),
    ],
)
def test_only_what_fell_is_said_to_fail(built: Any, tmp_path: Path, outcome: str, why: str) -> None:
    verdict = {"because": "It has a reason.", "readings": reading(built, outcome=outcome)}
    front = site.build(*small(built, **verdict), tmp_path).read_text(encoding="utf-8")
    assert f"<p class={why}>It has a reason." in front
    assert f".claims p.{why} {{ --why:" in (tmp_path / "style.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("content", [None, "", "[]", "{}", '{"setting": 3}', "[" * 9999])
def test_a_witness_that_cannot_be_read_breaks_no_page(built: Any, tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "witnesses" / "w.json"
    if content is not None:
        path.parent.mkdir()
        path.write_text(content, encoding="utf-8")
    readings = reading(built, witness="witnesses/w.json")
    site.build(*small(built, readings=readings), tmp_path)
    assert "cannot be shown" in Page(tmp_path / "claims/pca/lemma-8-tail.html").text


def test_a_formula_that_cannot_be_converted_is_logged(
    built: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        site.build(*small(built, because=r"For $\unheardof$ reasons"), tmp_path)
    assert r"unknown command \unheardof" in caplog.text


def test_a_folder_that_is_a_file_is_an_error(built: Any, tmp_path: Path) -> None:
    out = tmp_path / "taken"
    out.write_text("")
    with pytest.raises(OSError, match="taken"):
        site.build(*small(built), out)


def test_claims_that_would_share_a_page_do_not() -> None:
    paths = claim_page.page_paths(["a/b?", "a/b!", "A/B-", "../..", "x"])
    assert len({p.casefold() for p in paths.values()}) == len(paths)
    assert all(re.fullmatch(r"claims/[\w-][\w.-]*/[\w-][\w.-]*\.html", p) for p in paths.values())


def test_building_pages_needs_no_torch() -> None:
    told = "import sys, reports.site; sys.exit(bool({'torch', 'matplotlib', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", told], check=False).returncode == 0


def luminance(colour: str) -> float:
    channels = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_have_enough_contrast(built: Any, scheme: str) -> None:
    css = (built.out / "style.css").read_text(encoding="utf-8")
    light, dark = re.findall(r":root \{(.*?)\}", css, re.DOTALL)[:2]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light if scheme == "light" else dark))
    grounds = [colours.pop(name) for name in ("page", "sheet", "shade")]
    marked = colours.pop("marked")
    colours.pop("rule")  # lines between rows carry no meaning
    pairs = [(c, g) for c in colours.values() for g in grounds] + [(colours["ink"], marked)]
    for colour, ground in pairs:
        low, high = sorted((luminance(colour), luminance(ground)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (colour, ground)


# -- what a reader takes away ----------------------------------------------------------------------


def test_the_program_of_a_witness_is_written_beside_it(built: Any, site_pages: dict[str, Page]) -> None:
    page = site_pages["claims/sparse_recovery/theorem-4.1.html"]
    program = 'print("left 1") # <script>alert(1)</script> "quoted" & <b>bold</b>'
    assert program not in page.text
    assert any(a["href"].endswith("theorem-4.1.printed.py") for a in page.all("a"))
    file = built.out / "witnesses/sparse_recovery/theorem-4.1.printed.py"
    assert " ".join(file.read_text(encoding="utf-8").split()) == program


def test_where_there_is_no_program_the_page_says_why(site_pages: dict[str, Page]) -> None:
    text = site_pages["claims/pca/lemma-8.html"].text
    assert "No program with numpy alone shows it: it uses <script>alert(1)</script>" in text


def test_how_often_the_hypotheses_were_met(site_pages: dict[str, Page]) -> None:
    text = site_pages["claims/pca/lemma-8.html"].text
    assert "Instances that meet the hypotheses 4,000 4,000" in text
    assert "Instances that do not 17 17" in text


def test_the_only_script_is_the_one_that_the_policy_names(built: Any) -> None:
    html = built.index.read_text(encoding="utf-8")
    (script,) = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in html
    assert "innerHTML" not in script


def test_an_experiment_without_numbers_is_a_line(site_pages: dict[str, Page]) -> None:
    text = site_pages["experiments.html"].text.partition("No numbers yet")[2]
    assert "Figure 3 :" in text
    assert "lemmata verify sparse_recovery/figure-3 --profile standard" in text


def test_experiments_stand_beside_the_words_of_the_paper(built: Any, tmp_path: Path) -> None:
    evidence, verdicts = small(
        built, kind="experiment", readings=reading(built, constants={"final_loss": (0.5, 2)})
    )
    (record,) = evidence.claims.values()
    experiment = replace(
        record, head=replace(record.head, kind="experiment"), reported={"final_loss": f"almost 0 {HOSTILE}"}
    )
    site.build(gather([*evidence.runs, experiment]), verdicts, tmp_path)
    text = Page(tmp_path / "experiments.html").text
    assert f"final loss almost 0 {HOSTILE} 0.5 to 2" in text
    assert "No numbers yet" not in text


def bench(started: str, value: float, **run: str) -> dict[str, Any]:
    machine = {"version": "1", "device": "cpu", "machine": "a <b>machine</b>", "commit": None}
    result = {
        "name": "hunt",
        "value": value,
        "unit": "x",
        "against": HOSTILE,
        "instances": 40,
        "floor_share": 0.5,
    }
    rest = {"python": "3.11", "libraries": {}, "threads": 1, "seconds": 1.0, "measured": {}}
    header = {**machine, **rest, "started": started, **run}
    return {"schema": "lemmata/bench/1", "run": header, "results": [result]}


def test_benchmarks_have_a_history(built: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # away from the figures that the repository keeps
    site.build(*small(built), tmp_path / "without")
    assert "No benchmark was given" in Page(tmp_path / "without" / "speed.html").text
    folder = tmp_path / "bench"
    folder.mkdir()
    runs = [bench("2025-01-01T00:00:00", 4.0), bench("2025-02-01T00:00:00", 5.0)]
    runs[1]["results"].append(runs[1]["results"][0] | {"name": "hunt-of-straw", "value": 1e12})
    for k, document in enumerate([*runs, {"schema": "other"}]):
        (folder / f"{k}.json").write_text(json.dumps(document), encoding="utf-8")
    site.build(*small(built), tmp_path)
    text = Page(tmp_path / "speed.html").text
    assert "2025-02-01 latest 2025-01-01" in text
    assert "5 × 4 × 25% more 50% 40" in text
    assert "a <b>machine</b>" in text
    assert "of straw" not in text, "nobody would choose between two things with such a ratio"


def test_errata_as_text_and_as_data(built: Any) -> None:
    document = json.loads((built.out / "errata.json").read_text(encoding="utf-8"))
    surely = [paper["paper"] for paper in document["papers"] if "printed" in paper]
    assert surely == ["pca", "sparse recovery"]
    (lemma,) = document["papers"][0]["printed"]
    assert lemma["id"] == "pca/lemma-8"
    assert lemma["printed"] == built.evidence.claims["pca/lemma-8"].readings[0].latex
    assert lemma["amended"]["outcome"] == "holds"
    assert lemma["witness"]["left"] == ["1/2", 0]
    assert sum(len(paper.get("extraction", ())) for paper in document["papers"]) == 1
    text = (built.out / "errata" / "pca.md").read_text(encoding="utf-8")
    assert text.startswith("# Errata to *A. Author, B. Author, A paper, 2024*")
    assert "## Wrong as printed" in text
    assert "left side [1/2, 0], right side [1/4, 0], but left ≤ right is claimed" in text
    letters = [path.read_text(encoding="utf-8") for path in (built.out / "errata").glob("*.md")]
    assert sum("## To look up in the original" in letter for letter in letters) == 1
    assert not any("<script" in letter for letter in letters)


def test_errata_in_markdown_hold_no_markup_of_others(built: Any, tmp_path: Path) -> None:
    hostile = f"{HOSTILE} ![x](javascript:alert(1)) [y](z)"
    readings = reading(built, outcome="refuted")
    verdict = {"defect": "statement", "because": hostile, "readings": readings}
    evidence, verdicts = small(built, **verdict)
    record = evidence.claims["pca/lemma-8-tail"]
    (printed,) = record.readings
    record = replace(
        record, head=replace(record.head, label=hostile), readings=(replace(printed, because=hostile),)
    )
    site.build(gather([*evidence.runs, record]), verdicts, tmp_path)
    text = (tmp_path / "errata" / "pca.md").read_text(encoding="utf-8")
    assert not re.search(r"<[a-z/!]|\]\(", text)


def test_a_slip_of_the_extraction_is_no_erratum_for_the_authors(built: Any, tmp_path: Path) -> None:
    readings = reading(built, outcome="refuted")
    verdict = {"defect": "typo", "possible_extraction": True, "readings": readings}
    site.build(*small(built, **verdict), tmp_path)
    (paper,) = json.loads((tmp_path / "errata.json").read_text(encoding="utf-8"))["papers"]
    assert "printed" not in paper and len(paper["extraction"]) == 1
    assert "1 to look up in the original" in Page(tmp_path / "errata.html").text


def test_merged_runs_of_different_versions_say_so(built: Any, tmp_path: Path) -> None:
    evidence, verdicts = small(built)
    run = evidence.runs[0]
    other = replace(run, version="0.2.0", started="2025-12-01T00:00:00+00:00", commit=None)
    claim = evidence.claims["pca/lemma-8-tail"]
    text = Page(site.build(gather([run, other, claim]), verdicts, tmp_path)).text
    assert "These pages merge runs of different versions : 0.1.0 (0123456789ab), 0.2.0" in text
    claim_page = Page(tmp_path / "claims/pca/lemma-8-tail.html").text
    assert "Merged from runs of different versions" in claim_page
    assert "different versions" not in Page(built.index).text


def test_nothing_is_kept_in_the_folder_and_read_back(built: Any, tmp_path: Path) -> None:
    """Earlier versions kept typeset texts and drawings in it, which a stranger could have written."""
    verdicts = replace(built.verdicts, claims=built.verdicts.claims[:2])
    site.build(built.evidence, verdicts, tmp_path)
    before = snapshot(tmp_path)
    assert not [name for name in before if ".cache" in name]
    (tmp_path / ".cache").mkdir()
    (tmp_path / ".cache" / "text.json.gz").write_bytes(b"forged")
    site.build(built.evidence, verdicts, tmp_path)
    assert snapshot(tmp_path) == {**before, ".cache/text.json.gz": b"forged"}


def test_what_was_measured_otherwise_is_no_erratum_for_the_authors(built: Any, tmp_path: Path) -> None:
    readings = reading(built, outcome="refuted")
    verdict = {"kind": "experiment", "defect": "statement", "because": "Not in our trainings."}
    evidence, verdicts = small(built, **verdict, readings=readings)
    (record,) = evidence.claims.values()
    experiment = replace(record, head=replace(record.head, kind="experiment"))
    site.build(gather([*evidence.runs, experiment]), verdicts, tmp_path)
    (paper,) = json.loads((tmp_path / "errata.json").read_text(encoding="utf-8"))["papers"]
    assert "printed" not in paper and len(paper["measured"]) == 1
    told = Page(tmp_path / "errata.html").text
    assert "Measured otherwise" in told
    assert "Wrong as printed" not in told
    assert "this shows no error" in (tmp_path / "errata" / "pca.md").read_text(encoding="utf-8")


def test_what_no_source_says_is_no_erratum(built: Any, tmp_path: Path) -> None:
    readings = reading(built, outcome="refuted")
    evidence, verdicts = small(built, defect="statement", because="It is ours.", readings=readings)
    (record,) = evidence.claims.values()
    for claim, papers in ((record, 1), (replace(record, head=replace(record.head, origin="ours")), 0)):
        site.build(gather([*evidence.runs, claim]), verdicts, tmp_path)
        document = json.loads((tmp_path / "errata.json").read_text(encoding="utf-8"))
        assert len(document["papers"]) == papers
    assert "Beyond the paper" in Page(next((tmp_path / "claims").rglob("*.html"))).text
