"""The hunt: a search for one setting and prompt on which a statement fails.

Stages, in order: the hand-picked settings of the claim; Hypothesis, drawing small explicit
instances and steering towards small margins; batches from the law for the settings that the search
found hardest. A float64 margin below zero is only a suspicion: it is evaluated again with a running
error bound, and what survives is confirmed in rational or ball arithmetic. Probabilities are tested
on fresh draws by betting.
"""

from __future__ import annotations

import hashlib
import time
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import hypothesis
import torch
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis.errors import Unsatisfiable
from torch import Generator, Tensor

from lemmata import exact, witness
from lemmata.claims import Claim, Variant
from lemmata.errors import CheckFailed, LemmataError, MissingDependency
from lemmata.evidence import HuntRecord, Outcome, Strength
from lemmata.exact import NotExact
from lemmata.lifting import lift, move
from lemmata.margins import Margin
from lemmata.spaces import Prompt, Space
from lemmata.statistics import FALSE_ALARM_BUDGET, Wealth, detectable, share

EXACT_ENTRIES = 400
"""Instances with more numbers than this are not evaluated exactly as a matter of course."""
_SUSPECTS = 4
_NO_PROMPT = 5
_CLIMBERS = 32
_COMPANY = 8
"""Random prompts beside each explicit one when a mutant is to be killed: no shrinking is needed."""
_STEP = 0.05


@dataclass(frozen=True)
class Profile:
    """A budget in instances, so that a seed decides everything."""

    name: str
    examples: int
    """Explicit instances drawn by Hypothesis."""
    settings: int
    """Settings tested with batches from the law."""
    batch: int
    """Instances in each of these batches."""
    draws: int
    """Draws for each setting of a probability claim."""
    exact: int
    """Explicit instances evaluated exactly although nothing looked wrong."""
    climbs: int
    """Settings at which the violation is driven up by gradient steps."""
    steps: int
    """Gradient steps of each climb."""


PROFILES = {
    profile.name: profile
    for profile in (
        Profile(
            "quick", examples=60, settings=6, batch=128, draws=2_000, exact=16, climbs=3, steps=60
        ),
        Profile(
            "standard",
            examples=400,
            settings=24,
            batch=512,
            draws=20_000,
            exact=64,
            climbs=12,
            steps=200,
        ),
        Profile(
            "deep",
            examples=4_000,
            settings=120,
            batch=2_048,
            draws=200_000,
            exact=256,
            climbs=60,
            steps=500,
        ),
    )
}


@dataclass(frozen=True)
class Violation:
    """An instance on which the statement fails, and the arithmetic that says so."""

    setting: Any
    prompt: Prompt | None
    margin: Margin
    confirmed: str


class _Found(Exception):
    """Raised inside Hypothesis so that it shrinks."""


