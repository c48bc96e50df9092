"""Shortcuts of the sparse recovery claims against what they stand for."""

import math
from dataclasses import replace

import pytest
import torch

from baselines.lasso import lasso_batched, lasso_cvxpy, objective
from baselines.proximal import lista_vm_from_all
from lemmata import reals, signs, sparse
from lemmata.numbers.instance_arrays import InstanceArray, of_one_instance
from theorems.sparse_recovery.lemma_4 import matrix
from theorems.sparse_recovery.theorem_5_1 import figure as figures_lasso
from theorems.sparse_recovery.theorem_5_1.network import Weights, path, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import EXAMPLE

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
    generator = torch.Generator().manual_seed(2)
    sigma, left, right = (reals(*shape).sample(generator, 20) for shape in ((d,), (d, d + 2), (d, d)))
    with of_one_instance(lambda: sigma):
        X = matrix(d + 2, *map(InstanceArray, (sigma, left, right)))
    found = torch.linalg.eigvalsh(X.raw.mT @ X.raw)
    assert torch.allclose(found, sigma.square().sort(-1).values, atol=1e-12)


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
