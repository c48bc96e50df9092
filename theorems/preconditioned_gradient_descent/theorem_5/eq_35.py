r"""The flow within S, where the covariates move: (35), and the printed direction in B.

The text lets $\frac d{dt}A_i=-r_i\Sigma^{-1}$ and $\frac d{dt}B_i=-s_i\Sigma^{-1}$, with
$r_i=\operatorname{Tr}(\Sigma^{1/2}\nabla_{A_i}f\Sigma^{1/2})$,
$s_i=\operatorname{Tr}(\Sigma^{-1/2}\nabla_{B_i}f\Sigma^{1/2})$, and claims that $\frac d{dt}f$ is at most
minus the squared gradient. At a point of S the gradient in $B_i$ is a multiple $e_iI$, so that the printed flow
gains $e_i^2d\operatorname{Tr}\Sigma^{-1}$ where $e_i^2d$ is wanted: it fails where
$\operatorname{Tr}\Sigma^{-1}<1$, and it leaves S at once unless $\Sigma$ is a multiple of $I$. With
$\frac d{dt}B_i=-s_iI$ it stays in S and (35) holds. (Both $r_i$ and $s_i$ lack the $\frac1d$ of (34), which
only makes the flow faster.) With one layer B plays no part, and (35) is (26).
"""

from collections.abc import Callable

from lemmata import Expectation, Margin, Prompt, at_most, lines, reals, space
from lemmata.numbers import Array, eye, full, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, settings, squared, times
from theorems.preconditioned_gradient_descent.gradients import gradient_with_B
from theorems.preconditioned_gradient_descent.theorem_4.eq_26 import printed_flow
from theorems.preconditioned_gradient_descent.theorem_5.eq_34 import inequality

Velocity = Callable[[Setting, Array], Array]


def along_precision(s: Setting, H: Array) -> Array:
    return times(-trace(H), s.precision)


def along_identity(s: Setting, H: Array) -> Array:
    return times(-trace(H), eye(s.d, H))


eq_35 = PAPER.claim(
    "(35)",
    id="theorem-5/eq-35",
    summary="Where the covariates move, along multiples of the inverse covariance the loss falls at least as "
    "fast as along the gradient flow.",
    rank="step",
    at=lines(955, 972),
    kind=Expectation(),
    settings=settings(d=3, n=6, L=2, largest=64.0),
    prompts=lambda s: space(a=reals(s.L), b=reals(s.L)),
    uses=[inequality],
)
CONCLUSION = (
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, "
    r"$w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the "
    r"loss (5) with the weights (13) (f and its gradient for $A_i$ that need not be symmetric) and the layers "
    r"$0,\dots,k$ that it sees ($k=L-1$). At every $(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$, "
    r"$B_i=b_iI$: "
    r"$\frac{d}{dt}f(A(t),B(t))\le-\left(\sum_{i=0}^k\|\nabla_{A_i}f\|_F^2+\|\nabla_{B_i}f\|_F^2\right)$ along "
    r"$\frac{d}{dt}A_i=-r_i\Sigma^{-1}$, $\frac{d}{dt}B_i=%s$, with "
    r"$r_i=\operatorname{Tr}(\Sigma^{1/2}\nabla_{A_i}f\Sigma^{1/2})$, "
    r"$s_i=\operatorname{Tr}(\Sigma^{-1/2}\nabla_{B_i}f\Sigma^{1/2})$."
)


@eq_35.printed(
    CONCLUSION % r"-s_i\Sigma^{-1}",
    defect="typo",
    because="The direction in B is a multiple of the identity in S; along the inverse of Sigma the flow is too "
    "slow where the trace of that inverse is below 1. (With one layer B plays no part.)",
    fails_where=lambda s: s.L > 1 and (1 / s.spectrum).sum() < 1,
    flow=along_precision,
    flow_A=printed_flow,
)
@eq_35.amended(
    CONCLUSION % "-s_iI",
    adds="I for the inverse of Sigma in the direction of B",
    flow=along_identity,
    flow_A=printed_flow,
)
def flow_descends(s: Setting, prompt: Prompt, flow: Velocity, flow_A: Velocity) -> Margin:
    """The slope along the flow in S is at most minus the squared gradient."""
    A, B = times(prompt.a, s.precision), times(prompt.b, eye(s.d, prompt.b))
    G, H = gradient_with_B(s, A, B)
    gained = sum(G * flow_A(s, G), (-3, -2, -1)) + sum(H * flow(s, H), (-3, -2, -1))
    return at_most(gained, -(squared(G) + squared(H)))


eq_35.mutant("in B nine tenths of the flow with 1/d", flow=lambda s, H: along_identity(s, H) * 9 / (10 * s.d))
eq_35.mutant("in A nine tenths of the flow with 1/d", flow_A=lambda s, G: printed_flow(s, G) * 9 / (10 * s.d))
eq_35.mutant("B stands still", flow=lambda s, H: full(0, like=H))