@dataclass
class Examiner:
    """Evaluates instances and keeps the books of one hunt."""

    variant: Variant
    device: torch.device
    instances: int = 0
    tracked: int = 0
    undecided: int = 0
    inactive: int = 0
    trivial: int = 0
    exact: int = 0
    exact_failed: bool = False
    margin: float | None = None
    tightness: float | None = None
    measured: dict[str, tuple[float, float]] = field(default_factory=dict)
    relatives: list[Tensor] = field(default_factory=list)
    stage: str = ""

    def examine(
        self, s: Any, prompt: Prompt | None, *, always_exact: bool = False
    ) -> Violation | None:
        """Judges a batch of prompts at one setting; returns its worst violation, if any."""
        margin = self.evaluate(s, prompt)
        self._book(margin)
        relative = torch.where(margin.active, margin.relative, torch.inf)
        order = relative.argsort()[:_SUSPECTS]
        suspects = order[margin.active[order]]
        if not len(suspects):
            return None
        # Also where the slack looks positive: rounding can hide a violation as well as feign one.
        found = self._suspect(s, prompt, suspects)
        if found is None and always_exact:
            found = self._settle(s, _take(prompt, suspects[:1]))[0]
        return found

    def evaluate(self, s: Any, prompt: Prompt | None) -> Margin:
        """The margin in plain float64, checked to be one."""
        moved = move(s, self.device)
        batch = None if prompt is None else move(prompt, self.device)
        margin = self.variant.evaluate(moved, batch, self.variant.construct(moved))
        if bool((torch.isnan(margin.slack) & margin.active).any()):
            where = f"setting {witness.encode_fields(s)}"
            raise CheckFailed(f"the check returned NaN at {where}")
        return margin

    def _suspect(self, s: Any, prompt: Prompt | None, suspects: Tensor) -> Violation | None:
        tracked = self._evaluate_lifted(s, _take(prompt, suspects), "tracked")
        violated, _, undecided = tracked.statuses()
        self.tracked += len(suspects)
        # What surely fails first; then what float64 cannot tell, each settled exactly if possible.
        open_ = [*violated.nonzero()[:1, 0].tolist(), *undecided.nonzero()[:, 0].tolist()]
        for index in open_:
            one = _take(prompt, suspects[index : index + 1])
            found, settled = self._settle(s, one)
            if found is not None:
                return found
            if bool(violated[index]):
                if settled:
                    raise CheckFailed(
                        "float64 with its running error bound says that the statement fails, exact "
                        f"arithmetic that it holds, at setting {witness.encode_fields(s)}: the "
                        "check does not evaluate the same thing in both, or an error bound is wrong"
                    )
                return Violation(s, one, _row(tracked, index), "running error")
            self.undecided += not settled
        return None

    def _settle(self, s: Any, prompt: Prompt | None) -> tuple[Violation | None, bool]:
        """Evaluates one instance in rationals, then in balls: (violation, whether decided)."""
        with exact.ball_precision():
            for ring in ("rational", "ball"):
                try:
                    margin = self._evaluate_lifted(s, prompt, ring)
                except NotExact:
                    continue
                violated, holds, _ = margin.statuses()
                if bool(violated.any()):
                    return Violation(s, prompt, margin, ring), True
                # A ball around zero is consistent with an equality, no more.
                if bool(holds.all()) and not (ring == "ball" and margin.relation == "="):
                    self.exact += 1
                    return None, True
        self.exact_failed = True
        return None, False

    def _evaluate_lifted(self, s: Any, prompt: Prompt | None, arithmetic: Any) -> Margin:
        lifted = lift(s, arithmetic)
        return self.variant.evaluate(
            lifted, lift(prompt, arithmetic), self.variant.construct(lifted)
        )

    def _book(self, margin: Margin) -> None:
        active = margin.active
        self.instances += len(active)
        self.inactive += int((~active).sum())
        self.trivial += int((margin.trivial & active).sum())
        if not bool(active.any()):
            return
        relative = margin.relative[active]
        self.relatives.append(relative.detach().cpu())
        low = float(relative.min())
        self.margin = low if self.margin is None else min(self.margin, low)
        told = active & ~margin.trivial
        if margin.relation == "<=" and bool(told.any()):
            best = float(margin.ratio[told].max())
            if best != float("-inf"):
                self.tightness = best if self.tightness is None else max(self.tightness, best)
        for name, values in margin.measured.items():
            finite = values[torch.isfinite(values)]
            if finite.numel():
                low, high = float(finite.min()), float(finite.max())
                old = self.measured.get(name, (low, high))
                self.measured[name] = (min(low, old[0]), max(high, old[1]))


