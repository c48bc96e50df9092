"""What a shell may complete, and that bash does."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lemmata.commands.completion import SHELLS, candidates
from lemmata.run import registry
from tests.cli.helpers import Run, environment


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("ver", ["verify"]),
        ("verify --pro", ["--profile"]),
        ("verify --profile ", ["deep", "quick", "standard"]),
        ("verify --seed ", []),
        ("verify --workers ", ["auto"]),
        ("list ran", ["rank:"]),
        ("list rank:", ["rank:headline", "rank:result", "rank:slip", "rank:step"]),
        ("list pc", ["pca", "pca/"]),
        ("list --json pca/lemma-", ["pca/lemma-8", "pca/lemma-8/tail"]),
        ("show pca/lemma-8/", ["pca/lemma-8/tail"]),
        ("show rank:", []),
        ("completion ", ["bash", "fish", "zsh"]),
        ("bench --js", ["--json"]),
        ("frobnicate ", []),
        ("replay ", []),
    ],
)
def test_what_may_stand_there(words: str, found: list[str]) -> None:
    assert candidates(words.split(" ")) == found


def test_all_commands_and_all_ids() -> None:
    assert {"list", "show", "verify", "train", "--help"} <= set(candidates([""]))
    ids = {claim.id for claim in registry.load().claims.values()}
    assert ids == {
        name
        for topic in ("pca", "preconditioned_gradient_descent", "sparse_recovery")
        for name in candidates(["show", f"{topic}/"])
    } | set(candidates(["show", "universal_approximation/"]))


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_asks_for_the_words(cli: Run, shell: str) -> None:
    told = cli("completion", shell)
    assert told.status == 0
    assert "lemmata completion words -- " in told.out


def test_the_words_are_printed_a_line_each(cli: Run) -> None:
    assert cli("completion", "words", "--", "verify", "--pro").out == "--profile\n"
    assert cli("completion", "words", "--").out.splitlines()[-1] == "verify"


BASH = """
lemmata() { "$PYTHON" -m lemmata "$@"; }
eval "$(lemmata completion bash)"
complete -p lemmata
for line in "lemmata ver" "lemmata list pca rank:h" "lemmata show pca/lemma-8/" "lemmata verify --profile "; do
    COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
    _lemmata
    echo "${COMPREPLY[*]}"
done
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes(tmp_path: Path) -> None:
    done = subprocess.run(
        ["bash", "--norc", "-c", BASH],
        cwd=tmp_path,
        env=environment(PYTHON=sys.executable),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "complete -F _lemmata lemmata",
        "verify",
        "headline",  # bash has the part before the colon already
        "pca/lemma-8/tail",
        "deep quick standard",
    ]
    assert done.stderr == ""


FISH = """
function lemmata; $PYTHON -m lemmata $argv; end
lemmata completion fish | source
for line in "lemmata ver" "lemmata show pca/lemma-8/" "lemmata verify --profile " "lemmata replay mi"
    echo (complete -C $line)
end
"""


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
def test_fish_completes(tmp_path: Path) -> None:
    (tmp_path / "mine.json").touch()
    done = subprocess.run(
        ["fish", "--no-config", "-c", FISH],
        cwd=tmp_path,
        env=environment(PYTHON=sys.executable),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["verify", "pca/lemma-8/tail", "deep quick standard", "mine.json"]
