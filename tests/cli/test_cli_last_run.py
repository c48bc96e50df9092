"""``list``, ``show`` and selections know the last run: its outcomes, its defects, its date."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from lemmata.commands import previous_run
from lemmata.errors import LemmataError
from lemmata.run import registry
from tests.cli.helpers import CLAIM, Run, Told, assert_misuse, in_terminal, load

NAME = re.compile(r"the run of 20\d\d-\d\d-\d\d \d\d:\d\d UTC \(profile quick, seed 0\), in (.*)")


def ids(told: Told) -> list[str]:
    assert told.status == 0, told.err
    return [c["id"] for c in json.loads(told.out)["claims"]]


class TestList:
    def test_has_the_outcome_of_each_claim(self, cli: Run, verified: tuple[Path, Told]) -> None:
        rows = [line.split("\t") for line in cli("list", "pca/lemma-8*", "--out", verified[0]).out.splitlines()]
        assert {row[0]: row[3] for row in rows} == {"pca/lemma-8/tail": "", CLAIM: "refuted"}

    def test_says_in_a_terminal_which_run_it_was(self, verified: tuple[Path, Told], tmp_path: Path) -> None:
        command = ("-m", "lemmata", "list", "pca", "--out", verified[0])
        *rows, end = in_terminal(*command, cwd=tmp_path, columns=200).out.splitlines()
        assert rows[0].split() == ["id", "kind", "label", "outcome", "summary"]
        start, _, name = end.partition("; outcomes of ")
        assert re.fullmatch(r"\d+ claims", start)
        assert NAME.fullmatch(name)

    def test_as_json_keeps_its_schema(self, cli: Run, verified: tuple[Path, Told]) -> None:
        told = cli("list", CLAIM, "--json", "--out", verified[0])
        assert list(json.loads(told.out)["claims"][0]) == ["id", "kind", "label", "paper", "summary"]

    def test_without_a_run_says_nothing_of_one(self, tmp_path: Path) -> None:
        told = in_terminal("-m", "lemmata", "list", CLAIM, cwd=tmp_path, columns=200)
        assert "outcome" not in told.out
        assert told.out.splitlines()[-1] == "1 claim"


class TestFilters:
    @pytest.fixture
    def out(self, small: tuple[Path, Path, Told]) -> tuple[Path, Path]:
        return small[0], small[1]

    def test_ask_the_last_run(self, cli: Run, out: tuple[Path, Path]) -> None:
        def found(*select: str) -> list[str]:
            return ids(cli("list", out[0], *select, "--json", "--out", out[1]))

        assert found("outcome:refuted") == ["mine/breaks"]
        assert found("outcome:holds") == ["mine/holds"]
        assert found("defect:typo") == ["mine/breaks"]
        assert found("outcome:holds", "outcome:refuted") == ["mine/holds", "mine/breaks"]
        assert found("outcome:refuted", "rank:result") == ["mine/breaks"]

    def test_narrow_what_places_select(self, cli: Run) -> None:
        claims = registry.load().claims.values()
        headlines = [c.id for c in claims if c.rank == "headline"]
        assert ids(cli("list", "rank:headline", "--json")) == headlines
        assert ids(cli("list", "pca", "rank:headline", "--json")) == [
            name for name in headlines if name.startswith("pca/")
        ]
        assert ids(cli("list", "rank:headline", "rank:result", "origin:ours", "--json")) == [
            c.id for c in claims if c.rank in ("headline", "result") and c.origin == "ours"
        ]

    @pytest.mark.slow
    def test_select_for_verify(self, cli: Run, small: tuple[Path, Path, Told], tmp_path: Path) -> None:
        out = Path(shutil.copytree(small[1], tmp_path / "again"))
        assert cli("verify", small[0], "outcome:refuted", "--workers", 1, "--out", out).status == 0
        document = load(out / "verdicts.json")
        assert [c["id"] for c in document["claims"]] == ["mine/breaks"]
        # A later diff must not miss what the filter has left out.
        assert document["run"]["selection"] == [str(small[0]), "mine/breaks"]

    @pytest.mark.parametrize("command", ["list", "verify"])
    @pytest.mark.parametrize("select", ["outcome:refuted", "defect:typo"])
    def test_without_a_run_are_misuse(self, cli: Run, command: str, select: str) -> None:
        assert_misuse(cli(command, select), "there is no run in reports/html", "`lemmata verify` first")

    def test_that_find_nothing_are_misuse(self, cli: Run, verified: tuple[Path, Told]) -> None:
        told = cli("list", "outcome:undecided", "--out", verified[0])
        assert_misuse(told, "nothing is selected by 'outcome:undecided'")


class TestShow:
    def test_a_topic_has_its_claims_in_the_papers_order_with_outcomes(
        self, cli: Run, verified: tuple[Path, Told]
    ) -> None:
        lines = cli("show", "pca", "--out", verified[0]).out.splitlines()
        assert NAME.fullmatch(lines[2].partition("1 refuted, in ")[2])
        assert "rows of the source have a claim" in lines[3]
        rows = [line.split("\t") for line in lines if "\t" in line]
        claims = [c for c in registry.load().claims.values() if c.paper.topic == "pca"]
        assert [row[:2] for row in rows] == [[c.id, c.rank] for c in claims]
        assert [row[0] for row in rows if row[2] == "refuted"] == [CLAIM]
        lemma = next(k for k, c in enumerate(claims) if c.id == CLAIM)
        assert lemma > 0

    def test_a_claim_says_of_which_run_its_verdict_is(self, cli: Run, verified: tuple[Path, Told]) -> None:
        told = cli("show", CLAIM, "--out", verified[0])
        assert NAME.fullmatch(told.out.splitlines()[-1].removeprefix("  in "))

    @pytest.mark.parametrize(("slack", "asked"), [("", True), ("The printed factor is kept.", False)])
    def test_of_a_bound_that_is_not_met_it_says_what_to_write(
        self, cli: Run, verified: tuple[Path, Told], tmp_path: Path, slack: str, asked: bool
    ) -> None:
        document = json.loads((verified[0] / "verdicts.json").read_text(encoding="utf-8"))
        claim = next(c for c in document["claims"] if c["id"] == CLAIM)
        claim["readings"]["amended"] |= {"bound": "slack", "slack": slack}
        (tmp_path / "verdicts.json").write_text(json.dumps(document), encoding="utf-8")
        assert ('amended(..., slack="...")' in cli("show", CLAIM, "--out", tmp_path).out) == asked


class TestReading:
    def test_evidence_alone_is_judged(self, verified: tuple[Path, Told], tmp_path: Path) -> None:
        shutil.copy(verified[0] / "evidence.jsonl", tmp_path)
        known = previous_run.read(tmp_path)
        assert known.outcome(CLAIM) == "refuted"
        assert known.defect(CLAIM) == "statement"
        assert NAME.fullmatch(known.name)

    def test_a_later_run_that_was_cut_off_dates_nothing(
        self, verified: tuple[Path, Told], tmp_path: Path
    ) -> None:
        shutil.copy(verified[0] / "verdicts.json", tmp_path)
        (tmp_path / "evidence.jsonl").write_text('{"started": "1999-01-01T00:00:00+00:00"}\n')
        os.utime(tmp_path / "verdicts.json", (10**9, 10**9))
        assert "2001-09-09 01:46 UTC" in previous_run.read(tmp_path).name

    @pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"schema": "lemmata/verdicts/1"}', "[" * 10**5])
    def test_broken_verdicts_are_misuse(self, cli: Run, tmp_path: Path, text: str) -> None:
        (tmp_path / "verdicts.json").write_text(text, encoding="utf-8")
        with pytest.raises(LemmataError, match=r"verdicts\.json"):
            previous_run.read(tmp_path)
        assert_misuse(cli("list", "--out", tmp_path), "verdicts.json", "`lemmata report`")

    def test_no_run_is_none(self, tmp_path: Path) -> None:
        assert previous_run.read(tmp_path) == previous_run.LastRun()


class TestDescription:
    """What a claim says is taken from the run's evidence, if that is of the sources of today."""

    MODULE = "theorems.pca.lemma_8"

    def test_of_the_run_is_that_of_the_claim(
        self, cli: Run, verified: tuple[Path, Told], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert previous_run.description(verified[0], CLAIM, self.MODULE) is not None
        of_the_run = cli("show", CLAIM, "--out", verified[0])
        monkeypatch.setattr(previous_run, "description", lambda *_: None)
        assert cli("show", CLAIM, "--out", verified[0]) == of_the_run

    def test_of_other_sources_is_not_taken(self, verified: tuple[Path, Told], tmp_path: Path) -> None:
        text = (verified[0] / "evidence.jsonl").read_text(encoding="utf-8")
        run = json.loads(text.split("\n")[0])
        run["sources"]["lemmata"] = "0" * 16
        lines = [json.dumps(run), *text.split("\n")[1:]]
        (tmp_path / "evidence.jsonl").write_text("\n".join(lines), encoding="utf-8")
        assert previous_run.description(tmp_path, CLAIM, self.MODULE) is None

    @pytest.mark.parametrize("text", ["", "{}", "[]\n", '{"sources": {"lemmata": 1}}\n', '{"sources": []}\n'])
    def test_of_what_is_broken_is_not_taken(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "evidence.jsonl").write_text(text, encoding="utf-8")
        assert previous_run.description(tmp_path, CLAIM, self.MODULE) is None
        assert previous_run.description(tmp_path / "none", CLAIM, self.MODULE) is None
