"""Any estimate for any function, noise and features: what Lemma 2 compares (Li et al. 2025)."""

from __future__ import annotations

from dataclasses import dataclass

from baselines.proximal import lasso_objective
from lemmata import Prompt, Space, box, choices, dims, dyadics, reals, space
from lemmata.numbers import Array, absolute, amax, concatenate, relu, sum


@dataclass(frozen=True)
class Setting:
    n: int
    N: int
    lam: float
    star: float
    """How large the entries of rho* may be: the bounds are nearly sharp where it is 0."""
    residual: float
    """How far f may be from its features; the same."""


few = space(
    Setting,
    n=dims(1, 1),
    N=dims(1, 2),
    lam=dyadics(0.125, 2),
    star=choices(0.0, 4.0),
    residual=choices(0.0, 0.5),
)


def prompts(s: Setting) -> Space:
    """Features of the sample and of two inputs that make up the law of the new one, noise, f beside them."""
    return space(
        features=box(s.N + 2, s.n, low=0.0, high=1.0),
        noise=box(s.N, low=-0.5, high=0.5),
        residual=box(s.N + 2, low=-s.residual, high=s.residual),
        rho_star=box(s.n + 1, low=-s.star, high=s.star),
        rho=reals(s.n + 1),
    )


@dataclass(frozen=True)
class Data:
    """What the two statements compare, each ``(batch,)``."""

    risk: Array
    eps: Array
    eps_opt: Array
    spread: Array
    correlation: Array


def data(s: Setting, prompt: Prompt) -> Data:
    phi = concatenate([prompt.features, prompt.features[..., :1] * 0 + 1], -1)
    f = (phi @ prompt.rho_star[..., None])[..., 0] + prompt.residual
    sample, y = phi[:, : s.N], f[:, : s.N] + prompt.noise
    gap = lasso_objective(sample, y, s.lam, prompt.rho) - lasso_objective(
        sample, y, s.lam, prompt.rho_star
    )
    others = phi[:, s.N :]
    miss = (others @ prompt.rho[..., None])[..., 0] - f[:, s.N :]
    spread = absolute(sample.mT @ sample / s.N - others.mT @ others / 2)
    correlations = absolute((sample.mT @ prompt.noise[..., None])[..., 0]) / s.N
    return Data(
        sum(miss * miss, -1) / 2,
        amax(absolute(prompt.residual), -1),
        relu(gap),
        amax(amax(spread, -1), -1),
        amax(correlations, -1),
    )
