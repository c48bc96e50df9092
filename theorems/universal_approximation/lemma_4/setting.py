"""Sizes, data, temperature and bounds of Lemma 4 with explicit constants: Y, R, E and tau of its docstring."""

from collections.abc import Callable
from dataclasses import dataclass, fields

import torch

from constructions.transformer import Transformer
from constructions.universal import Weights
from lemmata import Space, box, dims, dyadics, reals, scales, space
from lemmata.numbers import Array, minimum, sqrt
from theorems.universal_approximation.lasso import l1, squared
from theorems.universal_approximation.lemma_4 import network


@dataclass(frozen=True)
class Setting(network.Shape):
    Y: float
    """The largest label."""
    share: float
    """The error E over the largest for which the induction goes through."""


Build = Callable[[Setting], Transformer]
settings = space(
    Setting,
    d=dims(1, 2),
    n=dims(1, 4),
    N=dims(1, 4),
    T=dims(1, 6),
    lam=dyadics(0.125, 2, of="(0, inf)"),
    tau_ff=scales(1, 4, of="(0, inf)"),
    omega=lambda s: reals(s.n, s.d),
    t=lambda s: box(s.n, low=-2.0, high=1.0),
    Y=dyadics(0.25, 2, of="(0, inf)"),
    share=scales(-10, 0, of="(0, 1]"),
    where=network.directions_are_not_zero,
)


def nearly_exact(T: int) -> Setting:
    """T steps on two examples with hardly any error: what is left is what exact steps leave."""
    one, centre = torch.ones(1, 1, dtype=torch.float64), torch.zeros(1, dtype=torch.float64)
    return Setting(d=1, n=1, N=2, T=T, lam=0.125, tau_ff=2.0, omega=one, t=centre, Y=1.0, share=2.0**-10)


def all_alike(N: int) -> Setting:
    """A feature that is 1 at all examples, and a penalty just below what thresholds equal labels away."""
    one, before = torch.ones(1, 1, dtype=torch.float64), torch.full((1,), -2.0, dtype=torch.float64)
    return Setting(d=1, n=1, N=N, T=1, lam=1.875, tau_ff=2.0, omega=one, t=before, Y=1.0, share=1.0)


def wide(d: int, n: int, N: int, T: int) -> Setting:
    """Larger sizes than are drawn."""
    shape = {f.name: getattr(network.wide(d, n, N, T), f.name) for f in fields(network.Shape)}
    return Setting(**{**shape, "lam": 0.125}, Y=1.0, share=0.5)


LARGE = [wide(2, 8, 6, 4), wide(2, 24, 16, 3)]


def data(s: Setting) -> Space:
    """Inputs of the unit ball, and labels of at most Y."""
    side = 0.5 if s.d > 1 else 1.0
    return space(
        X=box(s.N, s.d, low=-side, high=side),
        y=box(s.N, low=-s.Y, high=s.Y),
        query=box(s.d, low=-side, high=side),
    )


def prompts(s: Setting) -> Space:
    """The same, and a vector to compare with."""
    side = 0.5 if s.d > 1 else 1.0
    return space(
        X=box(s.N, s.d, low=-side, high=side),
        y=box(s.N, low=-s.Y, high=s.Y),
        query=box(s.d, low=-side, high=side),
        rho_star=reals(s.n + 1),
    )


def radius(s: Setting) -> Array:
    """R, twice the square of Y over lambda."""
    return 2 * s.Y * s.Y / s.lam


def cost(s: Setting) -> Array:
    """What errors of size 1 after each of T steps cost in the objective, by (100)."""
    return (2 * s.Y + radius(s) * 2 + s.lam) * s.T


def error(s: Setting) -> Array:
    """E."""
    return minimum(s.Y / ((s.L + s.n) * s.n * s.N), s.Y * s.Y / cost(s)) * s.share


def tau(s: Setting) -> Array:
    """The least temperature for which the induction goes through; k is one over the step size."""
    Y, R, k = s.Y, radius(s), 2 * (s.n + 1)
    # A linearised product x is wrong by at most |x|^3 / (12 tau^2): x is eta y_i, eta phi_i^T rho, phi^T rho.
    cubes = ((Y * Y * Y + R * R * R) / (k * k) + R * R * R / s.N) / k
    return sqrt(cubes * (s.n + 1) / error(s) / 6)


def built(weights: Weights, inverse_step: Callable[[Setting], int], share: int = 1) -> Build:
    """The transformer at that temperature divided by ``share``."""
    build = network.transformer(weights, inverse_step)

    def construction(s: Setting) -> Transformer:
        shape = {f.name: getattr(s, f.name) for f in fields(network.Shape)}
        return build(network.Setting(**shape, tau=tau(s) / share))

    return construction


def repaired(share: int = 1) -> Build:
    """The repaired weights with the step 1/(2(n + 1)), the temperature divided by ``share``."""
    return built("repaired", lambda s: 2 * (s.n + 1), share)


def first_term(s: Setting, star: Array) -> Array:
    """What T exact steps leave of the objective."""
    return squared(star) * (s.n + 1) / s.T


def excess(s: Setting, star: Array) -> Array:
    """The right side of (59a) with these constants."""
    return first_term(s, star) + ((l1(star) + radius(s)) * (2 * s.n + 2) + cost(s)) * error(s)
