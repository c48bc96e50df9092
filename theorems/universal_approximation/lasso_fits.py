"""Estimates beside rho* in the Lasso objective: any of them, for any data."""

from dataclasses import dataclass

from baselines.proximal import lasso_objective
from lemmata import Prompt, Space, box, dims, dyadics, reals, space
from lemmata.numbers import Array, absolute, amax, relu
from theorems.universal_approximation.lasso import correlations, design, products, squared


@dataclass(frozen=True)
class Sizes:
    n: int
    N: int


@dataclass(frozen=True)
class Setting(Sizes):
    lam: float


some_sizes = space(Sizes, n=dims(1, 2), N=dims(1, 3))
some_features = space(Setting, n=dims(1, 2), N=dims(1, 3), lam=dyadics(0.125, 2))


def sample(s: Sizes) -> Space:
    """Features and noise of the sample, rho*, and any estimate at all."""
    return space(
        features=box(s.N, s.n, low=0.0, high=1.0), noise=reals(s.N), rho_star=reals(s.n + 1), rho=reals(s.n + 1)
    )


def data(s: Sizes) -> Space:
    """The same, and features of two further inputs, which make up the law of the new one."""
    return space(
        features=box(s.N, s.n, low=0.0, high=1.0),
        noise=reals(s.N),
        rho_star=reals(s.n + 1),
        rho=reals(s.n + 1),
        others=box(2, s.n, low=0.0, high=1.0),
    )


def eps_opt(s: Setting, prompt: Prompt) -> Array:
    """How far the objective of rho exceeds that of rho*, for y = phi^T rho* + noise; at least 0."""
    phi = design(prompt.features)
    y = products(phi, prompt.rho_star) + prompt.noise
    reached, star = (lasso_objective(phi, y, s.lam, rho) for rho in (prompt.rho, prompt.rho_star))
    return relu(reached - star)


def noise_at_features(s: Setting, prompt: Prompt) -> Array:
    """The largest correlation of a feature with the noise."""
    return amax(absolute(correlations(design(prompt.features), prompt.noise)), -1) / s.N


def risk(prompt: Prompt) -> Array:
    """E (phi^T rho - phi^T rho*)^2."""
    return squared(products(design(prompt.others), prompt.rho - prompt.rho_star)) / 2


def spread(s: Setting, prompt: Prompt) -> Array:
    """The largest entry of the sample's second moment minus the law's."""
    phi, others = design(prompt.features), design(prompt.others)
    return amax(amax(absolute(phi.mT @ phi / s.N - others.mT @ others / 2), -1), -1)
