"""What a CI shows: ``verify --junit`` and the badge beside the report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lemmata.commands import badge, junit
from lemmata.records.evidence import ClaimRecord, HuntRecord, ReadingRecord, Record
from lemmata.records.files import gather
from lemmata.records.finding import Scope
from lemmata.records.judging import judge
from tests.cli.helpers import CLAIM, Run, Told, assert_misuse
from tests.composed import changed
from tests.quality.test_quality_fuzz import RECORDS, judged


def cases(text: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(text)
    assert root.tag == "testsuites"
    for suite in root:
        found = list(suite.iter("testcase"))
        assert int(suite.get("tests", "")) == len(found)
        for kind in ("failure", "skipped"):
            key = "failures" if kind == "failure" else kind
            assert int(suite.get(key, "")) == len(list(suite.iter(kind)))
    for key in ("tests", "failures", "skipped"):
        assert int(root.get(key, "")) == sum(int(suite.get(key, "")) for suite in root)
    return {f"{c.get('classname')}: {c.get('name')}": c for c in root.iter("testcase")}


def failures(text: str) -> set[str]:
    return {name for name, case in cases(text).items() if case.find("failure") is not None}


def test_a_case_for_each_reading_and_mutant() -> None:
    told = cases(junit.text(judge(gather(RECORDS))))
    assert list(told) == [
        *("mine/a: printed", "mine/a: amended", "mine/a: half", "mine/a: twice", "mine/b: printed")
    ]
    assert told["mine/a: amended"].findtext("system-out") == (
        "holds (exact): Holds on 9 settings, all decided exactly; "
        "the left side reaches at most 0.9 of the bound; on 1 instance it says nothing."
    )
    skipped = told["mine/a: twice"].find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "waived: the same"


def test_what_was_not_run_has_no_strength() -> None:
    whole = judge(gather(RECORDS))
    reading = changed(whole.claims[0].statement, outcome="not-run", evidence="observed", found="Not run.")
    claim = replace(whole.claims[0], readings={"printed": reading})
    told = cases(junit.text(replace(whole, claims=(claim,), surprising={})))["mine/a: printed"].find("skipped")
    assert told is not None
    assert told.get("message") == "not-run: Not run."


def test_what_is_surprising_fails_and_names_why(odd: tuple[Path, Told]) -> None:
    folder, told = odd
    text = (folder.parent / "junit.xml").read_text(encoding="utf-8")
    failed = failures(text)
    assert "mine/wrong: printed" in failed
    assert "mine/raises: printed" in failed
    assert "mine/toothless: a larger limit" in failed
    assert "mine/toothless: a smaller limit" not in failed
    assert "mine/holds: printed" not in failed
    failure = cases(text)["mine/wrong: printed"].find("failure")
    assert failure is not None
    assert "printed refuted, expected holds" in failure.get("message", "")
    surprises = [line for line in told.out.splitlines() if line.startswith("surprise: ")]
    assert len(failed) == len({line.split(",")[0] for line in surprises})


def test_text_that_xml_cannot_hold() -> None:
    nasty = "\x1b[31m</testcase>&\x00\ufffe\uffff]]>\n\ud800"
    records: list[Record] = []
    for record in RECORDS:
        if isinstance(record, HuntRecord):
            variant = nasty if record.variant == "half" else record.variant
            record = changed(record, variant=variant, scope=Scope(), because=nasty, outcome="holds")
        if isinstance(record, ClaimRecord) and record.mutants:
            readings = (ReadingRecord("printed", "x", "refuted", nasty, "typo"),)
            record = replace(record, mutants=(nasty,), readings=readings)
        records.append(record)
    told = judge(gather(records))
    assert len(failures(junit.text(told))) == len(told.surprising) == 2


def test_a_file_that_cannot_be_written_is_noticed_before_the_run(cli: Run, tmp_path: Path) -> None:
    told = cli("verify", CLAIM, "--out", "out", "--junit", tmp_path)
    assert_misuse(told, f"--junit {tmp_path}: cannot be written (", "name a file that can")


class TestBadge:
    @pytest.mark.parametrize(
        ("surprises", "told"),
        [
            ([], "claims: 2 of 2 as expected"),
            (["x"], "claims: 1 of 2 as expected, 1 surprise"),
            (["x", "<script>"], "claims: 1 of 2 as expected, 2 surprises"),
        ],
    )
    def test_it_says_how_many(self, surprises: list[str], told: str) -> None:
        first, second = judged().claims
        claims = (replace(first, surprises=tuple(surprises)), second)
        document = replace(judged(), claims=claims)
        drawn = ElementTree.fromstring(badge.svg(document))
        assert drawn.get("aria-label") == told
        assert drawn.findtext("{http://www.w3.org/2000/svg}title") == told
        assert "<script>" not in badge.svg(document)

    def test_it_lies_beside_the_report(self, verified: tuple[Path, Told]) -> None:
        assert "1 of 1 as expected" in (verified[0] / "badge.svg").read_text(encoding="utf-8")
