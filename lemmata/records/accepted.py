"""The verdicts that a repository has accepted: a small file, one line a claim, no timings.

Beside its verdict stand digests of a claim's statement and check, and of its mutants, so that one changed does
not go unnoticed because the verdict is as before. It is compared with a run in CI, so that nothing of this
changes unnoticed; accepting a change rewrites it, and the change is then seen by whoever reads the
commit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from lemmata.claims.heads import Head
from lemmata.claims.vocabulary import FateWord, Outcome, ProfileName, Strength
from lemmata.records import codec
from lemmata.records.finding import Finding
from lemmata.records.restrictions import Digest, Id, OneOf
from lemmata.records.verdicts import Fate, ReadingVerdict, RunSummary, Verdict, Verdicts

SCHEMA = "lemmata/accepted/1"
_REMEDY = "write the file again"
_DIGESTS = ("source_digest", "mutants_digest")
_OTHER = ("mutants", *_DIGESTS)
"""What a claim has beside its readings."""


_Row = tuple[Outcome, Outcome, Strength]
"""Of a reading: its outcome, the expected one, the evidence."""


class Claim(TypedDict):
    """A line of the file."""

    printed: NotRequired[_Row]
    ours: NotRequired[_Row]
    amended: NotRequired[_Row]
    mutants: dict[FateWord, list[str]]
    source_digest: NotRequired[Digest]
    mutants_digest: NotRequired[Digest]


class Document(TypedDict):
    """The whole file."""

    schema: Literal["lemmata/accepted/1"]
    profile: ProfileName
    seed: int
    claims: dict[Id, Annotated[Claim, OneOf(("printed", "ours"))]]


@dataclass(frozen=True)
class Accepted:
    """What was accepted of a run with this profile and seed; ``claims`` by id, as in the file."""

    profile: ProfileName
    seed: int
    claims: Mapping[str, Mapping[str, Any]]

    def expanded(self) -> Verdicts:
        """The same as the verdicts of a run, without what the file leaves out."""
        run = RunSummary(profile=self.profile, seed=self.seed)
        return Verdicts(run, tuple(_expanded(*claim) for claim in self.claims.items()))


def of(verdicts: Verdicts, earlier: Accepted | None = None) -> Accepted:
    """The accepted verdicts of a run.

    Args:
        verdicts: those of the run.
        earlier: what was accepted before; the claims that the run was not asked for stay.
    """
    run = verdicts.run
    claims: dict[str, Mapping[str, Any]] = {claim.id: _claim(claim) for claim in verdicts.claims}
    if earlier is not None:
        others = {n: c for n, c in earlier.claims.items() if not wanted(n, run.selection)}
        claims = {**others, **claims}
    return Accepted(run.profile, run.seed, dict(sorted(claims.items())))


def wanted(claim: str, selection: Sequence[str]) -> bool:
    """Whether a run was asked for a claim: by no selection, its id, its topic or a glob."""
    topic = claim.partition("/")[0]
    return not selection or any(s == topic or fnmatchcase(claim, s) for s in selection)


def _claim(claim: Verdict) -> dict[str, Any]:
    fates: dict[str, list[str]] = {}
    for mutant in claim.mutants:
        fates.setdefault(mutant.fate, []).append(mutant.name)
    row: dict[str, Any] = {name: [r.outcome, r.expected, r.evidence] for name, r in claim.readings.items()}
    row["mutants"] = {fate: sorted(names) for fate, names in sorted(fates.items())}
    return row | {name: digest for name in _DIGESTS if (digest := getattr(claim, name))}


def _expanded(name: str, claim: Mapping[str, Any]) -> Verdict:
    readings = {
        reading: ReadingVerdict(finding=Finding(outcome=row[0], evidence=row[2]), expected=row[1], scope="")
        for reading, row in claim.items()
        if reading not in _OTHER
    }
    fates = [Fate(m, fate, 0, "") for fate, names in claim["mutants"].items() for m in names]
    digests = {digest: claim.get(digest, "") for digest in _DIGESTS}
    return Verdict(head=Head(id=name), readings=readings, mutants=tuple(fates), **digests)


def from_json(document: Any) -> Accepted:
    """Accepted verdicts from their document.

    Raises:
        StrictError: it is something else.
    """
    read = codec.document(Document, document, SCHEMA, _REMEDY)
    return Accepted(read["profile"], read["seed"], read["claims"])


def text(accepted: Accepted) -> str:
    """The file: one line a claim, so that a changed verdict is a changed line."""
    head = {"schema": SCHEMA, "profile": accepted.profile, "seed": accepted.seed}
    lines = [f"{_line(name)}: {_line(value)}," for name, value in head.items()]
    rows = [f"{_line(name)}: {_line(claim)}" for name, claim in accepted.claims.items()]
    body = "".join(f" {line}\n" for line in lines)
    return "{\n" + body + ' "claims": {\n  ' + ",\n  ".join(rows) + "\n }\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
