"""The texts that we publish avoid the phrases that docs/style.md crosses out: each has to be read twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "reports" / "templates").glob("*.j2")),
]
LEFT_OUT = {"style.md": "it quotes them", "verdicts.md": "it is history, written at the time"}
PHRASES = {
    "a count without its noun": r"\bso many\b(?! \w+s\b)",
    "none that has to be worked out": r"(?<!there )\b(?:is|are) none\b(?=[.,;:)])|\bis none of\b",
    "what came to what": r"\bc(?:ame|omes) to(?: what)?(?=[.,;:])|\bit came to\b|\bhas what that came to\b",
    "in vain": r"\bin vain\b",
    "one's own": r"\bone's own\b",
    "whoever": r"\b[Ww]hoever\b",
    "did not stand": r"\b(?:does|do|did) not stand\b",
    "a subject that is missing": r"\b(?:it )?is said (?:which|within|where)\b|\bis sought\b|\bwas sought\b",
    "all is": r"\ball is as\b",
}


def found(text: str) -> list[str]:
    prose = re.sub(r"```.*?```|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|`[^`\n]*`", " ", text, flags=re.DOTALL)
    flat = " ".join(prose.split())
    return [
        f"{name}: {flat[max(0, match.start() - 40) : match.end() + 20]}"
        for name, phrase in PHRASES.items()
        for match in re.finditer(phrase, flat)
    ]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_phrase_that_has_to_be_read_twice(path: Path) -> None:
    assert path.name in LEFT_OUT or found(path.read_text(encoding="utf-8")) == []


def test_the_crossed_out_examples_are_found_and_the_others_are_not() -> None:
    page = (ROOT / "docs" / "style.md").read_text(encoding="utf-8")
    rows = [
        line.split(" | ") for line in page.partition("## Ten examples")[2].splitlines() if line.startswith("| ")
    ]
    rows = [[cell.strip("| ") for cell in row] for row in rows if row[0] not in ("| not", "|---")]
    assert len(rows) == 10
    assert sum(bool(found(f"{row[0]}.")) for row in rows) >= 8
    assert [row[1] for row in rows if found(f"{row[1]}.")] == []
