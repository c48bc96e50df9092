"""What the claims on Ahn et al. (2023) rest on: the finite law, dual numbers, transformed covariates."""

import math
from itertools import combinations_with_replacement

import pytest
import torch

from baselines.gaussian_moments import in_context_loss
from constructions.gradient_descent import linear_transformer
from theorems.preconditioned_gradient_descent.dual import Dual, still
from theorems.preconditioned_gradient_descent.equivariance import MovingLayers
from theorems.preconditioned_gradient_descent.finite_law import WEIGHT, Setting, law, nodes
from theorems.preconditioned_gradient_descent.layers import Model, model
from theorems.preconditioned_gradient_descent.one_layer import Setting as Layer
from theorems.preconditioned_gradient_descent.one_layer import loss, population


def moment(powers: dict[int, int]) -> float:
    """The moment of independent standard normal variables."""
    found = 1.0
    for power in powers.values():
        found *= 0.0 if power % 2 else math.prod(range(1, power, 2))
    return found


@pytest.mark.parametrize(("size", "degree"), [(1, 5), (2, 5), (4, 5), (9, 5), (3, 3), (1, 3)])
def test_the_finite_law_has_the_moments_of_normal_variables(size: int, degree: int) -> None:
    points, weights = nodes(size, degree)
    for order in range(degree + 1):
        for chosen in combinations_with_replacement(range(size), order):
            product = torch.ones(len(points), dtype=torch.float64)
            for index in chosen:
                product = product * points[:, index]
            powers = {index: chosen.count(index) for index in chosen}
            assert float((product * weights).sum()) == WEIGHT * moment(powers), chosen


def test_the_finite_law_ends_at_its_degree() -> None:
    points, weights = nodes(1, 5)
    assert float((points[:, 0] ** 6 * weights).sum()) != WEIGHT * 15


def test_the_law_of_the_prompts() -> None:
    root = torch.tensor([[0.5, 2.0]], dtype=torch.float64)
    m = law(Setting(d=2, n=2, j=2), root)
    assert m.x.shape == (1, 41 * 13, 2, 2)
    covariance = m.mean(m.x[..., 0, :, None] * m.x[..., 0, None, :])
    assert torch.allclose(covariance, torch.diag_embed(root**2), rtol=1e-12, atol=1e-12)
    fourth = m.mean(m.x_j[..., 0] ** 4)
    assert torch.allclose(fourth, 3 * m.lam_j**2, rtol=1e-12)


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 3), (2, 1)])
def test_the_literal_loss_is_the_closed_form(d: int, n: int) -> None:
    generator = torch.Generator().manual_seed(d + 10 * n)
    P, Q = torch.randn(2, d + 1, d + 1, generator=generator, dtype=torch.float64)
    root = torch.rand(1, d, generator=generator, dtype=torch.float64) + 0.5
    m = population(Layer(d, n, P, Q), root)
    literal = loss(linear_transformer(P[None], Q[None]), m)
    exact = in_context_loss(P[-1:], Q[None, :, :d], torch.diag(root[0] ** 2), n)
    assert torch.allclose(literal, exact, rtol=1e-11)


def test_dual_numbers_are_derivatives() -> None:
    numbers = torch.linspace(-1, 1, 16, dtype=torch.float64).reshape(2, 2, 2, 2) / 2
    s = MovingLayers(d=2, n=2, k=1, j=0, A=numbers[0], B=numbers[1])
    X = torch.linspace(-1, 1, 6, dtype=torch.float64).reshape(1, 2, 3)
    C = torch.tensor([[[1.0, -0.5], [0.25, 2.0]]], dtype=torch.float64)
    slope = model(s, "B", C).G(X).slope
    step, X_moved = 1e-5, X * 0
    for sign in (1, -1):
        X_moved = X_moved + sign * Model(s, "B", shift=sign * step * C).G(X).value
    assert torch.allclose(slope, X_moved / (2 * step), rtol=1e-6, atol=1e-6)


def test_dual_numbers_multiply() -> None:
    a, b = torch.randn(2, 3, 3, dtype=torch.float64)
    product = Dual(a, b) @ Dual(b, a)
    assert torch.equal(product.value, a @ b)
    assert torch.equal(product.slope, b @ b + a @ a)
    assert not (still(a) @ still(b)).slope.any()
    assert torch.equal((Dual(a, b) / 2).mT.slope, b.mT / 2)
