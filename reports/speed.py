"""What benchmarks measured, the latest run first, each machine and device by itself.

`lemmata report --bench FILE` puts the files that `lemmata bench --json` wrote beside the evidence;
those in `benchmarks/results` of the folder one stands in are read too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lemmata.records import bench
from lemmata.records.evidence import EvidenceError

from . import words

FOLDER = "bench"
KEPT = Path("benchmarks/results")
_COLUMNS = 6
"""So many runs are shown, the older ones are left out."""
_GROUPS = {
    "Finding counterexamples": ("power", "hunt", "growth", "two-workers"),
    "Networks": ("dense", "structured", "in-context"),
    "Baselines": ("lasso",),
    "Others": ("",),
}
"""Under which heading a benchmark stands: by the beginning of its name."""
_BEYOND = 1e9
"""A ratio above this is of two things that nobody would choose between: no speed, and not shown."""


@dataclass(frozen=True)
class Row:
    """One figure: its latest value and, run by run, the earlier ones."""

    name: str
    title: str
    against: str
    instances: str
    floor: str
    values: Sequence[str]
    change: str


@dataclass(frozen=True)
class Machine:
    """The runs on one machine, the latest first."""

    name: str
    runs: Sequence[Mapping[str, str]]
    groups: Mapping[str, Sequence[Row]]
    omitted: int


def history(*folders: Path) -> list[Machine]:
    """The runs in all folders by machine; a file that is no run of benchmarks is left out."""
    runs: dict[str, dict[str, Any]] = {}
    for folder in (*folders, KEPT):
        for path in sorted(folder.glob("*.json")):
            try:
                document = bench.read(path)
            except EvidenceError:
                continue
            runs[json.dumps(document, sort_keys=True)] = document
    machines: dict[str, list[dict[str, Any]]] = {}
    for document in sorted(runs.values(), key=lambda d: str(d["run"]["started"]), reverse=True):
        run = document["run"]
        name = f"{run.get('machine', 'a machine')}, {run.get('device', 'cpu')}"
        machines.setdefault(name, []).append(document)
    return [_machine(name, documents) for name, documents in machines.items()]


def _machine(name: str, documents: Sequence[Mapping[str, Any]]) -> Machine:
    shown = documents[:_COLUMNS]
    by_run = [{r["name"]: r for r in document["results"] if _compares(r)} for document in shown]
    names = list(dict.fromkeys(name for results in by_run for name in results))
    heads = [
        {
            "started": str(d["run"]["started"])[:10],
            "version": str(d["run"].get("version", "")),
            "commit": str(d["run"].get("commit") or "")[:12],
        }
        for d in shown
    ]
    rows = [_row(name, [results.get(name) for results in by_run]) for name in names]
    groups: dict[str, list[Row]] = {title: [] for title in _GROUPS}
    for row in rows:
        groups[next(title for title, starts in _GROUPS.items() if row.name.startswith(starts))].append(row)
    return Machine(
        name, heads, {title: some for title, some in groups.items() if some}, len(documents) - len(shown)
    )


def _row(name: str, results: Sequence[Mapping[str, Any] | None]) -> Row:
    measured = [result for result in results if result is not None]
    last = measured[0]
    share = last["floor_share"]
    return Row(
        name=name,
        title=_title(name),
        against=f"against {last['against']}" if last["unit"] == "x" else last["against"],
        instances=words.count(last["instances"]),
        floor=words.NONE if share is None else f"{share:.0%}",
        values=[words.NONE if r is None else _measured(float(r["value"]), last["unit"]) for r in results],
        change=_change([float(r["value"]) for r in measured]),
    )


def _title(name: str) -> str:
    """The name of a benchmark as words: ``lasso-vs-cvxpy`` is "Lasso against cvxpy"."""
    said = " ".join("against" if word == "vs" else word for word in name.split("-"))
    return said[:1].upper() + said[1:]


def _measured(value: float, unit: str) -> str:
    """A figure with its unit; a share in percent, a ratio with its sign."""
    if unit in ("share", "of hunts"):
        return f"{100 * value:.3g} %"
    return f"{words.number(value)} {'×' if unit == 'x' else unit}"


def _compares(result: Mapping[str, Any]) -> bool:
    return result["unit"] != "x" or float(result["value"]) <= _BEYOND


def _change(values: Sequence[float]) -> str:
    """Against the run before, in words: a sign alone would be a guess at what is better."""
    if len(values) < 2 or not values[1]:
        return words.NONE
    share = values[0] / values[1] - 1
    if abs(share) < 0.005:
        return "the same"
    return f"{abs(share):.0%} {'more' if share > 0 else 'less'}"
