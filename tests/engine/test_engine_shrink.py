"""Structured shrinking: sizes first, then zeros, then round numbers, never out of the hypotheses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata import Declaration, ForAll, Margin, Paper, at_most, box, choices, dims, dyadics, in_ball, reals
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import space
from lemmata.numbers import abs, sum, where
from lemmata.search.examiner import Examiner
from lemmata.search.shrink import divisors, shrink


@dataclass(frozen=True)
class Setting:
    d: int
    layers: int
    law: str
    scale: float
    M: Tensor


def _claim(check: Any, **options: Any) -> Declaration:
    claim = Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1",
        kind=ForAll(),
        settings=space(
            Setting,
            d=dims(1, 9),
            layers=dims(1, 9),
            law=choices("plain", "strange"),
            scale=dyadics(0.0, 4.0),
            M=lambda s: reals(s.layers, s.d, s.d),
        ),
        **{"prompts": lambda s: space(x=reals(s.d), y=box(s.d, low=0.0, high=2.0)), **options},
    )
    claim.printed("...", expect="refuted", defect="statement", because="planted")(check)
    return claim


def _found(claim: Declaration, seed: int = 0, budget: int = 400) -> Any:
    variant = claim.variant("printed")
    examiner = Examiner(variant, torch.device("cpu"))
    generator = torch.Generator().manual_seed(seed)
    s = Setting(7, 5, "strange", 2.7182818, reals(5, 7, 7).sample(generator, 1)[0] / 3)
    prompt = variant.prompts(s).sample(generator, 200)  # type: ignore[misc]
    violation = examiner.examine(s, prompt)
    assert violation is not None
    booked = examiner.instances
    small = shrink(examiner, violation, budget)
    assert examiner.instances == booked, "what shrinking tries is no evidence"
    assert variant.settings.explain(small.setting) is None
    if small.prompt is not None:
        one = small.prompt.map(lambda v: v[0])
        assert variant.prompts(small.setting).explain(one) is None  # type: ignore[misc]
    assert small.confirmed == "rational"
    return small


def test_everything_that_does_not_matter_goes() -> None:
    def check(x: Any) -> Margin:
        """The sum of entries is at most one."""
        return at_most(sum(x, -1), 1)

    small = _found(_claim(check))
    s = small.setting
    assert (s.d, s.layers, s.law, s.scale) == (1, 1, "plain", 0.0)
    assert s.M.tolist() == [[[0.0]]]
    assert small.prompt.y.tolist() == [[0.0]]
    x = float(small.prompt.x)
    assert x > 1
    assert x * 2 == int(x * 2), f"{x} is not round"


def test_what_matters_stays() -> None:
    """Three dimensions and two layers are needed."""

    def check(M: Any, layers: Any, d: Any, x: Any) -> Margin:
        """Fails where a third coordinate and a second layer are not zero."""
        deep = M[1:, 2:, :] if layers > 1 and d > 2 else M * 0
        reach = sum((deep * deep).reshape(1, -1), -1)
        return at_most(reach + sum(x * 0, -1), 0)

    s = _found(_claim(check), budget=1_000).setting
    assert (s.d, s.layers) == (3, 2)
    assert int((s.M != 0).sum()) == 1


def test_hypotheses_of_the_prompt_follow_the_setting() -> None:
    def check(x: Any) -> Margin:
        """Fails for every vector of norm more than a half."""
        return at_most(sum(x * x, -1), 0.25)

    prompts = lambda s: space(x=in_ball(s.d, radius=1.0))  # noqa: E731
    small = _found(_claim(check, prompts=prompts))
    assert small.setting.d == 1
    assert abs(float(small.prompt.x)) == 1.0


def test_a_property_of_the_violation_is_kept() -> None:
    def check(x: Any) -> Margin:
        """Fails almost everywhere."""
        return at_most(sum(x * x, -1), 0)

    variant = _claim(check).variant("printed")
    examiner = Examiner(variant, torch.device("cpu"))
    generator = torch.Generator().manual_seed(0)
    s = Setting(7, 5, "strange", 2.7182818, reals(5, 7, 7).sample(generator, 1)[0] / 3)
    violation = examiner.examine(s, variant.prompts(s).sample(generator, 8))  # type: ignore[misc]
    assert violation is not None
    kept = shrink(examiner, violation, 300, keeps=lambda s, prompt: s.d * s.layers >= 6)
    assert kept.setting.d * kept.setting.layers >= 6 and kept.setting.law == "plain"
    # What it does not have to begin with cannot be kept, and holds nothing up; nor does a broken test.
    lost = shrink(examiner, violation, 300, keeps=lambda s, prompt: s.d > 7)
    assert lost.setting.d == 1
    assert shrink(examiner, violation, 300, keeps=lambda s, prompt: 1 / 0 > 0).setting.d == 1


def test_no_budget_changes_nothing() -> None:
    def check(x: Any) -> Margin:
        """Fails almost everywhere."""
        return at_most(sum(x * x, -1), 0)

    assert _found(_claim(check), budget=0).setting.d == 7


class TestScales:
    def test_divisors_make_the_largest_then_the_first_one_and_then_whole_numbers(self) -> None:
        assert list(divisors(torch.tensor([0.0, 0.1875, -0.75], dtype=torch.float64))) == [0.75, 0.1875]
        assert list(divisors(torch.tensor([[6.0, 4.0]], dtype=torch.float64))) == [6.0, 2.0]
        assert list(divisors(torch.tensor([1.0, 0.5], dtype=torch.float64))) == [0.5]
        for nothing in ([], [0.0], [float("inf"), 2.0], [float("nan")], [1.0]):
            assert list(divisors(torch.tensor(nothing, dtype=torch.float64))) == []
        assert list(divisors(torch.tensor([5e-324, 1e308], dtype=torch.float64))) == [1e308, 5e-324]

    def test_what_fails_on_every_scale_is_shown_at_one(self) -> None:
        def check(x: Any) -> Margin:
            """Fails for every positive number."""
            return at_most(x[..., 0], x[..., 0] / 2)

        s = Setting(1, 1, "plain", 0.0, torch.zeros(1, 1, 1, dtype=torch.float64))
        small = _shrunk(_claim(check), s, Prompt(x=_row(2.0**-12), y=_row(0.0)))
        assert small.prompt.x.tolist() == [[1.0]]

    def test_several_quantities_change_together_where_none_can_alone(self) -> None:
        def check(x: Any, y: Any) -> Margin:
            """Fails wherever both are alike and not zero."""
            x, y = x[..., 0], y[..., 0]
            return at_most(where((x == y) & (x > 0), 1, 0), 0)

        s = Setting(1, 1, "plain", 0.0, torch.zeros(1, 1, 1, dtype=torch.float64))
        small = _shrunk(_claim(check), s, Prompt(x=_row(2.0**-30), y=_row(2.0**-30)))
        assert (small.prompt.x.item(), small.prompt.y.item()) == (1.0, 1.0)

    def test_a_scale_on_which_it_hardly_fails_is_not_taken(self) -> None:
        def check(x: Any) -> Margin:
            """The farther from 4096 the less it fails."""
            return at_most(1, abs(1 - x[..., 0] / 4096))

        s = Setting(1, 1, "plain", 0.0, torch.zeros(1, 1, 1, dtype=torch.float64))
        small = _shrunk(_claim(check), s, Prompt(x=_row(4096.0), y=_row(0.0)))
        assert small.prompt.x.item() == 4096.0
        assert small.confirmed == "rational"


def _row(value: float) -> Tensor:
    return torch.tensor([[value]], dtype=torch.float64)


def _shrunk(claim: Declaration, s: Setting, prompt: Prompt) -> Any:
    """What becomes of a violation where nothing but its scale can change."""
    examiner = Examiner(claim.variant("printed"), torch.device("cpu"))
    violation = examiner.confirm(s, prompt)
    assert violation is not None
    small = shrink(examiner, violation, 400)
    assert small.genuine
    return small
