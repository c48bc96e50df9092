"""Help, version, ``list`` and ``show``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import lemmata
from lemmata.records.notation import spoken
from lemmata.run import registry
from tests.cli.helpers import CLAIM, SMALL, Run, Told, environment

COMMANDS = ("list", "show", "verify", "report", "replay")


class TestHelp:
    def test_is_printed_without_arguments_and_the_status_is_misuse(self, cli: Run) -> None:
        told = cli()
        assert told.status == 2
        assert told.out == ""
        assert all(command in told.err for command in COMMANDS)

    def test_is_printed_when_asked_for(self, cli: Run) -> None:
        told = cli("--help")
        assert told.status == 0
        assert all(command in told.out for command in COMMANDS)

    @pytest.mark.parametrize("command", COMMANDS)
    def test_of_each_command(self, cli: Run, command: str) -> None:
        told = cli(command, "--help")
        assert told.status == 0
        assert f"usage: lemmata {command}" in told.out

    def test_the_options_of_verify_are_those_of_the_contract(self, cli: Run) -> None:
        out = cli("verify", "--help").out
        for option in (
            "--profile {brief,quick,standard,deep}",
            "--seed SEED",
            "--device auto|cpu|cuda[:i]",
            "--workers N|auto",
            "--limit SECONDS",
            "--out DIR",
            "--json FILE",
            "--only {refuted,undecided}",
            "--resume",
            "--strict",
        ):
            assert option in out


class TestVersion:
    def test_in_this_process(self, cli: Run) -> None:
        assert cli("--version") == Told(0, f"lemmata {lemmata.__version__}\n", "")

    def test_of_the_console_script(self) -> None:
        script = Path(sys.executable).with_name("lemmata")
        if not script.exists():
            pytest.skip(f"no console script beside {sys.executable}")
        done = subprocess.run(
            [script, "--version"], capture_output=True, text=True, check=True, env=environment()
        )
        assert done.stdout == f"lemmata {lemmata.__version__}\n"


KINDS = ("forall", "probability", "expectation", "rate", "experiment")


class TestList:
    def test_has_a_line_for_each_claim(self, cli: Run) -> None:
        told = cli("list")
        assert told.status == 0
        for claim in registry.load().claims.values():
            (cells,) = [ln.split("\t") for ln in told.out.splitlines() if ln.split("\t")[0] == claim.id]
            assert cells[1:4] == [claim.kind.name, claim.label, ""]  # there is no run
            assert cells[4][:20] == spoken(claim.summary)[:20]

    def test_as_json_is_the_contract(self, cli: Run) -> None:
        told = cli("list", "--json")
        document = json.loads(told.out)
        assert set(document) == {"schema", "claims"}
        assert document["schema"] == "lemmata/claims/1"
        assert {CLAIM, "sparse_recovery/theorem-4.1"} <= {c["id"] for c in document["claims"]}
        for claim in document["claims"]:
            assert list(claim) == ["id", "kind", "label", "paper", "summary"]
            assert all(isinstance(v, str) and v for v in claim.values())
            assert claim["kind"] in KINDS

    @pytest.mark.parametrize(
        ("select", "ids"),
        [
            ([CLAIM], [CLAIM]),
            (["pca/lemma-8*"], ["pca/lemma-8/tail", CLAIM]),
            (["pca/*emma-8", CLAIM], [CLAIM]),
            (["*/theorem-4.1", CLAIM], [CLAIM, "sparse_recovery/theorem-4.1"]),
        ],
    )
    def test_of_a_selection(self, cli: Run, select: list[str], ids: list[str]) -> None:
        told = cli("list", "--json", *select)
        assert sorted(c["id"] for c in json.loads(told.out)["claims"]) == sorted(ids)

    def test_of_a_topic(self, cli: Run) -> None:
        ids = [c["id"] for c in json.loads(cli("list", "--json", "pca").out)["claims"]]
        assert CLAIM in ids
        assert all(i.startswith("pca/") for i in ids)

    def test_of_an_installed_claim_file(self, cli: Run) -> None:
        file = registry.load().claim(CLAIM).file
        ids = [c["id"] for c in json.loads(cli("list", "--json", file).out)["claims"]]
        assert ids == ["pca/lemma-8/tail", CLAIM]

    def test_of_a_claim_file_of_ones_own(self, cli: Run, tmp_path: Path) -> None:
        (tmp_path / "claim.py").write_text(SMALL, encoding="utf-8")
        claims = json.loads(cli("list", "--json", "claim.py").out)["claims"]
        assert [c["id"] for c in claims] == ["mine/holds", "mine/breaks", "mine/needs"]
        assert claims[0]["summary"] == "A number between 0 and 1 is at most 1"
        assert claims[1]["summary"] == "Claims of a test"
        assert claims[0]["paper"] == "key"


class TestShow:
    def test_a_claim_in_full(self, cli: Run) -> None:
        told = cli("show", CLAIM)
        assert told.status == 0
        claim = registry.load().claim(CLAIM)
        for text in (
            claim.id,
            claim.label,
            claim.paper.citation,
            claim.paper.source,
            spoken(claim.description),
            "printed, expected: refuted",
            "amended, expected: holds",
            "defect: statement",
            *(reading.latex for reading in claim.readings.values()),
            *(spoken(reading.because) for reading in claim.readings.values()),
            *claim.mutants,
            "evaluated (theorems/pca/lemma_8.py:",
            "uses: pca/lemma-8/tail",
            f"not verified yet in this folder: lemmata verify {CLAIM}",
        ):
            assert text in told.out

    def test_a_topic_with_its_coverage(self, cli: Run) -> None:
        told = cli("show", "pca")
        assert told.status == 0
        assert CLAIM in told.out
        assert "rows of the source have a claim" in told.out

    def test_coverage_counts_claims_that_exist(
        self, cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for claim in ("theorem-1", "theorem-2"):
            assert cli("new", "covered_topic", claim).status == 0
        told = cli("show", "covered_topic")
        assert "coverage: 2 of 2 rows" in told.out and "coverage.tsv names" not in told.out
        coverage = tmp_path / "covered_topic" / "coverage.tsv"
        coverage.write_text(coverage.read_text().replace("theorem-2,", "theorem-3,"), encoding="utf-8")
        told = cli("show", "covered_topic")
        assert "coverage.tsv names covered_topic/theorem-3, which no file holds" in told.out
        assert "no row of coverage.tsv names covered_topic/theorem-2\n" in told.out
        coverage.write_text(coverage.read_text().replace("theorem-2/", "theorem-3/"), encoding="utf-8")
        assert "coverage: 1 of 2 rows" in cli("show", "covered_topic").out

    def test_a_waived_mutant_has_its_reason(self, cli: Run, tmp_path: Path) -> None:
        text = SMALL + 'holds.waive("half the limit", because="as good as the whole")\n'
        (tmp_path / "claim.py").write_text(text, encoding="utf-8")
        assert "half the limit  (waived: as good as the whole)" in cli("show", "claim.py").out

    def test_an_id_and_its_file(self, cli: Run, tmp_path: Path) -> None:
        (tmp_path / "claim.py").write_text(SMALL, encoding="utf-8")
        every, one = cli("show", "claim.py").out, cli("show", "mine/holds", "claim.py").out
        assert one.startswith("mine/holds  (forall)") and "mutants:" in one
        assert every.startswith(one) and every != one
        assert cli("show", "mine/holds", "claim").status == 2  # that is no file

    def test_the_last_verdict(self, cli: Run, verified: tuple[Path, Told]) -> None:
        told = cli("show", CLAIM, "--out", verified[0])
        assert "last verdict:\n  printed: refuted (" in told.out
        assert "witness: witnesses/pca/lemma-8.printed.json" in told.out
        assert "mutants: 4 of 4 killed" in told.out

    def test_an_experiment_says_what_it_runs(self, cli: Run) -> None:
        told = cli("show", "preconditioned_gradient_descent/figure-1/loss").out
        assert "lemmata verify preconditioned_gradient_descent/figure-1/loss --profile standard: n = 20" in told
        assert "spread: of the Gaussian start" in told and "for all\n" not in told

    def test_what_the_extraction_may_have_garbled_is_said(self, cli: Run) -> None:
        assert "may have garbled this" in cli("show", "sparse_recovery/lemma-2").out


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, "-m", "lemmata", "list"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0
