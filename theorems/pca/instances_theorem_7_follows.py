"""Spectra by their gaps, and the products in the bounds of Theorem 7."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata import box, dims, dyadics, reals, scales, space
from lemmata.numbers import Array, minimum
from theorems.pca.error_bounds import bound


@dataclass(frozen=True)
class Setting:
    k: int
    after: float  # lambda_{k+1}
    gaps: Tensor  # (k,): lambda_k - lambda_{k+1}, ..., lambda_1 - lambda_2
    C: float

    @property
    def quotients(self) -> list[Array]:
        """``lambda_i / Delta`` for i = 1, ..., k + 1; at k = 1 Delta is lambda_1 - lambda_2."""
        found: list[Array] = [self.after]
        delta: Array = self.gaps[self.k - 1]
        for j in range(self.k):
            found.append(self.gaps[j] + found[-1])
            delta = minimum(delta, self.gaps[j]) if j else delta
        return [value / delta for value in reversed(found)]


common: dict[str, Any] = {
    "kind": "forall",
    "settings": space(
        Setting,
        k=dims(1, 3),
        after=dyadics(0, 1),
        gaps=lambda s: box(s.k, low=0.125, high=4),
        C=scales(-2, 12),
    ),
    "prompts": space(u=reals(1)),
    "uses": [bound],
    "examples": [Setting(2, 0.0, torch.tensor([1.0, 1.0]).double(), 4096.0)],
}
Constant = Callable[[Setting], Any]


def products(s: Setting) -> list[Array]:
    """``prod_(i <= eta) 5 lambda_(i+1) / Delta`` for eta = 0, ..., k."""
    found: list[Array] = [s.quotients[0] * 0 + 1]
    for value in s.quotients[1:]:
        found.append(found[-1] * value * 5)
    return found
