"""Ids of earlier versions: each topic's ``renamed.tsv`` says what they are called now."""

from __future__ import annotations

import functools
from importlib import metadata, util
from pathlib import Path

FILE = "renamed.tsv"


@functools.cache
def renamed() -> dict[str, str]:
    """The new id of each old one, of all installed papers; no paper is imported for it."""
    names: dict[str, str] = {}
    for entry in metadata.entry_points(group="lemmata.papers"):
        spec = util.find_spec(entry.module)
        for folder in (spec and spec.submodule_search_locations) or ():
            names |= read(Path(folder) / FILE)
    return names


def read(file: Path) -> dict[str, str]:
    """The pairs of one file, old and new id parted by a tab; none if there is no such file."""
    if not file.is_file():
        return {}
    rows = file.read_text(encoding="utf-8").splitlines()
    return {old: new for old, _, new in (row.partition("\t") for row in rows)}
