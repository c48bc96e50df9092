"""Statements with a probability: tested by betting on fresh draws.

Exploratory draws choose the settings. Each of these is then tested on fresh draws, at the hunt's level
divided by the number of settings (Bonferroni). The test bets on failures: under the statement the wealth
of the bet is a supermartingale that begins at 1, so that it ever exceeds 1 / level with probability at
most ``level`` (Ville), whenever the test stops. So a test that has begun to tell goes on, and where plain draws
cannot see a failure probability as small as the statement's, the bet goes on with draws of a law that makes
failures frequent (:mod:`lemmata.search.rare`), weighed by its ratio to the statement's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, repeat
from typing import Any

import hypothesis
import torch

from lemmata.claims.claim import Claim, Variant
from lemmata.claims.kinds import Kind
from lemmata.claims.prompt import Prompt
from lemmata.errors import CheckFailed, ClaimError
from lemmata.formulas.conclusions import predicate
from lemmata.numbers.arrays import values
from lemmata.records import codec
from lemmata.records.finding import Finding, SequentialTest
from lemmata.records.merging import log_e, sequential_test
from lemmata.records.rare import RareLaw, RareSearch
from lemmata.records.sequential_tests import FALSE_ALARM_BUDGET, Wealth, share
from lemmata.records.witness import Replay, Witness, WitnessError, digest_of
from lemmata.search.drawing.seeded_hypothesis import end, explicit
from lemmata.search.encoding import decode_witness, encode_fields
from lemmata.search.evaluation import Readout, take
from lemmata.search.examiner import Examiner
from lemmata.search.kinds.forall import universal
from lemmata.search.rare.seek import bets, placed, seek
from lemmata.search.stages import Search
from lemmata.search.work import Spent, Work

_EXPLORE = 64
_TESTED = 4
_FEW = 6
"""Settings that are explored for a mutant before its first test."""
_CHUNK = 256
"""Draws at a time of a replay. A test begins with as many and doubles them: most that fall do so early."""
_DECIDED = 16
"""The most draws of 256 that are decided exactly where rounding leaves them open; more are mostly ties."""
_OUTLIVES = 100
"""A reading is tested on until its refutation would stand if this many runs were merged."""
_MOST_DRAWS = 2_000_000
"""Draws that a replay makes at most."""
_TELLS = 2.5
"""Deviations above what is allowed from which on a test goes on beyond its draws,"""
_LONGER = 8
"""up to so many times as far, in batches of at most"""
_BATCH = 8_192
_SEEN = 1.5
"""Rare failures are sought where plain draws would notice no less than this times what is allowed,"""
_SOUGHT = 2
"""at so many settings."""
_MEASURED = 256
"""Draws by which the work of one is measured, and settings are ranked."""
_LOW = 0.05
_LOW_NORMAL = 1.645
"""A normal number is below minus this with probability ``_LOW``."""


@dataclass(frozen=True)
class Probability(Kind):
    """The margin is not negative with probability at least ``1 - failure(setting)`` over the prompts.

    Without prompts (the probability is computed exactly, say) it is a statement for all settings.
    """

    name = "probability"
    budgeted = True
    failure: Callable[..., Any] | None = None
    """From a setting to the failure probability that the statement allows."""

    def validate(self, claim: Claim) -> None:
        """A sampled probability is compared with a stated one.

        Raises:
            ClaimError: none is stated.
        """
        if claim.prompts is not None and self.failure is None:
            raise ClaimError(
                f"{claim.id}: a sampled probability claim states failure=, as in "
                "kind=Probability(failure=lambda delta: delta)"
            )

    def stated(self, formula: str, variant: Variant) -> str:
        """The formula of a check, with the probability that it has at least."""
        if self.failure is None or variant.prompts is None:
            return formula
        failure = predicate(self.failure).latex
        if "+" in failure or "-" in failure:
            failure = rf"\left({failure}\right)"
        return rf"{formula}\quad\text{{with probability at least }}1-{failure}"

    def witnesses(self, variant: Variant) -> tuple[str, ...]:
        """A setting at which fresh draws fail too often; without prompts a violating instance."""
        return ("setting",) if variant.prompts is not None else ("instance",)

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
        """What fresh draws at each of the settings tell."""
        variant, profile, examiner = search.variant, search.profile, search.examiner
        if not settings:
            return search.finding("vacuous")
        level = search.alpha / len(settings)
        enough = level * (share(_OUTLIVES) if variant.role == "reading" else 1)
        tests: list[SequentialTest] = []
        examiner.stage = "sequential test on fresh draws"
        planned = len(list(_chunks(draws)))
        informative = unclear = False  # whether a setting tested something, or left open whether
        for number, s in enumerate(settings):
            wealth, undecided, says_something = Wealth(self._allowed(s)), 0, False
            for chunk, size in enumerate(chain(_chunks(draws), repeat(min(draws, _BATCH), _longer(draws)))):
                if chunk >= planned and not _tells(wealth):
                    break
                batch = search.batch(s, size, "test", profile.name, draws, number, chunk)
                if (space := search.space(s)) is not None:
                    space.require_laws(batch)
                counted = count(examiner, s, batch, every=variant.role == "reading")
                says_something |= not counted.trivial and wealth.allowed < 1
                wealth, undecided = (wealth.after(counted.met, counted.failures), undecided + counted.undecided)
                if wealth.rejects(enough):
                    break
            confidence = 1 - 0.01 / len(settings)
            tests.append(sequential_test(encode_fields(s), wealth, undecided, level, confidence))
            examiner.undecided += undecided
            ambiguous = wealth.all_failing(undecided).rejects(level)
            unclear |= ambiguous
            informative |= says_something and not ambiguous
            if wealth.rejects(level):
                return _refuted(search, tests, number)
        for number, rare in self._rare(search, settings, tests, enough):
            test = tests[number]
            wealth = Wealth(test.allowed, test.n, test.failures)
            tests[number] = sequential_test(
                test.setting, wealth, test.undecided, level, 1 - 0.01 / len(settings), rare=rare
            )
            if log_e(wealth, rare) >= -math.log(level):
                return _refuted(search, tests, number)
        if examiner.margin is not None and examiner.margin < 0:
            examiner.margin = None  # of a draw that may fail: it says nothing of the statement
        if informative:
            return search.finding("holds", "probed", tests=tuple(tests))
        if unclear:
            return search.finding("undecided", "tolerance-only", tests=tuple(tests))
        return search.finding("vacuous", tests=tuple(tests))

    def _rare(
        self, search: Search, settings: Sequence[Any], tests: Sequence[SequentialTest], enough: float
    ) -> Iterator[tuple[int, RareSearch]]:
        """Searches for failures too rare for the tests, at the settings at which most speaks for them."""
        if not search.profile.rare or search.is_waived:
            return
        ranked: list[tuple[float, int, int]] = []
        for number, (s, test) in enumerate(zip(settings, tests, strict=True)):
            sees = test.detectable is not None and test.detectable <= _SEEN * test.allowed
            batch = search.batch(s, _MEASURED, "work of a draw")
            if sees or not 0 < test.allowed < 1 or batch is None or not len(batch):
                continue
            try:
                with Work(search.profile.rare_work) as work:
                    readout = search.examiner.readout(s, batch)
            except Spent:
                continue
            ranked.append((_distance(readout, test.allowed), number, work.done // len(batch)))
        left = 1.0  # of the budget: what the first setting does not need is for the next
        for _, number, work_of_one in sorted(ranked)[:_SOUGHT]:
            most = min(search.profile.rare, search.profile.rare_work // max(work_of_one, 1))
            if search.variant.claim.batch is not None:  # one costs much, which its work may not tell (a solver)
                most = min(most, search.profile.draws)
            search.examiner.stage = "search for rare failures"
            test = tests[number]
            wealth = Wealth(test.allowed, test.n, test.failures)
            goal = -math.log(enough) - wealth.log_e
            with suppress(CheckFailed):  # it has no value far out, where nobody draws
                rare = seek(search, settings[number], test.allowed, goal, int(left * most), number)
                if rare is not None:
                    left -= rare.evaluations / most
                    yield number, rare

    def replay(self, search: Search, witness: Witness) -> Replay:
        """The test again on fresh draws, up to four times as many as the witness speaks of.

        Raises:
            WitnessError: it does not say how many, or does not fit the claim.
        """
        drawn_before = (witness.statistics or {}).get("n")
        if type(drawn_before) is not int:
            raise WitnessError("the witness does not say how many draws it rests on")
        s, _ = decode_witness(search.variant, witness)
        if witness.law is not None:
            return self._replay_rare(search, s, witness.law)
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

    def _replay_rare(self, search: Search, s: Any, law: RareLaw) -> Replay:
        """The bet again on fresh draws of the law that was found, weighed by its ratio to the statement's."""
        allowed, space = self._allowed(s), search.space(s)
        place = None if space is None else placed(search.examiner, s, space, law)
        if place is None or not 0 < allowed < 1:
            raise WitnessError("its law is none of the prompts at its setting")
        bet = None
        # Seeded by the law, which is then none that was fitted to these draws.
        generator = search.generator("replay", digest_of(codec.encode(law)))
        for bet in bets(place, law, allowed, _MOST_DRAWS, generator):
            if bet.log_e >= -math.log(FALSE_ALARM_BUDGET):
                break
        if bet is None:
            raise WitnessError("its law takes more margins than a replay evaluates")
        line = (
            f"failures of probability about {bet.total / bet.n:.3g}, by {bet.n} fresh draws of {law.words}; "
            f"allowed probability {allowed:.4g}, e-value {math.exp(min(bet.log_e, 700)):.3g}"
        )
        return Replay(bet.log_e >= -math.log(FALSE_ALARM_BUDGET), (line,))

    def _stated(self, s: Any) -> float:
        """The failure probability that the statement allows; a bound may be above 1."""
        assert self.failure is not None
        return float(self.failure(s))

    def _allowed(self, s: Any) -> float:
        return min(max(self._stated(s), 0.0), 1.0)

    def _explore(self, search: Search, purpose: str, examples: int) -> list[Any]:
        """The hand-picked settings, the one that Hypothesis shrinks to, and the most suspicious ones.

        Settings at which nothing can be learnt (no draw says anything, or certain failure would not be told
        from what is allowed) come after all others, and the exploration is steered away from them.
        """
        variant, examiner = search.variant, search.examiner
        examiner.stage = "exploration of settings"
        draws = search.profile.draws
        slack: dict[str, tuple[tuple[bool, float], Any]] = {}
        smallest: list[Any] = []

        def explore(s: Any) -> None:
            key = repr(encode_fields(s))
            if key in slack:
                return
            counted = count(examiner, s, search.batch(s, _EXPLORE, "explore", key))
            stated, allowed = self._stated(s), self._allowed(s)
            failing = counted.failures / max(counted.met, 1)
            idle = counted.trivial or not Wealth(allowed, draws, draws).rejects(search.alpha / _TESTED)
            slack[key] = ((idle, allowed - failing), s)
            # From a bound that allows everything, downhill to where it says something.
            uphill = -min(max(stated, 1.0), 1e6) if idle else failing - allowed
            hypothesis.target(uphill, label="excess")
            if Wealth(allowed, counted.met, counted.failures).rejects(1e-4):
                smallest[:] = [s]
                slack.pop(key)  # shrinking must see the same answer again
                end(search)

        explicit(search, variant.settings.draw, explore, examples, purpose)
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


