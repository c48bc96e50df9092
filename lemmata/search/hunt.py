"""The hunt: a search for one setting and prompt on which a statement fails.

The claim's kind (:mod:`lemmata.search.kinds`) decides how; its finding becomes a record here.
"""

from __future__ import annotations

import time
from importlib import metadata

import torch

from lemmata.errors import CheckFailed, LemmataError, MissingDependency, described
from lemmata.records.evidence import HuntRecord
from lemmata.records.finding import Finding
from lemmata.records.witness import Witness
from lemmata.search.examiner import Examiner
from lemmata.search.open_constants import solve
from lemmata.search.profiles import PROFILES, Profile
from lemmata.search.seeds import derive
from lemmata.search.stages import Search
from lemmata.statement.claims import Variant

__all__ = ["PROFILES", "Profile", "hunt"]


def hunt(
    variant: Variant,
    profile: Profile,
    seed: int = 0,
    device: str = "cpu",
    alpha: float = 1e-8,
    shard: int = 0,
    chunk: int | None = None,
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
    """
    start = time.perf_counter()
    hunt_seed = derive(seed, variant.claim.id, variant.name, *([f"shard {shard}"] if shard else []))
    search = Search(variant, profile, Examiner(variant, torch.device(device), chunk), hunt_seed, alpha, seed)
    finding = _finding(search)
    snippet, no_snippet = _snippet(variant, finding.witness)
    return HuntRecord(
        **vars(finding),
        claim=variant.claim.id,
        variant=variant.name,
        role=variant.role,
        seed=seed,
        shard=shard,
        profile=profile.name,
        seconds=time.perf_counter() - start,
        histogram=search.examiner.histogram(),
        snippet=snippet,
        no_snippet=no_snippet,
    )


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


def _snippet(variant: Variant, witness: Witness | None) -> tuple[str, str]:
    """The witness of a reading as a program, or why there is none."""
    if variant.role != "reading" or witness is None:
        return "", ""
    if witness.kind != "instance":
        return "", "the evidence is many draws or sizes, no single instance"
    for entry in metadata.entry_points(group="lemmata.snippets"):
        program: tuple[str, str] = entry.load()(variant, witness)
        return program
    return "", "no package that writes programs is installed"
