"""Several hunts of one variant as one: more seeds, more shards, the same statement.

What is merged depends on the set of records and on nothing else, neither on their order nor on how
they were grouped before; a record that comes twice counts once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from math import fsum, log
from typing import Any

from lemmata.records.certificate import Certificate
from lemmata.records.evidence import HuntRecord
from lemmata.records.finding import (
    Drawn,
    Finding,
    Hunts,
    Outside,
    Reached,
    Scope,
    SequentialTest,
    Solved,
    Value,
    span,
    total,
)
from lemmata.records.statistics import Wealth, detectable, share
from lemmata.records.witness import Witness
from lemmata.records.words import CONFIDENCE, POWER
from lemmata.statement.vocabulary import HuntOutcome, Role, Strength

_HELD: tuple[HuntOutcome, ...] = ("holds", "untestable", "undecided", "vacuous", "not-run")
"""Outcomes of runs that found no violation; the first that any run has is that of all."""


@dataclass(frozen=True, kw_only=True)
class Merged(Finding):
    """The finding of all hunts of one variant together."""

    claim: str
    variant: str
    role: Role
    errors: tuple[str, ...] = ()
    """What went wrong in some run; an error anywhere is a surprise, whatever the others found."""
    runs: int = 1
    """Runs with different seeds, profiles or numbers of shards; the shards of a run are one run."""


def merge(hunts: Iterable[HuntRecord]) -> Merged:
    """The hunts of one variant as one.

    - Instances, and the draws and failures at each tested setting, add; the smallest margin, the
      largest ratio and the full range of each quantity are kept.
    - A violating instance in any run refutes. Sampled probabilities refute by the evidence of all
      runs together: each setting's e-value is that of its added counts and has to reach the level
      of its tests, times :func:`~lemmata.records.statistics.share` of the number of runs. The shards
      of a run have divided its level, so their levels add; of several runs the smallest level counts.
    - Without a violation, what held in one run holds with the instances of all.

    Raises:
        ValueError: no hunts, or hunts of different variants.
    """
    records = _distinct(hunts)
    if len({(r.claim, r.variant) for r in records}) != 1:
        raise ValueError(f"merge the hunts of one variant, got {len(records)} of several or none")
    first = records[0]
    errors = tuple(dict.fromkeys(r.because for r in records if r.outcome == "error"))
    same: dict[str, Any] = {"claim": first.claim, "variant": first.variant, "role": first.role}
    same["errors"] = errors
    if len(records) == 1:
        names = Finding.__dataclass_fields__
        finding = {name: getattr(first, name) for name in names}
        return Merged(**{**finding, "evidence": _strength(first)}, **same)
    runs = len({_run(r) for r in records})
    tests = _tests(records, runs)
    outcome, strength, decisive, witness = _decide(records, tests, runs)
    solved = _solved(records)
    if outcome == "holds" and not all(all(part.surviving.values()) for part in solved):
        outcome, strength = "undecided", "tolerance-only"  # each run left other values of a constant
    margins = [r.margin for r in records if r.margin is not None]
    ratios = [r.tightness for r in records if r.tightness is not None]
    return Merged(
        outcome=outcome,
        evidence=strength,
        scope=replace(_scope(records, tests, runs, outcome, decisive), solved=solved),
        margin=min(margins, default=None),
        tightness=max(ratios, default=None),
        measured=_ranges(records),
        witness=witness,
        certificate=(proof := _widest(records) if outcome == "holds" else None),
        unproved="" if proof else next((r.unproved for r in records if r.unproved), ""),
        because=errors[0] if errors else "",
        outside=_outside(records),
        runs=runs,
        **same,
    )


def _distinct(hunts: Iterable[HuntRecord]) -> list[HuntRecord]:
    """Each key once, in an order of their own; if two records claim one key, the fuller one."""
    fullest: dict[tuple[str, str, int, int, str], HuntRecord] = {}
    for hunt in hunts:
        other = fullest.get(hunt.key)
        if other is None or _fullness(hunt) > _fullness(other):
            fullest[hunt.key] = hunt
    return [fullest[key] for key in sorted(fullest)]


def _fullness(hunt: HuntRecord) -> tuple[int, str]:
    return hunt.instances, json.dumps(asdict(hunt), sort_keys=True)


# -- sampled probabilities ---------------------------------------------------------------------


def _setting(test: SequentialTest) -> str:
    """Tests of one setting at one allowed probability are the same test."""
    return json.dumps([test.setting, test.allowed], sort_keys=True)


def _tests(records: Sequence[HuntRecord], runs: int) -> list[SequentialTest]:
    """The sequential tests of all runs, those of one setting continued into one."""
    # Runs of one seed may have drawn the same instances: the longest of them stands for all.
    longest: dict[tuple[str, int, int], Part] = {}
    for record in records:
        for test in record.scope.tests:
            place = (_setting(test), record.seed, record.shard)
            other = longest[place][1] if place in longest else None
            if other is None or _length(test) > _length(other):
                longest[place] = _run(record), test
    grouped: dict[str, list[Part]] = {}
    for (setting, _, _), part in sorted(longest.items(), key=lambda item: item[0]):
        grouped.setdefault(setting, []).append(part)
    confidence = 1 - (1 - CONFIDENCE) / max(len(grouped), 1)
    return [_continued(same, runs, confidence) for same in grouped.values()]


def _length(test: SequentialTest) -> tuple[int, int, float]:
    return test.n, -test.failures, -test.level


RunKey = tuple[int, str, int]
Part = tuple[RunKey, SequentialTest]
"""A test with the run that it is from."""


def _run(record: HuntRecord) -> RunKey:
    """What a run is known by: seed, profile, number of shards."""
    return record.seed, record.profile, record.shards


def _continued(parts: list[Part], runs: int, confidence: float) -> SequentialTest:
    same = [test for _, test in parts]
    wealth = sum((Wealth(t.allowed, t.n, t.failures) for t in same), Wealth(same[0].allowed))
    undecided = sum(test.undecided for test in same)
    levels: dict[RunKey, list[float]] = {}
    for run, test in parts:
        levels.setdefault(run, []).append(test.level)
    level = min(1.0, *map(fsum, levels.values()))  # a test's level is 1 at most
    return SequentialTest(
        setting=same[0].setting,
        allowed=wealth.allowed,
        n=wealth.draws,
        failures=wealth.failures,
        undecided=undecided,
        e_value=wealth.e_value,
        level=level,
        upper=replace(wealth, failures=wealth.failures + undecided).upper(confidence),
        detectable=detectable(wealth.draws, wealth.allowed, level * share(runs), POWER),
    )


def _excess(test: SequentialTest, runs: int) -> float:
    """By how much (in logarithms) a test's e-value exceeds what refutes; negative if it does not.

    By Ville's inequality the e-value of a true statement ever reaches ``1 / a`` with probability at
    most ``a``; ``share`` allots ``a`` over the numbers of runs after which one may look.
    """
    wealth = Wealth(test.allowed, test.n, test.failures)
    return wealth.log_e + log(test.level * share(runs))


# -- the decision ------------------------------------------------------------------------------

Decision = tuple[HuntOutcome, Strength, HuntRecord | None, Witness | None]
"""Outcome, strength, the record that decided (if one did), witness."""


def _decide(records: Sequence[HuntRecord], tests: list[SequentialTest], runs: int) -> Decision:
    refuted = [r for r in records if r.outcome == "refuted"]
    # One violating instance refutes, in whichever run; a run's e-value alone does not (below), since
    # among many runs some reach their own level by chance.
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
    judged = [r for r in records if r.outcome != "undecided" or r.instances] or list(records)
    outcome = next(o for o in _HELD if any(r.outcome == o for r in judged))
    strengths = [_strength(r) for r in judged if r.outcome == outcome]
    return outcome, _weakest(strengths), None, None


def _sampled(record: HuntRecord) -> bool:
    """Whether a refutation rests on an e-value, not on something that can be looked at."""
    witness = record.witness
    return bool(record.scope.tests) and witness is not None and witness.kind == "setting"


def _readable(record: HuntRecord) -> tuple[bool, bool, int, tuple[str, str, int, int, str]]:
    """Refutations for the reason given first, then genuine ones, then those with the smallest witness."""
    witness = record.witness and asdict(record.witness)
    return _is_alone(record), record.evidence != "genuine", len(json.dumps(witness)), record.key


def _strength(record: HuntRecord) -> Strength:
    """The record's own word; ``exact`` means every instance, which older records did not."""
    if record.evidence == "exact" and record.scope.exactly < record.instances:
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


