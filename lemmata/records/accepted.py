"""The verdicts that a repository has accepted: a small file, one line a claim, no timings.

Beside its verdict stand digests of a claim's statement and check, so that one changed does not go
unnoticed because the verdict is as before. It is compared with a run in CI, so that nothing of this
changes unnoticed; accepting a change rewrites it, and the change is then seen by whoever reads the
commit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any

SCHEMA = "lemmata/accepted/1"


def of(document: Mapping[str, Any], earlier: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The accepted verdicts of a run.

    Args:
        document: the verdicts of the run, as ``verify --json`` writes them.
        earlier: what was accepted before; the claims that the run was not asked for stay.
    """
    run = document["run"]
    claims = {claim["id"]: _claim(claim) for claim in document["claims"]}
    if earlier is not None:
        kept = {name: c for name, c in earlier["claims"].items() if not wanted(name, run)}
        claims = {**kept, **claims}
    return {
        "schema": SCHEMA,
        "profile": run["profile"],
        "seed": run["seed"],
        "claims": dict(sorted(claims.items())),
    }


def wanted(claim: str, run: Mapping[str, Any]) -> bool:
    """Whether a run was asked for a claim: by no selection, its id, its topic or a glob."""
    topic, selection = claim.partition("/")[0], run.get("selection") or ()
    return not selection or any(s == topic or fnmatchcase(claim, s) for s in selection)


def _claim(claim: Mapping[str, Any]) -> dict[str, Any]:
    fates: dict[str, list[str]] = {}
    for mutant in claim["mutants"]:
        fates.setdefault(mutant["fate"], []).append(mutant["name"])
    readings = {
        name: [reading["outcome"], reading["expected"], reading["evidence"]]
        for name, reading in claim["readings"].items()
    }
    told = {**readings, "mutants": {fate: sorted(names) for fate, names in sorted(fates.items())}}
    # Evidence of an older Lemmata has none.
    return told | ({"source_digest": found} if (found := claim.get("source_digest")) else {})


def expanded(document: Mapping[str, Any]) -> dict[str, Any]:
    """Accepted verdicts in the shape of a run's verdicts, without what is not kept."""
    claims = []
    for name, claim in document["claims"].items():
        readings = {
            reading: dict(zip(("outcome", "expected", "evidence"), told, strict=True))
            for reading, told in claim.items()
            if reading not in ("mutants", "source_digest")
        }
        mutants = [
            {"name": mutant, "fate": fate}
            for fate, names in claim["mutants"].items()
            for mutant in names
        ]
        claims.append(
            {
                "id": name,
                "readings": readings,
                "mutants": mutants,
                "surprises": [],
                "source_digest": claim.get("source_digest", {}),
            }
        )
    return {"run": {name: document[name] for name in ("profile", "seed")}, "claims": claims}


def text(document: Mapping[str, Any]) -> str:
    """The file: one line a claim, so that a changed verdict is a changed line."""
    head = {name: value for name, value in document.items() if name != "claims"}
    lines = [f"{_line(name)}: {_line(value)}," for name, value in head.items()]
    rows = [f"{_line(name)}: {_line(claim)}" for name, claim in document["claims"].items()]
    body = "".join(f" {line}\n" for line in lines)
    return "{\n" + body + ' "claims": {\n  ' + ",\n  ".join(rows) + "\n }\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
