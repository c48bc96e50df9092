r"""(30), its first line: the derivative of G as a product, and what moves in it.

Printed is $\frac d{dt}G(U_\Sigma X_0,R_j)$, where nothing depends on t, so that the derivative is zero; the
product on the right is that of $\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)$ at $t=0$. (Its two outer sides, read
with $A_j+tR_j$, are claim ``equivariance-eq-30``.)
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from lemmata.numbers import eye
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance_derivatives import eq_30
from theorems.preconditioned_gradient_descent.instances_equivariance import prompts, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_maps import (
    Transport,
    congruent,
    conjugate,
    turned,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_model import mask, model
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

claim = PAPER.claim(
    "(30), first line",
    slug="equivariance-eq-30-product",
    kind="forall",
    settings=settings(only_A=True),
    prompts=prompts,
    uses=[eq_30],
)
PRODUCT = (
    r"=U_\Sigma X_0\left(\prod_{i<j}(I+MX_0^\top A_iX_0)\right)MX_0^\top U_\Sigma^\top R_jU_\Sigma X_0"
    r"\prod_{i>j}(I+MX_0^\top A_iX_0)$."
)


@claim.printed(
    r"$\frac d{dt}G(U_\Sigma X_0,R_j)" + PRODUCT,
    expect="refuted",
    defect="typo",
    because="R_j does not depend on t: A_j + t R_j is meant.",
    moves=0,
    transport=congruent,
)
@claim.amended(
    r"$\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)" + PRODUCT,
    moves=1,
    transport=congruent,
)
def derivative_as_a_product(s: Setting, prompt: Prompt, moves: int, transport: Transport) -> Margin:
    """The derivative of G has the direction in place of one factor."""
    found = model(s, "A", prompt.C * moves).G(turned(s, prompt)).slope
    X, M = prompt.X, mask(s, prompt.X)
    wanted = s.U @ X
    for i in range(s.L):
        if i == s.j:
            wanted = wanted @ M @ X.mT @ transport(s, prompt.C) @ X
        else:
            wanted = wanted @ (eye(s.n + 1, X) + M @ X.mT @ s.A[i] @ X)
    return equal(found, wanted)


claim.mutant("the direction itself", transport=lambda s, C: C)
claim.mutant("the inverse in place of U^T", transport=conjugate)
claim.mutant("twice as fast", moves=2)
