"""Several hunts of one variant seen as one: more seeds, more shards, the same statement.

What is merged depends on the set of records and on nothing else, neither on their order nor on how
they were grouped before; a record that comes twice counts once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from math import fsum, log
from typing import Any, Literal

from lemmata.records.evidence import HuntRecord, Outcome, Strength, decided_exactly
from lemmata.records.statistics import Wealth, detectable, share

_CONFIDENCE = 0.99
_POWER = 0.99
_HELD: tuple[Outcome, ...] = ("holds", "untestable", "undecided", "vacuous", "not-run")
"""Outcomes of runs that found no violation; the first that any run has is told of all."""
_NAMED = 5


@dataclass(frozen=True)
class Merged:
    """What all hunts of one variant saw together; the fields are those of a hunt's record."""

    claim: str
    variant: str
    role: Literal["reading", "mutant"]
    outcome: Outcome
    evidence: Strength
    instances: int
    exact: int
    """How many of the instances exact arithmetic has decided."""
    scope: str
    margin: float | None
    tightness: float | None
    measured: dict[str, tuple[float, float]]
    tests: list[dict[str, Any]]
    witness: dict[str, Any] | None
    errors: tuple[str, ...]
    """What went wrong in some run; an error anywhere is a surprise, whatever the others found."""
    runs: int
    """Runs with different seeds, profiles or numbers of shards; the shards of a run are one run."""

    @property
    def because(self) -> str:
        """The first error."""
        return self.errors[0] if self.errors else ""


def merge(hunts: Iterable[HuntRecord]) -> Merged:
    """The hunts of one variant as one.

    - Instances, and the draws and failures at each tested setting, add; the smallest margin, the
      largest ratio and the full range of each quantity are kept.
    - A violating instance in any run refutes. Sampled probabilities refute by the evidence of all
      runs together: each setting's e-value is that of its added counts and has to reach the level
      of its tests, times :func:`~lemmata.records.statistics.share` of the number of runs. The shards of a
      run have divided its level, so their levels add; of several runs the smallest level counts.
    - Without a violation, what held in one run holds with the instances of all.

    Raises:
        ValueError: no hunts, or hunts of different variants.
    """
    records = _distinct(hunts)
    if len({(r.claim, r.variant) for r in records}) != 1:
        raise ValueError(f"merge the hunts of one variant, got {len(records)} of several or none")
    first = records[0]
    runs = len({_run(r) for r in records})
    tests = _tests(records, runs)
    outcome, strength, decided, witness = _decide(records, tests, runs)
    margins = [r.margin for r in records if r.margin is not None]
    ratios = [r.tightness for r in records if r.tightness is not None]
    merged = Merged(
        claim=first.claim,
        variant=first.variant,
        role=first.role,
        outcome=outcome,
        evidence=strength,
        instances=sum(r.instances for r in records),
        exact=sum(r.exact for r in records),
        scope=first.scope,
        margin=min(margins, default=None),
        tightness=max(ratios, default=None),
        measured=_ranges(records),
        tests=tests,
        witness=witness,
        errors=tuple(dict.fromkeys(r.because for r in records if r.outcome == "error")),
        runs=runs,
    )
    if len(records) == 1:
        return merged
    scope = f"{_which(records, runs)} merged: {_told(merged, records, decided)}"
    return Merged(**{**vars(merged), "scope": scope})


def _distinct(hunts: Iterable[HuntRecord]) -> list[HuntRecord]:
    """Each key once, in an order of their own; if two records claim one key, the fuller one."""
    kept: dict[Any, HuntRecord] = {}
    for hunt in hunts:
        other = kept.get(hunt.key)
        if other is None or _fullness(hunt) > _fullness(other):
            kept[hunt.key] = hunt
    return [kept[key] for key in sorted(kept)]


def _fullness(hunt: HuntRecord) -> tuple[int, str]:
    return hunt.instances, json.dumps(asdict(hunt), sort_keys=True)


# -- sampled probabilities ---------------------------------------------------------------------


def _setting(test: dict[str, Any]) -> str:
    """Tests of one setting at one allowed probability are the same test."""
    return json.dumps([test.get("setting"), test["allowed"]], sort_keys=True)


