"""ALISTA's analytic weights: feasible, certified, and what the Frobenius variant's closed form minimises."""

from __future__ import annotations

import cvxpy
import pytest
import torch
from scipy.optimize import linprog
from torch import Tensor

from baselines.analytic_weights import coherence_weights, frobenius_weights


def coherences(X: Tensor, W: Tensor) -> Tensor:
    """The largest ``|<X_j, W_i>|`` over j other than i, for each column i."""
    return (W.mT @ X).abs().fill_diagonal_(0.0).amax(1)


def matrix(N: int = 4, d: int = 7, seed: int = 0) -> Tensor:
    return torch.randn(N, d, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@pytest.mark.parametrize("seed", [0, 1])
def test_weights_are_feasible_and_nearly_optimal(seed: int) -> None:
    X = matrix(seed=seed)
    found = coherence_weights(X)
    torch.testing.assert_close((found.value * X).sum(0), torch.ones(7, dtype=torch.float64))
    assert (found.error <= 1e-6).all()
    # The linear program of each column, by another solver.
    for i in range(7):
        others = X[:, torch.arange(7) != i].mT.numpy()
        rows = [[*row, -1.0] for sign in (1, -1) for row in (sign * others)]
        told = linprog(
            [0] * 4 + [1],
            A_ub=rows,
            b_ub=[0.0] * len(rows),
            A_eq=[[*X[:, i].tolist(), 0.0]],
            b_eq=[1.0],
            bounds=[(None, None)] * 4 + [(0, None)],
        )
        assert float(coherences(X, found.value)[i]) == pytest.approx(told.fun, abs=1e-6)


def test_orthogonal_columns_have_coherence_0() -> None:
    found = coherence_weights(2 * torch.eye(3, dtype=torch.float64))
    torch.testing.assert_close(found.value.diagonal(), torch.full((3,), 0.5, dtype=torch.float64))
    assert (coherences(2 * torch.eye(3, dtype=torch.float64), found.value) <= 1e-6).all()


def test_the_closed_form_is_the_frobenius_minimum() -> None:
    X = matrix()
    W = cvxpy.Variable((4, 7))
    product = W.T @ X.numpy()
    problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.sum_squares(product)), [cvxpy.diag(product) == 1])
    problem.solve(solver=cvxpy.CLARABEL)
    torch.testing.assert_close(frobenius_weights(X), torch.as_tensor(W.value), rtol=1e-4, atol=1e-5)
    # It is feasible for the other problem, and not its minimum.
    worse = coherences(X, frobenius_weights(X))
    assert (worse >= coherences(X, coherence_weights(X).value) - 1e-8).all()
    assert (worse > coherences(X, coherence_weights(X).value) + 1e-3).any()


def test_misuse_is_named() -> None:
    with pytest.raises(TypeError, match=r"X has dtype torch\.float32"):
        coherence_weights(matrix().float())
    with pytest.raises(ValueError, match=r"expected \(N, d\)"):
        frobenius_weights(matrix()[None])
    with pytest.raises(ValueError, match="column that is 0"):
        coherence_weights(matrix() * (torch.arange(7) > 0))
