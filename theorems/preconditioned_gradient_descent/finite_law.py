r"""Expectations over Gaussian prompts, as sums over a finite law with the same moments.

A polynomial of total degree at most 5 in standard normal variables has the same mean under a finite
signed law with integer nodes and rational weights. With it the expectations of the paper are sums over
literal prompts, evaluated in rational arithmetic: no formula for a moment is used.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

from lemmata import Expectation, box, dims
from lemmata.numbers import Array, concat, constant, sum

WEIGHT = 12
"""The weights of :func:`nodes` are whole multiples of one over this."""


@lru_cache(maxsize=64)
def nodes(size: int, degree: int) -> tuple[Tensor, Tensor]:
    """Nodes ``(points, size)`` and whole weights ``(points,)``, to be divided by ``WEIGHT``.

    Args:
        size: number of independent standard normal variables.
        degree: 3 or 5, the total degree up to which means are exact.
    """
    size = int(size)
    unit = torch.eye(size, dtype=torch.float64)
    # The nodes are symmetric in every sign and in the coordinates, so that up to degree 5 only
    # E x_i^2 = 1, E x_i^4 = 3 and E x_i^2 x_j^2 = 1 have to hold: they fix the three weights.
    near, far, pair = (6, 0, 0) if degree == 3 else (8 - 6 * size, 1, 3)
    rows = [(sign * e, near) for e in unit for sign in (1, -1)]
    if degree == 5:
        rows += [(2 * sign * e, far) for e in unit for sign in (1, -1)]
        for e, g in combinations(unit, 2):
            rows += [(a * e + c * g, pair) for a in (1, -1) for c in (1, -1)]
    weights = torch.tensor([w for _, w in rows], dtype=torch.float64)
    origin = torch.zeros(1, size, dtype=torch.float64)
    points = torch.cat([origin, torch.stack([row for row, _ in rows])])
    return points, torch.cat([WEIGHT - weights.sum()[None], weights])


@dataclass(frozen=True)
class Normal:
    """Independent standard normal variables ``x (points, size)``, as a finite law."""

    x: Array
    weight: Array

    def mean(self, v: Array) -> Array:
        """The mean of ``(points, d, d)``."""
        return sum(v * self.weight[:, None, None], 0) / WEIGHT


def normal(size: int) -> Normal:
    """Standard normal numbers, for means of polynomials of degree up to 3."""
    points, weight = nodes(size, 3)
    return Normal(constant(points), constant(weight))


@dataclass(frozen=True)
class Law:
    """Prompts with ``x ~ N(0, diag(root^2))`` and ``w ~ N(0, I)``, as a finite law.

    Attributes:
        x: ``(points, n, d)``.
        w: ``(points, d)``.
        weight: ``(points,)``.
    """

    x: Array
    w: Array
    weight: Array

    def mean(self, v: Array) -> Array:
        """The mean of ``(points, ...)`` over the points."""
        return sum(v * self.weight.reshape(-1, *[1] * (v.ndim - 1)), 0) / WEIGHT**2

    @property
    def y(self) -> Array:
        return (self.x @ self.w[..., None])[..., 0]

    @property
    def C(self) -> Array:
        r"""$C = (1/n) \sum_i z_i z_i^\top$, ``(points, d + 1, d + 1)``."""
        z = concat([self.x, self.y[..., None]], -1)
        return z.mT @ z / self.x.shape[1]


def law(n: int, d: int, root: Array, degree_w: int = 5) -> Law:
    """The law at the roots of the variances: of degree 5 in the samples, and ``degree_w`` in w."""
    (x, px), (w, pw) = nodes(n * d, 5), nodes(d, degree_w)
    weight = (px[:, None] * pw).reshape(-1)
    x = x.repeat_interleave(len(w), 0).reshape(-1, n, d)
    return Law(constant(x, root) * root, constant(w.repeat(len(px), 1), root), constant(weight, root))


COORDINATE: dict[str, Any] = {"d": dims(1, 3), "n": dims(1, 3), "j": dims(1, "d", most="d")}
GENERAL: dict[str, Any] = {
    "rank": "step",
    "kind": Expectation(),
    "batch": 32,  # each of them means thousands of literal prompts
    **COORDINATE,
    "root": box("d", low=0.0, high=2.0, of="[0, inf)"),  # of the eigenvalues of $\Lambda$; it may be singular
}
IDENTITY: dict[str, Any] = {
    "pinned": {"root": "the square roots of the eigenvalues of the covariance, which is I in Lemma 6"},
    "root": box("d", low=1.0, high=1.0),
}
