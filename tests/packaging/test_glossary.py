"""The glossary of docs/ has every word of verdicts and claims."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from lemmata.statement import vocabulary

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
WORDS = ("Defect", "Rank", "Origin", "Outcome", "Strength", "Bound", "FateWord", "ProfileName")


@pytest.mark.parametrize("kind", WORDS)
def test_words_are_explained(kind: str) -> None:
    words: Any = getattr(vocabulary, kind)
    assert [word for word in get_args(words) if f"`{word}`" not in PAGE and f"\n{word}\n" not in PAGE] == []