def hunt(
    variant: Variant,
    profile: Profile,
    seed: int = 0,
    device: str = "cpu",
    alpha: float = 1e-8,
) -> HuntRecord:
    """Puts one reading or mutant to the test and returns what was seen.

    Args:
        variant: the reading or mutant.
        profile: the budget in instances.
        seed: decides every draw, together with the names of the claim and of the variant.
        device: where batches run.
        alpha: this hunt's share of the campaign's false-alarm budget.
    """
    start = time.perf_counter()
    examiner = Examiner(variant, torch.device(device))
    search = _Search(variant, profile, examiner, _derive(seed, variant.claim.id, variant.name))
    outcome: Outcome
    strength: Strength = "observed"
    found: dict[str, Any] = {}
    because = ""
    try:
        if variant.claim.kind == "probability" and variant.prompts is not None:
            outcome, strength, found = _probability(search, alpha)
        else:
            outcome, strength, found = _universal(search)
    except MissingDependency as error:
        outcome, because = "undecided", str(error)
    except LemmataError as error:
        outcome, because = "error", str(error)
    except CheckFailed as error:
        outcome, because = "error", str(error)
    except Exception as error:  # noqa: BLE001 - whatever a claim's own code raises is its defect
        outcome, because = "error", _describe(error)
    return HuntRecord(
        claim=variant.claim.id,
        variant=variant.name,
        role=variant.role,
        outcome=outcome,
        evidence=strength,
        instances=examiner.instances - examiner.inactive,
        scope=because or _scope(examiner, search, outcome, found),
        seed=seed,
        profile=profile.name,
        seconds=time.perf_counter() - start,
        stage=examiner.stage,
        margin=_finite(examiner.margin),
        tightness=_finite(examiner.tightness),
        discarded=search.discarded,
        inactive=examiner.inactive,
        undecided=examiner.undecided,
        exact=examiner.exact,
        measured=examiner.measured,
        histogram=_histogram(examiner.relatives),
        tests=found.get("tests", []),
        witness=found.get("witness"),
        because=because,
    )


def _universal(search: _Search) -> tuple[Outcome, Strength, dict[str, Any]]:
    """For all settings and prompts: refuted by one genuine violation."""
    examiner = search.examiner
    violation = search.run()
    if violation is not None:
        genuine = violation.confirmed in ("rational", "ball")
        sealed = _seal_instance(search.variant, violation)
        return "refuted", "genuine" if genuine else "tolerance-only", {"witness": sealed}
    met = examiner.instances - examiner.inactive
    if met == 0 or examiner.trivial == met:
        return "vacuous", "probed", {}
    if examiner.undecided and examiner.undecided == examiner.tracked and not examiner.exact:
        return "undecided", "tolerance-only", {}
    exactly = examiner.exact > 0 and not examiner.exact_failed and not examiner.undecided
    return "holds", "exact" if exactly else "probed", {}


