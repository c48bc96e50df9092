r"""The tail bounds that the proof of Lemma 3 starts from, what it is quoted for, and Assumption 1.

The proof divides $X_{j,i}^2$ by $\sigma_i$, which leaves a mean of $\sigma_i$, not 1 (and products by
$\sigma_d$). Its bound on two sides, $\mathbb P\{|\frac1N\sum_kx_{ki}x_{kj}|\le s\}\ge1-e^{-Ncs^2}$, holds
for no c at all $0<s\le1$: a single Rademacher product is never below 1/2. After the proof of
Proposition 2 the lemma is quoted for $1-2\delta$, while it says $1-3\delta$. Section 6 draws Gaussian
rows, which no $b_x$ bounds.
"""

from __future__ import annotations

from baselines.concentration import gamma_tail, sign_sum_tail
from lemmata import Domain, Margin, Prompt, Space, at_most, box, dims, dyadics, space
from lemmata.numbers import exp
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_3 import (
    Number,
    Sizes,
    at,
    sizes,
)


def deviations(ratio: Domain | None = None) -> Space:
    """``ratio`` is the standard deviation of a column."""
    return sizes(N=dims(1, 27), d=dims(1, 1, most=1), ratio=ratio)


spread = dyadics(0.125, 4)
depths = space(delta=box(low=0.125, high=1.0))  # the deviation s
squares = PAPER.claim(
    "Lemma 3",
    suffix="tail-diagonal",
    kind="forall",
    settings=deviations(ratio=spread),
    prompts=depths,
)


@squares.printed(
    r"There is a c with $\mathbb P\{\frac1N\sum_j\frac1{\sigma_i}X_{j,i}^2\ge1-s\}\ge1-\exp(-Nc\min\{s^2,s\})"
    r"$ for $0<s\le1$ (Gaussian rows, even N).",
    expect="refuted",
    defect="typo",
    because="The mean is sigma_i, not 1: for sigma_i < 1 - s and large N the probability vanishes, for "
    "every c. It should be sigma_i^2.",
    limit=lambda s: (1 - s.delta) / s.ratio,
    constant=lambda s: s.c,
)
@squares.amended(
    r"$\mathbb P\{\frac1N\sum_j\frac1{\sigma_i^2}X_{j,i}^2\ge1-s\}\ge1-\exp(-\frac14N\min\{s^2,s\})$ for "
    r"$0<s\le1$ (Gaussian rows, even N).",
    because="Laurent and Massart; the probability is the exact chi-square one.",
    limit=lambda s: 1 - s.delta,
    constant=lambda s: s.c / s.c / 4,
)
def squares_concentrate(s: Sizes, prompt: Prompt, limit: Number, constant: Number) -> Margin:
    """The mean square of a column is not much below its expectation (2N rows)."""
    q = at(s, prompt)
    below = gamma_tail(s.N, limit(q) * s.N) * -1 + 1
    return at_most(below, exp(constant(q) * q.delta * q.delta * -2 * s.N))


squares.mutant("c = 1", constant=lambda s: s.c / s.c)
squares.mutant("divided by sigma_i", limit=lambda s: (1 - s.delta) / s.ratio)

products = PAPER.claim(
    "Lemma 3", suffix="tail-off-diagonal", kind="forall", settings=deviations(), prompts=depths
)


@products.printed(
    r"There is a c with $\mathbb P\{|\frac1N\sum_kx_{ki}x_{kj}|\le s\}\ge1-\exp(-Ncs^2)$, read for all "
    r"$0<s\le1$ (Rademacher rows).",
    expect="refuted",
    defect="constant",
    because="At N = 1 the left side is 0 for s < 1, for every c. Two sides need the factor 2. (By the "
    "letter, 'there exist c and s', s = 1 will do, but the proof sets s as it needs.)",
    sides=1,
    constant=lambda s: s.c,
)
@products.amended(
    r"$\mathbb P\{|\frac1N\sum_kx_{ki}x_{kj}|\le s\}\ge1-2\exp(-\frac12Ns^2)$ (Rademacher rows).",
    because="Hoeffding; the probability is the exact binomial one.",
    sides=2,
    constant=lambda s: s.c / s.c / 2,
)
def products_concentrate(s: Sizes, prompt: Prompt, sides: int, constant: Number) -> Margin:
    """The mean product of two columns is small."""
    q = at(s, prompt)
    beyond = sign_sum_tail(s.N, q.delta * q.delta * s.N**2)
    return at_most(beyond, exp(constant(q) * q.delta * q.delta * -s.N) * sides)


products.mutant("c = 1", constant=lambda s: s.c / s.c)
products.mutant("one side", sides=1)
