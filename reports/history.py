"""The page of several runs, in the order of their time: in one picture, which verdict was another one when.

What moved by less than a verdict (constants, how near a bound came, the share of the time) is listed below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from jinja2 import ChainableUndefined

from lemmata.records import atomic_files
from lemmata.records.diff import NUMBERS, Change, Side, compare
from lemmata.records.evidence import Evidence, Run
from lemmata.records.names import names
from lemmata.records.verdicts import ReadingVerdict, Verdict, Verdicts

from . import claim_page, words
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
    text = (
        templates(ChainableUndefined)
        .get_template("history.html.j2")
        .render(
            site={"run": judged.run, "versions": []},
            root="",
            here=HISTORY,
            columns=[_column(evidence, verdicts) for evidence, verdicts in ordered],
            rows=_rows([verdicts for _, verdicts in ordered], called, paths),
            moved=_moved(ordered, called, {c: path for c, path in paths.items() if c in last.claims}),
        )
    )
    path = out / HISTORY
    atomic_files.write(path, words.upright(text))
    return path


def _column(evidence: Evidence, verdicts: Verdicts) -> Column:
    readings = [reading for claim in verdicts.claims for reading in claim.readings.values()]
    outcomes: list[str] = [reading.outcome for reading in readings]
    return Column(
        run=evidence.runs[-1],
        outcomes=[(word, n) for word in words.OUTCOMES if (n := outcomes.count(word))],
        proved=sum(reading.certificate is not None for reading in readings),
        surprises=sum(len(claim.surprises) for claim in verdicts.claims),
        seconds=verdicts.run.seconds,
        claims=len(verdicts.claims),
    )


def _rows(runs: Sequence[Verdicts], called: dict[str, str], paths: dict[str, str]) -> list[Row]:
    judged = [{claim.id: claim for claim in verdicts.claims} for verdicts in runs]
    rows = []
    for claim, name in called.items():
        seen = [of_run.get(claim) for of_run in judged]
        for reading in dict.fromkeys(r for verdict in seen if verdict for r in verdict.readings):
            cells = _cells([_reading(verdict, reading) for verdict in seen])
            if any(cell.changed for cell in cells):
                rows.append(Row(name, paths[claim], reading, cells))
    return rows


def _reading(verdict: Verdict | None, name: str) -> ReadingVerdict | None:
    return verdict.readings.get(name) if verdict else None


def _cells(verdicts: Sequence[ReadingVerdict | None]) -> list[Cell]:
    cells: list[Cell] = []
    for verdict in verdicts:
        open_ = verdict is None or verdict.outcome in ("not-run", "not-encoded")
        strength = "" if verdict is None or open_ else verdict.strength
        word = "" if verdict is None else verdict.outcome
        before = next((cell for cell in reversed(cells) if cell.word), None)
        changed = bool(word) and before is not None and (before.word, before.strength) != (word, strength)
        cells.append(Cell(word, strength, changed))
    return cells


def _moved(
    runs: Sequence[tuple[Evidence, Verdicts]], called: dict[str, str], paths: dict[str, str]
) -> list[Moved]:
    found = []
    for (_, old), (evidence, new) in pairwise(runs):
        changes = compare(Side(Path("old"), old), Side(Path("new"), new)).changes
        found += [
            Moved(evidence.runs[-1].started[:10], c, called.get(c.subject, c.subject), paths.get(c.subject))
            for c in changes
            if c.what in NUMBERS
        ]
    return found
