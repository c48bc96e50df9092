"""Claims with a probability: tested by betting on fresh draws.

Settings are chosen by looking at exploratory draws; each chosen one is then tested on draws that
nobody has seen, at the hunt's level divided by the number of settings tested.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import hypothesis

from lemmata.records import witness
from lemmata.records.evidence import Outcome, Strength
from lemmata.records.statistics import Wealth, detectable, share
from lemmata.search.examiner import Examiner, take
from lemmata.search.stages import Search
from lemmata.statement.claims import Variant
from lemmata.statement.spaces import Prompt

_EXPLORE = 64
_TESTED = 4
CHUNK = 256
_SETTLED = 16
"""Of a batch so many draws that rounding leaves open are settled exactly: more are ties, mostly."""
_OUTLIVES = 100
"""A reading is tested on until its refutation would stand if this many runs were merged."""


def test(search: Search, alpha: float) -> tuple[Outcome, Strength, dict[str, Any]]:
    """Whether the statement fails with more than its stated probability at some setting."""
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
    informative = unclear = False  # whether a setting tested something, or left open whether
    for number, s in enumerate(chosen):
        allowed = float(claim.failure(s))
        wealth, undecided = Wealth(min(max(allowed, 0.0), 1.0)), 0
        says_something = False
        size = min(CHUNK, profile.draws)
        for chunk in range(-(-profile.draws // size)):
            batch = search.batch(s, size, "test", profile.name, number, chunk)
            if (space := search.space(s)) is not None:
                space.require_laws(batch)
            seen = count(examiner, s, batch, every=variant.role == "reading")
            says_something |= not seen.trivial and allowed < 1
            wealth, undecided = wealth.after(seen.met, seen.failures), undecided + seen.undecided
            if wealth.rejects(enough):
                break
        tests.append(_told(s, wealth, undecided, level, confidence=1 - 0.01 / len(chosen)))
        examiner.undecided += undecided
        open_ = _all_failing(wealth, undecided).rejects(level)
        unclear |= open_
        informative |= says_something and not open_
        if wealth.rejects(level) and verdict is None:
            sealed = _seal(variant, s, wealth, search.seed)
            verdict = ("refuted", "genuine", {"witness": sealed})
            break
    if verdict is None and informative:
        verdict = ("holds", "probed", {})
    if verdict is None:
        verdict = ("undecided", "tolerance-only", {}) if unclear else ("vacuous", "observed", {})
    verdict[2]["tests"] = tests
    return verdict


def _explore(search: Search) -> list[Any]:
    """The hand-picked settings, the one that Hypothesis shrinks to, and the most suspicious ones.

    Settings at which nothing can be learnt (every failure is allowed, or no draw says anything) come
    after all others, and the exploration is steered away from them.
    """
    variant, examiner = search.variant, search.examiner
    claim = variant.claim
    assert claim.failure is not None
    slack: dict[str, tuple[tuple[bool, float], Any]] = {}
    smallest: list[Any] = []

    def look(s: Any) -> None:
        key = repr(witness.encode_fields(s))
        if key in slack:
            return
        seen = count(examiner, s, search.batch(s, _EXPLORE, "explore", key))
        stated = float(claim.failure(s))  # type: ignore[misc]
        allowed = min(max(stated, 0.0), 1.0)
        found = seen.failures / max(seen.met, 1)
        idle = allowed == 1 or seen.trivial
        slack[key] = ((idle, allowed - found), s)
        # From a bound that allows everything, downhill to where it says something.
        hypothesis.target(-min(max(stated, 1.0), 1e6) if idle else found - allowed, label="excess")
        if Wealth(allowed, seen.met, seen.failures).rejects(1e-4):
            smallest[:] = [s]
            slack.pop(key)  # shrinking must see the same answer again
            search.leave()

    search.drive(variant.settings.drawn, look, search.examples, "settings")
    picked = [s for s in claim.examples if variant.settings.explain(s) is None]
    ranked = [s for _, s in sorted(slack.values(), key=lambda pair: pair[0])][:_TESTED]
    unique = {repr(witness.encode_fields(s)): s for s in [*smallest, *picked, *ranked]}
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
    """Judges a batch, and books it.

    What seems to fail is evaluated with its error bound. So is ``every`` draw if wanted, since rounding
    can hide a failure as well as feign one; a few that the bound leaves open are then settled exactly.
    """
    if prompt is not None and not len(prompt):
        return Count(0, trivial=True)
    seen = examiner.look(s, prompt)
    examiner.book(seen)
    met = int(seen.active.sum())
    trivial = bool((seen.trivial | ~seen.active).all())
    suspects = (seen.active & ((seen.relative < 0) | every)).nonzero()[:, 0]
    if not len(suspects):
        return Count(met, trivial=trivial)
    tracked = examiner.evaluate_lifted(s, take(prompt, suspects), "tracked")
    violated, holds, unclear = tracked.statuses()
    failures, successes = int(violated.sum()), int(holds.sum())
    if every and int(unclear.sum()) <= _SETTLED:
        for index in suspects[unclear]:
            settled = examiner.settle(s, take(prompt, index[None]))
            failures += settled.violation is not None
            successes += settled.decided and settled.violation is None
            examiner.exact += settled.decided
    return Count(met, failures, len(suspects) - failures - successes, trivial)


def _all_failing(wealth: Wealth, undecided: int) -> Wealth:
    """As if every undecided draw failed."""
    return replace(wealth, failures=wealth.failures + undecided)


def _told(
    s: Any, wealth: Wealth, undecided: int, level: float, confidence: float
) -> dict[str, Any]:
    return {
        "setting": witness.encode_fields(s),
        "allowed": wealth.allowed,
        "n": wealth.draws,
        "failures": wealth.failures,
        "undecided": undecided,
        "e_value": wealth.e_value,
        "level": level,
        "upper": _all_failing(wealth, undecided).upper(confidence),
        "detectable": detectable(wealth.draws, wealth.allowed, level),
    }


def _seal(variant: Variant, s: Any, wealth: Wealth, seed: int) -> dict[str, Any]:
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
