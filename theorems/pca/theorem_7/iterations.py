r"""The number of iterations: what the proof needs, and what Theorem 7 allows.

Theorem 7 has $\tau\le\log(1/(\epsilon_0\delta))/\epsilon_0$ "for all $\epsilon_0,\epsilon>0$"; its proof asks
for $\tau\ge C\log(1/(\epsilon_0\delta))/(2\epsilon_0)$ with a C that depends on d. Both together are impossible
for $C>2$, and for every $C>0$ where $\epsilon_0$ is not small: at $\epsilon_0=2$, $\delta=\frac14$ the upper
bound is 0.35, below a single iteration, and at $\epsilon_0\delta\ge1$ it is not even positive. With
$C\le1$ and $\epsilon_0,\delta\le\frac12$ there is a whole number between the two.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Space, at_most, lines, scales, space
from lemmata.numbers import Array, log, maximum
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    C: float
    eps0: float
    delta: float


def settings(largest: int, constant: int) -> Space:
    """``eps_0`` up to ``2^largest`` and C up to ``2^constant``."""
    return space(Setting, C=scales(-12, constant), eps0=scales(-20, largest), delta=scales(-20, -1))


iterations = PAPER.claim(
    "Theorem 7",
    id="theorem-7/iterations",
    origin="read",
    at=lines(504),
    settings=settings(2, 12),
    examples=[Setting(2.0**-12, 2.0, 0.25)],
)

Least = Callable[[Array], Array]
"""From the lower bound on the iterations to what the upper one has to reach."""


@iterations.printed(
    r"For all $\epsilon_0>0$ some $\tau\ge1$ has $C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\le\tau\le"
    r"\frac{\log(1/(\epsilon_0\delta))}{\epsilon_0}$.",
    defect="statement",
    because="For every C > 0: at eps_0 = 2, delta = 1/4 the upper bound is below one iteration. For C > 2 "
    "the bounds exclude each other everywhere.",
    least=lambda lower: maximum(lower, 1),
)
@iterations.amended(
    r"For $\epsilon_0,\delta\le\frac12$ and $C\le1$ some $\tau\ge1$ has $C\frac{\log(1/(\epsilon_0\delta))}"
    r"{2\epsilon_0}\le\tau\le\frac{\log(1/(\epsilon_0\delta))}{\epsilon_0}$.",
    adds="eps_0, delta <= 1/2 and C <= 1",
    settings=settings(-1, 0),
    least=lambda lower: lower + 1,  # between the two lies a whole number
)
def some_number_is_allowed(s: Setting, least: Least) -> Margin:
    """A whole number of iterations is enough for the proof and allowed by the theorem."""
    upper = log(1 / (s.eps0 * s.delta)) / s.eps0
    return at_most(least(upper * s.C / 2), upper)


iterations.mutant("eps_0 up to 2", settings=settings(1, 0))
iterations.mutant("C up to 2", settings=settings(-1, 1))
iterations.mutant("two more", least=lambda lower: lower + 2)
