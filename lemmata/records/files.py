"""Files of evidence: JSON lines, appended as they come and flushed one by one.

A killed run loses at most the hunt in progress:

- one ``run`` record says what was run, on what, when (written first; a resumed run writes another);
- ``paper`` records say what the sources are, ``claim`` records describe the claims;
- ``hunt`` records say what one hunt saw, keyed by claim, variant, seed, shard and profile;
- ``figure`` and ``heatmap`` records show measured series beside theoretical lines, and matrices;
- ``kept`` records hold the last kept runs of the experiments that the run leaves out;
- one ``end`` record says that the run was not cut off.

Of a large run that has ended, the file is compressed (:mod:`lemmata.records.packing`).
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from lemmata.records import packing, strict
from lemmata.records.combining import combine, gather
from lemmata.records.evidence import Evidence, EvidenceError, Record
from lemmata.records.lines import from_json, to_json

MAX_BYTES = 512 * 1024**2
"""A larger file is refused: all claims together leave some 4 MB a run."""


def append(path: Path, records: Iterable[Record]) -> None:
    """Append records and push them to the disk before returning.

    Raises:
        EvidenceError: they cannot be written (a full disk); the file is as it was before.
    """
    lines = "".join(to_json(record) + "\n" for record in records).encode()
    size = path.stat().st_size if path.exists() else None
    try:
        with path.open("ab") as file:
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        with suppress(OSError):
            if size is None:
                path.unlink()
            else:
                os.truncate(path, size)
        raise EvidenceError(
            f"{path}: cannot be written ({error.strerror or error}); what was finished before is "
            "kept: make room, and go on with --resume"
        ) from None


def read(*paths: Path) -> Evidence:
    """The evidence in one or several files; neither their order nor repetitions matter.

    A truncated last line after whole records is dropped with a warning.

    Raises:
        EvidenceError: a file is missing, has no whole record, or is broken before its last line.
    """
    return gather(combine(*map(records, paths)))


def records(path: Path) -> list[Record]:
    """The records of one file, as :func:`read` reads them."""
    try:
        data = packing.plain(strict.read(packing.stored(path), MAX_BYTES), MAX_BYTES)
    except strict.StrictError as error:
        raise EvidenceError(f"{path}: {error}") from None
    lines = data.decode("utf-8", errors="replace").split("\n")
    whole: list[Record] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            whole.append(from_json(line))
        except EvidenceError as error:
            if number < len(lines) or not whole:
                raise EvidenceError(f"{path}, line {number}: {error}") from None
            warnings.warn(
                f"{path}: the last line is cut off and was dropped; {len(whole)} whole records are kept",
                stacklevel=3,
            )
    if not whole:
        raise EvidenceError(f"{path}: no whole record in this file; run the campaign again")
    return whole


def repair(path: Path) -> None:
    """Cut a truncated last line off, so that records can be appended again."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        start = data.rfind(b"\n") + 1
        try:
            from_json(data[start:].decode("utf-8", errors="replace"))
        except EvidenceError:
            with path.open("r+b") as file:
                file.truncate(start)
        else:
            with path.open("ab") as file:
                file.write(b"\n")
