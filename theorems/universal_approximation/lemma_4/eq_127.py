"""Thresholding does not enlarge the error of a gradient step: the first inequality of (127), A.4.4.

It holds as printed. The second inequality is (120); with (125) they make (128), which is in the claim
``lemma-4/eq-58b``, with its constants.
"""

from dataclasses import dataclass
from fractions import Fraction

from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, at_most, dims, dyadics, lines, reals, space
from lemmata.numbers import absolute, amax
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    n: int
    theta: float
    """The threshold, eta lambda."""


threshold = PAPER.claim(
    "(127), first inequality",
    id="lemma-4/eq-127",
    rank="step",
    summary="Soft thresholding does not enlarge the error of a gradient step",
    at=lines(1125, 1130),
    settings=space(Setting, n=dims(1, 4), theta=dyadics(0, 2, of="[0, inf)")),
    prompts=lambda s: space(a=reals(s.n + 1), e=reals(s.n + 1)),
)


@threshold.printed(
    r"$\|e_t\|_\infty\le\|e^{(2t-1)}\|_\infty$ for "
    r"$e_t=\mathsf{ST}_{\eta\overline\lambda}(a+e^{(2t-1)})-\mathsf{ST}_{\eta\overline\lambda}(a)$, any $a$ "
    r"and $e^{(2t-1)}$ in $\mathbb R^{n+1}$, $\eta\overline\lambda\ge0$.",
    share=Fraction(1),
)
def thresholding_is_a_contraction(s: Setting, prompt: Prompt, share: Fraction) -> Margin:
    """The largest error after the thresholding against that before it."""
    error = soft_threshold(prompt.a + prompt.e, s.theta) - soft_threshold(prompt.a, s.theta)
    return at_most(amax(absolute(error), -1), amax(absolute(prompt.e), -1) * share)


threshold.mutant("half of it", share=Fraction(1, 2))
threshold.mutant("nine tenths of it", share=Fraction(9, 10))
