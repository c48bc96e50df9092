"""From evidence to verdicts: what all runs saw of each claim, against what it expects. Nothing is run."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from lemmata.records.certificate import Certificate
from lemmata.records.evidence import ClaimRecord, Evidence, EvidenceError, HuntRecord, Kept, ReadingRecord
from lemmata.records.finding import Finding, Scope, total
from lemmata.records.found import bound, found, joined, reasoned
from lemmata.records.verdicts import (
    Encoded,
    Fate,
    KeptRun,
    ReadingVerdict,
    RunSummary,
    Verdict,
    Verdicts,
    certificate_path,
    witness_path,
)
from lemmata.records.witness import Witness
from lemmata.statement.vocabulary import AS_PRINTED, NOT_ENCODED, WITHOUT, WRONG_ANSWERS, ZERO_WEIGHTS, FateWord

if TYPE_CHECKING:
    from lemmata.records.merging import Merged

_FATES: dict[str, FateWord] = {
    "refuted": "killed",
    "error": "invalid",
    "undecided": "invalid",
    "not-run": "not-run",
}
_NULL_MODELS = (*WRONG_ANSWERS, "the prediction 0", "the printed weights")
"""What a bound that says something tells from the right answer."""
_NOT_RUN = Finding(outcome="not-run")
_QUIET = ("not-run", "undecided")
"""Outcomes that are no surprise by themselves; ``--strict`` minds the undecided ones."""
_SHARED = (
    *("id", "paper", "label", "kind", "rank", "origin", "at", "uses"),
    *("possible_extraction", "source_digest", "mutants_digest"),
)
"""What a verdict takes over from the description of a claim as it is."""
ByVariant = Mapping[str, "Merged"]


def judge(evidence: Evidence) -> Verdicts:
    """The verdicts of all claims in the evidence.

    Raises:
        EvidenceError: it holds no run.
    """
    if not evidence.runs:
        raise EvidenceError("the evidence holds no record of a run; run the campaign again")
    claims: list[Verdict] = []
    surprising: dict[tuple[str, str], list[str]] = {}
    merged = _merged(evidence)
    for record in evidence.claims.values():
        seconds = sum(hunt.seconds for hunt in evidence.of(record.id))
        claim, surprises = _claim(record, merged[record.id], seconds)
        claims.append(_with_kept(claim, record, evidence.kept.get(record.id)))
        for variant, line in surprises:
            surprising.setdefault((record.id, variant), []).append(line)
    undecided = tuple(
        f"{hunt.claim} ({hunt.variant}): {hunt.words}"
        for record in evidence.claims.values()
        for hunt in merged[record.id].values()
        if hunt.outcome == "undecided" and hunt.variant not in record.waived
    )
    return Verdicts(_run(evidence), tuple(claims), undecided, surprising, _papers(evidence, claims))


def _papers(evidence: Evidence, claims: Sequence[Verdict]) -> tuple[Encoded, ...]:
    """How much of each paper is encoded."""
    topics: dict[str, list[Verdict]] = {}
    for claim in claims:
        topics.setdefault(claim.id.partition("/")[0], []).append(claim)
    papers = []
    for topic, several in topics.items():
        record = evidence.papers.get(topic)
        rows = record.coverage if record else None
        numbers = (rows.rows, rows.claimed, rows.open) if rows else (None, None, None)
        papers.append(Encoded(topic, len(several), sum(claim.encoded for claim in several), *numbers))
    return tuple(papers)


def certificates(evidence: Evidence) -> dict[str, Certificate]:
    """The certificates of readings, by the path that the verdicts give (see :func:`judge`)."""
    return {
        certificate_path(hunt.claim, hunt.variant): hunt.certificate
        for hunts in _merged(evidence).values()
        for hunt in hunts.values()
        if hunt.certificate is not None and hunt.role == "reading"
    }


def witnesses(evidence: Evidence) -> dict[str, Witness]:
    """The witnesses of refuted readings, by the path that the verdicts give (see :func:`judge`)."""
    return {
        witness_path(hunt.claim, hunt.variant): hunt.witness
        for hunts in _merged(evidence).values()
        for hunt in hunts.values()
        if hunt.witness is not None and hunt.role == "reading"
    }


def _merged(evidence: Evidence) -> dict[str, dict[str, Merged]]:
    """What all runs saw of each claim and variant; a drift that nothing proves refutes no rate."""
    from lemmata.records.merging import merge  # not above: scipy takes a while, `--help` judges nothing

    hunts: dict[tuple[str, str], list[HuntRecord]] = {}
    for hunt in evidence.hunts.values():
        hunts.setdefault((hunt.claim, hunt.variant), []).append(hunt)
    merged: dict[str, dict[str, Merged]] = {claim: {} for claim in evidence.claims}
    for (claim, variant), same in hunts.items():
        if claim in merged:
            merged[claim][variant] = merge(same)
    for record in evidence.claims.values():
        for reading in record.readings:
            drift = merged[record.id].get(reading.name)
            if drift is None or drift.outcome != "refuted" or not reading.family:
                continue
            if lacking := _lacking(evidence.claims.get(reading.family), merged, reading.family):
                text = f"undecided: {lacking}; {drift.words}"
                merged[record.id][reading.name] = replace(
                    drift,
                    outcome="undecided",
                    evidence="tolerance-only",
                    scope=replace(drift.scope, text=text),
                    witness=None,
                )
    return merged


def _lacking(family: ClaimRecord | None, merged: Mapping[str, ByVariant], name: str) -> str:
    """Why a family does not prove the growth of a rate's constant; nothing if it does."""
    subject = f"the family {name}, which is to prove the growth,"
    reading = "" if family is None else family.survivor.name
    hunt = merged.get(name, {}).get(reading)
    if hunt is None:
        return f"{subject} was not run: verify it, too"
    if hunt.outcome != "holds":
        return f"{subject} does not hold (its {reading} reading: {hunt.outcome})"
    return ""


