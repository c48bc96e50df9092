"""What benchmarks measured, as ``lemmata bench --json`` writes it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from lemmata.records import codec, strict_json
from lemmata.records.evidence import EvidenceError
from lemmata.records.restrictions import Like, Seconds, Within

SCHEMA = "lemmata/bench/1"
COSTS = ("ms", "s", "seconds", "instances", "kB", "KiB", "MiB")
"""Units of figures that are better when they are lower."""
MAX_BYTES = 16 * 1024**2


class Run(TypedDict):
    """The circumstances of a run; ``measured`` are the machine's own figures, against which others stand."""

    version: str
    device: str
    machine: str
    started: str
    commit: str | None
    python: str
    libraries: dict[str, str]
    threads: Annotated[int, Within(1)]
    seconds: Seconds
    measured: dict[str, Annotated[float, Within(0, above=True)]]
    lower_is_better: NotRequired[list[str]]


class Figure(TypedDict):
    """What a benchmark came to; ``floor_share`` is its share of what the machine can do at best."""

    name: Annotated[str, Like("[a-z0-9][a-z0-9.-]*")]
    value: Annotated[float, Within(0)]
    unit: str
    against: str
    instances: int
    floor_share: Annotated[float, Within(0)] | None


class Document(TypedDict):
    """What ``lemmata bench --json`` writes."""

    schema: Literal["lemmata/bench/1"]
    run: Run
    results: list[Figure]


def read(path: Path) -> dict[str, Any]:
    """A run of the benchmarks, complete enough for a page.

    Raises:
        EvidenceError: the file cannot be read or is something else.
    """
    try:
        return from_json(strict_json.plain(strict_json.loads(strict_json.read(path, MAX_BYTES))))
    except strict_json.StrictError as error:
        raise EvidenceError(f"{path}: {error}") from None


def from_json(document: Any) -> dict[str, Any]:
    """The document itself.

    Raises:
        StrictError: it is something else.
    """
    codec.document(Document, document, SCHEMA, "lemmata bench --json makes such a file")
    checked: dict[str, Any] = document
    return checked
