"""Where the time goes: seconds of this process by part of the work, each second in one part.

The engine says what it is at (``with at("exact arithmetic"):``). A part inside another one stops that
one's clock, so that the parts add up. Workers send their seconds with each answer
(:mod:`lemmata.run.campaign`).
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

PARTS = {
    "start-up": "start-up of the workers",
    "search": "search: moves, batches, climbs",
    "hypothesis": "Hypothesis: explicit instances",
    "floats": "checks in float64",
    "bounds": "checks with a running error bound",
    "exact": "checks in exact arithmetic",
    "shrinking": "smaller witnesses",
    "certificates": "certificates",
    "programs": "programs of witnesses, data of plots",
    "figures": "figures",
    "pages": "pages",
}
"""The parts, with their titles."""

_seconds: defaultdict[str, float] = defaultdict(float)
_open: list[str] = []
_since = 0.0


@contextmanager
def at(part: str) -> Iterator[None]:
    """Counts the time of the block for one of :data:`PARTS`."""
    global _since
    now = time.perf_counter()
    if _open:
        _seconds[_open[-1]] += now - _since
    _since = now
    _open.append(part)
    try:
        yield
    finally:
        now = time.perf_counter()
        _seconds[_open.pop()] += now - _since
        _since = now


def taken() -> dict[str, float]:
    """The seconds since this was asked last, to the millisecond."""
    found = {part: round(seconds, 3) for part, seconds in _seconds.items() if seconds >= 5e-4}
    _seconds.clear()
    return found


def include(seconds: Mapping[str, float]) -> None:
    """Adds what another process has taken."""
    for part, amount in seconds.items():
        _seconds[part] += amount


def table(seconds: Mapping[str, float]) -> list[tuple[str, float, float]]:
    """Title, seconds and share of each part, the largest first."""
    total = sum(seconds.values())
    rows = sorted(seconds.items(), key=lambda row: -row[1])
    return [(PARTS.get(part, part), amount, amount / total) for part, amount in rows if amount]
