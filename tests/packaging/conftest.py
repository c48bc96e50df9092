"""A copy of the checkout, as a newcomer's clone would be."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def copy_checkout() -> Callable[[Path], Path]:
    """A function that copies what git tracks, or would track, into a new folder."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: there is no list of the files to copy")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    names = sorted({name for name in listed.stdout.split("\0") if name})

    def copy(target: Path) -> Path:
        for name in names:
            source = ROOT / name
            if source.is_file():  # not: deleted but still in the index
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target / name)
        return target

    return copy
