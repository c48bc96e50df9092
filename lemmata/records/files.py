"""Files of evidence: JSON lines, appended as they come and flushed one by one.

A killed run loses at most the hunt in progress:

- one ``run`` record says what was run, on what, when (written first; a resumed run writes another);
- ``paper`` records say what the sources are, ``claim`` records describe the claims;
- ``hunt`` records say what one hunt saw, keyed by claim, variant, seed, shard and profile;
- ``need`` records say what became of a reading without one of its hypotheses;
- ``figure`` and ``heatmap`` records show measured series beside theoretical lines, and matrices;
- ``kept`` records hold the last kept runs of the experiments that the run leaves out;
- ``basis`` records say of each claim what its hunts rest on, and when they were done;
- one ``end`` record says that the run was not cut off.

Of a large run that has ended, the file is compressed (:mod:`lemmata.records.packing`).
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import cast

from lemmata.records import packing, strict_json
from lemmata.records.evidence import (
    Basis,
    ClaimRecord,
    End,
    Evidence,
    EvidenceError,
    HuntRecord,
    Kept,
    Record,
    Run,
)
from lemmata.records.figures import FigureRecord, HeatMapRecord
from lemmata.records.json_lines import from_json, to_json
from lemmata.records.needs import NeedRecord
from lemmata.records.papers import PaperRecord
from lemmata.records.supported import support

NO_PROGRAM = (
    "programs are not taken from stored evidence (lemmata verify writes one from the source of the check)"
)
"""Why a record that comes from a file has none."""
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
        data = packing.plain(strict_json.read(packing.stored(path), MAX_BYTES), MAX_BYTES)
    except strict_json.StrictError as error:
        raise EvidenceError(f"{path}: {error}") from None
    lines = data.decode("utf-8", errors="replace").split("\n")
    whole: list[Record] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            whole.append(without_program(from_json(line)))
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


def without_program(record: Record) -> Record:
    """A record without the program that shows its witness: evidence is data, and a program is code.

    A file may be a stranger's. What is to be run is written from the source of the check that is here.
    """
    if isinstance(record, HuntRecord) and record.snippet:
        return replace(record, snippet="", no_snippet=NO_PROGRAM)
    if isinstance(record, Kept):
        return replace(record, hunts=tuple(cast("HuntRecord", without_program(h)) for h in record.hunts))
    return record


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


# -- several files as one -----------------------------------------------------------------------------


def combine(*collections: Iterable[Record]) -> list[Record]:
    """The records of all collections, each run once, the run that started last at the end.

    Associative, commutative and idempotent. Two parts of one run (say a copy of its file made
    before it had ended) become their union.
    """
    parts: dict[str, list[list[str]]] = {}
    known: dict[str, Record] = {}
    for records in collections:
        head = ""
        mine: dict[str, list[str]] = {}
        for record in records:
            line = to_json(record)
            known[line] = record
            if isinstance(record, Run):
                head = f"{record.started} {line}"
            mine.setdefault(head, []).append(line)
        for head, lines in mine.items():
            parts.setdefault(head, []).append(list(dict.fromkeys(lines)))
    whole: list[str] = []
    for _, copies in sorted(parts.items()):
        union = {line for lines in copies for line in lines}
        same = all(lines == copies[0] for lines in copies)
        whole += copies[0] if same else sorted(union, key=lambda k: (known[k].record != "run", k))
    return [known[line] for line in whole]


def gather(records: Iterable[Record]) -> Evidence:
    """Records grouped by kind; the last record of a key counts, but a hunt that shows a violation stays."""
    records = list(records)
    claims = {r.id: r for r in records if isinstance(r, ClaimRecord)}
    hunts: dict[tuple[str, str, int, int, str], HuntRecord] = {}
    for r in records:
        if isinstance(r, HuntRecord):
            other, claim = hunts.get(r.key), claims.get(r.claim)
            if other is None or support(r, claim) >= support(other, claim):
                hunts[r.key] = r
    figures = [r for r in records if isinstance(r, FigureRecord | HeatMapRecord)]
    kept = sorted((r for r in records if isinstance(r, Kept)), key=lambda r: r.run.started)
    return Evidence(
        runs=tuple(r for r in records if isinstance(r, Run)),
        claims=claims,
        hunts=hunts,
        figures=tuple({(r.claim, r.title): r for r in figures}.values()),
        ends=tuple(r for r in records if isinstance(r, End)),
        kept={r.claim: r for r in kept},
        papers={r.topic: r for r in records if isinstance(r, PaperRecord)},
        bases={r.claim: r for r in records if isinstance(r, Basis)},
        needs={r.key: r for r in records if isinstance(r, NeedRecord)},
    )
