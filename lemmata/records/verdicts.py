"""Verdicts: evidence judged against what each claim expects, as typed values and as a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypedDict

from lemmata.claims.heads import Head
from lemmata.claims.vocabulary import (
    NOT_ENCODED,
    AnyOutcome,
    Bound,
    Defect,
    FateWord,
    Outcome,
    ProfileName,
    Strength,
)
from lemmata.records import codec
from lemmata.records.certificate import Certificate, Method, where
from lemmata.records.finding import Finding
from lemmata.records.needs import Need
from lemmata.records.restrictions import Chance, Digested, Id, Like, OneOf, Seconds, Text
from lemmata.records.witness import Witness
from lemmata.records.words import plural

SCHEMA = "lemmata/verdicts/1"
MAX_BYTES = 64 * 1024**2
_SHORT = 40
"""Characters of sizes that stand beside the word ``proved``; what is longer is counted."""
_REMEDY = "write the file again"
_MEETING = re.compile(r"both sides meet at (?:[^$]*\$[^$]*\$)+[^$]*[1-9]")
"""A reason for no certificate that names a point, beside the origin, at which both sides are the same."""


class FactorInBrief(TypedDict):
    """Between which numbers the best factor of an inequality lies, at sizes."""

    sizes: dict[str, Any]
    low: Chance
    high: Chance


class CertificateInBrief(TypedDict):
    """What a verdict says of a certificate: its method, the sizes it covers, and its file."""

    method: Method
    sizes: list[dict[str, Any]]
    all_sizes: list[str]
    error: Chance
    file: str
    factors: list[FactorInBrief]


@dataclass(frozen=True, kw_only=True)
class ReadingVerdict:
    """What became of a reading; docs/evidence.md explains each field as a file has it.

    ``finding`` is that of all its hunts together. A file has of it what is named here, and the rest in words
    alone: in ``scope`` and ``found``.
    """

    finding: Finding = field(
        metadata=codec.flat(
            *("outcome", "evidence", "margin", "tightness", "outside", "told_apart", "unproved"),
            *("scope.instances", "scope.settings", "scope.prompts", "scope.exactly", "scope.informative"),
            *("scope.drawn", "scope.reached", "scope.beyond"),
            outcome=Outcome,
        )
    )
    expected: Outcome
    pinned: dict[str, str] = field(default_factory=dict)
    bound: Bound | None = None
    slack: str = ""
    constants: dict[str, tuple[float, float]] = field(default_factory=dict)
    scope: Text
    found: str = ""
    witness: str | None = None
    certificate: CertificateInBrief | None = None

    @property
    def outcome(self) -> AnyOutcome:
        """What became of it."""
        return self.finding.outcome

    @property
    def evidence(self) -> Strength:
        """How strong what was found is."""
        return self.finding.evidence

    @property
    def unsharp(self) -> bool:
        """Whether its bound is not met to within a tenth, nobody says why, and no point shows that it is met.

        A point at which proofs saw both sides meet shows that, unless it is the origin, where homogeneous ones
        always do, or the bound is loose: 0 is at most 0 there.
        """
        if self.slack or self.bound not in ("slack", "loose"):
            return False
        return self.bound == "loose" or not _MEETING.search(self.finding.unproved)

    @property
    def strength(self) -> str:
        """The word for its evidence where it stands alone: no proof reaches beyond its sizes."""
        if self.evidence != "proved" or not self.certificate:
            return self.evidence
        sizes = self.certificate["sizes"]
        place = where(sizes, self.certificate["all_sizes"], self.certificate["method"])
        short = re.sub(r" \(\d+ settings\)$", "", place)
        return f"proved {short}" if len(short) <= _SHORT else f"proved at {len(sizes)} sizes"


Readings = Annotated[dict[str, ReadingVerdict], OneOf(("printed", "ours"), others=("amended",))]


@dataclass(frozen=True)
class Fate:
    """What became of a mutant, and why."""

    name: str
    fate: FateWord
    instances: int
    because: str
    settings: int | None = None
    prompts: int | None = None


@dataclass(frozen=True, kw_only=True)
class KeptRun:
    """What the last kept run of an experiment came to, which the run at hand left out.

    Attributes:
        changed: whether the claim has another statement or check now.
        found: what was found of all readings, in one sentence.
    """

    started: str
    profile: ProfileName
    seed: int
    device: str
    machine: str
    version: str
    commit: str | None
    seconds: Seconds
    changed: bool
    found: str
    readings: dict[str, ReadingVerdict]
    mutants: tuple[Fate, ...]
    discriminating: bool = False


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What became of a claim, as far as it is known.

    ``readings`` has ``printed`` (or ``ours``) first, then ``amended``. ``found`` is what was found of
    both, in one sentence.
    """

    head: Head = field(
        metadata=codec.flat(
            *("id", "paper", "label", "kind", "rank", "origin", "at"),
            id=Id,
            kind=Annotated[str, Like("[a-z][a-z-]*|")],
        )
    )
    uses: tuple[str, ...] = ()
    defect: Defect | None = None
    possible_extraction: bool = False
    because: str = ""
    found: str = ""
    readings: Readings
    mutants: tuple[Fate, ...]
    discriminating: bool = False
    loose: bool | None = None
    """Whether the bound of the reading that is to hold is loose."""
    seconds: Seconds = 0.0
    hunted: str = ""
    """When it was hunted, if that is known."""
    reused: bool = False
    """Whether that was before this run, which found nothing changed since."""
    surprises: tuple[str, ...] = ()
    source_digest: Digested = ""
    mutants_digest: Digested = ""
    kept: KeptRun | None = None
    """Of an experiment that was not run."""
    needs: tuple[Need, ...] = ()
    """Whether the surviving reading needs its hypotheses, if it was asked (``lemmata verify --needs``)."""

    @property
    def id(self) -> str:
        """The claim's id."""
        return self.head.id

    @property
    def statement(self) -> ReadingVerdict:
        """The reading as printed, or as we say it: what may be amended."""
        return next(iter(self.readings.values()))

    @property
    def survivor(self) -> ReadingVerdict:
        """The reading that is to hold: the amended one if there is one."""
        return self.readings.get("amended", self.statement)

    @property
    def encoded(self) -> bool:
        """Whether there is a check at all."""
        return self.statement.outcome != NOT_ENCODED

    @property
    def untried(self) -> str:
        """Why nothing shows that the check can fail; empty where a mutant counts."""
        if not self.encoded or any(mutant.fate != "waived" for mutant in self.mutants):
            return ""  # without a check nothing can fail
        return "all mutants are waived" if self.mutants else "no mutants"


