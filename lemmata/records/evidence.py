"""What a run saw: its records, and the evidence of one or several runs.

Everything a page needs to describe a claim is among them, so that reports import nothing else of
the engine. Nothing here is computed from anything else: verdicts are judged from these records in
:mod:`lemmata.records.judging`, files of them are read in :mod:`lemmata.records.files`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, ClassVar, get_args

from lemmata.claims.configurations import Configurations
from lemmata.claims.heads import HYPOTHESES as HYPOTHESES  # for pages, which see records alone
from lemmata.claims.heads import Change as Change
from lemmata.claims.heads import Head as Head
from lemmata.claims.vocabulary import NOT_ENCODED, AnyOutcome, Defect, HuntOutcome, Outcome, Role, Strength
from lemmata.claims.vocabulary import ZERO_WEIGHTS as ZERO_WEIGHTS
from lemmata.errors import LemmataError
from lemmata.records.codec import flat
from lemmata.records.figures import FigureRecord, HeatMapRecord, Landscape
from lemmata.records.finding import Finding, Scope
from lemmata.records.formula import Formula, Hypothesis
from lemmata.records.needs import NeedRecord
from lemmata.records.papers import PaperRecord
from lemmata.records.restrictions import Digested, Id, IdIfAny, Kind, Like, Profile, Seconds, Within
from lemmata.records.witness import Witness


class EvidenceError(LemmataError):
    """An evidence file cannot be read; the message says where and what to do."""


_MOST_BINS = 1_000


@dataclass(frozen=True)
class Run:
    """The circumstances of a campaign.

    ``version`` is that of Lemmata, ``commit`` of the repository that holds the claims; ``sources`` has a digest
    of each package that may be edited.
    """

    record: ClassVar[str] = "run"
    version: str
    profile: Profile
    seed: int
    device: str
    machine: str
    started: str
    commit: str | None
    false_alarm_budget: Annotated[float, Within(0, 1, above=True)]
    selection: tuple[str, ...] = ()
    workers: int = 1
    python: str = ""
    libraries: dict[str, str] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadingRecord:
    """A statement as printed or as amended: its LaTeX, what is expected and why."""

    name: str
    latex: str
    expected: Outcome
    because: str
    defect: Defect | None
    family: IdIfAny = ""
    """For a rate: the claim that has to hold before a drift refutes the reading."""
    adds: str = ""
    """What an amendment adds to the printed statement, or changes in it."""
    slack: str = ""
    """Why its bound is not met to within a tenth by the worst that is known."""
    implies: str = ""
    """What is checked, where that follows from the statement and is not the statement itself, and why."""
    falls_with: IdIfAny = ""
    """The claim whose argument refutes this one as well."""
    hypotheses: tuple[Hypothesis, ...] = ()
    """What its spaces demand: of each quantity, and of several together."""
    conclusion: Formula = field(default_factory=Formula)
    """What its check evaluates, generated from the check's code."""
    fails_where: str = ""
    """Where it fails, as LaTeX."""
    pinned: dict[str, str] = field(default_factory=dict)
    """The quantities of which its space has one value, and why nothing is lost by it (empty: not said)."""
    undrawn: tuple[str, ...] = ()
    """LaTeX of the letters of the statement that no quantity carries."""
    unstated: tuple[str, ...] = ()
    """The quantities that are drawn and not in the statement."""
    idle: tuple[str, ...] = ()
    """The quantities that are drawn and that nothing reads."""


@dataclass(frozen=True)
class MutantRecord:
    """What a mutant changes in the reading that survives, and why if it is more than one thing."""

    why: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, kw_only=True)
