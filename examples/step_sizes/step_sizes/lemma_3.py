r"""A step on a random coordinate lowers the value on average.

Lemma 3 of the note, of kind `expectation`: the mean over the d coordinates is computed, not drawn. It holds,
with equality where all curvatures are $L$.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Expectation, Margin, Prompt, at_most, lines
from lemmata.numbers import eye, mean
from step_sizes import PAPER
from step_sizes.lemma_1 import settings
from step_sizes.quadratics import Setting, curvatures, prompts, square, value

lemma = PAPER.claim("Lemma 3", kind=Expectation(), at=lines(18, 20), settings=settings, prompts=prompts)


@lemma.printed(
    r"$\mathbb E f(x-\eta g)\le f(x)-\eta\left(1-\frac{dL\eta}2\right)\|\nabla f(x)\|^2$ for $g=d\,h_ix_ie_i$, "
    r"every $x$ and every $\eta\ge0$.",
    spread=lambda s: s.d,
)
def descent_on_average(s: Setting, prompt: Prompt, spread: Callable[[Setting], int]) -> Margin:
    """A step on a random coordinate lowers the mean value by a share of the squared gradient."""
    h, eta = curvatures(s, prompt), 4 * s.step / s.L
    gradient = h * prompt.x
    g = s.d * gradient[:, None] * eye(s.d, h)  # (batch, i, d): by the coordinate chosen
    after = value(h[:, None], prompt.x[:, None] - eta * g)
    promised = eta * (1 - spread(s) * s.L * eta / 2) * square(gradient)
    return at_most(mean(after, -1), value(h, prompt.x) - promised)


lemma.mutant("as if all coordinates moved", spread=lambda s: 1)
