r"""The proof of Lemma 4: the expansion and soft thresholding (its two numbered steps have files of their own).

The expansion has the sign of $X^\top Y$ wrong. $\|\mathcal S_\theta(x)\|\le\|x\|$, and the last line,
an identity, are right. ($\sigma_d=1$.)
"""

from __future__ import annotations

from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, at_most, equal
from lemmata.numbers import Array, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_4 import (
    Setting,
    data,
    gram,
    settings,
)


def pieces(s: Setting, prompt: Prompt, X: Array) -> tuple[Array, Array, Array]:
    """beta^(k) ``(batch, d)``, G_n and X^T Y of the n rows X."""
    beta = prompt.u * s.b_beta * 4
    XY = (gram(X) @ prompt.beta_star[..., None])[..., 0]
    return beta, gram(X), XY


def moved(s: Setting, prompt: Prompt, X: Array, sign: int) -> Array:
    """(I - gamma/i M^V G) beta +- gamma/i M^V X^T Y."""
    beta, G, XY = pieces(s, prompt, X)
    return beta - ((G @ beta[..., None])[..., 0] - XY * sign) * s.gamma * 2 / (2 * s.n + 1)


expansion = PAPER.claim(
    "Lemma 4", suffix="expansion", kind="forall", settings=settings(), prompts=data
)


@expansion.printed(
    r"$\beta-\frac\gamma iM^VX^\top(X\beta-Y)=(I-\frac\gamma iM^VX^\top X)\beta-\frac\gamma iM^VX^\top Y$.",
    expect="refuted",
    defect="typo",
    because="The last sign is a plus.",
    sign=-1,
)
@expansion.amended(
    r"$\beta-\frac\gamma iM^VX^\top(X\beta-Y)=(I-\frac\gamma iM^VX^\top X)\beta+\frac\gamma iM^VX^\top Y$.",
    sign=1,
)
def expands(s: Setting, prompt: Prompt, sign: int) -> Margin:
    """The step written out."""
    beta, X = prompt.u * s.b_beta * 4, prompt.X[:, : s.n]
    residual = X @ beta[..., None] - X @ prompt.beta_star[..., None]
    step = (X.mT @ residual)[..., 0] * s.gamma * 2 / (2 * s.n + 1)
    return equal(beta - step, moved(s, prompt, X, sign))


expansion.mutant("without Y", sign=0)
expansion.mutant("Y twice", sign=2)

shrinkage = PAPER.claim(
    "Lemma 4", suffix="shrinkage", kind="forall", settings=settings(), prompts=data
)


@shrinkage.printed(r"$\|\mathcal S_\theta(x)\|\le\|x\|$ for $\theta\ge0$.", share=1)
def shrinks(s: Setting, prompt: Prompt, share: int) -> Margin:
    """Soft thresholding does not increase the norm."""
    x = prompt.u * 2
    kept = soft_threshold(x, s.theta)
    return at_most(sum(kept * kept, -1) * share, sum(x * x, -1))


shrinkage.mutant("by a half", share=4)
shrinkage.mutant("by a root of two", share=2)
