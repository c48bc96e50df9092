r"""Is the probability p of Theorem E.1 the same for all tokens "due to the symmetry of the distribution"? No.

$p=\mathbb P\{x_n^\top\beta_j\ge B'\}$. The estimates at different tokens are made from different numbers of
examples. At $d=S=1$, rows $\pm1$, $\beta^*=1$, the estimate at token 2m+1 is
$t_m=1-\left(1-\frac{2m}{2m+1}\gamma\right)^K$ for every X: $p$ is 0 for the first one, $t_0=0$, and $\frac12$
for those with $t_m\ge B'$. Among the latter it is the same.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, maximum, sign
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_linear_readout import (
    Setting,
    anywhere,
    data,
    inner_products,
)

symmetry = PAPER.claim(
    "Theorem E.1, p",
    slug="theorem-5.2-linear-symmetry",
    kind="forall",
    settings=anywhere,
    prompts=data,
)
Probabilities = Callable[[Setting, Array], Array]


def above(s: Setting, one: Array, least: float = 0) -> Array:
    """P{x beta_j >= B'} for the tokens 1, 3, ..., 2n - 1, ``(batch, n)``; B' a share of the last t."""
    t = inner_products(s, one)
    B = t[:, -1] * (least or s.threshold)
    return (maximum(sign(B[:, None] - t), 0) * -1 + 1) / 2


@symmetry.printed(
    r"$p=\mathbb P\{x_n^\top\beta_j^{(K+1)}\ge B'\}$ is the same for all (odd) tokens j, $B'>0$.",
    expect="refuted",
    defect="proof-step",
    because="Estimates at later tokens see more examples: p = 0 for the first token, 1/2 for the last.",
    probabilities=above,
)
@symmetry.amended(
    r"For $B'\le\frac1{16}t_{n-1}$ it is the same for the last two tokens.",
    probabilities=lambda s, one: above(s, one, least=1 / 16)[:, -2:],
)
def same_for_all(s: Setting, prompt: Prompt, probabilities: Probabilities) -> Margin:
    """One probability serves all tokens."""
    p = probabilities(s, prompt.delta / prompt.delta)
    return equal(p, p * 0 + p[:, -1:])


symmetry.mutant(
    "the first and the last", probabilities=lambda s, one: above(s, one, 1 / 16)[:, :: s.n - 1]
)
symmetry.mutant("all tokens, a low B'", probabilities=lambda s, one: above(s, one, 1 / 16))
