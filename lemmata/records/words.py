"""Phrases of counts and of findings, of one hunt or of several merged."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from lemmata.records.finding import Finding, Hunts, Scope, SequentialTest, Solved, ToldApart

CONFIDENCE = 0.99
"""Of what sequential tests rule out."""
POWER = 0.99
GARBLED = "The text extraction of the source may have garbled this: the printed page may say something else."
_NAMED = 5
_CONFIRMED = {
    "rational": "confirmed in exact rational arithmetic",
    "ball": "confirmed in ball arithmetic at 256 bits",
    "running error": "beyond the running error bound of float64, not confirmed exactly",
}


_ROLE = re.compile(r":(?:[a-z]+:){1,2}`(?:[^`<]*<)?[~!.]?(?:[^`<>]*\.)?([^`<>.]+)>?`")


def without_roles(text: str) -> str:
    """A text in which a role of Sphinx is the last name of what it points at, as code.

    Docstrings point at modules, classes and functions by where they stand; readers know them by their names.
    """
    return _ROLE.sub(r"``\1``", text)


def by_number(name: str) -> list[tuple[bool, int, str]]:
    """A key to sort names by, such that 2 comes before 10."""
    parts = re.split(r"([0-9]+)", name)
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]


class Counted(Protocol):
    """Whatever counts what was tried: a scope, a verdict, what lies outside of a region.

    Settings are None where they are not known, prompts where none enters.
    """

    @property
    def instances(self) -> int: ...

    @property
    def settings(self) -> int | None: ...

    @property
    def prompts(self) -> int | None: ...


def plural(n: int, one: str) -> str:
    """A count with its noun."""
    return f"{n:,} {one}" if n == 1 else f"{n:,} {one}s"


_POWERS = 2**10
"""From here on a power of two is written as one, and below 1/64, too."""


def dyadic(value: Any) -> str:
    """A number, as a fraction or a power of two where it is one: ``1/16``, ``2^-14``."""
    if not isinstance(value, int | float) or not math.isfinite(value):
        return str(value)
    numerator, denominator = value.as_integer_ratio()
    sign, size = "-" if numerator < 0 else "", abs(numerator)
    if denominator == 1:
        is_power = size >= _POWERS and not size & (size - 1)
        return f"{sign}2^{size.bit_length() - 1}" if is_power else f"{numerator:,}"
    if size == 1 and denominator > 64:
        return f"{sign}2^-{denominator.bit_length() - 1}"
    return f"{numerator}/{denominator}" if denominator <= _POWERS else f"{value:.4g}"


def tried(counted: Counted, *, distinct: bool = True, least: bool = False) -> str:
    """What was tried, settings and prompts apart.

    Args:
        counted: what counts it.
        distinct: whether prompts were told apart.
        least: whether there may have been more settings (several runs, which may have met the same).
    """
    if counted.settings is None:  # a kind that is not the engine's may count instances alone
        return plural(counted.instances, "instance")
    settings = ("at least " if least else "") + plural(counted.settings, "setting")
    if counted.prompts is not None:
        return f"{settings}, {plural(counted.prompts, 'prompt')}" + ("" if distinct else " drawn")
    return settings


def tried_in(scope: Scope) -> str:
    """What was tried in one hunt, or in several together."""
    return tried(scope, distinct=scope.distinct, least=scope.hunts is not None)


def as_far_as(scope: Scope) -> str:
    """How far sizes grew beyond the drawn ones: ``, sizes up to d = 96, n = 128``; empty where none did."""
    far = [f"{part.quantity} = {part.largest:,}" for part in scope.reached if part.largest > part.drawn]
    return f", sizes up to {', '.join(far)}" if far else ""


def worded(finding: Finding) -> str:
    """The sentence: what was drawn, how many, how near the bound came."""
    hunts = finding.scope.hunts
    solved = "".join(f"{solved_for(part)}; " for part in finding.scope.solved)
    return (
        solved + _alone(finding)
        if hunts is None
        else solved + f"{_which(hunts)} merged: {_merged(finding, hunts)}"
    )


def told(apart: ToldApart) -> str:
    """What a witness against the printed reading tells apart, in a sentence."""
    colon = f": {apart.because}" if apart.because else ""
    vainly = "; the hunt looked for another one and found none" if apart.sought else ""
    without = ", and without that it fails there, too: the witness shows no more" if apart.only else ""
    return {
        "holds": "As amended the statement holds at this witness: what fails is what the amendment changes.",
        "left out": f"The amended statement leaves this witness out; it demands {apart.because}"
        f"{without}{vainly}.",
        "fails": "As amended the statement fails at this witness as well: it does not show the reason that is "
        f"given{vainly}.",
        "undecided": f"Whether the amended statement holds at this witness is undecided{colon}.",
        "not comparable": f"The amended statement cannot be evaluated at this witness{colon}.",
    }[apart.amended]


def solved_for(part: Solved) -> str:
    """Which values of open constants survive: ``C from 2 to 16 survives, of the values from 1/16 to 16``."""
    at = f"at {part.where} " if part.at else ""
    if all(part.surviving.values()):
        tried = " and ".join(f"{dyadic(ends[0])} to {dyadic(ends[-1])}" for ends in part.tried.values())
        return f"{at}{_spans(part.surviving)} survives, of the values from {tried}"
    beyond = "nor could any other" if part.certified else "what lies beyond is not excluded"
    if part.followed is not None:
        smallest = min(float(ends[0] or 0) for ends in part.tried.values())
        direction = "smaller one, down" if part.followed < smallest else "larger one, up"
        beyond = f"nor does any {direction} to {dyadic(part.followed)}, as a family of settings shows"
    if part.too_large is not None:
        beyond += f" (at {dyadic(part.too_large)} an instance of the family takes too much work)"
    return f"{at}no {_spans(part.tried)} survives, {beyond}"


def _spans(ranges: Mapping[str, Sequence[Any]]) -> str:
    return ", ".join(
        f"{name} = {dyadic(ends[0])}"
        if ends[0] == ends[-1]
        else f"{name} from {dyadic(ends[0])} to {dyadic(ends[-1])}"
        for name, ends in ranges.items()
    )


def _which(hunts: Hunts) -> str:
    if hunts.runs == 1:
        return f"{hunts.count} shards of one run"
    seeds = ", ".join(map(str, hunts.seeds[:_NAMED])) + (", ..." if hunts.seeds[_NAMED:] else "")
    circumstances = filter(None, [f"seeds {seeds}", ", ".join(hunts.profiles)])
    return f"{hunts.runs} runs ({'; '.join(circumstances)})"


def _merged(finding: Finding, hunts: Hunts) -> str:
    if finding.outcome == "error":
        return f"a run ended with an error: {finding.because}"
    if finding.outcome == "refuted" and hunts.quoted:
        return f"{hunts.refuting} of {hunts.count} hunts refute it; {hunts.quoted}"
    if finding.outcome == "undecided" and hunts.refuting:
        return (
            "undecided: one run refutes it at its own level, but all runs together "
            "do not reach the level of the series; run more seeds"
        )
    return hunts.quoted or _alone(finding)


def _alone(finding: Finding) -> str:
    scope, outcome = finding.scope, finding.outcome
    if finding.because:
        return finding.because
    if outcome == "not-run":
        return "not run for this report"
    if scope.slack is not None:
        slack = scope.slack
        return (
            f"{outcome}: over {plural(slack.replicates, 'replicate')} the {slack.name} lies in "
            f"[{slack.low:.4g}, {slack.high:.4g}] ({slack.confidence:.0%} confidence)"
        )
    if scope.drift is not None:
        drift = scope.drift
        lacking = "; no exact family confirms that it grows" if outcome == "undecided" else ""
        return (
            f"{outcome} on {tried_in(scope)}: over {drift.octaves:.3g} "
            f"octaves of size the constant is at most {drift.largest:.4g} and moves by a factor of "
            f"2^[{drift.low:.3g}, {drift.high:.3g}] an octave ({drift.confidence:.0%} confidence)" + lacking
        )
    return _SENTENCES[outcome](finding) if outcome in _SENTENCES else _held(finding)


def _refuted(finding: Finding) -> str:
    scope, witness = finding.scope, finding.witness
    if witness is not None and witness.kind == "setting":
        test = witness.statistics or {}
        start = "" if scope.hunts else "refuted: "
        if witness.law is not None:
            return start + (
                f"failures with a probability of about {test['estimate']:.3g} at one setting where the "
                f"statement allows {test['allowed']:.4g}, by {test['rare_n']:,} fresh draws of "
                f"{witness.law.words} (e-value {test['e_value']:.3g})"
            )
        return start + (
            f"{test['failures']:,} of {test['n']:,} fresh draws fail at one setting where the "
            f"statement allows a share of {test['allowed']:.4g} (e-value {test['e_value']:.3g})"
        )
    confirmed = witness.confirmed if witness is not None else ""
    how = _CONFIRMED.get(confirmed, confirmed)
    if scope.stage == "stored witness":  # which was met at once: a count would say nothing
        return f"refuted by a stored witness, {how}"
    return f"refuted after {tried_in(scope)} ({scope.stage}), {how}"


def none_met(scope: Scope) -> str:
    """That no draw met the hypotheses, whether its setting or its prompts missed them."""
    return f"none of {scope.inactive + scope.discarded:,} draws meets the hypotheses"


def _vacuous(finding: Finding) -> str:
    scope = finding.scope
    if finding.because:
        return f"vacuous: {finding.because}"
    if scope.instances == 0:
        return none_met(scope)
    return f"vacuous: on all of {tried_in(scope)}{as_far_as(scope)} the conclusion says nothing"


def _undecided(finding: Finding) -> str:
    scope = finding.scope
    if scope.tests:
        unclear = max(scope.tests, key=lambda test: test.undecided)
        return (
            f"undecided: {_first(scope)}{unclear.undecided:,} of {unclear.n:,} fresh draws at one setting lie "
            "within their own error bound; the statement would be refuted if they failed"
        )
    return (
        f"undecided: of {tried_in(scope)} the {scope.tracked:,} with the smallest slack all lie "
        "within their own error bound"
    )


def _held(finding: Finding) -> str:
    scope = finding.scope
    held = f"{finding.outcome} on {tried_in(scope)}{as_far_as(scope)}, {decided_exactly(scope)}"
    parts = [_first(scope) + held]
    if scope.inactive:
        parts.append(f"{scope.inactive:,} more do not meet the hypotheses")
    if scope.undecided:
        parts.append(f"{scope.undecided:,} within rounding of equality")
    if scope.trivial:
        parts.append(f"on {scope.trivial:,} the conclusion is trivial")
    if scope.tests:
        parts.append(_excluded(scope.tests))
    if finding.tightness is not None:
        parts.append(f"largest ratio of the two sides {finding.tightness:.6g}")
    return "; ".join(parts)


_SENTENCES = {"refuted": _refuted, "vacuous": _vacuous, "undecided": _undecided}


def decided_exactly(scope: Scope) -> str:
    """How many of the instances exact arithmetic has decided, in words.

    Where the sentence counts each distinct prompt once, it says that draws are counted here: there may be more.
    """
    if scope.exactly == 0:
        return "none decided exactly"
    if scope.exactly >= scope.instances:
        return "all decided exactly"
    of_draws = f" of {scope.instances:,} draws" if scope.prompts is not None and scope.distinct else ""
    return f"{scope.exactly:,}{of_draws} decided exactly"


def _excluded(tests: Sequence[SequentialTest]) -> str:
    """What the sequential tests of a probability rule out."""
    parts = [f"{plural(len(tests), 'setting')} tested on fresh draws"]
    worst = max(tests, key=lambda test: test.upper)
    if says_nothing(worst):
        parts.append(f"at one it says nothing of the failure probability ({_silent(worst)})")
    else:
        parts.append(
            f"with {CONFIDENCE * 100:.0f} % confidence none of them fails with probability above "
            f"{worst.upper:.3g}"
        )
    noticed = [test.detectable for test in tests if test.detectable is not None]
    if len(noticed) == len(tests):
        parts.append(
            f"a failure probability of {max(noticed):.3g} would have been noticed with power "
            f"{POWER * 100:.0f} %"
        )
    rare: dict[str, dict[str, None]] = {}  # settings at which as much is allowed are often alike
    for test in tests:
        if test.rare is not None:
            rare.setdefault(share(test.allowed), {})[test.rare.words] = None
    parts += [
        f"where {allowed} is allowed, a search for rare failures sees {', and '.join(seen)}"
        for allowed, seen in rare.items()
    ]
    return "; ".join(parts)


def _first(scope: Scope) -> str:
    """What the sentence on a probability begins with."""
    return f"{seen}: " if (seen := down_to(scope.tests)) else ""


def share(number: float) -> str:
    """A share that a statement names: in up to six digits if they are all of it, else in four (tiny: two)."""
    exactly = f"{number:.6g}"
    return exactly if float(exactly) == number else f"{number:.4g}" if number >= 1e-4 else f"{number:.2g}"


def down_to(tests: Sequence[SequentialTest]) -> str:
    """Down to which failure probability the tests could see; empty where none was to be seen.

    Of several settings it is the one at which that is furthest above what the statement allows; those at
    which so much is allowed that the draws would not tell certain failure from it are counted.
    """
    tested = [test for test in tests if test.allowed < 1]
    if not tested:
        return ""
    noticed = [(test.detectable, test) for test in tested if test.detectable is not None]
    unseen = [test.allowed for test in tested if test.detectable is None]
    blindly = f"on too few draws to tell certain failure from what the statement allows ({_from(unseen)})"
    if not noticed:
        return f"tested {blindly}"
    least, test = max(
        noticed, key=lambda pair: (pair[0] / pair[1].allowed if pair[1].allowed else math.inf, pair[0])
    )
    allowed = share(test.allowed) if test.allowed else "none"
    if test.allowed * test.n < 1:
        allowed += ", far less than these draws can show" if test.allowed else ", which no draws can show"
    rare_ones = [(test.rare, test.allowed) for test in tested if test.rare is not None]
    sought = [(rare, allows) for rare, allows in rare_ones if rare.seen is not None or rare.down_to < least]
    rarer = ""
    if sought:
        # Where failures came nearest to what is allowed; else how far down it looked.
        rare, _ = max(sought, key=lambda pair: ((pair[0].seen or 0.0) / pair[1], pair[0].down_to / pair[1]))
        rarer = f", while a search for rarer ones saw {rare.words}"
    blindly = f", and at {plural(len(unseen), 'setting')} {blindly}" if unseen else ""
    seen = f"tested down to failure probabilities of about {least:.2g} (the statement allows {allowed})"
    return seen + rarer + blindly


def _from(allowed: Sequence[float]) -> str:
    """Failure probabilities that are allowed: one number, or from which to which."""
    ends = dict.fromkeys(share(end) for end in (min(allowed), max(allowed))) if allowed else {}
    return " to ".join(ends)


def says_nothing(test: SequentialTest) -> bool:
    """Whether the bound on a failure probability reads as 1."""
    return float(f"{test.upper:.3g}") >= 1


def _silent(test: SequentialTest) -> str:
    """Why a test bounds no failure probability."""
    if test.undecided:
        return f"{test.undecided:,} of {test.n:,} draws undecided"
    return f"{test.failures:,} of {test.n:,} draws fail, and the statement allows {share(test.allowed)}"
