"""The pages in Chromium: they open from a file, fit every screen and ask for nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lemmata.records.combining import gather
from reports import site

pytestmark = pytest.mark.browser

SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CLIPPED = """() => [...document.querySelectorAll('body *')].filter(element => {
    if (element.closest('svg, math, .unseen, .skip') || element.clientWidth === 0) return false;
    const style = getComputedStyle(element);
    if (['auto', 'scroll'].includes(style.overflowX)) return false;
    return element.scrollWidth > element.clientWidth + 1 && style.display !== 'inline';
}).map(element => element.outerHTML.slice(0, 120))"""
OVERLAPPING = """() => [...document.querySelectorAll('svg.graph a')].filter(link => {
    const box = link.querySelector('rect').getBoundingClientRect();
    return [...link.querySelectorAll('text')].some(
        text => text.getBoundingClientRect().right > box.right);
}).map(link => link.textContent)"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    if chromium is None:
        pytest.skip(f"no Chromium on the path (looked for {', '.join(names)})")
    with playwright.sync_playwright() as driver:
        instance = driver.chromium.launch(executable_path=chromium, args=SWITCHES)
        yield instance
        instance.close()


@pytest.fixture(scope="module")
def addresses(built: Any) -> list[str]:
    return [path.as_uri() for path in sorted(built.out.rglob("*.html"))]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_pages_fit_and_ask_for_nothing(browser: Any, addresses: list[str], width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    asked: list[str] = []
    complaints: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on("console", lambda message: complaints.append(message.text))
    page = context.new_page()
    for address in addresses:
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        root = "document.documentElement"
        assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), address
        assert page.evaluate(CLIPPED) == [], address
        assert page.evaluate(OVERLAPPING) == [], address
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert complaints == []
    context.close()


def test_light_and_dark_differ(browser: Any, built: Any) -> None:
    def ground(scheme: str) -> list[int]:
        page = browser.new_page(color_scheme=scheme)
        page.goto(built.index.as_uri())
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.close()
        return [int(channel) for channel in colour.strip("rgb()").split(",")]

    assert min(ground("light")) > 200
    assert max(ground("dark")) < 60


def test_from_the_front_page_to_a_witness_and_back(browser: Any, built: Any) -> None:
    page = browser.new_page()
    page.goto(built.index.as_uri())
    page.get_by_role("link", name="Lemma 8", exact=True).first.click()
    assert page.title().startswith("Lemma 8 ")
    page.get_by_role("link", name="the witness file").click()
    assert '"lemmata/witness/1"' in page.content()
    page.go_back()
    page.locator("a[rel=next]").first.click()
    assert page.title().startswith("Theorem 4.1 ")
    page.get_by_role("link", name="Errata").click()
    assert page.title().startswith("Errata")
    page.close()


def test_the_graph_links_to_claims(browser: Any, built: Any) -> None:
    page = browser.new_page()
    page.goto(built.index.as_uri())
    page.locator("svg.graph a").first.click()
    assert Path(page.url).name == "lemma-8-tail.html"
    page.close()


def test_the_keyboard_reaches_the_content(browser: Any, built: Any) -> None:
    page = browser.new_page()
    page.goto(built.index.as_uri())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    left = page.evaluate("document.activeElement.getBoundingClientRect().left")
    assert left >= 0
    page.close()


def test_formulas_and_brackets_are_laid_out(browser: Any, built: Any) -> None:
    page = browser.new_page()
    page.goto((built.out / "claims/pca/lemma-8.html").as_uri())
    heights = page.evaluate(
        """() => [...document.querySelectorAll('.array math')].map(math => [
            math.querySelector('mo').getBoundingClientRect().height,
            math.querySelector('mtable').getBoundingClientRect().height])"""
    )
    assert heights
    assert all(bracket >= 0.7 * table for bracket, table in heights)
    page.close()


# -- the table of claims ---------------------------------------------------------------------------

LABELS = """() => [...document.querySelectorAll('#claims-table tbody tr')]
    .filter(row => row.offsetParent !== null || row.getClientRects().length)
    .map(row => row.querySelector('a').textContent)"""


