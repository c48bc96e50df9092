"""What the claims on Ahn et al. (2023) rest on: the finite law, the loss over it, layers and their slopes."""

import math
from itertools import combinations_with_replacement

import pytest
import torch
from torch import Tensor

from baselines.gaussian_moments import in_context_loss
from constructions.gradient_descent import linear_transformer, preconditioned_gd_transformer
from lemmata.numbers.instance_arrays import InstanceArray, of_one_instance
from theorems.preconditioned_gradient_descent.finite_law import WEIGHT, law, nodes
from theorems.preconditioned_gradient_descent.layers import G, as_A_moves, as_B_moves, labels, layers, replaced
from theorems.preconditioned_gradient_descent.one_layer import loss, population


def one_instance() -> of_one_instance:
    return of_one_instance(lambda: torch.zeros((), dtype=torch.float64))


def shared(x: Tensor) -> InstanceArray:
    return InstanceArray(x[None], True)


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
    root = torch.tensor([0.5, 2.0], dtype=torch.float64)
    m = law(2, 2, root)
    assert m.x.shape == (41 * 13, 2, 2)
    covariance = m.mean(m.x[:, 0, :, None] * m.x[:, 0, None, :])
    assert torch.allclose(covariance, torch.diag(root**2), rtol=1e-12, atol=1e-12)
    fourth = m.mean(m.x[:, 0, 1] ** 4)
    assert torch.allclose(fourth, 3 * root[1] ** 4, rtol=1e-12)


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 3), (2, 1)])
def test_the_literal_loss_is_the_closed_form(d: int, n: int) -> None:
    generator = torch.Generator().manual_seed(d + 10 * n)
    P, Q = torch.randn(2, d + 1, d + 1, generator=generator, dtype=torch.float64)
    root = torch.rand(d, generator=generator, dtype=torch.float64) + 0.5
    with one_instance():
        literal = loss(linear_transformer(P[None], Q[None]), population(n, d, shared(root)))
    exact = in_context_loss(P[-1:], Q[None, :, :d], torch.diag(root**2), n)
    assert torch.allclose(literal.raw, exact, rtol=1e-11)


NUMBERS = torch.linspace(-1, 1, 16, dtype=torch.float64).reshape(2, 2, 2, 2) / 2
"""A and B of two layers."""
X = torch.linspace(-1, 1, 6, dtype=torch.float64).reshape(2, 3)


def test_the_layers_are_the_literal_forward_pass() -> None:
    w = torch.tensor([0.5, -2.0], dtype=torch.float64)
    states = preconditioned_gd_transformer(NUMBERS[0] * 2, NUMBERS[1]).run(torch.cat([X, (w @ X)[None]])[None])
    with one_instance():
        found = layers(shared(X), *map(shared, NUMBERS))
        Y = labels(shared(X), shared(w), *map(shared, NUMBERS))
    for Z, X_i in zip(states, found, strict=True):
        torch.testing.assert_close(Z[0, :2], X_i.raw[0])
    torch.testing.assert_close(states[-1][0, 2], Y.raw[0])


def test_slopes_of_the_layers_are_derivatives_also_of_several_at_once() -> None:
    directions = torch.tensor([[[1.0, -0.5], [0.25, 2.0]], [[0.5, 1.0], [-1.0, 0.0]]], dtype=torch.float64)
    step = 1e-6
    with one_instance():
        x, A, B = shared(X), shared(NUMBERS[0]), shared(NUMBERS[1])
        for j in (0, 1):
            in_A, in_B = (
                move(lambda A, B: G(x, A, B), A, B, j, shared(directions)) for move in (as_A_moves, as_B_moves)
            )
            for C, of_A, of_B in zip(directions, in_A, in_B, strict=False):
                up, down = (G(x, replaced(A, j, A[j] + s * shared(C)), B) for s in (step, -step))
                torch.testing.assert_close(of_A.raw, ((up - down) / (2 * step)).raw, rtol=1e-7, atol=1e-9)
                up, down = (G(x, A, replaced(B, j, B[j] + s * shared(C))) for s in (step, -step))
                torch.testing.assert_close(of_B.raw, ((up - down) / (2 * step)).raw, rtol=1e-7, atol=1e-9)
