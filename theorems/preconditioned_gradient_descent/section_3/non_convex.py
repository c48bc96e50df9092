r"""Section 3, (i): "f is non-convex in parameters $\{P_i,Q_i\}$ even for a single layer transformer".

At the middle of the segment $P=Q=0$. In A alone, or in b alone, the loss is convex.
"""

from collections.abc import Callable
from fractions import Fraction

from lemmata import Expectation, dyadics, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_1 import minimum
from theorems.preconditioned_gradient_descent.theorem_1.setting import ANY_COVARIANCE, below, f, optimum


@theorem(
    PAPER,
    "Section 3, (i)",
    origin="read",
    at=lines(93),
    kind=Expectation(),
    uses=[minimum],
    **ANY_COVARIANCE,
    gamma=dyadics(0.125, 4, of="(0, inf)"),
)
@printed(
    r"f is not convex for one layer: with b and A of (8) for independent $x^{(i)}\sim N(0,\Sigma)$, "
    r"$\Sigma\ne0$ with eigenvalues $\lambda_i$, $w_\star\sim N(0,I)$ and any $\gamma>0$, in the middle of the "
    r"segment from $(\gamma b,\gamma^{-1}A)$ to $(-\gamma b,-\gamma^{-1}A)$ the loss is above the mean of the "
    r"ends by $\sum_i\lambda_i^2/(\frac{n+1}n\lambda_i+\frac1n\sum_k\lambda_k)>0$."
)
@mutants(
    A_alone_changes=dict(other=lambda b, A: (b, -A)),
    b_alone_changes=dict(other=lambda b, A: (-b, A)),
    a_tenth_more=dict(share=Fraction(11, 10)),
)
def non_convex(
    n,
    spectrum,
    U,
    Sigma,
    gamma,
    other: Callable[[Array, Array], tuple[Array, Array]] = lambda b, A: (-b, -A),
    share=1,
):
    """The loss of a single layer is not convex."""
    b, A = optimum(U, below(n, spectrum))
    b, A = b * gamma, A / gamma
    c, B = other(b, A)
    ends = f(b, A, Sigma, n) + f(c, B, Sigma, n)
    gap = sum(spectrum**2 / below(n, spectrum))
    return equal(f((b + c) / 2, (A + B) / 2, Sigma, n), ends / 2 + gap * share)
