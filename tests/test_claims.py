"""Every reading and mutant of every installed claim, judged as ``lemmata verify`` judges it."""

from __future__ import annotations

from lemmata.run import registry
from lemmata.statement.claims import Variant
from lemmata.testing import check_variant, parametrize_claims


@parametrize_claims()
def test_claims(variant: Variant) -> None:
    check_variant(variant)


def test_every_hand_picked_setting_belongs_to_a_reading_or_a_mutant() -> None:
    for claim in registry.load().claims.values():
        for example in claim.examples:
            reasons = {v.name: v.settings.explain(example) for v in claim.variants()}
            assert None in reasons.values(), f"{claim.id}: {example}: {reasons}"
