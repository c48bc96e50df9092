"""The kept runs of this repository are small, and of experiments that the default profile leaves out."""

from pathlib import Path

import pytest

from lemmata.records import kept
from lemmata.run import registry

FILES = sorted((Path(__file__).parents[2] / "theorems").glob("*/runs/**/*.jsonl"))


def test_there_are_some() -> None:
    assert len(FILES) >= 27
    assert sum(file.stat().st_size for file in FILES) < 600_000


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(file.parts[-3:]))
def test_a_kept_run_is_of_an_experiment_that_is_left_out(file: Path) -> None:
    run = kept.read(file)
    claim = registry.load(()).claim(run.claim)
    assert claim.kept_run == file
    assert claim.kind.runs is not None and claim.kind.runs.configurations["quick"] is None
    assert {hunt.outcome for hunt in run.hunts} <= {"holds", "refuted", "undecided"}
    assert {hunt.variant for hunt in run.hunts} == {variant.name for variant in claim.variants()}
