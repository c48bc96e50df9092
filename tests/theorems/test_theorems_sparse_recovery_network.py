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


@pytest.mark.parametrize("threshold", [0.0, 1e-4, 0.1])
@pytest.mark.parametrize("weights", ["drawn", "best for these rows"])
def test_one_layer_recovers_few_unit_vectors_at_two_lengths(threshold: float, weights: str) -> None:
    """The count of dimensions that refutes Theorem D.1, on networks with all weights of heads +-2 free."""
    generator, d, n, rho, longer = torch.Generator().manual_seed(3), 40, 3, 0.7, 1e4
    found = []
    for _ in range(20):
        X = signs(n, d).sample(generator, 1)[0]
        A, C = (reals(d, d).sample(generator, 1)[0] for _ in range(2))
        if weights != "drawn":
            A = torch.eye(d)[:, :n].double() @ torch.linalg.pinv((X.T @ X)[:, :n])  # makes e_1, ..., e_n
            C = -A
        v = A @ X.T @ X.clamp(min=0) + C @ X.T @ (-X).clamp(min=0)  # column i is made of X e_i
        lengths = (threshold, threshold * longer)  # what the threshold is beside either length
        estimates = [v.sign() * (v.abs() - theta).clamp(min=0) for theta in lengths]
        near = [(torch.eye(d) - estimate).norm(dim=0) <= rho for estimate in estimates]
        slack = rho + 2 * rho * d**0.5 / (longer - 1)
        found.append(int((near[0] & near[1]).sum()))
        assert found[-1] * (1 - slack**2) <= 2 * n
    assert (max(found) > 0) == (threshold == 0 and weights != "drawn")
