"""The command ``lemmata verify``: runs the hunts and writes the report."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from lemmata.commands import junit, terminal
from lemmata.commands.options import DEFAULT_OUT, EVIDENCE, load, positive, seed, selecting, workers
from lemmata.commands.output import console, dump, openable, say, writable, write
from lemmata.commands.report import write_report
from lemmata.commands.show import last_verdicts
from lemmata.errors import LemmataError
from lemmata.records.evidence import Evidence, HuntRecord, Record
from lemmata.records.judging import judge, witnesses
from lemmata.records.verdicts import ReadingVerdict, Verdict, Verdicts
from lemmata.records.witness import to_document
from lemmata.records.words import plural, tried
from lemmata.run import lock, threads
from lemmata.statement.written.notation import spoken

if TYPE_CHECKING:
    from lemmata.run.registry import Library
    from lemmata.statement.claims import Claim


_MARKS = {"holds": "✓", "refuted": "✗", "vacuous": "∅", "undecided": "?", "not-run": "–"}


def add(commands: Any) -> None:
    """Adds the command to the parser of ``lemmata``."""
    command = commands.add_parser("verify", parents=[selecting()], help="run the hunts and write the report")
    command.add_argument("--profile", choices=("quick", "standard", "deep"), default="quick")
    command.add_argument("--seed", type=seed, default=0)
    command.add_argument("--device", default="auto", metavar="auto|cpu|cuda[:i]")
    command.add_argument("--workers", type=workers, default="auto", metavar="N|auto")
    command.add_argument("--cluster", metavar="ADDRESS|local", help="hunt on the workers of a dask scheduler")
    command.add_argument(
        "--shards", type=positive, metavar="N", help="hunts of each variant; else the profile's"
    )
    command.add_argument(
        "--limit",
        type=positive,
        metavar="SECONDS",
        help="what a hunt may take before it is given up; else the profile's, which is generous",
    )
    command.add_argument("--out", type=Path, default=DEFAULT_OUT, metavar="DIR")
    command.add_argument("--json", type=Path, metavar="FILE", help="write the verdicts there too")
    command.add_argument("--junit", type=Path, metavar="FILE", help="write a JUnit report for a CI there")
    command.add_argument(
        "--keep-witnesses",
        action="store_true",
        help="leave witnesses in the folders of the claims: later runs try them first",
    )
    command.add_argument(
        "--only", choices=("refuted", "undecided"), help="claims whose last verdict in --out is this"
    )
    command.add_argument("--resume", action="store_true", help="go on with a run that was cut off")
    command.add_argument(
        "--strict", action="store_true", help="exit 3 if something is undecided, or a claim has no mutants"
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Runs the campaign in the folder of ``--out``; returns the exit status."""
    in_time = threads.one()  # before anything imports torch
    writable(arguments.out)
    with lock.alone(arguments.out):
        return _campaign(arguments, in_time)


def _campaign(arguments: argparse.Namespace, in_time: bool) -> int:
    """Runs the hunts and writes the report; ``in_time`` says whether torch was yet to be imported."""
    from lemmata.run import campaign

    out: Path = arguments.out
    for option, file in (("--json", arguments.json), ("--junit", arguments.junit)):
        if file:
            openable(file, option)  # not only when all is done
    local = campaign.is_here(arguments.cluster)
    if not local and arguments.workers != "auto":
        raise LemmataError(
            f"--workers {arguments.workers} --cluster {arguments.cluster}: a scheduler has workers "
            "of its own; leave --workers out (with --cluster local it says how many to start)"
        )
    # On other machines each worker resolves it for itself.
    device = campaign.resolve_device(arguments.device) if local else arguments.device
    library = load(arguments.select)
    claims = library.select(arguments.select)
    if arguments.only:
        claims = _only(claims, arguments.only, out)
    claims = _with_families(claims, library)
    from lemmata.run.registry import is_file
    from lemmata.search.profiles import PROFILES

    plan = campaign.Plan(
        claims=tuple(claims),
        profile=arguments.profile,
        seed=arguments.seed,
        device=device,
        workers=_count(arguments.workers, device),
        alpha=library.alpha,
        files=tuple(p for p in arguments.select if is_file(p)),
        selection=tuple(arguments.select),
        shards=arguments.shards or PROFILES[arguments.profile].shards,
        cluster=arguments.cluster,
        fork=in_time and device == "cpu" and sys.platform == "linux",
        limit=arguments.limit,
    )
    with _Display() as display:
        evidence = campaign.run(plan, out / EVIDENCE, resume=arguments.resume, progress=display.update)
    judged = judge(evidence)
    try:
        index = write_report(evidence, judged, out)
        if arguments.json:
            dump(judged.to_json(), arguments.json)
        if arguments.junit:
            write(arguments.junit, junit.text(judged))
        if arguments.keep_witnesses:
            _keep(claims, evidence)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise LemmataError(
            f"{error.filename or out}: cannot be written ({error.strerror or error}); the evidence is "
            f"whole in {out / EVIDENCE}: make room, and go on with --resume"
        ) from None
    _summarise(judged)
    print(f"report: {index}")
    return judged.exit_status(arguments.strict)


def _with_families(claims: list[Claim], library: Library) -> list[Claim]:
    """The claims and those that prove the growth of a rate among them; says which were added."""
    wanted = {
        family.id: claim.id
        for claim in claims
        for reading in claim.readings.values()
        if (family := claim.family_of(reading.variant)) is not None
    }
    selected = {claim.id for claim in claims}
    for name, rate in wanted.items():
        if name not in selected:
            say(f"also verified: {name}, since {rate} is refuted only where it holds")
    return [claim for claim in library.claims.values() if claim.id in selected | set(wanted)]


