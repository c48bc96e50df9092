r"""What (119) is made of: the Taylor expansion before (117), and the bound on the second derivative.

Both hold; the second derivative is below one tenth already.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most, reals, space
from lemmata.numbers import absolute, as_array, exp
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_empty import Nothing
from theorems.universal_approximation.instances_layers_displays import linearised
from theorems.universal_approximation.logistic_linearisation import Setting, number, settings

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
    prompts=lambda s: space(x=reals(1)),
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
