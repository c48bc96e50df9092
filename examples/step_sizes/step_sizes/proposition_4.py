r"""From a random start the distance is small with high probability.

Proposition 4 of the note, of kind `probability`: the start follows its law, and the statement is made for
*every* choice of curvatures. The bound on $\|x_0\|^2$ is that of Laurent and Massart (2000).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from lemmata import Margin, Probability, Prompt, at_most, box, choices, every, gaussian, lines, space
from lemmata.numbers import Array, log, sqrt
from step_sizes import PAPER
from step_sizes.quadratics import DESCENTS, Descent, descended, square
from step_sizes.theorem_2 import theorem


@dataclass(frozen=True)
class Chance(Descent):
    """And the chance of failure."""

    delta: float


proposition = PAPER.claim(
    "Proposition 4",
    kind=Probability(failure=lambda s: s.delta),
    at=lines(22, 24),
    settings=replace(DESCENTS, holder=Chance, fields={**DESCENTS.fields, "delta": choices(1 / 2, 1 / 16)}),
    prompts=lambda s: space(x=gaussian(s.d), place=every(box(s.d, low=0, high=1))),
    uses=[theorem],
)


def excess(s: Chance) -> Array:
    """What the squared norm of a normal vector has above its mean, d."""
    t = log(1 / s.delta)
    return 2 * sqrt(s.d * t) + 2 * t


@proposition.printed(
    r"$\|x_k\|^2\le(1-\eta\mu)^{2k}(d+2\sqrt{d\log\frac1\delta}+2\log\frac1\delta)$ with probability at least "
    r"$1-\delta$, for $x_0\sim N(0,I)$ and $0<\eta\le\frac2{\mu+L}$.",
    more=excess,
)
def from_a_random_start(s: Chance, prompt: Prompt, more: Callable[[Chance], Array]) -> Margin:
    """From a normal start the squared distance is little above the dimension, with high probability."""
    eta = s.step * 2 / (s.mu + s.L)
    x = descended(s, prompt, eta)
    return at_most(square(x), (1 - eta * s.mu) ** (2 * s.k) * (s.d + more(s)))


proposition.mutant("the mean alone", more=lambda s: 0)
