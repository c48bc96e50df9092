"""Every reading and mutant of every installed claim, judged as ``lemmata verify`` judges it."""

from __future__ import annotations

from lemmata.claims import Variant
from lemmata.testing import check_variant, parametrize_claims


@parametrize_claims()
def test_claims(variant: Variant) -> None:
    check_variant(variant)