def _widest(records: Sequence[HuntRecord]) -> Certificate | None:
    """The certificate that covers most, of those of all runs."""
    found = [r.certificate for r in records if r.certificate is not None]
    return max(found, key=lambda c: (len(c.all_sizes), len(c.settings), -c.error, c.seed), default=None)


def _witness_of(test: SequentialTest, records: Sequence[HuntRecord]) -> Witness:
    """The setting with the counts of all runs."""
    seeds = [r.seed for r in records if any(_setting(t) == _setting(test) for t in r.scope.tests)]
    return test.witness(records[0].claim, records[0].variant, seeds[0])


# -- what adds ---------------------------------------------------------------------------------


def _is_alone(record: HuntRecord) -> bool:
    """Whether it refutes the statement only outside of where that is said to fail."""
    return record.outside is not None and record.outside.alone


def _outside(records: Sequence[HuntRecord]) -> Outside | None:
    """What became of the statement outside of where it is said to fail, in all runs together."""
    parts = [r.outside for r in records if r.outside is not None]
    if not parts:
        return None
    outcomes = {part.outcome for part in parts}
    refuting = [r for r in records if r.outcome == "refuted"]
    return Outside(
        outcome=next(o for o in ("refuted", *_HELD, "error") if o in outcomes),
        settings=max(part.settings for part in parts),
        prompts=total(part.prompts for part in parts),
        instances=sum(part.instances for part in parts),
        drawn=_met(parts),
        at=next((part.at for part in parts if part.at is not None), None),
        alone=bool(refuting) and all(map(_is_alone, refuting)),
    )


