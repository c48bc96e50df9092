r"""The number of iterations: what the proof needs, and what Theorem 7 allows.

The constant C of the proof depends on d. For $C>2$ there is no whole number between the two, and "for all
$\epsilon_0>0$", taken at its word, allows no iteration at $\epsilon_0=\frac78$, $\delta=\frac12$, where the
upper bound is 0.94; an accuracy is meant to be small.
"""

from lemmata import at_most, lines, mutants, printed, scales, theorem
from lemmata.numbers import Array, log, minimum
from theorems.pca import PAPER


def allowed(eps0: Array, delta: Array) -> Array:
    """The iterations that the theorem allows."""
    return log(1 / (eps0 * delta)) / eps0


@theorem(
    PAPER,
    "Theorem 7, number of iterations",
    rank="step",
    origin="ours",
    at=lines(504),
    C=scales(-12, 2, of="(0, inf)"),
    eps0=scales(-20, 2, of="(0, inf)"),
    delta=scales(-20, -1, of="(0, 1/2]"),
    examples=[dict(C=1.25, eps0=0.5, delta=0.5)],
)
@printed(
    r"For $\epsilon_0\le\frac12$ (an accuracy being small) and $\delta\le\frac12$ there is a number $\tau\ge1$ "
    r"of iterations with $C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\le\tau\le\frac{\log(1/("
    r"\epsilon_0\delta))}{\epsilon_0}$, as proof and theorem have it, where the constant is $0<C\le\frac54$: "
    r"$C\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}+1\le\frac{\log(1/(\epsilon_0\delta))}{\epsilon_0}$, so "
    "that a whole number lies between the two."
)
@mutants(
    {
        "eps_0 up to 4": dict(hypothesis=lambda C: 5 / 4 - C),
        "C up to 3/2": dict(hypothesis=lambda C, eps0: minimum(1 / 2 - eps0, 3 / 2 - C)),
        "2 for 1 on the left": dict(apart=2),
    }
)
def some_number_is_allowed(
    C, eps0, delta, apart=1, hypothesis=lambda C, eps0: minimum(1 / 2 - eps0, 5 / 4 - C)
):
    """For every accuracy some number of iterations is enough for the proof and allowed by the theorem."""
    most = allowed(eps0, delta)
    return at_most(C * most / 2 + apart, most).given(hypothesis)