@pytest.fixture
def table(browser: Any, built: Any) -> Iterator[Any]:
    page = browser.new_page()
    page.goto(built.index.as_uri())
    yield page
    page.close()


def test_the_table_is_filtered_by_choice_and_by_text(table: Any) -> None:
    assert len(table.evaluate(LABELS)) == 8
    table.get_by_label("As printed").select_option("refuted")
    assert len(table.evaluate(LABELS)) == 3
    table.get_by_label("Text").fill("Lemma absolute orthogonal")
    assert table.evaluate(LABELS) == []
    table.get_by_label("Text").fill("THEOREM 4")
    assert table.evaluate(LABELS) == ["Theorem 4.1"]
    assert table.get_by_role("status").text_content() == "1 of 8 claims"
    table.reload()
    assert table.evaluate(LABELS) == ["Theorem 4.1"]
    table.get_by_role("button", name="Clear").click()
    assert len(table.evaluate(LABELS)) == 8
    table.get_by_label("Defect").select_option("vacuous")
    table.get_by_label("Topic").select_option("sparse_recovery")
    table.get_by_label("Kind").select_option("forall")
    assert table.evaluate(LABELS) == ["Lemma 2"]


def test_the_table_is_sorted_from_the_keyboard(table: Any) -> None:
    table.get_by_role("button", name="Tightness").focus()
    table.keyboard.press("Enter")
    header = table.locator("th[aria-sort]")
    assert header.get_attribute("aria-sort") == "ascending"
    ascending = table.evaluate(LABELS)
    assert ascending[-3:] == ["Theorem 4.2, the long one about generalisation", "Remark 1", "Figure 3"]
    table.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") == "descending"
    descending = table.evaluate(LABELS)
    assert descending[0] == "Lemma 8, first sentence"
    assert set(descending[-3:]) == set(ascending[-3:]), "what has no number stays at the end"


def test_without_script_the_table_is_complete(browser: Any, built: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(built.index.as_uri())
    rows = page.locator("#claims-table tbody tr")
    assert rows.count() == 8
    assert all(rows.nth(k).is_visible() for k in range(8))
    assert not page.locator("#filters").is_visible()
    assert not page.locator("#more").is_visible()
    context.close()


def test_a_long_table_is_cut_on_screen_and_whole_on_paper(browser: Any, built: Any, tmp_path: Path) -> None:
    claim, verdict = built.evidence.claims["pca/lemma-8-tail"], built.verdicts.claims[0]
    ids = [f"pca/lemma-{k}" for k in range(60)]
    seen = gather([*built.evidence.runs, *(replace(claim, id=c, label=c) for c in ids)])
    told = replace(built.verdicts, claims=tuple(replace(verdict, id=c) for c in ids))
    page = browser.new_page()
    page.goto(site.build(seen, told, tmp_path).as_uri())
    assert len(page.evaluate(LABELS)) == 40
    page.emulate_media(media="print")
    assert len(page.evaluate(LABELS)) == 60
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Show all").click()
    assert len(page.evaluate(LABELS)) == 60
    assert page.evaluate("document.activeElement.textContent") == ids[40]
    page.close()


def test_everything_that_can_be_used_has_a_name(browser: Any, addresses: list[str]) -> None:
    page = browser.new_page()
    nameless = """() => [...document.querySelectorAll('a, button, select, input, summary, [tabindex]')]
        .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.closest('label')))
        .map(e => e.outerHTML)"""
    plots = """() => [...document.querySelectorAll('svg[role]')].filter(
        e => !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby')).length"""
    for address in addresses:
        page.goto(address)
        assert page.evaluate(nameless) == [], address
        assert page.evaluate(plots) == 0, address
    page.close()


def test_what_is_on_paper(browser: Any, built: Any) -> None:
    page = browser.new_page()
    page.emulate_media(media="print")
    page.goto((built.out / "errata.html").as_uri())
    assert not page.locator(".artefacts").is_visible()
    assert not page.locator(".masthead nav").is_visible()
    page.goto((built.out / "claims/sparse_recovery/theorem-4.1.html").as_uri())
    assert not page.locator(".snippet").is_visible()
    page.close()
