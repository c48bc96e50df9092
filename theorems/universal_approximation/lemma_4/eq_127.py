"""Thresholding does not enlarge the error of a gradient step: the first inequality of (127), A.4.4.

It holds as printed. The second inequality is (120); with (125) they make (128), which is in the claim
``lemma-4/eq-58b``, with its constants.
"""

from fractions import Fraction

from baselines.proximal import soft_threshold
from lemmata import at_most, dims, dyadics, lines, mutants, printed, reals, theorem
from lemmata.numbers import abs, max
from theorems.universal_approximation import PAPER


@theorem(
    PAPER,
    "(127), first inequality",
    rank="step",
    at=lines(1125, 1130),
    n=dims(1, 4),
    theta=dyadics(0, 2, of="[0, inf)"),  # $\eta\lambda$
    a=reals("n + 1"),
    e=reals("n + 1"),
)
@printed(
    r"$\|e_t\|_\infty\le\|e^{(2t-1)}\|_\infty$ for $e_t=\mathsf{ST}_{\eta\overline\lambda}(a+e^{(2t-1)})-"
    r"\mathsf{ST}_{\eta\overline\lambda}(a)$, any $a$ and $e^{(2t-1)}$ in $\mathbb R^{n+1}$, "
    r"$\eta\overline\lambda\ge0$."
)
@mutants(half_of_it=dict(share=Fraction(1, 2)), nine_tenths_of_it=dict(share=Fraction(9, 10)))
def thresholding_is_a_contraction(theta, a, e, share=1):
    """Soft thresholding does not enlarge the error of a gradient step."""
    return at_most(max(abs(soft_threshold(a + e, theta) - soft_threshold(a, theta))), max(abs(e)) * share)