@dataclass(frozen=True, kw_only=True)
class RunSummary:
    """The circumstances of the last run, and what all runs together took.

    ``made_here`` says whether its hunts were made by the command that wrote this. Else what evidence says
    was taken as it stands: its witnesses and certificates are there, unchecked.
    """

    version: str = ""
    profile: ProfileName
    seed: int
    device: str = ""
    machine: str = ""
    seconds: Seconds = 0.0
    instances: int = 0
    settings: int | None = None
    prompts: int | None = None
    false_alarm_budget: Chance = 0.0
    commit: str | None = None
    selection: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    made_here: bool = False


@dataclass(frozen=True)
class Encoded:
    """How much of a paper is encoded, as far as the run was asked for it.

    Attributes:
        claims: its claims in the run, with a check or without; encoded: those with one.
        rows: the rows of its coverage (numbered statements, displays, assertions), claimed: those with an
            encoded claim, open: those that wait for one; None where no coverage is kept.
    """

    topic: str
    claims: int
    encoded: int
    rows: int | None = None
    claimed: int | None = None
    open: int | None = None


@dataclass(frozen=True)
class Verdicts:
    """A judged campaign."""

    run: RunSummary
    claims: tuple[Verdict, ...]
    undecided: tuple[str, ...] = ()
    """The readings and mutants that could not be decided, with the reason."""
    surprising: Mapping[tuple[str, str], list[str]] = field(default_factory=dict)
    """The surprises of each claim and variant that has some."""
    papers: tuple[Encoded, ...] = ()
    """How much of each paper is encoded."""
    witnesses: Mapping[str, Witness] = field(default_factory=dict)
    """What refutes readings, by the paths that their verdicts give."""
    certificates: Mapping[str, Certificate] = field(default_factory=dict)
    """What proves readings, by the paths that their verdicts give."""

    @property
    def surprises(self) -> list[str]:
        """What differs from what the claims expect, one line each."""
        return [f"{claim.id}: {line}" for claim in self.claims for line in claim.surprises]

    @property
    def untried(self) -> list[str]:
        """The claims whose check nothing wrong was shown to, one line each."""
        return [
            f"{claim.id}: {claim.untried}: nothing shows that the check can fail"
            for claim in self.claims
            if claim.untried
        ]

    @property
    def unexplained(self) -> dict[str, list[str]]:
        """The quantities of each claim that have one value and no reason why nothing is lost by it."""
        names = {
            claim.id: [name for r in claim.readings.values() for name, reason in r.pinned.items() if not reason]
            for claim in self.claims
        }
        return {claim: list(dict.fromkeys(pinned)) for claim, pinned in names.items() if pinned}

    @property
    def unsharp(self) -> list[str]:
        """The claims whose amended bound is never met to within a tenth, without a reason."""
        amended = {claim.id: claim.readings.get("amended") for claim in self.claims}
        return [claim for claim, reading in amended.items() if reading and reading.unsharp]

    def to_json(self) -> dict[str, Any]:
        """The document that ``verify --json`` writes."""
        claims = [codec.encode(claim) for claim in self.claims]
        papers = [codec.encode(paper) for paper in self.papers]
        return {"schema": SCHEMA, "run": codec.encode(self.run), "papers": papers, "claims": claims}


def reused(claims: Iterable[Verdict]) -> str:
    """How many claims were not hunted again, and when they were hunted; empty if there are none."""
    claims = list(claims)
    days = sorted(claim.hunted[:10] for claim in claims if claim.reused)
    if not days:
        return ""
    when = days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    return (
        f"{plural(len(days), 'claim')} reused: hunted {when}, and nothing has changed since; "
        f"{len(claims) - len(days):,} hunted now"
    )


class Document(TypedDict):
    """The document of verdicts."""

    schema: Literal["lemmata/verdicts/1"]
    run: RunSummary
    papers: tuple[Encoded, ...]
    claims: tuple[Verdict, ...]


def from_json(document: Any) -> Verdicts:
    """Verdicts from their document.

    Raises:
        StrictError: it is something else.
    """
    read = codec.document(Document, document, SCHEMA, _REMEDY)
    return Verdicts(read["run"], read["claims"], papers=read["papers"])


def certificate_path(claim: str, variant: str) -> str:
    """Where the certificate of a variant is written, relative to the output folder."""
    return f"certificates/{claim}.{_safe(variant)}.json"


def witness_path(claim: str, variant: str) -> str:
    """Where the witness of a variant is written, relative to the output folder."""
    return f"witnesses/{claim}.{_safe(variant)}.json"


def _safe(variant: str) -> str:
    return "".join(c if c.isalnum() or c in "-." else "-" for c in variant)
