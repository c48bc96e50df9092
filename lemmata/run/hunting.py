"""The hunt: a search for one setting and prompt on which a statement fails.

The claim's kind (:mod:`lemmata.search.kinds`) decides how; its finding becomes a record here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from importlib import metadata
from typing import Any

import torch

from lemmata.claims.claim import Variant
from lemmata.errors import CheckFailed, LemmataError, MissingDependency, described
from lemmata.formulas.conclusions import says_nothing
from lemmata.numbers.running_error import Tracked
from lemmata.prove.proofs import Proof, foreign, proves_too_much
from lemmata.records.clock import at
from lemmata.records.evidence import HuntRecord
from lemmata.records.finding import Finding
from lemmata.records.witness import Witness, WitnessError
from lemmata.run import kept_proofs
from lemmata.search.caches import apart
from lemmata.search.derived_values import derived
from lemmata.search.drawing.seeds import derive
from lemmata.search.encoding import decode_witness, encode
from lemmata.search.examiner import Examiner
from lemmata.search.landscape import landscape
from lemmata.search.open_constants import solve
from lemmata.search.profiles import PROFILES, Profile
from lemmata.search.reasons import amended_of, shows_the_reason, told_apart, where_told_apart
from lemmata.search.regions import beside, evaluates_the_statement, outside_of, restricted
from lemmata.search.stages import Search, nowhere
from lemmata.search.tally import Points

__all__ = ["PROFILES", "Profile", "hunt"]

_LOOKED_AT = 8
"""Settings and prompts at which two sides that read alike are computed."""
_DOUBTED = 2**10
"""Operations that are spent on proving what was refuted."""
_SEARCHES = 8
"""Searches for a mutant: a check is blind to what all of them miss, not to what one seed missed."""


@apart()
def hunt(
    variant: Variant,
    profile: Profile,
    seed: int = 0,
    device: str = "cpu",
    alpha: float = 1e-8,
    shard: int = 0,
    chunk: int | None = None,
    source: str = "",
    tried: str = "",
) -> HuntRecord:
    """Puts one reading or mutant to the test and returns a record of it.

    Args:
        variant: the reading or mutant.
        profile: the budget in instances.
        seed: decides every draw, together with the names of the claim and of the variant.
        device: where batches run.
        alpha: this hunt's share of the campaign's false-alarm budget.
        shard: which part of a hunt that is cut into several; shard 0 draws what an uncut hunt does.
        chunk: instances evaluated at a time; by default as many as suit the device.
        source: a digest of the claim's source, on which the points of a certificate depend.
        tried: one of its mutants; with both, what is kept of proofs is used.
    """
    start = time.perf_counter()
    _keep_freed_memory()
    share = profile.share(variant)
    record = partial(
        HuntRecord,
        claim=variant.claim.id,
        variant=variant.name,
        role=variant.role,
        seed=seed,
        shard=shard,
        profile=profile.name,
        share=share,
    )
    if variant.open:
        return record(finding=Finding(outcome="undecided", because=variant.open))
    budget = profile.cut(share)
    region = variant.fails_where
    inside = restricted(variant, inside=True)
    hunt_seed = derive(seed, variant.claim.id, variant.name, *([f"shard {shard}"] if shard else []))
    examiner = Examiner(inside, torch.device(device), chunk)
    examiner.points = Points() if variant.role == "reading" else None
    search = Search(inside, budget, examiner, hunt_seed, alpha if region is None else alpha / 2, seed)
    if amended_of(variant) is not None:
        search.keeps = partial(shows_the_reason, variant)
    try:
        kept = kept_proofs.read(variant, source, tried) if source and tried else None
    except WitnessError as error:
        return record(finding=Finding(outcome="error", because=str(error)))
    proof = cache(partial(kept_proofs.proof_of, variant, budget, source, kept))
    if region is None and _is_to_hold(variant):
        search.prove = partial(_decided, proof)
    with at("search"):
        finding = _repeated(search) if variant.role == "mutant" and not search.is_waived else finding_of(search)
        finding = _telling(search, variant, finding)
        if region is not None:
            outside = _telling(search, variant, finding_of(outside_of(search, variant)), seeking=False)
            finding = beside(finding, outside, evaluates_the_statement(variant))
    if finding.outcome == "refuted" and (variant.role == "reading" or hunt_seed % profile.doubts == 0):
        with at("certificates"):
            finding = _doubted(search, variant, finding)
    if finding.outcome == "holds" and variant.role == "reading" and (examiner.level or examiner.inactive):
        empty = _empty(search, variant)
        finding = replace(finding, outcome="vacuous", because=empty) if empty else finding
    if finding.outcome == "holds" and variant.role == "reading":
        with at("certificates"):
            finding = _with_certificate(finding, examiner, proof())
    with at("programs"):
        snippet, no_snippet = _snippet(variant, finding.witness)
        return record(
            finding=finding,
            seconds=time.perf_counter() - start,
            histogram=search.examiner.histogram() if variant.role == "reading" else None,
            landscape=landscape(search, refuted=finding.outcome == "refuted"),
            snippet=snippet,
            no_snippet=no_snippet,
            derived=derived(variant, finding.witness) if variant.role == "reading" and finding.witness else (),
        )


@cache
def _keep_freed_memory() -> None:
    """Lets this process keep what a chunk has freed for the next one, some 60 MB, where glibc allocates.

    It gives back what is free at the end of the heap beyond twice the largest mapped block that was freed;
    clearing the pages anew for each chunk took up to a fifth of a hunt. This block raises that limit to its
    most, and is never touched.
    """
    torch.empty(31 * 2**20, dtype=torch.uint8)


def _is_to_hold(variant: Variant) -> bool:
    """Whether it is a reading that its author expects to hold: of another a proof would be sought in vain."""
    reading = variant.claim.readings.get(variant.name)
    return variant.role == "reading" and reading is not None and reading.expect == "holds"


def _decided(proof: Callable[[], Proof]) -> Callable[[Any], bool]:
    """Tells at which settings a certificate decides every instance."""
    certificate = proof().certificate
    if certificate is None:
        return nowhere
    names, covered = certificate.settings[0], {repr(setting) for setting in certificate.settings}
    return lambda s: repr({name: encode(getattr(s, name)) for name in names}) in covered


def _with_certificate(finding: Finding, examiner: Examiner, proof: Proof) -> Finding:
    """The finding of a reading that holds, as strong as a certificate and the numbers that it met allow.

    A search calls it ``exact`` where each instance was decided exactly; the word stays if only exact numbers
    took part. A certificate makes it ``proved``.
    """
    brought = foreign(examiner) if finding.evidence == "exact" else ""
    strength = "proved" if proof.certificate else "probed" if brought else finding.evidence
    return replace(
        finding, evidence=strength, certificate=proof.certificate, unproved=brought or proof.why_none
    )


def _empty(search: Search, variant: Variant) -> str:
    """Why a reading says nothing; nothing if it says something.

    Formulas of code leave brackets out: two sides that read alike have to be computed alike as well, to the
    last bit of their values and of their error bounds.
    """
    why = says_nothing(variant)
    if not why or search.examiner.inactive or variant.claim.kind.estimated:
        return why
    for s in search.hardest(_LOOKED_AT):
        batch = search.batch(s, _LOOKED_AT, "whether it says something")
        if (margin := search.examiner.bounded(s, batch)) is not None:
            left, right = margin.left, margin.right
            alike = isinstance(left, Tracked) and isinstance(right, Tracked)
            if not (alike and torch.equal(left.value, right.value) and torch.equal(left.error, right.error)):
                return ""
    return why


def _repeated(search: Search) -> Finding:
    """The finding of the first search that refutes a mutant, or of the last; all share the budget of errors."""
    for attempt in range(_SEARCHES):
        seed = derive(search.seed, f"search {attempt}") if attempt else search.seed
        finding = finding_of(
            replace(search, seed=seed, alpha=search.alpha / 2 ** (attempt + 1), visited={}, climbed=set())
        )
        if finding.outcome != "holds":
            break
    return finding


def finding_of(search: Search) -> Finding:
    """The finding of the claim's kind; an error or a missing package is one, too."""
    try:
        if search.variant.settings.open_constants:
            return solve(search)
        finding: Finding = search.variant.claim.kind.hunt(search)
        return finding
    except MissingDependency as error:
        return search.finding("undecided", because=str(error))
    except (LemmataError, CheckFailed) as error:
        return search.finding("error", because=str(error))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a claim's own code raises is its defect
        return search.finding("error", because=described(error))


