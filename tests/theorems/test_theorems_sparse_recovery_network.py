"""Shortcuts of the sparse recovery claims against what they stand for."""

import math
from dataclasses import replace

import pytest
import torch

from baselines.lasso import lasso_batched, lasso_cvxpy, objective
from baselines.proximal import lista_vm_from_all
from lemmata import signs, sparse
from lemmata.statement.spaces import Domain
from lemmata.testing import check_domain
from theorems.sparse_recovery.lemma_4.setting import Setting as Shape
from theorems.sparse_recovery.lemma_4.setting import gram, matrix, spectra
from theorems.sparse_recovery.powers import powers
from theorems.sparse_recovery.theorem_5_1 import figure as figures_lasso
from theorems.sparse_recovery.theorem_5_1.network import Weights, path, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import EXAMPLE
from theorems.sparse_recovery.theorem_5_2.k_layers import layers, many_layers

SMALL = replace(EXAMPLE, d=5, S=2, n=40, N0=40, K=4)


@pytest.mark.parametrize("diagonal", [None, [2.0, 0.0, 1.0, 0.5, 3.0]])
def test_the_path_by_the_gram_matrix_is_the_recursion(diagonal: list[float] | None) -> None:
    generator = torch.Generator().manual_seed(1)
    X = signs(SMALL.n, SMALL.d).sample(generator, 8)
    beta_star = sparse(SMALL.d, SMALL.S, 1.0).sample(generator, 8)
    weights = weights_of_the_proof(SMALL)
    if diagonal is not None:
        weights = Weights(torch.tensor(diagonal, dtype=torch.float64), weights.theta)
    M = (torch.eye(SMALL.d, dtype=torch.float64) * weights.scale).expand(SMALL.K, -1, -1)
    theta = torch.tensor([float(t) for t in weights.theta], dtype=torch.float64)
    y = (X @ beta_star[..., None])[..., 0]
    wanted = lista_vm_from_all(X, y, M, theta)
    assert torch.allclose(torch.stack(path(weights, X, beta_star)), wanted, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_matrices_with_known_eigenvalues_have_them(d: int) -> None:
    s = Shape(d=d, N=d + 2, n=1, b_x=2.0, b_beta=1.0, gamma=1.0, theta=0.0)
    X, low, high = matrix(s, spectra(s).sample(torch.Generator().manual_seed(2), 20))
    found = torch.linalg.eigvalsh(gram(X))
    assert torch.allclose(found[:, 0], low, atol=1e-12)
    assert torch.allclose(found[:, -1], high, atol=1e-12)


def test_numbers_below_a_limit_stay_below_it() -> None:
    domain = powers(-12, -1, limit=1 / 3)
    drawn = domain.sample(torch.Generator().manual_seed(3), 1000)
    assert float(drawn.max()) < 1 / 3
    assert float(drawn.max()) > 0.3
    assert all(value < 1 / 3 for value in domain.grid())
    assert domain.contains(domain.project(torch.tensor(0.5, dtype=torch.float64)))
    assert not domain.contains(torch.tensor(1 / 3, dtype=torch.float64))


def exactly(*values: float) -> torch.Tensor:
    return torch.tensor(values if len(values) > 1 else values[0], dtype=torch.float64)


@pytest.mark.parametrize(
    ("domain", "allowed", "denied"),
    [(powers(-8, 0), exactly(2.0**-60), exactly(1.5)), (powers(0, 6), exactly(2.0**20), exactly(0.5))],
)
def test_a_range_allows_more_than_it_draws(domain: Domain, allowed: object, denied: object) -> None:
    check_domain(domain)
    assert domain.contains(allowed)
    assert not domain.contains(denied)


def test_the_lasso_of_the_figure_is_the_one_of_cvxpy() -> None:
    X, y, _, alpha = figures_lasso.problems()
    quick = lasso_batched(X[:3], y[:3], alpha[:3])
    found = objective(X[:3], y[:3], alpha[:3], quick.value)
    for k in range(3):
        reference = lasso_cvxpy(X[k], y[k], float(alpha[k]))
        value = objective(X[k : k + 1], y[k : k + 1], float(alpha[k]), reference.value[None])[0]
        assert abs(float(value - found[k])) <= float(reference.error + quick.error[k]) + 1e-12


def test_the_figure_beside_the_lasso_shows_every_layer() -> None:
    figure = figures_lasso.beside_the_lasso()
    assert {len(line.y) for line in figure.series} == {EXAMPLE.K + 1}
    assert all(math.isfinite(value) and value > 0 for line in figure.series for value in line.y)


def test_the_bound_for_a_linear_read_out_of_k_layers_fails_for_every_constant() -> None:
    variant = layers.variant("printed")
    for exponent in range(23):
        s = many_layers(2.0**exponent)
        assert float(variant.evaluate(s, None).slack[0]) < 0
