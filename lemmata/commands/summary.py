"""What ``lemmata verify`` ends with: paper by paper what stands and what fell and why, then what surprises.

A run of a few claims has them all in a table, and so has any run with ``--all``. Headlines and results that
fell are named, each with its reason; steps and slips are counted. Surprises are told in full.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from lemmata.claims.vocabulary import Defect
from lemmata.commands import terminal
from lemmata.commands.output import advised_once, cell, console, without_advice
from lemmata.commands.rows import COUNTED, MARKS, STYLES, cut
from lemmata.records import clock
from lemmata.records.notation import spoken
from lemmata.records.verdicts import ReadingVerdict, Verdict, Verdicts, reused
from lemmata.records.words import plural, tried, without_roles

_SENTENCE = re.compile(r".*?(?:[.!?](?=\s+\(?[A-Z])|$)", re.DOTALL)
"""The first sentence of a reason: up to a stop before a capital letter."""
FEW = 12
"""A run of at most this many claims ends with a table of them."""
_SLOWEST = 10
_DEFECTS: dict[Defect, tuple[str, str]] = {
    "statement": ("statement", "statements"),
    "construction": ("construction", "constructions"),
    "proof-step": ("proof step", "proof steps"),
    "constant": ("constant", "constants"),
    "vacuous": ("vacuous", "vacuous"),
    "typo": ("typo", "typos"),
    "extraction": ("perhaps by the text extraction", "perhaps by the text extraction"),
}


@dataclass(frozen=True)
class Context:
    """What the verdicts do not hold: how papers are cited, by topic, and how to run it again."""

    citations: Mapping[str, str] = field(default_factory=dict)
    out: Path = Path("reports/html")
    files: Mapping[str, str] = field(default_factory=dict)
    """The file that has to be named with a claim, where no installed paper has it."""
    options: tuple[str, ...] = ()
    """The options that decide what a run sees, beside profile and seed."""
    unset: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The texts that have a formula without dollars, of the claims of files that have any."""


def show(judged: Verdicts, context: Context, *, every: bool = False) -> None:
    """Prints the summary; ``every``: with the table of all claims."""
    screen = console()
    few = len(judged.claims) <= FEW
    if every or few:
        _table(screen, judged, whole=few)
    if not few:
        topics = dict.fromkeys(claim.head.topic for claim in judged.claims)
        for topic in topics:
            claims = [claim for claim in judged.claims if claim.head.topic == topic]
            _paper(screen, topic, claims, context.citations.get(topic, ""))
    for line in advised_once((*_needs(judged), *_surprises(judged, context), *_warnings(judged, context))):
        screen.print(terminal.line(line), markup=False, highlight=False)
    for line in _totals(judged):
        screen.print(line, markup=False, highlight=False)


def _needs(judged: Verdicts) -> Iterator[str]:
    """How many of its hypotheses each claim needs that was asked, and which."""
    for claim in judged.claims:
        by_word = {word: [n for n in claim.needs if n.need == word] for word in ("needed", *_OF_OTHERS)}
        if claim.needs:
            others = [f"{len(by_word[word])} {said}" for word, said in _OF_OTHERS.items() if by_word[word]]
            count = f"{len(by_word['needed'])} of {len(claim.needs)} hypotheses needed"
            yield f"{claim.id}: {', '.join([count, *others])}"


_OF_OTHERS = {"undefined": "undefined without it", "not-seen": "not seen to be needed", "open": "open"}


# -- a paper -----------------------------------------------------------------------------------------


def _paper(screen: Console, topic: str, claims: Sequence[Verdict], citation: str) -> None:
    head = Text(terminal.line(topic), "bold")
    head.append(terminal.line(f"  {without_roles(citation)}") if citation else "", "not bold")
    _print(screen, head)
    _print(screen, Text(f"{plural(len(claims), 'claim')}: {counted(claims)}"), 2, hanging=2)
    headlines = [claim for claim in claims if claim.head.rank == "headline"]
    if headlines:
        _print(screen, Text("headlines", "bold"), 2)
    for claim in headlines:
        _print(screen, _line(claim), 4, hanging=2)
    results = [claim for claim in claims if claim.head.rank == "result"]
    fallen = [claim for claim in results if _fell(claim)]
    if fallen:
        _print(screen, Text(f"results that fell, {len(fallen)} of {len(results)}{_mended(fallen)}", "bold"), 2)
    for claim in fallen:
        _print(screen, _line(claim, brief=True), 4, hanging=2)
    for word in (*(() if fallen else ("result",)), "step", "slip", None):
        if several := [claim for claim in claims if claim.head.rank == word]:
            name = plural(len(several), word) if word else f"{plural(len(several), 'claim')} without a rank"
            _print(screen, Text(f"{name}: {counted(several)}"), 2, hanging=2)
    screen.print()


