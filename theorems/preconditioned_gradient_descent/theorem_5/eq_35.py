r"""The flow within S, where the covariates move: (35), and the printed direction in B.

At a point of S the gradient in $B_i$ is a multiple $e_iI$, so that the printed flow gains
$e_i^2d\operatorname{Tr}\Sigma^{-1}$ where $e_i^2d$ is wanted; and it leaves S at once unless $\Sigma$ is a
multiple of $I$. (Both $r_i$ and $s_i$ lack the $\frac1d$ of (34), which only makes the flow faster.)
"""

from lemmata import Expectation, amended, at_most, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import eye, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.exact_loss import covariance, half_traces, squared, times
from theorems.preconditioned_gradient_descent.gradients import gradient_with_B
from theorems.preconditioned_gradient_descent.theorem_5.eq_34 import inequality


@theorem(
    PAPER,
    "(35)",
    rank="step",
    at=lines(955, 972),
    kind=Expectation(),
    uses=[inequality],
    d=dims(1, 3),
    n=dims(1, 6),
    L=dims(2, 2),
    pinned={"L": "the exact loss with B is expanded for two layers; theorem-5/three-layers has three"},
    **covariance(largest=64.0),
    a=reals("L"),
    b=reals("L"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (13) (f and its gradient for $A_i$ that need not "
    r"be symmetric) and the layers $0,\dots,k$ that it sees ($k=L-1$, $L\ge2$). At every $(A,B)\in\mathcal "
    r"S$, that is, $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$: "
    r"$\frac{d}{dt}f(A(t),B(t))\le-\left(\sum_{i=0}^k\|\nabla_{A_i}f\|_F^2+\|\nabla_{B_i}f\|_F^2\right)$ "
    r"along $\frac{d}{dt}A_i=-r_i\Sigma^{-1}$, $\frac{d}{dt}B_i=-s_i\Sigma^{-1}$, with "
    r"$r_i=\operatorname{Tr}(\Sigma^{1/2}\nabla_{A_i}f\Sigma^{1/2})$, "
    r"$s_i=\operatorname{Tr}(\Sigma^{-1/2}\nabla_{B_i}f\Sigma^{1/2})$.",
    defect="typo",
    because=r"The direction in B is a multiple of the identity in S; along the inverse of $\Sigma$ the flow "
    "is too slow where the trace of that inverse is below 1.",
    fails_where=lambda spectrum: sum(1 / spectrum) < 1,
)
@amended(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (13) (f and its gradient for $A_i$ that need not "
    r"be symmetric) and the layers $0,\dots,k$ that it sees ($k=L-1$, $L\ge2$). At every $(A,B)\in\mathcal "
    r"S$, that is, $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$: "
    r"$\frac{d}{dt}f(A(t),B(t))\le-\left(\sum_{i=0}^k\|\nabla_{A_i}f\|_F^2+\|\nabla_{B_i}f\|_F^2\right)$ "
    r"along $\frac{d}{dt}A_i=-r_i\Sigma^{-1}$, $\frac{d}{dt}B_i=-s_iI$, with "
    r"$r_i=\operatorname{Tr}(\Sigma^{1/2}\nabla_{A_i}f\Sigma^{1/2})$, "
    r"$s_i=\operatorname{Tr}(\Sigma^{-1/2}\nabla_{B_i}f\Sigma^{1/2})$.",
    adds=r"I for the inverse of $\Sigma$ in the direction of B",
    along_B=lambda d: eye(d),
)
@mutants(
    {
        "in B nine tenths of the flow with 1/d": dict(along_B=lambda d: eye(d) * 9 / (10 * d)),
        "in A nine tenths of the flow with 1/d": dict(along_A=lambda d, precision: precision * 9 / (10 * d)),
        "B stands still": dict(along_B=lambda d: 0 * eye(d)),
    }
)
def eq_35(
    d, n, Sigma, precision, a, b, along_A=lambda precision: precision, along_B=lambda precision: precision
):
    r"""Where covariates move, the loss falls along multiples of $\Sigma^{-1}$ as fast as along its gradient."""
    G, H = gradient_with_B(times(a, precision), times(b, eye(d)), Sigma, precision, n)
    gained = sum(G * times(-half_traces(G, Sigma), along_A)) + sum(H * times(-trace(H), along_B))
    return at_most(gained, -(squared(G) + squared(H)))
