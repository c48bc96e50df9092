"""What a hunt came to, and what it tried: data that :mod:`lemmata.records.words` puts into a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from lemmata.claims.vocabulary import AnyOutcome, HuntOutcome, Middle, Strength
from lemmata.records.certificate import Certificate
from lemmata.records.rare import RareSearch
from lemmata.records.witness import Witness

_MOST_DRAWS = 2**53
_SMALLEST = 1e-200

_LISTED = 20
"""The most different words of a quantity that are listed."""

Value = bool | int | float | str | None
Drawn = dict[str, list[Value]]
"""By quantity: the smallest and the largest number met, or the words (and truth values) met."""


def span(values: Iterable[Value]) -> list[Value]:
    """What stands for all values of a quantity: two numbers, or a list of words."""
    met = list(dict.fromkeys(values))
    numbers = [v for v in met if isinstance(v, int | float) and not isinstance(v, bool)]
    if len(numbers) == len(met):
        return [min(numbers), max(numbers)]
    return sorted(met, key=str)[:_LISTED]


def total(counts: Iterable[int | None]) -> int | None:
    """The sum of the counts that are known; None if none is."""
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


@dataclass(frozen=True, kw_only=True)
class SequentialTest:
    """The test of one setting's failure probability on fresh draws.

    Attributes:
        setting: its fields, exact.
        allowed: the failure probability that the statement allows there.
        n, failures, undecided: draws; those that fail; those within their own error bound.
        e_value: the evidence against the statement; it refutes from ``1 / level`` on.
        upper: with confidence, no failure probability above this.
        detectable: the failure probability that would have been noticed, if any.
        rare: what a search for rarer failures came to, where there was one; its bet is part of the e-value.
    """

    setting: dict[str, Any] | None = None
    allowed: float
    n: int
    failures: int
    undecided: int = 0
    e_value: float
    level: float
    upper: float
    detectable: float | None = None
    rare: RareSearch | None = None

    def validate(self) -> None:
        possible = (
            0 <= self.failures <= self.n < _MOST_DRAWS
            and ((self.allowed == 0 and self.rare is None) or _SMALLEST < self.allowed <= 1)
            and _SMALLEST < self.level <= 1
            and self.e_value >= 0
            and 0 <= self.upper <= 1
            and 0 <= (self.detectable or 0) <= 1
        )
        if not possible:
            raise ValueError("a test lacks its counts, or they are impossible")

    def witness(self, claim: str, variant: str, seed: int) -> Witness:
        """What shows that the statement fails too often at the setting."""
        share, bet = self.failures / self.n, {}
        if self.rare is not None and self.rare.law is not None:
            share = self.rare.total / self.rare.n
            bet = {"rare_n": self.rare.n, "estimate": share}
        return Witness(
            claim=claim,
            variant=variant,
            kind="setting",
            setting=self.setting or {},
            relative=self.allowed - share,
            confirmed="e-value",
            statistics={
                "n": self.n,
                "failures": self.failures,
                "allowed": self.allowed,
                "e_value": self.e_value,
                "seed": seed,
                **bet,
            },
            law=self.rare.law if self.rare is not None else None,
        )


@dataclass(frozen=True)
class MeanSlack:
    """The interval of an experiment's mean slack over its replicates, or of what it says in its place."""

    low: float
    high: float
    replicates: int
    confidence: float
    middle: Middle = "mean"
    logarithmic: bool = False
    """Whether it is of the logarithms of the sides."""

    @property
    def name(self) -> str:
        """What lies in the interval, in words."""
        return f"{self.middle} slack{' of the logarithms' if self.logarithmic else ''}"


@dataclass(frozen=True)
class ConstantDrift:
    """How the constant of a rate moves along its ladder: by ``2^[low, high]`` an octave of size."""

    octaves: float
    largest: float
    low: float
    high: float
    confidence: float


@dataclass(frozen=True)
class Solved:
    """What survived of open constants, at one choice of the quantities on which they may depend.

    Attributes:
        at: these quantities.
        tried, surviving: for each constant the smallest and the largest value; nothing if none survives.
        certified: whether none of all values that the statement allows survives.
        hunts: how many values were hunted at; the others follow from these.
        followed: the farthest value that a family of settings excludes.
        too_large: the value at which an instance of the family takes too much work, where that ended it.
    """

    at: dict[str, Value]
    tried: dict[str, list[Value]]
    surviving: dict[str, list[Value]]
    certified: bool
    hunts: int
    followed: float | None = None
    too_large: float | None = None

    @property
    def where(self) -> str:
        """The quantities and their values: ``d = 1, n = 2``."""
        return ", ".join(f"{name} = {value}" for name, value in self.at.items())


@dataclass(frozen=True)
class Reached:
    """How far a whole number of the settings grew beyond what is drawn of it.

    Attributes:
        quantity: its name.
        drawn: the largest value that is drawn; largest: that any evaluation reached.
        ended: what ended it where that is neither a hypothesis nor the profile's limit of sizes: the budget of
            work (``work``), the range or the precision of float64 (``floats``), or what the check raised.
    """

    quantity: str
    drawn: int
    largest: int
    ended: str = ""

    @property
    def breaks(self) -> str:
        """What the check raises at larger values, if it does."""
        return "" if self.ended in ("work", "floats") else self.ended