def _tests(records: Sequence[HuntRecord], runs: int) -> list[dict[str, Any]]:
    """The sequential tests of all runs, those of one setting continued into one."""
    if len(records) == 1:
        return list(records[0].tests)
    # Runs of one seed may have drawn the same instances: the longest of them stands for all.
    longest: dict[tuple[str, int, int], Part] = {}
    for record in records:
        for test in record.tests:
            place = (_setting(test), record.seed, record.shard)
            other = longest[place][1] if place in longest else None
            size = (test["n"], -test["failures"], -test["level"])
            if other is None or size > (other["n"], -other["failures"], -other["level"]):
                longest[place] = _run(record), test
    grouped: dict[str, list[Part]] = {}
    for (setting, _, _), part in sorted(longest.items(), key=lambda item: item[0]):
        grouped.setdefault(setting, []).append(part)
    confidence = 1 - (1 - _CONFIDENCE) / max(len(grouped), 1)
    return [_continued(same, runs, confidence) for same in grouped.values()]


RunKey = tuple[int, str, int]
Part = tuple[RunKey, dict[str, Any]]
"""A test with the run that it is from."""


def _run(record: HuntRecord) -> RunKey:
    """What a run is known by: seed, profile, number of shards."""
    return record.seed, record.profile, record.shards


def _continued(parts: list[Part], runs: int, confidence: float) -> dict[str, Any]:
    same = [test for _, test in parts]
    wealth = sum(
        (Wealth(t["allowed"], t["n"], t["failures"]) for t in same), Wealth(same[0]["allowed"])
    )
    undecided = sum(test.get("undecided", 0) for test in same)
    levels: dict[RunKey, list[float]] = {}
    for run, test in parts:
        levels.setdefault(run, []).append(test["level"])
    level = min(1.0, *map(fsum, levels.values()))  # a test's level is 1 at most
    return {
        "setting": same[0].get("setting"),
        "allowed": wealth.allowed,
        "n": wealth.draws,
        "failures": wealth.failures,
        "undecided": undecided,
        "e_value": wealth.e_value,
        "level": level,
        "upper": replace(wealth, failures=wealth.failures + undecided).upper(confidence),
        "detectable": detectable(wealth.draws, wealth.allowed, level * share(runs), _POWER),
    }


def _excess(test: dict[str, Any], runs: int) -> float:
    """By how much (in logarithms) a test's e-value exceeds what refutes; negative if it does not."""
    wealth = Wealth(test["allowed"], test["n"], test["failures"])
    return wealth.log_e + log(test["level"] * share(runs))


# -- the decision ------------------------------------------------------------------------------

Decision = tuple[Outcome, Strength, HuntRecord | None, dict[str, Any] | None]
"""Outcome, strength, the record that decided (if one did), witness."""


def _decide(records: Sequence[HuntRecord], tests: list[dict[str, Any]], runs: int) -> Decision:
    if len(records) == 1:
        only = records[0]
        return only.outcome, _strength(only), only, only.witness
    refuted = [r for r in records if r.outcome == "refuted"]
    shown = [r for r in refuted if not _sampled(r)]
    if shown:
        best = min(shown, key=_readable)
        return "refuted", best.evidence, best, best.witness
    over = max(tests, key=lambda t: (_excess(t, runs), _setting(t)), default=None)
    if over is not None and _excess(over, runs) >= 0:
        return "refuted", "genuine", None, _witness_of(over, records)
    if any(r.outcome == "error" for r in records):
        return "error", "observed", None, None
    if refuted:
        return "undecided", "tolerance-only", None, None
    told = [r for r in records if r.outcome != "undecided" or r.instances] or list(records)
    outcome = next(o for o in _HELD if any(r.outcome == o for r in told))
    return outcome, _weakest([_strength(r) for r in told if r.outcome == outcome]), None, None


def _sampled(record: HuntRecord) -> bool:
    """Whether a refutation rests on an e-value, not on something that can be looked at."""
    return bool(record.tests) and (record.witness or {}).get("kind") == "setting"


def _readable(record: HuntRecord) -> tuple[bool, int, Any]:
    """Genuine refutations first, then those with the smallest witness."""
    return record.evidence != "genuine", len(json.dumps(record.witness)), record.key


def _strength(record: HuntRecord) -> Strength:
    """The record's own word; ``exact`` means every instance, which older records did not."""
    if record.evidence == "exact" and record.exact < record.instances:
        return "probed"
    return record.evidence


