"""Which hypotheses a statement needs: each is dropped or moved by itself, and the statement is hunted there.

A counterexample counts only where the check has a value and all other hypotheses are met, and where exact
arithmetic confirms it, as any other witness. Where none is found a certificate is sought for the statement
without the hypothesis.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import torch

from lemmata.claims import sample_settings
from lemmata.claims.claim import Claim, Variant
from lemmata.claims.dropped_hypotheses import PREFIX, Without, without
from lemmata.formulas import conclusions
from lemmata.formulas.hypotheses import hypotheses
from lemmata.numbers import values
from lemmata.prove.proofs import prove
from lemmata.records.certificate import Certificate
from lemmata.records.clock import at
from lemmata.records.finding import Finding
from lemmata.records.needs import NeedRecord, NeedWord
from lemmata.run.hunting import finding_of
from lemmata.search.caches import apart
from lemmata.search.drawing.seeds import derive, generator
from lemmata.search.encoding import decode_witness
from lemmata.search.examiner import Examiner
from lemmata.search.profiles import Profile
from lemmata.search.stages import Search

_LOOKED_AT = 8
"""Settings, and prompts of each, at which a statement is looked at where all its hypotheses are met."""
_NOWHERE = "no draw that meets the other hypotheses fails it: they may imply it"
_SAYS_NOTHING = "the conclusion says nothing there"
_IN_FLOATS = "floats see it fail, and exact arithmetic cannot tell"


def can_be_asked(claim: Claim) -> bool:
    """Whether the hypotheses of a claim can be dropped: it says something of every instance, and is to hold."""
    kind = claim.kind
    return kind.hunted and not kind.estimated and not kind.at_once and claim.survivor.expect == "holds"


def needs(
    claim: Claim, profile: Profile, seed: int = 0, device: str = "cpu", alpha: float = 1e-8, source: str = ""
) -> Iterator[NeedRecord]:
    """What becomes of the surviving reading of a claim without each of its hypotheses.

    Args:
        claim: one that :func:`can_be_asked`.
        profile: the budget of each hunt.
        seed: decides every draw.
        device: where batches run.
        source: a digest of the claim's source, on which the points of a certificate depend.
        alpha: the share of the error budget of all these hunts together.
    """
    reading = claim.survivor.variant
    dropped = list(without(reading))
    texts = _texts(reading, dropped)
    breaks = not _has_a_value(reading)
    for each in dropped:
        start = time.perf_counter()
        finding, need, because = _hunted(each, profile, seed, device, alpha / len(dropped), source)
        if need == "undefined" and breaks:
            need, because = "open", f"nor was it seen to have a value where all hypotheses are met: {because}"
        yield NeedRecord(
            finding=finding,
            claim=claim.id,
            variant=each.name,
            reading=reading.name,
            hypothesis=texts[each.name],
            instead=each.instead,
            need=need,
            undefined=each.undefined.count,
            because=because,
            seed=seed,
            profile=profile.name,
            seconds=time.perf_counter() - start,
        )


def _has_a_value(reading: Variant) -> bool:
    """Whether the statement is defined at some setting that meets all hypotheses."""
    for s in sample_settings.settings(reading.settings, _LOOKED_AT):
        with suppress(Exception):  # it breaks there
            prompt = reading.prompts(s).sample(generator(0, "a value"), _LOOKED_AT) if reading.prompts else None
            margin = reading.evaluate(s, prompt, reading.construct(s))
            if bool(torch.isfinite(values(margin.slack)).any()):
                return True
    return False


def _texts(reading: Variant, dropped: list[Without]) -> dict[str, str]:
    """What each hypothesis says, by the name of the variant without it."""
    rows = {row.quantity: row.text for row in hypotheses(reading)}
    of_check = conclusions.given(reading)
    given = [each for each in dropped if each.dropped]
    joint = [each for each in dropped if not each.quantity and not each.dropped]
    found = {each.name: rows.get(each.quantity, each.quantity) or f"``{each.formula}``" for each in dropped}
    found |= {each.name: f"``{each.formula}``" for each in dropped if not each.quantity and each.formula}
    if len(given) == len(of_check):
        found |= {each.name: f"${latex}$" for each, latex in zip(given, of_check, strict=True)}
    if len(joint) == 1 and rows.get(""):
        found[joint[0].name] = rows[""]
    return {name: text if text != "````" else name.removeprefix(PREFIX) for name, text in found.items()}


@apart()
def _hunted(
    each: Without, profile: Profile, seed: int, device: str, alpha: float, source: str
) -> tuple[Finding, NeedWord, str]:
    """The finding without a hypothesis, what that says of it, and why."""
    examiner = Examiner(each, torch.device(device))
    examiner.compares = False  # where an instance has no value, its batch has none either
    own = derive(seed, each.claim.id, each.name)
    search = Search(each, profile.cut(profile.share(each)), examiner, own, alpha, seed, stored=False)
    with at("search"):
        finding = finding_of(search)
    need, because = _need(each, finding)
    if need == "not-seen":
        with at("certificates"):
            certificate = _certificate(each, profile, source)
        if certificate:
            finding = replace(finding, evidence="proved", certificate=certificate)
    return finding, need, because


def _need(each: Without, finding: Finding) -> tuple[NeedWord, str]:
    undefined = each.undefined
    if finding.outcome == "refuted":
        if finding.evidence != "genuine":
            return "open", _IN_FLOATS
        return ("needed", "") if _lies_outside(each, finding) else ("open", "its witness meets the hypothesis")
    if finding.outcome == "holds":
        return "not-seen", undefined.because
    if undefined.count and not finding.scope.instances:
        return "undefined", undefined.because
    if finding.outcome == "vacuous":
        return ("not-seen", _SAYS_NOTHING) if finding.scope.instances else ("open", _NOWHERE)
    return "open", finding.because or finding.words


def _lies_outside(each: Without, finding: Finding) -> bool:
    """Whether a witness is none of the reading itself, which survived."""
    witness, reading = finding.witness, each.claim.survivor.variant
    if witness is None or witness.kind != "instance":
        return witness is not None
    s, prompt = decode_witness(each, witness)
    if each.dropped:
        return not bool(Examiner(reading, torch.device("cpu")).evaluate(s, prompt).active.all())
    return reading.outside(s, prompt) is not None


def _certificate(each: Without, profile: Profile, source: str) -> Certificate | None:
    """A certificate of the statement without the hypothesis, if one is found."""
    whole = each.whole
    if whole is None:
        return None
    with suppress(Exception):  # what its code cannot do there proves nothing
        proof = prove(replace(whole, name=each.name), profile.proof, source, profile.proved)
        return proof.certificate
    return None
