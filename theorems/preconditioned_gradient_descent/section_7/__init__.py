r"""The paper's own questions, of its introduction, captions and section 7, answered where they can be.

``global-minimum``: may the critical points of Theorem 4 be global minima? Section 1: that the loss is close to
0 "suggests that the critical points may in fact be globally optimum"; section 5.3: they "indeed appear to be
globally optimal". Competitors are any symmetric matrices, and such near the minimiser over S. The minimum over
S is rational: $\int p\,d\mu$ for the p of ``footnote-1/attained``. There are local minima above it
(``section-7/other-minimum``), and the explicit critical point with B of Theorem 5 is no minimum at all
(``footnote-2/saddle``).

``positive-loss``: does the loss go to 0? For whitened data the residual of the network is $w^\top D\,x$, where
each entry of the matrix D is a polynomial in the nd numbers of the samples, and D is I where they are 0. Its
degree is $2J$: $J=L$ for the weights (9), where D is $\prod_i(I+GA_i)$ with the Gram matrix G, and
$J=\frac{3^L-1}2$ for (13), where the covariates move with degree $3^i$. A polynomial q of degree $2J$ in N
standard normal numbers has $\mathbf Eq^2\ge q(0)^2/\binom{N/2+J}J$, by the Hermite polynomials of even degree
at 0. So $f=\mathbf E\|D\|_F^2\ge d/\binom{nd/2+J}J$. For $d=1$ and (9) this is the minimum itself: the best
polynomial is one in $\sum_ix_i^2$.

``stationary``: of Theorem 1's loss section 7 says that gradient-based training "may nonetheless converge to a
different stationary point". At the points of one layer $\mathbf E[CA\Sigma w_\star]=0$; the loss is that of the
zero network.
"""

import functools
import operator
from fractions import Fraction

from baselines.in_context_loss_spectrum import spectral_loss, spectral_slope
from lemmata import Expectation, at_least, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, concat, constant, eye, over_batches, sign, stack, trace, zeros
from theorems.preconditioned_gradient_descent import PAPER, theorem_1
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_symmetric
from theorems.preconditioned_gradient_descent.exact_loss import covariance, inverse_loss, minimiser_over_S
from theorems.preconditioned_gradient_descent.theorem_3.scalar import least
from theorems.preconditioned_gradient_descent.theorem_4 import theorem_4
from theorems.preconditioned_gradient_descent.theorem_5 import matrices, minimiser


@theorem(
    PAPER,
    "Section 5.3, globally optimal",
    id="section-7/global-minimum",
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


def floor(d: int, n: int, J: int) -> Fraction:
    """The number d over the binomial coefficient of $nd/2 + J$ over J."""
    factors = (Fraction(n * d + 2 * i, 2 * i) for i in range(1, J + 1))
    return d / functools.reduce(operator.mul, factors, Fraction(1))


@theorem(
    PAPER,
    "Section 1, does the loss go to 0",
    id="section-7/positive-loss",
    origin="ours",
    at=lines(31),
    kind=Expectation(),
    d=dims(1, 3),
    n=dims(1, 10),
    L=dims(1, 4, most=4),
    **covariance(),
    A=drawn_symmetric("L", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (9) of the L layers that it sees. Then $f(A)\ge "
    r"d/\binom{nd/2+L}{L}$ for all symmetric $A_i$ (met for $d=1$); here for $L\le4$."
)
@mutants(
    one_layer_fewer=dict(bound=lambda d, n, L: floor(d, n, L - 1)),
    a_tenth_more=dict(bound=lambda d, n, L: floor(d, n, L) * 11 / 10),
)
def sparse(A, f=inverse_loss, best=minimiser_over_S, bound=lambda d, n, L: floor(d, n, L)):
    """No network with sparse weights has a loss below an explicit positive number."""
    return at_least(f(stack([A, best + A / 64, best + A / 4096])), bound)


@theorem(
    PAPER,
    "Section 1, does the loss go to 0 where the covariates move",
    id="section-7/positive-loss/moving",
    origin="ours",
    at=lines(31),
    kind=Expectation(),
    d=dims(1, 2),
    n=dims(1, 4),
    L=dims(1, 2, most=2),
    **covariance(),
    A=drawn_symmetric("L", "d"),
    B=drawn("L", "d", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the loss (5) with the weights (13) of the L layers that it sees. Then $f(A,B)\ge "
    r"d/\binom{nd/2+J}{J}$, $J=\frac{3^L-1}2$, for all symmetric $A_i$ and all $B_i$ (met for $d=L=1$); here "
    r"for $L\le2$."
)
@mutants(
    {
        "no layer": dict(bound=lambda d, n: floor(d, n, 0)),
        "the bound of one layer, doubled": dict(bound=lambda d, n: floor(d, n, 1) * 2),
    }
)
def moving(
    A,
    B,
    f=inverse_loss,
    best=lambda d, n, L, precision: matrices(minimiser(d, n, L), precision),  # a local minimum over S
    bound=lambda d, n, L: floor(d, n, (3**L - 1) // 2),
):
    """No network whose covariates move has a loss below an explicit positive number."""
    A, B = (stack([M, near + M / 64, near + M / 4096]) for M, near in zip((A, B), best, strict=True))
    return at_least(f(A, B=B), bound)


@theorem(
    PAPER,
    "Section 7, stationary points of one layer",
    id="section-7/stationary",
    origin="ours",
    at=lines(315),
    kind=Expectation(),
    uses=[theorem_1.minimum],
    **theorem_1.ANY_COVARIANCE | theorem_1.POSITIVE | {"where": None},
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
        return theorem_1.f(t * b, point + t * A, Sigma, n)

    above = sign(p(0) - theorem_1.f(*theorem_1.optimum(U, theorem_1.below(n, spectrum)), Sigma, n))
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