def _weakest(strengths: list[Strength]) -> Strength:
    """A proof covers everything; else the word has to be true of all instances."""
    if "proved" in strengths:
        return "proved"
    if set(strengths) == {"exact"}:
        return "exact"
    probed = {"probed", "exact"} & set(strengths)
    return "probed" if probed else strengths[0]


def _witness_of(test: dict[str, Any], records: Sequence[HuntRecord]) -> dict[str, Any]:
    """The setting with the counts of all runs, sealed."""
    from lemmata.records import witness

    seeds = [r.seed for r in records if any(_setting(t) == _setting(test) for t in r.tests)]
    statistics = {name: test[name] for name in ("n", "failures", "allowed", "e_value")}
    return witness.seal(
        {
            "claim": records[0].claim,
            "variant": records[0].variant,
            "kind": "setting",
            "setting": test["setting"],
            "prompt": None,
            "left": None,
            "right": None,
            "relation": "<=",
            "relative": test["allowed"] - test["failures"] / test["n"],
            "confirmed": "e-value",
            "statistics": {**statistics, "seed": seeds[0]},
        }
    )


def _ranges(records: Sequence[HuntRecord]) -> dict[str, tuple[float, float]]:
    measured: dict[str, tuple[float, float]] = {}
    for record in records:
        for name, (low, high) in record.measured.items():
            old = measured.get(name, (low, high))
            measured[name] = (min(low, old[0]), max(high, old[1]))
    return dict(sorted(measured.items()))


# -- in words ----------------------------------------------------------------------------------


def _which(records: Sequence[HuntRecord], runs: int) -> str:
    if runs == 1:
        return f"{len(records)} shards of one run"
    seeds = sorted({r.seed for r in records})
    named = ", ".join(map(str, seeds[:_NAMED])) + (", ..." if len(seeds) > _NAMED else "")
    profiles = ", ".join(sorted({r.profile for r in records} - {""}))
    return f"{runs} runs ({'; '.join(filter(None, [f'seeds {named}', profiles]))})"


def _told(merged: Merged, records: Sequence[HuntRecord], decided: HuntRecord | None) -> str:
    """One sentence in words: what was drawn, how many, how near the bound came."""
    n = f"{merged.instances:,}"
    if merged.outcome == "error":
        return f"a run ended with an error: {merged.because}"
    if merged.outcome == "refuted":
        count = sum(r.outcome == "refuted" for r in records)
        if decided is not None:
            return f"{count} of {len(records)} hunts refute it; {decided.scope}"
        told = max(merged.tests, key=lambda t: (_excess(t, merged.runs), _setting(t)))
        return (
            f"{told['failures']:,} of {told['n']:,} fresh draws fail at one setting where "
            f"the statement allows a share of {told['allowed']:.4g} (e-value {told['e_value']:.3g})"
        )
    if merged.outcome == "undecided" and any(r.outcome == "refuted" for r in records):
        return (
            "undecided: a run refutes it at its own level, all runs together do not reach theirs; "
            "run more seeds"
        )
    if merged.outcome == "vacuous":
        return f"vacuous: no run met an instance on which the conclusion says something ({n} met)"
    if merged.outcome != "holds":
        return f"{merged.outcome}: {next(r.scope for r in records if r.outcome == merged.outcome)}"
    words = [f"holds on {n} instances, {decided_exactly(merged.exact, merged.instances)}"]
    for name, told_so in (
        ("inactive", "more do not meet the hypotheses"),
        ("undecided", "within rounding of equality"),
    ):
        if count := sum(getattr(r, name) for r in records):
            words.append(f"{count:,} {told_so}")
    if merged.tests:
        words.append(excluded(merged.tests))
    if merged.tightness is not None:
        words.append(f"largest ratio of the two sides {merged.tightness:.6g}")
    return "; ".join(words)


def excluded(tests: list[dict[str, Any]]) -> str:
    """What the sequential tests of a probability rule out, in words."""
    told = f"{len(tests)} settings tested on fresh draws"
    worst = max(test["upper"] for test in tests)
    if worst < 1:
        told += (
            f"; with {_CONFIDENCE * 100:.0f} % confidence none of them fails with probability above "
            f"{worst:.3g}"
        )
    seen = [test["detectable"] for test in tests if test.get("detectable") is not None]
    if len(seen) == len(tests):
        told += (
            f"; a failure probability of {max(seen):.3g} would have been noticed with power "
            f"{_POWER * 100:.0f} %"
        )
    return told
