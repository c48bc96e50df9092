"""Quantities and bounds of Lemma 4 with explicit constants: Y, R, E and tau of its docstring."""

from typing import Any

import torch

from lemmata import box, dyadics, scales
from lemmata.numbers import Number, Vector, sqrt
from theorems.universal_approximation.lasso import l1
from theorems.universal_approximation.lemma_4.network import IN_THE_BALL, shape, transformer, wide


def cost(T: int, lam: Number, Y: Number, R: Number) -> Number:
    """What errors of size 1 after each of T steps cost in the objective, by (100)."""
    return T * (2 * Y + 2 * R + lam)


def largest_error(n: int, N: int, T: int, L: int, lam: Number, Y: Number, R: Number, share: Number) -> Number:
    """E."""
    return min(Y / ((L + n) * n * N), Y * Y / cost(T, lam, Y, R)) * share


def temperature(n: int, N: int, Y: Number, R: Number, E: Number) -> Number:
    """The least one for which the induction goes through; k is one over the step size."""
    k = 2 * (n + 1)
    # A linearised product x is wrong by at most |x|^3 / (12 tau^2): x is eta y_i, eta phi_i^T rho, phi^T rho.
    cubes = ((Y * Y * Y + R * R * R) / (k * k) + R * R * R / N) / k
    return sqrt(cubes * (n + 1) / E / 6)


EXPLICIT: dict[str, Any] = shape(T=6, lam=dyadics(0.125, 2, of="(0, inf)")) | dict(
    Y=dyadics(0.25, 2, of="(0, inf)"),  # the largest label
    share=scales(-10, 0, of="(0, 1]"),  # the error E over the largest for which the induction goes through
    R=lambda lam, Y: 2 * Y * Y / lam,
    E=largest_error,
    tau=temperature,
    X=box("N", "d", **IN_THE_BALL),
    y=box("N", low="-Y", high="Y"),
    query=box("d", **IN_THE_BALL),
)
REPAIRED = transformer("repaired", lambda n: 2 * (n + 1))
ONE = torch.ones(1, 1).double()


def nearly_exact(T: int) -> dict[str, Any]:
    """T steps on two examples with hardly any error: what is left is what exact steps leave."""
    one = dict(d=1, n=1, N=2, T=T, lam=0.125, tau_ff=2.0, omega=ONE, t=0 * ONE[0])
    return one | dict(Y=1.0, share=2.0**-10)


def all_alike(N: int) -> dict[str, Any]:
    """A feature that is 1 at all examples, and a penalty just below what thresholds equal labels away."""
    return dict(d=1, n=1, N=N, T=1, lam=1.875, tau_ff=2.0, omega=ONE, t=-2 * ONE[0], Y=1.0, share=1.0)


LARGE = [wide(*sizes) | dict(lam=0.125, Y=1.0, share=0.5) for sizes in ((2, 8, 6, 4), (2, 24, 16, 3))]


def first_term(n: int, T: int, rho_star: Vector) -> Number:
    """What T exact steps leave of the objective."""
    return (n + 1) * (rho_star @ rho_star) / T


def excess(n: int, T: int, lam: Number, Y: Number, R: Number, E: Number, rho_star: Vector) -> Number:
    """The right side of (59a) with these constants."""
    return first_term(n, T, rho_star) + E * (2 * (n + 1) * (R + l1(rho_star)) + cost(T, lam, Y, R))
