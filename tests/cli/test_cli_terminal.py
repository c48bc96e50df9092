"""Text of others in a terminal: neither Rich's markup nor the terminal's own commands are obeyed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from lemmata.commands import summary, terminal
from lemmata.records.json_lines import to_json
from tests.cli.helpers import SMALL, Run
from tests.quality.test_quality_fuzz import CONTROL, RECORDS, judged

RED = "\x1b[31mred\x1b[0m [bold]loud[/bold] \u202egnp.exe"
HOSTILE = (
    SMALL.split("holds = claim")[0].replace('"Author"', repr(RED)).replace('"Title"', repr(RED))
    + f"""
nasty = claim({RED!r})
nasty.printed({RED!r}, expect="refuted", defect="typo", because={RED!r})(lambda t: at_most(t, 1))
"""
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, Łojasiewicz, ∞\ttab\nline", "plain, Łojasiewicz, ∞\ttab\nline"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("a\rb\x08c\x00", "a\\rb\\x08c\\x00"),
        ("\x9b31m\x7f", "\\x9b31m\\x7f"),
        ("\u202egnp.exe\u2066", "\\u202egnp.exe\\u2066"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_a_terminal_would_obey_is_written_out(text: str, shown: str) -> None:
    assert terminal.shown(text) == shown


def test_a_line_of_others_cannot_pass_for_two() -> None:
    assert terminal.line("wrong\nlemmata: all is well\r\nreport: x") == ("wrong lemmata: all is well report: x")


@pytest.mark.parametrize("command", ["list", "show"])
def test_a_claim_that_is_hostile(cli: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "claim.py").write_text(HOSTILE, encoding="utf-8")
    told = cli(command, "claim.py")
    assert told.status == 0, told.err
    assert "\\x1b[31mred" in told.out
    assert "[bold]loud[/bold]" in told.out
    assert not CONTROL.search(told.out)


def test_evidence_that_is_hostile(cli: Run, tmp_path: Path) -> None:
    lines = [json.loads(to_json(record)) for record in RECORDS]
    lines[0]["version"] = RED
    (tmp_path / "e.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    told = cli("diff", "e.jsonl", "e.jsonl")
    assert told.status == 0
    assert "version \\x1b[31mred" in told.out
    assert not CONTROL.search(told.out + told.err)


def test_misuse_that_quotes(cli: Run) -> None:
    told = cli("show", RED)
    assert told.status == 2
    assert not CONTROL.search(told.err)


def test_surprises_that_are_hostile(capsys: pytest.CaptureFixture[str]) -> None:
    surprising = {("mine/a", "printed"): [RED + "\nreport: elsewhere"]}
    summary.show(replace(judged(), surprising=surprising, undecided=(RED,)), summary.Context())
    out = capsys.readouterr().out
    assert "surprise: mine/a: \\x1b[31mred\\x1b[0m [bold]loud[/bold]" in out
    assert "\nreport:" not in out
    assert "undecided: \\x1b[31mred" in out
    assert not CONTROL.search(out)
