"""What was found of a reading, in a sentence made when it is judged: where it fails, on how much it holds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from lemmata.claims.vocabulary import Bound
from lemmata.records.evidence import ReadingRecord
from lemmata.records.finding import Finding, Outside
from lemmata.records.notation import identifier
from lemmata.records.witness import Witness
from lemmata.records.words import (
    as_far_as,
    decided_exactly,
    down_to,
    none_met,
    plural,
    share,
    solved_for,
    tried,
    tried_in,
    worded,
)

_NONE: Mapping[str, str] = MappingProxyType({})
_LOOSE, _SHARP = 0.1, 0.9
"""Largest ratios of the two sides: below the one a bound is loose, from the other on it is sharp."""
_MOST_SOLVED = 2
"""The most choices, of quantities on which open constants depend, that are named."""
_NAME = re.compile(r"\\(?:mathrm|text(?=\{(?:True|False)\}))\{([^{}]*)\}")
_PROPERTY = re.compile(r"(?:^|\\text\{[^{}]*\})\\mathrm\{[^{}]*\}(?=$|\\text\{|\\right)")
"""A name that is no number: what it says is that it is so, or that it is not."""
_SOME = "in some cases"
_STRICT = re.compile(r"\b(?:less_than|greater_than)\(|\bstrict=True")
_SIGNS = re.compile(r"\bat_least\(\s*(?:rows\()?sign\(")
_CONFIRMED = {
    "rational": "confirmed exactly",
    "ball": "confirmed in ball arithmetic",
    "exact probability": "confirmed by an exact probability",
}


def found(
    reading: ReadingRecord,
    finding: Finding,
    wrong_answers: Mapping[str, str] = _NONE,
    profiles: Sequence[str] = (),
) -> str:
    """The sentence, without the author's reason.

    Args:
        reading: what is stated, and where it is said to fail.
        finding: what all runs together came to.
        wrong_answers: those that meet the statement as well, and why nothing is lost by it, if anybody says so.
        profiles: those that run it, if it is an experiment.
    """
    sentence = _said(reading, finding)
    if finding.outcome == "not-run" and profiles:
        are = f"profiles {' and '.join(profiles)} run" if len(profiles) > 1 else f"profile {profiles[0]} runs"
        sentence += f": it is an experiment, which the {are}"
    if finding.outcome in ("holds", "refuted"):
        sentence = "; ".join([sentence, *map(solved_for, finding.scope.solved[:_MOST_SOLVED])])
    if finding.outcome != "holds":
        return sentence
    unexplained = [name for name, reason in wrong_answers.items() if not reason]
    explained = [name for name, reason in wrong_answers.items() if reason]
    if unexplained:
        are = "passes" if len(unexplained) == 1 else "pass"
        sentence += f", but is uninformative: {', '.join(unexplained)} {are} as well"
    if explained:  # the waivers of these mutants say why nothing is lost by it
        either = " or ".join(filter(None, [", ".join(explained[:-1]), explained[-1]]))
        sentence += f"; {either} would meet it as well"
    return sentence


def _said(reading: ReadingRecord, finding: Finding) -> str:
    match finding.outcome:
        case "refuted":
            return _fails(reading, finding)
        case "holds":
            return _holds(reading, finding)
        case "vacuous":
            return _says_nothing(finding)
        case "undecided":
            return f"Is undecided: {worded(finding).removeprefix('undecided').lstrip(': ')}".rstrip(". ")
        case "untestable":
            return f"Cannot be tested ({tried_in(finding.scope)} tried)"
        case "error":
            return f"Is undecided, since its check breaks: {worded(finding)}".rstrip(". ")
    return "Was not run for this report"


def reasoned(sentence: str, reading: ReadingRecord, outcome: str) -> str:
    """The sentence with the author's reason, where that says why a statement does not stand."""
    stands = outcome in ("holds", "not-run", "undecided", "error")
    return f"{sentence}." if stands or not reading.because else f"{sentence}. {reading.because}"


def joined(sentences: Sequence[str]) -> str:
    """One sentence for a claim: of its reading as printed, then as amended."""
    first, *amended = dict.fromkeys(sentences)  # neither reading was run, say
    return "; ".join([first, *(f"as amended it {text[:1].lower()}{text[1:]}" for text in amended)]) + "."


def _fails(reading: ReadingRecord, finding: Finding) -> str:
    outside = finding.outside
    if outside is None:
        return f"Fails ({_shown(finding)})"
    region, meanings = _region(reading)
    if outside.alone:
        where = "where it is said to" if region == _SOME else region
        return f"Fails{at(outside)} ({_shown(finding)}), and not {where}"
    shown = "; ".join([*meanings, _shown(finding)])
    if not outside.of_statement and outside.outcome != "refuted":
        return f"Fails ({shown}); its counterexample works {region}, and says nothing of the rest"
    return f"Fails {region} ({shown}); {_outside(outside)}"


def _region(reading: ReadingRecord) -> tuple[str, list[str]]:
    """Where a statement is said to fail, and what quantities in that are which it does not name itself.

    A formula with an unexplained name would tell a reader nothing: then it is said in words.
    """
    latex = reading.fails_where
    said = {"min", "max", *re.findall("[A-Za-z]+", reading.latex)}
    names = [
        name
        for name in dict.fromkeys(_NAME.findall(_PROPERTY.sub("", latex)))
        if not said.issuperset(re.findall("[A-Za-z]+", name.replace(r"\:", " ")))
    ]
    told = {identifier(h.quantity): h.text.partition("; ")[2].rstrip(".") for h in reading.hypotheses}
    meanings = {name: told.get(rf"\mathrm{{{name}}}", "") for name in names}
    if not latex or not all(meanings.values()):
        return _SOME, []
    return f"for ${latex}$", [rf"$\mathrm{{{name}}}$: {meaning}" for name, meaning in meanings.items()]


