"""(15) in A.1: the loss of one layer in terms of b, A and C; before it, the last column of $Z_1$.

The expectation is a sum over literal prompts, of a finite signed law with the Gaussian moments that are needed.
"""

from lemmata import dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.forward_pass import embed
from theorems.preconditioned_gradient_descent.one_layer import ANY_LAYER, loss, network, population


@theorem(
    PAPER,
    "before (15)",
    id="eq-15/last-token",
    rank="step",
    at=lines(381, 387),
    given=["P", "Q"],
    d=dims(1, 5),
    n=dims(1, 8),
    P=drawn("d + 1", "d + 1"),
    Q=drawn("d + 1", "d + 1"),
    X=drawn("n", "d"),
    w_star=drawn("d"),
    query=drawn("d"),
    construction=network,
)
@printed(
    "For one layer with any $P$ and $Q$, and every prompt with the columns $z^{(i)}$ (1), the last column of "
    r"$Z_1$ is $z^{(n+1)}+\frac1n\sum_{i=1}^nPz^{(i)}(z^{(i)\top}Qz^{(n+1)})=\binom{x^{(n+1)}}0+\frac1nP"
    r"\sum_iz^{(i)}z^{(i)\top}Q\binom{x^{(n+1)}}0$."
)
@mutants(
    {
        "the query's token, too": dict(tokens=lambda n: n + 1),
        "a sample less": dict(tokens=lambda n: max(n - 1, 1)),
    }
)
def token(n, P, Q, X, w_star, query, tf, tokens=lambda n: n):
    """One layer adds to the last token a sum over the n samples."""
    Z = embed(X, X @ w_star, query)
    z, last = Z[:, :tokens], Z[:, -1]
    first = last + sum((P @ z) * (z.T @ Q @ last), 1) / n
    second = last + P @ (z @ z.T) @ Q @ last / n
    return equal([tf(Z)[:, -1]] * 2, [first, second])


@theorem(PAPER, "(15)", rank="step", at=lines(387, 394), **ANY_LAYER)
@printed(
    r"For one layer with any $P$ and $Q$, $b^\top$ the last row of $P$, $A$ the first $d$ columns of $Q$, "
    r"$z^{(i)}$ the columns of (1), $C=\frac1n\sum_{i=1}^nz^{(i)}z^{(i)\top}$, $x^{(i)}\sim N(0,\Sigma)$, "
    r"$w_\star\sim N(0,I)$, all independent ($\Sigma=\operatorname{diag}(\mathrm{root}_i^2)$: a rotation of "
    r"the covariates goes into $P$ and $Q$): $f(b,A)=\mathbf E\left[(b^\top\frac1n\sum_iz^{(i)}z^{(i)"
    r"\top}Ax^{(n+1)}+w_\star^\top x^{(n+1)})^2\right]=\mathbf E\left[(b^\top CAx^{(n+1)}+w_\star^\top "
    r"x^{(n+1)})^2\right]=\mathbf E\left[((b^\top CA+w_\star^\top)x^{(n+1)})^2\right]$."
)
@mutants({"the first row of P": dict(row=0), "C over n + 1": dict(over=lambda n: n + 1)})
def eq_15(d, n, P, Q, root, tf, row=-1, over=lambda n: n):
    """The loss of one layer, of b and A alone, is a mean square in three equal forms."""
    m, b, A = population(n, d, root), P[row], Q[:, :d]
    z, x = m.Z[..., :n], m.Z[:, :d, -1]
    C = z @ z.mT / over
    Ax = x @ A.T
    first = sum((b @ z) * (z.mT @ Ax[..., None])[..., 0], -1) / over + m.truth
    second = sum((b @ C) * Ax, -1) + m.truth
    third = sum((b @ C @ A + m.w) * x, -1)
    return equal(loss(tf, m), [m.mean(residual**2) for residual in (first, second, third)])
