"""Files of version 1 are read wherever those of version 2 are, and mean what they meant.

The files were written by version 0.1.0: evidence of two runs (the second one in two shards), what that
version judged of the first run and of both together, the accepted verdicts and a witness.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lemmata.commands.cli import main
from lemmata.records import diff, files, renamed
from lemmata.records.judging import judge, witnesses
from lemmata.records.witness import parse, to_document

FOLDER = Path(__file__).with_name("version_1")
RUNS = [FOLDER / f"evidence-{k}.jsonl" for k in (0, 1)]
Rename = Callable[[dict[str, str]], None]


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Rename:
    """Sets what the claims of old files are called today; not what this repository says."""

    def rename(names: dict[str, str]) -> None:
        monkeypatch.setattr(renamed, "renamed", lambda: names)

    rename({})
    return rename


def load(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return document


COUNTS = ("settings", "prompts")
CLAIMS = (
    "rank",
    "origin",
    "at",
    "possible_extraction",
    "loose",
    "found",
    "kept",
    "source_digest",
    "mutants_digest",
)
READINGS = (
    "informative",
    "drawn",
    "reached",
    "pinned",
    "certificate",
    "unproved",
    "bound",
    "slack",
    "outside",
    "found",
)


def as_version_1(document: dict[str, Any]) -> dict[str, Any]:
    """Without what came with version 2."""
    for claim in document["claims"]:
        for name in CLAIMS:
            del claim[name]
        for reading in claim["readings"].values():
            for name in (*READINGS, *COUNTS):
                del reading[name]
        for mutant in claim["mutants"]:
            mutant["fate"] = mutant["fate"].replace("not-run", "invalid")
            for name in COUNTS:
                del mutant[name]
    for name in COUNTS:
        del document["run"][name]
    del document["papers"]
    return {**document, "schema": "lemmata/verdicts/1"}


@pytest.mark.parametrize(("name", "paths"), [("verdicts-one.json", RUNS[:1]), ("verdicts-merged.json", RUNS)])
def test_evidence_is_judged_as_it_was(called: Rename, name: str, paths: list[Path]) -> None:
    before = json.loads(json.dumps(load(name)).replace("not-run: not run: ", "not run: "))
    for claim in before["claims"]:
        claim.pop("source_digest", None)  # there were two, which say something else
    assert as_version_1(judge(files.read(*paths)).to_json()) == before


@pytest.mark.parametrize("old", ["verdicts-one.json", "accepted.json", "evidence-0.jsonl"])
def test_either_side_of_a_diff_may_be_old(called: Rename, tmp_path: Path, old: str) -> None:
    new = tmp_path / "new.json"
    new.write_text(json.dumps(judge(files.read(RUNS[0])).to_json()), encoding="utf-8")
    assert diff.compare(diff.load(FOLDER / old), diff.load(new)).changes == ()
    assert main(["diff", str(FOLDER / old), str(new)]) == 0


def test_a_report_is_made_of_old_runs_and_new_ones(called: Rename, tmp_path: Path) -> None:
    files.append(tmp_path / "new.jsonl", files.records(RUNS[1]))  # as it is written today
    assert '"schema":"lemmata/evidence/2"' in (tmp_path / "new.jsonl").read_text(encoding="utf-8")
    paths = [str(RUNS[0]), str(tmp_path / "new.jsonl")]
    assert main(["report", *paths, "--out", str(tmp_path / "pages")]) == 0
    merged = judge(files.read(*RUNS))
    assert json.loads((tmp_path / "pages/verdicts.json").read_text("utf-8")) == merged.to_json()


def test_old_claims_are_read_under_their_names_of_today(called: Rename, tmp_path: Path) -> None:
    names = {"pca/lemma-8": "pca/lemma-8/event", "pca/corollary-10-rate-least": "pca/least"}
    called(names)
    seen = files.read(*RUNS)
    assert set(names.values()) <= set(seen.claims)
    assert not set(names) & (set(seen.claims) | {hunt.claim for hunt in seen.hunts.values()})
    rate = seen.claims["pca/corollary-10-rate-optimised"]
    assert rate.statement.family == "pca/least"
    assert judge(seen).surprises == []
    witness = witnesses(seen)["witnesses/pca/lemma-8/event.printed.json"]
    assert witness.claim == "pca/lemma-8/event"
    for old in ("verdicts-one.json", "accepted.json"):
        side = diff.load(FOLDER / old)
        assert "pca/lemma-8/event" in side.claims
        assert diff.compare(side, diff.load(RUNS[0])).regressions == ()
    # Files of today say what they mean.
    files.append(tmp_path / "new.jsonl", files.records(RUNS[0]))
    called(dict.fromkeys(names.values(), "x/y"))
    assert set(names.values()) <= set(files.read(tmp_path / "new.jsonl").claims)


def test_witnesses_are_as_they_were() -> None:
    data = (FOLDER / "witness.json").read_bytes()
    assert to_document(parse(data)) == json.loads(data)


def test_what_prose_said_of_the_extraction_is_a_field(called: Rename) -> None:
    assert files.read(RUNS[0]).claims["pca/lemma-8"].possible_extraction
    verdicts = judge(files.read(RUNS[0])).claims
    assert [v.id for v in verdicts if v.possible_extraction] == ["pca/lemma-8"]
