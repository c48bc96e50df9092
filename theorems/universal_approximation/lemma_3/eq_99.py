r"""Where the distance to rho* is measured: the last line of (99), appendix A.3.

It says $\frac nt\|\rho_0-\rho^\star\|_2^2=\frac nt\|\rho^\star\|_1^2$ "since $\rho_0=0$". That is an
inequality, the left norm being Euclidean.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, at_most, dims, equal, lines, reals, space
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import l1, squared


@dataclass(frozen=True)
class Setting:
    n: int
    t: int


distance = PAPER.claim(
    "(99)",
    id="lemma-3/eq-99",
    rank="slip",
    summary="The squared distance of the start 0 to rho* is the squared l1 norm of rho*",
    at=lines(859, 862),
    settings=space(Setting, n=dims(1, 4), t=dims(1, 4)),
    prompts=lambda s: space(rho_star=reals(s.n + 1)),
)


@distance.printed(
    r"$\frac nt\|\rho_0-\rho^\star\|_2^2=\frac nt\|\rho^\star\|_1^2$ for $\rho_0=0$ (the term with the errors "
    r"$e_k$ is the same on both sides).",
    defect="typo",
    because="The norm on the left is the Euclidean one: with two entries or more that are not 0 it is smaller.",
    fails_where=lambda s, prompt: int((prompt.rho_star != 0).sum()) >= 2,
    compare=equal,
    share=1,
)
@distance.amended(
    r"$\frac nt\|\rho_0-\rho^\star\|_2^2\le\frac nt\|\rho^\star\|_1^2$ for $\rho_0=0$.",
    because="The Euclidean norm is at most the l1 norm, and the proof uses no more.",
    adds="an inequality for the equality",
    compare=at_most,
    share=1,
)
def distance_of_the_start(
    s: Setting, prompt: Prompt, compare: Callable[[Array, Array], Margin], share: Fraction | int
) -> Margin:
    """The squared distance of the start to rho* against its squared l1 norm."""
    size = l1(prompt.rho_star)
    return compare(squared(prompt.rho_star) * s.n / s.t, size * size * s.n / s.t * share)


distance.mutant("9/10 of the right side", share=Fraction(9, 10))
distance.mutant("an equality", compare=equal)
