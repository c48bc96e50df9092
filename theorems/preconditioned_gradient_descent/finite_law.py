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

from lemmata import Expectation, Space, box, dims, space
from lemmata.numbers import Array, concatenate, constant, sum

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
        """The mean of ``(points, d, d)``, as a batch of one."""
        return sum(v * self.weight[:, None, None], 0)[None] / WEIGHT


def normal(size: int, like: Array) -> Normal:
    """Standard normal numbers, for means of polynomials of degree up to 3."""
    points, weight = nodes(size, 3)
    return Normal(constant(points, like), constant(weight, like))


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int


@dataclass(frozen=True)
class Setting(Sizes):
    j: int  # a coordinate, counted from 1


def sizes(d: int = 3, n: int = 3) -> Space:
    """Sizes alone."""
    return space(Sizes, d=dims(1, d), n=dims(1, n))


def settings(d: int = 3, n: int = 3) -> Space:
    """Sizes, and a coordinate."""
    return space(Setting, d=dims(1, d), n=dims(1, n), j=lambda s: dims(1, s.d, most=s.d))


def spectra(s: Sizes) -> Space:
    """The square roots of the eigenvalues of Lambda, which may be singular."""
    return space(root=box(s.d, low=0.0, high=2.0, of="[0, inf)"))


def ones(s: Setting) -> Space:
    return space(root=box(s.d, low=1.0, high=1.0))


ROOTS = "the square roots of the eigenvalues of the covariance, which is I in Lemma 6"
GENERAL: dict[str, Any] = {
    "kind": Expectation(),
    "settings": settings(),
    "prompts": spectra,
    "batch": 32,  # each of them means thousands of literal prompts
}
ISOTROPIC: dict[str, Any] = {**GENERAL, "prompts": ones, "pinned": {"root": ROOTS}}
LAWS = (
    r"For n samples $x^{(i)}\sim N(0,%s)$ and $w_\star\sim N(0,I)$, all independent, "
    r"$y^{(i)}=\langle w_\star,x^{(i)}\rangle$, $z^{(i)}=(x^{(i)},y^{(i)})$ and "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$: "
)
"""What Lemmas 6 and 7 and their proofs are about, with a place for the covariance."""
UNITS = r"with $E_{k,l}$ for the matrix that is 1 at $(k,l)$ and 0 elsewhere, "
DIAGONAL = (
    r"Let $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$ with any $\lambda_i=\mathrm{root}_i^2\ge0$. "
    + LAWS % r"\Lambda"
)


@dataclass(frozen=True)
class Law:
    """Prompts with ``x ~ N(0, diag(root^2))`` and ``w ~ N(0, I)``, as a finite law.

    Attributes:
        x: ``(batch, points, n, d)``.
        w: ``(points, d)``.
        weight: ``(points,)``.
    """

    s: Any  # sizes, and the coordinate j where it is asked for
    root: Array
    x: Array
    w: Array
    weight: Array

    def mean(self, v: Array) -> Array:
        """The mean of ``(batch, points, ...)`` over the points."""
        weight = self.weight.reshape(self.weight.shape[0], *[1] * (v.ndim - 2))
        return sum(v * weight, 1) / WEIGHT**2

    @property
    def lam(self) -> Array:
        """The eigenvalues ``(batch, d)``."""
        return self.root * self.root

    @property
    def lam_j(self) -> Array:
        return self.lam[:, self.s.j - 1]

    @property
    def w_j(self) -> Array:
        return self.w[:, self.s.j - 1]

    @property
    def x_j(self) -> Array:
        """The coordinate j of the samples, ``(batch, points, n)``."""
        return self.x[..., self.s.j - 1]

    @property
    def y(self) -> Array:
        return (self.x @ self.w[..., None])[..., 0]

    @property
    def z(self) -> Array:
        return concatenate([self.x, self.y[..., None]], -1)

    @property
    def C(self) -> Array:
        """C = (1/n) sum_i z_i z_i^T, ``(batch, points, d + 1, d + 1)``."""
        return self.z.mT @ self.z / self.s.n


def law(s: Sizes, root: Array, degree_w: int = 5) -> Law:
    """The law at a batch of roots ``(batch, d)``: of degree 5 in the samples, and ``degree_w`` in w."""
    (x, px), (w, pw) = nodes(s.n * s.d, 5), nodes(s.d, degree_w)
    weight = (px[:, None] * pw).reshape(-1)
    x = x.repeat_interleave(len(w), 0).reshape(-1, s.n, s.d)
    return Law(
        s,
        root,
        constant(x, root) * root[:, None, None, :],
        constant(w.repeat(len(px), 1), root),
        constant(weight, root),
    )
