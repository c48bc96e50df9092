r"""Corollary 10: the formula that it substitutes into Proposition 9, where a logarithm is mistyped.

With $L=2\tau+4k+1$, $B_M=B_X^dC/\epsilon^2$ and $\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$, $k^3LB_M$ should
be at most a constant times $k^3\log(\delta/\epsilon_0)B_X^d/(\epsilon_0\epsilon^2)$. But $\log(\delta/
\epsilon_0)$ is 0 at $\epsilon_0=\delta$ and negative beyond (no root), for "all $\epsilon_0>0$";
$\log(1/(\epsilon_0\delta))$ is meant, and the removal layers cost another factor k. The common factor
$d^2\log(B_X+k)/n$ is left out. This slip is the bare id. The probability is ``probability`` and
``conditional``; the bound is what it becomes at the best accuracies, in ``rate`` (the headline) and
``rate_optimised``.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Space, at_most, choices, dims, lines, scales, space
from lemmata.numbers import Array, log
from theorems.pca import PAPER
from theorems.pca.lemma_8 import event


@dataclass(frozen=True)
class Size:
    k: int
    eps0: float
    delta: float
    C: float


def sizes(largest: int) -> Space:
    return space(Size, k=dims(1, 5), eps0=scales(-20, largest), delta=scales(-20, -1), C=scales(0, 20))


formula = PAPER.claim(
    "Corollary 10",
    rank="slip",
    origin="read",
    at=lines(278),
    settings=sizes(4),
    uses=[event],
    examples=[Size(1, 0.25, 0.25, 1.0)],
)

small = space(
    Size,
    k=dims(1, 4),
    eps0=choices(0.5, 0.25, 2.0**-6, 2.0**-20),
    delta=choices(0.5, 0.25, 2.0**-6, 2.0**-20),
    C=choices(1.0),
)

Numerator = Callable[[Size], Array]


@formula.printed(
    r"$(2\tau+4k+1)\le C\log(\delta/\epsilon_0)/\epsilon_0$ with $\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$, "
    r"for all $\epsilon_0>0$ (what the last term of the bound substitutes).",
    defect="typo",
    because="log(delta/eps_0) is 0 at eps_0 = delta and negative beyond, for every C; log(1/(eps_0 delta)) is "
    "meant.",
    numerator=lambda s: log(s.delta / s.eps0) * s.C,
    times=lambda s: 1,
)
@formula.amended(
    r"$(2\tau+4k+1)\le(4k+3)\log(1/(\epsilon_0\delta))/\epsilon_0$ with the same $\tau$, for "
    r"$\epsilon_0\le\frac12,\delta\le\frac12$.",
    adds="eps_0, delta <= 1/2, four values of each; log(1/(eps_0 delta)) for log(delta/eps_0); the factor "
    "4 k + 3",
    settings=small,
    numerator=lambda s: log(1 / (s.delta * s.eps0)),
    times=lambda s: 4 * s.k + 3,
)
def depth_is_substituted(s: Size, numerator: Numerator, times: Callable[[Size], int]) -> Margin:
    """The depth of Theorem 7 is what the formula of the corollary has in its place."""
    tau = log(1 / (s.delta * s.eps0)) / s.eps0
    return at_most(tau * 2 + (4 * s.k + 1), numerator(s) * times(s) / s.eps0)


formula.mutant("no factor k", times=lambda s: 3)
formula.mutant("2 k for 4 k", times=lambda s: 2 * s.k)
formula.mutant("the printed logarithm", numerator=lambda s: log(s.delta / s.eps0) * s.C)
