r"""The flow within S descends at least as fast as the gradient flow: (26).

Along $\frac d{dt}A_i=-r_i\Sigma^{-1}$, which stays in S, with
$r_i=\operatorname{Tr}(\Sigma^{1/2}\nabla_{A_i}f\Sigma^{1/2})$ the loss falls at least as fast as along the
gradient flow: $\frac d{dt}f\le-\sum_i\|\nabla_{A_i}f\|_F^2$ at every point of S. This $r_i$ lacks the
$\frac1d$ of (25); with it the two sides would be equal, without it the flow runs $d$ times faster, and the
inequality holds with that much to spare. Gradients are all partial derivatives of the
exact loss, entry by entry.
"""

from collections.abc import Callable

from baselines.gaussian_moments import Task
from lemmata import Expectation, Margin, Prompt, at_most, lines, reals, space
from lemmata.numbers import Array, eye, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import (
    Setting,
    half_traces,
    settings,
    squared,
    times,
)
from theorems.preconditioned_gradient_descent.gradients import gradient
from theorems.preconditioned_gradient_descent.theorem_4.eq_25 import inequality

Velocity = Callable[[Setting, Array], Array]


def printed_flow(s: Setting, G: Array) -> Array:
    return times(-half_traces(G, s.Sigma), s.precision)


eq_26 = PAPER.claim(
    "(26)",
    id="theorem-4/eq-26",
    summary="The flow within S descends at least as fast as the gradient flow.",
    rank="step",
    at=lines(785, 796),
    kind=Expectation(),
    settings=settings(d=3, n=6, L=3, largest=64.0),
    prompts=lambda s: space(a=reals(s.L)),
    uses=[inequality],
)


@eq_26.printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, "
    r"$w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the "
    r"loss (5) with the weights (9) (f and its gradient for matrices that need not be symmetric) and the "
    r"layers $A_0,\dots,A_k$ that it sees ($k=L-1$, any L). At every "
    r"$A(t)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$, $\frac{d}{dt}f(A(t))\le-\sum_{i"
    r"=0}^k\|\nabla_{A_i}f(A(t))\|_F^2$ along "
    r"$\frac{d}{dt}A_i(t)=-r_i(t)\Sigma^{-1}$, "
    r"$r_i(t)=\operatorname{Tr}(\Sigma^{1/2}\nabla_{A_i}f(A(t))\Sigma^{1/2})$.",
    flow=printed_flow,
    task="inverse",
)
def flow_descends(s: Setting, prompt: Prompt, flow: Velocity, task: Task) -> Margin:
    """The slope along the flow in S is at most minus the squared gradient."""
    G = gradient(s, times(prompt.a, s.precision), task)
    return at_most(sum(G * flow(s, G), (-3, -2, -1)), -squared(G))


eq_26.mutant("nine tenths of the flow with 1/d", flow=lambda s, G: printed_flow(s, G) * 9 / (10 * s.d))
eq_26.mutant("along the identity", flow=lambda s, G: times(-half_traces(G, s.Sigma), eye(s.d, G)))
eq_26.mutant("isotropic w", task="identity")
