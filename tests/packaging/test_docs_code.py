"""The code in docs/ runs, page by page, in a folder of its own.

A `python` block runs in the page's own module, after those above it; for `console` blocks see `pages.py`.
`sh`, `toml` and `text` blocks are not run: what they need is a network, or another machine.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packaging.pages import blocks, converse, forget, put

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = sorted(p.relative_to(DOCS).as_posix() for p in DOCS.rglob("*.md"))
KNOWN = {"python", "console", "sh", "fish", "toml", "text", "json", "yaml"}
KNOWN |= {"{toctree}", "{eval-rst}", "{claim}", "{headlines}", "{glossary}", "{image}", "{raw}"}
RUN = {"python", "console"}


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[types.ModuleType]:
    """The module in which a page's blocks run; what they import from the folder goes with it."""
    made = types.ModuleType("page_of_the_docs")
    made.__file__ = str(tmp_path / "page.py")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    monkeypatch.chdir(tmp_path)
    yield made
    forget(tmp_path)


def test_pages_have_no_block_of_an_unknown_language() -> None:
    told = {p: {b.language for b in blocks((DOCS / p).read_text(encoding="utf-8"))} for p in PAGES}
    assert {p: found - KNOWN for p, found in told.items() if found - KNOWN} == {}


def test_the_page_on_claims_begins_with_the_shortest_erratum() -> None:
    """Who writes an erratum writes it in the shape of what they are shown."""
    first = next(blocks((DOCS / "how-to" / "declare.md").read_text(encoding="utf-8"))).text
    lines = [line for line in first.splitlines() if line and not line.startswith("assert ")]
    assert len(lines) <= 10
    assert max(map(len, lines)) <= 112


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [p for p in PAGES if any(f"```{x}\n" in (DOCS / p).read_text("utf-8") for x in RUN)]
)
def test_code_of_the_page_runs(
    page: str, module: types.ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for block in blocks((DOCS / page).read_text(encoding="utf-8")):
        where = f"docs/{page}:{block.line}"
        if block.name is not None:
            put(tmp_path / block.name, block)
        elif block.language == "python":
            # Lines are counted as on the page, so that a traceback points to it.
            code = compile("\n" * block.line + block.text, where, "exec")
            exec(code, vars(module))
        elif block.language == "console":
            converse(where, block.text, tmp_path, capsys)
