"""``lemmata verify`` from end to end: verdicts, witnesses, resuming, surprises, exit status."""

from __future__ import annotations

import json
import shutil
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

from lemmata.records import files
from tests.cli.helpers import CLAIM, Run, Told, assert_misuse, hunts, load, timeless, witnesses


def validate(path: Path) -> None:
    schema = resources.files("lemmata") / "schemas" / "verdicts-1.json"
    jsonschema.validate(load(path), json.loads(schema.read_text("utf-8")))


class TestOneClaim:
    def test_as_expected_is_status_0(self, verified: tuple[Path, Told]) -> None:
        _, told = verified
        assert told.status == 0, told.err
        assert "Traceback" not in told.err
        assert "refuted (genuine)" in told.out
        assert "1 claim, " in told.out
        assert "0 surprises" in told.out

    def test_ends_with_the_path_of_the_report(self, verified: tuple[Path, Told]) -> None:
        out, told = verified
        assert told.out.splitlines()[-1] == f"report: {out / 'index.html'}"
        assert CLAIM in (out / "index.html").read_text(encoding="utf-8")
        assert (out / "claims" / f"{CLAIM}.html").is_file()

    def test_the_document_is_valid_and_says_what_was_found(self, verified: tuple[Path, Told]) -> None:
        out, _ = verified
        document = load(out.parent / "v.json")
        validate(out.parent / "v.json")
        assert load(out / "verdicts.json") == document
        (claim,) = document["claims"]
        assert document["schema"] == "lemmata/verdicts/1"
        assert document["run"]["profile"] == "quick"
        assert document["run"]["seed"] == 0
        assert claim["id"] == CLAIM
        assert claim["defect"] == "statement"
        assert {n: r["outcome"] for n, r in claim["readings"].items()} == {
            "printed": "refuted",
            "amended": "holds",
        }
        assert {m["fate"] for m in claim["mutants"]} == {"killed"}
        assert claim["discriminating"]
        assert claim["surprises"] == []

    def test_the_evidence_is_complete(self, verified: tuple[Path, Told]) -> None:
        out, _ = verified
        seen = files.read(out / "evidence.jsonl")
        assert len(seen.hunts) == 2 + 4
        assert len(seen.runs) == len(seen.ends) == 1

    def test_the_witness_is_where_the_document_says_and_replays(
        self, cli: Run, verified: tuple[Path, Told]
    ) -> None:
        out, _ = verified
        (claim,) = load(out.parent / "v.json")["claims"]
        told = cli("replay", out / claim["readings"]["printed"]["witness"])
        assert told.status == 0
        assert f"{CLAIM} (printed): confirmed" in told.out
        assert claim["readings"]["amended"]["witness"] is None


