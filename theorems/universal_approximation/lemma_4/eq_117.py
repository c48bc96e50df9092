"""The Taylor expansion of the logistic function, on which (117) rests, appendix A.4.3. It holds."""

from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, lines, reals, scales, space
from lemmata.numbers import absolute
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.layers import linearised


@dataclass(frozen=True)
class Setting:
    tau: float


settings = space(Setting, tau=scales(-2, 8))


def number(s: Setting) -> Space:
    return space(x=reals(1))


taylor = PAPER.claim(
    "before (117)",
    id="lemma-4/eq-117",
    rank="step",
    summary="The logistic function is its value and slope 1/4 at 0, up to a square",
    origin="read",
    at=lines(1039, 1041),
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
    """The distance of the logistic function from its linear part."""
    u = prompt.x / s.tau
    error = absolute(linearised(u, 1) / 4 - u / slope)
    return at_most(error, u * u / constant)


taylor.mutant("slope 1/3 for 1/4", slope=3)
taylor.mutant("slope 1/5 for 1/4", slope=5)
taylor.mutant("the constant 1/32 for 1/4", constant=32)
