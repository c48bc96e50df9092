r"""The proof of Lemma 4, step by step.

The expansion has the sign of $X^\top Y$ wrong. Step (i) loses the factor 2 of $M^V=\frac2{\sigma_d^2}I$ in
front of $\|X^\top Y\|$ (at $\beta=0$ the two sides are twice and once the same number), and it needs a
step that does not overshoot. Step (ii) has a file of its own. The first line,
$\|\mathcal S_\theta(x)\|\le\|x\|$, and the last, an identity, are right. ($\sigma_d=1$; d is 1 or 2.)
"""

from __future__ import annotations

from baselines.proximal import soft_threshold
from lemmata.arrays import Array, norm, sum
from lemmata.margins import Margin, at_most, equal
from lemmata.spaces import Prompt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_lemma_4 import Setting, data, extremes, gram, settings


def pieces(s: Setting, prompt: Prompt) -> tuple[Array, Array, Array]:
    """beta^(k) ``(batch, d)``, G_n and X^T Y of the prefix."""
    X = prompt.X[:, : s.n]
    beta = prompt.u * s.b_beta * 4
    XY = (gram(X) @ prompt.beta_star[..., None])[..., 0]
    return beta, gram(X), XY


def moved(s: Setting, prompt: Prompt, sign: int) -> Array:
    """(I - gamma/i M^V G) beta +- gamma/i M^V X^T Y."""
    beta, G, XY = pieces(s, prompt)
    return beta - ((G @ beta[..., None])[..., 0] - XY * sign) * s.gamma * 2 / (2 * s.n + 1)


expansion = PAPER.claim(
    "Lemma 4", suffix="expansion", kind="forall", settings=settings, prompts=data
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
    return equal(beta - step, moved(s, prompt, sign))


expansion.mutant("without Y", sign=0)
expansion.mutant("Y twice", sign=2)

shrinkage = PAPER.claim(
    "Lemma 4", suffix="shrinkage", kind="forall", settings=settings, prompts=data
)


@shrinkage.printed(r"$\|\mathcal S_\theta(x)\|\le\|x\|$ for $\theta\ge0$.", share=1)
def shrinks(s: Setting, prompt: Prompt, share: int) -> Margin:
    """Soft thresholding does not increase the norm."""
    x = prompt.u * 2
    kept = soft_threshold(x, s.theta)
    return at_most(sum(kept * kept, -1) * share, sum(x * x, -1))


shrinkage.mutant("by a half", share=4)
shrinkage.mutant("by a root of two", share=2)

first = PAPER.claim("Lemma 4", suffix="step-i", kind="forall", settings=settings, prompts=data)


@first.printed(
    r"(i) $\|(I-\frac\gamma iM^VG_n)\beta+\frac\gamma iM^VX^\top Y\|\le(1-\frac\gamma{i\sigma_d^2}\sigma_{\min}"
    r"(G_n))\|\beta\|+\frac\gamma{i\sigma_d^2}\|X^\top Y\|$ by $M^V=\frac2{\sigma_d^2}I$.",
    expect="refuted",
    defect="proof-step",
    because="The factor 2 of M^V is lost in the last term, and a long step makes I - G expand.",
    double=1,
    cap=0,
)
@first.amended(
    r"(i) with $2\gamma$ for $\gamma$ on the right, if $\frac{2\gamma}i\lambda_{\max}(G_n)\le1$.",
    double=2,
    cap=1,
)
def triangle(s: Setting, prompt: Prompt, double: int, cap: int) -> Margin:
    """The norm after the step, before thresholding."""
    beta, G, XY = pieces(s, prompt)
    low, high = extremes(G)
    share = s.gamma * double / (2 * s.n + 1)
    bound = (low * share * -1 + 1) * norm(beta) + norm(XY) * share
    margin = at_most(norm(moved(s, prompt, 1)), bound)
    return margin.given(high * s.gamma * -2 / (2 * s.n + 1) + cap) if cap else margin


first.mutant("four times", double=4)
first.mutant("a long step", cap=3)
