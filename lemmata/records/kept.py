"""Kept runs: what an experiment measured, stored with its claim for the runs that leave it out.

A kept run is an ordinary file of evidence of one claim, made small: without the end of long numbers and with
at most a hundred points of a line, which no plot shows the lack of.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lemmata.records import atomic_files, files
from lemmata.records.evidence import Evidence, EvidenceError, Kept, Record
from lemmata.records.figures import FigureRecord, HeatMapRecord, Panel, Series
from lemmata.records.json_lines import to_json

POINTS = 100
_DIGITS = 6
_NOTHING = ("not-run", "error")


def ran(evidence: Evidence) -> list[str]:
    """The experiments of which the evidence holds numbers, in the order of the claims."""
    return [
        claim.id
        for claim in evidence.claims.values()
        if claim.experiment is not None
        and any(h.outcome not in _NOTHING for h in evidence.of(claim.id) if h.role == "reading")
    ]


def write(evidence: Evidence, claim: str, path: Path) -> None:
    """Keeps the last run of an experiment in a file, in place of an earlier one.

    Raises:
        EvidenceError: the evidence holds no numbers of it.
        OSError: the file cannot be written.
    """
    if claim not in ran(evidence):
        raise EvidenceError(f"{claim}: the evidence holds no numbers of this experiment")
    hunts = evidence.of(claim)
    run = next(
        run for run in reversed(evidence.runs) if (run.seed, run.profile) == (hunts[-1].seed, hunts[-1].profile)
    )
    same = [hunt for hunt in hunts if (hunt.seed, hunt.profile) == (run.seed, run.profile)]
    # The claim's own digest says whether it has changed since; those of whole packages say no more.
    hunted = [basis.hunted] if (basis := evidence.bases.get(claim)) else []
    started = min([run.started, *hunted])  # it may be reused
    small = replace(run, started=started, selection=(claim,), sources={})
    records: list[Record] = [small, evidence.claims[claim]]
    records += [replace(hunt, histogram=None) if hunt.role == "mutant" else hunt for hunt in same]
    records += [_small(figure) for figure in evidence.figures if figure.claim == claim]
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_files.write(path, "".join(f"{to_json(record)}\n" for record in records))


def read(path: Path) -> Kept:
    """The kept run in a file.

    Raises:
        EvidenceError: it is something else.
    """
    evidence = files.read(path)
    if len(evidence.runs) != 1 or len(evidence.claims) != 1 or not evidence.hunts:
        raise EvidenceError(f"{path}: this is not the kept run of one experiment")
    (claim,) = evidence.claims.values()
    return Kept(
        claim=claim.id,
        source_digest=claim.source_digest,
        run=evidence.runs[0],
        hunts=tuple(evidence.hunts.values()),
        figures=tuple(f for f in evidence.figures if isinstance(f, FigureRecord)),
        heat_maps=tuple(f for f in evidence.figures if isinstance(f, HeatMapRecord)),
    )


def _small(figure: FigureRecord | HeatMapRecord) -> FigureRecord | HeatMapRecord:
    if isinstance(figure, FigureRecord):
        return replace(figure, series=tuple(map(_thinned, figure.series)))
    panels = [Panel(panel.label, [_rounded(row) for row in panel.values]) for panel in figure.panels]
    return replace(figure, panels=tuple(panels))


def _thinned(series: Series) -> Series:
    """The first, the last and evenly spaced points between them."""
    last = len(series.x) - 1
    kept = range(last + 1) if last < POINTS else [round(k * last / (POINTS - 1)) for k in range(POINTS)]

    def thin(values: list[float]) -> list[float]:
        return _rounded([values[k] for k in kept])

    low, high = (thin(band) if band is not None else None for band in (series.low, series.high))
    return replace(series, x=thin(series.x), y=thin(series.y), low=low, high=high)


def _rounded(values: list[float]) -> list[float]:
    return [float(f"{value:.{_DIGITS}g}") for value in values]
