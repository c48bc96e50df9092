"""The page of what changed between two runs: complete, escaped, and fit for every screen."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lemmata.records.accepted import Accepted
from lemmata.records.diff import Change, Diff, Side
from lemmata.records.verdicts import RunSummary, Verdicts
from reports import diff

NASTY = '<script>alert(1)</script> & "quotes" \'\u202e'
RUN = RunSummary(
    version="0.1.0",
    profile="quick",
    seed=0,
    device="cpu",
    machine=NASTY,
    seconds=61.0,
    instances=9,
    false_alarm_budget=1e-6,
    commit="abc",
)


def change(subject: str, what: Any, old: str, new: str, worse: str = "", where: str = "") -> Change:
    return Change(subject, where, what, old, new, bool(worse), worse)


CHANGES = [
    change("t/lemma-1", "outcome", "holds", "refuted, expected holds", worse=NASTY, where="amended"),
    change("t/lemma-1", "fate", "killed", "survived", worse="it survives", where=f"mutant {NASTY!r}"),
    change("t/lemma-2", "evidence", "probed", "exact", where="printed"),
    change("t/" + "a-very-long-name-" * 12, "claim", "", "printed holds"),
    change("t/lemma-2", "tightness", "0.5", "0.9", where="printed"),
    change("t/lemma-2", "constant", "[1, 2]", "[2.5, 3]", where="printed: constant"),
]


def told(changes: list[Change], **run: Any) -> Diff:
    old = Side(Path("old/verdicts.json"), Accepted("quick", 0, {}))
    new = Side(Path(NASTY), Verdicts(replace(RUN, **run), ()))
    return Diff(old, new, tuple(changes), compared=1234, skipped=2)


def test_everything_is_on_the_page_and_escaped(tmp_path: Path) -> None:
    page = diff.build(told(CHANGES), tmp_path).read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "\u202e" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 4
    for words in ("2 regressions", "6 changes", "1,234 claims compared", "2 that the new run was not"):
        assert words in " ".join(page.split()), words
    for title in ("Regressions", "Verdicts that changed", "Numbers that moved"):
        assert f"<h2>{title}</h2>" in page
    assert page.count("<tbody>") == 3
    assert page.count("<tr>") == 3 + len(CHANGES)
    assert "1 min" in page or "61.0 s" in page
    assert "accepted verdicts" in page


def test_nothing_changed(tmp_path: Path) -> None:
    page = diff.build(told([]), tmp_path).read_text(encoding="utf-8")
    assert "Nothing changed." in page
    assert "no regression" in page
    assert "<table>" not in page


def test_runs_of_several_versions(tmp_path: Path) -> None:
    page = diff.build(told([], versions=("0.1.0", NASTY)), tmp_path).read_text(encoding="utf-8")
    assert "merged from runs of versions 0.1.0 and &lt;script&gt;" in page


def test_claims_are_links_where_their_pages_are(tmp_path: Path) -> None:
    (tmp_path / "claims" / "t").mkdir(parents=True)
    (tmp_path / "claims" / "t" / "lemma-1.html").write_text("x", encoding="utf-8")
    (tmp_path / "style.css").write_text("/* the report's own */", encoding="utf-8")
    page = diff.build(told(CHANGES), tmp_path).read_text(encoding="utf-8")
    assert page.count('href="claims/t/lemma-1.html"') == 2
    assert "lemma-2.html" not in page
    assert (tmp_path / "style.css").read_text(encoding="utf-8") == "/* the report's own */"


@pytest.mark.browser
def test_it_fits_every_screen_and_asks_for_nothing(tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    if chromium is None:
        pytest.skip(f"no Chromium on the path (looked for {', '.join(names)})")
    address = diff.build(told(CHANGES), tmp_path).as_uri()
    asked: list[str] = []
    complaints: list[str] = []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for width in (360, 1280):
            page = browser.new_page(viewport={"width": width, "height": 800})
            page.on("request", lambda request: asked.append(request.url))
            page.on("console", lambda message: complaints.append(message.text))
            page.goto(address)
            root = "document.documentElement"
            assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), width
            assert page.locator("h1").inner_text() == "What changed"
        browser.close()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert complaints == []
