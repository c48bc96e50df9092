"""Lemma 3: what the step 1/(2n) does at n = 1, and the objective with the step 1/(2(n + 1))."""

import torch

from baselines.proximal import lasso_objective, proximal_gradient
from lemmata import FigureRecord, Series
from theorems.universal_approximation.lemma_3 import objective_after_T_steps

STEPS, LAMBDA = 40, 0.125


@objective_after_T_steps.figure
def oscillation() -> FigureRecord:
    """The objective step by step for a constant function, above that of rho*."""
    phi, y = torch.ones(1, 1, 2).double(), torch.ones(1, 1).double()
    rho_star = torch.tensor([[0.0, 1.0]]).double()
    at = [float(k) for k in range(STEPS + 1)]
    star = float(lasso_objective(phi, y, LAMBDA, rho_star))

    def above(inverse_step: int) -> list[float]:
        path = proximal_gradient(phi, y, LAMBDA, 0 * rho_star, steps=STEPS, inverse_step=inverse_step)
        return [float(lasso_objective(phi, y, LAMBDA, rho)) - star for rho in path]

    printed, amended = above(2), above(4)
    multiple = [4 * (1 - LAMBDA) / (2 * k + 1) for k in at[1:]]
    bound = [2 / k for k in at[1:]]
    return FigureRecord(
        title="The printed step at one feature, and the shorter one",
        x_label="proximal gradient steps $T$",
        y_label=r"$\ell(\rho_T)-\ell(\rho^\star)$",
        caption=f"$n=1$, a constant function 1, $\\lambda={LAMBDA:g}$, no noise. After {STEPS} steps of the "
        f"printed size the objective is {printed[-1]:.3g} above that of $\\rho^*$, after half as many "
        f"{printed[STEPS // 2]:.3g}: the iterates alternate between two points. With the shorter step it is "
        f"{amended[-1]:.2g} above.",
        series=(
            Series(r"step $\frac1{2n}$, as printed", at, printed),
            Series(r"step $\frac1{2(n+1)}$", at, amended),
            Series(r"a multiple of $1/L$", at[1:], multiple, role="theory"),
            Series(r"$(n+1)\|\rho^\star\|_2^2/T$", at[1:], bound, role="bound"),
        ),
    )
