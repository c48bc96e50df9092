"""Noise that the features can fit, n being so large that every pattern of examples is one of them.

The inputs are N different unit vectors and the features steep half-spaces; as n grows at fixed N, every
subset of the examples is met by some feature that is 1 elsewhere (the directions are drawn from a law that
charges all of them). Nothing in Lemmas 2 and 6 bounds n from above. The target function is 0, and all but
two of the entries of rho are 0: the pattern of the noise's more frequent sign, and the constant.
"""

from __future__ import annotations

from dataclasses import dataclass

from baselines.proximal import lasso_objective
from lemmata.arrays import (
    Array,
    absolute,
    amax,
    as_array,
    concatenate,
    log,
    ones,
    relu,
    sqrt,
    stack,
    sum,
)
from lemmata.spaces import Prompt, Space, box, choices, dims, dyadics, reals, scales, signs, space


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


every_pattern = space(
    Setting,
    n=choices(1),
    N=choices(64, 128),
    K=dims(1, 8),
    sigma=scales(0, 10),
    lam=choices(0.0),
)
some_features = space(
    Setting, n=dims(1, 2), N=dims(1, 3), K=dims(1, 1), sigma=choices(1.0), lam=dyadics(0.125, 2)
)


def coins(s: Setting) -> Space:
    return space(z=signs(s.N))


def data(s: Setting) -> Space:
    """Features of the sample and of two further inputs, which make up the law of the new one."""
    return space(
        features=box(s.N, s.n, low=0.0, high=1.0),
        others=box(2, s.n, low=0.0, high=1.0),
        noise=reals(s.N),
        rho_star=reals(s.n + 1),
        rho=reals(s.n + 1),
    )


def rate(s: Setting, like: Array) -> Array:
    """The square root of log N / N."""
    return sqrt(log(as_array(s.N, like)) / s.N)


def least_penalty(s: Setting, like: Array) -> Array:
    """sqrt(log N / N) sigma + eps_dis^2 / C_F with C_F = 1, eps_dis = 1 and the constant 1."""
    return rate(s, like) * s.sigma + 1


def pattern(z: Array) -> tuple[Array, Array]:
    """The feature that is 1 at the more frequent sign, ``(batch, N)``, and that sign."""
    total = sum(z, -1) + 0.5
    side = total / absolute(total)
    return relu(z * side[:, None]), side


def overfit(s: Setting, prompt: Prompt) -> Fit:
    """An estimate on that pattern, no worse than 0 in the Lasso objective, for y = noise."""
    column, side = pattern(prompt.z)
    lam = least_penalty(s, column)
    # p (sigma - w)^2 + (1 - p) sigma^2 + lam w <= sigma^2 for w <= 2 sigma - lam / p, and p >= 1/2
    weight = relu((as_array(s.sigma, lam) - lam) * 2)
    rho = stack([side * weight, side * 0], -1)
    design = stack([column, column * 0 + 1], -1)
    y = prompt.z * as_array(s.sigma, lam)
    gap = lasso_objective(design, y, lam, rho) - lasso_objective(design, y, lam, rho * 0)
    correlation = absolute(sum(y * column, -1)) / s.N
    return Fit(rho, rho * 0, side * side * weight * weight, relu(gap), correlation, gap * 0, lam)


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
