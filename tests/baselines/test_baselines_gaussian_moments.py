"""The closed form of the in-context loss against exact quadrature of the literal forward pass.

The loss is the mean of a polynomial in Gaussian variables, of degree 4 in each of the examples'
coordinates and in w, and 2 in the query's: Gauss-Hermite rules with 3 and 2 nodes are exact.
"""

import itertools
import math
from typing import Any

import pytest
import torch
from torch import Tensor

from baselines.gaussian_moments import in_context_loss
from lemmata.numbers import concat, exact, zeros
from lemmata.search.lifting import lift

ROOT3 = math.sqrt(3.0)
FOUR = ((-ROOT3, 0.0, ROOT3), (1 / 6, 2 / 3, 1 / 6))  # exact up to degree 5
TWO = ((-1.0, 1.0), (0.5, 0.5))  # exact up to degree 3


def normal(*shape: int, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def covariance(d: int, seed: int = 0) -> Tensor:
    root = normal(d, d, seed=seed)
    return root @ root.mT + 0.3 * torch.eye(d, dtype=torch.float64)


def forward(b: Tensor, A: Tensor, X: Tensor, w: Tensor) -> Tensor:
    """The bottom right entry of Z + (1/n) P Z M (Z^T Q Z), plus the label of the query: (4), (5)."""
    n, d = X.shape[1] - 1, X.shape[2]
    y = (X @ w[..., None])[..., 0]
    Z = torch.cat([X, y[..., None]], -1).mT.clone()
    Z[:, d, n] = 0
    P = torch.cat([torch.zeros(d, d + 1, dtype=torch.float64), b[None]])
    Q = torch.cat([A, torch.zeros(d + 1, 1, dtype=torch.float64)], 1)
    M = torch.diag(torch.tensor([1.0] * n + [0.0], dtype=torch.float64))
    out = Z + P @ Z @ M @ (Z.mT @ Q @ Z) / n
    return out[:, d, n] + y[:, n]


def by_quadrature(b: Tensor, A: Tensor, Sigma: Tensor, n: int, task: str) -> float:
    d = Sigma.shape[0]
    rules = [FOUR] * (n * d) + [TWO] * d + [FOUR] * d
    nodes = torch.tensor(list(itertools.product(*(r[0] for r in rules))), dtype=torch.float64)
    weights = torch.tensor(
        [math.prod(p) for p in itertools.product(*(r[1] for r in rules))], dtype=torch.float64
    )
    root = torch.linalg.cholesky(Sigma)
    X = nodes[:, : (n + 1) * d].reshape(-1, n + 1, d) @ root.mT
    w = nodes[:, (n + 1) * d :]
    if task == "inverse":
        w = w @ torch.linalg.inv(root)  # covariance (root root^T)^-1
    return float((weights * forward(b, A, X, w) ** 2).sum())


@pytest.mark.parametrize("task", ["identity", "inverse"])
@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 2), (1, 5), (2, 1), (2, 2), (3, 1)])
def test_the_closed_form_is_the_mean_of_the_forward_pass(d: int, n: int, task: Any) -> None:
    Sigma, b, A = covariance(d), normal(3, d + 1, seed=1), normal(3, d + 1, d, seed=2)
    found = in_context_loss(b, A, Sigma, n, task=task)
    expected = [by_quadrature(b[i], A[i], Sigma, n, task) for i in range(3)]
    assert torch.allclose(found, torch.tensor(expected, dtype=torch.float64), rtol=1e-11)


def test_the_quadrature_would_notice_a_wrong_moment() -> None:
    Sigma, b, A = covariance(2), normal(1, 3, seed=1), normal(1, 3, 2, seed=2)
    wrong = float(in_context_loss(b, A, Sigma, 3)[0])
    assert abs(by_quadrature(b[0], A[0], Sigma, 2, "identity") / wrong - 1) > 0.01


def test_sampling_agrees() -> None:
    d, n, count = 2, 4, 200_000
    Sigma, b, A = covariance(d), normal(d + 1, seed=1) / 2, normal(d + 1, d, seed=2) / 2
    X = normal(count, n + 1, d, seed=3) @ torch.linalg.cholesky(Sigma).mT
    losses = forward(b, A, X, normal(count, d, seed=4)) ** 2
    error = float(losses.std()) / math.sqrt(count)
    assert abs(float(losses.mean() - in_context_loss(b[None], A[None], Sigma, n)[0])) < 5 * error


def closed_form(Sigma: Tensor, n: int) -> tuple[Tensor, Tensor]:
    """(8), with the last row of A zero and b the last unit vector."""
    d = Sigma.shape[0]
    values, U = torch.linalg.eigh(Sigma)
    inner = U @ torch.diag(1 / ((n + 1) / n * values + values.sum() / n)) @ U.mT
    A = torch.cat([-inner, torch.zeros(1, d, dtype=torch.float64)])[None]
    b = torch.eye(d + 1, dtype=torch.float64)[-1:]
    return b, A


@pytest.mark.parametrize(("d", "n"), [(1, 1), (2, 3), (4, 7)])
def test_the_gradient_vanishes_at_8(d: int, n: int) -> None:
    Sigma = covariance(d)
    b, A = closed_form(Sigma, n)
    b.requires_grad_()
    A.requires_grad_()
    gradients = torch.autograd.grad(in_context_loss(b, A, Sigma, n).sum(), [b, A])
    scale = float(Sigma.trace())
    assert max(float(g.abs().max()) for g in gradients) < 1e-12 * scale**2 * (d + n)
    away = torch.autograd.grad(in_context_loss(b, 0.9 * A, Sigma, n).sum(), [A])
    assert float(away[0].abs().max()) > 1e-3


