r"""The number of iterations: what the proof needs, and what Theorem 7 allows.

Theorem 7 has $\tau\le\log(1/(\epsilon_0\delta))/\epsilon_0$ "for all $\epsilon_0,\epsilon>0$"; its proof asks
for $\tau\ge C\log(1/(\epsilon_0\delta))/(2\epsilon_0)$ with a C that depends on d. Both together are impossible
for $C>2$, whatever $\epsilon_0,\delta$ are, and for every $C>0$ where $\epsilon_0$ is not small: at
$\epsilon_0=\frac78$, $\delta=\frac12$ the upper bound is 0.94, below a single iteration, and at
$\epsilon_0\delta\ge1$ it is not even positive. With $C\le\frac54$ and $\epsilon_0,\delta\le\frac12$ there is a
whole number between the two.
"""

from lemmata import Margin, amended, at_most, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import Array, log, maximum, minimum
from theorems.pca import PAPER


def allowed(eps0: Array, delta: Array) -> Array:
    """The iterations that the theorem allows."""
    return log(1 / (eps0 * delta)) / eps0


def one_at_least(C: Array, eps0: Array, delta: Array) -> Array:
    """What the proof needs, and one iteration."""
    return maximum(C * allowed(eps0, delta) / 2, 1)


@theorem(
    PAPER,
    "Theorem 7, number of iterations",
    rank="step",
    origin="read",
    at=lines(504),
    # Where the upper bound is below one iteration, for every C.
    C=some(scales(-12, 12), weaker="smaller", fails_at=lambda C: dict(C=C, eps0=0.875, delta=0.5)),
    eps0=scales(-20, 2, of="(0, inf)"),
    delta=scales(-20, -1, of="(0, 1/2]"),
    examples=[dict(C=2.0**-12, eps0=0.875, delta=0.5), dict(C=1.25, eps0=0.5, delta=0.5)],
)
@printed(
    r"There is a $C>0$ such that for all $\epsilon_0>0$ (as line 229 says) and $\delta\le\frac12$ some whole "
    r"number $\tau\ge1$ has $C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\le\tau\le\frac{\log(1/("
    r"\epsilon_0\delta))}{\epsilon_0}$.",
    implies=r"Then the larger of $C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}$ and 1 is at most "
    r"$\frac{\log(1/(\epsilon_0\delta))}{\epsilon_0}$, since $\tau$ lies between the two.",
    defect="proof-step",
    because=r"At $\varepsilon_0 = 7/8$, $\delta = 1/2$ the theorem allows less than one iteration, whatever "
    r"$C > 0$ the proof needs. (It is large $\varepsilon_0$ alone, if $C \le 5/4$: $\varepsilon_0 \le 1/2$ is "
    r"enough then. For $C > 2$ no whole number $\tau \ge 1$ is between the two, whatever $\varepsilon_0$ and "
    r"$\delta$ are.)",
)
@amended(
    r"For $\epsilon_0,\delta\le\frac12$ and $0<C\le\frac54$: $C\frac{\log(1/(\epsilon_0\delta))}{2"
    r"\epsilon_0}+1\le\frac{\log(1/(\epsilon_0\delta))}{\epsilon_0}$, so that some whole number $\tau\ge1$ "
    r"lies between $C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}$ and "
    r"$\frac{\log(1/(\epsilon_0\delta))}{\epsilon_0}$.",
    adds=r"$\varepsilon_0$, $\delta \le 1/2$ and $C \le 5/4$",
    C=scales(-12, 2, of="(0, inf)"),
    least=lambda C, eps0, delta: C * allowed(eps0, delta) / 2 + 1,  # between the two lies a whole number
    hypothesis=lambda C, eps0: minimum(1 / 2 - eps0, 5 / 4 - C),
)
@mutants(
    {
        "eps_0 up to 4": dict(hypothesis=lambda C: 5 / 4 - C),
        "C up to 3/2": dict(hypothesis=lambda C, eps0: minimum(1 / 2 - eps0, 3 / 2 - C)),
        "the printed statement": dict(
            why="Its hypotheses go with its conclusion.", least=one_at_least, hypothesis=0
        ),
        "2 for 1 on the left": dict(least=lambda C, eps0, delta: C * allowed(eps0, delta) / 2 + 2),
    }
)
def some_number_is_allowed(
    eps0: Array, delta: Array, least: Array = one_at_least, hypothesis: Array = 0
) -> Margin:
    """For every accuracy some number of iterations is enough for the proof and allowed by the theorem."""
    return at_most(least, allowed(eps0, delta)).given(hypothesis)
