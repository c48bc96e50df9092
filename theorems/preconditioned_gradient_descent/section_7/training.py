r"""Training ends in the other minimum from some starts: three layers in two dimensions.

Section 7 says of Theorem 1 that "gradient-based optimization used for training may nonetheless converge to a
different stationary point". For three layers (9), $d=2$ and $n=6$ it does: of the runs of L-BFGS on the exact
loss from Gaussian starts, as in figure 1, some end in the local minimum outside of $\mathcal S$ of
``section-7/other-minimum``, the others in $\mathcal S$. "Can end" is read as: in at least one run of twenty,
a share that was chosen after pilot runs. A run ends there if it has the loss of that minimum and lies at
least half as far from S; distances are those of section 5.3, which rotations of all $A_i$ at once leave alone.
"""

import torch
from torch import Tensor

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser_apart
from lemmata import Experiment, Margin, at_least, lines, mutants, printed, theorem
from lemmata.numbers import Vector, abs, mean, over_batches, where
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.descent import DIST, Descent, descend, distance
from theorems.preconditioned_gradient_descent.section_7.other_minimum import elsewhere

SIZES = dict(n=6, runs=12, replicates=8, steps=300)


def run(n: int, runs: int, replicates: int, steps: int, device: torch.device, seed: int) -> dict[str, Tensor]:
    """Where the runs end, ``(replicates, runs)``: their losses, and how far they are from S."""
    path = descend(Descent(n, 3, seeds=runs * replicates, steps=steps, d=2), "sparse", seed, str(device))
    ends = path["loss"][:, -1], path["white"][:, -1].amax(-1)
    loss, apart = (x.reshape(replicates, runs) for x in ends)
    return dict(loss=loss, apart=apart)


@over_batches
def minimum_apart(n: int) -> tuple[float, float]:
    """The loss of the minimum outside of S, and how far it is from S."""
    A = torch.diag_embed(minimiser_apart(n))
    level = in_context_loss(A, torch.eye(2, dtype=A.dtype), n, task="inverse")
    return float(level), float(distance(A).max())


@theorem(
    PAPER,
    "Section 7, training ends elsewhere",
    origin="ours",
    at=lines(315),
    uses=[elsewhere],
    kind=Experiment(
        run,
        quick=SIZES,
        standard=SIZES,
        deep=SIZES,
        paper={"stationary points": "training may converge to a different stationary point"},
    ),
)
@printed(
    r"Three layers (9), $d=2$, $n=6$, $x,w_\star\sim N(0,I)$, trained (by us) on the exact loss by at most 300 "
    "iterations of L-BFGS, from the symmetric parts of matrices with Gaussian entries of standard deviation "
    r"$\frac1{10}$: of 12 runs, in the mean over 8 times, a share of at least $\frac1{20}$ ends at the loss of "
    r"the local minimum $A^\circ$ of section-7/other-minimum, to $10^{-6}$ of it, and outside of $\mathcal S$: "
    r"$\max_\ell\operatorname{Dist}(A_\ell,I)\ge\frac12\max_\ell\operatorname{Dist}(A^\circ_\ell,I)$" + DIST
)
@mutants(half_of_the_runs=dict(share=0.5), at_yet_another_point=dict(elsewhere=False))
def some_end_there(n: int, loss: Vector, apart: Vector, share: float = 0.05, elsewhere: bool = True) -> Margin:
    """Training of three layers ends in the local minimum outside of S in some of its runs."""
    level, far = minimum_apart(n)
    near, outside = abs(loss - level) <= 1e-6 * level, apart >= far / 2
    there, at_another = (mean(where(ends & outside, 1.0, 0.0)) for ends in (near, ~near))
    return at_least(there if elsewhere else at_another, share).report(share=there)
