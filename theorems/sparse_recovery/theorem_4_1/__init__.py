r"""The decoder transformer follows LISTA-VM at every layer and every prefix.

Theorem 4.1: with the structure of section 4.3 there are parameters such that for every layer $k$
and prefix length $n$ the estimate at token $2n+1$ obeys (4.4), the recursion with
$\frac{1}{2n+1}M^{(k)}X_{1:n}^\top(X_{1:n}\beta-y_{1:n})$. Read: for all sizes, all matrices $M^{(k)}$ and
thresholds $\theta^{(k)}\ge0$ there are weights that serve every prompt of Assumption 1.

The existence claim holds: with the last bias of (C.2) corrected the weights of appendix C.1 do it, at
even tokens nothing is needed, and the constant $B$ may depend on the bounds of Assumption 1 (we
take half of $\|M\|b_x^2$ times the radius reached so far as the growth of a layer). The printed weights
are a claim of their own (suffix ``construction``), which fails with (C.2).

The reference is the recursion, computed for each prefix from its own data.
"""

from __future__ import annotations

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import displays as soft_threshold_mlp
from theorems.sparse_recovery.mutants_theorem_4_1 import add_mutants
from theorems.sparse_recovery.theorem_4_1.setting import (
    OVER_THE_PAPERS_SIZES,
    RECURSION,
    Recursion,
    Setting,
    estimates,
    reference,
    transformer,
)

existence = PAPER.claim(
    "Theorem 4.1",
    uses=[soft_threshold_mlp],
    **OVER_THE_PAPERS_SIZES,
)


@existence.printed(
    r"With the structure of section 4.3, for all $M^{(k)}$ and $\theta^{(k)}\ge0$ there are parameters "
    rf"such that for any $k\in[1:K]$, $n\in[N]$: ${RECURSION}$.",
    construction=transformer("corrected"),
    recursion=reference,
)
def some_weights_follow_the_recursion(
    s: Setting, tf: Transformer, prompt: Prompt, recursion: Recursion
) -> Margin:
    """There are weights with which the decoder transformer runs LISTA-VM at every prefix."""
    y = (prompt.X @ prompt.beta_star[..., None])[..., 0]
    return equal(estimates(tf, prompt, y), recursion(prompt.X, y, s.M, s.theta))


add_mutants(existence)
