"""Settings, prompts and eigenvalues for Lemma 4 (Liu et al. 2025, appendix E.1)."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata.arrays import Array, sqrt
from lemmata.spaces import Space, dims, dyadics, in_ball, space, sparse

FLOOR = 2**6
"""Eigenvalues below 1/FLOOR are left out: C_x is infinite at 0."""


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    n: int
    b_x: float
    b_beta: float
    gamma: float
    theta: float


settings = space(
    Setting,
    d=dims(1, 2, most=2),
    N=lambda s: dims(s.d, 4),
    n=lambda s: dims(1, s.N, most=s.N),
    b_x=dyadics(0.5, 8),
    b_beta=dyadics(0.25, 2),
    gamma=dyadics(0, 1.5, open_low=True),
    theta=dyadics(0, 1),
)


def data(s: Setting) -> Space:
    """Rows of norm at most b_x; ``u`` is beta^(k) as a share of what is allowed."""
    return space(
        X=in_ball(s.N, s.d, radius=s.b_x),
        beta_star=sparse(s.d, s.d, s.b_beta),
        u=in_ball(s.d, radius=1.0),
    )


def extremes(G: Array) -> tuple[Array, Array]:
    """The smallest and largest eigenvalue of symmetric matrices of size 1 or 2."""
    if G.shape[-1] == 1:
        return G[:, 0, 0], G[:, 0, 0]
    a, b, c = G[:, 0, 0], G[:, 0, 1], G[:, 1, 1]
    half, root = (a + c) / 2, sqrt((a - c) * (a - c) + b * b * 4) / 2
    return half - root, half + root


def gram(X: Array) -> Array:
    return X.mT @ X
