"""A statement that is said to fail somewhere is hunted there first, and beside that by itself.

The region (``fails_where``) joins the hypotheses, so that every stage draws, climbs and shrinks inside of it;
a second hunt with half of the budget does the same outside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lemmata.records.finding import Finding, Outside
from lemmata.search.examiner import Examiner
from lemmata.search.seeds import derive
from lemmata.search.stages import Search
from lemmata.statement.claims import Variant, speaks_of_prompts
from lemmata.statement.spaces import Space


def restricted(variant: Variant, inside: bool) -> Variant:
    """The reading on the region where it is said to fail, or outside of it; as it is if there is none."""
    region, prompts = variant.fails_where, variant.prompts
    if region is None:
        return variant
    if not speaks_of_prompts(region):
        return replace(variant, settings=_joined(variant.settings, lambda s: bool(region(s)) == inside))
    assert prompts is not None

    def within(s: Any) -> Space:
        return _joined(prompts(s), lambda prompt: bool(region(s, prompt)) == inside)

    return replace(variant, prompts=within)


def outside_of(search: Search, variant: Variant) -> Search:
    """The search of the reading outside of its region; ``search`` is that inside."""
    beyond = restricted(variant, inside=False)
    examiner = Examiner(beyond, search.examiner.device, search.examiner.chunk)
    seed = derive(search.seed, "outside")
    return Search(beyond, search.profile.cut(2), examiner, seed, search.alpha, search.run_seed, stored=False)


def beside(inside: Finding, outside: Finding) -> Finding:
    """The finding of both hunts: that of the region, unless the statement fails outside of it alone."""
    if "error" in (inside.outcome, outside.outcome):
        if inside.outcome == "error":
            return inside
        return replace(outside, because=f"outside of fails_where: {outside.because}")
    fails = outside.outcome == "refuted"
    alone = fails and inside.outcome != "refuted"
    scope, witness = outside.scope, outside.witness
    described = Outside(
        outcome=outside.outcome,
        settings=scope.settings or 0,
        prompts=scope.prompts,
        instances=scope.instances,
        drawn=scope.drawn,
        at=witness.setting if witness is not None else None,
        alone=alone,
    )
    return replace(outside if alone else inside, outside=described)


def _joined(space: Space, test: Callable[[Any], bool]) -> Space:
    before = space.where
    return replace(space, where=lambda instance: (before is None or before(instance)) and test(instance))
