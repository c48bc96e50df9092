"""Verdicts: evidence judged against what each claim expects, as typed values and as a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lemmata.records import codec, renamed, strict, version_1
from lemmata.records.finding import Drawn, Outside, Reached
from lemmata.statement.ids import Lines
from lemmata.statement.vocabulary import NOT_ENCODED, Bound, Defect, FateWord, Origin, Outcome, Rank, Strength

SCHEMA = "lemmata/verdicts/2"
MAX_BYTES = 64 * 1024**2
_REMEDY = "write the file again"


@dataclass(frozen=True, kw_only=True)
class ReadingVerdict:
    """What became of a reading.

    Attributes:
        instances: how many met the hypotheses; exactly: how many of them exact arithmetic decided;
            informative: on how many the conclusion says something.
        drawn: what was met of each quantity; pinned: those with one value, and why nothing is lost by it
            (empty: not said).
        reached: how far sizes grew beyond the drawn ones.
        margin: the smallest relative margin; tightness: the largest ratio of the two sides.
        bound: how near an inequality that holds comes to equality, where that is said.
        slack: the author's reason why the bound is not met to within a tenth.
        constants: the range of each quantity that the check reports.
        settings, prompts: the same apart; no prompts where none enters, neither in older files.
        outside: what became of it outside of where it is said to fail, if that is said.
        scope: all that in a sentence.
        found: what was found in a sentence, with the author's reason why it does not stand.
        witness: the path of what refutes it.
        certificate: what proves it; unproved: why nothing does, of a reading that holds.
    """

    outcome: Outcome
    expected: Outcome
    evidence: Strength
    instances: int
    exactly: int | None = None
    informative: int | None = None
    drawn: Drawn = field(default_factory=dict)
    reached: tuple[Reached, ...] = ()
    pinned: dict[str, str] = field(default_factory=dict)
    margin: float | None = None
    tightness: float | None = None
    bound: Bound | None = None
    slack: str = ""
    constants: dict[str, tuple[float, float]] = field(default_factory=dict)
    settings: int | None = None
    prompts: int | None = None
    outside: Outside | None = None
    scope: str
    found: str = ""
    witness: str | None = None
    certificate: dict[str, Any] | None = None
    unproved: str = ""

    @property
    def strength(self) -> str:
        """The word for its evidence where it stands alone: no proof reaches beyond its sizes."""
        return "proved at sizes" if self.evidence == "proved" else self.evidence


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
    profile: str
    seed: int
    device: str
    machine: str
    version: str
    commit: str | None
    seconds: float
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

    id: str
    paper: str = ""
    label: str = ""
    kind: str = ""
    rank: Rank | None = None
    origin: Origin = "printed"
    at: Lines | None = None
    uses: tuple[str, ...] = ()
    defect: Defect | None = None
    possible_extraction: bool = False
    because: str = ""
    found: str = ""
    readings: dict[str, ReadingVerdict]
    mutants: tuple[Fate, ...]
    discriminating: bool = False
    loose: bool | None = None
    """Whether the bound of the reading that is to hold is loose."""
    seconds: float = 0.0
    surprises: tuple[str, ...] = ()
    source_digest: str = ""
    mutants_digest: str = ""
    kept: KeptRun | None = None
    """Of an experiment that was not run."""

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
    """The circumstances of the last run, and what all runs together took."""

    version: str = ""
    profile: str
    seed: int
    device: str = ""
    machine: str = ""
    seconds: float = 0.0
    instances: int = 0
    settings: int | None = None
    prompts: int | None = None
    false_alarm_budget: float = 0.0
    commit: str | None = None
    selection: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()


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
    """How much of each paper is encoded; older files do not say."""

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
        return [
            claim
            for claim, reading in amended.items()
            if reading and reading.bound in ("slack", "loose") and not reading.slack
        ]

    def exit_status(self, strict: bool = False) -> int:
        """0 everything as expected, 1 a surprise; if strict 3: something undecided, or no mutants."""
        if self.surprises:
            return 1
        return 3 if strict and (self.undecided or self.untried) else 0

    def to_json(self) -> dict[str, Any]:
        """The document that ``verify --json`` writes."""
        claims = [codec.encode(claim) for claim in self.claims]
        papers = [codec.encode(paper) for paper in self.papers]
        return {"schema": SCHEMA, "run": codec.encode(self.run), "papers": papers, "claims": claims}


def from_json(document: Any) -> Verdicts:
    """Verdicts from their document; one of version 1 is read under the names of today.

    Raises:
        StrictError: it is none.
    """
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema == version_1.VERDICTS:
        valid = strict.validated(document, schema, "verdicts-1.json", _REMEDY)
        document = version_1.verdicts(valid, renamed.renamed())
    else:
        strict.validated(document, SCHEMA, "verdicts-2.json", _REMEDY)
    run, claims = document["run"], document["claims"]
    try:
        return Verdicts(
            codec.decode(RunSummary, run),
            tuple(codec.decode(Verdict, c) for c in claims),
            papers=tuple(codec.decode(Encoded, paper) for paper in document.get("papers", ())),
        )
    except (TypeError, ValueError, OverflowError) as error:
        raise strict.StrictError(f"does not meet {SCHEMA}: {strict.brief(error)}") from None


def certificate_path(claim: str, variant: str) -> str:
    """Where the certificate of a reading is written, relative to the output folder."""
    return f"certificates/{claim}.{variant}.json"


def witness_path(claim: str, variant: str) -> str:
    """Where the witness of a variant is written, relative to the output folder."""
    safe = "".join(c if c.isalnum() or c in "-." else "-" for c in variant)
    return f"witnesses/{claim}.{safe}.json"
