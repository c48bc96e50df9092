"""Instances of figure 1, and refutations that hold for every value of an open constant."""

from dataclasses import replace

import pytest
import torch

from theorems.sparse_recovery.remark_4 import (
    bound_is_of_that_order,
    half_step,
    many_layers,
    query_bound_is_smaller,
)
from theorems.sparse_recovery.section_6.solvers import Configuration, draw
from theorems.sparse_recovery.theorem_e_1.linearisation import eta_serves_all, r_N0

FIGURE = Configuration(instances=50, pursuits=5, lassos=1, replicates=1)


def test_instances_of_figure_1_are_sparse_and_noiseless() -> None:
    X, y, beta = draw(FIGURE, torch.Generator().manual_seed(0), 50)
    assert X.shape == (50, 10, 20)
    assert (beta != 0).sum(-1).tolist() == [3] * 50
    assert torch.allclose((X @ beta[..., None])[..., 0], y)


@pytest.mark.parametrize(
    ("change", "words"),
    [({"S": 21}, "S is 21 and d is 20"), ({"S": 0}, "S is 0"), ({"N": 0}, "N is 0"), ({"K": 0}, "K is 0")],
)
def test_sizes_that_cannot_be_are_named(change: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        draw(replace(FIGURE, **change), torch.Generator(), 5)


def test_the_order_of_remark_4_fails_for_every_constant() -> None:
    variant = bound_is_of_that_order.variant("printed")
    for exponent in range(-8, 19):
        s = variant.settings.instance(half_step(2.0**exponent))
        assert float(variant.evaluate(s, None).slack[0]) < 0, exponent


def test_the_query_bound_is_the_larger_one_for_all_constants() -> None:
    variant = query_bound_is_smaller.variant("printed")
    for exponent in range(19):
        s = variant.settings.instance(many_layers(2.0**exponent))
        assert float(variant.evaluate(s, None).slack[0]) < 0, exponent


def test_eta_is_negative_at_the_size_of_figure_1() -> None:
    assert (12 - 1) * float(r_N0(S=3)) > 1 - 2 / 3
    assert eta_serves_all.id == "sparse_recovery/theorem-e.1/linearisation/eq-e.7"
