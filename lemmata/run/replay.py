"""Re-checking a stored witness alone: the hypotheses, then the statement, exactly if possible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from lemmata.errors import LemmataError
from lemmata.records import strict, witness
from lemmata.records.statistics import FALSE_ALARM_BUDGET, Wealth
from lemmata.search import rates
from lemmata.search.examiner import Examiner
from lemmata.search.probability import CHUNK, count
from lemmata.search.profiles import PROFILES
from lemmata.search.seeds import derive
from lemmata.search.stages import Search, revive
from lemmata.statement.claims import Claim, Variant
from lemmata.statement.margins import Margin

_MOST_DRAWS = 2_000_000


@dataclass(frozen=True)
class Replay:
    """What re-checking a witness gave."""

    confirmed: bool
    report: tuple[str, ...]


def replay(claim: Claim, payload: dict[str, Any]) -> Replay:
    """Re-checks a stored witness.

    Raises:
        WitnessError: the witness does not fit the claim.
    """
    try:
        variant = claim.variant(payload["variant"])
    except LemmataError as error:
        raise witness.WitnessError(strict.brief(error)) from None
    examiner = Examiner(variant, torch.device("cpu"))
    if payload["kind"] == "rate":
        return _rate(variant, examiner, payload)
    s, prompt = revive(variant, payload)
    if payload["kind"] == "setting":
        drawn = (payload.get("statistics") or {}).get("n")
        if type(drawn) is not int:
            raise witness.WitnessError("the witness does not say how many draws it rests on")
        return _setting(variant, examiner, s, drawn)
    margin = examiner.evaluate(s, prompt)
    report = [f"float64: relative margin {float(margin.relative[0]):.3e}"]
    if not bool(margin.active[0]):
        return Replay(False, (*report, "the hypotheses of the statement are not met"))
    settled = examiner.settle(s, prompt)
    if settled.violation is not None:
        by, sides = settled.violation.confirmed, _sides(settled.violation.margin)
        return Replay(True, (*report, f"{by} arithmetic: {sides}"))
    if settled.decided:
        return Replay(False, (*report, "exact arithmetic: the statement holds here"))
    tracked = examiner.evaluate_lifted(s, prompt, "tracked")
    violated = bool(tracked.statuses()[0].any())
    report.append("running error bound: " + ("violated" if violated else "not violated"))
    return Replay(violated, tuple(report))


def _setting(variant: Variant, examiner: Examiner, s: Any, drawn: int) -> Replay:
    """The test again on fresh draws, up to four times as many as the witness speaks of."""
    if variant.claim.failure is None:
        raise witness.WitnessError("the witness is about a probability, its claim is not")
    profile = PROFILES["quick"]
    search = Search(variant, profile, examiner, derive("replay", variant.claim.id, variant.name))
    wealth = Wealth(min(max(float(variant.claim.failure(s)), 0.0), 1.0))
    for chunk in range(-(-min(max(profile.draws, 4 * drawn), _MOST_DRAWS) // CHUNK)):
        seen = count(examiner, s, search.batch(s, CHUNK, "replay", chunk))
        wealth = wealth.after(seen.met, seen.failures)
        if wealth.rejects(FALSE_ALARM_BUDGET):
            break
    report = (
        f"{wealth.failures} failures in {wealth.draws} fresh draws, allowed probability "
        f"{wealth.allowed:.4g}, e-value {wealth.e_value:.3g}"
    )
    return Replay(wealth.rejects(FALSE_ALARM_BUDGET), (report,))


def _rate(variant: Variant, examiner: Examiner, payload: dict[str, Any]) -> Replay:
    """The fit again on fresh draws."""
    if variant.claim.kind != "rate":
        raise witness.WitnessError("the witness is about a rate, its claim is not")
    own = derive("replay", variant.claim.id, variant.name)
    outcome, _, found = rates.fit(Search(variant, PROFILES["quick"], examiner, own))
    told = (payload.get("statistics") or {}).get("family")
    family = (
        (f"it counts only where the family that proves it holds: verify {told}",) if told else ()
    )
    return Replay(outcome == "refuted", (f"fresh draws: {found.get('rate', outcome)}", *family))


def _sides(margin: Margin) -> str:
    left, right = witness.encode(margin.left[0]), witness.encode(margin.right[0])
    text = f"left {left}, right {right}, but the statement says left {margin.relation} right"
    return text if len(text) < 400 else "the two sides are large; see the witness"
