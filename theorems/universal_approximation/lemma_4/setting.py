"""Sizes, data, temperature and bounds of Lemma 4 with explicit constants: R, E and tau of its docstring."""

from collections.abc import Callable
from dataclasses import replace

from constructions.transformer import Transformer
from constructions.universal import Weights
from lemmata import Space, box, choices, dims, dyadics, reals, space
from lemmata.numbers import Array, maximum, minimum
from theorems.universal_approximation.lasso import l1, squared
from theorems.universal_approximation.lemma_4.network import Run, Setting, transformer

Y = 1
"""The largest label."""
settings = space(
    Setting,
    d=dims(1, 1),
    n=dims(1, 2),
    N=dims(1, 2),
    T=dims(1, 2),
    lam=dyadics(0.125, 2),
    tau=choices(1.0),  # not used: the statement chooses it
    omega=lambda s: box(s.n, 1, low=1.0, high=2.0),
    t=lambda s: box(s.n, low=-2.0, high=1.0),
)


def prompts(s: Setting) -> Space:
    return space(
        X=box(s.N, s.d, low=-1.0, high=1.0),
        y=box(s.N, low=-Y, high=Y),
        query=box(s.d, low=-1.0, high=1.0),
        rho_star=reals(s.n + 1),
    )


def radius(s: Setting) -> Array:
    """R."""
    return (Y * Y + 1) / s.lam


def error(s: Setting) -> Array:
    """E."""
    return minimum(Y / ((s.L + s.n) * s.n * s.N), 1 / ((radius(s) * 2 + 2 * Y + s.lam) * s.T))


def tau(s: Setting) -> Array:
    """The least temperature for which the induction goes through."""
    R = radius(s)
    return maximum(R * 2, (R * R * 8 + Y * Y) / error(s))


def repaired(share: int = 1) -> Callable[[Setting], Transformer]:
    """The repaired weights with the temperature divided by ``share``."""
    build = transformer("repaired", lambda s: 2 * (s.n + 1))
    return lambda s: build(replace(s, tau=tau(s) / share))


def other(weights: Weights) -> Callable[[Setting], Transformer]:
    """Other weights with the same temperature, and the step 1/(2n)."""
    build = transformer(weights)
    return lambda s: build(replace(s, tau=tau(s)))


def excess(s: Setting, r: Run, star: Array) -> Array:
    """The right side of (59a) with these constants."""
    R, E = radius(s), error(s)
    optimisation = squared(star) * (s.n + 1) / s.T
    return optimisation + ((l1(star) + R) * (2 * s.n + 2) + (R * 2 + 2 * Y + s.lam) * s.T) * E
