"""Finding claims: selections, claim files, and what is wrong with them."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from lemmata import ForAll, LemmataError, Paper, Probability, at_most, dims
from lemmata.claims.space import space
from lemmata.records.sequential_tests import FALSE_ALARM_BUDGET, SERIES
from lemmata.run import claim_files, registry
from lemmata.run.registry import Library

CLAIM_FILE = '''"""About {label}."""

from dataclasses import dataclass

from lemmata import Paper, ForAll
from lemmata.claims.margin import at_most
from lemmata import dims
from lemmata.claims.space import space


@dataclass(frozen=True)
class Size:
    d: int


PAPER = Paper("{topic}", "Title", "Author", 2026, "key", "source.txt")
claim = PAPER.claim("{label}", kind=ForAll(), settings=space(Size, d=dims(1, 3)))
claim.printed("x")(lambda d: at_most(d, 3))
'''


def write(path: Path, topic: str = "mine", label: str = "Lemma 1") -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(CLAIM_FILE.format(topic=topic, label=label), encoding="utf-8")
    return str(path)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No installed paper: loading them takes seconds and is not what is tested."""
    monkeypatch.setattr(metadata, "entry_points", lambda group: [])


def library() -> Library:
    papers = {}
    for topic in ("apples", "pears"):
        paper = papers[topic] = Paper(topic, "t", "a", 2026, "k", "s")
        for label in ("Lemma 1", "Lemma 1 tail", "Theorem 4.1"):
            settings = space(d=dims(1, 2))
            claim = paper.claim(label, kind=ForAll(), settings=settings, summary=f"What {label} says")
            claim.printed("x")(lambda d: at_most(d, 2))
    claims = {name: claim for paper in papers.values() for name, claim in paper.claims.items()}
    return Library(papers, claims)


class TestSelections:
    @pytest.mark.parametrize(
        ("patterns", "count", "first"),
        [
            ([], 6, "apples/lemma-1"),
            (["pears"], 3, "pears/lemma-1"),
            (["pears/lemma-1"], 1, "pears/lemma-1"),
            (["*/lemma-1"], 2, "apples/lemma-1"),
            (["*lemma*"], 4, "apples/lemma-1"),
            (["pears/theorem-4.1", "apples/*", "apples/lemma-1"], 4, "apples/lemma-1"),
            (["*/theorem-4.?"], 2, "apples/theorem-4.1"),
            ([__file__], 6, "apples/lemma-1"),
        ],
    )
    def test_by_id_topic_glob_and_file(self, patterns: list[str], count: int, first: str) -> None:
        chosen = library().select(patterns)
        assert len(chosen) == count
        assert chosen[0].id == first  # in the library's order, each once

    @pytest.mark.parametrize(
        ("pattern", "hint"),
        [
            ("pears/lemma", "did you mean apples/lemma-1, apples/lemma-1-tail, pears/lemma-1"),
            ("theorem-4.1", "did you mean apples/theorem-4.1, pears/theorem-4.1?"),
            ("plums/*", "`lemmata list` shows all claims"),
            ("", "`lemmata list` shows all claims"),
            ("PEARS", "`lemmata list` shows all claims"),
            ("[", "`lemmata list` shows all claims"),
        ],
    )
    def test_of_nothing_are_misuse_with_a_hint(self, pattern: str, hint: str) -> None:
        with pytest.raises(LemmataError) as caught:
            library().select([pattern])
        assert f"nothing is selected by {pattern!r}" in str(caught.value)
        assert hint in str(caught.value)

    def test_an_unknown_id_is_misuse(self) -> None:
        with pytest.raises(LemmataError, match="no claim 'pears/lemma-2'"):
            library().claim("pears/lemma-2")

    def test_the_budget_is_split_over_all_that_may_test_a_probability(self) -> None:
        one = library()
        assert one.alpha == FALSE_ALARM_BUDGET / SERIES
        claim = one.papers["pears"].claim("Lemma 2", kind=Probability(), settings=space(d=dims(1, 2)))
        claim.printed("x", limit=1)(lambda limit: at_most(1, limit))
        claim.mutant("m", limit=0)
        claim.mutant("n", limit=-1)
        whole = Library(one.papers, {**one.claims, claim.id: claim.complete()})
        assert whole.alpha == pytest.approx(FALSE_ALARM_BUDGET / SERIES / 3)


