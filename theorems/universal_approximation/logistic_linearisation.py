r"""How well four logistic terms replace a product: (117) and (119).

(119): $|x-4\tau(\sigma_{\mathsf{attn}}(\tau^{-1}x)-\sigma_{\mathsf{attn}}(0))|\le2\tau^{-1}|x|^2$ for all
$x$ and $\tau>0$. It holds, far from sharply: the second derivative is odd, so that the error is of third
order. The bounds that the proof names before it hold, too
(:mod:`theorems.universal_approximation.logistic_linearisation_steps`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, reals, scales, space
from lemmata.numbers import Array, absolute, as_array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_layers_displays import linearised


@dataclass(frozen=True)
class Setting:
    tau: float


settings = space(Setting, tau=scales(-2, 8))
Bound = Callable[[Array, Array], Array]


def number(s: Setting) -> Space:
    return space(x=reals(1))


linearisation = PAPER.claim(
    "(119)", slug="logistic-linearisation", kind="forall", settings=settings, prompts=number
)


@linearisation.printed(
    r"$\left|x-4\tau\left[\sigma_{\mathsf{attn}}(\tau^{-1}x)-\sigma_{\mathsf{attn}}(0)\right]\right|\le2"
    r"\tau^{-1}|x|^2$ "
    r"for all $x\in\mathbb R$.",
    bound=lambda x, tau: x * x * 2 / tau,
    gain=1,
)
def linear_up_to_second_order(s: Setting, prompt: Prompt, bound: Bound, gain: int) -> Margin:
    """The logistic function is linear at 0 up to a second-order error."""
    x, tau = prompt.x, as_array(s.tau, prompt.x)
    error = absolute(x - linearised(x, tau) * gain)
    return at_most(error, bound(x, tau))


linearisation.mutant("a tenth of a square", bound=lambda x, tau: x * x / 10 / tau, gain=1)
linearisation.mutant("a higher order", bound=lambda x, tau: x**4 / tau**3, gain=1)
linearisation.mutant("slope 1/2", bound=lambda x, tau: x * x * 2 / tau, gain=2)
