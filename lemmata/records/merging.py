"""Several hunts of one variant as one: more seeds, more shards, the same statement.

What is merged depends on the set of records and on nothing else, neither on their order nor on how
they were grouped before; a record that comes twice counts once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from math import exp, fsum, log
from typing import Any

from lemmata.claims.vocabulary import HuntOutcome, Role, Strength
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
    ToldApart,
    Value,
    span,
    total,
)
from lemmata.records.rare import RareSearch
from lemmata.records.sequential_tests import Bet, Wealth, detectable, share
from lemmata.records.witness import Witness
from lemmata.records.words import CONFIDENCE, POWER

_HELD: tuple[HuntOutcome, ...] = ("holds", "untestable", "undecided", "vacuous", "not-run")
"""Outcomes of runs that found no violation; the first that any run has is that of all."""


@dataclass(frozen=True, kw_only=True)
class Merged:
    """The finding of all hunts of one variant together."""

    finding: Finding
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
      of its tests, times :func:`~lemmata.records.sequential_tests.share` of the number of runs. The shards
      of a run have divided its level, so their levels add; of several runs the smallest level counts.
    - Without a violation, what held in one run holds with the instances of all.

    Raises:
        ValueError: no hunts, or hunts of different variants.
    """
    records = _distinct(hunts)
    if len({(r.claim, r.variant) for r in records}) != 1:
        raise ValueError(f"merge the hunts of one variant, got {len(records)} of several or none")
    first = records[0]
    errors = tuple(dict.fromkeys(r.finding.because for r in records if r.outcome == "error"))
    runs = len({_run(r) for r in records})
    return Merged(
        finding=first.finding if len(records) == 1 else _together(records, runs, errors),
        claim=first.claim,
        variant=first.variant,
        role=first.role,
        errors=errors,
        runs=runs,
    )


