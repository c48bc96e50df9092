"""The commit of the repository that holds a run's claims, which need not be the engine's."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path


def commit_of(files: Iterable[str]) -> str | None:
    """The commits of the repositories that hold these files, with ``-dirty`` where something was changed since.

    Args:
        files: of claims; an empty name is one that was typed in.

    Returns:
        Twelve digits, of several repositories parted by ", "; None where no file lies in one (an installed
        package in a virtual environment of a repository does not: git ignores it).
    """
    held: dict[Path, str] = {}
    for file in dict.fromkeys(files):
        path = Path(file).resolve()
        root = next((folder for folder in path.parents if (folder / ".git").exists()), None) if file else None
        if root is not None:
            held.setdefault(root, str(path))
    found = [
        _git(root, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
        for root, file in held.items()
        if _git(root, "check-ignore", "-q", file) is None
    ]
    return ", ".join(dict.fromkeys(filter(None, found))) or None


def _git(root: Path, *arguments: str) -> str | None:
    """What a command of git prints; None if it fails, or there is no git."""
    try:
        result = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return result.stdout.strip()
