r"""The distance of section 5.3 from the multiples of the identity: which multiple is nearest.

The norm of the numerator of $\operatorname{Dist}(M,I)=\min_\alpha\|M-\alpha I\|/\|M\|_F$ is printed without a
subscript; it is read as the Frobenius norm, as the text's "normalized Frobenius norm distance" says. (With the
spectral norm another multiple would be nearest.)
"""

from lemmata import at_most, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import eye, sum, trace
from theorems.preconditioned_gradient_descent import PAPER


@theorem(
    PAPER,
    "5.3, Dist",
    id="section-5.3/distance",
    rank="step",
    origin="read",
    at=lines(237),
    possible_extraction=True,
    d=dims(1, 4),
    M=reals("d", "d"),
    alpha=reals(1),
)
@printed(
    r"For every $M\in\mathbb R^{d\times d}$, $\min_\alpha\|M-\alpha I\|_F$ (the numerator; $\|M\|_F$ does not "
    r"depend on $\alpha$) is attained at $\alpha=\frac1d\sum_{i=1}^dM[i,i]$."
)
@mutants(
    the_first_entry=dict(choice=lambda M: M[0, 0]),
    nine_tenths_of_the_mean=dict(choice=lambda d, M: trace(M) * 9 / (10 * d)),
    the_trace=dict(choice=lambda M: trace(M)),
)
def distance(d, M, alpha, choice=lambda d, M: trace(M) / d):
    """The multiple of the identity nearest to a matrix has the mean of its diagonal as factor."""
    return at_most(sum((M - choice * eye(d)) ** 2), sum((M - alpha * eye(d)) ** 2))
