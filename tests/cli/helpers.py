"""Running the command line, in this process or in another, and the claim files that tests verify."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

CLAIM = "pca/lemma-8"
"""Cheap, refuted as printed, holds as amended, three mutants."""


class Told(NamedTuple):
    """What a command left: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


Run = Callable[..., Told]


def environment(**extra: str) -> dict[str, str]:
    # xdist gives its workers the width of its own terminal, which would hide that of a pty.
    mine = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**mine, "PYTHONUNBUFFERED": "", **extra}


def process(*arguments: object, cwd: Path, **extra: str) -> Told:
    """``python -m lemmata`` in a process of its own, with ``extra`` in its environment."""
    done = subprocess.run(
        [sys.executable, "-m", "lemmata", *map(str, arguments)],
        cwd=cwd,
        env=environment(**extra),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return Told(done.returncode, done.stdout, done.stderr)


def assert_misuse(told: Told, *words: str) -> None:
    """Exit status 2 and a short message, no traceback."""
    assert told.status == 2, told
    assert "Traceback" not in told.err
    *_, message = told.err.strip().splitlines()
    assert message.startswith("lemmata"), told.err
    assert len(message) < 500
    for word in words:
        assert word in message, message


def load(path: Path) -> dict[str, Any]:
    document = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(document, dict)
    return document


def timeless(document: dict[str, Any]) -> Any:
    """Verdicts without the run and without what a clock says."""
    clock = ("seconds", "hunted")
    return [{k: v for k, v in claim.items() if k not in clock} for claim in document["claims"]]


def hunts(out: Path) -> dict[str, dict[str, Any]]:
    """The hunts of an evidence file by claim and variant."""
    lines = (out / "evidence.jsonl").read_text(encoding="utf-8").split("\n")
    records = [json.loads(line) for line in lines if line.endswith("}")]
    return {f"{r['claim']}: {r['variant']}": r for r in records if r["record"] == "hunt"}


def witnesses(out: Path) -> dict[str, bytes]:
    folder = out / "witnesses"
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*.json"))}


_HEAD = '''"""Claims of a test."""

from __future__ import annotations

import math
import os
import time
from dataclasses import dataclass
from pathlib import Path

from lemmata import Paper
from lemmata.errors import MissingDependency
from lemmata.claims.margin import at_most, equal
from lemmata import dims, dyadics, reals
from lemmata.claims.space import space


@dataclass(frozen=True)
class Setting:
    t: float


settings = space(Setting, t=dyadics(0, 1))
PAPER = Paper("mine", "Title", "Author", 2026, "key", "source.txt")


def claim(label, **options):
    return PAPER.claim(label, settings=settings, **options)


'''

SMALL = (
    _HEAD
    + '''
holds = claim("holds")


@holds.printed(r"$t \\le 1$", limit=1)
def at_most_one(t, limit):
    """A number between 0 and 1 is at most 1."""
    return at_most(t, limit)


holds.mutant("half the limit", limit=0.5)

breaks = claim("breaks", prompts=lambda s: space(x=reals(2)))
breaks.printed("x", expect="refuted", defect="typo", because="It is not.", shift=1)(
    lambda x, shift: at_most(x + shift, x)
)
breaks.amended("y", shift=0)(lambda x, shift: at_most(x + shift, x))
breaks.mutant("shifted by 2", shift=2)

needs = claim("needs")


def solve(t):
    raise MissingDependency("solver-of-tests is not installed: pip install solver-of-tests")


needs.printed("x")(lambda t: solve(t))
'''
)
"""Nothing surprising: one claim holds, one breaks as expected, one lacks an optional package."""

ODD = (
    _HEAD
    + """
claim("wrong").printed("x")(lambda t: at_most(t, 0.5))
claim("right").printed("x", expect="refuted", defect="typo", because="x")(lambda t: at_most(t, 1))
claim("raises").printed("x")(lambda t: at_most(t, [1][len("ab")]))
claim("nan").printed("x")(lambda t: at_most(t, math.nan))
claim("boolean").printed("x")(lambda t: t <= 1)
toothless = claim("toothless")
toothless.printed("x", limit=1)(lambda t, limit: at_most(t, limit))
toothless.mutant("a larger limit", limit=2)
toothless.mutant("a smaller limit", limit=0.5)
broken = claim("broken mutant")
broken.printed("x", limit=1)(lambda t, limit: at_most(t, limit / limit))
broken.mutant("divides by zero", limit=0)
claim("holds").printed("x")(lambda t: at_most(t, 1))
"""
)
"""All that is surprising."""

GATED = (
    _HEAD
    + """
GATE = Path({gate!r})
gated = claim("gated")


@gated.printed("x", limit=1, wait=False)
def at_most_one(t, limit, wait):
    while wait and not GATE.exists():
        time.sleep(0.02)
    return at_most(t, limit)


for k in range(1, 5):
    gated.mutant(f"limit / {{2**k}}", limit=2.0**-k)
gated.mutant("waits", why="x", limit=0.5, wait=True)
gated.mutant("waits, too", why="x", limit=0.25, wait=True)
gated.mutant("comes last", limit=0.125)
"""
)
"""Two hunts do not end before the file ``gate`` exists."""

DIES = (
    _HEAD
    + """
dies = claim("dies")
dies.printed("x", limit=lambda t: 1)(lambda t, limit: at_most(t, limit))
dies.mutant("half", limit=lambda t: 0.5)
dies.mutant("kills its process", limit=lambda t: os._exit(3))
"""
)

HOSTILE = (
    _HEAD
    + """
import ctypes
import sys


def endless(t):
    while True:
        pass


def starved(x):
    raise MemoryError


def deep(t):
    return deep(t)


def generator_exit(t):
    raise GeneratorExit


def interrupt(t):
    raise KeyboardInterrupt


claim("interrupts").printed("x")(interrupt)
claim("leaves").printed("x")(lambda t: sys.exit(0))
claim("closes").printed("x")(generator_exit)
claim("exits").printed("x")(lambda t: os._exit(3))
claim("crashes").printed("x")(lambda t: ctypes.string_at(0))
claim("stays").printed("x")(endless)
claim("starves", prompts=lambda s: space(x=reals(2))).printed("x")(starved)
claim("digs").printed("x")(deep)
healthy = claim("healthy")
healthy.printed("x", limit=1)(lambda t, limit: at_most(t, limit))
healthy.mutant("half the limit", limit=0.5)
healthy.figure(lambda: os._exit(4))
undrawn = claim("undrawn")
undrawn.printed("x")(lambda t: at_most(t, 1))
undrawn.figure(lambda: sys.exit(0))
"""
)
"""Checks and figures that end their process, or never end, beside claims that hold."""


def in_terminal(*command: object, cwd: Path, columns: int, **extra: str) -> Told:
    """A command in a pseudo-terminal of so many columns; both streams are one, without colours."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    words = [sys.executable, *map(str, command)]
    variables = {k: v for k, v in environment(TERM="xterm-256color", **extra).items() if k != "NO_COLOR"}
    with subprocess.Popen(
        words, cwd=cwd, env=variables, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True
    ) as running:
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # Linux's way to say that the other end was closed
            while chunk := os.read(ours, 65536):
                seen += chunk
        os.close(ours)
    return Told(running.returncode, uncoloured(seen.decode()), "")


def uncoloured(text: str) -> str:
    """What a terminal shows, without colours and movements of the cursor, a line a line."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r\n", "\n")
