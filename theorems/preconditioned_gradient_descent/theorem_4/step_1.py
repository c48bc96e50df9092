r"""Step 1 of the proof of Theorem 4 (B.2): one layer at a time, and the slope as a mean, (28).

(27) is claimed with (25). That the slope is the sum of those of the layers is ``theorem-5/step-1/layers``,
which also moves B. (28) moves $X_0$ by $U_\Sigma$ and derives under the mean; it is checked for every U, with
the slope of the exact loss on the left and sums over literal prompts on the right. That is the chain from its
first side to its last.
"""

from fractions import Fraction

from lemmata import Expectation, dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, constant, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.equivariance import IN_S_WITHOUT_B
from theorems.preconditioned_gradient_descent.exact_loss import slope
from theorems.preconditioned_gradient_descent.layers import G, as_A_moves, in_layer, last
from theorems.preconditioned_gradient_descent.normal_means import with_query


def half_slope(G: Array, moves: Array, precision: Array) -> Array:
    r"""$\operatorname{tr}((I - M) G^\top \Sigma^{-1} (dG/dt) (I - M))$: half the slope of a prompt's loss."""
    query = last(G.shape[-1] - 1)
    return trace(query @ G.mT @ precision @ moves @ query)


@theorem(
    PAPER,
    "(28)",
    id="theorem-4/step-1/eq-28",
    rank="step",
    origin="read",
    at=lines(833, 850),
    kind=Expectation(),
    batch=16,  # each of them means hundreds of literal prompts
    where=lambda d, n, k: d * n + k <= 4,
    **IN_S_WITHOUT_B | {"d": dims(1, 4)},
    C=drawn("d", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, f the loss (23) with the weights (9) of the layers $0,\dots,k$ (here $dn+k\le4$), the "
    r"factor $\frac1n$ of (4) absorbed into $A_i$, and $G(X)=X\prod_{i=0}^k(I+MX^\top A_iX)$ (defined with a "
    r"minus, used with this plus). If $A\in\mathcal S$, for any $R_j$ and "
    r"$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with orthogonal $U$, with $A(tR_j,j)$ for A with $A_j+tR_j$ in the "
    r"place of $A_j$, at $t=0$: $\frac d{dt}f(A(tR_j,j))=2\mathbf E_{X_0,U}[\operatorname{Tr}((I-M)G(U_\Sigma "
    r"X_0,A_j)^\top\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)(I-M))]$ (for every $U$, and so in the mean "
    "over $U$)."
)
@mutants(
    without_the_factor_2=dict(factor=1),
    a_tenth_more=dict(factor=Fraction(11, 5)),
    covariates_that_are_stretched=dict(transform=lambda U_Sigma: U_Sigma * 2),
)
def eq_28(d, n, k, j, half, Sigma, precision, A, B, C, factor=2, transform=lambda U_Sigma: U_Sigma):
    """The slope is a mean over transformed prompts in terms of G."""
    law = with_query(n * d, 2 * k + 2, d)  # each layer has degree 2 in the samples, and is squared
    X = transform @ half @ constant(law.points).reshape(-1, n + 1, d).mT  # for x ~ N(0, Sigma)
    moves = as_A_moves(lambda A, B: G(X, A, B), A, B, j, C)
    mean = law.mean(half_slope(G(X, A, B), moves, precision))
    # The factor 1 / n of (4) is in the A of the proof, not in that of the loss.
    along_R = slope(A * n, in_layer(C, j, k + 1) * n, Sigma, n, task="inverse", symmetric=False)
    return equal(along_R, mean * factor)
