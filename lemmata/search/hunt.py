"""The hunt: a search for one setting and prompt on which a statement fails.

The claim's kind (:mod:`lemmata.search.kinds`) decides how; its finding becomes a record here.
"""

from __future__ import annotations

import time
from dataclasses import replace
from importlib import metadata

import torch

from lemmata.errors import CheckFailed, LemmataError, MissingDependency, described
from lemmata.records.clock import at
from lemmata.records.evidence import HuntRecord
from lemmata.records.finding import Finding
from lemmata.records.witness import Witness
from lemmata.search.encoding import decode_witness
from lemmata.search.examiner import Examiner
from lemmata.search.in_symbols import derived
from lemmata.search.landscape import landscape
from lemmata.search.open_constants import solve
from lemmata.search.points import Points
from lemmata.search.profiles import PROFILES, Profile
from lemmata.search.proof import prove, proves_too_much
from lemmata.search.regions import beside, outside_of, restricted
from lemmata.search.seeds import derive
from lemmata.search.stages import Search
from lemmata.statement.claims import Variant

__all__ = ["PROFILES", "Profile", "hunt"]

_DOUBTED = 2**10
"""Operations that are spent on proving what was refuted."""
_SEARCHES = 8
"""Searches for a mutant: a check is blind to what all of them miss, not to what one seed missed."""


def hunt(
    variant: Variant,
    profile: Profile,
    seed: int = 0,
    device: str = "cpu",
    alpha: float = 1e-8,
    shard: int = 0,
    chunk: int | None = None,
    source: str = "",
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
    """
    start = time.perf_counter()
    share = profile.share(variant)
    budget = profile.cut(share)
    region = variant.fails_where
    inside = restricted(variant, inside=True)
    hunt_seed = derive(seed, variant.claim.id, variant.name, *([f"shard {shard}"] if shard else []))
    examiner = Examiner(inside, torch.device(device), chunk)
    examiner.points = Points() if variant.role == "reading" else None
    search = Search(inside, budget, examiner, hunt_seed, alpha if region is None else alpha / 2, seed)
    with at("search"):
        finding = _repeated(search) if variant.role == "mutant" and not search.is_waived else _finding(search)
    if region is not None:
        with at("search"):
            finding = beside(finding, _finding(outside_of(search, variant)))
    if finding.outcome == "refuted":
        with at("certificates"):
            finding = _doubted(search, variant, finding)
    survives = finding.outcome == "holds" and variant.role == "reading"
    if survives:
        with at("certificates"):
            proof = prove(variant, budget.proof, source, budget.proved)
        strength = "proved" if proof.certificate else finding.evidence
        finding = replace(finding, evidence=strength, certificate=proof.certificate, unproved=proof.why_none)
    with at("programs"):
        snippet, no_snippet = _snippet(variant, finding.witness)
        return HuntRecord(
            **vars(finding),
            claim=variant.claim.id,
            variant=variant.name,
            role=variant.role,
            seed=seed,
            shard=shard,
            profile=profile.name,
            share=share,
            seconds=time.perf_counter() - start,
            histogram=search.examiner.histogram() if variant.role == "reading" else None,
            landscape=landscape(search, refuted=finding.outcome == "refuted"),
            snippet=snippet,
            no_snippet=no_snippet,
            derived=derived(variant, finding.witness) if variant.role == "reading" and finding.witness else (),
        )


def _repeated(search: Search) -> Finding:
    """The finding of the first search that refutes a mutant, or of the last; all share the budget of errors."""
    for attempt in range(_SEARCHES):
        seed = derive(search.seed, f"search {attempt}") if attempt else search.seed
        finding = _finding(replace(search, seed=seed, alpha=search.alpha / 2 ** (attempt + 1), visited={}))
        if finding.outcome != "holds":
            break
    return finding


def _finding(search: Search) -> Finding:
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


def _doubted(search: Search, variant: Variant, finding: Finding) -> Finding:
    """The finding; an error where the engine would prove what it has refuted."""
    witness = finding.witness
    if witness is None or witness.kind != "instance" or finding.evidence != "genuine":
        return finding
    setting, _ = decode_witness(variant, witness)  # which may lie outside of where it is said to fail
    method = proves_too_much(variant, setting, _DOUBTED)
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
        return "", "what refutes it is many draws or a growing size, not one instance"
    for entry in metadata.entry_points(group="lemmata.snippets"):
        program: tuple[str, str] = entry.load()(variant, witness)
        return program
    return "", "no package that writes programs is installed"
