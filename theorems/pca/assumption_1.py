r"""The Wishart distribution as an example for the assumption of Proposition 9.

Assumption 1 asks that $XX^\top$ is positive definite, with $B_X\ge\lambda_1>\dots$; it "can be generalized to a
distribution that supports $\mathbb X$ with high probability", the Wishart distribution under the Gaussian
design being an example. With fewer samples than features every $XX^\top$ is singular: the assumption itself
excludes that, and so does the block $0_{d\times(N-d)}$ of line 220. For $N\ge d$ (and $k=1$, where no gap is
asked for) the probability of leaving $\mathbb X$ is at most $dN/B_X$, by Markov's inequality for the trace;
only this level is ours. Sampled, for $d\le2$; $\det(XX^\top)$ is a sum of squares of minors (Cauchy, Binet).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import add

from lemmata import Margin, Probability, Prompt, Space, at_least, dims, gaussian, lines, space
from lemmata.numbers import minimum, sign, sqrt, sum
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    m: int  # B_X is this many times the expected trace

    @property
    def bound(self) -> int:
        return self.m * self.d * self.N


def settings(least: Callable[[Setting], int]) -> Space:
    return space(Setting, d=dims(1, 2, most=2), N=lambda s: dims(least(s), 4), m=dims(2, 6))


wishart = PAPER.claim(
    "Proposition 9, Wishart distribution",
    id="assumption-1/wishart",
    rank="step",
    origin="read",
    at=lines(262),
    summary="A Wishart matrix meets the assumption on the eigenvalues with high probability",
    kind=Probability(failure=lambda s: 1 / s.m),
    settings=settings(lambda s: s.d),
    prompts=lambda s: space(X=gaussian(s.d, s.N)),
)

Largest = Callable[[Setting], float]


@wishart.printed(
    r"For $d\le2$, $N\ge d$, $X\in\mathbb R^{d\times N}$ with independent standard normal entries, $k=1$ and "
    r"$B_X=mdN$, $m\ge2$: with probability at least $1-dN/B_X$, $XX^\top$ is positive definite and "
    r"$\lambda_1\le B_X$.",
    largest=lambda s: s.bound,
)
def assumption_is_met(s: Setting, prompt: Prompt, largest: Largest) -> Margin:
    """A Wishart matrix meets the assumption of Proposition 9."""
    X = prompt.X
    squares = sum(X * X, -1)
    first = determinant = squares[:, 0]
    if s.d == 2:
        product = sum(X[:, 0] * X[:, 1], -1)
        half, apart = (squares[:, 0] + squares[:, 1]) / 2, (squares[:, 0] - squares[:, 1]) / 2
        first = half + sqrt(apart * apart + product * product)
        # Cauchy and Binet: the sum of the squares of all minors; 0 exactly where X X^T is singular.
        pairs = combinations(range(s.N), 2)
        minors = [X[:, 0, i] * X[:, 1, j] - X[:, 0, j] * X[:, 1, i] for j, i in pairs]
        determinant = reduce(add, [minor * minor for minor in minors], 0)
    positive = sign(determinant) - 1 / 2
    return at_least(minimum(largest(s) - first, positive), 0)


wishart.mutant("a tenth of the bound", largest=lambda s: s.bound / 10)
wishart.mutant("N < d, too", settings=settings(lambda s: 1))
