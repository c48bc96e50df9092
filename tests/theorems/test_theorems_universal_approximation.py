"""The transformer by its displays is the transformer."""

import pytest
import torch

from constructions.universal import Weights, balanced_tau, embed, universal_transformer
from lemmata import signs
from theorems.universal_approximation.theorem_1 import numbers, support, transformer
from theorems.universal_approximation.theorem_1.displays import STEEPNESS, Displays


@pytest.mark.parametrize("weights", ["repaired", "four heads", "printed"])
@pytest.mark.parametrize("d", [1, 2])
def test_displays_compute_what_the_matrices_do(weights: Weights, d: int) -> None:
    n, N, L, C, lam = 5, 6, 9, 1.25, 0.01
    X = torch.linspace(-1, 1, 4 * N * d).double().reshape(4, N, d) / d
    y, query = torch.cos(3 * X[..., 0]), X[:, 0].flip(0)
    omega, t = torch.linspace(0.5, 1, n * d).double().reshape(n, d), torch.arange(n).double() * 3 / n - 2
    tf = universal_transformer(
        omega,
        t,
        N=N,
        L=L,
        lam=lam,
        tau_ff=STEEPNESS,
        tau=(balanced_tau(C / (2 * n)), balanced_tau(C)),
        weights=weights,
        inverse_step=2 * (n + 1),
    )
    dense = tf(embed(X, y, query, n))[:, -1, -1]
    torch.testing.assert_close(Displays(omega, t, L, lam, C, weights)(X, y, query), dense, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("weights", ["repaired", "four heads", "printed"])
def test_examples_at_few_points_give_the_predictions_that_they_give_one_by_one(weights: Weights) -> None:
    d, N = 2, 7
    points = support(d)
    generator = torch.Generator().manual_seed(1)
    side, r, noise = (signs(*shape).sample(generator, 5) for shape in ((N,), (N, d), (N,)))
    which = numbers(side, r)
    torch.testing.assert_close(points[which][..., 0], side * 27 / 32 + r[..., 0] / 8)
    torch.testing.assert_close(points[which][..., 1:], r[..., 1:] / 8)
    tf = transformer(weights)(d, 4, N, 33, 0.125)
    y = torch.cos(3 * points[which][..., 0]) + noise / 8
    together = tf.at_points(points, which, y)
    for number, point in enumerate(points):
        alone = tf(points[which], y, point.expand(len(y), d))
        torch.testing.assert_close(together[:, number], alone, rtol=1e-7, atol=1e-7)
