r"""How well logistic terms replace a product, (117) and (123): (119), appendix A.4.3.

$|x-4\tau(\sigma_{\mathsf{attn}}(\tau^{-1}x)-\sigma_{\mathsf{attn}}(0))|\le2\tau^{-1}|x|^2$ for all $x$ and
$\tau>0$, by $|\sigma_{\mathsf{attn}}''|<\frac12$. Both hold, far from sharply: the second derivative is below
one tenth, and odd, so that the error is of third order.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, lines, reals, scales, space
from lemmata.numbers import Array, absolute, concatenate, exp, sign
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.layers import linearised


@dataclass(frozen=True)
class Setting:
    tau: float


Bound = Callable[[Array, Array], Array]
linearisation = PAPER.claim(
    "(119)",
    id="lemma-4/eq-119",
    rank="step",
    summary="A logistic term replaces its argument up to twice its square over the temperature, since its "
    "second "
    "derivative is below one half",
    at=lines(1057, 1059),
    settings=space(Setting, tau=scales(-2, 8, of="(0, inf)")),
    prompts=lambda s: space(x=reals(1)),
)


@linearisation.printed(
    r"$|\sigma_{\mathsf{attn}}''(x)|<0.5$, by its closed form $\frac{|e^x-e^{-x}|}{(e^{x/2}+e^{-x/2})^4}$, and "
    r"$\left|x-4\tau\left[\sigma_{\mathsf{attn}}(\tau^{-1}x)-\sigma_{\mathsf{attn}}(0)\right]\right|\le2"
    r"\tau^{-1}|x|^2$ for all $x\in\mathbb R$ and $\tau>0$.",
    slack="The error is at most 0.1325 x^2 / tau: 2/15 would do for 2; where tau is large it is of the third "
    "order.",
    bound=lambda x, tau: x * x * 2 / tau,
    gain=1,
    most=2,
)
def linear_up_to_second_order(s: Setting, prompt: Prompt, bound: Bound, gain: int, most: int) -> Margin:
    """The distance of a number from its logistic term, and whether the second derivative is below 1 / most."""
    x = prompt.x
    error = absolute(x - linearised(x, s.tau) * gain)
    half = exp(x / 2) + exp(-x / 2)
    below = sign(half**4 - absolute(exp(x) - exp(-x)) * most)
    return at_most(concatenate([error, 1 - below], -1), concatenate([bound(x, s.tau), x * 0], -1))


linearisation.mutant("1/8 for 2", bound=lambda x, tau: x * x / 8 / tau)
linearisation.mutant("(x / tau)^4 for (x / tau)^2", bound=lambda x, tau: x**4 * 2 / tau**3)
linearisation.mutant("twice the logistic term", gain=2)
linearisation.mutant("a second derivative below one eleventh", most=11)
