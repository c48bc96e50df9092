"""What files of version 1 hold, in the shape of version 2.

Everything here takes what JSON gave and returns what the decoder of today reads; what does not fit
goes on as it is, and the decoder says so. Claims get the names that they have today.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

EVIDENCE, VERDICTS, ACCEPTED = (f"lemmata/{name}/1" for name in ("evidence", "verdicts", "accepted"))
_COUNTS = {"instances", "inactive", "discarded", "undecided", "stage"}
_TEST = ["setting", "allowed", "n", "failures", "undecided", "e_value", "level", "upper", "detectable"]
Payload = dict[str, Any]


def record(name: str, payload: Payload, names: Mapping[str, str]) -> Payload:
    """A record of evidence; ``name`` says which."""
    if name == "claim":
        return _claim_record(payload, names)
    if name == "hunt":
        return _hunt(payload, names)
    if name in ("figure", "heatmap"):
        return _renamed(payload, "claim", names)
    return payload


def _claim_record(payload: Payload, names: Mapping[str, str]) -> Payload:
    payload = _renamed(payload, "id", names)
    payload["uses"] = [names.get(used, used) for used in payload["uses"]]
    payload["readings"] = [_renamed(r, "family", names) for r in payload["readings"]]
    payload["possible_extraction"] = any(map(_artefact, payload["readings"]))
    payload.pop("source_digest", None)  # there were two, of another kind
    return payload


def _hunt(payload: Payload, names: Mapping[str, str]) -> Payload:
    payload = _renamed(payload, "claim", names)
    scope = {name: payload.pop(name) for name in _COUNTS & set(payload)}
    scope |= {"text": payload.pop("scope"), "exactly": payload.pop("exact", 0)}
    scope["tests"] = [{k: v for k, v in t.items() if k in _TEST} for t in payload.pop("tests", [])]
    if isinstance(witness := payload.get("witness"), dict):
        witness = {k: v for k, v in witness.items() if k not in ("schema", "digest")}
        payload["witness"] = _renamed(witness, "claim", names)
    return {**payload, "scope": scope}


def verdicts(document: Payload, names: Mapping[str, str]) -> Payload:
    """The verdicts of a run."""
    return {**document, "claims": [_verdict(claim, names) for claim in document["claims"]]}


def _verdict(claim: Payload, names: Mapping[str, str]) -> Payload:
    claim = _renamed(claim, "id", names)
    claim["uses"] = [names.get(used, used) for used in claim["uses"]]
    claim["mutants"] = _fates(claim["readings"], claim["mutants"])
    claim["source_digest"] = ""
    return {**claim, "possible_extraction": _artefact(claim)}


def accepted(document: Payload, names: Mapping[str, str]) -> Payload:
    """Accepted verdicts."""
    claims = {names.get(name, name): dict(claim) for name, claim in document["claims"].items()}
    for claim in claims.values():
        claim.pop("source_digest", None)
        readings = [row for name, row in claim.items() if name != "mutants"]
        if all(row[0] == "not-run" for row in readings) and "invalid" in claim["mutants"]:
            fates = dict(claim["mutants"])
            claim["mutants"] = {**fates, "not-run": fates.pop("invalid")}
    return {**document, "claims": claims}


def _fates(readings: Payload, mutants: list[Payload]) -> list[Payload]:
    """Mutants of what was not run were called invalid."""
    if any(reading["outcome"] != "not-run" for reading in readings.values()):
        return mutants
    return [{**m, "fate": m["fate"].replace("invalid", "not-run")} for m in mutants]


def _renamed(payload: Payload, field: str, names: Mapping[str, str]) -> Payload:
    value = str(payload.get(field))
    return {**payload, field: names[value]} if value in names else dict(payload)


def _artefact(payload: Payload) -> bool:
    """Whether the slip may be the text extraction's, which prose alone said."""
    return "possible extraction artefact" in str(payload.get("because"))