@pytest.mark.usefixtures("alone")
class TestClaimFiles:
    def test_of_two_folders_may_share_their_name_and_topic(self, tmp_path: Path) -> None:
        one = write(tmp_path / "a" / "claim.py", label="Lemma 1")
        two = write(tmp_path / "b" / "claim.py", label="Lemma 2")
        found = registry.load((one, two))
        assert list(found.claims) == ["mine/lemma-1", "mine/lemma-2"]
        assert [c.summary for c in found.claims.values()] == ["About Lemma 1", "About Lemma 2"]
        assert [c.id for c in found.select([two])] == ["mine/lemma-2"]
        assert list(found.papers) == ["mine"]

    def test_named_twice_count_once(self, tmp_path: Path) -> None:
        one = write(tmp_path / "claim.py")
        other = str(tmp_path / "." / ".." / tmp_path.name / "claim.py")
        assert list(registry.load((one, other)).claims) == ["mine/lemma-1"]

    def test_do_not_take_the_id_of_another(self, tmp_path: Path) -> None:
        one, two = write(tmp_path / "one.py"), write(tmp_path / "two.py")
        with pytest.raises(LemmataError, match="mine/lemma-1 is taken twice") as caught:
            registry.load((one, two))
        assert one in str(caught.value)
        assert two in str(caught.value)

    def test_may_import_their_neighbours(self, tmp_path: Path) -> None:
        (tmp_path / "neighbour_of_a_test.py").write_text("LABEL = 'Lemma 7'\n", encoding="utf-8")
        path = tmp_path / "claim.py"
        text = CLAIM_FILE.replace('"{label}", kind', "neighbour_of_a_test.LABEL, kind")
        text = text.replace("from dataclasses", "import neighbour_of_a_test\nfrom dataclasses")
        path.write_text(text.format(topic="mine", label="x"), encoding="utf-8")
        assert list(registry.load((str(path),)).claims) == ["mine/lemma-7"]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("import nothing_of_this_name", "cannot be imported: ModuleNotFoundError"),
            ("def f(:", "cannot be imported: SyntaxError"),
            ("1 / 0", "cannot be imported: ZeroDivisionError"),
            ("raise SystemExit(0)", "cannot be imported: SystemExit"),
            ("import sys\nsys.exit('gone')", "cannot be imported: SystemExit: gone"),
            ("\0", "cannot be imported: "),
            ("", "defines no claim"),
            ("from lemmata import Paper\nPaper('t', 't', 'a', 1, 'k', 's')", "no claim"),
        ],
    )
    def test_that_cannot_be_used_are_misuse(self, tmp_path: Path, text: str, message: str) -> None:
        path = tmp_path / "claim.py"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(LemmataError, match=message) as caught:
            registry.load((str(path),))
        assert str(path) in str(caught.value)

    def test_in_another_encoding_are_misuse(self, tmp_path: Path) -> None:
        path = tmp_path / "claim.py"
        path.write_bytes(b"x = '\xff'\n")
        with pytest.raises(LemmataError, match="cannot be imported: SyntaxError"):
            registry.load((str(path),))

    def test_that_are_missing_are_misuse(self, tmp_path: Path) -> None:
        for path in (tmp_path / "none.py", tmp_path / "folder.py"):
            (tmp_path / "folder.py").mkdir(exist_ok=True)
            with pytest.raises(LemmataError, match="there is no such file"):
                registry.load((str(path),))


class Entry:
    """An entry point of another package."""

    name, value, module = "other", "somewhere:PAPER", "somewhere"

    def __init__(self, found: Any) -> None:
        self.found = found

    def load(self) -> Any:
        if isinstance(self.found, BaseException):
            raise self.found
        return self.found


