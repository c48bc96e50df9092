r"""With isotropic covariates some diagonal pair is as good as any: two-layer networks.

Theorem 3 ($L=2$ layers, $x\sim N(0,I)$, $w_\star\sim N(0,I)$, parameters (9)): diagonal $A_0,A_1$ minimise the
in-context loss. A minimiser exists, since the loss grows without bound on symmetric pairs (its part
of highest degree, $GA_0GA_1$, vanishes for no symmetric $A_0,A_1\ne0$); what the proof shows is the
deterministic inequality checked here: for any symmetric $A_0=UD_0U^\top$ and $A_1$,
$f(D_0,\operatorname{diag}(U^\top A_1U))\le f(A_0,A_1)$. The loss is exact, in rational arithmetic. Suffixes:
the steps of the proof (the theorem's set $\{Q_i\}_{i=1,2}$ of $A_0,A_1$ is a shift of index).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata import Margin, Prompt, at_most, equal
from lemmata.numbers import Array, diag_embed, zeros
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_theorem_3 import (
    Setting,
    diagonal,
    losses,
    prompts,
    rotated,
    settings,
)

Change = Callable[[Setting, Array], Array]
SPACES: dict[str, Any] = {"kind": "expectation", "settings": settings(), "prompts": prompts}
rotation = PAPER.claim("Theorem 3, rotation", slug="theorem-3-rotation", **SPACES)
signs = PAPER.claim("Theorem 3, signs", slug="theorem-3-signs", **SPACES)
convex = PAPER.claim("Theorem 3, convexity", slug="theorem-3-convexity", **SPACES)
jensen = PAPER.claim("Theorem 3, Jensen", slug="theorem-3-jensen", uses=[signs, convex], **SPACES)
theorem = PAPER.claim("Theorem 3", uses=[rotation, jensen], **SPACES)


@rotation.printed(r"$f(UD_0U^\top,A_1)=f(D_0,U^\top A_1U)$.", change=rotated)
def law_is_invariant(s: Setting, prompt: Prompt, change: Change) -> Margin:
    """Rotating both matrices does not change the loss."""
    A_1 = prompt.A_1[:, 0]
    return equal(*losses(s, (s.A_0, A_1), (diag_embed(s.D_0), change(s, A_1))))


@signs.printed(
    r"$f(D_0,A_1)=f(SD_0S,SA_1S)=f(D_0,SA_1S)$ for diagonal $S$ with diagonal elements $1$ or $-1$.",
    scale=lambda s, S: S,
    first=lambda s, S: s.D_0,
)
def signs_do_not_matter(s: Setting, prompt: Prompt, scale: Change, first: Change) -> Margin:
    """Flipping signs of coordinates does not change the loss."""
    A_1, S = prompt.A_1[:, 0], diag_embed(scale(s, prompt.S))
    flipped = diag_embed(first(s, prompt.S)), S @ A_1 @ S
    return equal(*losses(s, (diag_embed(s.D_0), A_1), flipped))


@convex.printed(r"$f$ is convex in $A_1$.", first=lambda s, A: A * 0 + diag_embed(s.D_0), twice=2)
def middle_is_below_the_mean(s: Setting, prompt: Prompt, first: Change, twice: int) -> Margin:
    """The loss in the middle of two matrices is at most the mean of the two losses."""
    P, Q = prompt.A_1[:, 0], prompt.other[:, 0]
    A, B = first(s, P), first(s, Q)
    middle, *ends = losses(s, ((A + B) / 2, (P + Q) / 2), (A, P), (B, Q))
    return at_most(middle * twice, ends[0] + ends[1])


@jensen.printed(r"$f(D_0,A_1)\ge f(D_0,\operatorname{diag}(A_1))$.", kept=lambda s, A: diagonal(A))
def diagonal_is_better(s: Setting, prompt: Prompt, kept: Change) -> Margin:
    """With a diagonal first matrix the diagonal part of the second is at least as good."""
    A_1, D_0 = prompt.A_1[:, 0], diag_embed(s.D_0)
    return at_most(*losses(s, (D_0, kept(s, A_1)), (D_0, A_1)))


@theorem.printed(
    r"Diagonal matrices are global minimisers of $f$: for all symmetric $A_0=UD_0U^\top$ and $A_1$, "
    r"$f(D_0,\operatorname{diag}(U^\top A_1U))\le f(A_0,A_1)$.",
    kept=lambda s, A: diagonal(rotated(s, A)),
)
def some_diagonal_pair_is_as_good(s: Setting, prompt: Prompt, kept: Change) -> Margin:
    """No competitor is below every diagonal pair."""
    A_1 = prompt.A_1[:, 0]
    return at_most(*losses(s, (diag_embed(s.D_0), kept(s, A_1)), (s.A_0, A_1)))


rotation.mutant("the other way round", change=lambda s, A: s.U @ A @ s.U.mT)
signs.mutant("not only signs", scale=lambda s, S: S * 2)
signs.mutant("on one side of the first matrix", first=lambda s, S: s.D_0 * S)
convex.mutant("convex in both", first=lambda s, A: -A)
convex.mutant("below two thirds of the mean", twice=3)
jensen.mutant("all of it removed", kept=lambda s, A: zeros(tuple(A.shape), A))
jensen.mutant("half the diagonal", kept=lambda s, A: diagonal(A) / 2)
theorem.mutant("the diagonal before rotating", kept=lambda s, A: diagonal(A))
theorem.mutant("twice the diagonal", kept=lambda s, A: diagonal(rotated(s, A)) * 2)
rotation.mutant("anisotropic covariates", settings=settings(isotropic=False))
