"""Re-checking a stored witness alone: the hypotheses, then the statement, exactly if possible."""

from __future__ import annotations

import torch

from lemmata.errors import LemmataError
from lemmata.records import strict
from lemmata.records.witness import Replay, Witness, WitnessError
from lemmata.search.encoding import decode_witness, encode
from lemmata.search.examiner import Examiner
from lemmata.search.profiles import PROFILES
from lemmata.search.seeds import derive
from lemmata.search.stages import Search
from lemmata.statement.claims import Claim
from lemmata.statement.margins import Margin

__all__ = ["Replay", "replay"]


def replay(claim: Claim, witness: Witness) -> Replay:
    """Re-checks a stored witness.

    Raises:
        LemmataError: the witness does not fit the claim.
    """
    try:
        variant = claim.variant(witness.variant)
    except LemmataError as error:
        raise WitnessError(strict.brief(error)) from None
    examiner = Examiner(variant, torch.device("cpu"))
    if witness.kind != "instance":
        seed = derive("replay", claim.id, variant.name)
        search = Search(variant, PROFILES["quick"], examiner, seed)
        again: Replay = claim.kind.replay(search, witness)
        return again
    s, prompt = decode_witness(variant, witness)
    margin = examiner.evaluate(s, prompt)
    report = [f"float64: relative margin {float(margin.relative[0]):.3e}"]
    if not bool(margin.active[0]):
        return Replay(False, (*report, "the hypotheses of the statement are not met"))
    decision = examiner.decide(s, prompt)
    if decision.violation is not None:
        by, sides = decision.violation.confirmed, _sides(decision.violation.margin)
        return Replay(True, (*report, f"{by} arithmetic: {sides}"))
    if decision.decided:
        return Replay(False, (*report, "exact arithmetic: the statement holds here"))
    tracked = examiner.evaluate_lifted(s, prompt, "tracked")
    violated = bool(tracked.statuses()[0].any())
    report.append("running error bound: " + ("violated" if violated else "not violated"))
    return Replay(violated, tuple(report))


def _sides(margin: Margin) -> str:
    left, right = encode(margin.left[0]), encode(margin.right[0])
    text = f"left {left}, right {right}, but the statement says left {margin.relation} right"
    return text if len(text) < 400 else "the two sides are large; see the witness"
