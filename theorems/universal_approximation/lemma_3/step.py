"""Settings, prompts and the proximal step of (97a) and (97b) (Li et al. 2025)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import proximal_gradient
from lemmata import Prompt, Space, box, dims, dyadics, reals, space
from lemmata.numbers import Array, absolute, concatenate, ones, sum


@dataclass(frozen=True)
class Setting:
    n: int
    N: int
    lam: float


settings = space(Setting, n=dims(1, 4), N=dims(1, 4), lam=dyadics(0, 2))


def prompts(s: Setting, limit: float = 1.0) -> Space:
    """Features within the limit, any labels, any current iterate, any fixed vector."""
    return space(
        features=box(s.N, s.n, low=-limit, high=limit),
        y=reals(s.N),
        rho=reals(s.n + 1),
        rho_star=reals(s.n + 1),
    )


Step = Callable[[Setting, Array, Array, Array], Array]


def step(count: Callable[[Setting], int], threshold: int = 1) -> Step:
    """The exact proximal step with eta = 1 / (2 count); ``threshold`` times the right threshold."""

    def take(s: Setting, phi: Array, y: Array, rho: Array) -> Array:
        lam = s.lam * threshold
        return proximal_gradient(phi, y, lam, rho, inverse_step=2 * count(s), steps=1)[-1]

    return take


def design(prompt: Prompt) -> Array:
    """The features with their constant entry 1, as in (33)."""
    shape = (*prompt.features.shape[:-1], 1)
    return concatenate([prompt.features, ones(shape, prompt.features)], -1)


def squared(x: Array) -> Array:
    return sum(x * x, -1)


def g(phi: Array, y: Array, rho: Array) -> Array:
    residual = y - (phi @ rho[..., None])[..., 0]
    return sum(residual * residual, -1) / phi.shape[1]


def linear(phi: Array, y: Array, at: Array, to: Array, residual_at: Array) -> Array:
    """``-(2/N) sum_i (to - at)^T (y_i - phi_i^T residual_at) phi_i``."""
    residual = y - (phi @ residual_at[..., None])[..., 0]
    move = (phi @ (to - at)[..., None])[..., 0]
    return -sum(residual * move, -1) * 2 / phi.shape[1]


def psi(s: Setting, phi: Array, y: Array, at: Array, to: Array, weight: int) -> Array:
    smooth = g(phi, y, at) + linear(phi, y, at, to, at) + squared(to - at) * weight
    return smooth + sum(absolute(to), -1) * s.lam
