"""What the PCA claims take for granted: certificates, exponents, errors of real deflation."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import torch
from torch import Generator, Tensor

from baselines.pca import top_components
from theorems.pca.corollary_10 import best_bounds
from theorems.pca.corollary_10.rate import best_rate
from theorems.pca.finishing_up.final_bounds.least import bound, errors, errors_and_bound
from theorems.pca.theorem_7.pair import forced
from theorems.pca.theorem_7.real_sizes import by_layers


def eigenvector(X: Tensor, number: int, toward: Tensor) -> Tensor:
    """Eigenvector ``number`` (from 1) of ``X X^T`` on the side of ``toward``."""
    v = top_components((X @ X.mT)[None], number).eigenvectors.value[0, :, number - 1]
    return v * (v @ toward).sign()


@pytest.mark.parametrize("k", [1, 2, 4])
@pytest.mark.parametrize("inverse", [2.0, 64.0, 2.0**20])
def test_the_pair_of_theorem_7_is_as_near_and_as_far_as_the_certificate_says(k: int, inverse: float) -> None:
    roots = torch.tensor([math.sqrt(k - i) for i in range(k)] + [1 - 1 / inverse]).double()
    swapped = torch.cat([roots[: k - 1], roots[k:], roots[k - 1 : k]])
    X, Y = torch.diag(roots), torch.diag(swapped)
    start = torch.ones(k + 1, dtype=torch.float64) / math.sqrt(k + 1)  # one start serves both
    apart = (eigenvector(X, k, start) - eigenvector(Y, k, start)).norm()
    near = (X - Y).norm()
    assert float(apart) == pytest.approx(math.sqrt(2))
    assert float(near) == pytest.approx(math.sqrt(2) / inverse, rel=1e-6)
    error = float(forced(1 / inverse))  # K = 1
    assert error == pytest.approx(float(apart - near) / 2, rel=1e-6)


def test_sums_of_functions_of_one_sample_miss_the_second_eigenvector() -> None:
    start = torch.tensor([1.0, 1.0, 0.0], dtype=torch.float64) / math.sqrt(2)

    def second(x: float, y: float) -> Tensor:
        X = torch.diag(torch.tensor([x, y, 4.0], dtype=torch.float64))
        assert float(torch.linalg.eigvalsh(X @ X)[-1]) == pytest.approx(16)
        v = eigenvector(X, 2, start)
        assert float(v @ start) > 1 / 2
        return v

    difference = second(2, 1) - second(0.5, 1) - second(2, 3) + second(0.5, 3)
    assert float(difference.norm()) == pytest.approx(math.sqrt(2))


@pytest.mark.parametrize(
    ("q", "tau_grows", "r"), [(Fraction(1), True, 7), (Fraction(1, 2), True, 10), (Fraction(1), False, 5)]
)
def test_the_best_exponents_of_corollary_10(q: Fraction, tau_grows: bool, r: int) -> None:
    def smallest(alpha: Fraction, beta: Fraction) -> Fraction:
        last = (1 - 2 * beta - alpha) / 2  # the depth keeps its 1 / eps_0 all the same
        return min(beta - (alpha if tau_grows else 0), q * alpha, last)

    best = best_rate(q, tau_grows)
    assert best == Fraction(1, r)
    alpha = best / q
    assert smallest(alpha, best + (alpha if tau_grows else 0)) == best
    grid = [Fraction(i, 70) for i in range(71)]
    assert max(smallest(a, b) for a in grid for b in grid) <= best


def test_the_errors_of_deflation_do_not_grow_as_the_bound_does() -> None:
    for k in (1, 2, 5):
        generator = Generator().manual_seed(1)
        found = errors(torch.randn(64, k, k + 1, generator=generator, dtype=torch.float64))
        assert found.shape == (64, k)
        assert float(found.max()) < 1e-3
    assert bound(2) > math.sqrt(2)  # no distance is larger
    assert bound(6) > 1e8


def test_figures_have_one_value_for_each_place() -> None:
    for figure in (by_layers(), errors_and_bound(), best_bounds()):
        for series in figure.series:
            assert len(series.x) == len(series.y) > 0
            assert all(y > 0 for y in series.y)
