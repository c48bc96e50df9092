r"""Step 2 of the proof of Theorem 4 (B.2): G and its derivative under $X_0\mapsto U_\Sigma X_0$.

On S, $U_\Sigma^\top A_iU_\Sigma=A_i$. So transformed covariates give a transformed G, (29); and what
transforming the covariates does to the derivative of G in the direction $R_j$, transforming the direction
does, too, the outer sides of (30). B.3 has both again for any B, for every layer and for G:
``theorem-5/step-2/eq-39``.

(30) prints $\frac d{dt}G(U_\Sigma X_0,R_j)$, where nothing depends on t, so that the derivative is zero; its
first line is ``product``.
"""

from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import eye
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import (
    ON_S_WITHOUT_B,
    SPARSE_IN_S,
    Setting,
    Transport,
    congruent,
    conjugate,
    turned,
)
from theorems.preconditioned_gradient_descent.layers import mask, model

eq_30_product = PAPER.claim(
    "(30), first line",
    id="theorem-4/step-2/eq-30/product",
    summary="The derivative of G at the direction alone is a product with it in place of one factor.",
    rank="slip",
    at=lines(865, 868),
    **ON_S_WITHOUT_B,
)


ARGUMENT = r"for any matrix $R_j$, at $t=0$, with the j-th matrix of G as its argument: "


FIRST_LINE = (
    r"=U_\Sigma X_0\left(\prod_{i<j}(I+MX_0^\top A_iX_0)\right)MX_0^\top U_\Sigma^\top R_jU_\Sigma X_0"
    r"\prod_{i>j}(I+MX_0^\top A_iX_0)$."
)


@eq_30_product.printed(
    SPARSE_IN_S + ARGUMENT + r"$\frac d{dt}G(U_\Sigma X_0,R_j)" + FIRST_LINE,
    defect="typo",
    because="R_j does not depend on t: A_j + t R_j is meant.",
    speed=0,
    transport=congruent,
)
@eq_30_product.amended(
    SPARSE_IN_S + ARGUMENT + r"$\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)" + FIRST_LINE,
    adds="A_j + t R_j for R_j on the left",
    speed=1,
    transport=congruent,
)
def derivative_as_a_product(s: Setting, prompt: Prompt, speed: int, transport: Transport) -> Margin:
    """The derivative of G has the direction in place of one factor."""
    derivative = model(s, "A", prompt.C * speed).G(turned(s, prompt)).slope
    X, M = prompt.X, mask(s.n, prompt.X)
    chain = s.U_Sigma @ X
    for i in range(s.k + 1):
        if i == s.j:
            chain = chain @ M @ X.mT @ transport(s, prompt.C) @ X
        else:
            chain = chain @ (eye(s.n + 1, X) + M @ X.mT @ s.A[i] @ X)
    return equal(derivative, chain)


eq_30_product.mutant("the direction itself", transport=lambda s, C: C)
eq_30_product.mutant("the inverse in place of U^T", transport=conjugate)
eq_30_product.mutant("twice as fast", speed=2)
