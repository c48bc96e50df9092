r"""Section 5.2: $A_i\propto\Sigma^{-1}$ "appears to be locally optimal, in expectation over prompts".

It is, at the minimiser over S. (In float64 the Hessian over all symmetric directions is positive wherever it
was computed, with least eigenvalue 0.074 at $d=5$, $n=20$, three layers, $\Sigma=I$, and 0.0039 at $d=2$,
$n=100$.) As the point is rounded, the statement is made for R of norm $2^{-30}$ and more: at R of norm
$2^{-100}$, say, the slope that the rounding leaves would count. The radius is our own, for few numbers and a
$\Sigma$ near I: the scale of A is that of $\Sigma^{-1}$.
"""

from fractions import Fraction

from baselines.in_context_loss_minimisers import minimiser_near
from lemmata import Expectation, at_least, dims, lines, mutants, printed, theorem
from lemmata.numbers import constant, eye, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import covariance, squared, times
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.exact_loss import in_context_loss
from theorems.preconditioned_gradient_descent.theorem_4 import theorem_4


def best(d: int, n: int, L: int) -> tuple[Fraction, ...]:
    """The minimiser over S."""
    return minimiser_near(d, n, L, 104)


@theorem(
    PAPER,
    "5.2, locally optimal",
    rank="step",
    origin="read",
    at=lines(207),
    kind=Expectation(),
    uses=[theorem_4],
    d=dims(1, 2, most=2),  # the sizes that the radius is for
    n=dims(1, 3, most=3),
    L=dims(1, 3, most=3),
    **covariance(bounded=True),
    R=drawn_symmetric("L", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\frac14I\preceq\Sigma\preceq4I$, $d\le2$, $n\le3$, and f the loss (5) with the weights (9) of $L\le3$ "
    r"layers that it sees. The minimiser A of f over $A_i=a_i\Sigma^{-1}$, its $a_i$ rounded to 104 bits, is "
    r"locally optimal: $f(A\pm R)\ge f(A)$ for all symmetric R with $2^{-30}\le\|R\|_F\le2^{-10}$."
)
@mutants(
    one_percent_off=dict(point=lambda d, n, L: tuple(a * Fraction(101, 100) for a in best(d, n, L))),
    multiples_of_the_identity=dict(direction=lambda d: eye(d)),
    isotropic_w=dict(task="identity"),
)
def locally_optimal(n, Sigma, precision, R, point=best, direction=lambda precision: precision, task="inverse"):
    """No symmetric matrices at a small distance from the minimiser over S have a smaller loss."""
    A = times(constant(point), direction)
    R = R / (squared(R) + 1) / 512  # at most 2^-10 long, and any such R
    loss = in_context_loss(stack([A + R, A - R, A]), Sigma, n, task=task, precision=precision)
    # Nearer to the rounded point its own slope, some 2^-104, would count.
    return at_least(loss[:2], loss[2]).given(squared(R) * 4**30 - 1)
