r"""The network's estimate beside the Lasso, over penalties, with certified optima.

Not a statement of the paper but the reference that Theorem 5.1 is set beside: for every penalty
$\alpha$ in the Lasso of section 4.1, no point (the network's estimate, a first-order solver's) has an
objective below the optimum that cvxpy finds, minus the duality gap recomputed from its answer. The
relative objective gap of the network and its distance to the Lasso solution are reported: the
network aims at $\beta^*$, not at the Lasso, so neither is small unless the penalty is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.lasso import lasso_batched, lasso_cvxpy
from constructions.lista_vm import embed, lista_vm_transformer
from lemmata.arrays import Array, absolute, concatenate, stack, sum, values
from lemmata.exact import Exact, NotExact
from lemmata.margins import Margin, at_least
from lemmata.running_error import Tracked
from lemmata.spaces import Prompt, Space, box, choices, dims, signs, space, sparse
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import convergence


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


comparison = PAPER.claim(
    "section 4.1, Lasso", slug="theorem-5.1-lasso", kind="forall", settings=settings,
    prompts=prompts, uses=[convergence],
    examples=[Setting(20, 10, 12, torch.full((12,), 0.0625).double(), 0.1)],
)  # fmt: skip
AT_A_TIME = 4
"""cvxpy solves one problem at a time, so only the first few instances of a batch are checked."""
Solver = Callable[[Tensor, Tensor, float], tuple[Tensor, Tensor]]


@comparison.construction
def network(s: Setting) -> object:
    # Rows of signs: a longer step than 2 N / (N + d) can diverge where measurements are few.
    M = stack([torch.eye(s.d, dtype=torch.float64) * 2 * s.N / (s.N + s.d)] * s.K, 0)
    return lista_vm_transformer(M, values(s.theta), 100.0, bias="corrected")


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


@comparison.printed(
    r"For every penalty $\alpha>0$ and every $\beta$: $\mathcal L(\beta)\ge\min\mathcal L$, with "
    r"$\mathcal L(\beta)=\frac12\|y-X\beta\|_2^2+\alpha\|\beta\|_1$ and the minimum certified.",
    solver=certified,
)
def nothing_is_below_the_lasso(s: Setting, tf: object, prompt: Prompt, solver: Solver) -> Margin:
    """No estimate has a Lasso objective below the certified optimum."""
    if isinstance(prompt.X, Exact):
        raise NotExact("the Lasso is solved in floats")
    prompt = prompt.take(slice(0, AT_A_TIME))
    X, beta_star, query = (values(v).detach() for v in (prompt.X, prompt.beta_star, prompt.query))
    y = (X @ beta_star[..., None])[..., 0]
    largest = (X.mT @ y[..., None]).abs().amax((1, 2))
    alpha = torch.where(largest > 0, largest * float(values(s.share)), 1.0)
    H = tf(embed(X, y, query))  # type: ignore[operator]
    own = H[:, s.d + 1 : -1, -1]
    solved = [solver(a, b, float(c)) for a, b, c in zip(X, y, alpha, strict=True)]
    best = torch.stack([value for value, _ in solved])
    gap = torch.stack([error for _, error in solved])

    def objective(beta: Tensor) -> Array:
        tracked = isinstance(prompt.X, Tracked)
        point, design = (Tracked.of(beta), prompt.X) if tracked else (beta, X)
        misfit = (design @ point[..., None])[..., 0] - y
        return sum(misfit * misfit, -1) / 2 + sum(absolute(point), -1) * alpha

    candidates = [own, lasso_batched(X, y, alpha, max_iterations=200).value, beta_star]
    reached = concatenate([objective(beta)[:, None] for beta in candidates], 1)
    optimum = objective(best)
    excess = values(reached[:, 0]) - values(optimum)
    margin = at_least(reached + gap[:, None], optimum[:, None])
    return margin.report(
        network_relative_objective_gap=excess / values(optimum).clamp_min(1e-300),
        network_distance_to_lasso=(own - best).norm(dim=-1),
        network_distance_to_beta_star=(own - beta_star).norm(dim=-1),
        duality_gap=gap,
    ).given(largest - 1e-300)


comparison.mutant("another penalty's solution", solver=without_certificate(2.0))
comparison.mutant("the solution shrunk by a percent", solver=without_certificate(1.0, shrink=0.99))
comparison.mutant("zero is optimal", solver=without_certificate(1.0, shrink=0.0))
