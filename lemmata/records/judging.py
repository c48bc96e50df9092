"""From evidence to verdicts: what all runs saw of each claim, against what it expects. Nothing is run."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from lemmata.claims.vocabulary import NOT_ENCODED, WITHOUT, WRONG_ANSWERS, FateWord, may_break
from lemmata.records.certificate import Certificate
from lemmata.records.evidence import ClaimRecord, Evidence, EvidenceError, HuntRecord, Kept, ReadingRecord
from lemmata.records.finding import Finding, Scope, total
from lemmata.records.found_sentence import at, bound, found, joined, reasoned
from lemmata.records.needs import Need, NeedRecord
from lemmata.records.supported import supported, with_finding
from lemmata.records.verdicts import (
    CertificateInBrief,
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
from lemmata.records.words import none_met

if TYPE_CHECKING:
    from lemmata.records.merging import Merged

_FATES: dict[str, FateWord] = {
    "refuted": "killed",
    "error": "invalid",
    "undecided": "invalid",
    "not-run": "not-run",
}
PRINTED_WEIGHTS = "the printed weights"
"""The mutant whose network has the weights of the source, where the reading that survives has others."""
_NULL_MODELS = (*WRONG_ANSWERS, "the prediction 0", PRINTED_WEIGHTS)
"""What a bound that says something tells from the right answer."""
_REACH_THEM = (
    "draw what does (other domains, or a quantity derived from others: y=lambda x: ...), "
    'or say that nothing can (defect="vacuous")'
)
_NOT_RUN = Finding(outcome="not-run")
_QUIET = ("not-run", "undecided")
"""Outcomes that are no surprise by themselves; ``--strict`` minds the undecided ones."""
_SHARED = ("head", "uses", "possible_extraction", "source_digest", "mutants_digest")
"""What a verdict takes over from the description of a claim as it is."""
ByVariant = Mapping[str, "Merged"]


def judge(evidence: Evidence, *, made_here: bool = False) -> Verdicts:
    """The verdicts of all claims in the evidence.

    Args:
        evidence: of one or of several runs.
        made_here: whether its hunts have just been made; else what they say is unchecked.

    Raises:
        EvidenceError: it holds no run.
    """
    if not evidence.runs:
        raise EvidenceError("the evidence holds no record of a run; run the campaign again")
    claims: list[Verdict] = []
    surprising: dict[tuple[str, str], list[str]] = {}
    totals, merged = _Totals.of(evidence.hunts.values()), _merged(evidence)
    first = min(run.started for run in evidence.runs)
    needs = [need for need in evidence.needs.values() if need.claim in evidence.claims]
    readings = (hunt for hunts in merged.values() for hunt in hunts.values() if hunt.role == "reading")
    shown: list[Merged | NeedRecord] = [*readings, *needs]
    for record in evidence.claims.values():
        claim, surprises = _claim(record, merged[record.id], totals.seconds.get(record.id, 0))
        if basis := evidence.bases.get(record.id):
            claim = replace(claim, hunted=basis.hunted, reused=basis.hunted < first)
        claim = replace(claim, needs=tuple(_need(each) for each in needs if each.claim == record.id))
        claims.append(_with_kept(claim, record, evidence.kept.get(record.id)))
        for variant, line in surprises:
            surprising.setdefault((record.id, variant), []).append(line)
    undecided = tuple(
        f"{hunt.claim} ({hunt.variant}): {hunt.finding.words}"
        for record in evidence.claims.values()
        for hunt in merged[record.id].values()
        if hunt.finding.outcome == "undecided"
        and hunt.variant not in record.waived
        and not _is_open(record, hunt)
    )
    return Verdicts(
        _run(evidence, totals, made_here=made_here),
        tuple(claims),
        undecided,
        surprising,
        _papers(evidence, claims),
        {witness_path(h.claim, h.variant): h.finding.witness for h in shown if h.finding.witness},
        {certificate_path(h.claim, h.variant): h.finding.certificate for h in shown if h.finding.certificate},
    )


def _is_open(record: ClaimRecord, hunt: Merged) -> bool:
    """Whether it is a reading that its author leaves open: what is missing is all that its hunt says."""
    why = {reading.name: reading.because for reading in record.readings if reading.expected == "undecided"}
    return bool(why.get(hunt.variant)) and hunt.finding.because == why[hunt.variant]


def _need(record: NeedRecord) -> Need:
    """What is said of one hypothesis."""
    finding = record.finding
    return Need(
        hypothesis=record.hypothesis,
        instead=record.instead,
        need=record.need,
        finding=finding,
        undefined=record.undefined,
        found="; ".join(filter(None, [record.because, finding.words if finding.scope.instances else ""])),
        witness=witness_path(record.claim, record.variant) if finding.witness else None,
        certificate=certificate_path(record.claim, record.variant) if finding.certificate else None,
    )


def _papers(evidence: Evidence, claims: Sequence[Verdict]) -> tuple[Encoded, ...]:
    topics: dict[str, list[Verdict]] = {}
    for claim in claims:
        topics.setdefault(claim.head.topic, []).append(claim)
    papers = []
    for topic, several in topics.items():
        record = evidence.papers.get(topic)
        rows = record.coverage if record else None
        numbers = (rows.rows, rows.claimed, rows.open) if rows else (None, None, None)
        papers.append(Encoded(topic, len(several), sum(claim.encoded for claim in several), *numbers))
    return tuple(papers)


def _merged(evidence: Evidence) -> dict[str, dict[str, Merged]]:
    """What all runs saw of each claim and variant; a drift that nothing proves refutes no rate."""
    from lemmata.records.merging import merge  # not above: scipy takes a while, `--help` judges nothing

    merged: dict[str, dict[str, Merged]] = {claim: {} for claim in evidence.claims}
    for claim, variant in dict.fromkeys(key[:2] for key in evidence.hunts):  # those of one are held at a time
        if claim in evidence.claims:
            known = [supported(hunt, evidence.claims[claim]) for hunt in evidence.of(claim, variant)]
            merged[claim][variant] = merge(known)
    for record in evidence.claims.values():
        for reading in record.readings:
            drift = merged[record.id].get(reading.name)
            if drift is None or drift.finding.outcome != "refuted" or not reading.family:
                continue
            if lacking := _lacking(evidence.claims.get(reading.family), merged, reading.family):
                merged[record.id][reading.name] = with_finding(
                    drift,
                    outcome="undecided",
                    evidence="tolerance-only",
                    scope=replace(drift.finding.scope, hunts=None),
                    witness=None,
                    because=f"undecided: {lacking}; {drift.finding.words}",
                )
    return merged


def _lacking(family: ClaimRecord | None, merged: Mapping[str, ByVariant], name: str) -> str:
    """Why a family does not prove the growth of a rate's constant; nothing if it does."""
    subject = f"the family {name}, which is to prove the growth,"
    reading = "" if family is None else family.survivor.name
    hunt = merged.get(name, {}).get(reading)
    if hunt is None:
        return f"{subject} was not run: verify it, too"
    if (outcome := hunt.finding.outcome) != "holds":
        return f"{subject} does not hold (its {reading} reading: {outcome})"
    return ""


