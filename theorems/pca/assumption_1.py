r"""The Wishart distribution as an example for the assumption of Proposition 9.

Assumption 1 "can be generalized to a distribution that supports $\mathbb X$ with high probability", the Wishart
distribution under the Gaussian design being an example. With fewer samples than features every $XX^\top$ is
singular: the assumption itself excludes that, and so does the block $0_{d\times(N-d)}$ of line 220. For $N\ge
d$ the probability of leaving $\mathbb X$ is at most $dN/B_X$, by Markov's inequality for the trace, and for
$k=2$, $d=2$ at most $\frac12\Delta$ more: the gap is $|\sum_jz_j^2|$ for the complex numbers
$z_j=x_{1j}+\mathrm ix_{2j}$, and the density of $z_1^2$ falls with its modulus, so that no disc of radius
$\Delta$ has a larger probability than that of $|z_1|^2\le\Delta$. Only these levels are ours.
"""

from fractions import Fraction
from itertools import combinations

from lemmata import Probability, at_least, dims, dyadics, gaussian, lines, mutants, printed, scales, theorem
from lemmata.numbers import Array, minimum, sign, sqrt, sum
from theorems.pca import PAPER


@theorem(
    PAPER,
    "Assumption 1, Wishart distribution",
    id="assumption-1/wishart",
    rank="step",
    origin="read",
    at=lines(262),
    # Of a large trace, and for k = 2 of a small gap.
    kind=Probability(failure=lambda m, Delta, k: 1 / m + (Delta / 2 if k == 2 else 0)),
    d=dims(1, 2, most=2),
    N=dims("d", 4),
    k=dims(1, "d", most="d"),
    m=dyadics(2, 6, of="[2, inf)"),  # $B_X$ is this many times the expected trace
    Delta=scales(-8, -1, of="(0, inf)"),
    X=gaussian("d", "N"),
)
@printed(
    r"For $k\le d\le2$ (high probability being read as what follows), $N\ge d$, $X\in\mathbb R^{d\times N}$ "
    r"with independent standard normal entries, $B_X=mdN$, $m\ge2$, and $\Delta>0$: with probability at least "
    r"$1-dN/B_X-\frac12(k-1)\Delta$, $XX^\top$ is positive definite, $\lambda_1\le B_X$ and, if $k=2$, "
    r"$\lambda_1-\lambda_2\ge\Delta$."
)
@mutants(
    {
        "a tenth of the bound": dict(share=Fraction(1, 10)),
        "N < d, too": dict(N=dims(1, 4)),
        "a constant gap": dict(why="With gaps of 8.", gap=8),
    }
)
def assumption_is_met(d, N, k, m, X, gap=lambda Delta: Delta, share=1):
    """A Wishart matrix of size one or two meets the assumption on the eigenvalues with high probability."""
    lambda_1, apart, determinant = spectrum(X)
    inside = minimum(m * d * N * share - lambda_1, sign(determinant) - 1 / 2)
    return at_least(minimum(inside, apart - gap) if k == 2 else inside, 0)


def spectrum(X: Array) -> tuple[Array, Array, Array]:
    """``lambda_1``, ``lambda_1 - lambda_2`` (0 for $d = 1$), and the determinant of ``X X^T``, d at most 2."""
    if len(X) == 1:
        return X[0] @ X[0], 0, X[0] @ X[0]
    half, other = (X[0] @ X[0] + X[1] @ X[1]) / 2, (X[0] @ X[0] - X[1] @ X[1]) / 2
    root = sqrt(other**2 + (X[0] @ X[1]) ** 2)
    # Cauchy and Binet: the sum of the squares of all minors; 0 exactly where X X^T is singular.
    minors = [X[0, i] * X[1, j] - X[0, j] * X[1, i] for j, i in combinations(range(X.shape[1]), 2)]
    return half + root, 2 * root, sum([minor**2 for minor in minors])
