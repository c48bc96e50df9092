"""``lemmata report``: pages from stored evidence, whole or broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lemmata.records import files, json_lines
from lemmata.records.evidence import End, HuntRecord
from lemmata.records.evidence import Run as RunRecord
from lemmata.records.finding import Finding
from tests.cli.helpers import CLAIM, Run, Told, assert_misuse, load, witnesses


@pytest.fixture
def stored(verified: tuple[Path, Told], tmp_path: Path) -> Path:
    """A copy of an evidence file."""
    path = tmp_path / "stored.jsonl"
    path.write_bytes((verified[0] / "evidence.jsonl").read_bytes())
    return path


def test_pages_verdicts_and_witnesses_come_from_evidence_alone(
    cli: Run, stored: Path, verified: tuple[Path, Told], tmp_path: Path
) -> None:
    told = cli("report", stored, "--out", "pages")
    assert told == Told(0, "report: pages/index.html\n", "")
    judged, then = (load(out / "verdicts.json") for out in (tmp_path / "pages", verified[0]))
    assert (judged["run"].pop("made_here"), then["run"].pop("made_here")) == (False, True)
    assert judged == then
    assert witnesses(tmp_path / "pages") == witnesses(verified[0])
    front = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert CLAIM in front and "witnesses and certificates were not re-checked here" in front
    assert "not re-checked here" not in (verified[0] / "index.html").read_text(encoding="utf-8")


def test_no_program_is_taken_from_evidence(cli: Run, stored: Path, verified: tuple[Path, Told]) -> None:
    """A stranger's file is data; only what the run at hand has written from the check is offered to be run."""
    name = f"witnesses/{CLAIM}.printed.py"
    assert (verified[0] / name).is_file()
    text = stored.read_text(encoding="utf-8")
    assert '"snippet":"' in text
    stored.write_text(text.replace('"snippet":"', '"snippet":"import os\\n'), encoding="utf-8")
    assert cli("report", stored, "--out", "pages").status == 0
    pages = Path(stored.parent / "pages")
    assert not list(pages.rglob("*.py"))
    page = (pages / "claims" / f"{CLAIM}.html").read_text(encoding="utf-8")
    assert "import os" not in page and "programs are not taken from stored evidence" in page
    assert "which <b>was not done here</b>" in page


