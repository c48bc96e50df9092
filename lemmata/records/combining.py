"""The records of several collections as one, each run and each hunt once."""

from __future__ import annotations

from collections.abc import Iterable

from lemmata.records.evidence import ClaimRecord, End, Evidence, HuntRecord, Kept, Record, Run
from lemmata.records.figures import FigureRecord, HeatMapRecord
from lemmata.records.lines import to_json
from lemmata.records.papers import PaperRecord


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
    figures = [r for r in records if isinstance(r, FigureRecord | HeatMapRecord)]
    kept = sorted((r for r in records if isinstance(r, Kept)), key=lambda r: r.run.started)
    return Evidence(
        runs=tuple(r for r in records if isinstance(r, Run)),
        claims={r.id: r for r in records if isinstance(r, ClaimRecord)},
        hunts={r.key: r for r in records if isinstance(r, HuntRecord)},
        figures=tuple({(r.claim, r.title): r for r in figures}.values()),
        ends=tuple(r for r in records if isinstance(r, End)),
        kept={r.claim: r for r in kept},
        papers={r.topic: r for r in records if isinstance(r, PaperRecord)},
    )