def _mended(fallen: Sequence[Verdict]) -> str:
    """How many hold as amended; what does not is said where it stands."""
    amended = [claim.readings["amended"].outcome for claim in fallen if "amended" in claim.readings]
    held = amended.count("holds")
    if held == len(fallen):
        return " (all hold as amended)" if held > 1 else " (it holds as amended)"
    return f" ({held} hold as amended)" if held > 1 else " (one holds as amended)" if held else ""


def counted(claims: Iterable[Verdict]) -> str:
    """How many came to what: ``20 hold, 61 refuted (12 statements, 9 constructions), 1 not run``."""
    claims = list(claims)
    outcomes = Counter[str](claim.statement.outcome for claim in claims)
    parts = []
    for outcome in (o for o in dict.fromkeys((*MARKS, *outcomes)) if outcomes[o]):
        n = outcomes[outcome]
        number = f"{n} " if n < len(claims) else "all " if n > 1 else ""
        word = COUNTED.get(outcome, outcome) if n > 1 else _plain(outcome)
        parts.append(f"{number}{word}{_split([c for c in claims if c.statement.outcome == outcome])}")
    return ", ".join(parts)


def _split(claims: Sequence[Verdict]) -> str:
    """What is wrong with claims that fell, in numbers; nothing where one word says it of all."""
    defects = Counter(claim.defect for claim in claims if _fell(claim) and claim.defect)
    several = [f"{n} {_DEFECTS[defect][n > 1]}" for defect, n in defects.most_common()]
    return f" ({', '.join(several)})" if len(several) > 1 else ""


def _fell(claim: Verdict) -> bool:
    return claim.statement.outcome in ("refuted", "vacuous")


def _line(claim: Verdict, *, brief: bool = False) -> Text:
    """What became of a claim and, where it fell, why and what survives; brief: in a sentence, as it expects."""
    outcome = claim.statement.outcome
    line = Text().append(f"{MARKS.get(outcome, ' ')} {_plain(outcome):9}", STYLES.get(outcome, ""))
    line.append(f" {terminal.line(claim.id.partition('/')[2])}", "bold")
    if _fell(claim):
        reason = _said(claim.because or claim.statement.found)
        line.append(f"  {_SENTENCE.findall(reason)[0] if brief else reason}")
        amended = claim.readings.get("amended")
        if amended and not (brief and amended.outcome == "holds"):
            line.append(" Amended: ").append(f"{_plain(amended.outcome)}.", STYLES.get(amended.outcome, ""))
    return line


def _plain(outcome: str) -> str:
    return outcome.replace("-", " ")


def _said(text: str) -> str:
    text = terminal.line(spoken(without_roles(text)))
    return text if text.rstrip(")").endswith((".", "!", "?")) else f"{text}."


def _print(screen: Console, text: Text, indent: int = 0, *, hanging: int = 0) -> None:
    """A line of its own in a pipe; in a terminal it is folded, with what hangs below its beginning."""
    if not screen.is_terminal:
        screen.print(" " * indent + text.plain, markup=False, highlight=False)
        return
    lines = text.wrap(screen, max(screen.width - indent - hanging, 20))
    for k, line in enumerate(lines):
        line.rstrip()
        left = indent + (hanging if k else 0)
        screen.print(Padding(line, (0, 0, 0, left), expand=False), highlight=False)


# -- what is not as expected ---------------------------------------------------------------------------


def _surprises(judged: Verdicts, context: Context) -> Iterator[str]:
    """Each surprise with what came of it, and the lines that show it again."""
    claims = {claim.id: claim for claim in judged.claims}
    said: set[str] = set()
    for (name, variant), several in judged.surprising.items():
        claim = claims[name]
        reading = claim.statement if variant == "printed" else claim.readings.get(variant)
        witness = f" (witness: {reading.witness})" if reading and reading.witness else ""
        for line in several:
            yield f"surprise: {name}: {spoken(line)}{witness}"
        if reading and reading.outcome != "undecided":
            yield f"  found: {spoken(reading.scope)}"
        again = [command for command in _again(judged, context, claim, reading) if command not in said]
        said |= {*again}
        for command in again:
            yield f"  show it again: {command}"


def _again(judged: Verdicts, context: Context, claim: Verdict, reading: ReadingVerdict | None) -> Iterator[str]:
    file = context.files.get(claim.id)
    if reading and reading.witness:
        path = str(context.out / reading.witness)
        yield shlex.join(["lemmata", "replay", path, *([file] if file else [])])
    run = judged.run
    options = ["--profile", run.profile, "--seed", str(run.seed), *context.options]
    yield shlex.join(["lemmata", "verify", file or claim.id, *options])


