"""The command ``lemmata show``: a claim in full, or a topic and its coverage."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lemmata.commands.options import DEFAULT_OUT, EVIDENCE, load
from lemmata.commands.output import say
from lemmata.records import files
from lemmata.records.judging import judge
from lemmata.records.verdicts import Verdict

if TYPE_CHECKING:
    from lemmata.run.registry import Library
    from lemmata.statement.claims import Claim


def add(commands: Any) -> None:
    """Adds the command to the parser of ``lemmata``."""
    command = commands.add_parser("show", help="a claim in full, or a topic and its coverage")
    command.add_argument("what", metavar="ID|TOPIC")
    command.add_argument("--out", type=Path, default=DEFAULT_OUT, help="where the last run is")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints the claim, or the topic and what is covered of its source; returns the exit status."""
    library = load([arguments.what])
    if arguments.what in library.papers:
        return _show_topic(library, arguments.what)
    last = last_verdicts(arguments.out)
    for claim in library.select([arguments.what]):
        _show_claim(claim, last.get(claim.id))
    return 0


def _show_topic(library: Library, topic: str) -> int:
    from lemmata.run.coverage import of_paper

    paper = library.papers[topic]
    say(f"{topic}: {paper.citation} [{paper.key}]\nsource: {paper.source}\n")
    for claim in library.select([topic]):
        say(f"  {claim.id:52} {claim.summary}")
    say(f"\n{of_paper(paper).summary()}")
    return 0


def _place(claim: Claim) -> str:
    at = claim.at
    if at is None:
        return "no line of the source"
    lines = f"line {at.first}" if at.first == at.last else f"lines {at.first} to {at.last}"
    return lines + (f" of {at.file}" if at.file else "")


def _show_claim(claim: Claim, last: Verdict | None) -> None:
    say(f"{claim.id}  ({claim.kind})\n{claim.label}, {claim.paper.citation} [{claim.paper.key}]")
    adds = claim.survivor.adds
    say(
        f"rank: {claim.rank}, origin: {claim.origin}, at: {_place(claim)}" + (f", adds: {adds}" if adds else "")
    )
    say(f"source: {claim.paper.source}\nfile:   {claim.file}\n\n{claim.description}\n")
    for reading in claim.readings.values():
        say(f"{reading.name}, expected: {reading.expect}")
        if reading.defect:
            say(f"  defect: {reading.defect}")
        if reading.because:
            say(f"  because: {reading.because}")
        say(f"  {reading.latex}\n")
    say("mutants:")
    for variant in claim.variants():
        if variant.role == "mutant":
            waived = claim.waived.get(variant.name)
            say(f"  {variant.name}" + (f"  (waived: {waived})" if waived else ""))
    if claim.uses:
        say(f"uses: {', '.join(claim.uses)}")
    if last is None:
        say("\nnot verified yet in this folder: lemmata verify " + claim.id)
        return
    say("\nlast verdict:")
    for name, verdict in last.readings.items():
        say(f"  {name}: {verdict.outcome} ({verdict.evidence}) - {verdict.found}")
        say(f"    {verdict.scope}")
        if verdict.witness:
            say(f"    witness: {verdict.witness}")
    killed = sum(mutant.fate == "killed" for mutant in last.mutants)
    say(f"  mutants: {killed} of {len(last.mutants)} killed")


def last_verdicts(out: Path) -> dict[str, Verdict]:
    """The claims of the last run in ``out``, by id; none if there was no run."""
    if not (out / EVIDENCE).exists():
        return {}
    return {claim.id: claim for claim in judge(files.read(out / EVIDENCE)).claims}
