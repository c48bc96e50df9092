"""Estimates beside rho* in the Lasso objective, for any f near its features: what Lemma 2 compares."""

from dataclasses import dataclass

from baselines.proximal import lasso_objective
from lemmata import Prompt, Space, box, choices, dims, dyadics, reals, space
from lemmata.numbers import Array, absolute, amax, relu
from theorems.universal_approximation.lasso import correlations, design, l1, products, squared


@dataclass(frozen=True)
class Setting:
    n: int
    N: int
    lam: float
    size: float
    """How large the entries of rho* are drawn: the bounds are nearly sharp where it is 0."""
    eps: float
    """How far f is drawn from its features; the same."""


near_minimisers = space(
    Setting,
    n=dims(1, 2),
    N=dims(1, 3),
    lam=dyadics(0.125, 2, of="(0, inf)"),
    size=choices(0.0, 4.0),
    eps=choices(0.0, 0.5),
)


def estimates(s: Setting) -> Space:
    """Features of the sample and of two inputs that make up the law of the new one, noise z, and r."""
    return space(
        features=box(s.N + 2, s.n, low=0.0, high=1.0),
        z=box(s.N, low=-0.5, high=0.5, of="(-inf, inf)"),
        r=box(s.N + 2, low=-s.eps, high=s.eps, of="(-inf, inf)"),
        rho_star=box(s.n + 1, low=-s.size, high=s.size, of="(-inf, inf)"),
        rho=reals(s.n + 1),
    )


@dataclass(frozen=True)
class Fit:
    """What the two statements compare, each ``(batch,)``."""

    risk: Array
    eps: Array
    """The largest distance of f from its features, discretisation error."""
    eps_opt: Array
    star: Array
    """The l1 norm of rho*."""
    size: Array
    """That of the estimate."""
    move: Array
    """That of their difference."""
    spread: Array
    """The largest entry of the sample's second moment minus the law's."""
    correlation: Array
    """The largest correlation of a feature with the noise."""


def fit(s: Setting, prompt: Prompt) -> Fit:
    """The estimate beside f and rho*, for y = f + noise."""
    phi = design(prompt.features)
    f = products(phi, prompt.rho_star) + prompt.r
    sample, others = phi[:, : s.N], phi[:, s.N :]
    y = f[:, : s.N] + prompt.z
    reached, star = (lasso_objective(sample, y, s.lam, rho) for rho in (prompt.rho, prompt.rho_star))
    spread = absolute(sample.mT @ sample / s.N - others.mT @ others / 2)
    return Fit(
        risk=squared(products(others, prompt.rho) - f[:, s.N :]) / 2,
        eps=amax(absolute(prompt.r), -1),
        eps_opt=relu(reached - star),
        star=l1(prompt.rho_star),
        size=l1(prompt.rho),
        move=l1(prompt.rho - prompt.rho_star),
        spread=amax(amax(spread, -1), -1),
        correlation=amax(absolute(correlations(sample, prompt.z)), -1) / s.N,
    )