def _warnings(judged: Verdicts, context: Context) -> Iterator[str]:
    for word, lines in (("undecided", judged.undecided), ("warning", judged.untried)):
        for line in lines:
            yield f"{word}: {line}"
    surprising = set(judged.surprising)
    for claim in judged.claims:
        survived = [
            mutant.name
            for mutant in claim.mutants
            if mutant.fate == "survived" and (claim.id, mutant.name) not in surprising
        ]
        if survived:
            yield f"mutants that survived: {claim.id}: {', '.join(survived)}"
    if pinned := judged.unexplained:
        quantities = sum(map(len, pinned.values()))
        names = "quantity has" if quantities == 1 else "quantities have"
        yield (
            f"warning: {quantities} {names} one value only, and no reason is given (pinned=): "
            f"{_some(list(pinned))}"
        )
    if unsharp := judged.unsharp:
        yield (
            f"warning: {plural(len(unsharp), 'amended bound')} not met to within a tenth, and no reason is "
            f"given (slack=): {_some(unsharp)}"
        )
    if unset := context.unset:
        said = [text for several in unset.values() for text in several]
        files = dict.fromkeys(context.files[claim] for claim in unset)
        yield (
            f"warning: {plural(len(said), 'text')} with a formula without dollars, write $...$: {said[0]!r} of "
            f"{next(iter(unset))} ({shlex.join(['lemmata', 'check', *files])} names each)"
        )


def _totals(judged: Verdicts) -> Iterator[str]:
    fates = Counter(mutant.fate for claim in judged.claims for mutant in claim.mutants)
    if fates:
        words = ", ".join(f"{count:,} {fate.replace('-', ' ')}" for fate, count in fates.most_common())
        yield f"mutants: {words}"
    for paper in judged.papers:
        if paper.encoded < paper.claims:
            yield f"encoded: {paper.encoded} of {plural(paper.claims, 'claim')} of {paper.topic} in this run"
    run = judged.run
    if spared := reused(judged.claims):
        yield spared
    yield (
        f"{plural(len(judged.claims), 'claim')}, {tried(run)}, {_time(run.seconds)}, "
        f"{plural(len(judged.surprises), 'surprise')}"
    )


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _some(claims: list[str]) -> str:
    """A few of many claims; ``lemmata show`` has the rest."""
    more = f" and {len(claims) - 2} more" if claims[2:] else ""
    return f"{', '.join(claims[:2])}{more} (lemmata show ID names them)"


# -- timings -----------------------------------------------------------------------------------------


def show_timings(judged: Verdicts, spent: Mapping[str, float]) -> None:
    """Prints the seconds of all processes by part of the work, and the claims that took longest."""
    parts = Table("part of the work", box=None, pad_edge=False)
    parts.add_column("seconds", justify="right")
    parts.add_column("share", justify="right")
    for title, seconds, share in clock.table(spent):
        parts.add_row(title, f"{seconds:.1f}", f"{share:.0%}")
    claims = Table("slowest claims", box=None, pad_edge=False)
    claims.add_column("seconds", justify="right")
    for claim in sorted(judged.claims, key=lambda claim: -claim.seconds)[:_SLOWEST]:
        claims.add_row(cell(claim.id), f"{claim.seconds:.1f}")
    for table in (parts, claims):
        console().print(table)


# -- the table of all claims ---------------------------------------------------------------------------


def _weakness(claim: Verdict) -> str:
    """Why a claim's mutants do not show that its check discriminates; empty where they do."""
    if claim.discriminating:
        return ""
    outcome = claim.survivor.outcome
    return " does not discriminate" if outcome == "holds" else f" (reading {outcome})"


def _table(screen: Console, judged: Verdicts, *, whole: bool) -> None:
    """A line a claim, with what was found at its end.

    In a terminal that is a line of its own, cut to fit unless it is to be there as a whole.
    """
    rows = [("claim", "printed", "amended", "mutants")]
    for claim in judged.claims:
        fates = [mutant.fate for mutant in claim.mutants]
        killed = fates.count("killed") + fates.count("waived")
        mutants = f"{killed}/{len(fates)}{_weakness(claim)}" if set(fates) != {"not-run"} else "not run"
        mutants = mutants if claim.encoded else ""
        rows.append((claim.id, _word(claim.statement), _word(claim.readings.get("amended")), mutants))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row, found in zip(
        rows, ["found", *(without_advice(spoken(claim.found)) for claim in judged.claims)], strict=True
    ):
        found = terminal.line(found)
        if not screen.is_terminal:
            line = terminal.line("  ".join(text or "–" for text in (*row, found)))
            screen.print(line, markup=False, highlight=False)
            continue
        line = "  ".join(text.ljust(size) for text, size in zip(row, widths, strict=True)).rstrip()
        if len(line) > screen.width:  # the columns do not fit
            line = "  ".join(filter(None, row))
        screen.print(cut(terminal.line(line), screen.width), markup=False, highlight=False)
        if row is not rows[0]:
            _print(screen, Text(found if whole else cut(found, screen.width - 2)), 2)


def _word(reading: ReadingVerdict | None) -> str:
    if reading is None:
        return ""
    strength = "" if reading.outcome in ("not-run", "not-encoded") else f" ({reading.strength})"
    return f"{MARKS.get(reading.outcome, ' ')} {reading.outcome.replace('-', ' ')}{strength}"