def _outside(outside: Outside) -> str:
    if not outside.instances:
        return "elsewhere no draw met the hypotheses"
    what = tried(outside)
    if outside.outcome == "refuted":
        return f"it fails elsewhere as well{at(outside)}"
    return {
        "holds": f"elsewhere it survived {what}",
        "vacuous": f"elsewhere it says nothing ({what})",
        "undecided": f"elsewhere it is undecided on {what}",
    }.get(outside.outcome, "elsewhere it was not tried")


def at(outside: Outside) -> str:
    """Where it fails outside, behind a comma; empty where no number says it."""
    numbers = [
        f"{name} = {value}" for name, value in (outside.at or {}).items() if isinstance(value, int | str)
    ]
    return f", at {', '.join(numbers)}" if numbers else ""


def _shown(finding: Finding) -> str:
    """What shows a refutation, and how certainly."""
    witness, scope = finding.witness, finding.scope
    if scope.slack is not None:
        low, high = scope.slack.low, scope.slack.high
        return (
            f"{scope.slack.name} in [{low:.3g}, {high:.3g}] over {plural(scope.slack.replicates, 'replicate')}"
        )
    if scope.drift is not None or (witness is not None and witness.kind == "rate"):
        proof = witness.confirmed if witness is not None else "drift"
        return "its constant grows with size" + ("" if proof == "drift" else f", proved by the {proof}")
    if witness is None:
        return "a violation"
    if witness.kind == "setting":
        tests = [test for test in scope.tests if test.setting == witness.setting]
        if not tests:
            return "more draws fail at one setting than may"
        rare = tests[-1].rare
        if rare is not None and rare.law is not None:
            return (
                f"failures with a probability of about {rare.seen:.3g} at one setting, where "
                f"{share(tests[-1].allowed)} is allowed, by {rare.n:,} draws of {rare.law.words}"
            )
        draws = f"{tests[-1].failures:,} of {tests[-1].n:,} draws"
        return f"{draws} fail at one setting, where a share of {share(tests[-1].allowed)} is allowed to"
    confirmed = _CONFIRMED.get(witness.confirmed, "not confirmed exactly")
    shown = f"one witness of {plural(_numbers(witness), 'number')}, {confirmed}"
    apart = finding.told_apart
    return f"{shown}, at which it fails as amended, too" if apart and apart.amended == "fails" else shown


def _numbers(witness: Witness) -> int:
    """How many numbers it takes to write it down."""

    def count(value: Any) -> int:
        return sum(map(count, value)) if isinstance(value, list) else 1

    return sum(map(count, [*witness.setting.values(), *(witness.prompt or {}).values()]))


def _holds(reading: ReadingRecord, finding: Finding) -> str:
    scope = finding.scope
    if scope.slack is not None:
        sentence = f"Holds in the {scope.slack.middle} of {plural(scope.slack.replicates, 'replicate')}"
    else:
        seen = down_to(scope.tests)
        sentence = f"Holds{f', {seen},' if seen else ''} on {tried_in(scope)}{as_far_as(scope)}"
        if scope.exactly:
            sentence += f", {decided_exactly(scope)}"
    if finding.certificate is not None:
        sentence = f"Is proved {finding.certificate.where}; h{sentence[1:]}"
    if scope.drift is not None:
        largest, octaves = scope.drift.largest, scope.drift.octaves
        sentence += f"; its constant is at most {largest:.3g} over {octaves:.3g} octaves of size"
    elif (nearness := bound(reading, finding)) is not None and finding.tightness is not None:
        sentence += _nearest(finding.tightness, strict=_STRICT.search(reading.conclusion.code) is not None)
        if nearness == "loose":
            reason = reading.slack.rstrip(".")
            sentence += ", which is loose" + (f" ({reason})" if reason else "")
    if scope.trivial:
        sentence += f"; on {plural(scope.trivial, 'instance')} it says nothing"
    return sentence + (f"; with {reading.adds.rstrip('.')}" if reading.adds else "")


def compares_signs(reading: ReadingRecord) -> bool:
    """Whether a strict inequality is checked by the sign of what is positive: its bound is 1, and met."""
    return _SIGNS.search(reading.conclusion.code) is not None


def bound(reading: ReadingRecord, finding: Finding) -> Bound | None:
    """How near an inequality that holds came to equality; None where no two sides were compared."""
    ratio, scope = finding.tightness, finding.scope
    compared = scope.drift is None and scope.slack is None and not compares_signs(reading)
    if finding.outcome != "holds" or ratio is None or ratio <= 0 or not compared:
        return None
    return "loose" if ratio < _LOOSE else "slack" if ratio < _SHARP else "sharp"


def _nearest(ratio: float, *, strict: bool) -> str:
    """How near the left side came to the right one, which that of a strict inequality never reaches."""
    if strict and ratio > 1 - 2**-44:
        return "; the bound is approached as near as float64 tells"
    if ratio >= 1:
        return "; the bound is attained"
    if ratio > 1 - 2**-44:
        return "; the bound is attained up to rounding"
    if ratio > 1 - 5e-4:
        return f"; the bound is approached to within {1 - ratio:.1g}"
    return f"; the left side reaches at most {ratio:.3g} of the bound"


def _says_nothing(finding: Finding) -> str:
    scope = finding.scope
    if finding.because:
        return f"Says nothing: {finding.because}"
    if scope.instances == 0:
        return f"Says nothing: {none_met(scope)}"
    return f"Says nothing on any of {tried_in(scope)}"
