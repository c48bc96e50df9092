"""The page on the command line is as the parser is."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_made_from_the_parser() -> None:
    written = runpy.run_path(str(DOCS / "commands.py"))["written"]
    page = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
    assert page == written(page), "write it again: python docs/commands.py"
    for word in (
        "--all",
        "`--profile brief\\|quick\\|standard\\|deep`",
        "`SELECT`",
        "lemmata show ID|TOPIC [CLAIM] [--out DIR]",
    ):
        assert word in page
