"""Where a topic's folder lies, what may be called one, and writing into it without overwriting anything.

In a checkout of lemmata a topic is a folder of ``theorems/``; elsewhere it is a package in the current
folder. Nothing is imported: what is known of a topic is read as text.
"""

from __future__ import annotations

import importlib.util
import json
import keyword
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata, resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from lemmata.errors import LemmataError

_TOPIC = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Place:
    """The folder of a topic, which need not be there, as seen from where a command was typed."""

    topic: str
    cwd: Path
    root: Path | None
    """Of the checkout of lemmata, if it is in one."""
    new: bool

    @staticmethod
    def of(topic: str, cwd: Path) -> Place:
        """The place of a topic.

        Raises:
            LemmataError: the name cannot be used, or something else has it.
        """
        if not _TOPIC.fullmatch(topic) or keyword.iskeyword(topic):
            raise LemmataError(
                f"the topic {topic!r} cannot be used: small letters, digits and _, a letter first, no "
                "word of Python (sparse_recovery, say)"
            )
        place = Place(topic, cwd, _checkout(cwd), new=False)
        if place.folder.exists() and not place.folder.is_dir():
            raise LemmataError(f"{place.typed(place.folder)} is no folder; choose another topic")
        if not place.paper.exists():
            _unused(topic, place.root, place.folder, cwd)
            return Place(topic, cwd, place.root, new=True)
        return place

    def require_paper(self) -> None:
        """Looks whether the folder, if it has a module of its own, is a topic.

        Raises:
            LemmataError: it is not.
        """
        if self.new or re.search(r"^PAPER\b", self.paper.read_text(encoding="utf-8"), re.MULTILINE):
            return
        raise LemmataError(
            f"{self.typed(self.paper)} defines no PAPER, so {self.topic} is no topic; choose another name"
        )

    @property
    def folder(self) -> Path:
        return (self.root / "theorems" if self.root else self.cwd) / self.topic

    @property
    def paper(self) -> Path:
        """The file of the paper's record."""
        return self.folder / "__init__.py"

    @property
    def package(self) -> str:
        """The name under which Python imports it."""
        return f"theorems.{self.topic}" if self.root else self.topic

    @property
    def entry_point(self) -> str:
        """The line that makes a new topic of a checkout known, else empty."""
        return f'{self.topic} = "{self.package}:PAPER"' if self.new and self.root else ""

    def typed(self, path: Path) -> str:
        return typed(path, self.cwd)


def typed(path: Path, cwd: Path) -> str:
    """A path as it is typed in ``cwd``."""
    return str(path.relative_to(cwd) if path.is_relative_to(cwd) else path)


def how_to_find(entry_point: str) -> list[str]:
    """What to do so that a new topic of a checkout is found by its name, in lines; nothing for any other."""
    if not entry_point:
        return []
    return [
        "",
        "So that the topic is found by its name, add to papers/pyproject.toml, under",
        '[project.entry-points."lemmata.papers"],',
        f"    {entry_point}",
        "and install again (pip install -e .): entry points are read from what is installed.",
    ]


def create(folder: Path, texts: Mapping[Path, str]) -> tuple[Path, ...]:
    """Writes new files into a folder, all or none of them; returns their paths.

    Raises:
        OSError: one cannot be written, or is there by now; those written before it are removed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    try:
        for path, text in texts.items():
            with path.open("x", encoding="utf-8", newline="\n") as stream:
                written.append(path)
                stream.write(text)
    except OSError:
        for path in written:
            path.unlink(missing_ok=True)
        raise
    return tuple(sorted(texts))


def fill(template: str, fields: Mapping[str, Any]) -> str:
    """A template of ours with its fields."""
    return _template(template).render(fields)


@cache
def _template(name: str) -> Template:
    text = resources.files("lemmata").joinpath("templates", name).read_text(encoding="utf-8")
    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True, trim_blocks=True)
    return environment.from_string(text)


def python(text: str) -> str:
    """Text as a Python literal in double quotes."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


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
