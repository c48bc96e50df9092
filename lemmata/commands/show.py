"""The command ``lemmata show``: a claim in full, or a topic and its coverage."""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from lemmata.claims.vocabulary import NOT_ENCODED
from lemmata.commands import previous_run, rows
from lemmata.commands.options import claims_file, index_for, last_run, load
from lemmata.commands.output import say
from lemmata.records import domain_coverage
from lemmata.records.notation import plain, spoken
from lemmata.records.words import GARBLED, plural
from lemmata.run import registry
from lemmata.run.coverage import of_folder
from lemmata.run.folders import unfolded

if TYPE_CHECKING:
    from lemmata.claims.configurations import Configurations
    from lemmata.records.evidence import ClaimRecord, ReadingRecord
    from lemmata.records.formula import Formula
    from lemmata.records.verdicts import Verdict
    from lemmata.run.index import Entry, Index

_LISTED = 5
"""Of more claims, the first are named."""
_UNSHARP = (
    "its bound is not met to within a tenth by the worst that is known: amend it to a sharper one, "
    'or say in amended(..., slack="...") why it stays'
)


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    command.add_argument("what", metavar="ID|TOPIC", help="a claim, a topic, a glob or a claim file")
    claims_file(command)
    last_run(command)


def run(arguments: argparse.Namespace) -> int:
    """Prints the claim, or the topic and what is covered of its source; returns the exit status."""
    what = [arguments.what] if arguments.file else unfolded([arguments.what])
    files = [arguments.file] if arguments.file else what
    index = index_for(files)
    known = previous_run.read(arguments.out)
    if arguments.what in index.papers:
        return _show_topic(index, arguments.what, known)
    entries = index.select(what, previous_run.asked(arguments.out))
    for entry in [e for e in entries if e.head.id == arguments.what] or entries:
        name = entry.head.id
        record = previous_run.description(arguments.out, name, entry.module) or _described(index, entry, files)
        _show_claim(record, entry.head.file, known.verdict(name), known.name)
    return 0


def _described(index: Index, entry: Entry, files: list[str]) -> ClaimRecord:
    """The description of a claim, from the claim; that needs no more than its own module."""
    from lemmata.run.description import describe

    paper = index.papers[entry.head.topic].entry
    claim = registry.load_one(paper, entry.module, entry.head.id) if paper else None
    return describe(claim or load(files).claims[entry.head.id])


def _show_topic(index: Index, topic: str, known: previous_run.LastRun) -> int:
    paper = index.papers[topic]
    claims = [entry.head for entry in index.claims.values() if entry.head.topic == topic]
    say(f"{topic}: {paper.citation} [{paper.key}]\nsource: {paper.source}")
    outcomes = Counter(known.outcome(c.id) for c in claims if c.kind != NOT_ENCODED)
    counts = (
        (n, rows.COUNTED.get(outcome, outcome) if n > 1 else outcome)
        for outcome, n in outcomes.most_common()
        if outcome
    )
    verdicts = ", ".join(f"{n} {word}" for n, word in counts)
    told = f": {verdicts}, in {known.name}" if verdicts else ""
    stubs = frozenset(claim.id for claim in claims if claim.kind == NOT_ENCODED)
    waiting = f", {len(stubs)} of them not encoded yet" if stubs else ""
    say(f"{plural(len(claims), 'claim')}{waiting}{told}")
    coverage = of_folder(Path(paper.folder) if paper.folder else None)
    unknown = coverage.unknown({claim.id for claim in claims})
    say(coverage.summary(stubs | frozenset(unknown)))
    if unknown:
        say(f"coverage.tsv names {_listed(unknown)}, which no file holds: mend its rows")
    printed = [c.id for c in claims if c.id not in coverage.named and c.origin != "ours"]
    if coverage.rows and printed:
        say(f"no row of coverage.tsv names {_listed(printed)}")
    say("")
    rows.show([rows.Row(claim, previous_run.outcome(known, claim)) for claim in claims], ("id", "rank"))
    return 0


def _listed(claims: list[str]) -> str:
    """Claims by name, the first of them if they are many."""
    few = ", ".join(claims[:_LISTED])
    return few if len(claims) <= _LISTED else f"{few} and {len(claims) - _LISTED} more"


def _place(claim: ClaimRecord) -> str:
    at = claim.head.at
    if at is None:
        return "no line of the source"
    lines = f"line {at.first}" if at.first == at.last else f"lines {at.first} to {at.last}"
    return lines + (f" of {at.file}" if at.file not in ("", claim.source) else "")