@dataclass
class _Totals:
    """Sums over all hunts, in one pass."""

    seconds: dict[str, float]
    """By claim."""
    instances: int = 0
    settings: int | None = None
    prompts: int | None = None

    @classmethod
    def of(cls, hunts: Iterable[HuntRecord]) -> _Totals:
        made = cls({})
        for hunt in hunts:
            made.seconds[hunt.claim] = made.seconds.get(hunt.claim, 0) + hunt.seconds
            made.instances += hunt.scope.instances
            made.settings = total([made.settings, hunt.scope.settings])
            made.prompts = total([made.prompts, hunt.scope.prompts])
        return made


def _run(evidence: Evidence, totals: _Totals, *, made_here: bool) -> RunSummary:
    last = evidence.runs[-1]
    shared = ("version", "profile", "seed", "device", "machine", "false_alarm_budget", "commit")
    return RunSummary(
        **{name: getattr(last, name) for name in shared},
        seconds=round(sum(end.seconds for end in evidence.ends), 3),
        instances=totals.instances,
        settings=totals.settings,
        prompts=totals.prompts,
        selection=last.selection,
        versions=evidence.versions,
        made_here=made_here,
    )


def _claim(record: ClaimRecord, hunts: ByVariant, seconds: float) -> tuple[Verdict, list[tuple[str, str]]]:
    """The verdict on a claim, and its surprises, each with the variant that it is of."""
    if record.head.kind == NOT_ENCODED:
        return _not_encoded(record), []
    mutants = tuple(_fate(record, name, hunts.get(name)) for name in record.mutants)
    hunts = {**hunts, **{r.name: _tested(r, hunts[r.name]) for r in record.readings if r.name in hunts}}
    survivor = hunts.get(record.survivor.name)
    if survivor is not None and survivor.finding.outcome == "holds" and _says_nothing(record, hunts):
        hunts = {**hunts, record.survivor.name: with_finding(survivor, outcome="vacuous")}
    # A waiver makes it no surprise, and the bound no sharper.
    passing = {
        m.name: record.waived.get(m.name, "")
        for m in mutants
        if m.name in _NULL_MODELS and m.fate in ("survived", "waived")
    }
    profiles = list(record.experiment.configurations) if record.experiment else []
    sentences = {
        r.name: found(r, _finding(hunts, r.name), passing if r is record.survivor else {}, profiles)
        for r in record.readings
    }
    readings = {r.name: _reading(record, r, hunts.get(r.name), sentences[r.name]) for r in record.readings}
    surprises = [*_wrong_readings(record, readings, hunts), *_wrong_mutants(mutants, hunts)]
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
        finding=Finding(outcome=NOT_ENCODED),
        expected=NOT_ENCODED,
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
    hunts = {name: merge(supported(h, record) for h in kept.hunts if h.variant == name) for name in variants}
    then, _ = _claim(record, hunts, sum(hunt.seconds for hunt in kept.hunts))
    found = then.found[:1].lower() + then.found[1:]
    shared = ("started", "profile", "seed", "device", "machine", "version", "commit")
    run = KeptRun(
        **{name: getattr(kept.run, name) for name in shared},
        seconds=then.seconds,
        changed=kept.source_digest != record.source_digest,
        found=f"Kept run of {kept.run.started[:10]}, profile {kept.run.profile}: {found}",
        readings={name: replace(reading, witness=None, pinned={}) for name, reading in then.readings.items()},
        mutants=then.mutants,
        discriminating=then.discriminating,
    )
    return replace(verdict, found=f"{verdict.found} {run.found}", kept=run)


