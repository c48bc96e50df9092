"""The command ``lemmata show``: a claim in full, or a topic and its coverage."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lemmata.commands.options import DEFAULT_OUT, EVIDENCE, load
from lemmata.commands.output import say
from lemmata.records import drawn, files
from lemmata.records.judging import judge
from lemmata.records.verdicts import Verdict
from lemmata.records.words import GARBLED
from lemmata.statement.configurations import Configurations, configurations
from lemmata.statement.formulas import Formula
from lemmata.statement.written.notation import plain, spoken

if TYPE_CHECKING:
    from lemmata.run.registry import Library
    from lemmata.statement.claims import Claim, Reading


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
    from lemmata.statement.written.conclusions import conclusion

    say(f"{claim.id}  ({claim.kind})\n{claim.label}, {claim.paper.citation} [{claim.paper.key}]")
    adds = claim.survivor.adds
    say(
        f"rank: {claim.rank}, origin: {claim.origin}, at: {_place(claim)}" + (f", adds: {adds}" if adds else "")
    )
    say(f"source: {claim.paper.source}\nfile:   {claim.file}\n\n{claim.description}\n")
    if claim.possible_extraction:
        say(f"{GARBLED}\n")
    if experiment := configurations(claim):
        _show_configurations(claim, experiment)
    for reading in claim.readings.values():
        ours = claim.origin == "ours" and reading.name == "printed"
        say(f"{'as we say it' if ours else reading.name}, expected: {reading.expect}")
        if reading.defect:
            say(f"  defect: {reading.defect}")
        if reading.because:
            say(f"  because: {reading.because}")
        say(f"  {reading.latex}")
        formula = conclusion(reading.variant)
        _show_hypotheses(reading, formula, last)
        _show_evaluated(formula)
        say("")
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
        if verdict.outcome == "not-run":
            say(f"  {name}: {spoken(verdict.found)}")
            continue
        say(f"  {name}: {verdict.outcome} ({verdict.evidence}) - {spoken(verdict.found)}")
        say(f"    {spoken(verdict.scope)}")
        if verdict.witness:
            say(f"    witness: {verdict.witness}")
    fates = [mutant.fate for mutant in last.mutants]
    run = fates.count("not-run") < len(fates)
    say(f"  mutants: {fates.count('killed')} of {len(fates)} killed" if run else "  mutants: not run")


def _show_configurations(claim: Claim, experiment: Configurations) -> None:
    say(f"what is run ({experiment.place})")
    for profile, values in experiment.configurations.items():
        numbers = ", ".join(f"{name} = {value}" for name, value in values.items())
        say(f"  lemmata verify {claim.id} --profile {profile}: {numbers}")
    for name, meaning in experiment.meanings.items():
        say(f"  {name}: {meaning}")
    say("".join(f"  {text}\n" for text in experiment.words))


def _show_hypotheses(reading: Reading, formula: Formula, last: Verdict | None) -> None:
    from lemmata.statement.written.hypotheses import hypotheses, pinned, region
    from lemmata.statement.written.letters import letters

    rows = hypotheses(reading.variant)
    if not rows:
        return
    verdict = {**last.readings, "printed": last.statement}.get(reading.name) if last else None
    if rows:
        say("  for all")
    for row in drawn.rows(rows, pinned(reading.variant), verdict):
        say(f"    {_set(row.text)}" + (f"  (drawn: {_set(row.drawn)})" if row.drawn else ""))
        if row.reason is not None:
            say(f"      one value only: {row.reason or 'no reason given'}")
    if verdict and (extent := drawn.extent(verdict)):
        say(f"    {extent}")
    apart = letters(reading, rows, formula)
    for words, names in (
        ("in the statement and not drawn", apart.undrawn),
        ("drawn and not in the statement", apart.unstated),
        ("drawn and never read", apart.idle),
    ):
        if names:
            say(f"    {words}: {', '.join(map(plain, names))}")
    if reading.fails_where:
        say(f"    fails where: {plain(region(reading.fails_where, reading.variant.settings.holder))}")


def _set(words: str) -> str:
    """Words with formulas between dollars, short enough for a terminal."""
    for latex, short in ((r"\mathbb R", "R"), (r"\times", " x"), (r"\{", "{"), (r"\}", "}")):
        words = words.replace(latex, short)
    parts = re.sub(r"\\frac\{(\d+)\}\{(\d+)\}", r"\1/\2", words).split("$")
    return "".join(plain(part) if k % 2 else part for k, part in enumerate(parts))


def _show_evaluated(formula: Formula) -> None:
    """What the check evaluates, generated from its code; short enough for a terminal."""
    place = f" ({formula.file}:{formula.line})" if formula.line else ""
    say(f"  evaluated{place}: {plain(formula.latex)}")
    for definition in formula.definitions:
        meaning = f"  ({definition.meaning})" if definition.meaning else ""
        value = f" = {plain(definition.formula)}" if definition.formula else ""
        say(f"    {plain(definition.symbol)}{value}{meaning}")


def last_verdicts(out: Path) -> dict[str, Verdict]:
    """The claims of the last run in ``out``, by id; none if there was no run."""
    if not (out / EVIDENCE).exists():
        return {}
    return {claim.id: claim for claim in judge(files.read(out / EVIDENCE)).claims}