def _show_claim(claim: ClaimRecord, file: str, last: Verdict | None, run: str) -> None:
    head = claim.head
    say(f"{head.id}  ({head.kind})\n{head.label}, {claim.citation} [{head.paper}]")
    adds = f", adds: {spoken(claim.survivor.adds)}" if claim.survivor.adds else ""
    say(f"rank: {head.rank}, origin: {head.origin}, at: {_place(claim)}{adds}")
    say(f"source: {claim.source}\nfile:   {file}\n\n{spoken(claim.description)}\n")
    if head.kind == NOT_ENCODED:
        say(f"printed: not encoded yet, there is no check\n  {claim.statement.latex}")
        return
    if claim.possible_extraction:
        say(f"{GARBLED}\n")
    if claim.experiment:
        _show_configurations(claim.id, claim.experiment)
    for reading in claim.readings:
        ours = head.origin == "ours" and reading.name == "printed"
        say(f"{'as we say it' if ours else reading.name}, expected: {reading.expected}")
        if reading.defect:
            say(f"  defect: {reading.defect}")
        if reading.because:
            say(f"  because: {spoken(reading.because)}")
        if reading.falls_with:
            say(f"  the argument is that of {reading.falls_with}")
        say(f"  {reading.latex}")
        if reading.implies:
            say(f"  what is checked follows from it: {reading.implies}")
        _show_hypotheses(reading, last)
        if reading.conclusion.code:  # else it is open
            _show_evaluated(reading.conclusion)
        say("")
    say("mutants:")
    for name in claim.mutants:
        waived = claim.waived.get(name)
        say(f"  {name}" + (f"  (waived: {spoken(waived)})" if waived else ""))
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
        say(f"  {name}: {verdict.outcome} ({verdict.strength}) - {spoken(verdict.found)}")
        say(f"    {spoken(verdict.scope)}")
        if verdict.witness:
            say(f"    witness: {verdict.witness}")
        if verdict.finding.unproved:
            say(f"    no certificate: {spoken(verdict.finding.unproved)}")
        if name == "amended" and verdict.unsharp:
            say(f"    {_UNSHARP}")
    fates = [mutant.fate for mutant in last.mutants]
    tried = fates.count("not-run") < len(fates)
    say(f"  mutants: {fates.count('killed')} of {len(fates)} killed" if tried else "  mutants: not run")
    say(f"  in {run}")


def _show_configurations(claim: str, experiment: Configurations) -> None:
    say(f"what is run ({experiment.place})")
    for profile, values in experiment.configurations.items():
        numbers = ", ".join(f"{name} = {value}" for name, value in values.items())
        say(f"  lemmata verify {claim} --profile {profile}: {numbers}")
    for name, meaning in experiment.meanings.items():
        say(f"  {name}: {spoken(meaning)}")
    say("".join(f"  {spoken(text)}\n" for text in experiment.words))


def _show_hypotheses(reading: ReadingRecord, last: Verdict | None) -> None:
    if not reading.hypotheses:
        return
    verdict = {**last.readings, "printed": last.statement}.get(reading.name) if last else None
    say("  for all")
    for row in domain_coverage.rows(reading.hypotheses, reading.pinned, verdict):
        say(f"    {spoken(row.text)}" + (f"  (drawn: {spoken(row.drawn)})" if row.drawn else ""))
        if row.reason is not None:
            say(f"      one value only: {spoken(row.reason) or 'no reason given'}")
    if verdict and (extent := domain_coverage.extent(verdict)):
        say(f"    {extent}")
    for words, names in (
        ("in the statement and not drawn", reading.undrawn),
        ("drawn and not in the statement", reading.unstated),
        ("drawn and never read", reading.idle),
    ):
        if names:
            say(f"    {words}: {', '.join(map(plain, names))}")
    if reading.fails_where:
        say(f"    fails where: {plain(reading.fails_where)}")


def _show_evaluated(formula: Formula) -> None:
    """What the check evaluates, generated from its code: a formula short enough for a terminal, or the code."""
    place = f" ({formula.file}:{formula.line})" if formula.line else ""
    if not formula.latex:
        say(f"  evaluated{place}:")
        for source in formula.sources:
            say(textwrap.indent(source.code, "    "))
        return
    say(f"  evaluated{place}: {plain(formula.latex)}")
    for definition in formula.definitions:
        meaning = f"  ({spoken(definition.meaning)})" if definition.meaning else ""
        value = f" = {plain(definition.formula)}" if definition.formula else ""
        say(f"    {plain(definition.symbol)}{value}{meaning}")
