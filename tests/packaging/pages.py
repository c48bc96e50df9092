"""The code blocks of a page, and what it takes to run them.

- `<!-- file: NAME -->` above a block writes it to that file; `<!-- replace in: NAME -->` puts it in the
  place of the decorators that begin with its first line.
- In a `console` block lines that begin with `$ ` are commands; the lines below one are in its output,
  in this order (`...` stands for anything). A command that fails has to be followed by `$ echo $?`.
  How many instances were decided exactly may differ: another processor rounds otherwise.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from lemmata.commands.cli import main

COUNTS = re.compile(r"(?<=ed, )[\d,]+/[\d,]+(?=\))|(?<=exact, all )[\d,]+")
BLOCK = re.compile(r"(?:<!-- (file|replace in): (\S+) -->\n)?^```(\S*)[^\n]*\n(.*?)^```$", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """A block of code: where it stands, what it is, and into which file it goes."""

    line: int
    language: str
    text: str
    action: str | None
    name: str | None


def blocks(text: str) -> Iterator[Block]:
    for found in BLOCK.finditer(text):
        action, name, language, body = found.groups()
        yield Block(text[: found.start(4)].count("\n"), language, body, action, name)


def forget(folder: Path) -> None:
    """A new process would import the files of the folder as they are now."""
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(f"{folder}{os.sep}"):
            sys.modules.pop(name)


def put(path: Path, block: Block) -> None:
    """Writes a block to a file, or replaces what begins with its first line, up to the function."""
    if block.action == "file":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
        return
    text = path.read_text(encoding="utf-8")
    start = text.index(block.text.splitlines()[0])
    path.write_text(text[:start] + block.text + text[text.index("\ndef ", start) + 1 :], "utf-8")


def converse(where: str, text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = 0, ""
    for line in text.splitlines():
        if line == "$ echo $?":
            told, status = str(status), 0
        elif line.startswith("$ "):
            assert status == 0, f"{where}: exit {status} before {line!r}:\n{told}"
            status, told = command(line[2:], folder, capsys)
        elif line != "...":
            words, told = (COUNTS.sub("N", " ".join(t.split())) for t in (line, told))
            assert words in told, f"{where}: {words!r} is not in what is left of:\n{told}"
            told = told[told.index(words) + len(words) :]
    assert status == 0, f"{where}: exit {status}:\n{told}"


def command(line: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """`lemmata` in this process, which has it loaded already; anything else in a shell."""
    if line.startswith("lemmata "):
        forget(folder)
        capsys.readouterr()
        status = main(line.split()[1:])
        said = capsys.readouterr()
        return status, said.out + (said.err if status == 2 else "")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout
