"""A margin is that of one instance, in every arithmetic: a check that mixes either of them is an error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
import torch

from lemmata import Paper, at_most, dims, equal, gaussian, reals
from lemmata.claims.space import space
from lemmata.numbers import broadcast_to, exp, log, max, mean, norm, over_batches, relu, sort, sum
from lemmata.records.evidence import HuntRecord
from lemmata.run.hunting import PROFILES, hunt

QUICK = PROFILES["quick"]


@dataclass(frozen=True)
class Size:
    n: int


def found(check: Any, seed: int = 0, **options: Any) -> HuntRecord:
    options.setdefault("settings", space(Size, n=dims(1, 5)))
    options.setdefault("prompts", lambda s: space(x=reals(s.n)))
    claim = Paper("consistency", "Planted", "Nobody", 2026, "consistency", "tests").claim("planted", **options)
    claim.printed("planted")(check)
    return hunt(claim.complete().variant("printed"), QUICK, seed=seed)


# -- instances -----------------------------------------------------------------------------------------

MIXING: dict[str, Any] = {
    "an outer product": lambda x: sum(sum(x[:, None] * x[None, :], -1), -1) - sum(x, -1) ** 2,
    "the mean over the batch": lambda x: sum((x - mean(x, 0)) ** 2, -1) - sum(x**2, -1) + mean(x, -1) ** 2,
    "a sum without its axis": lambda x: log(sum(exp(x), -1)) - log(sum(exp(x), -1))[..., None],
    "the largest of the batch": lambda x: max(x, 0) - x,
    "the order of the batch": lambda x: x - sort(x, 0)[:1],
    "the next instance": lambda x: x[[*range(1, len(x)), 0]] - x,
    "the last one": lambda x: broadcast_to(x[-1:], x.shape) - x,
}
"""Code over batches, behind the bridge."""


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("check", MIXING.values(), ids=MIXING)
def test_code_over_batches_that_mixes_instances_refutes_nothing(check: Any, seed: int) -> None:
    record = found(lambda x: equal(over_batches(check)(x), 0), seed)
    assert record.outcome == "error"
    assert "mixes instances" in record.finding.because or "counts instances" in record.finding.because
    assert "keeps something" not in record.finding.because


def test_a_part_of_a_check_that_mixes_is_enough() -> None:
    record = found(lambda x: equal(sum(x), sum(x) + over_batches(lambda x: x * 0 + mean(x, 0))(x)[0] / 2**30))
    assert record.outcome == "error" and "mixes instances" in record.finding.because


def test_a_hypothesis_that_mixes_is_enough() -> None:
    record = found(lambda x: at_most(0, norm(x)).given(over_batches(lambda x: x * 0 + mean(x, 0))(x)[0]))
    assert record.outcome == "error" and "mixes instances" in record.finding.because


SEPARATE: dict[str, Any] = {
    "the outer product": lambda x: equal(sum(sum(x[:, None] * x[None], -1), -1), sum(x, -1) ** 2),
    "the mean of a vector": lambda x: equal(
        sum((x - mean(x, -1)[..., None]) ** 2, -1), sum(x**2, -1) - x.shape[-1] * mean(x, -1) ** 2
    ),
    "what no prompt enters": lambda x: at_most(0, x.shape[-1]),
    "products of matrices": lambda x: at_most(
        0, sum(sum(((x[:, None] @ x[None]) @ (x[:, None] @ x[None])) ** 2, -1), -1)
    ),
    "what is near a kink": lambda x: equal(relu(x) - relu(-x), x),
    "a hypothesis": lambda x: at_most(0, x).given(x - 1),
}


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("check", SEPARATE.values(), ids=SEPARATE)
def test_a_check_of_each_instance_holds(check: Any, seed: int) -> None:
    record = found(check, seed)
    assert record.outcome == "holds", record.finding.because


def test_what_cancels_differs_by_rounding_alone() -> None:
    """Products of large matrices are summed in another order alone than beside others."""

    def check(A: Any) -> Any:
        return equal((A @ A) @ A, A @ (A @ A))

    record = found(check, settings=space(Size, n=dims(1, 12)), prompts=lambda s: space(A=gaussian(s.n, s.n)))
    assert record.outcome == "holds", record.finding.because


# -- arithmetics ---------------------------------------------------------------------------------------


def total(x: Any) -> Any:
    """A sum, and a loop beside it that forgets the last number."""
    if isinstance(x, torch.Tensor):
        return x.sum(-1)
    t = x[:, 0]
    for i in range(1, x.shape[-1] - 1):
        t = t + x[:, i]
    return t


def whole_total(x: Any) -> Any:
    """The same, right in both."""
    if isinstance(x, torch.Tensor):
        return x.sum(-1)
    t = x[:, 0]
    for i in range(1, x.shape[-1]):
        t = t + x[:, i]
    return t


def forgetful(x: Any) -> Any:
    """``x_n = 0``, as the loop has it."""
    return equal(over_batches(total)(x), sum(x[:-1], -1))


def by_the_kind_of_a_size(n: Any) -> Any:
    return equal(n + (1 if type(n) is int else 0), n)


def by_a_tensor_method(x: Any) -> Any:
    wrong = over_batches(lambda x: x * 0 if hasattr(x, "requires_grad") else x * 0 + 1)
    return at_most(1 + 0 * x, wrong(x))


@pytest.mark.parametrize("seed", [0, 1])
def test_a_fast_path_beside_another_formula_is_an_error(seed: int) -> None:
    wide = space(Size, n=dims(2, 5))
    record = found(forgetful, seed, settings=wide)
    assert record.outcome == "error" and "in float64" in record.finding.because
    assert record.finding.certificate is None


def test_a_tensor_of_another_kind_is_one_too() -> None:
    record = found(by_a_tensor_method)
    assert record.outcome == "error" and record.finding.certificate is None


def test_what_asks_for_the_kind_of_a_size_is_one_too() -> None:
    record = found(by_the_kind_of_a_size, prompts=None)
    assert record.outcome == "error" and record.finding.certificate is None


def test_a_fast_path_beside_the_same_formula_holds() -> None:
    record = found(lambda x: equal(over_batches(whole_total)(x), sum(x, -1)))
    assert record.outcome == "holds", record.finding.because


def test_floats_that_cancel_are_within_their_bound() -> None:
    """The difference of two large numbers has few right digits in floats, and says so by its bound."""

    def check(x: Any) -> Any:
        large = x * 2**20
        return at_most((large + x) - large - x, abs(x))

    record = found(check)
    assert record.outcome == "holds", record.finding.because
