r"""Figure 3: L-BFGS where the covariates move, on a fixed sample of prompts, approaches the set S.

The paper trains on samples of a size that it does not give; ours is fixed, so that its loss is that of the
sample, and its minimiser not quite in S: with 2,000 prompts the distances of the $A_i$ fall to about ten
percent, those of the $B_i$ to 4 to 25 percent. So a limit of 0 cannot be asked for (``structure``).

``loss``, figure 3 (c): with 2,000 prompts the loss of the sample ends at 0.024 to 0.040 on two machines, and in
the last hundred iterations it still falls by some percent. The exact loss has no limit 0 either
(``section-7/positive-loss/moving``), and over S the least exact loss of three layers that descent found (from
twelve starts) is about 0.039.

``exact``: the end of training is one of several local minima, so that which one is met depends on the start.
Three are known: losses 0.3841 and 0.4254, which our starts end at, and 0.4952 at $a=(-1.832,-1.022)$,
$b=0.078$, where the first step is the larger one (``figure-4/magnitudes/reversed``); other starts run away
($a_0\to0$, $b_0\to\infty$).
"""

from typing import Any

import torch
from torch import Tensor

from baselines.in_context_loss_minimisers import minimiser_with_b
from baselines.in_context_loss_spectrum import spectral_loss
from lemmata import Experiment, Margin, amended, at_most, lines, mutants, printed, theorem
from lemmata.numbers import Measured, Vector, concat, max
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.descent import DIST, TO_ZERO, Descent, descend
from theorems.preconditioned_gradient_descent.descent_plots import Plots, plots
from theorems.preconditioned_gradient_descent.theorem_5 import theorem_5

TRAINED = (
    r"For three layers (13), $d=5$, $n=10$, $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma=U^\top D^2U$ with random orthogonal U and $D=\operatorname{diag}(1,1,\frac12,\frac14,1)$, "
    r"trained (by us) on the logarithm of the mean loss of a fixed sample of 2,000 draws of the examples, the "
    r"query and $w_\star$ integrated out, by at most 400 iterations of L-BFGS (20,000 and 600 in the deep "
    r"profile) from five starts of $\Sigma^{1/2}A_i\Sigma^{1/2}$ and $\Sigma^{-1/2}B_i\Sigma^{1/2}$ with "
    r"Gaussian entries of standard deviation $\frac1{10}$ (of the former the symmetric part): "
)

SAMPLED: dict[str, Any] = {
    "standard": Descent(10, 3, seeds=5, steps=400, prompts=2_000),
    "deep": Descent(10, 3, seeds=5, steps=600, prompts=20_000),
}
WORDS = {
    "final_loss": "appears to be converging to 0",
    "B_distance": "appears to be decreasing to 0",
    "A_distance": r"$A_i$ is converging to the inverse of $\Sigma$, up to scaling",
}


def sampled_run(s: Descent, device: torch.device, seed: int) -> dict[str, Tensor]:
    """One row a seed."""
    return descend(s, "moving", seed, str(device))


def report(margin: Margin, measured: Measured) -> Margin:
    """The numbers of figures 3 and 4 beside the margin."""
    return margin.report(
        final_loss=measured["loss"][-1],
        A_distance=max(measured["white"][-1]),
        B_distance=max(measured["B"][-1]),
        iterations=measured["iterations"],
        seconds=measured["seconds"],
    )


def nearly_zero(d: int, loss: Vector, measured: Measured, share: float, at: int = -1) -> Margin:
    """The loss ends near 0."""
    return report(at_most(loss[at], d * share), measured)


@theorem(
    PAPER,
    "Figure 3",
    id="figure-3/structure",
    rank="headline",
    origin="read",
    at=lines(289, 297),
    uses=[theorem_5],
    kind=Experiment(sampled_run, **SAMPLED, paper=WORDS),
)
@printed(
    TRAINED + r"$\operatorname{Dist}(B_i,I)$ and $\operatorname{Dist}(\Sigma^{1/2}A_i\Sigma^{1/2},I)$ converge "
    "to 0, read as: at the end they are at most a half of what they were" + DIST
)
@mutants(the_matrices_themselves=dict(kind="raw"), below_a_thousandth=dict(share=0.001))
def matrices_approach_S(B, measured, kind="white", share=0.5):
    """Trained matrices whose covariates move approach the set S."""
    distances = concat([measured[kind], B], -1)
    return report(at_most(distances[-1], distances[0] * share), measured)


