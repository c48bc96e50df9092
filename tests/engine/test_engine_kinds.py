"""Kinds are types: what differs between them they say of themselves, and anyone may add one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from lemmata import (
    Declaration,
    Expectation,
    Experiment,
    ForAll,
    Kind,
    Paper,
    Probability,
    Rate,
    at_most,
    dims,
    reals,
)
from lemmata.claims.space import space
from lemmata.errors import ClaimError
from lemmata.records.finding import Finding
from lemmata.run.description import describe
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.plan import Plan
from lemmata.search.stages import Search


@dataclass(frozen=True)
class Size:
    n: int


@dataclass(frozen=True)
class OnGrid(Kind):
    """A kind of one's own: the statement on each of a few sizes, and nothing else."""

    name = "on-grid"
    estimated = True
    sizes: tuple[int, ...]

    def hunt(self, search: Search) -> Finding:
        for n in self.sizes:
            s = Size(n)
            if (violation := search.examiner.examine(s, None, always_exact=True)) is not None:
                assert violation.genuine
                return search.finding("refuted", "genuine")
        return search.finding("holds", "exact")


def make(kind: Any, **options: Any) -> Declaration:
    paper = Paper("topic", "Title", "Author", 2026, "key", "source.txt")
    return paper.claim("Lemma 1", kind=kind, settings=space(Size, n=dims(1, 99)), **options)


def test_a_third_party_adds_a_kind_and_touches_no_engine() -> None:
    declaration = make(OnGrid((1, 4, 9)))
    declaration.printed("$n \\le 9$.", most=9)(lambda n, most: at_most(n, most))
    declaration.mutant("less", most=8)
    claim = declaration.complete()
    held, fell = (hunt(variant, PROFILES["quick"]) for variant in claim.variants())
    assert (held.outcome, held.evidence, held.finding.instances) == ("holds", "exact", 3)
    assert held.scope.drawn == {"n": [1, 9]}
    assert held.finding.words == "holds on 3 settings, all decided exactly; largest ratio of the two sides 1"
    assert fell.outcome == "refuted"
    assert describe(claim).head.kind == "on-grid"
    plan = Plan((claim,), "quick", 0, "cpu", 1, 1e-8, shards=3)
    assert [task.shard for task in plan.tasks()] == [0, 0]  # what is estimated is done once


def test_what_kinds_say_of_themselves() -> None:
    every = [ForAll(), Probability(), Expectation(), Rate([Size(1)], lambda s: s.n), Experiment(dict)]
    said = {kind.name: (kind.budgeted, kind.estimated, kind.at_once, kind.grows) for kind in every}
    assert said == {
        "forall": (False, False, False, False),
        "probability": (True, False, False, False),
        "expectation": (False, False, False, False),
        "rate": (False, True, False, True),
        "experiment": (False, True, True, False),
    }


def test_what_is_not_a_kind_or_lacks_an_option_is_misuse() -> None:
    for kind, options, message in (
        ("rate", {}, r"kind must be one of ForAll\(\), .* derived from Kind; got 'rate'"),
        (ForAll, {}, r"kind must be one of ForAll\(\), "),
        (Rate(ladder=[], size=abs), {}, "has no rung"),
        (Probability(), {"prompts": lambda s: space(x=reals(s.n))}, "states failure="),
    ):
        with pytest.raises(ClaimError, match=message):
            make(kind, **options)