class TestEntryPoints:
    def load(self, monkeypatch: pytest.MonkeyPatch, *found: Any) -> Library:
        entries = [Entry(f) for f in found]
        monkeypatch.setattr(metadata, "entry_points", lambda group: entries)
        return registry.load()

    def test_of_other_packages_are_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = self.load(monkeypatch, *library().papers.values())
        assert len(found.claims) == 6

    def test_that_fail_name_themselves(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(LemmataError, match=r"the paper other \(somewhere:PAPER\) cannot be"):
            self.load(monkeypatch, ModuleNotFoundError("No module named 'somewhere'"))
        with pytest.raises(LemmataError, match=r"\(somewhere:PAPER\) cannot be .*: SystemExit: 0"):
            self.load(monkeypatch, SystemExit(0))

    def test_that_are_no_papers_name_themselves(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(LemmataError, match=r"is int, not a lemmata\.Paper"):
            self.load(monkeypatch, 3)

    def test_do_not_take_the_id_of_another(self, monkeypatch: pytest.MonkeyPatch) -> None:
        papers = [*library().papers.values(), *library().papers.values()]
        with pytest.raises(LemmataError, match="apples/lemma-1 is taken twice"):
            self.load(monkeypatch, *papers)


SHARED = """from dataclasses import dataclass

from lemmata import Paper

PAPER = Paper("mine", "Title", "Author", 2026, "key", "source.txt")
"""
USER = '''"""About {label}."""

from lemmata import ForAll
from dataclasses import dataclass

from {module} import PAPER
from lemmata.claims.margin import at_most
from lemmata import dims
from lemmata.claims.space import space


@dataclass(frozen=True)
class Size:
    d: int


claim = PAPER.claim("{label}", kind=ForAll(), settings=space(Size, d=dims(1, 3)))
claim.printed("x", limit=3)(lambda d, limit: at_most(d, limit))
claim.mutant("half", limit=1)
'''


@pytest.mark.usefixtures("alone")
class TestNeighbours:
    def write(self, folder: Path, name: str, text: str) -> str:
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        return str(folder / name)

    def test_a_paper_may_stand_in_a_file_beside_and_files_are_run_once(self, tmp_path: Path) -> None:
        self.write(tmp_path, "paper_beside.py", SHARED)
        files = tuple(
            self.write(tmp_path, f"{k}.py", USER.format(label=f"Lemma {k}", module="paper_beside"))
            for k in (1, 2)
        )
        first = registry.load(files)
        assert list(first.claims) == ["mine/lemma-1", "mine/lemma-2"]
        again = registry.load(files)  # as a forked worker does
        assert again.claims == first.claims

    @pytest.mark.parametrize("backwards", [False, True])
    def test_a_file_may_be_given_with_one_that_imports_it(self, tmp_path: Path, backwards: bool) -> None:
        name = f"imported_{backwards}"
        one = write(tmp_path / f"{name}.py")
        two = self.write(tmp_path, "two.py", USER.format(label="Lemma 2", module=name))
        files = (two, one) if backwards else (one, two)
        found = registry.load(files)
        assert sorted(found.claims) == ["mine/lemma-1", "mine/lemma-2"]
        assert registry.load(files).claims == found.claims

    def test_one_name_in_two_folders_is_refused_where_it_would_mix_them_up(self, tmp_path: Path) -> None:
        for folder in ("a", "b"):
            self.write(tmp_path / folder, "mixed_up.py", SHARED)
        one = self.write(tmp_path / "a", "c.py", USER.format(label="Lemma 1", module="mixed_up"))
        two = self.write(tmp_path / "b", "c.py", USER.format(label="Lemma 2", module="mixed_up"))
        with pytest.raises(LemmataError, match=r"imports its neighbour mixed_up\.py") as caught:
            registry.load((one, two))
        assert str(tmp_path / "a" / "mixed_up.py") in str(caught.value)


def test_claims_come_in_the_order_of_their_source(tmp_path: Path) -> None:
    file = tmp_path / "ordered.py"
    file.write_text(
        "from lemmata import Paper, at_most, dims, lines\n"
        "from lemmata.claims.space import space\n"
        "PAPER = Paper('t', 'T', 'A', 2025, 'a2025', 'a.md')\n"
        "for name, at in (('other', None), ('lemma-2/part', None), ('lemma-2', lines(20)),"
        " ('lemma-1', lines(9)), ('remark', lines(1, file='b.md'))):\n"
        "    claim = PAPER.claim('L', id=name, at=at, settings=space(d=dims(1, 2)))\n"
        "    claim.printed('x')(lambda d: at_most(d, 2))\n"
    )
    ids = [c.id for c in registry.load((str(file),)).claims.values() if c.paper.topic == "t"]
    assert ids == ["t/lemma-1", "t/lemma-2", "t/lemma-2/part", "t/remark", "t/other"]


def test_a_package_is_imported_by_its_own_name(tmp_path: Path) -> None:
    package = tmp_path / "papers" / "lemma_4"
    package.mkdir(parents=True)
    for folder in (package.parent, package):
        (folder / "__init__.py").touch()
    assert claim_files.place(package / "__init__.py") == (tmp_path, "papers.lemma_4")
    assert claim_files.place(package / "proof.py") == (tmp_path, "papers.lemma_4.proof")
