r"""Training ends in the other minimum from some starts: three layers in two dimensions.

That gradient-based training "may nonetheless converge to a different stationary point" is read as: in at least
one run of twenty, a share that was chosen after pilot runs. Distances are those of section 5.3, which rotations
of all $A_i$ at once leave alone. The other runs end in $\mathcal S$. The loss is quadratic in each matrix: its
values at ten points of each determine it, so that there is time for as many runs as decide the share.
"""

from functools import lru_cache

import numpy as np
import torch
from scipy.optimize import minimize
from torch import Tensor

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser_apart
from lemmata import Experiment, at_least, lines, mutants, printed, seeded, theorem
from lemmata.numbers import abs, mean, over_batches, where
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.descent import DIST, distance
from theorems.preconditioned_gradient_descent.section_7.other_minimum import elsewhere

SIZES = dict(n=6, runs=12, replicates=64, steps=300)
PAIRS = np.array([(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)])
UNITS = np.eye(3)
POINTS = np.concatenate([np.zeros((1, 3)), UNITS, -UNITS, 1 - UNITS])


def monomials(x: np.ndarray) -> np.ndarray:
    """The products of at most two of the three entries of a symmetric matrix, ``(..., 3)`` to ``(..., 10)``."""
    one = np.concatenate([np.ones((*x.shape[:-1], 1)), x], -1)
    products: np.ndarray = one[..., PAIRS[:, 0]] * one[..., PAIRS[:, 1]]
    return products


def slopes(x: np.ndarray) -> np.ndarray:
    """Their derivatives, ``(..., 10, 3)``."""
    one, unit = np.concatenate([[1.0], x]), np.eye(4)[:, 1:]
    sides: np.ndarray = unit[PAIRS[:, 0]] * one[PAIRS[:, 1], None] + unit[PAIRS[:, 1]] * one[PAIRS[:, 0], None]
    return sides


@lru_cache(maxsize=2)
def coefficients(n: int) -> np.ndarray:
    """Of the exact loss of three layers for d = 2 and the covariance I, ``(10, 10, 10)``."""
    points = torch.tensor(POINTS)
    matrices = torch.stack([points[:, [0, 1]], points[:, [1, 2]]], -2)
    layers = [matrices[k] for k in torch.meshgrid(*[torch.arange(len(points))] * 3, indexing="ij")]
    at = in_context_loss(torch.stack(layers, -3), torch.eye(2).double(), n, task="inverse")
    inverse = np.linalg.inv(monomials(points.numpy()))
    found: np.ndarray = np.einsum("ai,bj,ck,ijk->abc", inverse, inverse, inverse, at.numpy())
    return found


def loss_and_slope(x: np.ndarray, n: int) -> tuple[float, np.ndarray]:
    """The loss at the symmetric parts of three matrices, flattened, and its gradient."""
    A = x.reshape(3, 2, 2)
    entries = np.stack([A[:, 0, 0], (A[:, 0, 1] + A[:, 1, 0]) / 2, A[:, 1, 1]], -1)
    first, second, third = monomials(entries)
    over_third = coefficients(n) @ third
    on_first = over_third @ second
    by_monomial = (on_first, first @ over_third, second @ (np.tensordot(first, coefficients(n), 1)))
    by_entry = [slopes(entry).T @ part for entry, part in zip(entries, by_monomial, strict=True)]
    gradient = np.array([[[p, q / 2], [q / 2, r]] for p, q, r in by_entry])
    return float(first @ on_first), gradient.reshape(-1)


def run(n: int, runs: int, replicates: int, steps: int, seed: int) -> dict[str, Tensor]:
    """Where the runs end, ``(replicates, runs)``: their losses, and how far they are from S."""
    starts = torch.randn(replicates * runs, 12, generator=seeded(seed), dtype=torch.float64) / 10
    options = {"maxiter": steps, "maxfun": 3 * steps, "ftol": 1e-15, "gtol": 1e-9, "maxcor": 20}
    ends = [
        minimize(loss_and_slope, x.numpy(), (n,), method="L-BFGS-B", jac=True, options=options) for x in starts
    ]
    A = torch.tensor(np.array([end.x for end in ends])).reshape(replicates, runs, 3, 2, 2)
    loss = torch.tensor([float(end.fun) for end in ends]).double().reshape(replicates, runs)
    return dict(loss=loss, apart=distance((A + A.mT) / 2).amax(-1))


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
    r"Three layers (9), $d=2$, $n=6$, $x,w_\star\sim N(0,I)$, trained (by us) on the exact loss by at "
    "most 300 iterations of L-BFGS, from the symmetric parts of matrices with Gaussian entries of "
    r"standard deviation $\frac1{10}$: of 12 runs, in the mean over 64 times, a share of at least "
    r"$\frac1{20}$ ends at the loss of the local minimum $A^\circ$ of section-7/other-minimum, to "
    r"$10^{-6}$ of it, and outside of $\mathcal S$: "
    r"$\max_\ell\operatorname{Dist}(A_\ell,I)\ge\frac12\max_\ell\operatorname{Dist}(A^\circ_\ell,I)$" + DIST
)
@mutants(half_of_the_runs=dict(share=0.5), at_yet_another_point=dict(elsewhere=False))
def some_end_there(n, loss, apart, share=0.05, elsewhere=True):
    """Training of three layers ends in the local minimum outside of S in some of its runs."""
    level, far = minimum_apart(n)
    near, outside = abs(loss - level) <= 1e-6 * level, apart >= far / 2
    there, at_another = (mean(where(ends & outside, 1.0, 0.0)) for ends in (near, ~near))
    return at_least(there if elsewhere else at_another, share).report(share=there)
