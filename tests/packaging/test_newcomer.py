"""A new user goes by the README: to a claim of their own, its counterexample and the letter to the authors."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lemmata.commands.cli import main
from tests.packaging.pages import blocks, converse, forget, put

README = Path(__file__).resolve().parents[2] / "README.md"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    forget(tmp_path)


def test_ten_lines_of_the_readme_and_what_comes_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = README.read_text(encoding="utf-8").partition("## Hunt a claim of your own")[2]
    (file,) = (block for block in blocks(told) if block.name)
    (steps,) = (block for block in blocks(told) if block.language == "console")
    assert sum(bool(line.strip()) for line in file.text.splitlines()) <= 10
    put(folder / str(file.name), file)
    converse("README.md", steps.text, folder, capsys)
    letter = (folder / "reports" / "html" / "errata" / "mine.md").read_text(encoding="utf-8")
    assert "Counterexample: n = 2, x = [1, 1]" in letter


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    if chromium is None:
        pytest.skip(f"no Chromium on the path (looked for {', '.join(names)})")
    with playwright.sync_playwright() as driver:
        instance = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield instance
        instance.close()


@pytest.mark.browser
def test_what_the_report_tells(browser: Any, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "first_report", "theorem-1"]) == 0
    file = "first_report/theorem_1.py"
    assert main(["verify", "pca/lemma-8", file, "--workers", "1"]) == 0
    page = browser.new_page()
    front = (folder / "reports" / "html" / "index.html").as_uri()

    # Why does one printed theorem fail?
    page.goto(front)
    every = page.get_by_role("button", name="Show all")
    if every.is_visible():  # headlines are shown first, and this is none
        every.click()
    page.get_by_role("link", name="Lemma 8", exact=True).first.click()
    assert "The absolute value is missing" in page.inner_text("main")
    assert "refuted" in page.inner_text("main")

    # The line that the page gives replays its witness.
    line = next(text for text in page.locator("code").all_inner_texts() if text.startswith("lemmata replay "))
    _, command, path, *_ = shlex.split(line)
    found = (
        Path(path)
        if Path(path).is_absolute()
        else next(base / path for base in (folder, folder / "reports" / "html") if (base / path).is_file())
    )
    capsys.readouterr()
    assert main([command, str(found)]) == 0
    assert "pca/lemma-8 (printed): confirmed" in capsys.readouterr().out

    # The claim of their own stands in the report, with what is wrong and what survives.
    page.goto(front)
    page.locator("a[href='claims/first_report/theorem-1.html']").first.click()
    told = page.inner_text("main")
    assert "The factor n is missing" in told
    assert "the factor n" in told
    assert "one less" in told  # a mutant, by its name
    page.close()
