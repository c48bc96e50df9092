"""Settings and distances for the uniqueness of the optimum of Theorem 1 (Ahn et al. 2023)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from lemmata.arrays import Array, amax, as_array, concatenate, diag_embed, eye, sum, zeros
from lemmata.spaces import Space, box, dims, dyadics, space
from theorems.preconditioned_gradient_descent.instances_draws import drawn


@dataclass(frozen=True)
class Setting:
    """A diagonal covariance, and any constant kappa."""

    d: int
    n: int
    spectrum: Tensor  # (d,)
    kappa: float


settings = space(
    Setting,
    d=dims(1, 3),
    n=dims(1, 4),
    spectrum=lambda s: box(s.d, low=0.5, high=2.0),
    kappa=dyadics(0, 1, open_low=True),
)


def competitors(s: Setting) -> Space:
    return space(b=drawn(s.d + 1), A=drawn(s.d + 1, s.d), gamma=dyadics(1.25, 4))


def optimum(s: Setting, like: Array) -> tuple[Array, Array]:
    """(8) for a diagonal covariance."""
    lam = s.spectrum
    scale = -s.n / (lam * (s.n + 1) + sum(lam, 0))
    return eye(s.d + 1, like)[-1], concatenate([diag_embed(scale), zeros((1, s.d), like)], 0)


def swapped(s: Setting, b: Array, A: Array) -> tuple[Array, Array]:
    """For d = 1 the other minimum: the roles of x and y exchanged."""
    return b[[1, 0]], A[[1, 0]]


Bound = Callable[[Setting, Array, Array], Array]


def distance(s: Setting, b: Array, A: Array) -> Array:
    """Kappa times the squared distance from (8)."""
    b_star, A_star = optimum(s, b)
    far = sum((b - b_star) ** 2, -1) + sum((A - A_star) ** 2, (-2, -1))
    return far * as_array(s.kappa, b)


def products(s: Setting, b: Array, A: Array, symmetric: bool = True) -> Array:
    """The squared distances of the (symmetric parts of) b a_j^T from X_j, weighted."""
    b_star, A_star = optimum(s, b)
    total = b[:, 0] * 0
    for j in range(s.d):
        gap = b[:, :, None] * A[:, None, :, j] - b_star[:, None] * A_star[:, j]
        gap = (gap + gap.mT) / 2 if symmetric else gap
        total = total + sum(gap * gap, (1, 2)) * s.spectrum[j]
    low = -amax(-s.spectrum, 0)
    return total * low * low / s.n