@dataclass(frozen=True)
class Hunts:
    """The hunts of which a scope is put together.

    Attributes:
        count: how many hunts; runs: of how many runs (the shards of a run are one run).
        seeds, profiles: those of the runs.
        refuting: how many of the hunts refute.
        quoted: what the hunt says of itself that decided, or that stands for the others.
    """

    count: int
    runs: int
    seeds: tuple[int, ...]
    profiles: tuple[str, ...]
    refuting: int = 0
    quoted: str = ""


@dataclass(frozen=True, kw_only=True)
class Outside:
    """What became of a statement outside of where it is said to fail.

    Attributes:
        settings, prompts, instances: what was tried there.
        drawn: what was met of each quantity of the settings.
        at: the setting of a violation there.
        alone: whether the statement fails there and not where it is said to: for another reason, then.
        of_statement: whether the statement itself was evaluated there, not the inequality of a counterexample,
            which says nothing where it is no counterexample.
    """

    outcome: HuntOutcome
    settings: int = 0
    prompts: int | None = None
    instances: int = 0
    drawn: Drawn = field(default_factory=dict)
    at: dict[str, Any] | None = None
    alone: bool = False
    of_statement: bool = True


@dataclass(frozen=True)
class ToldApart:
    """Whether a witness against the printed reading shows the reason that the amended one gives.

    Attributes:
        amended: what the amended reading does at the witness: it ``holds`` there; its hypotheses have ``left
            out`` the instance; it ``fails`` as well, so that the witness shows something else; it is
            ``undecided``; or the two are ``not comparable``.
        because: the hypothesis that leaves it out, or why the readings cannot be compared.
        only: whether that hypothesis is all that the witness shows: the amended reading changes more, and
            would fail there without it.
        sought: whether a better witness was sought in vain.
    """

    amended: Literal["holds", "left out", "fails", "undecided", "not comparable"]
    because: str = ""
    only: bool = False
    sought: bool = False

    @property
    def fails_too(self) -> bool:
        """Whether what the amendment changes plays no part in it, but for a hypothesis perhaps."""
        return self.amended == "fails" or self.only


@dataclass(frozen=True, kw_only=True)
class Scope:
    """What was tried, of one hunt or of several together.

    Attributes:
        instances: how many met the hypotheses, at ``settings`` different settings. Where no prompt
            enters they are the settings, each of which was tried up to ``repeats`` times.
        prompts: how many prompts that is, ``distinct`` ones if they were told apart; else all that
            were drawn. None where no prompt enters.
        exactly: how many of these exact arithmetic has decided.
        informative: on how many the conclusion says something; None where no claim or bound says
            when it says nothing.
        inactive: how many did not meet the hypotheses; discarded: draws thrown away before.
        undecided: how many lie within their own error bound, of ``tracked`` that were looked at so.
        drawn: what was met of each quantity of the settings.
        reached: how far sizes grew beyond the drawn ones.
        beyond: of other numbers that the statement allows beyond the drawn ones, how far a few instances went.
        stage: the stage in which the hunt ended.
        tests: of a probability; slack: of an experiment; drift: of a rate.
        solved: of a statement with open constants.
        hunts: of which hunts it is put together; None for one hunt.
    """

    instances: int = 0
    settings: int | None = None
    prompts: int | None = None
    distinct: bool = False
    repeats: int = 0
    exactly: int = 0
    informative: int | None = None
    inactive: int = 0
    discarded: int = 0
    undecided: int = 0
    tracked: int = 0
    drawn: Drawn = field(default_factory=dict)
    reached: tuple[Reached, ...] = ()
    beyond: Drawn = field(default_factory=dict)
    stage: str = ""
    tests: tuple[SequentialTest, ...] = ()
    slack: MeanSlack | None = None
    drift: ConstantDrift | None = None
    solved: tuple[Solved, ...] = ()
    hunts: Hunts | None = None

    @property
    def trivial(self) -> int:
        """On how many instances the conclusion says nothing."""
        return 0 if self.informative is None else self.instances - self.informative


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What a hunt of one variant, or several together, came to: in their records and in the verdict.

    Attributes:
        margin: the smallest relative margin met (slack over the size of the two sides; negative
            where the statement failed).
        tightness: the largest ratio of the two sides.
        measured: the range of each quantity that the check reports.
        witness: what shows a refutation.
        certificate: what proves it at stated sizes; unproved: why nothing does, of a reading that holds.
        because: what went wrong, if the check broke or something that it needs is missing.
        outside: what became of it outside of where it is said to fail, if that is said.
        told_apart: what the amended reading does at the witness against the printed one.
    """

    outcome: AnyOutcome
    evidence: Strength = "observed"
    scope: Scope = field(default_factory=Scope)
    margin: float | None = None
    tightness: float | None = None
    measured: dict[str, tuple[float, float]] = field(default_factory=dict)
    witness: Witness | None = None
    certificate: Certificate | None = None
    unproved: str = ""
    because: str = ""
    outside: Outside | None = None
    told_apart: ToldApart | None = None

    @property
    def words(self) -> str:
        """One sentence: what was drawn, how many, how near the bound came."""
        from lemmata.records.words import worded

        return worded(self)

    @property
    def instances(self) -> int:
        """How many instances met the hypotheses."""
        return self.scope.instances
