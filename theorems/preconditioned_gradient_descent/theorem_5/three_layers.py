"""(34) for three layers: at a point of S the gradient of the exact loss lies in S.

``theorem-5/eq-34`` has it for two layers, in exact arithmetic; ``theorem-5/step-4/chain`` for more layers,
prompt by prompt. Here the loss of three layers, the mean of a polynomial of degree 52 in the samples, is
integrated by Gaussian quadrature for $d = 2$, and differentiated.
"""

import torch
from torch import Tensor

from baselines.in_context_loss_quadrature import quadrature_loss
from lemmata import Experiment, at_most, lines, mutants, printed, theorem
from lemmata.numbers import Array, Matrix, Number, eye, linalg, norm, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_5.eq_34 import inequality


def gradients(n: int, points: int, seed: int) -> dict[str, Tensor]:
    """Covariances, and the gradients in A and B at points of S, so many for each number of samples up to n.

    One row a point, ``(2, 2)`` and ``(3, 2, 2)``.
    """
    g = torch.Generator().manual_seed(seed)
    one = torch.eye(2, dtype=torch.float64)
    covariances, of_A, of_B = [], [], []
    for samples in [k for k in range(1, n + 1) for _ in range(points)]:
        U = torch.linalg.qr(torch.randn(2, 2, generator=g, dtype=torch.float64)).Q
        Sigma = U @ torch.diag(2 ** (2 * torch.rand(2, generator=g, dtype=torch.float64) - 1)) @ U.mT
        Sigma = (Sigma + Sigma.mT) / 2
        a, b = torch.rand(2, 3, 1, 1, generator=g, dtype=torch.float64) - 0.5
        A, B = (a * torch.linalg.inv(Sigma)).requires_grad_(), (b * one).requires_grad_()
        in_A, in_B = torch.autograd.grad(quadrature_loss(A, Sigma, samples, task="inverse", B=B), (A, B))
        covariances.append(Sigma)
        of_A.append(in_A)
        of_B.append(in_B)
    return dict(Sigma=torch.stack(covariances), in_A=torch.stack(of_A), in_B=torch.stack(of_B))


def outside(G: Array, own: Matrix) -> Number:
    """The share of the matrices of three layers that is no multiple of ``own``."""
    multiple = sum(G * own, (1, 2)) / sum(own * own)
    return norm(G - multiple[:, None, None] * own) / norm(G)


@theorem(
    PAPER,
    "(34), three layers",
    rank="step",
    origin="ours",
    at=lines(949, 953),
    uses=[inequality],
    kind=Experiment(
        gradients, quick=dict(n=3, points=4), standard=dict(n=6, points=8), deep=dict(n=6, points=16)
    ),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, in two "
    r"dimensions, and f the loss (5) of three layers (13) that it sees, whose $A_i$ need not be symmetric. At "
    r"random points $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$ with $|a_i|,|b_i|\le\frac12$, where the eigenvalues of "
    r"$\Sigma$ lie between $\frac12$ and 2, $\nabla_{A_i}f$ is a multiple of $\Sigma$ and $\nabla_{B_i}f$ one "
    r"of I, to $2^{-30}$ of the norms of $\nabla_Af$ and $\nabla_Bf$: (34), (36) and (37) hold with equality."
)
@mutants(
    multiples_of_I_in_A=dict(along_A=lambda: eye(2)),
    multiples_of_the_inverse_covariance_in_A=dict(along_A=lambda Sigma: linalg.inv(Sigma)),
    multiples_of_the_inverse_covariance_in_B=dict(along_B=lambda Sigma: linalg.inv(Sigma)),
)
def the_gradient_lies_in_S(in_A, in_B, along_A=lambda Sigma: Sigma, along_B=lambda: eye(2)):
    """At points of S the gradient of the exact loss of three layers whose covariates move lies in S."""
    shares = stack([outside(in_A, along_A), outside(in_B, along_B)])
    return at_most(shares, 2.0**-30).report(in_A=shares[0], in_B=shares[1])
