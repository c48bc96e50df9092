"""What was tried and what came of it, in one sentence: of one hunt or of several merged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lemmata.records.finding import Finding, Hunts, SequentialTest, Solved

CONFIDENCE = 0.99
"""Of what sequential tests rule out."""
POWER = 0.99
_NAMED = 5
_CONFIRMED = {
    "rational": "confirmed in exact rational arithmetic",
    "ball": "confirmed in ball arithmetic at 256 bits",
    "running error": "beyond the running error bound of float64, not confirmed exactly",
}


def worded(finding: Finding) -> str:
    """The sentence: what was drawn, how many, how near the bound came."""
    if finding.scope.text:
        return finding.scope.text
    hunts = finding.scope.hunts
    solved = "".join(f"{_solved(part)}; " for part in finding.scope.solved)
    return (
        solved + _alone(finding)
        if hunts is None
        else solved + f"{_which(hunts)} merged: {_merged(finding, hunts)}"
    )


def _solved(part: Solved) -> str:
    """Which values of open constants survive: ``c from 1/4 to 256 survive of 1/64 to 256 tried``."""
    at = f"at {part.where}: " if part.at else ""
    tried = ", ".join(f"{name} from {ends[0]:g} to {ends[-1]:g}" for name, ends in part.tried.items())
    if all(part.surviving.values()):
        alive = ", ".join(f"{name} from {ends[0]:g} to {ends[-1]:g}" for name, ends in part.surviving.items())
        return f"{at}what survives is {alive} (tried: {tried}, by {part.hunts} hunts)"
    beyond = "nor could any other" if part.certified else "what lies beyond is not excluded"
    return f"{at}no value survives ({tried}, by {part.hunts} hunts), {beyond}"


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
            "undecided: a run refutes it at its own level, all runs together do not reach theirs; "
            "run more seeds"
        )
    return hunts.quoted or _alone(finding)


def _alone(finding: Finding) -> str:
    scope, outcome = finding.scope, finding.outcome
    if finding.because:
        return finding.because
    if outcome == "not-run":
        return "not run: an experiment, which this profile leaves out"
    if scope.slack is not None:
        slack = scope.slack
        return (
            f"{outcome}: over {slack.replicates} replicates the mean slack lies in "
            f"[{slack.low:.4g}, {slack.high:.4g}] ({slack.confidence:.0%} confidence)"
        )
    if scope.drift is not None:
        drift = scope.drift
        lacking = "; no exact family confirms that it grows" if outcome == "undecided" else ""
        return (
            f"{outcome} on {scope.instances + scope.inactive:,} instances: over {drift.octaves:.3g} "
            f"octaves of size the constant is at most {drift.largest:.4g} and moves by a factor of "
            f"2^[{drift.low:.3g}, {drift.high:.3g}] an octave ({drift.confidence:.0%} confidence)" + lacking
        )
    return _SENTENCES[outcome](finding) if outcome in _SENTENCES else _held(finding)


def _refuted(finding: Finding) -> str:
    scope, witness = finding.scope, finding.witness
    if witness is not None and witness.kind == "setting":
        test = witness.statistics or {}
        start = "" if scope.hunts else "refuted: "
        return start + (
            f"{test['failures']:,} of {test['n']:,} fresh draws fail at one setting where the "
            f"statement allows a share of {test['allowed']:.4g} (e-value {test['e_value']:.3g})"
        )
    confirmed = witness.confirmed if witness is not None else ""
    return (
        f"refuted after {scope.instances + scope.inactive:,} instances ({scope.stage}), "
        f"{_CONFIRMED.get(confirmed, confirmed)}"
    )


def _vacuous(finding: Finding) -> str:
    scope = finding.scope
    if scope.instances == 0:
        return f"vacuous: none of {scope.inactive:,} instances meets the hypotheses"
    return f"vacuous: on all of {scope.instances:,} instances the conclusion says nothing"


def _undecided(finding: Finding) -> str:
    scope = finding.scope
    if scope.tests:
        unclear = max(scope.tests, key=lambda test: test.undecided)
        return (
            f"undecided: {unclear.undecided:,} of {unclear.n:,} fresh draws at one setting lie "
            "within their own error bound; the statement would be refuted if they failed"
        )
    return (
        f"undecided: of {scope.instances + scope.inactive:,} instances the {scope.tracked:,} with "
        "the smallest slack all lie within their own error bound"
    )


def _held(finding: Finding) -> str:
    scope = finding.scope
    exactly = decided_exactly(scope.exactly, scope.instances)
    parts = [f"{finding.outcome} on {scope.instances:,} instances, {exactly}"]
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


def decided_exactly(exactly: int, instances: int) -> str:
    """How many of the instances exact arithmetic has decided, in words."""
    if exactly == 0:
        return "none decided exactly"
    return "all decided exactly" if exactly >= instances else f"{exactly:,} decided exactly"


def _excluded(tests: Sequence[SequentialTest]) -> str:
    """What the sequential tests of a probability rule out."""
    parts = [f"{len(tests)} settings tested on fresh draws"]
    worst = max(test.upper for test in tests)
    if worst < 1:
        parts.append(
            f"with {CONFIDENCE * 100:.0f} % confidence none of them fails with probability above {worst:.3g}"
        )
    noticed = [test.detectable for test in tests if test.detectable is not None]
    if len(noticed) == len(tests):
        parts.append(
            f"a failure probability of {max(noticed):.3g} would have been noticed with power "
            f"{POWER * 100:.0f} %"
        )
    return "; ".join(parts)
