"""Pieces of the Lasso objective (32) over batches: the features (33), products with them, norms."""

from lemmata.numbers import Array, absolute, concatenate, ones, sum


def design(features: Array) -> Array:
    """The features with their constant entry 1, (33): ``(..., n)`` to ``(..., n + 1)``."""
    return concatenate([features, ones((*features.shape[:-1], 1), features)], -1)


def products(phi: Array, rho: Array) -> Array:
    """``phi_i^T rho`` for every row of ``(batch, N, n + 1)``: ``(batch, N)``."""
    return (phi @ rho[..., None])[..., 0]


def correlations(phi: Array, z: Array) -> Array:
    """``sum_i z_i phi_i``, ``(batch, n + 1)``, for ``z`` of ``(batch, N)``."""
    return (phi.mT @ z[..., None])[..., 0]


def l1(x: Array) -> Array:
    """The l1 norm along the last axis."""
    return sum(absolute(x), -1)


def squared(x: Array) -> Array:
    """The squared Euclidean norm along the last axis."""
    return sum(x * x, -1)
