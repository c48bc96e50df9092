r"""May the critical points of Theorem 4 be global minima? No better point is known, for up to three layers.

Section 1: that the loss is close to 0 "suggests that the critical points may in fact be globally optimum";
section 5.3: they "indeed appear to be globally optimal". Competitors are any symmetric matrices, and such near
the minimiser over S. The minimum over S is rational: $\int p\,d\mu$ for the p of ``footnote-1/attained``.
``theorem-4/no-trade-off`` has the minimiser of one layer, ``theorem-3/scalar`` by whitening two layers. There
are local minima above it: ``section-7/other-minimum``. The explicit critical point with B that we give for
Theorem 5 is not a minimum at all: ``footnote-2/saddle``.
"""

from fractions import Fraction

from lemmata import Expectation, at_least, dims, lines, mutants, printed, theorem
from lemmata.numbers import stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import covariance
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.exact_loss import inverse_loss, minimiser_over_S
from theorems.preconditioned_gradient_descent.theorem_3.scalar import least
from theorems.preconditioned_gradient_descent.theorem_4 import theorem_4


@theorem(
    PAPER,
    "Section 5.3, globally optimal",
    rank="result",
    origin="read",
    at=lines(235),
    kind=Expectation(),
    uses=[theorem_4],
    d=dims(1, 2),
    n=dims(1, 6),
    L=dims(1, 3, most=3),
    **covariance(),
    A=drawn_symmetric("L", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (9) of $L\le3$ layers that it sees. The critical "
    r"point of Theorem 4 that minimises f over $A_i=a_i\Sigma^{-1}$ is globally optimal: no symmetric $A_i$ "
    "have a smaller loss.",
    because="For one layer the loss is convex, so that its critical point is a minimum; for two and three "
    "layers it is searched, not proved: no better point is known.",
)
@mutants(
    one_percent_more=dict(bound=lambda d, n, L: least(d, n, L) * Fraction(101, 100)),
    in_one_dimension_more=dict(bound=lambda d, n, L: least(d + 1, n, L)),
    one_example_fewer=dict(bound=lambda d, n, L: least(d, max(n - 1, 1), L)),
)
def globally(A, f=inverse_loss, best=minimiser_over_S, bound=least):
    """Up to three layers, no sparse weights have a smaller loss than the critical point of Theorem 4."""
    return at_least(f(stack([A, best + A / 16, best + A / 1024])), bound)
