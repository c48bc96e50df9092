"""Folders in a selection: the claim files in them stand in their place."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

from lemmata.records.words import by_number
from lemmata.run import registry, selection

_TESTS = ("test_*.py", "*_test.py", "conftest.py")
"""Files that declare claims to try them."""
_DECLARES = re.compile(r"\.claim\(|\.not_encoded\(|@(?:\w+\.)?theorem\(")
"""What makes a claim, or the stub of one."""


def unfolded(patterns: Sequence[str]) -> list[str]:
    """The patterns of a selection with the claim files of a folder in its place, in the order of their names.

    A folder without claim files stays as it is, and so does the topic of an installed paper, whatever the
    folder here that has its name (``./pca`` is the folder). The id of a claim stands for its file where its
    topic is such a folder.
    """
    found: list[str] = []
    for pattern in patterns:
        if selection.is_file(pattern) or _is_topic(pattern.partition("/")[0]):
            files: tuple[Path, ...] = ()
        elif os.path.isdir(pattern):  # noqa: PTH112 - Path.is_dir raises for names that are too long
            files = claim_files(Path(pattern))
        else:
            files = _file_of(pattern)
        found += map(str, files) if files else [pattern]
    return found


def beside(patterns: Sequence[str]) -> list[str]:
    """The claim files of topics in this folder that patterns name (``soft/*``, or an id that is misspelt)."""
    topics = dict.fromkeys(p.partition("/")[0] for p in patterns if "/" in p and not p.endswith(".py"))
    folders = [Path(topic) for topic in topics if topic.isidentifier() and not _is_topic(topic)]
    records = ((folder, folder / "__init__.py") for folder in folders)
    return [
        str(file)
        for folder, record in records
        if record.is_file() and "Paper(" in record.read_text(encoding="utf-8", errors="replace")
        for file in claim_files(folder)
    ]


def _file_of(identifier: str) -> tuple[Path, ...]:
    """The file in a folder here that an id names: ``soft/theorem_1_1.py`` of ``soft/theorem-1.1/converse``."""
    topic, *parts = identifier.split("/")
    modules = [re.sub("[.-]", "_", part) for part in parts]
    for n in range(len(modules), 0, -1):
        path = os.path.join(topic, *modules[:n])  # noqa: PTH118 - see above
        for file in (f"{path}.py", f"{path}/__init__.py"):
            if topic and os.path.isfile(file) and may_declare(Path(file)):  # noqa: PTH113 - see above
                return (Path(file),)
    return ()


def claim_files(folder: Path) -> tuple[Path, ...]:
    """The files in a folder and in those inside of it that declare claims, without tests."""
    return tuple(sorted(filter(may_declare, _python_files(folder)), key=lambda path: by_number(str(path))))


def may_declare(path: Path) -> bool:
    """Whether the text of a file makes a claim, or the stub of one, of whatever paper; nothing is imported."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return _DECLARES.search(text) is not None


def _python_files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name.startswith(".") or (path / "pyvenv.cfg").is_file():
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _python_files(path)
        elif path.suffix == ".py" and path.is_file() and not any(fnmatch(path.name, t) for t in _TESTS):
            yield path


def _is_topic(pattern: str) -> bool:
    """Whether an installed paper is called so; none is imported."""
    return any(entry.module.rpartition(".")[2] == pattern for entry in registry.entries())
