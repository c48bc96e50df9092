"""The examiner: decides suspicious instances, and records what one hunt meets.

A float64 margin below zero is only a suspicion: the worst instances of each batch are evaluated
again with a running error bound, and what that cannot tell is decided in rational or ball arithmetic.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from lemmata.claims.margin import Margin, Relation
from lemmata.claims.prompt import Prompt
from lemmata.claims.vocabulary import HuntOutcome, Strength
from lemmata.errors import CheckFailed
from lemmata.numbers import exact
from lemmata.numbers.exact import NotExact
from lemmata.records.evidence import Histogram
from lemmata.records.finding import Finding, Scope
from lemmata.records.witness import Witness
from lemmata.search.consistency import require_agreement, require_apart
from lemmata.search.encoding import encode_fields
from lemmata.search.evaluation import Evaluator, Readout, entries, take
from lemmata.search.tally import Key, Points, Prompts, Settings

EXACT_ENTRIES = 400
"""Larger instances are evaluated exactly only if they look wrong."""
_SUSPECTS = 4
"""The instances of a batch to evaluate with a running error bound; of large instances, one."""
_NEAR_ZERO: dict[Relation, float] = {"<=": 2.0**-20, "<": 2.0**-20, "=": -(2.0**-40)}
"""Relative margins below this are near zero; two sides that are equal differ by their rounding."""
_CLEAR = 2.0**-20
"""A relative margin below minus this looks like a violation, not like rounding."""
_COMPARED_BATCHES = (1, 4, 16, 64, 256)
"""The batches some of whose instances are evaluated one by one, too."""
_IN_HISTOGRAM = 2**16
"""The first margins of a hunt, of which its histogram is made."""


@dataclass(frozen=True)
class Violation:
    """An instance on which the statement fails, and the arithmetic that says so."""

    setting: Any
    prompt: Prompt | None
    margin: Margin
    confirmed: str

    @property
    def genuine(self) -> bool:
        """Whether exact or ball arithmetic confirms it."""
        return self.confirmed in ("rational", "ball")


@dataclass(frozen=True)
class Decision:
    """What exact arithmetic says of one instance; without ``decided`` it cannot tell.

    Where the statement is decided and neither violated nor held, its hypotheses are not met.
    """

    violation: Violation | None = None
    decided: bool = False
    holds: bool = False


@dataclass
class Examiner(Evaluator):
    """Judges instances and records what one hunt meets."""

    instances: int = 0
    tracked: int = 0
    undecided: int = 0
    inactive: int = 0
    trivial: int = 0
    says_when: bool = False
    """Whether the claim says when its conclusion says nothing."""
    exact: int = 0
    """Of the instances that meet the hypotheses, how many exact arithmetic has decided."""
    compares: bool = True
    """Whether instances of batches are held against what they are alone."""
    batches: int = 0
    """Of several instances each."""
    decided_exactly: tuple[Any, Prompt | None] | None = None
    """The last instance at which exact arithmetic said that the statement holds."""
    prompts: Prompts = field(default_factory=Prompts)
    single: bool = False
    """Whether no prompt has entered the margin yet."""
    level: bool = True
    """Whether both sides were the same to the last bit wherever the hypotheses are met."""
    tried: Counter[Key] = field(default_factory=Counter)
    """Where no prompt enters: how many times each setting was tried. It counts once."""
    counted: set[tuple[str, Key]] = field(default_factory=set)
    """Where no prompt enters: what was counted of which setting."""
    relation: Relation | None = None
    margin: float | None = None
    last_margin: float = 0.0
    """The smallest relative margin of the last batch with one."""
    tightness: float | None = None
    attained: float | None = None
    """The tightness where float64 sees no violation: what rounding makes of two sides near zero is no ratio."""
    measured: dict[str, tuple[float, float]] = field(default_factory=dict)
    relatives: list[Tensor] = field(default_factory=list)
    stage: str = ""
    settings: Settings = field(default_factory=Settings)
    points: Points | None = None
    """What was seen of each setting, where it is wanted."""

    def examine(
        self, s: Any, prompt: Prompt | None, *, always_exact: bool = False, thorough: bool = True
    ) -> Violation | None:
        """Judges a batch of prompts at one setting; returns its worst violation, if any.

        Args:
            s: the setting.
            prompt: the batch; None where the statement speaks of the setting alone.
            always_exact: whether to decide the worst instance exactly whatever its margin.
            thorough: whether to evaluate the worst instances with their error bound, too, when their
                margins are not near zero.
        """
        if prompt is not None and not len(prompt):
            return None
        readout = self.readout(s, prompt)
        return self.judge(s, prompt, readout, always_exact=always_exact, thorough=thorough)

    def judge(
        self,
        s: Any,
        prompt: Prompt | None,
        readout: Readout,
        *,
        always_exact: bool = False,
        thorough: bool = True,
    ) -> Violation | None:
        """As :meth:`examine`, where the margins of the batch are known already."""
        if self.compares and prompt is not None and len(prompt) > 1:
            self.batches += 1
            # Of a reading the first batch and ever rarer ones, of a mutant the first.
            if self.batches in _COMPARED_BATCHES[: None if self.variant.role == "reading" else 1]:
                require_apart(self, s, prompt, readout)
        self.record(s, prompt, readout)
        relative = readout.counting
        few = prompt is None or entries(s) + entries(prompt) // len(prompt) <= EXACT_ENTRIES
        order = relative.argsort(stable=True)[: int(readout.active.sum())]
        suspects = order[: _SUSPECTS if few else 1]
        if not thorough:
            suspects = suspects[relative[suspects] < _NEAR_ZERO[readout.relation]]
        if self.undecided and not self.decided and not bool(torch.isin(order[-1:], suspects).all()):
            suspects = torch.cat([suspects, order[-1:]])  # the farthest from a tie can be decided
        if not len(suspects):
            return None
        clear = float(relative[suspects[0]]) < -_CLEAR
        if always_exact or clear:
            decision = self.decide(s, take(prompt, suspects[:1]))
            if decision.violation is not None:
                return decision.violation
            if decision.decided and not clear:
                self.exact += decision.holds and self.is_new("exact", s, prompt)
                suspects = suspects[1:]  # exact arithmetic and float64 agree
            if not len(suspects):
                return None
        # Also where the slack looks positive: rounding can hide a violation as well as feign one.
        return self._certify(s, prompt, suspects, readout)

    @property
    def decided(self) -> bool:
        """Whether any instance was decided by more than plain float64."""
        return self.exact > 0 or self.undecided < self.tracked

    def _certify(self, s: Any, prompt: Prompt | None, suspects: Tensor, readout: Readout) -> Violation | None:
        """The worst violation among suspects, by their error bounds and then exactly."""
        self.tracked += len(suspects) if self.is_new("tracked", s, prompt) else 0
        violated = torch.zeros(len(suspects), dtype=torch.bool)
        doubtful = list(range(len(suspects)))
        tracked = self.bounded(s, take(prompt, suspects))
        if tracked is not None:  # else exact arithmetic alone tells
            # A statement of the setting alone may compare several numbers, row by row.
            require_agreement(readout.relative if prompt is None else readout.relative[suspects], tracked)
            violated, _, undecided = tracked.statuses()
            # What surely fails first; then what float64 cannot tell, each decided exactly if
            # possible: the statement, or (with equality in a hypothesis) whether it applies.
            doubtful = [*violated.nonzero()[:1, 0].tolist(), *undecided.nonzero()[:, 0].tolist()]
            doubtful += (~tracked.active).nonzero()[:, 0].tolist()
        for index in doubtful:
            one = take(prompt, suspects[index : index + 1])
            decision = self.decide(s, one)
            if decision.violation is not None:
                return decision.violation
            if tracked is not None and bool(violated[index]):
                if decision.decided:
                    raise CheckFailed(
                        "float64 with its running error bound says that the statement fails, exact "
                        f"arithmetic that it holds, at setting {encode_fields(s)}: the "
                        "check does not evaluate the same thing in both, or an error bound is wrong"
                    )
                return Violation(s, one, tracked.row(index), "running error")
            self.undecided += not decision.decided and self.is_new("undecided", s, prompt)
            self.exact += decision.holds and self.is_new("exact", s, prompt)
        return None

    def decide(self, s: Any, prompt: Prompt | None) -> Decision:
        """Decides one instance in rationals or else in balls; records nothing.

        Raises:
            CheckFailed: it has no value, since the check divides by zero, though the hypotheses are met.
        """
        with exact.ball_precision():
            for ring, margin in self._exact_margins(s, prompt):
                if not bool(margin.active.all()):
                    return Decision(decided=True)  # the hypotheses are not met, or not certainly
                try:
                    violated, holds, _ = margin.statuses()
                except NotExact:  # a ball without an end
                    continue
                if bool(violated.any()):
                    return Decision(Violation(s, prompt, margin, ring), decided=True)
                # A ball around zero is consistent with an equality, no more.
                if bool(holds.all()) and not (ring == "ball" and margin.relation == "="):
                    self.decided_exactly = s, prompt
                    return Decision(decided=True, holds=True)
        return Decision()

    def hold(self, s: Any, prompts: Prompt | None) -> tuple[bool | None, int]:
        """Whether the statement holds at each of these instances, and how many count; None if that is open.

        Records nothing. A hypothesis that balls do not see met may be met, and an equality is only consistent
        with them.
        """
        with exact.ball_precision(), suppress(CheckFailed):
            for ring, margin in self._exact_margins(s, prompts):
                try:
                    violated, holds, _ = margin.statuses()
                except NotExact:
                    continue
                met = int(margin.active.sum())
                if bool(violated.any()):
                    return False, met
                decided = holds | ~margin.active if ring == "rational" else holds
                if bool(decided.all()) and not (ring == "ball" and margin.relation == "="):
                    return True, met
        return None, 0

    def confirm(self, s: Any, prompt: Prompt | None) -> Violation | None:
        """The violation at one instance by the strongest arithmetic that decides; records nothing."""
        decision = self.decide(s, prompt)
        if decision.decided:
            return decision.violation
        tracked = self.bounded(s, prompt)
        if tracked is None or not bool(tracked.statuses()[0].any()):
            return None
        return Violation(s, prompt, tracked, "running error")

    def is_new(self, what: str, s: Any, prompt: Prompt | None) -> bool:
        """Whether ``what`` is to be counted of an instance: where no prompt enters, once a setting."""
        if prompt is not None and not self.single:
            return True
        key = what, self.settings.key(s)
        new = key not in self.counted
        self.counted.add(key)
        return new

    def record(self, s: Any, prompt: Prompt | None, readout: Readout) -> None:
        """Enters a batch of prompts at one setting.

        Where no prompt enters the margin the instance is the setting, which counts once.
        """
        self.relation = readout.relation
        self.single = readout.single
        if prompt is None or readout.single:
            readout = readout.first()
            met = bool(readout.active[0])
            self.tried[self.settings.key(s)] += 1
            if not self.is_new(f"met {met}", s, prompt):
                self.last_margin = float(readout.relative[0]) if met else self.last_margin
                return
        active = readout.active
        self.instances += len(active)
        self.inactive += int((~active).sum())
        self.trivial += int((readout.trivial & active).sum())
        self.says_when |= readout.says_when
        if not bool(active.any()):
            return
        self.settings.add(s)
        if self.points is not None:
            self.points.add(self.settings.key(s), s, readout)
        if prompt is not None and not readout.single:
            self.prompts.add(prompt, active, self.settings.key(s), exactly=self.variant.role == "reading")
        relative = readout.relative[active]
        self.level = self.level and not bool(relative.any())
        if self.instances <= _IN_HISTOGRAM:
            self.relatives.append(relative)
        self.last_margin = low = float(relative.min())
        self.margin = low if self.margin is None else min(self.margin, low)
        informative = active & ~readout.trivial
        if readout.relation != "=" and bool(informative.any()):
            self.tightness = _larger(self.tightness, readout.ratio[informative])
            self.attained = _larger(self.attained, readout.ratio[informative & (readout.relative >= 0)])
        for name, values in readout.measured.items():
            finite = values[torch.isfinite(values)]
            if finite.numel():
                low, high = float(finite.min()), float(finite.max())
                old = self.measured.get(name, (low, high))
                self.measured[name] = (min(low, old[0]), max(high, old[1]))

    def reach(self, margin: Margin) -> None:
        """Takes a witness into the extremes: it may have been made smaller since it was drawn."""
        relative = float(margin.relative[0])
        self.margin = relative if self.margin is None else min(self.margin, relative)
        if margin.relation != "=":
            self.tightness = _larger(self.tightness, margin.ratio[:1].detach().cpu())

    def finding(
        self,
        outcome: HuntOutcome,
        evidence: Strength = "observed",
        *,
        witness: Witness | None = None,
        because: str = "",
        **scope: Any,
    ) -> Finding:
        """The finding of the hunt with all that was recorded; ``scope`` adds further fields of a scope."""
        met = self.instances - self.inactive
        silent = self.says_when or self.trivial > 0
        recorded = Scope(
            instances=met,
            settings=len(self.settings.distinct),
            prompts=self.prompts.count,
            distinct=self.prompts.distinct,
            repeats=max(self.tried.values(), default=0),
            exactly=self.exact,
            informative=met - self.trivial if silent else None,
            inactive=self.inactive,
            undecided=self.undecided,
            tracked=self.tracked,
            drawn=dict(self.settings.values),
            stage=self.stage,
            **scope,
        )
        return Finding(
            outcome=outcome,
            evidence=evidence,
            scope=recorded,
            margin=_finite(self.margin),
            tightness=_finite(self.attained if outcome == "holds" else self.tightness),
            measured=self.measured,
            witness=witness,
            because=because,
        )

    def histogram(self) -> Histogram | None:
        """Relative margins in 24 bins between their extremes (clipped to [-1, 1])."""
        if not self.relatives:
            return None
        values = torch.cat(self.relatives).clamp(-1.0, 1.0)
        low, high = float(values.min()), float(values.max())
        if low == high or len(values) < 20:
            return None
        counts = torch.histc(values, bins=24, min=low, max=high)
        edges = torch.linspace(low, high, 25, dtype=torch.float64)
        return Histogram(edges.tolist(), counts.tolist())


def _larger(one: float | None, ratios: Tensor) -> float | None:
    """The largest of a ratio and others, of which those of no two comparable sides are minus infinity."""
    best = float(ratios.max()) if len(ratios) else -torch.inf
    return one if best == -torch.inf else best if one is None else max(one, best)


def _finite(value: float | None) -> float | None:
    return value if value is not None and abs(value) != float("inf") else None
