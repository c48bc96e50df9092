"""Files that are written whole or not at all: on a full disk, or after a kill, what stood there stays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write(path: Path, text: str) -> None:
    """Writes text beside the file, and puts it in its place; what is no regular file is written to as it is.

    Raises:
        OSError: it cannot be written; the error names the file.
    """
    target = path.resolve() if path.is_symlink() else path
    if target.exists() and not (target.is_file() and os.access(target.parent, os.W_OK)):  # /dev/stdout, say
        target.write_text(text, encoding="utf-8", newline="\n")
        return
    try:
        with beside(target) as part:
            part.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        error.filename, error.filename2 = str(path), None  # a full disk names no file
        raise


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """A path to write to, which takes the place of the file at the end; after an error it is gone."""
    part = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    try:
        yield part
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
