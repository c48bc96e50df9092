r"""Stationary points at which training stands still, for one layer and for two (``equal-layers``).

Section 7 says of Theorem 1's loss that gradient-based training "may nonetheless converge to a different
stationary point". At the points of one layer $\mathbf E[CA\Sigma w_\star]=0$; the loss is that of the zero
network.
"""

from baselines.in_context_loss_spectrum import spectral_loss, spectral_slope
from lemmata import Expectation, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, concat, constant, eye, over_batches, sign, trace, zeros
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.theorem_1 import minimum
from theorems.preconditioned_gradient_descent.theorem_1.setting import (
    ANY_COVARIANCE,
    POSITIVE,
    below,
    f,
    optimum,
)
from theorems.preconditioned_gradient_descent.theorem_3.scalar import least
from theorems.preconditioned_gradient_descent.theorem_4 import theorem_4


@theorem(
    PAPER,
    "Section 7, stationary points of one layer",
    origin="ours",
    at=lines(315),
    kind=Expectation(),
    uses=[minimum],
    **ANY_COVARIANCE | POSITIVE | {"where": None},
    K=drawn("d", "d"),
    b=drawn("d + 1"),  # a direction in b and A
    A=drawn("d + 1", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma\succ0$, $w_\star\sim N(0,I_d)$, and f the loss (5) "
    r"of one layer with the parametrisation (7). At $b=0$, $A=\begin{bmatrix}K\\0\end{bmatrix}$ with "
    r"$\operatorname{tr}(K\Sigma^2)=0$ the gradient of f is zero, and $f(b,A)>\min f$."
)
@mutants(any_K=dict(top=lambda K: K), K_of_trace_0=dict(top=lambda d, K: K - eye(d) * trace(K) / d))
def one_layer(
    d,
    n,
    spectrum,
    U,
    Sigma,
    b,
    A,
    top=lambda d, K, Sigma: K - eye(d) * trace(K @ Sigma @ Sigma) / trace(Sigma @ Sigma),
):
    """The loss of one layer has stationary points that are no minima, at which descent stands still."""
    point = concat([top, zeros((1, d))])

    def p(t: int) -> Array:
        """The loss along a line, a polynomial of degree 4."""
        return f(t * b, point + t * A, Sigma, n)

    above = sign(p(0) - f(*optimum(U, below(n, spectrum)), Sigma, n))
    # 8 p(1) + p(-2) - 8 p(-1) - p(2) is 12 p'(0).
    return equal([8 * p(1) + p(-2), above], [8 * p(-1) + p(2), 1])


@theorem(
    PAPER,
    "Section 7, equal layers",
    id="section-7/stationary/equal-layers",
    origin="ours",
    at=lines(315),
    kind=Expectation(),
    uses=[theorem_4],
    pinned={"L": "the statement is about two layers"},
    d=dims(1, 5),
    n=dims(1, 20),
    L=dims(2, 2, most=2),
    a=reals(1),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (9) of two layers that it sees, on $\mathcal S$. At "
    r"every $A_0=A_1=a\Sigma^{-1}$ the slopes of f in $a_0$ and in $a_1$ are equal (so that gradient descent "
    r"in $a_0,a_1$ keeps $a_0=a_1$), and $f>\min_{\mathcal S}f$."
)
@mutants(layers_that_differ_by_1=dict(gap=1))
def equal_layers(d, n, a, gap=0):
    """Two equal layers of S have equal slopes, and a loss above the minimum over S."""
    both = concat([a, a + gap])
    first, second = (over_batches(spectral_slope)(both, constant(unit), d, n) for unit in ([1, 0], [0, 1]))
    above = sign(over_batches(spectral_loss)(both, d, n) - constant([least(d, n)])[0])
    return equal([first, above], [second, 1])