class ClaimRecord:
    """The description of a claim, complete for the pages."""

    record: ClassVar[str] = "claim"
    head: Head = field(metadata=flat(id=Id, kind=Kind))
    topic: str
    description: str
    citation: str
    source: str
    uses: tuple[str, ...]
    readings: tuple[ReadingRecord, ...]
    """As printed (or ``ours``), then as amended if it is."""
    mutants: tuple[str, ...]
    waived: dict[str, str] = field(default_factory=dict)
    """Mutants that are equivalent to the original, each with the reason."""
    reported: dict[str, str] = field(default_factory=dict)
    """For an experiment: what the paper says about a measured quantity, in its words."""
    source_digest: Digested = ""
    """Of statement and check (:mod:`lemmata.run.digests`)."""
    mutants_digest: Digested = ""
    """Of the mutants, derived ones apart, whose words are in ``changes``."""
    possible_extraction: bool = False
    changes: dict[str, MutantRecord] = field(default_factory=dict)
    """What each mutant changes."""
    experiment: Configurations | None = None
    """What is run of an experiment."""

    @property
    def id(self) -> str:
        """The claim's id."""
        return self.head.id

    @property
    def statement(self) -> ReadingRecord:
        """The statement as the source has it, or as we say it: what may be amended."""
        return self.readings[0]

    @property
    def survivor(self) -> ReadingRecord:
        """The reading that is to hold: the amended one if there is one, else the statement."""
        return self.readings[-1]

    def validate(self) -> None:
        """What a record contradicts raises ValueError, here and below."""
        names = [reading.name for reading in self.readings]
        if names[:1] not in (["printed"], ["ours"]):
            raise ValueError(f"the claim {self.id} has no printed reading")
        if (self.head.kind == NOT_ENCODED) != (NOT_ENCODED in [reading.expected for reading in self.readings]):
            raise ValueError(f"expected: {NOT_ENCODED} is for a claim of that kind, and for no other")
        if names[1:] not in ([], ["amended"]):
            raise ValueError(f"readings: {names} are not printed and amended")
        if len(set(self.mutants)) < len(self.mutants) or set(names) & set(self.mutants):
            raise ValueError("mutants: a name is taken twice")


@dataclass(frozen=True)
class Histogram:
    """The relative margins of all instances in bins; ``edges`` is one longer than ``counts``."""

    edges: list[float]
    counts: list[float]

    def validate(self) -> None:
        rising = all(low <= high for low, high in pairwise(self.edges))
        fits = len(self.edges) == len(self.counts) + 1 and 1 <= len(self.counts) <= _MOST_BINS
        if not (fits and rising and min(self.counts) >= 0):
            raise ValueError(f"edges that rise and the counts between them are wanted, at most {_MOST_BINS:,}")


@dataclass(frozen=True)
class Derived:
    """What follows from the setting and the prompt of a witness, by its name in the code.

    Attributes:
        value: encoded as a witness is; computed in floats.
        meaning: the first line of its docstring, if it has one.
    """

    name: str
    value: Any
    meaning: str = ""


@dataclass(frozen=True, kw_only=True)
class HuntRecord:
    """What one hunt came to, and its circumstances."""

    record: ClassVar[str] = "hunt"
    finding: Finding = field(metadata=flat(outcome=HuntOutcome))
    claim: Id
    variant: str
    role: Role
    seed: int
    shard: int = 0
    shards: int = 1
    """Into how many shards the hunt was cut: they divide its share of the error budget."""
    profile: str = ""
    share: int = 1
    """The hunt got one in ``share`` of the profile's instances: little hangs on a step or a slip."""
    seconds: Seconds = 0.0
    histogram: Histogram | None = None
    landscape: Landscape | None = None
    """Of a reading: some of its settings, for the plots."""
    snippet: str = ""
    """The witness of a reading as a Python program that needs numpy alone."""
    no_snippet: str = ""
    """Why there is no such program."""
    derived: tuple[Derived, ...] = ()
    """What of the statement's symbols follows from the witness."""
    lost: bool = False
    """Whether its process ended or its time was over: an error that a resumed run tries again."""

    @property
    def outcome(self) -> AnyOutcome:
        """What it found."""
        return self.finding.outcome

    @property
    def evidence(self) -> Strength:
        """How strong that is."""
        return self.finding.evidence

    @property
    def scope(self) -> Scope:
        """What it tried."""
        return self.finding.scope

    @property
    def witness(self) -> Witness | None:
        """What shows a refutation."""
        return self.finding.witness

    @property
    def key(self) -> tuple[str, str, int, int, str]:
        """Two records with one key are the same evidence and count once."""
        return (self.claim, self.variant, self.seed, self.shard, self.profile)

    def validate(self) -> None:
        for name, (low, high) in self.finding.measured.items():
            if low > high:
                raise ValueError(f"measured: {name}: {low} is above {high}")


