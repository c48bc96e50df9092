"""Settings, prompts and solvers for the network beside the Lasso (Liu et al. 2025, section 4.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from baselines.lasso import lasso_cvxpy
from lemmata.spaces import Space, box, choices, dims, signs, space, sparse


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    K: int
    theta: Tensor  # (K,)
    share: float  # the penalty as a share of the smallest one with solution zero


settings = space(
    Setting,
    d=dims(1, 8),
    N=dims(1, 5),
    K=dims(1, 4),
    theta=lambda s: box(s.K, low=0.0, high=1.0),
    share=choices(0.5, 0.1, 0.01, 0.9),
)


def prompts(s: Setting) -> Space:
    return space(X=signs(s.N, s.d), beta_star=sparse(s.d, 3, 2.0), query=signs(s.d))


Solver = Callable[[Tensor, Tensor, float], tuple[Tensor, Tensor]]


def certified(X: Tensor, y: Tensor, alpha: float) -> tuple[Tensor, Tensor]:
    """The solution of cvxpy and its duality gap."""
    found = lasso_cvxpy(X, y, alpha)
    return found.value, found.error


def without_certificate(scale: float, shrink: float = 1.0) -> Solver:
    """The solution for ``scale`` times the penalty, shrunk, passed off as optimal."""

    def solve(X: Tensor, y: Tensor, alpha: float) -> tuple[Tensor, Tensor]:
        found = lasso_cvxpy(X, y, alpha * scale)
        return found.value * shrink, found.error * 0

    return solve
