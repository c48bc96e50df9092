"""Records as lines of strict JSON, and back."""

from __future__ import annotations

import json
from typing import TypeVar

from lemmata.records import codec, strict_json
from lemmata.records.evidence import RECORDS, EvidenceError, Record
from lemmata.records.figures import FigureRecord, HeatMapRecord

SCHEMA = "lemmata/evidence/1"
MAX_LINE = 16 * 1024**2

Figure = TypeVar("Figure", bound=FigureRecord | HeatMapRecord)


def to_json(record: Record) -> str:
    """A record as one line of strict JSON (no NaN, no infinities)."""
    payload = {"schema": SCHEMA, "record": record.record, **codec.brief(record)}
    return json.dumps(payload, allow_nan=False, ensure_ascii=False, separators=(",", ":"), default=codec.brief)


def from_json(line: str) -> Record:
    """A record from its line.

    Raises:
        EvidenceError: not JSON, an unknown schema or kind of record, or fields that do not fit.
    """
    if len(line) > MAX_LINE:
        raise EvidenceError(f"the line has {len(line)} characters, at most {MAX_LINE} are read")
    try:
        payload = strict_json.loads(line)
    except strict_json.StrictError as error:
        raise EvidenceError(str(error)) from None
    if not isinstance(payload, dict):
        raise EvidenceError(f"a record is an object, not {type(payload).__name__}")
    schema, name = payload.pop("schema", None), str(payload.pop("record", None))
    if schema != SCHEMA:
        raise EvidenceError(strict_json.foreign(schema, SCHEMA, "run the campaign again"))
    if name not in RECORDS:
        raise EvidenceError("unknown kind of record")
    kind = RECORDS[name]
    try:
        return codec.decode(kind, strict_json.plain(payload))
    except (TypeError, ValueError, OverflowError, KeyError, AttributeError) as error:
        because = strict_json.brief(error)
        raise EvidenceError(f"fields of a {kind.__name__} do not fit ({because})") from None


def checked(figure: Figure) -> Figure:
    """The figure itself, if it can be read back: it is what an author's code made.

    Raises:
        EvidenceError, TypeError, ValueError: it cannot.
    """
    from_json(to_json(figure))
    return figure
