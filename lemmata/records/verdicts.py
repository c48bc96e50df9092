"""Verdicts: evidence judged against what each claim expects. Nothing is run here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from lemmata.records.evidence import ClaimRecord, Evidence, EvidenceError, HuntRecord, ReadingRecord

if TYPE_CHECKING:
    from lemmata.records.merging import Merged

SCHEMA = "lemmata/verdicts/1"
MAX_BYTES = 64 * 1024**2
_FATES = {
    "refuted": "killed",
    "error": "invalid",
    "undecided": "invalid",
    "not-run": "invalid",
}
_QUIET = ("not-run", "undecided")
"""Outcomes that are no surprise by themselves; ``--strict`` minds the undecided ones."""


@dataclass(frozen=True)
class Verdicts:
    """The judged campaign: the document of the contract, and what follows from it."""

    document: dict[str, Any]
    undecided: tuple[str, ...] = ()
    """The readings and mutants that could not be decided, with the reason."""
    surprising: Mapping[tuple[str, str], list[str]] = field(default_factory=dict)
    """The surprises of each claim and variant that has some."""

    @property
    def surprises(self) -> list[str]:
        """What differs from what the claims expect, one line each."""
        return [f"{c['id']}: {s}" for c in self.document["claims"] for s in c["surprises"]]

    @property
    def untried(self) -> list[str]:
        """The claims whose check nothing wrong was shown to, one line each."""
        return [
            f"{claim['id']}: {'all mutants are waived' if claim['mutants'] else 'no mutants'}: "
            "nothing shows that the check can fail"
            for claim in self.document["claims"]
            if all(mutant["fate"] == "waived" for mutant in claim["mutants"])
        ]

    def exit_status(self, strict: bool = False) -> int:
        """0 everything as expected, 1 a surprise; if strict 3: something undecided, or no mutants."""
        if self.surprises:
            return 1
        return 3 if strict and (self.undecided or self.untried) else 0


def judge(evidence: Evidence) -> Verdicts:
    """The verdicts of all claims in the evidence.

    Raises:
        EvidenceError: it holds no run.
    """
    if not evidence.runs:
        raise EvidenceError("the evidence holds no record of a run; run the campaign again")
    claims = []
    surprising: dict[tuple[str, str], list[str]] = {}
    merged = _hunts(evidence)
    for record in evidence.claims.values():
        seconds = sum(hunt.seconds for hunt in evidence.of(record.id))
        claim, found = _claim(record, merged[record.id], seconds)
        claims.append(claim)
        for variant, line in found:
            surprising.setdefault((record.id, variant), []).append(line)
    undecided = tuple(
        f"{hunt.claim} ({hunt.variant}): {hunt.scope}"
        for record in evidence.claims.values()
        for hunt in merged[record.id].values()
        if hunt.outcome == "undecided" and hunt.variant not in record.waived
    )
    document = {"schema": SCHEMA, "run": _run(evidence), "claims": claims}
    return Verdicts(document, undecided, surprising)


def _hunts(evidence: Evidence) -> dict[str, dict[str, Merged]]:
    """What all runs saw of each claim and variant; a drift that nothing proves refutes no rate."""
    merged = {claim: _merged(evidence.of(claim)) for claim in evidence.claims}
    for record in evidence.claims.values():
        for reading in record.readings:
            hunt = merged[record.id].get(reading.name)
            if hunt is None or hunt.outcome != "refuted" or not reading.family:
                continue
            if lacking := _lacking(evidence.claims.get(reading.family), merged, reading.family):
                merged[record.id][reading.name] = replace(
                    hunt,
                    outcome="undecided",
                    evidence="tolerance-only",
                    scope=f"undecided: {lacking}; {hunt.scope}",
                    witness=None,
                )
    return merged


def _lacking(
    family: ClaimRecord | None, merged: Mapping[str, Mapping[str, Merged]], name: str
) -> str:
    """Why a family does not prove the growth of a rate's constant; nothing if it does."""
    told = f"the family {name}, which is to prove the growth,"
    reading = "" if family is None else _survivor(family)
    hunt = merged.get(name, {}).get(reading)
    if hunt is None:
        return f"{told} was not run: verify it, too"
    if hunt.outcome != "holds":
        return f"{told} does not hold (its {reading} reading: {hunt.outcome})"
    return ""


def _survivor(record: ClaimRecord) -> str:
    """The reading that is to hold: the amended one if there is one, else the printed."""
    return "amended" if any(r.name == "amended" for r in record.readings) else "printed"


def _merged(hunts: list[HuntRecord]) -> dict[str, Merged]:
    """What all runs saw of each variant."""
    from lemmata.records.merging import (
        merge,  # not above: scipy takes a while, `--help` judges nothing
    )

    by_variant: dict[str, list[HuntRecord]] = {}
    for hunt in hunts:
        by_variant.setdefault(hunt.variant, []).append(hunt)
    return {name: merge(same) for name, same in by_variant.items()}


def witnesses(evidence: Evidence) -> dict[str, dict[str, Any]]:
    """The witnesses of refuted readings, by the path that the verdicts give (see ``judge``)."""
    return {
        witness_path(hunt.claim, hunt.variant): hunt.witness
        for hunts in _hunts(evidence).values()
        for hunt in hunts.values()
        if hunt.witness is not None and hunt.role == "reading"
    }


