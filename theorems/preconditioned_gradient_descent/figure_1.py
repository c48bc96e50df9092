"""Figures 1 and 2: L-BFGS on the exact loss of three layers finds the critical points of Theorem 4.

The structure is as the paper says, to many digits, from every start (``whitened``), and the multiples of the
identity are those of the minimiser over S in some order. No network of this form reaches the loss 0 at all:
``section-7/positive-loss``.

``raw``, the red lines: from our Gaussian starts the distance begins at 0.81 to 1.00, falls to 0.16 to 0.48 in
the first iterations, and ends at 0.784. The paper does not give the scale of its start. What survives is the
point of the sentence: the trained network does not run plain gradient descent.
"""

from typing import Any

import torch
from torch import Tensor

from baselines.in_context_loss_minimisers import minimiser
from baselines.in_context_loss_spectrum import spectral_loss
from lemmata import Experiment, amended, at_most, lines, mutants, printed, theorem
from lemmata.numbers import Measured, abs, over_batches
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.descent import DIST, SCALES, Descent, descend, distance
from theorems.preconditioned_gradient_descent.descent_plots import SPARSE_WORDS, Plots, plots, report
from theorems.preconditioned_gradient_descent.theorem_4 import theorem_4

TRAINED = (
    r"For three layers (9), $d=5$, $n=20$, $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma=U^\top D^2U$ with random orthogonal U and $D=\operatorname{diag}(1,1,\frac12,\frac14,1)$, "
    "trained (by us) on the exact loss by at most 400 iterations of L-BFGS from five starts, the symmetric "
    r"parts of matrices with Gaussian entries of standard deviation $\frac1{10}$: "
)
FIVE = Descent(20, 3, seeds=5, steps=400)


def run(s: Descent, device: torch.device, seed: int) -> dict[str, Tensor]:
    """One row a seed."""
    return descend(s, "sparse", seed, str(device))


TRAINING: dict[str, Any] = {
    "origin": "read",
    "uses": [theorem_4],
    "kind": Experiment(run, quick=FIVE, standard=FIVE, deep=FIVE, paper=SPARSE_WORDS),
}


@over_batches
def best(d: int, n: int, L: int) -> float:
    """The minimum over S."""
    return float(spectral_loss(minimiser(d, n, L), d, n))


@theorem(PAPER, "Figure 1 (d)", id="figure-1/loss", rank="step", at=lines(245), **TRAINING)
@printed(
    "Figure (d) shows convergence of loss to 0.",
    open='The text says "an almost 0 value", and how near that is no number says. The loss levels off at its '
    r"minimum over $A_i=a_i\Sigma^{-1}$, 0.1336, which is 2.7 % of the loss of the zero network; no three "
    "layers (9) have one below 0.0002 (section-7/positive-loss).",
)
@amended(
    TRAINED
    + r"the loss falls to its minimum over $A_i=a_i\Sigma^{-1}$, here 0.1336: it ends at most $10^{-9}$ of "
    "it higher.",
    adds="the minimum over S for 0",
)
@mutants(nine_tenths_of_the_minimum=dict(share=0.9), one_percent_less=dict(share=0.99))
def limit_of_the_loss(d, n, L, loss, measured, share=1 + 1e-9):
    """The loss of three trained layers converges to zero."""
    return report(at_most(loss[-1], best(d, n, L) * share), measured)


@theorem(
    PAPER, "Figures 1 (a)-(c) and 2", id="figure-1/whitened", rank="headline", at=lines(241, 245), **TRAINING
)
@printed(
    TRAINED + r"every $\Sigma^{1/2}A_i\Sigma^{1/2}$ converges to a multiple of the identity, read as: at the "
    r"end $\operatorname{Dist}(\Sigma^{1/2}A_i\Sigma^{1/2},I)$ is at most one percent" + DIST
)
@mutants(
    the_matrices_themselves=dict(kind="raw"), already_at_the_start=dict(at=0), after_ten_iterations=dict(at=10)
)
def whitened_matrices(measured, kind="white", at=-1):
    """Trained matrices, whitened, end as multiples of the identity."""
    return report(at_most(measured[kind][at], 0.01), measured)


@whitened_matrices.figure
def figures(s: Descent, measured: Measured) -> Plots:
    """Beside the minimum over S."""
    caption = f"Exact loss, $d={s.d}$, $n={s.n}$, {s.L} layers; mean and range over {s.seeds} seeds."
    return plots(measured, caption, {"minimum over S": best(s.d, s.n, s.L)})


@theorem(PAPER, "Figure 1 (a)-(c), red", id="figure-1/raw", rank="step", at=lines(241, 245), **TRAINING)
@printed(
    r"The red line represents $\operatorname{Dist}(A_i,I)$; it remains constant indicating that the "
    "trained transformer is not implementing plain gradient descent" + DIST,
    open="The paper does not say from which iteration on, and its curves are not in our text. From our "
    "starts the distance falls from above 0.8 to below a half in the first ten iterations, and rises to "
    "0.784 then.",
)
@amended(
    TRAINED + r"$\operatorname{Dist}(A_i,I)$ does not fall to 0: at the end it is "
    r"$\operatorname{Dist}(\Sigma^{-1},I)$, within one percent" + DIST,
    adds=r"the limit Dist of the inverse of $\Sigma$, at the end alone",
)
@mutants(
    the_whitened_ones=dict(kind="white"), twice_as_far=dict(limit=2), at_plain_gradient_descent=dict(limit=0)
)
def ends_at_the_inverse(d, measured, kind="raw", limit=1):
    r"""The distance of the trained matrices from multiples of the identity stays away from 0."""
    of_the_inverse = over_batches(distance)(torch.diag(torch.tensor(SCALES[:d]).double() ** -2)) * limit
    return report(at_most(abs(measured[kind][-1] - of_the_inverse), of_the_inverse / 100), measured)
