r"""Chains in the proof of Theorem 5 that are printed with slips: (42), and its twin after (48).

Both are about layer j + 1. The middle expressions lack their last factor (after (48) also $A_j$ stands for
$R_j$), and the last ones have a factor $X_j$ inside the direction and $U_\Sigma X_0$ for $X_0$. The shapes
agree only for $d=n+1$, and there the equations fail.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, Space, equal
from lemmata.numbers import stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance_derivatives import eq_40, eq_47
from theorems.preconditioned_gradient_descent.instances_equivariance import ON_A_PROMPT, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_maps import (
    Transport,
    congruent,
    conjugate,
    turned,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_model import (
    Moving,
    mask,
    model,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting


def square(base: Space) -> Space:
    """Where the printed shapes agree."""
    return Space(base.holder, base.fields, where=lambda s: s.d == s.n + 1)


eq_42 = PAPER.claim(
    "(42)", slug="equivariance-eq-42", settings=settings(), uses=[eq_40], **ON_A_PROMPT
)
after_48 = PAPER.claim(
    "after (48)", slug="equivariance-after-eq-48", settings=settings(), uses=[eq_47], **ON_A_PROMPT
)
SHAPES = "A factor X_j is missing, and one is too many; the shapes agree for d = n + 1 only."


@eq_42.printed(
    r"$U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma X_0,B_j+tS_j)=U_\Sigma^{-1}S_jU_\Sigma X_j(X_0)M"
    r"X_j(U_\Sigma X_0)^\top A_j=\frac d{dt}X_{j+1}(U_\Sigma X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma X_j)$.",
    expect="refuted",
    defect="typo",
    because=SHAPES,
    settings=square(settings(d=(2, 3))),
    moving="B",
    transport=conjugate,
    repaired=0,
)
@eq_42.amended(
    r"$U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma X_0,B_j+tS_j)=U_\Sigma^{-1}S_jU_\Sigma X_j(X_0)M"
    r"X_j(U_\Sigma X_0)^\top A_jX_j(U_\Sigma X_0)=\frac d{dt}X_{j+1}(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)$.",
    moving="B",
    transport=conjugate,
    repaired=1,
)
@after_48.printed(
    r"$U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma X_0,A_j+tR_j)=U_\Sigma^{-1}B_jU_\Sigma X_j(X_0)M"
    r"X_j(U_\Sigma X_0)^\top A_j=\frac d{dt}X_{j+1}(U_\Sigma X_0,A_j+tU_\Sigma^\top R_jU_\Sigma X_j)$.",
    expect="refuted",
    defect="typo",
    because=SHAPES + " A_j stands for R_j.",
    settings=square(settings(d=(2, 3))),
    moving="A",
    transport=congruent,
    repaired=0,
)
@after_48.amended(
    r"$U_\Sigma^{-1}\frac d{dt}X_{j+1}(U_\Sigma X_0,A_j+tR_j)=U_\Sigma^{-1}B_jU_\Sigma X_j(X_0)M"
    r"X_j(U_\Sigma X_0)^\top R_jX_j(U_\Sigma X_0)=\frac d{dt}X_{j+1}(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)$.",
    moving="A",
    transport=congruent,
    repaired=1,
)
def layer_above(
    s: Setting, prompt: Prompt, moving: Moving, transport: Transport, repaired: int
) -> Margin:
    """The derivative of the first layer that moves."""
    U_X, M, j = turned(s, prompt), mask(s, prompt.X), s.j
    there = model(s, moving, prompt.C).covariates(U_X)
    here = model(s).covariates(prompt.X)[j].value
    left, right = (prompt.C, s.A[j]) if moving == "B" else (s.B[j], s.A[j])
    if repaired and moving == "A":
        right = prompt.C
    middle = s.U_inverse @ left @ s.U @ here @ M @ there[j].value.mT @ right
    C = transport(s, prompt.C)
    if repaired:
        middle, moved = middle @ there[j].value, model(s, moving, C).covariates(prompt.X)
    else:
        moved = model(s, moving, C @ here).covariates(U_X)
    found = s.U_inverse @ there[j + 1].slope
    return equal(stack([found] * 2, 1), stack([middle, moved[j + 1].slope + found * 0], 1))


for claim in (eq_42, after_48):
    claim.mutant("the direction itself", transport=lambda s, C: C)
eq_42.mutant("U^T in place of the inverse", transport=congruent)
after_48.mutant("the inverse in place of U^T", transport=conjugate)