def _together(records: Sequence[HuntRecord], runs: int, errors: tuple[str, ...]) -> Finding:
    tests = _tests(records, runs)
    outcome, strength, decisive, witness = _decide(records, tests, runs)
    solved = _solved(records)
    if outcome == "holds" and not all(all(part.surviving.values()) for part in solved):
        outcome, strength = "undecided", "tolerance-only"  # each run left other values of a constant
    findings = [record.finding for record in records]
    proof = _widest(findings) if outcome == "holds" else None
    return Finding(
        outcome=outcome,
        evidence=strength,
        scope=replace(_scope(records, tests, runs, outcome, decisive), solved=solved),
        margin=min((f.margin for f in findings if f.margin is not None), default=None),
        tightness=max((f.tightness for f in findings if f.tightness is not None), default=None),
        measured=_ranges(findings),
        witness=witness,
        certificate=proof,
        unproved="" if proof else next((f.unproved for f in findings if f.unproved), ""),
        because=errors[0] if errors else "",
        outside=_outside(records),
        told_apart=_told_apart(records, witness),
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
    return hunt.scope.instances, json.dumps(asdict(hunt), sort_keys=True)


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
    levels: dict[RunKey, list[float]] = {}
    for run, test in parts:
        levels.setdefault(run, []).append(test.level)
    level = min(1.0, *map(fsum, levels.values()))  # a test's level is 1 at most
    undecided = sum(test.undecided for test in same)
    rare = _searched([t.rare for t in same if t.rare is not None], wealth.allowed)
    return sequential_test(same[0].setting, wealth, undecided, level, confidence, runs, rare)


def _searched(parts: list[RareSearch], allowed: float) -> RareSearch | None:
    """The searches for rare failures of several runs: their bets continue each other, whatever the laws."""
    if not parts:
        return None
    seen = [part.seen for part in parts if part.seen is not None]
    bet = sum((_bet(part, allowed) for part in parts), Bet(allowed))
    return RareSearch(
        down_to=min(part.down_to for part in parts),
        seen=max(seen, default=None),
        evaluations=sum(part.evaluations for part in parts),
        n=bet.n,
        total=bet.total,
        logs=bet.logs,
        law=max(parts, key=lambda part: (part.law is not None, _bet(part, allowed).log_e)).law,
    )


def _bet(rare: RareSearch, allowed: float) -> Bet:
    return Bet(allowed, rare.n, rare.total, rare.logs)


def log_e(wealth: Wealth, rare: RareSearch | None) -> float:
    """Logarithm of the evidence of plain draws and of the bet that went on where they ended.

    Both are of fresh draws, so that the product of the two is a supermartingale as each of them is.
    """
    return wealth.log_e + (_bet(rare, wealth.allowed).log_e if rare is not None and rare.n else 0.0)


def sequential_test(
    setting: dict[str, Any] | None,
    wealth: Wealth,
    undecided: int,
    level: float,
    confidence: float,
    runs: int = 1,
    rare: RareSearch | None = None,
) -> SequentialTest:
    """The test of a setting after some draws, with what these exclude and what they would have shown."""
    return SequentialTest(
        setting=setting,
        allowed=wealth.allowed,
        n=wealth.draws,
        failures=wealth.failures,
        undecided=undecided,
        e_value=exp(min(log_e(wealth, rare), 700.0)),
        level=level,
        upper=wealth.all_failing(undecided).upper(confidence),
        detectable=detectable(wealth.draws, wealth.allowed, level * share(runs), POWER),
        rare=rare,
    )


def _excess(test: SequentialTest, runs: int) -> float:
    """By how much (in logarithms) a test's e-value exceeds what refutes; negative if it does not.

    By Ville's inequality the e-value of a true statement ever reaches ``1 / a`` with probability at
    most ``a``; ``share`` allots ``a`` over the numbers of runs after which one may look.
    """
    wealth = Wealth(test.allowed, test.n, test.failures)
    return log_e(wealth, test.rare) + log(test.level * share(runs))


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
    judged = [r for r in records if r.outcome != "undecided" or r.scope.instances] or list(records)
    outcome = next(o for o in _HELD if any(r.outcome == o for r in judged))
    strengths = [r.evidence for r in judged if r.outcome == outcome]
    return outcome, _weakest(strengths), None, None


def _sampled(record: HuntRecord) -> bool:
    """Whether a refutation rests on an e-value, not on something that can be looked at."""
    witness = record.witness
    return bool(record.scope.tests) and witness is not None and witness.kind == "setting"


def _readable(record: HuntRecord) -> tuple[bool, bool, bool, int, tuple[str, str, int, int, str]]:
    """Refutations for the reason given first, then genuine ones, then those with the smallest witness."""
    size = len(json.dumps(record.witness and vars(record.witness)))  # which holds nothing but JSON
    other = record.finding.told_apart is not None and record.finding.told_apart.fails_too
    return _is_alone(record), record.evidence != "genuine", other, size, record.key


def _weakest(strengths: list[Strength]) -> Strength:
    """A proof covers everything; else the word has to be true of all instances."""
    if "proved" in strengths:
        return "proved"
    if set(strengths) == {"exact"}:
        return "exact"
    probed = {"probed", "exact"} & set(strengths)
    return "probed" if probed else strengths[0]


def _widest(findings: Sequence[Finding]) -> Certificate | None:
    """The certificate that covers most, of those of all runs."""
    found = [f.certificate for f in findings if f.certificate is not None]
    return max(found, key=lambda c: (len(c.all_sizes), len(c.settings), -c.error, c.seed), default=None)


def _witness_of(test: SequentialTest, records: Sequence[HuntRecord]) -> Witness:
    """The setting with the counts of all runs."""
    seeds = [r.seed for r in records if any(_setting(t) == _setting(test) for t in r.scope.tests)]
    return test.witness(records[0].claim, records[0].variant, seeds[0])


# -- what adds ---------------------------------------------------------------------------------


def _is_alone(record: HuntRecord) -> bool:
    """Whether it refutes the statement only outside of where that is said to fail."""
    return record.finding.outside is not None and record.finding.outside.alone


def _told_apart(records: Sequence[HuntRecord], witness: Witness | None) -> ToldApart | None:
    """What is told apart by the witness that all runs together have."""
    if witness is None:
        return None
    place = witness.setting, witness.prompt
    same = (r for r in records if r.witness and (r.witness.setting, r.witness.prompt) == place)
    return next((r.finding.told_apart for r in same if r.finding.told_apart is not None), None)


def _outside(records: Sequence[HuntRecord]) -> Outside | None:
    """What became of the statement outside of where it is said to fail, in all runs together."""
    parts = [r.finding.outside for r in records if r.finding.outside is not None]
    if not parts:
        return None
    outcomes = {part.outcome for part in parts}
    refuting = [r for r in records if r.outcome == "refuted"]
    return Outside(
        outcome=next(o for o in ("refuted", *_HELD, "error") if o in outcomes),
        settings=max(part.settings for part in parts),
        prompts=total(part.prompts for part in parts),
        instances=sum(part.instances for part in parts),
        drawn=_met([part.drawn for part in parts]),
        at=next((part.at for part in parts if part.at is not None), None),
        alone=bool(refuting) and all(map(_is_alone, refuting)),
        of_statement=all(part.of_statement for part in parts),
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
        drawn=_met([s.drawn for s in scopes]),
        reached=_reached(scopes),
        beyond=_met([s.beyond for s in scopes]),
        tests=tuple(tests),
        hunts=Hunts(
            count=len(records),
            runs=runs,
            seeds=tuple(sorted({r.seed for r in records})),
            profiles=tuple(sorted({r.profile for r in records} - {""})),
            refuting=sum(r.outcome == "refuted" for r in records),
            quoted=decisive.finding.words if decisive is not None else "",
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


def _met(parts: Sequence[Drawn]) -> Drawn:
    values: dict[str, list[Value]] = {}
    for part in parts:
        for name, met in part.items():
            values.setdefault(name, []).extend(met)
    return {name: span(met) for name, met in values.items()}


def _reached(scopes: Sequence[Scope]) -> tuple[Reached, ...]:
    """How far each size grew in any run."""
    farthest: dict[str, Reached] = {}
    for part in (part for scope in scopes for part in scope.reached):
        other = farthest.setdefault(part.quantity, part)
        farthest[part.quantity] = max(other, part, key=lambda p: (p.largest, -p.drawn, p.ended))
    return tuple(farthest[name] for name in sorted(farthest))


def _ranges(findings: Sequence[Finding]) -> dict[str, tuple[float, float]]:
    measured: dict[str, tuple[float, float]] = {}
    for finding in findings:
        for name, (low, high) in finding.measured.items():
            old = measured.get(name, (low, high))
            measured[name] = (min(low, old[0]), max(high, old[1]))
    return dict(sorted(measured.items()))