class TestSameSeed:
    @pytest.mark.slow
    def test_two_workers_see_what_one_sees(self, cli: Run, verified: tuple[Path, Told], tmp_path: Path) -> None:
        told = cli("verify", CLAIM, "--workers", 2, "--out", "two")
        assert told.status == 0
        one, two = verified[0], tmp_path / "two"
        assert timeless(load(one / "verdicts.json")) == timeless(load(two / "verdicts.json"))
        assert witnesses(one) == witnesses(two) != {}
        for key, hunt in hunts(one).items():
            assert {**hunts(two)[key], "seconds": 0} == {**hunt, "seconds": 0}

    @pytest.mark.slow
    def test_a_resumed_run_sees_what_a_whole_one_sees(
        self, cli: Run, verified: tuple[Path, Told], tmp_path: Path
    ) -> None:
        out = tmp_path / "cut"
        out.mkdir()
        lines = (verified[0] / "evidence.jsonl").read_text(encoding="utf-8").split("\n")
        whole = 1 + 1 + 1 + 3  # run, paper, claim, three hunts
        (out / "evidence.jsonl").write_text(
            "\n".join(lines[:whole]) + "\n" + lines[whole][: len(lines[whole]) // 2], encoding="utf-8"
        )
        told = cli("verify", CLAIM, "--resume", "--out", out)
        assert told.status == 0
        assert "evidence.jsonl: the last line is cut off and was dropped" in told.err
        assert f"{whole} whole records are kept" in told.err
        assert timeless(load(verified[0] / "verdicts.json")) == timeless(load(out / "verdicts.json"))
        assert witnesses(verified[0]) == witnesses(out)
        kept = list(hunts(verified[0]).values())[:3]
        assert list(hunts(out).values())[:3] == kept  # with their seconds: they were not run again
        assert len(hunts(out)) == 6

    def test_a_finished_run_is_not_run_again(
        self, cli: Run, verified: tuple[Path, Told], tmp_path: Path
    ) -> None:
        out = Path(shutil.copytree(verified[0], tmp_path / "again"))
        assert cli("verify", CLAIM, "--resume", "--out", out).status == 0
        assert hunts(out) == hunts(verified[0])
        assert load(out / "verdicts.json")["claims"] == load(verified[0] / "verdicts.json")["claims"]

    @pytest.mark.parametrize("changed", [["--seed", 1], ["--profile", "standard"]])
    def test_another_run_cannot_be_resumed(
        self, cli: Run, verified: tuple[Path, Told], tmp_path: Path, changed: list[object]
    ) -> None:
        out = Path(shutil.copytree(verified[0], tmp_path / "other"))
        told = cli("verify", CLAIM, "--resume", "--out", out, *changed)
        assert_misuse(told, "holds a run with another profile or seed", "without --resume")
        assert hunts(out) == hunts(verified[0])

    @pytest.mark.slow
    def test_evidence_of_another_source_is_not_resumed(
        self, cli: Run, small: tuple[Path, Path, Told], tmp_path: Path
    ) -> None:
        file, out = tmp_path / "edited.py", Path(shutil.copytree(small[1], tmp_path / "edited"))
        text = small[0].read_text(encoding="utf-8")
        file.write_text(text, encoding="utf-8")
        assert cli("verify", file, "--out", out).status == 0
        before = hunts(out)
        file.write_text(f"{text}\n# another check\n", encoding="utf-8")
        told = cli("verify", file, "--resume", "--out", out)
        assert_misuse(told, "holds a run of another source of", "edited", "without --resume")
        file.write_text(text, encoding="utf-8")
        assert cli("verify", file, "--resume", "--out", out).status == 0
        assert hunts(out) == before

    def test_nothing_to_resume_is_a_fresh_run(self, small: tuple[Path, Path, Told]) -> None:
        _, out, told = small  # it was run with --resume
        assert told.status == 0
        assert len(files.read(out / "evidence.jsonl").runs) == 1


OPEN = '''"""An open question."""

from lemmata import Margin, amended, at_most, dims, mutants, printed, theorem


@theorem("Conjecture 1", n=dims(1, 6, most=6))
@printed(r"$n \\le c$ for the least c.", open="Nobody knows the least c.")
@amended(r"$n \\le 6$.", adds="c = 6", limit=6)
@mutants(five=dict(limit=5))
def small(n: int, limit: int = 0) -> Margin:
    """Small numbers are small."""
    return at_most(n, limit)
'''


def test_what_is_open_is_not_hunted_and_no_warning(cli: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "open.py", tmp_path / "out"
    file.write_text(OPEN, encoding="utf-8")
    told = cli("verify", file, "--strict", "--out", out)
    assert told.status == 0, told.out
    assert "undecided: open" not in told.out
    claim = load(out / "verdicts.json")["claims"][0]
    assert claim["readings"]["printed"]["outcome"] == "undecided"
    assert claim["readings"]["printed"]["settings"] in (0, None)
    assert "Nobody knows the least c" in claim["found"]
    assert claim["readings"]["amended"]["outcome"] == "holds"


class TestUndecided:
    """A claim that needs a package which is not there."""

    def again(self, cli: Run, small: tuple[Path, Path, Told], to: Path, *more: object) -> Told:
        file, out, _ = small
        shutil.copytree(out, to)
        return cli("verify", file, "--resume", "--out", to, *more)

    def test_is_no_surprise(self, small: tuple[Path, Path, Told]) -> None:
        _, out, told = small
        assert told.status == 0, told.err
        reason = "solver-of-tests is not installed: pip install solver-of-tests"
        assert f"undecided: mine/needs (printed): {reason}" in told.out
        claims = {c["id"]: c for c in load(out / "verdicts.json")["claims"]}
        assert claims["mine/needs"]["readings"]["printed"]["outcome"] == "undecided"
        assert claims["mine/needs"]["readings"]["printed"]["scope"] == reason
        assert claims["mine/holds"]["discriminating"]
        assert claims["mine/breaks"]["readings"]["printed"]["outcome"] == "refuted"
        validate(out / "verdicts.json")

    def test_is_status_3_if_strict(self, cli: Run, small: tuple[Path, Path, Told], tmp_path: Path) -> None:
        assert self.again(cli, small, tmp_path / "o", "--strict").status == 3

    @pytest.mark.parametrize(("outcome", "ids"), [("refuted", ["mine/breaks"]), ("undecided", ["mine/needs"])])
    def test_only_what_was_so_last_time(
        self, cli: Run, small: tuple[Path, Path, Told], tmp_path: Path, outcome: str, ids: list[str]
    ) -> None:
        told = self.again(cli, small, tmp_path / "o", "--only", outcome)
        assert told.status == 0
        assert [c["id"] for c in load(tmp_path / "o" / "verdicts.json")["claims"]] == ids

    def test_only_after_no_run_is_misuse(self, cli: Run) -> None:
        told = cli("verify", CLAIM, "--only", "refuted", "--out", "none")
        assert_misuse(told, "--only refuted", "no earlier run in none", "run without it")

    def test_only_of_none_is_misuse(self, cli: Run, verified: tuple[Path, Told]) -> None:
        told = cli("verify", CLAIM, "--only", "undecided", "--out", verified[0])
        assert_misuse(told, "no selected claim was undecided")
        assert hunts(verified[0]) != {}

    def test_a_witness_of_a_claim_file_is_written(self, small: tuple[Path, Path, Told]) -> None:
        _, out, _ = small
        witness = load(out / "witnesses" / "mine" / "breaks.printed.json")
        assert witness["claim"] == "mine/breaks"
        assert witness["setting"] == {"t": 0}
        assert witness["prompt"] == {"x": [0, 0]}

    def test_the_lines_of_a_claim_file_name_it(self, small: tuple[Path, Path, Told]) -> None:
        file, out, _ = small
        page = (out / "claims" / "mine" / "breaks.html").read_text(encoding="utf-8")
        assert f"lemmata verify {file} " in page
        assert f"mine/breaks.printed.json {file}<" in " ".join(page.split())


class TestSurprises:
    def test_are_status_1_and_nothing_is_lost(self, odd: tuple[Path, Told]) -> None:
        out, told = odd
        assert told.status == 1
        assert "Traceback" not in told.err
        assert told.out.splitlines()[-1] == "report: out/index.html"
        assert ", 7 surprises\n" in told.out
        validate(out / "verdicts.json")
        assert (out / "index.html").is_file()

    @pytest.mark.parametrize(
        ("name", "surprise"),
        [
            ("wrong", "printed refuted, expected holds"),
            ("right", "printed holds, expected refuted"),
            ("raises", "printed: IndexError: list index out of range (odd.py:"),
            ("nan", "printed: the check returned NaN at setting {'t': 0}"),
            ("boolean", "printed: TypeError: the check returned bool; a check returns a Margin"),
            ("toothless", "the mutant 'a larger limit' survived: holds on "),
            ("broken-mutant", "the mutant 'divides by zero' is invalid: ZeroDivisionError"),
        ],
    )
    def test_are_told_on_the_screen_and_in_the_document(
        self, odd: tuple[Path, Told], name: str, surprise: str
    ) -> None:
        out, told = odd
        claims = {c["id"]: c for c in load(out / "verdicts.json")["claims"]}
        (line,) = claims[f"mine/{name}"]["surprises"]
        assert surprise in line
        assert not claims[f"mine/{name}"]["discriminating"]
        # the table is not cut to a width, the lines below it are not wrapped
        assert f"surprise: mine/{name}: {line}" in told.out

    def test_of_a_refuted_reading_names_its_witness(self, odd: tuple[Path, Told]) -> None:
        witness = "witnesses/mine/wrong.printed.json"
        assert f"wrong: printed refuted, expected holds (witness: {witness})\n" in odd[1].out
        assert (odd[0] / witness).is_file()

    def test_mutants_are_read_with_their_reading(self, odd: tuple[Path, Told]) -> None:
        rows = {line.split()[0]: line for line in odd[1].out.splitlines() if "/" in line}
        assert "0/0 (reading refuted)" in rows["mine/wrong"]
        assert "1/2 does not discriminate" in rows["mine/toothless"]

    def test_leave_the_others_alone(self, odd: tuple[Path, Told]) -> None:
        claims = {c["id"]: c for c in load(odd[0] / "verdicts.json")["claims"]}
        assert claims["mine/holds"]["surprises"] == []
        assert claims["mine/holds"]["readings"]["printed"]["outcome"] == "holds"
        fates = {m["name"]: m["fate"] for m in claims["mine/toothless"]["mutants"]}
        assert fates == {"a larger limit": "survived", "a smaller limit": "killed"}

    def test_do_not_cost_the_run_before(self, odd: tuple[Path, Told]) -> None:
        before = odd[0] / "evidence.previous.jsonl"
        assert before.read_text(encoding="utf-8") == "an earlier run"
        assert len(files.read(odd[0] / "evidence.jsonl").runs) == 1

    def test_stand_on_the_page(self, odd: tuple[Path, Told]) -> None:
        page = (odd[0] / "claims" / "mine" / "nan.html").read_text(encoding="utf-8")
        assert "the check returned NaN" in page
