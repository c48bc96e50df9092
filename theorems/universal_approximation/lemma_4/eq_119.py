r"""How well logistic terms replace a product, (117) and (123): (119), appendix A.4.3.

$|x-4\tau(\sigma_{\mathsf{attn}}(\tau^{-1}x)-\sigma_{\mathsf{attn}}(0))|\le2\tau^{-1}|x|^2$ for all $x$ and
$\tau>0$. It holds, far from sharply: the second derivative is odd, so that the error is of third order. So
does the bound on the second derivative that the proof names before it, which is below one tenth already.
"""

from collections.abc import Callable

from lemmata import Margin, Prompt, at_least, at_most, lines, reals, space
from lemmata.numbers import Array, absolute, exp, sign
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.eq_117 import Setting, number, settings
from theorems.universal_approximation.lemma_4.layers import linearised

Bound = Callable[[Array, Array], Array]
linearisation = PAPER.claim(
    "(119)",
    id="lemma-4/eq-119",
    rank="step",
    summary="A logistic term replaces its argument up to twice its square over the temperature",
    at=lines(1057, 1059),
    settings=settings,
    prompts=number,
)


@linearisation.printed(
    r"$\left|x-4\tau\left[\sigma_{\mathsf{attn}}(\tau^{-1}x)-\sigma_{\mathsf{attn}}(0)\right]\right|\le2"
    r"\tau^{-1}|x|^2$ for all $x\in\mathbb R$ and $\tau>0$.",
    slack="The error is at most 0.1325 x^2 / tau: 2/15 would do for 2; where tau is large it is of the third "
    "order.",
    bound=lambda x, tau: x * x * 2 / tau,
    gain=1,
)
def linear_up_to_second_order(s: Setting, prompt: Prompt, bound: Bound, gain: int) -> Margin:
    """The distance of a number from its logistic term."""
    error = absolute(prompt.x - linearised(prompt.x, s.tau) * gain)
    return at_most(error, bound(prompt.x, s.tau))


linearisation.mutant("1/8 for 2", bound=lambda x, tau: x * x / 8 / tau)
linearisation.mutant("(x / tau)^4 for (x / tau)^2", bound=lambda x, tau: x**4 * 2 / tau**3)
linearisation.mutant("twice the logistic term", gain=2)

curvature = PAPER.claim(
    "(119), second derivative",
    id="lemma-4/eq-119/second-derivative",
    rank="step",
    summary="The second derivative of the logistic function stays below one half",
    at=lines(1057),
    settings=space(),
    prompts=lambda s: space(x=reals(1)),
)


@curvature.printed(r"$\frac{|e^x-e^{-x}|}{(e^{x/2}+e^{-x/2})^4}<0.5$ for all $x$.", factor=lambda: 2)
def second_derivative_is_bounded(prompt: Prompt, factor: Callable[[], int]) -> Margin:
    """The sign of the denominator minus the numerator over the bound."""
    x = prompt.x / 2
    half = exp(x) + exp(-x)
    return at_least(sign(half**4 - absolute(exp(prompt.x) - exp(-prompt.x)) * factor()), 1)


curvature.mutant("below one twentieth", factor=lambda: 20)
curvature.mutant("below one eleventh", factor=lambda: 11)