def _run(evidence: Evidence) -> RunSummary:
    last = evidence.runs[-1]
    shared = ("version", "profile", "seed", "device", "machine", "false_alarm_budget", "commit")
    return RunSummary(
        **{name: getattr(last, name) for name in shared},
        seconds=round(sum(end.seconds for end in evidence.ends), 3),
        instances=sum(hunt.instances for hunt in evidence.hunts.values()),
        settings=total(hunt.scope.settings for hunt in evidence.hunts.values()),
        prompts=total(hunt.scope.prompts for hunt in evidence.hunts.values()),
        selection=last.selection,
        versions=evidence.versions,
    )


def _claim(record: ClaimRecord, hunts: ByVariant, seconds: float) -> tuple[Verdict, list[tuple[str, str]]]:
    """The verdict on a claim, and its surprises, each with the variant that it is of."""
    if record.kind == NOT_ENCODED:
        return _not_encoded(record), []
    mutants = tuple(_fate(record, name, hunts.get(name)) for name in record.mutants)
    survivor = hunts.get(record.survivor.name)
    if survivor is not None and survivor.outcome == "holds" and _says_nothing(record, hunts):
        hunts = {**hunts, record.survivor.name: replace(survivor, outcome="vacuous")}
    # A waiver makes it no surprise, and the bound no sharper.
    passing = {
        m.name: record.waived.get(m.name, "")
        for m in mutants
        if m.name in _NULL_MODELS and m.fate in ("survived", "waived")
    }
    profiles = list(record.experiment.configurations) if record.experiment else []
    sentences = {
        r.name: found(r, hunts.get(r.name, _NOT_RUN), passing if r is record.survivor else {}, profiles)
        for r in record.readings
    }
    readings = {r.name: _reading(record, r, hunts.get(r.name), sentences[r.name]) for r in record.readings}
    surprises = [*_wrong_readings(readings, hunts), *_wrong_mutants(mutants, hunts)]
    verdict = Verdict(
        **{name: getattr(record, name) for name in _SHARED},
        defect=record.statement.defect,
        because=record.statement.because,
        found=joined(list(sentences.values())),
        readings={_title(record, name): reading for name, reading in readings.items()},
        mutants=mutants,
        discriminating=_discriminating(readings[record.survivor.name], mutants),
        loose=readings[record.survivor.name].bound == "loose",
        seconds=round(seconds, 3),
        surprises=tuple(line for _, line in surprises),
    )
    return verdict, surprises


