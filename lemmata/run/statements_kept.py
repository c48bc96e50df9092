"""What was read of modules, kept between runs: to parse hundreds of files takes longest.

A module is found by the digest of its text, so that what is kept is never too old. It is made anew where
another Python, or another :mod:`lemmata.run.statements`, has made it.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lemmata.claims import syntax
from lemmata.errors import LemmataError
from lemmata.records import atomic_files, codec, strict_json
from lemmata.run import index, statements
from lemmata.run.statements import Module

_MOST = 4
"""Files in the folder, one for each Python and version of Lemmata; the oldest of more are removed."""
_MAX_BYTES = 64 * 2**20


@dataclass(frozen=True)
class Kept:
    """All modules of a run, by the digest of their text and their package."""

    modules: dict[str, Module]


def read(files: Iterable[tuple[str, Path, str]]) -> dict[str, Module]:
    """The statements of modules, each given by name, file and package; what cannot be read is left out."""
    known = _load()
    found: dict[str, Module] = {}
    keys: dict[str, str] = {}
    for name, file, package in files:
        with suppress(OSError, SyntaxError):  # somebody is editing it
            source = file.read_bytes()
            keys[name] = f"{hashlib.sha256(source).hexdigest()} {package}"
            found[name] = known.get(keys[name]) or statements.read(source, package)
    if any(key not in known for key in keys.values()):
        _keep({keys[name]: module for name, module in found.items()} | _some(known))
    return found


def _some(known: dict[str, Module]) -> dict[str, Module]:
    """What other runs, of other papers, may ask for; not for ever."""
    return known if len(known) < 4_000 else {}


def _load() -> dict[str, Module]:
    with suppress(OSError, RuntimeError, ValueError, TypeError, OverflowError, KeyError, LemmataError):
        document = strict_json.loads(strict_json.read(_path(), _MAX_BYTES))
        if document.pop("digest") == _digest(document):
            return codec.decode(Kept, document).modules
    return {}


def _keep(modules: dict[str, Module]) -> None:
    with suppress(OSError, RuntimeError):
        path = _path()
        path.parent.mkdir(parents=True, exist_ok=True)
        document = json.loads(json.dumps(codec.encode(Kept(modules))))
        atomic_files.write(path, json.dumps(document | {"digest": _digest(document)}, separators=(",", ":")))
        old = sorted(path.parent.glob("statements-*.json"), key=lambda file: file.stat().st_mtime)[:-_MOST]
        for other in old:
            other.unlink(missing_ok=True)


def _digest(document: object) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def _path() -> Path:
    made_by = hashlib.sha256(sys.version.encode())
    for file in (__file__, inspect.getfile(statements), inspect.getfile(syntax)):
        made_by.update(Path(file).read_bytes())
    return index.folder() / f"statements-{made_by.hexdigest()[:16]}.json"