@matrices_approach_S.figure
def figures(s: Descent, measured: Measured) -> Plots:
    """With a sample there is no level to compare with."""
    caption = f"{s.prompts:,} prompts, $d={s.d}$, $n={s.n}$, {s.L} layers; mean and range over {s.seeds} seeds."
    return plots(measured, caption)


@theorem(
    PAPER,
    "Figure 3 (c)",
    id="figure-3/loss",
    rank="headline",
    origin="read",
    at=lines(287, 297),
    uses=[theorem_5],
    kind=Experiment(sampled_run, **SAMPLED, paper={"final_loss": "appears to be converging to 0"}),
)
@printed(
    TRAINED + TO_ZERO,
    expect="undecided",
    because="Five starts do not decide it within 400 iterations. Two starts that we followed to the end stop "
    "at 0.0230 and 0.0235, after 2,871 and 2,841 iterations.",
)
@amended(
    TRAINED + "the loss ends below a hundredth of the loss d of the zero network (so we measure it; the "
    "paper has no number).",
    adds="a hundredth of the loss of the zero network, as measured, for 0",
    share=0.01,
    at=-1,
    check=nearly_zero,
)
@mutants(below_a_thousandth=dict(share=0.001), after_ten_iterations=dict(at=10))
def goes_to_zero(steps, loss, measured):
    """The loss of three trained layers whose covariates move converges to zero."""
    return report(at_most(loss[-1], loss[steps // 2] / 2), measured)


def exact_run(s: Descent, device: torch.device, seed: int) -> dict[str, Tensor]:
    """One row a seed; the share of the ends above the best one is of all seeds."""
    measured = descend(s, "moving, exact", seed, str(device))
    ends = measured["loss"][:, -1]
    higher = (ends > 1.001 * ends.min()).double().mean().expand(len(ends))
    return {**measured, "share_of_ends_above_the_best": higher}


@theorem(
    PAPER,
    "Figure 3, exact loss",
    id="figure-3/exact",
    origin="ours",
    at=lines(289),
    uses=[theorem_5],
    kind=Experiment(
        exact_run,
        standard=Descent(10, 2, seeds=8, steps=300),
        deep=Descent(10, 2, seeds=10, steps=600),
        paper={"final_loss": "parameters are converging to the global minimum (three layers)"},
    ),
)
@printed(
    r"For two layers (13), $d=5$, $n=10$, $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma=U^\top D^2U$ with random orthogonal U and $D=\operatorname{diag}(1,1,\frac12,\frac14,1)$, "
    r"trained (by us) on the logarithm of the exact loss by at most 300 iterations of L-BFGS from eight starts "
    r"(600 from ten in the deep profile) of $\Sigma^{1/2}A_i\Sigma^{1/2}$ and $\Sigma^{-1/2}B_i\Sigma^{1/2}$ "
    r"with Gaussian entries of standard deviation $\frac1{10}$ (of the former the symmetric part): at the "
    r"end $\operatorname{Dist}(B_i,I)$ and $\operatorname{Dist}(\Sigma^{1/2}A_i\Sigma^{1/2},I)$ are at most a "
    r"thousandth of what they were" + DIST
)
@mutants(
    the_matrices_themselves=dict(kind="raw"), already_at_the_start=dict(at=0), after_five_iterations=dict(at=5)
)
def matrices_end_in_S(B, share_of_ends_above_the_best, measured, kind="white", at=-1):
    """With the exact loss, training two layers ends in the set S, to a thousandth."""
    distances = concat([measured[kind], B], -1)
    margin = report(at_most(distances[at], distances[0] / 1000), measured)
    return margin.report(share_of_ends_above_the_best=share_of_ends_above_the_best)


@matrices_end_in_S.figure
def figures_of_the_exact_loss(s: Descent, loss: Tensor, measured: Measured) -> Plots:
    """Beside the best minimum over S that is known, and the highest end."""
    caption = f"Exact loss, $d={s.d}$, $n={s.n}$, {s.L} layers; mean and range over {s.seeds} seeds."
    a, b = minimiser_with_b(s.d, s.n, s.L)
    best = {"best minimum over S that is known": float(spectral_loss(a, s.d, s.n, b))}
    return plots(measured, caption, also=best | {"highest end": float(loss[:, -1].max())})
