r"""The distance of section 5.3 from the multiples of the identity: which multiple is nearest.

$\operatorname{Dist}(M,I)=\min_\alpha\|M-\alpha I\|/\|M\|_F$, "equivalent to choosing"
$\alpha=\frac1d\sum_iM[i,i]$. The norm of the numerator is printed without a subscript; it is read as the
Frobenius norm, as the text's "normalized Frobenius norm distance" says. (With the spectral norm another
multiple would be nearest.) The denominator does not depend on $\alpha$, and is left out.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, dims, lines, reals, space
from lemmata.numbers import Array, eye, sum, trace
from theorems.preconditioned_gradient_descent import PAPER


@dataclass(frozen=True)
class Setting:
    d: int


distance = PAPER.claim(
    "5.3, Dist",
    id="section-5.3/distance",
    summary="The multiple of the identity nearest to a matrix has the mean of its diagonal as factor.",
    rank="step",
    origin="read",
    at=lines(237),
    possible_extraction=True,
    settings=space(Setting, d=dims(1, 4)),
    prompts=lambda s: space(M=reals(s.d, s.d), alpha=reals(1)),
)


@distance.printed(
    r"For every $M\in\mathbb R^{d\times d}$, $\min_\alpha\|M-\alpha I\|_F$ (the numerator; $\|M\|_F$ does not "
    r"depend on $\alpha$) is attained at $\alpha=\frac1d\sum_{i=1}^dM[i,i]$.",
    choice=lambda s, M: trace(M) / s.d,
)
def no_multiple_is_nearer(s: Setting, prompt: Prompt, choice: Callable[[Setting, Array], Array]) -> Margin:
    """The mean of the diagonal gives the nearest multiple of the identity."""

    def squared(alpha: Array) -> Array:
        gap = prompt.M - alpha[:, None, None] * eye(s.d, prompt.M)
        return sum(gap * gap, (-2, -1))

    return at_most(squared(choice(s, prompt.M)), squared(prompt.alpha[:, 0]))


distance.mutant("the first entry", choice=lambda s, M: M[:, 0, 0])
distance.mutant("nine tenths of the mean", choice=lambda s, M: trace(M) * 9 / (10 * s.d))
distance.mutant("the trace", choice=lambda s, M: trace(M))