def _may_fail(readout: Readout) -> torch.Tensor:
    """Where floats say that an instance fails; of a strict inequality two equal sides do."""
    return readout.relative <= 0 if readout.relation == "<" else readout.relative < 0


def count(examiner: Examiner, s: Any, prompt: Prompt | None, *, every: bool = False) -> Count:
    """Judges a batch, and records it.

    What seems to fail is evaluated with its error bound. So is ``every`` draw if wanted, since rounding
    can hide a failure as well as feign one; a few that the bound leaves open are then decided exactly.
    """
    if prompt is not None and not len(prompt):
        return Count(0, trivial=True)
    tracked = examiner.bounded_margins(s, prompt) if every else []
    if tracked and all(bool((part.active & ~torch.isnan(values(part.slack))).all()) for part in tracked):
        readout = Readout.joined(list(map(Readout.of, tracked)))  # they have the values of float64 already
    else:
        readout, tracked = examiner.readout(s, prompt), []
    examiner.record(s, prompt, readout)
    met = int(readout.active.sum())
    trivial = bool((readout.trivial | ~readout.active).all())
    suspects = (readout.active & (_may_fail(readout) | every)).nonzero()[:, 0]
    if not len(suspects):
        return Count(met, trivial=trivial)
    if not tracked:
        tracked = examiner.bounded_margins(s, take(prompt, suspects))
    violated, holds, unclear = map(torch.cat, zip(*(part.statuses() for part in tracked), strict=True))
    failures, successes = int(violated.sum()), int(holds.sum())
    if every and int(unclear.sum()) * _CHUNK <= _DECIDED * max(len(suspects), _CHUNK):
        for index in suspects[unclear]:
            decision = examiner.decide(s, take(prompt, index[None]))
            failures += decision.violation is not None
            successes += decision.decided and decision.violation is None
            examiner.exact += decision.decided
    return Count(met, failures, len(suspects) - failures - successes, trivial)


