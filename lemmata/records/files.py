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

import hashlib
import os
import warnings
from collections.abc import Iterable, Iterator
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
from lemmata.records.hunts import Hunts, Key
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
    size = path.stat().st_size if path.exists() else None
    try:
        with path.open("ab") as file:
            file.writelines(f"{to_json(record)}\n".encode() for record in records)
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
    return gather(_combined(map(_records, paths)))


def records(path: Path) -> list[Record]:
    """The records of one file, as :func:`read` reads them."""
    return list(_records(path))


def _records(path: Path) -> Iterator[Record]:
    """The records of one file, one after another: a line is held at a time."""
    count = 0
    cut_off = False
    try:
        for number, raw in enumerate(packing.lines(path, MAX_BYTES), start=1):
            line = raw.decode("utf-8", errors="replace").removesuffix("\n")
            if not line.strip():
                continue
            try:
                record = without_program(from_json(line))
            except EvidenceError as error:
                if raw.endswith(b"\n") or not count:
                    raise EvidenceError(f"{path}, line {number}: {error}") from None
                cut_off = True  # without its end it is the last one
                continue
            count += 1
            yield record
    except strict_json.StrictError as error:
        raise EvidenceError(f"{path}: {error}") from None
    if cut_off:
        warnings.warn(
            f"{path}: the last line is cut off and was dropped; {count} whole records are kept", stacklevel=3
        )
    if not count:
        raise EvidenceError(f"{path}: no whole record in this file; run the campaign again")


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
    start, last = 0, b""
    with path.open("rb") as file:
        for line in file:
            start, last = start + len(last), line
    if last and not last.endswith(b"\n"):
        try:
            from_json(last.decode("utf-8", errors="replace"))
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
    return list(_combined(collections))


def _combined(collections: Iterable[Iterable[Record]]) -> Iterator[Record]:
    """As :func:`combine`: records are told apart by a digest of their lines, and hunts are held small."""
    parts: dict[str, list[list[bytes]]] = {}
    hunts, known = Hunts(), dict[bytes, Record | Key]()
    for records in collections:
        head = ""
        mine: dict[str, dict[bytes, None]] = {}
        for record in records:
            line = to_json(record)
            digest = hashlib.blake2b(line.encode("utf-8", "surrogatepass"), digest_size=16).digest()
            if isinstance(record, Run):
                head = f"{record.started} {line}"
            mine.setdefault(head, {})[digest] = None
            if digest in known:
                continue
            if isinstance(record, HuntRecord) and record.key not in hunts:
                hunts.put(record)
                known[digest] = record.key
            else:  # also what is another record of the same hunt
                known[digest] = record
        for head, digests in mine.items():
            parts.setdefault(head, []).append(list(digests))

    def of(digest: bytes) -> Record:
        found = known[digest]
        return hunts[found] if isinstance(found, tuple) else found

    def place(digest: bytes) -> tuple[bool, str]:
        record = of(digest)
        return record.record != "run", to_json(record)

    for _, copies in sorted(parts.items()):
        same = all(digests == copies[0] for digests in copies)
        union = {digest for digests in copies for digest in digests}
        yield from map(of, copies[0] if same else sorted(union, key=place))


class Gathering:
    """Evidence that grows record by record."""

    def __init__(self) -> None:
        self._others: list[Record] = []
        self._hunts = Hunts()
        self._several: dict[Key, list[HuntRecord]] = {}
        """Where several records are of one hunt: all of them, until the claims are known."""

    def add(self, records: Iterable[Record]) -> None:
        """Takes records in, in the order in which they were made."""
        for record in records:
            if not isinstance(record, HuntRecord):
                self._others.append(record)
            elif record.key in self._hunts:
                self._several.setdefault(record.key, [self._hunts[record.key]]).append(record)
            else:
                self._hunts.put(record)

    def evidence(self) -> Evidence:
        """All that has come so far, by kind.

        The last record of a key counts, but a hunt that shows a violation stays.
        """
        records = self._others
        claims = {r.id: r for r in records if isinstance(r, ClaimRecord)}
        for several in self._several.values():
            self._hunts.put(_counting(several, claims))
        figures = [r for r in records if isinstance(r, FigureRecord | HeatMapRecord)]
        kept = sorted((r for r in records if isinstance(r, Kept)), key=lambda r: r.run.started)
        return Evidence(
            runs=tuple(r for r in records if isinstance(r, Run)),
            claims=claims,
            hunts=self._hunts,
            figures=tuple({(r.claim, r.title): r for r in figures}.values()),
            ends=tuple(r for r in records if isinstance(r, End)),
            kept={r.claim: r for r in kept},
            papers={r.topic: r for r in records if isinstance(r, PaperRecord)},
            bases={r.claim: r for r in records if isinstance(r, Basis)},
            needs={r.key: r for r in records if isinstance(r, NeedRecord)},
        )


def _counting(several: list[HuntRecord], claims: dict[str, ClaimRecord]) -> HuntRecord:
    """The one that counts of several records of one hunt."""
    best = several[0]
    claim = claims.get(best.claim)
    for record in several[1:]:
        if support(record, claim) >= support(best, claim):
            best = record
    return best


def gather(records: Iterable[Record]) -> Evidence:
    """Records grouped by kind, as :meth:`Gathering.evidence` says."""
    gathering = Gathering()
    gathering.add(records)
    return gathering.evidence()
