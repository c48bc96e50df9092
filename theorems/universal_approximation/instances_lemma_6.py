"""The two sides of (83) and (84), for features that fit the noise and for given ones (Li et al. 2025)."""

from __future__ import annotations

from collections.abc import Callable

from lemmata.arrays import Array, absolute, amax, as_array, stack, sum
from lemmata.spaces import Prompt
from theorems.universal_approximation.instances_every_pattern import Setting, l1, pattern, rate

Sides = Callable[[Setting, Prompt], tuple[Array, Array]]
EPS_DIS = 1 / 64


def fitted(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
    """Excess empirical risk of sigma / 2 on the pattern, and K times the rate (rho* = 0)."""
    column, side = pattern(prompt.z)
    share = sum(column, -1) / s.N
    weight = as_array(s.sigma, share) / 2
    return share * (weight * weight - weight * s.sigma * 2), rate(s, share) * s.K * side * side


def side_83(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
    excess, slow = fitted(s, prompt)
    size = as_array(s.sigma, excess) / 2
    # The pattern is 1 at all other inputs, so that the true risk is the square of the weight.
    allowed = slow * (size * size + (size + EPS_DIS) * s.sigma + EPS_DIS * EPS_DIS)
    return absolute(excess - size * size), allowed


def side_84(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
    excess, slow = fitted(s, prompt)
    size = as_array(s.sigma, excess) / 2
    return -excess, slow * s.sigma * size + EPS_DIS * EPS_DIS * s.K


def deviation(spread: int = 1, slack: int = 2) -> Sides:
    """(83) for f = phi^T rho*, before Hoeffding's inequality: the two sample moments as they are."""

    def sides(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
        phi, others = _design(s, prompt.features), _design(s, prompt.others)
        move = (prompt.rho - prompt.rho_star)[..., None]
        sample, true = (phi @ move)[..., 0], (others @ move)[..., 0]
        excess = sum(sample * sample - sample * prompt.noise * 2, -1) / s.N
        top = amax(absolute((phi.mT @ prompt.noise[..., None])[..., 0]), -1) / s.N
        moments = absolute(phi.mT @ phi / s.N - others.mT @ others / 2)
        size = l1(prompt.rho - prompt.rho_star)
        allowed = amax(amax(moments, -1), -1) * size * size * spread + top * size * slack
        return absolute(excess - sum(true * true, -1) / 2), allowed

    return sides


def _design(s: Setting, features: Array) -> Array:
    columns = [features[..., k] for k in range(s.n)]
    return stack([*columns, columns[0] * 0 + 1], -1)


def before_hoeffding(slack: int = 2) -> Sides:
    """(84) before Hoeffding's inequality: ``prompt.noise`` is y - phi^T rho*, all of it."""

    def sides(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
        phi = _design(s, prompt.features)
        move = prompt.rho - prompt.rho_star
        fitted_noise = (phi @ move[..., None])[..., 0]
        residual = prompt.noise - fitted_noise
        excess = sum(residual * residual - prompt.noise * prompt.noise, -1) / s.N
        top = amax(absolute((phi.mT @ prompt.noise[..., None])[..., 0]), -1) / s.N
        return -excess, top * l1(move) * slack

    return sides
