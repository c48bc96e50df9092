"""Files that are written whole or not at all: where the disk is full, what stood there stays."""

from __future__ import annotations

import os
from contextlib import suppress
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
    beside = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(target)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        error.filename, error.filename2 = str(path), None  # a full disk names no file
        raise
