"""The examiner: chunks of any size give one verdict, and too little memory halves them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch

from lemmata import (
    Declaration,
    ForAll,
    Margin,
    Paper,
    Probability,
    at_most,
    box,
    dims,
    equal,
    every,
    gaussian,
    numbers,
    reals,
)
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import space
from lemmata.errors import CheckFailed
from lemmata.numbers import abs, over_batches, sqrt
from lemmata.numbers.advice import NotInVocabulary
from lemmata.numbers.exact import Exact
from lemmata.records.sequential_tests import FALSE_ALARM_BUDGET
from lemmata.run.hunting import PROFILES, hunt
from lemmata.search import evaluation as module
from lemmata.search.examiner import Examiner


@dataclass(frozen=True)
class Size:
    d: int


PAPER = Paper("topic", "Title", "Author", 2026, "key", "source.txt")
claim = PAPER.claim(
    "Lemma 1",
    kind=ForAll(),
    settings=space(Size, d=dims(1, 4)),
    prompts=lambda s: space(x=reals(s.d), y=reals(s.d)),
    examples=[Size(30)],
)


@claim.printed("Cauchy and Schwarz.")
def cauchy_schwarz(x: Any, y: Any) -> Margin:
    """Cauchy and Schwarz."""
    inner = (x * y).sum(-1)
    return at_most(inner * inner, (x * x).sum(-1) * (y * y).sum(-1)).report(inner=inner)


chance = PAPER.claim(
    "Lemma 2",
    kind=Probability(failure=lambda s: 0.25),
    settings=space(Size, d=dims(1, 4)),
    prompts=lambda s: space(x=gaussian(s.d)),
)


@chance.printed("Positive.", expect="refuted", defect="statement", because="Only every second.")
def positive(x: Any) -> Margin:
    """The first entry is not negative."""
    return at_most(-x[0], x[0] * 0)


@pytest.mark.slow
@pytest.mark.parametrize("label", ["lemma-1", "lemma-2"])
def test_any_batch_split_gives_one_verdict(label: str) -> None:
    variant = PAPER.claims[f"topic/{label}"].variant("printed")
    whole = hunt(variant, PROFILES["quick"], alpha=FALSE_ALARM_BUDGET)
    for chunk in (1, 7, 10_000):
        split = hunt(variant, PROFILES["quick"], alpha=FALSE_ALARM_BUDGET, chunk=chunk)
        assert replace(split, seconds=0.0) == replace(whole, seconds=0.0)


def test_a_hunt_is_the_same_twice_and_another_shard_is_another_hunt() -> None:
    variant = chance.variant("printed")
    first, again, shard = (hunt(variant, PROFILES["quick"], 3, alpha=1e-6, shard=k) for k in (0, 0, 1))
    assert replace(first, seconds=0.0) == replace(again, seconds=0.0)
    assert shard.key != first.key
    assert shard.scope.tests != first.scope.tests


@pytest.mark.parametrize(
    "error",
    [
        torch.OutOfMemoryError("CUDA out of memory"),
        RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried"),
        MemoryError(),
    ],
)
def test_too_little_memory_halves_the_chunk_and_goes_on(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    examiner = Examiner(claim.variant("printed"), torch.device("cpu"))
    prompt = claim.variant("printed").prompts(Size(3)).sample(torch.Generator(), 100)  # type: ignore[misc]
    whole = examiner.readout(Size(3), prompt)
    evaluate = Examiner.evaluate
    asked: list[int] = []

    def small(self: Examiner, s: Size, part: Prompt, **options: bool) -> Margin:
        asked.append(len(part))
        if len(part) > 13:
            raise error
        return evaluate(self, s, part, **options)

    monkeypatch.setattr(Examiner, "evaluate", small)
    seen = examiner.readout(Size(3), prompt)
    assert torch.equal(seen.relative, whole.relative)
    assert torch.equal(seen.measured["inner"], whole.measured["inner"])
    assert examiner.chunk == 12
    assert asked[:5] == [100, 50, 25, 12, 12]


@pytest.mark.parametrize("count", [1, 2, 100])
def test_memory_that_never_suffices_is_an_error(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    examiner = Examiner(claim.variant("printed"), torch.device("cpu"))
    prompt = claim.variant("printed").prompts(Size(3)).sample(torch.Generator(), count)  # type: ignore[misc]
    asked: list[int] = []

    def none(self: Examiner, s: Size, part: Prompt) -> Margin:
        asked.append(len(part))
        assert len(asked) < 20, "it goes on for ever"
        raise MemoryError

    monkeypatch.setattr(Examiner, "evaluate", none)
    with pytest.raises(MemoryError):
        examiner.readout(Size(3), prompt)
    assert asked[-1] == 1


def test_chunks_suit_the_memory_that_a_device_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    examiner = Examiner(claim.variant("printed"), torch.device("cuda"))
    prompt = claim.variant("printed").prompts(Size(3)).sample(torch.Generator(), 100)  # type: ignore[misc]
    sizes = []
    for left in (2**40, 2**17, 1):
        monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device, left=left: (left, 2**40))
        sizes.append(examiner._chunk_of(prompt))
    assert sizes[0] == 100 > sizes[1] > sizes[2] == 1


def test_another_error_is_not_taken_for_lack_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    examiner = Examiner(claim.variant("printed"), torch.device("cpu"))
    prompt = Prompt(x=torch.ones(4, 2).double(), y=torch.ones(4, 3).double())
    with pytest.raises(RuntimeError, match="size of tensor"):
        examiner.readout(Size(2), prompt)


SPELLED = {
    "math.sqrt(x)": r"sqrt\(x\) for math\.sqrt\(x\)",
    "math.exp(x)": r"sqrt\(x\) for math\.sqrt\(x\)",
    "float(x)": "a number of an instance is no float",
    "x.dot(x)": "write x @ y",
    "A.t()": r"write x\.T",
    "np.dot(A, x)": "write x @ y",
}
"""Of vectors x and matrices A of a prompt, what breaks in float64 already; and what is advised."""


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")  # torch's own
@pytest.mark.parametrize("text", SPELLED)
def test_what_breaks_in_floats_names_what_to_write(text: str) -> None:
    words = {"math": math, "np": np, "Fraction": Fraction, "numbers": numbers}
    other = Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 4", settings=space(Size, d=dims(2, 2)), prompts=lambda s: space(x=reals(s.d), A=reals(s.d, s.d))
    )

    @other.printed("Less.")
    def check(x: Any, A: Any) -> Margin:
        """Whatever is computed."""
        return at_most(eval(text, words, {"x": x, "A": A}), 0)

    examiner = Examiner(other.complete().variant("printed"), torch.device("cpu"))
    prompt = Prompt(x=torch.ones(4, 2).double(), A=torch.ones(4, 2, 2).double())
    with pytest.raises((CheckFailed, NotInVocabulary), match=SPELLED[text]):
        examiner.readout(Size(2), prompt)


def test_a_construction_is_built_once_while_its_setting_is_in_use() -> None:
    built: list[Size] = []
    other = Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 3", kind=ForAll(), settings=space(Size, d=dims(1, 4)), prompts=lambda s: space(x=reals(s.d))
    )

    @other.construction
    def identity(s: Size) -> Callable[[Any], Any]:
        built.append(s)
        return lambda x: x

    @other.printed("Equal.")
    def check(x: Any, tf: Any) -> Margin:
        """Nothing is larger than itself."""
        return at_most(x, tf(x))

    examiner = Examiner(other.variant("printed"), torch.device("cpu"), chunk=2)
    s = Size(2)
    examiner.readout(s, Prompt(x=torch.ones(20, 2).double()))
    assert len(built) == 1
    for d in range(module._CACHED):
        examiner.readout(Size(d + 1), Prompt(x=torch.ones(2, d + 1).double()))
    examiner.readout(s, Prompt(x=torch.ones(20, 2).double()))
    assert len(built) == 2 + module._CACHED


def test_a_violation_where_a_hypothesis_holds_with_equality_is_found() -> None:
    """A running error bound cannot tell whether the hypothesis is met; exact arithmetic can."""
    other = Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 4",
        kind=ForAll(),
        settings=space(Size, d=dims(1, 1)),
        prompts=lambda s: space(x=reals(s.d), y=reals(s.d)),
    )

    @other.printed("...", expect="refuted", defect="statement", because="planted")
    def check(x: Any, y: Any) -> Margin:
        """Fails only where the hypothesis is an equality."""
        x, y = x[0], y[0]
        gap = (x / 3 - y / 3) * (x / 3 - y / 3)
        return at_most(1 - gap * 1000, gap * 0).given(-gap)

    seen = hunt(other.variant("printed"), PROFILES["quick"])
    assert (seen.outcome, seen.evidence) == ("refuted", "genuine")


def chance_up_to(largest: int) -> Declaration:
    """A claim that a quarter of the draws may miss."""
    return Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 5",
        kind=Probability(failure=lambda s: 0.25),
        settings=space(Size, d=dims(1, largest)),
        prompts=lambda s: space(x=every(box(s.d, low=1.0, high=2.0))),
    )


def test_a_probability_that_rounding_hides_is_undecided() -> None:
    """The statement is true of every draw, but float64 cannot tell: that is no evidence for it."""
    other = chance_up_to(1)

    @other.printed("One is at least a half.")
    def check(x: Any) -> Margin:
        """One, computed with cancellation."""
        large = x[0] * 2.0**60
        return at_most(x[0] * 0 + 0.5, (large + 1) - large)

    seen = hunt(other.variant("printed"), PROFILES["quick"], alpha=FALSE_ALARM_BUDGET)
    assert seen.outcome == "undecided"
    assert "within their own error bound" in seen.finding.words
    assert all(test.undecided == test.n and test.upper == 1.0 for test in seen.scope.tests)


def test_failures_that_rounding_hides_are_no_successes() -> None:
    """Every draw fails, and float64 sees a positive slack in each."""
    other = chance_up_to(1)

    @other.printed("One is at most a half.")
    def check(x: Any) -> Margin:
        """One, computed with cancellation, which gives zero."""
        large = x[0] * 2.0**60
        return at_most((large + 1) - large, x[0] * 0 + 0.5)

    seen = hunt(other.variant("printed"), PROFILES["quick"], alpha=FALSE_ALARM_BUDGET)
    assert seen.outcome == "undecided"
    assert all(test.undecided == test.n and not test.failures for test in seen.scope.tests)


@pytest.mark.parametrize(("bound", "failures"), [(0.5, True), (1.0, False)])
def test_a_few_draws_that_rounding_leaves_open_are_settled_exactly(bound: float, failures: bool) -> None:
    other = chance_up_to(1)

    @other.printed("One is at most the bound.")
    def check(x: Any) -> Margin:
        """One, in few draws computed with cancellation."""
        x = x[0]
        factor = -abs(x - 1.5) + 1 / 128  # draws lie on a grid: one in sixty is at 1.5
        large = (factor + abs(factor)) * 2.0**60
        return at_most((large + 1) - large, x * 0 + bound + (abs(factor) - factor) * 2.0**60)

    seen = hunt(other.variant("printed"), PROFILES["quick"], alpha=FALSE_ALARM_BUDGET)
    assert (seen.outcome, seen.evidence) == ("holds", "probed")
    assert not seen.scope.undecided
    assert any(test.failures > 0 for test in seen.scope.tests) == failures


def test_settings_at_which_rounding_hides_the_draws_do_not_undo_the_others() -> None:
    """A bound that is attained at one size says nothing there; the other sizes are tested."""
    other = chance_up_to(2)

    @other.printed("Attained at d = 1.")
    def check(d: Any, x: Any) -> Margin:
        """Both sides are equal at d = 1, computed with cancellation."""
        large = x[0] * 2.0**60
        return at_most(x[0] * 0 + 1, (large + 1) - large + (d - 1) * 1000)

    seen = hunt(other.variant("printed"), PROFILES["quick"], alpha=FALSE_ALARM_BUDGET)
    assert (seen.outcome, seen.evidence) == ("holds", "probed")
    assert sorted(test.undecided == test.n for test in seen.scope.tests) == [False, True]
    assert seen.scope.undecided and "within rounding of equality" in seen.finding.words


def test_an_instance_far_from_a_tie_decides_where_the_nearest_are_ties() -> None:
    """Balls cannot tell ties apart; a corner of the box is one, and is always among the nearest."""
    other = Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 7",
        kind=ForAll(),
        settings=space(Size, d=dims(1, 1)),
        prompts=lambda s: space(x=box(s.d, low=0.0, high=1.0)),
    )

    @other.printed("The root of a share is at most that of the whole.")
    def check(x: Any) -> Margin:
        """At zero both sides are the root of three, by different ways."""
        x = x[0]
        return at_most(sqrt(x * 0 + 3), (x + 3) / sqrt(x * 0 + 3))

    seen = hunt(other.variant("printed"), PROFILES["quick"])
    assert (seen.outcome, seen.evidence) == ("holds", "proved")  # by squares, which know the root of three
    assert seen.scope.undecided


def test_exact_arithmetic_first_still_finds_a_check_that_computes_two_things() -> None:
    other = Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 8", kind=ForAll(), settings=space(Size, d=dims(1, 1)), prompts=lambda s: space(x=reals(s.d))
    )

    @other.printed("x = x.")
    def check(x: Any) -> Margin:
        """One more in floats, tracked ones included."""
        return equal(x, over_batches(lambda x: x if isinstance(x, Exact) else x + 1)(x))

    seen = hunt(other.variant("printed"), PROFILES["quick"])
    assert seen.outcome == "error" and "does not evaluate the same thing" in seen.finding.because
