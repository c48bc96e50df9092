"""The pages in Chromium: they open from a file, fit every screen and ask for nothing else."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from lemmata.records.files import gather
from reports import site
from tests.composed import changed

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
CUT_OFF = """() => [...document.querySelectorAll('main *')].filter(element => {
    if (element.closest('svg, math, .unseen, .skip') || element.clientWidth === 0) return false;
    const style = getComputedStyle(element);
    if (element.scrollWidth <= element.clientWidth + 1 || style.display === 'inline') return false;
    const shaded = style.backgroundImage.includes('gradient');
    const reached = element.matches('[tabindex="0"], a, button, input, select');
    return !(['auto', 'scroll'].includes(style.overflowX) && shaded && reached);
}).map(element => element.closest('main').dataset.page + ': ' + element.outerHTML.slice(0, 120))"""
"""What is wider than its box and neither says so nor can be scrolled by the keyboard."""
CLIPPED_LABELS = """() => [...document.querySelectorAll('svg.plot text, svg.graph text')].filter(text => {
    const [label, drawing] = [text.getBoundingClientRect(), text.closest('svg').getBoundingClientRect()];
    return drawing.width && (label.right > drawing.right + 1 || label.left < drawing.left - 1);
}).map(text => text.closest('main').dataset.page + ': ' + text.textContent)"""
OVERLAPPING = """() => [...document.querySelectorAll('svg.graph a')].filter(link => {
    const box = link.querySelector('rect').getBoundingClientRect();
    return [...link.querySelectorAll('text')].some(
        text => text.getBoundingClientRect().right > box.right);
}).map(link => link.textContent)"""

CONTRAST: dict[str, Any] = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
"""What depends on the scheme, and takes axe longest."""
BUT_CONTRAST: dict[str, Any] = {"resultTypes": ["violations"], "rules": {"color-contrast": {"enabled": False}}}


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
    page.locator("a[rel=prev]").first.click()
    assert page.title().startswith("Lemma 8, first sentence")
    page.get_by_role("link", name="Errata").click()
    assert page.title().startswith("Errata")
    page.close()


def test_the_graph_links_to_claims(browser: Any, built: Any) -> None:
    page = browser.new_page()
    page.goto((built.out / "paper/pca.html").as_uri())
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
        """() => [...document.querySelectorAll('.array math:has(mtable)')].map(math => [
            math.querySelector('mo').getBoundingClientRect().height,
            math.querySelector('mtable').getBoundingClientRect().height])"""
    )
    assert heights
    assert all(bracket >= 0.7 * table for bracket, table in heights)
    page.close()


# -- the table of claims ---------------------------------------------------------------------------

LABELS = """() => [...document.querySelectorAll('#claims-table tbody tr:not(.of)')]
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


def test_the_search_knows_reasons_authors_and_ids(table: Any) -> None:
    for text, found in (
        ("value is missing", ["Lemma 8"]),
        ("Author", 7),
        ("sparse_recovery/theorem-4.1", ["Theorem 4.1"]),
        ("turns shrinking", ["Theorem 4.1"]),
    ):
        table.get_by_role("searchbox").fill(text)
        labels = table.evaluate(LABELS)
        assert (len(labels) if isinstance(found, int) else labels) == found, text


def test_of_a_paper_with_headlines_these_are_shown_first(browser: Any, built: Any, tmp_path: Path) -> None:
    old = built.evidence
    claims = [
        replace(c, head=replace(c.head, rank="headline" if c.id == "pca/lemma-8" else "step"))
        for c in old.claims.values()
    ]
    seen = gather([*old.runs, *claims, *old.hunts.values()])
    page = browser.new_page()
    page.goto(site.build(seen, built.verdicts, tmp_path).as_uri())
    assert page.evaluate(LABELS) == ["Lemma 8"]
    page.get_by_role("button", name="Show all 8").click()
    assert len(page.evaluate(LABELS)) == 8
    page.get_by_label("Rank").select_option("step")
    assert len(page.evaluate(LABELS)) == 7
    page.close()


