"""A statement that is said to fail somewhere is hunted there first, and beside that by itself.

The region (``fails_where``) joins the hypotheses, so that every stage draws, climbs and shrinks inside of it;
a second hunt with half of the budget does the same outside. What survives there is said of the statement alone:
a reading whose check is another than that of the amended one evaluates a counterexample's inequality, say, and
this says nothing where it is no counterexample.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lemmata.claims.claim import Variant, speaks_of_prompts
from lemmata.claims.joint_hypotheses import Joined
from lemmata.claims.space import Space
from lemmata.claims.vocabulary import NOT_ENCODED
from lemmata.records.finding import Finding, Outside
from lemmata.search.drawing.seeds import derive
from lemmata.search.examiner import Examiner
from lemmata.search.stages import Search


def restricted(variant: Variant, inside: bool) -> Variant:
    """The reading on the region where it is said to fail, or outside of it; as it is if there is none."""
    region, prompts = variant.fails_where, variant.prompts
    if region is None:
        return variant
    if not speaks_of_prompts(region):
        return replace(variant, settings=joined(variant.settings, lambda s: bool(region(s)) == inside))
    assert prompts is not None

    def within(s: Any) -> Space:
        return joined(prompts(s), lambda prompt: bool(region(s, prompt)) == inside)

    return replace(variant, prompts=within)


def outside_of(search: Search, variant: Variant) -> Search:
    """The search of the reading outside of its region; ``search`` is that inside."""
    beyond = restricted(variant, inside=False)
    examiner = Examiner(beyond, search.examiner.device, search.examiner.chunk)
    seed = derive(search.seed, "outside")
    return Search(beyond, search.profile.cut(2), examiner, seed, search.alpha, search.run_seed, stored=False)


def evaluates_the_statement(variant: Variant) -> bool:
    """Whether a reading has the check of the amended one, with other ingredients, or is the only one."""
    return variant.claim.survivor.variant.check is variant.check


def beside(inside: Finding, outside: Finding, of_statement: bool = True) -> Finding:
    """The finding of both hunts: that of the region, unless the statement fails outside of it alone."""
    if "error" in (inside.outcome, outside.outcome):
        if inside.outcome == "error":
            return inside
        return replace(outside, because=f"outside of fails_where: {outside.because}")
    assert outside.outcome != NOT_ENCODED  # it was hunted
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
        of_statement=of_statement,
    )
    return replace(outside if alone else inside, outside=described)


def joined(space: Space, test: Callable[[Any], bool]) -> Space:
    """The space with one more hypothesis that joins its quantities."""
    before = (space.where,) if space.where is not None else ()
    return replace(space, where=Joined((*before, test)))
