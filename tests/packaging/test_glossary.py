"""The glossary of docs/ has every word of verdicts and claims, and one table every field of a reading."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from lemmata.claims import vocabulary
from lemmata.records import codec
from lemmata.records.verdicts import ReadingVerdict

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "glossary.md").read_text(encoding="utf-8")
WORDS = ("Defect", "Rank", "Origin", "Outcome", "Strength", "Bound", "FateWord", "ProfileName")


@pytest.mark.parametrize("kind", WORDS)
def test_words_are_explained(kind: str) -> None:
    words: Any = getattr(vocabulary, kind)
    assert [word for word in get_args(words) if f"`{word}`" not in PAGE and f"\n{word}\n" not in PAGE] == []


def test_one_table_has_each_word_of_defect() -> None:
    page = (DOCS / "how-to" / "declare.md").read_text(encoding="utf-8")
    assert re.findall(r'^\| `"([\w-]+)"` \|', page, re.MULTILINE) == [*get_args(vocabulary.Defect)]


def test_one_table_has_each_field_of_a_reading_once() -> None:
    text = (DOCS / "evidence.md").read_text(encoding="utf-8")
    table = text.partition("| field | holds |")[2].partition("\n\n")[0]
    explained = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(explained) == sorted(codec.keys(ReadingVerdict))
