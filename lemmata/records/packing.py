"""Evidence of a large run is compressed when it has ended, to a sixth of its bytes.

While it runs, lines are appended to the plain file: a killed run loses at most the hunt in progress. Whoever
asks for that file gets the compressed one, ``evidence.jsonl.gz`` for ``evidence.jsonl``, where only that is
left. Every step writes a whole file before it removes the other: where both are there, the plain one counts.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, cast

from lemmata.records import atomic_files, strict_json
from lemmata.records.strict_json import StrictError

SMALL = 2**20
"""A file of fewer bytes stays as it is: one reads it with the tools at hand."""
_MAGIC = b"\x1f\x8b"


def packed(path: Path) -> Path:
    """The compressed form of a file."""
    return path.parent / f"{path.name}.gz"


def stored(path: Path) -> Path:
    """Where the evidence of ``path`` is: there, or compressed beside it."""
    return packed(path) if packed(path).is_file() and not path.exists() else path


def opened(path: Path) -> BinaryIO:
    """The lines of the evidence of ``path``, compressed or not."""
    file = stored(path)
    return cast(BinaryIO, gzip.open(file)) if file.suffix == ".gz" else file.open("rb")


def plain(data: bytes, limit: int) -> bytes:
    """What a file holds, uncompressed.

    Raises:
        StrictError: it is broken, or is larger than ``limit``.
    """
    if not data.startswith(_MAGIC):
        return data
    try:
        text = gzip.GzipFile(fileobj=io.BytesIO(data)).read(limit + 1)
    except (EOFError, OSError, zlib.error) as error:
        raise StrictError(f"is compressed, and broken ({error})") from None
    if len(text) > limit:
        raise StrictError(f"has more than {limit} bytes, the most that is read")
    return text


def lines(path: Path, limit: int) -> Iterator[bytes]:
    """The lines of the evidence of ``path``, compressed or not, each with its end; one is held at a time.

    Raises:
        StrictError: it cannot be read, is broken, or holds more than ``limit`` bytes.
    """
    with strict_json.opened(stored(path), limit) as file:
        compressed = file.peek(len(_MAGIC)).startswith(_MAGIC)
        source = cast(BinaryIO, gzip.GzipFile(fileobj=file)) if compressed else file
        left = limit
        try:
            while line := source.readline(left + 1):
                left -= len(line)
                if left < 0:
                    raise StrictError(f"has more than {limit} bytes, the most that is read")
                yield line
        except (EOFError, OSError, zlib.error) as error:
            how = "is compressed, and broken" if compressed else "cannot be read"
            raise StrictError(f"{how} ({error})") from None


def pack(path: Path) -> None:
    """Compresses the evidence of a run that has ended, if it is large; on a full disk it stays as it is."""
    if path.stat().st_size >= SMALL:
        with suppress(OSError):
            _replace(path, packed(path), gzip.open)


def unpack(path: Path) -> None:
    """Makes evidence plain again, so that lines can be appended."""
    if stored(path) != path:
        _replace(packed(path), path, Path.open)


def _replace(old: Path, new: Path, opening: Callable[[Path, str], object]) -> None:
    with atomic_files.beside(new) as part:
        with opened(old) as source, cast(BinaryIO, opening(part, "wb")) as target:
            shutil.copyfileobj(source, target)
        with part.open("rb") as written:
            os.fsync(written.fileno())
    old.unlink()


def set_aside(path: Path) -> None:
    """Moves the evidence of an earlier run to ``evidence.previous.jsonl``, compressed or not."""
    aside, here = path.with_suffix(".previous.jsonl"), stored(path)
    if here.exists():
        target, other = (packed(aside), aside) if here != path else (aside, packed(aside))
        here.replace(target)
        other.unlink(missing_ok=True)
    packed(path).unlink(missing_ok=True)
