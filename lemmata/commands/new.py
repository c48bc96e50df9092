"""``lemmata new``: a claim file that runs as it is, and its topic if that is new.

In a checkout of lemmata a topic is a folder of ``theorems/``; elsewhere it is a package in the current
folder. Nothing is overwritten, and nothing is imported: what is known of a topic is read as text.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import io
import keyword
import re
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata, resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from lemmata.errors import LemmataError
from lemmata.run.coverage import FIELDS

_TOPIC = re.compile(r"[a-z][a-z0-9_]*")
_CLAIM = re.compile(r"[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*")


@dataclass(frozen=True)
class Written:
    """What :func:`write` left, and what is to be done next."""

    files: tuple[Path, ...]
    claim: Path
    entry_point: str
    """The line that makes a new topic of a checkout known, else empty."""


def write(topic: str, claim: str, cwd: Path) -> Written:
    """Writes the file of a claim, and its topic if that is new.

    Args:
        topic: the folder: small letters, digits and ``_``.
        claim: the name that follows the topic in the id, such as ``theorem-4.1``.
        cwd: the folder in which the command was typed.

    Raises:
        LemmataError: a name that cannot be used, or something is there already; nothing is written.
    """
    if not _TOPIC.fullmatch(topic) or keyword.iskeyword(topic):
        raise LemmataError(
            f"the topic {topic!r} cannot be used: small letters, digits and _, a letter first, no "
            "word of Python (sparse_recovery, say)"
        )
    if not _CLAIM.fullmatch(claim) or keyword.iskeyword(claim):
        raise LemmataError(
            f"the claim {claim!r} cannot be used: small letters and digits, a letter first, parts "
            "joined by -, . or _ (theorem-4.1, say)"
        )
    slug = claim.replace("_", "-")
    root = _checkout(cwd)
    package = f"theorems.{topic}" if root else topic
    folder = (root / "theorems" if root else cwd) / topic
    file = folder / f"{re.sub('[.-]', '_', claim)}.py"
    paper, coverage = folder / "__init__.py", folder / "coverage.tsv"
    if file.exists():
        raise LemmataError(f"{_typed(file, cwd)} is there already; choose another name")
    if folder.exists() and not folder.is_dir():
        raise LemmataError(f"{_typed(folder, cwd)} is no folder; choose another topic")
    new = not paper.exists()
    if new:
        _unused(topic, root, folder, cwd)
    elif not re.search(r"^PAPER\b", paper.read_text(encoding="utf-8"), re.MULTILINE):
        raise LemmataError(
            f"{_typed(paper, cwd)} defines no PAPER, so {topic} is no topic; choose another name"
        )
    for identifier in (f"{topic}/{slug}", f"{topic}/{slug}/first-part"):
        if identifier in _claims(coverage):
            raise LemmataError(f"the id {identifier} is taken, see {_typed(coverage, cwd)}")
    label = slug.replace("-", " ").capitalize()
    year = str(datetime.now(UTC).year)
    fields = {"topic": topic, "package": package, "slug": slug, "label": label, "year": year}
    texts = {file: _fill("claim.py.j2", fields)}
    if new:
        texts[paper] = _fill("paper.py.j2", fields)
    if not coverage.exists():
        row = ("paper.txt", label, "1", f"{topic}/{slug}, {topic}/{slug}/first-part", "")
        texts[coverage] = "\n".join("\t".join(cells) for cells in (FIELDS, row)) + "\n"
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    entry = f'{topic} = "{package}:PAPER"' if new and root else ""
    return Written(tuple(sorted(texts)), file, entry)


def _checkout(cwd: Path) -> Path | None:
    """The root of the checkout of lemmata that ``cwd`` lies in: the nearest project decides."""
    for folder in (cwd, *cwd.parents):
        project = folder / "pyproject.toml"
        if project.is_file():
            try:
                name = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["name"]
            except (KeyError, TypeError, UnicodeDecodeError, tomllib.TOMLDecodeError):
                return None
            return folder if name == "lemmata" and (folder / "theorems").is_dir() else None
    return None


def _unused(topic: str, root: Path | None, folder: Path, cwd: Path) -> None:
    """Refuses a new topic whose name Python would take for something else."""
    if root is not None:
        return
    for entry in metadata.entry_points(group="lemmata.papers"):
        if topic == entry.name:
            raise LemmataError(
                f"the topic {topic!r} is that of an installed paper ({entry.value}); choose another, "
                "or give the command in the folder of its project"
            )
    spec = importlib.util.find_spec(topic)
    if spec is None:
        return
    places = [spec.origin, *(spec.submodule_search_locations or ())]
    if any(place and Path(place).resolve() == folder.resolve() for place in places):
        return  # the folder itself, which is still empty
    raise LemmataError(
        f"the topic {topic!r} cannot be used in {cwd}: Python already has a module of that name "
        f"({spec.origin or 'a folder on its path'}); choose another"
    )


def _claims(coverage: Path) -> set[str]:
    """The ids in a coverage file, which may be in any state."""
    if not coverage.is_file():
        return set()
    text = coverage.read_text(encoding="utf-8", errors="replace")
    rows = csv.reader(io.StringIO(text, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {cell.strip() for row in rows for cells in row[3:4] for cell in cells.split(",")}


def _fill(template: str, fields: dict[str, str]) -> str:
    text = resources.files("lemmata").joinpath("templates", template).read_text(encoding="utf-8")
    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True, trim_blocks=True)
    return environment.from_string(text).render(fields)


def _typed(path: Path, cwd: Path) -> str:
    """The path as it is typed in ``cwd``."""
    return str(path.relative_to(cwd) if path.is_relative_to(cwd) else path)


def report(written: Written, cwd: Path) -> str:
    """What was written and what to do next, for the one who gave the command."""
    lines = [f"wrote {_typed(path, cwd)}" for path in written.files]
    lines += [
        "",
        "The file runs as it is; replace its content by your theorem. Claim files are code: whoever",
        "verifies one runs it, so read the files of others first.",
    ]
    if written.entry_point:
        lines += [
            "",
            "So that the topic is found by its name, add to pyproject.toml, under",
            '[project.entry-points."lemmata.papers"],',
            f"    {written.entry_point}",
            "and install again (pip install -e .): entry points are read from what is installed.",
        ]
    lines += ["", f"next: lemmata verify {_typed(written.claim, cwd)}"]
    return "\n".join(lines)


def add(commands: Any) -> None:
    """Adds the command to the parser of ``lemmata``."""
    command = commands.add_parser("new", help="write a claim file that runs as it is")
    command.add_argument("topic", metavar="TOPIC", help="a folder; made if it is new")
    command.add_argument("claim", metavar="CLAIM", help="its name in the id, such as theorem-4.1")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Writes the files and says which; returns the exit status."""
    cwd = Path.cwd()
    print(report(write(arguments.topic, arguments.claim, cwd), cwd))
    return 0
