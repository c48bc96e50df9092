r"""Where the distance to $\rho^*$ is measured: the last line of (99), appendix A.3."""

from collections.abc import Callable
from fractions import Fraction

from lemmata import Margin, amended, at_most, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, abs, sum, where
from theorems.universal_approximation import PAPER


@theorem(PAPER, "(99)", rank="slip", at=lines(859, 862), n=dims(1, 4), t=dims(1, 4), rho_star=reals("n + 1"))
@printed(
    r"$\frac nt\|\rho_0-\rho^\star\|_2^2=\frac nt\|\rho^\star\|_1^2$ for $\rho_0=0$ (the term with the errors "
    "$e_k$ is the same on both sides).",
    defect="typo",
    because="The norm on the left is the Euclidean one: with two entries or more that are not 0 it is smaller.",
    fails_where=lambda rho_star: sum(where(rho_star != 0, 1, 0)) >= 2,
    compare=equal,
)
@amended(
    r"$\frac nt\|\rho_0-\rho^\star\|_2^2\le\frac nt\|\rho^\star\|_1^2$ for $\rho_0=0$.",
    because=r"The Euclidean norm is at most the $\ell_1$ norm, and the proof uses no more.",
    adds="an inequality for the equality",
    compare=at_most,
)
@mutants({"9/10 of the right side": dict(share=Fraction(9, 10)), "an equality": dict(compare=equal)})
def distance_of_the_start(n, t, rho_star, compare: Callable[[Array, Array], Margin], share=1):
    r"""The squared distance of the start 0 to $\rho^*$ is the squared $\ell_1$ norm of $\rho^*$."""
    return compare(n / t * (rho_star @ rho_star), n / t * sum(abs(rho_star)) ** 2 * share)
