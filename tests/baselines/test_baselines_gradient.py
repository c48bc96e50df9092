"""Gradient descent on (10), against autograd and against what one Newton step must do."""

from typing import Any

import pytest
import torch
from torch import Tensor

from baselines.gradient import gd_plus_plus, gradient_descent, labels, least_squares, least_squares_gradient
from lemmata.search.lifting import lift


def normal(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.round(torch.randn(*shape, generator=generator, dtype=torch.float64) * 64) / 64


def test_the_loss_is_10() -> None:
    X, w, w_star = normal(3, 5, 2), normal(3, 2, seed=1), normal(3, 2, seed=2)
    expected = [sum(float(((w[b] - w_star[b]) @ X[b, i]) ** 2) for i in range(5)) / (2 * 5) for b in range(3)]
    found = least_squares(X, labels(X, w_star), w)
    assert torch.allclose(found, torch.tensor(expected, dtype=torch.float64), rtol=1e-13)


def test_the_gradient_is_that_of_the_loss() -> None:
    X, y = normal(3, 5, 2), normal(3, 5, seed=1)
    w = normal(3, 2, seed=2).requires_grad_()
    (gradient,) = torch.autograd.grad(least_squares(X, y, w).sum(), w)
    assert torch.allclose(least_squares_gradient(X, y, w.detach()), gradient, rtol=1e-13)


def test_every_iterate_is_11() -> None:
    X, w_star, A = normal(3, 5, 2), normal(3, 2, seed=1), normal(4, 2, 2, seed=2) / 4
    path = gradient_descent(X, A, w_star=w_star)
    assert path.shape == (5, 3, 2)
    assert not path[0].any()
    y = labels(X, w_star)
    for k in range(4):
        step = torch.einsum("ij,bj->bi", A[k], least_squares_gradient(X, y, path[k]))
        assert torch.allclose(path[k + 1], path[k] + step, rtol=1e-14, atol=1e-14)
    assert torch.equal(path, gradient_descent(X, A, y=y))


def test_one_newton_step_ends_at_the_solution() -> None:
    X, w_star = normal(1, 6, 3), normal(1, 3, seed=1)
    A = -torch.linalg.inv(X[0].mT @ X[0] / 6)[None]
    path = gradient_descent(X, A, w_star=w_star, start=normal(1, 3, seed=2))
    assert torch.allclose(path[-1], w_star, rtol=1e-12)
    assert not torch.allclose(gradient_descent(X, -A, w_star=w_star)[-1], w_star, rtol=1e-2)


def test_it_is_exact_in_rationals() -> None:
    X, w_star = normal(2, 3, 2), normal(2, 2, seed=1)
    A = lift(normal(2, 2, 2, seed=2), "rational")
    path = gradient_descent(lift(X, "rational"), A, w_star=lift(w_star, "rational"))
    again = gradient_descent(lift(X, "rational"), A, w_star=lift(w_star, "rational"), start=path[1])
    first = A[0] @ (lift(X.mT @ X, "rational") @ (path[1] - lift(w_star, "rational"))[..., None]) / 3
    assert not any((again[1] - path[1] - first[..., 0]).values.ravel())


@pytest.mark.parametrize(
    ("act", "error", "words"),
    [
        (lambda: gradient_descent(normal(2, 3, 2), normal(1, 2, 2)), TypeError, "either y or w_star"),
        (
            lambda: gradient_descent(normal(2, 3, 2), normal(1, 2, 2), y=normal(2, 3), w_star=normal(2, 2)),
            TypeError,
            "either y or w_star",
        ),
        (lambda: gradient_descent(normal(2, 3, 2), normal(2, 2), y=normal(2, 3)), ValueError, "L, d"),
        (lambda: labels(normal(2, 3, 2), normal(2, 3)), ValueError, "expected"),
        (lambda: least_squares(normal(2, 3, 2), normal(2, 3), normal(2, 3)), ValueError, "expected"),
        (
            lambda: least_squares(normal(2, 3, 2).float(), normal(2, 3), normal(2, 2)),
            TypeError,
            "X has dtype torch.float32",
        ),
    ],
)
def test_misuse_is_named(act: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        act()


def test_gd_plus_plus_without_a_move_is_gradient_descent() -> None:
    X, w_star, query = normal(3, 5, 2), normal(3, 2, seed=1), normal(3, 2, seed=2)
    eta = torch.tensor([0.5, 0.25, 1.0], dtype=torch.float64)
    path = gd_plus_plus(X, query, eta, 0 * eta, w_star=w_star)
    A = -eta[:, None, None] * torch.eye(2, dtype=torch.float64)
    expected = (gradient_descent(X, A, w_star=w_star) * query).sum(-1)
    assert torch.allclose(path, expected, rtol=1e-12, atol=1e-13)
    moved = gd_plus_plus(X, query, eta, eta / 4, w_star=w_star)
    assert torch.equal(moved[:2], path[:2])
    assert not torch.allclose(moved[2:], path[2:], rtol=1e-3)


def test_gd_plus_plus_is_descent_on_moved_covariates() -> None:
    """Token by token, as von Oswald et al. write it: e_j = (x_j, residual of j)."""
    X, query, y = normal(1, 4, 2), normal(1, 2, seed=1), normal(1, 4, seed=2)
    eta = torch.tensor([0.5, 0.25], dtype=torch.float64)
    gamma = torch.tensor([0.125, 0.5], dtype=torch.float64)
    x = [*X[0], query[0]]
    r = [*y[0], torch.tensor(0.0, dtype=torch.float64)]
    for step, move in zip(eta, gamma, strict=True):
        inner = [[x[k] @ x[j] / 4 for k in range(4)] for j in range(5)]
        r, x = (
            [r[j] - step * sum(r[k] * inner[j][k] for k in range(4)) for j in range(5)],
            [x[j] - move * sum(x[k] * inner[j][k] for k in range(4)) for j in range(5)],
        )
    found = gd_plus_plus(X, query, eta, gamma, y=y)
    assert abs(float(found[-1, 0] + r[4])) < 1e-13


def test_gd_plus_plus_refuses_bad_input() -> None:
    X, query, eta = normal(1, 4, 2), normal(1, 2), normal(3)
    with pytest.raises(TypeError, match="give either y or w_star"):
        gd_plus_plus(X, query, eta, eta)
    with pytest.raises(ValueError, match="expected"):
        gd_plus_plus(X, query, eta, eta[:2], w_star=query)
    with pytest.raises(ValueError, match="expected"):
        gd_plus_plus(X, query[:, :1], eta, eta, w_star=query)
    with pytest.raises(TypeError, match=r"torch.float32"):
        gd_plus_plus(X.float(), query, eta, eta, w_star=query)
