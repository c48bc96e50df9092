"""Settings and distances for the uniqueness of the optimum of Theorem 1 (Ahn et al. 2023)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from lemmata import Space, box, dims, dyadics, space
from lemmata.numbers import Array, amax, concatenate, diag_embed, eye, sum, zeros
from theorems.preconditioned_gradient_descent.instances_draws import drawn


@dataclass(frozen=True)
class Setting:
    """A diagonal covariance."""

    d: int
    n: int
    spectrum: Tensor  # (d,)


def settings(d: int = 1) -> Space:
    return space(
        Setting,
        d=dims(d, 3),
        n=dims(1, 4),
        spectrum=lambda s: box(s.d, low=0.5, high=2.0),
    )


def competitors(s: Setting) -> Space:
    return space(b=drawn(s.d + 1), A=drawn(s.d + 1, s.d), gamma=dyadics(1.25, 4))


def optimum(s: Setting, like: Array) -> tuple[Array, Array]:
    """(8) for a diagonal covariance."""
    lam = s.spectrum
    scale = -s.n / (lam * (s.n + 1) + sum(lam, 0))
    return eye(s.d + 1, like)[-1], concatenate([diag_embed(scale), zeros((1, s.d), like)], 0)


def swapped(s: Setting, b: Array, A: Array) -> tuple[Array, Array]:
    """The roles of y and the first covariate exchanged: for d = 1 another minimum."""
    order = [s.d, *range(1, s.d), 0]
    return b[order], A[order]


Bound = Callable[[Setting, Array, Array], Array]


def itself(s: Setting, b: Array, A: Array) -> Array:
    """The squared distance from (8)."""
    b_star, A_star = optimum(s, b)
    return sum((b - b_star) ** 2, -1) + sum((A - A_star) ** 2, (-2, -1))


def whole_products(s: Setting, b: Array, A: Array, share: int = 1) -> Array:
    """The squared distances of all b a_j^T from X_j: zero at (8) and its rescalings alone."""
    b_star, A_star = optimum(s, b)
    gap = b[:, :, None, None] * A[:, None] - b_star[:, None, None] * A_star / share
    return sum(gap * gap, (1, 2, 3))


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