def _telling(search: Search, variant: Variant, finding: Finding, *, seeking: bool = True) -> Finding:
    """The finding with what its witness tells apart; with another witness if this one shows another reason."""
    if finding.outcome != "refuted" or finding.witness is None:
        return finding
    told = told_apart(variant, finding.witness)
    if told is None or not told.fails_too or not seeking:
        return replace(finding, told_apart=told)
    narrowed = where_told_apart(search.variant)
    if narrowed is None:
        return replace(finding, told_apart=told)
    examiner = Examiner(narrowed, search.examiner.device, search.examiner.chunk)
    seed = derive(search.seed, "told apart")
    # The statement is refuted already: this finds another witness, and is no second chance of a false alarm.
    found = finding_of(
        replace(
            search,
            variant=narrowed,
            profile=search.profile.glance,
            examiner=examiner,
            seed=seed,
            stored=False,
            discarded=0,
            visited={},
            climbed=set(),
            reached=(),
            beyond={},
        )
    )
    better = found.witness if found.outcome == "refuted" else None
    as_sure = found.evidence == "genuine" or finding.evidence != "genuine"
    seen = told_apart(variant, better) if better is not None and as_sure else None
    if better is None or seen is None or seen.fails_too:
        return replace(finding, told_apart=replace(told, sought=True))
    return replace(
        finding,
        evidence=found.evidence,
        scope=found.scope if found.scope.tests else finding.scope,
        margin=found.margin,
        tightness=found.tightness,
        witness=better,
        told_apart=seen,
    )


def _doubted(search: Search, variant: Variant, finding: Finding) -> Finding:
    """The finding; an error where the engine would prove what it has refuted."""
    witness = finding.witness
    if witness is None or witness.kind != "instance" or finding.evidence != "genuine":
        return finding
    setting, _ = decode_witness(variant, witness)  # which may lie outside of where it is said to fail
    known = "its certificate" if search.is_proved(setting) else ""
    method = known or proves_too_much(variant, setting, _DOUBTED)
    if not method:
        return finding
    return search.finding(
        "error", because=f"a proof ({method}) and a counterexample contradict each other: report this"
    )


def _snippet(variant: Variant, witness: Witness | None) -> tuple[str, str]:
    """The witness of a reading as a program, or why there is none."""
    if variant.role != "reading" or witness is None:
        return "", ""
    if witness.kind != "instance":
        return "", "many draws or a growing size refute it, and not one instance"
    for entry in metadata.entry_points(group="lemmata.snippets"):
        program: tuple[str, str] = entry.load()(variant, witness)
        return program
    return "", "no package that writes programs is installed"
