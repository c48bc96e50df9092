r"""The Wishart distribution as an example for the assumption of Proposition 9.

Assumption 1 asks that $XX^\top$ is positive definite, with $B_X\ge\lambda_1>\dots$; it "can be generalized to a
distribution that supports $\mathbb X$ with high probability", the Wishart distribution under the Gaussian
design being an example. With fewer samples than features every $XX^\top$ is singular: the assumption itself
excludes that, and so does the block $0_{d\times(N-d)}$ of line 220. For $N\ge d$ the probability of leaving
$\mathbb X$ is at most $dN/B_X$, by Markov's inequality for the trace, and for $k=2$, $d=2$ at most
$\frac12\Delta$ more: the gap is $|\sum_jz_j^2|$ for the complex numbers $z_j=x_{1j}+\mathrm ix_{2j}$, and the
density of $z_1^2$ falls with its modulus, so that no disc of radius $\Delta$ has a larger probability than that
of $|z_1|^2\le\Delta$. Only these levels are ours. Sampled, for $d\le2$; $\det(XX^\top)$ is a sum of squares of
minors (Cauchy, Binet).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import add

from lemmata import Margin, Probability, Prompt, Space, at_least, dims, gaussian, lines, scales, space
from lemmata.numbers import Array, minimum, sign, sqrt, sum, zeros
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    k: int
    m: int  # B_X is this many times the expected trace
    Delta: float

    @property
    def bound(self) -> int:
        return self.m * self.d * self.N


def settings(least: Callable[[Setting], int]) -> Space:
    return space(
        Setting,
        d=dims(1, 2, most=2),
        N=lambda s: dims(least(s), 4),
        k=lambda s: dims(1, s.d, most=s.d),
        m=dims(2, 6),
        Delta=scales(-8, -1, of="(0, inf)"),
    )


def outside(s: Setting) -> float:
    """The probability of leaving the set: of a large trace, and for k = 2 of a small gap."""
    return 1 / s.m + (s.Delta / 2 if s.k == 2 else 0)


wishart = PAPER.claim(
    "Assumption 1, Wishart distribution",
    id="assumption-1/wishart",
    rank="step",
    origin="read",
    at=lines(262),
    summary="A Wishart matrix of size one or two meets the assumption on the eigenvalues with high probability",
    kind=Probability(failure=outside),
    settings=settings(lambda s: s.d),
    prompts=lambda s: space(X=gaussian(s.d, s.N)),
)

Level = Callable[[Setting], float]


@wishart.printed(
    r"For $k\le d\le2$ (high probability being read as what follows), $N\ge d$, $X\in\mathbb R^{d\times N}$ "
    r"with independent standard normal entries, "
    r"$B_X=mdN$, $m\ge2$, and $\Delta>0$: with probability at least $1-dN/B_X-\frac12(k-1)\Delta$, $XX^\top$ "
    r"is positive definite, $\lambda_1\le B_X$ and, if $k=2$, $\lambda_1-\lambda_2\ge\Delta$.",
    largest=lambda s: s.bound,
    gap=lambda s: s.Delta,
)
def assumption_is_met(s: Setting, prompt: Prompt, largest: Level, gap: Level) -> Margin:
    """A Wishart matrix meets the assumption of Proposition 9."""
    lambda_1, apart, determinant = spectrum(prompt.X)
    inside = minimum(largest(s) - lambda_1, sign(determinant) - 1 / 2)
    return at_least(minimum(inside, apart - gap(s)) if s.k == 2 else inside, 0)


def spectrum(X: Array) -> tuple[Array, Array, Array]:
    """``lambda_1``, ``lambda_1 - lambda_2`` (0 for d = 1), and the determinant of ``X X^T``, d at most 2."""
    squares = sum(X * X, -1)
    if X.shape[1] == 1:
        return squares[:, 0], zeros((X.shape[0],), X), squares[:, 0]
    product = sum(X[:, 0] * X[:, 1], -1)
    half, other = (squares[:, 0] + squares[:, 1]) / 2, (squares[:, 0] - squares[:, 1]) / 2
    root = sqrt(other * other + product * product)
    # Cauchy and Binet: the sum of the squares of all minors; 0 exactly where X X^T is singular.
    pairs = combinations(range(X.shape[2]), 2)
    minors = [X[:, 0, i] * X[:, 1, j] - X[:, 0, j] * X[:, 1, i] for j, i in pairs]
    return half + root, root * 2, reduce(add, [minor * minor for minor in minors], 0)


wishart.mutant("a tenth of the bound", largest=lambda s: s.bound / 10)
wishart.mutant("N < d, too", settings=settings(lambda s: 1))
wishart.mutant("a constant gap", why="With gaps of 8.", gap=lambda s: 8)