def _not_encoded(record: ClaimRecord) -> Verdict:
    """The verdict on a statement without a check; hunts recorded under its id are of something else."""
    reading = ReadingVerdict(
        outcome=NOT_ENCODED,
        expected=NOT_ENCODED,
        evidence="observed",
        instances=0,
        exactly=0,
        scope="not encoded yet: there is no check",
        found="Is not encoded yet.",
    )
    return Verdict(
        **{name: getattr(record, name) for name in _SHARED},
        found=reading.found,
        readings={_title(record, record.statement.name): reading},
        mutants=(),
        loose=False,
    )


def _with_kept(verdict: Verdict, record: ClaimRecord, kept: Kept | None) -> Verdict:
    """With what the last kept run came to, if this one left the experiment out."""
    if kept is None or any(reading.outcome != "not-run" for reading in verdict.readings.values()):
        return verdict
    from lemmata.records.merging import merge

    variants = {hunt.variant for hunt in kept.hunts}
    hunts = {name: merge(h for h in kept.hunts if h.variant == name) for name in variants}
    then, _ = _claim(record, hunts, sum(hunt.seconds for hunt in kept.hunts))
    shared = ("started", "profile", "seed", "device", "machine", "version", "commit")
    run = KeptRun(
        **{name: getattr(kept.run, name) for name in shared},
        seconds=then.seconds,
        changed=kept.source_digest != record.source_digest,
        found=f"Kept run of {kept.run.started[:10]}, profile {kept.run.profile}: {_lowered(then.found)}",
        readings={name: replace(reading, witness=None, pinned={}) for name, reading in then.readings.items()},
        mutants=then.mutants,
        discriminating=then.discriminating,
    )
    return replace(verdict, found=f"{verdict.found} {run.found}", kept=run)


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _says_nothing(record: ClaimRecord, hunts: ByVariant) -> bool:
    """Whether a claim on what is computed was seen to hold for all that may be computed instead."""
    wrong = [hunts.get(name) for name in record.mutants if name in WRONG_ANSWERS]
    return bool(wrong) and all(hunt is not None and hunt.outcome == "holds" for hunt in wrong)


def _title(record: ClaimRecord, reading: str) -> str:
    """Nothing of ours is printed anywhere."""
    return "ours" if reading == "printed" and record.origin == "ours" else reading


def _reading(record: ClaimRecord, reading: ReadingRecord, hunt: Merged | None, sentence: str) -> ReadingVerdict:
    if hunt is None:
        return ReadingVerdict(
            outcome="not-run",
            expected=reading.expected,
            evidence="observed",
            instances=0,
            exactly=0,
            pinned=reading.pinned,
            scope="not run for this report",
            found=reasoned(sentence, reading, "not-run"),
        )
    return ReadingVerdict(
        # A check that breaks says nothing about the statement.
        outcome="undecided" if hunt.outcome == "error" else hunt.outcome,
        expected=reading.expected,
        evidence=hunt.evidence,
        instances=hunt.instances,
        exactly=hunt.scope.exactly,
        informative=hunt.scope.informative,
        drawn=hunt.scope.drawn,
        reached=hunt.scope.reached,
        pinned=reading.pinned,
        margin=hunt.margin,
        tightness=hunt.tightness,
        bound=bound(reading, hunt),
        slack=reading.slack,
        constants=hunt.measured | _open_constants(hunt.scope),
        settings=hunt.scope.settings,
        prompts=hunt.scope.prompts,
        outside=hunt.outside,
        scope=hunt.words or "nothing was said of it",
        found=reasoned(sentence, reading, hunt.outcome),
        witness=None if hunt.witness is None else witness_path(record.id, hunt.variant),
        certificate=None if hunt.certificate is None else _in_brief(hunt.certificate),
        unproved=hunt.unproved if hunt.outcome == "holds" else "",
    )


