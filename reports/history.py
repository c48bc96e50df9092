"""The page of several runs, in the order of their time: in one picture, which verdict was another one when.

From three runs on, plots show the trend of the counts and of the time. What moved by less than a verdict
(constants, how near a bound came, the share of the time) is listed below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from jinja2 import ChainableUndefined

from lemmata.records import atomic_files
from lemmata.records.diff import NUMBERS, Change, Side, compare
from lemmata.records.evidence import Evidence, Run
from lemmata.records.figures import FigureRecord, Series
from lemmata.records.names import names
from lemmata.records.verdicts import ReadingVerdict, Verdict, Verdicts

from . import claim_page, plots, words
from .site import HISTORY, templates


@dataclass(frozen=True)
class Cell:
    """What became of a reading in a run; ``word`` is its outcome, or empty where it was not part of the run."""

    word: str
    strength: str
    changed: bool


@dataclass(frozen=True)
class Row:
    """A reading whose verdict changed, run by run."""

    name: str
    href: str
    reading: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Column:
    """A run: how many readings came to what in it, how many of them are proved, and how long it took."""

    run: Run
    when: str
    outcomes: Sequence[tuple[str, int]]
    proved: int
    surprises: int
    seconds: float
    claims: int


@dataclass(frozen=True)
class Moved:
    """A number that moved from one run to the next one."""

    when: str
    change: Change
    name: str
    href: str | None


def build(runs: Sequence[tuple[Evidence, Verdicts]], out: Path) -> Path | None:
    """Writes ``history.html`` and returns its path; of a single run there is none, and an earlier one goes.

    Args:
        runs: each by itself, in any order.
        out: the folder of the report, whose front page links to this one if it is there.
    """
    if len(runs) < 2:
        (out / HISTORY).unlink(missing_ok=True)
        return None
    ordered = sorted(runs, key=lambda run: run[0].runs[-1].started)
    last, judged = ordered[-1]
    claims = {c: record for evidence, _ in ordered for c, record in evidence.claims.items()}
    called = names(record.head for record in claims.values())
    paths = claim_page.page_paths(list(claims))
    moments = _moments([evidence.runs[-1] for evidence, _ in ordered])
    columns = [_column(*run, when) for run, when in zip(ordered, moments, strict=True)]
    text = (
        templates(ChainableUndefined)
        .get_template("history.html.j2")
        .render(
            site={"run": judged.run, "versions": []},
            root="",
            here=HISTORY,
            columns=columns,
            trends=_trends(columns) if len(columns) > 2 else [],
            rows=_rows([verdicts for _, verdicts in ordered], called, paths),
            moved=_moved(ordered, moments, called, {c: path for c, path in paths.items() if c in last.claims}),
        )
    )
    path = out / HISTORY
    atomic_files.write(path, words.upright(text))
    return path


def _moments(runs: Sequence[Run]) -> list[str]:
    """When each run began: the day, and the time where several are of one day."""
    days = [run.started[:10] for run in runs]
    return [
        run.started[:16].replace("T", " ") if days.count(day) > 1 else day
        for run, day in zip(runs, days, strict=True)
    ]


def _column(evidence: Evidence, verdicts: Verdicts, when: str) -> Column:
    readings = [reading for claim in verdicts.claims for reading in claim.readings.values()]
    outcomes: list[str] = [reading.outcome for reading in readings]
    return Column(
        run=evidence.runs[-1],
        when=when,
        outcomes=[(word, n) for word in words.OUTCOMES if (n := outcomes.count(word))],
        proved=sum(reading.certificate is not None for reading in readings),
        surprises=sum(len(claim.surprises) for claim in verdicts.claims),
        seconds=verdicts.run.seconds,
        claims=len(verdicts.claims),
    )


def _trends(columns: Sequence[Column]) -> list[dict[str, Any]]:
    """Plots over the runs, the first one being number 1: outcomes, and how long the run took."""
    numbers = [float(k) for k in range(1, len(columns) + 1)]
    kinds = [word for word in words.OUTCOMES if any(word in dict(column.outcomes) for column in columns)]
    counted = {word: [dict(column.outcomes).get(word, 0) for column in columns] for word in kinds}
    counted["proved"] = [column.proved for column in columns]
    counted["surprises"] = [column.surprises for column in columns]
    figures = (
        ("Outcomes of the readings", "how many", counted),
        ("Time", "seconds", {"all claims": [column.seconds for column in columns]}),
    )
    return [_trend(title, unit, numbers, lines) for title, unit, lines in figures]


def _trend(title: str, unit: str, numbers: list[float], lines: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    series = tuple(Series(label, numbers, [float(y) for y in ys]) for label, ys in lines.items())
    record = FigureRecord(title, "run", unit, "", series)
    legend = (
        [(entry.swatch, entry.label, entry.role) for entry in plots.legend(series)] if len(series) > 1 else []
    )
    return {
        "title": title,
        "x_label": "run",
        "y_label": unit,
        "svg": plots.figure(record).svg,
        "legend": legend,
    }


def _rows(runs: Sequence[Verdicts], called: dict[str, str], paths: dict[str, str]) -> list[Row]:
    judged = [{claim.id: claim for claim in verdicts.claims} for verdicts in runs]
    rows = []
    for claim, name in called.items():
        seen = [of_run.get(claim) for of_run in judged]
        for reading in dict.fromkeys(r for verdict in seen if verdict for r in verdict.readings):
            cells = _cells([verdict.readings.get(reading) if verdict else None for verdict in seen], seen)
            if any(cell.changed for cell in cells):
                rows.append(Row(name, paths[claim], reading, cells))
    return rows


def _cells(verdicts: Sequence[ReadingVerdict | None], of_claim: Sequence[Verdict | None]) -> list[Cell]:
    """The cells of a reading; one that an earlier run had its claim without is a change, too."""
    cells: list[Cell] = []
    for k, verdict in enumerate(verdicts):
        open_ = verdict is None or verdict.outcome in ("not-run", "not-encoded")
        strength = "" if verdict is None or open_ else verdict.strength
        word = "" if verdict is None else verdict.outcome
        before = next((cell for cell in reversed(cells) if cell.word), None)
        added = before is None and any(of_claim[:k])
        moved = before is not None and (before.word, before.strength) != (word, strength)
        changed = bool(word) and (added or moved)
        cells.append(Cell(word, strength, changed))
    return cells


def _moved(
    runs: Sequence[tuple[Evidence, Verdicts]],
    moments: Sequence[str],
    called: dict[str, str],
    paths: dict[str, str],
) -> list[Moved]:
    found = []
    for ((_, old), (_, new)), when in zip(pairwise(runs), moments[1:], strict=True):
        changes = compare(Side(Path("old"), old), Side(Path("new"), new)).changes
        found += [
            Moved(when, c, called.get(c.subject, c.subject), paths.get(c.subject))
            for c in changes
            if c.what in NUMBERS
        ]
    return found
