r"""How well four logistic terms replace a product: (117) and (119).

(119): $|x-4\tau(\sigma_{\mathsf{attn}}(\tau^{-1}x)-\sigma_{\mathsf{attn}}(0))|\le2\tau^{-1}|x|^2$ for all
$x$ and $\tau>0$. It holds, far from sharply: the second derivative is odd, so that the error is of third
order. The bounds that the proof names before it hold, too.

All but (119) are suffixed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata.arrays import Array, absolute, as_array, exp
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt, Space, reals, scales, space
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_layers import linearised


@dataclass(frozen=True)
class Setting:
    tau: float


@dataclass(frozen=True)
class Nothing:
    pass


settings = space(Setting, tau=scales(-2, 8))
Bound = Callable[[Array, Array], Array]


def number(s: Setting | Nothing) -> Space:
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


taylor = PAPER.claim(
    "before (117)",
    slug="logistic-linearisation-117",
    kind="forall",
    settings=settings,
    prompts=number,
)


@taylor.printed(
    r"$\sigma_{\mathsf{attn}}(\tau^{-1}x)=\sigma_{\mathsf{attn}}(0)+\frac{x}{4\tau}+O\left("
    r"\frac{x^2}{\tau^2}\right)$, with "
    r"the constant $\frac14$ that the bound on the second derivative gives.",
    slope=4,
    constant=4,
)
def taylor_expansion(s: Setting, prompt: Prompt, slope: int, constant: int) -> Margin:
    """The logistic function is linear at 0 up to second order."""
    u = prompt.x / as_array(s.tau, prompt.x)
    error = absolute(linearised(u, 1) / 4 - u / slope)
    return at_most(error, u * u / constant)


taylor.mutant("slope 1/2", slope=2, constant=4)
taylor.mutant("slope 1/3", slope=3, constant=4)
taylor.mutant("a constant of a fortieth", slope=4, constant=40)

curvature = PAPER.claim(
    "(119), second derivative",
    slug="logistic-linearisation-second-derivative",
    kind="forall",
    settings=space(Nothing),
    prompts=number,
)


@curvature.printed(
    r"$\frac{|e^x-e^{-x}|}{(e^{x/2}+e^{-x/2})^4}<0.5$ for all $x$.",
    factor=lambda: 2,
)
def second_derivative_is_bounded(prompt: Prompt, factor: Callable[[], int]) -> Margin:
    """The second derivative of the logistic function is below one half."""
    x = prompt.x / 2
    half = exp(x) + exp(-x)
    return at_most(absolute(exp(prompt.x) - exp(-prompt.x)) * factor(), half**4)


curvature.mutant("below one twentieth", factor=lambda: 20)
curvature.mutant("below one eleventh", factor=lambda: 11)