def test_the_table_is_sorted_from_the_keyboard(table: Any) -> None:
    table.get_by_label("Topic").select_option("sparse_recovery")
    paper = ["Theorem 4.1", "Lemma 2", "Theorem 4.2, the long one about generalisation", "Remark 1", "Figure 3"]
    assert table.evaluate(LABELS) == paper
    table.get_by_role("button", name="Defect").focus()
    table.keyboard.press("Enter")
    header = table.locator("th[aria-sort]")
    assert header.get_attribute("aria-sort") == "ascending"
    assert table.evaluate(LABELS) == paper, "construction, vacuous, none"
    table.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") == "descending"
    assert table.evaluate(LABELS) == ["Lemma 2", "Theorem 4.1", *paper[2:]], "what has none stays at the end"
    table.get_by_role("button", name="Claim").click()
    assert table.evaluate(LABELS) == paper


def test_without_script_the_table_is_complete(browser: Any, built: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(built.index.as_uri())
    rows = page.locator("#claims-table tbody tr:not(.of)")
    assert rows.count() == 8
    assert all(rows.nth(k).is_visible() for k in range(8))
    assert not page.locator("#filters").is_visible()
    assert not page.locator("#more").is_visible()
    context.close()


def test_a_long_table_is_cut_on_screen_and_whole_on_paper(browser: Any, built: Any, tmp_path: Path) -> None:
    claim, verdict = built.evidence.claims["pca/lemma-8-tail"], built.verdicts.claims[0]
    ids = [f"pca/lemma-{k}" for k in range(60)]
    seen = gather([*built.evidence.runs, *(changed(claim, id=c, label=c) for c in ids)])
    told = replace(built.verdicts, claims=tuple(changed(verdict, id=c) for c in ids))
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
        .filter(e => !(e.getAttribute('aria-label') || e.title || e.textContent.trim() || e.closest('label')))
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
    assert page.locator("h3[id$='-extraction']").first.is_visible()
    assert not page.locator(".masthead nav").is_visible()
    page.close()


# -- the report of all claims ----------------------------------------------------------------------


def _together(folder: Path, scratch: Path) -> Iterator[Path]:
    """The contents of all pages, forty on a page: a browser takes long to open one."""
    pages = {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html"))}
    sheets = {
        (path.parent / href).resolve().as_uri()
        for path, page in pages.items()
        for href in re.findall(r'<link rel="stylesheet" href="([^"]*)"', page)
    }
    links = "".join(f'<link rel="stylesheet" href="{sheet}">' for sheet in sorted(sheets))
    mains = [
        f'<main data-page="{path.relative_to(folder).as_posix()}">' + page[page.index(">", start) + 1 : end]
        for path, page in pages.items()
        for start, end in [(page.index("<main"), page.index("</main>") + 7)]
    ]
    for k in range(0, len(mains), 40):
        file = scratch / f"{k}.html"
        head = (
            f'<!DOCTYPE html><meta charset="utf-8"><meta name="viewport" content="width=device-width">{links}'
        )
        file.write_text(head + "".join(mains[k : k + 40]), encoding="utf-8")
        yield file


@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_is_cut_off_without_a_cue(browser: Any, whole: Path, tmp_path: Path, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    for file in _together(whole, tmp_path):
        page.goto(file.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate(CLIPPED_LABELS) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_the_front_page_tells_of_every_paper_above_the_fold(browser: Any, whole: Path) -> None:
    front = whole / "index.html"
    assert front.stat().st_size < 300_000
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(front.as_uri())
    ends = page.evaluate(
        "[...document.querySelectorAll('.card :is(.labels, .story, .tiles, .numbers)')]"
        ".map(e => e.getBoundingClientRect().bottom)"
    )
    assert len(ends) >= 12
    assert max(ends) <= 900
    page.close()


def test_the_first_screen_answers_what_was_found_and_how_sure_that_is(browser: Any, whole: Path) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    end = "document.querySelector('.answer, .lead').getBoundingClientRect().bottom"
    for path in sorted((whole / "paper").glob("*.html")) + sorted((whole / "claims").rglob("*.html"))[::25]:
        page.goto(path.as_uri())
        assert page.evaluate(end) <= 900, path.name
    page.close()


def test_errata_print_to_at_most_one_page_an_entry(browser: Any, whole: Path) -> None:
    page = browser.new_page()
    page.goto((whole / "errata.html").as_uri())
    entries = page.locator("article").count()
    printed = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    assert 0 < printed <= entries / 2, "after the table of contents"
    page.close()


@pytest.mark.parametrize(
    ("width", "scheme", "rules"),
    [
        (390, "light", BUT_CONTRAST),
        pytest.param(1440, "light", BUT_CONTRAST, marks=pytest.mark.slow),
        pytest.param(390, "dark", CONTRAST, marks=pytest.mark.slow),
        pytest.param(1440, "light", CONTRAST, marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_on_any_kind_of_page(
    browser: Any, whole: Path, width: int, scheme: str, rules: dict[str, Any]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    claims = sorted((whole / "claims").rglob("*.html"))
    marked = [path for path in claims if "<mark>" in path.read_text(encoding="utf-8")]
    pages = {*whole.glob("*.html"), *whole.glob("p*/*.html"), *claims[::100], *marked[::60]}
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    for path in sorted(pages):
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        # Formulas have the colours of what is around them, and are looked at on the pages of claims.
        where = None if path in claims else {"exclude": [["math"]]}
        found = axe.run(page, context=where, options=rules).response["violations"]
        told = [(v["id"], [node["html"][:160] for node in v["nodes"][:3]]) for v in found]
        assert told == [], path.relative_to(whole).as_posix()
    page.close()


@pytest.mark.parametrize("script", [True, False])
def test_an_address_opens_what_is_folded_on_the_page_of_a_paper(browser: Any, built: Any, script: bool) -> None:
    context = browser.new_context(java_script_enabled=script, viewport={"width": 390, "height": 844})
    page = context.new_page()
    address = (built.out / "paper/sparse_recovery.html").as_uri()
    page.goto(address)
    told = page.get_by_text("A negative threshold turns shrinking into growing.").last
    assert not told.is_visible(), "a line each"
    page.goto(f"{address}#c-theorem-4.1")
    assert told.is_visible()
    context.close()


def test_on_a_phone_tiles_are_left_to_the_page_of_the_paper(browser: Any, built: Any) -> None:
    events = "[...document.querySelectorAll('.tiles a')].map(e => getComputedStyle(e).pointerEvents)"
    for width, usable in ((390, "none"), (1440, "auto")):
        page = browser.new_page(viewport={"width": width, "height": 844})
        page.goto(built.index.as_uri())
        assert page.locator(".tiles").first.is_visible() == (width == 1440)
        page.goto((built.out / "paper/pca.html").as_uri())
        assert page.locator(".tiles").first.is_visible()
        assert set(page.evaluate(events)) == {usable}
        page.close()


def test_on_a_phone_the_first_finding_of_each_paper_is_on_two_screens(browser: Any, whole: Path) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((whole / "index.html").as_uri())
    begins = page.evaluate(
        "[...document.querySelectorAll('.labels + .story')].map(e => e.getBoundingClientRect().top)"
    )
    assert len(begins) == 4
    assert max(begins) < 2 * 844 - 60, "two lines of it"
    page.close()


def test_the_font_of_formulas_comes_with_the_report(browser: Any, built: Any) -> None:
    page = browser.new_page()
    page.goto((built.out / "claims/pca/lemma-8.html").as_uri())
    page.evaluate("document.fonts.ready")
    loaded = "[...document.fonts].filter(font => font.status === 'loaded').map(font => font.family)"
    assert [family.strip('"') for family in page.evaluate(loaded)] == ["Lemmata Math"]
    assert "Lemmata Math" in page.evaluate("getComputedStyle(document.querySelector('math')).fontFamily")
    root = "const root = [...document.querySelectorAll('math')].find(m => m.querySelector('msqrt'));"
    gap = "root.querySelector('msqrt').getBoundingClientRect().right - last.getBoundingClientRect().right"
    last = "const last = [...root.querySelectorAll('msqrt > *')].pop();"
    assert page.evaluate(f"() => {{ {root} {last} return {gap} }}") < 3, "no gap follows a root"
    page.close()


@pytest.mark.parametrize("name", ["errata.html", "experiments.html"])
@pytest.mark.parametrize("width", [1440, 390])
def test_errata_and_experiments_fit_and_their_contents_lead_to_what_is_folded(
    browser: Any, built: Any, name: str, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844})
    page.goto((built.out / name).as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for link in page.locator(".toc a[href^='#'], .worst a[href^='#']").all():
        address = link.get_attribute("href")
        page.goto(f"{(built.out / name).as_uri()}{address}")
        assert page.evaluate("id => document.getElementById(id).checkVisibility()", unquote(address[1:])), (
            address
        )
    page.close()
