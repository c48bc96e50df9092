"""The last run in a folder: its verdicts, and which run it was, dated.

``verdicts.json`` is read as it is: nothing is judged again, so that a list answers at once. It is written
when a run has ended; where the folder has evidence only (the first run was cut off), that is judged.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lemmata.claims.vocabulary import NOT_ENCODED
from lemmata.commands.options import EVIDENCE
from lemmata.errors import LemmataError
from lemmata.records import packing, strict_json
from lemmata.run.selection import Judged, Last, filters

if TYPE_CHECKING:
    from lemmata.claims.heads import Head
    from lemmata.records.evidence import ClaimRecord
    from lemmata.records.verdicts import Verdict

VERDICTS = "verdicts.json"
_SCHEMA = "lemmata/verdicts/1"
_MAX_LINE = 16 * 1024**2
_MAX_BYTES = 64 * 1024**2


@dataclass(frozen=True)
class LastRun:
    """The verdicts of a run as their document has them, by id, and the run in words."""

    name: str = ""
    """``the run of 2026-11-23 02:26 UTC (profile quick, seed 0), in reports/html``; empty: there is none."""
    claims: dict[str, dict[str, Any]] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    """The claim files that the run was asked for."""

    def outcome(self, claim: str) -> str:
        """What became of the statement as printed (or as we say it); empty if it is not known."""
        found = self.claims.get(claim)
        return next(iter(found["readings"].values()))["outcome"] if found else ""

    def defect(self, claim: str) -> str | None:
        """What is wrong with the claim, if something is."""
        found = self.claims.get(claim)
        return found.get("defect") if found else None

    def verdict(self, claim: str) -> Verdict | None:
        """The whole verdict on a claim; None if it was not in the run."""
        from lemmata.records import codec
        from lemmata.records.verdicts import Verdict

        found = self.claims.get(claim)
        return None if found is None else codec.decode(Verdict, found)


def outcome(known: LastRun, claim: Head) -> str:
    """What became of a claim in the last run; one without a check is not encoded, whatever it was then."""
    return NOT_ENCODED if claim.kind == NOT_ENCODED else known.outcome(claim.id)


def read(out: Path) -> LastRun:
    """The last run whose verdicts are in a folder; an empty one if there is none.

    Raises:
        LemmataError: they cannot be read.
    """
    path, evidence = out / VERDICTS, out / EVIDENCE
    if path.is_file():
        try:
            data = strict_json.read(path, _MAX_BYTES)
        except strict_json.StrictError as error:
            raise LemmataError(f"{path}: {error}; {_REMEDY}") from None
        return _document(path, data, _date(path, evidence), out)
    if not packing.stored(evidence).is_file():
        return LastRun()
    from lemmata.records import files
    from lemmata.records.judging import judge

    seen = files.read(evidence)
    document = json.dumps(judge(seen).to_json()).encode()
    return _document(evidence, document, _day(seen.runs[-1].started), out)


def description(out: Path, claim: str, module: str) -> ClaimRecord | None:
    """The description of a claim in the last run's evidence, if it is of the sources of today.

    Args:
        out: the folder of the run.
        claim: the claim's id.
        module: the module that declares it.
    """
    from lemmata.records import json_lines
    from lemmata.records.evidence import ClaimRecord
    from lemmata.run import sources

    mark = f'"record":"claim","id":{json.dumps(claim)},'.encode()
    try:
        with packing.opened(out / EVIDENCE) as file:
            then: dict[str, str] = json.loads(file.readline(_MAX_LINE))["sources"]
            line = next((line for line in file if mark in line[:500]), b"")
        needed = {"lemmata", module.partition(".")[0]}
        now = {name: sources.package(name) for name in then if name.isidentifier()}
        if (
            not line
            or not needed <= set(then)
            or any(digest not in (None, then[n]) for n, digest in now.items())
        ):
            return None
        record = json_lines.from_json(line.decode())
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError, LemmataError):
        return None  # the claim itself says the same, and takes longer
    return record if isinstance(record, ClaimRecord) else None


def asked(out: Path) -> Callable[[], Last]:
    """What a selection asks of the last run; it is read when it is asked for."""

    @cache
    def verdicts() -> Last:
        last = read(out)
        if not last.name:
            raise LemmataError(
                f"there is no run in {out}, and the filters outcome: and defect: look at the last one; run "
                "`lemmata verify` first, or name the folder of one by --out"
            )
        return {name: Judged(last.outcome(name), last.defect(name)) for name in last.claims}

    return verdicts


def places(select: list[str], out: Path) -> list[str]:
    """A selection; where it filters by the last run alone, and that was of claim files, with these files.

    Raises:
        LemmataError: the last run cannot be read.
    """
    words = [word for word, _ in filters(select)]
    if len(words) < len(select) or not {"outcome", "defect"} & set(words):
        return select
    return [*(file for file in read(out).files if Path(file).is_file()), *select]


def _document(path: Path, data: bytes, date: str, out: Path) -> LastRun:
    try:
        document = json.loads(data)
        if document["schema"] != _SCHEMA:
            raise LemmataError(f"{path}: {strict_json.foreign(document['schema'], _SCHEMA, _REMEDY)}")
        run = document["run"]
        claims = {claim["id"]: claim for claim in document["claims"] if claim["readings"]}
        if any("outcome" not in reading for c in claims.values() for reading in c["readings"].values()):
            raise KeyError("outcome")
        name = f"the run of {date} (profile {run['profile']}, seed {run['seed']}), in {out}"
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise LemmataError(
            f"{path}: these are no verdicts ({type(error).__name__}: {error}); {_REMEDY}"
        ) from None
    selection = run.get("selection")
    named = selection if isinstance(selection, list) else []
    return LastRun(name, claims, tuple(p for p in named if isinstance(p, str) and p.endswith(".py")))


_REMEDY = "write them again with `lemmata report`"


def _date(path: Path, evidence: Path) -> str:
    """When the run was that has left these verdicts: as its evidence says, if that is of the same run."""
    written = path.stat().st_mtime
    with suppress(OSError, EOFError, zlib.error, ValueError, KeyError, TypeError):
        if packing.stored(evidence).stat().st_mtime <= written:
            with packing.opened(evidence) as file:
                return _day(str(json.loads(file.readline(65536))["started"]))
    return _day(datetime.fromtimestamp(written, UTC).isoformat())


def _day(iso: str) -> str:
    """A time as people write it: ``2026-11-23 02:26 UTC``."""
    try:
        return f"{datetime.fromisoformat(iso).astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    except ValueError:
        return "an unknown day"