@dataclass
class _Search:
    """The stages of one hunt. ``seed`` is the hunt's own."""

    variant: Variant
    profile: Profile
    examiner: Examiner
    seed: int
    discarded: int = 0
    visited: dict[str, tuple[float, Any]] = field(default_factory=dict)

    def run(self) -> Violation | None:
        """All stages until a violation is found (and, for a reading, shrunk)."""
        stages = [
            ("hand-picked settings", self._examples),
            ("adversarial search", self._hypothesis),
            ("batches from the law", self._batches),
            ("gradient ascent on the violation", self._climb),
        ]
        if self.variant.role == "mutant":
            stages[:2] = stages[1::-1]  # small instances kill faster than large hand-picked ones
        for stage, step in stages:
            self.examiner.stage = stage
            found = step()
            if found is not None:
                if self.variant.role == "reading" and step != self._hypothesis:
                    # A smaller witness is worth one more search: Hypothesis shrinks, we do not.
                    smaller = self._hypothesis()
                    return smaller or found
                return found
        return None

    def generator(self, *parts: Any) -> Generator:
        """A random generator for one purpose of this hunt."""
        return Generator().manual_seed(_derive(self.seed, *parts))

    def space(self, s: Any) -> Space | None:
        """The prompts at a setting."""
        return None if self.variant.prompts is None else self.variant.prompts(s)

    def batch(self, s: Any, size: int, *parts: Any) -> Prompt | None:
        """A batch of prompts from the law."""
        space = self.space(s)
        if space is None:
            return None
        prompt: Prompt = space.sample(self.generator(*parts), size)
        return prompt

    def _examples(self) -> Violation | None:
        for number, s in enumerate(self.variant.claim.examples):
            if self.variant.settings.explain(s) is not None:
                continue  # the example belongs to another reading
            batch = self.batch(s, self.profile.batch, "example", number)
            found = self.examiner.examine(s, batch)
            if found is not None:
                return found
        return None

    def _hypothesis(self) -> Violation | None:
        last: list[Violation] = []
        # A mutant is to be killed, so only what looks wrong is worth exact arithmetic.
        budget = [self.profile.exact if self.variant.role == "reading" else 0]

        def test(instance: tuple[Any, Prompt | None]) -> None:
            s, prompt = instance
            if prompt is not None and self.variant.role == "mutant":
                more = self.batch(s, _COMPANY, "company")
                assert more is not None
                prompt = prompt.followed_by(more)
            small = _entries(s) + _entries(prompt) <= EXACT_ENTRIES
            found = self.examiner.examine(s, prompt, always_exact=small and budget[0] > 0)
            budget[0] -= 1
            self._remember(s)
            hypothesis.target(-max(min(self._last_margin(), 1e6), -1e6), label="violation")
            if found is not None:
                last.append(found)
                raise _Found

        examples = self.profile.examples
        if self.variant.prompts is None:
            examples *= _NO_PROMPT  # there will be no batches, and one number costs little
        # The smallest sizes first: a violation there is one that a person can read.
        for growth, part in ((0, 4), (1, 4), (None, 1)):
            strategy = _instances(self.variant, growth)
            self._drive(strategy, test, examples // part, f"instances, growth {growth}")
            if last:
                return last[-1]
        return None

    def _batches(self) -> Violation | None:
        if self.variant.prompts is None:
            return None
        for number, s in enumerate(self.hardest(self.profile.settings)):
            found = self.examiner.examine(s, self.batch(s, self.profile.batch, "batch", number))
            if found is not None:
                return found
        return None

    def _climb(self) -> Violation | None:
        """Drives inequalities towards violation by gradient steps over the prompt."""
        for number, s in enumerate(self.hardest(self.profile.climbs)):
            prompt = self.batch(s, _CLIMBERS, "climb", number)
            if prompt is None:
                return None
            reached = _ascend(self.examiner, s, prompt, self.space(s), self.profile.steps)
            if reached is None:
                return None
            for bits in (3, 6, 12, None):  # coarse numbers make a readable witness
                rounded = reached if bits is None else _round(reached, bits, self.space(s))
                found = self.examiner.examine(s, rounded)
                if found is not None:
                    return found
        return None

    def hardest(self, count: int) -> list[Any]:
        """Settings met by the search: half of them with the smallest margins, half spread out."""
        ranked = [s for _, s in sorted(self.visited.values(), key=lambda pair: pair[0])]
        if len(ranked) <= count:
            return ranked
        hard = ranked[: (count + 1) // 2]
        rest = ranked[(count + 1) // 2 :]
        step = max(len(rest) // max(count - len(hard), 1), 1)
        return hard + rest[::-1][::step][: count - len(hard)]

    def _last_margin(self) -> float:
        if not self.examiner.relatives:
            return 0.0
        return float(self.examiner.relatives[-1].min())

    def _remember(self, s: Any) -> None:
        key = repr(witness.encode_fields(s))
        margin = self._last_margin()
        if key not in self.visited or margin < self.visited[key][0]:
            self.visited[key] = (margin, s)

    def _drive(
        self,
        strategy: Any,
        test: Callable[[Any], None],
        examples: int,
        purpose: str,
        shrink: bool | None = None,
    ) -> None:
        """Runs Hypothesis with a profile of our own; a draw that meets no hypothesis is counted."""

        @hypothesis.strategies.composite
        def counted(draw: Any) -> Any:
            self.discarded += 1
            instance = draw(strategy)  # ends here if the draw does not meet the hypotheses
            self.discarded -= 1
            return instance

        phases = [Phase.generate, Phase.target]
        if shrink if shrink is not None else self.variant.role == "reading":
            phases.append(Phase.shrink)
        run = hypothesis.settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=False,
            phases=phases,
            report_multiple_bugs=False,
            print_blob=False,
            verbosity=Verbosity.quiet,
            suppress_health_check=list(HealthCheck),
        )(hypothesis.given(counted())(test))
        # Unsatisfiable: no draw meets the hypotheses, which the hunt reports as vacuous.
        with suppress(_Found, Unsatisfiable):
            hypothesis.seed(_derive(self.seed, purpose))(run)()


def _ascend(
    examiner: Examiner, s: Any, prompt: Prompt, space: Space | None, steps: int
) -> Prompt | None:
    """The prompts after projected Adam steps that lower the relative margin.

    None where there is nothing to climb: an equality (it fails almost everywhere or nowhere), or a
    margin that does not depend on the prompt smoothly.
    """
    assert space is not None
    if examiner.evaluate(s, prompt).relation == "=":
        return None
    current = prompt.map(lambda v: v.clone().requires_grad_())
    leaves = [v for _, v in current.items()]
    optimiser = torch.optim.Adam(leaves, lr=_STEP)
    for _ in range(steps):
        optimiser.zero_grad()
        with torch.enable_grad():
            margin = examiner.evaluate(s, current)
            told = torch.where(
                margin.active & torch.isfinite(margin.relative), margin.relative, 0.0
            )
            if not told.requires_grad:
                return None
            told.sum().backward()  # type: ignore[no-untyped-call]
        for leaf in leaves:
            if leaf.grad is not None:
                leaf.grad.nan_to_num_(0.0, 0.0, 0.0)
        optimiser.step()
        with torch.no_grad():
            projected = space.project(current.map(lambda v: v.detach()))
            for leaf, (_, value) in zip(leaves, projected.items(), strict=True):
                leaf.copy_(value)
    return current.map(lambda v: v.detach())


def _round(prompt: Prompt, bits: int, space: Space | None) -> Prompt:
    assert space is not None
    rounded: Prompt = space.project(prompt.map(lambda v: torch.round(v * 2**bits) / 2**bits))
    return rounded


def _instances(variant: Variant, growth: int | None) -> Any:
    """Settings with one explicit prompt each."""

    @hypothesis.strategies.composite
    def draws(draw: Any) -> tuple[Any, Prompt | None]:
        s = draw(variant.settings.strategy(growth))
        if variant.prompts is None:
            return s, None
        prompt: Prompt = draw(variant.prompts(s).strategy())
        return s, prompt.map(lambda v: torch.as_tensor(v, dtype=torch.float64)[None])

    return draws()


# -- probabilities -----------------------------------------------------------------------------

_EXPLORE = 64
_TESTED = 4
_CHUNK = 256
_OUTLIVES = 100
"""A reading is tested on until its refutation would stand if this many runs were merged."""
_REPLAYED = 2_000_000


def _probability(search: _Search, alpha: float) -> tuple[Outcome, Strength, dict[str, Any]]:
    """Fails with at most the stated probability at every setting: tested by betting.

    Settings are chosen by looking at exploratory draws; each chosen one is then tested on fresh
    draws, at the hunt's level divided by the number of settings tested.
    """
    variant, profile, examiner = search.variant, search.profile, search.examiner
    claim = variant.claim
    assert claim.failure is not None
    examiner.stage = "exploration of settings"
    chosen = _explore(search)
    if not chosen:
        return "vacuous", "observed", {}
    level = alpha / len(chosen)
    enough = level * (share(_OUTLIVES) if variant.role == "reading" else 1)
    tests: list[dict[str, Any]] = []
    verdict: tuple[Outcome, Strength, dict[str, Any]] | None = None
    examiner.stage = "sequential test on fresh draws"
    informative = False
    for number, s in enumerate(chosen):
        allowed = float(claim.failure(s))
        wealth = Wealth(min(max(allowed, 0.0), 1.0))
        size = min(_CHUNK, profile.draws)
        for chunk in range(-(-profile.draws // size)):
            batch = search.batch(s, size, "test", profile.name, number, chunk)
            drawn, failures, trivial = _failures(examiner, s, batch)
            informative |= not trivial and allowed < 1
            wealth = wealth.after(drawn, failures)
            if wealth.rejects(enough):
                break
        tests.append(_told(s, wealth, level, confidence=1 - 0.01 / len(chosen)))
        if wealth.rejects(level) and verdict is None:
            sealed = _seal_setting(variant, s, wealth, search.seed)
            verdict = ("refuted", "genuine", {"witness": sealed})
            break
    if verdict is None:
        verdict = ("holds", "probed", {}) if informative else ("vacuous", "observed", {})
    verdict[2]["tests"] = tests
    return verdict


def _explore(search: _Search) -> list[Any]:
    """The hand-picked settings, the one that Hypothesis shrinks to, and the most suspicious ones."""
    variant, examiner = search.variant, search.examiner
    claim = variant.claim
    assert claim.failure is not None
    excess: dict[str, tuple[float, Any]] = {}
    smallest: list[Any] = []

    def look(s: Any) -> None:
        key = repr(witness.encode_fields(s))
        if key in excess:
            return
        drawn, failures, _ = _failures(examiner, s, search.batch(s, _EXPLORE, "explore", key))
        allowed = min(max(float(claim.failure(s)), 0.0), 1.0)  # type: ignore[misc]
        found = failures / max(drawn, 1)
        excess[key] = (allowed - found, s)
        hypothesis.target(min(found - allowed, 1.0), label="excess")
        if Wealth(allowed, drawn, failures).rejects(1e-4):
            smallest[:] = [s]
            excess.pop(key)  # shrinking must see the same answer again
            raise _Found

    search._drive(variant.settings.strategy(), look, search.profile.examples, "settings")
    picked = [s for s in claim.examples if variant.settings.explain(s) is None]
    ranked = [s for _, s in sorted(excess.values(), key=lambda pair: pair[0])][:_TESTED]
    unique = {repr(witness.encode_fields(s)): s for s in [*smallest, *picked, *ranked]}
    return list(unique.values())


def _failures(examiner: Examiner, s: Any, prompt: Prompt | None) -> tuple[int, int, bool]:
    """How many instances count, how many of these fail, and whether all are trivial.

    Those that meet the hypotheses count; they fail if they do by more than rounding could explain.
    """
    margin = examiner.evaluate(s, prompt)
    examiner._book(margin)
    met = int(margin.active.sum())
    suspects = ((margin.relative < 0) & margin.active).nonzero()[:, 0]
    if not len(suspects):
        return met, 0, bool(margin.trivial.all())
    tracked = examiner._evaluate_lifted(s, _take(prompt, suspects), "tracked")
    violated, _, _ = tracked.statuses()
    return met, int(violated.sum()), False


def _told(s: Any, wealth: Wealth, level: float, confidence: float) -> dict[str, Any]:
    return {
        "setting": witness.encode_fields(s),
        "allowed": wealth.allowed,
        "n": wealth.draws,
        "failures": wealth.failures,
        "e_value": wealth.e_value,
        "level": level,
        "upper": wealth.upper(confidence),
        "detectable": detectable(wealth.draws, wealth.allowed, level),
    }


# -- witnesses ---------------------------------------------------------------------------------


def _seal_instance(variant: Variant, violation: Violation) -> dict[str, Any]:
    margin = violation.margin
    prompt = violation.prompt
    return witness.seal(
        {
            "claim": variant.claim.id,
            "variant": variant.name,
            "kind": "instance",
            "setting": witness.encode_fields(violation.setting),
            "prompt": None if prompt is None else witness.encode_fields(_first(prompt)),
            "left": witness.encode(margin.left[0]),
            "right": witness.encode(margin.right[0]),
            "relation": margin.relation,
            "relative": float(margin.relative[0]),
            "confirmed": violation.confirmed,
            "statistics": None,
        }
    )


def _seal_setting(variant: Variant, s: Any, wealth: Wealth, seed: int) -> dict[str, Any]:
    return witness.seal(
        {
            "claim": variant.claim.id,
            "variant": variant.name,
            "kind": "setting",
            "setting": witness.encode_fields(s),
            "prompt": None,
            "left": None,
            "right": None,
            "relation": "<=",
            "relative": wealth.allowed - wealth.failures / wealth.draws,
            "confirmed": "e-value",
            "statistics": {
                "n": wealth.draws,
                "failures": wealth.failures,
                "allowed": wealth.allowed,
                "e_value": wealth.e_value,
                "seed": seed,
            },
        }
    )


@dataclass(frozen=True)
class Replay:
    """What re-checking a witness gave."""

    confirmed: bool
    report: tuple[str, ...]


def replay(claim: Claim, payload: dict[str, Any]) -> Replay:
    """Re-checks a stored witness alone: the hypotheses, then the statement, exactly if possible.

    Raises:
        WitnessError: the witness does not fit the claim.
    """
    try:
        variant = claim.variant(payload["variant"])
    except LemmataError as error:
        raise witness.WitnessError(str(error)) from None
    s = witness.revive_setting(variant.settings.holder, payload["setting"])
    if outside := variant.settings.explain(s):
        raise witness.WitnessError(f"the setting does not meet the hypotheses: {outside}")
    examiner = Examiner(variant, torch.device("cpu"))
    if payload["kind"] == "setting":
        drawn = (payload.get("statistics") or {}).get("n")
        if type(drawn) is not int:
            raise witness.WitnessError("the witness does not say how many draws it rests on")
        return _replay_setting(variant, examiner, s, drawn)
    prompt = witness.revive_prompt(payload.get("prompt"))
    if (prompt is None) != (variant.prompts is None):
        raise witness.WitnessError(
            "the witness and the claim disagree on whether there is a prompt"
        )
    if prompt is not None and variant.prompts is not None:
        outside = variant.prompts(s).explain(_first(prompt))
        if outside:
            raise witness.WitnessError(f"the prompt does not meet the hypotheses: {outside}")
    margin = examiner.evaluate(s, prompt)
    report = [f"float64: relative margin {float(margin.relative[0]):.3e}"]
    if not bool(margin.active[0]):
        return Replay(False, (*report, "the hypotheses of the statement are not met"))
    found, settled = examiner._settle(s, prompt)
    if found is not None:
        report.append(f"{found.confirmed} arithmetic: {_sides(found.margin)}")
        return Replay(True, tuple(report))
    if settled:
        return Replay(False, (*report, "exact arithmetic: the statement holds here"))
    tracked = examiner._evaluate_lifted(s, prompt, "tracked")
    violated = bool(tracked.statuses()[0].any())
    report.append("running error bound: " + ("violated" if violated else "not violated"))
    return Replay(violated, tuple(report))


def _replay_setting(variant: Variant, examiner: Examiner, s: Any, drawn: int) -> Replay:
    """The test again on fresh draws, up to four times as many as the witness speaks of."""
    if variant.claim.failure is None:
        raise witness.WitnessError("the witness is about a probability, its claim is not")
    profile = PROFILES["quick"]
    search = _Search(variant, profile, examiner, _derive("replay", variant.claim.id, variant.name))
    wealth = Wealth(min(max(float(variant.claim.failure(s)), 0.0), 1.0))
    for chunk in range(-(-min(max(profile.draws, 4 * drawn), _REPLAYED) // _CHUNK)):
        met, failures, _ = _failures(examiner, s, search.batch(s, _CHUNK, "replay", chunk))
        wealth = wealth.after(met, failures)
        if wealth.rejects(FALSE_ALARM_BUDGET):
            break
    report = (
        f"{wealth.failures} failures in {wealth.draws} fresh draws, allowed probability "
        f"{wealth.allowed:.4g}, e-value {wealth.e_value:.3g}"
    )
    return Replay(wealth.rejects(FALSE_ALARM_BUDGET), (report,))


def _sides(margin: Margin) -> str:
    left, right = witness.encode(margin.left[0]), witness.encode(margin.right[0])
    text = f"left {left}, right {right}, but the statement says left {margin.relation} right"
    return text if len(text) < 400 else "the two sides are large; see the witness"


# -- small helpers -------------------------------------------------------------------------------


def _derive(*parts: Any) -> int:
    """A seed from names and numbers, the same on every machine."""
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")


def _take(prompt: Prompt | None, index: Tensor) -> Prompt | None:
    if prompt is None:
        return None
    return prompt.take(index.to("cpu") if len(prompt) else index)


def _row(margin: Margin, index: int) -> Margin:
    """The margin of one instance alone."""
    keep = slice(index, index + 1)
    return Margin(
        margin.slack[keep],
        margin.scale[keep],
        margin.relation,
        margin.left[keep],
        margin.right[keep],
        margin.active[keep],
        margin.trivial[keep],
    )


def _first(prompt: Prompt) -> Prompt:
    """The only instance of a batch of one, without its batch axis."""
    return prompt.map(lambda value: value[0])


def _entries(instance: Any) -> int:
    """How many numbers an instance holds."""
    if instance is None:
        return 0
    parts: Iterable[Any]
    if isinstance(instance, Prompt):
        parts = (value for _, value in instance.items())
    else:
        parts = vars(instance).values()
    return sum(p.numel() if isinstance(p, Tensor) else 1 for p in parts)


def _finite(value: float | None) -> float | None:
    return value if value is not None and abs(value) != float("inf") else None


def _histogram(relatives: list[Tensor]) -> dict[str, list[float]] | None:
    """Relative margins in 24 bins between their extremes (clipped to [-1, 1])."""
    if not relatives:
        return None
    values = torch.cat(relatives).clamp(-1.0, 1.0)
    low, high = float(values.min()), float(values.max())
    if low == high or len(values) < 20:
        return None
    counts = torch.histc(values, bins=24, min=low, max=high)
    edges = torch.linspace(low, high, 25, dtype=torch.float64)
    return {"edges": edges.tolist(), "counts": counts.tolist()}


def _describe(error: Exception) -> str:
    """The error and the line of the claim's code that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = frames[-1] if frames else None
    at = f" ({place.filename.rsplit('/', 2)[-1]}:{place.lineno}, {place.name})" if place else ""
    return f"{type(error).__name__}: {error}{at}"


def _scope(examiner: Examiner, search: _Search, outcome: Outcome, found: dict[str, Any]) -> str:
    """One sentence in words: what was drawn, how many, how near the bound came."""
    n = f"{examiner.instances:,}"
    if outcome == "refuted":
        payload = found["witness"]
        if payload["kind"] == "setting":
            told = payload["statistics"]
            return (
                f"refuted: {told['failures']:,} of {told['n']:,} fresh draws fail at one setting "
                f"where the statement allows a share of {told['allowed']:.4g} "
                f"(e-value {told['e_value']:.3g})"
            )
        ways = {
            "rational": "confirmed in exact rational arithmetic",
            "ball": f"confirmed in ball arithmetic at {exact.BALL_BITS} bits",
            "running error": "beyond the running error bound of float64, not confirmed exactly",
        }
        return f"refuted after {n} instances ({examiner.stage}), {ways[payload['confirmed']]}"
    if outcome == "vacuous":
        met = examiner.instances - examiner.inactive
        if met == 0:
            return f"vacuous: none of {n} instances meets the hypotheses"
        return f"vacuous: on all of {met:,} instances the conclusion says nothing"
    if outcome == "undecided":
        return (
            f"undecided: of {n} instances the {examiner.tracked:,} with the smallest slack all lie "
            "within their own error bound"
        )
    words = [f"holds on {examiner.instances - examiner.inactive:,} instances"]
    if examiner.inactive:
        words.append(f"{examiner.inactive:,} more do not meet the hypotheses")
    if examiner.exact:
        words.append(f"{examiner.exact:,} of them decided in exact arithmetic")
    if examiner.undecided:
        words.append(f"{examiner.undecided:,} within rounding of equality")
    if examiner.trivial:
        words.append(f"on {examiner.trivial:,} the conclusion is trivial")
    if found.get("tests"):
        worst = max(test["upper"] for test in found["tests"])
        words.append(
            f"{len(found['tests'])} settings tested on fresh draws; with 99 % confidence none of "
            f"them fails with probability above {worst:.3g}"
        )
        seen = [test["detectable"] for test in found["tests"] if test["detectable"] is not None]
        if len(seen) == len(found["tests"]):
            words.append(
                f"a failure probability of {max(seen):.3g} would have been noticed with power 99 %"
            )
    if examiner.tightness is not None:
        words.append(f"largest ratio of the two sides {examiner.tightness:.6g}")
    return "; ".join(words)