def test_a_resumed_run_writes_its_programs_again(
    cli: Run, stored: Path, verified: tuple[Path, Told], tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    text = stored.read_text(encoding="utf-8")
    forged = text.replace('"snippet":"', '"snippet":"import os\\n')
    (tmp_path / "out" / "evidence.jsonl").write_text(forged, encoding="utf-8")
    assert cli("verify", CLAIM, "--resume", "--out", "out").status == 0
    name = f"witnesses/{CLAIM}.printed.py"
    assert (tmp_path / "out" / name).read_text(encoding="utf-8") == (verified[0] / name).read_text(
        encoding="utf-8"
    )


def test_without_a_file_it_is_the_evidence_in_the_output_folder(cli: Run, stored: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    stored.rename(tmp_path / "out" / "evidence.jsonl")
    assert cli("report", "--out", "out").status == 0
    assert (tmp_path / "out" / "index.html").is_file()


def test_several_runs_are_merged(
    cli: Run, stored: Path, small: tuple[Path, Path, Told], tmp_path: Path
) -> None:
    other = small[1] / "evidence.jsonl"
    told = cli("report", stored, other, stored, "--out", "pages")
    assert told.status == 0
    ids = [c["id"] for c in load(tmp_path / "pages" / "verdicts.json")["claims"]]
    assert sorted(ids) == sorted([CLAIM, "mine/holds", "mine/breaks", "mine/needs"])


def bench(path: Path, started: str, value: float) -> Path:
    """What ``lemmata bench --json`` writes, with one figure."""
    run: dict[str, object] = {
        "version": "0.1.0",
        "device": "cpu",
        "machine": "two cores",
        "started": started,
        "commit": None,
        "python": "3.11",
        "libraries": {},
        "threads": 1,
        "seconds": 1.0,
        "measured": {},
    }
    result = {
        "name": "hunt",
        "value": value,
        "unit": "x",
        "against": "one at a time",
        "instances": 4096,
        "floor_share": None,
    }
    document = {"schema": "lemmata/bench/1", "run": run, "results": [result]}
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_figures_of_benchmarks_stay_with_the_report(cli: Run, stored: Path, tmp_path: Path) -> None:
    files = [bench(tmp_path / f"{k}.json", f"2025-0{k}-01T00:00:00+00:00", float(k)) for k in (3, 4)]
    assert cli("report", stored, "--out", "pages", "--bench", *files).status == 0
    for _ in range(2):
        page = (tmp_path / "pages" / "speed.html").read_text(encoding="utf-8")
        assert "33% more" in page
        assert page.index("2025-04-01") < page.index("2025-03-01")
        assert cli("report", stored, "--out", "pages").status == 0


@pytest.mark.parametrize("content", [None, "", "{}", '{"schema": "lemmata/bench/1"}', "[" * 9999])
def test_what_is_no_benchmark_is_misuse(cli: Run, stored: Path, tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "b.json").write_text(content, encoding="utf-8")
    told = cli("report", stored, "--out", "pages", "--bench", "b.json")
    assert_misuse(told, "b.json")


def test_surprises_of_the_evidence_are_not_the_reports(cli: Run, odd: tuple[Path, Told]) -> None:
    assert cli("report", odd[0] / "evidence.jsonl", "--out", "pages").status == 0


class TestBroken:
    def test_cut_in_half_keeps_the_whole_records(self, cli: Run, stored: Path, tmp_path: Path) -> None:
        data = stored.read_bytes()
        stored.write_bytes(data[: len(data) * 9 // 10])
        kept = data[: len(data) * 9 // 10].count(b"\n")
        told = cli("report", stored, "--out", "pages")
        assert told.status == 0
        assert told.err == (
            f"lemmata: warning: {stored}: the last line is cut off and was dropped; "
            f"{kept} whole records are kept\n"
        )
        (claim,) = load(tmp_path / "pages" / "verdicts.json")["claims"]
        assert claim["readings"]["printed"]["outcome"] == "refuted"

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            ("", ("no whole record in this file", "run the campaign again")),
            ("\n", ("no whole record in this file",)),
            ('{"schema": "lemmata/ev', ("line 1: not JSON",)),
            ("<!DOCTYPE html>\n<html>\n", ("line 1: not JSON",)),
            ('{"schema": "lemmata/evidence/2", "record": "run"}\n', ("'lemmata/evidence/2' is not",)),
            ("\0\0\0", ("line 1: not JSON",)),
        ],
    )
    def test_without_a_whole_record(
        self, cli: Run, tmp_path: Path, content: str, words: tuple[str, ...]
    ) -> None:
        (tmp_path / "e.jsonl").write_text(content, encoding="utf-8")
        assert_misuse(cli("report", "e.jsonl"), "e.jsonl", *words)
        assert not (tmp_path / "reports" / "html" / "index.html").exists()

    def test_in_the_middle(self, cli: Run, stored: Path) -> None:
        lines = stored.read_text(encoding="utf-8").split("\n")
        lines[3] = lines[3][:-20]
        stored.write_text("\n".join(lines), encoding="utf-8")
        assert_misuse(cli("report", stored), f"{stored}, line 4: not JSON")

    def test_in_a_field(self, cli: Run, stored: Path) -> None:
        lines = stored.read_text(encoding="utf-8").split("\n")
        record = json.loads(lines[3])
        lines[3] = json.dumps({**record, "seconds": "long"})
        stored.write_text("\n".join(lines), encoding="utf-8")
        words = ("line 4: fields of a HuntRecord do not fit", "seconds: 'long' is not of type float")
        assert_misuse(cli("report", stored), *words)

    def test_that_would_write_outside_of_the_folder(self, cli: Run, stored: Path, tmp_path: Path) -> None:
        with stored.open("a", encoding="utf-8") as file:
            hunt = HuntRecord(
                claim="../../../x",
                variant="printed",
                role="reading",
                finding=Finding(outcome="refuted"),
                seed=0,
            )
            file.write(json_lines.to_json(hunt) + "\n")
        assert_misuse(cli("report", stored, "--out", "pages"), "'../../../x' is not the id of a claim")
        assert not (tmp_path / "pages" / "witnesses").exists()

    def test_without_a_run(self, cli: Run, tmp_path: Path) -> None:
        files.append(tmp_path / "e.jsonl", [End(1.0, 1)])
        assert_misuse(cli("report", "e.jsonl"), "holds no run")
        (tmp_path / "out").mkdir()
        files.append(tmp_path / "out" / "evidence.jsonl", [End(1.0, 1)])
        assert_misuse(cli("show", CLAIM, "--out", "out"), "no record of a run")
        told = cli("verify", CLAIM, "--only", "refuted", "--out", "out")
        assert_misuse(told, "no record of a run")

    def test_of_a_run_that_was_cut_off_before_its_first_hunt(self, cli: Run, tmp_path: Path) -> None:
        run = RunRecord("0", "quick", 0, "cpu", "machine", "2026-01-01T00:00:00", None, 1e-6)
        files.append(tmp_path / "e.jsonl", [run])
        assert cli("report", "e.jsonl", "--out", "pages").status == 0

    @pytest.mark.parametrize("name", ["none.jsonl", "."])
    def test_that_is_not_there(self, cli: Run, name: str) -> None:
        assert_misuse(cli("report", name), f"{name}: cannot be read")

    def test_that_was_never_made(self, cli: Run) -> None:
        told = cli("report", "--out", "out")
        assert_misuse(told, "there is no evidence in out: run `lemmata verify` first")

    def test_on_resuming(self, cli: Run, stored: Path, tmp_path: Path) -> None:
        lines = stored.read_text(encoding="utf-8").split("\n")
        lines[2] = "{"
        (tmp_path / "out").mkdir()
        path = tmp_path / "out" / "evidence.jsonl"
        path.write_text("\n".join(lines), encoding="utf-8")
        told = cli("verify", CLAIM, "--resume", "--out", "out")
        assert_misuse(told, "evidence.jsonl, line 3: not JSON")
        assert path.read_text(encoding="utf-8") == "\n".join(lines)
