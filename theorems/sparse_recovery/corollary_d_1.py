r"""Corollary D.1: knowing a set that holds the support replaces d by its size.

Zeroing all rows of $M$ outside of $\mathbb S$ (the paper's $I^{\mathbb S}M$) keeps every estimate in
$\mathbb S$, and the columns outside play no part. With $\gamma$ as the step the printed rate fails for
$\gamma>1$ and every c, as Theorem 5.1 does ($N_0^P$ stands for $N_0^{\mathbb S}$, $[\cdot]_{2N+1}$ for
$[\cdot]_{2n+1}$). It speaks of $\beta^{(K)}$ "$=[H^{(K+1)}]$": by the paper's own notation $\beta^{(K)}$ is
the input of layer K, and at K = 1 it is zero, so that no network meets a bound below $\|\beta^*\|$
(`-index`). Amended like Theorem 5.1, with d replaced: $\gamma\le1$, explicit constants for Rademacher
rows, one network for all $n\ge N_0$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from baselines.proximal import lista_vm_from_all
from lemmata.arrays import (
    Array,
    as_array,
    concatenate,
    constant,
    log,
    norm,
    sqrt,
    zeros,
)
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt, Space, dims, signs, space, sparse
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery import instances_theorem_5_1 as known
from theorems.sparse_recovery.theorem_5_1 import convergence


@dataclass(frozen=True)
class Setting(known.Setting):
    """As for Theorem 5.1, d being the size of the known set; ``spare`` columns lie outside."""

    spare: int = 0

    @property
    def rate(self) -> Array:
        """exp(-alpha_n) of (D.15)."""
        x = sqrt(log(self.d / self.delta) / (self.n * self.c)) * (2 * self.S - 1)
        y = sqrt(log(self.S / self.delta) / (self.n * self.c))
        return (x + y) * self.gamma + 1 - self.gamma * 2 / 3


def settings(base: Space) -> Space:
    """The sizes of Theorem 5.1 with columns outside of the known set."""
    return replace(base, holder=Setting, fields={**base.fields, "spare": dims(0, 3)})


def prompts(s: Setting) -> Space:
    """Rademacher rows over all columns; S-sparse vectors on the first d of them."""
    return space(X=signs(s.n, s.d + s.spare), beta_star=sparse(s.d, s.S, 1.0))


Rate = Callable[[Setting], Array]
corollary = PAPER.claim(
    "Corollary D.1", kind="probability", settings=settings(known.as_printed), prompts=prompts,
    failure=lambda s: s.delta, uses=[convergence],
    examples=[
        Setting(1, 1, 1, 0.5, 1.25, 1.0, 8, 8, 1), Setting(2, 1, 2, 0.125, 1.0, 1.0, 60, 64, 98),
    ],
)  # fmt: skip
corollary.construction(known.network)


@corollary.printed(
    r"With the network of the proof and $\gamma\le\frac32$: if $n\ge N_0^{\mathbb S}$, with probability at "
    r"least $1-\delta$, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_n^{\mathbb S}K}$, (D.15).",
    expect="refuted",
    defect="statement",
    because="A step above 1 overshoots, as in Theorem 5.1, for every c.",
    rate=lambda s: s.rate,
    inside=True,
)
@corollary.amended(
    r"For Rademacher rows and $\gamma\le1$, with $\mu$ and q of the amended Theorem 5.1 for $|\mathbb S|$ in "
    r"place of d, one network serves every $n\ge N_0$: with probability at least $1-\delta$, "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta q^K$.",
    settings=settings(known.explicit()),
    rate=lambda s: s.q,
    inside=True,
)
def restricted(s: Setting, tf: known.Weights, prompt: Prompt, rate: Rate, inside: bool) -> Margin:
    """Columns that cannot be in the support do no harm."""
    M, theta = known.dense(replace(s, d=s.d + s.spare), tf, prompt.X)
    if inside:
        M = M * constant([1.0] * s.d + [0.0] * s.spare, M)[:, None]
    beta = concatenate([prompt.beta_star, zeros((len(prompt), s.spare), prompt.X)], -1)
    y = (prompt.X @ beta[..., None])[..., 0]
    error = norm(lista_vm_from_all(prompt.X, y, M, theta)[-1] - beta)
    return at_most(error, error * 0 + as_array(rate(s) ** s.K, like=error))


corollary.mutant("all columns take part", inside=False)
corollary.mutant("the square of the rate", rate=lambda s: s.q * s.q)
corollary.mutant("steps up to 3/2", settings=settings(known.explicit(1.5)))
