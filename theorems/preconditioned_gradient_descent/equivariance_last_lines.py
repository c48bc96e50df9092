r"""(51), and the last lines of (45): the derivative of G in terms of $X_0$ itself.

They have a second M before $X_i^\top$, which is harmless ($M^2=M$), and $X_\ell(X_0,A_\ell)$ (or $B_\ell$) for
$X_\ell(X_0,A_j)$ in the products: another layer, from three layers on.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from lemmata.numbers import stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance_derivatives import eq_45, eq_50
from theorems.preconditioned_gradient_descent.equivariance_spade_heart import spade
from theorems.preconditioned_gradient_descent.instances_equivariance import ON_A_PROMPT, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_maps import (
    Transport,
    congruent,
    conjugate,
    turned,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_model import (
    Model,
    Moving,
    model,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

deep = settings(below=1)
eq_51 = PAPER.claim("(51)", slug="equivariance-eq-51", settings=deep, uses=[eq_50], **ON_A_PROMPT)
final = PAPER.claim(
    "(45), (ii)", slug="equivariance-eq-45-last", settings=deep, uses=[eq_45], **ON_A_PROMPT
)


LAST = (
    r"%s=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(%s)^\top A_\ell X_\ell(%s))"
    r"M(\dot X_i^\top A_iX_i+MX_i^\top A_i\dot X_i)"
    r"\prod_{\ell>i}(\dots)$ at $X_0$, with $\dot X_i$ along $%s$."
)
SPADE = r"$\spadesuit"
SLOPE = r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,B_j+tS_j)"
R = r"U_\Sigma^\top R_jU_\Sigma"
S = r"U_\Sigma^{-1}S_jU_\Sigma"


@eq_51.printed(
    LAST % (SPADE, "A_j", r"A_\ell", R),
    expect="refuted",
    defect="typo",
    because="A_l for A_j in the products: with three layers X_1 is another layer.",
    moving="A",
    transport=congruent,
    swapped=1,
)
@eq_51.amended(LAST % (SPADE, "A_j", "A_j", R), moving="A", transport=congruent, swapped=0)
@final.printed(
    LAST % (SLOPE, "B_j", r"B_\ell", S),
    expect="refuted",
    defect="typo",
    because="B_l for B_j in the products: with three layers X_1 is another layer.",
    moving="B",
    transport=conjugate,
    swapped=1,
)
@final.amended(LAST % (SLOPE, "B_j", "B_j", S), moving="B", transport=conjugate, swapped=0)
def last_line(
    s: Setting, prompt: Prompt, moving: Moving, transport: Transport, swapped: int
) -> Margin:
    """The derivative of G in terms of the covariates themselves."""
    there = model(s, moving, prompt.C)
    X_0, C = turned(s, prompt), transport(s, prompt.C)
    others = [Model(s, moving, None, k).covariates(prompt.X)[k].value for k in range(s.L)]
    here = spade(model(s, moving, C), prompt.X, prompt.X, others if swapped else None)
    own = spade(there, X_0, prompt.X)
    whole = own if moving == "A" else s.U_inverse @ there.G(X_0).slope
    return equal(stack([whole, own], 1), stack([here, here], 1))


for claim in (eq_51, final):
    claim.mutant("the direction itself", transport=lambda s, C: C)
    claim.mutant("twice the direction", transport=lambda s, C: congruent(s, C) * 2)
eq_51.mutant("the inverse in place of U^T", transport=conjugate)
final.mutant("U^T in place of the inverse", transport=congruent)
