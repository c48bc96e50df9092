"""The commit that a run names is that of the repository with the claims."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from lemmata.run.commit import commit_of


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """One with a claim file, a tag, and a virtual environment that git ignores."""
    root = tmp_path / "paper"
    for name in ("claims/lemma_1.py", ".venv/lib/installed.py"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text("x = 1\n", encoding="utf-8")
    (root / ".gitignore").write_text(".venv/\n", encoding="utf-8")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "One")
    git(root, "-c", "user.name=A", "-c", "user.email=a@example.org", "tag", "-am", "v1", "v1")
    return root


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_it_is_that_of_the_claims(repository: Path, tmp_path: Path) -> None:
    commit = git(repository, "rev-parse", "--short=12", "HEAD")
    claim = repository / "claims" / "lemma_1.py"
    assert commit_of([str(claim), "", str(claim)]) == commit
    claim.write_text("x = 2\n", encoding="utf-8")
    assert commit_of([str(claim)]) == f"{commit}-dirty"
    new = repository / "claims" / "not_added.py"
    here = commit_of([__file__])
    assert here is None or commit not in here
    assert commit_of([str(new), __file__]) == ", ".join(filter(None, (f"{commit}-dirty", here)))


def test_what_lies_in_no_repository_has_none(repository: Path, tmp_path: Path) -> None:
    assert commit_of([]) is None
    assert commit_of(["", str(tmp_path / "claim.py")]) is None
    assert commit_of([str(repository / ".venv" / "lib" / "installed.py")]) is None
