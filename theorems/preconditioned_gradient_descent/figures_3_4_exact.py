r"""Figure 3 with the exact loss and two layers: the end of training lies in S, at some local minimum.

$d=5$, $n=10$, $A_0,A_1,B_0$, the exact in-context loss, whitened parameters, several Gaussian starts. From
every start the end lies in S to many digits; but it is one of several local minima, so that which one is met
depends on the start. Three are known: losses 0.3841 and 0.4254, which our starts end at, and 0.4952 at
$a=(-1.832,-1.022)$, $b=0.078$, where the first step is the larger one; other starts run away ($a_0\to0$,
$b_0\to\infty$). The share of ends above the best one is reported (``share_of_ends_above_the_best``); the best
and the highest level met are drawn.
"""

from __future__ import annotations

import torch

from baselines.in_context_loss_minimisers import minimiser_with_b
from baselines.in_context_loss_spectrum import spectral_loss
from lemmata import FigureRecord, HeatMapRecord, Margin, Prompt, at_most
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.figures_3_4 import SPACES, told
from theorems.preconditioned_gradient_descent.figures_losses import Descent
from theorems.preconditioned_gradient_descent.figures_plots import (
    distance_curves,
    loss_curve,
    matrices_at_the_end,
)
from theorems.preconditioned_gradient_descent.figures_runs import descend

structure = PAPER.claim("Figure 3, exact loss", slug="figure-3-exact", **SPACES)


@structure.experiment(
    standard=Descent(10, 2, seeds=8, steps=300),
    deep=Descent(10, 2, seeds=10, steps=600),
    paper={"final_loss": "parameters are converging to the global minimum (three layers)"},
)
def run(s: Descent, device: torch.device, seed: int) -> Prompt:
    """One row a seed."""
    return descend(s, "moving, exact", seed, str(device))


@structure.printed(
    r"With the exact loss $\operatorname{Dist}(B_i,I)$ and "
    r"$\operatorname{Dist}(\Sigma^{1/2}A_i\Sigma^{1/2},I)$ fall below a thousandth of what they were.",
    seen="white",
    at=-1,
)
def matrices_end_in_S(s: Descent, prompt: Prompt, seen: str, at: int) -> Margin:
    """The trained matrices lie in S."""
    ours = torch.cat([getattr(prompt, seen), prompt.B], -1)
    ends = prompt.loss[:, -1]
    higher = (ends > 1.001 * ends.min()).double().mean().expand(len(ends))
    margin = told(at_most(ours[:, at], ours[:, 0] / 1000), prompt)
    return margin.report(share_of_ends_above_the_best=higher)


structure.mutant("the matrices themselves", seen="raw")
structure.mutant("already at the start", at=0)
structure.mutant("after five iterations", at=5)


@structure.figure
def figures(s: Descent, prompt: Prompt) -> list[FigureRecord | HeatMapRecord]:
    """Learning curves, distances and the matrices at the end."""
    caption = (
        f"Exact loss, d = {s.d}, n = {s.n}, {s.L} layers; mean and range over {s.seeds} seeds."
    )
    a, b = minimiser_with_b(s.d, s.n, s.L)
    lines = {
        "best minimum over S": float(spectral_loss(a, s.d, s.n, b)),
        "highest end": float(prompt.loss[:, -1].max()),
    }
    return [
        loss_curve(prompt, caption, lines),
        *distance_curves(prompt, caption),
        matrices_at_the_end(prompt, caption),
    ]
