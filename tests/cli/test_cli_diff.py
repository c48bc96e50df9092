"""``lemmata diff``: exit status, page, JSON, accepted verdicts, and what it refuses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from lemmata.records import evidence, files
from lemmata.records.evidence import HuntRecord, Record
from tests.cli.helpers import Run, Told, assert_misuse, load
from tests.composed import changed
from tests.quality.test_quality_fuzz import BENCH, RECORDS, written


def survivor(record: Record) -> Record:
    """The records of a run in which the mutant ``half`` was not noticed."""
    if isinstance(record, HuntRecord) and record.variant == "half":
        return changed(record, outcome="holds", evidence="probed", witness=None)
    return record


def write(path: Path, records: Iterable[Record]) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    files.append(path, records)
    return path


@pytest.fixture
def runs(tmp_path: Path) -> None:
    """Two runs, the second one with a surprise."""
    write(tmp_path / "old.jsonl", RECORDS)
    write(tmp_path / "new.jsonl", map(survivor, RECORDS))


def test_two_runs_that_agree(cli: Run, runs: None) -> None:
    told = cli("diff", "old.jsonl", "old.jsonl")
    assert told.status == 0
    assert "2 compared, 0 changes, 0 regressions" in told.out


def test_a_regression_is_named_and_counts(cli: Run, runs: None, tmp_path: Path) -> None:
    told = cli("diff", "old.jsonl", "new.jsonl", "--json", "d.json", "--out", "page")
    assert told.status == 1
    assert "✗ worse" in told.out
    assert "mine/a mutant 'half'" in told.out
    assert "it survives" in told.out
    document = load(tmp_path / "d.json")
    schema = resources.files("lemmata") / "schemas" / "diff-1.json"
    jsonschema.validate(document, json.loads(schema.read_text("utf-8")))
    assert document["regressions"] == 2  # and the check does not discriminate any more
    page = (tmp_path / "page" / "diff.html").read_text(encoding="utf-8")
    assert "mutant &#39;half&#39;" in page
    assert "2 regressions" in page
    assert "index.html" not in page  # there is none beside it
    assert (tmp_path / "page" / "style.css").exists()
    assert cli("diff", "new.jsonl", "old.jsonl").status == 0, "what was mended is no regression"


def test_as_markdown_for_a_comment(cli: Run, runs: None, tmp_path: Path) -> None:
    assert cli("diff", "old.jsonl", "new.jsonl", "--markdown", "d.md").status == 1
    text = (tmp_path / "d.md").read_text(encoding="utf-8")
    assert text.startswith("**2 compared, ")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows[1] == "| " + " | ".join(["---"] * 6) + " |"
    assert any("✗ worse" in row and "mine/a mutant 'half'" in row for row in rows)
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 7 for row in rows)


def test_real_runs_and_the_page_beside_a_report(cli: Run, verified: tuple[Path, Told], tmp_path: Path) -> None:
    out, _ = verified
    verdicts = json.loads((out / "verdicts.json").read_text(encoding="utf-8"))
    verdicts["claims"][0]["readings"]["amended"]["evidence"] = "proved"
    (tmp_path / "old.json").write_text(json.dumps(verdicts), encoding="utf-8")
    assert cli("diff", out, out).status == 0
    assert cli("diff", out / "evidence.jsonl", out / "verdicts.json").status == 0
    assert cli("report", out / "evidence.jsonl", "--out", "pages").status == 0
    told = cli("diff", "old.json", out, "--out", "pages")
    assert told.status == 1
    assert "the evidence is weaker" in told.out
    assert f"page: {Path('pages') / 'diff.html'}" in told.out
    page = (tmp_path / "pages" / "diff.html").read_text(encoding="utf-8")
    assert 'href="claims/pca/lemma-8.html"' in page
    assert 'href="index.html"' in page


def test_benchmarks(cli: Run, tmp_path: Path) -> None:
    slow: dict[str, Any] = json.loads(json.dumps(BENCH))
    slow["results"][0]["value"] = 1.0
    for name, document in (("fast.json", BENCH), ("slow.json", slow)):
        (tmp_path / name).write_bytes(written(document))
    told = cli("diff", "fast.json", "slow.json", "--out", "page")
    assert told.status == 1
    assert "worse by more than a factor of 1.5" in told.out
    assert "2 x" in (tmp_path / "page" / "diff.html").read_text(encoding="utf-8")
    assert cli("diff", "slow.json", "fast.json").status == 0


def test_runs_of_several_versions_say_so(cli: Run, runs: None, tmp_path: Path) -> None:
    (run, *others) = RECORDS
    assert isinstance(run, evidence.Run)
    later = replace(run, version="0.2.0", started="2026-02-01T00:00:00")
    write(tmp_path / "both.jsonl", [*RECORDS, later, *others])
    told = cli("diff", "old.jsonl", "both.jsonl", "--out", "page")
    assert "version 0.1.0 and version 0.2.0" in told.out
    assert "new merges runs of several versions" in told.out
    page = (tmp_path / "page" / "diff.html").read_text(encoding="utf-8")
    assert "merged from runs of versions 0.1.0 and 0.2.0" in page


class TestAccepted:
    def test_a_change_fails_until_it_is_accepted(self, cli: Run, tmp_path: Path) -> None:
        weaker = [
            changed(r, evidence="probed") if isinstance(r, HuntRecord) and r.variant == "amended" else r
            for r in RECORDS
        ]
        write(tmp_path / "old.jsonl", RECORDS)
        write(tmp_path / "new.jsonl", weaker)
        told = cli("diff", "accepted.json", "old.jsonl", "--accept")
        assert (told.status, told.out) == (0, "accepted: 2 claims in accepted.json\n")
        assert cli("diff", "accepted.json", "old.jsonl").status == 0
        told = cli("diff", "accepted.json", "new.jsonl")
        assert told.status == 1
        assert "lemmata diff accepted.json new.jsonl --accept" in told.out
        before = (tmp_path / "accepted.json").read_text(encoding="utf-8").splitlines()
        told = cli("diff", "accepted.json", "new.jsonl", "--accept")
        assert told.out.startswith("- `mine/a`, amended: exact → probed.\n")
        after = (tmp_path / "accepted.json").read_text(encoding="utf-8").splitlines()
        assert sum(a != b for a, b in zip(before, after, strict=True)) == 1
        assert cli("diff", "accepted.json", "new.jsonl").status == 0

    def test_a_surprise_cannot_be_accepted(self, cli: Run, runs: None, tmp_path: Path) -> None:
        told = cli("diff", "accepted.json", "new.jsonl", "--accept")
        assert_misuse(told, "new.jsonl: 1 surprise cannot be accepted", "'half' survived")
        assert not (tmp_path / "accepted.json").exists()

    def test_only_accepted_verdicts_are_rewritten(self, cli: Run, runs: None, tmp_path: Path) -> None:
        before = (tmp_path / "old.jsonl").read_bytes()
        told = cli("diff", "old.jsonl", "old.jsonl", "--accept")
        assert_misuse(told, "--accept rewrites accepted verdicts only, not verdicts")
        assert (tmp_path / "old.jsonl").read_bytes() == before
        (tmp_path / "b.json").write_bytes(written(BENCH))
        assert_misuse(cli("diff", "a.json", "b.json", "--accept"), "wants the verdicts of a run")

    def test_a_part_of_another_run_is_not_accepted(self, cli: Run, tmp_path: Path) -> None:
        (run, *others) = RECORDS
        assert isinstance(run, evidence.Run)
        write(tmp_path / "old.jsonl", RECORDS)
        write(tmp_path / "new.jsonl", [replace(run, seed=7), *others])
        assert cli("diff", "a.json", "old.jsonl", "--accept").status == 0
        told = cli("diff", "a.json", "new.jsonl", "--accept")
        assert_misuse(told, "a.json was accepted with profile quick, seed 0; run all claims")

    def test_the_repository_keeps_its_own(self, cli: Run) -> None:
        """What `tox -e verify` compares a run with; only a run says whether it is up to date."""
        path = Path(__file__).parents[2] / "theorems" / "accepted.json"
        assert cli("diff", path, path).status == 0
        kept = load(path)
        assert (kept["profile"], kept["seed"]) == ("quick", 0)
        topics = {claim.partition("/")[0] for claim in kept["claims"]}
        assert topics == {p.parent.name for p in path.parent.glob("*/coverage.tsv")}


class TestMisuse:
    @pytest.mark.parametrize("sides", [("none.json", "old.jsonl"), ("old.jsonl", "none.json")])
    def test_what_is_not_there(self, cli: Run, runs: None, sides: tuple[str, str]) -> None:
        assert_misuse(cli("diff", *sides), "none.json: cannot be read (No such file or directory)")

    def test_a_folder_without_a_run(self, cli: Run, runs: None, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        assert_misuse(cli("diff", "old.jsonl", "empty"), "empty: holds neither verdicts.json nor")

    def test_benchmarks_against_verdicts(self, cli: Run, runs: None, tmp_path: Path) -> None:
        (tmp_path / "b.json").write_bytes(written(BENCH))
        told = cli("diff", "old.jsonl", "b.json")
        assert_misuse(told, "old.jsonl holds verdicts, b.json holds benchmarks: compare like")

    def test_outputs_that_cannot_be_written(self, cli: Run, runs: None, tmp_path: Path) -> None:
        told = cli("diff", "old.jsonl", "old.jsonl", "--out", "old.jsonl")
        assert_misuse(told, "--out old.jsonl: cannot be written")
        told = cli("diff", "old.jsonl", "old.jsonl", "--json", "none/d.json")
        assert_misuse(told, "--json none/d.json: cannot be written")

    @pytest.mark.parametrize("arguments", [(), ("old.jsonl",), ("a", "b", "c")])
    def test_the_number_of_sides(self, cli: Run, arguments: tuple[str, ...]) -> None:
        told = cli("diff", *arguments)
        assert_misuse(told, "lemmata diff: ", "`lemmata diff --help` shows all")


def test_no_torch_is_imported(runs: None, tmp_path: Path) -> None:
    code = (
        "import sys; from lemmata.commands.cli import main; "
        "main(['diff', 'old.jsonl', 'new.jsonl', '--out', 'page']); "
        "sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path, timeout=300, check=False).returncode == 0
