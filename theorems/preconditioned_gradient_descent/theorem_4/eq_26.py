r"""(26): the flow within S descends at least as fast as the gradient flow.

The $r_i$ of (26) lacks the $\frac1d$ of (25); with it the two sides would be equal, without it the flow runs
$d$ times faster, and the inequality holds with that much to spare.
"""

from lemmata import Expectation, at_most, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import eye, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.exact_loss import covariance, half_traces, squared, times
from theorems.preconditioned_gradient_descent.gradients import gradient
from theorems.preconditioned_gradient_descent.theorem_4.eq_25 import inequality


@theorem(
    PAPER,
    "(26)",
    rank="step",
    at=lines(785, 796),
    kind=Expectation(),
    uses=[inequality],
    d=dims(2, 3),  # for d = 1 both sides are one square
    n=dims(1, 6),
    L=dims(1, 3),
    **covariance(largest=64.0),
    a=reals("L"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (9) (f and its gradient for matrices that need not "
    r"be symmetric) and the layers $A_0,\dots,A_k$ that it sees ($k=L-1$, any L), $d\ge2$ (for $d=1$ the two "
    r"sides below are equal). At every $A(t)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$, "
    r"$\frac{d}{dt}f(A(t))\le-\sum_{i=0}^k\|\nabla_{A_i}f(A(t))\|_F^2$ along "
    r"$\frac{d}{dt}A_i(t)=-r_i(t)\Sigma^{-1}$, "
    r"$r_i(t)=\operatorname{Tr}(\Sigma^{1/2}\nabla_{A_i}f(A(t))\Sigma^{1/2})$."
)
@mutants(
    {
        "nine tenths of the flow with 1/d": dict(along=lambda d, precision: precision * 9 / (10 * d)),
        "along the identity": dict(along=lambda d: eye(d)),
        "isotropic w": dict(task="identity"),
    }
)
def eq_26(n, Sigma, precision, a, along=lambda precision: precision, task="inverse"):
    """The flow within S descends at least as fast as the gradient flow."""
    G = gradient(times(a, precision), Sigma, n, task)
    flow = times(-half_traces(G, Sigma), along)
    return at_most(sum(G * flow), -squared(G))
