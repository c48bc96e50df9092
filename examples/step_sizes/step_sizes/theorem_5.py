r"""Without a smallest curvature the values fall like 1/k.

Theorem 5 of the note, of kind `rate`: the constant is open, and the exponent is measured on a ladder of steps.
After k steps the worst curvature is $h=L/(2k+1)$, where $h(1-h/L)^{2k}$ is largest. (L scales out: it is 1.)
"""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Margin, Prompt, Rate, at_most, dims, gaussian, lines, space
from step_sizes import PAPER
from step_sizes.quadratics import square, value


@dataclass(frozen=True)
class Steps:
    """k steps of gradient descent."""

    k: int


theorem = PAPER.claim(
    "Theorem 5",
    kind=Rate(ladder=[Steps(2**j) for j in range(4, 10)], size=lambda s: s.k),
    at=lines(26, 26),
    settings=space(Steps, k=dims(16, 512)),
    prompts=lambda s: space(x=gaussian(1)),
)


@theorem.printed(r"$f(x_k)\lesssim\frac{L\|x_0\|^2}k$ for steps of length $\frac1L$.", power=1)
def values_fall(s: Steps, prompt: Prompt, power: int) -> Margin:
    """Without a smallest curvature the values of gradient descent fall like 1 / k."""
    x, h = prompt.x, 1 / (2 * s.k + 1)
    for _ in range(s.k):
        x = x - h * x
    return at_most(value(h, x), square(prompt.x) / s.k**power)


theorem.mutant("like 1 / k^2", power=2)
