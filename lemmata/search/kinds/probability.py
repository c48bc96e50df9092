"""Statements with a probability: tested by betting on fresh draws.

Exploratory draws choose the settings. Each of these is then tested on fresh draws, at the hunt's level
divided by the number of settings (Bonferroni). The test bets on failures: under the statement the wealth
of the bet is a supermartingale that begins at 1, so that it ever exceeds 1 / level with probability at
most ``level`` (Ville), whenever the test stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import hypothesis
import torch

from lemmata.errors import ClaimError
from lemmata.numbers.arrays import values
from lemmata.records.finding import Finding, SequentialTest
from lemmata.records.statistics import FALSE_ALARM_BUDGET, Wealth, detectable, share
from lemmata.records.witness import Replay, Witness, WitnessError
from lemmata.search.encoding import decode_witness, encode_fields
from lemmata.search.examiner import Examiner, Readout, take
from lemmata.search.kinds.forall import universal
from lemmata.search.stages import Search
from lemmata.statement.claims import Claim, Variant
from lemmata.statement.kinds import Kind
from lemmata.statement.spaces import Prompt
from lemmata.statement.written.conclusions import predicate

_EXPLORE = 64
_TESTED = 4
_FEW = 6
"""Settings that are explored for a mutant before its first test."""
_CHUNK = 256
"""Draws at a time of a replay. A test begins with so many and doubles them: most that fall do so early."""
_DECIDED = 16
"""Of 256 draws up to so many that rounding leaves open are decided exactly; more are mostly ties."""
_OUTLIVES = 100
"""A reading is tested on until its refutation would stand if this many runs were merged."""
_MOST_DRAWS = 2_000_000
"""Draws that a replay makes at most."""


@dataclass(frozen=True)
class Probability(Kind):
    """The margin is not negative with probability at least ``1 - failure(setting)`` over the prompts.

    Without prompts (the probability is computed exactly, say) it is a statement for all settings.
    """

    name = "probability"
    budgeted = True
    failure: Callable[[Any], Any] | None = None
    """From a setting to the failure probability that the statement allows."""

    def validate(self, claim: Claim) -> None:
        """A sampled probability is compared with a stated one.

        Raises:
            ClaimError: none is stated.
        """
        if claim.prompts is not None and self.failure is None:
            raise ClaimError(
                f"{claim.id}: a sampled probability claim states failure=, as in "
                "kind=Probability(failure=lambda s: s.delta)"
            )

    def stated(self, formula: str, variant: Variant) -> str:
        """The formula of a check, with the probability that it has at least."""
        if self.failure is None or variant.prompts is None:
            return formula
        failure = predicate(self.failure).latex
        if "+" in failure or "-" in failure:
            failure = rf"\left({failure}\right)"
        return rf"{formula}\quad\text{{with probability at least }}1-{failure}"

    def hunt(self, search: Search) -> Finding:
        """Whether the statement fails with more than its stated probability at some setting."""
        if search.variant.prompts is None:
            return universal(search)
        draws = search.profile.draws
        if search.variant.role == "mutant":
            # Most fail at many settings, and often: few settings and draws come first.
            early = replace(search, alpha=search.alpha / 2)
            found = self._tested(early, self._explore(early, "first settings", _FEW)[:2], draws // 2)
            if found.outcome == "refuted" or search.is_waived:
                return found
            search = early
        return self._tested(search, self._explore(search, "settings", search.examples), draws)

    def _tested(self, search: Search, settings: Sequence[Any], draws: int) -> Finding:
        """What so many fresh draws at each of the settings tell."""
        variant, profile, examiner = search.variant, search.profile, search.examiner
        if not settings:
            return search.finding("vacuous")
        level = search.alpha / len(settings)
        enough = level * (share(_OUTLIVES) if variant.role == "reading" else 1)
        tests: list[SequentialTest] = []
        examiner.stage = "sequential test on fresh draws"
        informative = unclear = False  # whether a setting tested something, or left open whether
        for number, s in enumerate(settings):
            wealth, undecided, says_something = Wealth(self._allowed(s)), 0, False
            for chunk, size in enumerate(_chunks(draws)):
                batch = search.batch(s, size, "test", profile.name, draws, number, chunk)
                if (space := search.space(s)) is not None:
                    space.require_laws(batch)
                counted = count(examiner, s, batch, every=variant.role == "reading")
                says_something |= not counted.trivial and wealth.allowed < 1
                wealth, undecided = (wealth.after(counted.met, counted.failures), undecided + counted.undecided)
                if wealth.rejects(enough):
                    break
            tests.append(_test(s, wealth, undecided, level, confidence=1 - 0.01 / len(settings)))
            examiner.undecided += undecided
            ambiguous = _all_failing(wealth, undecided).rejects(level)
            unclear |= ambiguous
            informative |= says_something and not ambiguous
            if wealth.rejects(level):
                witness = tests[-1].witness(variant.claim.id, variant.name, search.seed)
                return search.finding("refuted", "genuine", witness=witness, tests=tuple(tests))
        if examiner.margin is not None and examiner.margin < 0:
            examiner.margin = None  # of a draw that may fail: it says nothing of the statement
        if informative:
            return search.finding("holds", "probed", tests=tuple(tests))
        if unclear:
            return search.finding("undecided", "tolerance-only", tests=tuple(tests))
        return search.finding("vacuous", tests=tuple(tests))

    def replay(self, search: Search, witness: Witness) -> Replay:
        """The test again on fresh draws, up to four times as many as the witness speaks of.

        Raises:
            WitnessError: it does not say how many, or does not fit the claim.
        """
        drawn_before = (witness.statistics or {}).get("n")
        if witness.kind != "setting" or self.failure is None:
            raise witness.unfit(self.name)
        if type(drawn_before) is not int:
            raise WitnessError("the witness does not say how many draws it rests on")
        s, _ = decode_witness(search.variant, witness)
        wealth = Wealth(self._allowed(s))
        draws = min(max(search.profile.draws, 4 * drawn_before), _MOST_DRAWS)
        for chunk in range(-(-draws // _CHUNK)):
            counted = count(search.examiner, s, search.batch(s, _CHUNK, "replay", chunk))
            wealth = wealth.after(counted.met, counted.failures)
            if wealth.rejects(FALSE_ALARM_BUDGET):
                break
        line = (
            f"{wealth.failures} failures in {wealth.draws} fresh draws, allowed probability "
            f"{wealth.allowed:.4g}, e-value {wealth.e_value:.3g}"
        )
        return Replay(wealth.rejects(FALSE_ALARM_BUDGET), (line,))

    def _stated(self, s: Any) -> float:
        """The failure probability that the statement allows; a bound may be above 1."""
        assert self.failure is not None
        return float(self.failure(s))

    def _allowed(self, s: Any) -> float:
        return min(max(self._stated(s), 0.0), 1.0)

    def _explore(self, search: Search, purpose: str, examples: int) -> list[Any]:
        """The hand-picked settings, the one that Hypothesis shrinks to, and the most suspicious ones.

        Settings at which nothing can be learnt (every failure is allowed, or no draw says anything)
        come after all others, and the exploration is steered away from them.
        """
        variant, examiner = search.variant, search.examiner
        examiner.stage = "exploration of settings"
        slack: dict[str, tuple[tuple[bool, float], Any]] = {}
        smallest: list[Any] = []

        def explore(s: Any) -> None:
            key = repr(encode_fields(s))
            if key in slack:
                return
            counted = count(examiner, s, search.batch(s, _EXPLORE, "explore", key))
            stated, allowed = self._stated(s), self._allowed(s)
            failing = counted.failures / max(counted.met, 1)
            idle = allowed == 1 or counted.trivial
            slack[key] = ((idle, allowed - failing), s)
            # From a bound that allows everything, downhill to where it says something.
            uphill = -min(max(stated, 1.0), 1e6) if idle else failing - allowed
            hypothesis.target(uphill, label="excess")
            if Wealth(allowed, counted.met, counted.failures).rejects(1e-4):
                smallest[:] = [s]
                slack.pop(key)  # shrinking must see the same answer again
                search.end_run()

        search.run_hypothesis(variant.settings.draw, explore, examples, purpose)
        ranked = [s for _, s in sorted(slack.values(), key=lambda pair: pair[0])][:_TESTED]
        unique = {repr(encode_fields(s)): s for s in [*smallest, *search.picked, *ranked]}
        return list(unique.values())


@dataclass(frozen=True)
class Count:
    """Of a batch: the instances that meet the hypotheses, and how many of these fail or may fail.

    An instance fails if it does by more than rounding could explain; where rounding leaves open
    whether it does, it is undecided. The batch is trivial if none of them says anything.
    """

    met: int
    failures: int = 0
    undecided: int = 0
    trivial: bool = False


def count(examiner: Examiner, s: Any, prompt: Prompt | None, *, every: bool = False) -> Count:
    """Judges a batch, and records it.

    What seems to fail is evaluated with its error bound. So is ``every`` draw if wanted, since rounding
    can hide a failure as well as feign one; a few that the bound leaves open are then decided exactly.
    """
    if prompt is not None and not len(prompt):
        return Count(0, trivial=True)
    tracked = examiner.evaluate_lifted(s, prompt, "tracked") if every else None
    if tracked is not None and bool((tracked.active & ~torch.isnan(values(tracked.slack))).all()):
        readout = Readout.of(tracked)  # it has the values of float64 already
    else:
        readout, tracked = examiner.readout(s, prompt), None
    examiner.record(s, prompt, readout)
    met = int(readout.active.sum())
    trivial = bool((readout.trivial | ~readout.active).all())
    suspects = (readout.active & ((readout.relative < 0) | every)).nonzero()[:, 0]
    if not len(suspects):
        return Count(met, trivial=trivial)
    if tracked is None:
        tracked = examiner.evaluate_lifted(s, take(prompt, suspects), "tracked")
    violated, holds, unclear = tracked.statuses()
    failures, successes = int(violated.sum()), int(holds.sum())
    if every and int(unclear.sum()) * _CHUNK <= _DECIDED * max(len(suspects), _CHUNK):
        for index in suspects[unclear]:
            decision = examiner.decide(s, take(prompt, index[None]))
            failures += decision.violation is not None
            successes += decision.decided and decision.violation is None
            examiner.exact += decision.decided
    return Count(met, failures, len(suspects) - failures - successes, trivial)


def _chunks(draws: int) -> Iterator[int]:
    """Sizes of batches that double and add up to so many draws."""
    size = _CHUNK
    while draws > 0:
        yield min(size, draws)
        draws, size = draws - size, 2 * size


def _all_failing(wealth: Wealth, undecided: int) -> Wealth:
    """As if every undecided draw failed."""
    return replace(wealth, failures=wealth.failures + undecided)


def _test(s: Any, wealth: Wealth, undecided: int, level: float, confidence: float) -> SequentialTest:
    return SequentialTest(
        setting=encode_fields(s),
        allowed=wealth.allowed,
        n=wealth.draws,
        failures=wealth.failures,
        undecided=undecided,
        e_value=wealth.e_value,
        level=level,
        upper=_all_failing(wealth, undecided).upper(confidence),
        detectable=detectable(wealth.draws, wealth.allowed, level),
    )
