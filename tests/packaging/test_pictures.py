"""`python -m docs.pictures` takes the pictures of README and docs, light and dark, from a finished report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from docs.pictures import browser_path, main
from lemmata.commands.cli import main as lemmata


def test_without_a_report_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="holds no finished report: run `lemmata verify` first"):
        main([str(tmp_path)])


@pytest.mark.browser
def test_pictures_of_a_small_report(tmp_path: Path) -> None:
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if browser_path() is None:
        pytest.skip("no Chromium on the path")
    report, out = tmp_path / "report", tmp_path / "images"
    assert lemmata(["verify", "sparse_recovery/lemma-1", "--workers", "1", "--out", str(report)]) == 0
    main([str(report), "--out", str(out)])
    assert json.loads((out / "taken.json").read_text("utf-8"))["claims"] == 1
    for name in ("front", "claim"):
        light, dark = (
            Image.open(out / f"{name}-{scheme}.webp").convert("L").resize((1, 1)).tobytes()[0]
            for scheme in ("light", "dark")
        )
        assert light > 200 > 100 > dark  # the mean brightness of a page
