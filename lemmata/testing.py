"""For pytest: every reading and mutant of the claims as a test item.

::

    from lemmata.testing import check_variant, parametrize_claims

    @parametrize_claims("my_topic")
    def test_claims(variant):
        check_variant(variant)

An item passes if its outcome is the expected one, exactly as ``lemmata verify`` judges it.
"""

from __future__ import annotations

import functools
from typing import Any

import pytest

from lemmata import registry, verdicts
from lemmata.campaign import describe
from lemmata.claims import Claim, Variant
from lemmata.evidence import Evidence, HuntRecord, Run
from lemmata.hunt import PROFILES, hunt


@functools.cache
def _library(files: tuple[str, ...]) -> registry.Library:
    return registry.load(files)


def parametrize_claims(*select: str) -> Any:
    """A decorator that runs a test for every reading and mutant of the selected claims.

    The test takes one argument, ``variant``. ``select`` is as on the command line.
    """
    files = tuple(pattern for pattern in select if registry.is_file(pattern))
    claims = _library(files).select(select)
    variants = [variant for claim in claims for variant in claim.variants()]
    ids = [f"{variant.claim.id}: {variant.name}" for variant in variants]
    return pytest.mark.parametrize("variant", variants, ids=ids)


def check_variant(variant: Variant, profile: str = "quick", seed: int = 0) -> HuntRecord:
    """Hunts for one variant and fails the test on a surprise.

    Returns:
        What the hunt saw.
    """
    record = hunt(variant, PROFILES[profile], seed, alpha=_library(()).alpha)
    document = _judge(variant.claim, record)
    if record.outcome in ("undecided", "not-run"):
        pytest.skip(f"{record.outcome}: {record.scope}")
    assert not document["surprises"], "; ".join(document["surprises"])
    return record


def check_claim(claim: Claim, profile: str = "quick", seed: int = 0) -> None:
    """Hunts for all readings and mutants of a claim and fails on the first surprise."""
    for variant in claim.variants():
        check_variant(variant, profile, seed)


def _judge(claim: Claim, record: HuntRecord) -> dict[str, Any]:
    run = Run("", "", 0, "", "", "", None, 0.0)
    evidence = Evidence((run,), {claim.id: describe(claim)}, {record.key: record}, (), ())
    document: dict[str, Any] = verdicts.judge(evidence).document["claims"][0]
    return document
