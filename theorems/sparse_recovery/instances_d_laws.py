"""The laws of the rows that Lemma 3 is tested with, and a constant c that is proved for each.

Entries are independent with mean 0; a constant c is good for the three parts of Lemma 3 (with the
prefactor and the index that they must have), for every N, d, S and delta:

- Rademacher, c = 1/4. The diagonal is not random. Hoeffding: a sum of N products exceeds N t with
  probability at most 2 exp(-N t^2 / 2); d(d-1)/2 of them, t^2 = 4 log(d/delta)/N. No larger constant
  is good for all d.
- Uniform on [-1, 1] (variance 1/3), c = 1/12. Squares in [0, 3] times the variance: Hoeffding, 2/9.
  Products: given the first column a sum with variance proxy at most 3 N, so 2 exp(-N t^2 / 6).
- Gaussian, c = 1/8, for N >= 8 log(d/delta) only (Laurent and Massart; the moment generating function
  (1 - t^2)^(-1/2) of a product). For every N no constant is good, and the law is not bounded.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Generator, Tensor

from lemmata.spaces import Domain, gaussian, reals, signs

LAWS = {"Rademacher": 4, "uniform": 12, "Gaussian": 8}
"""1/c."""
VARIANCE = {"Rademacher": 1, "uniform": 3, "Gaussian": 1}
"""One over the variance of an entry."""


@dataclass(frozen=True)
class centred_uniform(reals):
    """Arrays of independent entries, uniform on [-1, 1] when sampled."""

    def __init__(self, *shape: int) -> None:
        super().__init__(*shape)

    def grid(self) -> tuple[float, ...]:
        return (0.0, 1.0, -1.0, 0.5, -0.5)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return torch.rand(batch, *self.shape, generator=generator, dtype=torch.float64) * 2 - 1

    def contains(self, value: object) -> bool:
        return super().contains(value) and bool((torch.as_tensor(value).abs() <= 1).all())

    def project(self, values: Tensor) -> Tensor:
        return values.clamp(-1.0, 1.0)


def rows(law: str, n: int, d: int) -> Domain:
    """The measurement matrix under one of the laws."""
    if law == "Rademacher":
        return signs(n, d)
    return centred_uniform(n, d) if law == "uniform" else gaussian(n, d)
