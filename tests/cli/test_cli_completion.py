"""What a shell may complete, and that bash and fish do."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lemmata.run import registry
from tests.cli.helpers import environment, process


def offered(line: str, point: int | None = None) -> list[str]:
    """What a shell is told in the current folder; ``point`` is where the cursor stands, else at the end."""
    told = process(
        cwd=Path.cwd(),
        COMP_LINE=line,
        COMP_POINT=str(len(line) if point is None else point),
        _ARGCOMPLETE="1",
        _ARGCOMPLETE_IFS="\n",
        _ARGCOMPLETE_STDOUT_FILENAME="/dev/stdout",
        _ARGCOMPLETE_SUPPRESS_SPACE="1",
    )
    assert told.status == 0 and told.err == ""
    return sorted(told.out.splitlines())


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("ver", ["verify"]),
        ("verify --pro", ["--profile"]),
        ("verify --profile ", ["brief", "deep", "quick", "standard"]),
        ("verify --profile=d", ["--profile=deep"]),
        ("verify --workers ", ["auto"]),
        ("list ran", ["rank:"]),
        ("list rank:", ["rank:headline", "rank:result", "rank:slip", "rank:step"]),
        ("list pc", ["pca", "pca/"]),
        ("list pca", ["pca/"]),
        ("list --json pca/lemma-", ["pca/lemma-8", "pca/lemma-8/tail"]),
        ("list pca rank:h", ["rank:headline"]),
        ("show pca/lemma-8/", ["pca/lemma-8/tail"]),
        ("show rank:", []),
        ("bench --js", ["--json"]),
        ("train --dev", ["--device"]),
        ("verify --out ", ["mine.json"]),
        ("verify --seed ", ["mine.json"]),
        ("verify mi", ["mine.json"]),
        ("replay ", ["mine.json"]),
    ],
)
def test_what_may_stand_there(words: str, found: list[str]) -> None:
    Path("mine.json").touch()
    assert offered(f"lemmata {words}") == found


def test_what_stands_after_the_cursor_does_not_count() -> None:
    assert offered("lemmata verify --pro quick", len("lemmata verify --pro")) == ["--profile"]


def test_all_commands_and_all_ids() -> None:
    assert {"list", "show", "verify", "train"} <= set(offered("lemmata "))
    assert "--help" in offered("lemmata -")
    topics = [name for name in offered("lemmata show ") if name.endswith("/")]
    ids = {name for topic in topics for name in offered(f"lemmata show {topic}")}
    assert ids == set(registry.load().claims)


BASH = """
lemmata() { "$PYTHON" -m lemmata "$@"; }
eval "$("$PYTHON" -m argcomplete.scripts.register_python_argcomplete lemmata)"
complete -p lemmata
for line in "lemmata ver" "lemmata list pca rank:h" "lemmata show pca/lemma-8/" "lemmata verify --profile "; do
    COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
    _python_argcomplete lemmata
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
    first, *offered = done.stdout.splitlines()
    assert first.endswith("-F _python_argcomplete lemmata")
    assert [line.rstrip() for line in offered] == [
        "verify",
        "headline",  # bash has the part before the colon already
        "pca/lemma-8/tail",
        "brief quick standard deep",
    ]
    assert done.stderr == ""


FISH = """
function lemmata; $PYTHON -m lemmata $argv; end
$PYTHON -m argcomplete.scripts.register_python_argcomplete --shell fish lemmata | source
for line in "lemmata ver" "lemmata show pca/lemma-8/" "lemmata verify --profile " "lemmata replay mi"
    complete -C $line | string replace -r '\\t.*' '' | sort | string join ' '
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
