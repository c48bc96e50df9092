"""The two sides of (83) and (84), for features that fit the noise and for given ones (Li et al. 2025)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lemmata import Prompt, Space, box
from lemmata.numbers import Array, absolute, amax, as_array, stack, sum
from theorems.universal_approximation.instances_every_pattern import pattern, rate
from theorems.universal_approximation.instances_lasso_fits import Setting, data, l1

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


def any_function(s: Setting) -> Space:
    """As :func:`data`, with f beside its features: r = f - phi^T rho* at the sample and two inputs."""
    parts = data(s)
    return replace(parts, fields={**parts.fields, "residual": box(s.N + 2, low=-0.5, high=0.5)})


def deviation(spread: int = 1, cross: int = 2, slack: int = 2) -> Sides:
    """(83) before Hoeffding's inequality: (91) and (92) with the sample moments as they are."""

    def sides(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
        phi, others = _design(s, prompt.features), _design(s, prompt.others)
        move, noise = prompt.rho - prompt.rho_star, prompt.noise
        size, N = l1(move), s.N
        here, there = prompt.residual[:, :N], prompt.residual[:, N:]
        miss = here - (phi @ move[..., None])[..., 0]
        missed = there - (others @ move[..., None])[..., 0]
        left = sum(miss * (miss + noise * 2), -1) / N - sum(missed * missed, -1) / 2
        first = largest(phi.mT @ phi / N - others.mT @ others / 2)
        second = largest(phi.mT @ here[..., None] / N - others.mT @ there[..., None] / 2)
        third = absolute(sum(here * here, -1) / N - sum(there * there, -1) / 2)
        last = (
            absolute(sum(noise * here, -1)) * 2 + largest(phi.mT @ noise[..., None]) * size * slack
        )
        return absolute(
            left
        ), first * size * size * spread + second * size * cross + third + last / N

    return sides


def largest(x: Array) -> Array:
    return amax(amax(absolute(x), -1), -1)


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
