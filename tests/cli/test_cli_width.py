"""Narrow and wide terminals, and pipes: what is printed can be read, and no line is cut without a cue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.helpers import CLAIM, Run, Told, in_terminal, process

LONG = "preconditioned_gradient_descent/theorem-1/proof/decomposition/isotropic"


@pytest.mark.parametrize("columns", [80, 200])
def test_a_list_fits(verified: tuple[Path, Told], tmp_path: Path, columns: int) -> None:
    told = in_terminal("-m", "lemmata", "list", "--out", verified[0], cwd=tmp_path, columns=columns)
    lines = told.out.splitlines()
    assert told.status == 0
    assert all(len(line) <= columns for line in lines[:-1])  # the last one names a folder
    if columns == 80:
        start = lines.index(LONG)
        assert re.match(r"  expectation · .+ · .{10}", lines[start + 1])
        assert re.match(r"  ✗ refuted · probability · Lemma 8 · .{10}", lines[lines.index(CLAIM) + 1])
    else:
        (line,) = [line for line in lines if line.startswith(f"{LONG} ")]
        assert re.match(rf"{LONG}  expectation +\S.* {{2,}}\S", line)


def test_a_short_list_is_a_table_where_there_is_room(verified: tuple[Path, Told], tmp_path: Path) -> None:
    command = ("-m", "lemmata", "list", CLAIM, "--out", verified[0])
    told = in_terminal(*command, cwd=tmp_path, columns=120)
    assert re.match(rf"{CLAIM}  probability  Lemma 8  ✗ refuted  Some of k products", told.out.splitlines()[1])


def test_a_pipe_has_a_row_a_line_and_no_blanks_to_fill_it(cli: Run) -> None:
    for command in (("list",), ("list", "pca")):
        lines = cli(*command).out.splitlines()
        assert all(line.count("\t") == 4 for line in lines)
        assert not any("  " in line or line != line.rstrip() for line in lines)


PROGRESS = """
from lemmata.commands.progress import Display
from lemmata.records.evidence import HuntRecord
from lemmata.records.finding import Finding
record = HuntRecord(
    finding=Finding(outcome="refuted"), claim={claim!r}, variant="printed", role="reading", seed=0
)
with Display() as display:
    display.update(123, 4567, record)
    display.progress.refresh()
"""


@pytest.mark.parametrize("columns", [80, 200])
@pytest.mark.parametrize("claim", [CLAIM, LONG + "/and/more/and/more/and/more"])
def test_the_progress_line_keeps_its_numbers(tmp_path: Path, columns: int, claim: str) -> None:
    told = in_terminal("-c", PROGRESS.format(claim=claim), cwd=tmp_path, columns=columns)
    line = [line for line in told.out.splitlines() if "4567" in line][-1].split("\r")[-1]
    assert len(line) <= columns
    assert re.search(r" 123/4567 +0:00:00$", line.rstrip())
    assert line.startswith("✗ " + claim[:20])
    if claim == CLAIM:
        assert "(printed)" in line
    elif columns == 80:
        assert "…" in line
    else:
        assert claim in line


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 200])
def test_a_run_in_a_terminal(tmp_path: Path, columns: int) -> None:
    command = ("-m", "lemmata", "verify", CLAIM, "--workers", 1, "--out", "out")
    told = in_terminal(*command, cwd=tmp_path, columns=columns)
    assert told.status == 0, told.out
    lines = [line.split("\r")[-1] for line in told.out.splitlines()]
    assert all(len(line) <= columns for line in lines)
    assert "6/6" in told.out
    assert any(re.match(rf"{CLAIM} +✗ refuted \(genuine\)", line) for line in lines)
    assert "report: out/index.html" in lines


@pytest.mark.slow
def test_a_run_in_a_pipe_has_no_progress_and_no_filling(tmp_path: Path) -> None:
    told = process("verify", "pca/lemma-8*", "--workers", 1, "--out", "out", "--all", cwd=tmp_path)
    assert told.status == 0
    assert told.err == ""
    assert all(line == line.rstrip() for line in told.out.splitlines())
