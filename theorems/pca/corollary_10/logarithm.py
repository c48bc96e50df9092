r"""The formula that Corollary 10 substitutes into Proposition 9, where a logarithm is mistyped.

With $L=2\tau+4k+1$, $B_M=B_X^dC/\epsilon^2$ and $\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$, $k^3LB_M$ should
be at most a constant times $k^3\log(\delta/\epsilon_0)B_X^d/(\epsilon_0\epsilon^2)$. But $\log(\delta/
\epsilon_0)$ is 0 at $\epsilon_0=\delta$ and negative beyond (no root), for "all $\epsilon_0>0$";
$\log(1/(\epsilon_0\delta))$ is meant, and the removal layers cost another factor k. The common factor
$d^2\log(B_X+k)/n$ is left out. The corollary itself is tested with the logarithm that is meant.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata import Margin, at_most, dims, lines, scales, some, space
from lemmata.numbers import Array, log
from theorems.pca import PAPER


@dataclass(frozen=True)
class Accuracies:
    k: int
    eps0: float
    delta: float


@dataclass(frozen=True)
class Size(Accuracies):
    """Accuracies, and the constant."""

    C: float


def equal_accuracies(C: float) -> Size:
    """Where ``log(delta / eps_0)`` is 0."""
    return Size(1, 0.25, 0.25, C)


formula = PAPER.claim(
    "Corollary 10, what its last term substitutes",
    id="corollary-10/logarithm",
    rank="slip",
    origin="read",
    at=lines(278),
    summary="The depth of Theorem 7 is at most a constant times log(delta / eps_0) / eps_0, which the "
    "corollary has in its place",
    settings=space(
        Size,
        k=dims(1, 5),
        eps0=scales(-20, 4, of="(0, inf)"),
        delta=scales(-20, -1, of="(0, 1/2]"),
        C=some(scales(0, 20), weaker="larger", fails_at=equal_accuracies),
    ),
    examples=[equal_accuracies(2.0**20)],
)

Allowed = Callable[[Any], Array]


@formula.printed(
    r"There is a $C$, the same for all $k\ge1$, $\epsilon_0>0$ and $\delta\le\frac12$, such that with "
    r"$\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$ the depth $2\tau+4k+1$ is at most "
    r"$C\,\frac{\log(\delta/\epsilon_0)}{\epsilon_0}$.",
    defect="typo",
    because="log(delta/eps_0) is 0 at eps_0 = delta and negative beyond, for every C; log(1/(eps_0 delta)) is "
    "meant.",
    allowed=lambda s: log(s.delta / s.eps0) * s.C,
)
@formula.amended(
    r"For all $k\ge1$ and $\epsilon_0,\delta\le\frac12$, with $\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$: "
    r"the depth $2\tau+4k+1$ is at most $\frac{3k+5}2\,\frac{\log(1/(\epsilon_0\delta))}{\epsilon_0}$.",
    adds="eps_0 <= 1/2; log(1/(eps_0 delta)) for log(delta/eps_0); the factor (3 k + 5) / 2 for C",
    settings=space(
        Accuracies, k=dims(1, 5), eps0=scales(-20, -1, of="(0, 1/2]"), delta=scales(-20, -1, of="(0, 1/2]")
    ),
    allowed=lambda s: log(1 / (s.delta * s.eps0)) * (3 * s.k + 5) / 2,
)
def depth_is_substituted(s: Accuracies, allowed: Allowed) -> Margin:
    """The depth of Theorem 7 is at most what the corollary has in its place."""
    tau = log(1 / (s.delta * s.eps0)) / s.eps0
    return at_most(tau * 2 + 4 * s.k + 1, allowed(s) / s.eps0)


formula.mutant("the factor of k = 1", allowed=lambda s: log(1 / (s.delta * s.eps0)) * 4)
formula.mutant("4 for 5", allowed=lambda s: log(1 / (s.delta * s.eps0)) * (3 * s.k + 4) / 2)
formula.mutant("the printed logarithm", allowed=lambda s: log(s.delta / s.eps0) * (3 * s.k + 5) / 2)
