r"""The Wishart distribution as an example for the assumption of Proposition 9.

Assumption 1 asks that $XX^\top$ is positive definite, with $B_X\ge\lambda_1>\dots$; it "can be generalized to a
distribution that supports $\mathbb X$ with high probability", the Wishart distribution under the Gaussian
design being an example. No number of samples is stated: for $N<d$ every $XX^\top$ is singular. For $N\ge d$
(and $k=1$, where no gap is asked for) the probability of leaving $\mathbb X$ is at most $dN/B_X$, by Markov's
inequality for the trace. Sampled; $\det(XX^\top)$ is a sum of squares of minors (Cauchy and Binet).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_least, dims, gaussian, lines, space
from lemmata.numbers import as_array, minimum, sign, sqrt, sum, zeros
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    times: int  # B_X is this many times the expected trace

    @property
    def bound(self) -> int:
        return self.times * self.d * self.N


def settings(least: Callable[[Setting], int]) -> Space:
    return space(Setting, d=dims(1, 2), N=lambda s: dims(least(s), 4), times=dims(2, 6))


wishart = PAPER.claim(
    "Proposition 9, Wishart distribution",
    id="assumption-1/wishart",
    rank="step",
    origin="read",
    at=lines(262),
    kind="probability",
    settings=settings(lambda s: 1),
    prompts=lambda s: space(X=gaussian(s.d, s.N)),
    failure=lambda s: 1 / s.times,
)

Largest = Callable[[Setting], float]


@wishart.printed(
    r"For all $d,N$: with probability at least $1-dN/B_X$, $XX^\top$ is positive definite and "
    r"$\lambda_1\le B_X$.",
    expect="refuted",
    defect="statement",
    because="For N < d the matrix is singular, always.",
    largest=lambda s: s.bound,
)
@wishart.amended(
    r"For $N\ge d$: with probability at least $1-dN/B_X$, $XX^\top$ is positive definite and "
    r"$\lambda_1\le B_X$.",
    adds="N >= d",
    settings=settings(lambda s: s.d),
    largest=lambda s: s.bound,
)
def assumption_is_met(s: Setting, prompt: Prompt, largest: Largest) -> Margin:
    """A Wishart matrix meets the assumption of Proposition 9."""
    squares = sum(prompt.X * prompt.X, -1)
    if s.d == 1:
        first, lowest = squares[:, 0], squares[:, 0]
    else:
        product = sum(prompt.X[:, 0] * prompt.X[:, 1], -1)
        half, apart = (squares[:, 0] + squares[:, 1]) / 2, (squares[:, 0] - squares[:, 1]) / 2
        first = half + sqrt(apart * apart + product * product)
        lowest = zeros((len(prompt),), half)
        for i in range(s.N):
            for j in range(i):
                minor = (
                    prompt.X[:, 0, i] * prompt.X[:, 1, j] - prompt.X[:, 0, j] * prompt.X[:, 1, i]
                )
                lowest = lowest + minor * minor
    room = as_array(largest(s), like=first) - first
    positive = sign(lowest) - 1 / 2
    return at_least(minimum(room, positive), room * 0)


wishart.mutant("a tenth of the bound", largest=lambda s: s.bound / 10)
wishart.mutant("any N", settings=settings(lambda s: 1))
