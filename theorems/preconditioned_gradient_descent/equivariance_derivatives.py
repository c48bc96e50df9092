r"""Derivatives of layers and of their products under $X_0\mapsto U_\Sigma X_0$: (30), (40), (45), (47), (50).

Notation as in the file of (29) and (39). $A_j$ or $B_j$ moves in a direction; what transforming the
covariates does to the derivative at $t=0$, transforming the direction does, too. (30) is without B; it prints
$R_j$ for $A_j+tR_j$ (claim ``equivariance-eq-30-product``), and is read here as (47) and (50) write it.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_equivariance import ON_A_PROMPT, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_maps import (
    Quantity,
    Transport,
    congruent,
    conjugate,
    layers,
    product,
    slopes,
    turned,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_model import Moving, model
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

eq_30 = PAPER.claim(
    "(30)", slug="equivariance-eq-30", settings=settings(only_A=True), **ON_A_PROMPT
)
eq_40 = PAPER.claim("(40)", slug="equivariance-eq-40", settings=settings(), **ON_A_PROMPT)
eq_45 = PAPER.claim("(45)", slug="equivariance-eq-45", settings=settings(), **ON_A_PROMPT)
eq_47 = PAPER.claim("(47)", slug="equivariance-eq-47", settings=settings(), **ON_A_PROMPT)
eq_50 = PAPER.claim("(50)", slug="equivariance-eq-50", settings=settings(), **ON_A_PROMPT)


@eq_30.printed(
    r"$\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)=U_\Sigma\frac d{dt}G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)$.",
    quantity=product,
    moving="A",
    transport=congruent,
)
@eq_40.printed(
    r"$U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,B_j+tS_j)=\frac d{dt}X_i(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)$ "
    r"at $t=0$, for all i.",
    quantity=layers,
    moving="B",
    transport=conjugate,
)
@eq_45.printed(
    r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,B_j+tS_j)=\frac d{dt}G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)$ "
    r"at $t=0$.",
    quantity=product,
    moving="B",
    transport=conjugate,
)
@eq_47.printed(
    r"$U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,A_j+tR_j)=\frac d{dt}X_i(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)$ "
    r"at $t=0$, for all i.",
    quantity=layers,
    moving="A",
    transport=congruent,
)
@eq_50.printed(
    r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)=\frac d{dt}G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)$.",
    quantity=product,
    moving="A",
    transport=congruent,
)
def direction_transformed_instead(
    s: Setting, prompt: Prompt, quantity: Quantity, moving: Moving, transport: Transport
) -> Margin:
    """Transforming the covariates has the effect of transforming the direction."""
    there = quantity(model(s, moving, prompt.C), turned(s, prompt))
    here = quantity(model(s, moving, transport(s, prompt.C)), prompt.X)
    return equal(slopes(there), s.U @ slopes(here))


for claim in (eq_30, eq_40, eq_45, eq_47, eq_50):
    claim.mutant("the direction itself", transport=lambda s, C: C)
for claim in (eq_40, eq_45):
    claim.mutant("U^T in place of the inverse", transport=congruent)
    claim.mutant("A and B outside of S", settings=settings(in_S=False))
for claim in (eq_30, eq_47, eq_50):
    claim.mutant("the inverse in place of U^T", transport=conjugate)
