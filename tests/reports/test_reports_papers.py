"""The front page and the pages of papers: their order, their colours, and what they say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lemmata.claims.ids import Lines
from lemmata.records.files import gather
from lemmata.records.papers import CoverageRecord, Heading, PaperRecord
from reports import characters, order, site, words
from reports.tones import TONES
from tests.composed import changed


def pages(built: Any, tmp_path: Path, papers: tuple[PaperRecord, ...] = (), **changes: dict[str, Any]) -> Path:
    """The made-up run with claims changed by id (``__`` for ``/``), and with records of its papers."""
    wanted = {name.replace("__", "/").replace("_", "-"): change for name, change in changes.items()}
    wanted = {name.replace("sparse-recovery", "sparse_recovery"): change for name, change in wanted.items()}
    claims = [changed(c, **wanted.get(c.id, {})) for c in built.evidence.claims.values()]
    old = built.evidence
    seen = gather([*old.runs, *papers, *claims, *old.hunts.values(), *old.figures])
    told = tuple(
        changed(v, **{k: x for k, x in wanted.get(v.id, {}).items() if k in ("uses", "rank", "origin")})
        for v in built.verdicts.claims
    )
    return site.build(seen, replace(built.verdicts, claims=told), tmp_path).parent


def text(page: Path) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.read_text(encoding="utf-8")).split())


PAPER = PaperRecord(
    "pca", "k", "A title of its own", "A. Author", 2024, "slides.txt",
    "https://arxiv.org/abs/2306.00297", "Lemma 8 needs $|x|$.", CoverageRecord(10, 6, 1, {"definition": 3}),
)  # fmt: skip


def test_claims_stand_in_the_order_of_the_paper(built: Any) -> None:
    claim = built.evidence.claims["pca/lemma-8"]

    def at(name: str, line: int | None, file: str = "main.txt") -> Any:
        return changed(claim, id=name, source="main.txt", at=line and Lines(line, line, file))

    claims = [
        at("pca/z", 30),
        at("pca/slides", 1, "appendix.txt"),
        at("pca/z/ours", None),
        at("pca/a/part", 10),
        at("pca/nowhere", None),
        at("pca/a", None),
        at("pca/first", 2),
    ]
    assert order.in_order(claims, {}) == [
        "pca/first", "pca/a/part", "pca/a", "pca/z", "pca/z/ours", "pca/slides", "pca/nowhere",
    ]  # fmt: skip
    assert order.in_order([at(f"pca/{c}", None) for c in "cab"], {}) == ["pca/c", "pca/a", "pca/b"]
    passages = (Lines(1, 9, "main.txt"), Lines(1, 5, "appendix.txt"), Lines(20, 30, "main.txt"))
    assert order.in_order(claims, {"pca": replace(PAPER, passages=passages)}) == [
        "pca/first", "pca/a/part", "pca/a", "pca/slides", "pca/z", "pca/z/ours", "pca/nowhere",
    ]  # fmt: skip


def test_a_place_in_another_file_names_it(built: Any) -> None:
    claim = replace(built.evidence.claims["pca/lemma-8"], source="main.tex")
    said = {
        file: words.place(changed(claim, at=Lines(5, 10, file)), PAPER)
        for file in ("", "main.tex", "parts/proofs.tex")
    }
    assert said[""] == said["main.tex"] == "lines 5 to 10 of our text of the paper"
    assert said["parts/proofs.tex"] == "lines 5 to 10 of parts/proofs.tex in our text of the paper"


def test_a_place_names_its_section(built: Any) -> None:
    claim = built.evidence.claims["pca/lemma-8"]
    begun = (Heading("Section 2", 5, "slides.txt"), Heading("Section 2.1", 9, "slides.txt"))
    paper = replace(PAPER, headings=(*begun, Heading("Appendix A", 1, "more.txt")))
    said = [
        words.place(changed(claim, at=at), paper) for at in (Lines(4, 4), Lines(9, 12), Lines(7, 7, "more.txt"))
    ]
    assert said[0] == "line 4 of our text of the paper", "what stands before all sections"
    assert said[1] == "Section 2.1, lines 9 to 12 of our text of the paper"
    assert said[2] == "Appendix A, line 7 of more.txt in our text of the paper"


def test_tiles_and_neighbours_follow_the_paper(built: Any, tmp_path: Path) -> None:
    out = pages(
        built, tmp_path, pca__lemma_8={"at": Lines(3, 4, "s")}, pca__lemma_8_tail={"at": Lines(9, 9, "s")}
    )
    front = (out / "index.html").read_text()
    tiles = re.findall(r'<a class="?t-([\w-]+)[^>]*href=claims/pca/([\w-]+).html', front)
    assert tiles == [("statement", "lemma-8"), ("holds", "lemma-8-tail")]
    following = re.search(r'rel="next" href="([^"]+)"', (out / "claims/pca/lemma-8.html").read_text())
    assert following
    assert following[1].endswith("lemma-8-tail.html")


def test_every_tone_has_a_colour_a_letter_and_words() -> None:
    css = (Path(site.__file__).parent / "static" / "papers.css").read_text(encoding="utf-8")
    letters = [tone.letter for tone in TONES.values()]
    assert len(set(letters)) == len(letters)
    for tone in TONES.values():
        (rule,) = re.findall(rf"\.t-{tone.name} \{{ --fill.*--letter: \"(.*)\"; \}}", css)
        assert rule == (tone.letter or r"\a0")


def luminance(colour: str) -> float:
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_are_read_on_their_colours(scheme: str) -> None:
    css = (Path(site.__file__).parent / "static" / "papers.css").read_text(encoding="utf-8")
    light, dark = re.findall(r":root \{(.*?)\}", css, re.DOTALL)
    values = dict(re.findall(r"--([\w-]+): (#\w{6});", light + (dark if scheme == "dark" else "")))
    rules = re.findall(r"\.t-([\w-]+) \{ --fill: var\(--(t-[\w-]+)\); --on: var\(--(on-[\w]+)\)", css)
    assert len(rules) == len(TONES) - 2  # what was not run or is not encoded has no colour
    for name, fill, on in rules:
        one, other = sorted((luminance(values[fill]), luminance(values[on])))
        assert (other + 0.05) / (one + 0.05) >= 4.5, f"{name} in the {scheme} scheme"


def test_the_front_page_says_why_statements_fell(built: Any, tmp_path: Path) -> None:
    out = pages(built, tmp_path, (PAPER,), pca__lemma_8={"rank": "headline"})
    told = text(out / "index.html")
    assert "The absolute value is missing: xᵢ⊤vᵢ &lt; 0 half of the time." in told
    assert "1 headline" in told
    assert "A title of its own" in told
    assert "A. Author, 2024" in told
    page = (out / "index.html").read_text()
    assert 'class="tone t-statement" href="claims/pca/lemma-8.html"' in page
    assert 'href="https://arxiv.org/abs/2306.00297"' in page
    assert page.index("lemma-8.html>Lemma 8</a>") < page.index("lemma-8-tail.html>"), "headlines come first"
    table = page[page.index('id="claims-table"') :]
    assert "<math" not in table, "formulas of the table are characters"


def test_the_page_of_a_paper_tells_its_story(built: Any, tmp_path: Path) -> None:
    out = pages(
        built,
        tmp_path,
        (PAPER,),
        pca__lemma_8={"rank": "headline"},
        pca__lemma_8_tail={"rank": "result", "uses": ("pca/lemma-8",)},
    )
    told = text(out / "paper/pca.html")
    assert "Lemma 8 needs" in told
    assert re.search(r"Of 10 rows \(.*\) 6 have a claim", told)
    assert "3 say why they have none, 1 waits for one" in told
    assert "Reaches Lemma 8, first sentence" in told
    assert told.index("Headlines Lemma 8") < told.index("Results Lemma 8, first sentence")


def test_a_paper_may_say_whose_figure_its_page_opens_with(built: Any, tmp_path: Path) -> None:
    def told(name: str, lead: str, rank: str) -> str:
        paper = replace(PAPER, lead=lead)
        out = pages(
            built, tmp_path / name, (paper,), pca__lemma_8={"rank": rank}, pca__lemma_8_tail={"rank": rank}
        )
        return text(out / "paper/pca.html").partition("Lemma 8 needs")[2].partition("What rests on what")[0]

    assert "Error against" not in told("a", "", "result"), "no headline, no plot"
    assert "Error against" in told("b", "pca/lemma-8", "result")
    assert "Error against" in told("c", "pca/lemma-8-tail", "headline"), "it has no figure: that of a headline"


def test_a_paper_without_a_record_has_a_page_too(built: Any) -> None:
    told = text(built.out / "paper/sparse_recovery.html")
    assert "A. Author, B. Author, A paper, 2024" in told
    assert "A negative threshold turns shrinking into growing." in told, "put together from what claims say"
    assert "This run does not say." in told
    assert "Reaches Lemma 2 , Theorem 4.2, the long one about generalisation" in told


def test_what_no_source_says_is_beyond_the_paper(built: Any, tmp_path: Path) -> None:
    readings = tuple(replace(r, name="ours") for r in built.evidence.claims["pca/lemma-8-tail"].readings)
    out = pages(built, tmp_path, pca__lemma_8_tail={"origin": "ours", "readings": readings, "rank": "result"})
    told = text(out / "paper/pca.html")
    assert "Beyond the paper No sentence of the paper says these. Lemma 8, first sentence" in told
    assert "class=t-ours href=claims/pca/lemma-8-tail.html" in (out / "index.html").read_text()


def test_experiments_and_artefacts_are_not_called_false(built: Any, tmp_path: Path) -> None:
    out = pages(built, tmp_path, pca__lemma_8={"kind": "experiment"})
    assert "class=t-measured href=claims/pca/lemma-8.html" in (out / "index.html").read_text()
    assert re.search(r'class="?t-extraction[^>]*href=claims/hostile', (out / "index.html").read_text())


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (r"$\frac{1}{\sqrt\pi}\sqrt\delta$", "1/(√π)√δ"),
        (r"$\lambda_{k+1}\le n^{-1/7}$", "λₖ₊₁ ≤ n^(−1/7)"),
        (r"at most $\sqrt{2}/4$ on $v_k$, for every $c_5\ge1$", "at most √2/4 on vₖ, for every c₅ ≥ 1"),
        ("what has no dollars stays: n^2 <= 2", "what has no dollars stays: n^2 <= 2"),
        (
            "but for quantities as the engine writes them: tau = 8, x_i",
            "but for quantities as the engine writes them: τ = 8, xᵢ",
        ),
        ("`code` and words", "code and words"),
        (r"$\nosuchcommand{x}$", r"\nosuchcommand{x}"),
    ],
)
def test_formulas_as_characters(source: str, shown: str) -> None:
    assert characters.text(source) == shown


def test_what_no_small_character_stands_for_is_made_small() -> None:
    shown = characters.raised("b_βx ≤ R^((D−(d+1))) and C_F² <b> theorem_5_1 n^(−1/7), pB_θ²")
    assert shown == (
        "b<sub>β</sub>x ≤ R<sup>(D−(d+1))</sup> and C<sub>F</sub>² &lt;b&gt; theorem_5_1 n<sup>−1/7</sup>, "
        "pB<sub>θ</sub>²"
    )
