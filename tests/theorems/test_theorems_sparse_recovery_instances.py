"""Instances of figure 1, and refutations that hold for every value of an open constant."""

from dataclasses import replace

import pytest
import torch

from lemmata import Prompt
from theorems.sparse_recovery.remark_1.lista_cp import exact_for_two, fixed
from theorems.sparse_recovery.remark_4 import half_step, improves, many_layers, order
from theorems.sparse_recovery.section_4_2 import ista_no_faster as ista_linear
from theorems.sparse_recovery.section_4_2.ista_no_faster import linear
from theorems.sparse_recovery.section_6.solvers import Configuration, draw
from theorems.sparse_recovery.theorem_e_1.linearisation import Setting, eta, r_at_N0

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
    variant = order.variant("printed")
    for exponent in range(-8, 19):
        s = half_step(2.0**exponent)
        assert float(variant.evaluate(s, None).slack[0]) < 0, exponent


def test_the_query_bound_is_the_larger_one_for_all_constants() -> None:
    variant = improves.variant("printed")
    for exponent in range(19):
        s = many_layers(2.0**exponent)
        assert float(variant.evaluate(s, None).slack[0]) < 0, exponent


def test_lista_cp_can_serve_two_matrices_exactly_whatever_epsilon() -> None:
    variant = fixed.variant("printed")
    prompt = Prompt(beta_star=torch.tensor([[3.0]], dtype=torch.float64))
    for exponent in range(-30, 0):
        assert float(variant.evaluate(exact_for_two(2.0**exponent), prompt).slack[0]) < 0


def test_ista_is_faster_than_every_power() -> None:
    variant = linear.variant("printed")
    prompt = Prompt(X=torch.tensor([[1.0]]).double(), y=torch.tensor([[1.0]]).double())
    for p in range(1, 5):
        s = ista_linear.Setting(k=8, alpha=0.0, ratio=2.0, p=p)
        assert variant.settings.explain(s) is None
        assert float(variant.evaluate(s, prompt).slack[0]) < 0


def test_eta_is_negative_at_the_size_of_figure_1() -> None:
    s = Setting(K=12, S=3, gamma=1.0)
    assert float(s.a - r_at_N0(s) * (s.K - 1)) < 0
    assert eta.id == "sparse_recovery/theorem-e.1/linearisation/eq-e.7"
