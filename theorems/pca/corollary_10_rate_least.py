r"""No choice of the accuracies makes the bound of Corollary 10 smaller than $n^{-1/7}$.

Beyond the paper, and what proves that the constant of :mod:`theorems.pca.corollary_10_rate_optimised` grows
without end. With $\tau\ge1/\epsilon_0$ and logarithms at least 1 the bound is at least
$\epsilon/\epsilon_0+\epsilon_0+(n\epsilon_0\epsilon^2)^{-1/2}$. The largest of the three terms is at least
their weighted geometric mean, and with weights $\frac27,\frac37,\frac27$ that is $n^{-1/7}$: the accuracies
cancel. So against $n^{-1/5}$ the constant is at least $n^{1/5-1/7}$, whatever $\epsilon_0,\epsilon$ are.
"""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Margin, at_least, scales, space
from lemmata.numbers import Array, exp, log
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    n: float
    eps0: float
    eps: float


BEST = Setting(2.0**280, 2.0**-40, 2.0**-80)
"""The exponents 1/7 and 2/7, at which the three terms are equal."""

least = PAPER.claim(
    "Corollary 10",
    suffix="rate-least",
    kind="forall",
    settings=space(Setting, n=scales(1, 300), eps0=scales(-60, 0), eps=scales(-120, 0)),
    examples=[BEST],
    proves_growth_of="pca/corollary-10-rate-optimised",
)


def root(x: Array, degree: int) -> Array:
    """The root of a positive number."""
    return exp(log(x) / degree)


@least.printed(
    r"For all $n\ge1$ and $\epsilon_0,\epsilon\in(0,1]$: $\frac{\epsilon}{\epsilon_0}+\epsilon_0+"
    r"\frac1{\sqrt{n\epsilon_0\epsilon^2}}\ge n^{-1/7}$.",
    degree=7,
    second=1,
)
def bounded_below(s: Setting, degree: int, second: int) -> Margin:
    """However the two accuracies are chosen, the bound is at least n^(-1/7)."""
    last = root(s.n * s.eps0 * s.eps * s.eps, 2)
    return at_least(s.eps / s.eps0 + s.eps0 * second + 1 / last, 1 / root(s.n, degree))


least.mutant("a slower rate", degree=9)
least.mutant("no second term", second=0)
