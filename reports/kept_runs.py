"""Experiments on pages: where the run at hand left one out, its page shows the last kept run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markupsafe import Markup

from lemmata.records.evidence import Evidence, HuntRecord
from lemmata.records.figures import FigureRecord, HeatMapRecord
from lemmata.records.verdicts import KeptRun, Verdict, Verdicts
from lemmata.records.words import by_number

from . import words

if TYPE_CHECKING:
    from .claim_page import ClaimPage


def shown(verdict: Verdict) -> Verdict:
    """A verdict with what its kept run came to, where nothing newer is known."""
    kept = verdict.kept
    if kept is None:
        return verdict
    return replace(
        verdict,
        readings=kept.readings,
        mutants=kept.mutants,
        found=kept.found,
        discriminating=kept.discriminating,
        seconds=kept.seconds,
    )


def hunts(evidence: Evidence, verdicts: Verdicts) -> dict[str, list[HuntRecord]]:
    """The hunts of the kept runs that are shown."""
    return {c.id: list(evidence.kept[c.id].hunts) for c in verdicts.claims if c.kept is not None}


def figures(evidence: Evidence, verdict: Verdict) -> list[FigureRecord | HeatMapRecord]:
    """The figures of a claim: of this run, or of the kept one that is shown."""
    if verdict.kept is not None:
        kept = evidence.kept[verdict.id]
        return [*kept.figures, *kept.heat_maps]
    return [record for record in evidence.figures if record.claim == verdict.id]


def circumstances(kept: KeptRun) -> str:
    """When and on what a kept run was made."""
    commit = f"commit {kept.commit[:12]}" if kept.commit else ""
    parts = (f"profile {kept.profile}", f"seed {kept.seed}", kept.machine, kept.device, commit)
    return f"{kept.started[:10]} ({', '.join(filter(None, parts))}; {words.duration(kept.seconds)})"


def ordered(claims: Sequence[ClaimPage]) -> list[ClaimPage]:
    """Those with numbers first."""
    return sorted(claims, key=lambda claim: claim.statement.outcome == "not-run")


STATISTICS = {
    "mean": "mean",
    "trimmed": "trimmed mean",
    "median": "median",
    "p10": "lower decile",
    "p90": "upper decile",
}
"""Last parts of the names of several numbers on one thing, and what they are called."""


@dataclass(frozen=True)
class Row:
    """Numbers on one thing, and what the paper says of them."""

    name: str
    cells: Sequence[str]
    says: Sequence[Markup]


@dataclass(frozen=True)
class Table:
    """Measured numbers; ``columns`` are statistics, or the one column of plain numbers."""

    columns: Sequence[str]
    rows: Sequence[Row]

    @property
    def numbers(self) -> Sequence[tuple[str, Sequence[str]]]:
        """What it has of measured numbers, the paper's words left out."""
        return sorted((row.name, row.cells) for row in self.rows)

    @property
    def says(self) -> bool:
        """Whether the paper says something of any of them."""
        return any(row.says for row in self.rows)


def tables(claim: ClaimPage) -> list[Table]:
    """The measured numbers of an experiment: several statistics of one thing in a row, the rest one by one.

    What the paper speaks of comes first.
    """
    constants, reported = claim.survivor.verdict.constants, claim.reported
    others = (name for name in constants if name not in reported and name not in _ASIDE)
    names = [*reported, *sorted(others, key=by_number)]
    things: dict[str, list[str]] = {}
    for name in names:
        thing, _, last = name.rpartition("_")
        if thing and last in STATISTICS:
            things.setdefault(thing, []).append(last)
    several = {thing for thing, last in things.items() if len(last) > 1}
    columns = [s for s in STATISTICS if any(s in things[thing] for thing in several)]

    def row(title: str, members: Sequence[str]) -> Row:
        cells = [words.interval(constants[m]) if m in constants else words.NONE for m in members]
        return Row(words.quantity(title), cells, [reported[m] for m in members if m in reported])

    single = [name for name in names if name.rpartition("_")[0] not in several]
    found = [
        Table(["measured"], [row(name, [name]) for name in single]),
        Table(
            [STATISTICS[s] for s in columns],
            [row(t, [f"{t}_{s}" for s in columns]) for t in things if t in several],
        ),
    ]
    return sorted((table for table in found if table.rows), key=lambda table: not table.says)


_ASIDE = ("seconds", "iterations")