def _keep(claims: list[Claim], evidence: Evidence) -> None:
    """Leaves the witnesses of readings that are expected to be refuted with their claims."""
    by_id = {claim.id: claim for claim in claims}
    for witness in witnesses(evidence).values():
        reading = by_id[witness.claim].readings[witness.variant]
        path = reading.variant.stored_witness
        if path is None or witness.kind != "instance" or reading.expect != "refuted":
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, json.dumps(to_document(witness), indent=1) + "\n")
        print(f"kept: {path}")


def _only(claims: list[Claim], outcome: str, out: Path) -> list[Claim]:
    last = last_verdicts(out)
    if not last:
        raise LemmataError(f"--only {outcome}: there is no earlier run in {out}; run without it")
    matching = [
        claim
        for claim in claims
        if claim.id in last and any(reading.outcome == outcome for reading in last[claim.id].readings.values())
    ]
    if not matching:
        raise LemmataError(f"--only {outcome}: no selected claim was {outcome} in {out}")
    return matching


def _count(workers: int | str, device: str) -> int:
    if device != "cpu":
        return 1  # one process owns a GPU
    return (os.cpu_count() or 1) if workers == "auto" else int(workers)


class _Display:
    """The live progress display, on standard error."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self.progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            auto_refresh=console.is_terminal,  # else there is nothing to refresh, nor a thread for it
        )

    def __enter__(self) -> _Display:
        self.task = self.progress.add_task("starting workers", total=None)
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def update(self, done: int, total: int, record: Record | None) -> None:
        description = "hunting"
        if record is not None:  # only now, since workers are not forked from several threads
            self.progress.start()
        if isinstance(record, HuntRecord):
            description = terminal.line(f"{record.claim} ({record.variant}): {record.outcome}")
        self.progress.update(self.task, completed=done, total=total, description=description[:72].ljust(72))


def _summarise(judged: Verdicts) -> None:
    screen = console()
    for line in _table(judged, screen.width if screen.is_terminal else None):
        screen.print(line, markup=False, highlight=False)
    claims = {claim.id: claim for claim in judged.claims}
    for (name, variant), surprises in judged.surprising.items():
        claim = claims[name]
        reading = claim.statement if variant == "printed" else claim.readings.get(variant)
        witness = f" (witness: {reading.witness})" if reading and reading.witness else ""
        for line in surprises:
            text = terminal.line(f"surprise: {name}: {line}{witness}")
            screen.print(text, markup=False, highlight=False)
    for word, lines in (("undecided", judged.undecided), ("warning", judged.untried)):
        for line in lines:
            screen.print(terminal.line(f"{word}: {line}"), markup=False, highlight=False)
    if pinned := judged.unexplained:
        quantities = sum(map(len, pinned.values()))
        names = "quantity has" if quantities == 1 else "quantities have"
        text = f"{quantities} {names} one value only, and no reason is given (pinned=): {_some(list(pinned))}"
        screen.print(terminal.line(f"warning: {text}"), markup=False, highlight=False)
    if unsharp := judged.unsharp:
        text = (
            f"{plural(len(unsharp), 'amended bound')} not met to within a tenth, and no reason is given "
            f"(slack=): {_some(unsharp)}"
        )
        screen.print(terminal.line(f"warning: {text}"), markup=False, highlight=False)
    run = judged.run
    screen.print(
        f"{plural(len(judged.claims), 'claim')}, {tried(run)}, {run.seconds:.0f} s, "
        f"{plural(len(judged.surprises), 'surprise')}",
        highlight=False,
    )


def _some(claims: list[str]) -> str:
    """A few of many claims; ``lemmata show`` has the rest."""
    more = f" and {len(claims) - 2} more" if claims[2:] else ""
    return f"{', '.join(claims[:2])}{more} (lemmata show ID names them)"


def _weakness(claim: Verdict) -> str:
    """Why a claim's mutants do not show that its check discriminates; empty where they do."""
    if claim.discriminating:
        return ""
    outcome = claim.survivor.outcome
    return " does not discriminate" if outcome == "holds" else f" (reading {outcome})"


def _table(judged: Verdicts, width: int | None) -> Iterator[str]:
    """A line a claim, with what was found at its end; in a terminal that is a line of its own, cut to fit."""
    rows = [("claim", "printed", "amended", "mutants")]
    for claim in judged.claims:
        fates = [mutant.fate for mutant in claim.mutants]
        killed = fates.count("killed") + fates.count("waived")
        mutants = f"{killed}/{len(fates)}{_weakness(claim)}" if set(fates) != {"not-run"} else "not run"
        rows.append((claim.id, _word(claim.statement), _word(claim.readings.get("amended")), mutants))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row, found in zip(rows, ["found", *(spoken(claim.found) for claim in judged.claims)], strict=True):
        line = "  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True))
        if width is None:
            yield terminal.line(f"{line}  {found}")
        else:
            yield _cut(terminal.line(line.rstrip()), width)
            yield _cut(terminal.line(f"  {found}"), width)


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else f"{line[: width - 1]}…"


def _word(reading: ReadingVerdict | None) -> str:
    if reading is None:
        return ""
    strength = "" if reading.outcome == "not-run" else f" ({reading.evidence})"
    return f"{_MARKS.get(reading.outcome, ' ')} {reading.outcome}{strength}"
