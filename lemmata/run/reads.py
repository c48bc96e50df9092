"""Which files the authors' code opens, and which of its functions open them.

A hunt reads more than sources: a table beside the claim, a checkpoint. Python tells of every file that is
opened and of every folder that is listed (:func:`sys.addaudithook`); the innermost code that is no library's
says on whose behalf. So a file that a cached function has read once is known for all whose code names it.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import FrameType

import lemmata
from lemmata.run import claim_files, sources

Read = tuple[str, str, str, str]
"""A module, the name of a function or a class in it (empty: the module itself), a file, and its digest."""

UNSURE = "changed while it was read"
"""In the place of a digest; it is equal to none."""
ABSENT = "absent"

_EVENTS = frozenset(["open", "os.listdir", "os.scandir"])
_ENGINE = str(Path(lemmata.__file__).parent) + os.sep
_READERS_OF_CODE = ("linecache.py", "tokenize.py")
_SYSTEM = ("/proc/", "/sys/", "/dev/")
_opened: dict[tuple[str, str, str], float] = {}
_known: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
_before: frozenset[str] | None = None
_since = 0.0
_papers: frozenset[str] = frozenset()
"""The packages of installed papers, which are authors' wherever they lie."""


def watch() -> None:
    """Notes from now on what is read in this process; nothing ends it but the process."""
    global _before, _papers, _since
    if _before is None:
        _since = time.time()
        _before, _papers = frozenset(sys.modules), sources.published()
        sys.addaudithook(_note)


def is_known_of(modules: Mapping[str, Path], others: Iterable[Path]) -> bool:
    """Whether it was noted what modules read when they were loaded, and no file was edited since."""
    if _before is None or not _before.isdisjoint(modules):
        return False
    return not any(file.exists() and is_newer(file.stat(), _since) for file in (*modules.values(), *others))


def taken() -> list[Read]:
    """What was read since this was asked last; files as they are now."""
    found = [(module, name, path, digest(path, before=at)) for (module, name, path), at in _opened.items()]
    _opened.clear()
    return found


def include(reads: Iterable[Iterable[str]]) -> None:
    """Adds what was read, here or in another process."""
    for module, name, path, found in reads:
        files = _known[module, name]
        files[path] = found if files.get(path, found) == found else UNSURE


def of(names: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The files that functions, classes and modules (by the empty name) have read, with their digests."""
    include(taken())
    files: dict[str, str] = {}
    for name in names:
        for path, found in _known.get(name, {}).items():
            files[path] = found if files.get(path, found) == found else UNSURE
    return files


def digest(path: str, before: float | None = None) -> str:
    """What a file holds, or a folder lists; unsure if it was changed after a time (of :func:`time.time`)."""
    try:
        file = Path(path)
        if before is not None and is_newer(file.stat(), before):
            return UNSURE
        data = "\n".join(sorted(os.listdir(file))).encode() if file.is_dir() else file.read_bytes()  # noqa: PTH208
        return hashlib.sha256(data).hexdigest()
    except OSError:
        return ABSENT


def is_newer(status: os.stat_result, moment: float) -> bool:
    """Whether a file was changed after a moment, or its name was given to another."""
    return max(status.st_mtime, status.st_ctime) >= moment


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if event not in _EVENTS:
        return
    path = arguments[0] if arguments[0] is not None else "."  # os.listdir()
    if not isinstance(path, str | bytes | os.PathLike) or _writes(event, arguments):
        return
    frame = _author(sys._getframe(1))
    with suppress(Exception):  # a name that is none: whoever opens it will be told
        file = os.fsdecode(path)  # a relative one means another file in another folder, as it should
        if frame is not None and not file.startswith(_SYSTEM):
            name = frame.f_code.co_qualname.partition(".")[0]
            where = name if name.isidentifier() else ""
            _opened.setdefault((frame.f_globals.get("__name__", ""), where, file), time.time())


def _writes(event: str, arguments: tuple[object, ...]) -> bool:
    if event != "open":
        return False
    _, mode, flags = arguments
    if isinstance(mode, str):
        return not {"r", "+"} & set(mode)
    return isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR) == os.O_WRONLY


def _author(frame: FrameType | None) -> FrameType | None:
    """Where the innermost code stands that is no library's; None if that is ours, or Python loads a module."""
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith((_ENGINE, "<frozen importlib")) or file.endswith(_READERS_OF_CODE):
            return None
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if not file.startswith("<") and (package in _papers or not _is_library(file)):
            return frame
        frame = frame.f_back
    return None


@functools.cache
def _is_library(file: str) -> bool:
    return claim_files.installed(Path(file))
