"""Links between the repository's own pages lead somewhere, and the commands that they show exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from lemmata.commands.cli import build
from tests.packaging.pages import blocks

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)|(?:src|srcset)=\"([^\":]+)\"")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    links = ["".join(found) for found in LINK.findall(page.read_text(encoding="utf-8"))]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_exist(page: Path) -> None:
    """What stands in `sh` blocks is not run, but parsed: no option that is gone."""
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language == "sh":
            for line in block.text.splitlines():
                words = shlex.split(line, comments=True)
                if words[:1] == ["lemmata"]:
                    build().parse_args(words[1:])
