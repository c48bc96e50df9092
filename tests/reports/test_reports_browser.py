"""The pages in Chromium: they open from a file, fit every screen and ask for nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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
def test_pages_fit_and_ask_for_nothing(
    browser: Any, addresses: list[str], width: int, scheme: str
) -> None:
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
