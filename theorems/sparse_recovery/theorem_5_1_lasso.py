r"""The network's estimate beside the Lasso, over penalties, with certified optima.

Not a statement of the paper but the reference that Theorem 5.1 is set beside: for every penalty
$\alpha$ in the Lasso of section 4.1, no point (the network's estimate, a first-order solver's) has an
objective below the optimum that cvxpy finds, minus the duality gap recomputed from its answer. The
relative objective gap of the network and its distance to the Lasso solution are reported: the
network aims at $\beta^*$, not at the Lasso, so neither is small unless the penalty is.
"""

from __future__ import annotations

import torch
from torch import Tensor

from baselines.lasso import lasso_batched
from constructions.lista_vm import embed, lista_vm_transformer
from lemmata.arrays import Array, absolute, concatenate, stack, sum, values
from lemmata.exact import Exact, NotExact
from lemmata.margins import Margin, at_least
from lemmata.running_error import Tracked
from lemmata.spaces import Prompt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_theorem_5_1_lasso import (
    Setting,
    Solver,
    certified,
    prompts,
    settings,
    without_certificate,
)
from theorems.sparse_recovery.theorem_5_1 import convergence

comparison = PAPER.claim(
    "section 4.1, Lasso", slug="theorem-5.1-lasso", kind="forall", settings=settings,
    prompts=prompts, uses=[convergence],
    examples=[Setting(20, 10, 12, torch.full((12,), 0.0625).double(), 0.1)],
)  # fmt: skip
AT_A_TIME = 1
"""cvxpy solves one problem at a time: the first of a batch; the others have the batched optimum."""


@comparison.construction
def network(s: Setting) -> object:
    # Rows of signs: a longer step than 2 N / (N + d) can diverge where measurements are few.
    M = stack([torch.eye(s.d, dtype=torch.float64) * 2 * s.N / (s.N + s.d)] * s.K, 0)
    return lista_vm_transformer(M, values(s.theta).detach(), 100.0, bias="corrected")


@comparison.printed(
    r"For every penalty $\alpha>0$ and every $\beta$: $\mathcal L(\beta)\ge\min\mathcal L$, with "
    r"$\mathcal L(\beta)=\frac12\|y-X\beta\|_2^2+\alpha\|\beta\|_1$ and the minimum certified.",
    solver=certified,
)
def nothing_is_below_the_lasso(s: Setting, tf: object, prompt: Prompt, solver: Solver) -> Margin:
    """No estimate has a Lasso objective below the certified optimum."""
    if isinstance(prompt.X, Exact):
        raise NotExact("the Lasso is solved in floats")
    X, beta_star, query = (values(v).detach() for v in (prompt.X, prompt.beta_star, prompt.query))
    y = (X @ beta_star[..., None])[..., 0]
    largest = (X.mT @ y[..., None]).abs().amax((1, 2))
    alpha = torch.where(largest > 0, largest * float(values(s.share)), 1.0)
    H = tf(embed(X, y, query))  # type: ignore[operator]
    own = H[:, s.d + 1 : -1, -1]
    quick = lasso_batched(X, y, alpha, max_iterations=200)
    few = range(min(len(X), AT_A_TIME))
    solved = [solver(X[k], y[k], float(alpha[k])) for k in few]
    best = torch.cat([torch.stack([v for v, _ in solved]), quick.value[len(few) :]])
    gap = torch.cat([torch.stack([error for _, error in solved]), quick.error[len(few) :]])

    def objective(beta: Tensor) -> Array:
        tracked = isinstance(prompt.X, Tracked)
        point, design = (Tracked.of(beta), prompt.X) if tracked else (beta, X)
        misfit = (design @ point[..., None])[..., 0] - y
        return sum(misfit * misfit, -1) / 2 + sum(absolute(point), -1) * alpha

    candidates = [own, quick.value, beta_star]
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
