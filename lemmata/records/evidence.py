"""What a run saw, as JSON lines.

A file is a sequence of records, appended as they come and flushed one by one, so that a killed
run loses at most the hunt in progress:

- one ``run`` record: what was run, on what, when (written first; a resumed run writes another);
- ``claim`` records: everything a page needs to describe a claim, so that reports import nothing
  but this module;
- ``hunt`` records: what one hunt saw, keyed by claim, variant, seed and shard;
- ``figure`` and ``heatmap`` records: measured series beside theoretical lines, and matrices.

Nothing here is computed from anything else: verdicts are judged from these records elsewhere.
"""

from __future__ import annotations

import functools
import json
import os
import re
import types
import typing
import warnings
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeVar

from lemmata.records import strict
from lemmata.statement.ids import ID

SCHEMA = "lemmata/evidence/1"
MAX_BYTES = 512 * 1024**2
"""A larger file is refused: all claims together leave some 4 MB a run."""
MAX_LINE = 16 * 1024**2
COSTS = ("ms", "s", "seconds", "instances")
"""Units of benchmarks' figures that are better when they are lower."""
KINDS = ("forall", "probability", "expectation", "rate", "experiment")
PROFILES = ("quick", "standard", "deep")
DEFECTS = ("statement", "construction", "proof-step", "constant", "vacuous", "typo", "extraction")
_DIGEST = re.compile(r"[0-9a-f]{12}")
_EXPECTED = ("holds", "refuted", "vacuous", "undecided", "untestable", "not-run")
_MOST_DRAWS = 2**53
_SMALLEST = 1e-200
_MOST_LINES, _MOST_PANELS, _MOST_BINS = 1_000, 100, 1_000
_MOST_NUMBERS = 1_000_000
"""A figure with more than this shows nothing; pages show less (`reports.limits`) and say so."""

Outcome = Literal["holds", "refuted", "vacuous", "undecided", "untestable", "not-run", "error"]
Strength = Literal["observed", "probed", "exact", "proved", "genuine", "tolerance-only"]


class EvidenceError(Exception):
    """An evidence file cannot be read; the message says where and what to do."""


@dataclass(frozen=True)
class Run:
    """The circumstances of a campaign; ``sources`` has a digest of each package that may be edited."""

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
    sources: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadingRecord:
    """A statement as printed or as amended: its LaTeX, what is expected and why."""

    name: str
    latex: str
    expected: str
    because: str
    defect: str | None
    family: str = ""
    """For a rate: the claim that has to hold before a drift refutes the reading."""


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
    reported: dict[str, str] = field(default_factory=dict)
    """For an experiment: what the paper says about a measured quantity, in its words."""
    source_digest: dict[str, str] = field(default_factory=dict)
    """Of the ``statement`` and of the ``check`` (:mod:`lemmata.run.digests`); older evidence has none."""


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
    shards: int = 1
    """Into how many shards the hunt was cut: they divide its share of the error budget."""
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
    snippet: str = ""
    """The witness of a reading as a Python program that needs numpy alone."""
    no_snippet: str = ""
    """Why there is no such program."""
    lost: bool = False
    """Whether its process ended or its time was over: an error that a resumed run tries again."""

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
class Panel:
    """One matrix of a heat map."""

    label: str
    values: list[list[float]]


@dataclass(frozen=True)
class HeatMapRecord:
    """Matrices of a claim side by side, with their text alternative."""

    record: ClassVar[str] = "heatmap"
    claim: str
    title: str
    caption: str
    panels: tuple[Panel, ...]


@dataclass(frozen=True)
class End:
    """Written when a campaign ends; its absence means that the run was cut off."""

    record: ClassVar[str] = "end"
    seconds: float
    instances: int


Record = Run | ClaimRecord | HuntRecord | FigureRecord | HeatMapRecord | End
_RECORDS: dict[str, type] = {
    kind.record: kind for kind in (Run, ClaimRecord, HuntRecord, FigureRecord, HeatMapRecord, End)
}


