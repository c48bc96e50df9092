r"""After Theorem 1, 1: the covariance "is also close to the Gram matrix formed from the samples".

Read with the Gram matrix $\frac1nXX^\top$, and with $\Sigma$ for "which" (of $\Sigma^{-1}$, or without the
factor, the sentence would be false; that section 5.2 forgets the factor is ``section-5.2/inverse``). The
expectation is a sum over literal samples, of a finite law with the moments of the Gaussian that are needed.
"""

from lemmata import Expectation, dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import diag, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.finite_law import GENERAL, law


@theorem(
    PAPER,
    "after Theorem 1, Gram matrix",
    rank="step",
    origin="read",
    at=lines(144),
    kind=Expectation(),
    d=dims(1, 2),
    n=dims(1, 3),
    root=GENERAL["root"],  # of the eigenvalues of $\Sigma$
)
@printed(
    r"For n independent $x^{(i)}\sim N(0,\Sigma)$ and $X=[x^{(1)}\dots x^{(n)}]$ ($\Sigma$ diagonal, drawn by "
    r"the roots of its entries: turning the $x^{(i)}$ turns $XX^\top$ and $\Sigma$ alike): the Gram matrix "
    r"$\frac1nXX^\top$ is close to $\Sigma$ for large n, read as: $\mathbf "
    r"E\|\frac1nXX^\top-\Sigma\|_F^2=\frac1n(\operatorname{tr}\Sigma^2+(\operatorname{tr}\Sigma)^2)$."
)
@mutants(
    {
        "without the factor 1/n": dict(over=1),
        "over n squared": dict(over=lambda n: n * n),
        "the square of the trace alone": dict(size=lambda root: sum(root**2) ** 2),
        "twice the trace of the square": dict(size=lambda root: 2 * sum(root**4)),
    }
)
def gram(d, n, root, over=lambda n: n, size=lambda root: sum(root**4) + sum(root**2) ** 2):
    """The mean squared distance of the Gram matrix of the samples from their covariance falls as 1/n."""
    m = law(n, d, root, 3)
    gap = m.x.mT @ m.x / over - diag(root**2)
    return equal(m.mean(sum(gap**2, (-2, -1))), size / n)
