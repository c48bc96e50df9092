"""Counts mean something: settings and prompts apart, none twice, and no number that says nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
import torch

from lemmata import ForAll, Margin, Paper, at_most, choices, dims, dyadics, reals, signs
from lemmata.claims.declarations import Declaration
from lemmata.claims.space import Space, space
from lemmata.records.evidence import HuntRecord
from lemmata.records.finding import Finding, Scope, SequentialTest
from lemmata.records.merging import merge
from lemmata.records.words import worded
from lemmata.run.hunting import PROFILES, hunt
from lemmata.search.examiner import Examiner


@dataclass(frozen=True)
class Size:
    d: int
    c: float = 1.0


def vectors(s: Size) -> Space:
    return space(x=reals(s.d))


def claimed(check: Any, settings: Space, prompts: Any = vectors) -> Declaration:
    claim = Paper("small", "t", "a", 2026, "k", "s").claim(
        "small", kind=ForAll(), settings=settings, prompts=prompts
    )
    claim.printed("x")(check)
    return claim


def hunted(check: Any, settings: Space, prompts: Any = vectors) -> HuntRecord:
    return hunt(claimed(check, settings, prompts).variant("printed"), PROFILES["quick"])


three = space(Size, d=dims(1, 3, most=3))


def test_settings_and_prompts_are_counted_apart() -> None:
    record = hunted(lambda x: at_most(0, (x * x)[0]), three)
    scope = record.scope
    assert scope.settings == 3
    assert scope.distinct and scope.prompts is not None and 100 < scope.prompts <= scope.instances
    assert record.finding.words.startswith(f"holds on 3 settings, {scope.prompts:,} prompts, ")


def test_a_prompt_that_comes_again_counts_once() -> None:
    record = hunted(lambda x: at_most(x[0], 1), three, lambda s: space(x=signs(s.d)))
    assert record.scope.prompts == 2 + 4 + 8
    assert record.scope.instances > 100


def without_prompt(d: Any) -> Margin:
    return at_most(d, 3)


def prompt_ignored(d: Any) -> Margin:
    return at_most(d, 3)


@pytest.mark.parametrize(("check", "prompts"), [(without_prompt, None), (prompt_ignored, vectors)])
def test_where_no_prompt_enters_settings_alone_count(check: Any, prompts: Any) -> None:
    record = hunted(check, three, prompts)
    scope = record.scope
    assert (scope.settings, scope.prompts, scope.instances) == (3, None, 3)
    assert scope.exactly <= 3 and scope.repeats > 1
    assert "holds on 3 settings, all decided exactly" in record.finding.words


def test_a_hypothesis_on_the_prompt_is_a_prompt_that_enters() -> None:
    record = hunted(lambda d, x: at_most(d, 3).given(x[0]), three)
    assert record.outcome == "holds" and record.scope.inactive


def test_what_only_rounding_makes_negative_is_nought() -> None:
    """Both sides vanish to rounding: the relative margin of such a pair may be anything."""

    record = hunted(lambda x: at_most(x / 3 * 3 - x, 0), three)
    assert record.outcome == "holds" and record.finding.margin == 0


TEST = SequentialTest(
    setting={"d": 1}, allowed=0.5, n=2_048, failures=0, undecided=2_047, e_value=0.1, level=1e-7, upper=0.99999
)


def test_a_bound_that_reads_as_one_says_nothing() -> None:
    scope = Scope(instances=2_048, settings=1, prompts=2_048, distinct=True, tests=(TEST,))
    text = worded(Finding(outcome="holds", scope=scope))
    assert "above 1" not in text
    assert "it says nothing of the failure probability (2,047 of 2,048 draws undecided)" in text
    some = replace(scope, tests=(replace(TEST, upper=0.25),))
    assert "none of them fails with probability above 0.25" in worded(Finding(outcome="holds", scope=some))


def test_several_runs_say_how_many_settings_there_were_at_least() -> None:
    claim = claimed(lambda x: at_most(0, (x * x)[0]), three)
    records = [hunt(claim.variant("printed"), PROFILES["quick"], seed) for seed in (0, 1)]
    together = merge(records)
    assert together.finding.scope.settings == 3
    assert together.finding.scope.prompts == sum(record.scope.prompts or 0 for record in records)
    assert (
        f"holds on at least 3 settings, {together.finding.scope.prompts:,} prompts drawn"
        in together.finding.words
    )


def test_settings_differ_by_their_numbers_and_words() -> None:
    settings = space(Size, d=choices(1, 2), c=dyadics(0, 1))
    examiner = Examiner(claimed(without_prompt, settings, None).variant("printed"), torch.device("cpu"))
    for s in (Size(1), Size(1), Size(2), Size(1, 0.5)):
        examiner.examine(s, None)
    scope = examiner.finding("holds").scope
    assert (scope.settings, scope.instances, scope.repeats) == (3, 3, 2)