def _tested(reading: ReadingRecord, hunt: Merged) -> Merged:
    """The hunts of a reading: undecided, and a surprise, where no draw met hypotheses that may well be met.

    That nothing can meet them is for the author to say.
    """
    finding = hunt.finding
    if (finding.outcome, reading.expected == "vacuous") != ("vacuous", False) or finding.scope.instances:
        return hunt
    missed = none_met(finding.scope)
    found = replace(finding, outcome="undecided", evidence="observed", because=missed)
    return replace(hunt, finding=found, errors=(*hunt.errors, f"{missed}: {_REACH_THEM}"))


def _says_nothing(record: ClaimRecord, hunts: ByVariant) -> bool:
    """Whether a claim on what is computed was seen to hold for all that may be computed instead."""
    wrong = [hunts.get(name) for name in record.mutants if name in WRONG_ANSWERS]
    return bool(wrong) and all(hunt is not None and hunt.finding.outcome == "holds" for hunt in wrong)


def _title(record: ClaimRecord, reading: str) -> str:
    """Nothing of ours is printed anywhere."""
    return "ours" if reading == "printed" and record.head.origin == "ours" else reading


def _reading(record: ClaimRecord, reading: ReadingRecord, hunt: Merged | None, sentence: str) -> ReadingVerdict:
    if hunt is None:
        return ReadingVerdict(
            finding=_NOT_RUN,
            expected=reading.expected,
            pinned=reading.pinned,
            scope="not run for this report",
            found=reasoned(sentence, reading, "not-run"),
        )
    finding = hunt.finding
    return ReadingVerdict(
        finding=replace(
            finding,
            # A check that breaks says nothing about the statement.
            outcome="undecided" if finding.outcome == "error" else finding.outcome,
            unproved=finding.unproved if finding.outcome == "holds" else "",
        ),
        expected=reading.expected,
        pinned=reading.pinned,
        bound=bound(reading, finding),
        slack=reading.slack,
        constants=finding.measured | _open_constants(finding.scope),
        scope=finding.words or "the hunt said nothing of it",
        found=reasoned(sentence, reading, finding.outcome),
        witness=None if finding.witness is None else witness_path(record.id, hunt.variant),
        certificate=None if finding.certificate is None else _in_brief(finding.certificate),
    )


def _finding(hunts: ByVariant, name: str) -> Finding:
    hunt = hunts.get(name)
    return _NOT_RUN if hunt is None else hunt.finding


