r"""How well logistic terms replace a product, (117) and (123): (119), appendix A.4.3.

$|x-4\tau(\sigma_{\mathsf{attn}}(\tau^{-1}x)-\sigma_{\mathsf{attn}}(0))|\le2\tau^{-1}|x|^2$ for all $x$ and
$\tau>0$, by $|\sigma_{\mathsf{attn}}''|<\frac12$. Both hold, far from sharply: the second derivative is below
one tenth, and odd, so that the error is of third order.
"""

from lemmata import at_most, lines, mutants, printed, reals, scales, theorem
from lemmata.numbers import abs, concat, exp, sign
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.layers import linearised


@theorem(PAPER, "(119)", rank="step", at=lines(1057, 1059), tau=scales(-2, 8, of="(0, inf)"), x=reals(1))
@printed(
    r"$|\sigma_{\mathsf{attn}}''(x)|<0.5$, by its closed form $\frac{|e^x-e^{-x}|}{(e^{x/2}+e^{-x/2})^4}$, and "
    r"$\left|x-4\tau\left[\sigma_{\mathsf{attn}}(\tau^{-1}x)-\sigma_{\mathsf{attn}}(0)\right]\right|\le2"
    r"\tau^{-1}|x|^2$ for all $x\in\mathbb R$ and $\tau>0$.",
    slack=r"The error is at most $0.1325 x^2/\tau$: 2/15 would do for 2; where $\tau$ is large it is of the "
    "third order.",
)
@mutants(
    {
        "1/8 for 2": dict(bound=lambda x, tau: x**2 / (8 * tau)),
        "(x / tau)^4 for (x / tau)^2": dict(bound=lambda x, tau: 2 * x**4 / tau**3),
        "twice the logistic term": dict(gain=2),
        "a second derivative below one eleventh": dict(most=11),
    }
)
def linear_up_to_second_order(tau, x, bound=lambda x, tau: 2 * x**2 / tau, gain=1, most=2):
    """A logistic term replaces its argument up to twice its square over tau: its second derivative is small."""
    error = abs(x - gain * linearised(x, tau))
    # Whether the second derivative is below 1 / most.
    below = sign((exp(x / 2) + exp(-x / 2)) ** 4 - most * abs(exp(x) - exp(-x)))
    return at_most(concat([error, 1 - below]), concat([bound, 0 * x]))
