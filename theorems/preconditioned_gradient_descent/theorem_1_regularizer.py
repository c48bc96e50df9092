r"""What the text reads off from (8) for few samples: $\frac1n\sum_k\lambda_k$ is a regulariser.

Sentence 2 after Theorem 1: "It becomes more significant when n is small and variance is high".
``regularizer``: the term itself does. ``regularizer-share``: as a share of the denominator of (8) it grows
when n falls, but a common factor of all variances cancels: no increase at all that one might demand.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_least
from lemmata.numbers import Array, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_spectra import ON_SPECTRA, Setting, diagonal
from theorems.preconditioned_gradient_descent.theorem_1 import minimum

regularizer = PAPER.claim(
    "after Theorem 1, regularizer", slug="theorem-1-regularizer", uses=[minimum], **ON_SPECTRA
)
share = PAPER.claim(
    "after Theorem 1, regularizer share",
    slug="theorem-1-regularizer-share",
    uses=[minimum],
    **ON_SPECTRA,
)


def term(lam: Array, n: int) -> Array:
    return sum(lam, -1)[:, None] / n


@regularizer.printed(
    r"$\frac1n\sum_k\lambda_k$ becomes more significant when n is small and the variance is high: it is "
    r"larger at n, and for $c\Sigma$ with $c\ge\frac54$, than for $\Sigma$ at n + 1, by $1/(4(n+1))$ of it.",
    measure=term,
)
def larger_term(s: Setting, prompt: Prompt, measure: Callable[[Array, int], Array]) -> Margin:
    """The regularising term grows as samples get fewer and as the variance grows."""
    lam, high = prompt.lam, prompt.lam * prompt.factor[:, None]
    low = measure(lam, s.n + 1)
    fewer, louder = measure(lam, s.n), measure(high, s.n + 1)  # c is at least 5/4
    return at_least(stack([fewer, louder], 1), stack([low, low], 1) * (4 * s.n + 5) / (4 * s.n + 4))


@share.printed(
    r"The share of $\frac1n\sum_k\lambda_k$ in the denominators of (8) is larger for $c\Sigma$ with $c>1$ "
    r"than for $\Sigma$, by some $\delta>0$.",
    expect="refuted",
    defect="statement",
    because="The share is sum_k lambda_k / ((n+1) lambda_i + sum_k lambda_k): a factor c cancels.",
    gain=lambda s: s.increase,
    more=0,
)
@share.amended(
    r"The share of $\frac1n\sum_k\lambda_k$ in the denominators of (8) is larger at n than at n + 1, "
    r"with or without a factor c of $\Sigma$.",
    gain=lambda s: 0,
    more=1,
)
def larger_share(s: Setting, prompt: Prompt, gain: Callable[[Setting], Array], more: int) -> Margin:
    """The regulariser's share of the denominator grows with the variance."""
    lam, high, n = prompt.lam, prompt.lam * prompt.factor[:, None], s.n + more
    before, after = -diagonal(lam, n) * term(lam, n), -diagonal(high, s.n) * term(high, s.n)
    return at_least(after - before, before * 0 + gain(s))


regularizer.mutant("the mean variance", measure=lambda lam, n: term(lam, lam.shape[-1]))
regularizer.mutant("its share", measure=lambda lam, n: -diagonal(lam, n) * term(lam, n))
share.mutant("by a 64th of the whole", gain=lambda s: 0.015625)
share.mutant("by a tenth of the whole", gain=lambda s: 0.125)