def _in_brief(certificate: Certificate) -> dict[str, Any]:
    """What a verdict says of a certificate."""
    return {
        "method": certificate.method,
        "sizes": list(certificate.settings),
        "all_sizes": list(certificate.all_sizes),
        "error": certificate.error,
        "file": certificate_path(certificate.claim, certificate.variant),
        "factors": [
            {"sizes": certificate.settings[f.number], **_outwards(Fraction(f.low), Fraction(f.high))}
            for f in certificate.factors
        ],
    }


def _outwards(low: Fraction, high: Fraction) -> dict[str, float]:
    """The ends of a best factor with three digits."""
    return {"low": math.floor(low * 1000) / 1000, "high": math.ceil(high * 1000) / 1000}


def _open_constants(scope: Scope) -> dict[str, tuple[float, float]]:
    """The values of open constants that survive."""
    return {
        f"{name} at {part.where}" if part.at else name: (float(min(numbers)), float(max(numbers)))
        for part in scope.solved
        for name, ends in part.surviving.items()
        if (numbers := [end for end in ends if isinstance(end, int | float)])
    }


def _fate(record: ClaimRecord, name: str, hunt: Merged | None) -> Fate:
    waiver = record.waived.get(name)
    if hunt is None:
        return Fate(name, "waived" if waiver else "not-run", 0, waiver or "not run")
    fate, because = _FATES.get(hunt.outcome, "survived"), hunt.words
    broken = hunt.outcome == "error" and (name in (AS_PRINTED, ZERO_WEIGHTS) or name.startswith(WITHOUT))
    if broken:
        waiver = waiver or f"It cannot be evaluated: {because}"
    if waiver and (fate in ("survived", "not-run") or hunt.outcome == "undecided" or broken):
        fate, because = "waived", waiver
    elif waiver:
        fate, because = "invalid", f"waived as equivalent ({waiver}), but: {because}"
    return Fate(name, fate, hunt.instances, because, hunt.scope.settings, hunt.scope.prompts)


def _discriminating(survivor: ReadingVerdict, mutants: Sequence[Fate]) -> bool:
    """A check discriminates if it has mutants, kills all, and the reading that they change holds."""
    fates = {mutant.fate for mutant in mutants}
    return survivor.outcome == "holds" and "killed" in fates and fates <= {"killed", "waived"}


def _wrong_readings(readings: Mapping[str, ReadingVerdict], hunts: ByVariant) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for name, reading in readings.items():
        hunt = hunts.get(name)
        if hunt is not None:
            lines += [(name, f"{name}: {error}") for error in hunt.errors]
        if hunt is not None and hunt.outcome == "error":
            continue
        if reading.outcome not in (reading.expected, *_QUIET):
            lines.append((name, f"{name} {reading.outcome}, expected {reading.expected}"))
        if hunt is not None and hunt.outcome == "refuted" and hunt.outside and hunt.outside.alone:
            where = f"{name} fails outside of where it is said to fail (fails_where), and not there"
            lines.append((name, f"{where}: the reason given is not the reason; mend one of them"))
    return lines


def _wrong_mutants(mutants: Sequence[Fate], hunts: ByVariant) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for mutant in mutants:
        hunt, subject = hunts.get(mutant.name), f"the mutant {mutant.name!r}"
        if hunt is None or hunt.outcome in _QUIET:
            continue
        if mutant.fate in ("survived", "invalid"):
            verb = "survived" if mutant.fate == "survived" else "is invalid"
            lines.append((mutant.name, f"{subject} {verb}: {mutant.because}"))
        elif hunt.errors and mutant.fate != "waived":
            lines.append((mutant.name, f"{subject}: {hunt.because}"))
    return lines
