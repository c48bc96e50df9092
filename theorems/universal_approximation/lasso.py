"""Pieces of the Lasso objective (32): features with their constant entry (33), one exact step (38), norms."""

from baselines.proximal import soft_threshold
from lemmata.numbers import Array, Matrix, Number, Vector, abs, concat, max, ones, sum, zeros


def design(features: Array) -> Array:
    """The features with their constant entry 1, (33): ``(..., n)`` to ``(..., n + 1)``."""
    return concat([features, ones((*features.shape[:-1], 1), features)], -1)


def g(phi: Matrix, y: Vector, rho: Vector) -> Number:
    """The mean squared residual."""
    residual = y - phi @ rho
    return residual @ residual / len(y)


def slope(phi: Matrix, y: Vector, rho: Vector) -> Vector:
    """The gradient of g."""
    return -2 * (y - phi @ rho) @ phi / len(y)


def objective(phi: Matrix, y: Vector, lam: Number, rho: Vector) -> Number:
    """The Lasso objective (32)."""
    return g(phi, y, rho) + lam * sum(abs(rho))


def step(phi: Matrix, y: Vector, lam: Number, rho: Vector, k: Number) -> Vector:
    r"""The exact step (38) with $\eta = 1/k$."""
    return soft_threshold(rho - slope(phi, y, rho) / k, lam / k)


def excess(
    y: Vector,
    lam: Number,
    rho_star: Vector,
    errors: Matrix,
    path: list[Vector],
    exact: int = 1,
    inexact: int = 1,
) -> Number:
    r"""The B of Lemma 3 as amended: what T steps leave above $\ell(\rho^\star)$, and what their errors cost."""
    T, n = errors.shape[0], len(rho_star) - 1
    S, E, R = l1(rho_star), max(sum(abs(errors), 1)), max([l1(rho) for rho in path])
    Y = l1(y) / len(y)
    # n + 1 times (98) for the average of the iterates, then (100) for at most T steps after the best one.
    cost = 2 * (n + 1) * (R + S) + T * (2 * Y + 2 * R + lam)
    return (n + 1) * (rho_star @ rho_star) / T * exact + E * cost * inexact


def inexact_steps(phi: Matrix, y: Vector, lam: Number, errors: Matrix, k: Number) -> list[Vector]:
    """(38b) from 0 with an error after each step: the iterates."""
    path = [zeros(phi.shape[1])]
    for e in errors:
        path.append(step(phi, y, lam, path[-1], k) + e)
    return path


def l1(x: Array) -> Array:
    r"""The $\ell_1$ norm along the last axis."""
    return sum(abs(x), -1)
