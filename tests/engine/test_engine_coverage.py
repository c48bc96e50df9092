"""Coverage data: what it says, and what is wrong with a file that cannot be read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from lemmata import LemmataError, Paper
from lemmata.errors import ClaimError
from lemmata.records import json_lines
from lemmata.records.evidence import EvidenceError
from lemmata.records.files import gather
from lemmata.records.papers import CoverageRecord, PaperRecord
from lemmata.run.coverage import Coverage, Row, describe, missing, of_paper

HEADER = "source\tlabel\tline\tclaims\tnote\n"


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paper:
    """A paper whose folder is the test's own."""
    package = ModuleType("paper_of_a_test")
    package.__file__ = str(tmp_path / "__init__.py")
    monkeypatch.setitem(sys.modules, package.__name__, package)
    return Paper("t", "t", "a", 2026, "k", "s", modules=package.__name__)


def write(folder: Path, text: str) -> None:
    (folder / "coverage.tsv").write_text(text, encoding="utf-8")


def test_rows_are_read(paper: Paper, tmp_path: Path) -> None:
    write(
        tmp_path,
        HEADER
        + "a.txt\tLemma 1\t3\tt/lemma-1, t/lemma-1-x\t\n"
        + "a.txt\t(2) é\t12\t\tdefinition\n"
        + "\n"
        + 'b.txt\t"quoted\t4\tt/other\tsee "above"\n',
    )
    found = of_paper(paper)
    assert found.rows[:2] == (
        Row("a.txt", "Lemma 1", 3, ("t/lemma-1", "t/lemma-1-x"), ""),
        Row("a.txt", "(2) é", 12, (), "definition"),
    )
    assert found.unknown({"t/lemma-1", "t/other"}) == ["t/lemma-1-x"]


def test_the_summary_counts(paper: Paper, tmp_path: Path) -> None:
    rows = "a\t1\t1\tt/x\t\n" + "a\t2\t2\t\tdefinition\n" * 2 + "a\t3\t3\t\tnot encoded yet\n"
    write(tmp_path, HEADER + rows)
    assert of_paper(paper).summary() == (
        "coverage: 1 of 4 rows of the source have a claim; the others: 2 definition, 1 not encoded yet"
    )


def test_the_record_of_a_paper_says_how_much_is_covered(paper: Paper, tmp_path: Path) -> None:
    rows = "a\t1\t1\tt/x\t\n" + "a\t2\t2\t\tdefinition\n" * 2 + "a\t3\t3\t\tnot encoded yet\n"
    write(tmp_path, HEADER + rows)
    (tmp_path / "x.py").touch()  # another file of the paper, which is not loaded
    paper.story = """It holds,
        with a smaller step."""
    record = describe(paper)
    assert record.coverage == CoverageRecord(4, 1, 1, {"definition": 2})
    assert record.coverage.excused == 2
    assert record.story == "It holds, with a smaller step."
    assert record.lead == ""
    paper.lead = "lemma-1"
    assert describe(paper).lead == "t/lemma-1"
    assert gather([json_lines.from_json(json_lines.to_json(record))]).papers == {"t": record}


def test_claims_that_do_not_exist_cover_nothing(paper: Paper, tmp_path: Path) -> None:
    """Of a file that is not loaded nobody knows what it holds; of one that is, and of one that is not there."""
    write(tmp_path, HEADER + "a\t1\t1\tt/x\t\n" + "a\t2\t2\tt/lemma-1/part, t/x\t\n")
    (tmp_path / "lemma_1.py").touch()
    coverage = of_paper(paper)
    assert missing(coverage, paper) == ["t/x"]
    assert describe(paper).coverage == CoverageRecord(2, 1, 1)
    sys.modules["paper_of_a_test.lemma_1"] = ModuleType("paper_of_a_test.lemma_1")
    try:
        assert missing(coverage, paper) == ["t/lemma-1/part", "t/x"]
        assert describe(paper).coverage == CoverageRecord(2, 0, 2)
    finally:
        del sys.modules["paper_of_a_test.lemma_1"]


def test_a_paper_without_coverage_data_does_not_say_how_much() -> None:
    assert describe(Paper("t", "t", "a", 2026, "k", "s")).coverage is None


@pytest.mark.parametrize("address", ["javascript:alert(1)", "arxiv.org/abs/1", "https://x y", 'https://x"'])
def test_pages_link_to_no_odd_address(address: str) -> None:
    with pytest.raises(ClaimError, match="address"):
        Paper("t", "t", "a", 2026, "k", "s", address=address)
    good = json_lines.to_json(PaperRecord("t", "k", "t", "a", 2026, "s", "https://arxiv.org/abs/2306.00297"))
    broken = json.loads(good) | {"address": address}
    with pytest.raises(EvidenceError, match="address"):
        json_lines.from_json(json.dumps(broken))


def test_no_file_is_no_data(paper: Paper) -> None:
    assert of_paper(paper) == Coverage(())
    assert of_paper(paper).summary() == "coverage: no data"
    assert of_paper(Paper("t", "t", "a", 2026, "k", "s")) == Coverage(())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the header should be source label line claims note, tab-separated"),
        ("source,label,line,claims,note\n", "the header should be"),
        (HEADER + "a\t1\t1\n", "line 2: 3 cells, expected 5, tab-separated"),
        (HEADER + "a\t1\t1\tt/x\t\tmore\n", "line 2: 6 cells, expected 5"),
        (HEADER + "a\t1\t1\tt/x\t\na\t1\t\tt/x\t\n", "line 3: .*a whole number, got ''"),
        (HEADER + "a\t1\tsix\tt/x\t\n", "line 2: the line of the source is a whole number"),
        (HEADER + "a\t1\t-6\tt/x\t\n", "line 2: the line of the source is a whole number"),
        (HEADER + "a\t1\t1\t\t\n", "line 2: a row names a claim or says why none"),
        (HEADER + "a\t1\t1\t , \t\n", "line 2: a row names a claim or says why none"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(paper: Paper, tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, text)
    with pytest.raises(LemmataError, match=message) as caught:
        of_paper(paper)
    assert str(tmp_path / "coverage.tsv") in str(caught.value)


def test_a_file_in_another_encoding_is_misuse(paper: Paper, tmp_path: Path) -> None:
    (tmp_path / "coverage.tsv").write_bytes(HEADER.encode() + b"a\xff\t1\t1\tt/x\t\n")
    with pytest.raises(LemmataError, match="cannot be read"):
        of_paper(paper)
