"""The example workflow and CITATION.cff: whole, and of commands that exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import lemmata
from lemmata.commands.cli import _parser

yaml = pytest.importorskip("yaml", reason="PyYAML, which dask brings along, is not installed")

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "verify.yml"


@pytest.fixture(scope="module")
def steps() -> list[dict[str, Any]]:
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    assert workflow[True].keys() >= {"push", "pull_request"}  # YAML 1.1 reads `on` as a truth
    assert re.fullmatch(r"ubuntu-\S+", job["runs-on"])
    return list(job["steps"])


def test_each_step_runs_or_uses_something(steps: list[dict[str, Any]]) -> None:
    for step in steps:
        assert ("run" in step) != ("uses" in step), step
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]), step


def test_commands_exist_and_their_files_too(steps: list[dict[str, Any]]) -> None:
    commands = [shlex.split(step["run"]) for step in steps if "run" in step]
    (install,) = (c for c in commands if c[0] == "python")
    assert install[:4] == ["python", "-m", "pip", "install"]
    assert (ROOT / install[install.index("-c") + 1]).is_file()
    ours = [c for c in commands if c[0] == "lemmata"]
    assert len(ours) + 1 == len(commands)
    parsed = {c[1]: _parser().parse_args(c[1:]) for c in ours}  # exits if there is no such thing
    assert (ROOT / parsed["diff"].old).is_file()
    assert parsed["diff"].new == parsed["diff"].out == parsed["verify"].out
    used = {value for step in steps for value in (step.get("with") or {}).values()}
    assert {str(parsed["verify"].junit), str(parsed["verify"].out)} <= used


def test_the_report_is_kept_when_something_fails(steps: list[dict[str, Any]]) -> None:
    after = steps[[step.get("name") for step in steps].index("Hunt") + 1 :]
    assert len(after) == 3
    assert all(step.get("if") == "always()" for step in after)


def test_the_citation_is_whole() -> None:
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert told["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= told.keys()
    assert told["type"] in ("software", "dataset")
    assert all(set(author) & {"name", "family-names"} for author in told["authors"])
    assert told["version"] == lemmata.__version__
    assert told["license"] == "MIT"
    known = {
        *("cff-version", "message", "title", "abstract", "type", "authors", "version", "license"),
        *("keywords", "date-released", "doi", "url", "repository-code", "references", "identifiers"),
    }
    assert set(told) <= known
