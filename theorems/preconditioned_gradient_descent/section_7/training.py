r"""Training ends in the other minimum from some starts: three layers in two dimensions.

Section 7 says of Theorem 1 that "gradient-based optimization used for training may nonetheless converge to a
different stationary point". For three layers (9), $d=2$ and $n=6$ it does: of the runs of L-BFGS on the exact
loss from Gaussian starts, as in figure 1, some end in the local minimum outside of $\mathcal S$ of
``section-7/other-minimum``, the others in $\mathcal S$. "Can end" is read as: in at least one run of twenty,
a share that was chosen after pilot runs. A run ends there if it has the loss of that minimum and lies at
least half as far from S; distances are those of section 5.3, which rotations of all $A_i$ at once leave alone.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser_apart
from lemmata import Experiment, Margin, Prompt, at_least, dims, lines, space
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.descent import DIST, Descent, descend, distance
from theorems.preconditioned_gradient_descent.section_7.other_minimum import MOST, elsewhere


@dataclass(frozen=True)
class Runs:
    n: int
    runs: int
    replicates: int
    steps: int


training = PAPER.claim(
    "Section 7, training ends elsewhere",
    id="section-7/training",
    summary="Training of three layers ends in the local minimum outside of S in some of its runs.",
    origin="ours",
    at=lines(315),
    kind=Experiment(),
    settings=space(
        Runs, n=dims(1, MOST, most=MOST), runs=dims(1, 24), replicates=dims(1, 8), steps=dims(1, 400)
    ),
    uses=[elsewhere],
)
SIZES = Runs(n=6, runs=12, replicates=8, steps=300)


@training.experiment(
    quick=SIZES,
    standard=SIZES,
    deep=SIZES,
    paper={"stationary points": "training may converge to a different stationary point"},
)
def run(s: Runs, device: torch.device, seed: int) -> Prompt:
    """Where the runs end, ``(replicates, runs)``: their losses, and how far they are from S."""
    path = descend(
        Descent(s.n, 3, seeds=s.runs * s.replicates, steps=s.steps, d=2), "sparse", seed, str(device)
    )
    ends = path.loss[:, -1], path.white[:, -1].amax(-1)
    loss, apart = (x.reshape(s.replicates, s.runs) for x in ends)
    return Prompt(loss=loss, apart=apart)


def outside(s: Runs, prompt: Prompt) -> Tensor:
    """Which runs end at least half as far from S as the minimum outside of it."""
    far: Tensor = prompt.apart >= distance(torch.diag_embed(minimiser_apart(s.n))).max() / 2
    return far


def at_its_loss(s: Runs, prompt: Prompt, within: float) -> Tensor:
    """Which runs end at the loss of the minimum outside of S, to a share ``within`` of it."""
    A = torch.diag_embed(minimiser_apart(s.n))
    level = in_context_loss(A, torch.eye(2, dtype=A.dtype), s.n, task="inverse")
    near: Tensor = (prompt.loss - level).abs() <= within * level
    return near


@training.printed(
    r"Three layers (9), $d=2$, $n=6$, $x,w_\star\sim N(0,I)$, trained (by us) on the exact loss by at most 300 "
    r"iterations of L-BFGS, from the symmetric parts of matrices with Gaussian entries of standard deviation "
    r"$\frac1{10}$: of 12 runs, in the mean over 8 times, a share of at least $\frac1{20}$ ends at the "
    r"loss of the local minimum $A^\circ$ of section-7/other-minimum, to $10^{-6}$ of it, and outside of "
    r"$\mathcal S$: $\max_\ell\operatorname{Dist}(A_\ell,I)\ge"
    r"\frac12\max_\ell\operatorname{Dist}(A^\circ_\ell,I)$" + DIST,
    share=0.05,
    within=1e-6,
    elsewhere=True,
)
def some_end_there(s: Runs, prompt: Prompt, share: float, within: float, elsewhere: bool) -> Margin:
    """The share of the runs that end in the other minimum."""
    near, far = at_its_loss(s, prompt, within), outside(s, prompt)
    there = near & far
    ended = there if elsewhere else ~near & far
    return at_least(ended.double().mean(-1), share).report(share=there.double().mean(-1))


training.mutant("half of the runs", share=0.5)
training.mutant("at yet another point", elsewhere=False)