def _in_brief(certificate: Certificate) -> CertificateInBrief:
    return {
        "method": certificate.method,
        "sizes": list(certificate.settings),
        "all_sizes": list(certificate.all_sizes),
        "error": certificate.error,
        "file": certificate_path(certificate.claim, certificate.variant),
        "factors": [
            {
                "sizes": certificate.settings[f.number],
                "low": math.floor(Fraction(f.low) * 1000) / 1000,
                "high": math.ceil(Fraction(f.high) * 1000) / 1000,
            }
            for f in certificate.factors
        ],
    }


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
    outcome, scope = hunt.finding.outcome, hunt.finding.scope
    fate, because = _FATES.get(outcome, "survived"), hunt.finding.words
    broken = outcome == "error" and may_break(name)
    if broken:
        waiver = waiver or f"It cannot be evaluated: {because}"
    if waiver and (fate in ("survived", "not-run") or outcome == "undecided" or broken):
        fate, because = "waived", waiver
    elif waiver:
        fate, because = "invalid", f"waived as equivalent ({waiver}), but: {because}"
    return Fate(name, fate, scope.instances, because, scope.settings, scope.prompts)


def _discriminating(survivor: ReadingVerdict, mutants: Sequence[Fate]) -> bool:
    """A check discriminates if it has mutants, kills all, and the reading that they change holds."""
    fates = {mutant.fate for mutant in mutants}
    return survivor.outcome == "holds" and "killed" in fates and fates <= {"killed", "waived"}


def _wrong_readings(
    record: ClaimRecord, readings: Mapping[str, ReadingVerdict], hunts: ByVariant
) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    meant_to_fail = {r.name for r in record.readings if r.name == "printed" and r.because and not r.defect}
    amended = readings.get("amended")
    for name, reading in readings.items():
        hunt, finding = hunts.get(name), _finding(hunts, name)
        lines += [(name, f"{name}: {error}") for error in (hunt.errors if hunt else ())]
        if finding.outcome == "error":
            continue
        if reading.outcome not in (reading.expected, *_QUIET):
            line = f"{name} {reading.outcome}, expected {reading.expected}"
            if name in meant_to_fail and (reading.outcome, reading.expected) == ("refuted", "holds"):
                line += " (if its because= says why it fails, say defect= as well)"
            lines.append((name, line))
        if amended is not None and amended.outcome == "holds" and _refutes_both(finding):
            lines.append(("amended", "amended holds, but fails at the witness against the printed reading"))
        outside = finding.outside
        if finding.outcome == "refuted" and outside is not None and outside.outcome == "refuted":
            wrong = (
                ", and does not fail there, so the stated reason is wrong: mend the reason or the region"
                if outside.alone
                else f" as well{at(outside)}"
            )
            lines.append((name, f"{name} fails outside of where it is said to fail (fails_where){wrong}"))
    return lines


def _refutes_both(finding: Finding) -> bool:
    """Whether one instance is a witness against the amended reading, too; what draws say is no verdict."""
    if finding.told_apart is None or finding.witness is None:
        return False
    return finding.told_apart.amended == "fails" and finding.witness.kind == "instance"


def _may_be_true(mutant: str) -> str:
    """What to do about a mutant that survives: it may be a true statement."""
    way_out = f"waive({mutant!r}, because=...) of the claim if it is to stay"
    if mutant.startswith(WITHOUT):
        return f". The hypothesis may not be needed: leave it out, or {way_out}"
    if mutant in WRONG_ANSWERS or may_break(mutant):
        return f". The statement may say nothing of it: {way_out}"
    return f". It may be true: change more (a value farther off, the other direction), or {way_out}"


def _wrong_mutants(mutants: Sequence[Fate], hunts: ByVariant) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for mutant in mutants:
        hunt, subject = hunts.get(mutant.name), f"the mutant {mutant.name!r}"
        if hunt is None or hunt.finding.outcome in _QUIET:
            continue
        if mutant.fate in ("survived", "invalid"):
            told = f"survived: {mutant.because}{_may_be_true(mutant.name)}"
            told = told if mutant.fate == "survived" else f"is invalid: {mutant.because}"
            lines.append((mutant.name, f"{subject} {told}"))
        elif hunt.errors and mutant.fate != "waived":
            lines.append((mutant.name, f"{subject}: {hunt.finding.because}"))
    return lines
