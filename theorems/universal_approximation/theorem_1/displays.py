"""The transformer of A.4 by its displays: what its layers compute, without their matrices.

Layer by layer the repaired weights give (107), (118), (109) and (124): sums over examples instead of products
of matrices with $(d+2n+7)^2$ entries, so that the sizes of Theorem 1 are in reach.
"""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import softshrink

from baselines.barron import feature_vectors
from constructions.universal import Weights, balanced_tau

STEEPNESS = 5.0
_AT_ONCE = 2**15
"""So many numbers of a state fit into the cache."""


@dataclass(frozen=True)
class Displays:
    """L layers with features (29) of steepness 5."""

    omega: Tensor  # (n, d)
    t: Tensor  # (n,)
    L: int
    lam: float
    barron: float
    weights: Weights = "repaired"

    @torch.no_grad()
    def __call__(self, X: Tensor, y: Tensor, query: Tensor) -> Tensor:
        """The prediction ``(batch,)`` from inputs ``(batch, N, d)``, labels, and a query ``(batch, d)``."""
        rows = torch.arange(y.shape[1])
        return self._run(self._features(X), rows, y, self._features(query[:, None]))[:, 0]

    @torch.no_grad()
    def at_points(self, points: Tensor, which: Tensor, y: Tensor) -> Tensor:
        """The predictions at each of P points, the examples being some of them: ``(batch, P)``.

        What is a sum over examples is one over points, of sums over the examples there.

        Args:
            points: ``(P, d)``.
            which: the numbers of the examples' points ``(batch, N)``.
            y: their labels ``(batch, N)``.
        """
        phi = self._features(points[None])
        some = max(_AT_ONCE // len(points) ** 2, 1)
        return torch.cat(
            [
                self._run(phi, *part, phi)
                for part in zip(torch.split(which, some), torch.split(y, some), strict=True)
            ]
        )

    def _features(self, X: Tensor) -> Tensor:
        features: Tensor = feature_vectors(X, self.omega.to(X.device), self.t.to(X.device), STEEPNESS)
        return features

    def _run(self, phi: Tensor, which: Tensor, y: Tensor, queries: Tensor) -> Tensor:
        """The predictions at the queries, each in a run of its own: ``(batch, queries)``.

        Args:
            phi: features of inputs ``(batch or 1, inputs, n + 1)``.
            which: the numbers of the examples' inputs ``(N,)`` or ``(batch, N)``.
            y: ``(batch, N)``.
            queries: their features ``(batch or 1, queries, n + 1)``.
        """
        N, n = y.shape[1], len(self.t)
        eta = 1 / (2 * (n + 1))
        first, second = balanced_tau(self.barron / (2 * n)), balanced_tau(self.barron)
        # What the third head of Attn1 adds at score 0, and the factor N of Attn2.
        bias = 2 * first if self.weights == "printed" else 0.0
        share = 1.0 if self.weights == "repaired" else 1 / N
        empty = y.new_zeros(len(y), phi.shape[1])
        labels, places = linearised(y * eta, first), which.expand(y.shape)
        total = empty.scatter_add(1, places, labels)[..., None]
        count = empty.scatter_add(1, places, torch.ones_like(y))[..., None]
        prediction = y.new_zeros(len(y), queries.shape[1])
        rho = y.new_zeros(len(y), n + 1, queries.shape[1])
        for _ in range((self.L - 1) // 2):
            heads = total - (linearised((phi @ rho) * eta, first) - bias) * count
            own = linearised(prediction * eta, first) - linearised(scores(queries, rho) * eta, first) + bias
            moved = phi.mT @ heads + queries.mT * own[:, None]
            rho = softshrink(rho + moved * 2 / N, eta * self.lam)
            prediction = linearised(scores(queries, rho), second) * share
        return prediction


def linearised(x: Tensor, tau: float) -> Tensor:
    """``4 tau (sigma_attn(x / tau) - sigma_attn(0))``, as (117) has it, with few arrays besides."""
    return torch.sigmoid(x / tau).sub_(0.5).mul_(4 * tau)


def scores(queries: Tensor, rho: Tensor) -> Tensor:
    """The product of each query's features with its own rho: ``(batch, queries)``."""
    return (queries.mT * rho).sum(1)
