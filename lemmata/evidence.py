"""What a run saw, as JSON lines.

A file is a sequence of records, appended as they come and flushed one by one, so that a killed
run loses at most the hunt in progress:

- one ``run`` record: what was run, on what, when (written first; a resumed run writes another);
- ``claim`` records: everything a page needs to describe a claim, so that reports import nothing
  but this module;
- ``hunt`` records: what one hunt saw, keyed by claim, variant, seed and shard;
- ``figure`` records: measured series beside theoretical lines.

Nothing here is computed from anything else: verdicts are judged from these records elsewhere.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Literal

SCHEMA = "lemmata/evidence/1"

Outcome = Literal["holds", "refuted", "vacuous", "undecided", "untestable", "not-run", "error"]
Strength = Literal["observed", "probed", "exact", "proved", "genuine", "tolerance-only"]


class EvidenceError(Exception):
    """An evidence file cannot be read; the message says where and what to do."""


@dataclass(frozen=True)
class Run:
    """The circumstances of a campaign. ``seconds`` is filled in when it ends."""

    record: ClassVar[str] = "run"
    version: str
    profile: str
    seed: int
    device: str
    machine: str
    started: str
    commit: str | None
    false_alarm_budget: float
    selection: tuple[str, ...] = ()
    workers: int = 1
    python: str = ""
    libraries: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadingRecord:
    """A statement as printed or as amended: its LaTeX, what is expected and why."""

    name: str
    latex: str
    expected: str
    because: str
    defect: str | None


@dataclass(frozen=True)
class ClaimRecord:
    """The description of a claim, complete for the pages."""

    record: ClassVar[str] = "claim"
    id: str
    paper: str
    topic: str
    label: str
    kind: str
    summary: str
    description: str
    citation: str
    source: str
    file: str
    uses: tuple[str, ...]
    readings: tuple[ReadingRecord, ...]
    mutants: tuple[str, ...]
    waived: dict[str, str] = field(default_factory=dict)
    """Mutants that are equivalent to the original, each with the reason."""


@dataclass(frozen=True)
class HuntRecord:
    """What one hunt saw.

    ``instances`` counts those that meet the hypotheses, ``inactive`` those that do not,
    ``discarded`` draws that were thrown away before; ``margin`` is the smallest relative margin met
    (slack over the size of the two sides; negative where the statement failed), ``tightness`` the
    largest ratio of the two sides, ``measured`` the range of each quantity that the check reports,
    ``histogram`` the relative margins of all instances (``edges`` one longer than ``counts``),
    ``tests`` the sequential tests of a probability.
    """

    record: ClassVar[str] = "hunt"
    claim: str
    variant: str
    role: Literal["reading", "mutant"]
    outcome: Outcome
    evidence: Strength
    instances: int
    scope: str
    seed: int
    shard: int = 0
    profile: str = ""
    seconds: float = 0.0
    stage: str = ""
    margin: float | None = None
    tightness: float | None = None
    discarded: int = 0
    inactive: int = 0
    undecided: int = 0
    exact: int = 0
    measured: dict[str, tuple[float, float]] = field(default_factory=dict)
    histogram: dict[str, list[float]] | None = None
    tests: list[dict[str, Any]] = field(default_factory=list)
    witness: dict[str, Any] | None = None
    because: str = ""

    @property
    def key(self) -> tuple[str, str, int, int, str]:
        """Two records with one key are the same evidence and count once."""
        return (self.claim, self.variant, self.seed, self.shard, self.profile)


@dataclass(frozen=True)
class Series:
    """One line of a figure; ``role`` is ``measured`` or ``theory``; ``low``/``high`` a band."""

    label: str
    x: list[float]
    y: list[float]
    role: Literal["measured", "theory"] = "measured"
    low: list[float] | None = None
    high: list[float] | None = None


@dataclass(frozen=True)
class FigureRecord:
    """A plot of a claim: measured series beside theoretical lines, with its text alternative."""

    record: ClassVar[str] = "figure"
    claim: str
    title: str
    x_label: str
    y_label: str
    caption: str
    series: tuple[Series, ...]
    log_x: bool = False
    log_y: bool = False


@dataclass(frozen=True)
class End:
    """Written when a campaign ends; its absence means that the run was cut off."""

    record: ClassVar[str] = "end"
    seconds: float
    instances: int


Record = Run | ClaimRecord | HuntRecord | FigureRecord | End
_KINDS: dict[str, type] = {
    kind.record: kind for kind in (Run, ClaimRecord, HuntRecord, FigureRecord, End)
}


@dataclass(frozen=True)
class Evidence:
    """The records of one or several runs, each hunt counted once (the last one wins)."""

    runs: tuple[Run, ...]
    claims: dict[str, ClaimRecord]
    hunts: dict[tuple[str, str, int, int, str], HuntRecord]
    figures: tuple[FigureRecord, ...]
    ends: tuple[End, ...]

    def of(self, claim: str) -> list[HuntRecord]:
        """The hunts of one claim, in the order in which they were recorded."""
        return [hunt for hunt in self.hunts.values() if hunt.claim == claim]


def to_json(record: Record) -> str:
    """A record as one line of strict JSON (no NaN, no infinities)."""
    payload = {"schema": SCHEMA, "record": record.record, **asdict(record)}
    return json.dumps(payload, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def from_json(line: str) -> Record:
    """A record from its line.

    Raises:
        EvidenceError: not JSON, an unknown schema or kind of record, or fields that do not fit.
    """
    try:
        payload = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EvidenceError(f"not JSON ({error})") from None
    if not isinstance(payload, dict):
        raise EvidenceError(f"a record is an object, not {type(payload).__name__}")
    schema = payload.pop("schema", None)
    if schema != SCHEMA:
        raise EvidenceError(f"schema {schema!r} is not {SCHEMA!r}; run the campaign again")
    kind = _KINDS.get(str(payload.pop("record", None)))
    if kind is None:
        raise EvidenceError("unknown kind of record")
    known = {f.name for f in fields(kind)}
    if unknown := sorted(set(payload) - known):
        raise EvidenceError(f"unknown fields {unknown} in a {kind.__name__}")
    try:
        return _revive(kind, payload)
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise EvidenceError(f"fields of a {kind.__name__} do not fit ({error})") from None


def _revive(kind: type, payload: dict[str, Any]) -> Record:
    if kind is ClaimRecord:
        payload["readings"] = tuple(ReadingRecord(**r) for r in payload["readings"])
        payload["uses"] = tuple(payload["uses"])
        payload["mutants"] = tuple(payload["mutants"])
    if kind is FigureRecord:
        payload["series"] = tuple(Series(**s) for s in payload["series"])
    if kind is Run:
        payload["selection"] = tuple(payload["selection"])
    if kind is HuntRecord:
        payload["measured"] = {k: (float(a), float(b)) for k, (a, b) in payload["measured"].items()}
    record = kind(**payload)
    for name in ("id", "claim", "variant", "profile", "version"):
        if hasattr(record, name) and not isinstance(getattr(record, name), str):
            raise ValueError(f"{name} is not a text")
    return record  # type: ignore[no-any-return]


def append(path: Path, records: Iterable[Record]) -> None:
    """Append records and push them to the disk before returning."""
    with path.open("a", encoding="utf-8") as file:
        for record in records:
            file.write(to_json(record) + "\n")
        file.flush()
        os.fsync(file.fileno())


def read(*paths: Path) -> Evidence:
    """The evidence in one or several files.

    A truncated last line after whole records is dropped with a warning.

    Raises:
        EvidenceError: a file is missing, has no whole record, or is broken before its last line.
    """
    records: list[Record] = []
    for path in paths:
        records.extend(_records(path))
    return gather(records)


def gather(records: Iterable[Record]) -> Evidence:
    """Records grouped by kind; the last record of a key counts."""
    records = list(records)
    return Evidence(
        runs=tuple(r for r in records if isinstance(r, Run)),
        claims={r.id: r for r in records if isinstance(r, ClaimRecord)},
        hunts={r.key: r for r in records if isinstance(r, HuntRecord)},
        figures=tuple(
            {(r.claim, r.title): r for r in records if isinstance(r, FigureRecord)}.values()
        ),
        ends=tuple(r for r in records if isinstance(r, End)),
    )


def _records(path: Path) -> list[Record]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise EvidenceError(f"{path}: cannot be read ({error.strerror})") from None
    lines = text.split("\n")
    records: list[Record] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            records.append(from_json(line))
        except EvidenceError as error:
            cut_off = number == len(lines) and records
            if not cut_off:
                raise EvidenceError(f"{path}, line {number}: {error}") from None
            warnings.warn(
                f"{path}: the last line is cut off and was dropped; "
                f"{len(records)} whole records are kept",
                stacklevel=3,
            )
    if not records:
        raise EvidenceError(f"{path}: no whole record in this file; run the campaign again")
    return records


def repair(path: Path) -> None:
    """Cut a truncated last line off, so that records can be appended again."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        keep = data.rfind(b"\n") + 1
        tail = data[keep:].decode("utf-8", errors="replace")
        try:
            from_json(tail)
        except EvidenceError:
            with path.open("r+b") as file:
                file.truncate(keep)
        else:
            with path.open("ab") as file:
                file.write(b"\n")