def _run(evidence: Evidence) -> dict[str, Any]:
    last = evidence.runs[-1]
    return {
        "version": last.version,
        "profile": last.profile,
        "seed": last.seed,
        "device": last.device,
        "machine": last.machine,
        "seconds": round(sum(end.seconds for end in evidence.ends), 3),
        "instances": sum(hunt.instances for hunt in evidence.hunts.values()),
        "false_alarm_budget": last.false_alarm_budget,
        "commit": last.commit,
        "selection": list(last.selection),
        "versions": list(evidence.versions),
    }


def _claim(
    record: ClaimRecord, by_variant: dict[str, Merged], seconds: float
) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """A claim of the document, and its surprises, each with the variant that it is of."""
    readings = {r.name: _reading(record, r, by_variant.get(r.name)) for r in record.readings}
    printed = next(r for r in record.readings if r.name == "printed")
    survivor = readings[_survivor(record)]
    mutants = [_mutant(record, name, by_variant.get(name)) for name in record.mutants]
    surprises = _surprises(readings, mutants, by_variant)
    claim = {
        "id": record.id,
        "paper": record.paper,
        "label": record.label,
        "kind": record.kind,
        "uses": list(record.uses),
        "defect": printed.defect,
        "because": printed.because,
        "readings": readings,
        "mutants": mutants,
        "discriminating": _discriminating(survivor, mutants),
        "seconds": round(seconds, 3),
        "surprises": [line for _, line in surprises],
        "source_digest": dict(record.source_digest),
    }
    return claim, surprises


def _reading(record: ClaimRecord, reading: ReadingRecord, hunt: Merged | None) -> dict[str, Any]:
    if hunt is None:
        return _told("not-run", reading.expected, None, "not run", None)
    # A check that breaks says nothing about the statement.
    outcome = "undecided" if hunt.outcome == "error" else hunt.outcome
    told = _told(outcome, reading.expected, hunt, hunt.scope or "nothing was said of it", None)
    if hunt.witness is not None:
        told["witness"] = witness_path(record.id, hunt.variant)
    return told


def witness_path(claim: str, variant: str) -> str:
    """Where the witness of a variant is written, relative to the output folder."""
    safe = "".join(c if c.isalnum() or c in "-." else "-" for c in variant)
    return f"witnesses/{claim}.{safe}.json"


def _told(
    outcome: str, expected: str, hunt: Merged | None, scope: str, witness: str | None
) -> dict[str, Any]:
    return {
        "outcome": outcome,
        "expected": expected,
        "evidence": hunt.evidence if hunt else "observed",
        "instances": hunt.instances if hunt else 0,
        "exactly": hunt.exact if hunt else 0,
        "margin": hunt.margin if hunt else None,
        "tightness": hunt.tightness if hunt else None,
        "constants": {k: list(v) for k, v in hunt.measured.items()} if hunt else {},
        "scope": scope,
        "witness": witness,
    }


def _mutant(record: ClaimRecord, name: str, hunt: Merged | None) -> dict[str, Any]:
    waiver = record.waived.get(name)
    if hunt is None:
        fate, because = ("waived", waiver) if waiver else ("invalid", "not run")
    else:
        fate = _FATES.get(hunt.outcome, "survived")
        because = hunt.scope
        if waiver and (fate == "survived" or hunt.outcome == "undecided"):
            fate, because = "waived", waiver
        elif waiver:
            fate, because = "invalid", f"waived as equivalent ({waiver}), but: {because}"
    return {
        "name": name,
        "fate": fate,
        "instances": hunt.instances if hunt else 0,
        "because": because,
    }


def _discriminating(survivor: Mapping[str, Any], mutants: list[dict[str, Any]]) -> bool:
    """A check has teeth if it has mutants, all fall, and what they change holds itself."""
    fallen = [m for m in mutants if m["fate"] == "killed"]
    return (
        survivor["outcome"] == "holds"
        and bool(fallen)
        and all(m["fate"] in ("killed", "waived") for m in mutants)
    )


def _surprises(
    readings: dict[str, dict[str, Any]],
    mutants: list[dict[str, Any]],
    hunts: dict[str, Merged],
) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for name, reading in readings.items():
        hunt = hunts.get(name)
        if hunt is not None:
            lines += [(name, f"{name}: {error}") for error in hunt.errors]
        if hunt is not None and hunt.outcome == "error":
            continue
        if reading["outcome"] not in (reading["expected"], *_QUIET):
            lines.append((name, f"{name} {reading['outcome']}, expected {reading['expected']}"))
    for mutant in mutants:
        hunt, told = hunts.get(mutant["name"]), f"the mutant {mutant['name']!r}"
        if hunt is None or hunt.outcome in ("undecided", "not-run"):
            continue
        if mutant["fate"] in ("survived", "invalid"):
            verb = "survived" if mutant["fate"] == "survived" else "is invalid"
            lines.append((mutant["name"], f"{told} {verb}: {mutant['because']}"))
        elif hunt.errors:
            lines.append((mutant["name"], f"{told}: {hunt.because}"))
    return lines
