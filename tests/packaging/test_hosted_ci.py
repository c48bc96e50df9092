"""The example workflow, the hook for pre-commit, the hosted pages and CITATION.cff: of what exists."""

from __future__ import annotations

import configparser
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

import lemmata
from lemmata.commands.cli import build, main
from tests.cli.helpers import SMALL

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
    (comment,) = (c for c in commands if c[0] == "gh")
    assert len(ours) + 2 == len(commands)
    parsed = {c[1]: build().parse_args(c[1:]) for c in ours}  # exits if there is no such thing
    assert (ROOT / parsed["diff"].old).is_file()
    assert comment[comment.index("--body-file") + 1] == str(parsed["diff"].markdown)
    assert parsed["diff"].new == parsed["diff"].out == parsed["verify"].out
    used = {value for step in steps for value in (step.get("with") or {}).values()}
    assert {str(parsed["verify"].junit), str(parsed["verify"].out)} <= used


def test_the_report_is_kept_when_something_fails(steps: list[dict[str, Any]]) -> None:
    after = steps[[step.get("name") for step in steps].index("Hunt") + 1 :]
    assert len(after) == 4
    assert all(step["if"].startswith("always()") for step in after)


def test_the_workflow_of_the_example_package_runs_what_exists() -> None:
    example = ROOT / "examples" / "step_sizes"
    workflow = yaml.safe_load((example / ".github" / "workflows" / "verify.yml").read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    commands = [shlex.split(step["run"]) for step in job["steps"] if "run" in step]
    assert [command[0] for command in commands] == ["python", "pytest", "lemmata", "lemmata", "gh"]
    project = tomllib.loads((example / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [re.fullmatch(r"(\S+)\[(\w+)\]", word) for word in commands[0]]
    wanted = {match[1]: match[2] for match in extras if match}
    assert wanted["."] in project["optional-dependencies"]
    assert ours["name"] in commands[0]
    hunt, compare = (build().parse_args(command[1:]) for command in commands[2:4])
    assert hunt.select == [project["entry-points"]["lemmata.papers"]["step_sizes"].partition(":")[0]]
    assert (example / compare.old).is_file()
    assert compare.new == compare.out == hunt.out
    assert commands[4][commands[4].index("--body-file") + 1] == str(compare.markdown)
    (kept,) = (step["with"]["path"] for step in job["steps"] if "upload-artifact" in step.get("uses", ""))
    assert kept == str(hunt.out)


class TestHook:
    """What pre-commit runs before a commit."""

    @pytest.fixture
    def hook(self) -> dict[str, Any]:
        (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
        assert hook["id"] == "lemmata-check"
        return dict(hook)

    def test_the_documented_one_is_the_same(self, hook: dict[str, Any]) -> None:
        text = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
        (block,) = re.findall(r"```yaml\n(repos:.*?)```", text, re.DOTALL)
        (repository,) = yaml.safe_load(block)["repos"]
        del hook["description"]
        assert repository == {"repo": "local", "hooks": [hook | {"language": "system"}]}

    @pytest.mark.parametrize(
        ("file", "taken"),
        [
            ("theorems/pca/lemma_8.py", True),
            ("latest/bound.py", True),
            ("tests/cli/helpers.py", False),
            ("pkg/test_bound.py", False),
            ("conftest.py", False),
        ],
    )
    def test_tests_are_left_out(self, hook: dict[str, Any], file: str, taken: bool) -> None:
        assert (re.search(hook["exclude"], file) is None) == taken

    def test_it_checks_claims_and_passes_other_files_in_silence(
        self, hook: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        program, *words = shlex.split(hook["entry"])
        scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
        assert program in scripts
        claim, other = tmp_path / "claim.py", tmp_path / "other.py"
        claim.write_text(SMALL.replace('"mine"', '"hooked"'), encoding="utf-8")
        other.write_text("raise RuntimeError('imported')\n", encoding="utf-8")
        assert main([*words, str(other), str(other)]) == 0
        assert capsys.readouterr() == ("", "")
        assert main([*words, str(other), str(claim)]) == 1
        assert f"{claim}:" in capsys.readouterr().out


def test_the_hosted_documentation_is_built_of_what_exists() -> None:
    told = yaml.safe_load((ROOT / ".readthedocs.yaml").read_text(encoding="utf-8"))
    assert told["version"] == 2
    assert (ROOT / told["sphinx"]["configuration"]).is_file()
    assert told["sphinx"]["fail_on_warning"] is True  # as `tox -e docs`
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    (command,) = told["build"]["jobs"]["install"]
    index, *install = shlex.split(command)
    assert index == f"PIP_EXTRA_INDEX_URL={job['env']['PIP_EXTRA_INDEX_URL']}"
    assert install[:4] == ["python", "-m", "pip", "install"]
    assert (ROOT / install[install.index("-c") + 1]).is_file()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = re.fullmatch(r"\.\[([\w,]+)\]", install[-1])
    assert extras and set(extras[1].split(",")) <= set(project["optional-dependencies"])
    tools = configparser.ConfigParser(interpolation=None)
    tools.read(ROOT / "tox.ini", encoding="utf-8")
    assert set(extras[1].split(",")) == set(tools["testenv"]["extras"].split())
    assert told["build"]["tools"]["python"] in " ".join(project["classifiers"])


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