@dataclass(frozen=True)
class End:
    """Written when a campaign ends; its absence means that the run was cut off."""

    record: ClassVar[str] = "end"
    seconds: float
    instances: int
    """Without those of hunts that were not done again."""
    spent: dict[str, float] = field(default_factory=dict)
    """Seconds of the workers, all together, by part of the work (:mod:`lemmata.records.clock`)."""


@dataclass(frozen=True, kw_only=True)
class Basis:
    """What the hunts of a claim rest on: where all of it is as it was, they need not be done again.

    Attributes:
        digest: of all that they read (:mod:`lemmata.run.basis`), but for files that they opened.
        hunted: when.
        files: those that they opened, each with its digest.
    """

    record: ClassVar[str] = "basis"
    claim: Id
    digest: Annotated[str, Like("[0-9a-f]{32}")]
    hunted: str
    files: dict[str, str] = field(default_factory=dict)

    def validate(self) -> None:
        try:
            datetime.fromisoformat(self.hunted).astimezone(UTC)
        except (ValueError, OverflowError):
            raise ValueError(f"hunted: {self.hunted!r} is not a time") from None


@dataclass(frozen=True, kw_only=True)
class Kept:
    """The last kept run of an experiment that this run leaves out (:mod:`lemmata.records.kept`)."""

    record: ClassVar[str] = "kept"
    claim: str
    source_digest: str
    """Of the claim as it was then."""
    run: Run
    hunts: tuple[HuntRecord, ...]
    figures: tuple[FigureRecord, ...] = ()
    heat_maps: tuple[HeatMapRecord, ...] = ()

    def validate(self) -> None:
        if {hunt.claim for hunt in self.hunts} != {self.claim}:
            raise ValueError(f"hunts: some of {self.claim} are wanted, and of no other claim")


Record = (
    Run
    | PaperRecord
    | ClaimRecord
    | HuntRecord
    | NeedRecord
    | FigureRecord
    | HeatMapRecord
    | Kept
    | Basis
    | End
)
RECORDS: dict[str, type[Record]] = {kind.record: kind for kind in get_args(Record)}


@dataclass(frozen=True)
class Evidence:
    """The records of one or several runs, each hunt counted once (the last one wins)."""

    runs: tuple[Run, ...]
    claims: dict[str, ClaimRecord]
    hunts: Mapping[tuple[str, str, int, int, str], HuntRecord]
    """Perhaps read anew at each look (:mod:`lemmata.records.hunts`): look once, and keep few."""
    figures: tuple[FigureRecord | HeatMapRecord, ...]
    ends: tuple[End, ...]
    kept: dict[str, Kept] = field(default_factory=dict)
    """The last kept run of each experiment that has one and was left out."""
    papers: dict[str, PaperRecord] = field(default_factory=dict)
    """By topic; the file of a kept run has none."""
    bases: dict[str, Basis] = field(default_factory=dict)
    """Of the claims whose evidence may be used again."""
    needs: dict[tuple[str, str], NeedRecord] = field(default_factory=dict)
    """What was seen of readings without one of their hypotheses, by claim and name."""

    def of(self, claim: str, variant: str | None = None) -> list[HuntRecord]:
        """The hunts of one claim, or of a variant of it, in the order in which they were recorded."""
        keys = self._by_claim.get(claim, ())
        return [self.hunts[key] for key in keys if variant is None or key[1] == variant]

    @cached_property
    def _by_claim(self) -> dict[str, list[tuple[str, str, int, int, str]]]:
        grouped: dict[str, list[tuple[str, str, int, int, str]]] = {}
        for key in self.hunts:
            grouped.setdefault(key[0], []).append(key)
        return grouped

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions of Lemmata that the runs were made with, in order of the runs, each once.

        More than one says that records of different programs were merged: a claim may have been
        edited in between, and its verdict then mixes two statements.
        """
        return tuple(dict.fromkeys(run.version for run in self.runs))