def _scope(
    records: Sequence[HuntRecord],
    tests: list[SequentialTest],
    runs: int,
    outcome: HuntOutcome,
    decisive: HuntRecord | None,
) -> Scope:
    scopes = [r.scope for r in records]
    if decisive is None and outcome not in ("holds", "vacuous", "refuted", "error"):
        decisive = next((r for r in records if r.outcome == outcome), None)
    informative = [s.informative for s in scopes if s.informative is not None]
    return Scope(
        instances=sum(s.instances for s in scopes),
        settings=max((s.settings for s in scopes if s.settings is not None), default=None),
        prompts=total(s.prompts for s in scopes),
        repeats=max(s.repeats for s in scopes),
        exactly=sum(s.exactly for s in scopes),
        informative=sum(informative) if len(informative) == len(scopes) else None,
        inactive=sum(s.inactive for s in scopes),
        discarded=sum(s.discarded for s in scopes),
        undecided=sum(s.undecided for s in scopes),
        tracked=sum(s.tracked for s in scopes),
        drawn=_met(scopes),
        reached=_reached(scopes),
        tests=tuple(tests),
        hunts=Hunts(
            count=len(records),
            runs=runs,
            seeds=tuple(sorted({r.seed for r in records})),
            profiles=tuple(sorted({r.profile for r in records} - {""})),
            refuting=sum(r.outcome == "refuted" for r in records),
            quoted=decisive.words if decisive is not None else "",
        ),
    )


def _solved(records: Sequence[HuntRecord]) -> tuple[Solved, ...]:
    """The values of open constants that survive in every run, at each choice of what they may depend on."""
    parts: dict[str, list[Solved]] = {}
    for record in records:
        for part in record.scope.solved:
            parts.setdefault(part.where, []).append(part)
    return tuple(
        Solved(
            at=same[0].at,
            tried={name: span(v for part in same for v in part.tried[name]) for name in same[0].tried},
            surviving={name: _common([part.surviving[name] for part in same]) for name in same[0].tried},
            certified=any(part.certified for part in same),
            followed=next((part.followed for part in same if part.followed is not None), None),
            too_large=next((part.too_large for part in same if part.too_large is not None), None),
            hunts=sum(part.hunts for part in same),
        )
        for same in parts.values()
    )


def _common(ranges: Sequence[list[Any]]) -> list[Value]:
    """The overlap of ranges of numbers, each two ends or nothing."""
    if not all(ranges):
        return []
    low, high = max(ends[0] for ends in ranges), min(ends[-1] for ends in ranges)
    return [low, high] if low <= high else []


def _met(scopes: Sequence[Scope | Outside]) -> Drawn:
    values: dict[str, list[Value]] = {}
    for scope in scopes:
        for name, met in scope.drawn.items():
            values.setdefault(name, []).extend(met)
    return {name: span(met) for name, met in values.items()}


def _reached(scopes: Sequence[Scope]) -> tuple[Reached, ...]:
    """How far each size grew in any run."""
    farthest: dict[str, Reached] = {}
    for part in (part for scope in scopes for part in scope.reached):
        other = farthest.setdefault(part.quantity, part)
        farthest[part.quantity] = max(other, part, key=lambda p: (p.largest, -p.drawn, p.ended))
    return tuple(farthest[name] for name in sorted(farthest))


def _ranges(records: Sequence[HuntRecord]) -> dict[str, tuple[float, float]]:
    measured: dict[str, tuple[float, float]] = {}
    for record in records:
        for name, (low, high) in record.measured.items():
            old = measured.get(name, (low, high))
            measured[name] = (min(low, old[0]), max(high, old[1]))
    return dict(sorted(measured.items()))
