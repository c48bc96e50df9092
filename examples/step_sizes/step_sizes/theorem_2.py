r"""Gradient descent contracts by 1 - eta mu, for step sizes that are not too long.

Theorem 2 of the note, for $f(x)=\frac12\sum_ih_ix_i^2$ with $0<\mu\le h_i\le L$. As printed, with
$\eta\le2/L$, it is false (we made it so): directions of large curvature are then multiplied by
$1-\eta L$, which is $-1$ at $\eta=2/L$. The factor $1-\eta\mu$ is the larger one in absolute value
exactly if $\eta\le2/(\mu+L)$, which is the classical hypothesis.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array
from step_sizes import PAPER
from step_sizes.lemma_1 import lemma
from step_sizes.quadratics import DESCENTS, Descent, descended, prompts, square

Of = Callable[[Descent], Array]
theorem = PAPER.claim(
    "Theorem 2", rank="headline", at=lines(12, 14), settings=DESCENTS, prompts=prompts, uses=[lemma]
)


@theorem.printed(
    r"$\|x_k\|^2\le(1-\eta\mu)^{2k}\|x_0\|^2$ for every $0<\eta\le\frac2L$, $x_0$ and $k\ge0$.",
    defect="statement",
    because="Beyond 2 / (mu + L) the direction of the largest curvature contracts more slowly than that "
    "of the smallest; at 2 / L it does not contract at all.",
    longest=lambda s: 2 / s.L,
    curvature=lambda s: s.mu,
    power=lambda s: 2 * s.k,
)
@theorem.amended(
    r"$\|x_k\|^2\le(1-\eta\mu)^{2k}\|x_0\|^2$ for every $0<\eta\le\frac2{\mu+L}$, $x_0$ and $k\ge0$.",
    because="The classical hypothesis.",
    adds="step sizes up to 2 / (mu + L)",
    longest=lambda s: 2 / (s.mu + s.L),
    curvature=lambda s: s.mu,
    power=lambda s: 2 * s.k,
)
def contraction(
    s: Descent, prompt: Prompt, longest: Of, curvature: Of, power: Callable[[Descent], int]
) -> Margin:
    """Gradient descent contracts by a factor of 1 - eta mu in each step."""
    eta = s.step * longest(s)
    x = descended(s, prompt, eta)
    return at_most(square(x), (1 - eta * curvature(s)) ** power(s) * square(prompt.x))


theorem.mutant("a factor more", power=lambda s: 2 * s.k + 1)
theorem.mutant("the largest curvature", curvature=lambda s: s.L)
theorem.mutant("a tenth farther", longest=lambda s: 11 * 2 / (10 * (s.mu + s.L)))
