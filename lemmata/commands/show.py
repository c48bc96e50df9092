"""The command ``lemmata show``: a claim in full, or a topic and its coverage."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from lemmata.commands import last, rows
from lemmata.commands.options import DEFAULT_OUT, index_for, load
from lemmata.commands.output import say
from lemmata.records.words import GARBLED, plural
from lemmata.run.folders import unfolded
from lemmata.statement.vocabulary import NOT_ENCODED

if TYPE_CHECKING:
    from lemmata.records.evidence import ClaimRecord, ReadingRecord
    from lemmata.records.verdicts import Verdict
    from lemmata.run.index import Entry, Index
    from lemmata.statement.configurations import Configurations
    from lemmata.statement.formulas import Formula


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    command.add_argument("what", metavar="ID|TOPIC", help="a claim, a topic, a glob or a claim file")
    command.add_argument(
        "--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help="where the last run is (%(default)s)"
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints the claim, or the topic and what is covered of its source; returns the exit status."""
    what = unfolded([arguments.what])
    index = index_for(what)
    known = last.read(arguments.out)
    if arguments.what in index.papers:
        return _show_topic(index, arguments.what, known)
    entries = index.select(what, last.asked(arguments.out))
    for entry in [e for e in entries if e.id == arguments.what] or entries:
        record = last.description(arguments.out, entry.id, entry.module) or _described(index, entry, what)
        _show_claim(record, entry.file, known.verdict(entry.id), known.name)
    return 0


def _described(index: Index, entry: Entry, what: list[str]) -> ClaimRecord:
    """The description of a claim, from the claim; that needs no more than its own module."""
    from lemmata.run import registry
    from lemmata.run.campaign import describe

    paper = index.papers[entry.topic].entry
    claim = registry.load_one(paper, entry.module, entry.id) if paper else None
    return describe(claim or load(what).claims[entry.id])


def _show_topic(index: Index, topic: str, known: last.LastRun) -> int:
    from lemmata.run.coverage import of_folder

    paper = index.papers[topic]
    entries = [entry for entry in index.claims.values() if entry.topic == topic]
    say(f"{topic}: {paper.citation} [{paper.key}]\nsource: {paper.source}")
    outcomes = Counter(known.outcome(e.id) for e in entries if e.kind != NOT_ENCODED)
    counts = (
        (n, rows.COUNTED.get(outcome, outcome) if n > 1 else outcome)
        for outcome, n in outcomes.most_common()
        if outcome
    )
    verdicts = ", ".join(f"{n} {word}" for n, word in counts)
    told = f": {verdicts}, in {known.name}" if verdicts else ""
    stubs = frozenset(entry.id for entry in entries if entry.kind == NOT_ENCODED)
    waiting = f", {len(stubs)} of them not encoded yet" if stubs else ""
    say(f"{plural(len(entries), 'claim')}{waiting}{told}")
    say(f"{of_folder(Path(paper.folder) if paper.folder else None).summary(stubs)}\n")
    rows.show([rows.Row(e.id, (e.rank,), last.outcome(known, e), e.summary) for e in entries])
    return 0


def _place(claim: ClaimRecord) -> str:
    at = claim.at
    if at is None:
        return "no line of the source"
    lines = f"line {at.first}" if at.first == at.last else f"lines {at.first} to {at.last}"
    return lines + (f" of {at.file}" if at.file not in ("", claim.source) else "")


def _show_claim(claim: ClaimRecord, file: str, last: Verdict | None, run: str) -> None:
    from lemmata.statement.written.notation import spoken

    say(f"{claim.id}  ({claim.kind})\n{claim.label}, {claim.citation} [{claim.paper}]")
    adds = claim.survivor.adds
    say(
        f"rank: {claim.rank}, origin: {claim.origin}, at: {_place(claim)}" + (f", adds: {adds}" if adds else "")
    )
    say(f"source: {claim.source}\nfile:   {file}\n\n{claim.description}\n")
    if claim.kind == NOT_ENCODED:
        say(f"printed: not encoded yet, there is no check\n  {claim.statement.latex}")
        return
    if claim.possible_extraction:
        say(f"{GARBLED}\n")
    if claim.experiment:
        _show_configurations(claim.id, claim.experiment)
    for reading in claim.readings:
        ours = claim.origin == "ours" and reading.name == "printed"
        say(f"{'as we say it' if ours else reading.name}, expected: {reading.expected}")
        if reading.defect:
            say(f"  defect: {reading.defect}")
        if reading.because:
            say(f"  because: {reading.because}")
        say(f"  {reading.latex}")
        _show_hypotheses(reading, last)
        _show_evaluated(reading.conclusion)
        say("")
    say("mutants:")
    for name in claim.mutants:
        waived = claim.waived.get(name)
        say(f"  {name}" + (f"  (waived: {waived})" if waived else ""))
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
        if verdict.unproved:
            say(f"    no certificate: {spoken(verdict.unproved)}")
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
        say(f"  {name}: {meaning}")
    say("".join(f"  {text}\n" for text in experiment.words))


def _show_hypotheses(reading: ReadingRecord, last: Verdict | None) -> None:
    from lemmata.records import drawn
    from lemmata.statement.written.notation import plain

    if not reading.hypotheses:
        return
    verdict = {**last.readings, "printed": last.statement}.get(reading.name) if last else None
    say("  for all")
    for row in drawn.rows(reading.hypotheses, reading.pinned, verdict):
        say(f"    {_set(row.text)}" + (f"  (drawn: {_set(row.drawn)})" if row.drawn else ""))
        if row.reason is not None:
            say(f"      one value only: {row.reason or 'no reason given'}")
    if verdict and (extent := drawn.extent(verdict)):
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


def _set(words: str) -> str:
    """Words with formulas between dollars, short enough for a terminal."""
    from lemmata.statement.written.notation import plain

    for latex, short in ((r"\mathbb R", "R"), (r"\times", " x"), (r"\{", "{"), (r"\}", "}")):
        words = words.replace(latex, short)
    parts = re.sub(r"\\frac\{(\d+)\}\{(\d+)\}", r"\1/\2", words).split("$")
    return "".join(plain(part) if k % 2 else part for k, part in enumerate(parts))


def _show_evaluated(formula: Formula) -> None:
    """What the check evaluates, generated from its code; short enough for a terminal."""
    from lemmata.statement.written.notation import plain

    place = f" ({formula.file}:{formula.line})" if formula.line else ""
    say(f"  evaluated{place}: {plain(formula.latex)}")
    for definition in formula.definitions:
        meaning = f"  ({definition.meaning})" if definition.meaning else ""
        value = f" = {plain(definition.formula)}" if definition.formula else ""
        say(f"    {plain(definition.symbol)}{value}{meaning}")
