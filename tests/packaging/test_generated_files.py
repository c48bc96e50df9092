"""The README's two commands in one checkout, in both orders: neither stumbles over what the other leaves.

The commands of the second are those of ``tox.ini`` that read every file of the checkout; the README's own test
runs them whole, each in a checkout of its own.
"""

from __future__ import annotations

import configparser
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERIFY = [sys.executable, "-m", "lemmata", "verify", "pca/lemma-8", "--workers", "1"]


def commands_of_tox() -> list[list[str]]:
    """The commands of the jobs ``lint`` and ``types`` that are installed here (tox has some apart)."""
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini", encoding="utf-8")
    lines = [line for job in ("lint", "types") for line in tox[f"testenv:{job}"]["commands"].splitlines()]
    return [words for words in map(shlex.split, lines) if words and shutil.which(words[0])]


@pytest.mark.slow
def test_each_after_the_other_in_one_checkout(copy_checkout: Callable[[Path], Path], tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "checkout")
    checks = commands_of_tox()
    if ["mypy"] not in checks:
        pytest.skip("mypy is not installed")

    def run(command: list[str]) -> None:
        done = subprocess.run(
            command,
            cwd=checkout,
            # pytest's plugin would find the checkout itself
            env={k: v for k, v in os.environ.items() if not k.startswith(("PYTHONPATH", "LEMMATA_"))},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=1500,
            check=False,
        )
        assert done.returncode == 0, f"{command}: exit {done.returncode}\n{done.stdout[-3000:]}"

    for command in [VERIFY, *checks, VERIFY, *checks]:
        run(command)
    assert list((checkout / "reports" / "html").rglob("*.py")), "no program was written"
