"""The stages of a search for one setting and prompt on which a statement fails.

In order: the stored witness of an earlier run; the hand-picked settings of the claim; Hypothesis,
which draws small explicit instances and steers towards small margins; batches from the law at the
hardest settings met so far; gradient ascent on the violation. Of a reading also many more settings, then sizes
and other numbers beyond the drawn ones (:mod:`lemmata.search.growth`, :mod:`lemmata.search.beyond`). The first
violation ends the search; that of a reading is made smaller.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import hypothesis
import torch
from hypothesis import strategies as st
from torch import Generator

from lemmata.claims.claim import Variant
from lemmata.claims.prompt import Prompt, quantities
from lemmata.claims.space import Space
from lemmata.claims.vocabulary import HuntOutcome, Strength
from lemmata.records.clock import at
from lemmata.records.finding import Drawn, Finding, Reached
from lemmata.records.witness import WitnessError, parse
from lemmata.search.beyond import beyond
from lemmata.search.climbing.climb import Endpoint, climb, climb_smoothed, rounded
from lemmata.search.drawing.seeded_hypothesis import end, explicit
from lemmata.search.drawing.seeds import generator
from lemmata.search.encoding import decode_witness, encode
from lemmata.search.evaluation import entries
from lemmata.search.examiner import EXACT_ENTRIES, Examiner, Violation
from lemmata.search.growth import grow
from lemmata.search.orders import orders
from lemmata.search.profiles import Profile
from lemmata.search.repair import on_edges, repaired
from lemmata.search.shrink import Property, shrink
from lemmata.search.survey import drawn, size, survey
from lemmata.search.tally import Key
from lemmata.search.work import Spent, Work

_WITHOUT_PROMPT = 5
"""A factor for the instances of a statement without prompts, which has no batches."""
_STARTS = 48
"""Prompts from which one climb starts."""
_MOST_MEMBERS = 2**14
"""A space of prompts with at most so many is run through,"""
_MEMBER_ENTRIES = 2**20
"""at settings whose prompts have at most so many numbers together."""
_OTHERS = 4
"""One in so many draws of a batch is made at settings that are not among the hardest."""
_SAMPLE_CHUNK = 2048
"""Prompts drawn at a time."""
_RANDOM_PROMPTS = 8
"""Random prompts beside each explicit one when a mutant is to be killed: no shrinking is needed."""
_FIRST_DRAWS = 4
"""Settings of a mutant tried before all else,"""
_FIRST_PROMPTS = 4
"""the prompts of each, where an evaluation takes no more than"""
_FIRST_WORK = 2**20
"""this much work."""
_SETTING_EVERY = 3
"""One climb in three moves the setting, too: each of its trials builds the weights anew."""
_UNLIMITED = 10**9
_COARSENESS = (None, 3, 6, 12)
"""Binary digits to which the end of a climb is rounded; None leaves it as it is."""
_NEAR = 2.0**-4
"""Relative margins above this are not rounded into a violation."""


def nowhere(_: Any) -> bool:
    """At no setting is anything proved."""
    return False


@dataclass
class Search:
    """The stages of one hunt.

    Attributes:
        seed: the hunt's own.
        alpha: its share of the campaign's false-alarm budget.
        run_seed: the campaign's seed, which decides what is run once for all variants.
        held: the quantities that have one value in this search, where the statement has others.
    """

    variant: Variant
    profile: Profile
    examiner: Examiner
    seed: int
    alpha: float = 1e-8
    run_seed: int = 0
    stored: bool = True
    """Whether the stored witness of an earlier run is tried."""
    shrinking: bool = True
    """Whether the violation of a reading is made smaller."""
    discarded: int = 0
    visited: dict[Key, tuple[float, Any]] = field(default_factory=dict)
    held: Mapping[str, Any] = field(default_factory=dict)
    keeps: Property | None = None
    """What a violation that has it does not lose when it is made smaller."""
    reached: tuple[Reached, ...] = ()
    beyond: Drawn = field(default_factory=dict)
    prove: Callable[[], Callable[[Any], bool]] | None = None
    """Tells at which settings a certificate decides every instance (:func:`nowhere` if there is none); asked
    before what takes long."""
    climbed: set[Key] = field(default_factory=set)
    """Settings at which a climb began or ended."""
    is_proved: Callable[[Any], bool] = nowhere
    """Whether a certificate is known to decide every instance at a setting: nothing is hunted there again."""

    def run(self) -> Violation | None:
        """Runs the stages until one finds a violation, and makes that of a reading smaller."""
        stages: list[tuple[str, Callable[[], Violation | None]]] = [
            ("stored witness", self._stored),
            ("hand-picked settings", self._examples),
            ("adversarial search", self._hypothesis),
            ("every prompt of finite spaces", self._members),
            ("batches from the law", self._batches),
            ("certificate", self._ask_for_a_proof),
            ("gradient ascent on the violation", self._climb),
            ("many settings", partial(survey, self)),
            ("gradient ascent on the violation", self._climb_on),
            ("every order of a few numbers", partial(orders, self)),
            ("repaired draws", self._repaired),
            ("sizes beyond the drawn", partial(grow, self)),
            ("numbers beyond the drawn", partial(beyond, self)),
        ]
        if self.variant.role == "mutant":
            # Most die of the first draws, and small instances kill faster than large hand-picked ones. What is
            # left is tried beyond what is drawn, as readings are.
            later = (stages[n] for n in (2, 1, 3, 4, 6, 10, 11, 12))
            stages = [stages[0], ("first draws", self._first_draws), *later]
        if self.is_waived:
            del stages[4:]
        for stage, step in stages:
            self.examiner.stage = stage
            if violation := step():
                if self.for_readers and step != self._stored:
                    with at("shrinking"):
                        return shrink(self.examiner, violation, self.profile.shrinks, self.keeps)
                return violation
            if self.profile.trusts_proofs and self.is_proved is not nowhere:
                break
        return None

    def finding(self, outcome: HuntOutcome, evidence: Strength = "observed", **more: Any) -> Finding:
        """What the hunt came to; see :meth:`lemmata.search.examiner.Examiner.finding`."""
        return self.examiner.finding(
            outcome, evidence, discarded=self.discarded, reached=self.reached, beyond=self.beyond, **more
        )

    @property
    def exactly(self) -> bool:
        """Whether every instance is decided exactly: where there is no data, it costs little."""
        return self.variant.prompts is None and self.variant.role == "reading"

    @property
    def for_readers(self) -> bool:
        """Whether a reader will see the violation, so that it is made smaller."""
        return self.shrinking and self.variant.role == "reading"

    @property
    def examples(self) -> int:
        """Explicit instances to draw: most mutants are killed early, and without exact arithmetic."""
        return self.profile.examples * (6 if self.variant.role == "mutant" and not self.is_waived else 1)

    @property
    def is_waived(self) -> bool:
        """Whether it is equivalent, as a reason says: a short search tests the reason."""
        return self.variant.name in self.variant.claim.waived

    def generator(self, *parts: Any) -> Generator:
        """A random generator for one purpose of this hunt."""
        return generator(self.seed, *parts)

    def space(self, s: Any) -> Space | None:
        """The prompts at a setting; None where the statement speaks of settings alone."""
        return None if self.variant.prompts is None else self.variant.prompts(s)

    def batch(self, s: Any, size: int, *parts: Any) -> Prompt | None:
        """At most ``size`` prompts from the law at a setting, which ``parts`` (names, numbers) decide."""
        space = self.space(s)
        if space is None:
            return None
        size = min(size, self.variant.claim.batch or size)
        generator = self.generator(*parts)
        # Chunks keep the intermediate results in the cache, however large the batch.
        return Prompt.together(
            (
                space.sample(generator, min(_SAMPLE_CHUNK, size - first))
                for first in range(0, size, _SAMPLE_CHUNK)
            ),
            size,
        )

    # -- stages ------------------------------------------------------------------------------------

    def _stored(self) -> Violation | None:
        """The witness that an earlier run left in the claim's folder, if it still works."""
        path = self.variant.stored_witness
        if not self.stored or path is None or not path.is_file():
            return None
        try:
            stored = parse(path.read_bytes())
            if (stored.claim, stored.variant) != (self.variant.claim.id, self.variant.name):
                raise WitnessError("it is of another claim or reading")
            if stored.kind != "instance":
                raise WitnessError("it is no violating instance")
            stored = replace(stored, setting=stored.setting | {n: encode(v) for n, v in self.held.items()})
            # Of the whole reading: that it lies where the statement is not said to fail is said below.
            s, prompt = decode_witness(self.variant.claim.variant(self.variant.name), stored)
        except WitnessError as error:
            if self.held:
                return None  # what it shows, it shows of other values
            raise WitnessError(f"{path}: {error}; delete it, or keep a new one") from None
        if not self.variant.is_said_to_fail(s, prompt):
            if self.held:
                return None
            raise WitnessError(
                f"{path}: it lies where the statement is not said to fail; delete it, or mend fails_where"
            )
        readout = self.examiner.readout(s, prompt)
        self.examiner.record(s, prompt, readout)
        return self.examiner.confirm(s, prompt) if bool(readout.active[0]) else None

    @property
    def picked(self) -> list[Any]:
        """The hand-picked settings of this reading; others may have some of their own."""
        # Copies: what another hunt has derived from them, and they keep, would be met here as if drawn.
        examples = (replace(s) for s in self.variant.claim.examples)
        return [s for s in examples if self.variant.settings.explain(s) is None]

    def _examples(self) -> Violation | None:
        """The worst violation at a hand-picked setting, on a batch from the law."""
        for number, s in enumerate(self.picked):
            batch = self.batch(s, self.profile.batch, "example", number)
            if violation := self.examiner.examine(s, batch, always_exact=self.exactly):
                return violation
        return None

    def _first_draws(self) -> Violation | None:
        """A violation at few prompts: at small settings from the law, then at hand-picked ones."""
        generator = self.generator("first draws")
        settings = [
            s for _ in range(3 * _FIRST_DRAWS) if (s := drawn(self.variant.settings, generator)) is not None
        ]
        first = [*sorted(settings, key=size)[:_FIRST_DRAWS], *self.picked]
        for number, s in enumerate(first):
            batch = self.batch(s, _FIRST_PROMPTS, "first draws", number)
            try:
                with Work(_FIRST_WORK):
                    readout = None if batch is not None and not len(batch) else self.examiner.readout(s, batch)
            except Spent:
                continue  # exact arithmetic would take many times as long
            if readout and (violation := self.examiner.judge(s, batch, readout)):
                return violation
        return None

    def _hypothesis(self) -> Violation | None:
        """A violation among small explicit instances, the smallest that Hypothesis shrinks to."""
        last: Violation | None = None
        # Instances to decide exactly. For a mutant, only what looks wrong is worth it.
        budget = self.profile.exact if self.variant.role == "reading" else 0
        if self.exactly:
            budget = _UNLIMITED
        rounds = itertools.count()

        def test(instance: tuple[Any, Prompt | None]) -> None:
            nonlocal budget, last
            s, prompt = instance
            if prompt is not None and self.variant.role == "mutant":
                more = self.batch(s, _RANDOM_PROMPTS, "company", next(rounds))
                assert more is not None
                prompt = prompt.followed_by(more)
            small = entries(s) + entries(prompt) <= EXACT_ENTRIES
            violation = self.examiner.examine(s, prompt, always_exact=small and budget > 0, thorough=budget > 0)
            budget -= 1
            self.remember(s)
            margin = self.examiner.last_margin
            hypothesis.target(-max(min(margin, 1e6), -1e6), label="violation")
            if violation is not None:
                last = violation
                budget = _UNLIMITED  # Hypothesis shrinks only what fails again in the same way
                end(self)

        examples = self.examples
        if self.variant.prompts is None:
            examples *= _WITHOUT_PROMPT  # there will be no batches, and one number costs little
        # The smallest sizes first: a violation there is one that a person can read.
        stages = [(0, 4), (1, 4), (None, 1)]
        if self.variant.role == "mutant":
            stages = [(1, 4), (None, 1), (0, 4)]  # its witness is not read; at size one much is invisible
        for growth, part in stages:
            if self.examiner.relation == "=" and self.variant.role == "reading":
                part = max(part, 2)  # it fails almost everywhere or nowhere: few draws tell
            instances = partial(self.instance, growth=growth)
            explicit(self, instances, test, max(1, examples // part), f"instances, growth {growth}")
            if last is not None:
                return last
        return None

    def _members(self) -> Violation | None:
        """A violation among all prompts, at the settings met at which these are few, the fewest first."""
        if self.variant.prompts is None:
            return None
        finite: list[tuple[Any, Prompt]] = []
        for s in [s for _, s in self.visited.values()]:
            space = self.space(s)
            assert space is not None
            if (every := space.members(_MOST_MEMBERS)) is not None and len(every):
                finite.append((s, every))
        left = _MEMBER_ENTRIES
        for s, every in sorted(finite, key=lambda one: len(one[1])):
            left -= entries(every)
            if left < 0:
                break
            for first in range(0, len(every), _SAMPLE_CHUNK):
                violation = self.examiner.examine(s, every.take(slice(first, first + _SAMPLE_CHUNK)))
                if violation and self.admissible(violation):
                    return violation
        return None

    def _batches(self) -> Violation | None:
        """A violation among many draws from the law at the hardest settings met, and fewer at the others."""
        if self.variant.prompts is None:
            return None
        hardest = self.hardest(self.profile.settings)
        others = [s for s in self.hardest(self.profile.survey) if not any(s is one for one in hardest)]
        for number, s in enumerate([*hardest, *others]):
            size = self.profile.batch // (1 if number < len(hardest) else _OTHERS)
            batch, space = self.batch(s, size, "batch", number), self.space(s)
            assert batch is not None and space is not None
            # Rounded to whole numbers, draws have ties and zeros, which the law never draws.
            whole = rounded(batch, 0, space)
            violation = self.examiner.examine(s, batch.followed_by(whole))
            if violation and self.admissible(violation):
                return violation
            self.remember(s)
        return None

    def _ask_for_a_proof(self) -> None:
        """Asks at which settings nothing is left to be hunted, before what takes long."""
        if self.prove is not None:
            with at("certificates"):
                self.is_proved = self.prove()

    def _climb(self) -> Violation | None:
        """Drives inequalities towards violation by gradient steps over prompt and setting."""
        hardest, climbs = self.hardest(self.profile.climbs), self.profile.climbs
        if hardest and all(map(self.is_proved, hardest)):
            hardest, climbs = hardest[:1], min(climbs, 1)  # how near the bound comes is worth one
        else:
            hardest = [s for s in hardest if not self.is_proved(s)]
        smoothed = True  # as long as that helps
        for number in range(climbs if hardest else 0):
            s = hardest[number % len(hardest)]  # few settings: the same ones from other starts
            violation, smoothed = self._climb_at(s, number, smoothed)
            if violation:
                return violation
        return None

    def _climb_on(self) -> Violation | None:
        """Climbs at the hardest setting once more, if many settings have shown a harder one."""
        for s in self.hardest(min(self.profile.climbs, 1)):
            if self.examiner.settings.key(s) not in self.climbed and not self.is_proved(s):
                return self._climb_at(s, self.profile.climbs, smoothed=False)[0]
        return None

    def _climb_at(self, s: Any, number: int, smoothed: bool) -> tuple[Violation | None, bool]:
        """The violation that a climb at a setting finds, and whether smooth kinks helped, if they are tried."""
        self.climbed.add(self.examiner.settings.key(s))
        start = self._starts(s, number)
        if start is None and self.variant.prompts is not None:
            return None, smoothed  # no draw meets the hypotheses
        move = start is None or number % _SETTING_EVERY == 0  # each step builds the weights anew
        space, steps = self.space(s), self.profile.steps
        nearest, ends = math.inf, None
        for reached in climb(
            self.examiner, s, start, space, steps, self.generator("moves", number), move_setting=move
        ):
            if violation := self._violation_at(reached):
                return violation, smoothed
            self.climbed.add(self.examiner.settings.key(reached.setting))
            self.remember(reached.setting)
            nearest, ends = min(nearest, reached.distance), ends or reached.prompt
        if not smoothed or ends is None or space is None or space.is_discrete:
            return None, smoothed
        before = nearest
        for reached in climb_smoothed(self.examiner, s, ends, space, steps, nearest):
            if violation := self._violation_at(reached):
                return violation, smoothed
            nearest = min(nearest, reached.distance)
        return None, nearest < before

    def _repaired(self) -> Violation | None:
        """A violation where hypotheses are met with equality, or near draws that were moved onto rare ones."""
        for s, prompt in on_edges(self):
            violation = self.examiner.examine(s, prompt)
            if violation and self.admissible(violation):
                return violation
        for number, (s, prompt) in enumerate(repaired(self)):
            violation = self.examiner.examine(s, prompt)
            if violation and self.admissible(violation):
                return violation
            self.remember(s)
            moves = self.generator("repaired moves", number)
            for reached in climb(
                self.examiner, s, prompt, self.space(s), self.profile.steps, moves, move_setting=False
            ):
                if violation := self._violation_at(reached):
                    return violation
        return None

    def _violation_at(self, end: Endpoint) -> Violation | None:
        """The violation at the end of a climb, in the coarsest numbers that keep it: they read well."""
        errors: list[Exception] = []
        as_it_is: Violation | None = None
        for bits in _COARSENESS:
            try:
                violation = self._violation_rounded(end.setting, end.prompt, bits)
            except Exception as error:  # noqa: BLE001 - raised below, unless other numbers fail
                errors.append(error)
                continue
            if violation and bits is not None:
                return violation
            as_it_is = as_it_is or violation
            if violation is None and bits is None and self.examiner.last_margin > _NEAR:
                break  # rounding does not come from here to a violation
        if as_it_is is None and errors:
            raise errors[0]
        return as_it_is

    def _starts(self, s: Any, number: int) -> Prompt | None:
        """Prompts to climb from: half of them the nearest to a violation in a batch, half at random."""
        batch = self.batch(s, self.profile.batch, "climb", number)
        if batch is None or len(batch) <= _STARTS:
            return batch if batch is None or len(batch) else None
        readout = self.examiner.readout(s, batch)
        order = readout.ratio.argsort(descending=True, stable=True)  # moves where margins are flat
        relative = readout.counting[order]
        order = order[relative.argsort(stable=True)]
        half = _STARTS // 2
        others = order[half:].sort().values[:half]
        return batch.take(torch.cat([order[:half], others]))

    def _violation_rounded(self, s: Any, prompt: Prompt | None, bits: int | None) -> Violation | None:
        """The violation at an instance rounded to ``bits`` binary digits, if one remains."""
        if bits is not None:
            space = self.space(s)
            if prompt is None or space is None:
                s = _rounded_setting(s, bits)
                if self.variant.settings.explain(s) is not None:
                    return None
            else:
                prompt = rounded(prompt, bits, space)
                if not len(prompt):
                    return None
        # Rounding serves the reader only: without a violation in float64 it is not pursued.
        violation = self.examiner.examine(
            s, prompt, always_exact=self.exactly, thorough=bits is None or self.exactly
        )
        return violation if violation and self.admissible(violation) else None

    def admissible(self, violation: Violation) -> bool:
        """Whether an instance that was moved onto its domains meets every hypothesis."""
        return self.variant.outside(violation.setting, violation.prompt) is None

    # -- settings met ------------------------------------------------------------------------------

    def hardest(self, count: int) -> list[Any]:
        """Settings met by the search: half with the smallest margins, half from large to small."""
        ranked = [s for _, s in sorted(self.visited.values(), key=lambda pair: pair[0])]
        if len(ranked) <= count:
            return ranked
        hard, others = ranked[: (count + 1) // 2], ranked[(count + 1) // 2 :]
        others.sort(key=size, reverse=True)
        step = max(len(others) // max(count - len(hard), 1), 1)
        return hard + others[::step][: count - len(hard)]

    def smallest_and_hardest(self) -> list[Any]:
        """The smallest setting met by the search, and the one with the smallest margin if it is another."""
        met = [s for _, s in self.visited.values()]
        smallest = [min(met, key=size)] if met else []
        return smallest + [s for s in self.hardest(1) if s is not smallest[0]]

    def remember(self, s: Any) -> None:
        """Enters a setting that was just examined, for the stages that go on from the hardest ones."""
        key, margin = self.examiner.settings.key(s), self.examiner.last_margin
        if key not in self.visited or margin < self.visited[key][0]:
            self.visited[key] = (margin, s)

    def instance(self, draw: st.DrawFn, growth: int | None) -> tuple[Any, Prompt | None]:
        """A setting with one explicit prompt."""
        s = self.variant.settings.draw(draw, growth)
        space = self.space(s)
        if space is None:
            return s, None
        return s, space.draw(draw).map(lambda v: torch.as_tensor(v, dtype=torch.float64)[None])


def _rounded_setting(s: Any, bits: int) -> Any:
    reals = {
        name: round(value * 2**bits) / 2**bits
        if isinstance(value, float)
        else torch.round(value * 2**bits) / 2**bits
        for name, value in quantities(s).items()
        if isinstance(value, float | torch.Tensor)
    }
    return replace(s, **reals)
