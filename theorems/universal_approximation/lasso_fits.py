"""Estimates beside rho* in the Lasso objective: any of them, for any data."""

from dataclasses import dataclass

from baselines.proximal import lasso_objective
from lemmata import Prompt, Space, box, dims, dyadics, reals, space
from lemmata.numbers import Array, absolute, amax, relu
from theorems.universal_approximation.lasso import correlations, design, products, squared


@dataclass(frozen=True)
class Setting:
    n: int
    N: int
    lam: float


@dataclass(frozen=True)
class Fit:
    """What the statements compare, for a candidate estimate beside rho*: each ``(batch,)``."""

    risk: Array
    """E (phi^T rho - f)^2."""
    eps_opt: Array
    noise: Array
    """The largest correlation of a feature with the noise."""
    spread: Array
    """The largest entry of the sample's second moment minus the law's."""


some_features = space(Setting, n=dims(1, 2), N=dims(1, 3), lam=dyadics(0.125, 2))


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
    phi, others = design(prompt.features), design(prompt.others)
    rho, star = prompt.rho, prompt.rho_star
    y = products(phi, star) + prompt.noise
    gap = lasso_objective(phi, y, s.lam, rho) - lasso_objective(phi, y, s.lam, star)
    noise = amax(absolute(correlations(phi, prompt.noise)), -1) / s.N
    spread = amax(amax(absolute(phi.mT @ phi / s.N - others.mT @ others / 2), -1), -1)
    risk = squared(products(others, rho - star)) / 2
    return Fit(risk, relu(gap), noise, spread)