def test_no_competitor_is_below_8() -> None:
    Sigma, n = covariance(3), 5
    b, A = closed_form(Sigma, n)
    low = in_context_loss(b, A, Sigma, n)
    near = in_context_loss(b + 0.1 * normal(500, 4, seed=1), A + 0.1 * normal(500, 4, 3, seed=2), Sigma, n)
    far = in_context_loss(normal(500, 4, seed=3), normal(500, 4, 3, seed=4), Sigma, n)
    assert bool((near >= low).all())
    assert bool((far >= low).all())


def test_without_attention_the_loss_is_the_mean_of_the_label_squared() -> None:
    Sigma, none = covariance(3), torch.zeros(1, 4, dtype=torch.float64)
    A = normal(1, 4, 3)
    assert torch.allclose(in_context_loss(none, A, Sigma, 5), Sigma.trace()[None], rtol=1e-14)
    inverse = in_context_loss(none, A, Sigma, 5, task="inverse")
    assert torch.allclose(inverse, torch.tensor([3.0], dtype=torch.float64), rtol=1e-14)


def test_rationals_give_the_exact_loss() -> None:
    Sigma = lift(torch.tensor([[2.0, 0.5], [0.5, 1.0]], dtype=torch.float64), "rational")
    b = lift(torch.round(normal(1, 3) * 8) / 8, "rational")
    A = lift(torch.round(normal(1, 3, 2, seed=1) * 8) / 8, "rational")
    loss = in_context_loss(b, A, Sigma, 3)
    # Rescaling by 1/3, which no float can hold, changes nothing at all.
    assert in_context_loss(b / 3, A * 3, Sigma, 3).values[0] == loss.values[0]
    plain = in_context_loss(as_float(b), as_float(A), as_float(Sigma), 3)
    assert abs(exact.as_float(loss.values[0]) / float(plain[0]) - 1) < 1e-13


def as_float(x: Any) -> Tensor:
    return torch.tensor([float(exact.fraction(v)) for v in x.values.flat], dtype=torch.float64).reshape(x.shape)


def test_the_derivative_at_8_is_exactly_zero_for_diagonal_covariances() -> None:
    spectrum = [1, 2, 5]
    n, d = 4, 3
    like = lift(torch.zeros(1, dtype=torch.float64), "rational")
    Sigma = concat([unit_row(d, i, like) * v for i, v in enumerate(spectrum)], 0)
    A = concat(
        [-unit_row(d, i, like) * n / ((n + 1) * v + sum(spectrum)) for i, v in enumerate(spectrum)]
        + [zeros((1, d), like)],
        0,
    )[None]
    b = unit_row(d + 1, d, like)
    direction = lift(torch.round(normal(1, d + 1, d) * 8) / 8, "rational")
    down = lift(torch.round(normal(1, d + 1, seed=1) * 8) / 8, "rational")

    def along(t: int) -> Any:
        return in_context_loss(b + down * t, A + direction * t, Sigma, n).values[0]

    # The loss is a polynomial of degree four along a line, so these differences give its slope.
    slope = 8 * (along(1) - along(-1)) - (along(2) - along(-2))
    assert slope == 0
    assert 8 * (along(2) - along(0)) - (along(3) - along(-1)) != 0


def unit_row(size: int, index: int, like: Any) -> Any:
    row = torch.zeros(1, size, dtype=torch.float64)
    row[0, index] = 1
    return lift(row, "rational")


GOOD = (normal(2, 3), normal(2, 3, 2), covariance(2), 3)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({0: GOOD[0].float()}, TypeError, "b has dtype torch.float32"),
        ({2: GOOD[2].tolist()}, TypeError, "Sigma is a list"),
        ({3: 2.0}, TypeError, "n must be a whole number, got 2.0"),
        ({3: True}, TypeError, "whole number"),
        ({3: 0}, ValueError, "n must be at least 1, got 0"),
        ({1: normal(2, 2, 2)}, ValueError, r"expected \(batch, d \+ 1\)"),
        ({0: normal(3, 3)}, ValueError, r"expected \(batch, d \+ 1\)"),
        ({2: torch.tensor([[1.0, 0.5], [0.0, 1.0]]).double()}, ValueError, "Sigma is not symmetric"),
        ({2: torch.eye(2).double() * torch.nan}, ValueError, "Sigma"),
        (
            {2: torch.tensor([[1.0, 2.0], [2.0, 1.0]]).double()},
            ValueError,
            "not positive definite: its smallest eigenvalue is -1",
        ),
    ],
)
def test_misuse_is_named(change: dict[int, Any], error: type[Exception], words: str) -> None:
    arguments: list[Any] = list(GOOD)
    for index, value in change.items():
        arguments[index] = value
    with pytest.raises(error, match=words):
        in_context_loss(*arguments)


def test_an_unknown_task_is_an_error() -> None:
    with pytest.raises(ValueError, match="task must be 'identity' or 'inverse', got 'other'"):
        in_context_loss(*GOOD, task="other")  # type: ignore[arg-type]
