"""Estimates beside rho* in the Lasso objective: any of them, for any data (Li et al. 2025)."""

from __future__ import annotations

from dataclasses import dataclass

from baselines.proximal import lasso_objective
from lemmata import Prompt, Space, box, choices, dims, dyadics, reals, space
from lemmata.numbers import Array, absolute, amax, as_array, concatenate, ones, relu, sum


@dataclass(frozen=True)
class Setting:
    n: int
    N: int
    K: int
    sigma: float
    lam: float


@dataclass(frozen=True)
class Fit:
    """A candidate estimate beside rho*, and what the two readings compare."""

    rho: Array
    star: Array
    risk: Array
    """E (phi^T rho - f)^2, ``(batch,)``."""
    eps_opt: Array
    noise: Array
    """The largest correlation of a feature with the noise."""
    spread: Array
    """The largest entry of the sample's second moment minus the law's."""
    lam: Array


some_features = space(
    Setting, n=dims(1, 2), N=dims(1, 3), K=dims(1, 1), sigma=choices(1.0), lam=dyadics(0.125, 2)
)


def data(s: Setting) -> Space:
    """Features of the sample and of two further inputs, which make up the law of the new one."""
    return space(
        features=box(s.N, s.n, low=0.0, high=1.0),
        others=box(2, s.n, low=0.0, high=1.0),
        noise=reals(s.N),
        rho_star=reals(s.n + 1),
        rho=reals(s.n + 1),
    )


def candidate(s: Setting, prompt: Prompt) -> Fit:
    """Any estimate at all, for y = phi^T rho* + noise."""
    phi, others = _design(prompt.features), _design(prompt.others)
    star = prompt.rho_star
    y = (phi @ star[..., None])[..., 0] + prompt.noise
    gap = lasso_objective(phi, y, s.lam, prompt.rho) - lasso_objective(phi, y, s.lam, star)
    noise = amax(absolute((phi.mT @ prompt.noise[..., None])[..., 0]), -1) / s.N
    spread = absolute(phi.mT @ phi / s.N - others.mT @ others / 2)
    miss = (others @ (prompt.rho - star)[..., None])[..., 0]
    risk = sum(miss * miss, -1) / 2
    return Fit(
        prompt.rho,
        star,
        risk,
        relu(gap),
        noise,
        amax(amax(spread, -1), -1),
        as_array(s.lam, risk),
    )


def _design(features: Array) -> Array:
    return concatenate([features, ones((*features.shape[:-1], 1), features)], -1)


def l1(x: Array) -> Array:
    return sum(absolute(x), -1)
