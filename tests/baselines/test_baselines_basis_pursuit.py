"""Basis pursuit against linear programming and against what its certificate promises."""

import pytest
import torch
from scipy.optimize import linprog
from torch import Tensor

from baselines.basis_pursuit import basis_pursuit


def sparse_problem(batch: int, N: int, d: int, S: int, seed: int = 0) -> tuple[Tensor, Tensor]:
    generator = torch.Generator().manual_seed(seed)
    X = torch.randn(batch, N, d, generator=generator, dtype=torch.float64)
    beta = torch.randn(batch, d, generator=generator, dtype=torch.float64)
    beta[torch.rand(batch, d, generator=generator).argsort(-1) >= S] = 0
    return X, (X @ beta[..., None])[..., 0]


@pytest.mark.parametrize(("N", "d", "S"), [(10, 20, 3), (3, 6, 2), (4, 4, 4)])
def test_the_norm_is_that_of_linear_programming(N: int, d: int, S: int) -> None:
    X, y = sparse_problem(20, N, d, S)
    found = basis_pursuit(X, y)
    missed = ((X @ found.value[..., None])[..., 0] - y).abs().amax()
    assert float(missed) < 1e-9
    for k in range(20):
        A = torch.cat([X[k], -X[k]], 1).numpy()
        best = linprog([1.0] * (2 * d), A_eq=A, b_eq=y[k].numpy(), method="highs").fun
        norm = float(found.value[k].abs().sum())
        assert abs(norm - best) < 1e-6
        assert norm - best <= float(found.error[k]) + 1e-9
    assert float(found.error.max()) < 1e-5


def test_no_data_needs_no_coefficients() -> None:
    X, y = sparse_problem(2, 3, 5, 2)
    found = basis_pursuit(X, y * 0)
    assert float(found.value.abs().max()) == 0.0
    assert float(found.error.max()) == 0.0


def test_a_wrong_point_would_be_seen() -> None:
    # The certificate of labels outside of the range of X is infinite, not small.
    X = torch.zeros(1, 2, 3, dtype=torch.float64)
    X[0, 0, 0] = 1.0
    found = basis_pursuit(X, torch.tensor([[1.0, 1.0]], dtype=torch.float64))
    assert torch.isinf(found.error).all()


def test_misuse_is_named() -> None:
    X, y = sparse_problem(2, 3, 5, 2)
    with pytest.raises(ValueError, match=r"expected \(batch, N, d\)"):
        basis_pursuit(X[0], y)
    with pytest.raises(ValueError, match=r"expected \(batch, N, d\), \(batch, N\)"):
        basis_pursuit(X, y[:, :2])
    bad = X.clone()
    bad[0, 0, 0] = torch.nan
    with pytest.raises(ValueError, match="X has 1 entries that are NaN"):
        basis_pursuit(bad, y)
    with pytest.raises(TypeError, match="float32"):
        basis_pursuit(X.float(), y)
