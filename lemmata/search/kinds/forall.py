"""Statements for all settings and prompts: one genuine violation refutes them."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from lemmata.claims.claim import Variant
from lemmata.claims.kinds import Kind
from lemmata.claims.vocabulary import Strength
from lemmata.errors import CheckFailed
from lemmata.records.finding import Finding
from lemmata.records.witness import Witness
from lemmata.search.climbing.climb import rounded
from lemmata.search.consistency import TOGETHER, require_one_margin
from lemmata.search.encoding import encode, encode_fields
from lemmata.search.evaluation import entries, first
from lemmata.search.examiner import EXACT_ENTRIES, Examiner, Violation
from lemmata.search.stages import Search

_SHORT = 3
"""Binary digits of the instances beside a violation: exact arithmetic is fast on few."""


@dataclass(frozen=True)
class ForAll(Kind):
    """The margin is not negative for all settings and prompts."""

    name = "forall"
    provable = True

    def hunt(self, search: Search) -> Finding:
        """Searches for one setting and prompt on which the statement fails."""
        return universal(search)


@dataclass(frozen=True)
class Expectation(ForAll):
    """A statement on an expected loss, in exact moments: the prompt is a competitor or a direction."""

    name = "expectation"


def universal(search: Search) -> Finding:
    """Runs all stages of the search and judges their outcome."""
    examiner = search.examiner
    violation = search.run()
    if violation is not None:
        _require_admissible(search.variant, violation)
        if search.variant.role == "reading":
            _require_apart(search, violation)
            _require_repeatable(search.variant, violation)
        examiner.reach(violation.margin)
        strength: Strength = "genuine" if violation.genuine else "tolerance-only"
        return search.finding("refuted", strength, witness=_witness(search.variant, violation))
    met = examiner.instances - examiner.inactive
    if met == 0 or examiner.trivial == met:
        return search.finding("vacuous", "probed")
    if examiner.undecided and not examiner.decided:
        return search.finding("undecided", "tolerance-only")
    if examiner.margin is not None:
        # What looks negative and fails nowhere is rounding: both sides vanish there, or meet.
        examiner.margin = max(0.0, examiner.margin)
    return search.finding("holds", "exact" if examiner.exact == met else "probed")


def _require_admissible(variant: Variant, violation: Violation) -> None:
    """Refuses a witness outside of the hypotheses, whichever stage it comes from.

    Raises:
        CheckFailed: a domain draws what it does not contain, or a check wrote into its data.
    """
    if outside := variant.outside(violation.setting, violation.prompt):
        raise CheckFailed(
            f"a violation was found outside of the hypotheses ({outside}), at setting "
            f"{encode_fields(violation.setting)}: a law or strategy leaves its own domain (see "
            "lemmata.testing.check_domain), or the check changes its data in place"
        )


def _require_apart(search: Search, violation: Violation) -> None:
    """Refuses a violation that depends on which other instances are evaluated beside it.

    Raises:
        CheckFailed: it does, or cannot be evaluated beside others.
    """
    s, prompt, space = violation.setting, violation.prompt, search.space(violation.setting)
    if prompt is None or space is None:
        return
    others = search.batch(s, TOGETHER - 1, "company of a violation")
    short = None if others is None else rounded(others, _SHORT, space)
    others = short if short is not None and len(short) else others
    if others is not None and len(others):
        few = entries(s) + entries(prompt) <= EXACT_ENTRIES
        require_one_margin(search.examiner, s, prompt.followed_by(others), exactly=violation.genuine and few)


def _require_repeatable(variant: Variant, violation: Violation) -> None:
    """Refuses a violation of a reading that does not recur where everything is built anew.

    Raises:
        CheckFailed: it is not, or not as certainly.
    """
    fresh = Examiner(variant, torch.device("cpu"))
    again = fresh.confirm(violation.setting, violation.prompt)
    if again is None or again.genuine < violation.genuine:
        raise CheckFailed(
            "a violation is not seen again where everything is built anew, at setting "
            f"{encode_fields(violation.setting)}: the check or a construction keeps "
            "something from one evaluation to the next (a list that it empties, weights that it "
            "changes in place), or draws at random"
        )


def _witness(variant: Variant, violation: Violation) -> Witness:
    margin, prompt = violation.margin, violation.prompt
    return Witness(
        claim=variant.claim.id,
        variant=variant.name,
        kind="instance",
        setting=encode_fields(violation.setting),
        prompt=None if prompt is None else encode_fields(first(prompt)),
        left=encode(margin.left[0]),
        right=encode(margin.right[0]),
        relation=margin.relation,
        relative=float(margin.relative[0]),
        confirmed=violation.confirmed,
    )
