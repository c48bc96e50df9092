r"""A.1: the last column of $Z_1$ after one layer, in two forms.

On the literal prompts of which the expectations of (6) and (15) are sums.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_one_layer import (
    ON_PROMPTS,
    Setting,
    on_the_network,
    population,
)

token = on_the_network(PAPER.claim("before (15)", slug="loss-one-layer-last-token", **ON_PROMPTS))


@token.printed(
    r"The last column of $Z_1$ is $z^{(n+1)}+\frac1n\sum_{i=1}^nPz^{(i)}(z^{(i)\top}Qz^{(n+1)})"
    r"=\binom{x^{(n+1)}}0+\frac1nP\sum_iz^{(i)}z^{(i)\top}Q\binom{x^{(n+1)}}0$.",
    kept=lambda s: s.n,
)
def last_column(
    s: Setting, tf: Transformer, prompt: Prompt, kept: Callable[[Setting], int]
) -> Margin:
    """The last token after one layer."""
    Z = population(s, prompt.root).Z
    z, last = Z[..., : kept(s)], Z[..., -1:]
    first = last + sum((s.P @ z) * (z.mT @ s.Q @ last).mT, -1)[..., None] / s.n
    second = last + s.P @ (z @ z.mT) @ s.Q @ last / s.n
    found = tf(Z)[..., -1:]
    pairs = stack([found, found], 1), stack([first, second], 1)
    return equal(*(side.reshape(len(prompt), -1) for side in pairs))


token.mutant("the query's token, too", kept=lambda s: s.n + 1)
token.mutant("a sample less", kept=lambda s: max(s.n - 1, 1))
