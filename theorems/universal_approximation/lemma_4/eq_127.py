"""Thresholding does not enlarge the error of a gradient step: the first inequality of (127), A.4.4.

It holds as printed. The second inequality is (120); with (125) they make (128), which is in the claim
``lemma-4/eq-58b``, with its constants.
"""

from collections.abc import Callable

from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, at_most, lines, reals, space
from lemmata.numbers import Array, absolute, amax
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.layers import Setting, settings

threshold = PAPER.claim(
    "(127)",
    id="lemma-4/eq-127",
    rank="step",
    at=lines(1125, 1130),
    settings=settings(1),
    prompts=lambda s: space(a=reals(2), e=reals(2)),
)


@threshold.printed(
    r"$\|e_t\|_\infty\le\|e^{(2t-1)}\|_\infty$ for "
    r"$e_t=\mathsf{ST}_{\eta\overline\lambda}(a+e^{(2t-1)})-\mathsf{ST}_{\eta\overline\lambda}(a)$.",
    share=lambda s: 1,
)
def thresholding_is_a_contraction(s: Setting, prompt: Prompt, share: Callable[[Setting], Array]) -> Margin:
    """Soft thresholding does not enlarge differences."""
    theta = s.lam / (2 * s.n)
    error = soft_threshold(prompt.a + prompt.e, theta) - soft_threshold(prompt.a, theta)
    return at_most(amax(absolute(error), -1), amax(absolute(prompt.e), -1) * share(s))


threshold.mutant("half of it", share=lambda s: 0.5)
threshold.mutant("less by the threshold", share=lambda s: 1 - s.lam / 8)
