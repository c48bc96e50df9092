r"""The number of iterations: what the proof needs, and what Theorem 7 allows.

Theorem 7 has $\tau\le\log(1/(\epsilon_0\delta))/\epsilon_0$ "for all $\epsilon_0,\epsilon>0$"; its proof asks
for $\tau\ge C\log(1/(\epsilon_0\delta))/(2\epsilon_0)$ with a C that depends on d. Both together are impossible
for $C>2$, whatever $\epsilon_0,\delta$ are, and for every $C>0$ where $\epsilon_0$ is not small: at
$\epsilon_0=\frac78$, $\delta=\frac12$ the upper bound is 0.94, below a single iteration, and at
$\epsilon_0\delta\ge1$ it is not even positive. With $C\le\frac54$ and $\epsilon_0,\delta\le\frac12$ there is a
whole number between the two.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, at_most, lines, scales, some, space
from lemmata.numbers import Array, log, maximum, minimum
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    C: float
    eps0: float
    delta: float


def large(C: float) -> Setting:
    """Where the upper bound is below one iteration, for every C."""
    return Setting(C, 0.875, 0.5)


iterations = PAPER.claim(
    "Theorem 7, number of iterations",
    id="theorem-7/iterations",
    rank="step",
    origin="read",
    at=lines(504),
    summary="For every accuracy some number of iterations is enough for the proof and allowed by the theorem",
    settings=space(
        Setting,
        C=some(scales(-12, 12), weaker="smaller", fails_at=large),
        eps0=scales(-20, 2, of="(0, inf)"),
        delta=scales(-20, -1, of="(0, 1/2]"),
    ),
    examples=[large(2.0**-12), Setting(1.25, 0.5, 0.5)],
)
everything = space(
    Setting,
    C=scales(-12, 2, of="(0, inf)"),
    eps0=scales(-20, 2, of="(0, inf)"),
    delta=scales(-20, -1, of="(0, 1/2]"),
)

Least = Callable[[Array], Array]
"""From the lower bound on the iterations to what the upper one has to reach."""


@iterations.printed(
    r"There is a $C>0$ such that for all $\epsilon_0>0$ (as line 229 says) and $\delta\le\frac12$ some whole "
    r"number $\tau\ge1$ has "
    r"$C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\le\tau\le\frac{\log(1/(\epsilon_0\delta))}{"
    r"\epsilon_0}$.",
    defect="proof-step",
    because="At eps_0 = 7/8, delta = 1/2 the theorem allows less than one iteration, whatever C > 0 the proof "
    "needs. (It is large eps_0 alone, if C <= 5/4: eps_0 <= 1/2 is enough then. For C > 2 no whole number "
    "tau >= 1 is between the two, whatever eps_0 and delta are.)",
    least=lambda lower: maximum(lower, 1),
    hypothesis=lambda s: 0,
)
@iterations.amended(
    r"For $\epsilon_0,\delta\le\frac12$ and $0<C\le\frac54$: $C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}+1"
    r"\le\frac{\log(1/(\epsilon_0\delta))}{\epsilon_0}$, so that some whole number $\tau\ge1$ lies between "
    r"$C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}$ and $\frac{\log(1/(\epsilon_0\delta))}{\epsilon_0}$.",
    adds="eps_0, delta <= 1/2 and C <= 5/4",
    settings=everything,
    least=lambda lower: lower + 1,  # between the two lies a whole number
    hypothesis=lambda s: minimum(1 / 2 - s.eps0, 5 / 4 - s.C),
)
def some_number_is_allowed(s: Setting, least: Least, hypothesis: Callable[[Setting], Array]) -> Margin:
    """The number of iterations that the theorem allows reaches what the proof needs."""
    upper = log(1 / (s.eps0 * s.delta)) / s.eps0
    return at_most(least(upper * s.C / 2), upper).given(hypothesis(s))


iterations.mutant("eps_0 up to 4", hypothesis=lambda s: 5 / 4 - s.C)
iterations.mutant("C up to 3/2", hypothesis=lambda s: minimum(1 / 2 - s.eps0, 3 / 2 - s.C))
iterations.mutant(
    "the printed statement",
    why="Its hypotheses go with its conclusion.",
    least=lambda lower: maximum(lower, 1),
    hypothesis=lambda s: 0,
)
iterations.mutant("2 for 1 on the left", least=lambda lower: lower + 2)