@dataclass(frozen=True)
class Evidence:
    """The records of one or several runs, each hunt counted once (the last one wins)."""

    runs: tuple[Run, ...]
    claims: dict[str, ClaimRecord]
    hunts: dict[tuple[str, str, int, int, str], HuntRecord]
    figures: tuple[FigureRecord | HeatMapRecord, ...]
    ends: tuple[End, ...]

    def of(self, claim: str) -> list[HuntRecord]:
        """The hunts of one claim, in the order in which they were recorded."""
        return [hunt for hunt in self.hunts.values() if hunt.claim == claim]

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions of Lemmata that the runs were made with, in order of the runs, each once.

        More than one says that records of different programs were merged: a claim may have been
        edited in between, and its verdict then mixes two statements.
        """
        return tuple(dict.fromkeys(run.version for run in self.runs))


def to_json(record: Record) -> str:
    """A record as one line of strict JSON (no NaN, no infinities)."""
    payload = {"schema": SCHEMA, "record": record.record, **asdict(record)}
    return json.dumps(payload, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def decided_exactly(exact: int, instances: int) -> str:
    """How many of the instances exact arithmetic has decided, in words."""
    if exact == 0:
        return "none decided exactly"
    return "all decided exactly" if exact >= instances else f"{exact:,} decided exactly"


_Drawn = TypeVar("_Drawn", bound="FigureRecord | HeatMapRecord")


def checked(record: _Drawn) -> _Drawn:
    """The record itself, if it can be read back: a figure is what an author's code made.

    Raises:
        EvidenceError, TypeError, ValueError: it cannot.
    """
    from_json(to_json(record))
    return record


def from_json(line: str) -> Record:
    """A record from its line.

    Raises:
        EvidenceError: not JSON, an unknown schema or kind of record, or fields that do not fit.
    """
    if len(line) > MAX_LINE:
        raise EvidenceError(f"the line has {len(line)} characters, at most {MAX_LINE} are read")
    try:
        payload = strict.loads(line)
    except strict.StrictError as error:
        raise EvidenceError(str(error)) from None
    if not isinstance(payload, dict):
        raise EvidenceError(f"a record is an object, not {type(payload).__name__}")
    schema = payload.pop("schema", None)
    if schema != SCHEMA:
        raise EvidenceError(strict.foreign(schema, SCHEMA, "run the campaign again"))
    kind = _RECORDS.get(str(payload.pop("record", None)))
    if kind is None:
        raise EvidenceError("unknown kind of record")
    try:
        record: Record = _typed(payload, kind)
        _admit(record)
    except (TypeError, ValueError, OverflowError) as error:
        told = strict.brief(error)
        raise EvidenceError(f"fields of a {kind.__name__} do not fit ({told})") from None
    return record


def _admit(record: Record) -> None:
    """What a type cannot say. Files may come from elsewhere: ids become paths, pages draw numbers.

    Raises:
        ValueError: it does not fit.
    """
    if isinstance(record, HuntRecord):
        _admit_hunt(record)
    elif isinstance(record, ClaimRecord):
        _admit_claim(record)
    elif isinstance(record, Run):
        _one_of("profile", record.profile, PROFILES)
        if not 0 < record.false_alarm_budget <= 1:
            raise ValueError(f"false_alarm_budget: {record.false_alarm_budget} is none")
    elif isinstance(record, FigureRecord):
        _at_most("series", len(record.series), _MOST_LINES)
        _at_most("points", sum(len(line.x) for line in record.series), _MOST_NUMBERS)
        for line in record.series:
            lengths = {len(v) for v in (line.x, line.y, line.low, line.high) if v is not None}
            if len(lengths) != 1:
                raise ValueError(f"series {line.label!r}: x, y and the band differ in length")
    elif isinstance(record, HeatMapRecord):
        _at_most("panels", len(record.panels), _MOST_PANELS)
        for panel in record.panels:
            if len({len(row) for row in panel.values}) != 1 or not panel.values[0]:
                raise ValueError(f"panel {panel.label!r}: no matrix")
            entries = len(panel.values) * len(panel.values[0])
            _at_most(f"panel {panel.label!r:.60}: entries", entries, _MOST_NUMBERS)


def _admit_claim(record: ClaimRecord) -> None:
    if not ID.fullmatch(record.id):
        raise ValueError(f"{record.id!r} is no id of a claim")
    _one_of("kind", record.kind, KINDS)
    names = [reading.name for reading in record.readings]
    if "printed" not in names:
        raise ValueError(f"the claim {record.id} has no printed reading")
    if sorted(names) not in (["printed"], ["amended", "printed"]):
        raise ValueError(f"readings: {names} are not printed and amended")
    if len(set(record.mutants)) < len(record.mutants) or set(names) & set(record.mutants):
        raise ValueError("mutants: a name is taken twice")
    for part, digest in record.source_digest.items():
        _one_of("source_digest", part, ("statement", "check"))
        if not _DIGEST.fullmatch(digest):
            raise ValueError(f"source_digest: {digest!r} is no digest")
    for reading in record.readings:
        _one_of("expected", reading.expected, _EXPECTED)
        if reading.family and not ID.fullmatch(reading.family):
            raise ValueError(f"family: {reading.family!r} is no id of a claim")
        if reading.defect is not None:
            _one_of("defect", reading.defect, DEFECTS)


def _admit_hunt(record: HuntRecord) -> None:
    if not ID.fullmatch(record.claim):
        raise ValueError(f"{record.claim!r} is no id of a claim")
    if not all(map(_counted, record.tests)):
        raise ValueError(f"a test of {record.claim} lacks its counts, or they are impossible")
    for name, (low, high) in record.measured.items():
        if low > high:
            raise ValueError(f"measured: {name}: {low} is above {high}")
    if record.seconds < 0:
        raise ValueError("seconds: negative")
    if record.histogram is not None and not _drawable(record.histogram):
        raise ValueError(
            "histogram: edges that rise and the counts between them are wanted, "
            f"at most {_MOST_BINS:,}"
        )


def _at_most(name: str, count: int, most: int) -> None:
    if count > most:
        raise ValueError(f"{name}: {count:,}, more than the {most:,} that can be shown; draw fewer")


def _one_of(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name}: {value!r} is none of {', '.join(choices)}")


def _drawable(histogram: dict[str, list[float]]) -> bool:
    if set(histogram) != {"edges", "counts"}:
        return False
    edges, counts = histogram["edges"], histogram["counts"]
    rising = all(low <= high for low, high in pairwise(edges))
    fits = len(edges) == len(counts) + 1 and 1 <= len(counts) <= _MOST_BINS
    return fits and rising and min(counts) >= 0


def _counted(test: dict[str, Any]) -> bool:
    """Whether a sequential test can be continued in another run, and shown."""
    numbers = [test.get(name) for name in ("n", "failures", "allowed", "level", "e_value", "upper")]
    if not all(type(number) in (int, float) for number in numbers):
        return False
    n, failures, allowed, level, e_value, upper = numbers
    seen = test.get("detectable")
    return (
        type(n) is int
        and type(failures) is int
        and 0 <= failures <= n < _MOST_DRAWS
        and (allowed == 0 or _SMALLEST < allowed <= 1)  # type: ignore[operator]
        and _SMALLEST < level <= 1  # type: ignore[operator]
        and e_value >= 0  # type: ignore[operator]
        and 0 <= upper <= 1  # type: ignore[operator]
        and isinstance(test.get("setting"), dict | None)
        and (seen is None or (type(seen) in (int, float) and 0 <= seen <= 1))
    )


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    """The types of the fields of a dataclass."""
    hints = typing.get_type_hints(kind)
    return {f.name: hints[f.name] for f in fields(kind)}


def _typed(value: Any, hint: Any) -> Any:
    """What JSON gave, in the type that a record declares.

    Raises:
        TypeError, ValueError, OverflowError: it does not fit.
    """
    kind, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return strict.plain(value)
    if kind in (types.UnionType, typing.Union):
        if value is None and type(None) in parts:
            return None
        (hint,) = (part for part in parts if part is not type(None))
        return _typed(value, hint)
    if kind is Literal:
        if isinstance(value, str) and value in parts:
            return value
        raise ValueError(f"{value!r} is none of {', '.join(parts)}")
    if hint is float and type(value) in (int, float):
        return float(value)
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(value, dict):
        hints = _hints(hint)
        if unknown := sorted(set(value) - set(hints)):
            raise ValueError(f"unknown fields {unknown}")
        return hint(**{name: _in(name, v, hints[name]) for name, v in value.items()})
    if kind is dict and isinstance(value, dict):
        return {strict.text(k): _in(k, v, parts[1]) for k, v in value.items()}
    if kind is list and isinstance(value, list):
        return [_typed(v, parts[0]) for v in value]
    if kind is tuple and isinstance(value, list):
        wanted = [parts[0]] * len(value) if parts[1:] == (...,) else parts
        return tuple(_typed(v, part) for v, part in zip(value, wanted, strict=True))
    if type(value) is not hint:
        raise TypeError(f"{value!r:.60} is not of type {getattr(hint, '__name__', hint)}")
    if hint is int and not 0 <= value < 10**strict.DIGITS:
        raise ValueError(f"{value!r:.60} is no count")
    return strict.text(value) if hint is str else value


def _in(name: str, value: Any, hint: Any) -> Any:
    try:
        return _typed(value, hint)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name}: {error}") from None


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
    files: list[list[Record]] = []
    for path in paths:
        files.append(_records(path))  # noqa: PERF401 - warnings name the caller's line
    return gather(combine(*files))


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
    """Records grouped by kind; the last record of a key counts."""
    records = list(records)
    return Evidence(
        runs=tuple(r for r in records if isinstance(r, Run)),
        claims={r.id: r for r in records if isinstance(r, ClaimRecord)},
        hunts={r.key: r for r in records if isinstance(r, HuntRecord)},
        figures=tuple(
            {
                (r.claim, r.title): r
                for r in records
                if isinstance(r, FigureRecord | HeatMapRecord)
            }.values()
        ),
        ends=tuple(r for r in records if isinstance(r, End)),
    )


def _records(path: Path) -> list[Record]:
    try:
        text = strict.read(path, MAX_BYTES).decode("utf-8", errors="replace")
    except strict.StrictError as error:
        raise EvidenceError(f"{path}: {error}") from None
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


BENCH = "lemmata/bench/1"
"""The schema of what ``lemmata bench --json`` writes."""


def read_bench(path: Path) -> dict[str, Any]:
    """A run of the benchmarks, complete enough for a page.

    Raises:
        EvidenceError: the file cannot be read or is something else.
    """
    try:
        document = strict.plain(strict.loads(strict.read(path, MAX_LINE)))
    except strict.StrictError as error:
        raise EvidenceError(f"{path}: {error}") from None
    if not isinstance(document, dict) or document.get("schema") != BENCH:
        raise EvidenceError(
            f"{path}: the schema should be {BENCH!r}; lemmata bench --json makes such a file"
        )
    run, results = document.get("run"), document.get("results")
    dated = isinstance(run, dict) and isinstance(run.get("started"), str)
    if not dated or not isinstance(results, list) or not all(map(_is_figure, results)):
        raise EvidenceError(f"{path}: the run or one of its results is incomplete")
    return document


def _is_figure(result: Any) -> bool:
    """Whether a result of the benchmarks has what a page shows."""
    if not isinstance(result, dict):
        return False
    named = all(isinstance(result.get(name), str) for name in ("name", "unit", "against"))
    share = result.get("floor_share", "missing")
    numbers = [result.get("value"), result.get("instances"), 0 if share is None else share]
    return named and all(type(n) in (int, float) for n in numbers)
