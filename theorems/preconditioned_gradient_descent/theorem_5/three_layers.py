r"""(34) for three layers: at a point of S the gradient of the exact loss lies in S.

(36) and (37), as equalities, say that along any $(R,S)$ the loss changes as along the multiples of
$\Sigma^{-1}$ and I with the same traces. So the gradient in $A_i$ is a multiple of $\Sigma$, and that in $B_i$
one of I. ``theorem-5/eq-34`` has it for two layers, up to three dimensions, in exact arithmetic;
``theorem-5/step-4/chain`` for more layers, prompt by prompt. Here the loss of three layers, the mean of a
polynomial of degree 52 in the samples, is integrated by Gaussian quadrature for d = 2, and differentiated.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.in_context_loss_quadrature import quadrature_loss
from lemmata import Experiment, Margin, Prompt, at_most, dims, lines, space
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_5.eq_34 import inequality


@dataclass(frozen=True)
class Points:
    n: int
    """Samples of a prompt: 1 to n."""
    points: int
    """Points of S for each number of samples."""


three_layers = PAPER.claim(
    "(34), three layers",
    id="theorem-5/three-layers",
    summary="At points of S the gradient of the exact loss of three layers whose covariates move lies in S.",
    rank="step",
    origin="ours",
    at=lines(949, 953),
    kind=Experiment(),
    settings=space(Points, n=dims(1, 6), points=dims(1, 16)),
    uses=[inequality],
)


@three_layers.experiment(
    quick=Points(n=3, points=4), standard=Points(n=6, points=8), deep=Points(n=6, points=16)
)
def gradients(s: Points, seed: int) -> Prompt:
    """Covariances ``(points, 2, 2)``, and the gradients in A and B at points of S, ``(points, 3, 2, 2)``."""
    g = torch.Generator().manual_seed(seed)
    one = torch.eye(2, dtype=torch.float64)
    covariances, of_A, of_B = [], [], []
    for n in [n for n in range(1, s.n + 1) for _ in range(s.points)]:
        U = torch.linalg.qr(torch.randn(2, 2, generator=g, dtype=torch.float64)).Q
        Sigma = U @ torch.diag(2 ** (2 * torch.rand(2, generator=g, dtype=torch.float64) - 1)) @ U.mT
        Sigma = (Sigma + Sigma.mT) / 2
        a, b = torch.rand(2, 3, 1, 1, generator=g, dtype=torch.float64) - 0.5
        A, B = (a * torch.linalg.inv(Sigma)).requires_grad_(), (b * one).requires_grad_()
        in_A, in_B = torch.autograd.grad(quadrature_loss(A, Sigma, n, task="inverse", B=B), (A, B))
        covariances.append(Sigma)
        of_A.append(in_A)
        of_B.append(in_B)
    return Prompt(Sigma=torch.stack(covariances), in_A=torch.stack(of_A), in_B=torch.stack(of_B))


Direction = Callable[[Tensor], Tensor]


def identity(Sigma: Tensor) -> Tensor:
    return torch.eye(2, dtype=Sigma.dtype).expand_as(Sigma)


def outside(G: Tensor, own: Tensor) -> Tensor:
    """The share of matrices ``(points, 3, 2, 2)`` that is no multiple of ``own (points, 2, 2)``."""
    own = own[:, None]
    multiple = (G * own).sum((-2, -1), keepdim=True) / own.square().sum((-2, -1), keepdim=True)
    return norm(G - multiple * own) / norm(G)


def norm(G: Tensor) -> Tensor:
    """The norm of all layers together, ``(points,)``."""
    return G.square().sum((-3, -2, -1)).sqrt()


@three_layers.printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, in two "
    r"dimensions, and f the loss (5) of three layers (13) that it sees, whose $A_i$ need not be symmetric. At "
    r"random points $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$ with $|a_i|,|b_i|\le\frac12$, where the eigenvalues of "
    r"$\Sigma$ lie between $\frac12$ and 2, $\nabla_{A_i}f$ is a multiple of $\Sigma$ and $\nabla_{B_i}f$ one "
    r"of I, to $2^{-30}$ of the norms of $\nabla_Af$ and $\nabla_Bf$: (34), (36) and (37) hold with equality.",
    along_A=lambda Sigma: Sigma,
    along_B=identity,
    to=2.0**-30,
)
def the_gradient_lies_in_S(
    s: Points, prompt: Prompt, along_A: Direction, along_B: Direction, to: float
) -> Margin:
    """The share of the gradient that is outside of S."""
    shares = outside(prompt.in_A, along_A(prompt.Sigma)), outside(prompt.in_B, along_B(prompt.Sigma))
    return at_most(torch.stack(shares, 1), to).report(in_A=shares[0], in_B=shares[1])


three_layers.mutant("multiples of I in A", along_A=identity)
three_layers.mutant("multiples of the inverse covariance in A", along_A=torch.linalg.inv)
three_layers.mutant("multiples of the inverse covariance in B", along_B=torch.linalg.inv)
