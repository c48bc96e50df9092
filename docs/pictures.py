"""`python -m docs.pictures [REPORT]`: the pictures of the README and of these pages, from a finished report.

Takes the front page and the page of one claim in Chromium, light and dark, into `docs/images/`, and notes there
which run they show (`taken.json`). REPORT is the folder of a report, `reports/html` unless said. It needs
Playwright, which the extra `test` has, and a Chromium on the path.
"""

from __future__ import annotations

import argparse
import io
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from PIL import Image

IMAGES = Path(__file__).parent / "images"
PAGES = {"front": ("index.html", 1440, 900), "claim": ("claims/sparse_recovery/lemma-1.html", 860, 1040)}
"""What is shown of the report, and how much of it: width and height in pixels of the page."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SCALE = 1.25
"""Pixels of a picture for one of the page, so that text stays sharp."""
LIMIT = 190_000
"""Bytes of a picture: it loads at once on a slow line."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def browser_path() -> str | None:
    """The first Chromium on the path, if there is one."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser.

    Raises:
        SystemExit: Playwright or Chromium is missing; the message says which.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise SystemExit("playwright is missing: pip install -e '.[test]'") from None
    path = browser_path()
    if path is None:
        raise SystemExit(f"no Chromium on the path (looked for {', '.join(BROWSERS)})")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def take(browser: Any, page: Path, size: tuple[int, int], scheme: str) -> bytes:
    """The top of a page as WebP, in one colour scheme, as good as the limit on its size allows."""
    view = dict(zip(("width", "height"), size, strict=True))
    context = browser.new_context(viewport=view, device_scale_factor=SCALE, color_scheme=scheme)
    tab = context.new_page()
    tab.goto(page.resolve().as_uri())
    shot = tab.screenshot(type="png")
    context.close()
    image = Image.open(io.BytesIO(shot)).convert("RGB")
    for quality in range(85, 30, -5):
        made = io.BytesIO()
        image.save(made, "WEBP", quality=quality, method=6)
        if made.tell() <= LIMIT:
            break
    return made.getvalue()


def run_of(report: Path) -> dict[str, Any]:
    """Which run a report shows: the day, its commit, profile and number of claims.

    Raises:
        SystemExit: there is no finished report.
    """
    verdicts = report / "verdicts.json"
    if not verdicts.is_file():
        raise SystemExit(f"{report} holds no finished report: run `lemmata verify` first")
    document = json.loads(verdicts.read_text("utf-8"))
    run = document["run"]
    return {
        "taken": datetime.now(UTC).date().isoformat(),
        "commit": run["commit"],
        "profile": run["profile"],
        "claims": len(document["claims"]),
    }


def main(arguments: list[str] | None = None) -> None:
    """Takes all pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report", nargs="?", type=Path, default=Path("reports/html"), metavar="REPORT")
    parser.add_argument("--out", type=Path, default=IMAGES, help="the folder to write to")
    options = parser.parse_args(arguments)
    run = run_of(options.report)
    options.out.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for name, (page, *size) in PAGES.items():
            for scheme in SCHEMES:
                picture = options.out / f"{name}-{scheme}.webp"
                picture.write_bytes(take(browser, options.report / page, (size[0], size[1]), scheme))
                print(f"{picture}: {picture.stat().st_size / 1000:.0f} kB")
    (options.out / "taken.json").write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
