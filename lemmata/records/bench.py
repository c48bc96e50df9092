"""What benchmarks measured, as ``lemmata bench --json`` writes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lemmata.records import strict
from lemmata.records.evidence import EvidenceError

SCHEMA = "lemmata/bench/1"
COSTS = ("ms", "s", "seconds", "instances", "kB", "KiB", "MiB")
"""Units of figures that are better when they are lower."""
MAX_BYTES = 16 * 1024**2


def read(path: Path) -> dict[str, Any]:
    """A run of the benchmarks, complete enough for a page.

    Raises:
        EvidenceError: the file cannot be read or is something else.
    """
    try:
        document = strict.plain(strict.loads(strict.read(path, MAX_BYTES)))
    except strict.StrictError as error:
        raise EvidenceError(f"{path}: {error}") from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise EvidenceError(f"{path}: the schema should be {SCHEMA!r}; lemmata bench --json makes such a file")
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
