r"""The transformer of A.4 by its displays: what its layers compute, without their matrices.

Layer by layer the repaired weights give (107), (118), (109) and (124), as the claims ``lemma-4/eq-107``,
``eq-118``, ``eq-109`` and ``eq-124`` have it: sums over examples instead of products of matrices with
$(d+2n+7)^2$ entries, so that the sizes of Theorem 1 are in reach.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.barron import feature_vectors
from baselines.proximal import soft_threshold
from constructions.universal import Weights, balanced_tau
from theorems.universal_approximation.lemma_4.layers import linearised

STEEPNESS = 5.0


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
        N, n = y.shape[1], len(self.t)
        eta = 1 / (2 * (n + 1))
        first, second = balanced_tau(self.barron / (2 * n)), balanced_tau(self.barron)
        phi = feature_vectors(torch.cat([X, query[:, None]], 1), self.omega, self.t, STEEPNESS)
        labels = linearised(torch.nn.functional.pad(y, (0, 1)) * eta, first)
        # What the third head of Attn1 adds at score 0, and the factor N of Attn2.
        bias = 2 * first if self.weights == "printed" else 0.0
        share = 1.0 if self.weights == "repaired" else 1 / N
        rho, prediction = torch.zeros_like(phi[:, 0]), torch.zeros_like(y[:, 0])
        for _ in range((self.L - 1) // 2):
            heads = labels - linearised((phi @ rho[..., None])[..., 0] * eta, first) + bias
            heads[:, -1] += linearised(prediction * eta, first)
            rho = soft_threshold(rho + (heads[:, None] @ phi)[:, 0] * 2 / N, eta * self.lam)
            prediction = linearised((phi[:, -1] * rho).sum(-1), second) * share
        return prediction