def _refuted(search: Search, tests: Sequence[SequentialTest], number: int) -> Finding:
    variant = search.variant
    witness = tests[number].witness(variant.claim.id, variant.name, search.seed)
    return search.finding("refuted", "genuine", witness=witness, tests=tuple(tests))


def _distance(readout: Readout, allowed: float) -> float:
    """How far the margins lie from failing as often as is allowed, if they were spread as normal numbers are.

    The spread is that of the smaller half, so that the least margins count.
    """
    values = readout.counting[readout.active]
    if not len(values):
        return math.inf
    middle, low = float(values.median()), float(values.quantile(_LOW))
    spread = (middle - low) / _LOW_NORMAL
    needed = float(torch.special.ndtri(torch.tensor(allowed, dtype=torch.float64)))
    return (middle / spread if spread > 0 else math.inf) + needed


def _tells(wealth: Wealth) -> bool:
    """Whether a test has begun to speak against the statement."""
    expected = wealth.allowed * wealth.draws
    beyond = expected + _TELLS * math.sqrt(expected * (1 - wealth.allowed))
    return wealth.failures > max(beyond, 1)


def _longer(draws: int) -> int:
    """How many more batches there are for a test that has begun to tell."""
    return (_LONGER - 1) * draws // min(draws, _BATCH)


def _chunks(draws: int) -> Iterator[int]:
    """Sizes of batches that double and add up to ``draws``."""
    size = _CHUNK
    while draws > 0:
        yield min(size, draws)
        draws, size = draws - size, 2 * size
