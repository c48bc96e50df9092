"""What was read of modules, kept between runs: to parse hundreds of files takes longest.

A module is found by the digest of its text, so that what is kept is never too old. It is made anew where
another Python, or another :mod:`lemmata.run.statements`, has made it.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from lemmata.claims import syntax
from lemmata.records import codec, strict_json
from lemmata.run import index, statements
from lemmata.run.statements import Module

_MOST = 4
"""Files in the folder, one for each Python and version of Lemmata; the oldest of more are removed."""
_MOST_MODULES = 4_000
"""Of other runs, of other papers, which may ask for them; not for ever."""
_MAX_BYTES = 64 * 2**20


def read(files: Iterable[tuple[str, Path, str]]) -> dict[str, Module]:
    """The statements of modules, each given by name, file and package; what cannot be read is left out."""
    known = _load()
    found: dict[str, Module] = {}
    asked: dict[str, Any] = {}
    for name, file, package in files:
        with suppress(OSError, SyntaxError):  # somebody is editing it
            source = file.read_bytes()
            key = f"{hashlib.sha256(source).hexdigest()} {package}"
            if key in known:
                asked[key], found[name] = known[key], codec.decode(Module, known[key])
            else:
                found[name] = statements.read(source, package)
                asked[key] = codec.encode(found[name])
    if asked.keys() - known.keys():
        _keep(asked | known if len(known) < _MOST_MODULES else asked)
    return found


def _load() -> dict[str, Any]:
    """The documents of modules, as they were kept; those that are not asked for are not decoded."""
    with suppress(OSError, RuntimeError, ValueError):
        digest, _, text = strict_json.read(_path(), _MAX_BYTES).partition(b"\n")
        if digest.decode() == hashlib.sha256(text).hexdigest():
            modules: dict[str, Any] = json.loads(text)
            return modules
    return {}


def _keep(modules: Mapping[str, Any]) -> None:
    with suppress(OSError, RuntimeError):
        text = json.dumps(modules, separators=(",", ":"))
        index.write(_path(), f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}", _MOST)


def _path() -> Path:
    made_by = hashlib.sha256(sys.version.encode())
    for file in (__file__, inspect.getfile(statements), inspect.getfile(syntax)):
        made_by.update(Path(file).read_bytes())
    return index.folder() / f"statements-{made_by.hexdigest()[:16]}.json"
