"""The error of the working transformer as the dimension grows.

The slides hide d in the constant and say that it "significantly affects the approximation bound"; the working
transformer's bound on the first eigenvector has no d in it.
"""

from lemmata import at_most, lines, mutants, printed, theorem
from lemmata.numbers import Array, norm
from theorems.pca import PAPER
from theorems.pca.theorem_7.working import ONE_COMPONENT, build, inputs, outputs


def in_any_dimension(lambda_1: Array, lam: Array, tau: int, delta: Array, eps: Array) -> Array:
    """``eps + (lambda_2 / lambda_1)^tau / delta``."""
    return eps + (lam[1] / lambda_1) ** tau / delta


@theorem(
    PAPER,
    "Theorem 7, error by dimension",
    id="theorem-7/error/dimension",
    at=lines(244),
    **ONE_COMPONENT,
    construction=build,
)
@printed(
    r"For every $d\le N$, $\tau\ge1$, $M\ge3$ and $X\in\mathbb R^{d\times N}$ but 0: the working transformer "
    r"with $k=1$, $\tau$ iterations and M heads for $\frac12\lambda_1\delta\le\|u\|\le2\lambda_1$ has "
    r"$\|v_1-\mathbf v_1\|_2\le\epsilon+\frac1\delta\left(\frac{\lambda_2}{\lambda_1}\right)^\tau$, "
    r"$\epsilon=\frac3{64}\left(\frac{2\ln(4/\delta)}{M-1}\right)^2$, for unit starts with $\widetilde "
    r"p_{3,1}^\top\mathbf v_1\ge\delta$, $0<\delta<1$ ($\lambda_2=0$ for $d=1$)."
)
@mutants(
    half_of_the_bound=dict(
        bound=lambda lambda_1, lam, tau, delta, eps: in_any_dimension(lambda_1, lam, tau, delta, eps) / 2
    ),
    over_d=dict(
        bound=lambda d, lambda_1, lam, tau, delta, eps: in_any_dimension(lambda_1, lam, tau, delta, eps) / d
    ),
)
def first_eigenvector_is_near(tf, answer, given=inputs, bound=in_any_dimension):
    """The bound on the working transformer's distance to the first eigenvector is the same in any dimension."""
    # The logarithm in the bound calls for balls at once: rationals would have 3^tau digits.
    X, start, exact = given
    v = answer(outputs(tf, X, start), untouched=start)
    return at_most(norm(v - exact, axis=1), bound)
