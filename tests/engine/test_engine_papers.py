"""Papers in forty styles: no number wrong, no word lost, nothing read that is not printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemmata.latex import reader
from lemmata.latex.document import Display, Statement
from tests import papers


def test_there_are_forty_styles() -> None:
    assert len(papers.STYLES) >= 40


@pytest.mark.parametrize("style", papers.STYLES)
def test_a_paper_is_read_as_it_is_printed(style: str, tmp_path: Path) -> None:
    paper = papers.write(style, tmp_path)
    document = reader.read(paper.source)
    statements = [item for item in document.items if isinstance(item, Statement)]
    found = [(s.title, s.number, s.name, s.labels) for s in statements]
    assert found == [(e.title, e.number, e.name, (e.label,)) for e in paper.statements]
    assert [item.number for item in document.items if isinstance(item, Display)] == paper.displays
    for statement, expected in zip(statements, paper.statements, strict=True):
        at = 0
        for word in expected.words:
            position = statement.latex.find(word, at)
            assert position >= 0, (word, statement.latex, expected.words)
            at = position + len(word)
        made_up = [word for word in expected.words if word.endswith("q")]
        assert [
            w for w in statement.latex.replace("[", " ").replace("]", " ").split() if w.endswith("q")
        ] == made_up
    said = " ".join(statement.latex for statement in statements)
    assert not [word for word in paper.hidden if word in said]
    doubts = [remark for remark in document.remarks if "is no" not in remark]
    assert doubts == []
