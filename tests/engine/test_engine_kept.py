"""Kept runs: what an experiment measured is shown, dated, by the runs that leave it out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lemmata.claims.claim import Claim
from lemmata.commands.cli import main
from lemmata.records import codec, files, kept
from lemmata.records.evidence import Evidence, EvidenceError
from lemmata.records.figures import FigureRecord, Series
from lemmata.records.judging import judge
from lemmata.records.verdicts import from_json
from tests.composed import changed

CLAIM = '''
"""An experiment."""
import torch
from lemmata import Experiment, FigureRecord, Paper, Series, at_most, mutants, printed, theorem

PAPER = Paper("mine", "Title", "Author", 2026, "key", "p. 1")

def run():
    return dict(loss=torch.tensor([0.5, 0.6, 0.55], dtype=torch.float64))

@theorem(PAPER, "Figure 1", kind=Experiment(run, standard=dict(n=3), paper={"loss": "about 1/2"}))
@printed("The loss is at most 1.")
@mutants(half=dict(limit=0.25))
def small(loss, limit=1.0):
    """It learns."""
    return at_most(loss, limit).report(loss=loss)

@small.figure
def figure():
    x = [float(k) for k in range(500)]
    return FigureRecord("Loss", "step", "loss", "", (Series("loss", x, [1 / (3 + k) for k in x]),))
'''


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a topic with an experiment; a single file has no folder of its own."""
    folder = tmp_path_factory.mktemp("topic")
    (folder / "figure_1.py").write_text(CLAIM)
    with pytest.MonkeyPatch.context() as patch:
        path = property(lambda claim: folder / "runs" / f"{claim.slug}.jsonl")
        patch.setattr(Claim, "kept_run", path)
        yield folder


def verified(package: Path, out: Path, *options: str) -> Evidence:
    assert main(["verify", str(package / "figure_1.py"), "--workers", "1", "--out", str(out), *options]) == 0
    return files.read(out / "evidence.jsonl")


@pytest.fixture(scope="module")
def measured(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    return verified(package, tmp_path_factory.mktemp("standard"), "--profile", "standard", "--keep-runs")


@pytest.mark.slow
def test_a_kept_run_is_small_evidence_of_one_claim(measured: Evidence, tmp_path: Path) -> None:
    path = tmp_path / "runs" / "figure-1.jsonl"
    (name,) = kept.ran(measured)
    kept.write(measured, name, path)
    again = kept.read(path)
    assert (again.claim, again.run.profile) == (name, "standard")
    assert again.source_digest == measured.claims[name].source_digest
    (series,) = again.figures[0].series
    assert (series.x[0], series.x[-1], len(series.x)) == (0, 499, kept.POINTS)
    assert series.y[0] == 0.333333
    assert path.stat().st_size < 12_000


@pytest.mark.slow
def test_what_was_not_run_is_not_kept(measured: Evidence, tmp_path: Path) -> None:
    (name,) = measured.claims
    idle = replace(measured, hunts={k: changed(h, outcome="not-run") for k, h in measured.hunts.items()})
    assert kept.ran(idle) == []
    with pytest.raises(EvidenceError, match="no numbers"):
        kept.write(idle, name, tmp_path / "x.jsonl")


@pytest.mark.slow
def test_a_run_that_leaves_it_out_shows_the_kept_one(package: Path, measured: Evidence, tmp_path: Path) -> None:
    assert (package / "runs" / "figure-1.jsonl").is_file()
    evidence = verified(package, tmp_path)
    (name,) = evidence.kept
    (verdict,) = judge(evidence).claims
    assert verdict.statement.outcome == "not-run" and verdict.surprises == ()
    assert [fate.fate for fate in verdict.mutants] == ["not-run"]
    assert verdict.kept is not None and not verdict.kept.changed
    assert verdict.kept.readings["printed"].outcome == "holds"
    assert verdict.kept.readings["printed"].constants["loss"] == (0.5, 0.6)
    assert [fate.fate for fate in verdict.kept.mutants] == ["killed"]
    document = json.loads((tmp_path / "verdicts.json").read_text(encoding="utf-8"))
    assert codec.encode(from_json(document).claims[0]) == codec.encode(verdict)

    page = (tmp_path / "experiments.html").read_text(encoding="utf-8")
    assert "about 1/2" in page and "0.5 to 0.6" in page
    assert f"Kept run of {measured.runs[0].started[:10]} (profile standard" in page
    assert "has changed since" not in page and "No numbers yet" not in page
    claim_page = next((tmp_path / "claims").rglob("*.html")).read_text(encoding="utf-8")
    assert "Kept run of" in claim_page and "holds" in claim_page

    edited = replace(evidence, claims={name: replace(evidence.claims[name], source_digest="0" * 12)})
    (verdict,) = judge(edited).claims
    assert verdict.kept is not None and verdict.kept.changed


@pytest.mark.slow
def test_its_own_run_comes_before_the_kept_one(package: Path, measured: Evidence, tmp_path: Path) -> None:
    evidence = verified(package, tmp_path, "--profile", "standard")
    assert evidence.kept == {}
    (verdict,) = judge(evidence).claims
    assert verdict.kept is None and verdict.statement.outcome == "holds"


@pytest.mark.slow
def test_a_kept_run_that_cannot_be_read_is_left_out_with_a_warning(
    package: Path, measured: Evidence, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = package / "runs" / "figure-1.jsonl"
    before = path.read_bytes()
    try:
        path.write_bytes(b"{}\n")
        assert verified(package, tmp_path).kept == {}
    finally:
        path.write_bytes(before)
    assert "is not shown" in capsys.readouterr().err


@pytest.mark.slow
def test_keep_stores_what_was_run_elsewhere(
    package: Path, measured: Evidence, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verified(package, tmp_path, "--profile", "standard")
    capsys.readouterr()
    assert main(["keep", str(tmp_path / "evidence.jsonl")]) == 0
    assert "kept: " in (said := capsys.readouterr().out) and "in place of a run of" in said
    assert main(["keep", str(tmp_path / "none.jsonl")]) == 2


def test_a_figure_keeps_its_ends() -> None:
    short = Series("s", [0.0, 1.0], [1 / 3, 2.0], low=[0.0, 0.0], high=[1.0, 1.0])
    figure = FigureRecord("t", "x", "y", "", (short,), claim="a/b")
    small = kept._small(figure)
    assert isinstance(small, FigureRecord)
    assert small.series[0].y == [0.333333, 2.0] and small.series[0].low == [0.0, 0.0]
