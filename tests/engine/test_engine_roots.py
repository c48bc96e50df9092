"""A claim may fall with the argument of another, which has to be one that can tell it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lemmata import Declaration, Margin, Paper, at_most, dims, printed, theorem
from lemmata.claims.roots import root
from lemmata.errors import ClaimError
from lemmata.run import registry
from lemmata.run.description import describe


def declared(**claims: dict[str, Any]) -> Paper:
    """A paper with a claim of each name; what is given of it goes to its head, or to its printed reading."""
    paper = Paper("topic", "Title", "Author", 2026, "key", "source.txt")
    for name, given in claims.items():
        head = {k: v for k, v in given.items() if k in ("origin", "possible_extraction")}
        words = {k: v for k, v in given.items() if k not in head}
        words = {"defect": "statement", "because": "The sign is wrong."} | words

        @theorem(paper, name, summary=name, n=dims(1, 6), **head)
        @printed(f"$n\\le0$ ({name}).", **words)
        def check(n: int) -> Margin:
            return at_most(n, 0)

    return paper


def test_the_root_is_the_claim_that_is_named_and_is_recorded() -> None:
    paper = declared(lemma={}, corollary={"falls_with": "topic/lemma"})
    claim = paper.claims["topic/corollary"]
    assert root(claim) is paper.claims["topic/lemma"] and root(paper.claims["topic/lemma"]) is None
    paper.check_references()
    assert describe(claim).statement.falls_with == "topic/lemma"


def test_a_declaration_names_a_root_as_well_as_its_id() -> None:
    paper = declared(lemma={})
    lemma: Declaration = paper.declared["topic/lemma"]
    claim = paper.claim("corollary", settings=lemma.draft.settings, summary="It follows")
    claim.printed("x", defect="statement", because="As there.", falls_with=lemma)(lambda n: at_most(n, 0))
    assert root(claim.complete()) is lemma.complete()


@pytest.mark.parametrize(
    ("claims", "message"),
    [
        ({"a": {"falls_with": "topic/lema"}, "lemma": {}}, "'topic/lema' is no claim .*; did you mean"),
        ({"a": {"falls_with": "topic/a"}}, r"leads in a circle \(topic/a, topic/a\): leave it out"),
        (
            {"a": {"falls_with": "topic/b"}, "b": {"falls_with": "topic/a"}},
            r"a: .* leads in a circle \(topic/a, topic/b, topic/a\): .* at the claim that has the argument",
        ),
        (
            {"a": {"falls_with": "topic/b"}, "b": {"falls_with": "topic/c"}, "c": {}},
            "falls with topic/c itself: name topic/c, which has the argument",
        ),
        (
            {"a": {"falls_with": "topic/b"}, "b": {"defect": None, "because": ""}},
            "is not expected to fail: name the claim of the paper whose argument",
        ),
        ({"a": {"falls_with": "topic/b"}, "b": {"origin": "ours"}}, "is ours, and no erratum: name the claim"),
        (
            {"a": {"falls_with": "topic/b"}, "b": {"origin": "read"}},
            "'topic/b' fails in one reading only, and topic/a does not: leave it out",
        ),
        (
            {"a": {"falls_with": "topic/b"}, "b": {"possible_extraction": True}},
            "fails perhaps in the extracted text only, and topic/a does not",
        ),
    ],
)
def test_what_cannot_be_a_root_is_refused(claims: dict[str, dict[str, Any]], message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        declared(**claims).check_references()


def test_what_holds_falls_with_nothing() -> None:
    with pytest.raises(ClaimError, match="falls_with= is for a reading that fails"):
        declared(a={"falls_with": "topic/b", "defect": None, "because": ""})


# -- files ---------------------------------------------------------------------------------------------

PAPER = 'from lemmata import Paper\nPAPER = Paper("rooted", "t", "a", 2026, "k", "s.txt", modules=__name__)\n'
CLAIM = """\"\"\"{label}.\"\"\"
from rooted import PAPER
from lemmata import at_most, dims, mutants, printed, theorem

@theorem(PAPER, "{label}", summary="{label} says so", n=dims(1, 6))
@printed("$n\\\\le0$", defect="statement", because="The sign is wrong."{more})
@mutants(less=dict(n=dims(1, 4)))
def check(n):
    return at_most(n, 0)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with a lemma, and a corollary that falls with it."""
    folder = tmp_path / "rooted"
    folder.mkdir()
    (folder / "__init__.py").write_text(PAPER)
    (folder / "lemma_1.py").write_text(CLAIM.format(label="Lemma 1", more=""))
    (folder / "lemma_2.py").write_text(CLAIM.format(label="Lemma 2", more=', falls_with="rooted/lemma-1"'))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "rooted"]:
        del sys.modules[name]


def test_a_root_in_another_file_is_found_for_one_file(package: Path) -> None:
    (claim,) = registry.claims_of(package / "lemma_2.py")
    assert claim.id == "rooted/lemma-2" and "rooted/lemma-1" in claim.paper.declared


def test_an_unknown_root_is_an_error_of_its_file(package: Path) -> None:
    text = (package / "lemma_2.py").read_text().replace("rooted/lemma-1", "rooted/lemma-3")
    (package / "lemma_2.py").write_text(text)
    with pytest.raises(ClaimError, match="rooted/lemma-2: falls_with='rooted/lemma-3' is no claim"):
        registry.claims_of(package / "lemma_2.py")
    with pytest.raises(ClaimError, match="is no claim of this paper"):
        registry.load((str(package / "lemma_1.py"), str(package / "lemma_2.py")), alone=True)


def test_one_file_of_a_package_can_be_verified(package: Path) -> None:
    library = registry.load((str(package / "lemma_2.py"),), alone=True)
    assert "rooted/lemma-2" in library.claims
